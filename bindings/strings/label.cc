// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/label.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bindings/strings/string_units.h"
#include "bindings/v8_compat.h"
#include "src/code_points.h"

namespace v8_encoding {

namespace {

// No label is nearly as long.
constexpr size_t kMaxLabelLength = 64;

v8::Maybe<Encoding> ThrowInvalidLabel(v8::Isolate* isolate,
                                      v8::Local<v8::String> label,
                                      CallSite call) {
  Throw(isolate, ErrorCode::kUnknownLabel, call,
        ShortText("The encoding label '", Quotable(isolate, label),
                  "' is invalid."));
  return v8::Nothing<Encoding>();
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

  // Nearly all of it must be white space, of which there may be any amount. Of
  // what follows the white space at the start, GetEncoding() gets as much as a
  // label could be; all behind that must be white space, too.
  char16_t text[kMaxLabelLength];
  size_t text_length = 0;
  const auto take = [&](auto block) {
    if (text_length == 0) {
      block = block.subspan(internal::LeadingAsciiWhitespace(block));
    }
    const size_t n = std::min(block.size(), kMaxLabelLength - text_length);
    std::copy_n(block.data(), n, text + text_length);
    text_length += n;
    const auto rest = block.subspan(n);
    return internal::LeadingAsciiWhitespace(rest) == rest.size();
  };
  StringUnits blocks(isolate, label, 0, length);
  while (!blocks.done()) {
    if (!blocks.VisitNext(take)) {
      return std::nullopt;
    }
  }
  return GetEncoding(std::u16string_view(text, text_length));
}

v8::Maybe<Encoding> GetEncodingOrThrow(v8::Isolate* isolate,
                                       v8::Local<v8::String> label,
                                       CallSite call) {
  if (label.IsEmpty()) {
    return v8::Just(Encoding::kUtf8);
  }
  const std::optional<Encoding> encoding = GetEncodingOfString(isolate, label);
  return encoding ? v8::Just(*encoding)
                  : ThrowInvalidLabel(isolate, label, call);
}

v8::Maybe<Encoding> GetDecodableEncodingOrThrow(v8::Isolate* isolate,
                                                v8::Local<v8::String> label,
                                                CallSite call) {
  const v8::Maybe<Encoding> encoding = GetEncodingOrThrow(isolate, label, call);
  return encoding == v8::Just(Encoding::kReplacement)
             ? ThrowInvalidLabel(isolate, label, call)
             : encoding;
}

}  // namespace v8_encoding
