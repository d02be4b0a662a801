// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/buffer_source.h"

#include "bindings/shared_memory.h"
#include "bindings/v8_compat.h"

namespace v8_encoding {

bool IsAllowSharedBufferSource(v8::Local<v8::Value> value) {
  return value->IsArrayBufferView() || value->IsArrayBuffer() ||
         value->IsSharedArrayBuffer();
}

bool IsResizableBufferSource(v8::Local<v8::Value> value) {
  v8::Local<v8::Value> buffer = value;
  if (value->IsArrayBufferView()) {
    v8::Local<v8::ArrayBufferView> view = value.As<v8::ArrayBufferView>();
    if (!view->HasBuffer()) {
      return false;  // A buffer is made with the length that the view has.
    }
    buffer = view->Buffer();
  }
  return buffer->IsSharedArrayBuffer()
             ? compat::IsResizable(buffer.As<v8::SharedArrayBuffer>())
             : compat::IsResizable(buffer.As<v8::ArrayBuffer>());
}

bool BufferSourceBytes::Get(v8::Local<v8::Value> value) {
  if (value->IsArrayBufferView()) {
    v8::Local<v8::ArrayBufferView> view = value.As<v8::ArrayBufferView>();
    const size_t length = view->ByteLength();
    if (!view->HasBuffer()) {
      // The elements of a small typed array are in V8's heap until someone asks
      // for its buffer. Not asking saves making one.
      if (!copy_.Allocate(length)) {
        return false;
      }
      bytes_ = {copy_.data(), view->CopyContents(copy_.data(), length)};
      return true;
    }
    // For a view on shared memory this handle is really a SharedArrayBuffer.
    v8::Local<v8::Value> buffer = view->Buffer();
    if (buffer->IsSharedArrayBuffer()) {
      const auto* data = static_cast<const uint8_t*>(
          buffer.As<v8::SharedArrayBuffer>()->Data());
      return CopyShared(data + view->ByteOffset(), length);
    }
    if (length != 0) {
      const auto* data =
          static_cast<const uint8_t*>(buffer.As<v8::ArrayBuffer>()->Data());
      bytes_ = {data + view->ByteOffset(), length};
    }
    return true;
  }
  if (value->IsArrayBuffer()) {
    v8::Local<v8::ArrayBuffer> buffer = value.As<v8::ArrayBuffer>();
    bytes_ = {static_cast<const uint8_t*>(buffer->Data()),
              buffer->ByteLength()};
    return true;
  }
  v8::Local<v8::SharedArrayBuffer> buffer = value.As<v8::SharedArrayBuffer>();
  return CopyShared(static_cast<const uint8_t*>(buffer->Data()),
                    buffer->ByteLength());
}

bool BufferSourceBytes::CopyShared(const uint8_t* data, size_t length) {
  if (!copy_.Allocate(length)) {
    return false;
  }
  CopyFromShared(data, length, copy_.data());
  bytes_ = {copy_.data(), length};
  return true;
}

MutableBytes GetMutableBytes(v8::Local<v8::Uint8Array> view) {
  const size_t length = view->ByteLength();
  if (length == 0) {
    return {{}, false, false};
  }
  v8::Local<v8::Value> buffer = view->Buffer();
  const bool shared = buffer->IsSharedArrayBuffer();
  auto* data =
      static_cast<uint8_t*>(shared ? buffer.As<v8::SharedArrayBuffer>()->Data()
                                   : buffer.As<v8::ArrayBuffer>()->Data());
  return {{data + view->ByteOffset(), length},
          shared,
          !shared && compat::IsImmutable(buffer.As<v8::ArrayBuffer>())};
}

}  // namespace v8_encoding
