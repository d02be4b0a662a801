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

// The object's internal field: undefined, or its realm's object, once that was
// needed. Where the host refuses buffers it stays undefined, so that a realm's
// object also says that there are none to be refused.
enum InternalField { kRealmField, kFieldCount };

// The buffers that the object that was called refuses. `kept` is in its field.
RefusedBuffers RefusedBuffersBy(const v8::FunctionCallbackInfo<v8::Value>& info,
                                v8::Local<v8::Value> kept) {
  return kept->IsUndefined() ? RefusedBuffersOf(info) : RefusedBuffers::kNone;
}

// The realm of `context`. `is_relevant` says whether that is the *relevant
// realm* of the object that was called, which then keeps it. `kept` is in its
// field.
bool GetRealm(const v8::FunctionCallbackInfo<v8::Value>& info,
              v8::Local<v8::Context> context,
              bool is_relevant,
              v8::Local<v8::Value> kept,
              Realm* realm) {
  v8::Isolate* isolate = info.GetIsolate();
  if (is_relevant && !kept->IsUndefined()) [[likely]] {
    *realm = Realm(isolate, context, kept.As<v8::Object>());
    return true;
  }
  if (!Realm::Get(isolate, context, realm)) {
    return false;
  }
  if (is_relevant && RefusedBuffersOf(info) == RefusedBuffers::kNone) {
    info.This()->SetInternalField(kRealmField, realm->object());
  }
  return true;
}

// *Relevant realm* of the object that was called.
bool GetRelevantRealm(const v8::FunctionCallbackInfo<v8::Value>& info,
                      v8::Local<v8::Value> kept,
                      Realm* realm) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context;
  const bool is_relevant =
      compat::RelevantContext(isolate, info.This()).ToLocal(&context);
  return GetRealm(info, is_relevant ? context : isolate->GetCurrentContext(),
                  is_relevant, kept, realm);
}

// *Current realm*, that of the method.
bool GetCurrentRealm(const v8::FunctionCallbackInfo<v8::Value>& info,
                     v8::Local<v8::Value> kept,
                     Realm* realm) {
  v8::Isolate* isolate = info.GetIsolate();
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Context> relevant;
  const bool is_relevant =
      compat::RelevantContext(isolate, info.This()).ToLocal(&relevant) &&
      relevant == context;
  return GetRealm(info, context, is_relevant, kept, realm);
}

// new TextEncoder()
// https://encoding.spec.whatwg.org/#dom-textencoder
void Construct(const v8::FunctionCallbackInfo<v8::Value>& info) {
  // With an exception pending, what's returned doesn't matter.
  (void)BeginConstruction(info, TextEncoder::kInterface);
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
  if (GetRelevantRealm(info, compat::GetInternalField(info.This(), kRealmField),
                       &realm) &&
      Utf8EncodeForScript(isolate, realm, input, TextEncoder::kEncode)
          .ToLocal(&result)) {
    info.GetReturnValue().Set(result);
  }
}

// encodeInto(source, destination)
// https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
void EncodeInto(const v8::FunctionCallbackInfo<v8::Value>& info) {
  const v8::Local<v8::Value> kept =
      compat::GetInternalField(info.This(), kRealmField);
  TextEncoder::EncodeIntoArguments arguments;
  if (!arguments.Convert(info, RefusedBuffersBy(info, kept))) {
    return;
  }
  v8::Isolate* isolate = info.GetIsolate();

  // The arguments are converted: only now may the buffer be looked at.
  BufferBytes destination;
  EncodeProgress progress;
  Realm realm;
  v8::Local<v8::Object> result;
  if (GetMutableBytes(isolate, arguments.destination, TextEncoder::kEncodeInto,
                      ValueOrigin::Argument(2), &destination) &&
      EncodeStringInto(isolate, arguments.source, 0, arguments.destination,
                       destination, TextEncoder::kEncodeInto, &progress) &&
      GetCurrentRealm(info, kept, &realm) &&
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
