// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What a name at the prompt could go on as. Looking for it runs no script: what
// only a getter or a proxy could tell has no completions.

#ifndef V8_ENCODING_SHELL_PROMPT_COMPLETION_H_
#define V8_ENCODING_SHELL_PROMPT_COMPLETION_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "v8.h"

namespace v8_encoding::shell {

class Realm;

struct Completion {
  // What is common to all names, without the part that is there.
  std::string rest;
  // Whole names, sorted, each once.
  std::vector<std::string> names;
};

// Completes the name at the end of `text`: a property of `a.b.` before it, or a
// global, among them the realm's `lexical_names`, or a keyword.
Completion CompleteName(Realm& realm,
                        std::string_view text,
                        const std::vector<std::string>& lexical_names);

// In columns, for a terminal with lines of that width.
std::string FormatNames(Realm& realm,
                        const std::vector<std::string>& names,
                        int line_width);

// The text of completion.js, which build/embed.py puts into a source file.
extern const std::string_view kCompletionSource;

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_PROMPT_COMPLETION_H_
