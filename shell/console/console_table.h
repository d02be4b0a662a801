// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What console.table() draws: https://console.spec.whatwg.org/#table

#ifndef V8_ENCODING_SHELL_CONSOLE_CONSOLE_TABLE_H_
#define V8_ENCODING_SHELL_CONSOLE_CONSOLE_TABLE_H_

#include <optional>
#include <string>
#include <vector>

#include "v8.h"

namespace v8_encoding::shell {

// A row for each element, entry or property of `data`, and a column for each
// property that rows have, or for each of `columns` if that is given. Runs no
// script. Empty if `data` has no rows: primitives, functions, proxies.
std::optional<std::string> FormatTable(
    v8::Local<v8::Context> context,
    v8::Local<v8::Value> data,
    const std::optional<std::vector<std::string>>& columns);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_CONSOLE_CONSOLE_TABLE_H_
