// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The phase of two-byte decoding that only EUC-JP has, for batches with
// characters of three bytes. Each of those is a byte pair that begins with the
// byte 0x8F, and the byte pair of the two bytes behind that. Where these have a
// unit, the first pair is dropped, and the second one's index is that of their
// unit; all else stays, for the scalar fallback. So the byte pairs that stay
// have a unit each, and phase 3 goes over those.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_MULTI_BYTE_THREE_BYTE_MERGE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_THREE_BYTE_MERGE_INL_H_
#undef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_THREE_BYTE_MERGE_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_THREE_BYTE_MERGE_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/multi_byte/two_byte_batch-inl.h"
#include "src/kernels/multi_byte/two_byte_decode.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"
#include "src/tables/multi_byte.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

class ThreeByteMerger {
 public:
  HWY_INLINE ThreeByteMerger(const TwoByteDecoding& decoding, Batch& batch)
      : decoding_(decoding), batch_(batch) {}

  // Lists which byte pairs stay, with their indexes, without gaps: all before
  // `begin`, behind which the first such byte is. Returns how many those are.
  HWY_INLINE size_t Merge(size_t begin) {
    const D16 d;
    const V16 lead = Set16(decoding_.three_byte_lead);
    const size_t whole = begin / kLanes16;
    uint64_t* const keeps = batch_.kept;
    std::fill_n(keeps, whole, LowBits(kLanes16));
    size_t kept = whole * kLanes16;
    uint64_t last_is_lead = 0;
    for (size_t i = kept; i < batch_.size; i += kLanes16) {
      const uint64_t live = LowBits(std::min(batch_.size - i, kLanes16));
      const V16 first = hn::ShiftRight<8>(hn::LoadU(d, batch_.pairs() + i));
      const uint64_t leads = MaskToBits(d, hn::Eq(first, lead)) & live;
      // The byte before one may have consumed it, if that is one, too.
      uint64_t dropped = leads & ~(leads << 1 | last_is_lead);
      for (uint64_t rest = dropped; rest != 0; rest &= rest - 1) {
        const size_t at = static_cast<size_t>(std::countr_zero(rest));
        if (!MakeIndexOfThree(i + at + 1))
          dropped ^= uint64_t{1} << at;
      }
      last_is_lead = leads >> (kLanes16 - 1);
      const uint64_t keep = live & ~dropped;
      keeps[i / kLanes16] = keep;
      kept += CompressLanes(d, hn::LoadU(d, batch_.indexes + i), keep,
                            batch_.indexes + kept);
    }
    return kept;
  }

 private:
  // Makes the index of byte pair `i` that of the unit that it has behind 0x8F.
  // Returns false if there's none.
  HWY_INLINE bool MakeIndexOfThree(size_t i) {
    // What isn't a pair of two bytes is before the first, or `none`.
    const uint32_t pointer =
        uint32_t{batch_.indexes[i]} - uint32_t{internal::kFirstPair};
    if (i == batch_.size || pointer >= decoding_.three_byte_count)
      return false;
    const uint32_t index = decoding_.first_of_three + pointer;
    if (decoding_.units[index] == internal::kNoUnit)
      return false;
    batch_.indexes[i] = static_cast<uint16_t>(index);
    return true;
  }

  const TwoByteDecoding& decoding_;
  Batch& batch_;
};

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
