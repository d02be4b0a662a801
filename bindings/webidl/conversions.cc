// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/webidl/conversions.h"

#include <cmath>

#include "bindings/v8_compat.h"

namespace v8_encoding {

void ThrowWrongType(v8::Isolate* isolate,
                    CallSite call,
                    ValueOrigin origin,
                    const char* type) {
  Throw(isolate, ErrorCode::kInvalidArgumentType, call,
        ShortText(origin.Name(), " is not of type '", type, "'."));
}

bool CheckNotRefused(v8::Isolate* isolate,
                     v8::Local<v8::Value> value,
                     CallSite call,
                     ValueOrigin origin,
                     RefusedBuffers refused) {
  const char* what;
  if (Has(refused, RefusedBuffers::kShared) && IsSharedBufferSource(value)) {
    what = "a SharedArrayBuffer.";
  } else if (Has(refused, RefusedBuffers::kResizable) &&
             IsResizableBufferSource(value)) {
    // Untested: V8 10.2 can't tell.
    what = "a buffer that can be resized.";
  } else {
    return true;
  }
  Throw(isolate, ErrorCode::kInvalidArgumentType, call,
        ShortText(origin.Name(), " is, or is a view on, ", what));
  return false;
}

v8::Maybe<uint64_t> ConvertEnforceRange(const Source& source) {
  if (source.value->IsUint32()) [[likely]] {
    return v8::Just(uint64_t{source.value.As<v8::Uint32>()->Value()});
  }
  constexpr double kMax = 9007199254740991;  // 2^53 - 1
  double number;
  if (!source.value->NumberValue(source.context()).To(&number)) {
    return v8::Nothing<uint64_t>();
  }
  // Not true of a NaN.
  const double integer = std::trunc(number);
  if (integer >= 0 && integer <= kMax) {
    return v8::Just(static_cast<uint64_t>(integer));
  }
  Throw(source.isolate, ErrorCode::kInvalidArgumentType, source.call,
        "Value is outside the 'unsigned long long' value range.");
  return v8::Nothing<uint64_t>();
}

v8::Maybe<size_t> ConvertToIndex(const Source& source,
                                 const Enumeration& enumeration) {
  v8::Local<v8::String> string;
  if (!ConvertDOMString(source).ToLocal(&string)) {
    return v8::Nothing<size_t>();
  }
  for (size_t i = 0; i < enumeration.values.size(); ++i) {
    v8::Local<v8::String> value;
    if (!compat::NewAsciiString(source.isolate, enumeration.values[i])
             .ToLocal(&value)) {
      // Untested: V8 refuses only strings longer than these by far.
      return v8::Nothing<size_t>();
    }
    if (string->StringEquals(value)) {
      return v8::Just(i);
    }
  }
  Throw(
      source.isolate, ErrorCode::kInvalidArgumentType, source.call,
      ShortText("The provided value '", Quotable(source.isolate, string),
                "' is not a valid enum value of type ", enumeration.name, "."));
  return v8::Nothing<size_t>();
}

v8::MaybeLocal<v8::Value> Dictionary::Read(v8::Isolate* isolate,
                                           v8::Local<v8::Object> object,
                                           std::string_view name,
                                           v8::Local<v8::Object> key_holder,
                                           int key_field) {
  v8::Local<v8::String> key;
  if (!key_holder.IsEmpty()) {
    v8::Local<v8::Value> kept = compat::GetInternalField(key_holder, key_field);
    if (!kept->IsUndefined()) {
      key = kept.As<v8::String>();
    }
  }
  if (key.IsEmpty()) {
    if (!compat::NewAsciiString(isolate, name).ToLocal(&key)) {
      // Untested: V8 refuses only strings longer than this one by far.
      return {};
    }
    if (!key_holder.IsEmpty()) {
      key_holder->SetInternalField(key_field, key);
    }
  }
  return object->Get(isolate->GetCurrentContext(), key);
}

void Arguments::ThrowTooFew(v8::Isolate* isolate,
                            CallSite call,
                            int required,
                            int present) {
  Throw(isolate, ErrorCode::kMissingArgument, call,
        ShortText(required, required == 1 ? " argument" : " arguments",
                  " required, but only ", present, " present."));
}

}  // namespace v8_encoding
