// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What windows-1252 and its like share with Latin-1, which is nearly all.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_LATIN1_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_LATIN1_INL_H_
#undef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_LATIN1_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_LATIN1_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// Whether an encoding is all but Latin-1: what isn't are few bytes that follow
// each other, as 0x80 to 0x9F of windows-1252. `Table` is one of
// ../../tables/single_byte.h.
template <class Table>
HWY_INLINE bool IsNearlyLatin1(const Table& table) {
  constexpr int kFew = 64;
  return table.identity_suffix - table.identity_prefix <= kFew;
}

// The exceptions of such an encoding: one range of bytes, and of units.
template <class D>
class Latin1Exceptions {
 public:
  template <class Table>
  HWY_INLINE explicit Latin1Exceptions(const Table& table)
      : to_lowest_(hn::Set(D(), static_cast<uint8_t>(-table.identity_prefix))),
        end_(hn::Set(DI(),
                     static_cast<int8_t>(-0x80 + table.identity_suffix -
                                         table.identity_prefix))) {}

  HWY_INLINE hn::Mask<D> Exceptions(hn::Vec<D> v) const {
    // The range begins at the lowest of signed bytes, so one comparison does.
    const auto moved = hn::BitCast(DI(), hn::Add(v, to_lowest_));
    return hn::RebindMask(D(), hn::Lt(moved, end_));
  }

 private:
  using DI = hn::RebindToSigned<D>;

  hn::Vec<D> to_lowest_;
  hn::Vec<DI> end_;
};

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
