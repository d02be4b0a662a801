// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "soak/engine.h"

#include <malloc.h>

#include <cstdio>

#include "v8_encoding/install.h"

namespace v8_encoding::soak {

namespace {

v8::MaybeLocal<v8::Value> Evaluate(v8::Local<v8::Context> context,
                                   const char* source) {
  v8::Local<v8::String> text;
  v8::Local<v8::Script> script;
  if (!v8::String::NewFromUtf8(v8::Isolate::GetCurrent(), source)
           .ToLocal(&text) ||
      !v8::Script::Compile(context, text).ToLocal(&script)) {
    return {};
  }
  return script->Run(context);
}

}  // namespace

Engine::Engine()
    : allocator_(v8::ArrayBuffer::Allocator::NewDefaultAllocator()) {
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator = allocator_.get();
  isolate_ = v8::Isolate::New(params);
  v8::Isolate::Scope isolate_scope(isolate_);
  v8::HandleScope handle_scope(isolate_);
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate_);
  Install(isolate_, global);
  global_.Reset(isolate_, global);
  context_.Reset(isolate_, NewContext());
}

Engine::~Engine() {
  global_.Reset();
  context_.Reset();
  functions_.clear();
  isolate_->Dispose();
}

v8::Local<v8::Context> Engine::NewContext() {
  return v8::Context::New(isolate_, nullptr, global_.Get(isolate_));
}

void Engine::Print(v8::TryCatch& try_catch) {
  v8::String::Utf8Value text(isolate_, try_catch.Exception());
  std::fprintf(stderr, "%s\n", *text != nullptr ? *text : "an exception");
}

v8::Local<v8::Function> Engine::Function(v8::Local<v8::Context> context,
                                         const char* source) {
  v8::Global<v8::Function>& function = functions_[source];
  if (function.IsEmpty()) {
    function.Reset(
        isolate_,
        Evaluate(context, source).ToLocalChecked().As<v8::Function>());
  }
  return function.Get(isolate_);
}

bool Engine::Call(const char* source, size_t number) {
  return InContext([&](v8::Local<v8::Context> context) {
    v8::Local<v8::Value> argument =
        v8::Number::New(isolate_, static_cast<double>(number));
    v8::Local<v8::Value> value;
    if (!Function(context, source)
             ->Call(context, v8::Undefined(isolate_), 1, &argument)
             .ToLocal(&value)) {
      return false;
    }
    if (value->IsPromise() &&
        value.As<v8::Promise>()->State() != v8::Promise::kFulfilled) {
      std::fprintf(stderr, "a promise isn't fulfilled\n");
      return false;
    }
    return true;
  });
}

bool Engine::RunInNewContext(const char* source) {
  v8::Isolate::Scope isolate_scope(isolate_);
  v8::HandleScope handle_scope(isolate_);
  v8::Local<v8::Context> context = NewContext();
  v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate_);
  v8::Local<v8::Value> value;
  if (!Evaluate(context, source).ToLocal(&value)) {
    Print(try_catch);
    return false;
  }
  return value->IsTrue();
}

void Engine::Collect() {
  v8::Isolate::Scope isolate_scope(isolate_);
  isolate_->ContextDisposedNotification();
  isolate_->LowMemoryNotification();
  malloc_trim(0);
}

}  // namespace v8_encoding::soak
