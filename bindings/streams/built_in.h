// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The library's own streams: JavaScript, evaluated once a realm, when first
// needed.

#ifndef V8_ENCODING_BINDINGS_STREAMS_BUILT_IN_H_
#define V8_ENCODING_BINDINGS_STREAMS_BUILT_IN_H_

#include <span>
#include <string_view>

#include "v8.h"
#include "v8_encoding/streams.h"

namespace v8_encoding {

// What the streams of the realm gave under this name, see sources.h. Evaluates
// them first if that's still to be done. Empty with an exception pending.
v8::MaybeLocal<v8::Object> GetOfBuiltInStreams(v8::Local<v8::Context> context,
                                               std::string_view name);

// Calls such a function.
v8::MaybeLocal<v8::Value> CallBuiltInStreams(
    v8::Local<v8::Context> context,
    std::string_view name,
    std::span<v8::Local<v8::Value>> arguments);

// Makes each of the streams' interfaces a property of the global object, whose
// first read evaluates the streams. Scripts can't tell it from another
// property. False with an exception pending if the global object doesn't take
// them. Does nothing in a build without streams.
void DefineStreamsGlobals(v8::Isolate* isolate,
                          v8::Local<v8::ObjectTemplate> global);
[[nodiscard]] bool DefineStreamsGlobals(v8::Local<v8::Context> context);

// Evaluates the streams now if the realm's global object has these properties.
// False with an exception pending.
[[nodiscard]] bool PrepareStreamsGlobals(v8::Local<v8::Context> context);

// Makes `cache` that of the realms of `global`, or of one realm. False with an
// exception pending.
void SetStreamsCodeCache(v8::Isolate* isolate,
                         v8::Local<v8::ObjectTemplate> global,
                         StreamsCodeCache cache);
[[nodiscard]] bool SetStreamsCodeCache(v8::Local<v8::Context> context,
                                       StreamsCodeCache cache);

// The callback that this file gives V8, for the external references.
extern const v8::AccessorNameGetterCallback kStreamsGlobalGetter;

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STREAMS_BUILT_IN_H_
