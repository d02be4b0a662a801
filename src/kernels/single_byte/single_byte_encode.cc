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
#define HWY_TARGET_INCLUDE "src/kernels/single_byte/single_byte_encode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/copy.h"
#include "src/kernels/single_byte/byte_table-inl.h"
#include "src/kernels/single_byte/single_byte_encode.h"
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
template <class D>
struct Units {
  hn::Vec<D> first;
  hn::Vec<D> second;
};

template <class D>
HWY_INLINE Units<D> LoadUnits(D d, const char16_t* input) {
  const uint8_t* const bytes = reinterpret_cast<const uint8_t*>(input);
  return {hn::LoadU(d, bytes), hn::LoadU(d, bytes + hn::MaxLanes(D()))};
}
template <class D>
HWY_INLINE hn::Vec<D> LoadUnits(D d, const uint8_t* input) {
  return hn::LoadU(d, input);
}

// What an encoder makes of a block.
template <class D>
struct Block {
  hn::Vec<D> bytes;
  uint64_t rest;   // The units that it found no byte for.
  bool all_ascii;  // If that is worth knowing.
};

// An encoder has two functions:
//
//   Convert()  converts a block, which is at `input`
//   Byte()     the byte of a unit in `rest`, or 0 if it has none, or is U+0000

// Bytes 0x80 to 0xFF are U+F780 to U+F7FF.
template <class D>
struct XUserDefined {
  HWY_INLINE Block<D> Convert(const Units<D>& units, const char16_t*) const {
    const D d;
    const hn::RebindToSigned<D> di;
    const auto low = hn::ConcatEven(d, units.second, units.first);
    const auto high = hn::ConcatOdd(d, units.second, units.first);
    const auto above_7f =
        hn::RebindMask(d, hn::Lt(hn::BitCast(di, low), hn::Zero(di)));
    const auto right_high =
        hn::IfThenElseZero(above_7f, InRegister(hn::Set(d, 0xF7)));
    return {low, MaskToBits(d, hn::Ne(high, right_high)), false};
  }
  HWY_INLINE uint8_t Byte(char16_t) const { return 0; }
};

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

HWY_INLINE const uint8_t* PageOf(const SingleByteEncodeTable& table,
                                 size_t window) {
  return internal::kSingleByteEncodePages[table.pages[window]];
}

// Units below 0x8000 as bytes, those above 0xFF as 0xFF. Some instruction sets
// pack within blocks of 16 bytes; InOrder() brings the bytes in order then.
#if HWY_ARCH_X86
HWY_INLINE hn::Vec128<uint8_t> Pack(hn::Vec128<uint16_t> first,
                                    hn::Vec128<uint16_t> second) {
  return hn::Vec128<uint8_t>{_mm_packus_epi16(first.raw, second.raw)};
}
HWY_INLINE hn::Vec128<uint8_t> InOrder(hn::Vec128<uint8_t> packed) {
  return packed;
}
#if HWY_TARGET == HWY_AVX2
HWY_INLINE V8 Pack(hn::Vec256<uint16_t> first, hn::Vec256<uint16_t> second) {
  return V8{_mm256_packus_epi16(first.raw, second.raw)};
}
HWY_INLINE V8 InOrder(V8 packed) {
  return V8{_mm256_permute4x64_epi64(packed.raw, _MM_SHUFFLE(3, 1, 2, 0))};
}
#elif HWY_TARGET <= HWY_AVX3
HWY_INLINE V8 Pack(hn::Vec512<uint16_t> first, hn::Vec512<uint16_t> second) {
  return V8{_mm512_packus_epi16(first.raw, second.raw)};
}
HWY_INLINE V8 InOrder(V8 packed) {
  return V8{_mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7),
                                     packed.raw)};
}
#endif  // HWY_TARGET
#else
template <class V16>
HWY_INLINE auto Pack(V16 first, V16 second) {
  const hn::DFromV<V16> d16;
  const hn::Repartition<uint8_t, decltype(d16)> d;
  const auto most = hn::Set(d16, 0xFF);
  return hn::ConcatEven(d, hn::BitCast(d, hn::Min(second, most)),
                        hn::BitCast(d, hn::Min(first, most)));
}
template <class V>
HWY_INLINE V InOrder(V packed) {
  return packed;
}
#endif  // HWY_ARCH_X86

// In the order of Pack().
template <class V>
struct Windows {
  V numbers;  // Of each unit's window, or 0xFF if it's that or above.
  V indexes;  // In it.
};

template <class D>
HWY_INLINE Windows<hn::Vec<D>> WindowsOf(D, const Units<D>& units) {
  constexpr int kBits = internal::kSingleByteWindowBits;
  const hn::Repartition<uint16_t, D> d16;
  const auto first = hn::BitCast(d16, units.first);
  const auto second = hn::BitCast(d16, units.second);
  const auto low_bits = hn::Set(d16, internal::kSingleByteWindowSize - 1);
  return {Pack(hn::ShiftRight<kBits>(first), hn::ShiftRight<kBits>(second)),
          Pack(hn::And(first, low_bits), hn::And(second, low_bits))};
}

// Whether the window's number is a vector's for one, and there's anything in
// it.
HWY_INLINE bool IsUsed(const SingleByteEncodeTable& table, size_t window) {
  return window < 0xFF && table.pages[window] != 0;
}

// Looks up one window, the main one unless the text begins in another, and from
// when a second one is needed also that. Single units of others are left to
// Byte().
template <class D>
class Utf16Encoder {
 public:
  HWY_INLINE explicit Utf16Encoder(const SingleByteEncodeTable& table)
      : table_(table),
        main_(table.main_window),
        main_page_({PageOf(table, main_)}) {}

  HWY_INLINE Block<D> Convert(const Units<D>& units, const char16_t* input) {
    const D d;
    const auto windows = WindowsOf(d, units);
    const auto ascii = hn::Eq(windows.numbers, hn::Zero(d));
    const auto in_main = IsIn(windows, main_);
    auto found = hn::IfThenElseZero(ascii, windows.indexes);
    if (other_ == 0) {
      hn::Vec<D> bytes[1] = {hn::Zero(d)};
      main_page_.LookupIndexes(windows.indexes, bytes);
      found = hn::Or(found, hn::IfThenElseZero(in_main, bytes[0]));
    } else {
      // Both cost less together than one after the other.
      hn::Vec<D> bytes[2] = {hn::Zero(d), hn::Zero(d)};
      both_pages_.LookupIndexes(windows.indexes, bytes);
      found = hn::Or(found, hn::IfThenElseZero(in_main, bytes[0]));
      found =
          hn::Or(found, hn::IfThenElseZero(IsIn(windows, other_), bytes[1]));
    }
    found = InOrder(found);
    // Zero is a byte of nothing but U+0000.
    const uint64_t rest = MaskToBits(d, hn::Eq(found, hn::Zero(d)));
    if (HWY_UNLIKELY(rest != 0)) {
      Miss(input[std::countr_zero(rest)] >> internal::kSingleByteWindowBits,
           !hn::AllFalse(d, in_main));
    }
    return {found, rest, hn::AllTrue(d, ascii)};
  }

  HWY_INLINE uint8_t Byte(char16_t unit) const { return table_.Byte(unit); }

 private:
  static HWY_INLINE hn::Mask<D> IsIn(const Windows<hn::Vec<D>>& windows,
                                     size_t window) {
    const D d;
    return hn::Eq(windows.numbers, hn::Set(d, static_cast<uint8_t>(window)));
  }

  // A window that is missing twice in a row takes the place of the second one,
  // and the first that is missing, of a main one that the text has no use for.
  HWY_INLINE void Miss(size_t window, bool main_is_used) {
    if (window == 0 || window == main_ || window == other_ ||
        !IsUsed(table_, window)) {
      return;
    }
    const uint8_t* const page = PageOf(table_, window);
    if (other_ == 0 && !main_is_used) {
      main_ = window;
      main_page_ = ByteTables<D, 1>({page});
    } else if (other_ == 0 || window == missed_) {
      other_ = window;
      both_pages_ = ByteTables<D, 2>({PageOf(table_, main_), page});
    }
    missed_ = window;
  }

  const SingleByteEncodeTable& table_;
  size_t main_;
  size_t other_ = 0;  // 0 while there's none.
  size_t missed_ = 0;
  ByteTables<D, 1> main_page_;
  ByteTables<D, 2> both_pages_;  // If there's another.
};

// Latin-1 has but one other window than ASCII.
template <class D>
class Latin1Encoder {
 public:
  HWY_INLINE explicit Latin1Encoder(const SingleByteEncodeTable& table)
      : page_({PageOf(table, 1)}) {}

  HWY_INLINE Block<D> Convert(hn::Vec<D> units, const uint8_t*) const {
    const D d;
    const hn::RebindToSigned<D> di;
    const auto above_7f =
        hn::RebindMask(d, hn::Lt(hn::BitCast(di, units), hn::Zero(di)));
    hn::Vec<D> found[1] = {hn::IfThenZeroElse(above_7f, units)};
    page_.Lookup(units, found);
    const auto none = hn::And(above_7f, hn::Eq(found[0], hn::Zero(d)));
    return {found[0], MaskToBits(d, none), hn::AllFalse(d, above_7f)};
  }
  HWY_INLINE uint8_t Byte(uint8_t) const { return 0; }

 private:
  const ByteTables<D, 1> page_;
};

#if HWY_TARGET <= HWY_AVX3_DL

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
class Utf16Encoder<D8> {
 public:
  HWY_INLINE explicit Utf16Encoder(const SingleByteEncodeTable& table)
      : table_(table),
        main_(table, table.main_window),
        other_(table, table.main_window) {}

  HWY_INLINE Block<D8> Convert(const Units<D8>& units, const char16_t* input) {
    const Windows<V8> windows = WindowsOf(D8(), units);
    const __m512i numbers = InOrder(windows.numbers).raw;
    const __m512i indexes = InOrder(windows.indexes).raw;
    const __mmask64 ascii = _mm512_testn_epi8_mask(numbers, numbers);
    const __mmask64 in_main = _mm512_cmpeq_epi8_mask(numbers, main_.numbers);
    const __mmask64 in_other = _mm512_cmpeq_epi8_mask(numbers, other_.numbers);
    const __mmask64 known = _kor_mask64(_kor_mask64(ascii, in_main), in_other);
    const bool all_ascii = _kortestc_mask64_u8(ascii, ascii);
    __m512i found = main_.page.LookupOrKeep(in_main, indexes);
    found = _mm512_mask_mov_epi8(found, in_other, other_.page.Lookup(indexes));
    const __mmask64 done = _mm512_mask_test_epi8_mask(known, found, found);
    if (HWY_LIKELY(_kortestc_mask64_u8(done, done)))
      return {V8{found}, 0, all_ascii};
    uint64_t rest = ~known;
    while (rest != 0) {
      const int i = std::countr_zero(rest);
      const size_t window = input[i] >> internal::kSingleByteWindowBits;
      // Text in another script may have a window for each unit. It goes no
      // further than this one.
      if (!IsUsed(table_, window))
        break;
      other_ = Window512(table_, window);
      const __mmask64 in_it = _mm512_cmpeq_epi8_mask(numbers, other_.numbers);
      found = _mm512_mask_mov_epi8(found, in_it, other_.page.Lookup(indexes));
      rest &= ~in_it;
    }
    // Zero is a byte of nothing but U+0000.
    rest |= _mm512_testn_epi8_mask(found, found) & ~ascii;
    return {V8{found}, rest, all_ascii};
  }

  HWY_INLINE uint8_t Byte(char16_t unit) const { return table_.Byte(unit); }

 private:
  const SingleByteEncodeTable& table_;
  const Window512 main_;
  Window512 other_;
};

#endif  // HWY_TARGET <= HWY_AVX3_DL

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
    if (byte == 0 && input[i] != 0)
      return i;
    output[i] = byte;
  }
  return n;
}

HWY_INLINE size_t EncodeAscii(const char16_t* input, size_t n, uint8_t* out) {
  return NarrowAsciiPrefix(input, n, out);
}
HWY_INLINE size_t EncodeAscii(const uint8_t* input, size_t n, uint8_t* out) {
  return CopyAsciiPrefix(input, n, out);
}

// Needs at least as many units as a block has.
template <class D, class Encoder, typename Unit>
HWY_INLINE size_t EncodeBlocks(D d,
                               Encoder encoder,
                               const Unit* input,
                               size_t n,
                               uint8_t* output) {
  constexpr size_t kStep = hn::MaxLanes(D());
  size_t ascii_blocks = 0;
  size_t i = 0;
  while (i != n) {
    // The last block begins inside the one before it.
    const size_t at = std::min(i, n - kStep);
    const Block<D> block =
        encoder.Convert(LoadUnits(d, input + at), input + at);
    hn::StoreU(block.bytes, d, output + at);
    if (HWY_UNLIKELY(block.rest != 0)) {
      const size_t done =
          EncodeRest(encoder, input + at, kStep, block.rest, output + at);
      if (done != kStep)
        return at + done;
    }
    i = at + kStep;
    // A run that has proved long is worth a call.
    ascii_blocks = block.all_ascii ? ascii_blocks + 1 : 0;
    if (ascii_blocks == 4) {
      i += EncodeAscii(input + i, n - i, output + i);
      ascii_blocks = 0;
    }
  }
  return n;
}

#if HWY_TARGET <= HWY_AVX3_DL

// The first n of a block's units, and U+0001 after them: U+0000 isn't converted
// as fast.
HWY_INLINE Units<D8> LoadFirstUnits(const char16_t* input, size_t n) {
  const uint64_t live = LowBits(n);
  const __m512i ones = _mm512_set1_epi16(1);
  return {
      V8{_mm512_mask_loadu_epi16(ones, static_cast<__mmask32>(live), input)},
      V8{_mm512_mask_loadu_epi16(ones, static_cast<__mmask32>(live >> 32),
                                 input + 32)}};
}
HWY_INLINE V8 LoadFirstUnits(const uint8_t* input, size_t n) {
  return V8{_mm512_maskz_loadu_epi8(LowBits(n), input)};
}

// Fewer units than a block has.
template <class Encoder, typename Unit>
HWY_INLINE size_t
EncodePart(Encoder encoder, const Unit* input, size_t n, uint8_t* output) {
  const Block<D8> block = encoder.Convert(LoadFirstUnits(input, n), input);
  _mm512_mask_storeu_epi8(output, LowBits(n), block.bytes.raw);
  return EncodeRest(encoder, input, n, block.rest, output);
}

#endif  // HWY_TARGET <= HWY_AVX3_DL

template <template <class> class Encoder, typename Unit, typename... Table>
HWY_INLINE size_t
Encode(const Unit* input, size_t n, uint8_t* output, const Table&... table) {
  if (n >= kLanes8)
    return EncodeBlocks(D8(), Encoder<D8>(table...), input, n, output);
#if HWY_TARGET <= HWY_AVX3_DL
  return EncodePart(Encoder<D8>(table...), input, n, output);
#else
  if (kLanes8 > kShortLanes8 && n >= kShortLanes8) {
    return EncodeBlocks(D8Short(), Encoder<D8Short>(table...), input, n,
                        output);
  }
  return 0;
#endif
}

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

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
