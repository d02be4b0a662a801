// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// An encoding's characters lie in a few windows of 128 code points, of which a
// text uses ASCII, the one of its script and now and then another. A block's
// units are taken apart into low and high bytes. Those tell the units that are
// in a window, and the low seven bits of the low byte are the index in the
// window's page, which is looked up for all of the block at once. What is
// neither ASCII nor in the window is then looked up in others, until all units
// have a byte, or the first that has none is known.
//
// No block depends on another, and doing one twice changes nothing. So the last
// block ends where the text does, and begins inside the one before it.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/single_byte_encode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/byte_table-inl.h"
#include "src/kernels/single_byte_encode.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

using internal::SingleByteEncodeTable;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
size_t Utf16ToSingleByte(const char16_t*,
                         size_t,
                         const SingleByteEncodeTable&,
                         uint8_t*) {
  return 0;
}
size_t Latin1ToSingleByte(const uint8_t*,
                          size_t,
                          const SingleByteEncodeTable&,
                          uint8_t*) {
  return 0;
}
#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

size_t Utf16ToXUserDefined(const char16_t*, size_t, uint8_t*) {
  return 0;
}

#else

// As many units as D has lanes.
template <class D, typename Unit>
struct Units;

template <class D>
struct Units<D, char16_t> {
  HWY_INLINE hn::Vec<D> Low() const {
    return hn::ConcatEven(D(), second, first);
  }
  HWY_INLINE hn::Vec<D> High() const {
    return hn::ConcatOdd(D(), second, first);
  }

  hn::Vec<D> first;
  hn::Vec<D> second;
};

template <class D>
struct Units<D, uint8_t> {
  HWY_INLINE hn::Vec<D> Low() const { return all; }
  HWY_INLINE hn::Vec<D> High() const { return hn::Zero(D()); }

  hn::Vec<D> all;
};

template <class D>
HWY_INLINE Units<D, char16_t> LoadUnits(D d, const char16_t* input) {
  const uint8_t* const bytes = reinterpret_cast<const uint8_t*>(input);
  return {hn::LoadU(d, bytes), hn::LoadU(d, bytes + hn::MaxLanes(D()))};
}
template <class D>
HWY_INLINE Units<D, uint8_t> LoadUnits(D d, const uint8_t* input) {
  return {hn::LoadU(d, input)};
}

// An encoder has two functions:
//
//   Convert()  gives the bytes of a block's units, and tells those that it
//              found none for; `input` is where the units are
//   Byte()     the byte of a single unit, or 0 if it has none, after all

// Bytes 0x80 to 0xFF are U+F780 to U+F7FF.
template <class D>
struct XUserDefined {
  HWY_INLINE uint64_t Convert(const Units<D, char16_t>& units,
                              const char16_t*,
                              hn::Vec<D>& bytes) const {
    const D d;
    const hn::RebindToSigned<D> di;
    bytes = units.Low();
    const auto above_7f =
        hn::RebindMask(d, hn::Lt(hn::BitCast(di, bytes), hn::Zero(di)));
    return MaskToBits(d, hn::Ne(units.High(), hn::IfThenElseZero(
                                                  above_7f, hn::Set(d, 0xF7))));
  }
  HWY_INLINE uint8_t Byte(char16_t) const { return 0; }
};

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

HWY_INLINE const uint8_t* PageOf(const SingleByteEncodeTable& table,
                                 size_t window) {
  return internal::kSingleByteEncodePages[table.pages[window]];
}

// Looks up one window; units of others are left to Byte().
template <class D, typename Unit>
class WindowEncoder {
 public:
  HWY_INLINE explicit WindowEncoder(const SingleByteEncodeTable& table)
      : table_(table),
        window_(sizeof(Unit) == 1 ? 1 : table.main_window),
        page_({PageOf(table, window_)}) {}

  HWY_INLINE uint64_t Convert(const Units<D, Unit>& units,
                              const Unit*,
                              hn::Vec<D>& bytes) const {
    const D d;
    const auto high_bit = hn::Set(d, 0x80);
    const auto low = units.Low();
    const auto high = units.High();
    const auto ascii =
        hn::Eq(hn::Or(hn::And(low, high_bit), high), hn::Zero(d));
    hn::Vec<D> found[1] = {hn::IfThenElseZero(ascii, low)};
    bytes = found[0];
    // A look at the whole block is cheap beside looking up its units.
    if (hn::AllTrue(d, ascii))
      return 0;
    if constexpr (sizeof(Unit) == 1) {
      page_.Lookup(low, found);
    } else {
      const auto window_low =
          hn::Set(d, static_cast<uint8_t>(window_ << 7 & 0x80));
      const auto in_window =
          hn::And(hn::Eq(hn::And(low, high_bit), window_low),
                  hn::Eq(high, hn::Set(d, static_cast<uint8_t>(window_ >> 1))));
      // What isn't in the window becomes ASCII, which isn't looked up.
      page_.Lookup(hn::IfThenElseZero(in_window, hn::Or(low, high_bit)), found);
    }
    bytes = found[0];
    // Zero is a byte of nothing but U+0000.
    return MaskToBits(d, hn::AndNot(ascii, hn::Eq(bytes, hn::Zero(d))));
  }

  HWY_INLINE uint8_t Byte(char16_t unit) const { return table_.Byte(unit); }

 private:
  const SingleByteEncodeTable& table_;
  const size_t window_;
  const ByteTables<D, 1> page_;
};

#if HWY_TARGET == HWY_AVX3_DL

// A window whose page is in registers.
struct Window512 {
  HWY_INLINE Window512(const SingleByteEncodeTable& table, size_t number)
      : numbers(_mm512_set1_epi8(static_cast<char>(number))),
        page(PageOf(table, number)) {}

  __m512i numbers;
  ByteTable512 page;
};

// Always looks up two windows, the main one and the one that was last needed
// besides, and others when a unit is in one.
template <>
class WindowEncoder<D8, char16_t> {
 public:
  HWY_INLINE explicit WindowEncoder(const SingleByteEncodeTable& table)
      : table_(table),
        main_(table, table.main_window),
        other_(table, table.main_window) {}

  HWY_INLINE uint64_t Convert(const Units<D8, char16_t>& units,
                              const char16_t* input,
                              V8& bytes) {
    const __m512i first = units.first.raw;
    const __m512i second = units.second.raw;
    // The number of each unit's window, or 0xFF if it's that or above.
    const __m512i numbers = InOrder(_mm512_packus_epi16(
        _mm512_srli_epi16(first, internal::kSingleByteWindowBits),
        _mm512_srli_epi16(second, internal::kSingleByteWindowBits)));
    const __m512i low_bits =
        _mm512_set1_epi16(internal::kSingleByteWindowSize - 1);
    const __m512i indexes = InOrder(_mm512_packus_epi16(
        _mm512_and_si512(first, low_bits), _mm512_and_si512(second, low_bits)));
    const __mmask64 ascii = _mm512_testn_epi8_mask(numbers, numbers);
    const __mmask64 in_main = _mm512_cmpeq_epi8_mask(numbers, main_.numbers);
    const __mmask64 in_other = _mm512_cmpeq_epi8_mask(numbers, other_.numbers);
    const __mmask64 known = _kor_mask64(_kor_mask64(ascii, in_main), in_other);
    __m512i found = main_.page.LookupOrKeep(in_main, indexes);
    found = _mm512_mask_mov_epi8(found, in_other, other_.page.Lookup(indexes));
    const __mmask64 done = _mm512_mask_test_epi8_mask(known, found, found);
    if (HWY_LIKELY(_kortestc_mask64_u8(done, done))) {
      bytes = V8{found};
      return 0;
    }
    uint64_t rest = ~known;
    while (rest != 0) {
      const int i = std::countr_zero(rest);
      const size_t number = input[i] >> internal::kSingleByteWindowBits;
      // Text in another script may have a window for each unit. It goes no
      // further than this one.
      if (number >= 0xFF || table_.pages[number] == 0)
        break;
      other_ = Window512(table_, number);
      const __mmask64 in_it = _mm512_cmpeq_epi8_mask(numbers, other_.numbers);
      found = _mm512_mask_mov_epi8(found, in_it, other_.page.Lookup(indexes));
      rest &= ~in_it;
    }
    bytes = V8{found};
    // Zero is a byte of nothing but U+0000.
    return rest | (_mm512_testn_epi8_mask(found, found) & ~ascii);
  }

  HWY_INLINE uint8_t Byte(char16_t unit) const { return table_.Byte(unit); }

 private:
  // Packing is by blocks of 16 bytes.
  static HWY_INLINE __m512i InOrder(__m512i packed) {
    return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7),
                                    packed);
  }

  const SingleByteEncodeTable& table_;
  const Window512 main_;
  Window512 other_;
};

#endif  // HWY_TARGET == HWY_AVX3_DL

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

// How many of the n units have bytes, with those in `rest` done one by one.
template <class Encoder, typename Unit>
HWY_INLINE size_t EncodeRest(const Encoder& encoder,
                             const Unit* input,
                             size_t n,
                             uint64_t rest,
                             uint8_t* output) {
  for (; rest != 0; rest &= rest - 1) {
    const size_t i = static_cast<size_t>(std::countr_zero(rest));
    const uint8_t byte = encoder.Byte(input[i]);
    if (byte == 0)
      return i;
    output[i] = byte;
  }
  return n;
}

template <class D, class Encoder, typename Unit>
HWY_INLINE size_t
EncodeBlock(D d, Encoder& encoder, const Unit* input, uint8_t* output) {
  hn::Vec<D> bytes;
  const uint64_t rest = encoder.Convert(LoadUnits(d, input), input, bytes);
  hn::StoreU(bytes, d, output);
  return EncodeRest(encoder, input, hn::MaxLanes(D()), rest, output);
}

// Needs at least as many units as a block has.
template <class D, class Encoder, typename Unit>
HWY_INLINE size_t EncodeBlocks(D d,
                               Encoder encoder,
                               const Unit* input,
                               size_t n,
                               uint8_t* output) {
  constexpr size_t kStep = hn::MaxLanes(D());
  size_t i = 0;
  for (; n - i >= kStep; i += kStep) {
    const size_t done = EncodeBlock(d, encoder, input + i, output + i);
    if (done != kStep)
      return i + done;
  }
  if (i == n)
    return n;
  const size_t last = n - kStep;
  return last + EncodeBlock(d, encoder, input + last, output + last);
}

#if HWY_TARGET == HWY_AVX3_DL

// The first n of a block's units, and U+0001 after them: U+0000 isn't converted
// as fast.
HWY_INLINE Units<D8, char16_t> LoadFirstUnits(const char16_t* input, size_t n) {
  const uint64_t live = LowBits(n);
  const __m512i ones = _mm512_set1_epi16(1);
  return {
      V8{_mm512_mask_loadu_epi16(ones, static_cast<__mmask32>(live), input)},
      V8{_mm512_mask_loadu_epi16(ones, static_cast<__mmask32>(live >> 32),
                                 input + 32)}};
}
HWY_INLINE Units<D8, uint8_t> LoadFirstUnits(const uint8_t* input, size_t n) {
  return {V8{_mm512_maskz_loadu_epi8(LowBits(n), input)}};
}

// Fewer units than a block has.
template <class Encoder, typename Unit>
HWY_INLINE size_t
EncodePart(Encoder encoder, const Unit* input, size_t n, uint8_t* output) {
  V8 bytes;
  const uint64_t rest = encoder.Convert(LoadFirstUnits(input, n), input, bytes);
  _mm512_mask_storeu_epi8(output, LowBits(n), bytes.raw);
  return EncodeRest(encoder, input, n, rest, output);
}

#endif  // HWY_TARGET == HWY_AVX3_DL

template <template <class> class Encoder, typename Unit, typename... Table>
HWY_INLINE size_t
Encode(const Unit* input, size_t n, uint8_t* output, const Table&... table) {
  if (n >= kLanes)
    return EncodeBlocks(D8(), Encoder<D8>(table...), input, n, output);
#if HWY_TARGET == HWY_AVX3_DL
  return EncodePart(Encoder<D8>(table...), input, n, output);
#else
  if (kLanes > kShortLanes && n >= kShortLanes) {
    return EncodeBlocks(D8Short(), Encoder<D8Short>(table...), input, n,
                        output);
  }
  return 0;
#endif
}

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

template <class D>
using Utf16Encoder = WindowEncoder<D, char16_t>;
template <class D>
using Latin1Encoder = WindowEncoder<D, uint8_t>;

size_t Utf16ToSingleByte(const char16_t* input,
                         size_t n,
                         const SingleByteEncodeTable& table,
                         uint8_t* output) {
  return Encode<Utf16Encoder>(input, n, output, table);
}

size_t Latin1ToSingleByte(const uint8_t* input,
                          size_t n,
                          const SingleByteEncodeTable& table,
                          uint8_t* output) {
  return Encode<Latin1Encoder>(input, n, output, table);
}

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

size_t Utf16ToXUserDefined(const char16_t* input, size_t n, uint8_t* output) {
  return Encode<XUserDefined>(input, n, output);
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

HWY_EXPORT(Utf16ToSingleByte);
HWY_EXPORT(Latin1ToSingleByte);

size_t Utf16ToSingleByte(const char16_t* input,
                         size_t n,
                         const internal::SingleByteEncodeTable& table,
                         uint8_t* output) {
  return HWY_DYNAMIC_DISPATCH(Utf16ToSingleByte)(input, n, table, output);
}

size_t Latin1ToSingleByte(const uint8_t* input,
                          size_t n,
                          const internal::SingleByteEncodeTable& table,
                          uint8_t* output) {
  return HWY_DYNAMIC_DISPATCH(Latin1ToSingleByte)(input, n, table, output);
}

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

HWY_EXPORT(Utf16ToXUserDefined);

size_t Utf16ToXUserDefined(const char16_t* input, size_t n, uint8_t* output) {
  return HWY_DYNAMIC_DISPATCH(Utf16ToXUserDefined)(input, n, output);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
