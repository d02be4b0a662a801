// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/realm/realm_value.h"

#include "bindings/realm/private_key.h"
#include "bindings/v8_compat.h"

namespace v8_encoding {

namespace {

// A primitive is kept under its private key, and another value as the data of a
// function there: templates of global objects take functions'
// templates and primitives, but no v8::External.
void ReturnData(const v8::FunctionCallbackInfo<v8::Value>& info) {
  info.GetReturnValue().Set(info.Data());
}

bool IsPrimitive(v8::Local<v8::Value> value) {
  return value->IsNullOrUndefined() || value->IsBoolean() ||
         value->IsNumber() || value->IsString() || value->IsSymbol() ||
         value->IsBigInt();
}

}  // namespace

constinit const v8::FunctionCallback kReturnRealmValue = ReturnData;

bool HasItsGlobal(v8::Isolate* isolate, v8::Local<v8::Context> context) {
  v8::Local<v8::Context> owner;
  return compat::RelevantContext(isolate, context->Global()).ToLocal(&owner) &&
         owner == context;
}

v8::MaybeLocal<v8::Value> GetRealmPrivate(v8::Local<v8::Context> context,
                                          v8::Local<v8::Private> key) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::Object> extras = context->GetExtrasBindingObject();
  v8::Local<v8::Value> kept;
  if (!extras->GetPrivate(context, key).ToLocal(&kept)) {
    return {};
  }
  if (!kept->IsUndefined()) {
    return kept;
  }
  // Perhaps of a template of global objects.
  if (!HasItsGlobal(isolate, context)) {
    // Untested: in V8 10.2; detached_global_test.cc comes here in V8 14.6.
    return kept;
  }
  if (!context->Global()->GetPrivate(context, key).ToLocal(&kept) ||
      (!kept->IsUndefined() &&
       extras->SetPrivate(context, key, kept).IsNothing())) {
    return {};
  }
  return kept;
}

bool SetRealmPrivate(v8::Local<v8::Context> context,
                     v8::Local<v8::Private> key,
                     v8::Local<v8::Value> value) {
  return context->GetExtrasBindingObject()
      ->SetPrivate(context, key, value)
      .FromMaybe(false);
}

void SetRealmValue(v8::Isolate* isolate,
                   v8::Local<v8::ObjectTemplate> global,
                   std::string_view name,
                   v8::Local<v8::Value> value) {
  v8::Local<v8::Data> kept = value;
  if (!IsPrimitive(value)) {
    kept = v8::FunctionTemplate::New(isolate, ReturnData, value);
  }
  global->SetPrivate(PrivateKey(isolate, name), kept);
}

bool SetRealmValue(v8::Local<v8::Context> context,
                   std::string_view name,
                   v8::Local<v8::Value> value) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::Value> kept = value;
  // Undefined is what isn't kept here, but perhaps with the global object.
  if (!IsPrimitive(value) || value->IsUndefined()) {
    // Not of a template, which the isolate keeps for good.
    v8::Local<v8::Function> function;
    if (!v8::Function::New(context, ReturnData, value, 0,
                           v8::ConstructorBehavior::kThrow)
             .ToLocal(&function)) {
      return false;
    }
    kept = function;
  }
  return SetRealmPrivate(context, PrivateKey(isolate, name), kept);
}

v8::MaybeLocal<v8::Value> GetRealmValue(v8::Local<v8::Context> context,
                                        std::string_view name) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::Value> kept;
  if (!GetRealmPrivate(context, PrivateKey(isolate, name)).ToLocal(&kept)) {
    return {};
  }
  return kept->IsFunction() ? kept.As<v8::Function>()->Call(
                                  context, v8::Undefined(isolate), 0, nullptr)
                            : kept;
}

}  // namespace v8_encoding
