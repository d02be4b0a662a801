// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-16 of a few units to a two-byte encoding: the phases of
// two_byte_encode.cc for eight units at a time, in registers. All units are
// looked up, ASCII or not, so that nothing depends on what they are.

// Once for each target, as in Highway's own -inl.h files.
#if defined(                                                            \
    V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_ENCODE_SHORT_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_ENCODE_SHORT_INL_H_
#undef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_ENCODE_SHORT_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_ENCODE_SHORT_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/multi_byte/byte_shuffles.h"
#include "src/kernels/multi_byte/two_byte_encode.h"
#include "src/kernels/multi_byte/unit_map-inl.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

using DEight = hn::CappedTag<uint16_t, 8>;
using VEight = hn::Vec<DEight>;
inline constexpr size_t kEight = hn::MaxLanes(DEight());

// The values of eight units in a map. From general registers: no CPU forwards
// what has been stored one by one to the load of a vector.
HWY_INLINE VEight ValuesOf(VEight units, const internal::UnitMap& map) {
  constexpr int kBits = internal::UnitMap::kPageBits;
  const DEight d;
  const hn::Repartition<uint64_t, DEight> d64;
  alignas(16) uint16_t lanes[kEight];
  hn::Store(units, d, lanes);
  uint64_t words[2] = {0, 0};
#pragma GCC unroll kEight
  for (size_t i = 0; i < kEight; ++i) {
    const size_t unit = lanes[i];
    const uint64_t value =
        map.values[map.pages[unit >> kBits] + (unit & ((1u << kBits) - 1))];
    words[i / 4] |= value << (16 * (i % 4));
  }
  return hn::BitCast(d, hn::InterleaveLower(d64, hn::Set(d64, words[0]),
                                            hn::Set(d64, words[1])));
}

// Returns how many bytes n units became, or 0 if not all are ASCII or in the
// map, or might not fit. Then the output has anything.
HWY_INLINE size_t EncodeByEights(const TwoByteEncoding& encoding,
                                 const char16_t* input,
                                 size_t n,
                                 uint8_t* output,
                                 size_t output_size) {
  const DEight d;
  const hn::Repartition<uint8_t, DEight> d8;
  if (n == 0 || output_size < 2 * n)
    return 0;
  const PairsOfValues<DEight> pairs_of(*encoding.map, encoding.layout,
                                       encoding.first_excluded,
                                       encoding.excluded_count);
  uint8_t* out = output;
  for (size_t i = 0; i < n; i += kEight) {
    const size_t size = std::min(n - i, kEight);
    const VEight units = hn::BitCast(
        d,
        LoadPartial(d8, reinterpret_cast<const uint8_t*>(input + i), 2 * size));
    const auto is_ascii = hn::Eq(hn::ShiftRight<7>(units), hn::Zero(d));
    const VEight pairs = hn::IfThenElse(
        is_ascii, units, pairs_of.Get(ValuesOf(units, *encoding.map)));
    // Zero is a byte of nothing but U+0000.
    const auto is_zero = hn::Eq(pairs, hn::Zero(d));
    if (!hn::AllFalse(d, hn::AndNot(is_ascii, is_zero)))
      return 0;
    const size_t high = static_cast<size_t>(
        MaskToBits(d, hn::Ne(hn::ShiftRight<8>(pairs), hn::Zero(d))));
    const auto bytes = hn::TableLookupBytes(
        hn::BitCast(d8, pairs), hn::Load(d8, kHighBytesTable.bytes[high]));
    const size_t count = size + static_cast<size_t>(std::popcount(high));
    if (HWY_LIKELY(output + output_size - out >= 16)) {
      hn::StoreU(bytes, d8, out);
    } else {
      uint8_t buffer[16];
      hn::StoreU(bytes, d8, buffer);
      CopyBytes(buffer, count, out);
    }
    out += count;
  }
  return static_cast<size_t>(out - output);
}

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
