// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// *Transferable objects*: ArrayBuffers, MessagePorts and streams, taken out of
// one realm and received in another one.
// https://html.spec.whatwg.org/#transferable-objects

#ifndef V8_ENCODING_SHELL_WEB_TRANSFER_H_
#define V8_ENCODING_SHELL_WEB_TRANSFER_H_

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "v8.h"

namespace v8_encoding::shell {

void ThrowDataCloneError(v8::Local<v8::Context> context,
                         std::string_view message);

// The transfer list, by identity.
class TransferList {
 public:
  enum class Kind { kBuffer, kPort, kStream };
  struct Entry {
    v8::Local<v8::Object> object;
    Kind kind;
    uint32_t number;  // among those of the kind
  };

  // False, with an exception pending, if it isn't a list to transfer.
  bool Collect(v8::Local<v8::Context> context, v8::Local<v8::Array> list);

  // Null if it isn't in the list.
  const Entry* Find(v8::Local<v8::Object> object) const;

  const std::vector<Entry>& all() const { return all_; }

 private:
  std::unordered_multimap<int, size_t> index_;  // in all_, by hash
  std::vector<Entry> all_;
  uint32_t counts_[3] = {};
};

// *DetachArrayBuffer*, and what was in it: a store belongs to one buffer at a
// time. Null with an exception pending.
std::shared_ptr<v8::BackingStore> TakeStore(v8::Local<v8::Context> context,
                                            v8::Local<v8::ArrayBuffer> buffer);

// The *transfer steps* of a port: what another port can be made of. Empty with
// an exception pending.
v8::MaybeLocal<v8::Value> TakeEndpoint(v8::Local<v8::Context> context,
                                       v8::Local<v8::Object> port);

// The *transfer steps* of a stream: its part of a message. Empty with an
// exception pending.
v8::MaybeLocal<v8::Value> TakeStream(v8::Local<v8::Context> context,
                                     v8::Local<v8::Object> stream);

// The *transfer-receiving steps* of a stream. Empty with an exception pending.
v8::MaybeLocal<v8::Object> ReceiveStreamOf(v8::Local<v8::Context> context,
                                           v8::Local<v8::Array> part);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_WEB_TRANSFER_H_
