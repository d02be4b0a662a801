// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/values/convert.h"

#include <climits>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "bindings/v8_compat.h"
#include "v8_encoding/convert.h"

namespace v8_encoding::shell {
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

v8::Local<v8::Array> NewStrings(v8::Isolate* isolate,
                                const std::vector<std::string>& list) {
  std::vector<v8::Local<v8::Value>> strings;
  strings.reserve(list.size());
  for (const std::string& each : list) {
    strings.push_back(NewString(isolate, each));
  }
  return v8::Array::New(isolate, strings.data(), strings.size());
}

std::string ToUtf8(v8::Isolate* isolate, v8::Local<v8::String> string) {
  return EncodeToStdString(isolate, string).bytes;
}

std::u16string ToUtf16(v8::Isolate* isolate, v8::Local<v8::String> string) {
  std::u16string text(static_cast<size_t>(string->Length()), u'\0');
  compat::ReadTwoByte(isolate, string, 0, text.size(), text.data());
  return text;
}

std::optional<std::string> ToUtf8(v8::Local<v8::Context> context,
                                  v8::Local<v8::Value> value) {
  v8::Local<v8::String> string;
  if (!value->ToString(context).ToLocal(&string)) {
    return std::nullopt;
  }
  return ToUtf8(v8::Isolate::GetCurrent(), string);
}

std::string SourceLine(std::string_view source, int line) {
  size_t start = 0;
  for (int i = 0; i < line; ++i) {
    start = source.find('\n', start);
    if (start == source.npos) {
      return {};
    }
    ++start;
  }
  std::string found(source.substr(start, source.find('\n', start) - start));
  if (found.ends_with('\r')) {
    found.pop_back();
  }
  return found;
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
                      const char* function,
                      const std::string& path,
                      int error_number) {
  ThrowError(isolate,
             absl::StrCat(function, ": ", path, ": ", ErrorText(error_number)));
}

std::string ErrorText(int error_number) {
  return std::generic_category().message(error_number);
}

std::optional<BufferBytes> BytesOf(v8::Local<v8::Value> value) {
  v8::Local<v8::Value> buffer = value;
  size_t offset = 0;
  std::optional<size_t> view_length;
  if (value->IsArrayBufferView()) {
    const auto view = value.As<v8::ArrayBufferView>();
    // Buffer() is typed ArrayBuffer even over shared memory.
    buffer = view->Buffer();
    offset = view->ByteOffset();
    view_length = view->ByteLength();
  }
  BufferBytes result;
  size_t length = 0;
  if (buffer->IsArrayBuffer()) {
    result.store = buffer.As<v8::ArrayBuffer>()->GetBackingStore();
    length = buffer.As<v8::ArrayBuffer>()->ByteLength();
  } else if (buffer->IsSharedArrayBuffer()) {
    result.store = buffer.As<v8::SharedArrayBuffer>()->GetBackingStore();
    length = buffer.As<v8::SharedArrayBuffer>()->ByteLength();
  } else {
    return std::nullopt;
  }
  length = view_length.value_or(length);
  if (length != 0 && result.store != nullptr &&
      result.store->Data() != nullptr) {
    result.bytes = {static_cast<uint8_t*>(result.store->Data()) + offset,
                    length};
  }
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
