// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The mixin GenericTransformStream: what TextDecoderStream and
// TextEncoderStream share.
// https://streams.spec.whatwg.org/#generictransformstream

#ifndef V8_ENCODING_BINDINGS_STREAMS_GENERIC_TRANSFORM_STREAM_H_
#define V8_ENCODING_BINDINGS_STREAMS_GENERIC_TRANSFORM_STREAM_H_

#include "bindings/realm/realm.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/errors.h"
#include "v8.h"

namespace v8_encoding {

// The last internal fields of an object with the mixin, after `kOwn` of its
// own.
template <int kOwn>
struct TransformStreamFields {
  // TransformSteps::brand, once the stream is set up.
  static constexpr int kBrand = kOwn;
  static constexpr int kReadable = kOwn + 1;
  static constexpr int kWritable = kOwn + 2;
  static constexpr int kCount = kOwn + 3;
};

// Sets up the transform of the object that is being constructed, which has
// `own_field_count` internal fields before those of the mixin. The callbacks
// are those of the steps that StreamsProvider describes. False with an
// exception pending.
[[nodiscard]] bool InitializeTransformStream(
    const v8::FunctionCallbackInfo<v8::Value>& info,
    Realm::StreamKind kind,
    v8::FunctionCallback transform,
    v8::FunctionCallback flush,
    int own_field_count);

// The stream that a step is called for, its first argument. Whoever makes the
// streams may have let scripts have the steps, which can then be called with
// anything: an object that isn't a stream of the step's kind and realm is a
// TypeError, and the result empty.
template <typename Fields>
v8::MaybeLocal<v8::Object> GetStreamOfStep(
    const v8::FunctionCallbackInfo<v8::Value>& info,
    CallSite call) {
  if (info[0]->IsObject()) {
    v8::Local<v8::Object> stream = info[0].As<v8::Object>();
    // Only the constructor puts the brand there.
    if (stream->InternalFieldCount() == Fields::kCount &&
        compat::HasInField(stream, Fields::kBrand, info.Data())) {
      return stream;
    }
  }
  Throw(info.GetIsolate(), ErrorCode::kInvalidArgumentType, call,
        "Illegal invocation.");
  return {};
}

// The attributes.
template <int kField>
void GetSideOfStream(const v8::FunctionCallbackInfo<v8::Value>& info) {
  info.GetReturnValue().Set(compat::GetInternalField(info.This(), kField));
}

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STREAMS_GENERIC_TRANSFORM_STREAM_H_
