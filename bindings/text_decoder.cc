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

// decode(input, options)
// https://encoding.spec.whatwg.org/#dom-textdecoder-decode
void Decode(const v8::FunctionCallbackInfo<v8::Value>& info) {
  const DecoderConfiguration configuration =
      DecoderConfiguration::Of(info.This());
  TextDecoder::DecodeArguments arguments;
  if (!arguments.Convert(info, configuration.refused_buffers(),
                         kStreamKeyField)) {
    return;
  }
  v8::Isolate* isolate = info.GetIsolate();

  // The arguments are converted: only now may the state and the buffer be
  // looked at.
  BufferSourceBytes source;
  if (!arguments.input.IsEmpty() &&
      !source.Get(isolate, arguments.input, TextDecoder::kDecode)) {
    // Untested: see BufferSourceBytes::CopyElements().
    return;
  }
  v8::Local<v8::String> string;
  if (DecodeWith(isolate, info.This(), configuration, source.bytes(),
                 arguments.input,
                 arguments.options.stream ? Flush::kNo : Flush::kYes,
                 TextDecoder::kDecode)
          .ToLocal(&string)) {
    info.GetReturnValue().Set(string);
  }
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
