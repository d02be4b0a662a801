// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/streams/stream_pair.h"

#include <string_view>

#include "bindings/realm/private_key.h"
#include "bindings/realm/realm_value.h"
#include "bindings/streams/built_in.h"
#include "bindings/streams/evaluate.h"
#include "bindings/streams/sources.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/errors.h"

namespace v8_encoding {

namespace {

constexpr CallSite kCallSite = {"TransformStream", nullptr};

// Under these keys a realm's global object has its provider, if that isn't
// BuiltInStreams, and what the provider gave.
v8::Local<v8::Private> ProviderKey(v8::Isolate* isolate) {
  return PrivateKey(isolate, "StreamsProvider");
}
v8::Local<v8::Private> NewStreamPairKey(v8::Isolate* isolate) {
  return PrivateKey(isolate, "NewStreamPair");
}

bool IsBuiltIn(StreamsProvider provider) {
  return provider == nullptr || provider == BuiltInStreams;
}

// The function that a provider is kept as.
void CallProvider(const v8::FunctionCallbackInfo<v8::Value>& info) {
  const auto provider = reinterpret_cast<StreamsProvider>(
      compat::GetExternalPointer(info.Data().As<v8::External>()));
  v8::Local<v8::Function> function;
  if (provider(info.GetIsolate()->GetCurrentContext()).ToLocal(&function)) {
    info.GetReturnValue().Set(function);
  }
}

v8::Local<v8::FunctionTemplate> NewProviderTemplate(v8::Isolate* isolate,
                                                    StreamsProvider provider) {
  return v8::FunctionTemplate::New(
      isolate, CallProvider,
      compat::NewExternal(isolate, reinterpret_cast<void*>(provider)));
}

void ThrowNoFunction(v8::Isolate* isolate) {
  Throw(isolate, ErrorCode::kNoStreams, kCallSite,
        "The host's provider of streams gave no function.");
}

// What the provider gives; asked when a realm makes its first stream.
v8::MaybeLocal<v8::Function> AskProvider(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::Value> provider;
  v8::Local<v8::Value> result;
  if (!GetRealmPrivate(context, ProviderKey(isolate)).ToLocal(&provider)) {
    return {};
  }
  if (!provider->IsFunction()) {
    return BuiltInStreams(context);
  }
  if (!provider.As<v8::Function>()
           ->Call(context, v8::Undefined(isolate), 0, nullptr)
           .ToLocal(&result)) {
    return {};
  }
  if (!result->IsFunction()) {
    ThrowNoFunction(isolate);
    return {};
  }
  return result.As<v8::Function>();
}

v8::MaybeLocal<v8::Function> GetNewStreamPair(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::Private> key = NewStreamPairKey(isolate);
  v8::Local<v8::Value> kept;
  v8::Local<v8::Function> function;
  if (!GetRealmPrivate(context, key).ToLocal(&kept)) {
    return {};
  }
  if (kept->IsFunction()) {
    return kept.As<v8::Function>();
  }
  if (!AskProvider(context).ToLocal(&function) ||
      !SetRealmPrivate(context, key, function)) {
    return {};
  }
  return function;
}

v8::MaybeLocal<v8::Object> GetSide(v8::Local<v8::Context> context,
                                   v8::Local<v8::Value> pair,
                                   std::string_view name) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::String> key;
  v8::Local<v8::Value> side = v8::Undefined(isolate);
  if (!compat::NewAsciiString(isolate, name).ToLocal(&key) ||
      (pair->IsObject() &&
       !pair.As<v8::Object>()->Get(context, key).ToLocal(&side))) {
    return {};
  }
  if (!side->IsObject()) {
    Throw(isolate, ErrorCode::kNoStreams, kCallSite,
          ShortText("The host's streams have no ", name, " side."));
    return {};
  }
  return side.As<v8::Object>();
}

}  // namespace

constinit const v8::FunctionCallback kCallStreamsProvider = CallProvider;

v8::MaybeLocal<v8::Function> BuiltInStreams(v8::Local<v8::Context> context) {
  v8::Local<v8::Object> function;
  if (!GetOfBuiltInStreams(context, "newStreamPair").ToLocal(&function)) {
    return {};
  }
  return function.As<v8::Function>();
}

v8::MaybeLocal<v8::Function> IntrinsicStreams(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  const v8::Context::Scope context_scope(context);
  v8::Local<v8::Value> transform_stream;
  if (!context->Global()
           ->Get(context,
                 v8::String::NewFromUtf8Literal(isolate, "TransformStream"))
           .ToLocal(&transform_stream)) {
    return {};
  }
  if (!transform_stream->IsFunction()) {
    Throw(isolate, ErrorCode::kNoStreams, kCallSite,
          "The global object has no TransformStream.");
    return {};
  }
  v8::Local<v8::Value> function;
  if (!CallSource(context, kNewStreamPairSource, "v8_encoding:new_stream_pair",
                  {&transform_stream, 1})
           .ToLocal(&function)) {
    return {};
  }
  return function.As<v8::Function>();
}

v8::Maybe<StreamPair> NewStreamPair(v8::Local<v8::Context> context,
                                    const TransformSteps& steps,
                                    v8::Local<v8::Object> state) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::Local<v8::Function> new_stream_pair;
  v8::Local<v8::Value> arguments[] = {steps.transform, steps.flush, state};
  v8::Local<v8::Value> result;
  StreamPair pair;
  if (!GetNewStreamPair(context).ToLocal(&new_stream_pair) ||
      !new_stream_pair->Call(context, v8::Undefined(isolate), 3, arguments)
           .ToLocal(&result) ||
      !GetSide(context, result, "readable").ToLocal(&pair.readable) ||
      !GetSide(context, result, "writable").ToLocal(&pair.writable)) {
    return v8::Nothing<StreamPair>();
  }
  return v8::Just(pair);
}

bool PrepareStreams(v8::Local<v8::Context> context) {
  return !GetNewStreamPair(context).IsEmpty();
}

void SetStreamsProvider(v8::Isolate* isolate,
                        v8::Local<v8::ObjectTemplate> global,
                        StreamsProvider provider) {
  if (!IsBuiltIn(provider)) {
    global->SetPrivate(ProviderKey(isolate),
                       NewProviderTemplate(isolate, provider));
  }
}

bool SetStreamsProvider(v8::Local<v8::Context> context,
                        StreamsProvider provider) {
  if (provider == nullptr) {
    return true;
  }
  v8::Isolate* isolate = compat::GetIsolate(context);
  if (IsBuiltIn(provider)) {
    // In the place of an earlier installation's. They are evaluated later.
    v8::Local<v8::Primitive> none = v8::Null(isolate);
    return SetRealmPrivate(context, ProviderKey(isolate), none) &&
           SetRealmPrivate(context, NewStreamPairKey(isolate), none);
  }
  v8::Context::Scope context_scope(context);
  v8::Local<v8::Function> new_stream_pair;
  v8::TryCatch try_catch(isolate);
  if (!provider(context).ToLocal(&new_stream_pair)) {
    if (!try_catch.HasCaught()) {
      ThrowNoFunction(isolate);
    }
    try_catch.ReThrow();
    return false;
  }
  return SetRealmPrivate(context, NewStreamPairKey(isolate), new_stream_pair);
}

}  // namespace v8_encoding
