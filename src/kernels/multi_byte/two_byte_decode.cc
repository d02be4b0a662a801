// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Whether a byte is a lead depends only on the bytes before it that could be
// one: in a run of such bytes, the first is a lead, the second its trail, and
// so on; and what comes after a run is the trail of its last byte, if that is a
// lead, but never a lead. So all the leads of a block come out of an addition,
// whose carry runs to the end of each run. That holds for malformed text, too:
// what follows a lead is consumed with it, unless it is ASCII, which is put
// back and stands for itself.
//
// Then, in phases for each chunk, as vectors can't be loaded from what has just
// been stored unit by unit:
//
//   1. Resolve: each character as 16 bits, its first byte and the next one.
//   2. In vectors, make indexes of them: of their pointer, or their byte.
//   3. Look up: a unit for each, and find those that have none. The codec tells
//   what they are, and looking up goes on behind them.
//
// So nothing depends on where ASCII begins and ends, which no branch could
// predict in marked-up text, and what is malformed or has two units costs a
// branch and a call.
//
// The four bytes of gb18030 have a phase 2 of their own, for chunks that have
// any. See four_bytes-inl.h.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/multi_byte/two_byte_decode.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/kernels/multi_byte/characters-inl.h"
#include "src/kernels/multi_byte/four_bytes-inl.h"
#include "src/kernels/multi_byte/two_byte_decode.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"
#include "src/kernels/workspace.h"
#include "src/tables/multi_byte.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

Converted TwoByteToUtf16(const TwoByteDecoding&,
                         bool,
                         const uint8_t*,
                         size_t,
                         char16_t*,
                         size_t) {
  return {0, 0};
}

#else

constexpr size_t kBlock = 64;
constexpr size_t kMaxChunk = 1024;
// What is written over beyond the units, at most.
constexpr size_t kUnitsBehind = 32;
// Units are looked up two vectors at a time.
using D16Short = hn::CappedTag<uint16_t, 8>;
using V16Short = hn::Vec<D16Short>;
constexpr size_t kShortLanes16 = hn::MaxLanes(D16Short());
constexpr size_t kLookedUp = 2 * kShortLanes16;
static_assert(kLookedUp <= kUnitsBehind);

// How many elements are read or written over behind the last character: by what
// lists them and by vectors that begin at any of them; by what looks up.
constexpr size_t kBehindCharacters = std::max(kCharactersBehind, kLanes16 + 1);
constexpr size_t kBehindIndexes = std::max(kLookedUp, kLanes16);

// The position of the n-th one, of words that have more than that.
HWY_INLINE size_t Select(const uint64_t* words, size_t bits, size_t n) {
  size_t at = 0;
  for (;; ++words, at += bits) {
    const size_t count = static_cast<size_t>(std::popcount(*words));
    if (n < count)
      break;
    n -= count;
  }
  uint64_t word = *words;
  for (; n != 0; --n)
    word &= word - 1;
  return at + static_cast<size_t>(std::countr_zero(word));
}

// The characters of a chunk.
struct Chunk {
  size_t bytes;
  size_t size;
  // By blocks: the bytes that begin a character.
  Workspace<uint64_t, kMaxChunk / kBlock, 0> begins;
  // One vector comes before them.
  Workspace<uint16_t, kLanes16 + kMaxChunk, kBehindCharacters> with_before;
  Workspace<uint16_t, kMaxChunk, kBehindIndexes> indexes;

  uint16_t* characters() { return with_before + kLanes16; }

  // If there are any of four bytes: by blocks of kLanes16, which of them are
  // left when what belongs together is one; and the units of those of four
  // bytes, zero for others.
  Workspace<uint64_t, kMaxChunk / kLanes16, 1> kept;
  Workspace<uint16_t, kMaxChunk, kBehindIndexes> units;
};

// What has become of a chunk.
struct Progress {
  size_t characters;
  size_t units;
};

class ChunkDecoder {
 public:
  HWY_INLINE ChunkDecoder(const TwoByteDecoding& decoding, bool replace)
      : units_(decoding.units),
        none_(decoding.none),
        exceptional_(decoding.exceptional),
        replace_(replace),
        lead_flip_(decoding.lead_flip),
        first_lead_(decoding.first_lead),
        lead_span_(
            static_cast<uint8_t>(decoding.last_lead - decoding.first_lead)),
        katakana_lead_(decoding.katakana_lead),
        first_trail_(decoding.first_trail),
        trail_span_(
            static_cast<uint8_t>(decoding.last_trail - decoding.first_trail)),
        no_trail_(decoding.no_trail),
        has_four_bytes_(decoding.has_four_bytes) {}

  // Decodes `blocks` blocks of kBlock bytes and the byte after them if it is a
  // trail, or as much of that as is possible.
  HWY_INLINE Converted Decode(const uint8_t* in,
                              size_t blocks,
                              size_t ahead,
                              Chunk& chunk,
                              char16_t* out,
                              bool& is_whole) const {
    Resolve(in, blocks, ahead, chunk);
    const bool has_wrong_pairs = FindIndexes(chunk);
    if (has_four_bytes_ && has_wrong_pairs && HasManyHalves(chunk))
      return DecodeFours(chunk, out, is_whole);
    // Where ASCII comes and goes, a branch on it costs more than looking it up.
    const bool is_mostly_ascii = 40 * (chunk.bytes - chunk.size) < chunk.size;
    const Progress done =
        is_mostly_ascii ? PutUnits<Kind::kMostlyAscii>(chunk, chunk.size, out)
                        : PutUnits<Kind::kAny>(chunk, chunk.size, out);
    // What is but the beginning of something goes into the next chunk.
    is_whole = done.characters == chunk.size ||
               (done.characters + 1 == chunk.size && done.characters != 0);
    return {BytesBefore(chunk, done.characters), done.units};
  }

 private:
  enum class Kind { kAny, kMostlyAscii, kFourBytes };

  template <class D>
  HWY_INLINE hn::Mask<D> IsLeadOrTrail(D d, hn::Vec<D> v) const {
    using T = hn::TFromD<D>;
    const auto from_first = hn::Sub(hn::Xor(v, hn::Set(d, T{lead_flip_})),
                                    hn::Set(d, T{first_lead_}));
    const auto in_range =
        hn::Eq(hn::Min(from_first, hn::Set(d, T{lead_span_})), from_first);
    return katakana_lead_ == 0
               ? in_range
               : hn::Or(in_range, hn::Eq(v, hn::Set(d, T{katakana_lead_})));
  }

  // Fetches what is `ahead` bytes ahead into the cache.
  HWY_INLINE void Resolve(const uint8_t* in,
                          size_t blocks,
                          size_t ahead,
                          Chunk& chunk) const {
    const D8 d;
    LeadFinder finder;
    uint64_t first_is_trail = 0;
    uint16_t* out = chunk.characters();
    for (size_t block = 0; block != blocks; ++block, in += kBlock) {
      hwy::Prefetch(in + ahead);
      uint64_t candidates = 0;
      for (size_t i = 0; i < kBlock; i += kLanes8) {
        candidates |= MaskToBits(d, IsLeadOrTrail(d, hn::LoadU(d, in + i)))
                      << i;
      }
      const uint64_t leads = finder.Next(candidates);
      const uint64_t begins = ~(leads << 1 | first_is_trail);
      first_is_trail = finder.ends_with_lead() & 1;
      chunk.begins[block] = begins;
      out += PutCharacters(in, begins, out);
    }
    chunk.bytes = blocks * kBlock + first_is_trail;
    chunk.size = static_cast<size_t>(out - chunk.characters());
  }

  // How many bytes the first n characters have.
  static HWY_INLINE size_t BytesBefore(const Chunk& chunk, size_t n) {
    return n == chunk.size ? chunk.bytes : Select(chunk.begins, kBlock, n);
  }

  // Finds what to look up for each. Returns whether some have no trail.
  HWY_INLINE bool FindIndexes(Chunk& chunk) const {
    const D16 d;
    V16 most = hn::Zero(d);
    const hn::RebindToSigned<D16> di;
    const auto is_above = [&](V16 v, V16 last) {  // If both are positive.
      return hn::RebindMask(d,
                            hn::Gt(hn::BitCast(di, v), hn::BitCast(di, last)));
    };
    const V16 none = Set16(none_);
    const V16 flip = Set16(lead_flip_ << 8);
    const V16 first_pair = Set16(first_lead_ << 8 | first_trail_);
    const V16 last_row = Set16(lead_span_);
    const V16 row_size = Set16(trail_span_ + (no_trail_ == 0 ? 1 : 0));
    // Columns begin behind the single bytes.
    const V16 first_column = Set16(internal::kFirstPair);
    const V16 last_column = Set16(internal::kFirstPair + trail_span_);
    const V16 no_column =
        Set16(internal::kFirstPair + no_trail_ - first_trail_);
    const V16 katakana_lead = Set16(katakana_lead_);
    const uint16_t* const characters = chunk.characters();
    for (size_t i = 0; i < chunk.size; i += kLanes16) {
      const V16 v = hn::LoadU(d, characters + i);
      const V16 first = hn::ShiftRight<8>(v);
      // The low byte may borrow from the high one. If it does, it is above the
      // last column, so there's no pair; and the first lead becomes a byte that
      // stands alone and has no unit. Nothing else changes sides: ASCII isn't
      // so near to the leads.
      const V16 from_first = hn::Sub(hn::Xor(v, flip), first_pair);
      const V16 row = hn::ShiftRight<8>(from_first);
      V16 column = hn::Or(hn::And(from_first, Set16(0xFF)), first_column);
      M16 is_none = is_above(column, last_column);
      if (no_trail_ != 0) {
        is_none = hn::Or(is_none, hn::Eq(column, no_column));
        column = hn::Sub(column, hn::IfThenElseZero(is_above(column, no_column),
                                                    InRegister(Set16(1))));
      }
      V16 index = hn::IfThenElse(is_none, none,
                                 hn::Add(hn::Mul(row, row_size), column));
      if (katakana_lead_ == 0) {
        index = hn::IfThenElse(is_above(row, last_row), first, index);
      } else {
        // No byte above 0x7F stands alone.
        index = hn::IfThenElse(is_above(row, last_row),
                               hn::Min(first, Set16(0x80)), index);
        index = hn::IfThenElse(hn::Eq(first, katakana_lead),
                               hn::Max(hn::And(v, Set16(0xFF)), Set16(0x80)),
                               index);
      }
      most = hn::Max(most, index);
      hn::StoreU(index, d, chunk.indexes + i);
    }
    return !hn::AllFalse(d, hn::Eq(most, none));
  }

  // Whether there are more halves of four bytes than the codec should be asked
  // for one by one.
  static HWY_INLINE bool HasManyHalves(Chunk& chunk) {
    constexpr size_t kFew = kHasVbmi2 ? 32 : 16;
    const D16 d;
    size_t halves = 0;
    for (size_t i = 0; i < chunk.size; i += kLanes16) {
      const FourByteHalves these(hn::LoadU(d, chunk.characters() + i));
      halves +=
          static_cast<size_t>(std::popcount(MaskToBits(d, these.is_half())));
      if (kFew * halves > chunk.size)
        return true;
    }
    return false;
  }

  HWY_INLINE V16Short LookUp(const uint16_t* indexes) const {
#if HWY_ARCH_X86
    // Loads are what it waits for, so half of the indexes come in one.
    uint64_t rest;
    std::memcpy(&rest, indexes + 4, sizeof(rest));
    const auto unit = [&](size_t index) { return units_[index & 0xFFFF]; };
    __m128i v = _mm_cvtsi32_si128(unit(indexes[0]));
    v = _mm_insert_epi16(v, unit(indexes[1]), 1);
    v = _mm_insert_epi16(v, unit(indexes[2]), 2);
    v = _mm_insert_epi16(v, unit(indexes[3]), 3);
    v = _mm_insert_epi16(v, unit(rest), 4);
    v = _mm_insert_epi16(v, unit(rest >> 16), 5);
    v = _mm_insert_epi16(v, unit(rest >> 32), 6);
    return V16Short{_mm_insert_epi16(v, unit(rest >> 48), 7)};
#else
    uint16_t found[kShortLanes16];
    for (size_t i = 0; i < kShortLanes16; ++i)
      found[i] = units_[indexes[i]];
    return hn::LoadU(D16Short(), found);
#endif
  }

  template <Kind kKind>
  ExceptionalCharacter Exceptional(Chunk& chunk, size_t i, size_t size) const {
    if constexpr (kKind != Kind::kFourBytes)
      return exceptional_(chunk.characters() + i, size - i);
    const uint16_t* const at =
        chunk.characters() + Select(chunk.kept, kLanes16, i);
    // Both halves are malformed together, or one and what isn't any.
    return IsFourByteHalf(at[0]) && IsFourByteHalf(at[1]) ? MalformedByte()
                                                          : exceptional_(at, 2);
  }

  // Writes a unit for each, or what the codec says.
  template <Kind kKind>
  HWY_INLINE Progress PutUnits(Chunk& chunk, size_t size, char16_t* out) const {
    constexpr size_t kStep = kLookedUp;
    const D16Short d;
    // Surrogates are above all others.
    const V16Short turn = hn::Set(d, 0x2000);
    const V16Short last = hn::Set(d, 0xF7FF);
    const auto zeros = hn::Zero(d);
    static_assert(decltype(chunk.indexes)::behind >= kStep);
    static_assert(decltype(chunk.units)::behind >= kStep);
    std::fill_n(chunk.indexes + size, kStep, uint16_t{0});
    size_t read = 0;
    size_t written = 0;
    while (read < size) {
      char16_t* const to = out + written;
      if constexpr (kKind == Kind::kMostlyAscii) {
        const V16Short bytes0 = hn::LoadU(d, chunk.indexes + read);
        const V16Short bytes1 =
            hn::LoadU(d, chunk.indexes + read + kShortLanes16);
        if (hn::AllTrue(
                d, hn::Eq(hn::ShiftRight<7>(hn::Or(bytes0, bytes1)), zeros))) {
          StoreUnits(d, bytes0, to);
          StoreUnits(d, bytes1, to + kShortLanes16);
          read += kStep;
          written += kStep;
          continue;
        }
      }
      V16Short v0 = LookUp(chunk.indexes + read);
      V16Short v1 = LookUp(chunk.indexes + read + kShortLanes16);
      const V16Short turned0 = hn::Add(v0, turn);
      const V16Short turned1 = hn::Add(v1, turn);
      if constexpr (kKind == Kind::kFourBytes) {
        v0 = hn::Or(v0, hn::LoadU(d, chunk.units + read));
        v1 = hn::Or(v1, hn::LoadU(d, chunk.units + read + kShortLanes16));
      }
      StoreUnits(d, v0, to);
      StoreUnits(d, v1, to + kShortLanes16);
      if (HWY_LIKELY(hn::AllTrue(
              d, hn::Eq(hn::SaturatedSub(hn::Max(turned0, turned1), last),
                        zeros)))) {
        read += kStep;
        written += kStep;
        continue;
      }
      const auto others = [&](V16Short turned) {
        return MaskToBits(d, hn::Ne(hn::SaturatedSub(turned, last), zeros));
      };
      const uint64_t bits = others(turned0) | others(turned1) << kShortLanes16;
      const size_t before = static_cast<size_t>(std::countr_zero(bits));
      read += before;
      written += before;
      const ExceptionalCharacter character =
          Exceptional<kKind>(chunk, read, size);
      if (character.characters == 0 || (character.is_malformed && !replace_))
        return {read, written};
      std::copy_n(character.units, 2, out + written);
      read += character.characters;
      written += character.unit_count;
    }
    return {size, written - (read - size)};
  }

  // The same for a chunk with characters of four bytes.
  HWY_NOINLINE Converted DecodeFours(Chunk& chunk,
                                     char16_t* out,
                                     bool& is_whole) const {
    const size_t kept = JoinHalves(chunk);
    const Progress done = PutUnits<Kind::kFourBytes>(chunk, kept, out);
    is_whole = done.characters == kept;
    const size_t characters =
        is_whole ? chunk.size : Select(chunk.kept, kLanes16, done.characters);
    return {BytesBefore(chunk, characters), done.units};
  }

  // Makes one of the halves in the BMP, and finds the units of all that belong
  // together. Returns how many characters are left.
  HWY_INLINE size_t JoinHalves(Chunk& chunk) const {
    const D16 d;
    uint16_t* const characters = chunk.characters();
    characters[-1] = 0;
    hn::StoreU(hn::Zero(d), d, characters + chunk.size);
    FourByteRange range;
    size_t kept = 0;
    uint64_t first_is_second_half = 0;
    uint64_t first_is_trail = 0;
    for (size_t i = 0; i < chunk.size; i += kLanes16) {
      const V16 v = hn::LoadU(d, characters + i);
      const FourByteHalves these(v);
      const FourByteHalves next(hn::LoadU(d, characters + i + 1));
      const size_t live = std::min(chunk.size - i, kLanes16);
      const uint64_t halves = MaskToBits(d, these.is_half()) & LowBits(live);
      const uint64_t after_are_halves =
          halves >> 1 | uint64_t{IsFourByteHalf(characters[i + kLanes16])}
                            << (kLanes16 - 1);
      const uint64_t firsts = Leads(halves & ~first_is_second_half);
      const uint64_t wholes = firsts & after_are_halves;
      const uint64_t seconds = wholes << 1 | first_is_second_half;
      first_is_second_half = wholes >> (kLanes16 - 1) & 1;
      uint64_t keep = LowBits(live) & ~seconds;
      if (i + live == chunk.size && (firsts & ~wholes) >> (live - 1) != 0) {
        // It goes into the next chunk.
        keep &= LowBits(live - 1);
        chunk.bytes = BytesBefore(chunk, chunk.size - 1);
        --chunk.size;
      }

      const V16 half = these.pointer();
      const V16 pointers =
          hn::Add(hn::Mul(half, Set16(126 * 10)), next.pointer());
      constexpr uint16_t kLast = internal::kGb18030RangesPointerCount - 1;
      // The product fits, then.
      const uint64_t in_bmp =
          wholes &
          MaskToBits(
              d, hn::And(IsUpTo(half, InRegister(Set16(kLast / (126 * 10)))),
                         IsUpTo(pointers, InRegister(Set16(kLast)))));
      // Those of a script are in one range, mostly.
      uint64_t others = in_bmp & ~MaskToBits(d, range.Has(pointers));
      if (others != 0) {
        range.GoTo(FourBytePointer(characters + i + std::countr_zero(others)));
        others = in_bmp & ~MaskToBits(d, range.Has(pointers));
      }
      V16 units =
          hn::IfThenElseZero(BitsToMask(d, in_bmp), range.Units(pointers));
      uint64_t done = in_bmp;
      if ((wholes & ~in_bmp) != 0 || first_is_trail != 0) {
        const SupplementaryBits bits(half, next.pointer());
        const FourByteHalves previous(hn::LoadU(d, characters + i - 1));
        const uint64_t leads =
            wholes & MaskToBits(d, hn::And(SupplementaryBits::Begins(half),
                                           bits.is_valid()));
        const uint64_t trails =
            (leads << 1 | first_is_trail) & LowBits(kLanes16);
        first_is_trail = leads >> (kLanes16 - 1) & 1;
        units = hn::IfThenElse(BitsToMask(d, leads), bits.Lead(), units);
        units = hn::IfThenElse(
            BitsToMask(d, trails),
            SupplementaryBits(previous.pointer(), half).Trail(), units);
        done |= leads | trails;
        keep |= trails;
      }
      V16 index = hn::LoadU(d, chunk.indexes + i);
      index = hn::IfThenZeroElse(BitsToMask(d, done), index);
      CompressLanes(d, index, keep, chunk.indexes + kept);
      const size_t count = CompressLanes(d, units, keep, chunk.units + kept);
      chunk.kept[i / kLanes16] = keep;
      for (; others != 0; others &= others - 1) {
        const int at = std::countr_zero(others);
        const size_t before = static_cast<size_t>(
            std::popcount(keep & LowBits(static_cast<size_t>(at))));
        chunk.units[kept + before] =
            internal::Gb18030RangesUnit(FourBytePointer(characters + i + at));
      }
      kept += count;
    }
    return kept;
  }

  const char16_t* const units_;
  const uint16_t none_;
  ExceptionalCharacter (*const exceptional_)(const uint16_t*, size_t);
  const bool replace_;
  const uint8_t lead_flip_;
  const uint8_t first_lead_;
  const uint8_t lead_span_;
  const uint8_t katakana_lead_;
  const uint8_t first_trail_;
  const uint8_t trail_span_;
  const uint8_t no_trail_;
  const bool has_four_bytes_;
};

Converted TwoByteToUtf16(const TwoByteDecoding& decoding,
                         bool replace,
                         const uint8_t* input,
                         size_t input_size,
                         char16_t* output,
                         size_t output_size) {
  const ChunkDecoder decoder(decoding, replace);
  Chunk chunk;
  size_t read = 0;
  size_t written = 0;
  for (;;) {
    const size_t in_left = input_size - read;
    const size_t out_left = output_size - written;
    if (in_left < kBytesRead || out_left < kBlock + kUnitsBehind)
      break;
    // No character has more units than bytes.
    const size_t blocks =
        std::min({(in_left - (kBytesRead - kBlock)) / kBlock,
                  (out_left - kUnitsBehind) / kBlock, kMaxChunk / kBlock});
    const size_t ahead = in_left > 2 * kMaxChunk ? kMaxChunk : 0;
    bool is_whole;
    const Converted done = decoder.Decode(input + read, blocks, ahead, chunk,
                                          output + written, is_whole);
    read += done.read;
    written += done.written;
    // Others are better at ASCII.
    if (!is_whole || chunk.size == chunk.bytes)
      break;
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
                         bool replace,
                         const uint8_t* input,
                         size_t input_size,
                         char16_t* output,
                         size_t output_size) {
  return HWY_DYNAMIC_DISPATCH(TwoByteToUtf16)(decoding, replace, input,
                                              input_size, output, output_size);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
