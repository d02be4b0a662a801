// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/encoder.h"

#include <cassert>

#include "src/codecs/codec_of.h"
#include "src/codecs/codecs.h"
#include "src/codecs/short_ascii.h"
#include "src/kernels/converted.h"
#include "src/kernels/utf8/utf8_length.h"

namespace v8_encoding {

namespace {

using internal::CodecId;
using internal::CodecOf;
using internal::EncodeFunctions;
using internal::EncoderFunctions;

const EncoderFunctions& FunctionsOf(Encoding encoding) {
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

// Not a part of Encode(), whose few instructions for short ASCII need no
// registers to be saved.
template <typename Unit>
[[gnu::noinline]] EncodeResult Encoder::EncodeByCodec(
    std::span<const Unit> input,
    std::span<uint8_t> output,
    Flush flush) {
  const EncodeFunctions<Unit>& functions = FunctionsOf(encoding_).For<Unit>();
  simd::Converted done = {0, 0};
  if (state_ == EncoderState() && functions.run != nullptr && !input.empty()) {
    done = functions.run(input.data(), input.size(), output.data(),
                         output.size(), *this);
    if (done.read == input.size()) {
      return {.status = EncodeStatus::kInputEmpty,
              .read = done.read,
              .written = done.written};
    }
  }
  EncodeResult result = functions.rest(
      input.subspan(done.read), output.subspan(done.written), flush, *this);
  if (result.status == EncodeStatus::kInputEmpty && flush == Flush::kYes) {
    Reset();
  }
  result.read += done.read;
  result.written += done.written;
  return result;
}

template <typename Unit>
[[gnu::always_inline]] inline EncodeResult Encoder::Encode(
    std::span<const Unit> input,
    std::span<uint8_t> output,
    Flush flush) {
  assert(!internal::Overlap(input, output));
  if (state_ == EncoderState() && internal::EncodesAsciiAsItself(encoding_) &&
      internal::CopyShortAscii(input, output)) {
    return {.status = EncodeStatus::kInputEmpty,
            .read = input.size(),
            .written = input.size()};
  }
  return EncodeByCodec(input, output, flush);
}

EncodeResult Encoder::EncodeFromUtf16(std::span<const char16_t> input,
                                      std::span<uint8_t> output,
                                      Flush flush) {
  return Encode(input, output, flush);
}

EncodeResult Encoder::EncodeFromLatin1(std::span<const uint8_t> input,
                                       std::span<uint8_t> output,
                                       Flush flush) {
  return Encode(input, output, flush);
}

size_t Utf8Length(std::span<const char16_t> utf16) {
  return simd::Utf8LengthOfUtf16(utf16.data(), utf16.size());
}

size_t Utf8Length(std::span<const uint8_t> latin1) {
  return simd::Utf8LengthOfLatin1(latin1.data(), latin1.size());
}

}  // namespace v8_encoding
