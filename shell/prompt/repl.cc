// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/prompt/repl.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

#include "shell/console/pristine_realm.h"
#include "shell/console/uncaught.h"
#include "shell/encoding/text.h"
#include "shell/files/descriptors.h"
#include "shell/files/module_paths.h"
#include "shell/files/modules.h"
#include "shell/runtime/realm.h"
#include "shell/runtime/runtime.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "shell/web/dom_exception.h"

namespace v8_encoding::shell {
namespace {

constexpr char kName[] = "<prompt>";

constexpr char kHelp[] =
    R"(.help        this
.load FILE   run a script, which may declare again what there is
.exit        leave, as Ctrl-D and quit() do

Tab completes names, Ctrl-R searches the lines of earlier sessions, Ctrl-C stops
a script or clears the line. _ is the last value. Modules come by
await import("./file.mjs"). What else scripts find: shell --help.
)";

constexpr char kImportHint[] =
    "At the prompt: const { name } = await import(\"./file.mjs\")\n";

std::string_view TrimEnd(std::string_view text) {
  const size_t last = text.find_last_not_of(" \t\r\n");
  return text.substr(0, last == text.npos ? 0 : last + 1);
}

// Not ".5" nor "...".
bool IsCommand(std::string_view line) {
  return line.size() > 1 && line[0] == '.' && line[1] >= 'a' && line[1] <= 'z';
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
  if (message.IsEmpty() ||
      ToUtf8(isolate, message->Get()).find("Invalid or unexpected token") ==
          std::string::npos) {
    return false;
  }
  const std::u16string units = ToUtf16(isolate, NewString(isolate, source));
  const size_t start =
      std::min(static_cast<size_t>(message->GetStartPosition()), units.size());
  return units.compare(start, 2, u"/*") == 0 &&
         units.find(u"*/", start + 2) == std::u16string::npos;
}

// Whether `failure` is the exception that a line ends with. An object has an
// identity. A primitive may be caught, and one like it thrown: it is the same
// if the line itself ran the script, and has no word by which it could catch.
bool IsSame(const LastFailure& failure,
            std::string_view line,
            v8::Local<v8::Value> error) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  return !failure.message.IsEmpty() &&
         failure.error.Get(isolate)->SameValue(error) &&
         (error->IsObject() ||
          (failure.caller_count == 1 && line.find("catch") == line.npos &&
           line.find("finally") == line.npos));
}

}  // namespace

bool Repl::AddLine(std::string_view line) {
  Runtime& runtime = realm_.runtime();
  v8::Isolate* isolate = realm_.isolate();
  v8::HandleScope handle_scope(isolate);
  v8::Context::Scope context_scope(realm_.context());
  if (source_.empty() && IsCommand(line)) {
    RunCommand(TrimEnd(line));
  } else {
    source_ += line;
    source_ += '\n';
    if (TrimEnd(source_).empty()) {
      source_.clear();
      return true;
    }
    v8::TryCatch try_catch(isolate);
    bool is_incomplete = false;
    const std::optional<std::string> script =
        Check(source_, kName, &is_incomplete);
    if (is_incomplete) {
      return false;
    }
    if (script) {
      source_.clear();
      Run(*script, kName);
    } else {
      PrintError(try_catch);
      v8::Local<v8::String> text;
      if (source_.starts_with("import") && !source_.starts_with("import.") &&
          DecodeUtf8(isolate, source_).ToLocal(&text) &&
          IsModuleSource(realm_.context(), text)) {
        runtime.WriteError(kImportHint);
      }
      source_.clear();
    }
  }
  if (!runtime.stopped()) {
    runtime.PerformCheckpoint();
  }
  runtime.FlushOut();
  return true;
}

Completion Repl::Complete(std::string_view text) {
  v8::HandleScope handle_scope(realm_.isolate());
  v8::Context::Scope context_scope(realm_.context());
  return CompleteName(realm_, text, mode_.LexicalNames());
}

std::optional<std::string> Repl::Check(std::string_view untrimmed,
                                       std::string_view name,
                                       bool* is_incomplete) {
  v8::Isolate* isolate = realm_.isolate();
  v8::HandleScope handle_scope(isolate);
  const auto compiles = [&](const std::string& source) {
    v8::Local<v8::String> text;
    return DecodeUtf8(isolate, source).ToLocal(&text) &&
           !CompileScript(realm_.context(), text, name).IsEmpty();
  };
  // What a script takes but for await, a function does, too.
  constexpr std::string_view kHead = "(async () => {";
  const auto compiles_with_await = [&](std::string_view source) {
    return source.find("await") != source.npos &&
           compiles(std::string(kHead).append(source) + "\n})");
  };
  const auto length_of = [&](std::string_view source) {
    return NewString(isolate, source)->Length();
  };

  const std::string source(TrimEnd(untrimmed));
  // A brace at the start is rather that of an object than that of a block.
  if (source.starts_with('{') && !source.ends_with(';')) {
    v8::TryCatch try_catch(isolate);
    const std::string expression = "(" + source + "\n)";
    if (compiles(expression) || compiles_with_await(expression)) {
      return expression;
    }
  }
  v8::TryCatch try_catch(isolate);
  const bool is_script = compiles(source + "\n");
  if (!is_script && (IsAtEnd(isolate, try_catch, length_of(source)) ||
                     EndsInComment(isolate, try_catch, source))) {
    *is_incomplete = true;
  } else {
    // A script may have a variable of this name; REPL mode has the keyword.
    v8::TryCatch inner_try_catch(isolate);
    if (compiles_with_await(source)) {
      return source;
    }
    const std::string function = std::string(kHead) + source;
    *is_incomplete = inner_try_catch.HasCaught() &&
                     (IsAtEnd(isolate, inner_try_catch, length_of(function)) ||
                      EndsInComment(isolate, inner_try_catch, function));
    if (is_script && !*is_incomplete) {
      return source;
    }
  }
  try_catch.ReThrow();
  return std::nullopt;
}

void Repl::RunCommand(std::string_view line) {
  Runtime& runtime = realm_.runtime();
  const size_t space = std::min(line.size(), line.find_first_of(" \t"));
  const std::string_view command = line.substr(0, space);
  const size_t start = line.find_first_not_of(" \t", space);
  const std::string argument(line.substr(std::min(start, line.size())));
  if (command == ".help") {
    runtime.WriteOut(kHelp);
  } else if (command == ".exit") {
    runtime.Quit(0);
  } else if (command == ".load" && !argument.empty()) {
    Load(argument);
  } else if (command == ".load") {
    runtime.WriteError(".load needs the path of a script\n");
  } else {
    runtime.WriteError("There is no command " + std::string(command) +
                       "; .help lists them\n");
  }
}

void Repl::Load(const std::string& path) {
  std::vector<uint8_t> bytes;
  if (const int error = ReadWholeFile(path, &bytes); error != 0) {
    realm_.runtime().WriteError(path + ": " + ErrorText(error) + "\n");
    return;
  }
  v8::TryCatch try_catch(realm_.isolate());
  v8::Local<v8::String> text;
  bool is_incomplete = false;
  if (DecodeUtf8(realm_.isolate(), AsText(bytes), path).ToLocal(&text)) {
    std::string source = ToUtf8(realm_.isolate(), text);
    if (source.starts_with("#!")) {
      // Which may stand nowhere but at the start, and Check() looks at more.
      source.replace(0, 2, "//");
    }
    // These end a name for V8, which takes it from a comment.
    const std::string name = path.find_first_of(" \t\n'\"") == path.npos
                                 ? path
                                 : FileUrl(AbsolutePath(path));
    if (Check(source, name, &is_incomplete) || !try_catch.HasCaught()) {
      Run(source, name);
      return;
    }
  }
  PrintError(try_catch);
}

void Repl::Run(std::string_view source, std::string_view name) {
  v8::Isolate* isolate = realm_.isolate();
  Runtime& runtime = realm_.runtime();
  LastFailure& failure = runtime.Get<LastFailure>();
  failure.is_kept = true;
  mode_.Start(source, name);
  const std::optional<ReplMode::Outcome> outcome = WaitForOutcome();
  const LastFailure last = std::exchange(failure, LastFailure(runtime));
  if (runtime.stopped()) {
    return;
  }
  if (!outcome) {
    runtime.WriteError("Nothing is left that could end this await\n");
  } else if (outcome->kind == ReplMode::Outcome::Kind::kValue) {
    PrintResult(outcome->value);
  } else if (outcome->kind == ReplMode::Outcome::Kind::kException) {
    const v8::Local<v8::Value> error = outcome->value;
    PrintError(error, !error->IsNativeError() && IsSame(last, source, error)
                          ? last.message.Get(isolate)
                          : v8::Exception::CreateMessage(isolate, error));
  } else if (outcome->kind == ReplMode::Outcome::Kind::kTooLong) {
    runtime.WriteError("The value is too long to be shown\n");
  } else {
    runtime.ClearTermination();
  }
}

// Empty if it can't have any.
std::optional<ReplMode::Outcome> Repl::WaitForOutcome() {
  Runtime& runtime = realm_.runtime();
  v8::TryCatch try_catch(realm_.isolate());
  while (!runtime.stopped()) {
    runtime.PerformCheckpoint();
    const std::optional<ReplMode::Outcome> outcome = mode_.TakeOutcome();
    // What has come in the midst of a termination can't be read.
    if (try_catch.HasTerminated() || IsInterrupted()) {
      return ReplMode::Outcome{};
    }
    if (outcome) {
      return outcome;
    }
    if (!runtime.RunOneTask() &&
        !runtime.loop().Wait(std::chrono::milliseconds(20))) {
      break;
    }
  }
  return std::nullopt;
}

bool Repl::IsInterrupted() {
  v8::TryCatch try_catch(realm_.isolate());
  EnterFunction(realm_.context());
  return try_catch.HasTerminated();
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
  if (realm_.runtime().stopped()) {
    return;
  }
  if (try_catch.HasTerminated() || !try_catch.HasCaught()) {
    realm_.runtime().ClearTermination();
    return;
  }
  const v8::Local<v8::Value> error = try_catch.Exception();
  const v8::Local<v8::Message> message = try_catch.Message();
  // While an exception that C++ threw is still there, calls into V8 fail.
  try_catch.Reset();
  PrintError(error, message);
}

void Repl::PrintError(v8::Local<v8::Value> error,
                      v8::Local<v8::Message> message) {
  v8::Local<v8::Context> context = realm_.context();
  const bool has_frames =
      ErrorStack(context, error).find("\n    at ") != std::string::npos;
  const std::string file = UncaughtFile(context, error, message);
  // A SyntaxError's place is the only thing of interest about it; of other
  // errors the user has just typed the place, unless it's in a file.
  realm_.runtime().WriteError(
      (error->IsNativeError() && !has_frames) ||
              (!file.empty() && file != kName)
          ? FormatUncaught(context, error, message, false)
          : "Uncaught " + Inspect(context, error) + "\n");
}

}  // namespace v8_encoding::shell
