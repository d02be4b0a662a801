// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The streams that are built into the library: evaluated once a realm, when
// first needed.

#ifndef V8_ENCODING_BINDINGS_STREAMS_BUNDLE_H_
#define V8_ENCODING_BINDINGS_STREAMS_BUNDLE_H_

#include "v8.h"

namespace v8_encoding {

// Compiles new_stream_pair.js for this TransformStream: newStreamPair. Empty
// with an exception pending.
v8::MaybeLocal<v8::Function> NewStreamPairFunction(
    v8::Local<v8::Context> context,
    v8::Local<v8::Value> transform_stream);

// Compiles new_bundled_pair.js for these interfaces: newStreamPair, or
// undefined if they aren't of the release that it was written for. Empty with
// an exception pending.
v8::MaybeLocal<v8::Value> NewBundledPairFunction(v8::Local<v8::Context> context,
                                                 v8::Local<v8::Value> streams);

// The bundle's interfaces, as properties of one object. Empty with an exception
// pending.
v8::MaybeLocal<v8::Object> GetStreamsBundle(v8::Local<v8::Context> context);

// Makes each of these interfaces a property of the global object, whose first
// read evaluates the bundle. Scripts can't tell it from another property. False
// with an exception pending if the global object doesn't take them.
void DefineStreamsGlobals(v8::Isolate* isolate,
                          v8::Local<v8::ObjectTemplate> global);
[[nodiscard]] bool DefineStreamsGlobals(v8::Local<v8::Context> context);

// The one callback that this file gives V8, for the external references.
extern const v8::AccessorNameGetterCallback kStreamsGlobalGetter;

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STREAMS_BUNDLE_H_
