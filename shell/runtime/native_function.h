// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Native functions that belong to a realm, and tables of them.

#ifndef V8_ENCODING_SHELL_RUNTIME_NATIVE_FUNCTION_H_
#define V8_ENCODING_SHELL_RUNTIME_NATIVE_FUNCTION_H_

#include <span>

#include "shell/runtime/realm.h"
#include "shell/values/convert.h"
#include "v8.h"

namespace v8_encoding::shell {

// Calls `function` with the realm that the native function was made in. Where
// that realm is gone, throws an Error instead.
template <void (*function)(Realm&, const Info&)>
void InRealm(const Info& info) {
  if (Realm* realm = Realm::Current(info)) {
    function(*realm, info);
  }
}

struct NativeFunction {
  const char* name;
  v8::FunctionCallback callback;
  int length = 0;
};

// Functions that are no constructors, as properties of a template.
inline void AddFunctions(v8::Isolate* isolate,
                         v8::Local<v8::ObjectTemplate> target,
                         std::span<const NativeFunction> functions,
                         v8::PropertyAttribute attributes = v8::None,
                         v8::Local<v8::Signature> signature = {}) {
  for (const NativeFunction& function : functions) {
    target->Set(NewName(isolate, function.name),
                v8::FunctionTemplate::New(isolate, function.callback, {},
                                          signature, function.length,
                                          v8::ConstructorBehavior::kThrow),
                attributes);
  }
}

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_RUNTIME_NATIVE_FUNCTION_H_
