// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/values/properties.h"

#include "shell/values/convert.h"

namespace v8_encoding::shell {
namespace {

// Field `key` of the property's descriptor. A descriptor inherits from
// Object.prototype, which is the script's to change, so only what is the
// descriptor's own counts.
v8::MaybeLocal<v8::Value> GetOfDescriptor(v8::Local<v8::Context> context,
                                          v8::Local<v8::Object> object,
                                          v8::Local<v8::Name> name,
                                          std::string_view key) {
  v8::Local<v8::Value> descriptor;
  if (object->IsProxy() ||
      !object->GetOwnPropertyDescriptor(context, name).ToLocal(&descriptor) ||
      !descriptor->IsObject()) {
    return {};
  }
  const auto fields = descriptor.As<v8::Object>();
  const auto field = NewName(v8::Isolate::GetCurrent(), key);
  return fields->HasOwnProperty(context, field).FromMaybe(false)
             ? fields->Get(context, field)
             : v8::MaybeLocal<v8::Value>();
}

}  // namespace

bool Define(v8::Local<v8::Context> context,
            v8::Local<v8::Object> object,
            std::string_view name,
            v8::Local<v8::Value> value,
            v8::PropertyAttribute attributes) {
  return object
      ->DefineOwnProperty(context, NewName(v8::Isolate::GetCurrent(), name),
                          value, attributes)
      .FromMaybe(false);
}

v8::Local<v8::Value> GetProperty(v8::Local<v8::Context> context,
                                 v8::Local<v8::Object> object,
                                 std::string_view name) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  return object->Get(context, NewName(isolate, name))
      .FromMaybe(v8::Undefined(isolate).As<v8::Value>());
}

v8::MaybeLocal<v8::Value> GetOwnData(v8::Local<v8::Context> context,
                                     v8::Local<v8::Object> object,
                                     v8::Local<v8::Name> name) {
  return GetOfDescriptor(context, object, name, "value");
}

v8::MaybeLocal<v8::Value> GetOwnData(v8::Local<v8::Context> context,
                                     v8::Local<v8::Object> object,
                                     std::string_view name) {
  return GetOwnData(context, object, NewName(v8::Isolate::GetCurrent(), name));
}

v8::MaybeLocal<v8::Function> GetOwnAccessor(v8::Local<v8::Context> context,
                                            v8::Local<v8::Object> object,
                                            v8::Local<v8::Name> name,
                                            std::string_view key) {
  v8::Local<v8::Value> function;
  return GetOfDescriptor(context, object, name, key).ToLocal(&function) &&
                 function->IsFunction()
             ? function.As<v8::Function>()
             : v8::MaybeLocal<v8::Function>();
}

}  // namespace v8_encoding::shell
