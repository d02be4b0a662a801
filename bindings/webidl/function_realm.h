// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The realm of new.target, whose prototypes are for objects that new.target has
// no prototype for.

#ifndef V8_ENCODING_BINDINGS_WEBIDL_FUNCTION_REALM_H_
#define V8_ENCODING_BINDINGS_WEBIDL_FUNCTION_REALM_H_

#include "v8.h"

namespace v8_encoding {

// *GetFunctionRealm*: through proxies and bound functions. Empty, with no
// exception pending, for a proxy that is revoked.
v8::MaybeLocal<v8::Context> FunctionRealm(v8::Isolate* isolate,
                                          v8::Local<v8::Object> function);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_WEBIDL_FUNCTION_REALM_H_
