// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What is said about exceptions that nobody caught.

#ifndef V8_ENCODING_SHELL_CONSOLE_UNCAUGHT_H_
#define V8_ENCODING_SHELL_CONSOLE_UNCAUGHT_H_

#include <string>
#include <string_view>

#include "v8.h"

namespace v8_encoding::shell {

// Has V8 keep the stack of each Error apart from `stack`, whatever
// Error.stackTraceLimit is: so FormatUncaught() finds the script's place, with
// the source, of an Error that the library's JavaScript made. The setting is
// the isolate's; its host decides.
void KeepStacksOfErrors(v8::Isolate* isolate);

// Place, source line, carets, then the stack with causes:
//
//   a.js:3: Uncaught Error: no harbour
//     throw new Error("no harbour");
//     ^
//   Error: no harbour
//       at a.js:3:9
//
// `message` may be empty; `file` is named if nothing better is known. Never
// throws.
std::string FormatUncaught(v8::Local<v8::Context> context,
                           v8::Local<v8::Value> error,
                           v8::Local<v8::Message> message,
                           bool is_rejection,
                           std::string_view file = {});

// The file of the place that V8 knows of for the above; empty if there is none
// in a script.
std::string UncaughtFile(v8::Local<v8::Context> context,
                         v8::Local<v8::Value> error,
                         v8::Local<v8::Message> message);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_CONSOLE_UNCAUGHT_H_
