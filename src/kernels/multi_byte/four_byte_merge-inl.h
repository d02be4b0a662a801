// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The phase of two-byte decoding that only gb18030 has, for batches with
// characters of four bytes. Each of those is two byte pairs, its halves (see
// four_bytes-inl.h), whose code units are arithmetic, not a lookup:
//
//   in the BMP      the unit belongs to the first half, the second is dropped
//   beyond the BMP  each half has a unit, a surrogate
//   malformed       the first half stays, for the scalar fallback, and the
//                   second is dropped
//
// So the byte pairs that stay have a unit each, and phase 3 goes over those.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_MULTI_BYTE_FOUR_BYTE_MERGE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_FOUR_BYTE_MERGE_INL_H_
#undef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_FOUR_BYTE_MERGE_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_FOUR_BYTE_MERGE_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/multi_byte/byte_pairs-inl.h"
#include "src/kernels/multi_byte/four_bytes-inl.h"
#include "src/kernels/multi_byte/four_bytes.h"
#include "src/kernels/multi_byte/two_byte_batch-inl.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"
#include "src/tables/multi_byte.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// Whether a batch has more halves than are worth asking the scalar fallback
// for, one character at a time. decode/gb18030/chinese-rare/64KiB takes 18 %
// longer with 16 than with 32 pairs for each half, and random/64KiB 70 % longer
// with 64 (AVX3_DL). On AVX2 8 is as good as 16; with 64 random/64KiB takes 75
// % longer. korean/64KiB takes ten times as long if halves are never many, and
// chinese-errors/64KiB 14 % longer if they always are.
HWY_INLINE bool HasManyHalves(Batch& batch) {
  constexpr size_t kFew = kHasVbmi2 ? 32 : 16;
  const D16 d;
  size_t halves = 0;
  for (size_t i = 0; i < batch.size; i += kLanes16) {
    const FourByteHalves these(hn::LoadU(d, batch.pairs() + i));
    halves +=
        static_cast<size_t>(std::popcount(MaskToBits(d, these.is_half())));
    if (kFew * halves > batch.size)
      return true;
  }
  return false;
}

class FourByteMerger {
 public:
  HWY_INLINE explicit FourByteMerger(Batch& batch) : batch_(batch) {}

  // Lists which byte pairs stay, with their indexes and units, without gaps.
  // Returns how many those are.
  HWY_INLINE size_t Merge() {
    batch_.pairs()[-1] = 0;
    for (size_t i = 0; i < batch_.size; i += kLanes16)
      MergeVector(i);
    return kept_;
  }

 private:
  // A vector of byte pairs, with the results so far: a bit for each pair.
  struct Vector {
    // GCC compiles an implicit one without the target's instructions.
    HWY_INLINE Vector() {}

    const BytePair* at;
    V16 half;         // The pointer of each half,
    V16 next_half;    // and of the half after it.
    uint64_t wholes;  // First halves with a second half after them.
    uint64_t keep;    // The pairs that stay.
    uint64_t done;    // The pairs whose unit is in `units`.
    V16 units;
  };

  HWY_INLINE void MergeVector(size_t i) {
    const D16 d;
    Vector v;
    v.at = batch_.pairs() + i;
    const FourByteHalves these(hn::LoadU(d, v.at));
    const FourByteHalves next(hn::LoadU(d, v.at + 1));
    FindWholes(i, MaskToBits(d, these.is_half()), v);
    v.half = these.pointer();
    v.next_half = next.pointer();
    const uint64_t out_of_range = MakeBmpUnits(v);
    if ((v.wholes & ~v.done) != 0 || first_is_trail_ != 0)
      MakeSurrogates(v);
    const V16 index = hn::IfThenZeroElse(BitsToMask(d, v.done),
                                         hn::LoadU(d, batch_.indexes + i));
    CompressLanes(d, index, v.keep, batch_.indexes + kept_);
    const size_t count =
        CompressLanes(d, v.units, v.keep, batch_.units + kept_);
    batch_.kept[i / kLanes16] = v.keep;
    MakeUnitsOneByOne(v, out_of_range);
    kept_ += count;
  }

  // Finds the characters, as leads and trails are found.
  HWY_INLINE void FindWholes(size_t i, uint64_t is_half, Vector& v) {
    const size_t live = std::min(batch_.size - i, kLanes16);
    const uint64_t halves = is_half & LowBits(live);
    const uint64_t before_half =
        halves >> 1 | uint64_t{IsFourByteHalf(v.at[kLanes16])}
                          << (kLanes16 - 1);
    const uint64_t firsts = Leads(halves & ~first_is_second_half_);
    v.wholes = firsts & before_half;
    const uint64_t seconds = v.wholes << 1 | first_is_second_half_;
    first_is_second_half_ = v.wholes >> (kLanes16 - 1) & 1;
    v.keep = LowBits(live) & ~seconds;
    if (i + live == batch_.size && (firsts & ~v.wholes) >> (live - 1) != 0) {
      // The first half at the end goes into the next batch.
      v.keep &= LowBits(live - 1);
      batch_.bytes = batch_.BytesBefore(batch_.size - 1);
      --batch_.size;
    }
  }

  // Returns the characters in the BMP that are neither in the range that the
  // vector's first character is in nor in the range of the vectors before.
  HWY_INLINE uint64_t MakeBmpUnits(Vector& v) {
    const D16 d;
    constexpr uint16_t kLast = internal::kGb18030RangesPointerCount - 1;
    const V16 pointers =
        hn::Add(hn::Mul(v.half, Set16(FourBytes::kHalfCount)), v.next_half);
    // The product fits, then.
    v.done =
        v.wholes &
        MaskToBits(
            d, hn::And(IsUpTo(v.half,
                              InRegister(Set16(kLast / FourBytes::kHalfCount))),
                       IsUpTo(pointers, InRegister(Set16(kLast)))));
    // Those of a script are in one range, mostly.
    uint64_t outside = v.done & ~MaskToBits(d, range_.Has(pointers));
    if (outside != 0) {
      range_.GoTo(FourBytePointer(v.at + std::countr_zero(outside)));
      outside = v.done & ~MaskToBits(d, range_.Has(pointers));
    }
    v.units = hn::IfThenElseZero(BitsToMask(d, v.done), range_.Units(pointers));
    return outside;
  }

  HWY_INLINE void MakeSurrogates(Vector& v) {
    const D16 d;
    const SupplementaryBits bits(v.half, v.next_half);
    const FourByteHalves previous(hn::LoadU(d, v.at - 1));
    const uint64_t leads =
        v.wholes & MaskToBits(d, hn::And(SupplementaryBits::Begins(v.half),
                                         bits.is_valid()));
    const uint64_t trails = (leads << 1 | first_is_trail_) & LowBits(kLanes16);
    first_is_trail_ = leads >> (kLanes16 - 1) & 1;
    v.units = hn::IfThenElse(BitsToMask(d, leads), bits.Lead(), v.units);
    v.units = hn::IfThenElse(
        BitsToMask(d, trails),
        SupplementaryBits(previous.pointer(), v.half).Trail(), v.units);
    v.done |= leads | trails;
    v.keep |= trails;
  }

  // Overwrites the units of the characters in `positions`.
  HWY_INLINE void MakeUnitsOneByOne(const Vector& v, uint64_t positions) {
    for (; positions != 0; positions &= positions - 1) {
      const int at = std::countr_zero(positions);
      const size_t before = static_cast<size_t>(
          std::popcount(v.keep & LowBits(static_cast<size_t>(at))));
      batch_.units[kept_ + before] =
          internal::Gb18030RangesUnit(FourBytePointer(v.at + at));
    }
  }

  Batch& batch_;
  FourByteRange range_;
  size_t kept_ = 0;
  uint64_t first_is_second_half_ = 0;
  uint64_t first_is_trail_ = 0;
};

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
