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

// What the constructor sets and nothing changes.
struct DecoderConfiguration {
  // Of the decoder that `object` is.
  static DecoderConfiguration Of(v8::Local<v8::Object> object) {
    v8::Local<v8::Value> field =
        compat::GetInternalField(object, kConfigurationField);
    const bool is_half_made = field->IsUndefined();
    const uint32_t bits = is_half_made ? 0 : field.As<v8::Uint32>()->Value();
    return {
        .encoding = static_cast<Encoding>(bits & kEncodingMask),
        .error_mode = bits & kFatal ? DecodeErrorMode::kFatal
                                    : DecodeErrorMode::kReplacement,
        .bom_mode = bits & kIgnoreBom ? BomMode::kKeep : BomMode::kRemove,
        .refused_buffers = static_cast<RefusedBuffers>(bits >> kRefusedShift),
        .is_of_half_made = is_half_made};
  }

  uint32_t ToBits() const {
    return static_cast<uint32_t>(encoding) |
           (error_mode == DecodeErrorMode::kFatal ? kFatal : 0) |
           (bom_mode == BomMode::kKeep ? kIgnoreBom : 0) |
           static_cast<uint32_t>(refused_buffers) << kRefusedShift;
  }

  Encoding encoding;
  DecodeErrorMode error_mode;
  BomMode bom_mode;
  RefusedBuffers refused_buffers;
  // A debugger can get hold of an object whose constructor threw or is under
  // way, and of the one that V8 copies all new ones from. It's a decoder for
  // UTF-8 that keeps no state: new ones would have that.
  bool is_of_half_made = false;

 private:
  static constexpr uint32_t kEncodingMask = 0x3F;
  static constexpr uint32_t kFatal = 0x40;
  static constexpr uint32_t kIgnoreBom = 0x80;
  static constexpr uint32_t kRefusedShift = 8;
};

// Decodes `source`, memory of `buffer` or a copy, with the decoder that
// `object` is, whose configuration is given. Runs no script before its state
// has been written back, but in the pauses of a long call. Empty with an
// exception pending: a TypeError if the bytes are malformed and `fatal` is set,
// or if the buffer changed in a pause; a RangeError if the string would be too
// long or there is no memory. If it ended in a pause, or the isolate is being
// terminated, the state is as it was.
v8::MaybeLocal<v8::String> DecodeWith(v8::Isolate* isolate,
                                      v8::Local<v8::Object> object,
                                      const DecoderConfiguration& configuration,
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
