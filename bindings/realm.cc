// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/realm.h"

#include "bindings/copy_bytes.h"
#include "bindings/own_property.h"
#include "bindings/v8_compat.h"
#include "idl/interfaces.h"

namespace v8_encoding {

namespace {

// The internal fields of the realm's object.
enum InternalField {
  kUint8ArrayField,  // %Uint8Array%, or undefined; see below.
  kNewResultField,   // What makes { read, written }.
  kFirstStepField,   // Functions, or undefined until they're needed.
  kFirstViewField = kFirstStepField + 4,  // Of the scratch buffer; the i-th has
                                          // i bytes.
  kFieldCount = kFirstViewField + Realm::kMaxCopiedLength + 1,
};

// The object is an element of V8's "extras binding", an object that each
// context has for its embedder's use. An index needs no name to be made for
// each look-up. Nobody else has this one: it's the UTF-8 for "enc" and 1.
constexpr uint32_t kExtrasIndex = 0x656E6301;

// %Uint8Array%, or undefined if a script has taken it off its prototype, in
// which case small results are made like large ones. V8 gives embedders the
// prototype but not the constructor. So this looks at what `constructor` holds,
// with no code run, and takes it only if it can be nothing else: a function
// that no script defined, neither proxy nor bound, of this realm, whose own
// `prototype` is the intrinsic prototype, and which is named "Uint8Array" where
// scripts can't rename it.
v8::MaybeLocal<v8::Value> FindUint8Array(v8::Local<v8::Context> context,
                                         v8::Local<v8::Object> prototype) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::Value> candidate;
  if (!GetOwnPropertyField(
          context, prototype,
          v8::String::NewFromUtf8Literal(isolate, "constructor"), "value",
          &candidate)) {
    return {};
  }
  v8::Local<v8::Value> none = v8::Undefined(isolate);
  if (candidate.IsEmpty() || !candidate->IsFunction() || candidate->IsProxy()) {
    return none;
  }
  v8::Local<v8::Function> function = candidate.As<v8::Function>();
  v8::Local<v8::Context> function_context;
  if (!function->GetName()->StrictEquals(
          v8::String::NewFromUtf8Literal(isolate, "Uint8Array")) ||
      function->ScriptId() != v8::UnboundScript::kNoScriptId ||
      !function->GetBoundFunction()->IsUndefined() ||
      !compat::RelevantContext(isolate, function).ToLocal(&function_context) ||
      function_context != context) {
    return none;
  }
  v8::Local<v8::Value> its_prototype;
  if (!GetOwnPropertyField(context, function,
                           v8::String::NewFromUtf8Literal(isolate, "prototype"),
                           "value", &its_prototype)) {
    return {};
  }
  return !its_prototype.IsEmpty() && its_prototype->StrictEquals(prototype)
             ? candidate
             : none;
}

}  // namespace

bool Realm::Get(v8::Local<v8::Context> context, Realm* realm) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Context::Scope context_scope(context);
  v8::Local<v8::Object> extras = context->GetExtrasBindingObject();
  v8::Local<v8::String> key;
  // Own properties only: what it inherits from, scripts can change.
  bool exists;
  if (!extras->HasOwnProperty(context, kExtrasIndex).To(&exists)) {
    return false;
  }
  if (exists) {
    v8::Local<v8::Value> object;
    if (!extras->Get(context, kExtrasIndex).ToLocal(&object)) {
      return false;
    }
    *realm = Realm(context, object.As<v8::Object>());
    return true;
  }

  v8::Local<v8::ObjectTemplate> object_template =
      v8::ObjectTemplate::New(isolate);
  object_template->SetInternalFieldCount(kFieldCount);
  v8::Local<v8::Object> object;
  v8::Local<v8::Value> uint8_array;
  if (!object_template->NewInstance(context).ToLocal(&object)) {
    return false;
  }
  v8::Local<v8::ArrayBuffer> scratch =
      v8::ArrayBuffer::New(isolate, kMaxCopiedLength);
  for (size_t i = 0; i <= kMaxCopiedLength; ++i) {
    object->SetInternalField(kFirstViewField + static_cast<int>(i),
                             v8::Uint8Array::New(scratch, 0, i));
  }
  v8::Local<v8::Object> a_view =
      compat::GetInternalField(object, kFirstViewField).As<v8::Object>();
  if (!FindUint8Array(context, compat::GetPrototype(a_view).As<v8::Object>())
           .ToLocal(&uint8_array)) {
    return false;
  }
  object->SetInternalField(kUint8ArrayField, uint8_array);
  const auto& [read, written] = idl::kTextEncoderEncodeIntoResultMembers;
  if (!compat::SetPairMaker(context, object, kNewResultField, read, written) ||
      extras->CreateDataProperty(context, kExtrasIndex, object).IsNothing()) {
    return false;
  }
  *realm = Realm(context, object);
  return true;
}

v8::MaybeLocal<v8::Uint8Array> Realm::Construct(v8::Local<v8::Value> argument) {
  v8::Local<v8::Object> result;
  if (!compat::GetInternalField(object_, kUint8ArrayField)
           .As<v8::Function>()
           ->NewInstance(context_, 1, &argument)
           .ToLocal(&result)) {
    return {};
  }
  return result.As<v8::Uint8Array>();
}

v8::MaybeLocal<v8::Uint8Array> Realm::NewSmallUint8Array(
    std::span<const uint8_t> bytes) {
  if (compat::GetInternalField(object_, kUint8ArrayField)->IsUndefined()) {
    std::span<uint8_t> to;
    v8::Local<v8::Uint8Array> array;
    if (!NewUint8Array(bytes.size(), &to).ToLocal(&array)) {
      return {};
    }
    CopyBytes(bytes, to.data());
    return array;
  }
  v8::Local<v8::Uint8Array> view =
      compat::GetInternalField(object_,
                               kFirstViewField + static_cast<int>(bytes.size()))
          .As<v8::Uint8Array>();
  CopyBytes(bytes, static_cast<uint8_t*>(view->Buffer()->Data()));
  return Construct(view);
}

v8::MaybeLocal<v8::Uint8Array> Realm::NewUint8Array(size_t length,
                                                    std::span<uint8_t>* bytes) {
  v8::Local<v8::Uint8Array> array;
  if (!compat::NewUint8Array(
           context_, compat::GetInternalField(object_, kUint8ArrayField),
           length)
           .ToLocal(&array)) {
    return {};
  }
  if (length != 0) {
    *bytes = {static_cast<uint8_t*>(array->Buffer()->Data()), length};
  }
  return array;
}

v8::MaybeLocal<v8::Function> Realm::GetStep(Step step,
                                            v8::FunctionCallback callback) {
  const int field = kFirstStepField + static_cast<int>(step);
  v8::Local<v8::Value> kept = compat::GetInternalField(object_, field);
  if (kept->IsFunction()) {
    return kept.As<v8::Function>();
  }
  v8::Local<v8::Function> function;
  if (v8::Function::New(context_, callback, v8::Local<v8::Value>(), 0,
                        v8::ConstructorBehavior::kThrow)
          .ToLocal(&function)) {
    object_->SetInternalField(field, function);
  }
  return function;
}

v8::MaybeLocal<v8::Object> Realm::NewEncodeIntoResult(size_t read,
                                                      size_t written) {
  v8::Isolate* isolate = compat::GetIsolate(context_);
  return compat::NewPair(
      context_, object_, kNewResultField,
      v8::Number::New(isolate, static_cast<double>(read)),
      v8::Number::New(isolate, static_cast<double>(written)));
}

}  // namespace v8_encoding
