// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/webidl/buffer_source.h"

#include "bindings/memory/shared_memory.h"
#include "bindings/realm/no_microtasks.h"
#include "bindings/v8_compat.h"

namespace v8_encoding {

namespace {

// The bytes of a view that reaches beyond the end of its buffer, which has
// `available` bytes from the view's start on: as many of the whole elements as
// there are if the view's length follows the buffer's, else none.
[[gnu::noinline, gnu::cold]] size_t LengthInShrunkBuffer(
    v8::Local<v8::ArrayBufferView> view,
    size_t available) {
  // Only an array that tracks the length still has elements. Nobody need have
  // entered a context, and microtasks could change the buffer.
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Context> context;
  if (!view->IsTypedArray() ||
      !compat::RelevantContext(isolate, view).ToLocal(&context)) {
    return 0;
  }
  const v8::Context::Scope context_scope(context);
  const NoMicrotasks no_microtasks(context);
  if (!view->HasOwnProperty(context, 0).FromMaybe(false)) {
    return 0;
  }
  const size_t element_size =
      view->ByteLength() / view.As<v8::TypedArray>()->Length();
  return available - available % element_size;
}

// Gives a typed array whose elements are in V8's heap a buffer. V8 ends the
// process if there's no memory for that, which is why this asks its allocator
// before. (What another thread takes from the same allocator in between, V8
// tries to get by collecting garbage.)
[[gnu::noinline, gnu::cold]] bool MakeBuffer(
    v8::Isolate* isolate,
    v8::Local<v8::ArrayBufferView> view) {
  const size_t length = view->ByteLength();
  v8::ArrayBuffer::Allocator* const allocator =
      isolate->GetArrayBufferAllocator();
  void* const memory = compat::AllocateOrCollect(isolate, length);
  if (memory == nullptr) {
    return false;
  }
  allocator->Free(memory, length);
  view->Buffer();
  return true;
}

// The buffer of a buffer source. Empty for a view that has none yet: it gets a
// private one with the length that the view has.
v8::Local<v8::Value> BufferOf(v8::Local<v8::Value> value) {
  if (!value->IsArrayBufferView()) {
    return value;
  }
  v8::Local<v8::ArrayBufferView> view = value.As<v8::ArrayBufferView>();
  return view->HasBuffer() ? view->Buffer().As<v8::Value>()
                           : v8::Local<v8::Value>();
}

}  // namespace

bool IsSharedBufferSource(v8::Local<v8::Value> value) {
  const v8::Local<v8::Value> buffer = BufferOf(value);
  return !buffer.IsEmpty() && buffer->IsSharedArrayBuffer();
}

bool IsResizableBufferSource(v8::Local<v8::Value> value) {
  const v8::Local<v8::Value> buffer = BufferOf(value);
  if (buffer.IsEmpty()) {
    return false;
  }
  return buffer->IsSharedArrayBuffer()
             ? compat::IsResizable(buffer.As<v8::SharedArrayBuffer>())
             : compat::IsResizable(buffer.As<v8::ArrayBuffer>());
}

std::span<uint8_t> BytesOfBuffer(v8::Local<v8::Value> value, bool shared) {
  if (shared) {
    v8::Local<v8::SharedArrayBuffer> buffer = value.As<v8::SharedArrayBuffer>();
    return {static_cast<uint8_t*>(buffer->Data()), compat::ByteLength(buffer)};
  }
  v8::Local<v8::ArrayBuffer> buffer = value.As<v8::ArrayBuffer>();
  return {static_cast<uint8_t*>(buffer->Data()), buffer->ByteLength()};
}

// Where scripts have made the buffer shorter, V8 10.2 says of some views that
// they are as long as before, and memory behind a buffer's end may be anything.
std::span<uint8_t> ViewedBytesByParts(v8::Local<v8::ArrayBufferView> view,
                                      v8::Local<v8::Value> buffer,
                                      bool shared) {
  // The view's length first: a shared buffer may grow in between, and what was
  // in bounds still is.
  size_t length = view->ByteLength();
  const size_t offset = view->ByteOffset();
  const std::span<uint8_t> bytes = BytesOfBuffer(buffer, shared);
  const size_t available = bytes.size() < offset ? 0 : bytes.size() - offset;
  if (length > available) [[unlikely]] {
    length = LengthInShrunkBuffer(view, available);
  }
  return {bytes.data() + (length == 0 ? 0 : offset), length};
}

// Untested: V8 keeps no array on its heap that is longer, unless built to.
bool BufferSourceBytes::CopyMoreElements(v8::Local<v8::ArrayBufferView> view) {
  const size_t length = view->ByteLength();
  void* const copy = memory_.Allocate(length);
  if (copy == nullptr) {
    return false;
  }
  bytes_ = {
      .bytes = {static_cast<uint8_t*>(copy), view->CopyContents(copy, length)}};
  return true;
}

bool HoldsBytes(v8::Local<v8::Value> value, std::span<const uint8_t> bytes) {
  const v8::Local<v8::Value> buffer = BufferOf(value);
  if (buffer.IsEmpty()) {
    // Untested: arrays on V8's heap are too short for a call with pauses.
    return false;
  }
  const std::span<const uint8_t> now =
      value->IsArrayBufferView()
          ? ViewedBytes(value.As<v8::ArrayBufferView>(), buffer).bytes
          : BytesOfBuffer(buffer, buffer->IsSharedArrayBuffer());
  const auto begin = reinterpret_cast<uintptr_t>(now.data());
  const auto bytes_begin = reinterpret_cast<uintptr_t>(bytes.data());
  return bytes_begin >= begin && bytes_begin - begin <= now.size() &&
         bytes.size() <= now.size() - (bytes_begin - begin);
}

bool GetMutableBytesOfAny(v8::Isolate* isolate,
                          v8::Local<v8::Uint8Array> view,
                          CallSite call,
                          ValueOrigin origin,
                          BufferBytes* bytes) {
  if (!view->HasBuffer()) {
    if (view->ByteLength() == 0) {
      *bytes = {};
      return true;
    }
    if (!MakeBuffer(isolate, view)) {
      ThrowOutOfMemory(isolate, call);
      return false;
    }
    *bytes = ViewedBytes(view, view->Buffer());
    return true;
  }
  // Untested: V8 before 14 has no immutable buffers.
  Throw(isolate, ErrorCode::kInvalidArgumentType, call,
        ShortText(origin.Name(), " is a view on an immutable ArrayBuffer."));
  return false;
}

}  // namespace v8_encoding
