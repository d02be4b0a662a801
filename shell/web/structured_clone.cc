// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/structured_clone.h"

#include <string>
#include <utility>

#include "shell/runtime/realm.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "shell/web/dom_exception.h"
#include "shell/web/prelude.h"
#include "shell/web/transfer.h"

namespace v8_encoding::shell {
namespace {

// What a host object's data begin with.
enum class HostObject : uint32_t { kPort, kDomException, kStream };

// What a message is an array of: V8's bytes, and arrays of what these refer to
// by number.
enum MessagePart : uint32_t {
  kBytes,
  kBuffers,
  kSharedBuffers,
  kWasmModules,
  kEndpoints,  // of ports
  kStreams,    // the number of the interface, and one endpoint or two, of each
  kPartCount
};

std::vector<v8::Local<v8::Value>> GetPart(v8::Local<v8::Context> context,
                                          v8::Local<v8::Array> message,
                                          MessagePart part) {
  std::vector<v8::Local<v8::Value>> list;
  v8::Local<v8::Value> elements;
  v8::Local<v8::Value> element;
  if (message->Get(context, part).ToLocal(&elements)) {
    const auto array = elements.As<v8::Array>();
    for (uint32_t i = 0;
         i < array->Length() && array->Get(context, i).ToLocal(&element); ++i) {
      list.push_back(element);
    }
  }
  return list;
}

class Writer final : public v8::ValueSerializer::Delegate {
 public:
  Writer(v8::Local<v8::Context> context, const TransferList& transfer)
      : isolate_(v8::Isolate::GetCurrent()),
        context_(context),
        transfer_(transfer),
        serializer_(isolate_, this) {}

  // Empty with an exception pending.
  v8::MaybeLocal<v8::ArrayBuffer> Write(v8::Local<v8::Value> value) {
    serializer_.WriteHeader();
    for (const TransferList::Entry& each : transfer_.all()) {
      if (each.kind == TransferList::Kind::kBuffer) {
        serializer_.TransferArrayBuffer(each.number,
                                        each.object.As<v8::ArrayBuffer>());
      }
    }
    if (!serializer_.WriteValue(context_, value).FromMaybe(false)) {
      return {};
    }
    const auto [data, size] = serializer_.Release();
    // A copy, since V8 does not let every heap have memory of others.
    v8::Local<v8::ArrayBuffer> bytes;
    if (NewArrayBuffer(isolate_, size).ToLocal(&bytes)) {
      memcpy(bytes->GetBackingStore()->Data(), data, size);
    }
    FreeBufferMemory(data);
    return bytes;
  }

  // What the bytes refer to by number.
  const std::vector<std::shared_ptr<v8::BackingStore>>& shared_buffers() const {
    return shared_buffers_;
  }
  const std::vector<v8::CompiledWasmModule>& wasm_modules() const {
    return wasm_modules_;
  }

  void ThrowDataCloneError(v8::Local<v8::String> message) override {
    shell::ThrowDataCloneError(context_, ToUtf8(isolate_, message));
  }

  v8::Maybe<bool> WriteHostObject(v8::Isolate*,
                                  v8::Local<v8::Object> object) override {
    if (const TransferList::Entry* entry = transfer_.Find(object)) {
      serializer_.WriteUint32(static_cast<uint32_t>(
          entry->kind == TransferList::Kind::kPort ? HostObject::kPort
                                                   : HostObject::kStream));
      serializer_.WriteUint32(entry->number);
      return v8::Just(true);
    }
    v8::Local<v8::Object> state;
    if (!DomExceptionState(context_, object).ToLocal(&state)) {
      shell::ThrowDataCloneError(
          context_, ToUtf8(isolate_, object->GetConstructorName()) +
                        " object could not be cloned.");
      return v8::Nothing<bool>();
    }
    serializer_.WriteUint32(static_cast<uint32_t>(HostObject::kDomException));
    WriteString(GetProperty(context_, state, "message").As<v8::String>());
    WriteString(GetProperty(context_, state, "name").As<v8::String>());
    const std::string stack = ErrorStack(context_, object);
    WriteString(NewString(isolate_, stack));
    return v8::Just(true);
  }

  // V8 asks once for each object. Its handle is not to be kept.

  v8::Maybe<uint32_t> GetSharedArrayBufferId(
      v8::Isolate*,
      v8::Local<v8::SharedArrayBuffer> buffer) override {
    shared_buffers_.push_back(buffer->GetBackingStore());
    return v8::Just(static_cast<uint32_t>(shared_buffers_.size() - 1));
  }

  v8::Maybe<uint32_t> GetWasmModuleTransferId(
      v8::Isolate*,
      v8::Local<v8::WasmModuleObject> module) override {
    wasm_modules_.push_back(module->GetCompiledModule());
    return v8::Just(static_cast<uint32_t>(wasm_modules_.size() - 1));
  }

 private:
  void WriteString(v8::Local<v8::String> string) {
    const std::u16string units = ToUtf16(isolate_, string);
    serializer_.WriteUint32(static_cast<uint32_t>(units.size()));
    serializer_.WriteRawBytes(units.data(), units.size() * sizeof(char16_t));
  }

  v8::Isolate* const isolate_;
  const v8::Local<v8::Context> context_;
  const TransferList& transfer_;
  std::vector<std::shared_ptr<v8::BackingStore>> shared_buffers_;
  std::vector<v8::CompiledWasmModule> wasm_modules_;
  v8::ValueSerializer serializer_;
};

class Reader final : public v8::ValueDeserializer::Delegate {
 public:
  // `ports` are in the place of the message's endpoints, `streams` in that of
  // its streams.
  Reader(v8::Local<v8::Context> context,
         v8::Local<v8::Array> message,
         const v8::BackingStore& bytes,
         const std::vector<v8::Local<v8::Value>>& ports,
         const std::vector<v8::Local<v8::Value>>& streams)
      : isolate_(v8::Isolate::GetCurrent()),
        context_(context),
        shared_buffers_(GetPart(context, message, kSharedBuffers)),
        wasm_modules_(GetPart(context, message, kWasmModules)),
        ports_(ports),
        streams_(streams),
        deserializer_(isolate_,
                      static_cast<const uint8_t*>(bytes.Data()),
                      bytes.ByteLength(),
                      this) {}

  v8::MaybeLocal<v8::Value> Read(
      const std::vector<v8::Local<v8::Value>>& buffers) {
    for (size_t i = 0; i < buffers.size(); ++i) {
      std::shared_ptr<v8::BackingStore> store =
          TakeStore(context_, buffers[i].As<v8::ArrayBuffer>());
      if (store == nullptr) {
        return {};
      }
      deserializer_.TransferArrayBuffer(
          static_cast<uint32_t>(i),
          v8::ArrayBuffer::New(isolate_, std::move(store)));
    }
    if (!deserializer_.ReadHeader(context_).FromMaybe(false)) {
      return {};
    }
    return deserializer_.ReadValue(context_);
  }

  v8::MaybeLocal<v8::Object> ReadHostObject(v8::Isolate*) override {
    uint32_t kind;
    uint32_t number;
    if (!deserializer_.ReadUint32(&kind)) {
      return {};
    }
    if (kind != static_cast<uint32_t>(HostObject::kDomException)) {
      const auto& list =
          kind == static_cast<uint32_t>(HostObject::kPort) ? ports_ : streams_;
      if (!deserializer_.ReadUint32(&number) || number >= list.size()) {
        return {};
      }
      return list[number].As<v8::Object>();
    }
    v8::Local<v8::String> message;
    v8::Local<v8::String> name;
    v8::Local<v8::String> stack;
    if (!ReadString().ToLocal(&message) || !ReadString().ToLocal(&name) ||
        !ReadString().ToLocal(&stack)) {
      return {};
    }
    // V8 lets none run, as scripts must not see what is half done. This is the
    // prelude's.
    v8::Isolate::AllowJavascriptExecutionScope allow(isolate_);
    return Realm::From(context_)->Get<Prelude>().NewDomException(message, name,
                                                                 stack);
  }

  v8::MaybeLocal<v8::SharedArrayBuffer> GetSharedArrayBufferFromId(
      v8::Isolate*,
      uint32_t number) override {
    if (number >= shared_buffers_.size()) {
      return {};
    }
    return v8::SharedArrayBuffer::New(
        isolate_,
        shared_buffers_[number].As<v8::SharedArrayBuffer>()->GetBackingStore());
  }

  v8::MaybeLocal<v8::WasmModuleObject> GetWasmModuleFromId(
      v8::Isolate*,
      uint32_t number) override {
    if (number >= wasm_modules_.size()) {
      return {};
    }
    return v8::WasmModuleObject::FromCompiledModule(
        isolate_,
        wasm_modules_[number].As<v8::WasmModuleObject>()->GetCompiledModule());
  }

 private:
  v8::MaybeLocal<v8::String> ReadString() {
    uint32_t length;
    const void* data;
    if (!deserializer_.ReadUint32(&length) ||
        !deserializer_.ReadRawBytes(length * sizeof(char16_t), &data)) {
      return {};
    }
    // The data need not be aligned.
    std::vector<uint16_t> units(length);
    if (length != 0) {
      memcpy(units.data(), data, length * sizeof(char16_t));
    }
    return v8::String::NewFromTwoByte(isolate_, units.data(),
                                      v8::NewStringType::kNormal,
                                      static_cast<int>(length));
  }

  v8::Isolate* const isolate_;
  const v8::Local<v8::Context> context_;
  const std::vector<v8::Local<v8::Value>> shared_buffers_;
  const std::vector<v8::Local<v8::Value>> wasm_modules_;
  const std::vector<v8::Local<v8::Value>>& ports_;
  const std::vector<v8::Local<v8::Value>>& streams_;
  v8::ValueDeserializer deserializer_;
};

}  // namespace

v8::MaybeLocal<v8::Array> Serialize(v8::Local<v8::Context> context,
                                    v8::Local<v8::Value> value,
                                    v8::Local<v8::Array> transfer) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  TransferList list;
  Writer writer(context, list);
  v8::Local<v8::ArrayBuffer> bytes;
  if (!list.Collect(context, transfer) ||
      !writer.Write(value).ToLocal(&bytes)) {
    return {};
  }
  std::vector<v8::Local<v8::Value>> parts[kPartCount];
  // Only now: serializing runs script, which may look at them or detach them.
  for (const auto& [object, kind, number] : list.all()) {
    v8::Local<v8::Value> part;
    if (kind == TransferList::Kind::kBuffer) {
      std::shared_ptr<v8::BackingStore> store =
          TakeStore(context, object.As<v8::ArrayBuffer>());
      if (store == nullptr) {
        return {};
      }
      parts[kBuffers].push_back(
          v8::ArrayBuffer::New(isolate, std::move(store)));
    } else if (kind == TransferList::Kind::kPort) {
      if (!TakeEndpoint(context, object).ToLocal(&part)) {
        return {};
      }
      parts[kEndpoints].push_back(part);
    } else {
      if (!TakeStream(context, object).ToLocal(&part)) {
        return {};
      }
      parts[kStreams].push_back(part);
    }
  }
  for (const std::shared_ptr<v8::BackingStore>& store :
       writer.shared_buffers()) {
    parts[kSharedBuffers].push_back(v8::SharedArrayBuffer::New(isolate, store));
  }
  for (const v8::CompiledWasmModule& compiled : writer.wasm_modules()) {
    v8::Local<v8::WasmModuleObject> module;
    if (!v8::WasmModuleObject::FromCompiledModule(isolate, compiled)
             .ToLocal(&module)) {
      return {};
    }
    parts[kWasmModules].push_back(module);
  }
  v8::Local<v8::Value> message[kPartCount] = {bytes};
  for (uint32_t part = kBuffers; part < kPartCount; ++part) {
    message[part] =
        v8::Array::New(isolate, parts[part].data(), parts[part].size());
  }
  return v8::Array::New(isolate, message, kPartCount);
}

v8::MaybeLocal<v8::Value> Deserialize(v8::Local<v8::Context> context,
                                      v8::Local<v8::Array> message,
                                      v8::Local<v8::Array>* ports) {
  std::vector<v8::Local<v8::Value>> port_list;
  for (const v8::Local<v8::Value> endpoint :
       GetPart(context, message, kEndpoints)) {
    v8::Local<v8::Object> port;
    if (!Realm::From(context)
             ->Get<Prelude>()
             .Call("receivePort", endpoint)
             .ToLocal(&port)) {
      return {};
    }
    port_list.push_back(port);
  }
  std::vector<v8::Local<v8::Value>> streams;
  for (const v8::Local<v8::Value> part : GetPart(context, message, kStreams)) {
    v8::Local<v8::Object> stream;
    if (!ReceiveStreamOf(context, part.As<v8::Array>()).ToLocal(&stream)) {
      return {};
    }
    streams.push_back(stream);
  }
  v8::Local<v8::Value> bytes;
  v8::Local<v8::Value> value;
  if (!message->Get(context, kBytes).ToLocal(&bytes)) {
    return {};
  }
  // Freed at the end, rather than when garbage is collected.
  const std::shared_ptr<v8::BackingStore> store =
      TakeStore(context, bytes.As<v8::ArrayBuffer>());
  if (store == nullptr || !Reader(context, message, *store, port_list, streams)
                               .Read(GetPart(context, message, kBuffers))
                               .ToLocal(&value)) {
    return {};
  }
  if (ports != nullptr) {
    *ports = v8::Array::New(v8::Isolate::GetCurrent(), port_list.data(),
                            port_list.size());
  }
  return value;
}

}  // namespace v8_encoding::shell
