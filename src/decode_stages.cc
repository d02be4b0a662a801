// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// How a call of DecodeToUtf16() or DecodeToLatin1() finds its code: the stages
// of kernels/stage.h.

#include <cassert>

#include "src/codecs/codec_of.h"
#include "src/codecs/codecs.h"
#include "src/codecs/short_ascii.h"
#include "src/kernels/by_target.h"
#include "src/kernels/converted.h"
#include "src/kernels/single_byte/windows_1252.h"
#include "src/kernels/stage.h"
#include "src/kernels/utf8/utf8_decode.h"
#include "v8_encoding/decoder.h"

namespace v8_encoding {

static_assert(sizeof(Decoder) == 8);

namespace {

using internal::CodecId;
using internal::CodecOf;
using internal::DecodeFunctions;
using internal::DecoderFunctions;

const DecoderFunctions& DecoderFunctionsOf(Encoding encoding) {
  switch (CodecOf(encoding)) {
    case CodecId::kUtf8:
      return internal::kUtf8Decoder;
    case CodecId::kSingleByte:
      return internal::kSingleByteDecoder;
    case CodecId::kGbk:
    case CodecId::kGb18030:
      return internal::kGb18030Decoder;
    case CodecId::kBig5:
      return internal::kBig5Decoder;
    case CodecId::kEucJp:
      return internal::kEucJpDecoder;
    case CodecId::kIso2022Jp:
      return internal::kIso2022JpDecoder;
    case CodecId::kShiftJis:
      return internal::kShiftJisDecoder;
    case CodecId::kEucKr:
      return internal::kEucKrDecoder;
    case CodecId::kReplacement:
      break;
    case CodecId::kUtf16Be:
      return internal::kUtf16BeDecoder;
    case CodecId::kUtf16Le:
      return internal::kUtf16LeDecoder;
    case CodecId::kXUserDefined:
      return internal::kXUserDefinedDecoder;
  }
  return internal::kReplacementDecoder;
}

}  // namespace

namespace internal {

// The stage to begin with, where Begin() finds it.
template <typename Unit>
const simd::ByTarget<DecodeStage<Unit>>* DecodeFirst(Encoding encoding) {
  constexpr bool kToUtf16 = sizeof(Unit) == sizeof(char16_t);
  if (encoding == Encoding::kUtf8) {
    if constexpr (kToUtf16) {
      return &simd::kUtf8ToUtf16First;
    } else {
      return &simd::kUtf8ToLatin1First;
    }
  }
  if (encoding == Encoding::kWindows1252) {
    if constexpr (kToUtf16) {
      return &simd::kWindows1252ToUtf16First;
    } else {
      return &simd::kWindows1252ToLatin1First;
    }
  }
  return nullptr;
}

template <typename Unit>
[[gnu::always_inline]] inline DecodeResult* DecodeStages::Begin(
    DecodeResult* result,
    Decoder* decoder,
    const uint8_t* input,
    size_t input_size,
    Unit* output,
    size_t output_size) {
  assert(
      !Overlap(std::span(input, input_size), std::span(output, output_size)));
  const size_t target = simd::TargetIndexIfChosen();
  if (simd::HasMasks(target)) {
    // Which only the best target has.
    if (const auto* first = DecodeFirst<Unit>(decoder->encoding_)) {
      return first->At(0)(result, decoder, input, input_size, output,
                          output_size);
    }
  } else if (target == simd::kNoTarget) [[unlikely]] {
    return AskForTarget(result, decoder, input, input_size, output,
                        output_size);
  }
  return BySize(result, decoder, input, input_size, output, output_size);
}

template <typename Unit>
[[gnu::noinline]] DecodeResult* DecodeStages::AskForTarget(DecodeResult* result,
                                                           Decoder* decoder,
                                                           const uint8_t* input,
                                                           size_t input_size,
                                                           Unit* output,
                                                           size_t output_size) {
  simd::ChooseTarget();
  return Begin(result, decoder, input, input_size, output, output_size);
}

template <typename Unit>
[[gnu::always_inline]] inline DecodeResult* DecodeStages::BySize(
    DecodeResult* result,
    Decoder* decoder,
    const uint8_t* input,
    size_t input_size,
    Unit* output,
    size_t output_size) {
  if (decoder->state_.codec() == 0 && IsShort(input_size, output_size)) {
    // French words are ASCII or not, so nobody could predict which.
    if (decoder->encoding_ == Encoding::kWindows1252) {
      return ShortWindows1252(result, decoder, input, input_size, output,
                              output_size);
    }
    if (DecodesAsciiAsItself(decoder->encoding_) &&
        LooksLikeAscii(input, input_size)) {
      return ShortAscii(result, decoder, input, input_size, output,
                        output_size);
    }
  }
  return ByCodec(result, decoder, input, input_size, output, output_size);
}

template <typename Unit>
[[gnu::noinline]] DecodeResult* DecodeStages::ShortAscii(DecodeResult* result,
                                                         Decoder* decoder,
                                                         const uint8_t* input,
                                                         size_t input_size,
                                                         Unit* output,
                                                         size_t output_size) {
  if (CopyShortAscii(input, input_size, output)) {
    // No ASCII character is a byte order mark.
    decoder->state_ = decoder->StateAfter(decoder->flush_);
    return result;
  }
  return ByCodec(result, decoder, input, input_size, output, output_size);
}

template <typename Unit>
[[gnu::noinline]] DecodeResult* DecodeStages::ShortWindows1252(
    DecodeResult* result,
    Decoder* decoder,
    const uint8_t* input,
    size_t input_size,
    Unit* output,
    size_t output_size) {
  if (CopyShortWindows1252(input, input_size, output)) {
    decoder->state_ = decoder->StateAfter(decoder->flush_);
    return result;
  }
  return ByCodec(result, decoder, input, input_size, output, output_size);
}

// The stage for a neutral state that stays so.
template <typename Unit>
[[gnu::always_inline]] inline DecodeStage<Unit>* DecodeStages::FirstStage(
    const DecodeFunctions<Unit>& functions) {
  if (functions.stage != nullptr) {
    return functions.stage->At(simd::TargetIndexIfChosen());
  }
  return functions.own_stage != nullptr ? functions.own_stage : FromBegin<Unit>;
}

template <typename Unit>
[[gnu::noinline]] DecodeResult* DecodeStages::ByCodec(DecodeResult* result,
                                                      Decoder* decoder,
                                                      const uint8_t* input,
                                                      size_t input_size,
                                                      Unit* output,
                                                      size_t output_size) {
  const DecoderFunctions& codec = DecoderFunctionsOf(decoder->encoding_);
  const DecodeFunctions<Unit>& functions = codec.For<Unit>();
  const DecoderState after = decoder->StateAfter(decoder->flush_);
  if (decoder->state_ == after &&
      (!after.at_start() ||
       (input_size != 0 && *input != codec.first_of_byte_order_mark))) {
    return FirstStage(functions)(result, decoder, input, input_size, output,
                                 output_size);
  }
  if (decoder->state_.codec() != 0 && !decoder->state_.at_start() &&
      functions.cut != nullptr && input_size != 0) {
    return Resume(result, decoder, input, input_size, output, output_size);
  }
  // Three bytes are, or aren't, a mark, as fullwidth letters aren't.
  if (decoder->state_.codec() == 0 && input_size >= 3 &&
      (decoder->state_.at_start() ? *input == codec.first_of_byte_order_mark
                                  : after.at_start())) {
    return AsInTheMiddle(result, decoder, input, input_size, output,
                         output_size);
  }
  return FromBegin(result, decoder, input, input_size, output, output_size);
}

// A text's begin or its end goes the short ways of a decoder that removes no
// mark: for that one a neutral state stays as it is.
template <typename Unit>
[[gnu::noinline]] DecodeResult* DecodeStages::AsInTheMiddle(
    DecodeResult* result,
    Decoder* decoder,
    const uint8_t* input,
    size_t input_size,
    Unit* output,
    size_t output_size) {
  const size_t mark = decoder->ReadByteOrderMark({input, input_size});
  const bool at_start = decoder->state_.at_start();
  const uint8_t modes = decoder->modes_;
  decoder->modes_ = static_cast<uint8_t>(modes & ~Decoder::kRemovesBom);
  decoder->state_ = DecoderState();
  AllRead(result, input_size - mark, input_size - mark);
  Begin(result, decoder, input + mark, input_size - mark, output, output_size);
  decoder->modes_ = modes;
  if (result->status == DecodeStatus::kInputEmpty &&
      decoder->flush_ == Flush::kYes) {
    decoder->Reset();
  } else if (at_start && result->written == 0) {
    decoder->state_ = decoder->state_.WithAtStart(true);
  }
  result->read += mark;
  return result;
}

template <typename Unit>
[[gnu::noinline]] DecodeResult* DecodeStages::Resume(DecodeResult* result,
                                                     Decoder* decoder,
                                                     const uint8_t* input,
                                                     size_t input_size,
                                                     Unit* output,
                                                     size_t output_size) {
  const DecodeFunctions<Unit>& functions =
      DecoderFunctionsOf(decoder->encoding_).For<Unit>();
  uint32_t state = decoder->state_.codec();
  const simd::Converted done = functions.cut(
      input, input_size, output, output_size, decoder->encoding_, &state);
  decoder->state_ = decoder->state_.WithCodec(state);
  DecodeStage<Unit>* go_on = FromBegin<Unit>;
  if (decoder->flush_ == Flush::kNo) {
    if (done.read == input_size) {
      return AllRead(result, done.read, done.written);
    }
    if (state == 0) {
      go_on = FirstStage(functions);
    }
  }
  go_on(result, decoder, input + done.read, input_size - done.read,
        output + done.written, output_size - done.written);
  result->read += done.read;
  result->written += done.written;
  return result;
}

template <typename Unit>
[[gnu::noinline]] DecodeResult* DecodeStages::FromBegin(DecodeResult* result,
                                                        Decoder* decoder,
                                                        const uint8_t* input,
                                                        size_t input_size,
                                                        Unit* output,
                                                        size_t output_size) {
  AllRead(result, 0, 0);
  return GoOn<Unit>(*result, *decoder, {input, input_size},
                    {output, output_size}, AfterKernel::kNo);
}

// Whether what comes next in a codec of one state, which is neutral, certainly
// has no room: so many bytes are a character or an error at least. (One to
// Latin-1 may end with kNotLatin1 there, and one that is fatal with kMalformed,
// neither of which takes room.)
template <typename Unit>
constexpr bool IsFull(const Decoder& decoder, size_t left, size_t room) {
  return room == 0 && left > kMaxCutLength &&
         sizeof(Unit) == sizeof(char16_t) &&
         decoder.error_mode() != DecodeErrorMode::kFatal;
}

template <typename Unit>
[[gnu::noinline]] DecodeResult* DecodeStages::Continue(DecodeResult* result,
                                                       Decoder* decoder,
                                                       const uint8_t* input,
                                                       size_t input_size,
                                                       Unit* output,
                                                       size_t output_size) {
  // A kernel stops before a character that the chunk's end cuts. (Where more
  // follows, no stage comes here at the start of a text.)
  const size_t read = result->read;
  if (input_size - read <= kMaxCutLength && decoder->flush_ == Flush::kNo) {
    const auto cut = DecoderFunctionsOf(decoder->encoding_).For<Unit>().cut;
    assert(!decoder->state_.at_start());
    uint32_t state = 0;
    const size_t written = result->written;
    const simd::Converted done =
        cut(input + read, input_size - read, output + written,
            output_size - written, decoder->encoding_, &state);
    if (done.read == input_size - read) {
      decoder->state_ = decoder->state_.WithCodec(state);
      return AllRead(result, input_size, written + done.written);
    }
  }
  return GoOn<Unit>(*result, *decoder, {input, input_size},
                    {output, output_size}, AfterKernel::kYes);
}

template <typename Unit>
[[gnu::always_inline]] inline DecodeResult* DecodeStages::GoOn(
    DecodeResult& result,
    Decoder& decoder,
    std::span<const uint8_t> input,
    std::span<Unit> output,
    AfterKernel after_kernel) {
  const DecoderFunctions& codec = DecoderFunctionsOf(decoder.encoding_);
  const DecodeFunctions<Unit>& functions = codec.For<Unit>();
  size_t read = result.read;
  size_t written = result.written;
  if (functions.run != nullptr && CanRun(codec, decoder.state_, input)) {
    bool is_full =
        IsFull<Unit>(decoder, input.size() - read, output.size() - written);
    if (!is_full) {
      const simd::Converted done = functions.run(
          input.data() + read, input.size() - read, output.data() + written,
          output.size() - written,
          {.encoding = decoder.encoding_,
           .replace = decoder.error_mode() == DecodeErrorMode::kReplacement,
           .ends_text = decoder.flush_ == Flush::kYes,
           .after_kernel = after_kernel});
      read += done.read;
      written += done.written;
      if (read == input.size()) {
        // It isn't empty, so its first character is out.
        decoder.state_ = decoder.StateAfter(decoder.flush_);
        return AllRead(&result, read, written);
      }
      is_full =
          IsFull<Unit>(decoder, input.size() - read, output.size() - written);
    }
    if (written != 0) {
      decoder.state_ = DecoderState();
    }
    if (is_full) {
      result = {.status = DecodeStatus::kOutputFull,
                .read = read,
                .written = written};
      return &result;
    }
  }
  const Flush flush = decoder.flush_;
  result = functions.rest(input.subspan(read), output.subspan(written), flush,
                          decoder);
  if (result.status == DecodeStatus::kInputEmpty && flush == Flush::kYes) {
    decoder.Reset();
  }
  result.read += read;
  result.written += written;
  return &result;
}

template DecodeStage<uint8_t> DecodeStages::ByCodec;
template DecodeStage<char16_t> DecodeStages::ByCodec;
template DecodeStage<char16_t> DecodeStages::FromBegin;
template DecodeStage<uint8_t> DecodeStages::Continue;
template DecodeStage<char16_t> DecodeStages::Continue;

}  // namespace internal

DecodeResult* Decoder::BeginDecodeToUtf16(DecodeResult* result,
                                          Decoder* decoder,
                                          const uint8_t* input,
                                          size_t input_size,
                                          char16_t* output,
                                          size_t output_size) {
  return internal::DecodeStages::Begin(result, decoder, input, input_size,
                                       output, output_size);
}

DecodeResult* Decoder::BeginDecodeToLatin1(DecodeResult* result,
                                           Decoder* decoder,
                                           const uint8_t* input,
                                           size_t input_size,
                                           uint8_t* output,
                                           size_t output_size) {
  return internal::DecodeStages::Begin(result, decoder, input, input_size,
                                       output, output_size);
}

}  // namespace v8_encoding
