// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// How a call of EncodeFromUtf16() or EncodeFromLatin1() finds its code: the
// stages of kernels/stage.h.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "src/code_points.h"
#include "src/codecs/codec_of.h"
#include "src/codecs/codecs.h"
#include "src/codecs/short_ascii.h"
#include "src/kernels/by_target.h"
#include "src/kernels/converted.h"
#include "src/kernels/single_byte/windows_1252.h"
#include "src/kernels/stage.h"
#include "src/kernels/utf8/utf8_encode.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding {

static_assert(sizeof(Encoder) == 8);

namespace {

using internal::CodecId;
using internal::CodecOf;
using internal::EncodeFunctions;
using internal::EncoderFunctions;

const EncoderFunctions& EncoderFunctionsOf(Encoding encoding) {
  switch (CodecOf(encoding)) {
    case CodecId::kUtf8:
      return internal::kUtf8Encoder;
    case CodecId::kXUserDefined:
      return internal::kXUserDefinedEncoder;
#ifdef V8_ENCODING_NO_LEGACY_ENCODERS
    case CodecId::kSingleByte:
    case CodecId::kGbk:
    case CodecId::kGb18030:
    case CodecId::kBig5:
    case CodecId::kEucJp:
    case CodecId::kIso2022Jp:
    case CodecId::kShiftJis:
    case CodecId::kEucKr:
      break;
#else
    case CodecId::kSingleByte:
      return internal::kSingleByteEncoder;
    case CodecId::kGbk:
      return internal::kGbkEncoder;
    case CodecId::kGb18030:
      return internal::kGb18030Encoder;
    case CodecId::kBig5:
      return internal::kBig5Encoder;
    case CodecId::kEucJp:
      return internal::kEucJpEncoder;
    case CodecId::kIso2022Jp:
      return internal::kIso2022JpEncoder;
    case CodecId::kShiftJis:
      return internal::kShiftJisEncoder;
    case CodecId::kEucKr:
      return internal::kEucKrEncoder;
#endif
    case CodecId::kReplacement:
    case CodecId::kUtf16Be:
    case CodecId::kUtf16Le:
      break;
  }
  return internal::kNoEncoder;
}

}  // namespace

namespace internal {

// The stage to begin with, where Begin() finds it.
template <typename Unit>
const simd::ByTarget<EncodeStage<Unit>>* EncodeFirst(Encoding encoding) {
  constexpr bool kFromUtf16 = sizeof(Unit) == sizeof(char16_t);
  if (encoding == Encoding::kUtf8) {
    if constexpr (kFromUtf16) {
      return &simd::kUtf16ToUtf8First;
    } else {
      return &simd::kLatin1ToUtf8First;
    }
  }
#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
  if (encoding == Encoding::kWindows1252) {
    if constexpr (kFromUtf16) {
      return &simd::kUtf16ToWindows1252First;
    } else {
      return &simd::kLatin1ToWindows1252First;
    }
  }
#endif
  return nullptr;
}

template <typename Unit>
[[gnu::always_inline]] inline EncodeResult* EncodeStages::Begin(
    EncodeResult* result,
    Encoder* encoder,
    const Unit* input,
    size_t input_size,
    uint8_t* output,
    size_t output_size) {
  assert(
      !Overlap(std::span(input, input_size), std::span(output, output_size)));
  const size_t target = simd::TargetIndexIfChosen();
  if (simd::HasMasks(target)) {
    // Which only the best target has.
    if (const auto* first = EncodeFirst<Unit>(encoder->encoding_)) {
      return first->At(0)(result, encoder, input, input_size, output,
                          output_size);
    }
  } else if (target == simd::kNoTarget) [[unlikely]] {
    return AskForTarget(result, encoder, input, input_size, output,
                        output_size);
  }
  return BySize(result, encoder, input, input_size, output, output_size);
}

template <typename Unit>
[[gnu::noinline]] EncodeResult* EncodeStages::AskForTarget(EncodeResult* result,
                                                           Encoder* encoder,
                                                           const Unit* input,
                                                           size_t input_size,
                                                           uint8_t* output,
                                                           size_t output_size) {
  simd::ChooseTarget();
  return Begin(result, encoder, input, input_size, output, output_size);
}

template <typename Unit>
[[gnu::always_inline]] inline EncodeResult* EncodeStages::BySize(
    EncodeResult* result,
    Encoder* encoder,
    const Unit* input,
    size_t input_size,
    uint8_t* output,
    size_t output_size) {
  if (encoder->state_ == EncoderState() && IsShort(input_size, output_size)) {
    if (encoder->encoding_ == Encoding::kWindows1252 &&
        EncodesAsciiAsItself(Encoding::kWindows1252)) {
      return ShortWindows1252(result, encoder, input, input_size, output,
                              output_size);
    }
    if (EncodesAsciiAsItself(encoder->encoding_) &&
        LooksLikeAscii(input, input_size)) {
      return ShortAscii(result, encoder, input, input_size, output,
                        output_size);
    }
  }
  return ByCodec(result, encoder, input, input_size, output, output_size);
}

template <typename Unit>
[[gnu::noinline]] EncodeResult* EncodeStages::ShortAscii(EncodeResult* result,
                                                         Encoder* encoder,
                                                         const Unit* input,
                                                         size_t input_size,
                                                         uint8_t* output,
                                                         size_t output_size) {
  if (CopyShortAscii(input, input_size, output)) {
    return result;
  }
  return ByCodec(result, encoder, input, input_size, output, output_size);
}

template <typename Unit>
[[gnu::noinline]] EncodeResult* EncodeStages::ShortWindows1252(
    EncodeResult* result,
    Encoder* encoder,
    const Unit* input,
    size_t input_size,
    uint8_t* output,
    size_t output_size) {
  if (CopyShortWindows1252(input, input_size, output)) {
    return result;
  }
  return ByCodec(result, encoder, input, input_size, output, output_size);
}

template <typename Unit>
[[gnu::noinline]] EncodeResult* EncodeStages::ByCodec(EncodeResult* result,
                                                      Encoder* encoder,
                                                      const Unit* input,
                                                      size_t input_size,
                                                      uint8_t* output,
                                                      size_t output_size) {
  const EncodeFunctions<Unit>& functions =
      EncoderFunctionsOf(encoder->encoding_).For<Unit>();
  if (functions.stage != nullptr && encoder->state_ == EncoderState()) {
    return functions.stage->At(simd::TargetIndexIfChosen())(
        result, encoder, input, input_size, output, output_size);
  }
  if (functions.own_stage != nullptr && encoder->state_ == EncoderState()) {
    return functions.own_stage(result, encoder, input, input_size, output,
                               output_size);
  }
  return FromBegin(result, encoder, input, input_size, output, output_size);
}

// Runs stop where what they might write at most has no room, though what the
// text takes may have. So the last of a text that has as much room as it takes,
// and the last that an output has room for, goes by working memory, in pieces.
constexpr size_t kMaxStaged = 64;  // In units.
constexpr size_t kMinStaged = 8;
// What they take at most, and one that waits.
constexpr size_t kStageSize = (kMaxStaged + 1) * Encoder::kMaxBytesPerStep;

constexpr bool IsShortOfRoom(size_t units, size_t room) {
  return units >= kMinStaged && room >= kMinStaged && room < kStageSize / 2 &&
         room < 4 * units + kMaxStaged;
}
// What is staged is never short of room: not at first, nor where all units up
// to the last of so few have taken the most.
static_assert(!IsShortOfRoom(kMaxStaged, kStageSize));
static_assert(!IsShortOfRoom(kMinStaged,
                             (kMinStaged + 1) * Encoder::kMaxBytesPerStep));

// Goes on as far as pieces have room. Returns kOutputFull where the rest of the
// input isn't for here.
template <typename Unit>
[[gnu::noinline]] EncodeResult EncodeStaged(Encoder& encoder,
                                            std::span<const Unit> input,
                                            std::span<uint8_t> output,
                                            Flush flush) {
  uint8_t stage[kStageSize];
  EncodeResult total = {.status = EncodeStatus::kOutputFull};
  size_t max_piece = kMaxStaged;
  while (
      IsShortOfRoom(input.size() - total.read, output.size() - total.written) &&
      max_piece >= kMinStaged) {
    std::span<const Unit> piece = input.subspan(total.read);
    const bool is_last = piece.size() <= max_piece;
    if (!is_last) {
      piece = piece.first(max_piece);
      if constexpr (sizeof(Unit) == sizeof(char16_t)) {
        // Else one of a pair, or a lone one, were read before it has room.
        while (IsLeadSurrogate(piece.back())) {
          piece = piece.first(piece.size() - 1);
          if (piece.empty()) {
            return total;
          }
        }
      }
    }
    Encoder trial = encoder;
    EncodeResult encoded;
    if constexpr (sizeof(Unit) == sizeof(char16_t)) {
      encoded =
          trial.EncodeFromUtf16(piece, stage, is_last ? flush : Flush::kNo);
    } else {
      encoded =
          trial.EncodeFromLatin1(piece, stage, is_last ? flush : Flush::kNo);
    }
    const size_t room = output.size() - total.written;
    if (encoded.written > room) {
      max_piece = encoded.read * room / encoded.written;
      continue;
    }
    std::memcpy(output.data() + total.written, stage, encoded.written);
    encoder = trial;
    total.read += encoded.read;
    total.written += encoded.written;
    total.had_unmappables |= encoded.had_unmappables;
    if (is_last || encoded.status != EncodeStatus::kInputEmpty) {
      total.status = encoded.status;
      total.code_point = encoded.code_point;
      break;
    }
  }
  return total;
}

// Whether what comes next, in the neutral state of a codec of one, certainly
// has no room. (What is unmappable is found so, if that's fatal, in no room.)
template <typename Unit>
bool IsFull(const Encoder& encoder, std::span<const Unit> rest, size_t room) {
  // The last unit may be half of a pair, which waits for the other.
  if (rest.size() < 2) {
    return false;
  }
  if (encoder.encoding() != Encoding::kUtf8) {
    return room == 0 && encoder.error_mode() != EncodeErrorMode::kFatal;
  }
  return room < Utf8Size(rest[0]) +
                    (IsLeadSurrogate(rest[0]) && IsTrailSurrogate(rest[1]));
}

template <typename Unit>
[[gnu::noinline]] EncodeResult* EncodeStages::FromBegin(EncodeResult* result,
                                                        Encoder* encoder,
                                                        const Unit* input,
                                                        size_t input_size,
                                                        uint8_t* output,
                                                        size_t output_size) {
  AllRead(result, 0, 0);
  return GoOn<Unit>(*result, *encoder, {input, input_size},
                    {output, output_size}, AfterKernel::kNo);
}

template <typename Unit>
[[gnu::noinline]] EncodeResult* EncodeStages::Continue(EncodeResult* result,
                                                       Encoder* encoder,
                                                       const Unit* input,
                                                       size_t input_size,
                                                       uint8_t* output,
                                                       size_t output_size) {
  return GoOn<Unit>(*result, *encoder, {input, input_size},
                    {output, output_size}, AfterKernel::kYes);
}

template <typename Unit>
[[gnu::always_inline]] inline EncodeResult* EncodeStages::GoOn(
    EncodeResult& result,
    Encoder& encoder,
    std::span<const Unit> input,
    std::span<uint8_t> output,
    AfterKernel after_kernel) {
  const EncodeFunctions<Unit>& functions =
      EncoderFunctionsOf(encoder.encoding_).For<Unit>();
  size_t read = result.read;
  size_t written = result.written;
  const Flush flush = encoder.flush_;
  EncodeResult staged = {.status = EncodeStatus::kOutputFull};
  if (IsShortOfRoom(input.size() - read, output.size() - written)) {
    staged = EncodeStaged<Unit>(encoder, input.subspan(read),
                                output.subspan(written), flush);
    read += staged.read;
    written += staged.written;
    if (staged.status != EncodeStatus::kOutputFull) {
      staged.read = read;
      staged.written = written;
      result = staged;
      return &result;
    }
  }
  if (functions.run != nullptr && encoder.state_ == EncoderState() &&
      !input.empty()) {
    bool is_full =
        IsFull(encoder, input.subspan(read), output.size() - written);
    if (!is_full) {
      const simd::Converted done =
          functions.run(input.data() + read, input.size() - read,
                        output.data() + written, output.size() - written,
                        encoder.encoding_, encoder.error_mode_, after_kernel);
      read += done.read;
      written += done.written;
      if (read == input.size()) {
        AllRead(&result, read, written);
        result.had_unmappables = staged.had_unmappables;
        return &result;
      }
      is_full = IsFull(encoder, input.subspan(read), output.size() - written);
    }
    if (is_full) {
      result = {.status = EncodeStatus::kOutputFull,
                .had_unmappables = staged.had_unmappables,
                .read = read,
                .written = written};
      return &result;
    }
  }
  result = functions.rest(input.subspan(read), output.subspan(written), flush,
                          encoder);
  result.had_unmappables |= staged.had_unmappables;
  if (result.status == EncodeStatus::kInputEmpty && flush == Flush::kYes) {
    encoder.Reset();
  }
  result.read += read;
  result.written += written;
  return &result;
}

template EncodeStage<uint8_t> EncodeStages::ByCodec;
template EncodeStage<char16_t> EncodeStages::ByCodec;
template EncodeStage<char16_t> EncodeStages::FromBegin;
template EncodeStage<uint8_t> EncodeStages::Continue;
template EncodeStage<char16_t> EncodeStages::Continue;

}  // namespace internal

EncodeResult* Encoder::BeginEncodeFromUtf16(EncodeResult* result,
                                            Encoder* encoder,
                                            const char16_t* input,
                                            size_t input_size,
                                            uint8_t* output,
                                            size_t output_size) {
  return internal::EncodeStages::Begin(result, encoder, input, input_size,
                                       output, output_size);
}

EncodeResult* Encoder::BeginEncodeFromLatin1(EncodeResult* result,
                                             Encoder* encoder,
                                             const uint8_t* input,
                                             size_t input_size,
                                             uint8_t* output,
                                             size_t output_size) {
  return internal::EncodeStages::Begin(result, encoder, input, input_size,
                                       output, output_size);
}

}  // namespace v8_encoding
