// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/runtime/realm.h"

#include "shell/runtime/runtime.h"
#include "shell/v8_compat.h"
#include "shell/values/convert.h"

namespace v8_encoding::shell {

Realm* Realm::From(v8::Local<v8::Context> context) {
  if (context.IsEmpty() ||
      context->GetNumberOfEmbedderDataFields() <= kContextSlot) {
    return nullptr;
  }
  return static_cast<Realm*>(compat::GetContextPointer(context, kContextSlot));
}

Realm* Realm::Current(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* isolate = info.GetIsolate();
  Realm* realm = From(isolate->GetCurrentContext());
  if (realm == nullptr) {
    ThrowError(isolate, "The realm of this function is gone");
  }
  return realm;
}

Realm::Realm(Runtime& runtime, v8::Local<v8::Context> context)
    : runtime_(runtime), context_(runtime.isolate(), context) {
  compat::SetContextPointer(context, kContextSlot, this);
}

Realm::~Realm() {
  v8::HandleScope handle_scope(isolate());
  compat::SetContextPointer(context(), kContextSlot, nullptr);
}

v8::Isolate* Realm::isolate() const {
  return runtime_.isolate();
}

v8::Local<v8::Context> Realm::context() const {
  return context_.Get(runtime_.isolate());
}

}  // namespace v8_encoding::shell
