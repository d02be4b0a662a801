// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/webidl/interface_object.h"

#include "bindings/realm/own_property.h"
#include "bindings/realm/private_key.h"
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
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> realm;
  v8::Local<v8::Value> interface_object;
  if (compat::RelevantContext(isolate, compat::GetHolder(info))
          .ToLocal(&realm) &&
      GetInterfaceObject(realm, name).ToLocal(&interface_object)) {
    info.GetReturnValue().Set(interface_object);
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
  v8::Local<v8::Object> global = context->Global();
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
  if (global->SetPrivate(context, Key(isolate, name), kept).IsNothing()) {
    return false;
  }
  return creation == Creation::kLazy
             ? DefineLazyGlobalProperty(context, name, GetLazily)
             : DefineGlobalProperty(context, name, kept);
}

v8::MaybeLocal<v8::Function> KeepInterfaceObject(
    v8::Local<v8::Context> context,
    const InterfaceDescriptor& descriptor,
    v8::Local<v8::FunctionTemplate> interface_template) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::Private> key = Key(isolate, InterfaceName(isolate, descriptor));
  v8::Local<v8::Function> interface_object;
  bool is_kept;
  if (!interface_template->GetFunction(context).ToLocal(&interface_object) ||
      !context->Global()->HasPrivate(context, key).To(&is_kept) ||
      (!is_kept && context->Global()
                       ->SetPrivate(context, key, interface_object)
                       .IsNothing())) {
    return {};
  }
  return interface_object;
}

v8::Maybe<bool> IsInterfaceInstalled(v8::Local<v8::Context> context,
                                     const InterfaceDescriptor& descriptor) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  return context->Global()->HasPrivate(
      context, Key(isolate, InterfaceName(isolate, descriptor)));
}

v8::MaybeLocal<v8::Value> GetInterfaceObject(v8::Local<v8::Context> context,
                                             v8::Local<v8::Name> name) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::Value> value;
  if (!context->Global()
           ->GetPrivate(context, Key(isolate, name))
           .ToLocal(&value)) {
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
