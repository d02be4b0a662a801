// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/structured_clone.h"

#include <cstring>
#include <string>
#include <unordered_map>
#include <utility>

#include "shell/v8_compat.h"
#include "shell/runtime/realm.h"
#include "shell/runtime/runtime.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "shell/web/dom_exception.h"
#include "shell/web/prelude.h"
#include "shell/web/sequences.h"

namespace v8_encoding::shell {
namespace {

// What a host object's data begin with.
enum class HostObject : uint32_t { kPort, kDomException };

constexpr std::string_view kDataCloneError = "DataCloneError";

void ThrowDataCloneError(v8::Local<v8::Context> context,
                         std::string_view message) {
  ThrowDomException(context, kDataCloneError, message);
}

v8::MaybeLocal<v8::Object> PortState(v8::Local<v8::Context> context,
                                     v8::Local<v8::Value> value) {
  Realm* realm = Realm::From(context);
  if (realm == nullptr) {
    return {};
  }
  return realm->runtime().Get<WebInterfaces>().Unwrap("MessagePort", value);
}

// The transfer list, by identity.
class TransferList {
 public:
  // False, with an exception pending, if it isn't a list to transfer.
  bool Collect(v8::Local<v8::Context> context, v8::Local<v8::Array> list) {
    for (uint32_t i = 0; i < list->Length(); ++i) {
      v8::Local<v8::Value> element;
      if (!list->Get(context, i).ToLocal(&element)) {
        return false;
      }
      const bool is_buffer = element->IsArrayBuffer();
      if (!is_buffer && PortState(context, element).IsEmpty()) {
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
      std::vector<v8::Local<v8::Object>>& kind = is_buffer ? buffers_ : ports_;
      index_.emplace(object->GetIdentityHash(),
                     Entry{object, static_cast<uint32_t>(kind.size())});
      kind.push_back(object);
      all_.push_back(object);
    }
    return true;
  }

  // Its number among the buffers, or among the ports.
  std::optional<uint32_t> Find(v8::Local<v8::Object> object) const {
    const auto [begin, end] = index_.equal_range(object->GetIdentityHash());
    for (auto entry = begin; entry != end; ++entry) {
      if (entry->second.object == object) {
        return entry->second.number;
      }
    }
    return std::nullopt;
  }

  const std::vector<v8::Local<v8::Object>>& all() const { return all_; }
  const std::vector<v8::Local<v8::Object>>& buffers() const { return buffers_; }

 private:
  struct Entry {
    v8::Local<v8::Object> object;
    uint32_t number;
  };
  std::unordered_multimap<int, Entry> index_;
  std::vector<v8::Local<v8::Object>> all_;
  std::vector<v8::Local<v8::Object>> buffers_;
  std::vector<v8::Local<v8::Object>> ports_;
};

class Writer final : public v8::ValueSerializer::Delegate {
 public:
  Writer(v8::Local<v8::Context> context,
         const TransferList& transfer,
         SerializedValue& result)
      : isolate_(v8::Isolate::GetCurrent()),
        context_(context),
        transfer_(transfer),
        result_(result),
        serializer_(isolate_, this) {}

  // False with an exception pending.
  bool Write(v8::Local<v8::Value> value) {
    serializer_.WriteHeader();
    for (size_t i = 0; i < transfer_.buffers().size(); ++i) {
      serializer_.TransferArrayBuffer(
          static_cast<uint32_t>(i),
          transfer_.buffers()[i].As<v8::ArrayBuffer>());
    }
    if (!serializer_.WriteValue(context_, value).FromMaybe(false)) {
      return false;
    }
    const auto [data, size] = serializer_.Release();
    // A copy, since V8 does not let every heap have memory of others.
    v8::Local<v8::ArrayBuffer> bytes;
    const bool has_memory = NewArrayBuffer(isolate_, size).ToLocal(&bytes);
    if (has_memory) {
      result_.bytes = bytes->GetBackingStore();
      result_.length = size;
      memcpy(result_.bytes->Data(), data, size);
    }
    FreeBufferMemory(data);
    return has_memory;
  }

  void ThrowDataCloneError(v8::Local<v8::String> message) override {
    shell::ThrowDataCloneError(context_, ToUtf8(isolate_, message));
  }

  v8::Maybe<bool> WriteHostObject(v8::Isolate*,
                                  v8::Local<v8::Object> object) override {
    if (const std::optional<uint32_t> number = transfer_.Find(object)) {
      serializer_.WriteUint32(static_cast<uint32_t>(HostObject::kPort));
      serializer_.WriteUint32(*number);
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
    result_.shared_buffers.push_back(buffer->GetBackingStore());
    return v8::Just(static_cast<uint32_t>(result_.shared_buffers.size() - 1));
  }

  v8::Maybe<uint32_t> GetWasmModuleTransferId(
      v8::Isolate*,
      v8::Local<v8::WasmModuleObject> module) override {
    result_.wasm_modules.push_back(module->GetCompiledModule());
    return v8::Just(static_cast<uint32_t>(result_.wasm_modules.size() - 1));
  }

 private:
  // The code units, which need not be well-formed.
  void WriteString(v8::Local<v8::String> string) {
    std::vector<char16_t> units(static_cast<size_t>(string->Length()));
    compat::ReadTwoByte(isolate_, string, 0, units.size(), units.data());
    serializer_.WriteUint32(static_cast<uint32_t>(units.size()));
    serializer_.WriteRawBytes(units.data(), units.size() * sizeof(char16_t));
  }

  v8::Isolate* const isolate_;
  const v8::Local<v8::Context> context_;
  const TransferList& transfer_;
  SerializedValue& result_;
  v8::ValueSerializer serializer_;
};

class Reader final : public v8::ValueDeserializer::Delegate {
 public:
  Reader(v8::Local<v8::Context> context,
         const SerializedValue& serialized,
         const std::vector<v8::Local<v8::Value>>& ports)
      : isolate_(v8::Isolate::GetCurrent()),
        context_(context),
        serialized_(serialized),
        ports_(ports),
        deserializer_(isolate_,
                      static_cast<const uint8_t*>(serialized.bytes->Data()),
                      serialized.length,
                      this) {}

  v8::MaybeLocal<v8::Value> Read() {
    for (size_t i = 0; i < serialized_.transferred_buffers.size(); ++i) {
      deserializer_.TransferArrayBuffer(
          static_cast<uint32_t>(i),
          v8::ArrayBuffer::New(isolate_, serialized_.transferred_buffers[i]));
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
    if (kind == static_cast<uint32_t>(HostObject::kPort)) {
      if (!deserializer_.ReadUint32(&number) || number >= ports_.size()) {
        return {};
      }
      return ports_[number].As<v8::Object>();
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
    if (number >= serialized_.shared_buffers.size()) {
      return {};
    }
    return v8::SharedArrayBuffer::New(isolate_,
                                      serialized_.shared_buffers[number]);
  }

  v8::MaybeLocal<v8::WasmModuleObject> GetWasmModuleFromId(
      v8::Isolate*,
      uint32_t number) override {
    if (number >= serialized_.wasm_modules.size()) {
      return {};
    }
    return v8::WasmModuleObject::FromCompiledModule(
        isolate_, serialized_.wasm_modules[number]);
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
  const SerializedValue& serialized_;
  const std::vector<v8::Local<v8::Value>>& ports_;
  v8::ValueDeserializer deserializer_;
};

// *DetachArrayBuffer* and what was in it. False with an exception pending.
bool TransferBuffer(v8::Local<v8::Context> context,
                    v8::Local<v8::ArrayBuffer> buffer,
                    SerializedValue& result) {
  if (buffer->WasDetached()) {
    ThrowDataCloneError(context,
                        "A detached ArrayBuffer can't be transferred.");
    return false;
  }
  if (compat::IsImmutable(buffer)) {
    ThrowDataCloneError(context,
                        "An immutable ArrayBuffer can't be transferred.");
    return false;
  }
  std::shared_ptr<v8::BackingStore> store = buffer->GetBackingStore();
  if (!compat::Detach(buffer)) {
    ThrowTypeError(v8::Isolate::GetCurrent(),
                   "This ArrayBuffer can't be detached.");
    return false;
  }
  result.transferred_buffers.push_back(std::move(store));
  return true;
}

bool TransferPort(v8::Local<v8::Context> context,
                  v8::Local<v8::Object> port,
                  SerializedValue& result) {
  v8::Local<v8::Object> state;
  v8::Local<v8::Value> endpoint;
  if (!PortState(context, port).ToLocal(&state) ||
      GetProperty(context, state, "isDetached")->IsTrue()) {
    ThrowDataCloneError(context, "A closed MessagePort can't be transferred.");
    return false;
  }
  const v8::Local<v8::Value> detach = GetProperty(context, state, "detach");
  if (!detach.As<v8::Function>()
           ->Call(context, state, 0, nullptr)
           .ToLocal(&endpoint)) {
    return false;
  }
  result.endpoints.push_back(endpoint);
  return true;
}

// The elements of an array in a message.
std::vector<v8::Local<v8::Value>> GetElements(v8::Local<v8::Context> context,
                                              v8::Local<v8::Object> message,
                                              std::string_view name) {
  std::vector<v8::Local<v8::Value>> list;
  const auto array = GetProperty(context, message, name).As<v8::Array>();
  for (uint32_t i = 0; i < array->Length(); ++i) {
    v8::Local<v8::Value> element;
    if (array->Get(context, i).ToLocal(&element)) {
      list.push_back(element);
    }
  }
  return list;
}

}  // namespace

std::optional<SerializedValue> Serialize(v8::Local<v8::Context> context,
                                         v8::Local<v8::Value> value,
                                         v8::Local<v8::Array> transfer) {
  TransferList list;
  SerializedValue result;
  if (!list.Collect(context, transfer) ||
      !Writer(context, list, result).Write(value)) {
    return std::nullopt;
  }
  // Only now: serializing runs script, which may look at them or detach them.
  for (const v8::Local<v8::Object> object : list.all()) {
    if (!(object->IsArrayBuffer()
              ? TransferBuffer(context, object.As<v8::ArrayBuffer>(), result)
              : TransferPort(context, object, result))) {
      return std::nullopt;
    }
  }
  return result;
}

v8::MaybeLocal<v8::Value> Deserialize(v8::Local<v8::Context> context,
                                      const SerializedValue& serialized,
                                      v8::Local<v8::Array>* ports) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  Realm* realm = Realm::From(context);
  std::vector<v8::Local<v8::Value>> port_list;
  for (const v8::Local<v8::Value> endpoint : serialized.endpoints) {
    v8::Local<v8::Object> port;
    if (!realm->Get<Prelude>().ReceivePort(endpoint).ToLocal(&port)) {
      return {};
    }
    port_list.push_back(port);
  }
  v8::Local<v8::Value> value;
  if (!Reader(context, serialized, port_list).Read().ToLocal(&value)) {
    return {};
  }
  if (ports != nullptr) {
    *ports = NewArray(isolate, port_list);
  }
  return value;
}

v8::MaybeLocal<v8::Object> ToMessage(v8::Local<v8::Context> context,
                                     const SerializedValue& serialized) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Object> message =
      v8::Object::New(isolate, v8::Null(isolate), nullptr, nullptr, 0);
  std::vector<v8::Local<v8::Value>> buffers;
  for (const std::shared_ptr<v8::BackingStore>& store :
       serialized.transferred_buffers) {
    buffers.push_back(v8::ArrayBuffer::New(isolate, store));
  }
  std::vector<v8::Local<v8::Value>> shared_buffers;
  for (const std::shared_ptr<v8::BackingStore>& store :
       serialized.shared_buffers) {
    shared_buffers.push_back(v8::SharedArrayBuffer::New(isolate, store));
  }
  std::vector<v8::Local<v8::Value>> wasm_modules;
  for (const v8::CompiledWasmModule& compiled : serialized.wasm_modules) {
    v8::Local<v8::WasmModuleObject> module;
    if (!v8::WasmModuleObject::FromCompiledModule(isolate, compiled)
             .ToLocal(&module)) {
      return {};
    }
    wasm_modules.push_back(module);
  }
  if (!Define(context, message, "bytes",
              v8::ArrayBuffer::New(isolate, serialized.bytes)) ||
      !Define(context, message, "buffers", NewArray(isolate, buffers)) ||
      !Define(context, message, "sharedBuffers",
              NewArray(isolate, shared_buffers)) ||
      !Define(context, message, "wasmModules",
              NewArray(isolate, wasm_modules)) ||
      !Define(context, message, "endpoints",
              NewArray(isolate, serialized.endpoints))) {
    return {};
  }
  return message;
}

std::optional<SerializedValue> FromMessage(v8::Local<v8::Context> context,
                                           v8::Local<v8::Object> message) {
  SerializedValue result;
  const auto bytes =
      GetProperty(context, message, "bytes").As<v8::ArrayBuffer>();
  result.bytes = bytes->GetBackingStore();
  result.length = bytes->ByteLength();
  for (const v8::Local<v8::Value> buffer :
       GetElements(context, message, "buffers")) {
    // A store belongs to one buffer at a time.
    if (!TransferBuffer(context, buffer.As<v8::ArrayBuffer>(), result)) {
      return std::nullopt;
    }
  }
  for (const v8::Local<v8::Value> buffer :
       GetElements(context, message, "sharedBuffers")) {
    result.shared_buffers.push_back(
        buffer.As<v8::SharedArrayBuffer>()->GetBackingStore());
  }
  for (const v8::Local<v8::Value> module :
       GetElements(context, message, "wasmModules")) {
    result.wasm_modules.push_back(
        module.As<v8::WasmModuleObject>()->GetCompiledModule());
  }
  result.endpoints = GetElements(context, message, "endpoints");
  return result;
}

void StructuredClone(Realm& realm, const Info& info) {
  v8::Local<v8::Context> context = realm.context();
  if (info.Length() == 0) {
    ThrowTypeError(realm.isolate(), "structuredClone: 1 argument required");
    return;
  }
  v8::Local<v8::Array> transfer;
  if (!ToTransferList(context, info[1], false).ToLocal(&transfer)) {
    return;
  }
  const std::optional<SerializedValue> serialized =
      Serialize(context, info[0], transfer);
  v8::Local<v8::Value> clone;
  if (serialized &&
      Deserialize(context, *serialized, nullptr).ToLocal(&clone)) {
    info.GetReturnValue().Set(clone);
  }
}

}  // namespace v8_encoding::shell
