// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/prelude.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/global_property.h"
#include "bindings/webidl/template_builder.h"
#include "shell/runtime/native_function.h"
#include "shell/runtime/runtime.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "shell/web/dom_exception.h"
#include "shell/web/prelude_natives.h"
#include "shell/web/prelude_sources.h"

namespace v8_encoding::shell {
namespace {

using Kind = WebInterfaces::Member::Kind;

constexpr int kStateField = 0;

struct Global {
  std::string_view name;
  Exposure exposure;
};
constexpr Global kGlobals[] = {
    {"AbortController", Exposure::kEverywhere},
    {"AbortSignal", Exposure::kEverywhere},
    {"DOMException", Exposure::kEverywhere},
    {"Event", Exposure::kEverywhere},
    {"EventTarget", Exposure::kEverywhere},
    {"MessageChannel", Exposure::kAll},
    {"MessageEvent", Exposure::kAll},
    {"MessagePort", Exposure::kAll},
};

// Empty with an exception pending.
v8::MaybeLocal<v8::Value> GetRealmsInterfaceObject(
    v8::Local<v8::Context> context,
    v8::Local<v8::Name> name) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  Realm* realm = Realm::From(context);
  v8::Local<v8::Function> interface_object;
  if (realm == nullptr) {
    ThrowError(isolate, "The realm of this function is gone");
    return {};
  }
  return realm->Get<Prelude>()
                 .GetInterfaceObject(ToUtf8(isolate, name.As<v8::String>()))
                 .ToLocal(&interface_object)
             ? interface_object.As<v8::Value>()
             : v8::MaybeLocal<v8::Value>();
}

void GetLazily(v8::Local<v8::Name> name,
               const v8::PropertyCallbackInfo<v8::Value>& info) {
  v8::Local<v8::Context> realm;
  v8::Local<v8::Value> interface_object;
  if (compat::RelevantContext(info.GetIsolate(), compat::GetHolder(info))
          .ToLocal(&realm) &&
      GetRealmsInterfaceObject(realm, name).ToLocal(&interface_object)) {
    info.GetReturnValue().Set(interface_object);
  }
}

void ThrowTooFewArguments(v8::Isolate* isolate,
                          const std::string& call,
                          int required,
                          int present) {
  ThrowTypeError(isolate,
                 absl::StrCat("Failed to ", call, ": ", required,
                              required == 1 ? " argument" : " arguments",
                              " required, but only ", present, " present."));
}

// Built-ins of the pristine realm. Not its global object: V8 may deny a host's
// context access to that.
v8::MaybeLocal<v8::Object> GetBuiltins(Runtime& runtime) {
  v8::Isolate* isolate = runtime.isolate();
  Realm* pristine = runtime.GetPristineRealm();
  if (pristine == nullptr) {
    ThrowError(isolate, "V8 could not make a context");
    return {};
  }
  v8::Local<v8::Context> context = pristine->context();
  v8::Context::Scope context_scope(context);
  v8::Local<v8::Object> builtins =
      v8::Object::New(isolate, v8::Null(isolate), nullptr, nullptr, 0);
  for (const std::string_view name :
       {"Array", "Object", "Reflect", "Set", "Symbol", "WeakRef"}) {
    if (!shell::Define(context, builtins, name,
                       GetProperty(context, context->Global(), name))) {
      return {};
    }
  }
  return builtins;
}

std::vector<v8::Local<v8::Value>> Arguments(const Info& info) {
  std::vector<v8::Local<v8::Value>> arguments;
  arguments.reserve(static_cast<size_t>(info.Length()));
  for (int i = 0; i < info.Length(); ++i) {
    arguments.push_back(info[i]);
  }
  return arguments;
}

}  // namespace

bool Prelude::DefineGlobals(v8::Local<v8::Context> context, Exposure exposure) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Object> global = context->Global();
  for (const auto& [name, needs] : kGlobals) {
    if (needs > exposure) {
      continue;
    }
    const v8::Local<v8::String> key = NewName(isolate, name);
    if (!global->HasRealNamedProperty(context, key).FromMaybe(false) &&
        DefineLazyGlobalProperty(context, key, GetLazily) !=
            LazyProperty::kDefined) {
      return false;
    }
  }
  return true;
}

WebInterfaces& Prelude::interfaces() {
  return realm_.runtime().Get<WebInterfaces>();
}

bool Prelude::Load() {
  if (!is_loaded_) {
    v8::HandleScope handle_scope(realm_.isolate());
    v8::Local<v8::Context> context = realm_.context();
    v8::Context::Scope context_scope(context);
    interfaces_.clear();
    implementations_.clear();
    is_loaded_ = RunFiles(context);
  }
  return is_loaded_;
}

// Each file is the body of a function. What one gives to those after it is in
// `prelude`.
bool Prelude::RunFiles(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = realm_.isolate();
  v8::Local<v8::Object> native;
  v8::Local<v8::Object> builtins;
  if (!NewPreludeNatives(context).ToLocal(&native) ||
      !GetBuiltins(realm_.runtime()).ToLocal(&builtins)) {
    return false;
  }
  v8::Local<v8::Object> exports =
      v8::Object::New(isolate, v8::Null(isolate), nullptr, nullptr, 0);
  exports_.Reset(isolate, exports);
  v8::Local<v8::Value> arguments[] = {native, builtins, exports};
  // In this order: each takes what those before it gave.
  const struct {
    std::string_view name;
    std::string_view text;
  } sources[] = {
      {"interfaces.js", kInterfacesSource},
      {"sequences.js", kSequencesSource},
      {"dom_exception.js", kDomExceptionSource},
      {"events.js", kEventsSource},
      {"abort.js", kAbortSource},
      {"messaging.js", kMessagingSource},
  };
  for (const auto& source : sources) {
    v8::Local<v8::String> parameters[] = {NewName(isolate, "native"),
                                          NewName(isolate, "builtins"),
                                          NewName(isolate, "prelude")};
    v8::Local<v8::Function> function;
    v8::Local<v8::Value> result;
    if (!compat::CompileFunction(
             context, NewString(isolate, source.text), 3, parameters,
             NewString(isolate,
                       std::string(kPreludeFolder) + std::string(source.name)))
             .ToLocal(&function) ||
        !function->Call(context, v8::Undefined(isolate), 3, arguments)
             .ToLocal(&result)) {
      return false;
    }
  }
  return true;
}

void Prelude::Define(v8::Local<v8::Object> options,
                     v8::Local<v8::Array> members) {
  v8::Isolate* isolate = realm_.isolate();
  v8::Local<v8::Context> context = realm_.context();
  std::vector<v8::Local<v8::Object>> list;
  for (uint32_t i = 0; i < members->Length(); ++i) {
    v8::Local<v8::Value> member;
    if (!members->Get(context, i).ToLocal(&member)) {
      return;
    }
    list.push_back(member.As<v8::Object>());
    implementations_.emplace_back(isolate,
                                  GetProperty(context, list.back(), "value"));
  }
  if (interfaces_.size() == interfaces().size()) {
    const v8::Local<v8::Value> parent = GetProperty(context, options, "parent");
    interfaces().Add(
        context,
        ToUtf8(isolate, GetProperty(context, options, "name").As<v8::String>()),
        parent->IsString()
            ? interfaces().Find(ToUtf8(isolate, parent.As<v8::String>()))
            : std::nullopt,
        options, list);
  }
  // The first member is the constructor.
  interfaces_.push_back(
      {v8::Global<v8::Function>(
           isolate,
           GetProperty(context, list.front(), "value").As<v8::Function>()),
       {}});
}

v8::MaybeLocal<v8::Function> Prelude::GetInterfaceObject(
    std::string_view name) {
  if (!Load()) {
    return {};
  }
  return GetInterfaceObject(*interfaces().Find(name));
}

v8::MaybeLocal<v8::Function> Prelude::GetInterfaceObject(size_t index) {
  v8::Isolate* isolate = realm_.isolate();
  v8::EscapableHandleScope handle_scope(isolate);
  RealmInterface& in_realm = interfaces_[index];
  if (!in_realm.interface_object.IsEmpty()) {
    return handle_scope.Escape(in_realm.interface_object.Get(isolate));
  }
  v8::Local<v8::Context> context = realm_.context();
  v8::Context::Scope context_scope(context);
  const WebInterfaces::Interface& definition = interfaces().at(index);
  v8::Local<v8::Function> function;
  if (!definition.function_template.Get(isolate)->GetFunction(context).ToLocal(
          &function)) {
    return {};
  }
  // Templates inherit in what instances see, not in the functions themselves,
  // and can't inherit from what is V8's.
  if (definition.parent) {
    v8::Local<v8::Function> parent;
    if (!GetInterfaceObject(*definition.parent).ToLocal(&parent) ||
        compat::SetPrototype(context, function, parent).IsNothing()) {
      return {};
    }
  }
  if (definition.inherits_from_error) {
    const auto prototype = GetProperty(context, function, "prototype");
    const auto error = v8::Exception::Error(v8::String::Empty(isolate));
    if (compat::SetPrototype(context, prototype.As<v8::Object>(),
                             compat::GetPrototype(error.As<v8::Object>()))
            .IsNothing()) {
      return {};
    }
  }
  in_realm.interface_object.Reset(isolate, function);
  return handle_scope.Escape(function);
}

v8::MaybeLocal<v8::Object> Prelude::Wrap(std::string_view name,
                                         v8::Local<v8::Object> state) {
  v8::Isolate* isolate = realm_.isolate();
  v8::Local<v8::Context> context = realm_.context();
  v8::Context::Scope context_scope(context);
  const size_t index = *interfaces().Find(name);
  v8::Local<v8::Object> object;
  if (GetInterfaceObject(index).IsEmpty() ||
      !interfaces()
           .at(index)
           .function_template.Get(isolate)
           ->InstanceTemplate()
           ->NewInstance(context)
           .ToLocal(&object) ||
      !Connect(context, object, state)) {
    return {};
  }
  return object;
}

bool Prelude::Connect(v8::Local<v8::Context> context,
                      v8::Local<v8::Object> object,
                      v8::Local<v8::Object> state) {
  object->SetInternalField(kStateField, state);
  return state->Set(context, NewName(realm_.isolate(), "object"), object)
      .FromMaybe(false);
}

v8::MaybeLocal<v8::Object> Prelude::NewDomException(
    v8::Local<v8::Value> message,
    v8::Local<v8::Value> name,
    v8::Local<v8::Value> stack) {
  if (!Load()) {
    return {};
  }
  v8::Isolate* isolate = realm_.isolate();
  v8::Local<v8::Context> context = realm_.context();
  v8::Context::Scope context_scope(context);
  v8::Local<v8::Value> arguments[] = {message, name};
  v8::Local<v8::Object> state;
  v8::Local<v8::Object> exception;
  if (!interfaces_[*interfaces().Find("DOMException")]
           .implementation.Get(isolate)
           ->NewInstance(context, 2, arguments)
           .ToLocal(&state) ||
      !Wrap("DOMException", state).ToLocal(&exception) ||
      !(stack.IsEmpty() ? CaptureStack(context, exception, state)
                        : shell::Define(context, exception, "stack", stack,
                                        v8::DontEnum))) {
    return {};
  }
  return exception;
}

v8::MaybeLocal<v8::Object> Prelude::Call(std::string_view function,
                                         v8::Local<v8::Value> argument) {
  if (!Load()) {
    return {};
  }
  v8::Isolate* isolate = realm_.isolate();
  v8::Local<v8::Context> context = realm_.context();
  v8::Local<v8::Value> result;
  return GetProperty(context, exports_.Get(isolate), function)
                 .As<v8::Function>()
                 ->Call(context, v8::Undefined(isolate), 1, &argument)
                 .ToLocal(&result)
             ? result.As<v8::Object>()
             : v8::MaybeLocal<v8::Object>();
}

void Prelude::CallMember(size_t index, const Info& info) {
  v8::Isolate* isolate = realm_.isolate();
  // It may be that this realm has the function through an object of another.
  if (!Load()) {
    return;
  }
  const WebInterfaces::Member& member = interfaces().member(index);
  if (member.kind == Kind::kConstructor) {
    Construct(index, info);
    return;
  }
  const std::string& interface_name =
      interfaces().at(member.interface_index).name;
  if (info.Length() < member.length) {
    ThrowTooFewArguments(
        isolate, "execute '" + member.name + "' on '" + interface_name + "'",
        member.length, info.Length());
    return;
  }
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Object> receiver;
  if (member.kind == Kind::kStaticOperation) {
    receiver = interfaces_[member.interface_index].implementation.Get(isolate);
  } else if (!interfaces()
                  .Unwrap(interface_name, info.This())
                  .ToLocal(&receiver)) {
    ThrowTypeError(isolate, "Illegal invocation");
    return;
  }
  const v8::Local<v8::Value> implementation =
      implementations_[index].Get(isolate);
  v8::Local<v8::Value> result;
  if (member.kind == Kind::kField) {
    Return(info, receiver->Get(context, implementation));
    return;
  }
  std::vector<v8::Local<v8::Value>> arguments = Arguments(info);
  if (implementation.As<v8::Function>()
          ->Call(context, receiver, static_cast<int>(arguments.size()),
                 arguments.data())
          .ToLocal(&result) &&
      member.kind != Kind::kSetter) {
    info.GetReturnValue().Set(result);
  }
}

void Prelude::Construct(size_t index, const Info& info) {
  v8::Isolate* isolate = realm_.isolate();
  const WebInterfaces::Member& member = interfaces().member(index);
  const WebInterfaces::Interface& definition =
      interfaces().at(member.interface_index);
  if (!definition.is_constructible) {
    ThrowTypeError(isolate, "Illegal constructor");
    return;
  }
  if (!info.IsConstructCall()) {
    ThrowTypeError(isolate, "Failed to construct '" + definition.name +
                                "': It can't be called without 'new'.");
    return;
  }
  if (!RepairPrototype(info, definition.name.c_str(),
                       GetRealmsInterfaceObject)) {
    return;
  }
  if (info.Length() < member.length) {
    ThrowTooFewArguments(isolate, "construct '" + definition.name + "'",
                         member.length, info.Length());
    return;
  }
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  std::vector<v8::Local<v8::Value>> arguments = Arguments(info);
  v8::Local<v8::Object> state;
  if (implementations_[index]
          .Get(isolate)
          .As<v8::Function>()
          ->NewInstance(context, static_cast<int>(arguments.size()),
                        arguments.data())
          .ToLocal(&state)) {
    if (Connect(context, info.This(), state) &&
        definition.inherits_from_error) {
      CaptureStack(context, info.This(), state);
    }
  }
}

}  // namespace v8_encoding::shell
