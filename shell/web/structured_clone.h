// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The HTML standard's structured serialization, with transfers, over V8's:
// https://html.spec.whatwg.org/#safe-passing-of-structured-data

#ifndef V8_ENCODING_SHELL_WEB_STRUCTURED_CLONE_H_
#define V8_ENCODING_SHELL_WEB_STRUCTURED_CLONE_H_

#include "v8.h"

namespace v8_encoding::shell {

// *StructuredSerializeWithTransfer*: a message, which is no realm's value, to
// be deserialized once. Detaches what is in `transfer`. The message is an
// object, which scripts must not get, so that the queue of a port that nobody
// can reach is collected with the port. Empty with an exception pending.
v8::MaybeLocal<v8::Array> Serialize(v8::Local<v8::Context> context,
                                    v8::Local<v8::Value> value,
                                    v8::Local<v8::Array> transfer);

// *StructuredDeserializeWithTransfer* in the realm of `context`, which is
// entered. Takes what was transferred out of the message. `ports`, if not null,
// gets an array of those.
v8::MaybeLocal<v8::Value> Deserialize(v8::Local<v8::Context> context,
                                      v8::Local<v8::Array> message,
                                      v8::Local<v8::Array>* ports = nullptr);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_WEB_STRUCTURED_CLONE_H_
