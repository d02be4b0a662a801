// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/globals.h"

#include <unistd.h>

#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "shell/console/console.h"
#include "shell/encoding/hooks.h"
#include "shell/encoding/legacy_encoder.h"
#include "shell/files/descriptors.h"
#include "shell/files/files.h"
#include "shell/files/modules.h"
#include "shell/runtime/native_function.h"
#include "shell/runtime/runtime.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "shell/web/web_globals.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/version.h"

namespace v8_encoding::shell {
namespace {

void Print(Realm& realm, const Info& info) {
  realm.runtime().WriteOut(
      absl::StrCat(FormatPlainList(realm.context(), info), "\n"));
}

void WriteErrorText(Realm& realm, const Info& info) {
  if (const std::optional<std::string> text =
          ToUtf8(realm.context(), info[0])) {
    realm.runtime().WriteError(*text);
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
  Return(info, EvaluateScript(context, text, name));
}

void Quit(Realm& realm, const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  int code = 0;
  if (!info[0]->IsUndefined()) {
    if (!info[0]->IsNumber()) {
      ThrowTypeError(isolate, "quit: the exit status is not a number");
      return;
    }
    const double number = info[0].As<v8::Number>()->Value();
    // What no process has; NaN is in no range.
    if (!(number >= 0 && number <= 255) || number != std::floor(number)) {
      ThrowRangeError(isolate,
                      "quit: the exit status is not a whole number from 0 to "
                      "255");
      return;
    }
    code = static_cast<int>(number);
  }
  realm.runtime().Quit(code);
  TerminateNow(isolate);
}

// The global object of a new realm, which lives as long as the runtime.
void CreateRealm(Realm& realm, const Info& info) {
  if (Realm* created = realm.runtime().CreateRealm()) {
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
  Return(info, info.Data().As<v8::Function>()->Call(
                   isolate->GetCurrentContext(), info.This(),
                   static_cast<int>(arguments.size()), arguments.data()));
}

void WithCaller(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  if (!info[0]->IsFunction()) {
    ThrowTypeError(isolate, "withCaller: a function is required");
    return;
  }
  Return(info, v8::Function::New(isolate->GetCurrentContext(), CallWithCaller,
                                 info[0], 0, v8::ConstructorBehavior::kThrow));
}

void SetUncaughtHandler(Realm& realm, const Info& info) {
  if (!info[0]->IsFunction() && !info[0]->IsNull()) {
    ThrowTypeError(info.GetIsolate(),
                   "setUncaughtHandler: a function or null is required");
    return;
  }
  realm.runtime().SetUncaughtHandler(info[0]->IsNull()
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

constexpr NativeFunction kFunctions[] = {
    {"createRealm", InRealm<CreateRealm>},
    {"decodeHook", DecodeHook, 2},
    {"encodeLegacy", EncodeLegacy, 2},
    {"evaluateScript", EvaluateScriptText, 1},
    {"gc", Gc},
    {"isSameFile", IsSameFile, 2},
    {"isTerminal", IsTerminal, 1},
    {"load", Load, 1},
    {"openFile", InRealm<OpenFile>, 1},
    {"percentEncodeHook", PercentEncodeHook, 3},
    {"print", InRealm<Print>},
    {"quit", InRealm<Quit>},
    {"readFile", ReadFile, 1},
    {"setUncaughtHandler", InRealm<SetUncaughtHandler>, 1},
    {"withCaller", WithCaller, 1},
    {"writeError", InRealm<WriteErrorText>, 1},
    {"writeFile", InRealm<WriteFile>, 2},
};

}  // namespace

// What the web has too is enumerable, as there; what is the shell's is not.
void AddGlobals(v8::Isolate* isolate, v8::Local<v8::ObjectTemplate> global) {
  AddWebFunctions(isolate, global, Exposure::kAll);
  AddFunctions(isolate, global, kFunctions, v8::DontEnum);
  global->Set(NewName(isolate, "encodingExtras"), NewExtrasTemplate(isolate),
              v8::DontEnum);
}

void AddShadowRealmGlobals(v8::Isolate* isolate,
                           v8::Local<v8::ObjectTemplate> global) {
  AddWebFunctions(isolate, global, Exposure::kEverywhere);
}

bool CopyGlobals(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::ObjectTemplate> globals = v8::ObjectTemplate::New(isolate);
  AddGlobals(isolate, globals);
  v8::Local<v8::Object> source;
  v8::Local<v8::Array> names;
  if (!globals->NewInstance(context).ToLocal(&source) ||
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
        !context->Global()
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
         realm.Get<Prelude>().DefineGlobals(context, Exposure::kEverywhere);
}

bool AddRealmGlobals(Realm& realm) {
  v8::Isolate* isolate = realm.isolate();
  v8::Local<v8::Context> context = realm.context();
  v8::Local<v8::Object> global = context->Global();

  v8::Local<v8::Array> script_args =
      NewStrings(isolate, realm.runtime().options().script_args);
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
         realm.Get<Prelude>().DefineGlobals(context, Exposure::kAll);
}

}  // namespace v8_encoding::shell
