// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The HTML standard's structured serialization, with transfers, over V8's:
// https://html.spec.whatwg.org/#safe-passing-of-structured-data

#ifndef V8_ENCODING_SHELL_WEB_STRUCTURED_CLONE_H_
#define V8_ENCODING_SHELL_WEB_STRUCTURED_CLONE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "shell/runtime/realm.h"
#include "shell/values/convert.h"
#include "v8.h"

namespace v8_encoding::shell {

// A value outside of any realm. What V8's format refers to by number is beside
// the bytes.
struct SerializedValue {
  std::shared_ptr<v8::BackingStore> bytes;
  size_t length = 0;
  std::vector<std::shared_ptr<v8::BackingStore>> transferred_buffers;
  std::vector<std::shared_ptr<v8::BackingStore>> shared_buffers;
  std::vector<v8::CompiledWasmModule> wasm_modules;
  std::vector<v8::Local<v8::Value>> endpoints;  // of transferred ports
};

// *StructuredSerializeWithTransfer*: detaches what is in `transfer`. Empty with
// an exception pending.
std::optional<SerializedValue> Serialize(v8::Local<v8::Context> context,
                                         v8::Local<v8::Value> value,
                                         v8::Local<v8::Array> transfer);

// *StructuredDeserializeWithTransfer* in the realm of `context`, which is
// entered. It can be done once, since it gives away what was transferred.
// `ports`, if not null, gets an array of those.
v8::MaybeLocal<v8::Value> Deserialize(v8::Local<v8::Context> context,
                                      const SerializedValue& serialized,
                                      v8::Local<v8::Array>* ports);

// As an object, for what waits to be delivered: the queue of a port that nobody
// can reach is collected with the port.
v8::MaybeLocal<v8::Object> ToMessage(v8::Local<v8::Context> context,
                                     const SerializedValue& serialized);
std::optional<SerializedValue> FromMessage(v8::Local<v8::Context> context,
                                           v8::Local<v8::Object> message);

void StructuredClone(Realm& realm, const Info& info);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_WEB_STRUCTURED_CLONE_H_
