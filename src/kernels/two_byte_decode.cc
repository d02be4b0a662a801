// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Whether a byte is a lead depends only on the bytes before it that could be
// one: in a run of such bytes, the first is a lead, the second its trail, and
// so on; and what comes after a run is the trail of its last byte, if that is a
// lead, but never a lead. So all the leads of a block come out of an addition,
// whose carry runs to the end of each run. That holds for malformed text, too:
// what follows a lead is consumed with it, unless it is ASCII, and we stop
// before a pair that is malformed.
//
// Then, in phases for each chunk, as vectors can't be loaded from what has just
// been stored unit by unit:
//
//   1. Resolve: each character as 16 bits, the two bytes or the one.
//   2. In vectors, make pointers of those with two; compress them into a
//   buffer.
//   3. Look up: a unit for each.
//   4. Expand them to where their characters are, and find what has none.
//
// So nothing depends on where ASCII begins and ends, which no branch could
// predict in marked-up text.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/two_byte_decode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/kernels/two_byte_decode.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

Converted TwoByteToUtf16(const TwoByteDecoding&,
                         const uint8_t*,
                         size_t,
                         char16_t*,
                         size_t) {
  return {0, 0};
}

#else

constexpr size_t kBlock = 64;
constexpr size_t kMaxChunk = 1024;

// The leads among `candidates`, which are leads or trails.
HWY_INLINE uint64_t Leads(uint64_t candidates) {
  constexpr uint64_t kEven = 0x5555555555555555;
  const uint64_t starts = candidates & ~(candidates << 1);
  // In the sum, runs that start at an even position are zero.
  const uint64_t even_runs = candidates & ~(candidates + (starts & kEven));
  return candidates & (even_runs ^ ~kEven);
}

// The bytes after the gap of a sequence, if it has one.
class Gap {
 public:
  HWY_INLINE explicit Gap(const ByteSequence& sequence)
      : begin_(hn::Set(
            D16(),
            static_cast<uint16_t>(sequence.first + sequence.before_gap))),
        size_(hn::Set(D16(), sequence.gap)),
        exists_(sequence.gap != 0) {}

  bool exists() const { return exists_; }
  HWY_INLINE M16 IsBefore(V16 bytes) const { return IsUpTo(begin_, bytes); }
  HWY_INLINE M16 Has(V16 bytes) const {
    return IsBelow(hn::Sub(bytes, begin_), size_);
  }

 private:
  const V16 begin_;
  const V16 size_;
  const bool exists_;
};

// The characters of a chunk, and what becomes of them.
struct Chunk {
  size_t size = 0;
  // Each character's byte or two, then those of its units that aren't looked
  // up.
  uint16_t characters[kMaxChunk + kLanes];
  // The pointers of those that are looked up, then their units.
  uint16_t units[kMaxChunk + 2 * kUnits];
  // By blocks of kUnits characters: those of two bytes, and which are looked
  // up.
  uint64_t pairs[kMaxChunk / kUnits + 1];
  uint64_t to_look_up[kMaxChunk / kUnits + 1];
};

class ChunkDecoder {
 public:
  HWY_INLINE explicit ChunkDecoder(const TwoByteDecoding& decoding)
      : units_(decoding.units),
        lead_flip_(hn::Set(D8(), decoding.lead_flip)),
        first_lead_(hn::Set(D8(), decoding.first_lead)),
        lead_span_(hn::Set(
            D8(),
            static_cast<uint8_t>(decoding.last_lead - decoding.first_lead))),
        other_lead_(hn::Set(D8(), decoding.other_lead)),
        has_other_lead_(decoding.other_lead != 0),
        lead_gap_(decoding.layout.leads),
        trail_gap_(decoding.layout.trails),
        lead_gap_pointers_(
            Set(decoding.layout.leads.gap * decoding.layout.trail_count)),
        trail_gap_pointers_(Set(decoding.layout.trails.gap)),
        trail_count_(hn::Set(D16(), decoding.layout.trail_count)),
        first_trail_(hn::Set(D16(), decoding.layout.trails.first)),
        trail_span_(
            hn::Set(D16(),
                    static_cast<uint16_t>(decoding.last_trail -
                                          decoding.layout.trails.first))),
        first_pair_(
            Set(decoding.layout.leads.first * decoding.layout.trail_count +
                decoding.layout.trails.first + decoding.first_pointer)),
        last_index_(hn::Set(D16(), static_cast<uint16_t>(decoding.count - 1))),
        first_katakana_(
            hn::Set(D16(),
                    static_cast<uint16_t>(decoding.katakana_lead << 8 | 0xA1))),
        has_katakana_(decoding.has_katakana),
        has_surrogates_(decoding.has_surrogates) {}

  // Resolves `blocks` blocks of kBlock bytes, and the byte after them if it is
  // a trail.
  HWY_INLINE void Resolve(const uint8_t* in,
                          size_t blocks,
                          Chunk& chunk) const {
    const D8 d;
    size_t size = 0;
    uint64_t first_is_trail = 0;
    for (const uint8_t* const end = in + blocks * kBlock; in != end;
         in += kBlock) {
      uint64_t candidates = 0;
      for (size_t i = 0; i < kBlock; i += kLanes)
        candidates |= MaskToBits(d, IsCandidate(hn::LoadU(d, in + i))) << i;
      const uint64_t leads = Leads(candidates & ~first_is_trail);
      const uint64_t keep = ~(leads << 1 | first_is_trail);
      first_is_trail = leads >> (kBlock - 1);
      for (size_t i = 0; i < kBlock; i += kLanes) {
        const M8 is_lead = BitsToMask(d, leads >> i);
        const V8 v = hn::LoadU(d, in + i);
        const V8 next = hn::LoadU(d, in + i + 1);
        size += CompressUnits<false>(
            hn::IfThenElse(is_lead, next, v), hn::IfThenElseZero(is_lead, v),
            keep >> i & LowBits(kLanes),
            reinterpret_cast<char16_t*>(chunk.characters + size));
      }
    }
    chunk.size = size;
  }

  // Makes units of characters, or pointers. Ends the chunk before one for which
  // there is neither.
  HWY_INLINE void FindPointers(Chunk& chunk) const {
    const D16 d;
    const size_t size = chunk.size;
    // What the last vector has beyond them is ASCII.
    hn::StoreU(hn::Zero(d), d, chunk.characters + size);
    size_t count = 0;
    for (size_t i = 0; i < size; i += kUnits) {
      V16 v = hn::LoadU(d, chunk.characters + i);
      const V16 first = hn::ShiftRight<8>(v);
      const V16 second = hn::And(v, hn::Set(d, 0xFF));
      V16 index =
          hn::Sub(hn::Add(hn::Mul(first, trail_count_), second), first_pair_);
      M16 has_index = IsUpTo(hn::Sub(second, first_trail_), trail_span_);
      if (lead_gap_.exists()) {
        index = hn::Sub(index, hn::IfThenElseZero(lead_gap_.IsBefore(first),
                                                  lead_gap_pointers_));
      }
      if (trail_gap_.exists()) {
        index = hn::Sub(index, hn::IfThenElseZero(trail_gap_.IsBefore(second),
                                                  trail_gap_pointers_));
        has_index = hn::AndNot(trail_gap_.Has(second), has_index);
      }
      has_index = hn::And(has_index, IsUpTo(index, last_index_));
      const uint64_t pairs =
          ~MaskToBits(d, hn::Eq(first, hn::Zero(d))) & LowBits(kUnits);
      uint64_t look_up = MaskToBits(d, has_index) & pairs;
      uint64_t ready = look_up | MaskToBits(d, IsAscii(v));
      if (has_katakana_) {
        const V16 katakana = hn::Sub(v, first_katakana_);
        const M16 is_katakana = IsUpTo(katakana, hn::Set(d, 0xDF - 0xA1));
        const uint64_t bits = MaskToBits(d, is_katakana);
        if (bits != 0) {
          v = hn::IfThenElse(is_katakana, hn::Add(katakana, hn::Set(d, 0xFF61)),
                             v);
          hn::StoreU(v, d, chunk.characters + i);
          look_up &= ~bits;
          ready |= bits;
        }
      }
      chunk.pairs[i / kUnits] = pairs;
      chunk.to_look_up[i / kUnits] = look_up;
      count += CompressLanes(d, index, look_up, chunk.units + count);
      const uint64_t others = ~ready & LowBits(kUnits);
      if (others != 0) {
        chunk.size = i + static_cast<size_t>(std::countr_zero(others));
        break;
      }
    }
    // They are looked up in groups.
    std::fill_n(chunk.units + count, kUnrolled, uint16_t{0});
    LookUp(chunk.units, count);
  }

  // Writes the units, as far as there are any, and ends the chunk there.
  HWY_INLINE void Put(Chunk& chunk, char16_t* out) const {
    const D16 d;
    const uint16_t* units = chunk.units;
    const size_t size = chunk.size;
    for (size_t i = 0; i < size; i += kUnits) {
      const uint64_t looked_up = chunk.to_look_up[i / kUnits];
      const V16 found = ExpandLanes(d, units, looked_up);
      units += std::popcount(looked_up);
      const M16 mask = BitsToMask(d, looked_up);
      const V16 v =
          hn::IfThenElse(mask, found, hn::LoadU(d, chunk.characters + i));
      M16 wrong = hn::Eq(found, hn::Zero(d));
      if (has_surrogates_) {
        wrong = hn::Or(wrong, hn::Eq(hn::And(found, hn::Set(d, 0xF800)),
                                     hn::Set(d, 0xD800)));
      }
      const uint64_t others =
          MaskToBits(d, wrong) & looked_up & LowBits(size - i);
      if (size - i >= kUnits) {
        hn::StoreU(v, d, reinterpret_cast<uint16_t*>(out + i));
      } else {
        uint16_t rest[kUnits];
        hn::StoreU(v, d, rest);
        std::memcpy(out + i, rest, 2 * (size - i));
      }
      if (others != 0) {
        chunk.size = i + static_cast<size_t>(std::countr_zero(others));
        return;
      }
    }
  }

  // How many bytes the characters of a chunk have.
  static size_t BytesOf(const Chunk& chunk) {
    size_t bytes = chunk.size;
    for (size_t i = 0; i < chunk.size; i += kUnits) {
      bytes += static_cast<size_t>(
          std::popcount(chunk.pairs[i / kUnits] & LowBits(chunk.size - i)));
    }
    return bytes;
  }

 private:
  static constexpr size_t kUnrolled = 8;

  static HWY_INLINE V16 Set(int value) {
    return hn::Set(D16(), static_cast<uint16_t>(value));
  }

  HWY_INLINE M8 IsCandidate(V8 v) const {
    const V8 from_first = hn::Sub(hn::Xor(v, lead_flip_), first_lead_);
    const M8 in_range = hn::Eq(hn::Min(from_first, lead_span_), from_first);
    return has_other_lead_ ? hn::Or(in_range, hn::Eq(v, other_lead_))
                           : in_range;
  }

  HWY_INLINE void LookUp(uint16_t* indexes, size_t n) const {
    for (size_t i = 0; i < n; i += kUnrolled) {
      uint16_t found[kUnrolled];
      for (size_t j = 0; j < kUnrolled; ++j)
        found[j] = units_[indexes[i + j]];
      std::copy_n(found, kUnrolled, indexes + i);
    }
  }

  const char16_t* const units_;
  const V8 lead_flip_;
  const V8 first_lead_;
  const V8 lead_span_;
  const V8 other_lead_;
  const bool has_other_lead_;
  const Gap lead_gap_;
  const Gap trail_gap_;
  const V16 lead_gap_pointers_;
  const V16 trail_gap_pointers_;
  const V16 trail_count_;
  const V16 first_trail_;
  const V16 trail_span_;
  const V16 first_pair_;
  const V16 last_index_;
  const V16 first_katakana_;
  const bool has_katakana_;
  const bool has_surrogates_;
};

Converted TwoByteToUtf16(const TwoByteDecoding& decoding,
                         const uint8_t* input,
                         size_t input_size,
                         char16_t* output,
                         size_t output_size) {
  const ChunkDecoder decoder(decoding);
  Chunk chunk;
  // Short at first, so that a stop costs little where stops are frequent.
  size_t max_blocks = 1;
  size_t read = 0;
  size_t written = 0;
  for (;;) {
    const size_t in_left = input_size - read;
    const size_t out_left = output_size - written;
    // There's a byte after the last block, and a place for each character.
    const size_t blocks = std::min({in_left == 0 ? 0 : (in_left - 1) / kBlock,
                                    out_left / kBlock, max_blocks});
    if (blocks == 0)
      break;
    decoder.Resolve(input + read, blocks, chunk);
    const size_t size = chunk.size;
    decoder.FindPointers(chunk);
    decoder.Put(chunk, output + written);
    read += ChunkDecoder::BytesOf(chunk);
    written += chunk.size;
    if (chunk.size != size)
      break;
    max_blocks = std::min(2 * max_blocks, kMaxChunk / kBlock);
  }
  return {read, written};
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

HWY_EXPORT(TwoByteToUtf16);

Converted TwoByteToUtf16(const TwoByteDecoding& decoding,
                         const uint8_t* input,
                         size_t input_size,
                         char16_t* output,
                         size_t output_size) {
  return HWY_DYNAMIC_DISPATCH(TwoByteToUtf16)(decoding, input, input_size,
                                              output, output_size);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
