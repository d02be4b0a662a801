// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// TextEncoderStream.
// https://encoding.spec.whatwg.org/#interface-textencoderstream

#include <cstdint>

#include "bindings/realm/realm.h"
#include "bindings/streams/generic_transform_stream.h"
#include "bindings/strings/encode_string.h"
#include "bindings/text_encoder_common.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/conversions.h"
#include "idl/interfaces.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding {

namespace {

using idl::TextEncoderStream;

// The object of the stream's realm, which is also that of the functions that do
// its steps; and the encoder's state, which is the *pending high surrogate*, a
// Smi.
enum InternalField { kRealmField, kStateField, kOwnFieldCount };
using Fields = TransformStreamFields<kOwnFieldCount>;

static_assert(kStateField >= compat::kFirstIntegerField);

constexpr CallSite kWrite = {"TextEncoderStream", "write"};
constexpr CallSite kClose = {"TextEncoderStream", "close"};

Realm GetRealm(v8::Isolate* isolate, v8::Local<v8::Object> stream) {
  return Realm(isolate, isolate->GetCurrentContext(),
               compat::GetInternalField(stream, kRealmField).As<v8::Object>());
}

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

// *Encode and enqueue a chunk*, for a chunk that isn't empty. Returns nothing
// where the whole of it stays pending.
void EncodeText(const CallbackInfo& info,
                v8::Local<v8::Object> stream,
                v8::Local<v8::String> text) {
  v8::Isolate* isolate = info.GetIsolate();
  Realm realm = GetRealm(isolate, stream);
  Encoder encoder(Encoding::kUtf8);
  encoder.set_state(GetState(stream));
  v8::Local<v8::Uint8Array> result;
  if (!Utf8EncodeForScript(isolate, realm, text, encoder, Flush::kNo, kWrite)
           .ToLocal(&result)) {
    return;
  }
  // What ran in a pause may have used the same stream.
  SetState(isolate, stream, GetState(stream), encoder.state());
  if (result->Length() != 0) {
    info.GetReturnValue().Set(result);
  }
}

// *Encode and enqueue a chunk*: (stream, chunk).
// https://encoding.spec.whatwg.org/#encode-and-enqueue-a-chunk
void EncodeChunk(const CallbackInfo& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Object> stream;
  if (!GetStreamOfStep<Fields>(info, kWrite).ToLocal(&stream)) {
    return;
  }
  const Source source = {.isolate = isolate,
                         .value = info[1],
                         .call = kWrite,
                         .origin = ValueOrigin::Argument(1),
                         .refused_buffers = RefusedBuffers::kNone};
  v8::Local<v8::String> chunk;
  if (ConvertDOMString(source).ToLocal(&chunk) && chunk->Length() != 0) {
    EncodeText(info, stream, chunk);
  }
}

// *Encode and flush*: (stream).
// https://encoding.spec.whatwg.org/#encode-and-flush
void FlushEncoder(const CallbackInfo& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Object> stream;
  if (!GetStreamOfStep<Fields>(info, kClose).ToLocal(&stream)) {
    return;
  }
  const EncoderState before = GetState(stream);
  if (before == EncoderState()) {
    return;
  }
  Encoder encoder(Encoding::kUtf8);
  encoder.set_state(before);
  uint8_t bytes[Encoder::kMaxBytesPerStep];
  const EncodeResult encoded = encoder.EncodeFromUtf16({}, bytes, Flush::kYes);
  SetState(isolate, stream, before, encoder.state());
  Realm realm = GetRealm(isolate, stream);
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
  Realm realm;
  if (!Realm::Get(isolate, isolate->GetCurrentContext(), &realm)) {
    return;
  }
  info.This()->SetInternalField(kRealmField, realm.object());
  info.This()->SetInternalField(
      kStateField,
      v8::Integer::NewFromUnsigned(isolate, EncoderState().bits()));
  // With an exception pending, what's returned doesn't matter.
  (void)InitializeTransformStream(info, Realm::StreamKind::kEncoder,
                                  EncodeChunk, FlushEncoder, kOwnFieldCount);
}

constexpr auto kTable = TextEncoderStream::Describe({
    .constructor = Construct,
    .get_encoding = GetUtf8Name,
    .get_readable = GetSideOfStream<Fields::kReadable>,
    .get_writable = GetSideOfStream<Fields::kWritable>,
});

constexpr v8::FunctionCallback kSteps[] = {EncodeChunk, FlushEncoder};

}  // namespace

constinit const InterfaceDescriptor TextEncoderStream::kInterface =
    kTable.Descriptor(Fields::kCount, kSteps);

}  // namespace v8_encoding
