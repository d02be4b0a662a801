// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Every byte of a block decides by itself, from the three bytes after it, what
// it is the start of:
//
//   second(i)  byte i is a lead, and byte i+1 is in the range that the standard
//              has for the byte after it
//   third(i)   ... a lead of three or four bytes, and byte i+2 a continuation
//   fourth(i)  ... a lead of four bytes, and byte i+3 a continuation
//
// Byte i+1 is consumed if second(i), i+2 if third(i), i+3 if fourth(i). Only
// continuations are ever consumed, and a continuation is no lead, so nobody's
// claim depends on another's: what isn't consumed is the start of something,
// and that something is one code unit,
//
//   its own value       if the byte is ASCII
//   the character       if the sequence is complete
//   U+FFFD              if it isn't: the bytes that it did consume are what the
//                       standard makes one error of
//
// or two, of which the byte after the start, which is consumed, yields the
// second. So all units come out of one pass of arithmetic over all positions,
// right or wrong, and a compression that keeps those of the right positions.
// Malformed text costs what well-formed text does.
//
// Between blocks go the claims on the next one's first three bytes, and whether
// its first byte yields a low surrogate.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/utf8/utf8_decode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/copy.h"
#include "src/kernels/same_text-inl.h"
#include "src/kernels/stage.h"
#include "src/kernels/utf8/utf8_decode.h"
#include "src/kernels/utf8/utf8_decode_block-inl.h"
#include "src/kernels/utf8/utf8_decode_short-inl.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

using internal::DecodeStages;

// Where the last sequence begins if it lacks bytes. A lead that near the end
// begins one, well-formed or not, and all before it may be taken for complete.
HWY_INLINE size_t CompleteLength(const uint8_t* input, size_t n) {
  if (n >= 1 && input[n - 1] >= 0xC0) {
    return n - 1;
  }
  if (n >= 2 && input[n - 2] >= 0xE0) {
    return n - 2;
  }
  if (n >= 3 && input[n - 3] >= 0xF0) {
    return n - 3;
  }
  return n;
}

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

Converted BlocksToUtf16(const uint8_t*,
                        size_t,
                        char16_t*,
                        size_t,
                        Encoding,
                        DecodeErrorMode) {
  return {0, 0};
}
constexpr auto& LastBlocksToUtf16 = BlocksToUtf16;
Converted BlocksToLatin1(const uint8_t*,
                         size_t,
                         uint8_t*,
                         size_t,
                         Encoding,
                         DecodeErrorMode) {
  return {0, 0};
}

#else

// How many ASCII bytes at the begin of a text prove a run long enough for a
// call. With 64, decode/UTF-8/cyrillic/64B and korean/64B take 1.2 times as
// long (AVX3_DL), ASCII as long.
constexpr size_t kProvenAsciiBegin = std::max<size_t>(kLanes8, 32);

// Reading and writing, and where both stand. Unit is char16_t, or uint8_t for
// Latin-1. The input isn't cut: what its last sequence lacks, it lacks for
// good.
template <typename Unit, bool kReplace>
class BlockDecoder {
 public:
  HWY_INLINE BlockDecoder(const uint8_t* input,
                          size_t input_size,
                          Unit* output,
                          size_t output_size)
      : in_(input),
        in_end_(input + input_size),
        out_(output),
        out_end_(output + output_size) {}

  // A text that begins with ASCII often goes on with it.
  HWY_INLINE void DecodeAsciiAtBegin() {
    if (in_left() < kProvenAsciiBegin)
      return;
    for (size_t i = 0; i < kProvenAsciiBegin; i += kLanes8) {
      if (!hn::AllFalse(D8(), IsNotAscii(D8(), hn::LoadU(D8(), in_ + i))))
        return;
    }
    WriteAsciiRun();
  }

  HWY_INLINE void DecodeWholeBlocks() {
    const BlockConstants<Unit> constants;
    Carry carry;
    DecodedBlock block;
    size_t ascii_blocks = 0;
    while (size_t blocks = WholeBlocks()) {
      do {
        const V8 v = hn::LoadU(D8(), in_);
        // As one condition: whether a character crosses into a block of
        // Cyrillic, nobody can predict.
        if ((BitsOf(D8(), IsNotAscii(D8(), v)) | carry.consumed) == 0) {
          WriteAscii(v);
          if (++ascii_blocks == kProvenAsciiBlocks) {
            WriteAsciiRun();
            ascii_blocks = 0;
            break;
          }
          continue;
        }
        ascii_blocks = 0;
        if (!DecodeBlock<Unit, kReplace>(WholeByteBlock(in_), constants, carry,
                                         block)) {
          FinishLastCharacter(carry);
          return;
        }
        in_ += kLanes8;
        WriteUnits<false>(block);
      } while (--blocks != 0);
    }
    FinishLastCharacter(carry);
  }

  // What is left of the input, or has a place in the output. Bytes of which
  // each might be a unit are tried where there is less room, too: an output
  // often has just the room that the text takes.
  HWY_INLINE void DecodePartialBlocks() {
    const BlockConstants<Unit> constants;
    bool fits = true;
    while (in_left() != 0 && out_left() >= 2) {
      size_t n = std::min(in_left(), kLanes8);
      if (!fits)
        n = std::min(n, out_left() - 1);
      if (n != in_left())
        n = std::min(n, kLanes8 - 3);
      Carry carry;
      DecodedBlock block;
      if (!DecodeBlock<Unit, kReplace>(PartialByteBlock(in_, in_left(), n),
                                       constants, carry, block))
        return;
      // The last character may owe a unit.
      if (static_cast<size_t>(std::popcount(block.keep)) +
              (carry.low_surrogates != 0) >
          out_left()) {
        fits = false;
        continue;
      }
      in_ += n;
      WriteUnits<true>(block);
      FinishLastCharacter(carry);
    }
  }

  HWY_INLINE Converted Result(const uint8_t* input, const Unit* output) {
    return {static_cast<size_t>(in_ - input),
            static_cast<size_t>(out_ - output)};
  }

 private:
  HWY_INLINE size_t in_left() const {
    return static_cast<size_t>(in_end_ - in_);
  }
  HWY_INLINE size_t out_left() const {
    return static_cast<size_t>(out_end_ - out_);
  }

  // How many blocks there are and room for. Each yields at most kLanes8 units,
  // and may owe one.
  HWY_INLINE size_t WholeBlocks() const {
    if (in_left() < 3 || out_left() == 0)
      return 0;
    return std::min(in_left() - 3, out_left() - 1) / kLanes8;
  }

  HWY_INLINE void Advance(size_t n) {
    in_ += n;
    out_ += n;
  }

  template <bool kExact>
  HWY_INLINE void WriteUnits(const DecodedBlock& block) {
    if constexpr (sizeof(Unit) == 1) {
      out_ += CompressBytes<kExact>(block.low, block.keep, out_);
    } else {
      out_ += CompressUnits<kExact>(block.low, block.high, block.keep, out_);
    }
  }

  HWY_INLINE void WriteAscii(V8 v) {
    const D8 d;
    uint8_t* const to = reinterpret_cast<uint8_t*>(out_);
    if constexpr (sizeof(Unit) == 1) {
      hn::StoreU(v, d, to);
    } else {
      const hn::Half<D8> dh;
      const hn::Repartition<uint16_t, D8> d16;
      const auto lower = hn::PromoteTo(d16, hn::LowerHalf(dh, v));
      const auto upper = hn::PromoteTo(d16, hn::UpperHalf(dh, v));
      hn::StoreU(hn::BitCast(d, lower), d, to);
      hn::StoreU(hn::BitCast(d, upper), d, to + kLanes8);
    }
    Advance(kLanes8);
  }

  HWY_INLINE void WriteAsciiRun() {
    const size_t n = std::min(in_left(), out_left());
    if constexpr (sizeof(Unit) == 1) {
      Advance(simd::CopyAsciiPrefix(in_, n, out_));
    } else {
      Advance(simd::WidenAsciiPrefix(in_, n, out_));
    }
  }

  // Goes to where the next character begins, and writes the low surrogate that
  // a block's last position is to yield.
  HWY_INLINE void FinishLastCharacter(const Carry& carry) {
    in_ += std::popcount(carry.consumed);
    if (carry.low_surrogates != 0) {
      *out_++ =
          static_cast<Unit>(0xDC00 | (in_[-2] & 0x0F) << 6 | (in_[-1] & 0x3F));
    }
  }

  const uint8_t* in_;
  const uint8_t* const in_end_;
  Unit* out_;
  Unit* const out_end_;
};

// A function of its own, so that short text pays neither for the constants that
// the loop over blocks keeps in registers nor for saving registers.
template <bool kReplace, typename Unit>
HWY_NOINLINE Converted DecodeLong(const uint8_t* input,
                                  size_t input_size,
                                  Unit* output,
                                  size_t output_size) {
  BlockDecoder<Unit, kReplace> decoder(input, input_size, output, output_size);
  decoder.DecodeAsciiAtBegin();
  decoder.DecodeWholeBlocks();
  decoder.DecodePartialBlocks();
  return decoder.Result(input, output);
}

// The same for what is no longer than a block and its three bytes.
template <bool kReplace, typename Unit>
HWY_NOINLINE Converted DecodePartial(const uint8_t* input,
                                     size_t input_size,
                                     Unit* output,
                                     size_t output_size) {
  BlockDecoder<Unit, kReplace> decoder(input, input_size, output, output_size);
  decoder.DecodePartialBlocks();
  return decoder.Result(input, output);
}

// Less isn't worth the set-up of a block. Set by texts of UTF-8/cyrillic/mixed
// and chinese/mixed, whose lengths no branch predictor learns: with 24 they
// take 0.96 to 1.06 times as long with AVX2, with 6 1.1 to 1.5 times.
constexpr size_t kMinSize = HWY_TARGET <= HWY_AVX3_DL ? 1 : 12;

// Of the first `complete` bytes, which aren't cut.
template <bool kReplace, typename Unit>
HWY_INLINE Converted Decode(const uint8_t* input,
                            size_t input_size,
                            size_t complete,
                            Unit* output,
                            size_t output_size) {
  if (input_size < kMinSize)
    return {0, 0};
  return complete >= kLanes8 + 3
             ? DecodeLong<kReplace>(input, complete, output, output_size)
             : DecodePartial<kReplace>(input, complete, output, output_size);
}

Converted BlocksToUtf16(const uint8_t* input,
                        size_t input_size,
                        char16_t* output,
                        size_t output_size,
                        Encoding,
                        DecodeErrorMode error_mode) {
  const size_t complete = CompleteLength(input, input_size);
  return error_mode == DecodeErrorMode::kReplacement
             ? Decode<true>(input, input_size, complete, output, output_size)
             : Decode<false>(input, input_size, complete, output, output_size);
}

// The same where the text ends with the input: a sequence that's incomplete is
// malformed.
Converted LastBlocksToUtf16(const uint8_t* input,
                            size_t input_size,
                            char16_t* output,
                            size_t output_size,
                            Encoding encoding,
                            DecodeErrorMode error_mode) {
  return error_mode == DecodeErrorMode::kReplacement
             ? Decode<true>(input, input_size, input_size, output, output_size)
             : BlocksToUtf16(input, input_size, output, output_size, encoding,
                             error_mode);
}

Converted BlocksToLatin1(const uint8_t* input,
                         size_t input_size,
                         uint8_t* output,
                         size_t output_size,
                         Encoding,
                         DecodeErrorMode) {
  return Decode<false>(input, input_size, CompleteLength(input, input_size),
                       output, output_size);
}

#endif  // HWY_TARGET

template <auto kBlocks, typename Unit>
HWY_NOINLINE Converted DecodeUtf8(const uint8_t* input,
                                  size_t input_size,
                                  Unit* output,
                                  size_t output_size,
                                  Encoding encoding,
                                  DecodeErrorMode error_mode) {
  if (const size_t written =
          DecodeShort(input, input_size, output, output_size)) {
    return {input_size, written};
  }
  return kBlocks(input, input_size, output, output_size, encoding, error_mode);
}
constexpr auto& Utf8ToUtf16 = DecodeUtf8<BlocksToUtf16, char16_t>;
constexpr auto& Utf8ToLatin1 = DecodeUtf8<BlocksToLatin1, uint8_t>;

// By the kind of unit. Latin-1 has no U+FFFD for what is cut at the end.
template <typename Unit>
constexpr auto* kBlocksTo = BlocksToUtf16;
template <>
constexpr auto* kBlocksTo<uint8_t> = BlocksToLatin1;
template <typename Unit>
constexpr auto* kLastBlocksTo = LastBlocksToUtf16;
template <>
constexpr auto* kLastBlocksTo<uint8_t> = BlocksToLatin1;

// What isn't well-formed and short, where the state is neutral and stays so.
template <typename Unit>
HWY_INLINE DecodeResult* DecodeByBlocks(DecodeResult* result,
                                        Decoder* decoder,
                                        const uint8_t* input,
                                        size_t input_size,
                                        Unit* output,
                                        size_t output_size) {
  return (DecodeStages::EndsText(*decoder)
              ? internal::DecodeByKernel<kLastBlocksTo<Unit>, Unit>
              : internal::DecodeByKernel<kBlocksTo<Unit>, Unit>)(result,
                                                                 decoder, input,
                                                                 input_size,
                                                                 output,
                                                                 output_size);
}

template <typename Unit>
HWY_NOINLINE DecodeResult* StageUtf8(DecodeResult* result,
                                     Decoder* decoder,
                                     const uint8_t* input,
                                     size_t input_size,
                                     Unit* output,
                                     size_t output_size) {
  // A chunk's end may cut a character.
  const size_t complete = DecodeStages::EndsText(*decoder)
                              ? input_size
                              : CompleteLength(input, input_size);
  if (const size_t written =
          DecodeShort(input, complete, output, output_size)) {
    internal::AllRead(result, complete, written);
    return complete == input_size
               ? result
               : DecodeStages::Continue<Unit>(result, decoder, input,
                                              input_size, output, output_size);
  }
  return DecodeByBlocks<Unit>(result, decoder, input, input_size, output,
                              output_size);
}
constexpr auto& StageUtf8ToUtf16 = StageUtf8<char16_t>;
constexpr auto& StageUtf8ToLatin1 = StageUtf8<uint8_t>;

#if HWY_TARGET <= HWY_AVX3_DL

// Texts longer than a vector.
template <typename Unit>
HWY_NOINLINE DecodeResult* StageLong(DecodeResult* result,
                                     Decoder* decoder,
                                     const uint8_t* input,
                                     size_t input_size,
                                     Unit* output,
                                     size_t output_size) {
  if (HWY_LIKELY(DecodeStages::IsNeutral(*decoder, *input, 0xEF))) {
    if (input_size <= kMaxSameText && input_size <= output_size &&
        CopySameText<SameInAscii>(input, input_size, output)) {
      return DecodeStages::Finish(result, *decoder, input_size);
    }
    if (HWY_LIKELY(DecodeStages::StaysNeutral(*decoder))) {
      return DecodeByBlocks<Unit>(result, decoder, input, input_size, output,
                                  output_size);
    }
  }
  return DecodeStages::ByCodec(result, decoder, input, input_size, output,
                               output_size);
}

template <typename Unit>
DecodeResult* FirstUtf8(DecodeResult* result,
                        Decoder* decoder,
                        const uint8_t* input,
                        size_t input_size,
                        Unit* output,
                        size_t output_size) {
  if (HWY_LIKELY(input_size - 1 < kLanes8)) {
    if (HWY_LIKELY(DecodeStages::IsNeutral(*decoder, *input, 0xEF))) {
      const size_t written =
          DecodeShort(input, input_size, output, output_size);
      if (HWY_LIKELY(written != 0))
        return DecodeStages::Finish(result, *decoder, written);
      // What is to go on may be well-formed but for its end.
      if (DecodeStages::EndsText(*decoder) &&
          DecodeStages::StaysNeutral(*decoder)) {
        return internal::DecodeByKernel<kLastBlocksTo<Unit>, Unit>(
            result, decoder, input, input_size, output, output_size);
      }
    }
  } else if (HWY_LIKELY(input_size != 0)) {
    return StageLong<Unit>(result, decoder, input, input_size, output,
                           output_size);
  }
  return DecodeStages::ByCodec(result, decoder, input, input_size, output,
                               output_size);
}
constexpr auto& FirstUtf8ToUtf16 = FirstUtf8<char16_t>;
constexpr auto& FirstUtf8ToLatin1 = FirstUtf8<uint8_t>;
#else
constexpr auto& FirstUtf8ToUtf16 = DecodeStages::ByCodec<char16_t>;
constexpr auto& FirstUtf8ToLatin1 = DecodeStages::ByCodec<uint8_t>;
#endif

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

constinit const ByTarget<DecodeKernel<char16_t>> kUtf8ToUtf16(
    V8_ENCODING_BY_TARGET(Utf8ToUtf16));
constinit const ByTarget<DecodeKernel<uint8_t>> kUtf8ToLatin1(
    V8_ENCODING_BY_TARGET(Utf8ToLatin1));

constinit const ByTarget<internal::DecodeStage<char16_t>> kUtf8ToUtf16Stage(
    V8_ENCODING_BY_TARGET(StageUtf8ToUtf16));
constinit const ByTarget<internal::DecodeStage<uint8_t>> kUtf8ToLatin1Stage(
    V8_ENCODING_BY_TARGET(StageUtf8ToLatin1));

constinit const ByTarget<internal::DecodeStage<char16_t>> kUtf8ToUtf16First(
    V8_ENCODING_BY_TARGET(FirstUtf8ToUtf16));
constinit const ByTarget<internal::DecodeStage<uint8_t>> kUtf8ToLatin1First(
    V8_ENCODING_BY_TARGET(FirstUtf8ToLatin1));

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
