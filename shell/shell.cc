// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/shell.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "shell/console/console.h"
#include "shell/console/uncaught.h"
#include "shell/encoding/text.h"
#include "shell/files/descriptors.h"
#include "shell/files/modules.h"
#include "shell/globals.h"
#include "shell/v8_compat.h"
#include "shell/values/convert.h"
#include "shell/web/dom_exception.h"

namespace v8_encoding::shell {
namespace {

constexpr char kModuleHint[] =
    "shell: import, export and await at the top level are for ES modules: use "
    "-m, or name the file *.mjs\n";

bool IsDomException(v8::Isolate* isolate, v8::Local<v8::Object> object) {
  return !DomExceptionState(isolate->GetCurrentContext(), object).IsEmpty();
}

}  // namespace

Shell::Shell(v8::Isolate* isolate, RuntimeOptions options)
    : Runtime(isolate, std::move(options)),
      interfaces_(isolate, this->options().install) {
  ModuleLoader::SetCallbacks(isolate);
  compat::SetIsErrorCallback(isolate, IsDomException);
  isolate->SetHostCreateShadowRealmContextCallback(OnShadowRealm);
}

Shell::~Shell() {
  ModuleLoader::ClearCallbacks(isolate());
  compat::SetIsErrorCallback(isolate(), nullptr);
  isolate()->SetHostCreateShadowRealmContextCallback(nullptr);
}

Realm* Shell::CreateRealm() {
  return CreateRealm(false);
}

Realm* Shell::CreateRealm(bool is_shadow_realm) {
  v8::HandleScope handle_scope(isolate());
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
  if (is_shadow_realm) {
    AddShadowRealmGlobals(isolate(), global);
  } else {
    AddGlobals(isolate(), global);
  }
  interfaces_.Install(global);
  if (options().extend_global && !is_shadow_realm) {
    options().extend_global(isolate(), global);
  }
  v8::Local<v8::Context> context = v8::Context::New(
      isolate(), nullptr, global, {}, {}, SharedMicrotaskQueue());
  if (context.IsEmpty()) {
    return nullptr;
  }
  v8::Context::Scope context_scope(context);
  if (is_shadow_realm) {
    return AddRealm(context, AddShadowRealmGlobals);
  }
  // Realms may look into each other, as frames of one origin.
  context->SetSecurityToken(v8::Undefined(isolate()));
  return AddRealm(context, AddRealmGlobals);
}

Realm* Shell::AdoptContext(v8::Local<v8::Context> context) {
  v8::HandleScope handle_scope(isolate());
  v8::Context::Scope context_scope(context);
  Realm* realm = AddRealm(context, AddRealmGlobals);
  if (realm != nullptr &&
      (!CopyGlobals(context) || interfaces_.Install(context).IsNothing())) {
    DisposeRealm(realm);
    return nullptr;
  }
  return realm;
}

v8::MaybeLocal<v8::Context> Shell::OnShadowRealm(
    v8::Local<v8::Context> initiator) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::EscapableHandleScope handle_scope(isolate);
  Realm* realm = Realm::From(initiator);
  if (realm == nullptr) {
    ThrowError(isolate, "The realm of this ShadowRealm() is gone");
    return {};
  }
  // Nothing but a Shell sets this callback.
  Realm* created = static_cast<Shell&>(realm->runtime()).CreateRealm(true);
  if (created == nullptr) {
    ThrowError(isolate, "ShadowRealm: V8 could not make a context");
    return {};
  }
  return handle_scope.Escape(created->context());
}

std::string Shell::FormatUncaught(Realm& realm,
                                  v8::Local<v8::Value> error,
                                  v8::Local<v8::Message> message,
                                  Origin origin,
                                  std::string_view file) {
  return shell::FormatUncaught(realm.context(), error, message,
                               origin == Origin::kRejection, file);
}

v8::MaybeLocal<v8::Value> Shell::EvaluateAndReport(Realm& realm,
                                                   std::string_view source,
                                                   std::string_view name) {
  v8::EscapableHandleScope handle_scope(isolate());
  v8::Local<v8::Context> context = realm.context();
  v8::TryCatch try_catch(isolate());
  v8::Local<v8::String> text;
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> result;
  if (!DecodeUtf8(isolate(), source, name).ToLocal(&text)) {
    ReportException(realm, try_catch);
  } else if (!CompileScript(context, text, name).ToLocal(&script)) {
    if (ReportException(realm, try_catch) && IsModuleSource(context, text)) {
      WriteError(kModuleHint);
    }
  } else if (!script->Run(context).ToLocal(&result)) {
    ReportException(realm, try_catch);
  }
  return handle_scope.EscapeMaybe(v8::MaybeLocal<v8::Value>(result));
}

bool Shell::RunScript(Realm& realm,
                      std::string_view source,
                      std::string_view name) {
  v8::HandleScope handle_scope(isolate());
  v8::Context::Scope context_scope(realm.context());
  return !EvaluateAndReport(realm, source, name).IsEmpty();
}

bool Shell::PrintScript(Realm& realm,
                        std::string_view source,
                        std::string_view name) {
  v8::HandleScope handle_scope(isolate());
  v8::Local<v8::Context> context = realm.context();
  v8::Context::Scope context_scope(context);
  v8::Local<v8::Value> value;
  return EvaluateAndReport(realm, source, name).ToLocal(&value) &&
         WriteOut(absl::StrCat(FormatValue(context, value), "\n"));
}

bool Shell::RunModule(Realm& realm,
                      std::string_view source,
                      std::string_view name) {
  v8::HandleScope handle_scope(isolate());
  v8::Context::Scope context_scope(realm.context());
  v8::TryCatch try_catch(isolate());
  v8::Local<v8::Promise> promise;
  if (!realm.Get<ModuleLoader>().Run(source, name).ToLocal(&promise)) {
    ReportException(realm, try_catch);
    return false;
  }
  // A rejection is reported by the runtime as any other promise's.
  AddMainModule(realm, promise, name);
  return promise->State() != v8::Promise::kRejected;
}

bool Shell::RunScriptFile(Realm& realm, const std::string& path) {
  return RunFile(realm, path, false);
}

bool Shell::RunModuleFile(Realm& realm, const std::string& path) {
  return RunFile(realm, path, true);
}

bool Shell::RunFile(Realm& realm, const std::string& path, bool is_module) {
  std::vector<uint8_t> bytes;
  if (const int error = ReadWholeFile(path, &bytes); error != 0) {
    const std::string message = absl::StrCat(path, ": ", ErrorText(error));
    if (options().stop_on_uncaught) {
      Fail(message);
    } else {
      WriteError(absl::StrCat("shell: ", message, "\n"));
    }
    return false;
  }
  const std::string_view source = AsText(bytes);
  const std::string_view name =
      path == "-" ? std::string_view("<stdin>") : path;
  return is_module ? RunModule(realm, source, name)
                   : RunScript(realm, source, name);
}

}  // namespace v8_encoding::shell
