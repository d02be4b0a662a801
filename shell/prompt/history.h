// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The lines that were typed at the prompt, kept between sessions: a file with a
// line each, oldest first, that only its owner may read. Sessions at the same
// time each add their lines. A file that can't be read or written is as good as
// none, and nobody is told.

#ifndef V8_ENCODING_SHELL_PROMPT_HISTORY_H_
#define V8_ENCODING_SHELL_PROMPT_HISTORY_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace v8_encoding::shell {

class History {
 public:
  // How many lines a session starts with, and is worth keeping.
  static constexpr size_t kMaxLines = 1000;
  // In bytes. A longer line isn't kept: nobody looks for it.
  static constexpr size_t kMaxLineLength = 10'000;

  // What $V8_ENCODING_SHELL_HISTORY names: no file if it's empty. If it's not
  // set, v8-encoding/shell_history in $XDG_STATE_HOME or ~/.local/state.
  static std::string PathFromEnvironment();

  // Empty stands for no file.
  explicit History(std::string path) : path_(std::move(path)) {}

  // The last lines. Shortens a file that has grown to twice as many.
  std::vector<std::string> Load() const;

  // Adds a line at once, for what comes after may end the process. Makes the
  // file, and the folders above it, if needed. Not what only repeats the line
  // before.
  void Add(std::string_view line);

 private:
  const std::string path_;
  std::string last_line_;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_PROMPT_HISTORY_H_
