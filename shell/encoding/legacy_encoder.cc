// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/encoding/legacy_encoder.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::shell {
namespace {

struct Options {
  bool stream = false;
  uint32_t state = 0;
};

bool GetOptions(v8::Local<v8::Context> context,
                v8::Local<v8::Value> value,
                Options* options) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  if (value->IsNullOrUndefined()) {
    return true;
  }
  if (!value->IsObject()) {
    ThrowTypeError(isolate, "encodeLegacy: the options must be an object");
    return false;
  }
  v8::Local<v8::Object> object = value.As<v8::Object>();
  v8::Local<v8::Value> state;
  v8::Local<v8::Value> stream;
  if (!object->Get(context, NewName(isolate, "state")).ToLocal(&state) ||
      !object->Get(context, NewName(isolate, "stream")).ToLocal(&stream)) {
    return false;
  }
  options->stream = stream->BooleanValue(isolate);
  return state->IsUndefined() ||
         state->Uint32Value(context).To(&options->state);
}

}  // namespace

void EncodeLegacy(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::String> string;
  if (!info[0]->ToString(context).ToLocal(&string)) {
    return;
  }
  const std::optional<std::string> label = ToUtf8(context, info[1]);
  Options options;
  if (!label || !GetOptions(context, info[2], &options)) {
    return;
  }
  const std::optional<Encoding> encoding = GetEncoding(*label);
  if (!encoding || !HasEncoder(*encoding)) {
    ThrowRangeError(isolate,
                    "encodeLegacy: there is no encoder for '" + *label + "'");
    return;
  }

  StringEncoder encoder(*encoding);
  encoder.set_state(options.state);
  const size_t length = static_cast<size_t>(string->Length());
  std::vector<uint8_t> bytes;
  size_t read = 0;
  size_t written = 0;
  EncodedInto step;
  do {
    bytes.resize(written + 2 * (length - read) + StringEncoder::kMinRoom);
    step = encoder.EncodeInto(
        isolate, string, read, bytes.data() + written, bytes.size() - written,
        options.stream ? StringEncoder::End::kNo : StringEncoder::End::kYes);
    read += step.read;
    written += step.written;
  } while (step.ok() && !step.complete);

  v8::Local<v8::Uint8Array> array;
  v8::Local<v8::Object> result = v8::Object::New(isolate);
  v8::Local<v8::Value> unmappable = v8::Undefined(isolate);
  if (!step.ok()) {
    unmappable = v8::Integer::NewFromUnsigned(isolate, step.error.code_point);
  }
  if (NewUint8Array(isolate, std::span(bytes).first(written)).ToLocal(&array) &&
      Define(context, result, "bytes", array) &&
      Define(context, result, "read",
             v8::Number::New(isolate, static_cast<double>(read))) &&
      Define(context, result, "unmappable", unmappable) &&
      Define(context, result, "state",
             v8::Integer::NewFromUnsigned(isolate, encoder.state()))) {
    info.GetReturnValue().Set(result);
  }
}

}  // namespace v8_encoding::shell
