// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// console, as the Console standard has it but for timers' fine print. What is
// for the user goes to standard output (log, info, debug, dir, table, group),
// what is about errors to standard error (warn, error, assert, trace).

#ifndef V8_ENCODING_SHELL_CONSOLE_CONSOLE_H_
#define V8_ENCODING_SHELL_CONSOLE_CONSOLE_H_

#include <map>
#include <optional>
#include <string>

#include "v8.h"

namespace v8_encoding::shell {

// A realm's part of it.
class ConsoleState {
 public:
  explicit ConsoleState(v8::Local<v8::Context> context);

  std::string indent;
  std::map<std::string, int> counts;
  std::map<std::string, double> timers;

  // The formatter's %s, %d and %f are the functions that the realm was born
  // with.
  v8::Global<v8::Function> to_string;
  v8::Global<v8::Function> parse_int;
  v8::Global<v8::Function> parse_float;
};

v8::Local<v8::ObjectTemplate> ConsoleTemplate(v8::Isolate* isolate);

// The standard's formatter and printer for one call's arguments, from index
// `first` on. Empty if a conversion threw.
std::optional<std::string> FormatLog(
    v8::Local<v8::Context> context,
    const v8::FunctionCallbackInfo<v8::Value>& info,
    int first = 0);

// A string as it is, anything else inspected.
std::string FormatValue(v8::Local<v8::Context> context,
                        v8::Local<v8::Value> value);

// The same of each argument, with spaces between.
std::string FormatPlainList(v8::Local<v8::Context> context,
                            const v8::FunctionCallbackInfo<v8::Value>& info,
                            int first = 0);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_CONSOLE_CONSOLE_H_
