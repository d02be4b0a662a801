// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Where the units of byte pairs are in the table of a TwoByteDecoding.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_MULTI_BYTE_PAIR_INDEX_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_PAIR_INDEX_INL_H_
#undef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_PAIR_INDEX_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_PAIR_INDEX_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "src/kernels/multi_byte/two_byte_decode.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"
#include "src/tables/multi_byte.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// A pair whose first byte is a lead is at a row and a column of the table, a
// single byte at the place of its own value.
class PairIndexer {
  // Columns begin behind the single bytes.
  static constexpr uint32_t kFirstColumn = internal::kFirstPair;

 public:
  HWY_INLINE explicit PairIndexer(const TwoByteDecoding& decoding)
      : flip_(Set16(uint32_t{decoding.lead_flip} << 8)),
        first_pair_(
            Set16(uint32_t{decoding.first_lead} << 8 | decoding.first_trail)),
        last_row_(Set16(uint32_t{decoding.last_lead} - decoding.first_lead)),
        row_size_(Set16(uint32_t{decoding.last_trail} - decoding.first_trail +
                        (decoding.no_trail == 0 ? 1 : 0))),
        last_column_(
            Set16(kFirstColumn + decoding.last_trail - decoding.first_trail)),
        no_column_(
            Set16(kFirstColumn + decoding.no_trail - decoding.first_trail)),
        none_(Set16(decoding.none)),
        katakana_lead_(Set16(decoding.katakana_lead)),
        has_no_trail_(decoding.no_trail != 0),
        has_katakana_(decoding.katakana_lead != 0) {}

  // The index of each pair, which is none() for a lead without a trail.
  HWY_INLINE V16 Indexes(V16 pairs) const {
    const V16 first = hn::ShiftRight<8>(pairs);
    // The low byte may borrow from the high one. If it does, it is above the
    // last column, so there's no pair; and the first lead becomes a byte that
    // stands alone and has no unit. Nothing else changes sides: ASCII isn't
    // so near to the leads.
    const V16 from_first = hn::Sub(hn::Xor(pairs, flip_), first_pair_);
    const V16 row = hn::ShiftRight<8>(from_first);
    const V16 index = IndexOf(row, hn::And(from_first, Set16(0xFF)));
    const M16 is_single = IsAbove(row, last_row_);
    if (!has_katakana_)
      return hn::IfThenElse(is_single, first, index);
    // No byte above 0x7F stands alone.
    return hn::IfThenElse(
        hn::Eq(first, katakana_lead_),
        hn::Max(hn::And(pairs, Set16(0xFF)), Set16(0x80)),
        hn::IfThenElse(is_single, hn::Min(first, Set16(0x80)), index));
  }

  HWY_INLINE V16 none() const { return none_; }

 private:
  // If both are positive.
  static HWY_INLINE M16 IsAbove(V16 v, V16 last) {
    const hn::RebindToSigned<D16> di;
    return hn::RebindMask(D16(),
                          hn::Gt(hn::BitCast(di, v), hn::BitCast(di, last)));
  }

  // Of a lead's row and the distance of the byte after it from the first trail.
  HWY_INLINE V16 IndexOf(V16 row, V16 from_first_trail) const {
    V16 column = hn::Or(from_first_trail, Set16(kFirstColumn));
    M16 is_none = IsAbove(column, last_column_);
    if (has_no_trail_) {
      is_none = hn::Or(is_none, hn::Eq(column, no_column_));
      column = hn::Sub(column, hn::IfThenElseZero(IsAbove(column, no_column_),
                                                  InRegister(Set16(1))));
    }
    return hn::IfThenElse(is_none, none_,
                          hn::Add(hn::Mul(row, row_size_), column));
  }

  const V16 flip_;
  const V16 first_pair_;
  const V16 last_row_;
  const V16 row_size_;
  const V16 last_column_;
  const V16 no_column_;
  const V16 none_;
  const V16 katakana_lead_;
  const bool has_no_trail_;
  const bool has_katakana_;
};

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
