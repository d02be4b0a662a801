// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/generic_transform_stream.h"

#include "bindings/streams/stream_pair.h"

namespace v8_encoding {

bool InitializeTransformStream(const v8::FunctionCallbackInfo<v8::Value>& info,
                               TransformStep transform,
                               TransformStep flush,
                               int readable_field) {
  v8::Local<v8::Context> context = info.GetIsolate()->GetCurrentContext();
  v8::Local<v8::Object> stream = info.This();
  Realm realm;
  TransformSteps steps;
  StreamPair pair;
  if (!Realm::Get(context, &realm) ||
      !realm.GetStep(transform.step, transform.callback)
           .ToLocal(&steps.transform) ||
      !realm.GetStep(flush.step, flush.callback).ToLocal(&steps.flush) ||
      !NewStreamPair(context, steps, stream, &pair)) {
    return false;
  }
  stream->SetInternalField(readable_field, pair.readable);
  stream->SetInternalField(readable_field + 1, pair.writable);
  return true;
}

}  // namespace v8_encoding
