// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The mixin GenericTransformStream: what TextDecoderStream and
// TextEncoderStream share.
// https://streams.spec.whatwg.org/#generictransformstream

#ifndef V8_ENCODING_BINDINGS_GENERIC_TRANSFORM_STREAM_H_
#define V8_ENCODING_BINDINGS_GENERIC_TRANSFORM_STREAM_H_

#include "bindings/realm.h"
#include "bindings/v8_compat.h"
#include "v8.h"

namespace v8_encoding {

// One of the native functions that do a stream's work; see StreamsProvider.
struct TransformStep {
  Realm::Step step;
  v8::FunctionCallback callback;
};

// Sets up the transform of the object that is being constructed, and puts its
// two sides into the internal fields `readable_field` and the next one. False
// with an exception pending.
[[nodiscard]] bool InitializeTransformStream(
    const v8::FunctionCallbackInfo<v8::Value>& info,
    TransformStep transform,
    TransformStep flush,
    int readable_field);

// The attributes.
template <int kField>
void GetSideOfStream(const v8::FunctionCallbackInfo<v8::Value>& info) {
  info.GetReturnValue().Set(compat::GetInternalField(info.This(), kField));
}

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_GENERIC_TRANSFORM_STREAM_H_
