// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// TextEncoderStream.
// https://encoding.spec.whatwg.org/#interface-textencoderstream

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "bindings/conversions.h"
#include "bindings/encode_string.h"
#include "bindings/generic_transform_stream.h"
#include "bindings/realm.h"
#include "bindings/string_units.h"
#include "bindings/text_encoder_common.h"
#include "bindings/v8_compat.h"
#include "idl/interfaces.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding {

namespace {

using idl::TextEncoderStream;

// The encoder's state, which is the *pending high surrogate*, is a Smi.
enum InternalField {
  kStateField = compat::kFirstIntegerField,
  kReadableField,
  kWritableField,
  kFieldCount,
};

constexpr CallSite kWrite = {"TextEncoderStream", "write"};

EncoderState GetState(v8::Local<v8::Object> stream) {
  return EncoderState::FromBits(
      compat::GetInternalField(stream, kStateField).As<v8::Uint32>()->Value());
}

void SetState(v8::Isolate* isolate,
              v8::Local<v8::Object> stream,
              EncoderState before,
              EncoderState state) {
  if (state != before) {
    stream->SetInternalField(
        kStateField, v8::Integer::NewFromUnsigned(isolate, state.bits()));
  }
}

bool IsTrail(char16_t unit) {
  return (unit & 0xFC00) == 0xDC00;
}

char16_t UnitAt(v8::Isolate* isolate, v8::Local<v8::String> text, size_t at) {
  char16_t unit;
  compat::ReadTwoByte(isolate, text, at, 1, &unit);
  return unit;
}

// How many bytes an encoder writes for `text`. A lead surrogate that it has
// read before, if it `is_pending`, makes a pair with a trail surrogate or comes
// out as U+FFFD; one at the end of `text` stays pending.
size_t ChunkLength(v8::Isolate* isolate,
                   v8::Local<v8::String> text,
                   bool is_pending) {
  constexpr size_t kLoneLength = 3;
  constexpr size_t kPairLength = 4;
  size_t length = Utf8LengthOfString(isolate, text);
  if (is_pending) {
    length += IsTrail(UnitAt(isolate, text, 0)) ? kPairLength - kLoneLength
                                                : kLoneLength;
  }
  const size_t last = static_cast<size_t>(text->Length()) - 1;
  const bool ends_with_lead = (UnitAt(isolate, text, last) & 0xFC00) == 0xD800;
  return length - (ends_with_lead ? kLoneLength : 0);
}

// Encodes all of `text` into `output`, which has room for it.
void EncodeInto(v8::Isolate* isolate,
                v8::Local<v8::String> text,
                Encoder& encoder,
                std::span<uint8_t> output) {
  StringUnits units(isolate, text, 0, static_cast<size_t>(text->Length()));
  while (!units.done()) {
    const EncodeResult encoded =
        units.is_one_byte()
            ? encoder.EncodeFromLatin1(units.NextOneByte(), output, Flush::kNo)
            : encoder.EncodeFromUtf16(units.NextTwoByte(), output, Flush::kNo);
    output = output.subspan(encoded.written);
  }
}

// *Encode and enqueue a chunk*, for a chunk that isn't empty. Returns nothing
// where the whole of it stays pending.
void EncodeText(const CallbackInfo& info,
                v8::Local<v8::Object> stream,
                v8::Local<v8::String> text) {
  v8::Isolate* isolate = info.GetIsolate();
  Realm realm;
  if (!Realm::Get(isolate->GetCurrentContext(), &realm)) {
    return;
  }
  const EncoderState before = GetState(stream);
  Encoder encoder(Encoding::kUtf8);
  encoder.set_state(before);
  const size_t length = ChunkLength(isolate, text, before != EncoderState());
  uint8_t small[Realm::kMaxCopiedLength];
  std::span<uint8_t> output(small, std::min(length, sizeof(small)));
  v8::Local<v8::Uint8Array> result;
  if (length > sizeof(small) &&
      !realm.NewUint8Array(length, &output).ToLocal(&result)) {
    return;
  }
  EncodeInto(isolate, text, encoder, output);
  SetState(isolate, stream, before, encoder.state());
  if (length > sizeof(small) ||
      (length != 0 && realm.NewSmallUint8Array(output).ToLocal(&result))) {
    info.GetReturnValue().Set(result);
  }
}

// *Encode and enqueue a chunk*: (stream, chunk).
// https://encoding.spec.whatwg.org/#encode-and-enqueue-a-chunk
void EncodeChunk(const CallbackInfo& info) {
  v8::Isolate* isolate = info.GetIsolate();
  const Source source = {.isolate = isolate,
                         .context = isolate->GetCurrentContext(),
                         .value = info[1],
                         .call = kWrite,
                         .parameter = 1,
                         .refuses_resizable_buffers = false};
  v8::Local<v8::String> chunk;
  if (ConvertDOMString(source, &chunk) && chunk->Length() != 0) {
    EncodeText(info, info[0].As<v8::Object>(), chunk);
  }
}

// *Encode and flush*: (stream).
// https://encoding.spec.whatwg.org/#encode-and-flush
void FlushEncoder(const CallbackInfo& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Object> stream = info[0].As<v8::Object>();
  const EncoderState before = GetState(stream);
  Realm realm;
  if (before == EncoderState() ||
      !Realm::Get(isolate->GetCurrentContext(), &realm)) {
    return;
  }
  Encoder encoder(Encoding::kUtf8);
  encoder.set_state(before);
  uint8_t bytes[Encoder::kMaxBytesPerStep];
  const EncodeResult encoded = encoder.EncodeFromUtf16({}, bytes, Flush::kYes);
  SetState(isolate, stream, before, encoder.state());
  v8::Local<v8::Uint8Array> result;
  if (realm.NewSmallUint8Array({bytes, encoded.written}).ToLocal(&result)) {
    info.GetReturnValue().Set(result);
  }
}

// new TextEncoderStream()
// https://encoding.spec.whatwg.org/#dom-textencoderstream
void Construct(const CallbackInfo& info) {
  if (!BeginConstruction(info, TextEncoderStream::kInterface)) {
    return;
  }
  v8::Isolate* isolate = info.GetIsolate();
  info.This()->SetInternalField(
      kStateField,
      v8::Integer::NewFromUnsigned(isolate, EncoderState().bits()));
  // With an exception pending, what's returned doesn't matter.
  (void)InitializeTransformStream(
      info, {Realm::Step::kEncodeChunk, EncodeChunk},
      {Realm::Step::kFlushEncoder, FlushEncoder}, kReadableField);
}

constexpr auto kTable = TextEncoderStream::Describe({
    .constructor = Construct,
    .get_encoding = GetUtf8Name,
    .get_readable = GetSideOfStream<kReadableField>,
    .get_writable = GetSideOfStream<kWritableField>,
});

constexpr v8::FunctionCallback kSteps[] = {EncodeChunk, FlushEncoder};

}  // namespace

constinit const InterfaceDescriptor TextEncoderStream::kInterface =
    kTable.Descriptor(kFieldCount, kSteps);

}  // namespace v8_encoding
