// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/encoder.h"

#include <cassert>

#include "src/codecs/codec_of.h"
#include "src/codecs/codecs.h"
#include "src/codecs/short_ascii.h"
#include "src/kernels/by_target.h"
#include "src/kernels/converted.h"
#include "src/kernels/utf8/utf8_length.h"

namespace v8_encoding {

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

bool HasEncoder(Encoding encoding) {
  switch (CodecOf(encoding)) {
    case CodecId::kUtf8:
    case CodecId::kXUserDefined:
      return true;
    case CodecId::kSingleByte:
    case CodecId::kGbk:
    case CodecId::kGb18030:
    case CodecId::kBig5:
    case CodecId::kEucJp:
    case CodecId::kIso2022Jp:
    case CodecId::kShiftJis:
    case CodecId::kEucKr:
#ifdef V8_ENCODING_NO_LEGACY_ENCODERS
      return false;
#else
      return true;
#endif
    case CodecId::kReplacement:
    case CodecId::kUtf16Be:
    case CodecId::kUtf16Le:
      break;
  }
  return false;
}

namespace internal {

template <typename Unit>
[[gnu::always_inline]] inline EncodeResult EncodeStages::Call(
    Encoder& encoder,
    std::span<const Unit> input,
    std::span<uint8_t> output,
    Flush flush) {
  assert(!Overlap(input, output));
  encoder.flush_ = flush;
  // What most calls come to.
  EncodeResult result{.status = EncodeStatus::kInputEmpty,
                      .read = input.size(),
                      .written = input.size()};
  Begin(&result, &encoder, input.data(), input.size(), output.data(),
        output.size());
  return result;
}

template <typename Unit>
[[gnu::always_inline]] inline EncodeResult* EncodeStages::Begin(
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
    return functions.stage->At(simd::TargetIndex())(
        result, encoder, input, input_size, output, output_size);
  }
  if (functions.own_stage != nullptr && encoder->state_ == EncoderState()) {
    return functions.own_stage(result, encoder, input, input_size, output,
                               output_size);
  }
  return FromBegin(result, encoder, input, input_size, output, output_size);
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
  if (functions.run != nullptr && encoder.state_ == EncoderState() &&
      !input.empty()) {
    const simd::Converted done =
        functions.run(input.data() + read, input.size() - read,
                      output.data() + written, output.size() - written,
                      encoder.encoding_, encoder.error_mode_, after_kernel);
    read += done.read;
    written += done.written;
    if (read == input.size()) {
      return AllRead(&result, read, written);
    }
  }
  const Flush flush = encoder.flush_;
  result = functions.rest(input.subspan(read), output.subspan(written), flush,
                          encoder);
  if (result.status == EncodeStatus::kInputEmpty && flush == Flush::kYes) {
    encoder.Reset();
  }
  result.read += read;
  result.written += written;
  return &result;
}

template EncodeStage<char16_t> EncodeStages::FromBegin;
template EncodeStage<uint8_t> EncodeStages::Continue;
template EncodeStage<char16_t> EncodeStages::Continue;

}  // namespace internal

EncodeResult Encoder::EncodeFromUtf16(std::span<const char16_t> input,
                                      std::span<uint8_t> output,
                                      Flush flush) {
  return internal::EncodeStages::Call(*this, input, output, flush);
}

EncodeResult Encoder::EncodeFromLatin1(std::span<const uint8_t> input,
                                       std::span<uint8_t> output,
                                       Flush flush) {
  return internal::EncodeStages::Call(*this, input, output, flush);
}

size_t Utf8Length(std::span<const char16_t> utf16) {
  return simd::Utf8LengthOfUtf16(utf16.data(), utf16.size());
}

size_t Utf8Length(std::span<const uint8_t> latin1) {
  return simd::Utf8LengthOfLatin1(latin1.data(), latin1.size());
}

}  // namespace v8_encoding
