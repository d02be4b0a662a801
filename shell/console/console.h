// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// console, as the Console standard has it but for timers' fine print. What is
// for the user goes to standard output (log, info, debug, dir, table, group),
// what is about errors to standard error (warn, error, assert, trace).

#ifndef V8_ENCODING_SHELL_CONSOLE_CONSOLE_H_
#define V8_ENCODING_SHELL_CONSOLE_CONSOLE_H_

#include <string>

#include "shell/values/convert.h"
#include "v8.h"

namespace v8_encoding::shell {

class Realm;

// Defines `console` on the global object of a realm, in the place of V8's own.
// False if V8 refused.
bool AddConsole(Realm& realm);

// A string as it is, anything else inspected.
std::string FormatValue(v8::Local<v8::Context> context,
                        v8::Local<v8::Value> value);

// FormatValue() of each argument from index `first` on, with spaces between.
std::string FormatPlainList(v8::Local<v8::Context> context,
                            const Info& info,
                            int first = 0);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_CONSOLE_CONSOLE_H_
