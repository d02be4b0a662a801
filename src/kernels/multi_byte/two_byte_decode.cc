// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Whether a byte is a lead depends only on the bytes before it that could be
// one: in a run of such bytes, the first is a lead, the second its trail, and
// so on; and what comes after a run is the trail of its last byte, if that is a
// lead, but never a lead. So all the leads of a word of 64 bytes come out of an
// addition, whose carry runs to the end of each run. That holds for malformed
// text, too: what follows a lead is consumed with it, unless it is ASCII, which
// is put back and stands for itself.
//
// Then, in phases for each batch, as vectors can't be loaded from what has just
// been stored unit by unit:
//
//   1. List the byte pairs: each character as 16 bits, its first byte and the
//   next one.
//   2. In vectors, make indexes of them: of their pointer, or their byte.
//   3. Look up: a unit for each, and find those that have none. The scalar
//   fallback tells what they are, and looking up goes on behind them.
//
// So nothing depends on where ASCII begins and ends, which no branch could
// predict in marked-up text, and what is malformed or has two units costs a
// branch and a call.
//
// The characters of four bytes that gb18030 has take one more phase after the
// second, in batches with many of them, and those of three bytes that EUC-JP
// has another one. See four_byte_merge-inl.h and three_byte_merge-inl.h.

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

#include "src/kernels/by_target.h"
#include "src/kernels/multi_byte/byte_pairs-inl.h"
#include "src/kernels/multi_byte/four_byte_merge-inl.h"
#include "src/kernels/multi_byte/four_bytes-inl.h"
#include "src/kernels/multi_byte/pair_index-inl.h"
#include "src/kernels/multi_byte/three_byte_merge-inl.h"
#include "src/kernels/multi_byte/two_byte_batch-inl.h"
#include "src/kernels/multi_byte/two_byte_decode.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"

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

// What is written over beyond the units, at most.
constexpr size_t kUnitsBehind = 32;
static_assert(kLookedUp <= kUnitsBehind);

// What has become of a batch.
struct BatchResult {
  Converted done;
  // Whether nothing stopped the decoder, so that another batch may follow.
  bool may_continue;
};

class BatchDecoder {
 public:
  HWY_INLINE BatchDecoder(const TwoByteDecoding& decoding, bool replace)
      : decoding_(decoding),
        units_(decoding.units),
        fallback_(decoding.fallback),
        replace_(replace) {}

  // Decodes `words` words of kBytesPerWord bytes and the byte after them if it
  // is a trail, or as much of that as is possible.
  HWY_INLINE BatchResult Decode(const uint8_t* in,
                                size_t words,
                                size_t ahead,
                                Batch& batch,
                                char16_t* out) const {
    ListPairs(in, words, ahead, batch);
    return DecodeListed(batch, out);
  }

  // The same for `n` bytes, at most kBytesPerWord, maybe without the last one.
  // Needs no room but for their units, which are `n` at most.
  HWY_INLINE BatchResult DecodeFewBytes(const uint8_t* in,
                                        size_t n,
                                        Batch& batch,
                                        char16_t* out) const {
    ListFewPairs(in, n, batch);
    char16_t units[kBytesPerWord + kUnitsBehind];
    const BatchResult result = DecodeListed(batch, units);
#if HWY_TARGET <= HWY_AVX3_DL
    const uint64_t written = LowBits(result.done.written);
    _mm512_mask_storeu_epi16(out, static_cast<__mmask32>(written),
                             _mm512_loadu_si512(units));
    _mm512_mask_storeu_epi16(out + 32, static_cast<__mmask32>(written >> 32),
                             _mm512_loadu_si512(units + 32));
#else
    std::memcpy(out, units, sizeof(units[0]) * result.done.written);
#endif
    return result;
  }

 private:
  enum class Kind { kAny, kMostlyAscii, kThreeBytes, kFourBytes };

  // What WriteUnits() does where a character of three bytes may begin.
  enum class AtThreeBytes : bool { kAskFallback, kStop };

  // How far WriteUnits() came.
  struct Progress {
    size_t pairs = 0;
    size_t units = 0;
    bool at_three_bytes = false;
  };

  // Phases 2 and 3.
  HWY_NOINLINE BatchResult DecodeListed(Batch& batch, char16_t* out) const {
    const bool has_leads_alone = MakeIndexes(batch);
    if (decoding_.has_four_bytes && has_leads_alone && HasManyHalves(batch))
      return DecodeWithFourBytes(batch, out);
    // Where ASCII comes and goes, a branch on it costs more than looking it up.
    // decode/GBK/chinese-markup/64KiB takes 38 % longer with 1 instead of 40,
    // and as long with 5 or none of this (AVX3_DL; AVX2 31 %). In bench/ no
    // text has fewer characters that aren't ASCII: with a tenth of
    // chinese-markup's, 20 costs 40 %, 10 and 5 cost 70 %; with a hundredth, no
    // branch costs 52 % (AVX2 32, 52 and 27 %). 80 is as good.
    const bool is_mostly_ascii = 40 * (batch.bytes - batch.size) < batch.size;
    const Progress done =
        is_mostly_ascii
            ? WriteUnits<Kind::kMostlyAscii>(batch, {}, batch.size, out)
            : WriteUnits<Kind::kAny>(batch, {}, batch.size, out);
    if (done.at_three_bytes)
      return DecodeWithThreeBytes(batch, done, out);
    return Result(batch, done.pairs, done.units);
  }

  // What is but the beginning of something goes into the next batch.
  static HWY_INLINE BatchResult Result(const Batch& batch,
                                       size_t pairs,
                                       size_t units) {
    return {{batch.BytesBefore(pairs), units},
            pairs == batch.size || (pairs + 1 == batch.size && pairs != 0)};
  }

  // Phase 1. Fetches what is `ahead` bytes ahead into the cache.
  HWY_INLINE void ListPairs(const uint8_t* in,
                            size_t words,
                            size_t ahead,
                            Batch& batch) const {
    const LeadCandidates candidates(decoding_);
    LeadFinder finder;
    uint64_t first_is_trail = 0;
    BytePair* out = batch.pairs();
    for (size_t word = 0; word != words; ++word, in += kBytesPerWord) {
      hwy::Prefetch(in + ahead);
      const uint64_t leads = finder.Next(candidates.Of64Bytes(in));
      const uint64_t begins = ~(leads << 1 | first_is_trail);
      first_is_trail = finder.ends_with_lead() & 1;
      batch.begins[word] = begins;
      out += CompressBytePairs(in, begins, out);
    }
    batch.bytes = words * kBytesPerWord + first_is_trail;
    batch.size = static_cast<size_t>(out - batch.pairs());
  }

  // Phase 1 for DecodeFewBytes().
  HWY_INLINE void ListFewPairs(const uint8_t* in,
                               size_t n,
                               Batch& batch) const {
    const LeadCandidates candidates(decoding_);
    LeadFinder finder;
#if HWY_TARGET <= HWY_AVX3_DL
    const __m512i bytes = _mm512_maskz_loadu_epi8(LowBits(n), in);
    const __m512i after = _mm512_maskz_loadu_epi8(LowBits(n - 1), in + 1);
    const uint64_t leads = finder.Next(candidates.Of(V8{bytes}));
#else
    uint8_t padded[kBytesRead] = {};
    std::memcpy(padded, in, n);
    const uint64_t leads = finder.Next(candidates.Of64Bytes(padded));
#endif
    // If the last byte begins what isn't ASCII, it waits for those after it.
    const uint64_t all_begins = ~(leads << 1) & LowBits(n);
    const bool last_waits = (all_begins >> (n - 1) & 1) && in[n - 1] >= 0x80;
    batch.bytes = n - last_waits;
    const uint64_t begins = all_begins & LowBits(batch.bytes);
    batch.begins[0] = begins;
#if HWY_TARGET <= HWY_AVX3_DL
    batch.size = CompressBytePairs(bytes, after, begins, batch.pairs());
#else
    batch.size = CompressBytePairs(padded, begins, batch.pairs());
#endif
  }

  // Phase 2. Returns whether some pair is a lead without a trail.
  HWY_INLINE bool MakeIndexes(Batch& batch) const {
    const D16 d;
    const PairIndexer indexer(decoding_);
    BytePair* const pairs = batch.pairs();
    // What the last vector of this and the next phases has behind the pairs.
    hn::StoreU(hn::Zero(d), d, pairs + batch.size);
    V16 most = hn::Zero(d);
    for (size_t i = 0; i < batch.size; i += kLanes16) {
      const V16 indexes = indexer.Indexes(hn::LoadU(d, pairs + i));
      most = hn::Max(most, indexes);
      hn::StoreU(indexes, d, batch.indexes + i);
    }
    return !hn::AllFalse(d, hn::Eq(most, indexer.none()));
  }

  // The end of a batch, from where a character of three bytes may begin: their
  // pairs merged, then phase 3.
  HWY_NOINLINE BatchResult DecodeWithThreeBytes(Batch& batch,
                                                Progress done,
                                                char16_t* out) const {
    const size_t begin = done.pairs;
    const size_t kept = ThreeByteMerger(decoding_, batch).Merge(begin);
    if (kept == batch.size) {
      // What has none costs less as it is.
      done = WriteUnits<Kind::kAny>(batch, done, kept, out,
                                    AtThreeBytes::kAskFallback);
    } else {
      done = WriteUnits<Kind::kThreeBytes>(batch, done, kept, out);
    }
    return Result(
        batch,
        done.pairs == kept ? batch.size : batch.kept_positions().Of(done.pairs),
        done.units);
  }

  // The end of a batch with characters of four bytes: halves merged, then
  // phase 3.
  HWY_NOINLINE BatchResult DecodeWithFourBytes(Batch& batch,
                                               char16_t* out) const {
    const size_t kept = FourByteMerger(batch).Merge();
    const Progress done = WriteUnits<Kind::kFourBytes>(batch, {}, kept, out);
    const bool is_all = done.pairs == kept;
    const size_t pairs =
        is_all ? batch.size : batch.kept_positions().Of(done.pairs);
    return {{batch.BytesBefore(pairs), done.units}, is_all};
  }

  // Phase 3. Writes the units of the pairs up to `size`, and a few more, behind
  // what has been done.
  template <Kind kKind>
  HWY_INLINE Progress
  WriteUnits(Batch& batch,
             Progress done,
             size_t size,
             char16_t* out,
             AtThreeBytes at_three_bytes = AtThreeBytes::kStop) const {
    static_assert(Batch::kBehindIndexes >= kLookedUp);
    std::fill_n(batch.indexes + size, kLookedUp, uint16_t{0});
    constexpr bool kIsMerged =
        kKind == Kind::kThreeBytes || kKind == Kind::kFourBytes;
    BitPositions positions = batch.kept_positions();
    size_t read = done.pairs;
    size_t written = done.units;
    while (read < size) {
      char16_t* const to = out + written;
      if (kKind == Kind::kMostlyAscii &&
          StoreAsciiUnits(batch.indexes + read, to)) {
        read += kLookedUp;
        written += kLookedUp;
        continue;
      }
      uint64_t missing;
      if (HWY_LIKELY(StoreUnitsOf<kKind>(batch, read, to, missing))) {
        read += kLookedUp;
        written += kLookedUp;
        continue;
      }
      const size_t before = static_cast<size_t>(std::countr_zero(missing));
      read += before;
      written += before;
      if (!kIsMerged && at_three_bytes == AtThreeBytes::kStop &&
          FirstByte(batch.pairs()[read]) == decoding_.three_byte_lead) {
        return {read, written, true};
      }
      const FallbackUnits fallback =
          AskFallback<kKind>(batch, kIsMerged ? positions.Of(read) : read);
      if (fallback.pairs == 0 || (fallback.is_malformed && !replace_))
        return {read, written};
      std::copy_n(fallback.units, 2, out + written);
      read += fallback.pairs;
      written += fallback.unit_count;
    }
    return {size, written - (read - size)};
  }

  // False if some of the kLookedUp indexes aren't of ASCII; then nothing has
  // been written.
  static HWY_INLINE bool StoreAsciiUnits(const uint16_t* indexes,
                                         char16_t* to) {
    const D16Short d;
    const V16Short bytes0 = hn::LoadU(d, indexes);
    const V16Short bytes1 = hn::LoadU(d, indexes + kShortLanes16);
    if (!hn::AllTrue(d, hn::Eq(hn::ShiftRight<7>(hn::Or(bytes0, bytes1)),
                               hn::Zero(d)))) {
      return false;
    }
    StoreUnits(d, bytes0, to);
    StoreUnits(d, bytes1, to + kShortLanes16);
    return true;
  }

  // Writes the units of kLookedUp pairs from `i` on. True if all have one; if
  // not, `missing` gets a bit for each that has none.
  template <Kind kKind>
  HWY_INLINE bool StoreUnitsOf(const Batch& batch,
                               size_t i,
                               char16_t* to,
                               uint64_t& missing) const {
    const D16Short d;
    V16Short v0 = LookUp(batch.indexes + i);
    V16Short v1 = LookUp(batch.indexes + i + kShortLanes16);
    // Surrogates stand for no unit. Turned, they are above all others.
    const V16Short turn = hn::Set(d, 0x2000);
    const V16Short turned0 = hn::Add(v0, turn);
    const V16Short turned1 = hn::Add(v1, turn);
    if constexpr (kKind == Kind::kFourBytes) {
      v0 = hn::Or(v0, hn::LoadU(d, batch.units + i));
      v1 = hn::Or(v1, hn::LoadU(d, batch.units + i + kShortLanes16));
    }
    StoreUnits(d, v0, to);
    StoreUnits(d, v1, to + kShortLanes16);
    const V16Short zeros = hn::Zero(d);
    if (HWY_LIKELY(hn::AllTrue(
            d, hn::Eq(AboveUnits(hn::Max(turned0, turned1)), zeros)))) {
      return true;
    }
    missing = MaskToBits(d, hn::Ne(AboveUnits(turned0), zeros)) |
              MaskToBits(d, hn::Ne(AboveUnits(turned1), zeros))
                  << kShortLanes16;
    return false;
  }

  static HWY_INLINE V16Short AboveUnits(V16Short turned) {
    return hn::SaturatedSub(turned, hn::Set(D16Short(), 0xF7FF));
  }

  HWY_INLINE V16Short LookUp(const uint16_t* indexes) const {
#if HWY_ARCH_X86
    // Loads are what it waits for, so half of the indexes come in one.
    uint64_t rest;
    std::memcpy(&rest, indexes + 4, sizeof(rest));
    const auto unit = [&](size_t index) {
      return static_cast<int16_t>(units_[index & 0xFFFF]);
    };
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
  HWY_INLINE FallbackUnits AskFallback(Batch& batch, size_t i) const {
    const BytePair* const at = batch.pairs() + i;
    if constexpr (kKind != Kind::kFourBytes) {
      return fallback_(at, batch.size - i);
    } else {
      // Both halves are malformed together, or one and what isn't any.
      return IsFourByteHalf(at[0]) && IsFourByteHalf(at[1]) ? MalformedByte()
                                                            : fallback_(at, 2);
    }
  }

  const TwoByteDecoding& decoding_;
  const char16_t* const units_;
  FallbackUnits (*const fallback_)(const BytePair*, size_t);
  const bool replace_;
};

// How many words of the input there are, and room for the units of.
HWY_INLINE size_t WordsOfBatch(size_t in_left, size_t out_left) {
  if (in_left < kBytesRead || out_left < kBytesPerWord + kUnitsBehind)
    return 0;
  // No character has more units than bytes.
  return std::min({(in_left - (kBytesRead - kBytesPerWord)) / kBytesPerWord,
                   (out_left - kUnitsBehind) / kBytesPerWord,
                   kMaxBatch / kBytesPerWord});
}

// Fewer bytes are left to the codec.
constexpr size_t kFewest = 16;

Converted TwoByteToUtf16(const TwoByteDecoding& decoding,
                         bool replace,
                         const uint8_t* input,
                         size_t input_size,
                         char16_t* output,
                         size_t output_size) {
  const BatchDecoder decoder(decoding, replace);
  Batch batch;
  size_t read = 0;
  size_t written = 0;
  while (const size_t words =
             WordsOfBatch(input_size - read, output_size - written)) {
    // Of what's fetched ahead, half, twice as much or nothing makes 2 % at most
    // in decode/GBK/chinese and decode/EUC-KR/korean of 64 KiB, 1 and 16 MiB.
    const size_t ahead = input_size - read > 2 * kMaxBatch ? kMaxBatch : 0;
    const BatchResult result =
        decoder.Decode(input + read, words, ahead, batch, output + written);
    read += result.done.read;
    written += result.done.written;
    // The codec is better at ASCII.
    if (!result.may_continue || batch.size == batch.bytes)
      return {read, written};
  }
  // Behind batches, without VBMI2, the codec is faster: with these,
  // decode/GBK/chinese/1KiB takes 1.2 times as long (AVX2).
  while (kHasVbmi2 || read == 0) {
    // No character has more units than bytes.
    const size_t n =
        std::min({input_size - read, output_size - written, kBytesPerWord});
    if (n < kFewest)
      break;
    const BatchResult result =
        decoder.DecodeFewBytes(input + read, n, batch, output + written);
    read += result.done.read;
    written += result.done.written;
    if (!result.may_continue || batch.size == batch.bytes)
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

constinit const ByTarget kTwoByteToUtf16(V8_ENCODING_BY_TARGET(TwoByteToUtf16));

Converted TwoByteToUtf16(const TwoByteDecoding& decoding,
                         bool replace,
                         const uint8_t* input,
                         size_t input_size,
                         char16_t* output,
                         size_t output_size) {
  return kTwoByteToUtf16(decoding, replace, input, input_size, output,
                         output_size);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
