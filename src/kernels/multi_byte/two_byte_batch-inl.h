// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The workspace of two-byte decoding: a batch of the input's byte pairs, and
// what the phases of two_byte_decode.cc make of them.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_BATCH_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_BATCH_INL_H_
#undef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_BATCH_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_BATCH_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/multi_byte/byte_pairs-inl.h"
#include "src/kernels/multi_byte/two_byte.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/workspace.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// The input goes in words: as many bytes as a uint64_t has bits.
inline constexpr size_t kBytesPerWord = 64;
// The bytes of a batch, at most: what leaves the 24 KiB of stack that decoder.h
// promises some room. Fewer cost more mispredicted ends of loops: with 512,
// decode/GBK/chinese/64KiB takes 6 % longer and decode/gb18030/korean/64KiB 11
// % (AVX3_DL; AVX2 3 and 6 %); with 2,048 as long, and up to 14 % more on AVX2.
inline constexpr size_t kMaxBatch = 1024;

// Units are looked up two short vectors at a time.
using D16Short = hn::CappedTag<uint16_t, 8>;
using V16Short = hn::Vec<D16Short>;
inline constexpr size_t kShortLanes16 = hn::MaxLanes(D16Short());
inline constexpr size_t kLookedUp = 2 * kShortLanes16;

// Positions of bits that are set, in words of which only the lowest `bits` are
// in use.
class BitPositions {
 public:
  HWY_INLINE BitPositions(const uint64_t* words, size_t bits)
      : words_(words), bits_(bits) {}

  // Of the one that `n` others are before. There are more than that, and `n` is
  // at least what it was in the last call.
  HWY_INLINE size_t Of(size_t n) {
    for (;; ++words_, first_ += bits_) {
      const size_t count = static_cast<size_t>(std::popcount(*words_));
      if (n - before_ < count)
        break;
      before_ += count;
    }
    uint64_t word = *words_;
#if HWY_TARGET <= HWY_AVX2
    word = _pdep_u64(uint64_t{1} << (n - before_), word);
#else
    for (size_t rest = n - before_; rest != 0; --rest)
      word &= word - 1;
#endif
    return first_ + static_cast<size_t>(std::countr_zero(word));
  }

 private:
  const uint64_t* words_;
  const size_t bits_;
  size_t first_ = 0;   // The position of the first bit of *words_.
  size_t before_ = 0;  // The bits set before that.
};

struct Batch {
  // How many elements are read or written over behind the last byte pair: by
  // CompressBytePairs() and by vectors that begin at any pair; by lookups.
  static constexpr size_t kBehindPairs = std::max(kPairsBehind, kLanes16 + 1);
  static constexpr size_t kBehindIndexes = std::max(kLookedUp, kLanes16);

  size_t bytes;  // How many the byte pairs cover.
  size_t size;   // How many byte pairs there are.
  // A bit for each byte that begins a byte pair.
  Workspace<uint64_t, kMaxBatch / kBytesPerWord, 0> begins;
  // The byte pairs, with a vector before them.
  Workspace<BytePair, kLanes16 + kMaxBatch, kBehindPairs> with_before;
  // Where the unit of each pair is in the table.
  Workspace<uint16_t, kMaxBatch, kBehindIndexes> indexes;

  // Of batches with characters of three or four bytes, whose pairs are merged:
  // for each vector of pairs, which of them stay; and for each pair that stays,
  // the unit of a character of four bytes, or zero.
  Workspace<uint64_t, kMaxBatch / kLanes16, 1> kept;
  Workspace<uint16_t, kMaxBatch, kBehindIndexes> units;

  HWY_INLINE BytePair* pairs() { return with_before + kLanes16; }

  // Of the pairs that stay.
  HWY_INLINE BitPositions kept_positions() const {
    return BitPositions(kept, kLanes16);
  }

  // How many bytes the first `n` pairs cover.
  HWY_INLINE size_t BytesBefore(size_t n) const {
    return n == size ? bytes : BitPositions(begins, kBytesPerWord).Of(n);
  }
};

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
