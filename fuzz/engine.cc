// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "fuzz/engine.h"

#include <string>

#include "libplatform/libplatform.h"
#include "v8.h"

namespace v8_encoding::fuzz {

Engine& Engine::Get() {
  static Engine engine;
  return engine;
}

Engine::Engine() {
  platform_ = v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform_.get());
  v8::V8::Initialize();
  allocator_.reset(v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator = allocator_.get();
  isolate_ = v8::Isolate::New(params);
  isolate_->Enter();
  v8::HandleScope scope(isolate_);
  v8::Local<v8::Context> context = v8::Context::New(isolate_);
  context->Enter();
  context_.Reset(isolate_, context);
  inner_.Reset(
      isolate_,
      v8::Script::Compile(context, v8::String::NewFromUtf8Literal(
                                       isolate_, "(text) => text.slice(1, -1)"))
          .ToLocalChecked()
          ->Run(context)
          .ToLocalChecked()
          .As<v8::Function>());
}

Engine::~Engine() {
  inner_.Reset();
  {
    v8::HandleScope scope(isolate_);
    context()->Exit();
  }
  context_.Reset();
  isolate_->Exit();
  isolate_->Dispose();
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
}

v8::Local<v8::String> Engine::Inner(v8::Local<v8::String> string) const {
  v8::Local<v8::Value> argument = string;
  return inner_.Get(isolate_)
      ->Call(context(), v8::Undefined(isolate_), 1, &argument)
      .ToLocalChecked()
      .As<v8::String>();
}

std::u16string UnitsOf(v8::Isolate* isolate, v8::Local<v8::String> string) {
  const v8::String::Value value(isolate, string);
  return {reinterpret_cast<const char16_t*>(*value),
          static_cast<size_t>(value.length())};
}

}  // namespace v8_encoding::fuzz
