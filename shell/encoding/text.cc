// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/encoding/text.h"

#include <optional>
#include <string>

#include "shell/values/convert.h"
#include "v8_encoding/convert.h"

namespace v8_encoding::shell {
namespace {

v8::MaybeLocal<v8::String> Decode(v8::Isolate* isolate,
                                  std::span<const uint8_t> bytes,
                                  Encoding encoding,
                                  std::string_view name) {
  const DecodedString decoded = DecodeToString(isolate, bytes, encoding);
  if (!decoded.ok()) {
    ThrowRangeError(isolate,
                    name.empty()
                        ? "The text is too long for a string"
                        : std::string(name) + ": too long a text for a string");
  }
  return decoded.string;
}

}  // namespace

v8::MaybeLocal<v8::String> DecodeUtf8(v8::Isolate* isolate,
                                      std::string_view bytes,
                                      std::string_view name) {
  return Decode(isolate,
                {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()},
                Encoding::kUtf8, name);
}

v8::MaybeLocal<v8::String> DecodeText(v8::Isolate* isolate,
                                      std::span<const uint8_t> bytes,
                                      v8::Local<v8::String> label,
                                      std::string_view name) {
  const std::optional<Encoding> encoding = GetEncoding(isolate, label);
  // As TextDecoder has it.
  if (!encoding || *encoding == Encoding::kReplacement) {
    ThrowRangeError(isolate, "The encoding label '" + ToUtf8(isolate, label) +
                                 "' is invalid.");
    return {};
  }
  return Decode(isolate, bytes, *encoding, name);
}

}  // namespace v8_encoding::shell
