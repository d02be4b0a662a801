// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Values that have no parts, as text: primitives, and the insides of Date,
// RegExp and the like. None of these functions runs script.

#ifndef V8_ENCODING_SHELL_CONSOLE_LITERALS_H_
#define V8_ENCODING_SHELL_CONSOLE_LITERALS_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "v8.h"

namespace v8_encoding::shell {

// Stands for what V8 refused to tell.
inline constexpr std::string_view kUnreadable = "<unreadable>";

// As in source code: strings as QuoteString() has them, "-0", BigInts with "n".
std::string FormatPrimitive(v8::Local<v8::Context> context,
                            v8::Local<v8::Value> value,
                            size_t max_string_length);

// In quotes, with escapes, as a literal that JavaScript reads back.
std::string QuoteString(v8::Isolate* isolate,
                        v8::Local<v8::String> string,
                        size_t max_length = 10'000);

// "Symbol(description)"
std::string FormatSymbol(v8::Local<v8::Context> context,
                         v8::Local<v8::Symbol> symbol);

// "2024-02-29T12:00:00.000Z" or "Invalid Date".
std::string FormatDate(double time_value);

// "/source/flags"
std::string FormatRegExp(v8::Isolate* isolate, v8::Local<v8::RegExp> regexp);

// What a Number, String, Boolean, BigInt or Symbol object has inside, and which
// of these it is: null for any other object.
struct BoxedValue {
  const char* type = nullptr;
  v8::Local<v8::Value> value;
};
BoxedValue Unbox(v8::Local<v8::Object> object);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_CONSOLE_LITERALS_H_
