// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// TextDecoder. https://encoding.spec.whatwg.org/#interface-textdecoder

#include "bindings/text_decoder_common.h"
#include "bindings/webidl/buffer_source.h"
#include "idl/interfaces.h"

namespace v8_encoding {

namespace {

using idl::TextDecoder;

// For the key of TextDecodeOptions, `stream`.
enum InternalField { kStreamKeyField = kTextDecoderFieldCount, kFieldCount };

// new TextDecoder(label, options)
// https://encoding.spec.whatwg.org/#dom-textdecoder
void Construct(const v8::FunctionCallbackInfo<v8::Value>& info) {
  if (!BeginConstruction(info, TextDecoder::kInterface)) {
    return;
  }
  TextDecoder::ConstructorArguments arguments;
  if (arguments.Convert(info)) {
    // With an exception pending, what's returned doesn't matter.
    (void)InitializeTextDecoder(info, TextDecoder::kConstructor,
                                arguments.label, arguments.options);
  }
}

// decode(input, options), once the arguments are converted.
[[gnu::always_inline]] inline void DecodeBytes(
    const v8::FunctionCallbackInfo<v8::Value>& info,
    DecoderConfiguration configuration,
    v8::Local<v8::Value> input,
    const SourceBytes& bytes,
    Flush flush) {
  v8::Local<v8::String> string;
  if (DecodeWith(info.GetIsolate(), info.This(), configuration, bytes, input,
                 flush, TextDecoder::kDecode)
          .ToLocal(&string)) {
    info.GetReturnValue().Set(string);
  }
}

// decode(input, options) of anything. As one piece: calls of parts would take a
// tenth of the time of a short call.
[[gnu::noinline, gnu::flatten]] void DecodeAny(
    const v8::FunctionCallbackInfo<v8::Value>& info,
    DecoderConfiguration configuration) {
  TextDecoder::DecodeArguments arguments;
  if (!arguments.Convert(info, configuration.refused_buffers(),
                         kStreamKeyField)) {
    return;
  }
  // The arguments are converted: only now may the state and the buffer be
  // looked at.
  BufferSourceBytes source;
  if (!arguments.input.IsEmpty() &&
      !source.Get(info.GetIsolate(), arguments.input, TextDecoder::kDecode)) {
    // Untested: see BufferSourceBytes::CopyMoreElements().
    return;
  }
  DecodeBytes(info, configuration, arguments.input, source.bytes(),
              arguments.options.stream ? Flush::kNo : Flush::kYes);
}

// decode(input, options)
// https://encoding.spec.whatwg.org/#dom-textdecoder-decode
void Decode(const v8::FunctionCallbackInfo<v8::Value>& info) {
  const DecoderConfiguration configuration =
      DecoderConfiguration::Of(info.This());
  // What most calls give, a view alone, needs no conversion.
  if (info.Length() != 1 ||
      configuration.refused_buffers() != RefusedBuffers::kNone ||
      !info[0]->IsArrayBufferView()) {
    DecodeAny(info, configuration);
    return;
  }
  v8::Local<v8::ArrayBufferView> view = info[0].As<v8::ArrayBufferView>();
  BufferSourceBytes source;
  if (!source.TryGetOfView(view)) [[unlikely]] {
    // Untested: see BufferSourceBytes::CopyMoreElements().
    ThrowOutOfMemory(info.GetIsolate(), TextDecoder::kDecode);
    return;
  }
  DecodeBytes(info, configuration, view, source.bytes(), Flush::kYes);
}

constexpr auto kTable = TextDecoder::Describe({
    .constructor = Construct,
    .get_encoding = GetEncodingName,
    .get_fatal = GetFatal,
    .get_ignore_bom = GetIgnoreBom,
    .decode = Decode,
});

}  // namespace

constinit const InterfaceDescriptor TextDecoder::kInterface =
    kTable.Descriptor(kFieldCount);

}  // namespace v8_encoding
