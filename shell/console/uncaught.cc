// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/uncaught.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "shell/console/pristine_realm.h"
#include "shell/files/import_place.h"
#include "shell/values/convert.h"

namespace v8_encoding::shell {
namespace {

v8::Local<v8::Object> NewPlace(v8::Isolate* isolate,
                               v8::Local<v8::String> file,
                               int line,
                               v8::Local<v8::String> source,
                               int start_column,
                               int end_column) {
  v8::Local<v8::Name> names[] = {
      NewName(isolate, "file"), NewName(isolate, "line"),
      NewName(isolate, "source"), NewName(isolate, "start"),
      NewName(isolate, "end")};
  v8::Local<v8::Value> values[] = {
      file, v8::Integer::New(isolate, line), source,
      v8::Integer::New(isolate, std::max(0, start_column)),
      v8::Integer::New(isolate, std::max(0, end_column))};
  return v8::Object::New(isolate, v8::Null(isolate), names, values,
                         std::size(names));
}

// Where it was thrown; undefined if V8 doesn't know.
v8::Local<v8::Value> GetPlace(v8::Local<v8::Context> context,
                              v8::Local<v8::Value> error,
                              v8::Local<v8::Message> message) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  if (const std::optional<ImportPlace> place = GetImportPlace(context, error)) {
    return NewPlace(isolate, NewString(isolate, place->file), place->line + 1,
                    NewString(isolate, place->source_line), place->column, 0);
  }
  if (message.IsEmpty()) {
    return v8::Undefined(isolate);
  }
  const v8::Local<v8::Value> name = message->GetScriptResourceName();
  const int line = message->GetLineNumber(context).FromMaybe(0);
  if (name.IsEmpty() || !name->IsString() || line <= 0) {
    return v8::Undefined(isolate);
  }
  return NewPlace(
      isolate, name.As<v8::String>(), line,
      message->GetSourceLine(context).FromMaybe(v8::String::Empty(isolate)),
      message->GetStartColumn(), message->GetEndColumn());
}

}  // namespace

std::string FormatUncaught(v8::Local<v8::Context> context,
                           v8::Local<v8::Value> error,
                           v8::Local<v8::Message> message,
                           bool is_rejection,
                           std::string_view file) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::HandleScope handle_scope(isolate);
  v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate);

  // "Uncaught Error: no harbour", made by V8 without running script.
  constexpr char kUncaught[] = "Uncaught ";
  std::string summary;
  if (!message.IsEmpty()) {
    summary = std::string(
        absl::StripPrefix(ToUtf8(isolate, message->Get()), kUncaught));
  }
  return CallForText(
      context, "formatUncaught",
      {error, NewString(isolate, summary),
       v8::Boolean::New(isolate, is_rejection), NewString(isolate, file),
       GetPlace(context, error, message)},
      absl::StrCat(kUncaught, summary, "\n"));
}

}  // namespace v8_encoding::shell
