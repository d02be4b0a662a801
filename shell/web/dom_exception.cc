// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/dom_exception.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "shell/runtime/realm.h"
#include "shell/runtime/runtime.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "shell/web/prelude.h"
#include "shell/web/prelude_sources.h"
#include "shell/web/web_interfaces.h"

namespace v8_encoding::shell {
namespace {

// An error's first line, as Error.prototype.toString has it.
std::string Header(const std::string& name, const std::string& message) {
  return absl::StrCat(name, name.empty() || message.empty() ? "" : ": ",
                      message);
}

}  // namespace

void ThrowDomException(v8::Local<v8::Context> context,
                       std::string_view name,
                       std::string_view message) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  Realm* realm = Realm::From(context);
  if (realm == nullptr) {
    ThrowError(isolate, message);
    return;
  }
  v8::Local<v8::Object> exception;
  if (realm->Get<Prelude>()
          .NewDomException(NewString(isolate, message),
                           NewString(isolate, name))
          .ToLocal(&exception)) {
    isolate->ThrowException(exception);
  }
}

v8::MaybeLocal<v8::Object> DomExceptionState(v8::Local<v8::Context> context,
                                             v8::Local<v8::Value> value) {
  Realm* realm = Realm::From(context);
  if (realm == nullptr) {
    return {};
  }
  return realm->runtime().Get<WebInterfaces>().Unwrap("DOMException", value);
}

bool CaptureStack(v8::Local<v8::Context> context,
                  v8::Local<v8::Object> exception,
                  v8::Local<v8::Object> state) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  const auto message = GetProperty(context, state, "message").As<v8::String>();
  v8::Local<v8::Value> stack;
  if (!v8::Exception::Error(message)
           .As<v8::Object>()
           ->Get(context, NewName(isolate, "stack"))
           .ToLocal(&stack)) {
    return false;
  }
  if (stack->IsString()) {
    std::string text = ToUtf8(isolate, stack.As<v8::String>());
    const std::string message_text = ToUtf8(isolate, message);
    const std::string old_header = Header("Error", message_text);
    if (text.starts_with(old_header)) {
      text.erase(0, old_header.size());
      // Nobody wants to see where in the prelude it was made.
      while (text.starts_with('\n') &&
             text.substr(0, text.find('\n', 1)).find(kPreludeFolder) !=
                 text.npos) {
        text.erase(0, std::min(text.size(), text.find('\n', 1)));
      }
      const auto name = GetProperty(context, state, "name").As<v8::String>();
      text.insert(0, Header(ToUtf8(isolate, name), message_text));
    }
    stack = NewString(isolate, text);
  }
  return stack->IsUndefined() ||
         Define(context, exception, "stack", stack, v8::DontEnum);
}

std::string ErrorStack(v8::Local<v8::Context> context,
                       v8::Local<v8::Value> error) {
  if (!error->IsNativeError() && DomExceptionState(context, error).IsEmpty()) {
    return {};
  }
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Object> object = error.As<v8::Object>();
  const v8::Local<v8::String> name = NewName(isolate, "stack");
  v8::TryCatch try_catch(isolate);
  v8::Local<v8::Value> stack;
  if (!GetOwnData(context, object, name).ToLocal(&stack)) {
    // Where V8 has made `stack` an accessor, its getter is V8's own. One that
    // comes from a script is not called.
    v8::Local<v8::Function> getter;
    if (!GetOwnAccessor(context, object, name, "get").ToLocal(&getter) ||
        getter->ScriptId() != v8::UnboundScript::kNoScriptId ||
        !object->Get(context, name).ToLocal(&stack)) {
      return {};
    }
  }
  return stack->IsString() ? ToUtf8(isolate, stack.As<v8::String>())
                           : std::string();
}

}  // namespace v8_encoding::shell
