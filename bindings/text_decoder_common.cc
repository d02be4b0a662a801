// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/text_decoder_common.h"

#include <string_view>

#include "bindings/strings/decode_to_string.h"
#include "bindings/strings/label.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {

void SetDecoderState(v8::Isolate* isolate,
                     v8::Local<v8::Object> object,
                     DecoderState state) {
  object->SetInternalField(kStateField,
                           v8::Integer::NewFromUnsigned(isolate, state.bits()));
}

bool InitializeTextDecoder(const v8::FunctionCallbackInfo<v8::Value>& info,
                           CallSite call,
                           v8::Local<v8::String> label,
                           const idl::TextDecoderOptions& options) {
  v8::Isolate* isolate = info.GetIsolate();
  // 1.-2.
  static_assert(idl::TextDecoder::ConstructorArguments::kLabelDefault ==
                "utf-8");
  Encoding encoding;
  if (!GetDecodableEncodingOrThrow(isolate, label, call).To(&encoding)) {
    return false;
  }
  // 3.-5.
  const DecoderConfiguration configuration(
      encoding, options.fatal, options.ignore_bom, RefusedBuffersOf(info));
  info.This()->SetInternalField(
      kConfigurationField,
      v8::Integer::NewFromUnsigned(isolate, configuration.bits()));
  return true;
}

v8::MaybeLocal<v8::String> DecodeAnyWith(v8::Isolate* isolate,
                                         v8::Local<v8::Object> object,
                                         DecoderConfiguration configuration,
                                         const SourceBytes& source,
                                         v8::Local<v8::Value> buffer,
                                         Flush flush,
                                         CallSite call) {
  Decoder decoder = DecoderOf(object, configuration);
  const DecoderState before = decoder.state();

  DecodeFailure failure;
  const v8::MaybeLocal<v8::String> string =
      DecodeForScript(isolate, decoder, source, flush, &failure, call, buffer);
  if (string.IsEmpty()) [[unlikely]] {
    if (failure.kind == DecodeFailure::Kind::kThrown) {
      return {};
    }
    if (failure.kind == DecodeFailure::Kind::kMalformed) {
      // Differs: the standard's I/O queue would keep what follows the error,
      // restored bytes included, for the next call. Every engine drops it, and
      // web-platform-tests want it dropped. The decoder goes on where it
      // stands. *BOM seen* is only set when output is serialised, which here it
      // wasn't.
      decoder.DropRestored();
      decoder.set_state(decoder.state().WithAtStart(before.at_start()));
    }
    if (flush == Flush::kYes) {
      decoder.Reset();
    }
  }
  // What ran in a pause may have used the same decoder.
  if ((decoder.state() != before || source.bytes.size() > LongCall::kMinSize) &&
      !configuration.is_of_half_made()) {
    SetDecoderState(isolate, object, decoder.state());
  }
  if (string.IsEmpty()) [[unlikely]] {
    ThrowDecodeFailure(isolate, failure, configuration.encoding(), call);
  }
  return string;
}

// https://encoding.spec.whatwg.org/#dom-textdecoder-encoding
void GetEncodingName(const v8::FunctionCallbackInfo<v8::Value>& info) {
  const std::string_view name =
      LowercaseName(DecoderConfiguration::Of(info.This()).encoding());
  v8::Local<v8::String> string;
  if (v8::String::NewFromOneByte(
          info.GetIsolate(), reinterpret_cast<const uint8_t*>(name.data()),
          v8::NewStringType::kInternalized, static_cast<int>(name.size()))
          .ToLocal(&string)) {
    info.GetReturnValue().Set(string);
  }
}

// https://encoding.spec.whatwg.org/#dom-textdecoder-fatal
void GetFatal(const v8::FunctionCallbackInfo<v8::Value>& info) {
  info.GetReturnValue().Set(DecoderConfiguration::Of(info.This()).fatal());
}

// https://encoding.spec.whatwg.org/#dom-textdecoder-ignorebom
void GetIgnoreBom(const v8::FunctionCallbackInfo<v8::Value>& info) {
  info.GetReturnValue().Set(DecoderConfiguration::Of(info.This()).ignore_bom());
}

}  // namespace v8_encoding
