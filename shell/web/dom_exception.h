// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// DOMException as C++ sees it, whose semantics are in prelude/dom_exception.js.

#ifndef V8_ENCODING_SHELL_WEB_DOM_EXCEPTION_H_
#define V8_ENCODING_SHELL_WEB_DOM_EXCEPTION_H_

#include <string>
#include <string_view>

#include "v8.h"

namespace v8_encoding::shell {

// Throws a DOMException of the context's realm; a plain Error if that is gone.
void ThrowDomException(v8::Local<v8::Context> context,
                       std::string_view name,
                       std::string_view message);

// The state of a DOMException, with `name`, `message` and `code`. Empty for
// anything else.
v8::MaybeLocal<v8::Object> DomExceptionState(v8::Local<v8::Context> context,
                                             v8::Local<v8::Value> value);

// Gives a DOMException with that state the `stack` that an Error made here
// would have. False with an exception pending.
bool CaptureStack(v8::Local<v8::Context> context,
                  v8::Local<v8::Object> exception,
                  v8::Local<v8::Object> state);

// The stack of an Error or DOMException, with name and message in its first
// line; empty for anything else, and where it is no string. Runs no script but
// an Error.prepareStackTrace of the user's.
std::string ErrorStack(v8::Local<v8::Context> context,
                       v8::Local<v8::Value> error);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_WEB_DOM_EXCEPTION_H_
