// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/web_globals.h"

#include "shell/runtime/native_function.h"
#include "shell/runtime/runtime.h"
#include "shell/web/base64.h"
#include "shell/web/structured_clone.h"
#include "shell/web/timers.h"

namespace v8_encoding::shell {
namespace {

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
