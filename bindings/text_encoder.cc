// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// TextEncoder. https://encoding.spec.whatwg.org/#interface-textencoder

#include "bindings/realm/realm.h"
#include "bindings/strings/encode_string.h"
#include "bindings/text_encoder_common.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/buffer_source.h"
#include "bindings/webidl/errors.h"
#include "idl/interfaces.h"

namespace v8_encoding {

namespace {

using idl::TextEncoder;

// The object's internal field: its realm's object, once it was needed.
enum InternalField { kRealmField, kFieldCount };

// The realm of `context`, which is mostly also that of `encoder`, the object
// that was called, and then kept with it.
bool GetRealm(v8::Isolate* isolate,
              v8::Local<v8::Context> context,
              v8::Local<v8::Object> encoder,
              Realm* realm) {
  v8::Local<v8::Context> encoder_context;
  const bool is_relevant =
      compat::RelevantContext(isolate, encoder).ToLocal(&encoder_context) &&
      encoder_context == context;
  if (!is_relevant) {
    return Realm::Get(isolate, context).To(realm);
  }
  v8::Local<v8::Value> kept = compat::GetInternalField(encoder, kRealmField);
  if (!kept->IsUndefined()) {
    *realm = Realm(isolate, context, kept.As<v8::Object>());
    return true;
  }
  if (!Realm::Get(isolate, context).To(realm)) {
    return false;
  }
  encoder->SetInternalField(kRealmField, realm->object());
  return true;
}

// *Relevant realm* of the object that was called.
v8::Local<v8::Context> RelevantContext(
    const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Local<v8::Context> context;
  return compat::RelevantContext(info.GetIsolate(), info.This())
                 .ToLocal(&context)
             ? context
             : info.GetIsolate()->GetCurrentContext();
}

// new TextEncoder()
// https://encoding.spec.whatwg.org/#dom-textencoder
void Construct(const v8::FunctionCallbackInfo<v8::Value>& info) {
  if (BeginConstruction(info, TextEncoder::kInterface)) {
    // In a context from a template this is the first that's heard of it, and
    // later there may be less to find. With an exception pending, what's
    // returned doesn't matter.
    Realm realm;
    (void)GetRealm(info.GetIsolate(), info.GetIsolate()->GetCurrentContext(),
                   info.This(), &realm);
  }
}

// encode(input)
// https://encoding.spec.whatwg.org/#dom-textencoder-encode
void Encode(const v8::FunctionCallbackInfo<v8::Value>& info) {
  TextEncoder::EncodeArguments arguments;
  if (!arguments.Convert(info)) {
    return;
  }
  v8::Isolate* isolate = info.GetIsolate();
  static_assert(TextEncoder::EncodeArguments::kInputDefault.empty());
  const v8::Local<v8::String> input =
      arguments.input.IsEmpty() ? v8::String::Empty(isolate) : arguments.input;
  Realm realm;
  v8::Local<v8::Uint8Array> result;
  if (GetRealm(isolate, RelevantContext(info), info.This(), &realm) &&
      Utf8EncodeForScript(isolate, realm, input, TextEncoder::kEncode)
          .ToLocal(&result)) {
    info.GetReturnValue().Set(result);
  }
}

// encodeInto(source, destination)
// https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
void EncodeInto(const v8::FunctionCallbackInfo<v8::Value>& info) {
  TextEncoder::EncodeIntoArguments arguments;
  if (!arguments.Convert(info)) {
    return;
  }
  v8::Isolate* isolate = info.GetIsolate();

  // The arguments are converted: only now may the buffer be looked at.
  MutableBytes destination;
  EncodeProgress progress;
  Realm realm;
  v8::Local<v8::Object> result;
  if (GetMutableBytes(isolate, arguments.destination, TextEncoder::kEncodeInto,
                      ValueOrigin::Argument(2), &destination) &&
      EncodeStringInto(isolate, arguments.source, 0, arguments.destination,
                       destination, TextEncoder::kEncodeInto, &progress) &&
      GetRealm(isolate, isolate->GetCurrentContext(), info.This(), &realm) &&
      NewEncodeIntoResult(realm, progress).ToLocal(&result)) {
    info.GetReturnValue().Set(result);
  }
}

constexpr auto kTable = TextEncoder::Describe({
    .constructor = Construct,
    .get_encoding = GetUtf8Name,
    .encode = Encode,
    .encode_into = EncodeInto,
});

}  // namespace

constinit const InterfaceDescriptor TextEncoder::kInterface =
    kTable.Descriptor(kFieldCount);

}  // namespace v8_encoding
