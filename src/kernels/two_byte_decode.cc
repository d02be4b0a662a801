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
//
// The four bytes of gb18030 are two such pairs, whose trails are digits. In a
// run of those the first is the first half of a character, the second the
// second one, and so on: that's leads and trails again. Chunks with such have a
// phase 2 of their own.

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
#include "src/tables/multi_byte.h"

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
constexpr size_t kMaxChunk = 2048;

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
  size_t size;
  // Not if it ends before something that can't be decoded.
  bool is_whole;
  bool has_fours;
  // Each character's byte or two, then those of its units that aren't looked
  // up.
  uint16_t characters[kMaxChunk + kLanes];
  // The pointers of those that are looked up, then their units.
  uint16_t units[kMaxChunk + 2 * kUnits];
  // By blocks of kUnits characters: those of two bytes, and which are looked
  // up.
  uint64_t pairs[kMaxChunk / kUnits + 1];
  uint64_t to_look_up[kMaxChunk / kUnits + 1];
  uint64_t fours[kMaxChunk / kUnits + 1];  // If it has any.
};

// A row of index gb18030 ranges.
class FourByteRange {
 public:
  HWY_INLINE FourByteRange() { GoTo(0); }
  HWY_INLINE void GoTo(uint32_t pointer) {
    const size_t i = internal::Gb18030RangeOf(pointer);
    const uint32_t first = internal::kGb18030Ranges[i].pointer;
    const uint32_t end = i + 1 < internal::kGb18030RangeCount
                             ? internal::kGb18030Ranges[i + 1].pointer
                             : internal::kGb18030RangesPointerCount;
    const D16 d;
    first_ = hn::Set(d, static_cast<uint16_t>(first));
    span_ = hn::Set(d, static_cast<uint16_t>(end - first - 1));
    to_units_ = hn::Set(d, static_cast<uint16_t>(
                               internal::kGb18030Ranges[i].code_point - first));
  }

  HWY_INLINE M16 Has(V16 pointers) const {
    constexpr uint16_t kException = internal::kGb18030ExceptionalPointer;
    return hn::And(IsUpTo(hn::Sub(pointers, first_), span_),
                   hn::Ne(pointers, hn::Set(D16(), kException)));
  }
  HWY_INLINE V16 Units(V16 pointers) const {
    return hn::Add(pointers, to_units_);
  }

 private:
  V16 first_;
  V16 span_;
  V16 to_units_;
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
        has_surrogates_(decoding.has_surrogates),
        has_four_bytes_(decoding.has_four_bytes) {}

  // Decodes `blocks` blocks of kBlock bytes and the byte after them if it is a
  // trail, or as much of that as is possible.
  HWY_INLINE void Decode(const uint8_t* in,
                         size_t blocks,
                         Chunk& chunk,
                         char16_t* out) const {
    Resolve(in, blocks, chunk);
    const size_t size = chunk.size;
    chunk.is_whole = true;
    chunk.has_fours = false;
    const size_t count = FindPointers(chunk);
    if (has_four_bytes_ && !chunk.is_whole &&
        IsHalf(chunk.characters[chunk.size])) {
      chunk.size = size;
      chunk.is_whole = true;
      chunk.has_fours = true;
      FindPointersWithFours(chunk);
    } else {
      LookUp(chunk.units, count);
    }
    Put(chunk, out);
  }

  // How many bytes the characters of a chunk have.
  static size_t BytesOf(const Chunk& chunk) {
    size_t bytes = chunk.size;
    for (size_t i = 0; i < chunk.size; i += kUnits) {
      const uint64_t live = LowBits(chunk.size - i);
      bytes +=
          static_cast<size_t>(std::popcount(chunk.pairs[i / kUnits] & live));
      if (chunk.has_fours) {
        bytes += 3 * static_cast<size_t>(
                         std::popcount(chunk.fours[i / kUnits] & live));
      }
    }
    return bytes;
  }

 private:
  static constexpr size_t kUnrolled = 8;
  // In chunks with characters of four bytes, their pointers come after those of
  // two bytes, and ASCII after them.
  static constexpr uint16_t kFirstFour = internal::kGb18030PointerCount;
  static constexpr uint16_t kFirstAscii =
      kFirstFour + internal::kGb18030RangesPointerCount;
  static_assert(kFirstAscii <= 0x10000 - 0x80);

  static HWY_INLINE V16 Set(int value) {
    return hn::Set(D16(), static_cast<uint16_t>(value));
  }

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

  // The index of the unit of two bytes, and whether there's one.
  HWY_INLINE V16 IndexOf(V16 first, V16 second, M16& has_index) const {
    V16 index =
        hn::Sub(hn::Add(hn::Mul(first, trail_count_), second), first_pair_);
    has_index = IsUpTo(hn::Sub(second, first_trail_), trail_span_);
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
    return index;
  }

  // Makes units of characters, or pointers, and returns how many of the latter.
  // Ends the chunk before a character for which there is neither.
  HWY_INLINE size_t FindPointers(Chunk& chunk) const {
    const D16 d;
    const size_t size = chunk.size;
    // What the last vector has beyond them is ASCII.
    hn::StoreU(hn::Zero(d), d, chunk.characters + size);
    size_t count = 0;
    for (size_t i = 0; i < size; i += kUnits) {
      V16 v = hn::LoadU(d, chunk.characters + i);
      const V16 first = hn::ShiftRight<8>(v);
      const V16 second = hn::And(v, hn::Set(d, 0xFF));
      M16 has_index;
      const V16 index = IndexOf(first, second, has_index);
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
        chunk.is_whole = false;
        break;
      }
    }
    return count;
  }

  // Half of a character of four bytes, and of its pointer.
  static bool IsHalf(uint16_t character) {
    return character >= 0x100 && (character & 0xFF) - 0x30u <= 9;
  }
  static HWY_INLINE M16 IsHalf(V16 first, V16 second) {
    return hn::And(hn::Ne(first, hn::Zero(D16())),
                   IsUpTo(hn::Sub(second, Set(0x30)), Set(9)));
  }
  static HWY_INLINE V16 HalfPointer(V16 first, V16 second) {
    return hn::Sub(hn::Add(hn::Mul(first, Set(10)), second),
                   Set(0x81 * 10 + 0x30));
  }

  // The same for gb18030, and looks them up.
  HWY_NOINLINE void FindPointersWithFours(Chunk& chunk) const {
    const D16 d;
    const size_t size = chunk.size;
    hn::StoreU(hn::Zero(d), d, chunk.characters + size);
    hn::StoreU(hn::Zero(d), d, chunk.characters + size + kUnits);
    // Replace each by a pointer or ASCII, without second halves.
    size_t characters = 0;
    uint64_t first_is_second_half = 0;
    for (size_t i = 0; i < size && chunk.is_whole; i += kUnits) {
      const V16 v = hn::LoadU(d, chunk.characters + i);
      const V16 next = hn::LoadU(d, chunk.characters + i + 1);
      const V16 first = hn::ShiftRight<8>(v);
      const V16 second = hn::And(v, Set(0xFF));
      const V16 third = hn::ShiftRight<8>(next);
      const V16 fourth = hn::And(next, Set(0xFF));
      const uint64_t live = LowBits(std::min(size - i, kUnits));
      const uint64_t halves = MaskToBits(d, IsHalf(first, second)) & live;
      const uint64_t first_halves = Leads(halves & ~first_is_second_half);
      const uint64_t second_halves = first_halves << 1 | first_is_second_half;
      first_is_second_half = first_halves >> (kUnits - 1);

      const V16 half = HalfPointer(first, second);
      const V16 pointer =
          hn::Add(hn::Mul(half, Set(1260)), HalfPointer(third, fourth));
      // The product fits, then.
      const M16 has_pointer = hn::And(
          hn::And(IsUpTo(half, Set(39419 / 1260)), IsUpTo(pointer, Set(39419))),
          IsHalf(third, fourth));
      const uint64_t fours = MaskToBits(d, has_pointer) & first_halves;
      M16 has_index;
      const V16 index = IndexOf(first, second, has_index);
      const M16 is_ascii = IsAscii(v);
      const M16 is_pair = hn::AndNot(hn::Eq(first, hn::Zero(d)), has_index);
      const V16 code = hn::IfThenElse(
          is_ascii, hn::Add(v, Set(kFirstAscii)),
          hn::IfThenElse(is_pair, index, hn::Add(pointer, Set(kFirstFour))));
      uint64_t keep = ~second_halves & live;
      const uint64_t others =
          keep & ~(fours | MaskToBits(d, hn::Or(is_ascii, is_pair)));
      if (others != 0) {
        const size_t at = static_cast<size_t>(std::countr_zero(others));
        keep &= LowBits(at);
        // What may be but the first half goes into the next chunk.
        chunk.is_whole =
            i + at == size - 1 && IsHalf(chunk.characters[size - 1]);
        CompressLanes(d, code, keep, chunk.characters + characters);
        characters += static_cast<size_t>(std::popcount(keep));
        break;
      }
      characters += CompressLanes(d, code, keep, chunk.characters + characters);
    }
    chunk.size = characters;

    hn::StoreU(Set(kFirstAscii), d, chunk.characters + characters);
    size_t count = 0;
    FourByteRange range;
    for (size_t i = 0; i < characters; i += kUnits) {
      const V16 code = hn::LoadU(d, chunk.characters + i);
      V16 v = hn::Sub(code, Set(kFirstAscii));
      const M16 up_to_four = IsBelow(code, Set(kFirstAscii));
      const uint64_t pairs = MaskToBits(d, IsBelow(code, Set(kFirstFour)));
      const uint64_t fours = MaskToBits(d, up_to_four) & ~pairs;
      uint64_t look_up = pairs;
      if (fours != 0) {
        // Those of a script are in one range, mostly.
        const V16 pointers = hn::Sub(code, Set(kFirstFour));
        uint64_t others = fours & ~MaskToBits(d, range.Has(pointers));
        if (others != 0) {
          range.GoTo(chunk.characters[i + static_cast<size_t>(
                                              std::countr_zero(others))] -
                     uint32_t{kFirstFour});
          others = fours & ~MaskToBits(d, range.Has(pointers));
        }
        v = hn::IfThenElse(up_to_four, range.Units(pointers), v);
        look_up |= others;
      }
      chunk.pairs[i / kUnits] = pairs;
      chunk.fours[i / kUnits] = fours;
      chunk.to_look_up[i / kUnits] = look_up;
      hn::StoreU(v, d, chunk.characters + i);
      count += CompressLanes(d, code, look_up, chunk.units + count);
    }
    for (size_t i = 0; i < count; ++i) {
      const uint32_t code = chunk.units[i];
      chunk.units[i] = code < kFirstFour
                           ? units_[code]
                           : internal::Gb18030RangesUnit(code - kFirstFour);
    }
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
        chunk.is_whole = false;
        return;
      }
    }
  }

  HWY_INLINE M8 IsCandidate(V8 v) const {
    const V8 from_first = hn::Sub(hn::Xor(v, lead_flip_), first_lead_);
    const M8 in_range = hn::Eq(hn::Min(from_first, lead_span_), from_first);
    return has_other_lead_ ? hn::Or(in_range, hn::Eq(v, other_lead_))
                           : in_range;
  }

  // In groups, so there must be room for a few more.
  HWY_INLINE void LookUp(uint16_t* indexes, size_t n) const {
    std::fill_n(indexes + n, kUnrolled, uint16_t{0});
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
  const bool has_four_bytes_;
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
    decoder.Decode(input + read, blocks, chunk, output + written);
    read += ChunkDecoder::BytesOf(chunk);
    written += chunk.size;
    if (!chunk.is_whole)
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
