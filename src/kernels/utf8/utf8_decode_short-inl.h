// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Well-formed UTF-8 of one to 64 bytes, or 32 without VBMI2, as a whole: names,
// words, headers. No loop over blocks and nothing to carry, so what is left of
// the arithmetic in utf8_decode.cc is that all bytes which continue a sequence
// are where leads say, and that longer sequences come to the characters they
// may. Where a text has anything else, nothing has been done.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF8_UTF8_DECODE_SHORT_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_DECODE_SHORT_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_DECODE_SHORT_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_DECODE_SHORT_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET <= HWY_AVX3_DL

// Constants in registers, for masks.
HWY_INLINE __m512i Bytes512(uint8_t value) {
  return InRegister(V8{_mm512_set1_epi8(static_cast<char>(value))}).raw;
}
HWY_INLINE __m512i Units512(uint16_t value) {
  return InRegister(V8{_mm512_set1_epi16(static_cast<int16_t>(value))}).raw;
}

// What the bytes of a text are, a bit for each.
struct ByteKinds {
  HWY_INLINE explicit ByteKinds(__m512i v)
      : non_ascii(_mm512_movepi8_mask(v)),
        continuation(_mm512_cmplt_epi8_mask(v, _mm512_set1_epi8(-0x40))),
        lead(_mm512_cmpge_epu8_mask(v, Bytes512(0xC2))) {}

  // Whether each lead is followed by a continuation, each in `from_3`, leads of
  // three bytes or four, by two, each in `from_4` by three, and nothing else by
  // any.
  HWY_INLINE bool FitTogether(uint64_t from_3, uint64_t from_4) const {
    return ((non_ascii ^ continuation ^ lead) |
            ((lead | from_3 << 1 | from_4 << 2) ^ continuation >> 1) |
            (continuation & 1)) == 0;
  }

  uint64_t non_ascii;
  uint64_t continuation;
  uint64_t lead;  // From 0xC2 on.
};

// The low half of `live` bytes from `bytes` on as units, and zeros.
HWY_INLINE __m512i UnitsOfBytes(uint64_t live, const uint8_t* bytes) {
  return _mm512_cvtepu8_epi16(
      _mm256_maskz_loadu_epi8(static_cast<__mmask32>(live), bytes));
}

// The units of 32 positions: of all characters that begin there, if each is
// complete, and of the positions in `low`, which follow leads of four bytes.
// False if a character of three or four bytes is none.
HWY_INLINE bool DecodePositions(uint64_t live,
                                uint64_t lead,
                                uint64_t from_3,
                                uint64_t from_4,
                                uint64_t low,
                                const uint8_t* bytes,
                                __m512i& units) {
  const __m512i first = UnitsOfBytes(live, bytes);
  const __m512i second = UnitsOfBytes(live >> 1, bytes + 1);
  // 110xxxxx and 10yyyyyy: the bits that mark them are subtracted.
  const __m512i two = _mm512_add_epi16(_mm512_slli_epi16(first, 6), second);
  units = _mm512_mask_sub_epi16(first, static_cast<__mmask32>(lead), two,
                                Units512(0x3080));
  if ((from_3 | low) == 0)
    return true;
  // 1110wwww, whose ones go beyond 16 bits, 10xxxxxx and 10yyyyyy.
  const __mmask32 three = static_cast<__mmask32>(from_3);
  const __m512i third = UnitsOfBytes(live >> 2, bytes + 2);
  const __m512i last_12 = _mm512_sub_epi16(
      _mm512_add_epi16(_mm512_slli_epi16(second, 6), third), Units512(0x2080));
  units = _mm512_mask_add_epi16(units, three, _mm512_slli_epi16(first, 12),
                                last_12);
  // What is below U+0800 needs no three bytes; and surrogates.
  const __m512i top =
      _mm512_and_si512(units, _mm512_set1_epi16(static_cast<int16_t>(0xF800)));
  __mmask32 bad = _mm512_mask_testn_epi16_mask(three, top, top) |
                  _mm512_mask_cmpeq_epi16_mask(three, top, Units512(0xD800));
  if (HWY_UNLIKELY((from_4 | low) != 0)) {
    // 11110aaa 10bbcccc 10ddeeee 10ffffff is 0xD7C0 + aaabbccccdd, which is a
    // lead surrogate if the character is one, and 0xDC00 + eeeeffffff.
    const __mmask32 four = static_cast<__mmask32>(from_4);
    const __m512i sum =
        _mm512_add_epi16(_mm512_add_epi16(_mm512_slli_epi16(first, 8),
                                          _mm512_slli_epi16(second, 2)),
                         _mm512_srli_epi16(third, 4));
    units = _mm512_mask_add_epi16(
        units, four, sum,
        Units512(0xD7C0 - 0xF000 - 0x0200 - 0x0008 + 0x10000));
    bad = (bad & ~four) | _mm512_mask_cmpneq_epi16_mask(
                              four, _mm512_and_si512(units, Units512(0xFC00)),
                              Units512(0xD800));
    units = _mm512_mask_mov_epi16(
        units, static_cast<__mmask32>(low),
        _mm512_or_si512(_mm512_and_si512(last_12, Units512(0x03FF)),
                        Units512(0xDC00)));
  }
  return bad == 0;
}

HWY_INLINE size_t CompressPositions(uint64_t yield,
                                    __m512i units,
                                    char16_t* output) {
  const __mmask32 keep = static_cast<__mmask32>(yield);
  const size_t count = static_cast<size_t>(std::popcount(keep));
  _mm512_mask_storeu_epi16(output,
                           static_cast<__mmask32>(FirstBits(~0u, count)),
                           _mm512_maskz_compress_epi16(keep, units));
  return count;
}

// Returns how many units were written, or 0 if it's not for here.
//
// The branch on ASCII saves 2 ns of 8 where a text is. Where nobody can tell,
// as of French words, it costs as much.
HWY_INLINE size_t DecodeShort(const uint8_t* input,
                              size_t n,
                              char16_t* output,
                              size_t output_size) {
  if (n - 1 >= 64)
    return 0;
  const uint64_t live = ~uint64_t{0} >> (64 - n);
  const __m512i v = _mm512_maskz_loadu_epi8(live, input);
  const ByteKinds kinds(v);
  if (kinds.non_ascii == 0) {
    if (n > output_size)
      return 0;
    StoreFirst(v, n, output);
    return n;
  }
  const uint64_t from_3 = _mm512_cmpge_epu8_mask(v, Bytes512(0xE0));
  const uint64_t from_4 =
      from_3 == 0 ? 0 : _mm512_cmpge_epu8_mask(v, Bytes512(0xF0));
  if (!kinds.FitTogether(from_3, from_4))
    return 0;
  const uint64_t low = from_4 << 1;
  const uint64_t yield = (live & ~kinds.continuation) | low;
  if (static_cast<size_t>(std::popcount(yield)) > output_size)
    return 0;
  __m512i units;
  if (!DecodePositions(live, kinds.lead, from_3, from_4, low, input, units))
    return 0;
  const size_t count = CompressPositions(yield, units, output);
  if (n <= 32)
    return count;
  if (!DecodePositions(live >> 32, kinds.lead >> 32, from_3 >> 32, from_4 >> 32,
                       low >> 32, input + 32, units)) {
    return 0;
  }
  return count + CompressPositions(yield >> 32, units, output + count);
}

// The same to Latin-1.
HWY_INLINE size_t DecodeShort(const uint8_t* input,
                              size_t n,
                              uint8_t* output,
                              size_t output_size) {
  if (n - 1 >= 64)
    return 0;
  const uint64_t live = ~uint64_t{0} >> (64 - n);
  const __m512i v = _mm512_maskz_loadu_epi8(live, input);
  const ByteKinds kinds(v);
  if (kinds.non_ascii == 0) {
    if (n > output_size)
      return 0;
    StoreFirst(v, n, output);
    return n;
  }
  const uint64_t above_latin1 = _mm512_cmpgt_epu8_mask(v, Bytes512(0xC3));
  const uint64_t starts = live & ~kinds.continuation;
  const size_t count = static_cast<size_t>(std::popcount(starts));
  if (!kinds.FitTogether(0, 0) || above_latin1 != 0 || count > output_size)
    return 0;
  const __m512i second = _mm512_maskz_loadu_epi8(live >> 1, input + 1);
  const __mmask64 lead_c3 = _mm512_cmpeq_epi8_mask(v, Bytes512(0xC3));
  // 0xC2 and the byte itself, or 0xC3 and the byte that is 0x40 more.
  const __m512i bytes =
      _mm512_add_epi8(_mm512_mask_mov_epi8(v, kinds.lead, second),
                      _mm512_maskz_mov_epi8(lead_c3, Bytes512(0x40)));
  _mm512_mask_storeu_epi8(output, FirstBits(~uint64_t{0}, count),
                          _mm512_maskz_compress_epi8(starts, bytes));
  return count;
}

#elif HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// The same for up to 32 bytes, in vectors of 16, on every other target.

using DShort8 = hn::CappedTag<uint8_t, 16>;
using DShort16 = hn::Repartition<uint16_t, DShort8>;
using VShort8 = hn::Vec<DShort8>;
using VShort16 = hn::Vec<DShort16>;
// With 64, decode/UTF-8/cyrillic/64B, chinese/64B and emoji/64B take 1.14 times
// as long with AVX2, french/64B 0.88 times, and with SSE4 1.07, 1.0, 1.15 and
// 0.85 times.
inline constexpr size_t kShortBytes = 32;

// The bytes at the positions that are from `least` on.
HWY_INLINE uint32_t BitsFrom(uint8_t least, VShort8 v) {
  const DShort8 d;
  return static_cast<uint32_t>(
      MaskToBits(d, hn::Eq(hn::Max(v, hn::Set(d, least)), v)));
}

// The units of eight positions; see DecodePositions() above. `bytes` has eight
// bytes, and two that may follow; `before`, which is for kFours, the byte
// before each.
template <bool kFours>
HWY_INLINE bool DecodeEightPositions(VShort8 bytes,
                                     VShort8 before,
                                     bool has_three,
                                     VShort16& units) {
  const DShort8 d8;
  const DShort16 d;
  const hn::Half<DShort8> dh;
  const auto at = [&](VShort8 v) HWY_ATTR {
    return hn::PromoteTo(d, hn::LowerHalf(dh, v));
  };
  const auto from = [&](uint16_t least, VShort16 v) HWY_ATTR {
    return hn::Eq(hn::Max(v, hn::Set(d, least)), v);
  };
  const VShort16 first = at(bytes);
  const VShort16 second = at(hn::ShiftRightBytes<1>(d8, bytes));
  const VShort16 two = hn::Sub(hn::Add(hn::ShiftLeft<6>(first), second),
                               InRegister(hn::Set(d, 0x3080)));
  units = hn::IfThenElse(from(0xC2, first), two, first);
  if (!has_three)
    return true;
  const VShort16 third = at(hn::ShiftRightBytes<2>(d8, bytes));
  const VShort16 last_12 = hn::Sub(hn::Add(hn::ShiftLeft<6>(second), third),
                                   InRegister(hn::Set(d, 0x2080)));
  const VShort16 three = hn::Add(hn::ShiftLeft<12>(first), last_12);
  auto lead_of_3 = from(0xE0, first);
  units = hn::IfThenElse(lead_of_3, three, units);
  const VShort16 top = hn::And(units, hn::Set(d, 0xF800));
  const auto too_long = hn::Eq(top, hn::Zero(d));
  const auto surrogate = hn::Eq(top, hn::Set(d, 0xD800));
  if constexpr (!kFours) {
    return hn::AllFalse(d, hn::Or(hn::And(lead_of_3, too_long), surrogate));
  } else {
    const auto lead_of_4 = from(0xF0, first);
    const auto low = from(0xF0, at(before));
    const VShort16 four = hn::Add(
        hn::Add(hn::ShiftLeft<8>(first), hn::ShiftLeft<2>(second)),
        hn::Add(hn::ShiftRight<4>(third),
                hn::Set(d, 0xD7C0 - 0xF000 - 0x0200 - 0x0008 + 0x10000)));
    const auto no_lead =
        hn::Ne(hn::And(four, hn::Set(d, 0xFC00)), hn::Set(d, 0xD800));
    units = hn::IfThenElse(lead_of_4, four, units);
    units = hn::IfThenElse(
        low, hn::Or(hn::And(last_12, hn::Set(d, 0x03FF)), hn::Set(d, 0xDC00)),
        units);
    lead_of_3 = hn::AndNot(lead_of_4, lead_of_3);
    return hn::AllFalse(d,
                        hn::Or(hn::And(lead_of_3, hn::Or(too_long, surrogate)),
                               hn::And(lead_of_4, no_lead)));
  }
}

// Writes the units in `keep`, of eight, and nothing behind the output.
HWY_INLINE size_t CompressEight(VShort16 units,
                                uint32_t keep,
                                char16_t* output,
                                size_t output_size) {
  const DShort8 d8;
  const uint8_t set = static_cast<uint8_t>(keep);
  const size_t count = kCompressTable.counts[set];
  const VShort8 kept = hn::TableLookupBytes(
      hn::BitCast(d8, units), hn::Load(d8, kCompressTable.units[set]));
  uint8_t* const out = reinterpret_cast<uint8_t*>(output);
  if (HWY_LIKELY(output_size >= 8)) {
    hn::StoreU(kept, d8, out);
  } else {
    uint8_t bytes[16];
    hn::StoreU(kept, d8, bytes);
    std::memcpy(out, bytes, 2 * count);
  }
  return count;
}

// Whole characters at the positions in `live`, and zeros behind them. `four`
// are the leads of four bytes.
template <bool kFours>
HWY_INLINE size_t DecodeSixteen(VShort8 v,
                                uint32_t live,
                                uint32_t four,
                                char16_t* output,
                                size_t output_size) {
  const DShort8 d;
  const uint32_t non_ascii =
      static_cast<uint32_t>(MaskToBits(d, IsNotAscii(d, v)));
  const uint32_t lead = BitsFrom(0xC2, v);
  const uint32_t three = BitsFrom(0xE0, v);
  const uint32_t continuation = non_ascii & ~BitsFrom(0xC0, v);
  const uint32_t yield = (live & ~continuation) | four << 1;
  const size_t count = static_cast<size_t>(std::popcount(yield));
  if (((non_ascii ^ continuation ^ lead) |
       ((lead << 1 | three << 2 | four << 3) ^ continuation)) != 0 ||
      count > output_size) {
    return 0;
  }
  const VShort8 before = hn::ShiftLeftBytes<1>(d, v);
  VShort16 units;
  if (!DecodeEightPositions<kFours>(v, before, three != 0, units))
    return 0;
  const size_t written = CompressEight(units, yield, output, output_size);
  if (live >> 8 == 0)
    return written;
  if (!DecodeEightPositions<kFours>(hn::ShiftRightBytes<8>(d, v),
                                    hn::ShiftRightBytes<8>(d, before),
                                    three != 0, units)) {
    return 0;
  }
  CompressEight(units, yield >> 8, output + written, output_size - written);
  return count;
}

HWY_NOINLINE size_t DecodeSixteenOfFours(VShort8 v,
                                         uint32_t live,
                                         char16_t* output,
                                         size_t output_size) {
  return DecodeSixteen<true>(v, live, BitsFrom(0xF0, v), output, output_size);
}

HWY_INLINE size_t DecodeSixteen(VShort8 v,
                                uint32_t live,
                                char16_t* output,
                                size_t output_size) {
  if (BitsFrom(0xF0, v) != 0)
    return DecodeSixteenOfFours(v, live, output, output_size);
  return DecodeSixteen<false>(v, live, 0, output, output_size);
}

// More than a vector, by as many whole characters as a vector has.
HWY_NOINLINE size_t DecodeBySixteen(const uint8_t* input,
                                    size_t n,
                                    char16_t* output,
                                    size_t output_size) {
  alignas(16) static constexpr uint8_t kOnes[32] = {
      0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
      0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
  const DShort8 d;
  size_t written = 0;
  size_t i = 0;
  while (n - i > 16) {
    VShort8 v = hn::LoadU(d, input + i);
    const uint32_t incomplete = (BitsFrom(0xC0, v) & 0x8000) |
                                (BitsFrom(0xE0, v) & 0x4000) |
                                (BitsFrom(0xF0, v) & 0x2000);
    const size_t size =
        static_cast<size_t>(std::countr_zero(incomplete | 0x10000));
    v = hn::And(v, hn::LoadU(d, kOnes + 16 - size));
    const size_t count = DecodeSixteen(v, static_cast<uint32_t>(LowBits(size)),
                                       output + written, output_size - written);
    if (count == 0)
      return 0;
    written += count;
    i += size;
  }
  const size_t count = DecodeSixteen(LoadLast(d, input + n, n - i),
                                     static_cast<uint32_t>(LowBits(n - i)),
                                     output + written, output_size - written);
  return count == 0 ? 0 : written + count;
}

HWY_INLINE size_t DecodeShort(const uint8_t* input,
                              size_t n,
                              char16_t* output,
                              size_t output_size) {
  if (n - 1 >= kShortBytes)
    return 0;
  if (n > 16)
    return DecodeBySixteen(input, n, output, output_size);
  return DecodeSixteen(LoadPartial(DShort8(), input, n),
                       static_cast<uint32_t>(LowBits(n)), output, output_size);
}

HWY_INLINE size_t DecodeShort(const uint8_t*, size_t, uint8_t*, size_t) {
  return 0;
}

#else

template <typename Unit>
HWY_INLINE size_t DecodeShort(const uint8_t*, size_t, Unit*, size_t) {
  return 0;
}

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
