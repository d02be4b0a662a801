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
  // The part of a name that is there, in bytes.
  size_t prefix_length = 0;
  // Whole names, sorted, each once.
  std::vector<std::string> names;

  // What is common to all names, without the prefix.
  std::string CommonRest() const;
};

// Completes the name at the end of `text`: a property of `a.b.` before it, or a
// global, among them the realm's `lexical_names`, or a keyword.
Completion CompleteName(Realm& realm,
                        std::string_view text,
                        const std::vector<std::string>& lexical_names);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_PROMPT_COMPLETION_H_
