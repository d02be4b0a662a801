// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/uncaught.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "shell/console/pristine_realm.h"
#include "shell/files/import_place.h"
#include "shell/values/convert.h"
#include "v8-debug.h"

namespace v8_encoding::shell {
namespace {

// Where it was thrown; no file if V8 doesn't know.
struct Place {
  v8::Local<v8::Value> file;
  int line = 0;  // from 1
  v8::Local<v8::Value> source;
  int start_column = 0;
  int end_column = 0;
};

// Whether it's JavaScript of the library's, or the shell's own.
bool IsOwn(v8::Isolate* isolate, v8::Local<v8::Value> file) {
  return file->IsString() &&
         ToUtf8(isolate, file.As<v8::String>()).starts_with("v8_encoding:");
}

// The first place that a script has in the stack that V8 kept: not one of the
// library, nor one of what eval() was given.
std::optional<Place> GetPlaceInStack(v8::Isolate* isolate,
                                     v8::Local<v8::Message> message) {
  v8::Local<v8::StackTrace> stack = message->GetStackTrace();
  for (int i = 0; !stack.IsEmpty() && i < stack->GetFrameCount(); ++i) {
    v8::Local<v8::StackFrame> frame =
        stack->GetFrame(isolate, static_cast<uint32_t>(i));
    v8::Local<v8::String> file = frame->GetScriptNameOrSourceURL();
    if (file.IsEmpty() || file->Length() == 0 || IsOwn(isolate, file)) {
      continue;
    }
    v8::Local<v8::String> source = frame->GetScriptSource();
    const int line = frame->GetLineNumber();
    const int column = frame->GetColumn() - 1;
    return Place{
        file, line,
        source.IsEmpty()
            ? v8::String::Empty(isolate)
            : NewString(isolate, SourceLine(ToUtf8(isolate, source), line - 1)),
        column, column + 1};
  }
  return std::nullopt;
}

Place GetPlace(v8::Local<v8::Context> context,
               v8::Local<v8::Value> error,
               v8::Local<v8::Message> message) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  const v8::Local<v8::Value> none = v8::Undefined(isolate);
  if (const std::optional<ImportPlace> place = GetImportPlace(context, error)) {
    return {NewString(isolate, place->file), place->line + 1,
            NewString(isolate, place->source_line), place->column};
  }
  const int line =
      message.IsEmpty() ? 0 : message->GetLineNumber(context).FromMaybe(0);
  if (line <= 0 || message->GetScriptResourceName().IsEmpty() ||
      !message->GetScriptResourceName()->IsString()) {
    return message.IsEmpty() ? Place{none, 0, none}
                             : GetPlaceInStack(isolate, message)
                                   .value_or(Place{none, 0, none});
  }
  if (IsOwn(isolate, message->GetScriptResourceName())) {
    return GetPlaceInStack(isolate, message)
        .value_or(Place{message->GetScriptResourceName(), 0, none});
  }
  return {message->GetScriptResourceName(), line,
          message->GetSourceLine(context).FromMaybe(v8::String::Empty(isolate)),
          message->GetStartColumn(), message->GetEndColumn()};
}

}  // namespace

void KeepStacksOfErrors(v8::Isolate* isolate) {
  // Deeper than the library calls itself, with room for the script's frame.
  constexpr int kFrameLimit = 30;
  isolate->SetCaptureStackTraceForUncaughtExceptions(true, kFrameLimit,
                                                     v8::StackTrace::kDetailed);
}

std::string UncaughtFile(v8::Local<v8::Context> context,
                         v8::Local<v8::Value> error,
                         v8::Local<v8::Message> message) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::HandleScope handle_scope(isolate);
  const Place place = GetPlace(context, error, message);
  return place.line > 0 ? ToUtf8(isolate, place.file.As<v8::String>())
                        : std::string();
}

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
  const Place place = GetPlace(context, error, message);
  return CallForText(
      context, "formatUncaught",
      {error, NewString(isolate, summary),
       v8::Boolean::New(isolate, is_rejection), NewString(isolate, file),
       place.file, v8::Integer::New(isolate, place.line), place.source,
       v8::Integer::New(isolate, place.start_column),
       v8::Integer::New(isolate, place.end_column)},
      absl::StrCat(kUncaught, summary, "\n"));
}

}  // namespace v8_encoding::shell
