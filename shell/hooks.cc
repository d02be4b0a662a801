// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/hooks.h"

#include <optional>
#include <string>

#include "bindings/label.h"
#include "shell/convert.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/hooks.h"

namespace v8_encoding::shell {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

// The encoding of the label that is argument `index`; throws if there's none.
std::optional<Encoding> EncodingArgument(const Info& info,
                                         int index,
                                         const char* function) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::String> label;
  if (!info[index]->ToString(isolate->GetCurrentContext()).ToLocal(&label)) {
    return std::nullopt;
  }
  const std::optional<Encoding> encoding = GetEncodingOfString(isolate, label);
  if (!encoding) {
    ThrowRangeError(isolate, std::string(function) + ": the encoding label '" +
                                 Quotable(isolate, label) + "' is invalid");
  }
  return encoding;
}

}  // namespace

void DecodeHook(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  const std::optional<Encoding> fallback =
      EncodingArgument(info, 1, "decodeHook");
  if (!fallback) {
    return;
  }
  const std::optional<BufferBytes> bytes = BytesOf(info[0]);
  if (!bytes) {
    ThrowTypeError(isolate, "decodeHook: an ArrayBuffer or view is required");
    return;
  }
  const std::u16string text = Decode(bytes->bytes, *fallback);
  v8::Local<v8::String> string;
  // On failure V8 leaves no exception.
  if (text.size() > static_cast<size_t>(v8::String::kMaxLength) ||
      !v8::String::NewFromTwoByte(
           isolate, reinterpret_cast<const uint16_t*>(text.data()),
           v8::NewStringType::kNormal, static_cast<int>(text.size()))
           .ToLocal(&string)) {
    ThrowRangeError(isolate, "decodeHook: the text is too long for a string");
    return;
  }
  info.GetReturnValue().Set(string);
}

}  // namespace v8_encoding::shell
