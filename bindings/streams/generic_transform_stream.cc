// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/streams/generic_transform_stream.h"

#include "bindings/streams/stream_pair.h"

namespace v8_encoding {

bool InitializeTransformStream(const v8::FunctionCallbackInfo<v8::Value>& info,
                               Realm::StreamKind kind,
                               v8::FunctionCallback transform,
                               v8::FunctionCallback flush,
                               int own_field_count) {
  using Fields = TransformStreamFields<0>;
  v8::Local<v8::Context> context = info.GetIsolate()->GetCurrentContext();
  v8::Local<v8::Object> stream = info.This();
  Realm realm;
  TransformSteps steps;
  StreamPair pair;
  if (!Realm::Get(info.GetIsolate(), context, &realm) ||
      !realm.GetSteps(kind, transform, flush).To(&steps)) {
    return false;
  }
  // The stream's own fields are set: from here on its steps can be called.
  stream->SetInternalField(own_field_count + Fields::kBrand, steps.brand);
  if (!NewStreamPair(context, steps, stream).To(&pair)) {
    return false;
  }
  stream->SetInternalField(own_field_count + Fields::kReadable, pair.readable);
  stream->SetInternalField(own_field_count + Fields::kWritable, pair.writable);
  return true;
}

}  // namespace v8_encoding
