// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What is said about exceptions that nobody caught.

#ifndef V8_ENCODING_SHELL_ERRORS_H_
#define V8_ENCODING_SHELL_ERRORS_H_

#include <string>
#include <string_view>

#include "v8.h"

namespace v8_encoding::shell {

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

// The same without the place: for the prompt, whose user has just typed it.
std::string FormatStack(v8::Local<v8::Context> context,
                        v8::Local<v8::Value> error);

// The source line (UTF-8) and the line of carets under it, each with a line
// feed. Columns count UTF-16 units from 0; long lines are cut around the place.
std::string SourceExcerpt(std::string_view line,
                          size_t start_column,
                          size_t end_column);

// An error about an import statement has no stack that leads there, so the
// place is noted on it for FormatUncaught(). Line and column count from 0.
void SetImportPlace(v8::Local<v8::Context> context,
                    v8::Local<v8::Object> error,
                    v8::Local<v8::String> file,
                    int line,
                    int column,
                    std::string_view source_line);

// Makes V8 unwind the running script right after the current native function,
// which must return at once; needs Isolate::TerminateExecution() or calls it.
void TerminateNow(v8::Isolate* isolate);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_ERRORS_H_
