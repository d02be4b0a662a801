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

using internal::AfterKernel;
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

// Whether nothing waits in the state, and there is something to encode.
template <typename Unit>
bool CanRun(EncoderState state, std::span<const Unit> input) {
  return state == EncoderState() && !input.empty();
}

// What a call comes to whose input has all been read.
constexpr EncodeResult AllRead(size_t read, size_t written) {
  return {
      .status = EncodeStatus::kInputEmpty, .read = read, .written = written};
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
  if (CanRun(state_, input)) {
    if (functions.kernel != nullptr) {
      done = functions.kernel->At(simd::TargetIndex())(
          input.data(), input.size(), output.data(), output.size(), encoding_,
          error_mode_);
      if (done.read == input.size()) {
        return AllRead(done.read, done.written);
      }
    }
    if (functions.run != nullptr) {
      const simd::Converted more = functions.run(
          input.data() + done.read, input.size() - done.read,
          output.data() + done.written, output.size() - done.written, encoding_,
          error_mode_,
          functions.kernel != nullptr ? AfterKernel::kYes : AfterKernel::kNo);
      done.read += more.read;
      done.written += more.written;
      if (done.read == input.size()) {
        return AllRead(done.read, done.written);
      }
    }
  }
  return EncodeRest(input, output, flush, done.read, done.written);
}

// What the codec's kernel and its run left, after they had read and written so
// much.
template <typename Unit>
[[gnu::noinline]] EncodeResult Encoder::EncodeRest(std::span<const Unit> input,
                                                   std::span<uint8_t> output,
                                                   Flush flush,
                                                   size_t read,
                                                   size_t written) {
  EncodeResult result = FunctionsOf(encoding_).template For<Unit>().rest(
      input.subspan(read), output.subspan(written), flush, *this);
  if (result.status == EncodeStatus::kInputEmpty && flush == Flush::kYes) {
    Reset();
  }
  result.read += read;
  result.written += written;
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
    return AllRead(input.size(), input.size());
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
