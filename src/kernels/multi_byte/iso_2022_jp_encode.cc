// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Escape sequences stand between runs of ASCII and runs of JIS X 0208, and
// nothing else in a text moves by other than one byte or two a unit. So, for
// each chunk:
//
//   1. Narrow all units, compress those that aren't ASCII, and list where runs
//      begin: where a bit differs from the one before it.
//   2. Look up what was compressed. That makes the bytes of all runs of JIS X
//      0208, one after another.
//   3. Copy run by run, with an escape sequence before each, from what was
//      narrowed and what was looked up, in turns.
//
// A run costs one or two mispredicted branches, for its length, so few for each
// unit; compression that makes place for escape sequences would cost the same
// for each unit, wherever they are.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/multi_byte/iso_2022_jp_encode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "src/kernels/multi_byte/iso_2022_jp_encode.h"
#include "src/kernels/multi_byte/unit_map-inl.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"
#include "src/kernels/workspace.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

Converted Utf16ToIso2022Jp(const Iso2022JpEncoding&,
                           const EncodeFallback&,
                           uint32_t&,
                           const char16_t*,
                           size_t,
                           uint8_t*,
                           size_t) {
  return {0, 0};
}

#else

using State = Iso2022JpEncoding::State;

constexpr TwoByteLayout kLayout = {.trail_count = 94,
                                   .leads = {.first = 0x21},
                                   .trails = {.first = 0x21}};
constexpr size_t kMaxChunk = PairLookup::kMaxUnits;
constexpr size_t kEscapeLength = 3;
// Runs are copied so many bytes at once. That's longer than most, since a loop
// that ends earlier or later costs a mispredicted branch.
constexpr size_t kCopiedOfAscii = 64;
constexpr size_t kCopied = 192;

// Some of the input.
struct Chunk {
  size_t size;
  // Where a run begins, the first one if it isn't ASCII, too, and perhaps one
  // at the end; then the size.
  Workspace<uint16_t, kMaxChunk + 1, kLanes16> runs;
  size_t run_count;
  // How many units aren't ASCII.
  size_t wide_count;
  // Their two bytes each, or 0: without gaps, or those where the units are.
  Workspace<uint16_t, kMaxChunk, kCopied / 2 + kLanes16> pairs;
  // All units, of which those of ASCII count.
  Workspace<uint8_t, kMaxChunk, kCopiedOfAscii + kLanes16> bytes;
  // The SO, SI and ESC among them, then the size.
  Workspace<uint16_t, kMaxChunk + 1, kLanes16> shifts;
  // Those of `pairs` that are 0, then a number that none reaches.
  Workspace<uint16_t, kMaxChunk + 1, kLanes16> missing;
};

// Where there's an instruction that expands, pairs are where their units are.
// Then nothing is moved but what has to be looked up, which kana needn't.
constexpr bool kPairsAtUnits = kHasVbmi2;
struct LookedUp {
  Workspace<uint16_t, kMaxChunk, 2 * kLanes16> units;
  Workspace<uint64_t, kMaxChunk / kLanes16, 0> lanes;
  size_t count;
};

HWY_INLINE void ReplaceKatakana(const Iso2022JpEncoding& encoding,
                                uint16_t* units,
                                size_t n) {
  for (size_t i = 0; i < n; ++i) {
    const size_t number = static_cast<size_t>(units[i]) - 0xFF61;
    if (number < internal::kHalfwidthKatakanaCount)
      units[i] = (*encoding.fullwidth_katakana)[number];
  }
}

// Fills in all but the pairs and what's missing of them, and what is to be
// looked up for those. Takes whole vectors; units beyond the size are to be 0.
HWY_NOINLINE void FindRuns(const Iso2022JpEncoding& encoding,
                           const char16_t* units,
                           Chunk& chunk,
                           LookedUp& looked_up) {
  const D16 d;
  const hn::Half<D8> dh;
  const hn::RebindToSigned<D16> di;
  const Kana kana(*encoding.map, kLayout);
  const size_t size = chunk.size;
  size_t wide_count = 0;
  size_t run_count = 0;
  size_t shift_count = 0;
  size_t count = 0;
  uint64_t before = 0;
  V16 places = hn::Iota(d, 0);
  for (size_t i = 0; i < size; i += kLanes16) {
    const V16 v = LoadUnits(units + i);
    hn::StoreU(hn::DemoteTo(dh, hn::BitCast(di, v)), dh, chunk.bytes + i);
    const uint64_t wide = ~MaskToBits(d, IsAscii(v)) & LowBits(kLanes16);
    wide_count += static_cast<size_t>(std::popcount(wide));
    uint64_t keep = wide;
    if constexpr (kPairsAtUnits) {
      keep &= ~MaskToBits(d, kana.Has(v));
      looked_up.lanes[i / kLanes16] = keep;
    }
    const size_t kept = CompressLanes(d, v, keep, looked_up.units + count);
    const uint64_t starts = (wide ^ (wide << 1 | before)) & LowBits(kLanes16);
    before = wide >> (kLanes16 - 1);
    run_count += CompressLanes(d, places, starts, chunk.runs + run_count);
    const M16 is_katakana =
        IsUpTo(hn::Sub(v, hn::Set(d, 0xFF61)), hn::Set(d, 0xFF9F - 0xFF61));
    // Those from SO to ESC are all rare.
    const M16 may_be_shift =
        IsUpTo(hn::Sub(v, hn::Set(d, 0x0E)), hn::Set(d, 0x1B - 0x0E));
    if (!hn::AllFalse(d, hn::Or(is_katakana, may_be_shift))) {
      ReplaceKatakana(encoding, looked_up.units + count, kept);
      const M16 is_shift =
          hn::Or(hn::Eq(hn::Or(v, hn::Set(d, 1)), hn::Set(d, 0x0F)),
                 hn::Eq(v, hn::Set(d, 0x1B)));
      shift_count += CompressLanes(d, places, MaskToBits(d, is_shift),
                                   chunk.shifts + shift_count);
    }
    count += kept;
    places = hn::Add(places, hn::Set(d, uint16_t{kLanes16}));
  }
  looked_up.count = count;
  chunk.wide_count = wide_count;
  chunk.run_count = run_count;
  chunk.runs[run_count] = static_cast<uint16_t>(size);
  chunk.shifts[shift_count] = static_cast<uint16_t>(size);
}

// Fills in the rest, once those that are looked up are pairs.
HWY_NOINLINE void PutPairs(const Iso2022JpEncoding& encoding,
                           const char16_t* units,
                           const LookedUp& looked_up,
                           Chunk& chunk) {
  const D16 d;
  const Kana kana(*encoding.map, kLayout);
  const size_t size = kPairsAtUnits ? chunk.size : looked_up.count;
  const uint16_t* next = looked_up.units;
  size_t missing_count = 0;
  for (size_t i = 0; i < size; i += kLanes16) {
    uint64_t lanes;
    V16 pairs;
    if constexpr (kPairsAtUnits) {
      lanes = looked_up.lanes[i / kLanes16];
      pairs = ExpandLanes(d, next, lanes);
      next += std::popcount(lanes);
    } else {
      lanes = LowBits(std::min(size - i, kLanes16));
      pairs = hn::LoadU(d, looked_up.units + i);
    }
    const uint64_t missing = MaskToBits(d, hn::Eq(pairs, hn::Zero(d))) & lanes;
    if (missing != 0) {
      missing_count += CompressLanes(d, hn::Iota(d, static_cast<uint16_t>(i)),
                                     missing, chunk.missing + missing_count);
    }
    if constexpr (kPairsAtUnits)
      pairs = kana.Pairs(LoadUnits(units + i), pairs);
    hn::StoreU(pairs, d, chunk.pairs + i);
  }
  chunk.missing[missing_count] = 0xFFFF;
}

// Where writing a chunk stands.
struct Place {
  size_t at = 0;    // In its units,
  size_t wide = 0;  // those that aren't ASCII,
  size_t run = 0;   // and the lists.
  size_t shift = 0;
  size_t missing = 0;
  uint32_t state = State::kAscii;
  uint8_t* out = nullptr;
};

// The most that may be written from there on: a character that isn't in a run
// may need an escape sequence before and one after it. Copies exceed a chunk by
// less than kCopied.
HWY_INLINE size_t MaxBytes(const Chunk& chunk, const Place& place) {
  return chunk.size - place.at + chunk.wide_count - place.wide +
         kEscapeLength * (chunk.run_count - place.run + 2) + kCopied;
}

HWY_INLINE size_t PairAt(const Place& place) {
  return kPairsAtUnits ? place.at : place.wide;
}

HWY_INLINE void EscapeTo(State state, Place& place) {
  if (place.state == state)
    return;
  place.state = state;
  *place.out++ = 0x1B;
  *place.out++ = state == State::kJis0208 ? 0x24 : 0x28;
  *place.out++ = 0x42;
}

template <size_t kStep>
HWY_INLINE void Copy(const uint8_t* from, size_t n, Place& place) {
  const D8 d;
  uint8_t* to = place.out;
  place.out += n;
  do {
    for (size_t i = 0; i < kStep; i += kLanes8)
      hn::StoreU(hn::LoadU(d, from + i), d, to + i);
    from += kStep;
    to += kStep;
  } while (to < place.out);
}

HWY_INLINE void WriteAscii(const Chunk& chunk, size_t end, Place& place) {
  if (place.state == State::kRoman) {
    // All but two are the same there.
    while (chunk.bytes[place.at] != 0x5C && chunk.bytes[place.at] != 0x7E) {
      *place.out++ = chunk.bytes[place.at++];
      if (place.at == end)
        return;
    }
  }
  EscapeTo(State::kAscii, place);
  Copy<kCopiedOfAscii>(chunk.bytes + place.at, end - place.at, place);
  place.at = end;
}

HWY_INLINE void WriteJis0208(const Chunk& chunk, size_t end, Place& place) {
  const size_t n = end - place.at;
  EscapeTo(State::kJis0208, place);
  Copy<kCopied>(reinterpret_cast<const uint8_t*>(chunk.pairs + PairAt(place)),
                2 * n, place);
  place.wide += n;
  place.at = end;
}

enum class Next { kRun, kChunk, kEnd };

// Writes a chunk's runs, and what is in none.
class Writer {
 public:
  HWY_INLINE Writer(const Chunk& chunk,
                    const EncodeFallback& fallback,
                    uint32_t& state,
                    std::span<const char16_t> input,
                    std::span<uint8_t> output)
      : chunk_(chunk),
        fallback_(fallback),
        state_(state),
        input_(input),
        out_end_(output.data() + output.size()) {
    place_.out = output.data();
  }

  // How many units were read: all of the chunk, fewer, or one more.
  size_t read() const { return place_.at; }
  uint8_t* out() const { return place_.out; }

  // False if the kernel has to stop.
  HWY_INLINE bool Write() {
    // A copy, to stay in registers.
    Place place = place_;
    place.state = state_;
    Next next = Next::kRun;
    for (;;) {
      size_t end = chunk_.runs[place.run];
      while (place.at < end) {
        const size_t part_end =
            std::min(end, size_t{chunk_.shifts[place.shift]});
        if (place.at < part_end)
          WriteAscii(chunk_, part_end, place);
        if (place.at == end)
          break;
        next = WriteOther(false, place);
        if (next != Next::kRun)
          return next == Next::kChunk;
        ++place.shift;
      }
      if (end == chunk_.size)
        break;
      end = chunk_.runs[++place.run];
      while (place.at < end) {
        const size_t part_end = std::min(
            end, place.at + chunk_.missing[place.missing] - PairAt(place));
        if (place.at < part_end)
          WriteJis0208(chunk_, part_end, place);
        if (place.at == end)
          break;
        next = WriteOther(true, place);
        if (next != Next::kRun)
          return next == Next::kChunk;
        while (chunk_.missing[place.missing] < PairAt(place))
          ++place.missing;
      }
      if (end == chunk_.size)
        break;
      ++place.run;
    }
    place_ = place;
    state_ = place.state;
    return true;
  }

 private:
  // A character that is ASCII or isn't.
  HWY_INLINE Next WriteOther(bool is_wide, Place& place) {
    place_ = place;
    const Next next = WriteOther(is_wide);
    place = place_;
    return next;
  }

  HWY_NOINLINE Next WriteOther(bool is_wide) {
    state_ = place_.state;
    const Converted done = fallback_.Encode(
        input_.data() + place_.at, input_.size() - place_.at, place_.out,
        static_cast<size_t>(out_end_ - place_.out));
    if (done.read == 0)
      return Next::kEnd;
    place_.state = state_;
    place_.at += done.read;
    place_.wide += is_wide ? done.read : 0;
    place_.out += done.written;
    return place_.at < chunk_.size &&
                   MaxBytes(chunk_, place_) <=
                       static_cast<size_t>(out_end_ - place_.out)
               ? Next::kRun
               : Next::kChunk;
  }

  const Chunk& chunk_;
  const EncodeFallback& fallback_;
  uint32_t& state_;
  const std::span<const char16_t> input_;  // From the chunk on.
  uint8_t* const out_end_;
  Place place_;
};

Converted Utf16ToIso2022Jp(const Iso2022JpEncoding& encoding,
                           const EncodeFallback& fallback,
                           uint32_t& state,
                           const char16_t* input,
                           size_t input_size,
                           uint8_t* output,
                           size_t output_size) {
  const PairLookup lookup(*encoding.map, kLayout, 0, 0);
  std::span<const char16_t> in(input, input_size);
  std::span<uint8_t> out(output, output_size);
  // Short at first, so that a stop costs little where stops are frequent.
  size_t max_size = 2 * kLanes16;
  Chunk chunk;
  LookedUp looked_up;
  for (bool goes_on = true; goes_on;) {
    size_t size = std::min({in.size(), out.size(), max_size});
    if (size > kLanes16)
      size &= ~(kLanes16 - 1);
    const char16_t* units = in.data();
    char16_t rest[kLanes16] = {};
    if (size < kLanes16) {
      std::memcpy(rest, units, 2 * size);
      units = rest;
    }
    for (;;) {
      if (size == 0)
        return {input_size - in.size(), output_size - out.size()};
      chunk.size = size;
      FindRuns(encoding, units, chunk, looked_up);
      const size_t max_bytes = MaxBytes(chunk, {});
      if (max_bytes <= out.size())
        break;
      size = size * out.size() / max_bytes & ~(kLanes16 - 1);
    }
    lookup.ReplaceByLookup(looked_up.units, looked_up.count);
    PutPairs(encoding, units, looked_up, chunk);
    Writer writer(chunk, fallback, state, in, out);
    goes_on = writer.Write();
    in = in.subspan(writer.read());
    out = out.subspan(static_cast<size_t>(writer.out() - out.data()));
    if (size == max_size)
      max_size = std::min(2 * max_size, kMaxChunk);
  }
  return {input_size - in.size(), output_size - out.size()};
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

HWY_EXPORT(Utf16ToIso2022Jp);

Converted Utf16ToIso2022Jp(const Iso2022JpEncoding& encoding,
                           const EncodeFallback& fallback,
                           uint32_t& state,
                           const char16_t* input,
                           size_t input_size,
                           uint8_t* output,
                           size_t output_size) {
  return HWY_DYNAMIC_DISPATCH(Utf16ToIso2022Jp)(
      encoding, fallback, state, input, input_size, output, output_size);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
