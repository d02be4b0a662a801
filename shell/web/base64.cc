// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/base64.h"

#include <array>
#include <climits>
#include <cstdint>

#include "shell/values/convert.h"
#include "shell/web/dom_exception.h"

namespace v8_encoding::shell {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint8_t kInvalid = 0xFF;

constexpr std::array<uint8_t, 256> MakeReverse() {
  std::array<uint8_t, 256> reverse{};
  reverse.fill(kInvalid);
  for (size_t i = 0; i < kAlphabet.size(); ++i) {
    reverse[static_cast<uint8_t>(kAlphabet[i])] = static_cast<uint8_t>(i);
  }
  return reverse;
}

constexpr std::array<uint8_t, 256> kReverse = MakeReverse();

void ThrowInvalidCharacter(v8::Local<v8::Context> context,
                           std::string_view message) {
  ThrowDomException(context, "InvalidCharacterError", message);
}

// UTF-8 to Latin-1; empty if some code point is above U+00FF.
std::optional<std::string> Utf8ToLatin1(std::string_view utf8) {
  std::string latin1;
  latin1.reserve(utf8.size());
  for (size_t i = 0; i < utf8.size(); ++i) {
    const uint8_t byte = static_cast<uint8_t>(utf8[i]);
    if (byte < 0x80) {
      latin1.push_back(static_cast<char>(byte));
    } else if (byte <= 0xC3 && i + 1 < utf8.size()) {
      const uint8_t trail = static_cast<uint8_t>(utf8[++i]);
      latin1.push_back(static_cast<char>((byte & 0x03) << 6 | (trail & 0x3F)));
    } else {
      return std::nullopt;
    }
  }
  return latin1;
}

// A base64 or a decoded string is never longer than its source times 4/3, but
// that may be over V8's limit.
void ReturnOneByte(const v8::FunctionCallbackInfo<v8::Value>& info,
                   std::string_view bytes) {
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

std::string Base64Encode(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3) {
    const uint32_t triple = static_cast<uint8_t>(bytes[i]) << 16 |
                            static_cast<uint8_t>(bytes[i + 1]) << 8 |
                            static_cast<uint8_t>(bytes[i + 2]);
    text.push_back(kAlphabet[triple >> 18]);
    text.push_back(kAlphabet[triple >> 12 & 63]);
    text.push_back(kAlphabet[triple >> 6 & 63]);
    text.push_back(kAlphabet[triple & 63]);
  }
  const size_t rest = bytes.size() - i;
  if (rest != 0) {
    uint32_t last = static_cast<uint8_t>(bytes[i]) << 16;
    if (rest == 2) {
      last |= static_cast<uint8_t>(bytes[i + 1]) << 8;
    }
    text.push_back(kAlphabet[last >> 18]);
    text.push_back(kAlphabet[last >> 12 & 63]);
    text.push_back(rest == 2 ? kAlphabet[last >> 6 & 63] : '=');
    text.push_back('=');
  }
  return text;
}

std::optional<std::string> ForgivingBase64Decode(std::string_view text) {
  std::string stripped;
  stripped.reserve(text.size());
  for (const char c : text) {
    if (c != '\t' && c != '\n' && c != '\f' && c != '\r' && c != ' ') {
      stripped.push_back(c);
    }
  }
  if (stripped.size() % 4 == 0) {
    for (int i = 0; i < 2 && stripped.ends_with('='); ++i) {
      stripped.pop_back();
    }
  }
  if (stripped.size() % 4 == 1) {
    return std::nullopt;
  }
  std::string bytes;
  bytes.reserve(stripped.size() / 4 * 3 + 2);
  uint32_t buffer = 0;
  int bits = 0;
  for (const char c : stripped) {
    const uint8_t value = kReverse[static_cast<uint8_t>(c)];
    if (value == kInvalid) {
      return std::nullopt;
    }
    buffer = buffer << 6 | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push_back(static_cast<char>(buffer >> bits & 0xFF));
    }
  }
  // The bits left over from an incomplete group are dropped, whatever they are.
  return bytes;
}

void Atob(const v8::FunctionCallbackInfo<v8::Value>& info) {
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

void Btoa(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  if (info.Length() == 0) {
    ThrowTypeError(isolate, "btoa: 1 argument required");
    return;
  }
  const std::optional<std::string> text = ToUtf8(context, info[0]);
  if (!text) {
    return;
  }
  const std::optional<std::string> bytes = Utf8ToLatin1(*text);
  if (!bytes) {
    ThrowInvalidCharacter(context,
                          "btoa: the string has characters above U+00FF");
    return;
  }
  ReturnOneByte(info, Base64Encode(*bytes));
}

}  // namespace v8_encoding::shell
