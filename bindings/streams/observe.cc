// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What hosts ask of the built-in streams, by the functions of observe.js.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "bindings/realm/no_microtasks.h"
#include "bindings/streams/built_in.h"
#include "bindings/v8_compat.h"
#include "v8_encoding/streams.h"

namespace v8_encoding {

namespace {

// Calls a function of observe.js that returns nothing.
v8::Maybe<bool> Do(v8::Local<v8::Context> context,
                   std::string_view function,
                   std::span<v8::Local<v8::Value>> arguments) {
  return CallBuiltInStreams(context, function, arguments).IsEmpty()
             ? v8::Nothing<bool>()
             : v8::Just(true);
}

}  // namespace

std::optional<StreamState> GetStreamState(v8::Local<v8::Context> context,
                                          v8::Local<v8::Object> object) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  const v8::HandleScope scope(isolate);
  const NoMicrotasks no_microtasks(context);
  // What's called is the library's.
  const v8::Isolate::AllowJavascriptExecutionScope allow_javascript(isolate);
  const v8::TryCatch try_catch(isolate);
  v8::Local<v8::Value> arguments[] = {object};
  v8::Local<v8::Value> bits;
  if (!CallBuiltInStreams(context, "streamState", arguments).ToLocal(&bits) ||
      !bits->IsInt32()) {
    return std::nullopt;
  }
  const int32_t state = bits.As<v8::Int32>()->Value();
  return StreamState{.is_open = (state & 1) != 0,
                     .is_errored = (state & 2) != 0,
                     .is_disturbed = (state & 4) != 0};
}

v8::MaybeLocal<v8::Promise> GetStreamEnd(v8::Local<v8::Context> context,
                                         v8::Local<v8::Object> stream) {
  v8::EscapableHandleScope scope(compat::GetIsolate(context));
  v8::Local<v8::Value> arguments[] = {stream};
  v8::Local<v8::Value> promise;
  if (!CallBuiltInStreams(context, "streamEnd", arguments).ToLocal(&promise)) {
    return {};
  }
  return scope.Escape(promise.As<v8::Promise>());
}

v8::Maybe<bool> ErrorStream(v8::Local<v8::Context> context,
                            v8::Local<v8::Object> stream,
                            v8::Local<v8::Value> error) {
  const v8::HandleScope scope(compat::GetIsolate(context));
  v8::Local<v8::Value> arguments[] = {stream, error};
  return Do(context, "errorStream", arguments);
}

v8::Maybe<bool> EnqueueChunk(v8::Local<v8::Context> context,
                             v8::Local<v8::Object> controller,
                             v8::Local<v8::Value> chunk) {
  const v8::HandleScope scope(compat::GetIsolate(context));
  v8::Local<v8::Value> arguments[] = {controller, chunk};
  return Do(context, "enqueueChunk", arguments);
}

v8::Maybe<bool> CloseStream(v8::Local<v8::Context> context,
                            v8::Local<v8::Object> controller) {
  const v8::HandleScope scope(compat::GetIsolate(context));
  v8::Local<v8::Value> arguments[] = {controller};
  return Do(context, "closeStream", arguments);
}

}  // namespace v8_encoding
