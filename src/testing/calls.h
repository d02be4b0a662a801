// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// TextDecoder's decode() over a Decoder, as a host builds it, to be compared
// with model::TextDecoder.

#ifndef V8_ENCODING_SRC_TESTING_CALLS_H_
#define V8_ENCODING_SRC_TESTING_CALLS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "v8_encoding/decoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {

class CallsDecoder {
 public:
  CallsDecoder(Encoding encoding, bool fatal, bool ignore_bom)
      : decoder_(
            encoding,
            fatal ? DecodeErrorMode::kFatal : DecodeErrorMode::kReplacement,
            ignore_bom ? BomMode::kKeep : BomMode::kRemove) {}

  // nullopt where decode() throws.
  std::optional<std::u16string> Decode(std::span<const uint8_t> input,
                                       bool stream) {
    const bool at_start = decoder_.state().at_start();
    std::u16string text(Decoder::MaxUnits(input.size()), u'\0');
    const DecodeResult result =
        decoder_.DecodeToUtf16(input, text, stream ? Flush::kNo : Flush::kYes);
    if (result.status == DecodeStatus::kMalformed) {
      // The rest of the input is dropped, the decoder's state stays, and no
      // output was serialised that could have held a byte order mark.
      decoder_.DropRestored();
      decoder_.set_state(decoder_.state().WithAtStart(at_start));
      if (!stream) {
        decoder_.Reset();
      }
      return std::nullopt;
    }
    text.resize(result.written);
    return text;
  }

  DecoderState state() const { return decoder_.state(); }

 private:
  Decoder decoder_;
};

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_CALLS_H_
