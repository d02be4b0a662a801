// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/realm/own_property.h"

#include "bindings/v8_compat.h"

namespace v8_encoding {

v8::Maybe<v8::Local<v8::Value>> GetOwnPropertyField(
    v8::Local<v8::Context> context,
    v8::Local<v8::Object> object,
    v8::Local<v8::Name> name,
    const char* field) {
  using Handle = v8::Local<v8::Value>;
  v8::Local<v8::String> field_name;
  v8::Local<v8::Value> descriptor;
  if (!compat::NewAsciiString(compat::GetIsolate(context), field)
           .ToLocal(&field_name) ||
      !object->GetOwnPropertyDescriptor(context, name).ToLocal(&descriptor)) {
    return v8::Nothing<Handle>();
  }
  if (!descriptor->IsObject()) {
    return v8::Just(Handle());
  }
  // What the descriptor lacks it may inherit from a changed Object.prototype.
  bool exists;
  if (!descriptor.As<v8::Object>()
           ->HasOwnProperty(context, field_name)
           .To(&exists)) {
    return v8::Nothing<Handle>();
  }
  Handle value;
  if (exists &&
      !descriptor.As<v8::Object>()->Get(context, field_name).ToLocal(&value)) {
    return v8::Nothing<Handle>();
  }
  return v8::Just(value);
}

}  // namespace v8_encoding
