// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What a host calls to find and to transfer streams; the steps are in
// transfer.js.

#include "bindings/realm/no_microtasks.h"
#include "bindings/realm/private_key.h"
#include "bindings/streams/built_in.h"
#include "bindings/streams/host.h"
#include "bindings/v8_compat.h"
#include "v8_encoding/streams.h"

namespace v8_encoding {

namespace {

v8::MaybeLocal<v8::Value> CallStreams(v8::Local<v8::Context> context,
                                      const char* name,
                                      v8::Local<v8::Value> what,
                                      v8::Local<v8::Object> port,
                                      v8::Local<v8::Object> writable_port) {
  v8::Local<v8::Value> arguments[] = {
      what, port, v8::Undefined(compat::GetIsolate(context))};
  if (!writable_port.IsEmpty()) {
    arguments[2] = writable_port;
  }
  return CallBuiltInStreams(context, name, arguments);
}

}  // namespace

const char* GetStreamsInterface(v8::Local<v8::Context> context,
                                v8::Local<v8::Object> object) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  const v8::HandleScope scope(isolate);
  const NoMicrotasks no_microtasks(context);
  for (const char* name : kStreamsInterfaces) {
    if (object->HasPrivate(context, PrivateKey(isolate, name))
            .FromMaybe(false)) {
      return name;
    }
  }
  return nullptr;
}

v8::Maybe<bool> TransferStream(v8::Local<v8::Context> context,
                               v8::Local<v8::Object> stream,
                               v8::Local<v8::Object> port,
                               v8::Local<v8::Object> writable_port) {
  const v8::HandleScope scope(compat::GetIsolate(context));
  return CallStreams(context, "transferStream", stream, port, writable_port)
                 .IsEmpty()
             ? v8::Nothing<bool>()
             : v8::Just(true);
}

v8::MaybeLocal<v8::Object> ReceiveStream(v8::Local<v8::Context> context,
                                         const char* interface_name,
                                         v8::Local<v8::Object> port,
                                         v8::Local<v8::Object> writable_port) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  v8::EscapableHandleScope scope(isolate);
  v8::Local<v8::String> name;
  v8::Local<v8::Value> stream;
  if (!compat::NewAsciiString(isolate, interface_name).ToLocal(&name) ||
      !CallStreams(context, "receiveStream", name, port, writable_port)
           .ToLocal(&stream)) {
    return {};
  }
  return scope.Escape(stream.As<v8::Object>());
}

}  // namespace v8_encoding
