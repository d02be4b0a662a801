// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/encoder.h"

#include <cassert>

#include "src/codecs/big5.h"
#include "src/codecs/codec.h"
#include "src/codecs/codec_of.h"
#include "src/codecs/euc_jp.h"
#include "src/codecs/euc_kr.h"
#include "src/codecs/gb18030.h"
#include "src/codecs/iso_2022_jp.h"
#include "src/codecs/replacement.h"
#include "src/codecs/shift_jis.h"
#include "src/codecs/single_byte.h"
#include "src/codecs/utf8.h"
#include "src/codecs/x_user_defined.h"
#include "src/kernels/utf8/utf8_length.h"

namespace v8_encoding {

namespace {

using internal::CodecId;
using internal::CodecOf;
using internal::EncodeInput;
using internal::EncodeOutput;

template <typename Unit>
EncodeOutput Dispatch(Encoding encoding, const EncodeInput<Unit>& input) {
  switch (CodecOf(encoding)) {
    case CodecId::kUtf8:
      return internal::EncodeUtf8(input);
    case CodecId::kXUserDefined:
      return internal::EncodeXUserDefined(input);
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
      return internal::EncodeSingleByte(encoding, input);
    case CodecId::kGbk:
      return internal::EncodeGbk(input);
    case CodecId::kGb18030:
      return internal::EncodeGb18030(input);
    case CodecId::kBig5:
      return internal::EncodeBig5(input);
    case CodecId::kEucJp:
      return internal::EncodeEucJp(input);
    case CodecId::kIso2022Jp:
      return internal::EncodeIso2022Jp(input);
    case CodecId::kShiftJis:
      return internal::EncodeShiftJis(input);
    case CodecId::kEucKr:
      return internal::EncodeEucKr(input);
#endif
    case CodecId::kReplacement:
    case CodecId::kUtf16Be:
    case CodecId::kUtf16Le:
      break;
  }
  return internal::EncodeNothing(input);
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

template <typename Unit>
EncodeResult Encoder::Encode(std::span<const Unit> input,
                             std::span<uint8_t> output,
                             Flush flush) {
  assert(!internal::Overlap(input, output));
  const EncodeOutput encoded =
      Dispatch<Unit>(encoding_, {.in = input.data(),
                                 .in_end = input.data() + input.size(),
                                 .out = output.data(),
                                 .out_end = output.data() + output.size(),
                                 .flush = flush,
                                 .error_mode = error_mode_,
                                 .state = state_});
  state_ = encoded.state;
  if (encoded.result.status == EncodeStatus::kInputEmpty &&
      flush == Flush::kYes) {
    Reset();
  }
  return encoded.result;
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
