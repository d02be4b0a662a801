// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Properties of objects, read and defined by name.

#ifndef V8_ENCODING_SHELL_VALUES_PROPERTIES_H_
#define V8_ENCODING_SHELL_VALUES_PROPERTIES_H_

#include <string_view>

#include "v8.h"

namespace v8_encoding::shell {

// Defines an own data property on an object of the shell's; false if V8 refused
// (as when terminating).
bool Define(v8::Local<v8::Context> context,
            v8::Local<v8::Object> object,
            std::string_view name,
            v8::Local<v8::Value> value,
            v8::PropertyAttribute attributes = v8::None);

// A property of an object that scripts have no hold of; undefined if absent.
v8::Local<v8::Value> GetProperty(v8::Local<v8::Context> context,
                                 v8::Local<v8::Object> object,
                                 std::string_view name);

// An own data property of any object; empty if absent, an accessor, or a
// proxy's. Runs no script.
v8::MaybeLocal<v8::Value> GetOwnData(v8::Local<v8::Context> context,
                                     v8::Local<v8::Object> object,
                                     v8::Local<v8::Name> name);
v8::MaybeLocal<v8::Value> GetOwnData(v8::Local<v8::Context> context,
                                     v8::Local<v8::Object> object,
                                     std::string_view name);

// The function `key` ("get" or "set") of an own accessor property; empty if
// there is none. Runs no script.
v8::MaybeLocal<v8::Function> GetOwnAccessor(v8::Local<v8::Context> context,
                                            v8::Local<v8::Object> object,
                                            v8::Local<v8::Name> name,
                                            std::string_view key);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_VALUES_PROPERTIES_H_
