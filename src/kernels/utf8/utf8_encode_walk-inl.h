// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-16 to UTF-8, of text longer than a vector or two: the walk over its
// blocks.
//
// Text is taken to go on as what it has been: ASCII, up to two bytes a unit, or
// any. Within each, no branch depends on a block but for that on pairs, since
// one that is mispredicted costs more than the faster way of a block would
// save.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_WALK_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_WALK_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_WALK_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_WALK_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "src/code_points.h"
#include "src/kernels/converted.h"
#include "src/kernels/copy.h"
#include "src/kernels/prefetch.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/utf8/utf8_encode.h"
#include "src/kernels/utf8/utf8_encode_avx512-inl.h"
#include "src/kernels/utf8/utf8_encode_block-inl.h"
#include "src/kernels/utf8/utf8_encode_short-inl.h"
#include "src/kernels/utf8/utf8_encode_table-inl.h"
#include "src/kernels/vectors-inl.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

// Reading and writing, and where both stand.
class BlockEncoder {
 public:
  HWY_INLINE BlockEncoder(const char16_t* input,
                          size_t input_size,
                          uint8_t* output,
                          size_t output_size)
      : begin_(input),
        in_(input),
        in_end_(input + input_size),
        out_(output),
        out_end_(output + output_size) {
    // The other half may follow.
    if (input_size != 0 && internal::IsLeadSurrogate(in_end_[-1]))
      --in_end_;
  }

  HWY_INLINE void EncodeWholeBlocks() {
#if HWY_TARGET <= HWY_AVX3_DL
    for (;;) {
      WriteAsciiGroups();
      if (!HasRoom())
        break;
      const V16 v = LoadUnits(in_);
      if (hn::AllTrue(D16(), Matches(v, 0xFF80, 0))) {
        WriteAscii(v);
      } else {
        EncodeTwoByteBlocks();
      }
    }
#else
    if (EncodeGroups())
      WriteAsciiBlocks();
    while (HasRoom()) {
      const V16 v = LoadUnits(in_);
      if (hn::AllTrue(D16(), Matches(v, 0xF800, 0))) {
        WriteTwoByteBlock(v);
      } else {
        EncodeThreeByteBlocks(/*patience=*/1);
      }
    }
#endif
    FinishSurrogatePair();
  }

  // What is left of the input or has a place in the output.
#if HWY_TARGET <= HWY_AVX3_DL
  HWY_INLINE void EncodePartialBlocks() {
    for (;;) {
      const size_t n = std::min(in_left(), kLanes16);
      if (n == 0)
        return;
      if (out_left() < 3 * n)
        break;
      const Converted done = EncodeShort(in_, n, out_, out_left());
      // A lone lead is left, before another that the text ends with.
      if (done.read == 0)
        break;
      in_ += done.read;
      out_ += done.written;
    }
    FillOutput();
  }
#else
  HWY_INLINE void EncodePartialBlocks() {
    while (in_left() != 0 && out_left() != 0) {
      const LastUnitBlock last(begin_, in_, in_end_);
      const size_t written = EncodeBmpExactly(last.Units(), last.skipped(),
                                              last.size(), out_, out_left());
      if (HWY_LIKELY(written != 0)) {
        in_ += last.size() - last.skipped();
        out_ += written;
        continue;
      }
      const ClassifiedBlock block = Classify(last);
      const D16 d;
      const uint64_t middle = MaskToBits(d, block.middle) >> last.skipped();
      const uint64_t top = MaskToBits(d, block.top) >> last.skipped();
      size_t n = last.size() - last.skipped();
      if (LengthOf(middle, top, n) > out_left())
        n = UnitsThatFit(middle, top, n);
      if (n != 0 && n != in_left() && IsPair(in_ + n - 1))
        --n;
      if (n == 0)
        return;
      out_ += WriteUnits<true>(block, last.skipped(), last.skipped() + n, out_);
      in_ += n;
    }
  }
#endif

  HWY_INLINE Converted Result(const uint8_t* output) const {
    return {static_cast<size_t>(in_ - begin_),
            static_cast<size_t>(out_ - output)};
  }

 private:
  static constexpr bool IsPair(const char16_t* units) {
    return internal::IsLeadSurrogate(units[0]) &&
           internal::IsTrailSurrogate(units[1]);
  }

  HWY_INLINE size_t in_left() const {
    return static_cast<size_t>(in_end_ - in_);
  }
  HWY_INLINE size_t out_left() const {
    return static_cast<size_t>(out_end_ - out_);
  }

  // Whether there are `blocks` blocks of `units` units, and room for them.
  HWY_INLINE bool HasRoom(size_t blocks = 1, size_t units = kLanes16) const {
    // What a block's last store needs is more than what may be left to
    // FinishSurrogatePair(). No store reaches the bytes that may be left in the
    // end.
    constexpr size_t kRoom = 3 * kLanes16 + 16 + kMaxUtf8BytesLeft;
    // That store writes more than what counts, by less than as many bytes as
    // there are units left, a byte each at least, to go over them: of 64 bytes
    // each unit of the block has one at least, and shuffles write up to 16
    // more.
    constexpr size_t kNeeded = kHasVbmi2 ? 64 : kLanes16 + 16;
    const size_t more = (blocks - 1) * units;
    return in_left() >= more + kNeeded && out_left() >= 3 * more + kRoom;
  }

#if HWY_TARGET <= HWY_AVX3_DL

  // How many blocks go without asking what the text has become. A branch for
  // each block that could be done faster costs more than it saves where such
  // blocks stand among others. encode/UTF-8/french/64KiB, whose every third
  // block or so is ASCII, takes 1.1 times as long with 1, as long with 4, 0.98
  // times with 16, with which cyrillic/1KiB takes 1.11 times.
  static constexpr size_t kBlocksPerCheck = 8;

  // Four blocks at a time while they are ASCII.
  HWY_INLINE void WriteAsciiGroups() {
    for (size_t groups = 1; HasRoom(4); ++groups) {
      const V16 v0 = LoadUnits(in_);
      const V16 v1 = LoadUnits(in_ + kLanes16);
      const V16 v2 = LoadUnits(in_ + 2 * kLanes16);
      const V16 v3 = LoadUnits(in_ + 3 * kLanes16);
      const V16 any = hn::Or(hn::Or(v0, v1), hn::Or(v2, v3));
      if (!hn::AllTrue(D16(), Matches(any, 0xFF80, 0)))
        return;
      WriteAscii(v0);
      WriteAscii(v1);
      WriteAscii(v2);
      WriteAscii(v3);
      if (groups % 8 == 0)
        WriteAsciiRun();
    }
  }

  // Text of one and two bytes a unit, until it's nothing but ASCII.
  HWY_INLINE void EncodeTwoByteBlocks() {
    // Text that soon becomes another asks for memory in vain: with 3 rounds,
    // encode/UTF-8/html/64KiB-to-new takes 1.2 times as long.
    constexpr size_t kSteady = 16;
    size_t rounds = 0;
    uint64_t middle;
    do {
      middle = 0;
      size_t n = HasRoom(kBlocksPerCheck) ? kBlocksPerCheck : 1;
      for (; n != 0; --n) {
        const V16 v = LoadUnits(in_);
        if (!hn::AllTrue(D16(), Matches(v, 0xF800, 0))) {
          EncodeThreeByteBlocks();
          middle = 1;
          break;
        }
        middle |= WriteTwoByteBlock(v);
      }
      if (n == 0 && ++rounds >= kSteady)
        PrefetchBlocks<kBlocksPerCheck>();
    } while (middle != 0 && HasRoom());
  }

#else

  // How many blocks are asked at once what they are. A branch for each block
  // costs more than it saves where some could be done faster than others:
  // with two, encode/UTF-8/cyrillic/64KiB takes 14 and 24 % longer (AVX2,
  // SSE4), french/64KiB 3 % less and 5 % longer.
  static constexpr size_t kGroup = 4;

  // How many groups without units of three bytes it takes to go back to doing
  // groups as what they are, at most; one, if such units didn't come again
  // within kSoon units. Whether a group has a quotation mark nobody can
  // predict. encode/UTF-8/ascii-typographic/64KiB-fresh takes 0.73 of the time
  // (SSE4), html as long. Longer vectors take so little for a group that has
  // none that little is won, 0.9, and cyrillic takes 1.05 times as long.
  static constexpr size_t kMostPatience = kLanes8 < 32 ? 4 : 1;
  static constexpr ptrdiff_t kSoon = 4 * kGroup * kLanes16;

  // Returns whether the last group was ASCII, as then the text's end often is.
  HWY_INLINE bool EncodeGroups() {
    const D16 d;
    bool is_ascii = false;
    size_t ascii_groups = 0;
    // Where units of three bytes were last.
    const char16_t* left_at = begin_;
    size_t patience = 1;
    while (HasRoom(kGroup)) {
      const V16 v0 = LoadUnits(in_);
      const V16 v1 = LoadUnits(in_ + kLanes16);
      const V16 v2 = LoadUnits(in_ + 2 * kLanes16);
      const V16 v3 = LoadUnits(in_ + 3 * kLanes16);
      const V16 any = hn::Or(hn::Or(v0, v1), hn::Or(v2, v3));
      is_ascii = hn::AllTrue(d, Matches(any, 0xFF80, 0));
      if (is_ascii) {
        WriteAscii(v0);
        WriteAscii(v1);
        WriteAscii(v2);
        WriteAscii(v3);
        if (++ascii_groups == 2) {
          WriteAsciiRun();
          ascii_groups = 0;
        }
        continue;
      }
      ascii_groups = 0;
      if (hn::AllTrue(d, Matches(any, 0xF800, 0))) {
        // Shorter vectors take so long that no store waits.
        if constexpr (kLanes8 >= 32)
          PrefetchBlocks<kGroup>();
        WriteTwoByteBlock(v0);
        WriteTwoByteBlock(v1);
        WriteTwoByteBlock(v2);
        WriteTwoByteBlock(v3);
      } else {
        if constexpr (kMostPatience > 1) {
          const bool is_soon = in_ - left_at < kSoon;
          patience = is_soon ? std::min(2 * patience, kMostPatience) : 1;
        }
        EncodeThreeByteBlocks(patience);
        left_at = in_;
      }
    }
    return is_ascii;
  }

  // What of the last blocks is ASCII, up to what isn't.
  HWY_INLINE void WriteAsciiBlocks() {
    // These need no more room than they take, and leave nothing of a pair.
    while (std::min(in_left(), out_left()) >= kLanes16) {
      const V16 v = LoadUnits(in_);
      if (!hn::AllTrue(D16(), Matches(v, 0xFF80, 0)))
        break;
      WriteAscii(v);
    }
  }

#endif

  // Where blocks of units of up to two bytes will come from and go.
  template <size_t kBlocks>
  HWY_INLINE void PrefetchBlocks() const {
    constexpr size_t kUnits = kBlocks * kLanes16;
    PrefetchAhead<kUnits, 2 * kUnits>(in_, in_left(), out_, out_left());
  }

  // Units of up to two bytes; returns which are of two.
  HWY_INLINE uint64_t WriteTwoByteBlock(V16 v) {
    const WrittenUnits written = WriteTwoByteUnits(v, out_);
    in_ += kLanes16;
    out_ += written.length;
    return written.bits;
  }

#if HWY_TARGET <= HWY_AVX3_DL

  // Blocks of any units, up to the first character that has no room.
  HWY_INLINE void FillOutput() {
    const TripleVectors tables;
    while (in_left() != 0) {
      const size_t n = std::min(in_left(), kLanes16);
      const __m512i v = LoadFirstUnits(in_, n);
      const __mmask32 top = _mm512_test_epi16_mask(v, SetUnits(0xF800));
      if (_ktestz_mask32_u8(top, top)) {
        const __m512i bytes =
            OneOrTwoBytes(v, _mm512_cmpge_epu16_mask(v, SetUnits(0x0080)));
        if (!WriteFitting<2>(bytes,
                             _cvtmask64_u64(KeptOfOneOrTwo(bytes, kLanes16)), n,
                             /*pairs=*/0))
          return;
        continue;
      }
      const SurrogateTriples block =
          PairTriples().NextOfLast(in_, n, in_ == begin_);
      const Triples triples = TriplesOf(tables, block.units, block.sizes);
      if (!WriteFitting<3>(triples.bytes, triples.kept, std::min(n, kTriples),
                           block.pairs))
        return;
    }
  }

  // Writes those of the first n units that have room, but for the first half of
  // a pair alone. Each has kBytes in `bytes`, of which those in `kept` count.
  // Returns false if not all have.
  template <size_t kBytes>
  HWY_INLINE bool WriteFitting(__m512i bytes,
                               uint64_t kept,
                               size_t n,
                               uint32_t pairs) {
    uint64_t fitting = FirstBits(kept, kBytes * n);
    const bool is_full =
        static_cast<size_t>(std::popcount(fitting)) > out_left();
    if (is_full) {
      // The first byte that has no room.
      const uint64_t excess = _pdep_u64(uint64_t{1} << out_left(), fitting);
      n = static_cast<size_t>(std::countr_zero(excess)) / kBytes;
    }
    // Of a pair that begins with the last unit.
    n -= pairs << 1 >> n & 1;
    fitting = FirstBits(kept, kBytes * n);
    const size_t length = static_cast<size_t>(std::popcount(fitting));
    StoreKept(bytes, fitting, length, out_);
    in_ += n;
    out_ += length;
    return !is_full;
  }

  // Units of up to three bytes, no surrogates; returns which bytes are kept.
  HWY_INLINE uint64_t WriteTriples(const TripleVectors& tables) {
    const __m512i units = LoadUnits(in_).raw;
    return WriteTriples(tables, units, SizesOf(units));
  }

  // The same of units that have been loaded, or take the place of others.
  HWY_INLINE uint64_t WriteTriples(const TripleVectors& tables,
                                   __m512i units,
                                   __m512i sizes) {
    const uint64_t kept = CompressTriples(tables, units, sizes, out_);
    in_ += kTriples;
    out_ += std::popcount(kept);
    return kept;
  }

  // Text of any kind, until there is some without units of three bytes.
  HWY_INLINE void EncodeThreeByteBlocks() {
    const TripleVectors tables;
    while (HasRoom()) {
      while (HasRoom(3, kTriples) && !HasSurrogates(in_)) {
        uint64_t kept = WriteTriples(tables);
        kept |= WriteTriples(tables);
        kept |= WriteTriples(tables);
        if ((kept & kTopsOfTriples) == 0)
          return;
      }
      EncodeBlocksWithSurrogates(tables);
    }
  }

  // Text with surrogates now and then, which it needn't be asked for.
  HWY_INLINE void EncodeBlocksWithSurrogates(const TripleVectors& tables) {
    // Before pairs had a way of their own, encode/UTF-8/chinese-errors/64KiB,
    // whose every third block has a surrogate, took 10 % longer with 1, 1KiB
    // 9 % longer with 64.
    constexpr size_t kBlocksPerCheckOfPairs = 16;
    // Pairs are expected when two stood so few blocks behind what was before
    // them, as long as more blocks have one. A branch for each block costs
    // more where half of the blocks have pairs, and less where few have.
    constexpr size_t kFewBlocks = 5;
    PairTriples pair_triples;
    bool expects_pairs = false;
    bool was_soon = false;
    uint32_t surrogates = 1;
    while (surrogates != 0 && HasRoom()) {
      surrogates = 0;
      size_t blocks = HasRoom(kBlocksPerCheckOfPairs, kTriples)
                          ? kBlocksPerCheckOfPairs
                      : HasRoom(4, kTriples) ? 4
                                             : 1;
      size_t i = 0;
      if (!expects_pairs) {
        for (; i != blocks; ++i) {
          const SurrogateTriples block = LoneSurrogateTriples(in_);
          surrogates |= block.surrogates;
          if (block.pairs != 0)
            break;
          WriteTriples(tables, block.units, block.sizes);
        }
        if (i == blocks)
          continue;
        const bool is_soon = i < kFewBlocks;
        expects_pairs = is_soon && was_soon;
        was_soon = is_soon;
        blocks = i + 1;
      }
      size_t with_pairs = 0;
      for (; i != blocks; ++i) {
        const SurrogateTriples block = pair_triples.Next(in_, in_ == begin_);
        surrogates |= block.surrogates;
        with_pairs += block.pairs != 0;
        WriteTriples(tables, block.units, block.sizes);
      }
      if (blocks == kBlocksPerCheckOfPairs)
        expects_pairs = with_pairs > kFewBlocks;
      expects_pairs = expects_pairs || pair_triples.owes_trail();
    }
  }

#else

  // Text of any kind, until there are so many groups without units of three
  // bytes.
  HWY_INLINE void EncodeThreeByteBlocks(size_t patience) {
    uint64_t sets = kTops;
    size_t groups_without = 0;
    const auto goes_on = [&]() HWY_ATTR {
      const bool has_tops = (sets & kTops) != 0;
      if constexpr (kMostPatience == 1)
        return has_tops;
      groups_without = has_tops ? 0 : groups_without + 1;
      return groups_without != patience;
    };
    while (goes_on() && HasRoom()) {
      sets = 0;
      size_t n = 1;
      if (HasRoom(kGroup)) {
        n = kGroup;
        if (!HasSurrogates(in_)) {
          for (; n != 0; --n) {
            const V16 v = LoadUnits(in_);
            sets |= WriteThreeByteBlock(v, hn::And(v, Set16(0xF800)));
          }
          continue;
        }
      }
      for (; n != 0; --n) {
        const V16 v = LoadUnits(in_);
        const V16 range = hn::And(v, Set16(0xF800));
        const V16 surrogate =
            hn::VecFromMask(D16(), hn::Eq(range, Set16(0xD800)));
        if (HWY_UNLIKELY(MayHavePairs(surrogate))) {
          // Where there is a pair, there are more.
          EncodeBlocksWithPairs(n);
          sets = kTops;
          break;
        }
        sets |= WriteThreeByteBlock(
            hn::Max(v, hn::And(surrogate, InRegister(Set16(0xFFFD)))), range);
      }
    }
  }

  // Whether there is a surrogate in kGroup blocks.
  static HWY_INLINE bool HasSurrogates(const char16_t* units) {
    const D16 d;
    const auto key = [&](size_t i) HWY_ATTR {
      return hn::And(hn::Xor(LoadUnits(units + i * kLanes16), Set16(0xD800)),
                     Set16(0xF800));
    };
    const V16 least = hn::Min(hn::Min(key(0), key(1)), hn::Min(key(2), key(3)));
    return !hn::AllFalse(d, hn::Eq(least, hn::Zero(d)));
  }

  // Whether there are surrogates beside each other or at the ends of a block.
  // Lone surrogates needn't be told from each other, and few texts have other
  // ones beside each other than pairs.
  static HWY_INLINE bool MayHavePairs(V16 surrogate) {
    const D8 d;
    // Two bits for each.
    using Bits = std::conditional_t<kLanes8 <= 32, uint32_t, uint64_t>;
    const Bits surrogates = static_cast<Bits>(
        MaskToBits(d, hn::MaskFromVec(hn::BitCast(d, surrogate))));
    constexpr Bits kEnds = 3 | Bits{3} << (kLanes8 - 2);
    return (surrogates & (surrogates >> 2 | kEnds)) != 0;
  }

  HWY_INLINE void EncodeBlocksWithPairs(size_t n) {
    for (; n != 0; --n) {
      out_ += WriteUnits<false>(Classify(WholeUnitBlock(in_, begin_)), 0,
                                kLanes16, out_);
      in_ += kLanes16;
    }
  }

  // Units of up to three bytes; see WriteThreeByteUnits().
  HWY_INLINE uint64_t WriteThreeByteBlock(V16 v, V16 range) {
    const WrittenUnits written = WriteThreeByteUnits(v, range, out_);
    in_ += kLanes16;
    out_ += written.length;
    return written.bits;
  }

  // The most of the first n units whose bytes fit; not all n do.
  HWY_INLINE size_t UnitsThatFit(uint64_t middle,
                                 uint64_t top,
                                 size_t n) const {
    size_t fit = 0;
    while (n - fit > 1) {
      const size_t half = fit + (n - fit) / 2;
      (LengthOf(middle, top, half) <= out_left() ? fit : n) = half;
    }
    return fit;
  }

#endif  // HWY_TARGET

  HWY_INLINE void WriteAscii(V16 v) {
    const hn::Half<D8> dh;
    const hn::RebindToSigned<D16> di;
    hn::StoreU(hn::DemoteTo(dh, hn::BitCast(di, v)), dh, out_);
    in_ += kLanes16;
    out_ += kLanes16;
  }

  // HasRoom() said that there is more.
  HWY_INLINE void WriteAsciiRun() {
    const size_t max = std::min(in_left(), out_left() - kMaxUtf8BytesLeft);
    const size_t n = simd::NarrowAsciiPrefix(in_, max, out_);
    in_ += n;
    out_ += n;
  }

  // Writes the rest of a surrogate pair, if the last block ended with its lead.
  HWY_INLINE void FinishSurrogatePair() {
    if (in_ != begin_ && in_left() != 0 && IsPair(in_ - 1)) {
      *out_++ = static_cast<uint8_t>(0x80 | (in_[-1] & 0x03) << 4 |
                                     (in_[0] >> 6 & 0x0F));
      *out_++ = static_cast<uint8_t>(0x80 | (in_[0] & 0x3F));
      ++in_;
    }
  }

  const char16_t* const begin_;
  const char16_t* in_;
  const char16_t* in_end_;
  uint8_t* out_;
  uint8_t* const out_end_;
};

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // HWY_TARGET

#endif  // per target
