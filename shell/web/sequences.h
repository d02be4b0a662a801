// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Web IDL's sequences, and the transfer lists that are such.

#ifndef V8_ENCODING_SHELL_WEB_SEQUENCES_H_
#define V8_ENCODING_SHELL_WEB_SEQUENCES_H_

#include <functional>
#include <vector>

#include "v8.h"

namespace v8_encoding::shell {

v8::Local<v8::Array> NewArray(v8::Isolate* isolate,
                              const std::vector<v8::Local<v8::Value>>& list);

// Web IDL's conversion to a sequence. Empty with an exception pending.
using ConvertElement =
    std::function<v8::MaybeLocal<v8::Value>(v8::Local<v8::Value>)>;
v8::MaybeLocal<v8::Array> ConvertSequence(v8::Local<v8::Context> context,
                                          v8::Local<v8::Value> value,
                                          const ConvertElement& convert);

// The member `transfer` of a StructuredSerializeOptions; or, where
// `or_sequence`, the value itself, if it is iterable.
v8::MaybeLocal<v8::Array> ToTransferList(v8::Local<v8::Context> context,
                                         v8::Local<v8::Value> value,
                                         bool or_sequence);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_WEB_SEQUENCES_H_
