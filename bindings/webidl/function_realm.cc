// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/webidl/function_realm.h"

#include "bindings/v8_compat.h"

namespace v8_encoding {

namespace {

// The function behind a proxy or a bound function; empty for another, null for
// a proxy that is revoked.
v8::Local<v8::Value> TargetOf(v8::Local<v8::Object> function) {
  if (function->IsProxy()) {
    return function.As<v8::Proxy>()->GetTarget();
  }
  if (function->IsFunction()) {
    v8::Local<v8::Value> bound =
        function.As<v8::Function>()->GetBoundFunction();
    if (bound->IsObject()) {
      return bound;
    }
  }
  return {};
}

}  // namespace

v8::MaybeLocal<v8::Context> FunctionRealm(v8::Isolate* isolate,
                                          v8::Local<v8::Object> function) {
  for (;;) {
    v8::Local<v8::Value> target = TargetOf(function);
    if (target.IsEmpty()) {
      return compat::RelevantContext(isolate, function);
    }
    if (!target->IsObject()) {
      return {};
    }
    function = target.As<v8::Object>();
  }
}

}  // namespace v8_encoding
