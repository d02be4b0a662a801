// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The decoder and the encoder of each encoding. No switch has a `default`, so
// an encoding that is forgotten doesn't compile.

#include <cstdlib>
#include <memory>

#include "src/model/model.h"
#include "src/model/model_coder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::model {

namespace {

class NoEncoder final : public Coder {
 public:
  Result Handle(IoQueue&, Item code_point) override {
    return code_point ? Result::ErrorWith(*code_point) : Result::Finished();
  }
};

}  // namespace

std::unique_ptr<Coder> NewDecoder(Encoding encoding) {
  switch (encoding) {
    case Encoding::kUtf8:
      return NewUtf8Decoder();
    case Encoding::kGbk:
    case Encoding::kGb18030:
      return NewGb18030Decoder();
    case Encoding::kBig5:
      return NewBig5Decoder();
    case Encoding::kEucJp:
      return NewEucJpDecoder();
    case Encoding::kIso2022Jp:
      return NewIso2022JpDecoder();
    case Encoding::kShiftJis:
      return NewShiftJisDecoder();
    case Encoding::kEucKr:
      return NewEucKrDecoder();
    case Encoding::kReplacement:
      return NewReplacementDecoder();
    case Encoding::kUtf16Be:
      return NewUtf16Decoder(true);
    case Encoding::kUtf16Le:
      return NewUtf16Decoder(false);
    case Encoding::kXUserDefined:
      return NewXUserDefinedDecoder();
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
      return NewSingleByteDecoder(encoding);
  }
  std::abort();
}

std::unique_ptr<Coder> NewEncoder(Encoding encoding) {
  switch (encoding) {
    case Encoding::kUtf8:
      return NewUtf8Encoder();
    case Encoding::kGbk:
      return NewGb18030Encoder(true);
    case Encoding::kGb18030:
      return NewGb18030Encoder(false);
    case Encoding::kBig5:
      return NewBig5Encoder();
    case Encoding::kEucJp:
      return NewEucJpEncoder();
    case Encoding::kIso2022Jp:
      return NewIso2022JpEncoder();
    case Encoding::kShiftJis:
      return NewShiftJisEncoder();
    case Encoding::kEucKr:
      return NewEucKrEncoder();
    case Encoding::kXUserDefined:
      return NewXUserDefinedEncoder();
    case Encoding::kReplacement:
    case Encoding::kUtf16Be:
    case Encoding::kUtf16Le:
      return std::make_unique<NoEncoder>();
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
      return NewSingleByteEncoder(encoding);
  }
  std::abort();
}

}  // namespace v8_encoding::model
