// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/timers.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "shell/runtime/realm.h"
#include "shell/runtime/runtime.h"
#include "shell/values/convert.h"

namespace v8_encoding::shell {
namespace {

class CallTask final : public Task {
 public:
  CallTask(v8::Isolate* isolate, const Info& info)
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

void AddTimer(Realm& realm, const Info& info, bool repeat) {
  v8::Isolate* isolate = realm.isolate();
  if (!info[0]->IsFunction()) {
    ThrowTypeError(isolate, repeat ? "setInterval: a function is required"
                                   : "setTimeout: a function is required");
    return;
  }
  // The delay is a Web IDL long: NaN is 0, and huge ones wrap around.
  int32_t delay = 0;
  if (!info[1]->IsUndefined() &&
      !info[1]->Int32Value(realm.context()).To(&delay)) {
    return;
  }
  // An interval of 0 would leave no time for anything else.
  delay = std::max(delay, repeat ? 1 : 0);
  info.GetReturnValue().Set(realm.runtime().loop().AddTimer(
      realm, std::chrono::milliseconds(delay), repeat,
      std::make_unique<CallTask>(isolate, info)));
}

}  // namespace

void SetTimeout(Realm& realm, const Info& info) {
  AddTimer(realm, info, false);
}

void SetInterval(Realm& realm, const Info& info) {
  AddTimer(realm, info, true);
}

void ClearTimer(Realm& realm, const Info& info) {
  int32_t id = 0;
  if (info[0]->Int32Value(realm.context()).To(&id)) {
    realm.runtime().loop().RemoveTimer(id);
  }
}

}  // namespace v8_encoding::shell
