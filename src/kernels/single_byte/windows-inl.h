// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The bytes of a block of units in single-byte encodings, by windows of 128
// code points, as single_byte_encode.cc describes it.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_WINDOWS_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_WINDOWS_INL_H_
#undef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_WINDOWS_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_WINDOWS_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/single_byte/byte_table-inl.h"
#include "src/kernels/single_byte/latin1-inl.h"
#include "src/kernels/vectors-inl.h"
#include "src/tables/single_byte.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// As many units as D has lanes, in two vectors.
template <class D>
struct UnitVectors {
  hn::Vec<D> first;
  hn::Vec<D> second;
};

template <class D>
HWY_INLINE UnitVectors<D> LoadBlock(D d, const char16_t* input) {
  const uint8_t* const bytes = reinterpret_cast<const uint8_t*>(input);
  return {hn::LoadU(d, bytes), hn::LoadU(d, bytes + hn::MaxLanes(D()))};
}
template <class D>
HWY_INLINE hn::Vec<D> LoadBlock(D d, const uint8_t* input) {
  return hn::LoadU(d, input);
}

// What a block becomes.
template <class D>
struct WindowsBlock {
  hn::Vec<D> bytes;
  uint64_t missing;  // The units that no byte was found for.
  bool all_ascii;    // If that is worth knowing.
};

// An encoder has two functions:
//
//   Convert()       converts a block, which is at `input`
//   FallbackByte()  the byte of a missing unit, or 0 if the encoding has none,
//                   or the unit is U+0000

// Bytes 0x80 to 0xFF are U+F780 to U+F7FF.
template <class D>
struct XUserDefined {
  HWY_INLINE WindowsBlock<D> Convert(const UnitVectors<D>& units,
                                     const char16_t*) const {
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
  HWY_INLINE uint8_t FallbackByte(char16_t) const { return 0; }
};

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

HWY_INLINE const uint8_t* PageOf(const internal::SingleByteEncodeTable& table,
                                 size_t window) {
  return internal::kSingleByteEncodePages[table.pages[window]];
}

// Units below 0x8000 as bytes, those above 0xFF as 0xFF. Some instruction sets
// pack within groups of 16 bytes; InOrder() brings the bytes in order then.
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
#elif HWY_TARGET <= HWY_AVX3_DL
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

// A block whose units may all be Latin-1.
template <class D>
struct Latin1Bytes {
  hn::Vec<D> bytes;
  hn::Vec<D> not_latin1;  // All zero if there are none but Latin-1.
};

template <class D>
HWY_INLINE Latin1Bytes<D> ToLatin1(D d, const UnitVectors<D>& units) {
  const hn::Repartition<uint16_t, D> d16;
  const auto first = hn::BitCast(d16, units.first);
  const auto second = hn::BitCast(d16, units.second);
  return {InOrder(Pack(first, second)),
          hn::BitCast(d, hn::ShiftRight<8>(hn::Or(first, second)))};
}
template <class D>
HWY_INLINE Latin1Bytes<D> ToLatin1(D d, hn::Vec<D> units) {
  return {units, hn::Zero(d)};
}

// In the order of Pack().
template <class V>
struct Windows {
  V numbers;  // Of each unit's window, or 0xFF if it's that or above.
  V indexes;  // In it.
};

template <class D>
HWY_INLINE Windows<hn::Vec<D>> WindowsOf(D, const UnitVectors<D>& units) {
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
HWY_INLINE bool IsUsed(const internal::SingleByteEncodeTable& table,
                       size_t window) {
  return window < 0xFF && table.pages[window] != 0;
}

// Looks up one window, the main one unless the text begins in another, and from
// when a second one is needed also that. Single units of further windows are
// left to the fallback.
template <class D>
class Utf16Encoder {
 public:
  HWY_INLINE explicit Utf16Encoder(const internal::SingleByteEncodeTable& table)
      : table_(table),
        main_(table.main_window),
        main_page_({PageOf(table, main_)}) {}

  HWY_INLINE WindowsBlock<D> Convert(const UnitVectors<D>& units,
                                     const char16_t* input) {
    const D d;
    const auto windows = WindowsOf(d, units);
    const auto ascii = hn::Eq(windows.numbers, hn::Zero(d));
    const auto in_main = IsIn(windows, main_);
    auto found = hn::IfThenElseZero(ascii, windows.indexes);
    if (second_ == 0) {
      hn::Vec<D> bytes[1] = {hn::Zero(d)};
      main_page_.LookupIndexes(windows.indexes, bytes);
      found = hn::Or(found, hn::IfThenElseZero(in_main, bytes[0]));
    } else {
      // Both cost less together than one after the other.
      hn::Vec<D> bytes[2] = {hn::Zero(d), hn::Zero(d)};
      both_pages_.LookupIndexes(windows.indexes, bytes);
      found = hn::Or(found, hn::IfThenElseZero(in_main, bytes[0]));
      found =
          hn::Or(found, hn::IfThenElseZero(IsIn(windows, second_), bytes[1]));
    }
    found = InOrder(found);
    // Zero is a byte of nothing but U+0000.
    const uint64_t missing = MaskToBits(d, hn::Eq(found, hn::Zero(d)));
    if (HWY_UNLIKELY(missing != 0)) {
      AdoptWindow(
          input[std::countr_zero(missing)] >> internal::kSingleByteWindowBits,
          !hn::AllFalse(d, in_main));
    }
    return {found, missing, hn::AllTrue(d, ascii)};
  }

  HWY_INLINE uint8_t FallbackByte(char16_t unit) const {
    return table_.Byte(unit);
  }

 private:
  static HWY_INLINE hn::Mask<D> IsIn(const Windows<hn::Vec<D>>& windows,
                                     size_t window) {
    const D d;
    return hn::Eq(windows.numbers, hn::Set(d, static_cast<uint8_t>(window)));
  }

  // A window that is missing twice in a row takes the place of the second one,
  // and the first that is missing, of a main one that the text has no use for.
  HWY_INLINE void AdoptWindow(size_t window, bool main_is_used) {
    if (window == 0 || window == main_ || window == second_ ||
        !IsUsed(table_, window)) {
      return;
    }
    const uint8_t* const page = PageOf(table_, window);
    if (second_ == 0 && !main_is_used) {
      main_ = window;
      main_page_ = ByteTables<D, 1>({page});
    } else if (second_ == 0 || window == missed_) {
      second_ = window;
      both_pages_ = ByteTables<D, 2>({PageOf(table_, main_), page});
    }
    missed_ = window;
  }

  const internal::SingleByteEncodeTable& table_;
  size_t main_;
  size_t second_ = 0;  // 0 while there's none.
  size_t missed_ = 0;
  ByteTables<D, 1> main_page_;
  ByteTables<D, 2> both_pages_;  // If there's a second window.
};

// Latin-1 has but one other window than ASCII.
template <class D>
class WindowsLatin1Encoder {
 public:
  HWY_INLINE explicit WindowsLatin1Encoder(
      const internal::SingleByteEncodeTable& table)
      : page_({PageOf(table, 1)}) {}

  HWY_INLINE WindowsBlock<D> Convert(hn::Vec<D> units, const uint8_t*) const {
    const D d;
    const hn::RebindToSigned<D> di;
    const auto above_7f =
        hn::RebindMask(d, hn::Lt(hn::BitCast(di, units), hn::Zero(di)));
    hn::Vec<D> found[1] = {hn::IfThenZeroElse(above_7f, units)};
    page_.Lookup(units, found);
    const auto none = hn::And(above_7f, hn::Eq(found[0], hn::Zero(d)));
    return {found[0], MaskToBits(d, none), hn::AllFalse(d, above_7f)};
  }
  HWY_INLINE uint8_t FallbackByte(uint8_t) const { return 0; }

 private:
  const ByteTables<D, 1> page_;
};

#if HWY_TARGET <= HWY_AVX3_DL

// A window whose page is in registers.
struct Window512 {
  HWY_INLINE Window512(const internal::SingleByteEncodeTable& table,
                       size_t number)
      : numbers(_mm512_set1_epi8(static_cast<char>(number))),
        page(PageOf(table, number)) {}

  __m512i numbers;
  ByteTable512 page;
};

// Always looks up two windows, the main one and a second one, which becomes
// what was last needed besides, and further ones when a unit is in one.
template <>
class Utf16Encoder<D8> {
 public:
  HWY_INLINE explicit Utf16Encoder(const internal::SingleByteEncodeTable& table)
      : table_(table),
        main_(table, table.main_window),
        second_(table, table.second_window) {}

  HWY_INLINE WindowsBlock<D8> Convert(const UnitVectors<D8>& units,
                                      const char16_t* input) {
    const Windows<V8> windows = WindowsOf(D8(), units);
    const __m512i numbers = InOrder(windows.numbers).raw;
    const __m512i indexes = InOrder(windows.indexes).raw;
    const __mmask64 ascii = _mm512_testn_epi8_mask(numbers, numbers);
    const __mmask64 in_main = _mm512_cmpeq_epi8_mask(numbers, main_.numbers);
    const __mmask64 in_second =
        _mm512_cmpeq_epi8_mask(numbers, second_.numbers);
    const __mmask64 known = _kor_mask64(_kor_mask64(ascii, in_main), in_second);
    const bool all_ascii = _kortestc_mask64_u8(ascii, ascii);
    __m512i found = main_.page.LookupOrKeep(in_main, indexes);
    found =
        _mm512_mask_mov_epi8(found, in_second, second_.page.Lookup(indexes));
    const __mmask64 done = _mm512_mask_test_epi8_mask(known, found, found);
    if (HWY_LIKELY(_kortestc_mask64_u8(done, done)))
      return {V8{found}, 0, all_ascii};
    uint64_t missing = ~known;
    while (missing != 0) {
      const int i = std::countr_zero(missing);
      const size_t window = input[i] >> internal::kSingleByteWindowBits;
      // Text in another script may have a window for each unit. It goes no
      // further than this one.
      if (!IsUsed(table_, window))
        break;
      second_ = Window512(table_, window);
      const __mmask64 in_it = _mm512_cmpeq_epi8_mask(numbers, second_.numbers);
      found = _mm512_mask_mov_epi8(found, in_it, second_.page.Lookup(indexes));
      missing &= ~in_it;
    }
    // Zero is a byte of nothing but U+0000.
    missing |= _mm512_testn_epi8_mask(found, found) & ~ascii;
    return {V8{found}, missing, all_ascii};
  }

  HWY_INLINE uint8_t FallbackByte(char16_t unit) const {
    return table_.Byte(unit);
  }

 private:
  const internal::SingleByteEncodeTable& table_;
  const Window512 main_;
  Window512 second_;
};

#endif  // HWY_TARGET <= HWY_AVX3_DL

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
