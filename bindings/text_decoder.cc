// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/text_decoder.h"

#include <optional>
#include <string>

#include "bindings/buffer_source.h"
#include "bindings/conversions.h"
#include "bindings/decode_to_string.h"
#include "bindings/errors.h"
#include "bindings/label.h"
#include "bindings/v8_compat.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {

namespace {

constexpr CallSite kConstructor = {"TextDecoder", nullptr};
constexpr CallSite kDecode = {"TextDecoder", "decode"};

// The object's internal fields, both Smis. The standard's *do not flush* needs
// none: it's false exactly when the state is the initial one, since a call that
// doesn't stream always leaves that behind.
enum InternalField { kConfigurationField, kStateField, kFieldCount };

// What the constructor sets and nothing changes.
struct Configuration {
  static Configuration Of(v8::Local<v8::Object> decoder) {
    const uint32_t bits = compat::GetInternalField(decoder, kConfigurationField)
                              .As<v8::Uint32>()
                              ->Value();
    return {.encoding = static_cast<Encoding>(bits & kEncodingMask),
            .error_mode = bits & kFatal ? DecodeErrorMode::kFatal
                                        : DecodeErrorMode::kReplacement,
            .bom_mode = bits & kIgnoreBom ? BomMode::kKeep : BomMode::kRemove};
  }

  uint32_t ToBits() const {
    return static_cast<uint32_t>(encoding) |
           (error_mode == DecodeErrorMode::kFatal ? kFatal : 0) |
           (bom_mode == BomMode::kKeep ? kIgnoreBom : 0);
  }

  Encoding encoding;
  DecodeErrorMode error_mode;
  BomMode bom_mode;

 private:
  static constexpr uint32_t kEncodingMask = 0x3F;
  static constexpr uint32_t kFatal = 0x40;
  static constexpr uint32_t kIgnoreBom = 0x80;
};

DecoderState GetState(v8::Local<v8::Object> object) {
  return DecoderState::FromBits(
      compat::GetInternalField(object, kStateField).As<v8::Uint32>()->Value());
}

void SetState(v8::Isolate* isolate,
              v8::Local<v8::Object> object,
              DecoderState state) {
  object->SetInternalField(kStateField,
                           v8::Integer::NewFromUnsigned(isolate, state.bits()));
}

// new TextDecoder(label, options)
// https://encoding.spec.whatwg.org/#dom-textdecoder
void Construct(const v8::FunctionCallbackInfo<v8::Value>& info) {
  if (!BeginConstruction(info, kTextDecoderInterface)) {
    return;
  }
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();

  v8::Local<v8::String> label;
  if (!info[0]->IsUndefined() && !ConvertString(context, info[0], &label)) {
    return;
  }
  bool fatal = false;
  bool ignore_bom = false;
  const BooleanMember members[] = {{"fatal", &fatal},
                                   {"ignoreBOM", &ignore_bom}};
  if (!ConvertDictionary(context, info[1], kConstructor, "TextDecoderOptions",
                         members)) {
    return;
  }

  // 1.-2.
  const std::optional<Encoding> encoding =
      label.IsEmpty() ? Encoding::kUtf8 : GetEncodingOfString(isolate, label);
  if (!encoding || *encoding == Encoding::kReplacement) {
    ThrowRangeError(
        isolate, kConstructor,
        "The encoding label '" + Quotable(isolate, label) + "' is invalid.");
    return;
  }
  // 3.-5.
  const Configuration configuration{
      .encoding = *encoding,
      .error_mode =
          fatal ? DecodeErrorMode::kFatal : DecodeErrorMode::kReplacement,
      .bom_mode = ignore_bom ? BomMode::kKeep : BomMode::kRemove};
  v8::Local<v8::Object> object = info.This();
  object->SetInternalField(
      kConfigurationField,
      v8::Integer::NewFromUnsigned(isolate, configuration.ToBits()));
  SetState(
      isolate, object,
      DecoderState::Initial(configuration.encoding, configuration.bom_mode));
}

void ThrowMalformed(v8::Isolate* isolate,
                    Encoding encoding,
                    const DecodeResult& decoded) {
  std::string detail = "The encoded data is not valid " +
                       std::string(LowercaseName(encoding)) + ": ";
  // A malformed sequence that began in an earlier chunk has no offset here.
  const size_t end = decoded.read - decoded.restored_length;
  if (decoded.restored_length <= decoded.read &&
      decoded.malformed_length <= end) {
    detail += "malformed sequence at byte " +
              std::to_string(end - decoded.malformed_length) + ".";
  } else {
    detail += "malformed sequence begun in an earlier chunk.";
  }
  ThrowTypeError(isolate, kDecode, detail);
}

// decode(input, options)
// https://encoding.spec.whatwg.org/#dom-textdecoder-decode
void Decode(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();

  v8::Local<v8::Value> input = info[0];
  const bool has_input = !input->IsUndefined();
  if (has_input && !IsAllowSharedBufferSource(input)) {
    ThrowTypeError(isolate, kDecode,
                   "The provided value is not of type '(ArrayBuffer or "
                   "SharedArrayBuffer or ArrayBufferView)'.");
    return;
  }
  bool stream = false;
  const BooleanMember members[] = {{"stream", &stream}};
  if (!ConvertDictionary(context, info[1], kDecode, "TextDecodeOptions",
                         members)) {
    return;
  }

  // The arguments are converted, and no script runs from here to the return:
  // only now may the state and the buffer be looked at.
  BufferSourceBytes source;
  if (has_input && !source.Get(input)) {
    ThrowRangeError(isolate, kDecode, "Out of memory.");
    return;
  }
  v8::Local<v8::Object> object = info.This();
  const Configuration configuration = Configuration::Of(object);
  const DecoderState before = GetState(object);
  Decoder decoder(configuration.encoding, configuration.error_mode,
                  configuration.bom_mode);
  decoder.set_state(before);

  const DecodeToStringResult result = DecodeToString(
      isolate, decoder, source.bytes(), stream ? Flush::kNo : Flush::kYes);
  switch (result.status) {
    case DecodeToStringStatus::kDone:
      info.GetReturnValue().Set(result.string);
      break;
    case DecodeToStringStatus::kMalformed:
      // Differs: the standard's I/O queue would keep what follows the error,
      // restored bytes included, for the next call. Every engine drops it, and
      // web-platform-tests want it dropped. The decoder goes on where it
      // stands. *BOM seen* is only set when output is serialised, which here
      // it wasn't.
      decoder.DropRestored();
      decoder.set_state(decoder.state().WithAtStart(before.at_start()));
      ThrowMalformed(isolate, configuration.encoding, result.decoded);
      break;
    case DecodeToStringStatus::kStringTooLong:
      ThrowRangeError(isolate, kDecode,
                      "The decoded string would be longer than the longest "
                      "possible string.");
      break;
    case DecodeToStringStatus::kOutOfMemory:
      ThrowRangeError(isolate, kDecode, "Out of memory.");
      break;
  }
  if (!stream) {
    decoder.Reset();
  }
  if (decoder.state() != before) {
    SetState(isolate, object, decoder.state());
  }
}

// https://encoding.spec.whatwg.org/#dom-textdecoder-encoding
void GetEncodingName(const v8::FunctionCallbackInfo<v8::Value>& info) {
  const std::string_view name =
      LowercaseName(Configuration::Of(info.This()).encoding);
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
  info.GetReturnValue().Set(Configuration::Of(info.This()).error_mode ==
                            DecodeErrorMode::kFatal);
}

// https://encoding.spec.whatwg.org/#dom-textdecoder-ignorebom
void GetIgnoreBom(const v8::FunctionCallbackInfo<v8::Value>& info) {
  info.GetReturnValue().Set(Configuration::Of(info.This()).bom_mode ==
                            BomMode::kKeep);
}

constexpr AttributeDescriptor kAttributes[] = {
    {"encoding", "get encoding", GetEncodingName},
    {"fatal", "get fatal", GetFatal},
    {"ignoreBOM", "get ignoreBOM", GetIgnoreBom},
};
constexpr OperationDescriptor kOperations[] = {
    {"decode", 0, Decode},
};

}  // namespace

constinit const InterfaceDescriptor kTextDecoderInterface = {
    .name = "TextDecoder",
    .constructor_length = 0,
    .constructor = Construct,
    .internal_field_count = kFieldCount,
    .attributes = kAttributes,
    .operations = kOperations,
};

}  // namespace v8_encoding
