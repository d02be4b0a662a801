// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/label.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "bindings/strings/string_units.h"
#include "bindings/v8_compat.h"
#include "src/code_points.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding {

namespace {

// No label is nearly as long.
constexpr size_t kMaxLabelLength = 64;

void ThrowInvalidLabel(v8::Isolate* isolate,
                       v8::Local<v8::String> label,
                       CallSite call) {
  Throw(isolate, ErrorCode::kUnknownLabel, call,
        "The encoding label '" + Quotable(isolate, label) + "' is invalid.");
}

}  // namespace

std::optional<Encoding> GetEncodingOfString(v8::Isolate* isolate,
                                            v8::Local<v8::String> label) {
  const size_t length = static_cast<size_t>(label->Length());
  if (length <= kMaxLabelLength) {
    if (label->IsOneByte()) {
      uint8_t units[kMaxLabelLength];
      compat::ReadOneByte(isolate, label, 0, length, units);
      return GetEncoding(
          std::string_view(reinterpret_cast<const char*>(units), length));
    }
    char16_t units[kMaxLabelLength];
    compat::ReadTwoByte(isolate, label, 0, length, units);
    return GetEncoding(std::u16string_view(units, length));
  }

  // Nearly all of it must be white space, of which there may be any amount.
  char16_t trimmed[kMaxLabelLength];
  size_t trimmed_length = 0;
  bool ended = false;
  StringUnits blocks(isolate, label, 0, length);
  const auto feed = [&](char16_t unit) {
    if (internal::IsAsciiWhitespace(unit)) {
      ended = trimmed_length != 0;
      return true;
    }
    if (ended || trimmed_length == kMaxLabelLength) {
      return false;
    }
    trimmed[trimmed_length++] = unit;
    return true;
  };
  while (!blocks.done()) {
    const bool possible = blocks.is_one_byte()
                              ? std::ranges::all_of(blocks.NextOneByte(), feed)
                              : std::ranges::all_of(blocks.NextTwoByte(), feed);
    if (!possible) {
      return std::nullopt;
    }
  }
  return GetEncoding(std::u16string_view(trimmed, trimmed_length));
}

std::optional<Encoding> GetEncodingOrThrow(v8::Isolate* isolate,
                                           v8::Local<v8::String> label,
                                           CallSite call) {
  if (label.IsEmpty()) {
    return Encoding::kUtf8;
  }
  const std::optional<Encoding> encoding = GetEncodingOfString(isolate, label);
  if (!encoding) {
    ThrowInvalidLabel(isolate, label, call);
  }
  return encoding;
}

std::optional<Encoding> GetDecodableEncodingOrThrow(v8::Isolate* isolate,
                                                    v8::Local<v8::String> label,
                                                    CallSite call) {
  const std::optional<Encoding> encoding =
      GetEncodingOrThrow(isolate, label, call);
  if (encoding == Encoding::kReplacement) {
    ThrowInvalidLabel(isolate, label, call);
    return std::nullopt;
  }
  return encoding;
}

std::string Quotable(v8::Isolate* isolate, v8::Local<v8::String> label) {
  char16_t units[kMaxLabelLength];
  const size_t length = static_cast<size_t>(label->Length());
  const size_t n = std::min(length, kMaxLabelLength);
  compat::ReadTwoByte(isolate, label, 0, n, units);
  uint8_t utf8[3 * kMaxLabelLength];
  Encoder encoder(Encoding::kUtf8);
  const EncodeResult encoded =
      encoder.EncodeFromUtf16({units, n}, utf8, Flush::kYes);
  return std::string(reinterpret_cast<const char*>(utf8), encoded.written) +
         (n < length ? "…" : "");
}

}  // namespace v8_encoding
