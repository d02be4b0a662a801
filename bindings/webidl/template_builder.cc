// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/webidl/template_builder.h"

#include <cassert>

#include "bindings/realm/own_property.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/errors.h"
#include "bindings/webidl/function_realm.h"
#include "bindings/webidl/interface_object.h"

namespace v8_encoding {

namespace {

v8::Local<v8::String> Internalized(v8::Isolate* isolate, const char* name) {
  // Names are short and ASCII, so this can't fail but for lack of memory, which
  // V8 doesn't survive.
  return v8::String::NewFromOneByte(isolate,
                                    reinterpret_cast<const uint8_t*>(name),
                                    v8::NewStringType::kInternalized)
      .ToLocalChecked();
}

v8::Local<v8::FunctionTemplate> BuildMember(v8::Isolate* isolate,
                                            v8::Local<v8::Signature> signature,
                                            const char* name,
                                            int length,
                                            v8::FunctionCallback callback,
                                            v8::Local<v8::Value> data,
                                            v8::SideEffectType side_effects) {
  v8::Local<v8::FunctionTemplate> member =
      v8::FunctionTemplate::New(isolate, callback, data, signature, length,
                                v8::ConstructorBehavior::kThrow, side_effects);
  member->SetClassName(Internalized(isolate, name));
  member->RemovePrototype();
  return member;
}

void AddOperations(v8::Isolate* isolate,
                   v8::Local<v8::ObjectTemplate> object,
                   v8::Local<v8::Signature> signature,
                   std::span<const OperationDescriptor> operations,
                   v8::Local<v8::Value> data) {
  for (const OperationDescriptor& operation : operations) {
    object->Set(Internalized(isolate, operation.name),
                BuildMember(isolate, signature, operation.name,
                            operation.length, operation.callback, data,
                            v8::SideEffectType::kHasSideEffect));
  }
}

void AddTag(v8::Isolate* isolate,
            v8::Local<v8::ObjectTemplate> object,
            const char* tag) {
  object->Set(v8::Symbol::GetToStringTag(isolate), Internalized(isolate, tag),
              static_cast<v8::PropertyAttribute>(v8::ReadOnly | v8::DontEnum));
}

// Empty for undefined.
v8::Local<v8::Value> CallbackData(v8::Isolate* isolate,
                                  TemplateOptions options) {
  return options.refused_buffers == RefusedBuffers::kNone
             ? v8::Local<v8::Value>()
             : v8::Integer::NewFromUnsigned(
                   isolate, static_cast<uint32_t>(options.refused_buffers))
                   .As<v8::Value>();
}

// Whether `new_target.prototype` is an object. Looks at it without running any
// code, where that can be.
v8::Maybe<bool> HasPrototypeObject(v8::Local<v8::Context> context,
                                   v8::Local<v8::Object> new_target) {
  v8::Local<v8::String> name =
      Internalized(compat::GetIsolate(context), "prototype");
  v8::Local<v8::Value> value;
  if (!new_target->IsProxy() &&
      !GetOwnPropertyField(context, new_target, name, "value").To(&value)) {
    return v8::Nothing<bool>();
  }
  // A proxy, an inherited property or an accessor. V8 has read it once already;
  // without asking again there is no telling what it read.
  if (value.IsEmpty() && !new_target->Get(context, name).ToLocal(&value)) {
    return v8::Nothing<bool>();
  }
  return v8::Just(value->IsObject());
}

}  // namespace

v8::Local<v8::FunctionTemplate> BuildTemplate(
    v8::Isolate* isolate,
    const InterfaceDescriptor& descriptor,
    TemplateOptions options) {
  v8::EscapableHandleScope scope(isolate);
  v8::Local<v8::Value> data = CallbackData(isolate, options);
  // Differs: V8 before 14 gives the constructor own properties `arguments` and
  // `caller`, null and not configurable, as it does functions of sloppy mode.
  v8::Local<v8::FunctionTemplate> interface_template =
      v8::FunctionTemplate::New(isolate, descriptor.constructor, data,
                                v8::Local<v8::Signature>(),
                                descriptor.constructor_length);
  v8::Local<v8::String> name = InterfaceName(isolate, descriptor);
  interface_template->SetClassName(name);
  interface_template->ReadOnlyPrototype();
  assert(descriptor.internal_field_count <= compat::kMaxInternalFieldCount);
  interface_template->InstanceTemplate()->SetInternalFieldCount(
      descriptor.internal_field_count);

  v8::Local<v8::ObjectTemplate> prototype =
      interface_template->PrototypeTemplate();
  v8::Local<v8::Signature> signature =
      v8::Signature::New(isolate, interface_template);
  for (const AttributeDescriptor& attribute : descriptor.attributes) {
    prototype->SetAccessorProperty(
        Internalized(isolate, attribute.name),
        BuildMember(isolate, signature, attribute.getter_name, 0,
                    attribute.getter, data,
                    v8::SideEffectType::kHasNoSideEffect));
  }
  AddOperations(isolate, prototype, signature, descriptor.operations, data);
  AddTag(isolate, prototype, descriptor.name);
  return scope.Escape(interface_template);
}

v8::Local<v8::ObjectTemplate> BuildTemplate(
    v8::Isolate* isolate,
    const NamespaceDescriptor& descriptor,
    TemplateOptions options) {
  v8::EscapableHandleScope scope(isolate);
  v8::Local<v8::ObjectTemplate> namespace_template =
      v8::ObjectTemplate::New(isolate);
  AddOperations(isolate, namespace_template, v8::Local<v8::Signature>(),
                descriptor.operations, CallbackData(isolate, options));
  AddTag(isolate, namespace_template, descriptor.name);
  return scope.Escape(namespace_template);
}

v8::Local<v8::String> InterfaceName(v8::Isolate* isolate,
                                    const InterfaceDescriptor& descriptor) {
  return Internalized(isolate, descriptor.name);
}

// *Internally create a new object implementing the interface*, where
// new.target has no prototype object: the prototype is then that of the same
// interface in new.target's realm.
bool RepairPrototype(const v8::FunctionCallbackInfo<v8::Value>& info,
                     const char* interface_name,
                     InterfaceObjectGetter get_interface_object) {
  // TextDecoder.prototype and what subclasses make of it inherit from some
  // object that itself inherits from another. Object.prototype doesn't, so
  // this tells without cost that there is nothing to repair.
  v8::Local<v8::Value> current = compat::GetPrototype(info.This());
  if (current->IsObject() &&
      !compat::GetPrototype(current.As<v8::Object>())->IsNull()) {
    return true;
  }
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Object> new_target = info.NewTarget().As<v8::Object>();
  v8::Local<v8::Context> realm;
  if (!FunctionRealm(isolate, new_target).ToLocal(&realm)) {
    // Untested: for a revoked proxy V8 has thrown before.
    realm = context;
  }
  {
    // V8 took the Object.prototype of that realm, or there's nothing to repair.
    v8::Context::Scope realm_scope(realm);
    if (compat::GetPrototype(info.This()) !=
        compat::GetPrototype(v8::Object::New(isolate))) {
      return true;
    }
  }
  bool has_prototype;
  if (!HasPrototypeObject(context, new_target).To(&has_prototype)) {
    return false;
  }
  if (has_prototype) {
    return true;
  }
  v8::Local<v8::String> name = Internalized(isolate, interface_name);
  v8::Local<v8::Value> interface_object;
  v8::Local<v8::Value> prototype;
  if (!get_interface_object(realm, name).ToLocal(&interface_object)) {
    return false;
  }
  if (!interface_object->IsFunction()) {
    // That realm doesn't have the interface; this one does.
    if (!get_interface_object(context, name).ToLocal(&interface_object) ||
        !interface_object->IsFunction()) {
      // Untested: the constructor that runs is this realm's, so that only a
      // failure of V8's comes here.
      return !interface_object.IsEmpty();
    }
  }
  return interface_object.As<v8::Object>()
             ->Get(context, Internalized(isolate, "prototype"))
             .ToLocal(&prototype) &&
         compat::SetPrototype(context, info.This(), prototype).IsJust();
}

bool BeginConstruction(const v8::FunctionCallbackInfo<v8::Value>& info,
                       const InterfaceDescriptor& descriptor) {
  if (!info.IsConstructCall()) {
    Throw(info.GetIsolate(), ErrorCode::kNewRequired,
          {descriptor.name, nullptr}, "It can't be called without 'new'.");
    return false;
  }
  // Differs: in Web IDL the object is made after the conversions of arguments.
  // V8 makes it, with the prototype of new.target, before it calls the host;
  // what V8 found to be no object is read once more where a getter or a proxy
  // gave it.
  return RepairPrototype(info, descriptor.name, GetInterfaceObject);
}

}  // namespace v8_encoding
