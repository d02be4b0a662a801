// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/buffer_source.h"

#include "bindings/shared_memory.h"
#include "bindings/v8_compat.h"

namespace v8_encoding {

namespace {

struct Memory {
  const uint8_t* data;
  size_t length;
  bool shared;
};

// Of an ArrayBuffer or a SharedArrayBuffer.
Memory MemoryOf(v8::Local<v8::Value> value) {
  if (value->IsSharedArrayBuffer()) {
    v8::Local<v8::SharedArrayBuffer> buffer = value.As<v8::SharedArrayBuffer>();
    return {static_cast<const uint8_t*>(buffer->Data()), buffer->ByteLength(),
            true};
  }
  v8::Local<v8::ArrayBuffer> buffer = value.As<v8::ArrayBuffer>();
  return {static_cast<const uint8_t*>(buffer->Data()), buffer->ByteLength(),
          false};
}

}  // namespace

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

bool BufferSourceBytes::Find(v8::Local<v8::Value> value) {
  if (!value->IsArrayBufferView()) {
    const Memory memory = MemoryOf(value);
    data_ = memory.data;
    length_ = memory.length;
    shared_ = memory.shared;
    return true;
  }
  v8::Local<v8::ArrayBufferView> view = value.As<v8::ArrayBufferView>();
  length_ = view->ByteLength();
  if (!view->HasBuffer()) {
    // The elements of a small typed array are in V8's heap until someone asks
    // for its buffer. Not asking saves making one.
    if (!copy_.Allocate(length_)) {
      return false;
    }
    length_ = view->CopyContents(copy_.data(), length_);
    data_ = copy_.data();
  } else if (length_ != 0) {
    // For a view on shared memory this handle is really a SharedArrayBuffer.
    const Memory memory = MemoryOf(view->Buffer());
    data_ = memory.data + view->ByteOffset();
    shared_ = memory.shared;
  }
  return true;
}

bool BufferSourceBytes::Read(size_t begin, size_t end) {
  bytes_ = {data_ + begin, end - begin};
  if (!shared_) {
    return true;
  }
  if (!copy_.Allocate(bytes_.size())) {
    return false;
  }
  CopyFromShared(bytes_.data(), bytes_.size(), copy_.data());
  bytes_ = {copy_.data(), bytes_.size()};
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
