// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/v8_flags.h"

#include <sstream>
#include <vector>

#include "v8.h"

namespace v8_encoding::shell {

std::string SetV8Flags(std::string_view flags) {
  std::vector<std::string> words = {"v8"};
  std::istringstream stream{std::string(flags)};
  for (std::string word; stream >> word;) {
    words.push_back(word);
  }
  std::vector<char*> arguments;
  arguments.reserve(words.size());
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  // V8::SetFlagsFromString() tells nobody whether it succeeded. This removes
  // the flags that it has set; it stops at a wrong value, and leaves alone what
  // it doesn't know.
  int count = static_cast<int>(arguments.size());
  v8::V8::SetFlagsFromCommandLine(&count, arguments.data(), true);
  return count > 1 ? arguments[1] : "";
}

void SetDefaultV8Flags() {
  // Newer V8s, which need no flag, don't know this one.
  (void)SetV8Flags("--harmony-import-assertions");
}

}  // namespace v8_encoding::shell
