// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The terminal's side of the prompt: line editing, history, signals. It belongs
// to the program, not to the library: signals and locales are process-wide.

#ifndef V8_ENCODING_SHELL_PROMPT_PROMPT_H_
#define V8_ENCODING_SHELL_PROMPT_PROMPT_H_

#include <functional>

#include "shell/runtime/output.h"

namespace v8_encoding::shell {

class Realm;

// Output that may come while the user is typing: it takes the line that is
// being edited off the screen first.
class PromptOutput final : public Output {
 public:
  explicit PromptOutput(Output& inner) : inner_(inner) {}

  int Write(std::string_view bytes) override;
  int Flush() override { return inner_.Flush(); }

  // While true, there is a line on the screen.
  void set_line_shown(bool shown) { line_shown_ = shown; }
  bool line_shown() const { return line_shown_; }

 private:
  Output& inner_;
  bool line_shown_ = false;
};

// Runs `script`, which may be what comes before a prompt, and its microtasks;
// then reads lines until Ctrl-D or quit(). Timers run while it waits. Ctrl-C
// clears the line, or stops a script that is running, `script` too.
void RunPrompt(Realm& realm,
               PromptOutput& out,
               PromptOutput& error_out,
               const std::function<void()>& script);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_PROMPT_PROMPT_H_
