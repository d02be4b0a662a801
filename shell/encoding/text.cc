// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/encoding/text.h"

#include <optional>

#include "bindings/strings/decode_to_string.h"
#include "bindings/strings/label.h"
#include "shell/values/convert.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::shell {
namespace {

v8::MaybeLocal<v8::String> Decode(v8::Isolate* isolate,
                                  std::span<const uint8_t> bytes,
                                  Encoding encoding) {
  Decoder decoder(encoding);
  DecodeFailure failure;
  const v8::MaybeLocal<v8::String> string =
      DecodeToString(isolate, decoder, {.bytes = bytes}, Flush::kYes, &failure);
  if (string.IsEmpty()) {
    ThrowRangeError(isolate, "The text is too long for a string");
  }
  return string;
}

}  // namespace

v8::MaybeLocal<v8::String> DecodeUtf8(v8::Isolate* isolate,
                                      std::string_view bytes) {
  return Decode(isolate,
                {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()},
                Encoding::kUtf8);
}

v8::MaybeLocal<v8::String> DecodeText(v8::Isolate* isolate,
                                      std::span<const uint8_t> bytes,
                                      v8::Local<v8::String> label) {
  const std::optional<Encoding> encoding = GetEncodingOfString(isolate, label);
  // As TextDecoder has it.
  if (!encoding || *encoding == Encoding::kReplacement) {
    ThrowRangeError(isolate, "The encoding label '" + Quotable(isolate, label) +
                                 "' is invalid.");
    return {};
  }
  return Decode(isolate, bytes, *encoding);
}

}  // namespace v8_encoding::shell
