// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Values that an embedder gives for a realm, with the options of an
// installation, say. Scripts can't reach them, and snapshots hold them.

#ifndef V8_ENCODING_BINDINGS_REALM_REALM_VALUE_H_
#define V8_ENCODING_BINDINGS_REALM_REALM_VALUE_H_

#include <string_view>

#include "v8.h"

namespace v8_encoding {

// Keeps `value` under `name` for the realms of `global`, or for one realm.
// False with an exception pending.
void SetRealmValue(v8::Isolate* isolate,
                   v8::Local<v8::ObjectTemplate> global,
                   std::string_view name,
                   v8::Local<v8::Value> value);
[[nodiscard]] bool SetRealmValue(v8::Local<v8::Context> context,
                                 std::string_view name,
                                 v8::Local<v8::Value> value);

// What was kept, or undefined. Empty with an exception pending.
v8::MaybeLocal<v8::Value> GetRealmValue(v8::Local<v8::Context> context,
                                        std::string_view name);

// The callback that this file gives V8, for the external references.
extern const v8::FunctionCallback kReturnRealmValue;

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_REALM_REALM_VALUE_H_
