// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/web_globals.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "shell/runtime/native_function.h"
#include "shell/runtime/runtime.h"
#include "shell/web/base64.h"
#include "shell/web/structured_clone.h"

namespace v8_encoding::shell {
namespace {

// Calls the first argument with those from the third on.
Task NewTimerTask(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  std::vector<v8::Global<v8::Value>> arguments;
  for (int i = 2; i < info.Length(); ++i) {
    arguments.emplace_back(isolate, info[i]);
  }
  return
      [function = v8::Global<v8::Function>(isolate, info[0].As<v8::Function>()),
       arguments = std::move(arguments)](Realm& realm) {
        v8::Isolate* isolate = realm.isolate();
        v8::Local<v8::Context> context = realm.context();
        std::vector<v8::Local<v8::Value>> list;
        list.reserve(arguments.size());
        for (const v8::Global<v8::Value>& argument : arguments) {
          list.push_back(argument.Get(isolate));
        }
        v8::Local<v8::Value> result;
        (void)function.Get(isolate)
            ->Call(context, context->Global(), static_cast<int>(list.size()),
                   list.data())
            .ToLocal(&result);
      };
}

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
      realm, std::chrono::milliseconds(delay), repeat, NewTimerTask(info)));
}

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

void StructuredClone(Realm& realm, const Info& info) {
  v8::Local<v8::Context> context = realm.context();
  if (info.Length() == 0) {
    ThrowTypeError(realm.isolate(), "structuredClone: 1 argument required");
    return;
  }
  v8::Local<v8::Object> transfer = v8::Array::New(realm.isolate());
  v8::Local<v8::Array> message;
  if ((info[1]->IsNullOrUndefined() || realm.Get<Prelude>()
                                           .Call("toTransferList", info[1])
                                           .ToLocal(&transfer)) &&
      Serialize(context, info[0], transfer.As<v8::Array>()).ToLocal(&message)) {
    Return(info, Deserialize(context, message));
  }
}

void QueueMicrotask(Realm& realm, const Info& info) {
  if (!info[0]->IsFunction()) {
    ThrowTypeError(realm.isolate(), "queueMicrotask: a function is required");
    return;
  }
  realm.context()->GetMicrotaskQueue()->EnqueueMicrotask(
      realm.isolate(), info[0].As<v8::Function>());
}

void PerformanceNow(Realm& realm, const Info& info) {
  info.GetReturnValue().Set(realm.runtime().loop().MillisecondsSinceStart());
}

constexpr NativeFunction kEverywhere[] = {
    {"atob", Atob, 1},
    {"btoa", Btoa, 1},
    {"queueMicrotask", InRealm<QueueMicrotask>, 1},
    {"structuredClone", InRealm<StructuredClone>, 1},
};
constexpr NativeFunction kWindowsAndWorkers[] = {
    {"clearInterval", InRealm<ClearTimer>},
    {"clearTimeout", InRealm<ClearTimer>},
    {"setInterval", InRealm<SetInterval>, 1},
    {"setTimeout", InRealm<SetTimeout>, 1},
};
constexpr NativeFunction kPerformance[] = {{"now", InRealm<PerformanceNow>}};

}  // namespace

void AddWebFunctions(v8::Isolate* isolate,
                     v8::Local<v8::ObjectTemplate> global,
                     Exposure exposure) {
  AddFunctions(isolate, global, kEverywhere);
  if (exposure == Exposure::kAll) {
    AddFunctions(isolate, global, kWindowsAndWorkers);
    v8::Local<v8::ObjectTemplate> performance =
        v8::ObjectTemplate::New(isolate);
    AddFunctions(isolate, performance, kPerformance);
    global->Set(NewName(isolate, "performance"), performance);
  }
}

}  // namespace v8_encoding::shell
