// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/prelude_natives.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "bindings/v8_compat.h"
#include "shell/runtime/native_function.h"
#include "shell/runtime/runtime.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "shell/web/prelude.h"
#include "shell/web/structured_clone.h"

namespace v8_encoding::shell {
namespace {

// No timer needs to be set for longer, and clocks count nanoseconds.
constexpr std::chrono::duration<double, std::milli> kLongestTimer =
    std::chrono::hours(24 * 365 * 100);

std::string NameArgument(const Info& info, int index) {
  return ToUtf8(info.GetIsolate(), info[index].As<v8::String>());
}

// define(options, members)
void Define(Realm& realm, const Info& info) {
  realm.Get<Prelude>().Define(info[0].As<v8::Object>(),
                              info[1].As<v8::Array>());
}

// wrap(interface name, state): a new object around it.
void Wrap(Realm& realm, const Info& info) {
  Return(info, realm.Get<Prelude>().Wrap(NameArgument(info, 0),
                                         info[1].As<v8::Object>()));
}

// unwrap(interface name, value): the state, or undefined.
void Unwrap(Realm& realm, const Info& info) {
  Return(info, realm.runtime().Get<WebInterfaces>().Unwrap(
                   NameArgument(info, 0), info[1]));
}

// newDOMException(message, name)
void NewDomException(Realm& realm, const Info& info) {
  Return(info, realm.Get<Prelude>().NewDomException(info[0], info[1]));
}

void NewTypeError(const Info& info) {
  info.GetReturnValue().Set(v8::Exception::TypeError(info[0].As<v8::String>()));
}

void ToUsvString(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  if (const std::optional<std::string> text =
          ToUtf8(isolate->GetCurrentContext(), info[0])) {
    info.GetReturnValue().Set(NewString(isolate, *text));
  }
}

void Now(Realm& realm, const Info& info) {
  info.GetReturnValue().Set(realm.runtime().loop().MillisecondsSinceStart());
}

// *Call a user object's operation*, or *invoke* a callback function. Empty if
// that threw, or if there is nothing to call.
v8::MaybeLocal<v8::Value> CallListener(v8::Local<v8::Context> context,
                                       v8::Local<v8::Object> callback,
                                       v8::Local<v8::Value> receiver,
                                       v8::Local<v8::Value> event,
                                       bool is_handler) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  if (callback->IsFunction()) {
    return callback.As<v8::Function>()->Call(context, receiver, 1, &event);
  }
  if (is_handler) {
    return {};
  }
  v8::Local<v8::Value> method;
  if (!callback->Get(context, NewName(isolate, "handleEvent"))
           .ToLocal(&method)) {
    return {};
  }
  if (!method->IsFunction()) {
    ThrowTypeError(isolate, "The listener's handleEvent is not a function.");
    return {};
  }
  return method.As<v8::Function>()->Call(context, callback, 1, &event);
}

// invoke(callback, receiver, event, is it an event handler): calls a listener,
// and reports what it throws.
void Invoke(Realm& realm, const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  Runtime& runtime = realm.runtime();
  const bool was_at_task_level =
      std::exchange(runtime.Get<WebInterfaces>().at_task_level, false);
  bool terminated = false;
  {
    v8::TryCatch try_catch(isolate);
    v8::Local<v8::Value> result;
    if (CallListener(isolate->GetCurrentContext(), info[0].As<v8::Object>(),
                     info[1], info[2], info[3]->IsTrue())
            .ToLocal(&result)) {
      info.GetReturnValue().Set(result);
    }
    terminated = try_catch.HasTerminated();
    if (try_catch.HasCaught() && !terminated) {
      v8::Local<v8::Context> callback_context;
      Realm* callback_realm =
          compat::RelevantContext(isolate, info[0].As<v8::Object>())
                  .ToLocal(&callback_context)
              ? Realm::From(callback_context)
              : nullptr;
      runtime.ReportException(
          callback_realm == nullptr ? realm : *callback_realm, try_catch);
    }
  }
  if (was_at_task_level && !runtime.stopped()) {
    runtime.PerformCheckpoint();
    terminated = runtime.stopped();
  }
  if (terminated) {
    TerminateNow(isolate);
    return;
  }
  runtime.Get<WebInterfaces>().at_task_level = was_at_task_level;
}

// A task or a timer of the prelude's. What it throws is a termination.
Task NewPreludeTask(v8::Isolate* isolate, v8::Local<v8::Value> function) {
  return [function = v8::Global<v8::Function>(
              isolate, function.As<v8::Function>())](Realm& realm) {
    v8::Isolate* isolate = realm.isolate();
    WebInterfaces& interfaces = realm.runtime().Get<WebInterfaces>();
    interfaces.at_task_level = true;
    v8::Local<v8::Value> result;
    (void)function.Get(isolate)
        ->Call(realm.context(), v8::Undefined(isolate), 0, nullptr)
        .ToLocal(&result);
    interfaces.at_task_level = false;
  };
}

// post(function): *queues a task* of this realm.
void Post(Realm& realm, const Info& info) {
  realm.runtime().loop().Post(realm,
                              NewPreludeTask(info.GetIsolate(), info[0]));
}

// startTimer(milliseconds, function): its id. The event loop does not wait for
// it until holdTimer() says so.
void StartTimer(Realm& realm, const Info& info) {
  const std::chrono::duration<double, std::milli> delay(
      info[0].As<v8::Number>()->Value());
  EventLoop& loop = realm.runtime().loop();
  const int32_t id = loop.AddTimer(realm, std::min(delay, kLongestTimer), false,
                                   NewPreludeTask(info.GetIsolate(), info[1]));
  loop.HoldForTimer(id, false);
  info.GetReturnValue().Set(id);
}

// holdTimer(id, whether the event loop waits for it)
void HoldTimer(Realm& realm, const Info& info) {
  realm.runtime().loop().HoldForTimer(info[0].As<v8::Int32>()->Value(),
                                      info[1]->IsTrue());
}

// serialize(value, transfer list): a message for deserialize(), once.
void SerializeMessage(Realm& realm, const Info& info) {
  Return(info, Serialize(realm.context(), info[0], info[1].As<v8::Array>()));
}

// deserialize(message): { value, ports }, of this realm.
void DeserializeMessage(Realm& realm, const Info& info) {
  v8::Isolate* isolate = realm.isolate();
  v8::Local<v8::Value> value;
  v8::Local<v8::Array> ports;
  if (!Deserialize(realm.context(), info[0].As<v8::Array>(), &ports)
           .ToLocal(&value)) {
    return;
  }
  v8::Local<v8::Name> names[] = {NewName(isolate, "value"),
                                 NewName(isolate, "ports")};
  v8::Local<v8::Value> values[] = {value, ports};
  info.GetReturnValue().Set(
      v8::Object::New(isolate, v8::Null(isolate), names, values, 2));
}

constexpr NativeFunction kNatives[] = {
    {"define", InRealm<Define>},
    {"wrap", InRealm<Wrap>},
    {"unwrap", InRealm<Unwrap>},
    {"newTypeError", NewTypeError},
    {"newDOMException", InRealm<NewDomException>},
    {"toUSVString", ToUsvString},
    {"now", InRealm<Now>},
    {"invoke", InRealm<Invoke>},
    {"post", InRealm<Post>},
    {"startTimer", InRealm<StartTimer>},
    {"holdTimer", InRealm<HoldTimer>},
    {"serialize", InRealm<SerializeMessage>},
    {"deserialize", InRealm<DeserializeMessage>},
};

}  // namespace

v8::MaybeLocal<v8::Object> NewPreludeNatives(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Object> natives =
      v8::Object::New(isolate, v8::Null(isolate), nullptr, nullptr, 0);
  for (const auto& native : kNatives) {
    v8::Local<v8::Function> function;
    if (!v8::Function::New(context, native.callback, {}, 0,
                           v8::ConstructorBehavior::kThrow)
             .ToLocal(&function) ||
        !shell::Define(context, natives, native.name, function)) {
      return {};
    }
  }
  return natives;
}

}  // namespace v8_encoding::shell
