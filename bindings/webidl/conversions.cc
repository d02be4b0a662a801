// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/webidl/conversions.h"

#include <cmath>
#include <string>

#include "bindings/strings/label.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/buffer_source.h"

namespace v8_encoding {

namespace {

void ThrowWrongType(const Source& source,
                    const std::string& what,
                    const char* type) {
  Throw(source.isolate, ErrorCode::kInvalidArgumentType, source.call,
        what + " is not of type '" + type + "'.");
}

std::string ParameterNumber(const Source& source) {
  return "parameter " + std::to_string(source.parameter);
}

// *[AllowResizable]*, where it is asked for.
// https://webidl.spec.whatwg.org/#js-buffer-source-types
bool CheckResizable(const Source& source, v8::Local<v8::Value> buffer) {
  if (!source.refuses_resizable_buffers || !IsResizableBufferSource(buffer)) {
    return true;
  }
  Throw(source.isolate, ErrorCode::kInvalidArgumentType, source.call,
        ParameterNumber(source) +
            " is, or is a view on, a buffer that can be "
            "resized.");
  return false;
}

// For unions and dictionaries browsers don't say which parameter it is.
constexpr char kProvidedValue[] = "The provided value";

}  // namespace

bool ConvertEnforceRange(const Source& source, uint64_t* out) {
  constexpr double kMax = 9007199254740991;  // 2^53 - 1
  double number;
  if (!source.value->NumberValue(source.context).To(&number)) {
    return false;
  }
  // Not true of a NaN.
  const double integer = std::trunc(number);
  if (integer >= 0 && integer <= kMax) {
    *out = static_cast<uint64_t>(integer);
    return true;
  }
  Throw(source.isolate, ErrorCode::kInvalidArgumentType, source.call,
        "Value is outside the 'unsigned long long' value range.");
  return false;
}

bool ConvertAllowSharedBufferSource(const Source& source,
                                    v8::Local<v8::Value>* out) {
  if (!IsAllowSharedBufferSource(source.value)) {
    ThrowWrongType(source, kProvidedValue,
                   "(ArrayBuffer or SharedArrayBuffer or ArrayBufferView)");
    return false;
  }
  *out = source.value;
  return CheckResizable(source, source.value);
}

bool ConvertAllowSharedUint8Array(const Source& source,
                                  v8::Local<v8::Uint8Array>* out) {
  if (!source.value->IsUint8Array()) {
    ThrowWrongType(
        source,
        source.parameter == 0 ? kProvidedValue : ParameterNumber(source),
        "Uint8Array");
    return false;
  }
  *out = source.value.As<v8::Uint8Array>();
  return CheckResizable(source, source.value);
}

bool ConvertToIndex(const Source& source,
                    const Enumeration& enumeration,
                    size_t* out) {
  v8::Local<v8::String> string;
  if (!ConvertDOMString(source, &string)) {
    return false;
  }
  for (size_t i = 0; i < enumeration.values.size(); ++i) {
    v8::Local<v8::String> value;
    if (!compat::NewAsciiString(source.isolate, enumeration.values[i])
             .ToLocal(&value)) {
      return false;
    }
    if (string->StringEquals(value)) {
      *out = i;
      return true;
    }
  }
  Throw(source.isolate, ErrorCode::kInvalidArgumentType, source.call,
        "The provided value '" + Quotable(source.isolate, string) +
            "' is not a valid enum value of type " + enumeration.name + ".");
  return false;
}

void Dictionary::SetObject(const char* name) {
  if (!source_.value->IsObject()) {
    ThrowWrongType(source_, kProvidedValue, name);
    ok_ = false;
    return;
  }
  object_ = source_.value.As<v8::Object>();
  source_.parameter = 0;
}

bool Dictionary::Read(const char* name) {
  v8::Local<v8::String> key;
  return compat::NewAsciiString(source_.isolate, name).ToLocal(&key) &&
         object_->Get(source_.context, key).ToLocal(&source_.value);
}

void Arguments::ThrowTooFew(int required) {
  ok_ = false;
  Throw(source_.isolate, ErrorCode::kMissingArgument, source_.call,
        std::to_string(required) +
            (required == 1 ? " argument" : " arguments") +
            " required, but only " + std::to_string(info_.Length()) +
            " present.");
}

}  // namespace v8_encoding
