// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Four-byte characters of gb18030 for two_byte_encode.cc. Their bytes are as
// four_bytes.h has them.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_MULTI_BYTE_GB18030_ENCODE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_GB18030_ENCODE_INL_H_
#undef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_GB18030_ENCODE_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_GB18030_ENCODE_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/kernels/multi_byte/byte_shuffles.h"
#include "src/kernels/multi_byte/four_bytes.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// Four bytes are two halves: the quotient and the remainder of a pointer
// divided by 1260, or two lanes of 16 bits. For a pair of surrogates these are
// the lanes that the pair has already; a character of the BMP needs another
// lane.
//
// Of the 206 ranges of pointers two have nearly all scripts that aren't in the
// index: U+0452 to U+200F, Armenian to Greek Extended, and U+9FA6 to U+D7FF,
// where Hangul is. Vectors do those, and what's in others goes one by one.
class FourByteCharacters {
 public:
  static constexpr uint16_t kDivisor = FourBytes::kHalfCount;

  // What needn't be looked up, since it's in one of the two ranges or is a
  // surrogate.
  static HWY_INLINE M16 NeedNoLookup(V16 units) {
    return hn::Or(InRange1(units),
                  IsUpTo(hn::Sub(units, Set(kFirst2)), Set(0xDFFF - kFirst2)));
  }
  static HWY_INLINE M16 InRanges(V16 units) {
    return hn::Or(InRange1(units),
                  IsUpTo(hn::Sub(units, Set(kFirst2)), Set(kLast2 - kFirst2)));
  }

  // Of units in the ranges.
  static HWY_INLINE void GetHalves(V16 units, V16& first, V16& second) {
    const V16 pointers =
        hn::Add(units, hn::IfThenElse(IsUpTo(Set(kFirst2), units),
                                      InRegister(Set(kToPointer2)),
                                      InRegister(Set(kToPointer1))));
    const V16 quotients =
        hn::ShiftRight<10>(hn::MulHigh(pointers, Set(kReciprocal + 1)));
    first = Half(quotients);
    second = Half(hn::Sub(pointers, hn::Mul(quotients, Set(kDivisor))));
  }

  static HWY_INLINE M16 IsSurrogate(V16 units) {
    return hn::Eq(hn::ShiftRight<11>(units), Set(0xD800 >> 11));
  }

  // Replaces those of `units` that are in pairs by their halves, and returns
  // which they are. `before` and `after` have the units beside them.
  static HWY_INLINE M16 ReplacePairs(V16& units, V16 before, V16 after) {
    const M16 is_lead = hn::And(IsLead(units), IsTrail(after));
    const M16 is_trail = hn::And(IsTrail(units), IsLead(before));
    const V16 leads = LowTenBits(hn::IfThenElse(is_trail, before, units));
    const V16 trails = LowTenBits(hn::IfThenElse(is_trail, units, after));
    // 1024 divided by 1260, as 64 by 1260 divided by 16, is too small by 1
    // where it has no remainder.
    const V16 quotients = hn::ShiftRight<6>(
        hn::MulHigh(hn::ShiftLeft<6>(leads), Set(kReciprocal)));
    const V16 sums = hn::Add(
        hn::Sub(hn::ShiftLeft<10>(leads), hn::Mul(quotients, Set(kDivisor))),
        trails);
    const M16 carry = IsUpTo(Set(kDivisor), sums);
    const V16 one = hn::IfThenElseZero(carry, InRegister(Set(1)));
    const V16 first =
        Half(hn::Add(hn::Add(quotients, one),
                     Set(FourBytes::kFirstSupplementary / kDivisor)));
    const V16 second = Half(
        hn::Sub(sums, hn::IfThenElseZero(carry, InRegister(Set(kDivisor)))));
    const M16 in_pair = hn::Or(is_lead, is_trail);
    units =
        hn::IfThenElse(is_lead, first, hn::IfThenElse(is_trail, second, units));
    return in_pair;
  }

 private:
  static constexpr uint16_t kFirst1 = 0x0452;
  static constexpr uint16_t kLast1 = 0x200F;
  static constexpr uint32_t kPointer1 = 820;  // Of U+0452.
  static constexpr uint32_t kToPointer1 = kPointer1 - kFirst1;
  // A few after U+9FA6 have two bytes.
  static constexpr uint16_t kFirst2 = 0xA000;
  static constexpr uint16_t kLast2 = 0xD7FF;
  static constexpr uint32_t kPointer2 = 19043;  // Of U+9FA6.
  static constexpr uint32_t kToPointer2 = kPointer2 - 0x9FA6;
  // U+1E3F has two bytes since 2022.
  static constexpr uint16_t kTwoBytes1 = 0x1E3F;
  static_assert(FourBytes::kFirstSupplementary % kDivisor == 0);
  // Rounded down. One more is exact for pointers below 53431.
  static constexpr uint16_t kReciprocal = (uint32_t{1} << 26) / kDivisor;

  static HWY_INLINE V16 Set(uint32_t value) {
    return hn::Set(D16(), static_cast<uint16_t>(value));
  }
  static HWY_INLINE M16 InRange1(V16 units) {
    return hn::And(
        IsUpTo(hn::Sub(units, Set(kFirst1)), InRegister(Set(kLast1 - kFirst1))),
        hn::Ne(units, InRegister(Set(kTwoBytes1))));
  }
  static HWY_INLINE V16 LowTenBits(V16 units) {
    return hn::And(units, Set(0x3FF));
  }
  static HWY_INLINE M16 IsLead(V16 units) {
    return hn::Eq(hn::ShiftRight<10>(units), InRegister(Set(0xD800 >> 10)));
  }
  static HWY_INLINE M16 IsTrail(V16 units) {
    return hn::Eq(hn::ShiftRight<10>(units), InRegister(Set(0xDC00 >> 10)));
  }

  // Numbers below 1260 as two bytes, the first one low.
  static HWY_INLINE V16 Half(V16 numbers) {
    constexpr uint32_t kDigits = FourBytes::kDigitCount;
    const V16 tens = hn::MulHigh(numbers, Set(65536 / kDigits + 1));
    return hn::Add(hn::Sub(hn::ShiftLeft<8>(numbers),
                           hn::Mul(tens, Set((kDigits << 8) - 1))),
                   Set(FourBytes::kFirstDigit << 8 | FourBytes::kFirstLead));
  }
};

// Writes the low byte of each lane of `first`, the high byte of those in
// `high`, and both bytes of those of `second` in `fours`. Writes over four
// bytes a lane.
template <class D>
HWY_INLINE size_t CompressFoursByTable(D d,
                                       hn::Vec<D> first,
                                       hn::Vec<D> second,
                                       uint64_t high,
                                       uint64_t fours,
                                       uint8_t* out) {
  if constexpr (hn::MaxLanes(D()) == 8) {
    const hn::Repartition<uint8_t, D> d8;
    const auto put = [&](hn::Vec<D> v, uint64_t set_high, uint64_t set_fours) {
      const size_t set = (set_high & 15) | (set_fours & 15) << 4;
      hn::StoreU(hn::TableLookupBytes(hn::BitCast(d8, v),
                                      hn::Load(d8, kFourByteTable.bytes[set])),
                 d8, out);
      out += 4 + static_cast<size_t>(std::popcount(set_high & 15)) +
             2 * static_cast<size_t>(std::popcount(set_fours & 15));
    };
    const uint8_t* const begin = out;
    put(hn::InterleaveLower(d, first, second), high, fours);
    put(hn::InterleaveUpper(d, first, second), high >> 4, fours >> 4);
    return static_cast<size_t>(out - begin);
  } else {
    const hn::Half<D> dh;
    constexpr size_t kHalf = hn::MaxLanes(hn::Half<D>());
    const size_t count =
        CompressFoursByTable(dh, hn::LowerHalf(dh, first),
                             hn::LowerHalf(dh, second), high, fours, out);
    return count + CompressFoursByTable(
                       dh, hn::UpperHalf(dh, first), hn::UpperHalf(dh, second),
                       high >> kHalf, fours >> kHalf, out + count);
  }
}

// The first `n` lanes: one byte or two of `first`, and two of `second` if it
// isn't 0. Nothing else is written if `kExact`, and over 4 * kLanes16 bytes if
// not.
template <bool kExact>
HWY_INLINE size_t CompressFours(V16 first, V16 second, size_t n, uint8_t* out) {
#if HWY_TARGET <= HWY_AVX3_DL
  const __m512i even = InOrderToInterleave(first.raw);
  const __m512i odd = InOrderToInterleave(second.raw);
  const auto put = [out](__m512i v, size_t lanes, size_t at) HWY_ATTR {
    uint64_t keep = _mm512_test_epi8_mask(v, v) | 0x1111111111111111;
    if constexpr (kExact)
      keep &= LowBits(4 * lanes);
    return CompressBytes<kExact>(V8{v}, keep, out + at);
  };
  constexpr size_t kHalf = kLanes16 / 2;
  size_t count = put(_mm512_unpacklo_epi16(even, odd), n, 0);
  if (!kExact || n > kHalf)
    count += put(_mm512_unpackhi_epi16(even, odd), n - kHalf, count);
  return count;
#else
  const D16 d;
  uint64_t high = MaskToBits(d, IsUpTo(hn::Set(d, 0x100), first));
  uint64_t fours = MaskToBits(d, hn::Ne(second, hn::Zero(d)));
  if constexpr (kExact) {
    high &= LowBits(n);
    fours &= LowBits(n);
    uint8_t buffer[4 * kLanes16];
    CompressFoursByTable(d, first, second, high, fours, buffer);
    const size_t count = n + static_cast<size_t>(std::popcount(high)) +
                         2 * static_cast<size_t>(std::popcount(fours));
    std::memcpy(out, buffer, count);
    return count;
  } else {
    return CompressFoursByTable(d, first, second, high, fours, out);
  }
#endif
}

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
