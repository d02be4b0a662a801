// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What is behind a prompt: lines in, values out. It knows nothing of terminals;
// prompt.h puts a line editor in front of it.

#ifndef V8_ENCODING_SHELL_REPL_H_
#define V8_ENCODING_SHELL_REPL_H_

#include <string>
#include <string_view>

#include "v8.h"

namespace v8_encoding::shell {

class Realm;

class Repl {
 public:
  explicit Repl(Realm& realm) : realm_(realm) {}

  // Takes a line. False if the source so far is not complete: the next line
  // continues it. Otherwise it has been run, and the value or the error has
  // been written.
  bool AddLine(std::string_view line);

  // Forgets an incomplete source.
  void Cancel() { source_.clear(); }
  bool is_empty() const { return source_.empty(); }

 private:
  // Null if the source is incomplete (then *is_incomplete is set) or wrong
  // (then an exception is pending).
  v8::MaybeLocal<v8::Script> Compile(bool* is_incomplete, bool* is_async);
  void Run(v8::Local<v8::Script> script, bool is_async);
  v8::MaybeLocal<v8::Value> Await(v8::Local<v8::Promise> promise);
  void PrintResult(v8::Local<v8::Value> value);
  void PrintError(v8::TryCatch& try_catch);
  void SetLastValue(v8::Local<v8::Value> value);

  Realm& realm_;
  std::string source_;
  v8::Global<v8::Value> last_value_;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_REPL_H_
