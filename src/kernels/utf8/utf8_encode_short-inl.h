// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-8 encoding of up to a vector of units, at the end of the text or all of
// it. Most texts are that short, so nothing is set up, and branches are for
// what texts are all of: up to two bytes a unit, up to three, or surrogates.
// With VBMI2 it's one load and one store or two, under masks; elsewhere the
// bytes go by way of the stack, or one by one where a text has only one or two
// units, or up to three pairs of surrogates.
//
// Of UTF-16 that is bytes, in either order, EncodeShortBytes() encodes up to
// kMaxBytesOfUnits, and writes what else writes at the same place if it doesn't
// encode all. Returns how many bytes that are, or 0 if it isn't for here:
// without units, without room, with surrogates.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_SHORT_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_SHORT_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_SHORT_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_SHORT_INL_H_
#endif

#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/code_points.h"
#include "src/kernels/converted.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/utf16_surrogates-inl.h"
#include "src/kernels/utf8/utf8_encode.h"
#include "src/kernels/utf8/utf8_encode_avx512-inl.h"
#include "src/kernels/utf8/utf8_encode_block-inl.h"
#include "src/kernels/vectors-inl.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

HWY_INLINE V16 NativeUnits(V16 v, bool is_big_endian) {
  return is_big_endian ? ByteOrder<true>::ToNative(v)
                       : ByteOrder<false>::ToNative(v);
}

#if HWY_TARGET <= HWY_AVX3_DL

HWY_INLINE __m512i LoadFirstUnits(const void* from, size_t n) {
  return _mm512_maskz_loadu_epi16(
      _cvtu32_mask32(_bzhi_u32(~0u, static_cast<uint32_t>(n))), from);
}

// Writes the bytes in `kept`, which are `length`, and nothing else.
HWY_INLINE void StoreKept(__m512i bytes,
                          uint64_t kept,
                          size_t length,
                          uint8_t* output) {
  _mm512_mask_storeu_epi8(
      output, _cvtu64_mask64(FirstBits(~uint64_t{0}, length)),
      _mm512_maskz_compress_epi8(_cvtu64_mask64(kept), bytes));
}

// Writes all bytes of the first n units, which are `length`.
HWY_INLINE void StoreTriples(__m512i units,
                             __m512i sizes,
                             size_t n,
                             size_t length,
                             uint8_t* output) {
  const TripleVectors tables;
  const Triples first = TriplesOf(tables, units, sizes);
  const uint64_t kept = FirstBits(first.kept, 3 * n);
  if (n <= kTriples) {
    StoreKept(first.bytes, kept, length, output);
    return;
  }
  const size_t first_length = static_cast<size_t>(std::popcount(kept));
  StoreKept(first.bytes, kept, first_length, output);
  const Triples others = TriplesOf<kTriples>(tables, units, sizes);
  StoreKept(others.bytes, FirstBits(others.kept, 3 * (n - kTriples)),
            length - first_length, output + first_length);
}

// EncodeShort() of at least one unit, with surrogates.
HWY_INLINE Converted EncodeShortWithSurrogates(const char16_t* input,
                                               size_t n,
                                               uint8_t* output,
                                               size_t room) {
  n -= internal::IsLeadSurrogate(input[n - 1]);
  const __m512i v = LoadFirstUnits(input, n);
  const __mmask32 surrogate = _mm512_cmpeq_epi16_mask(
      _mm512_and_si512(v, SetUnits(0xF800)), SetUnits(0xD800));
  __m512i units = _mm512_mask_mov_epi16(v, surrogate,
                                        InRegister(hn::Set(D16(), 0xFFFD)).raw);
  __m512i sizes = SizesOf(units);
  const uint32_t surrogates = _cvtmask32_u32(surrogate);
  const uint32_t trails =
      surrogates & _cvtmask32_u32(_mm512_test_epi16_mask(v, SetUnits(0x0400)));
  const uint32_t leads = surrogates & ~trails & trails >> 1;
  alignas(64) static constexpr auto kPrevious = [] {
    std::array<uint16_t, 32> lanes{};
    for (uint16_t i = 1; i < 32; ++i) {
      lanes[i] = i - 1;
    }
    return lanes;
  }();
  const __m512i previous =
      _mm512_permutexvar_epi16(hn::Load(D16(), kPrevious.data()).raw, v);
  PutPairs(v, previous, _cvtu32_mask32(leads), _cvtu32_mask32(leads << 1),
           units, sizes);
  const uint32_t middle =
      _cvtmask32_u32(_mm512_cmpge_epu16_mask(units, SetUnits(0x0080)));
  const uint32_t top =
      _cvtmask32_u32(_mm512_cmpge_epu16_mask(units, SetUnits(0x0800))) &
      ~(leads | leads << 1);
  const size_t length =
      n + static_cast<size_t>(std::popcount(middle) + std::popcount(top));
  if (length > room)
    return {0, 0};
  StoreTriples(units, sizes, n, length, output);
  return {n, length};
}

// Encodes the first n <= 32 units, with zeros behind them, and writes nothing
// else. Returns zeros if there is no room for all of it or there are
// surrogates.
HWY_INLINE Converted EncodeShortBmp(__m512i v,
                                    size_t n,
                                    uint8_t* output,
                                    size_t room) {
  const __mmask32 middle = _mm512_cmpge_epu16_mask(v, SetUnits(0x0080));
  const __mmask32 top = _mm512_cmpge_epu16_mask(v, SetUnits(0x0800));
  const uint32_t middle_bits = _cvtmask32_u32(middle);
  size_t length = n + static_cast<size_t>(std::popcount(middle_bits));
  if (_ktestz_mask32_u8(top, top)) {
    if (HWY_UNLIKELY(length > room))
      return {0, 0};
    const __m512i bytes = OneOrTwoBytes(v, middle);
    StoreKept(bytes, KeptOfOneOrTwo(bytes, n), length, output);
    return {n, length};
  }
  if (HasSurrogates(v))
    return {0, 0};
  length += static_cast<size_t>(std::popcount(_cvtmask32_u32(top)));
  if (HWY_UNLIKELY(length > room))
    return {0, 0};
  StoreTriples(v, SizesOf(v), n, length, output);
  return {n, length};
}

// Encodes the first n <= 32 units, but for a lead that they end with, and
// writes nothing else. Returns zeros if there is no room for all of it.
HWY_NOINLINE inline Converted EncodeShort(const char16_t* input,
                                          size_t n,
                                          uint8_t* output,
                                          size_t room) {
  const Converted done =
      EncodeShortBmp(LoadFirstUnits(input, n), n, output, room);
  return HWY_LIKELY(done.read != 0) || n == 0
             ? done
             : EncodeShortWithSurrogates(input, n, output, room);
}

HWY_INLINE size_t EncodeShortVector(V16 v,
                                    size_t n,
                                    uint8_t* output,
                                    size_t room) {
  return EncodeShortBmp(v.raw, n, output, room).written;
}

inline constexpr size_t kMaxBytesOfUnits = kMaxShortUtf16ToUtf8;
HWY_INLINE size_t EncodeShortBytes(const uint8_t* input,
                                   size_t n,
                                   uint8_t* output,
                                   size_t room,
                                   bool is_big_endian) {
  const V16 v{LoadFirstUnits(input, n)};
  return EncodeShortVector(NativeUnits(v, is_big_endian), n, output, room);
}

// From one to two vectors of units. Returns zeros if something isn't done by
// two.
HWY_NOINLINE inline Converted EncodeTwoVectors(const char16_t* input,
                                               size_t n,
                                               uint8_t* output,
                                               size_t room) {
  const Converted first = EncodeShort(input, kLanes16, output, room);
  const size_t rest = n - first.read;
  if (first.read == 0 || rest > kLanes16)
    return {0, 0};
  const Converted second = EncodeShort(
      input + first.read, rest, output + first.written, room - first.written);
  if (second.read == 0)
    return {0, 0};
  return {n - rest + second.read, first.written + second.written};
}

#else

// Writes the bytes of the units of a block from the first to before the last,
// and nothing else. Returns how many those are; 0 if they don't fit or the
// block has surrogates.
HWY_INLINE size_t EncodeBmpExactly(V16 v,
                                   size_t first,
                                   size_t last,
                                   uint8_t* output,
                                   size_t room) {
  const D16 d;
  uint8_t bytes[3 * kLanes16 + 16];
  const V16 range = hn::And(v, Set16(0xF800));
  size_t skipped;
  size_t end;
  const auto end_of = [](uint64_t bits, size_t units, size_t bits_of_unit) {
    return units + static_cast<size_t>(
                       std::popcount(bits & LowBits(bits_of_unit * units)));
  };
  if (hn::AllTrue(d, hn::Eq(range, hn::Zero(d)))) {
    const uint64_t bits = WriteTwoByteUnits(v, bytes).bits;
    skipped = end_of(bits, first, 1);
    end = end_of(bits, last, 1);
  } else {
    if (!hn::AllFalse(d, hn::Eq(range, Set16(0xD800))))
      return 0;
    const uint64_t bits = WriteThreeByteUnits(v, range, bytes).bits;
    skipped = end_of(bits, first, 2);
    end = end_of(bits, last, 2);
  }
  if (end - skipped > room)
    return 0;
  CopyBytes(bytes + skipped, end - skipped, output);
  return end - skipped;
}

// Up to so many units that are pairs of surrogates alone, as most texts of
// emoji have, aren't worth a vector: two units take 0.65 of the time, four
// 0.75, and eight as long.
inline constexpr size_t kMaxUnitsInPairs = 6;

// Encodes n units that are pairs. Returns false if they aren't, having written
// those before, or if there is no room.
HWY_INLINE bool EncodePairs(const char16_t* input,
                            size_t n,
                            uint8_t* output,
                            size_t room) {
  if (n % 2 != 0 || 2 * n > room)
    return false;
  for (size_t i = 0; i != n; i += 2) {
    const char32_t lead = input[i];
    const char32_t trail = input[i + 1];
    if (!internal::IsLeadSurrogate(lead) || !internal::IsTrailSurrogate(trail))
      return false;
    const char32_t scalar = internal::ScalarValueFromSurrogates(lead, trail);
    const uint32_t bytes = 0x808080F0 | scalar >> 18 |
                           (scalar >> 12 & 0x3F) << 8 |
                           (scalar >> 6 & 0x3F) << 16 | (scalar & 0x3F) << 24;
    std::memcpy(output + 2 * i, &bytes, sizeof(bytes));
  }
  return true;
}

// EncodeShort() of text with surrogates.
HWY_NOINLINE inline Converted EncodeShortWithSurrogates(const char16_t* input,
                                                        size_t n,
                                                        uint8_t* output,
                                                        size_t room) {
  const D16 d;
  n -= internal::IsLeadSurrogate(input[n - 1]);
  if (n <= kMaxUnitsInPairs && EncodePairs(input, n, output, room))
    return {n, 2 * n};
  const ClassifiedBlock block =
      Classify(LastUnitBlock(input, input, input + n));
  const size_t length =
      LengthOf(MaskToBits(d, block.middle), MaskToBits(d, block.top), n);
  if (length > room)
    return {0, 0};
  WriteUnits<true>(block, 0, n, output);
  return {n, length};
}

// One or two units aren't worth a vector either: they take 0.65 to 0.85 of the
// time, and four of three bytes 1.06 to 1.16 times as long.
inline constexpr size_t kMaxUnitsOneByOne = 2;

// Encodes n units, for which there is room whatever they are. Returns how many
// bytes those are, or 0 where there is a surrogate.
HWY_INLINE size_t EncodeOneByOne(const char16_t* input,
                                 size_t n,
                                 uint8_t* output) {
  const auto continuation = [](uint32_t bits) {
    return static_cast<uint8_t>(0x80 | (bits & 0x3F));
  };
  uint8_t* out = output;
  for (size_t i = 0; i != n; ++i) {
    const uint32_t unit = input[i];
    if (unit < 0x80) {
      *out++ = static_cast<uint8_t>(unit);
    } else if (unit < 0x800) {
      *out++ = static_cast<uint8_t>(0xC0 | unit >> 6);
      *out++ = continuation(unit);
    } else if (internal::IsSurrogate(unit)) {
      return 0;
    } else {
      *out++ = static_cast<uint8_t>(0xE0 | unit >> 12);
      *out++ = continuation(unit >> 6);
      *out++ = continuation(unit);
    }
  }
  return static_cast<size_t>(out - output);
}

// Encodes the first n <= kLanes16 units, but for a lead that they end with, and
// writes nothing else. Returns zeros if there is no room for all of it, and may
// have written characters that they begin with then.
HWY_INLINE Converted EncodeShort(const char16_t* input,
                                 size_t n,
                                 uint8_t* output,
                                 size_t room) {
  size_t written;
  if (n <= kMaxUnitsOneByOne && room >= 3 * n) {
    written = EncodeOneByOne(input, n, output);
  } else {
    const V16 v = hn::BitCast(
        D16(),
        LoadPartial(D8(), reinterpret_cast<const uint8_t*>(input), 2 * n));
    written = EncodeBmpExactly(v, 0, n, output, room);
  }
  if (HWY_UNLIKELY(written == 0))
    return n == 0 ? Converted{0, 0}
                  : EncodeShortWithSurrogates(input, n, output, room);
  return {n, written};
}

// The units of a text of one to two vectors, of which the last ends where the
// text does. Returns how many bytes those are, or 0 if something isn't done by
// EncodeBmpExactly().
HWY_INLINE size_t EncodeFirstAndLast(V16 first,
                                     V16 last,
                                     size_t n,
                                     uint8_t* output,
                                     size_t room) {
  const size_t written = EncodeBmpExactly(first, 0, kLanes16, output, room);
  if (written == 0)
    return 0;
  const size_t more = EncodeBmpExactly(last, 2 * kLanes16 - n, kLanes16,
                                       output + written, room - written);
  return more == 0 ? 0 : written + more;
}

// From one to two vectors of units. Returns zeros if there is no room for all
// of it or there are surrogates. With up to four vectors done so,
// encode/UTF-8/chinese/64B takes 17 % longer (SSE4), and as long with AVX2.
HWY_NOINLINE inline Converted EncodeTwoVectors(const char16_t* input,
                                               size_t n,
                                               uint8_t* output,
                                               size_t room) {
  const size_t written = EncodeFirstAndLast(
      LoadUnits(input), LoadUnits(input + n - kLanes16), n, output, room);
  return written == 0 ? Converted{0, 0} : Converted{n, written};
}

HWY_INLINE size_t EncodeShortVector(V16 v,
                                    size_t n,
                                    uint8_t* output,
                                    size_t room) {
  return EncodeBmpExactly(v, 0, n, output, room);
}

inline constexpr size_t kMaxBytesOfUnits =
    HWY_MIN(kMaxShortUtf16ToUtf8, 2 * 2 * kLanes16);
HWY_INLINE size_t EncodeShortBytes(const uint8_t* input,
                                   size_t n,
                                   uint8_t* output,
                                   size_t room,
                                   bool is_big_endian) {
  if (n <= kMaxUnitsOneByOne && room >= 3 * n) {
    char16_t units[kMaxUnitsOneByOne];
    for (size_t i = 0; i != n; ++i) {
      units[i] = is_big_endian ? ByteOrder<true>::UnitAt(input + 2 * i)
                               : ByteOrder<false>::UnitAt(input + 2 * i);
    }
    return EncodeOneByOne(units, n, output);
  }
  const D16 d;
  if (n <= kLanes16) {
    const V16 v = hn::BitCast(d, LoadPartial(D8(), input, 2 * n));
    return EncodeShortVector(NativeUnits(v, is_big_endian), n, output, room);
  }
  return EncodeFirstAndLast(
      NativeUnits(LoadUnits(d, input), is_big_endian),
      NativeUnits(LoadUnits(d, input + 2 * (n - kLanes16)), is_big_endian), n,
      output, room);
}

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // HWY_TARGET

#endif  // per target
