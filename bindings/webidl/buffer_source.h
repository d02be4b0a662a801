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

#include "bindings/strings/scratch.h"
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
// that may detach or shrink the buffer: it's read here, once.
//
// While the span is in use nothing may run that could resize the buffer again,
// which means no JavaScript at all.
class BufferSourceBytes {
 public:
  // `value` passed IsAllowSharedBufferSource(). A detached buffer has no bytes.
  // False if there is no memory for a copy, with nothing thrown.
  [[nodiscard]] bool Get(v8::Local<v8::Value> value) {
    return Find(value) && Read(0, length_);
  }

  // The same in two steps, for some of the bytes only: copies of shared memory
  // are made by the second. It may be taken more than once.
  [[nodiscard]] bool Find(v8::Local<v8::Value> value);
  size_t length() const { return length_; }
  bool shared() const { return shared_; }
  [[nodiscard]] bool Read(size_t begin, size_t end);

  std::span<const uint8_t> bytes() const { return bytes_; }

  // So much is always copied without a look for memory.
  static constexpr size_t kInlineSize = 256;

 private:
  const uint8_t* data_ = nullptr;
  size_t length_ = 0;
  bool shared_ = false;
  std::span<const uint8_t> bytes_;
  Scratch<uint8_t, kInlineSize> copy_;
};

// The memory of a Uint8Array that's to be written to, as it is at the moment of
// the call; the same rules hold. False if the array has none that can be
// written to and there's no memory to make some, with nothing thrown.
struct MutableBytes {
  std::span<uint8_t> bytes;
  bool shared;     // To be written with CopyToShared() only.
  bool immutable;  // Not to be written at all.
};
[[nodiscard]] bool GetMutableBytes(v8::Isolate* isolate,
                                   v8::Local<v8::Uint8Array> view,
                                   MutableBytes* bytes);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_WEBIDL_BUFFER_SOURCE_H_
