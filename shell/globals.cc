// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/globals.h"

#include <unistd.h>

#include <chrono>
#include <string>
#include <vector>

#include "shell/console/console.h"
#include "shell/convert.h"
#include "shell/encoding/hooks.h"
#include "shell/encoding/legacy_encoder.h"
#include "shell/errors.h"
#include "shell/files/files.h"
#include "shell/files/modules.h"
#include "shell/files/streams.h"
#include "shell/realm.h"
#include "shell/runtime.h"
#include "shell/web/base64.h"
#include "shell/web/prelude.h"
#include "shell/web/structured_clone.h"
#include "shell/web/timers.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/version.h"

namespace v8_encoding::shell {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

void Print(const Info& info) {
  if (Realm* realm = Realm::Current(info)) {
    realm->runtime().WriteOut(
        FormatPlainList(info.GetIsolate()->GetCurrentContext(), info) + "\n");
  }
}

void WriteErrorText(const Info& info) {
  Realm* realm = Realm::Current(info);
  if (realm == nullptr) {
    return;
  }
  if (const std::optional<std::string> text =
          ToUtf8(info.GetIsolate()->GetCurrentContext(), info[0])) {
    realm->runtime().WriteError(*text);
  }
}

// The value of the last script, as eval's.
void Load(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  for (int i = 0; i < info.Length(); ++i) {
    const std::optional<std::string> path = PathArgument(info, i, "load");
    if (!path) {
      return;
    }
    std::vector<uint8_t> bytes;
    if (const int error = ReadWholeFile(*path, &bytes); error != 0) {
      ThrowSystemError(isolate, "load", *path, error);
      return;
    }
    v8::Local<v8::Value> result;
    if (!EvaluateScript(context, AsText(bytes), *path).ToLocal(&result)) {
      return;
    }
    info.GetReturnValue().Set(result);
  }
}

// What load() does with a file, with the text of the first argument; the second
// is its name. A function of another realm runs it there.
void EvaluateScriptText(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::String> text;
  if (!info[0]->ToString(context).ToLocal(&text)) {
    return;
  }
  std::string name = "<script>";
  if (!info[1]->IsUndefined()) {
    const std::optional<std::string> given = ToUtf8(context, info[1]);
    if (!given) {
      return;
    }
    name = *given;
  }
  v8::Local<v8::Value> result;
  if (EvaluateScript(context, text, name).ToLocal(&result)) {
    info.GetReturnValue().Set(result);
  }
}

void Quit(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  Realm* realm = Realm::Current(info);
  if (realm == nullptr) {
    return;
  }
  int32_t code = 0;
  if (!info[0]->IsUndefined() &&
      !info[0]->Int32Value(isolate->GetCurrentContext()).To(&code)) {
    return;
  }
  realm->runtime().Quit(code & 0xFF);
  TerminateNow(isolate);
}

// The global object of a new realm, which lives as long as the runtime.
void CreateRealm(const Info& info) {
  Realm* realm = Realm::Current(info);
  if (realm == nullptr) {
    return;
  }
  if (Realm* created = realm->runtime().CreateRealm()) {
    info.GetReturnValue().Set(created->context()->Global());
  } else {
    ThrowError(info.GetIsolate(), "createRealm: V8 could not make a context");
  }
}

// Calls the function that withCaller() was given, with the incumbent global
// object before the arguments.
void CallWithCaller(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  std::vector<v8::Local<v8::Value>> arguments = {
      isolate->GetIncumbentContext()->Global()};
  for (int i = 0; i < info.Length(); ++i) {
    arguments.push_back(info[i]);
  }
  v8::Local<v8::Value> result;
  if (info.Data()
          .As<v8::Function>()
          ->Call(isolate->GetCurrentContext(), info.This(),
                 static_cast<int>(arguments.size()), arguments.data())
          .ToLocal(&result)) {
    info.GetReturnValue().Set(result);
  }
}

void WithCaller(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  if (!info[0]->IsFunction()) {
    ThrowTypeError(isolate, "withCaller: a function is required");
    return;
  }
  v8::Local<v8::Function> function;
  if (v8::Function::New(isolate->GetCurrentContext(), CallWithCaller, info[0],
                        0, v8::ConstructorBehavior::kThrow)
          .ToLocal(&function)) {
    info.GetReturnValue().Set(function);
  }
}

void SetUncaughtHandler(const Info& info) {
  Realm* realm = Realm::Current(info);
  if (realm == nullptr) {
    return;
  }
  if (!info[0]->IsFunction() && !info[0]->IsNull()) {
    ThrowTypeError(info.GetIsolate(),
                   "setUncaughtHandler: a function or null is required");
    return;
  }
  realm->runtime().SetUncaughtHandler(info[0]->IsNull()
                                          ? v8::Local<v8::Function>()
                                          : info[0].As<v8::Function>());
}

void Gc(const Info& info) {
  // Collects everything, and needs no flag, unlike V8's own gc().
  info.GetIsolate()->LowMemoryNotification();
}

void IsTerminal(const Info& info) {
  int32_t fd = 0;
  if (info[0]->Int32Value(info.GetIsolate()->GetCurrentContext()).To(&fd)) {
    info.GetReturnValue().Set(isatty(fd) == 1);
  }
}

void QueueMicrotask(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  Realm* realm = Realm::Current(info);
  if (realm == nullptr) {
    return;
  }
  if (!info[0]->IsFunction()) {
    ThrowTypeError(isolate, "queueMicrotask: a function is required");
    return;
  }
  isolate->GetCurrentContext()->GetMicrotaskQueue()->EnqueueMicrotask(
      isolate, info[0].As<v8::Function>());
}

void PerformanceNow(const Info& info) {
  if (Realm* realm = Realm::Current(info)) {
    info.GetReturnValue().Set(realm->runtime().loop().MillisecondsSinceStart());
  }
}

struct FunctionSpec {
  const char* name;
  v8::FunctionCallback callback;
  int length;
  v8::PropertyAttribute attributes;
  Exposure exposure = Exposure::kAll;
};

// What the web has too is enumerable, as there; what is the shell's is not.
constexpr FunctionSpec kFunctions[] = {
    {"atob", Atob, 1, v8::None, Exposure::kEverywhere},
    {"btoa", Btoa, 1, v8::None, Exposure::kEverywhere},
    {"clearInterval", ClearTimer, 0, v8::None},
    {"clearTimeout", ClearTimer, 0, v8::None},
    {"queueMicrotask", QueueMicrotask, 1, v8::None, Exposure::kEverywhere},
    {"setInterval", SetInterval, 1, v8::None},
    {"setTimeout", SetTimeout, 1, v8::None},
    {"structuredClone", StructuredClone, 1, v8::None, Exposure::kEverywhere},
    {"createRealm", CreateRealm, 0, v8::DontEnum},
    {"decodeHook", DecodeHook, 2, v8::DontEnum},
    {"encodeLegacy", EncodeLegacy, 2, v8::DontEnum},
    {"evaluateScript", EvaluateScriptText, 1, v8::DontEnum},
    {"gc", Gc, 0, v8::DontEnum},
    {"isSameFile", IsSameFile, 2, v8::DontEnum},
    {"isTerminal", IsTerminal, 1, v8::DontEnum},
    {"load", Load, 1, v8::DontEnum},
    {"openFile", OpenFile, 1, v8::DontEnum},
    {"percentEncodeHook", PercentEncodeHook, 3, v8::DontEnum},
    {"print", Print, 0, v8::DontEnum},
    {"quit", Quit, 0, v8::DontEnum},
    {"readFile", ReadFile, 1, v8::DontEnum},
    {"setUncaughtHandler", SetUncaughtHandler, 1, v8::DontEnum},
    {"withCaller", WithCaller, 1, v8::DontEnum},
    {"writeError", WriteErrorText, 1, v8::DontEnum},
    {"writeFile", WriteFile, 2, v8::DontEnum},
};

// V8 makes a console of its own after the template's properties.
bool AddConsole(Realm& realm) {
  v8::Local<v8::Context> context = realm.context();
  v8::Local<v8::Object> console;
  return ConsoleTemplate(realm.isolate())
             ->NewInstance(context)
             .ToLocal(&console) &&
         Define(context, context->Global(), "console", console, v8::DontEnum);
}

void AddFunctions(v8::Isolate* isolate,
                  v8::Local<v8::ObjectTemplate> global,
                  Exposure exposure) {
  for (const FunctionSpec& spec : kFunctions) {
    if (spec.exposure <= exposure) {
      global->Set(
          NewName(isolate, spec.name),
          v8::FunctionTemplate::New(isolate, spec.callback, {}, {}, spec.length,
                                    v8::ConstructorBehavior::kThrow),
          spec.attributes);
    }
  }
}

}  // namespace

void AddGlobals(v8::Isolate* isolate, v8::Local<v8::ObjectTemplate> global) {
  AddFunctions(isolate, global, Exposure::kAll);
  global->Set(NewName(isolate, "encodingExtras"), NewExtrasTemplate(isolate),
              v8::DontEnum);
  v8::Local<v8::ObjectTemplate> performance = v8::ObjectTemplate::New(isolate);
  performance->Set(NewName(isolate, "now"),
                   v8::FunctionTemplate::New(isolate, PerformanceNow, {}, {}, 0,
                                             v8::ConstructorBehavior::kThrow));
  global->Set(NewName(isolate, "performance"), performance);
}

void AddShadowRealmGlobals(v8::Isolate* isolate,
                           v8::Local<v8::ObjectTemplate> global) {
  AddFunctions(isolate, global, Exposure::kEverywhere);
}

bool CopyGlobals(v8::Local<v8::Context> context,
                 v8::Local<v8::ObjectTemplate> shell_template,
                 v8::Local<v8::Object> target) {
  v8::Local<v8::Object> source;
  v8::Local<v8::Array> names;
  if (!shell_template->NewInstance(context).ToLocal(&source) ||
      !source
           ->GetPropertyNames(context, v8::KeyCollectionMode::kOwnOnly,
                              v8::ALL_PROPERTIES, v8::IndexFilter::kSkipIndices)
           .ToLocal(&names)) {
    return false;
  }
  for (uint32_t i = 0; i < names->Length(); ++i) {
    v8::Local<v8::Value> name;
    v8::Local<v8::Value> value;
    v8::PropertyAttribute attributes;
    if (!names->Get(context, i).ToLocal(&name) ||
        !source->Get(context, name).ToLocal(&value) ||
        !source->GetPropertyAttributes(context, name).To(&attributes) ||
        !target
             ->DefineOwnProperty(context, name.As<v8::Name>(), value,
                                 attributes)
             .FromMaybe(false)) {
      return false;
    }
  }
  return true;
}

bool AddShadowRealmGlobals(Realm& realm) {
  v8::Local<v8::Context> context = realm.context();
  // An ordinary object, which one made by a template isn't quite.
  return !EvaluateScript(context,
                         "Object.setPrototypeOf(globalThis, Object.prototype)",
                         "<ShadowRealm>")
              .IsEmpty() &&
         AddConsole(realm) &&
         realm.prelude().DefineGlobals(context, Exposure::kEverywhere);
}

bool AddRealmGlobals(Realm& realm) {
  v8::Isolate* isolate = realm.isolate();
  v8::Local<v8::Context> context = realm.context();
  v8::Local<v8::Object> global = context->Global();

  std::vector<v8::Local<v8::Value>> arguments;
  for (const std::string& argument : realm.runtime().options().script_args) {
    arguments.push_back(NewString(isolate, argument));
  }
  v8::Local<v8::Array> script_args =
      v8::Array::New(isolate, arguments.data(), arguments.size());
  v8::Local<v8::Object> versions = v8::Object::New(isolate);
  return Define(context, versions, "v8Encoding",
                NewString(isolate, kVersion)) &&
         Define(context, versions, "v8",
                NewString(isolate, v8::V8::GetVersion())) &&
         versions->SetIntegrityLevel(context, v8::IntegrityLevel::kFrozen)
             .FromMaybe(false) &&
         script_args->SetIntegrityLevel(context, v8::IntegrityLevel::kFrozen)
             .FromMaybe(false) &&
         AddConsole(realm) &&
         Define(context, global, "scriptArgs", script_args, v8::DontEnum) &&
         Define(context, global, "versions", versions, v8::DontEnum) &&
         realm.prelude().DefineGlobals(context, Exposure::kAll);
}

}  // namespace v8_encoding::shell
