// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The time goes into looking units up, which is two loads each, one by one. So
// all else is arranged around them, in three phases for each batch.
//
//   1. List what isn't ASCII: compress those units into a buffer.
//   2. Look up: a value for each unit listed. In vectors, make pointers of
//      values and byte pairs of pointers.
//   3. For each block, a vector of units, expand the byte pairs to where their
//      units are, find the units that have none, and compress: a unit is the
//      two bytes of a lane, of which the high one is dropped if it is 0. No
//      trail byte is.
//
// So nothing depends on where ASCII begins and ends, which no branch could
// predict in marked-up text. In fewer phases, vectors would be loaded from what
// has just been stored unit by unit, which no CPU forwards.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/multi_byte/two_byte_encode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "src/code_points.h"
#include "src/kernels/by_target.h"
#include "src/kernels/copy.h"
#include "src/kernels/multi_byte/gb18030_encode-inl.h"
#include "src/kernels/multi_byte/two_byte_encode.h"
#include "src/kernels/multi_byte/two_byte_encode_block-inl.h"
#include "src/kernels/multi_byte/two_byte_encode_short-inl.h"
#include "src/kernels/multi_byte/unit_map-inl.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"
#include "src/kernels/workspace.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

Converted Utf16ToTwoByte(const TwoByteEncoding&,
                         const EncodeFallback&,
                         const char16_t*,
                         size_t,
                         uint8_t*,
                         size_t) {
  return {0, 0};
}
size_t ShortUtf16ToTwoByte(const TwoByteEncoding&,
                           const char16_t*,
                           size_t,
                           uint8_t*,
                           size_t) {
  return 0;
}

#else

// The units that go through the phases together.
struct UnitBatch {
  const char16_t* units;  // Or a copy of them, in `padded`,
  const char16_t* input;  // which are here.
  size_t size;
  // The units listed, then the byte pair of each, or 0.
  Workspace<uint16_t, PairLookup::kMaxUnits, kLanes16> pairs;
  // For each block, the lanes of units listed.
  Workspace<uint64_t, PairLookup::kMaxUnits / kLanes16, 0> listed;
  // For batches that are shorter than a block.
  char16_t padded[kLanes16];
  bool is_ascii;
  bool has_fours;
};

// Phase 1: lists what isn't ASCII, nor of four bytes, and returns how many
// units that is.
template <bool kFours>
HWY_NOINLINE size_t ListUnits(UnitBatch& batch) {
  const D16 d;
  size_t count = 0;
  uint64_t any_but_ascii = 0;
  uint64_t any_fours = 0;
  for (size_t i = 0; i < batch.size; i += kLanes16) {
    const V16 v = LoadUnits(batch.units + i);
    const M16 is_ascii = IsAscii(v);
    uint64_t keep = ~MaskToBits(d, is_ascii) & LowBits(kLanes16);
    any_but_ascii |= keep;
    if constexpr (kFours) {
      const uint64_t fours = MaskToBits(d, FourByteCharacters::NeedNoLookup(v));
      any_fours |= fours;
      keep &= ~fours;
    }
    batch.listed[i / kLanes16] = keep;
    count += CompressLanes(d, v, keep, batch.pairs + count);
  }
  batch.is_ascii = any_but_ascii == 0;
  batch.has_fours = any_fours != 0;
  return count;
}

// A block with missing lanes, of which parts are loaded. In memory: GCC would
// keep every block there of which one may be copied as a whole.
struct StoppedBlock {
  uint16_t pairs[2 * kLanes16];
  uint16_t seconds[2 * kLanes16];
  uint64_t fours;
  uint64_t missing;
};

// Phase 3: writes the blocks of a batch from unit `i` on, where `pairs` are
// those of the units listed. Stops before a block with missing lanes, and
// before the first block if that `is_started`; `stopped_by` is that block.
// Returns where it is, or the batch's size.
template <bool kFours>
HWY_NOINLINE size_t WriteBlocks(const UnitBatch& batch,
                                size_t i,
                                bool is_started,
                                const TwoByteEncoding& encoding,
                                std::span<const char16_t> text,
                                const uint16_t*& pairs,
                                uint8_t*& output,
                                StoppedBlock& stopped_by) {
  const D16 d;
  const uint16_t* next = pairs;
  uint8_t* out = output;
  for (; i < batch.size; i += kLanes16) {
    const uint64_t listed = batch.listed[i / kLanes16];
    const EncodedBlock block = EncodeBlock<kFours>(
        LoadUnits(batch.units + i), ExpandLanes(d, next, listed), listed,
        encoding, batch.input + i, text);
    next += std::popcount(listed);
    const size_t size = std::min(batch.size - i, kLanes16);
    if ((block.missing & LowBits(size)) != 0 || is_started) {
      hn::StoreU(block.pairs, d, stopped_by.pairs);
      hn::StoreU(block.seconds, d, stopped_by.seconds);
      // Nothing comes of these lanes, but Valgrind follows what was never set
      // through masks and into the output.
      hn::StoreU(hn::Zero(d), d, stopped_by.pairs + kLanes16);
      hn::StoreU(hn::Zero(d), d, stopped_by.seconds + kLanes16);
      stopped_by.fours = block.fours;
      stopped_by.missing = block.missing;
      break;
    }
    out += size == kLanes16 ? WriteLanes<false>(block, size, out)
                            : WriteLanes<true>(block, size, out);
  }
  pairs = next;
  output = out;
  return std::min(i, batch.size);
}

// How far the kernel came.
struct Cursor {
  const char16_t* in;
  const char16_t* const in_end;
  uint8_t* out;
  uint8_t* const out_end;

  size_t in_left() const { return static_cast<size_t>(in_end - in); }
  size_t out_left() const { return static_cast<size_t>(out_end - out); }
};

// What follows a block with missing lanes.
enum class Next { kBlock, kBatch, kEnd };

// Writes the lanes of a block of `size` from `from` on, the missing ones by the
// fallback. Makes `from` the first lane of the next block, which is 1 if that
// begins with half of a character. What the fallback writes may be long; then
// not all of a batch, which goes on to `batch_end`, fits any more.
HWY_NOINLINE Next WriteWithFallback(const StoppedBlock& block,
                                    size_t& from,
                                    size_t size,
                                    const EncodeFallback& fallback,
                                    size_t max_bytes,
                                    const char16_t* batch_end,
                                    Cursor& cursor) {
  const D16 d;
  uint64_t missing = block.missing & LowBits(size) & ~LowBits(from);
  for (;;) {
    const size_t next =
        missing == 0 ? size : static_cast<size_t>(std::countr_zero(missing));
    if (next > from) {
      EncodedBlock part;
      part.pairs = hn::LoadU(d, block.pairs + from);
      part.seconds = hn::LoadU(d, block.seconds + from);
      part.fours = block.fours;
      cursor.out += WriteLanes<true>(part, next - from, cursor.out);
      cursor.in += next - from;
      from = next;
    }
    if (missing == 0) {
      from -= size;
      return Next::kBlock;
    }
    const Converted done = fallback.Encode(cursor.in, cursor.in_left(),
                                           cursor.out, cursor.out_left());
    if (done.read == 0)
      return Next::kEnd;
    cursor.in += done.read;
    cursor.out += done.written;
    from += done.read;
    if (cursor.in >= batch_end ||
        cursor.out_left() <
            max_bytes * static_cast<size_t>(batch_end - cursor.in))
      return Next::kBatch;
    missing &= ~LowBits(from);
    if (from > size) {
      from -= size;
      return Next::kBlock;
    }
  }
}

template <bool kFours>
class BatchEncoder {
 public:
  HWY_INLINE BatchEncoder(const TwoByteEncoding& encoding,
                          const EncodeFallback& fallback,
                          std::span<const char16_t> input,
                          std::span<uint8_t> output)
      : encoding_(encoding),
        fallback_(fallback),
        lookup_(*encoding.map,
                encoding.layout,
                encoding.first_excluded,
                encoding.excluded_count),
        input_(input),
        output_(output),
        cursor_{input.data(), input.data() + input.size(), output.data(),
                output.data() + output.size()} {}

  HWY_INLINE Converted Encode() {
    Next next = Next::kBatch;
    while (next != Next::kEnd) {
      size_t size = NextSize(kTwoBytes);
      if (!HasRoom() || !BeginBatch(size))
        break;
      size_t count = ListUnits<kFours>(batch_);
      if (kFours && batch_.has_fours && size > NextSize(kFourBytes)) {
        size = NextSize(kFourBytes);
        if (!BeginBatch(size))
          break;
        count = ListUnits<kFours>(batch_);
      }
      if (count != 0)
        lookup_.Replace(batch_.pairs, count);
      next = WriteBatch();
      if (size == max_size_) {
        if (batch_.is_ascii)
          WriteAscii();
        max_size_ = std::min(2 * max_size_, PairLookup::kMaxUnits);
      }
    }
    return {static_cast<size_t>(cursor_.in - input_.data()),
            static_cast<size_t>(cursor_.out - output_.data())};
  }

 private:
  // What a unit takes at most.
  static constexpr size_t kTwoBytes = 2;
  static constexpr size_t kFourBytes = 4;
  // Batches are short at first, so that a stop costs little where stops are
  // frequent, and double. With 32 instead of 64, encode/GBK/chinese/1KiB takes
  // 8 and 6 % longer (AVX2, SSE4; AVX3_DL as long), with 128 it takes 5 % less,
  // with 256 as long to 9 % less; but in the mode fatal, in which bench/
  // measures nothing, chinese-errors/64KiB takes 8 % longer with 128 and 40 %
  // with 256.
  static constexpr size_t kFirstBatch = 64;
  static_assert(kFirstBatch % kLanes16 == 0);

  // How many units have a place in the output if they take so many bytes each,
  // so that whole blocks are stored as they are.
  HWY_INLINE size_t NextSize(size_t max_bytes) const {
    const size_t size = std::min(
        {cursor_.in_left(), cursor_.out_left() / max_bytes, max_size_});
    return size > kLanes16 ? size & ~(kLanes16 - 1) : size;
  }

  // A batch for a part of the last bytes that have room takes as long as the
  // callers' working memory for all of them.
  HWY_INLINE bool HasRoom() const {
    constexpr size_t kMinSize = 32;
    return cursor_.out_left() >=
           kTwoBytes * std::min(cursor_.in_left(), kMinSize);
  }

  // False if there's nothing to encode in `size` units.
  HWY_INLINE bool BeginBatch(size_t size) {
    // This may be the last batch, and a surrogate pair isn't to be cut.
    if (kFours && size != 0 && internal::IsLeadSurrogate(cursor_.in[size - 1]))
      --size;
    if (size == 0)
      return false;
    batch_.input = cursor_.in;
    batch_.units = cursor_.in;
    batch_.size = size;
    if (size < kLanes16) {
      std::fill_n(batch_.padded, kLanes16, char16_t{0});
      std::memcpy(batch_.padded, cursor_.in, 2 * size);
      batch_.units = batch_.padded;
    }
    return true;
  }

  HWY_INLINE Next WriteBatch() {
    const size_t max_bytes =
        kFours && batch_.has_fours ? kFourBytes : kTwoBytes;
    const uint16_t* pairs = batch_.pairs;
    size_t from = 0;
    for (size_t i = 0; i < batch_.size;) {
      StoppedBlock block;
      const auto write = kFours && !batch_.has_fours ? WriteBlocks<false>
                                                     : WriteBlocks<kFours>;
      const size_t stop = write(batch_, i, from != 0, encoding_, input_, pairs,
                                cursor_.out, block);
      cursor_.in = std::max(cursor_.in, batch_.input + stop);
      if (stop == batch_.size)
        break;
      const Next next = WriteWithFallback(
          block, from, std::min(batch_.size - stop, kLanes16), fallback_,
          max_bytes, batch_.input + batch_.size, cursor_);
      if (next != Next::kBlock)
        return next;
      i = stop + kLanes16;
    }
    return Next::kBatch;
  }

  HWY_INLINE void WriteAscii() {
    const size_t n = simd::NarrowAsciiPrefix(
        cursor_.in, std::min(cursor_.in_left(), cursor_.out_left()),
        cursor_.out);
    cursor_.in += n;
    cursor_.out += n;
  }

  const TwoByteEncoding& encoding_;
  const EncodeFallback& fallback_;
  const PairLookup lookup_;
  const std::span<const char16_t> input_;
  const std::span<uint8_t> output_;
  Cursor cursor_;
  UnitBatch batch_;
  size_t max_size_ = kFirstBatch;
};

Converted Utf16ToTwoByte(const TwoByteEncoding& encoding,
                         const EncodeFallback& fallback,
                         const char16_t* input,
                         size_t input_size,
                         uint8_t* output,
                         size_t output_size) {
  const std::span<const char16_t> in(input, input_size);
  const std::span<uint8_t> out(output, output_size);
  return encoding.has_four_bytes
             ? BatchEncoder<true>(encoding, fallback, in, out).Encode()
             : BatchEncoder<false>(encoding, fallback, in, out).Encode();
}

size_t ShortUtf16ToTwoByte(const TwoByteEncoding& encoding,
                           const char16_t* input,
                           size_t input_size,
                           uint8_t* output,
                           size_t output_size) {
  return EncodeByEights(encoding, input, input_size, output, output_size);
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

constinit const ByTarget kUtf16ToTwoByte(V8_ENCODING_BY_TARGET(Utf16ToTwoByte));

Converted Utf16ToTwoByte(const TwoByteEncoding& encoding,
                         const EncodeFallback& fallback,
                         const char16_t* input,
                         size_t input_size,
                         uint8_t* output,
                         size_t output_size) {
  return kUtf16ToTwoByte(encoding, fallback, input, input_size, output,
                         output_size);
}

constinit const ByTarget kShortUtf16ToTwoByte(
    V8_ENCODING_BY_TARGET(ShortUtf16ToTwoByte));

size_t ShortUtf16ToTwoByte(const TwoByteEncoding& encoding,
                           const char16_t* input,
                           size_t input_size,
                           uint8_t* output,
                           size_t output_size) {
  return kShortUtf16ToTwoByte(encoding, input, input_size, output, output_size);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
