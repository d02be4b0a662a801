// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The mixin TextDecoderCommon: what TextDecoder and TextDecoderStream share.
// https://encoding.spec.whatwg.org/#interface-mixin-textdecodercommon

#ifndef V8_ENCODING_BINDINGS_TEXT_DECODER_COMMON_H_
#define V8_ENCODING_BINDINGS_TEXT_DECODER_COMMON_H_

#include <cstdint>

#include "bindings/memory/shared_memory.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/errors.h"
#include "bindings/webidl/template_builder.h"
#include "idl/interfaces.h"
#include "v8.h"
#include "v8_encoding/decoder.h"

namespace v8_encoding {

// The first internal fields of an object with the mixin, both Smis; the second
// is undefined until a call is long or leaves another state than the initial
// one. The standard's *do not flush* needs none: it's false exactly when the
// state is the initial one, since a call that doesn't stream always leaves that
// behind.
enum TextDecoderField {
  kConfigurationField = compat::kFirstIntegerField,
  kStateField,
  kTextDecoderFieldCount,
};

// *new TextDecoder(label, options)*, 1.-5. of the steps, which both interfaces'
// constructors have. False with an exception pending.
[[nodiscard]] bool InitializeTextDecoder(
    const v8::FunctionCallbackInfo<v8::Value>& info,
    CallSite call,
    v8::Local<v8::String> label,
    const idl::TextDecoderOptions& options);

// Of the decoder that `object` is.
RefusedBuffers RefusedBuffersOf(v8::Local<v8::Object> object);

// Decodes `source`, memory of `buffer` or a copy, with the decoder that
// `object` is. Runs no script before its state has been written back, but in
// the pauses of a long call. Empty with an exception pending: a TypeError if
// the bytes are malformed and `fatal` is set, or if the buffer changed in a
// pause; a RangeError if the string would be too long or there is no memory. If
// it ended in a pause, or the isolate is being terminated, the state is as it
// was.
v8::MaybeLocal<v8::String> DecodeWith(v8::Isolate* isolate,
                                      v8::Local<v8::Object> object,
                                      const SourceBytes& source,
                                      v8::Local<v8::Value> buffer,
                                      Flush flush,
                                      CallSite call);

// The attributes.
void GetEncodingName(const v8::FunctionCallbackInfo<v8::Value>& info);
void GetFatal(const v8::FunctionCallbackInfo<v8::Value>& info);
void GetIgnoreBom(const v8::FunctionCallbackInfo<v8::Value>& info);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_TEXT_DECODER_COMMON_H_
