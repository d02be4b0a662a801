// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The four bytes of gb18030, as four_bytes.h has them: two pairs whose trails
// are digits, the halves of a character. In a run of halves the first is the
// first one of a character, the next its second one, and so on: that's leads
// and trails again. It holds for what is malformed, too. A first half with no
// second one is an error and a digit, and what comes after it begins a
// character.
//
// Those beyond the BMP have a unit for each half.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_MULTI_BYTE_FOUR_BYTES_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_FOUR_BYTES_INL_H_
#undef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_FOUR_BYTES_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_FOUR_BYTES_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "src/kernels/multi_byte/byte_pairs-inl.h"
#include "src/kernels/multi_byte/four_bytes.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"
#include "src/tables/multi_byte.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// A row of index gb18030 ranges.
class FourByteRange {
 public:
  HWY_INLINE FourByteRange() { GoTo(0); }
  HWY_INLINE void GoTo(uint32_t pointer) {
    const size_t i = internal::Gb18030RangeOf(pointer);
    const uint32_t first = internal::kGb18030Ranges[i].pointer;
    const uint32_t end = i + 1 < internal::kGb18030RangeCount
                             ? internal::kGb18030Ranges[i + 1].pointer
                             : internal::kGb18030RangesPointerCount;
    const D16 d;
    first_ = hn::Set(d, static_cast<uint16_t>(first));
    span_ = hn::Set(d, static_cast<uint16_t>(end - first - 1));
    to_units_ = hn::Set(d, static_cast<uint16_t>(
                               internal::kGb18030Ranges[i].code_point - first));
  }

  HWY_INLINE M16 Has(V16 pointers) const {
    constexpr uint16_t kException = internal::kGb18030ExceptionalPointer;
    return hn::And(IsUpTo(hn::Sub(pointers, first_), span_),
                   hn::Ne(pointers, InRegister(hn::Set(D16(), kException))));
  }
  HWY_INLINE V16 Units(V16 pointers) const {
    return hn::Add(pointers, to_units_);
  }

 private:
  V16 first_;
  V16 span_;
  V16 to_units_;
};

// One character, or two of them.
class FourByteHalves {
 public:
  HWY_INLINE explicit FourByteHalves(V16 pairs)
      : first_(hn::ShiftRight<8>(pairs)),
        digit_(
            hn::Sub(hn::And(pairs, Set(0xFF)), Set(FourBytes::kFirstDigit))) {}

  HWY_INLINE M16 is_half() const {
    return hn::And(IsUpTo(hn::Sub(first_, Set(FourBytes::kFirstLead)),
                          InRegister(Set(FourBytes::kLeadCount - 1))),
                   IsUpTo(digit_, InRegister(Set(FourBytes::kDigitCount - 1))));
  }
  HWY_INLINE V16 pointer() const {
    return hn::Add(hn::Mul(hn::Sub(first_, Set(FourBytes::kFirstLead)),
                           Set(FourBytes::kDigitCount)),
                   digit_);
  }

 private:
  static HWY_INLINE V16 Set(uint32_t value) {
    return hn::Set(D16(), static_cast<uint16_t>(value));
  }

  const V16 first_;
  const V16 digit_;
};

HWY_INLINE bool IsFourByteHalf(BytePair pair) {
  return FourBytes::IsHalf(pair >> 8, pair & 0xFF);
}

// The pointer of two halves.
HWY_INLINE uint32_t FourBytePointer(const BytePair* halves) {
  const auto number = [](uint32_t pair) {
    return FourBytes::HalfNumber(pair >> 8, pair & 0xFF);
  };
  return FourBytes::Pointer(number(halves[0]), number(halves[1]));
}

// The 20 bits of a code point beyond the BMP, by the pointers of both halves.
class SupplementaryBits {
 public:
  HWY_INLINE SupplementaryBits(V16 half, V16 next) {
    const D16 d;
    const V16 rest = hn::Sub(half, hn::Set(d, kFirstHalf));
    const V16 factor = hn::Set(d, FourBytes::kHalfCount);
    const V16 product = hn::Mul(rest, factor);
    low_ = hn::Add(product, next);
    // One more, if the sum is less than what was added.
    const M16 no_carry = IsUpTo(next, low_);
    high_ = hn::Add(hn::MulHigh(rest, factor),
                    hn::IfThenZeroElse(no_carry, InRegister(hn::Set(d, 1))));
  }

  static HWY_INLINE M16 Begins(V16 half) {
    return IsUpTo(InRegister(hn::Set(D16(), kFirstHalf)), half);
  }
  HWY_INLINE M16 is_valid() const {
    return IsUpTo(high_, InRegister(hn::Set(D16(), 15)));
  }
  HWY_INLINE V16 Lead() const {
    return hn::Or(hn::Set(D16(), 0xD800),
                  hn::Or(hn::ShiftLeft<6>(high_), hn::ShiftRight<10>(low_)));
  }
  HWY_INLINE V16 Trail() const {
    return hn::Or(hn::Set(D16(), 0xDC00), hn::And(low_, hn::Set(D16(), 0x3FF)));
  }

 private:
  // The first half of U+10000.
  static constexpr uint16_t kFirstHalf =
      FourBytes::kFirstSupplementary / FourBytes::kHalfCount;
  static_assert(FourBytes::kFirstSupplementary % FourBytes::kHalfCount == 0);

  V16 low_;
  V16 high_;
};

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
