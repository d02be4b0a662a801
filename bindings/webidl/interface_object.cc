// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/webidl/interface_object.h"

#include "bindings/realm/own_property.h"
#include "bindings/realm/private_key.h"
#include "bindings/realm/realm_value.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/global_property.h"

namespace v8_encoding {

namespace {

v8::Local<v8::Private> Key(v8::Isolate* isolate, v8::Local<v8::Name> name) {
  return PrivateKey(isolate, name.As<v8::String>());
}

// What is under the key when the interface object is to be made late: an object
// that has the interface for a getter. V8 makes functions of templates that are
// getters only when someone asks for the function, and that's all this is for:
// nothing ever calls it. Unlike a pointer to the template it can be in a
// snapshot and belongs to nobody.
v8::Local<v8::ObjectTemplate> NewCarrierTemplate(
    v8::Isolate* isolate,
    v8::Local<v8::String> name,
    v8::Local<v8::FunctionTemplate> interface_template) {
  v8::Local<v8::ObjectTemplate> carrier = v8::ObjectTemplate::New(isolate);
  carrier->SetAccessorProperty(name, interface_template);
  return carrier;
}

// The first read of the global object's property. V8 then makes a plain
// property of it.
void GetLazily(v8::Local<v8::Name> name,
               const v8::PropertyCallbackInfo<v8::Value>& info) {
  v8::Local<v8::Value> interface_object;
  if (GetInterfaceObject(RealmOfGlobal(info), name)
          .ToLocal(&interface_object)) {
    ReturnLazily(info, name, interface_object);
  }
}

}  // namespace

constinit const v8::AccessorNameGetterCallback kLazyInterfaceObjectGetter =
    GetLazily;

void DefineInterfaceObject(v8::Isolate* isolate,
                           v8::Local<v8::ObjectTemplate> global,
                           const InterfaceDescriptor& descriptor,
                           v8::Local<v8::FunctionTemplate> interface_template,
                           Creation creation) {
  v8::Local<v8::String> name = InterfaceName(isolate, descriptor);
  v8::Local<v8::Private> key = Key(isolate, name);
  if (creation == Creation::kLazy) {
    DefineLazyGlobalProperty(global, name, GetLazily);
    global->SetPrivate(key,
                       NewCarrierTemplate(isolate, name, interface_template));
  } else {
    global->Set(name, interface_template, v8::DontEnum);
    global->SetPrivate(key, interface_template);
  }
}

bool DefineInterfaceObject(v8::Local<v8::Context> context,
                           const InterfaceDescriptor& descriptor,
                           v8::Local<v8::FunctionTemplate> interface_template,
                           Creation creation) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Context::Scope context_scope(context);
  v8::Local<v8::String> name = InterfaceName(isolate, descriptor);
  v8::Local<v8::Object> kept;
  if (creation == Creation::kLazy) {
    if (!NewCarrierTemplate(isolate, name, interface_template)
             ->NewInstance(context)
             .ToLocal(&kept)) {
      return false;
    }
  } else {
    v8::Local<v8::Function> interface_object;
    if (!interface_template->GetFunction(context).ToLocal(&interface_object)) {
      return false;
    }
    kept = interface_object;
  }
  if (!SetRealmPrivate(context, Key(isolate, name), kept)) {
    return false;
  }
  if (creation == Creation::kLazy) {
    const LazyProperty defined =
        DefineLazyGlobalProperty(context, name, GetLazily);
    return defined == LazyProperty::kIntercepted
               ? DefineInterfaceObject(context, descriptor, interface_template,
                                       Creation::kEager)
               : defined == LazyProperty::kDefined;
  }
  return DefineGlobalProperty(context, name, kept);
}

v8::MaybeLocal<v8::Function> KeepInterfaceObject(
    v8::Local<v8::Context> context,
    const InterfaceDescriptor& descriptor,
    v8::Local<v8::FunctionTemplate> interface_template) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::Private> key = Key(isolate, InterfaceName(isolate, descriptor));
  v8::Local<v8::Function> interface_object;
  v8::Local<v8::Value> kept;
  if (!interface_template->GetFunction(context).ToLocal(&interface_object) ||
      !GetRealmPrivate(context, key).ToLocal(&kept) ||
      (kept->IsUndefined() &&
       !SetRealmPrivate(context, key, interface_object))) {
    return {};
  }
  return interface_object;
}

v8::Maybe<bool> IsInterfaceInstalled(v8::Local<v8::Context> context,
                                     const InterfaceDescriptor& descriptor) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::Value> kept;
  return GetRealmPrivate(context,
                         Key(isolate, InterfaceName(isolate, descriptor)))
                 .ToLocal(&kept)
             ? v8::Just(!kept->IsUndefined())
             : v8::Nothing<bool>();
}

v8::MaybeLocal<v8::Value> GetInterfaceObject(v8::Local<v8::Context> context,
                                             v8::Local<v8::Name> name) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::Value> value;
  if (!GetRealmPrivate(context, Key(isolate, name)).ToLocal(&value)) {
    return {};
  }
  if (!value->IsObject() || value->IsFunction()) {
    return value;
  }
  v8::Local<v8::Value> getter;
  return GetOwnPropertyField(context, value.As<v8::Object>(), name, "get")
                 .To(&getter)
             ? getter
             : v8::MaybeLocal<v8::Value>();
}

}  // namespace v8_encoding
