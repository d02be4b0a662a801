// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Escape sequences stand between runs of ASCII and runs of JIS X 0208, and
// nothing else in a text moves by other than one byte or two a unit. So, for
// each batch:
//
//   1. Narrow all units, compress those that aren't ASCII, and list where runs
//      begin: where a bit differs from the one before it.
//   2. Look up what was compressed. That makes the bytes of all runs of JIS X
//      0208, one after another.
//   3. Copy run by run, with an escape sequence before each, from what was
//      narrowed and what was looked up, in turns.
//
// A run costs one or two mispredicted branches, for its length, so few for each
// unit; compression that makes room for escape sequences would cost the same
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

#include "src/kernels/by_target.h"
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
constexpr size_t kMaxJisBatch = PairLookup::kMaxUnits;
constexpr size_t kEscapeLength = 3;
// Batches are short at first, so that a stop costs little where stops are
// frequent, and grow. encode/ISO-2022-JP/japanese/1KiB takes 18, 15 and 11 %
// less with a first batch of 512 (AVX3_DL, AVX2, SSE4), and 11, 8 and 7 % less
// with 64 and a growth of 8; but in the mode fatal, in which bench/ measures
// nothing, japanese-errors/64KiB takes three times as long or more, and 21 to
// 36 % longer.
constexpr size_t kFirstBatch = 32;
constexpr size_t kBatchGrowth = 4;
static_assert(kFirstBatch % kLanes16 == 0);
// Runs are copied so many bytes at once. That's longer than most, since a loop
// that ends earlier or later costs a mispredicted branch. Little depends on how
// many: encode/ISO-2022-JP/japanese-markup/64KiB takes 3 % longer with 128 or
// 192 of ASCII, and with 384 of other characters (AVX3_DL; with 64, 5 % less,
// but japanese-errors 10 % longer on AVX2).
constexpr size_t kCopiedOfAscii = 64;
constexpr size_t kCopied = 192;

// The units that go through the phases together, and their runs.
struct JisBatch {
  size_t size;
  // Where a run begins, the first one if it isn't ASCII, too, and perhaps one
  // at the end; then the size.
  Workspace<uint16_t, kMaxJisBatch + 1, kLanes16> runs;
  size_t run_count;
  // How many units aren't ASCII.
  size_t wide_count;
  // The byte pairs of those, or 0, where the units are.
  Workspace<uint16_t, kMaxJisBatch, kCopied / 2 + kLanes16> pairs;
  // All units, of which those of ASCII count.
  Workspace<uint8_t, kMaxJisBatch, kCopiedOfAscii + kLanes16> bytes;
  // The SO, SI and ESC among them, then the size.
  Workspace<uint16_t, kMaxJisBatch + 1, kLanes16> shifts;
  // Those of `pairs` that are 0, then a number that none reaches.
  Workspace<uint16_t, kMaxJisBatch + 1, kLanes16> missing;
};

// Nothing is moved but what has to be looked up, which kana needn't.
struct LookedUp {
  Workspace<uint16_t, kMaxJisBatch, 2 * kLanes16> units;
  Workspace<uint64_t, kMaxJisBatch / kLanes16, 0> lanes;
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

// Phase 1: fills in all of a batch but `pairs` and `missing`, and lists the
// units that are to be looked up. Takes whole vectors; units beyond the size
// are to be 0.
HWY_NOINLINE void FindRuns(const Iso2022JpEncoding& encoding,
                           const char16_t* units,
                           JisBatch& batch,
                           LookedUp& looked_up) {
  const D16 d;
  const hn::Half<D8> dh;
  const hn::RebindToSigned<D16> di;
  const Kana kana(*encoding.map, kLayout);
  const size_t size = batch.size;
  size_t wide_count = 0;
  size_t run_count = 0;
  size_t shift_count = 0;
  size_t count = 0;
  uint64_t before = 0;
  V16 positions = hn::Iota(d, 0);
  for (size_t i = 0; i < size; i += kLanes16) {
    const V16 v = LoadUnits(units + i);
    hn::StoreU(hn::DemoteTo(dh, hn::BitCast(di, v)), dh, batch.bytes + i);
    const uint64_t wide = ~MaskToBits(d, IsAscii(v)) & LowBits(kLanes16);
    wide_count += static_cast<size_t>(std::popcount(wide));
    const uint64_t keep = wide & ~MaskToBits(d, kana.Has(v));
    looked_up.lanes[i / kLanes16] = keep;
    const size_t kept = CompressLanes(d, v, keep, looked_up.units + count);
    const uint64_t starts = (wide ^ (wide << 1 | before)) & LowBits(kLanes16);
    before = wide >> (kLanes16 - 1);
    run_count += CompressLanes(d, positions, starts, batch.runs + run_count);
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
      shift_count += CompressLanes(d, positions, MaskToBits(d, is_shift),
                                   batch.shifts + shift_count);
    }
    count += kept;
    positions = hn::Add(positions, hn::Set(d, uint16_t{kLanes16}));
  }
  looked_up.count = count;
  batch.wide_count = wide_count;
  batch.run_count = run_count;
  batch.runs[run_count] = static_cast<uint16_t>(size);
  batch.shifts[shift_count] = static_cast<uint16_t>(size);
}

// The end of phase 2: fills in `pairs` and `missing`, once the units of
// `looked_up` are byte pairs.
HWY_NOINLINE void MakePairs(const Iso2022JpEncoding& encoding,
                            const char16_t* units,
                            const LookedUp& looked_up,
                            JisBatch& batch) {
  const D16 d;
  const Kana kana(*encoding.map, kLayout);
  const uint16_t* next = looked_up.units;
  size_t missing_count = 0;
  for (size_t i = 0; i < batch.size; i += kLanes16) {
    const uint64_t lanes = looked_up.lanes[i / kLanes16];
    const V16 pairs = ExpandLanes(d, next, lanes);
    next += std::popcount(lanes);
    const uint64_t missing = MaskToBits(d, hn::Eq(pairs, hn::Zero(d))) & lanes;
    if (missing != 0) {
      // Highway 1.0.3 makes an Iota() that isn't constant of its lanes, which
      // compilers make a sum of only where they vectorise words.
      const V16 positions =
          hn::Add(hn::Iota(d, 0), Set16(static_cast<uint32_t>(i)));
      missing_count +=
          CompressLanes(d, positions, missing, batch.missing + missing_count);
    }
    hn::StoreU(kana.Pairs(LoadUnits(units + i), pairs), d, batch.pairs + i);
  }
  batch.missing[missing_count] = 0xFFFF;
}

// Where writing a batch stands.
struct Position {
  size_t at = 0;    // In its units,
  size_t wide = 0;  // those that aren't ASCII,
  size_t run = 0;   // and the lists.
  size_t shift = 0;
  size_t missing = 0;
  uint32_t state = State::kAscii;
  uint8_t* out = nullptr;
};

// The most that may be written from there on: a character that isn't in a run
// may need an escape sequence before and one after it. Copies exceed a batch by
// less than kCopied.
HWY_INLINE size_t MaxBytes(const JisBatch& batch, const Position& position) {
  return batch.size - position.at + batch.wide_count - position.wide +
         kEscapeLength * (batch.run_count - position.run + 2) + kCopied;
}

HWY_INLINE void EscapeTo(State state, Position& position) {
  if (position.state == state)
    return;
  position.state = state;
  *position.out++ = 0x1B;
  *position.out++ = state == State::kJis0208 ? 0x24 : 0x28;
  *position.out++ = 0x42;
}

template <size_t kStep>
HWY_INLINE void Copy(const uint8_t* from, size_t n, Position& position) {
  const D8 d;
  uint8_t* to = position.out;
  position.out += n;
  do {
    for (size_t i = 0; i < kStep; i += kLanes8)
      hn::StoreU(hn::LoadU(d, from + i), d, to + i);
    from += kStep;
    to += kStep;
  } while (to < position.out);
}

HWY_INLINE void WriteAscii(const JisBatch& batch,
                           size_t end,
                           Position& position) {
  if (position.state == State::kRoman) {
    // All but two are the same there.
    while (batch.bytes[position.at] != 0x5C &&
           batch.bytes[position.at] != 0x7E) {
      *position.out++ = batch.bytes[position.at++];
      if (position.at == end)
        return;
    }
  }
  EscapeTo(State::kAscii, position);
  Copy<kCopiedOfAscii>(batch.bytes + position.at, end - position.at, position);
  position.at = end;
}

HWY_INLINE void WriteJis0208(const JisBatch& batch,
                             size_t end,
                             Position& position) {
  const size_t n = end - position.at;
  EscapeTo(State::kJis0208, position);
  Copy<kCopied>(reinterpret_cast<const uint8_t*>(batch.pairs + position.at),
                2 * n, position);
  position.wide += n;
  position.at = end;
}

enum class JisNext { kRun, kBatch, kEnd };

// Phase 3: writes the runs of a batch, and by the fallback what is in none.
class Writer {
 public:
  HWY_INLINE Writer(const JisBatch& batch,
                    const EncodeFallback& fallback,
                    uint32_t& state,
                    std::span<const char16_t> input,
                    std::span<uint8_t> output)
      : batch_(batch),
        fallback_(fallback),
        state_(state),
        input_(input),
        out_end_(output.data() + output.size()) {
    position_.out = output.data();
  }

  // How many units were read: all of the batch, fewer, or one more.
  size_t read() const { return position_.at; }
  uint8_t* out() const { return position_.out; }

  // False if the kernel has to stop.
  HWY_INLINE bool Write() {
    // A copy, to stay in registers.
    Position position = position_;
    position.state = state_;
    for (;;) {
      size_t end = batch_.runs[position.run];
      JisNext next = WriteAsciiRun(end, position);
      if (next != JisNext::kRun)
        return next == JisNext::kBatch;
      if (end == batch_.size)
        break;
      end = batch_.runs[++position.run];
      next = WriteJis0208Run(end, position);
      if (next != JisNext::kRun)
        return next == JisNext::kBatch;
      if (end == batch_.size)
        break;
      ++position.run;
    }
    position_ = position;
    state_ = position.state;
    return true;
  }

 private:
  HWY_INLINE JisNext WriteAsciiRun(size_t end, Position& position) {
    while (position.at < end) {
      const size_t part_end =
          std::min(end, size_t{batch_.shifts[position.shift]});
      if (position.at < part_end)
        WriteAscii(batch_, part_end, position);
      if (position.at == end)
        break;
      const JisNext next = WriteByFallback(false, position);
      if (next != JisNext::kRun)
        return next;
      ++position.shift;
    }
    return JisNext::kRun;
  }

  HWY_INLINE JisNext WriteJis0208Run(size_t end, Position& position) {
    while (position.at < end) {
      const size_t part_end =
          std::min(end, size_t{batch_.missing[position.missing]});
      if (position.at < part_end)
        WriteJis0208(batch_, part_end, position);
      if (position.at == end)
        break;
      const JisNext next = WriteByFallback(true, position);
      if (next != JisNext::kRun)
        return next;
      while (batch_.missing[position.missing] < position.at)
        ++position.missing;
    }
    return JisNext::kRun;
  }

  // Writes one character, not ASCII if `is_wide`.
  HWY_INLINE JisNext WriteByFallback(bool is_wide, Position& position) {
    position_ = position;
    const JisNext next = WriteByFallback(is_wide);
    position = position_;
    return next;
  }

  HWY_NOINLINE JisNext WriteByFallback(bool is_wide) {
    state_ = position_.state;
    const Converted done = fallback_.Encode(
        input_.data() + position_.at, input_.size() - position_.at,
        position_.out, static_cast<size_t>(out_end_ - position_.out));
    if (done.read == 0)
      return JisNext::kEnd;
    position_.state = state_;
    position_.at += done.read;
    position_.wide += is_wide ? done.read : 0;
    position_.out += done.written;
    return position_.at < batch_.size &&
                   MaxBytes(batch_, position_) <=
                       static_cast<size_t>(out_end_ - position_.out)
               ? JisNext::kRun
               : JisNext::kBatch;
  }

  const JisBatch& batch_;
  const EncodeFallback& fallback_;
  uint32_t& state_;
  const std::span<const char16_t> input_;  // From the batch on.
  uint8_t* const out_end_;
  Position position_;
};

// Makes a batch of up to `size` units whose bytes have a place in `room` bytes
// whatever they are. Returns how many that is.
HWY_INLINE size_t FindRunsThatFit(const Iso2022JpEncoding& encoding,
                                  const char16_t* units,
                                  size_t size,
                                  size_t room,
                                  JisBatch& batch,
                                  LookedUp& looked_up) {
  while (size != 0) {
    batch.size = size;
    FindRuns(encoding, units, batch, looked_up);
    const size_t max_bytes = MaxBytes(batch, {});
    if (max_bytes <= room)
      break;
    size = size * room / max_bytes & ~(kLanes16 - 1);
  }
  return size;
}

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
  size_t max_size = kFirstBatch;
  JisBatch batch;
  LookedUp looked_up;
  for (bool may_continue = true; may_continue;) {
    size_t size = std::min({in.size(), out.size(), max_size});
    if (size > kLanes16)
      size &= ~(kLanes16 - 1);
    const char16_t* units = in.data();
    char16_t rest[kLanes16] = {};
    if (size < kLanes16) {
      std::memcpy(rest, units, 2 * size);
      units = rest;
    }
    size = FindRunsThatFit(encoding, units, size, out.size(), batch, looked_up);
    if (size == 0)
      break;
    lookup.ReplaceByLookup(looked_up.units, looked_up.count);
    MakePairs(encoding, units, looked_up, batch);
    Writer writer(batch, fallback, state, in, out);
    may_continue = writer.Write();
    in = in.subspan(writer.read());
    out = out.subspan(static_cast<size_t>(writer.out() - out.data()));
    if (size == max_size)
      max_size = std::min(kBatchGrowth * max_size, kMaxJisBatch);
  }
  return {input_size - in.size(), output_size - out.size()};
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

constinit const ByTarget kUtf16ToIso2022Jp(
    V8_ENCODING_BY_TARGET(Utf16ToIso2022Jp));

Converted Utf16ToIso2022Jp(const Iso2022JpEncoding& encoding,
                           const EncodeFallback& fallback,
                           uint32_t& state,
                           const char16_t* input,
                           size_t input_size,
                           uint8_t* output,
                           size_t output_size) {
  return kUtf16ToIso2022Jp(encoding, fallback, state, input, input_size, output,
                           output_size);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
