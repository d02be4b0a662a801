// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/repl.h"

#include <chrono>

#include "bindings/v8_compat.h"
#include "shell/convert.h"
#include "shell/errors.h"
#include "shell/inspect.h"
#include "shell/realm.h"
#include "shell/runtime.h"
#include "shell/text.h"

namespace v8_encoding::shell {
namespace {

constexpr char kName[] = "<prompt>";

std::string_view TrimEnd(std::string_view text) {
  const size_t last = text.find_last_not_of(" \t\r\n");
  return text.substr(0, last == text.npos ? 0 : last + 1);
}

// Whether a SyntaxError says no more than that the source ends too early.
// `length` is that of the source without white space at its end.
bool IsAtEnd(v8::Isolate* isolate, const v8::TryCatch& try_catch, int length) {
  v8::Local<v8::Message> message = try_catch.Message();
  if (message.IsEmpty()) {
    return false;
  }
  const std::string text = ToUtf8(isolate, message->Get());
  return message->GetStartPosition() >= length ||
         text.find("Unterminated template literal") != text.npos;
}

// A comment that is not closed is an error at its start, like any other
// character that makes no sense there.
bool EndsInComment(v8::Isolate* isolate,
                   const v8::TryCatch& try_catch,
                   std::string_view source) {
  v8::Local<v8::Message> message = try_catch.Message();
  const size_t start = source.rfind("/*");
  return !message.IsEmpty() && start != source.npos &&
         source.find("*/", start) == source.npos &&
         ToUtf8(isolate, message->Get()).find("Invalid or unexpected token") !=
             std::string::npos;
}

}  // namespace

bool Repl::AddLine(std::string_view line) {
  source_ += line;
  source_ += '\n';
  if (TrimEnd(source_).empty()) {
    source_.clear();
    return true;
  }
  v8::Isolate* isolate = realm_.isolate();
  Runtime& runtime = realm_.runtime();
  v8::HandleScope handle_scope(isolate);
  v8::Context::Scope context_scope(realm_.context());
  {
    v8::TryCatch try_catch(isolate);
    bool is_incomplete = false;
    bool is_async = false;
    v8::Local<v8::Script> script;
    const bool compiled = Compile(&is_incomplete, &is_async).ToLocal(&script);
    if (is_incomplete) {
      return false;
    }
    source_.clear();
    if (compiled) {
      Run(script, is_async);
    } else {
      PrintError(try_catch);
    }
  }
  if (!runtime.stopped()) {
    runtime.PerformCheckpoint();
  }
  runtime.FlushOut();
  return true;
}

v8::MaybeLocal<v8::Script> Repl::Compile(bool* is_incomplete, bool* is_async) {
  v8::Isolate* isolate = realm_.isolate();
  v8::Local<v8::Context> context = realm_.context();
  const auto compile = [&](const std::string& source) {
    v8::Local<v8::String> text;
    v8::ScriptOrigin origin =
        compat::MakeScriptOrigin(isolate, NewString(isolate, kName), false);
    return DecodeUtf8(isolate, source).ToLocal(&text)
               ? v8::Script::Compile(context, text, &origin)
               : v8::MaybeLocal<v8::Script>();
  };
  const auto length_of = [&](std::string_view source) {
    return NewString(isolate, source)->Length();
  };

  v8::EscapableHandleScope handle_scope(isolate);
  v8::Local<v8::Script> script;
  const std::string source(TrimEnd(source_));
  // A brace at the start is rather that of an object than that of a block.
  if (source.starts_with('{') && !source.ends_with(';')) {
    v8::TryCatch try_catch(isolate);
    if (compile("(" + source + "\n)").ToLocal(&script)) {
      return handle_scope.Escape(script);
    }
  }
  v8::TryCatch try_catch(isolate);
  if (compile(source_).ToLocal(&script)) {
    return handle_scope.Escape(script);
  }
  if (IsAtEnd(isolate, try_catch, length_of(source)) ||
      EndsInComment(isolate, try_catch, source)) {
    *is_incomplete = true;
    return {};
  }
  if (source.find("await") != source.npos) {
    // V8's interface has no scripts with await, so a function stands around it;
    // what it declares is the function's.
    constexpr std::string_view kHead = "(async () => {";
    for (const bool as_expression : {true, false}) {
      v8::TryCatch inner_try_catch(isolate);
      if (compile(as_expression ? "(async () => (" + source + "\n))()"
                                : std::string(kHead) + source + "\n})()")
              .ToLocal(&script)) {
        *is_async = true;
        return handle_scope.Escape(script);
      }
      if (!as_expression && IsAtEnd(isolate, inner_try_catch,
                                    length_of(std::string(kHead) + source))) {
        *is_incomplete = true;
        return {};
      }
    }
  }
  try_catch.ReThrow();
  return {};
}

void Repl::Run(v8::Local<v8::Script> script, bool is_async) {
  v8::Isolate* isolate = realm_.isolate();
  v8::TryCatch try_catch(isolate);
  v8::Local<v8::Value> value;
  if (!script->Run(realm_.context()).ToLocal(&value) ||
      (is_async && !Await(value.As<v8::Promise>()).ToLocal(&value))) {
    PrintError(try_catch);
    return;
  }
  PrintResult(value);
}

v8::MaybeLocal<v8::Value> Repl::Await(v8::Local<v8::Promise> promise) {
  Runtime& runtime = realm_.runtime();
  promise->MarkAsHandled();
  runtime.PerformCheckpoint();
  while (promise->State() == v8::Promise::kPending && !runtime.stopped()) {
    if (realm_.isolate()->IsExecutionTerminating()) {
      return {};
    }
    if (!runtime.RunOneTask() &&
        !runtime.loop().Wait(std::chrono::milliseconds(20))) {
      runtime.WriteError("Nothing is left that could settle this promise\n");
      return promise;
    }
  }
  if (promise->State() == v8::Promise::kRejected) {
    realm_.isolate()->ThrowException(promise->Result());
    return {};
  }
  return promise->State() == v8::Promise::kFulfilled ? promise->Result()
                                                     : v8::Local<v8::Value>();
}

void Repl::PrintResult(v8::Local<v8::Value> value) {
  Runtime& runtime = realm_.runtime();
  runtime.WriteOut(Inspect(realm_.context(), value) + "\n");
  SetLastValue(value);
}

void Repl::SetLastValue(v8::Local<v8::Value> value) {
  v8::Isolate* isolate = realm_.isolate();
  v8::Local<v8::Context> context = realm_.context();
  v8::Local<v8::Object> global = context->Global();
  v8::TryCatch try_catch(isolate);
  // A `_` of the user's own stays.
  const v8::Local<v8::String> name = NewName(isolate, "_");
  v8::Local<v8::Value> current;
  if (global->HasOwnProperty(context, name).FromMaybe(true) &&
      (last_value_.IsEmpty() ||
       !GetOwnData(context, global, name).ToLocal(&current) ||
       !current->SameValue(last_value_.Get(isolate)))) {
    return;
  }
  Define(context, global, "_", value, v8::DontEnum);
  last_value_.Reset(isolate, value);
}

void Repl::PrintError(v8::TryCatch& try_catch) {
  Runtime& runtime = realm_.runtime();
  if (runtime.stopped()) {
    return;
  }
  if (try_catch.HasTerminated() || !try_catch.HasCaught()) {
    runtime.ClearTermination();
    return;
  }
  v8::Local<v8::Context> context = realm_.context();
  const v8::Local<v8::Value> error = try_catch.Exception();
  const v8::Local<v8::Message> message = try_catch.Message();
  // While an exception that C++ threw is still there, calls into V8 fail.
  try_catch.Reset();
  const bool has_frames =
      ErrorStack(context, error).find("\n    at ") != std::string::npos;
  // A SyntaxError's place is the only thing of interest about it; of other
  // errors the user has just typed the place.
  runtime.WriteError(error->IsNativeError() && !has_frames
                         ? FormatUncaught(context, error, message, false)
                         : "Uncaught " + FormatStack(context, error));
}

}  // namespace v8_encoding::shell
