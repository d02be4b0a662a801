// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The namespace EncodingExtras. What it's for is in extras.h.

#include "v8_encoding/extras.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "bindings/realm/realm.h"
#include "bindings/strings/decode_to_string.h"
#include "bindings/strings/encode_any.h"
#include "bindings/strings/encode_string.h"
#include "bindings/strings/label.h"
#include "bindings/template_options.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/buffer_source.h"
#include "bindings/webidl/errors.h"
#include "bindings/webidl/long_call.h"
#include "bindings/webidl/template_builder.h"
#include "idl/interfaces.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {

namespace {

using idl::EncodingExtras;

// Whether [start, end) is in something of that length, or else throws. `what`
// is a word for its elements.
bool CheckRange(v8::Isolate* isolate,
                CallSite call,
                uint64_t start,
                uint64_t end,
                size_t length,
                const char* what) {
  if (end > length) {
    Throw(isolate, ErrorCode::kOutOfBounds, call,
          ShortText("The range ends at ", what, " ", end,
                    ", but there are only ", length, "."));
    return false;
  }
  if (start > end) {
    Throw(isolate, ErrorCode::kOutOfBounds, call,
          ShortText("The range starts at ", what, " ", start,
                    ", after its end at ", end, "."));
    return false;
  }
  return true;
}

// utf8ByteLength(string)
void Utf8ByteLength(const CallbackInfo& info) {
  EncodingExtras::Utf8ByteLengthArguments arguments;
  if (!arguments.Convert(info)) {
    return;
  }
  LongCall long_call(info.GetIsolate(), EncodingExtras::kUtf8ByteLength,
                     static_cast<size_t>(arguments.string->Length()),
                     Encoding::kUtf8);
  size_t length;
  if (Utf8LengthOfString(info.GetIsolate(), arguments.string, {}, Flush::kYes,
                         &long_call)
          .To(&length)) {
    info.GetReturnValue().Set(static_cast<double>(length));
  }
}

// isWellFormedBytes(bytes, label)
void IsWellFormedBytes(const CallbackInfo& info) {
  EncodingExtras::IsWellFormedBytesArguments arguments;
  if (!arguments.Convert(info, RefusedBuffersOf(info))) {
    return;
  }
  v8::Isolate* isolate = info.GetIsolate();
  static_assert(EncodingExtras::IsWellFormedBytesArguments::kLabelDefault ==
                "utf-8");
  Encoding encoding;
  if (!GetDecodableEncodingOrThrow(isolate, arguments.label,
                                   EncodingExtras::kIsWellFormedBytes)
           .To(&encoding)) {
    return;
  }

  // The arguments are converted: only now may the buffer be looked at.
  BufferSourceBytes source;
  if (!source.Get(isolate, arguments.bytes,
                  EncodingExtras::kIsWellFormedBytes)) {
    // Untested: see BufferSourceBytes::CopyMoreElements().
    return;
  }
  Decoder decoder(encoding, DecodeErrorMode::kFatal, BomMode::kKeep);
  LongCall long_call(isolate, EncodingExtras::kIsWellFormedBytes,
                     source.bytes().bytes.size(), encoding);
  long_call.Watch(arguments.bytes, source.bytes().bytes);
  DecodeResult validated;
  if (ValidateAll(decoder, source.bytes(), Flush::kYes, &long_call,
                  &validated)) {
    info.GetReturnValue().Set(validated.status == DecodeStatus::kInputEmpty);
  }
}

// decodeRange(bytes, start, end, label, options)
void DecodeRange(const CallbackInfo& info) {
  EncodingExtras::DecodeRangeArguments arguments;
  if (!arguments.Convert(info, RefusedBuffersOf(info))) {
    return;
  }
  v8::Isolate* isolate = info.GetIsolate();
  static_assert(EncodingExtras::DecodeRangeArguments::kLabelDefault == "utf-8");
  Encoding encoding;
  if (!GetDecodableEncodingOrThrow(isolate, arguments.label,
                                   EncodingExtras::kDecodeRange)
           .To(&encoding)) {
    return;
  }

  // The arguments are converted: only now may the buffer be looked at.
  BufferSourceBytes source;
  if (!source.Get(isolate, arguments.bytes, EncodingExtras::kDecodeRange) ||
      !CheckRange(isolate, EncodingExtras::kDecodeRange, arguments.start,
                  arguments.end, source.bytes().bytes.size(), "byte")) {
    return;
  }
  const size_t start = static_cast<size_t>(arguments.start);
  const SourceBytes range =
      source.bytes().subspan(start, static_cast<size_t>(arguments.end) - start);
  Decoder decoder(
      encoding,
      arguments.options.fatal ? DecodeErrorMode::kFatal
                              : DecodeErrorMode::kReplacement,
      arguments.options.ignore_bom ? BomMode::kKeep : BomMode::kRemove);
  DecodeFailure failure;
  v8::Local<v8::String> string;
  if (DecodeForScript(isolate, decoder, range, Flush::kYes, &failure,
                      EncodingExtras::kDecodeRange, arguments.bytes)
          .ToLocal(&string)) {
    info.GetReturnValue().Set(string);
  } else {
    ThrowDecodeFailure(isolate, failure, encoding, EncodingExtras::kDecodeRange,
                       start);
  }
}

// encodeIntoAt(source, destination, start, end, sourceStart)
void EncodeIntoAt(const CallbackInfo& info) {
  EncodingExtras::EncodeIntoAtArguments arguments;
  if (!arguments.Convert(info, RefusedBuffersOf(info))) {
    return;
  }
  v8::Isolate* isolate = info.GetIsolate();
  // Before anything is written, since it can fail.
  Realm realm;
  if (!Realm::Get(isolate, isolate->GetCurrentContext(), &realm)) {
    return;
  }

  // The arguments are converted: only now may the buffer be looked at.
  BufferBytes destination;
  if (!GetMutableBytes(isolate, arguments.destination,
                       EncodingExtras::kEncodeIntoAt, ValueOrigin::Argument(2),
                       &destination) ||
      !CheckRange(isolate, EncodingExtras::kEncodeIntoAt, arguments.start,
                  arguments.end, destination.bytes.size(), "byte")) {
    return;
  }
  const size_t length = static_cast<size_t>(arguments.source->Length());
  if (arguments.source_start > length) {
    Throw(isolate, ErrorCode::kOutOfBounds, EncodingExtras::kEncodeIntoAt,
          ShortText("The string is to be read from code unit ",
                    arguments.source_start, ", but there are only ", length,
                    "."));
    return;
  }
  destination.bytes = destination.bytes.subspan(
      static_cast<size_t>(arguments.start),
      static_cast<size_t>(arguments.end - arguments.start));
  EncodeProgress progress;
  v8::Local<v8::Object> result;
  if (EncodeStringInto(isolate, arguments.source,
                       static_cast<size_t>(arguments.source_start),
                       arguments.destination, destination,
                       EncodingExtras::kEncodeIntoAt, &progress) &&
      NewEncodeIntoResult(realm, progress).ToLocal(&result)) {
    info.GetReturnValue().Set(result);
  }
}

// EncodingDescription, converted to a JavaScript value. Empty with an exception
// pending.
v8::MaybeLocal<v8::Object> Describe(v8::Local<v8::Context> context,
                                    Encoding encoding) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  const std::span<const std::string_view> labels = Labels(encoding);
  v8::Local<v8::Array> label_array =
      v8::Array::New(isolate, static_cast<int>(labels.size()));
  for (size_t i = 0; i < labels.size(); ++i) {
    v8::Local<v8::String> label;
    if (!compat::NewAsciiString(isolate, labels[i]).ToLocal(&label) ||
        label_array
            ->CreateDataProperty(context, static_cast<uint32_t>(i), label)
            .IsNothing()) {
      return {};
    }
  }
  const auto& [labels_member, name_member] = idl::kEncodingDescriptionMembers;
  v8::Local<v8::Object> description = v8::Object::New(isolate);
  v8::Local<v8::String> labels_key;
  v8::Local<v8::String> name_key;
  v8::Local<v8::String> name;
  if (!compat::NewAsciiString(isolate, labels_member).ToLocal(&labels_key) ||
      !compat::NewAsciiString(isolate, name_member).ToLocal(&name_key) ||
      !compat::NewAsciiString(isolate, LowercaseName(encoding))
           .ToLocal(&name) ||
      description->CreateDataProperty(context, labels_key, label_array)
          .IsNothing() ||
      description->CreateDataProperty(context, name_key, name).IsNothing()) {
    return {};
  }
  return description;
}

// encodings()
void Encodings(const CallbackInfo& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Array> descriptions =
      v8::Array::New(isolate, static_cast<int>(kEncodingCount));
  for (uint32_t i = 0; i < kEncodingCount; ++i) {
    v8::HandleScope scope(isolate);
    v8::Local<v8::Object> description;
    if (!Describe(context, static_cast<Encoding>(i)).ToLocal(&description) ||
        descriptions->CreateDataProperty(context, i, description).IsNothing()) {
      return;
    }
  }
  info.GetReturnValue().Set(descriptions);
}

// encode(string, label, options)
void Encode(const CallbackInfo& info) {
  EncodingExtras::EncodeArguments arguments;
  if (!arguments.Convert(info)) {
    return;
  }
  v8::Isolate* isolate = info.GetIsolate();
  static_assert(EncodingExtras::EncodeArguments::kLabelDefault == "utf-8");
  Encoding labelled;
  Realm realm;
  if (!GetEncodingOrThrow(isolate, arguments.label, EncodingExtras::kEncode)
           .To(&labelled) ||
      !Realm::Get(isolate, isolate->GetCurrentContext(), &realm)) {
    return;
  }
  const Encoding encoding = GetOutputEncoding(labelled);
  if (!HasEncoder(encoding)) {
    // Untested: only builds without legacy encoders lack one here.
    Throw(isolate, ErrorCode::kNoEncoder, EncodingExtras::kEncode,
          NoEncoderDetail(encoding));
    return;
  }
  v8::Local<v8::Uint8Array> result;
  if (encoding == Encoding::kUtf8) {
    if (Utf8EncodeForScript(isolate, realm, arguments.string,
                            EncodingExtras::kEncode)
            .ToLocal(&result)) {
      info.GetReturnValue().Set(result);
    }
    return;
  }
  LongCall long_call(isolate, EncodingExtras::kEncode,
                     static_cast<size_t>(arguments.string->Length()), encoding);
  const EncodeOutcome outcome = EncodeToUint8Array(
      isolate, realm, arguments.string,
      Encoder(encoding, arguments.options.mode == idl::EncodeMode::kHtml
                            ? EncodeErrorMode::kHtml
                            : EncodeErrorMode::kFatal),
      &long_call);
  if (outcome.unmappable) {
    Throw(isolate, ErrorCode::kUnmappableCharacter, EncodingExtras::kEncode,
          UnmappableDetail(outcome.code_point,
                           static_cast<int64_t>(outcome.position), encoding));
  } else if (outcome.result.ToLocal(&result)) {
    info.GetReturnValue().Set(result);
  }
}

constexpr auto kTable = EncodingExtras::Describe({
    .utf8_byte_length = Utf8ByteLength,
    .is_well_formed_bytes = IsWellFormedBytes,
    .decode_range = DecodeRange,
    .encode_into_at = EncodeIntoAt,
    .encodings = Encodings,
    .encode = Encode,
});

}  // namespace

constinit const NamespaceDescriptor EncodingExtras::kNamespace =
    kTable.Descriptor();

v8::Local<v8::ObjectTemplate> NewExtrasTemplate(v8::Isolate* isolate,
                                                const InstallOptions& options) {
  return BuildTemplate(isolate, EncodingExtras::kNamespace,
                       TemplateOptionsOf(options));
}

}  // namespace v8_encoding
