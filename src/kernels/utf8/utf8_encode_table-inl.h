// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// How utf8_encode.cc writes bytes without VBMI2: by tables of shuffles, four or
// eight units at a time.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_TABLE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_TABLE_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_TABLE_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_TABLE_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "src/kernels/shuffle_tables.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128 && \
    HWY_TARGET > HWY_AVX3_DL

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

// What shuffles all of a vector: `lower` the first 16 bytes, `upper` the others
// if there are any.
template <class D>
HWY_INLINE hn::Vec<D> Shuffles(D d,
                               const uint8_t* lower,
                               [[maybe_unused]] const uint8_t* upper) {
  if constexpr (hn::MaxLanes(D()) == 16) {
    return hn::Load(d, lower);
  } else {
    const hn::Half<D> dh;
    return hn::Combine(d, hn::Load(dh, upper), hn::Load(dh, lower));
  }
}

// Each lane of 16 bits of `bytes` has a middle and a last byte, those in
// `middle` keep both. Writes up to 8 bytes more.
template <class D>
HWY_INLINE size_t
CompressTwo(D d, hn::Vec<D> bytes, uint64_t middle, uint8_t* out) {
  const uint8_t set0 = static_cast<uint8_t>(middle);
  const uint8_t set1 = static_cast<uint8_t>(middle >> 8);
  const auto kept = hn::TableLookupBytes(
      bytes, Shuffles(d, kKeptBytesTable.two[set0], kKeptBytesTable.two[set1]));
  const size_t count0 = 8u + kCompressTable.counts[set0];
  if constexpr (hn::MaxLanes(D()) == 16) {
    hn::StoreU(kept, d, out);
    return count0;
  } else {
    const hn::Half<D> dh;
    hn::StoreU(hn::LowerHalf(dh, kept), dh, out);
    hn::StoreU(hn::UpperHalf(dh, kept), dh, out + count0);
    return count0 + 8u + kCompressTable.counts[set1];
  }
}

// Each lane of 16 bits of `tops` has a top byte and one of ASCII, each of
// `bytes` a middle and a last one; `sets` has the two bits of each lane. Writes
// up to 16 bytes more than are kept.
template <class D>
HWY_INLINE size_t CompressThree(D d,
                                hn::Vec<D> tops,
                                hn::Vec<D> bytes,
                                uint64_t sets,
                                uint8_t* out) {
  const hn::Repartition<uint16_t, D> d16;
  const auto t = hn::BitCast(d16, tops);
  const auto b = hn::BitCast(d16, bytes);
  // The first four lanes of each block of eight, and the others.
  const auto even = hn::BitCast(d, hn::InterleaveLower(d16, t, b));
  const auto odd = hn::BitCast(d, hn::InterleaveUpper(d16, t, b));
  uint8_t set[4];
  for (size_t i = 0; i < 4; ++i) {
    set[i] = static_cast<uint8_t>(sets >> (8 * i));
  }
  const auto kept0 =
      hn::TableLookupBytes(even, Shuffles(d, kKeptBytesTable.three[set[0]],
                                          kKeptBytesTable.three[set[2]]));
  const auto kept1 =
      hn::TableLookupBytes(odd, Shuffles(d, kKeptBytesTable.three[set[1]],
                                         kKeptBytesTable.three[set[3]]));
  const size_t end0 = kKeptBytesTable.three_counts[set[0]];
  const size_t end1 = end0 + kKeptBytesTable.three_counts[set[1]];
  if constexpr (hn::MaxLanes(D()) == 16) {
    hn::StoreU(kept0, d, out);
    hn::StoreU(kept1, d, out + end0);
    return end1;
  } else {
    const hn::Half<D> dh;
    const size_t end2 = end1 + kKeptBytesTable.three_counts[set[2]];
    hn::StoreU(hn::LowerHalf(dh, kept0), dh, out);
    hn::StoreU(hn::LowerHalf(dh, kept1), dh, out + end0);
    hn::StoreU(hn::UpperHalf(dh, kept0), dh, out + end1);
    hn::StoreU(hn::UpperHalf(dh, kept1), dh, out + end2);
    return end2 + kKeptBytesTable.three_counts[set[3]];
  }
}

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // HWY_TARGET

#endif  // per target
