// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Properties of a global object as Web IDL wants them for interface objects:
// writable, configurable and not enumerable; and of other objects.

#ifndef V8_ENCODING_BINDINGS_WEBIDL_GLOBAL_PROPERTY_H_
#define V8_ENCODING_BINDINGS_WEBIDL_GLOBAL_PROPERTY_H_

#include "v8.h"

namespace v8_encoding {

// Defines the property, in the place of what may be there. False with an
// exception pending if the global object doesn't take it.
[[nodiscard]] bool DefineGlobalProperty(v8::Local<v8::Context> context,
                                        v8::Local<v8::String> name,
                                        v8::Local<v8::Value> value);

// The same of any object.
[[nodiscard]] bool DefineHiddenProperty(v8::Local<v8::Context> context,
                                        v8::Local<v8::Object> object,
                                        v8::Local<v8::String> name,
                                        v8::Local<v8::Value> value);

// The same with a value that `getter` gives when it is first read, by
// ReturnLazily(). Until then scripts can't tell it from another. kIntercepted
// where the host has an interceptor that answers for the property, as for those
// of node:vm's global objects: scripts would see undefined, so that the caller
// defines the value itself.
enum class LazyProperty { kFailed, kDefined, kIntercepted };
[[nodiscard]] LazyProperty DefineLazyGlobalProperty(
    v8::Local<v8::Context> context,
    v8::Local<v8::String> name,
    v8::AccessorNameGetterCallback getter);
void DefineLazyGlobalProperty(v8::Local<v8::ObjectTemplate> global,
                              v8::Local<v8::String> name,
                              v8::AccessorNameGetterCallback getter);

// In a getter: the realm whose global object has the property.
v8::Local<v8::Context> RealmOfGlobal(
    const v8::PropertyCallbackInfo<v8::Value>& info);

// In a getter: makes `value` the property's, which is undefined where a realm
// lost its global object too early; see realm_value.h. That throws.
void ReturnLazily(const v8::PropertyCallbackInfo<v8::Value>& info,
                  v8::Local<v8::Name> name,
                  v8::Local<v8::Value> value);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_WEBIDL_GLOBAL_PROPERTY_H_
