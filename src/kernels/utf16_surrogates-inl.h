// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Surrogates of UTF-16LE and UTF-16BE as bits of words, and lone ones replaced
// by such bits.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF16_SURROGATES_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF16_SURROGATES_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF16_SURROGATES_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF16_SURROGATES_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

// What differs between the byte orders. Surrogates are told apart before bytes
// change places.
template <bool kBigEndian>
struct ByteOrder {
  // The constant for units as they were loaded.
  static constexpr bool kLowByteTells = kBigEndian;
  static constexpr uint16_t Loaded(uint16_t unit) {
    return static_cast<uint16_t>(kBigEndian ? unit << 8 | unit >> 8 : unit);
  }
  template <class V>
  static HWY_INLINE V ToNative(V v) {
    if constexpr (kBigEndian)
      return hn::Or(hn::ShiftLeft<8>(v), hn::ShiftRight<8>(v));
    else
      return v;
  }
  static char16_t UnitAt(const uint8_t* bytes) {
    return static_cast<char16_t>(kBigEndian ? bytes[0] << 8 | bytes[1]
                                            : bytes[1] << 8 | bytes[0]);
  }
};

// A bit for each unit that is a lead, and that is a trail.
struct Surrogates {
  // Which of n units are lone, from what the units beside them are.
  HWY_INLINE uint64_t Lone(bool lead_before, bool trail_after, size_t n) const {
    const uint64_t before_trail = trails >> 1 | uint64_t{trail_after}
                                                    << (n - 1);
    const uint64_t after_lead = leads << 1 | uint64_t{lead_before};
    return (leads & ~before_trail) | (trails & ~after_lead);
  }

  // Whether trails stand behind leads, and nowhere else: none is lone then, nor
  // the unit before them.
  HWY_INLINE bool AllPaired(bool lead_before,
                            bool trail_after,
                            size_t n) const {
    return (leads << 1 | uint64_t{lead_before}) ==
               (n < 64 ? trails | uint64_t{trail_after} << n : trails) &&
           (n < 64 || (leads >> 63) == uint64_t{trail_after});
  }

  uint64_t leads;
  uint64_t trails;
};

// Of two vectors, by the bytes that tell.
template <class Order>
HWY_INLINE Surrogates SurrogatesOf(V16 v0, V16 v1) {
  const D8 d;
  const V8 lower = hn::BitCast(d, v0);
  const V8 upper = hn::BitCast(d, v1);
  V8 bytes;
  if constexpr (Order::kLowByteTells) {
    bytes = hn::ConcatEven(d, upper, lower);
  } else {
    bytes = hn::ConcatOdd(d, upper, lower);
  }
  bytes = hn::And(bytes, hn::Set(d, 0xFC));
  return {MaskToBits(d, hn::Eq(bytes, hn::Set(d, 0xD8))),
          MaskToBits(d, hn::Eq(bytes, hn::Set(d, 0xDC)))};
}

// Vectors in their order with U+FFFD in place of the units in `lone`.
template <class Order, class D>
HWY_INLINE hn::Vec<D> Replaced(D d, hn::Vec<D> v, uint64_t lone) {
  return hn::IfThenElse(BitsToMask(d, lone), InRegister(hn::Set(d, 0xFFFD)),
                        Order::ToNative(v));
}

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // HWY_TARGET

#endif  // per target
