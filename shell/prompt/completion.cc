// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/prompt/completion.h"

#include "shell/console/pristine_realm.h"
#include "shell/runtime/realm.h"
#include "shell/runtime/runtime.h"
#include "shell/values/convert.h"

namespace v8_encoding::shell {
namespace {

// Reading what let, const and class have declared runs no script, unlike
// reading what is the global object's.
void ReadLexical(const Info& info) {
  v8::Local<v8::Context> context = info.GetIsolate()->GetCurrentContext();
  v8::Local<v8::Script> script;
  if (v8::Script::Compile(context, info[0].As<v8::String>()).ToLocal(&script)) {
    Return(info, script->Run(context));
  }
}

void ToObject(const Info& info) {
  Return(info, info[0]->ToObject(info.GetIsolate()->GetCurrentContext()));
}

}  // namespace

Completion CompleteName(Realm& realm,
                        std::string_view text,
                        const std::vector<std::string>& lexical_names) {
  v8::Isolate* isolate = realm.isolate();
  v8::HandleScope handle_scope(isolate);
  v8::Local<v8::Context> context = realm.context();
  v8::Context::Scope context_scope(context);
  PristineRealm& pristine = realm.runtime().Get<PristineRealm>();
  v8::Local<v8::Function> read_lexical;
  v8::Local<v8::Function> to_object;
  v8::Local<v8::Value> result;
  Completion completion;
  if (pristine.Run("completion.js", kCompletionSource) &&
      v8::Function::New(context, ReadLexical).ToLocal(&read_lexical) &&
      v8::Function::New(context, ToObject).ToLocal(&to_object) &&
      pristine
          .Call(context, "complete",
                {NewString(isolate, text), context->Global(),
                 NewStrings(isolate, lexical_names), read_lexical, to_object})
          .ToLocal(&result)) {
    const auto list = result.As<v8::Array>();
    for (uint32_t i = 0; i < list->Length(); ++i) {
      v8::Local<v8::Value> element;
      if (list->Get(context, i).ToLocal(&element)) {
        completion.names.push_back(ToUtf8(isolate, element.As<v8::String>()));
      }
    }
    // None, if V8 refuses to read an array while it ends a script.
    if (!completion.names.empty()) {
      completion.rest = completion.names.front();
      completion.names.erase(completion.names.begin());
    }
  }
  return completion;
}

std::string FormatNames(Realm& realm,
                        const std::vector<std::string>& names,
                        int line_width) {
  v8::Isolate* isolate = realm.isolate();
  v8::HandleScope handle_scope(isolate);
  v8::Context::Scope context_scope(realm.context());
  return CallForText(
      realm.context(), "formatColumns",
      {NewStrings(isolate, names), v8::Integer::New(isolate, line_width)}, "");
}

}  // namespace v8_encoding::shell
