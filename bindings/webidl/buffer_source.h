// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Web IDL's buffer types.
// https://webidl.spec.whatwg.org/#idl-buffer-source-types

#ifndef V8_ENCODING_BINDINGS_WEBIDL_BUFFER_SOURCE_H_
#define V8_ENCODING_BINDINGS_WEBIDL_BUFFER_SOURCE_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "bindings/memory/shared_memory.h"
#include "bindings/memory/working_memory.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/errors.h"
#include "v8.h"

namespace v8_encoding {

// Whether Web IDL converts `value` to an AllowSharedBufferSource: an
// ArrayBuffer, a SharedArrayBuffer, or a view on either.
inline bool IsAllowSharedBufferSource(v8::Local<v8::Value> value) {
  return value->IsArrayBufferView() || value->IsArrayBuffer() ||
         value->IsSharedArrayBuffer();
}

// Whether such a value's memory is that of a SharedArrayBuffer, so that Web IDL
// takes it only where the IDL says [AllowShared].
bool IsSharedBufferSource(v8::Local<v8::Value> value);

// Whether such a value's memory can be resized or grown by scripts, so that Web
// IDL takes it only where the IDL says [AllowResizable].
bool IsResizableBufferSource(v8::Local<v8::Value> value);

// Memory of a buffer.
struct BufferBytes {
  std::span<uint8_t> bytes;
  bool shared =
      false;  // To be touched by CopyFromShared(), CopyToShared() only.
};

// These two return in registers: what is written to memory in two words, and
// read as one, has to be waited for.

// Of an ArrayBuffer, or of a SharedArrayBuffer if it's `shared`.
std::span<uint8_t> BytesOfBuffer(v8::Local<v8::Value> value, bool shared);

// The memory of ViewedBytes() where V8 has no function for that.
std::span<uint8_t> ViewedBytesByParts(v8::Local<v8::ArrayBufferView> view,
                                      v8::Local<v8::Value> buffer,
                                      bool shared);

// What of `buffer` a view on it has, which is nothing if the buffer is detached
// or has become too short.
inline BufferBytes ViewedBytes(v8::Local<v8::ArrayBufferView> view,
                               v8::Local<v8::Value> buffer) {
  const bool shared = buffer->IsSharedArrayBuffer();
  std::span<uint8_t> contents;
  if (!compat::GetContents(view, &contents)) {
    contents = ViewedBytesByParts(view, buffer, shared);
  }
  return {contents, shared};
}

// The bytes of a buffer source, as they are at the moment of Get(). To be taken
// only after the last argument has been converted, since conversions run code
// that may detach or shrink the buffer: pointer and length are read here, once.
//
// While the bytes are in use nothing may run that could resize the buffer
// again, which means no JavaScript at all.
class BufferSourceBytes {
 public:
  BufferSourceBytes() = default;
  BufferSourceBytes(const BufferSourceBytes&) = delete;
  BufferSourceBytes& operator=(const BufferSourceBytes&) = delete;

  // `value` passed IsAllowSharedBufferSource(). A detached buffer has no bytes.
  // False with an exception pending, a RangeError of `call`, if there is no
  // memory for a copy.
  [[nodiscard]] bool Get(v8::Isolate* isolate,
                         v8::Local<v8::Value> value,
                         CallSite call) {
    if (TryGet(value)) [[likely]] {
      return true;
    }
    // Untested: see CopyMoreElements().
    ThrowOutOfMemory(isolate, call);
    return false;
  }

  // The same, with nothing thrown.
  [[nodiscard]] bool TryGet(v8::Local<v8::Value> value) {
    if (value->IsArrayBufferView()) {
      return TryGetOfView(value.As<v8::ArrayBufferView>());
    }
    const bool shared = value->IsSharedArrayBuffer();
    Set({BytesOfBuffer(value, shared), shared});
    return true;
  }

  // The same for a view, inline for the calls that are made most.
  [[nodiscard]] bool TryGetOfView(v8::Local<v8::ArrayBufferView> view) {
    if (view->HasBuffer()) {
      // For a view on shared memory this is a SharedArrayBuffer.
      Set(ViewedBytes(view, view->Buffer()));
      return true;
    }
    // The elements of a small typed array are in V8's heap until someone asks
    // for its buffer. Not asking saves making one; nor is the array's length
    // asked for, which is one more call.
    const size_t length = view->CopyContents(copy_, sizeof(copy_));
    if (length > kMaxInHeap) [[unlikely]] {
      // Untested: see there.
      return CopyMoreElements(view);
    }
    bytes_ = {.bytes = {copy_, length}};
    return true;
  }

  // Nothing before Get().
  const SourceBytes& bytes() const { return bytes_; }

 private:
  void Set(BufferBytes bytes) {
    bytes_ = {.bytes = bytes.bytes, .shared = bytes.shared};
  }

  // For more than kMaxInHeap.
  [[nodiscard]] bool CopyMoreElements(v8::Local<v8::ArrayBufferView> view);

  // V8's limit for elements in its heap, if not told otherwise.
  static constexpr size_t kMaxInHeap = 64;

  SourceBytes bytes_;
  WorkingMemory memory_;          // Of longer ones.
  uint8_t copy_[kMaxInHeap + 1];  // One more shows that there are more.
};

// Whether memory of `value`, which passed IsAllowSharedBufferSource(), holds
// all of `bytes`. A buffer that was detached, or has become too short, doesn't,
// nor does one that has its elements in V8's heap.
bool HoldsBytes(v8::Local<v8::Value> value, std::span<const uint8_t> bytes);

// GetMutableBytes() of any array.
[[nodiscard]] bool GetMutableBytesOfAny(v8::Isolate* isolate,
                                        v8::Local<v8::Uint8Array> view,
                                        CallSite call,
                                        ValueOrigin origin,
                                        BufferBytes* bytes);

// The memory of a Uint8Array that's to be written to, as it is at the moment of
// the call. When it may be taken and how long it may be used, BufferSourceBytes
// says.
//
// False with an exception pending: a TypeError if nothing may write to the
// view's buffer, since it is immutable; a RangeError if the array has no memory
// that can be written to and there's none to be had. `origin` is the view's.
[[nodiscard, gnu::always_inline]] inline bool GetMutableBytes(
    v8::Isolate* isolate,
    v8::Local<v8::Uint8Array> view,
    CallSite call,
    ValueOrigin origin,
    BufferBytes* bytes) {
  if (view->HasBuffer()) [[likely]] {
    v8::Local<v8::ArrayBuffer> buffer = view->Buffer();
    *bytes = ViewedBytes(view, buffer);
    if (bytes->shared || !compat::IsImmutable(buffer)) [[likely]] {
      return true;
    }
  }
  return GetMutableBytesOfAny(isolate, view, call, origin, bytes);
}

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_WEBIDL_BUFFER_SOURCE_H_
