// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Exceptions, in the words that browsers use: "Failed to execute 'decode' on
// 'TextDecoder': …". They are objects of the current realm, which in a callback
// is that of the function called.

#ifndef V8_ENCODING_BINDINGS_WEBIDL_ERRORS_H_
#define V8_ENCODING_BINDINGS_WEBIDL_ERRORS_H_

#include <optional>
#include <string_view>

#include "bindings/memory/short_text.h"
#include "v8.h"
#include "v8_encoding/error_hook.h"

namespace v8_encoding {

// Which call failed. An operation, or a constructor where `operation` is null.
struct CallSite {
  const char* interface_name;
  const char* operation;
};

// Which value a call got that failed, in the words of a message.
class ValueOrigin {
 public:
  // An argument; `number` counts from 1.
  static constexpr ValueOrigin Argument(int number) {
    return ValueOrigin(number);
  }
  // What browsers name no further: a dictionary and its members, a union.
  static constexpr ValueOrigin Unnamed() { return ValueOrigin(std::nullopt); }

  // "parameter 2", or "The provided value".
  ShortText Name() const;

 private:
  constexpr explicit ValueOrigin(std::optional<int> number) : number_(number) {}

  std::optional<int> number_;
};

// A script's string in UTF-8 for a message, cut short if it's long.
ShortText Quotable(v8::Isolate* isolate, v8::Local<v8::String> string);

// The exception, with its message, a ShortText; its type follows from `code`.
// `detail` is UTF-8.
v8::Local<v8::Object> NewError(v8::Isolate* isolate,
                               ErrorCode code,
                               CallSite call,
                               std::string_view detail);

// Calls the realm's hook with an exception. False if the hook has left another
// one pending.
[[nodiscard]] bool ShowToHook(v8::Isolate* isolate,
                              v8::Local<v8::Object> error,
                              ErrorCode code);

// Throws NewError(), after the realm's hook has seen the exception.
void Throw(v8::Isolate* isolate,
           ErrorCode code,
           CallSite call,
           std::string_view detail);

// Throws kOutOfMemory, a RangeError. What has no memory for a buffer of V8's
// own throws in V8's words instead, see realm.cc.
void ThrowOutOfMemory(v8::Isolate* isolate, CallSite call);

// The hook is kept as a function, which templates and snapshots can hold; its
// callback, kCallErrorHook, is one of the external references.
extern const v8::FunctionCallback kCallErrorHook;
v8::Local<v8::FunctionTemplate> NewErrorHookTemplate(v8::Isolate* isolate,
                                                     ErrorHook hook);

// Under this key the global object of each realm with a hook has the function.
v8::Local<v8::Private> ErrorHookKey(v8::Isolate* isolate);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_WEBIDL_ERRORS_H_
