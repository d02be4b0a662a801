// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// TextDecoderStream.
// https://encoding.spec.whatwg.org/#interface-textdecoderstream

#include "bindings/realm/realm.h"
#include "bindings/streams/generic_transform_stream.h"
#include "bindings/text_decoder_common.h"
#include "bindings/webidl/buffer_source.h"
#include "bindings/webidl/conversions.h"
#include "bindings/webidl/errors.h"
#include "idl/interfaces.h"

namespace v8_encoding {

namespace {

using idl::TextDecoderStream;

using Fields = TransformStreamFields<kTextDecoderFieldCount>;

constexpr CallSite kWrite = {"TextDecoderStream", "write"};
constexpr CallSite kClose = {"TextDecoderStream", "close"};

// Returns what's to be enqueued, unless it's empty.
void ReturnOutput(const CallbackInfo& info, v8::MaybeLocal<v8::String> output) {
  v8::Local<v8::String> string;
  if (output.ToLocal(&string) && string->Length() != 0) {
    info.GetReturnValue().Set(string);
  }
}

// *Decode and enqueue a chunk*: (stream, chunk).
// https://encoding.spec.whatwg.org/#decode-and-enqueue-a-chunk
void DecodeChunk(const CallbackInfo& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Object> stream;
  if (!GetStreamOfStep<Fields>(info, kWrite).ToLocal(&stream)) {
    return;
  }
  const DecoderConfiguration configuration = DecoderConfiguration::Of(stream);
  const Source source = {.isolate = isolate,
                         .value = info[1],
                         .call = kWrite,
                         .origin = ValueOrigin::Argument(1),
                         .refused_buffers = configuration.refused_buffers()};
  v8::Local<v8::Value> chunk;
  BufferSourceBytes bytes;
  if (ConvertAllowSharedBufferSource(source).ToLocal(&chunk) &&
      bytes.Get(isolate, chunk, kWrite)) {
    ReturnOutput(info, DecodeWith(isolate, stream, configuration, bytes.bytes(),
                                  chunk, Flush::kNo, kWrite));
  }
}

// *Flush and enqueue*: (stream).
// https://encoding.spec.whatwg.org/#flush-and-enqueue
void FlushDecoder(const CallbackInfo& info) {
  v8::Local<v8::Object> stream;
  if (GetStreamOfStep<Fields>(info, kClose).ToLocal(&stream)) {
    ReturnOutput(info, DecodeWith(info.GetIsolate(), stream,
                                  DecoderConfiguration::Of(stream), {}, {},
                                  Flush::kYes, kClose));
  }
}

// new TextDecoderStream(label, options)
// https://encoding.spec.whatwg.org/#dom-textdecoderstream
void Construct(const CallbackInfo& info) {
  if (!BeginConstruction(info, TextDecoderStream::kInterface)) {
    return;
  }
  TextDecoderStream::ConstructorArguments arguments;
  if (!arguments.Convert(info) ||
      !InitializeTextDecoder(info, TextDecoderStream::kConstructor,
                             arguments.label, arguments.options)) {
    return;
  }
  // With an exception pending, what's returned doesn't matter.
  (void)InitializeTransformStream(info, Realm::StreamKind::kDecoder,
                                  DecodeChunk, FlushDecoder,
                                  kTextDecoderFieldCount);
}

constexpr auto kTable = TextDecoderStream::Describe({
    .constructor = Construct,
    .get_encoding = GetEncodingName,
    .get_fatal = GetFatal,
    .get_ignore_bom = GetIgnoreBom,
    .get_readable = GetSideOfStream<Fields::kReadable>,
    .get_writable = GetSideOfStream<Fields::kWritable>,
});

constexpr v8::FunctionCallback kSteps[] = {DecodeChunk, FlushDecoder};

}  // namespace

constinit const InterfaceDescriptor TextDecoderStream::kInterface =
    kTable.Descriptor(Fields::kCount, kSteps);

}  // namespace v8_encoding
