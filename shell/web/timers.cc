// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/timers.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "shell/convert.h"
#include "shell/realm.h"
#include "shell/runtime.h"

namespace v8_encoding::shell {
namespace {

class CallTask final : public Task {
 public:
  CallTask(v8::Isolate* isolate,
           const v8::FunctionCallbackInfo<v8::Value>& info)
      : function_(isolate, info[0].As<v8::Function>()) {
    for (int i = 2; i < info.Length(); ++i) {
      arguments_.emplace_back(isolate, info[i]);
    }
  }

  void Run(Realm& realm) override {
    v8::Isolate* isolate = realm.isolate();
    v8::Local<v8::Context> context = realm.context();
    std::vector<v8::Local<v8::Value>> arguments;
    arguments.reserve(arguments_.size());
    for (const v8::Global<v8::Value>& argument : arguments_) {
      arguments.push_back(argument.Get(isolate));
    }
    v8::Local<v8::Value> result;
    (void)function_.Get(isolate)
        ->Call(context, context->Global(), static_cast<int>(arguments.size()),
               arguments.data())
        .ToLocal(&result);
  }

 private:
  v8::Global<v8::Function> function_;
  std::vector<v8::Global<v8::Value>> arguments_;
};

void AddTimer(const v8::FunctionCallbackInfo<v8::Value>& info, bool repeat) {
  v8::Isolate* isolate = info.GetIsolate();
  Realm* realm = Realm::Current(info);
  if (realm == nullptr) {
    return;
  }
  const char* name = repeat ? "setInterval" : "setTimeout";
  if (!info[0]->IsFunction()) {
    ThrowTypeError(isolate, std::string(name) + ": a function is required");
    return;
  }
  // The delay is a Web IDL long: NaN is 0, and huge ones wrap around.
  int32_t delay = 0;
  if (!info[1]->IsUndefined() &&
      !info[1]->Int32Value(isolate->GetCurrentContext()).To(&delay)) {
    return;
  }
  // An interval of 0 would leave no time for anything else.
  delay = std::max(delay, repeat ? 1 : 0);
  info.GetReturnValue().Set(realm->runtime().loop().AddTimer(
      *realm, std::chrono::milliseconds(delay), repeat,
      std::make_unique<CallTask>(isolate, info)));
}

}  // namespace

void SetTimeout(const v8::FunctionCallbackInfo<v8::Value>& info) {
  AddTimer(info, false);
}

void SetInterval(const v8::FunctionCallbackInfo<v8::Value>& info) {
  AddTimer(info, true);
}

void ClearTimer(const v8::FunctionCallbackInfo<v8::Value>& info) {
  Realm* realm = Realm::Current(info);
  int32_t id = 0;
  if (realm != nullptr &&
      info[0]->Int32Value(info.GetIsolate()->GetCurrentContext()).To(&id)) {
    realm->runtime().loop().RemoveTimer(id);
  }
}

}  // namespace v8_encoding::shell
