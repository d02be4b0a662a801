// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/streams/host.h"

#include <iterator>
#include <memory>
#include <utility>

#include "bindings/realm/private_key.h"
#include "bindings/streams/built_in.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/errors.h"
#include "bindings/webidl/function_realm.h"

namespace v8_encoding {

namespace {

using CallbackInfo = v8::FunctionCallbackInfo<v8::Value>;

void MarkAsHandled(const CallbackInfo& info) {
  if (info[0]->IsPromise()) {
    info[0].As<v8::Promise>()->MarkAsHandled();
  }
}

void IsPromise(const CallbackInfo& info) {
  info.GetReturnValue().Set(info[0]->IsPromise());
}

void IsDetachedBuffer(const CallbackInfo& info) {
  info.GetReturnValue().Set(info[0]->IsArrayBuffer() &&
                            info[0].As<v8::ArrayBuffer>()->WasDetached());
}

// What comes of it is of the current realm.
void TransferArrayBuffer(const CallbackInfo& info) {
  v8::Isolate* isolate = info.GetIsolate();
  if (info[0]->IsArrayBuffer()) {
    v8::Local<v8::ArrayBuffer> buffer = info[0].As<v8::ArrayBuffer>();
    // It outlives the buffer that is detached.
    std::shared_ptr<v8::BackingStore> store = buffer->GetBackingStore();
    if (!buffer->WasDetached() && !compat::IsImmutable(buffer)) {
      bool detached;
      if (!compat::Detach(buffer).To(&detached)) {
        // Untested: V8 before 11 throws nothing.
        return;
      }
      if (detached) {
        info.GetReturnValue().Set(
            v8::ArrayBuffer::New(isolate, std::move(store)));
        return;
      }
    }
  }
  isolate->ThrowException(
      v8::Exception::TypeError(v8::String::NewFromUtf8Literal(
          isolate, "The ArrayBuffer can't be transferred.")));
}

// Objects with an internal field are the host's to V8's serializer, which asks
// its delegate about them. The field is for nothing else.
void NewHostConstructor(const CallbackInfo& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::FunctionTemplate> constructor =
      v8::FunctionTemplate::New(isolate);
  constructor->InstanceTemplate()->SetInternalFieldCount(1);
  v8::Local<v8::Function> function;
  if (constructor->GetFunction(isolate->GetCurrentContext())
          .ToLocal(&function)) {
    info.GetReturnValue().Set(function);
  }
}

void PrototypeInRealmOf(const CallbackInfo& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> realm;
  if (!FunctionRealm(isolate, info[0].As<v8::Object>()).ToLocal(&realm)) {
    // A proxy that was revoked while its `prototype` was read.
    isolate->ThrowException(
        v8::Exception::TypeError(v8::String::NewFromUtf8Literal(
            isolate, "The realm of new.target can't be told.")));
    return;
  }
  v8::Local<v8::Object> interfaces;
  v8::Local<v8::Value> interface_object;
  v8::Local<v8::Value> prototype;
  if (GetOfBuiltInStreams(realm, "interfaces").ToLocal(&interfaces) &&
      interfaces->Get(realm, info[1]).ToLocal(&interface_object) &&
      interface_object.As<v8::Object>()
          ->Get(realm,
                v8::String::NewFromUtf8Literal(
                    isolate, "prototype", v8::NewStringType::kInternalized))
          .ToLocal(&prototype)) {
    info.GetReturnValue().Set(prototype);
  }
}

void ShowToErrorHook(const CallbackInfo& info) {
  // What the hook leaves pending is thrown.
  static_cast<void>(ShowToHook(info.GetIsolate(), info[0].As<v8::Object>(),
                               ErrorCode::kInvalidState));
}

constexpr v8::FunctionCallback kCallbacks[] = {
    IsPromise,           MarkAsHandled,      IsDetachedBuffer,
    TransferArrayBuffer, NewHostConstructor, PrototypeInRealmOf,
    ShowToErrorHook};
constexpr const char* kNames[] = {"isPromise",          "markAsHandled",
                                  "isDetachedBuffer",   "transferArrayBuffer",
                                  "newHostConstructor", "prototypeInRealmOf",
                                  "showToErrorHook"};

}  // namespace

v8::MaybeLocal<v8::Object> NewStreamsKeys(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  // V8 hands private symbols to nobody but through a template.
  v8::Local<v8::ObjectTemplate> keys = v8::ObjectTemplate::New(isolate);
  const auto add = [&](const char* name) {
    keys->Set(isolate, name, PrivateKey(isolate, name));
  };
  for (const char* name : kStreamsInterfaces) {
    add(name);
  }
  // Objects of no interface.
  add("ReadableStreamAsyncIterator");
  return keys->NewInstance(context);
}

v8::MaybeLocal<v8::Object> NewStreamsHost(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::Object> host =
      v8::Object::New(isolate, v8::Null(isolate), nullptr, nullptr, 0);
  for (size_t i = 0; i < std::size(kCallbacks); ++i) {
    v8::Local<v8::String> name;
    v8::Local<v8::Function> function;
    if (!compat::NewAsciiString(isolate, kNames[i]).ToLocal(&name) ||
        !v8::Function::New(context, kCallbacks[i], {}, 1,
                           v8::ConstructorBehavior::kThrow)
             .ToLocal(&function) ||
        host->Set(context, name, function).IsNothing()) {
      return {};
    }
  }
  return host;
}

std::span<const v8::FunctionCallback> StreamsHostCallbacks() {
  return kCallbacks;
}

}  // namespace v8_encoding
