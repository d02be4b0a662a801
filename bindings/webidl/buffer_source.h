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

#include "bindings/memory/scratch.h"
#include "bindings/webidl/errors.h"
#include "v8.h"

namespace v8_encoding {

// Whether Web IDL converts `value` to an AllowSharedBufferSource: an
// ArrayBuffer, a SharedArrayBuffer, or a view on either.
bool IsAllowSharedBufferSource(v8::Local<v8::Value> value);

// Whether such a value's memory can be resized or grown by scripts, so that Web
// IDL takes it only where the IDL says [AllowResizable].
bool IsResizableBufferSource(v8::Local<v8::Value> value);

// The bytes of a buffer source, as they are at the moment of Get(). To be taken
// only after the last argument has been converted, since conversions run code
// that may detach or shrink the buffer: pointer and length are read here, once.
//
// While the span is in use nothing may run that could resize the buffer again,
// which means no JavaScript at all.
class BufferSourceBytes {
 public:
  // What can't be had for lack of memory is a RangeError of this call.
  BufferSourceBytes(v8::Isolate* isolate, CallSite call)
      : isolate_(isolate), call_(call) {}

  // `value` passed IsAllowSharedBufferSource(). A detached buffer has no bytes.
  // False with an exception pending if there is no memory for a copy.
  [[nodiscard]] bool Get(v8::Local<v8::Value> value) {
    return Find(value) && Read(0, length_);
  }

  // Get() in two steps, for some of the bytes only: copies of shared memory are
  // made by Read(), which may be called more than once.
  [[nodiscard]] bool Find(v8::Local<v8::Value> value);
  size_t length() const { return length_; }
  bool shared() const { return shared_; }
  [[nodiscard]] bool Read(size_t begin, size_t end);

  std::span<const uint8_t> bytes() const { return bytes_; }

  // So much is always copied without a look for memory.
  static constexpr size_t kInlineSize = 256;

 private:
  bool AllocateCopy(size_t length);

  v8::Isolate* const isolate_;
  const CallSite call_;
  const uint8_t* data_ = nullptr;
  size_t length_ = 0;
  bool shared_ = false;
  std::span<const uint8_t> bytes_;
  Scratch<uint8_t, kInlineSize> copy_;
};

// The memory of a Uint8Array that's to be written to, as it is at the moment of
// the call. When it may be taken and how long it may be used, BufferSourceBytes
// says.
struct MutableBytes {
  std::span<uint8_t> bytes;
  bool shared = false;  // To be written with CopyToShared() only.
};

// Nothing with an exception pending: a TypeError if nothing may write to the
// view's buffer, since it is immutable; a RangeError if the array has no memory
// that can be written to and there's none to be had. `origin` is the view's.
v8::Maybe<MutableBytes> GetMutableBytes(v8::Isolate* isolate,
                                        v8::Local<v8::Uint8Array> view,
                                        CallSite call,
                                        ValueOrigin origin);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_WEBIDL_BUFFER_SOURCE_H_
