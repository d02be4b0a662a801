// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/encoding/hooks.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "shell/values/convert.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/hooks.h"

namespace v8_encoding::shell {
namespace {

// The encoding of the label that is argument `index`; throws if there's none.
std::optional<Encoding> EncodingArgument(const Info& info,
                                         int index,
                                         const char* function) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::String> label;
  if (!info[index]->ToString(isolate->GetCurrentContext()).ToLocal(&label)) {
    return std::nullopt;
  }
  const std::optional<Encoding> encoding = GetEncoding(isolate, label);
  if (!encoding) {
    ThrowRangeError(isolate, std::string(function) + ": the encoding label '" +
                                 ToUtf8(isolate, label) + "' is invalid");
  }
  return encoding;
}

constexpr struct {
  std::string_view name;
  PercentEncodeSet set;
} kPercentEncodeSets[] = {
    {"C0 control", PercentEncodeSet::kC0Control},
    {"fragment", PercentEncodeSet::kFragment},
    {"query", PercentEncodeSet::kQuery},
    {"special-query", PercentEncodeSet::kSpecialQuery},
    {"path", PercentEncodeSet::kPath},
    {"userinfo", PercentEncodeSet::kUserinfo},
    {"component", PercentEncodeSet::kComponent},
    {"application/x-www-form-urlencoded", PercentEncodeSet::kFormUrlEncoded},
};

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

void PercentEncodeHook(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::String> string;
  if (!info[0]->ToString(context).ToLocal(&string)) {
    return;
  }
  std::optional<Encoding> encoding =
      EncodingArgument(info, 1, "percentEncodeHook");
  if (!encoding) {
    return;
  }
  encoding = GetOutputEncoding(*encoding);
  const std::optional<std::string> name = ToUtf8(context, info[2]);
  if (!name) {
    return;
  }
  const auto* found = std::ranges::find_if(
      kPercentEncodeSets, [&](const auto& set) { return set.name == *name; });
  if (found == std::end(kPercentEncodeSets)) {
    ThrowTypeError(isolate,
                   "percentEncodeHook: there is no set '" + *name + "'");
    return;
  }
  if (!HasEncoder(*encoding) ||
      (*encoding != Encoding::kUtf8 &&
       found->set != PercentEncodeSet::kSpecialQuery &&
       found->set != PercentEncodeSet::kFormUrlEncoded)) {
    ThrowRangeError(isolate, "percentEncodeHook: this encoding and the set '" +
                                 *name + "' don't go together");
    return;
  }
  v8::Local<v8::String> result;
  if (!TryNewString(isolate,
                    PercentEncodeAfterEncoding(ToUtf16(isolate, string),
                                               *encoding, found->set))
           .ToLocal(&result)) {
    ThrowRangeError(isolate,
                    "percentEncodeHook: the result is too long for a string");
    return;
  }
  info.GetReturnValue().Set(result);
}

}  // namespace v8_encoding::shell
