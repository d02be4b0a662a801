// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Which codec converts an encoding. Decoder and Encoder switch over codecs, and
// no switch over codecs or encodings in the core has a `default`: where an
// encoding or a codec is forgotten, -Wswitch is an error.

#ifndef V8_ENCODING_SRC_CODECS_CODEC_OF_H_
#define V8_ENCODING_SRC_CODECS_CODEC_OF_H_

#include <cstdint>

#include "v8_encoding/encoding.h"

namespace v8_encoding::internal {

enum class CodecId : uint8_t {
  kUtf8,
  kSingleByte,
  kGbk,
  kGb18030,
  kBig5,
  kEucJp,
  kIso2022Jp,
  kShiftJis,
  kEucKr,
  kReplacement,
  kUtf16Be,
  kUtf16Le,
  kXUserDefined,
};

// An `encoding` outside the enum, which no caller may pass, gets the codec that
// looks nothing up by the encoding and is safe for any input.
constexpr CodecId CodecOf(Encoding encoding) {
  switch (encoding) {
    case Encoding::kUtf8:
      return CodecId::kUtf8;
    case Encoding::kIbm866:
    case Encoding::kIso8859_2:
    case Encoding::kIso8859_3:
    case Encoding::kIso8859_4:
    case Encoding::kIso8859_5:
    case Encoding::kIso8859_6:
    case Encoding::kIso8859_7:
    case Encoding::kIso8859_8:
    case Encoding::kIso8859_8_I:
    case Encoding::kIso8859_10:
    case Encoding::kIso8859_13:
    case Encoding::kIso8859_14:
    case Encoding::kIso8859_15:
    case Encoding::kIso8859_16:
    case Encoding::kKoi8R:
    case Encoding::kKoi8U:
    case Encoding::kMacintosh:
    case Encoding::kWindows874:
    case Encoding::kWindows1250:
    case Encoding::kWindows1251:
    case Encoding::kWindows1252:
    case Encoding::kWindows1253:
    case Encoding::kWindows1254:
    case Encoding::kWindows1255:
    case Encoding::kWindows1256:
    case Encoding::kWindows1257:
    case Encoding::kWindows1258:
    case Encoding::kXMacCyrillic:
      return CodecId::kSingleByte;
    case Encoding::kGbk:
      return CodecId::kGbk;
    case Encoding::kGb18030:
      return CodecId::kGb18030;
    case Encoding::kBig5:
      return CodecId::kBig5;
    case Encoding::kEucJp:
      return CodecId::kEucJp;
    case Encoding::kIso2022Jp:
      return CodecId::kIso2022Jp;
    case Encoding::kShiftJis:
      return CodecId::kShiftJis;
    case Encoding::kEucKr:
      return CodecId::kEucKr;
    case Encoding::kReplacement:
      return CodecId::kReplacement;
    case Encoding::kUtf16Be:
      return CodecId::kUtf16Be;
    case Encoding::kUtf16Le:
      return CodecId::kUtf16Le;
    case Encoding::kXUserDefined:
      return CodecId::kXUserDefined;
  }
  return CodecId::kReplacement;
}

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_CODEC_OF_H_
