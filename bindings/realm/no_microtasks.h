// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Calls of V8's from C++ that run no microtasks.

#ifndef V8_ENCODING_BINDINGS_REALM_NO_MICROTASKS_H_
#define V8_ENCODING_BINDINGS_REALM_NO_MICROTASKS_H_

#include "bindings/v8_compat.h"
#include "v8.h"

namespace v8_encoding {

// Where no script is under way and the host hasn't set another policy, V8 ends
// each call that may run scripts, a look at a property or the making of an
// object among them, with the microtasks that wait. While this lives, none of a
// context's run: for functions of the public headers that say they run no
// script, or none but the host's. With the policy kScoped, V8 wants to be told
// of calls that aren't meant to run any. From V8 12 on it ends a termination of
// execution that is under way, as V8's own calls do there: ask
// Isolate::IsExecutionTerminating() before.
class NoMicrotasks {
 public:
  explicit NoMicrotasks(v8::Local<v8::Context> context)
      : scope_(compat::GetIsolate(context), context->GetMicrotaskQueue()),
        annotation_(compat::GetIsolate(context),
                    context->GetMicrotaskQueue(),
                    v8::MicrotasksScope::kDoNotRunMicrotasks) {}

 private:
  v8::Isolate::SuppressMicrotaskExecutionScope scope_;
  v8::MicrotasksScope annotation_;
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_REALM_NO_MICROTASKS_H_
