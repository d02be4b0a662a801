// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/testing/pauses.h"

#include <utility>

#include "bindings/v8_compat.h"
#include "bindings/webidl/long_call.h"

namespace v8_encoding::testing {

namespace {

// V8's callback for entrances has no data.
Pauses* current = nullptr;

}  // namespace

Pauses::Pauses(v8::Isolate* isolate, size_t max_piece_size)
    : isolate_(isolate) {
  current = this;
  SetMaxPieceSize(max_piece_size);
  isolate_->AddBeforeCallEnteredCallback(OnEnter);
}

Pauses::~Pauses() {
  isolate_->RemoveBeforeCallEnteredCallback(OnEnter);
  SetMaxPieceSize(0);
  current = nullptr;
}

void Pauses::SetMaxPieceSize(size_t size) {
  LongCall::SetMaxPieceSize(size);
}

void Pauses::InstallInto(v8::Isolate* isolate,
                         v8::Local<v8::ObjectTemplate> global) {
  v8::Local<v8::ObjectTemplate> pauses = v8::ObjectTemplate::New(isolate);
  pauses->Set(isolate, "terminateAt",
              v8::FunctionTemplate::New(isolate, TerminateAt));
  pauses->Set(isolate, "callAt", v8::FunctionTemplate::New(isolate, CallAt));
  pauses->Set(isolate, "detach", v8::FunctionTemplate::New(isolate, Detach));
  global->Set(isolate, "pauses", pauses);
}

bool Pauses::TakeHappened() {
  countdown_ = 0;
  function_.Reset();
  return std::exchange(happened_, false);
}

void Pauses::OnEnter(v8::Isolate* isolate) {
  Pauses& self = *current;
  ++self.entered_;
  if (self.always_) {
    ++self.requested_;
    isolate->RequestInterrupt(OnInterrupt, &self);
  }
  if (self.countdown_ == 0 || --self.countdown_ != 0) {
    return;
  }
  self.happened_ = true;
  if (self.function_.IsEmpty()) {
    isolate->TerminateExecution();
  } else {
    ++self.requested_;
    isolate->RequestInterrupt(OnInterrupt, &self);
  }
}

void Pauses::OnInterrupt(v8::Isolate* isolate, void* data) {
  Pauses& self = *static_cast<Pauses*>(data);
  ++self.handled_;
  if (self.function_.IsEmpty()) {
    return;
  }
  v8::HandleScope scope(isolate);
  v8::Local<v8::Function> function = self.function_.Get(isolate);
  self.function_.Reset();
  v8::Local<v8::Context> context;
  if (compat::RelevantContext(isolate, function).ToLocal(&context)) {
    function->Call(context, v8::Undefined(isolate), 0, nullptr)
        .ToLocalChecked();
  }
}

void Pauses::Set(const v8::FunctionCallbackInfo<v8::Value>& info) {
  countdown_ = info[0].As<v8::Int32>()->Value();
  happened_ = false;
  function_.Reset();
}

void Pauses::TerminateAt(const v8::FunctionCallbackInfo<v8::Value>& info) {
  current->Set(info);
}

void Pauses::CallAt(const v8::FunctionCallbackInfo<v8::Value>& info) {
  current->Set(info);
  current->function_.Reset(info.GetIsolate(), info[1].As<v8::Function>());
}

void Pauses::Detach(const v8::FunctionCallbackInfo<v8::Value>& info) {
  bool detached;
  if (compat::Detach(info[0].As<v8::ArrayBuffer>()).To(&detached)) {
    info.GetReturnValue().Set(detached);
  }
}

}  // namespace v8_encoding::testing
