// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/base64.h"

#include <algorithm>
#include <climits>
#include <cstdint>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "bindings/v8_compat.h"
#include "shell/values/convert.h"
#include "shell/web/dom_exception.h"

namespace v8_encoding::shell {
namespace {

void ThrowInvalidCharacter(v8::Local<v8::Context> context,
                           std::string_view message) {
  ThrowDomException(context, "InvalidCharacterError", message);
}

// A base64 or a decoded string is never longer than its source times 4/3, but
// that may be over V8's limit.
void ReturnOneByte(const Info& info, std::string_view bytes) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::String> string;
  if (bytes.size() > INT_MAX ||
      !v8::String::NewFromOneByte(
           isolate, reinterpret_cast<const uint8_t*>(bytes.data()),
           v8::NewStringType::kNormal, static_cast<int>(bytes.size()))
           .ToLocal(&string)) {
    ThrowRangeError(isolate, "Invalid string length");
    return;
  }
  info.GetReturnValue().Set(string);
}

}  // namespace

std::string Base64Encode(const std::string& bytes) {
  return absl::Base64Escape(bytes);
}

std::optional<std::string> ForgivingBase64Decode(const std::string& text) {
  std::string stripped;
  std::ranges::copy_if(text, std::back_inserter(stripped), [](char c) {
    return c == '\v' || !absl::ascii_isspace(static_cast<unsigned char>(c));
  });
  if (stripped.size() % 4 == 0) {
    for (int i = 0; i < 2 && stripped.ends_with('='); ++i) {
      stripped.pop_back();
    }
  }
  // Abseil takes white space, padding and what stands for it anywhere.
  const bool is_base64 =
      stripped.size() % 4 != 1 && std::ranges::all_of(stripped, [](char c) {
        return c == '+' || c == '/' ||
               absl::ascii_isalnum(static_cast<unsigned char>(c));
      });
  std::string bytes;
  if (!is_base64 || !absl::Base64Unescape(stripped, &bytes)) {
    return std::nullopt;
  }
  return bytes;
}

void Atob(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  if (info.Length() == 0) {
    ThrowTypeError(isolate, "atob: 1 argument required");
    return;
  }
  const std::optional<std::string> text = ToUtf8(context, info[0]);
  if (!text) {
    return;
  }
  const std::optional<std::string> bytes = ForgivingBase64Decode(*text);
  if (!bytes) {
    ThrowInvalidCharacter(context, "atob: the string is not correct base64");
    return;
  }
  ReturnOneByte(info, *bytes);
}

void Btoa(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  if (info.Length() == 0) {
    ThrowTypeError(isolate, "btoa: 1 argument required");
    return;
  }
  v8::Local<v8::String> text;
  if (!info[0]->ToString(context).ToLocal(&text)) {
    return;
  }
  if (!text->ContainsOnlyOneByte()) {
    ThrowInvalidCharacter(context,
                          "btoa: the string has characters above U+00FF");
    return;
  }
  std::string bytes(static_cast<size_t>(text->Length()), '\0');
  compat::ReadOneByte(isolate, text, 0, bytes.size(),
                      reinterpret_cast<uint8_t*>(bytes.data()));
  ReturnOneByte(info, Base64Encode(bytes));
}

}  // namespace v8_encoding::shell
