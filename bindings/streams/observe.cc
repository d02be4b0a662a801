// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What hosts ask of the built-in streams and do to them, mostly by the
// functions of observe.js.

#include <optional>
#include <span>
#include <string_view>

#include "bindings/realm/no_microtasks.h"
#include "bindings/realm/private_key.h"
#include "bindings/streams/built_in.h"
#include "bindings/v8_compat.h"
#include "v8_encoding/streams.h"

namespace v8_encoding {

namespace {

// What the streams' JavaScript has for an object of this interface.
v8::MaybeLocal<v8::Object> GetRecord(v8::Local<v8::Context> context,
                                     v8::Local<v8::Object> object,
                                     std::string_view interface_name) {
  v8::Local<v8::Private> key =
      PrivateKey(compat::GetIsolate(context), interface_name);
  v8::Local<v8::Value> record;
  if (!object->HasPrivate(context, key).FromMaybe(false) ||
      !object->GetPrivate(context, key).ToLocal(&record)) {
    return {};
  }
  return record.As<v8::Object>();
}

template <int kSize>
v8::MaybeLocal<v8::Value> GetMember(v8::Local<v8::Context> context,
                                    v8::Local<v8::Object> record,
                                    const char (&name)[kSize]) {
  return record->Get(context, v8::String::NewFromUtf8Literal(
                                  compat::GetIsolate(context), name,
                                  v8::NewStringType::kInternalized));
}

// Calls a function of observe.js that returns nothing.
v8::Maybe<bool> Do(v8::Local<v8::Context> context,
                   std::string_view function,
                   std::span<v8::Local<v8::Value>> arguments) {
  return CallBuiltInStreams(context, function, arguments).IsEmpty()
             ? v8::Nothing<bool>()
             : v8::Just(true);
}

}  // namespace

// Reads the records of readable.js and writable.js and calls nothing, since
// streams may not be evaluated in this realm, and there may be no stack for a
// call.
std::optional<StreamState> GetStreamState(v8::Local<v8::Context> context,
                                          v8::Local<v8::Object> object) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  const v8::HandleScope scope(isolate);
  const v8::Context::Scope context_scope(context);
  const NoMicrotasks no_microtasks(context);
  const v8::TryCatch try_catch(isolate);
  v8::Local<v8::Object> record;
  const bool is_readable =
      GetRecord(context, object, "ReadableStream").ToLocal(&record);
  if (!is_readable &&
      !GetRecord(context, object, "WritableStream").ToLocal(&record)) {
    return std::nullopt;
  }
  v8::Local<v8::Value> state;
  if (!GetMember(context, record, "state").ToLocal(&state)) {
    return std::nullopt;
  }
  // kReadable and kWritable; kReadableErrored and kWritableErrored.
  StreamState result = {
      .is_open = state.As<v8::Int32>()->Value() == 0,
      .is_errored = state.As<v8::Int32>()->Value() == (is_readable ? 2 : 3)};
  if (is_readable) {
    v8::Local<v8::Value> is_disturbed;
    if (!GetMember(context, record, "isDisturbed").ToLocal(&is_disturbed)) {
      return std::nullopt;
    }
    result.is_disturbed = is_disturbed->IsTrue();
  }
  return result;
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
