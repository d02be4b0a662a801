// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The time goes into looking units up, which is two loads each, one by one. So
// all else is arranged around them, in three phases for each chunk.
//
//   1. Compress what isn't ASCII into a buffer.
//   2. Look up: a value for each unit of it. In vectors, make pointers of
//      values and bytes of pointers.
//   3. Expand them to where their units are, find what has none, and compress:
//      a unit is the two bytes of a lane, of which the high one is dropped if
//      it is 0. No trail byte is.
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

#include "src/kernels/copy.h"
#include "src/kernels/multi_byte/gb18030_encode-inl.h"
#include "src/kernels/multi_byte/two_byte_encode.h"
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

#else

// For each set of eight lanes, what keeps the low byte of all lanes, and the
// high byte of those in it.
struct HighBytesTable {
  alignas(16) uint8_t bytes[256][16];
};
constexpr HighBytesTable kHighBytesTable = [] {
  HighBytesTable table{};
  for (int set = 0; set < 256; ++set) {
    int count = 0;
    for (int lane = 0; lane < 8; ++lane) {
      table.bytes[set][count++] = static_cast<uint8_t>(2 * lane);
      if (set >> lane & 1)
        table.bytes[set][count++] = static_cast<uint8_t>(2 * lane + 1);
    }
  }
  return table;
}();

// Writes the low byte of each lane and, in `high`, the high byte after it.
// Writes over kLanes8 bytes.
template <class D>
HWY_INLINE size_t PutLanes(D d, hn::Vec<D> v, uint64_t high, uint8_t* out) {
  if constexpr (hn::MaxLanes(D()) == 16) {
    const uint8_t set = static_cast<uint8_t>(high);
    hn::StoreU(hn::TableLookupBytes(v, hn::Load(d, kHighBytesTable.bytes[set])),
               d, out);
    return 8 + size_t{kCompressTable.counts[set]};
  } else {
    const hn::Half<D> dh;
    const size_t count = PutLanes(dh, hn::LowerHalf(dh, v), high, out);
    return count + PutLanes(dh, hn::UpperHalf(dh, v),
                            high >> hn::MaxLanes(dh) / 2, out + count);
  }
}

// The first `n` lanes; nothing else is written if `kExact`.
template <bool kExact>
HWY_INLINE size_t PutPairs(V16 pairs, size_t n, uint8_t* out) {
  const D8 d;
  const V8 bytes = hn::BitCast(d, pairs);
#if HWY_TARGET <= HWY_AVX3_DL
  uint64_t keep =
      _mm512_test_epi8_mask(bytes.raw, bytes.raw) | 0x5555555555555555;
  if constexpr (kExact)
    keep &= LowBits(2 * n);
  return CompressBytes<kExact>(bytes, keep, out);
#else
  const D16 d16;
  uint64_t high = MaskToBits(d16, IsUpTo(hn::Set(d16, 0x100), pairs));
  if constexpr (kExact) {
    high &= LowBits(n);
    uint8_t buffer[kLanes8];
    PutLanes(d, bytes, high, buffer);
    const size_t count = n + static_cast<size_t>(std::popcount(high));
    std::memcpy(out, buffer, count);
    return count;
  } else {
    return PutLanes(d, bytes, high, out);
  }
#endif
}

// Some of the input.
struct Chunk {
  const char16_t* units;  // Or a copy of them,
  const char16_t* input;  // which are here.
  size_t size;
  // What isn't ASCII: units, then the two bytes of each, or 0.
  Workspace<uint16_t, PairLookup::kMaxUnits, kLanes16> pairs;
  // Which those are, by blocks of kLanes16.
  Workspace<uint64_t, PairLookup::kMaxUnits / kLanes16, 0> lanes;
  bool is_ascii;
  bool has_fours;
};

// A vector of units, encoded.
struct Block {
  // GCC compiles an implicit one without the target's instructions.
  HWY_INLINE Block() {}

  V16 pairs;    // A byte or two for each lane,
  V16 seconds;  // and two more for those in `fours`.
  uint64_t fours;
  uint64_t missing;  // Lanes of which neither is known.
};

template <bool kExact>
HWY_INLINE size_t Put(const Block& block, size_t n, uint8_t* out) {
  return block.fours != 0 ? PutFours<kExact>(block.pairs, block.seconds, n, out)
                          : PutPairs<kExact>(block.pairs, n, out);
}

// Finds what of a chunk isn't ASCII, nor of four bytes, and returns its length.
template <bool kFours>
HWY_NOINLINE size_t FindUnits(Chunk& chunk) {
  const D16 d;
  size_t count = 0;
  uint64_t any_but_ascii = 0;
  uint64_t any_fours = 0;
  for (size_t i = 0; i < chunk.size; i += kLanes16) {
    const V16 v = LoadUnits(chunk.units + i);
    const M16 is_ascii = IsAscii(v);
    uint64_t keep = ~MaskToBits(d, is_ascii) & LowBits(kLanes16);
    any_but_ascii |= keep;
    if constexpr (kFours) {
      const uint64_t fours = MaskToBits(d, FourByteCharacters::NeedNoLookup(v));
      any_fours |= fours;
      keep &= ~fours;
    }
    chunk.lanes[i / kLanes16] = keep;
    count += CompressLanes(d, v, keep, chunk.pairs + count);
  }
  chunk.is_ascii = any_but_ascii == 0;
  chunk.has_fours = any_fours != 0;
  return count;
}

// The units before and after each of those at `at`, or 0 where there's none.
HWY_INLINE void LoadNeighbours(const char16_t* at,
                               std::span<const char16_t> text,
                               V16& before,
                               V16& after) {
  const char16_t* const begin = text.data();
  const size_t left = static_cast<size_t>(begin + text.size() - at);
  if (at != begin && left > kLanes16) {
    before = LoadUnits(at - 1);
    after = LoadUnits(at + 1);
    return;
  }
  char16_t window[kLanes16 + 2] = {};
  if (at != begin)
    window[0] = at[-1];
  std::memcpy(window + 1, at, 2 * std::min(left, kLanes16 + 1));
  before = LoadUnits(window);
  after = LoadUnits(window + 2);
}

// The units at `at`, of which `pairs` has those that were looked up.
template <bool kFours>
HWY_INLINE Block Encode(V16 units,
                        V16 pairs,
                        uint64_t looked_up,
                        const TwoByteEncoding& encoding,
                        const char16_t* at,
                        std::span<const char16_t> text) {
  const D16 d;
  Block block;
  block.seconds = hn::Zero(d);
  block.fours = 0;
  block.pairs = hn::IfThenElse(IsAscii(units), units, pairs);
  block.missing = MaskToBits(d, hn::Eq(block.pairs, hn::Zero(d))) & looked_up;
  if constexpr (kFours) {
    const M16 in_ranges = FourByteCharacters::InRanges(units);
    block.fours = MaskToBits(d, in_ranges);
    if (block.fours != 0) {
      V16 first;
      FourByteCharacters::GetHalves(units, first, block.seconds);
      block.pairs = hn::IfThenElse(in_ranges, first, block.pairs);
      block.seconds = hn::IfThenElseZero(in_ranges, block.seconds);
    }
    const M16 is_surrogate = FourByteCharacters::IsSurrogate(units);
    const uint64_t surrogates = MaskToBits(d, is_surrogate);
    if (surrogates != 0) {
      V16 before;
      V16 after;
      LoadNeighbours(at, text, before, after);
      V16 halves = units;
      const M16 in_pair =
          FourByteCharacters::ReplacePairs(halves, before, after);
      block.pairs = hn::IfThenElse(in_pair, halves, block.pairs);
      block.missing |= surrogates & ~MaskToBits(d, in_pair);
    }
  } else if (block.missing != 0 && encoding.has_katakana) {
    const V16 katakana = hn::Sub(units, hn::Set(d, 0xFF61));
    const M16 is_katakana = IsUpTo(katakana, hn::Set(d, 0xFF9F - 0xFF61));
    V16 bytes = hn::Add(katakana, hn::Set(d, 0xA1));
    if (encoding.katakana_lead != 0) {
      bytes =
          hn::Or(hn::ShiftLeft<8>(bytes), hn::Set(d, encoding.katakana_lead));
    }
    block.pairs = hn::IfThenElse(is_katakana, bytes, block.pairs);
    block.missing &= ~MaskToBits(d, is_katakana);
  }
  return block;
}

// Writes a chunk from `i` on, where `pairs` are those that were looked up.
// Returns where it came to a block with missing lanes, or the chunk's size. If
// `is_started`, that's the first one.
template <bool kFours>
HWY_NOINLINE size_t PutBlocks(const Chunk& chunk,
                              size_t i,
                              bool is_started,
                              const TwoByteEncoding& encoding,
                              std::span<const char16_t> text,
                              const uint16_t*& pairs,
                              uint8_t*& output,
                              Block& with_missing) {
  const D16 d;
  const uint16_t* next = pairs;
  uint8_t* out = output;
  for (; i < chunk.size; i += kLanes16) {
    const uint64_t lanes = chunk.lanes[i / kLanes16];
    const Block block =
        Encode<kFours>(LoadUnits(chunk.units + i), ExpandLanes(d, next, lanes),
                       lanes, encoding, chunk.input + i, text);
    next += std::popcount(lanes);
    const size_t size = std::min(chunk.size - i, kLanes16);
    if ((block.missing & LowBits(size)) != 0 || is_started) {
      with_missing = block;
      break;
    }
    out += size == kLanes16 ? Put<false>(block, size, out)
                            : Put<true>(block, size, out);
  }
  pairs = next;
  output = out;
  return std::min(i, chunk.size);
}

// Where the kernel stands.
struct Progress {
  const char16_t* in;
  const char16_t* const in_end;
  uint8_t* out;
  uint8_t* const out_end;

  size_t in_left() const { return static_cast<size_t>(in_end - in); }
  size_t out_left() const { return static_cast<size_t>(out_end - out); }
};

// What follows a block with missing lanes.
enum class Next { kBlock, kChunk, kEnd };

// Writes the lanes of a block of `size` from `from` on, the missing ones by the
// fallback. Makes `from` the first lane of the next block, which is 1 if that
// begins with half of a character. What the fallback writes may be long; then
// not all of a chunk, which goes on to `chunk_end`, fits any more.
HWY_NOINLINE Next PutWithFallback(const Block& block,
                                  size_t& from,
                                  size_t size,
                                  const EncodeFallback& fallback,
                                  size_t max_bytes,
                                  const char16_t* chunk_end,
                                  Progress& progress) {
  const D16 d;
  uint16_t pairs[2 * kLanes16];
  uint16_t seconds[2 * kLanes16];
  hn::StoreU(block.pairs, d, pairs);
  hn::StoreU(block.seconds, d, seconds);
  uint64_t left = block.missing & LowBits(size) & ~LowBits(from);
  for (;;) {
    const size_t next =
        left == 0 ? size : static_cast<size_t>(std::countr_zero(left));
    if (next > from) {
      Block part = block;
      part.pairs = hn::LoadU(d, pairs + from);
      part.seconds = hn::LoadU(d, seconds + from);
      progress.out += Put<true>(part, next - from, progress.out);
      progress.in += next - from;
      from = next;
    }
    if (left == 0) {
      from -= size;
      return Next::kBlock;
    }
    const Converted done = fallback.Encode(progress.in, progress.in_left(),
                                           progress.out, progress.out_left());
    if (done.read == 0)
      return Next::kEnd;
    progress.in += done.read;
    progress.out += done.written;
    from += done.read;
    if (progress.in >= chunk_end ||
        progress.out_left() <
            max_bytes * static_cast<size_t>(chunk_end - progress.in))
      return Next::kChunk;
    left &= ~LowBits(from);
    if (from > size) {
      from -= size;
      return Next::kBlock;
    }
  }
}

template <bool kFours>
HWY_INLINE Converted Run(const TwoByteEncoding& encoding,
                         const EncodeFallback& fallback,
                         std::span<const char16_t> input,
                         std::span<uint8_t> output) {
  constexpr size_t kMaxBytes = kFours ? 4 : 2;
  const PairLookup lookup(*encoding.map, encoding.layout,
                          encoding.first_excluded, encoding.excluded_count);
  // Short at first, so that a stop costs little where stops are frequent.
  size_t max_size = std::max(kLanes16, size_t{32});
  Progress progress{input.data(), input.data() + input.size(), output.data(),
                    output.data() + output.size()};
  Chunk chunk;
  Next next = Next::kChunk;
  while (next != Next::kEnd) {
    // All of a chunk has a place, so whole blocks are stored as they are.
    size_t size = std::min(
        {progress.in_left(), progress.out_left() / kMaxBytes, max_size});
    if (size > kLanes16)
      size &= ~(kLanes16 - 1);
    const bool is_longest = size == max_size;
    // This may be the last chunk, and a pair isn't to be cut.
    if (kFours && size != 0 && (progress.in[size - 1] & 0xFC00) == 0xD800)
      --size;
    if (size == 0)
      break;
    chunk.input = progress.in;
    chunk.units = progress.in;
    chunk.size = size;
    char16_t rest[kLanes16] = {};
    if (size < kLanes16) {
      std::memcpy(rest, progress.in, 2 * size);
      chunk.units = rest;
    }
    const size_t count = FindUnits<kFours>(chunk);
    if (count != 0)
      lookup.Replace(chunk.pairs, count);

    const uint16_t* pairs = chunk.pairs;
    size_t from = 0;
    for (size_t i = 0;;) {
      Block block;
      const auto put =
          kFours && !chunk.has_fours ? PutBlocks<false> : PutBlocks<kFours>;
      const size_t stop =
          put(chunk, i, from != 0, encoding, input, pairs, progress.out, block);
      progress.in = std::max(progress.in, chunk.input + stop);
      if (stop == size)
        break;
      next = PutWithFallback(block, from, std::min(size - stop, kLanes16),
                             fallback, kMaxBytes, chunk.input + size, progress);
      if (next != Next::kBlock)
        break;
      i = stop + kLanes16;
      if (i >= size)
        break;
    }
    if (is_longest) {
      if (chunk.is_ascii) {
        const size_t ascii = NarrowAsciiPrefix(
            progress.in, std::min(progress.in_left(), progress.out_left()),
            progress.out);
        progress.in += ascii;
        progress.out += ascii;
      }
      max_size = std::min(2 * max_size, PairLookup::kMaxUnits);
    }
  }
  return {static_cast<size_t>(progress.in - input.data()),
          static_cast<size_t>(progress.out - output.data())};
}

Converted Utf16ToTwoByte(const TwoByteEncoding& encoding,
                         const EncodeFallback& fallback,
                         const char16_t* input,
                         size_t input_size,
                         uint8_t* output,
                         size_t output_size) {
  const std::span<const char16_t> in(input, input_size);
  const std::span<uint8_t> out(output, output_size);
  return encoding.has_four_bytes ? Run<true>(encoding, fallback, in, out)
                                 : Run<false>(encoding, fallback, in, out);
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

HWY_EXPORT(Utf16ToTwoByte);

Converted Utf16ToTwoByte(const TwoByteEncoding& encoding,
                         const EncodeFallback& fallback,
                         const char16_t* input,
                         size_t input_size,
                         uint8_t* output,
                         size_t output_size) {
  return HWY_DYNAMIC_DISPATCH(Utf16ToTwoByte)(encoding, fallback, input,
                                              input_size, output, output_size);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
