// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The mixin TextEncoderCommon: what TextEncoder and TextEncoderStream share.
// https://encoding.spec.whatwg.org/#interface-mixin-textencodercommon

#ifndef V8_ENCODING_BINDINGS_TEXT_ENCODER_COMMON_H_
#define V8_ENCODING_BINDINGS_TEXT_ENCODER_COMMON_H_

#include "v8.h"

namespace v8_encoding {

// The attribute `encoding`.
inline void GetUtf8Name(const v8::FunctionCallbackInfo<v8::Value>& info) {
  info.GetReturnValue().Set(v8::String::NewFromUtf8Literal(
      info.GetIsolate(), "utf-8", v8::NewStringType::kInternalized));
}

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_TEXT_ENCODER_COMMON_H_
