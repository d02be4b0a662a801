// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/transfer.h"

#include <iterator>
#include <optional>
#include <string>

#include "shell/runtime/realm.h"
#include "shell/runtime/runtime.h"
#include "shell/v8_compat.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "shell/web/dom_exception.h"
#include "shell/web/prelude.h"
#include "v8_encoding/streams.h"

namespace v8_encoding::shell {

namespace {

constexpr std::string_view kDataCloneError = "DataCloneError";

v8::MaybeLocal<v8::Object> PortState(v8::Local<v8::Context> context,
                                     v8::Local<v8::Value> value) {
  Realm* realm = Realm::From(context);
  if (realm == nullptr) {
    return {};
  }
  return realm->runtime().Get<WebInterfaces>().Unwrap("MessagePort", value);
}

// The transferable interfaces of streams; the number of one is its place here.
constexpr const char* kStreamInterfaces[] = {"ReadableStream", "WritableStream",
                                             "TransformStream"};

std::optional<uint32_t> StreamKind(v8::Local<v8::Context> context,
                                   v8::Local<v8::Object> object) {
  const char* const name = GetStreamsInterface(context, object);
  for (uint32_t i = 0; name != nullptr && i < std::size(kStreamInterfaces);
       ++i) {
    if (std::string_view(name) == kStreamInterfaces[i]) {
      return i;
    }
  }
  return std::nullopt;
}

std::optional<TransferList::Kind> KindOf(v8::Local<v8::Context> context,
                                         v8::Local<v8::Value> value) {
  if (value->IsArrayBuffer()) {
    return TransferList::Kind::kBuffer;
  }
  if (!PortState(context, value).IsEmpty()) {
    return TransferList::Kind::kPort;
  }
  if (value->IsObject() && StreamKind(context, value.As<v8::Object>())) {
    return TransferList::Kind::kStream;
  }
  return std::nullopt;
}

}  // namespace

void ThrowDataCloneError(v8::Local<v8::Context> context,
                         std::string_view message) {
  ThrowDomException(context, kDataCloneError, message);
}

bool TransferList::Collect(v8::Local<v8::Context> context,
                           v8::Local<v8::Array> list) {
  for (uint32_t i = 0; i < list->Length(); ++i) {
    v8::Local<v8::Value> element;
    if (!list->Get(context, i).ToLocal(&element)) {
      return false;
    }
    const std::optional<Kind> kind = KindOf(context, element);
    if (!kind) {
      ThrowDataCloneError(context, "Value at index " + std::to_string(i) +
                                       " of the transfer list can't be "
                                       "transferred.");
      return false;
    }
    const auto object = element.As<v8::Object>();
    if (Find(object)) {
      ThrowDataCloneError(context, "Value at index " + std::to_string(i) +
                                       " is in the transfer list twice.");
      return false;
    }
    index_.emplace(object->GetIdentityHash(), all_.size());
    all_.push_back({object, *kind, counts_[static_cast<int>(*kind)]++});
  }
  return true;
}

const TransferList::Entry* TransferList::Find(
    v8::Local<v8::Object> object) const {
  const auto [begin, end] = index_.equal_range(object->GetIdentityHash());
  for (auto each = begin; each != end; ++each) {
    if (all_[each->second].object == object) {
      return &all_[each->second];
    }
  }
  return nullptr;
}

std::shared_ptr<v8::BackingStore> TakeStore(v8::Local<v8::Context> context,
                                            v8::Local<v8::ArrayBuffer> buffer) {
  if (buffer->WasDetached()) {
    ThrowDataCloneError(context,
                        "A detached ArrayBuffer can't be transferred.");
    return nullptr;
  }
  if (compat::IsImmutable(buffer)) {
    ThrowDataCloneError(context,
                        "An immutable ArrayBuffer can't be transferred.");
    return nullptr;
  }
  std::shared_ptr<v8::BackingStore> store = buffer->GetBackingStore();
  bool detached;
  if (!compat::Detach(buffer).To(&detached)) {
    return nullptr;
  }
  if (!detached) {
    ThrowTypeError(v8::Isolate::GetCurrent(),
                   "This ArrayBuffer can't be detached.");
    return nullptr;
  }
  return store;
}

v8::MaybeLocal<v8::Value> TakeEndpoint(v8::Local<v8::Context> context,
                                       v8::Local<v8::Object> port) {
  v8::Local<v8::Object> state;
  if (!PortState(context, port).ToLocal(&state) ||
      GetProperty(context, state, "isDetached")->IsTrue()) {
    ThrowDataCloneError(context, "A closed MessagePort can't be transferred.");
    return {};
  }
  return GetProperty(context, state, "detach")
      .As<v8::Function>()
      ->Call(context, state, 0, nullptr);
}

v8::MaybeLocal<v8::Value> TakeStream(v8::Local<v8::Context> context,
                                     v8::Local<v8::Object> stream) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  const uint32_t kind = *StreamKind(context, stream);
  const bool is_transform = kind + 1 == std::size(kStreamInterfaces);
  v8::Local<v8::Object> ports[2];
  v8::Local<v8::Value> part[] = {v8::Integer::NewFromUnsigned(isolate, kind),
                                 v8::Undefined(isolate),
                                 v8::Undefined(isolate)};
  for (int i = 0; i < (is_transform ? 2 : 1); ++i) {
    v8::Local<v8::Object> made;
    if (!Realm::From(context)
             ->Get<Prelude>()
             .Call("newStreamPort", v8::Undefined(isolate))
             .ToLocal(&made)) {
      return {};
    }
    ports[i] = GetProperty(context, made, "port").As<v8::Object>();
    part[i + 1] = GetProperty(context, made, "endpoint");
  }
  if (TransferStream(context, stream, ports[0], ports[1]).IsNothing()) {
    return {};
  }
  return v8::Array::New(isolate, part, std::size(part));
}

v8::MaybeLocal<v8::Object> ReceiveStreamOf(v8::Local<v8::Context> context,
                                           v8::Local<v8::Array> part) {
  uint32_t kind;
  v8::Local<v8::Value> value;
  v8::Local<v8::Object> ports[2];
  if (!part->Get(context, 0).ToLocal(&value) ||
      !value->Uint32Value(context).To(&kind)) {
    return {};
  }
  for (uint32_t i = 0; i < 2; ++i) {
    if (!part->Get(context, i + 1).ToLocal(&value) ||
        (value->IsObject() && !Realm::From(context)
                                   ->Get<Prelude>()
                                   .Call("receiveStreamPort", value)
                                   .ToLocal(&ports[i]))) {
      return {};
    }
  }
  return ReceiveStream(context, kStreamInterfaces[kind], ports[0], ports[1]);
}

}  // namespace v8_encoding::shell
