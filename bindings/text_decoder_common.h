// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The mixin TextDecoderCommon: what TextDecoder and TextDecoderStream share.
// https://encoding.spec.whatwg.org/#interface-mixin-textdecodercommon

#ifndef V8_ENCODING_BINDINGS_TEXT_DECODER_COMMON_H_
#define V8_ENCODING_BINDINGS_TEXT_DECODER_COMMON_H_

#include <cstdint>

#include "bindings/memory/shared_memory.h"
#include "bindings/strings/decode_short.h"
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

// What the constructor sets and nothing changes. One word, in a register: parts
// that have just been written to memory would be waited for where they are read
// together.
class DecoderConfiguration {
 public:
  DecoderConfiguration(Encoding encoding,
                       bool fatal,
                       bool ignore_bom,
                       RefusedBuffers refused_buffers)
      : bits_(static_cast<uint32_t>(encoding) | (fatal ? kFatal : 0) |
              (ignore_bom ? kIgnoreBom : 0) |
              static_cast<uint32_t>(refused_buffers) << kRefusedShift) {}

  // Of the decoder that `object` is.
  static DecoderConfiguration Of(v8::Local<v8::Object> object) {
    v8::Local<v8::Value> field =
        compat::GetInternalField(object, kConfigurationField);
    return DecoderConfiguration(
        field->IsUndefined() ? kHalfMade : field.As<v8::Uint32>()->Value());
  }

  // To be kept in the field.
  uint32_t bits() const { return bits_; }

  Encoding encoding() const {
    return static_cast<Encoding>(bits_ & kEncodingMask);
  }
  bool fatal() const { return bits_ & kFatal; }
  bool ignore_bom() const { return bits_ & kIgnoreBom; }
  RefusedBuffers refused_buffers() const {
    return static_cast<RefusedBuffers>(bits_ >> kRefusedShift & kRefusedMask);
  }
  // A debugger can get hold of an object whose constructor threw or is under
  // way, and of the one that V8 copies all new ones from. It's a decoder for
  // UTF-8 that keeps no state: new ones would have that.
  bool is_of_half_made() const { return bits_ & kHalfMade; }

  // In its initial state.
  Decoder NewDecoder() const {
    return Decoder(
        encoding(),
        fatal() ? DecodeErrorMode::kFatal : DecodeErrorMode::kReplacement,
        ignore_bom() ? BomMode::kKeep : BomMode::kRemove);
  }

 private:
  explicit DecoderConfiguration(uint32_t bits) : bits_(bits) {}

  static constexpr uint32_t kEncodingMask = 0x3F;
  static constexpr uint32_t kFatal = 0x40;
  static constexpr uint32_t kIgnoreBom = 0x80;
  static constexpr uint32_t kRefusedShift = 8;
  static constexpr uint32_t kRefusedMask = 0xFF;
  static constexpr uint32_t kHalfMade = 0x10000;

  uint32_t bits_;
};

// The decoder that `object` is, as the last call left it.
inline Decoder DecoderOf(v8::Local<v8::Object> object,
                         DecoderConfiguration configuration) {
  Decoder decoder = configuration.NewDecoder();
  v8::Local<v8::Value> state = compat::GetInternalField(object, kStateField);
  if (!state->IsUndefined()) {
    decoder.set_state(DecoderState::FromBits(state.As<v8::Uint32>()->Value()));
  }
  return decoder;
}

// The state of DecoderOf() from now on.
void SetDecoderState(v8::Isolate* isolate,
                     v8::Local<v8::Object> object,
                     DecoderState state);

// DecodeWith() of anything.
v8::MaybeLocal<v8::String> DecodeAnyWith(v8::Isolate* isolate,
                                         v8::Local<v8::Object> object,
                                         DecoderConfiguration configuration,
                                         const SourceBytes& source,
                                         v8::Local<v8::Value> buffer,
                                         Flush flush,
                                         CallSite call);

// Decodes `source`, memory of `buffer` or a copy, with the decoder that
// `object` is, whose configuration is given. Runs no script before its state
// has been written back, but in the pauses of a long call. Empty with an
// exception pending: a TypeError if the bytes are malformed and `fatal` is set,
// or if the buffer changed in a pause; a RangeError if the string would be too
// long or there is no memory. If it ended in a pause, or the isolate is being
// terminated, the state is as it was.
[[gnu::always_inline]] inline v8::MaybeLocal<v8::String> DecodeWith(
    v8::Isolate* isolate,
    v8::Local<v8::Object> object,
    DecoderConfiguration configuration,
    const SourceBytes& source,
    v8::Local<v8::Value> buffer,
    Flush flush,
    CallSite call) {
  if (IsShort(source)) {
    Decoder decoder = DecoderOf(object, configuration);
    const DecoderState before = decoder.state();
    const v8::MaybeLocal<v8::String> string =
        DecodeShort(isolate, decoder, source.bytes, flush);
    if (!string.IsEmpty()) [[likely]] {
      if (decoder.state() != before && !configuration.is_of_half_made()) {
        SetDecoderState(isolate, object, decoder.state());
      }
      return string;
    }
  }
  return DecodeAnyWith(isolate, object, configuration, source, buffer, flush,
                       call);
}

// The attributes.
void GetEncodingName(const v8::FunctionCallbackInfo<v8::Value>& info);
void GetFatal(const v8::FunctionCallbackInfo<v8::Value>& info);
void GetIgnoreBom(const v8::FunctionCallbackInfo<v8::Value>& info);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_TEXT_DECODER_COMMON_H_
