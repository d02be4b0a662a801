// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The code units of a JavaScript string, block by block.

#ifndef V8_ENCODING_BINDINGS_STRING_UNITS_H_
#define V8_ENCODING_BINDINGS_STRING_UNITS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "bindings/v8_compat.h"
#include "v8.h"

namespace v8_encoding {

// Walks over string[0, length). Blocks are copies, so whatever happens between
// two of them, garbage collection included, is of no concern.
class StringUnits {
 public:
  static constexpr size_t kBlockSize = 2048;

  StringUnits(v8::Isolate* isolate, v8::Local<v8::String> string, size_t length)
      : isolate_(isolate),
        string_(string),
        is_one_byte_(string->IsOneByte()),
        length_(length) {}

  bool is_one_byte() const { return is_one_byte_; }
  bool done() const { return offset_ == length_; }

  // The next block of a string that is one-byte.
  std::span<const uint8_t> NextOneByte() {
    const size_t n = Advance();
    compat::ReadOneByte(isolate_, string_, offset_ - n, n, one_byte_);
    return {one_byte_, n};
  }

  // The next block of a string that isn't.
  std::span<const char16_t> NextTwoByte() {
    const size_t n = Advance();
    compat::ReadTwoByte(isolate_, string_, offset_ - n, n, two_byte_);
    return {two_byte_, n};
  }

 private:
  size_t Advance() {
    const size_t n = std::min(length_ - offset_, kBlockSize);
    offset_ += n;
    return n;
  }

  v8::Isolate* const isolate_;
  const v8::Local<v8::String> string_;
  const bool is_one_byte_;
  const size_t length_;
  size_t offset_ = 0;
  union {
    uint8_t one_byte_[kBlockSize];
    char16_t two_byte_[kBlockSize];
  };
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRING_UNITS_H_
