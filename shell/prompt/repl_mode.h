// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// V8's REPL mode: `await` at the top level, and let, const and class that a
// later script may declare again, in the scope that all scripts share.
//
// V8 has it for its debuggers. Its public way there is the inspector, in
// v8-inspector.h, which V8 is built with, but Node's headers lack. So this
// belongs to the program, and the Node add-on goes without.

#ifndef V8_ENCODING_SHELL_PROMPT_REPL_MODE_H_
#define V8_ENCODING_SHELL_PROMPT_REPL_MODE_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "v8.h"

namespace v8_encoding::shell {

class Realm;

class ReplMode {
 public:
  struct Outcome {
    enum class Kind {
      kValue,
      kException,
      kTooLong,  // a string near V8's limit: the inspector couldn't pass it on
      kNone,     // It was terminated.
    };
    Kind kind = Kind::kNone;
    v8::Local<v8::Value> value;  // if there is one, or an exception
  };

  // The realm must outlive it.
  explicit ReplMode(Realm& realm);
  ReplMode(const ReplMode&) = delete;
  ReplMode& operator=(const ReplMode&) = delete;
  ~ReplMode();

  // Runs `source` (UTF-8) up to its first await. Such a script is an
  // asynchronous function to V8, so there is no outcome before microtasks have
  // run. Forgets the one before, if that has had none so far.
  void Start(std::string_view source, std::string_view name);

  // That of the last Start(), once; empty while there is none.
  std::optional<Outcome> TakeOutcome();

  // What let, const and class have declared in the realm.
  std::vector<std::string> LexicalNames();

 private:
  class Session;

  std::unique_ptr<Session> session_;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_PROMPT_REPL_MODE_H_
