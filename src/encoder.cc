// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/encoder.h"

#include <cstddef>
#include <cstdint>
#include <span>

#include "src/codecs/codec_of.h"
#include "src/codecs/encode_driver.h"
#include "src/kernels/utf8/utf8_length.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {

namespace {

using internal::CodecId;
using internal::CodecOf;

}  // namespace

bool HasEncoder(Encoding encoding) noexcept {
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

bool Encoder::HasPendingLead() const noexcept {
  return !internal::HasPendingUtf8(state_) &&
         internal::PendingUnit(state_) != 0;
}

size_t Utf8Length(std::span<const char16_t> utf16) noexcept {
  return simd::Utf8LengthOfUtf16(utf16.data(), utf16.size());
}

size_t Utf8Length(std::span<const uint8_t> latin1) noexcept {
  return simd::Utf8LengthOfLatin1(latin1.data(), latin1.size());
}

}  // namespace v8_encoding
