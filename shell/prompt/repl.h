// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What is behind a prompt: lines in, values out. It knows nothing of terminals;
// prompt.h puts a line editor in front of it.

#ifndef V8_ENCODING_SHELL_PROMPT_REPL_H_
#define V8_ENCODING_SHELL_PROMPT_REPL_H_

#include <optional>
#include <string>
#include <string_view>

#include "shell/prompt/completion.h"
#include "shell/prompt/repl_mode.h"
#include "v8.h"

namespace v8_encoding::shell {

class Realm;

class Repl {
 public:
  explicit Repl(Realm& realm) : realm_(realm), mode_(realm) {}

  // Takes a line: of JavaScript, or a command such as ".help". False if the
  // source so far is not complete: the next line continues it. Otherwise it has
  // been run, and the value or the error has been written.
  bool AddLine(std::string_view line);

  // What could come after `text`, the line up to the cursor.
  Completion Complete(std::string_view text);

  // Forgets an incomplete source.
  void Cancel() { source_.clear(); }
  bool is_empty() const { return source_.empty(); }

 private:
  // What is to be run, in V8's REPL mode; `untrimmed` or that in parentheses.
  // Empty with an exception pending if the source is wrong, or no more than
  // incomplete: then *is_incomplete is set, and there may be no exception.
  std::optional<std::string> Check(std::string_view untrimmed,
                                   std::string_view name,
                                   bool* is_incomplete);
  void RunCommand(std::string_view line);
  void Load(const std::string& path);
  void Run(std::string_view source, std::string_view name);
  std::optional<ReplMode::Outcome> WaitForOutcome();
  bool IsInterrupted();
  void PrintResult(v8::Local<v8::Value> value);
  // For what is in `try_catch`, which is reset, and for what a script threw.
  void PrintError(v8::TryCatch& try_catch);
  void PrintError(v8::Local<v8::Value> error, v8::Local<v8::Message> message);
  void SetLastValue(v8::Local<v8::Value> value);

  Realm& realm_;
  ReplMode mode_;
  std::string source_;
  v8::Global<v8::Value> last_value_;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_PROMPT_REPL_H_
