// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Runs the JavaScript that is part of the library.

#ifndef V8_ENCODING_BINDINGS_STREAMS_EVALUATE_H_
#define V8_ENCODING_BINDINGS_STREAMS_EVALUATE_H_

#include <span>
#include <string_view>

#include "v8.h"

namespace v8_encoding {

// Calls the function that `text` is, one of sources.h, with these arguments.
// Stacks call the text `name`. Empty with an exception pending.
//
// V8 compiles the text once an isolate, as long as it remembers the text: other
// realms get the same code.
v8::MaybeLocal<v8::Value> CallSource(v8::Local<v8::Context> context,
                                     std::string_view text,
                                     std::string_view name,
                                     std::span<v8::Local<v8::Value>> arguments);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STREAMS_EVALUATE_H_
