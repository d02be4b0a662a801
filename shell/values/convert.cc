// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/values/convert.h"

#include <climits>
#include <cstring>
#include <system_error>
#include <vector>

#include "bindings/v8_compat.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding::shell {
namespace {

template <typename Unit, typename EncodeFunction>
std::string EncodeUtf8(std::span<const Unit> units, EncodeFunction encode) {
  std::string utf8(Utf8Length(units), '\0');
  Encoder encoder(Encoding::kUtf8);
  // The room is measured, and UTF-8 has every character, so one call does it.
  (void)(encoder.*encode)(
      units, {reinterpret_cast<uint8_t*>(utf8.data()), utf8.size()},
      Flush::kYes);
  return utf8;
}

}  // namespace

v8::MaybeLocal<v8::String> TryNewString(v8::Isolate* isolate,
                                        std::string_view utf8) {
  if (utf8.size() > INT_MAX) {
    return {};
  }
  return v8::String::NewFromUtf8(isolate, utf8.data(),
                                 v8::NewStringType::kNormal,
                                 static_cast<int>(utf8.size()));
}

v8::Local<v8::String> NewString(v8::Isolate* isolate, std::string_view utf8) {
  v8::Local<v8::String> string;
  if (!TryNewString(isolate, utf8).ToLocal(&string)) {
    return v8::String::Empty(isolate);
  }
  return string;
}

v8::Local<v8::String> NewName(v8::Isolate* isolate, std::string_view utf8) {
  v8::Local<v8::String> string;
  if (!v8::String::NewFromUtf8(isolate, utf8.data(),
                               v8::NewStringType::kInternalized,
                               static_cast<int>(utf8.size()))
           .ToLocal(&string)) {
    return v8::String::Empty(isolate);
  }
  return string;
}

std::string ToUtf8(v8::Isolate* isolate, v8::Local<v8::String> string) {
  const size_t length = static_cast<size_t>(string->Length());
  if (string->IsOneByte()) {
    std::vector<uint8_t> units(length);
    compat::ReadOneByte(isolate, string, 0, length, units.data());
    return EncodeUtf8(std::span<const uint8_t>(units),
                      &Encoder::EncodeFromLatin1);
  }
  std::vector<char16_t> units(length);
  compat::ReadTwoByte(isolate, string, 0, length, units.data());
  return EncodeUtf8(std::span<const char16_t>(units),
                    &Encoder::EncodeFromUtf16);
}

std::optional<std::string> ToUtf8(v8::Local<v8::Context> context,
                                  v8::Local<v8::Value> value) {
  v8::Local<v8::String> string;
  if (!value->ToString(context).ToLocal(&string)) {
    return std::nullopt;
  }
  return ToUtf8(v8::Isolate::GetCurrent(), string);
}

void ThrowError(v8::Isolate* isolate, std::string_view message) {
  isolate->ThrowException(v8::Exception::Error(NewString(isolate, message)));
}

void ThrowTypeError(v8::Isolate* isolate, std::string_view message) {
  isolate->ThrowException(
      v8::Exception::TypeError(NewString(isolate, message)));
}

void ThrowRangeError(v8::Isolate* isolate, std::string_view message) {
  isolate->ThrowException(
      v8::Exception::RangeError(NewString(isolate, message)));
}

void ThrowSystemError(v8::Isolate* isolate,
                      std::string_view function,
                      std::string_view path,
                      int error_number) {
  std::string message(function);
  message += ": ";
  message += path;
  message += ": ";
  message += ErrorText(error_number);
  ThrowError(isolate, message);
}

std::string ErrorText(int error_number) {
  return std::generic_category().message(error_number);
}

std::optional<BufferBytes> BytesOf(v8::Local<v8::Value> value) {
  std::shared_ptr<v8::BackingStore> store;
  size_t offset = 0;
  size_t length = 0;
  if (value->IsArrayBufferView()) {
    v8::Local<v8::ArrayBufferView> view = value.As<v8::ArrayBufferView>();
    // Buffer() is typed ArrayBuffer even over shared memory.
    v8::Local<v8::Value> buffer = view->Buffer();
    store = buffer->IsSharedArrayBuffer()
                ? buffer.As<v8::SharedArrayBuffer>()->GetBackingStore()
                : buffer.As<v8::ArrayBuffer>()->GetBackingStore();
    offset = view->ByteOffset();
    length = view->ByteLength();
  } else if (value->IsArrayBuffer()) {
    store = value.As<v8::ArrayBuffer>()->GetBackingStore();
    length = value.As<v8::ArrayBuffer>()->ByteLength();
  } else if (value->IsSharedArrayBuffer()) {
    store = value.As<v8::SharedArrayBuffer>()->GetBackingStore();
    length = value.As<v8::SharedArrayBuffer>()->ByteLength();
  } else {
    return std::nullopt;
  }
  BufferBytes result;
  if (length != 0 && store != nullptr && store->Data() != nullptr) {
    result.bytes = {static_cast<uint8_t*>(store->Data()) + offset, length};
  }
  result.store = std::move(store);
  return result;
}

v8::MaybeLocal<v8::ArrayBuffer> NewArrayBuffer(v8::Isolate* isolate,
                                               size_t length) {
  if (length > kMaxArrayBufferLength) {
    ThrowRangeError(isolate, "Too many bytes for one ArrayBuffer");
    return {};
  }
  v8::Local<v8::ArrayBuffer> buffer;
  if (!compat::NewArrayBuffer(isolate, length).ToLocal(&buffer)) {
    ThrowRangeError(isolate, "Out of memory for an ArrayBuffer");
    return {};
  }
  return buffer;
}

v8::MaybeLocal<v8::Uint8Array> NewUint8Array(v8::Isolate* isolate,
                                             std::span<const uint8_t> bytes) {
  v8::Local<v8::ArrayBuffer> buffer;
  if (!NewArrayBuffer(isolate, bytes.size()).ToLocal(&buffer)) {
    return {};
  }
  if (!bytes.empty()) {
    memcpy(buffer->GetBackingStore()->Data(), bytes.data(), bytes.size());
  }
  return v8::Uint8Array::New(buffer, 0, bytes.size());
}

}  // namespace v8_encoding::shell
