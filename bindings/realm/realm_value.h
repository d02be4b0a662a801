// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Values that the library or an embedder, with the options of an installation,
// say, keeps for a realm. Scripts can't reach them, and snapshots hold them.
//
// They are on the context's extras binding object, not on the global object:
// after Context::DetachGlobal() a realm has none, and the object that
// Context::Global() goes on giving, the proxy, may be another realm's, which
// may be of another origin. What a template puts on global objects is kept like
// the rest from when it's first asked for, as Prepare() does.

#ifndef V8_ENCODING_BINDINGS_REALM_REALM_VALUE_H_
#define V8_ENCODING_BINDINGS_REALM_REALM_VALUE_H_

#include <string_view>

#include "v8.h"

namespace v8_encoding {

// Whether context->Global() is the context's, and not, as on V8 14 and later,
// detached from it or another context's that has taken it over.
bool HasItsGlobal(v8::Isolate* isolate, v8::Local<v8::Context> context);

// What is kept for the realm under `key`, or undefined. Empty with an exception
// pending.
v8::MaybeLocal<v8::Value> GetRealmPrivate(v8::Local<v8::Context> context,
                                          v8::Local<v8::Private> key);
// False with an exception pending.
[[nodiscard]] bool SetRealmPrivate(v8::Local<v8::Context> context,
                                   v8::Local<v8::Private> key,
                                   v8::Local<v8::Value> value);

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
