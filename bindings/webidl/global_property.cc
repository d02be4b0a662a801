// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/webidl/global_property.h"

#include "bindings/v8_compat.h"
#include "bindings/webidl/errors.h"

namespace v8_encoding {

namespace {

// What a look at the property finds if nobody answers for it.
void ReturnTrue(v8::Local<v8::Name>,
                const v8::PropertyCallbackInfo<v8::Value>& info) {
  info.GetReturnValue().Set(v8::True(info.GetIsolate()));
}

}  // namespace

bool DefineGlobalProperty(v8::Local<v8::Context> context,
                          v8::Local<v8::String> name,
                          v8::Local<v8::Value> value) {
  return DefineHiddenProperty(context, context->Global(), name, value);
}

bool DefineHiddenProperty(v8::Local<v8::Context> context,
                          v8::Local<v8::Object> object,
                          v8::Local<v8::String> name,
                          v8::Local<v8::Value> value) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::PropertyDescriptor property(value, true);
  property.set_enumerable(false);
  property.set_configurable(true);
  bool defined;
  if (!object->DefineProperty(context, name, property).To(&defined)) {
    return false;
  }
  if (!defined) {
    Throw(isolate, ErrorCode::kNotInstalled, {"Interfaces", "Install"},
          ShortText("The property '", Quotable(isolate, name),
                    object == context->Global()
                        ? "' can't be defined on the global object."
                        : "' can't be defined on the object."));
  }
  return defined;
}

LazyProperty DefineLazyGlobalProperty(v8::Local<v8::Context> context,
                                      v8::Local<v8::String> name,
                                      v8::AccessorNameGetterCallback getter) {
  v8::Local<v8::Object> global = context->Global();
  const auto set_lazy = [&](v8::AccessorNameGetterCallback each) {
    return global
        ->SetLazyDataProperty(context, name, each, v8::Local<v8::Value>(),
                              v8::DontEnum,
                              v8::SideEffectType::kHasNoSideEffect)
        .FromMaybe(false);
  };
  // DefineProperty() would read what's lazy there already.
  bool is_lazy;
  if (!global->HasRealNamedCallbackProperty(context, name).To(&is_lazy) ||
      (is_lazy && global->Delete(context, name).IsNothing())) {
    return LazyProperty::kFailed;
  }
  // SetLazyDataProperty() doesn't ask whether the object takes the property,
  // nor any interceptor, which then has what was defined here.
  v8::Local<v8::Value> seen;
  if (!DefineGlobalProperty(context, name,
                            v8::Undefined(compat::GetIsolate(context))) ||
      !set_lazy(ReturnTrue) || !global->Get(context, name).ToLocal(&seen)) {
    return LazyProperty::kFailed;
  }
  // Beneath an interceptor, too: it may stop answering one day.
  if (!set_lazy(getter)) {
    return LazyProperty::kFailed;
  }
  return seen->IsTrue() ? LazyProperty::kDefined : LazyProperty::kIntercepted;
}

void DefineLazyGlobalProperty(v8::Local<v8::ObjectTemplate> global,
                              v8::Local<v8::String> name,
                              v8::AccessorNameGetterCallback getter) {
  global->SetLazyDataProperty(name, getter, v8::Local<v8::Value>(),
                              v8::DontEnum,
                              v8::SideEffectType::kHasNoSideEffect);
}

v8::Local<v8::Context> RealmOfGlobal(
    const v8::PropertyCallbackInfo<v8::Value>& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> realm;
  if (compat::RelevantContext(isolate, compat::GetHolder(info))
          .ToLocal(&realm)) {
    return realm;
  }
  // A global object that is detached. Only scripts of its realm reach it.
  // Untested: in V8 10.2; detached_global_test.cc comes here in V8 13.6.
  return isolate->GetCurrentContext();
}

void ReturnLazily(const v8::PropertyCallbackInfo<v8::Value>& info,
                  v8::Local<v8::Name> name,
                  v8::Local<v8::Value> value) {
  if (value->IsUndefined()) {
    // Untested: in V8 10.2; detached_global_test.cc comes here in V8 14.6.
    v8::Isolate* isolate = info.GetIsolate();
    Throw(isolate, ErrorCode::kNotInstalled,
          {Quotable(isolate, name.As<v8::String>()).c_str(), nullptr},
          "The global object was detached before it was prepared.");
    return;
  }
  info.GetReturnValue().Set(value);
}

}  // namespace v8_encoding
