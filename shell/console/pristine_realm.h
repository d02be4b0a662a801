// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Text of values, made by the JavaScript of pristine/*.js. That runs in the
// runtime's pristine realm, so it may use all that V8 has built in, and takes
// the values of all other realms.

#ifndef V8_ENCODING_SHELL_CONSOLE_PRISTINE_REALM_H_
#define V8_ENCODING_SHELL_CONSOLE_PRISTINE_REALM_H_

#include <initializer_list>
#include <string>
#include <string_view>

#include "v8.h"

namespace v8_encoding::shell {

class Realm;
class Runtime;

// What a runtime has in that realm.
class PristineRealm {
 public:
  explicit PristineRealm(Runtime& runtime) : runtime_(runtime) {}
  PristineRealm(const PristineRealm&) = delete;
  PristineRealm& operator=(const PristineRealm&) = delete;

  // Runs a file: the body of a function of (native, exports), to which it adds
  // functions for Call(). One that was run before is left alone. False if V8
  // refused.
  bool Run(std::string_view name, std::string_view source);

  // Calls a function that a file has exported, on behalf of `caller`. Empty if
  // it threw, as where the stack is exhausted; throws nothing but a
  // termination.
  v8::MaybeLocal<v8::Value> Call(
      v8::Local<v8::Context> caller,
      std::string_view function,
      std::initializer_list<v8::Local<v8::Value>> arguments);

 private:
  bool Create();

  Runtime& runtime_;
  Realm* realm_ = nullptr;
  v8::Global<v8::Object> native_;
  v8::Global<v8::Object> exports_;
};

// Call(), whose result is a string, in the runtime of `context`; `otherwise` if
// it is none.
std::string CallForText(v8::Local<v8::Context> context,
                        std::string_view function,
                        std::initializer_list<v8::Local<v8::Value>> arguments,
                        std::string_view otherwise);

// A value as readable text; see pristine/inspect.js.
std::string Inspect(v8::Local<v8::Context> context, v8::Local<v8::Value> value);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_CONSOLE_PRISTINE_REALM_H_
