// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Runs the JavaScript that is part of the library.

#ifndef V8_ENCODING_BINDINGS_STREAMS_EVALUATE_H_
#define V8_ENCODING_BINDINGS_STREAMS_EVALUATE_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "v8.h"

namespace v8_encoding {

// Calls the function that `text` is, one of sources.h, with these arguments.
// Stacks call the text `name`. Empty with an exception pending.
//
// V8 compiles the text once an isolate, as long as it remembers the text: other
// realms get the same code. `code_cache`, if not empty, is what CodeCacheOf()
// gave for the text; one that isn't of this V8 is passed over.
v8::MaybeLocal<v8::Value> CallSource(v8::Local<v8::Context> context,
                                     std::string_view text,
                                     std::string_view name,
                                     std::span<v8::Local<v8::Value>> arguments,
                                     std::span<const uint8_t> code_cache = {});

// V8's code cache of a text with the functions that have been called. Empty,
// perhaps with an exception pending, if V8 can't make one.
std::vector<uint8_t> CodeCacheOf(v8::Local<v8::Context> context,
                                 std::string_view text,
                                 std::string_view name);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STREAMS_EVALUATE_H_
