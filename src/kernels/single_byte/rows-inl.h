// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Bytes that are decoded without a lookup of their own, since they are as far
// from their units as most of their rows of 16; and the exceptions among them.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_ROWS_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_ROWS_INL_H_
#undef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_ROWS_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_ROWS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "src/kernels/single_byte/byte_table-inl.h"
#include "src/kernels/single_byte/latin1-inl.h"
#include "src/kernels/vectors-inl.h"
#include "src/tables/single_byte.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// The low and the high bytes of units.
template <class D>
struct UnitBytes {
  hn::Vec<D> low;
  hn::Vec<D> high;
};

// Whether most text has few exceptions, if it's in the encoding's script.
inline bool HasRegularRows(const internal::SingleByteDecodeTable& table) {
  constexpr int kMost = 4;
  return table.regular_rows >= kMost;
}

// Units that are their bytes.
template <class D>
class Latin1Rows : public Latin1Exceptions<D> {
 public:
  static constexpr bool kFewExceptions = true;

  HWY_INLINE explicit Latin1Rows(const internal::SingleByteDecodeTable& table)
      : Latin1Exceptions<D>(table) {}

  HWY_INLINE UnitBytes<D> Get(hn::Vec<D> v) const { return {v, hn::Zero(D())}; }
};

// Any encoding.
template <class D>
class ScriptRows {
 public:
  static constexpr bool kFewExceptions = false;

  HWY_INLINE explicit ScriptRows(const internal::SingleByteDecodeTable& table)
      : low_(hn::LoadDup128(D(), table.units->row_low)),
        high_(hn::LoadDup128(D(), table.units->row_high)),
        exceptions_(hn::LoadDup128(D(), table.units->exceptions)) {}

  HWY_INLINE UnitBytes<D> Get(hn::Vec<D> v) const {
    const auto row = RowOf(v);
    return {hn::Add(v, hn::TableLookupBytes(low_, row)),
            hn::TableLookupBytes(high_, row)};
  }

  HWY_INLINE hn::Mask<D> Exceptions(hn::Vec<D> v) const {
    alignas(16) static constexpr uint8_t kRowBits[16] = {
        // More than ASCII's bits, which are none.
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80};
    const D d;
    const auto rows = hn::TableLookupBytesOr0(
        exceptions_, LaneIndex<D>(hn::Xor(v, hn::Set(d, 0x80))));
    const auto row =
        hn::TableLookupBytes(hn::LoadDup128(d, kRowBits), RowOf(v));
    return hn::Eq(hn::And(rows, row), row);
  }

 private:
  static HWY_INLINE hn::Vec<D> RowOf(hn::Vec<D> v) {
    const D d;
    const hn::Repartition<uint16_t, D> d16;
    return hn::And(hn::BitCast(d, hn::ShiftRight<4>(hn::BitCast(d16, v))),
                   hn::Set(d, 0x0F));
  }

  hn::Vec<D> low_;
  hn::Vec<D> high_;
  hn::Vec<D> exceptions_;
};

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
