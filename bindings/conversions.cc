// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/conversions.h"

#include <string>

#include "bindings/v8_compat.h"

namespace v8_encoding {

bool ConvertDictionary(v8::Local<v8::Context> context,
                       v8::Local<v8::Value> value,
                       CallSite call,
                       const char* dictionary_name,
                       std::span<const BooleanMember> members) {
  if (value->IsNullOrUndefined()) {
    return true;
  }
  v8::Isolate* isolate = compat::GetIsolate(context);
  if (!value->IsObject()) {
    ThrowTypeError(isolate, call,
                   std::string("The provided value is not of type '") +
                       dictionary_name + "'.");
    return false;
  }
  v8::Local<v8::Object> object = value.As<v8::Object>();
  for (const BooleanMember& member : members) {
    v8::Local<v8::String> name;
    v8::Local<v8::Value> member_value;
    if (!v8::String::NewFromOneByte(
             isolate, reinterpret_cast<const uint8_t*>(member.name),
             v8::NewStringType::kInternalized)
             .ToLocal(&name) ||
        !object->Get(context, name).ToLocal(&member_value)) {
      return false;
    }
    *member.value = member_value->BooleanValue(isolate);
  }
  return true;
}

}  // namespace v8_encoding
