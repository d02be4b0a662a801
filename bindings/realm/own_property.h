// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Own properties, looked at without running code.

#ifndef V8_ENCODING_BINDINGS_REALM_OWN_PROPERTY_H_
#define V8_ENCODING_BINDINGS_REALM_OWN_PROPERTY_H_

#include "v8.h"

namespace v8_encoding {

// What `field` ("value", "get") of the descriptor of the own property `name` of
// `object` is: an empty handle if there is no such property, or if it's of the
// other kind. Nothing with an exception pending. `object` is no proxy, which
// would run its handler.
v8::Maybe<v8::Local<v8::Value>> GetOwnPropertyField(
    v8::Local<v8::Context> context,
    v8::Local<v8::Object> object,
    v8::Local<v8::Name> name,
    const char* field);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_REALM_OWN_PROPERTY_H_
