// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Values as readable text. Looking at a value never runs its script: no getter,
// no proxy trap, no toString. Exceptions that V8 throws on the way (stack
// exhaustion) end up as a note in the text.

#ifndef V8_ENCODING_SHELL_CONSOLE_INSPECT_H_
#define V8_ENCODING_SHELL_CONSOLE_INSPECT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "v8.h"

namespace v8_encoding::shell {

struct InspectOptions {
  int max_depth = 4;
  size_t max_items = 100;             // of each array, map, set, object
  size_t max_string_length = 10'000;  // bytes of one string
  size_t max_total_length = 60'000;   // bytes, after which parts are left out
  size_t line_width = 76;
};

std::string Inspect(v8::Local<v8::Context> context,
                    v8::Local<v8::Value> value,
                    const InspectOptions& options = {});

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_CONSOLE_INSPECT_H_
