// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The two sides of a stream whose steps are native.

#ifndef V8_ENCODING_BINDINGS_STREAMS_STREAM_PAIR_H_
#define V8_ENCODING_BINDINGS_STREAMS_STREAM_PAIR_H_

#include "bindings/realm/realm.h"
#include "v8.h"
#include "v8_encoding/streams.h"

namespace v8_encoding {

struct StreamPair {
  v8::Local<v8::Object> readable;
  v8::Local<v8::Object> writable;
};

// Makes the pair by the means of the realm's provider. Nothing with an
// exception pending.
v8::Maybe<StreamPair> NewStreamPair(v8::Local<v8::Context> context,
                                    const TransformSteps& steps,
                                    v8::Local<v8::Object> state);

// Asks the realm's provider now, if it hasn't been asked yet. False with an
// exception pending.
[[nodiscard]] bool PrepareStreams(v8::Local<v8::Context> context);

// Makes `provider` that of the realms of `global`. Null stands for
// BuiltInStreams.
void SetStreamsProvider(v8::Isolate* isolate,
                        v8::Local<v8::ObjectTemplate> global,
                        StreamsProvider provider);

// Asks `provider` at once, if it is of a kind that captures anything. False
// with an exception pending.
[[nodiscard]] bool SetStreamsProvider(v8::Local<v8::Context> context,
                                      StreamsProvider provider);

// A provider is kept as a function, which templates and snapshots can hold; its
// callback, this one, is one of the external references.
extern const v8::FunctionCallback kCallStreamsProvider;

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STREAMS_STREAM_PAIR_H_
