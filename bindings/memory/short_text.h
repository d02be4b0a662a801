// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A short text, put together without taking memory: messages of exceptions,
// that of want of memory among them, and names.

#ifndef V8_ENCODING_BINDINGS_MEMORY_SHORT_TEXT_H_
#define V8_ENCODING_BINDINGS_MEMORY_SHORT_TEXT_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace v8_encoding {

// UTF-8. What is longer is cut behind a whole code point, and what comes behind
// a cut is left out.
class ShortText {
 public:
  static constexpr size_t kMaxSize = 511;

  // The pieces one behind another: texts, and whole numbers in decimal digits.
  template <typename... Pieces>
  explicit ShortText(const Pieces&... pieces) {
    bytes_[0] = '\0';
    (Append(pieces), ...);
  }
  ShortText(const ShortText& other) : ShortText(other.view()) {
    is_cut_ = other.is_cut_;
  }
  ShortText& operator=(const ShortText&) = delete;

  void Append(std::string_view text);
  void Append(std::signed_integral auto number) {
    AppendSigned(static_cast<int64_t>(number));
  }
  void Append(std::unsigned_integral auto number) {
    AppendUnsigned(static_cast<uint64_t>(number));
  }

  std::string_view view() const { return {bytes_, size_}; }
  // NOLINTNEXTLINE(google-explicit-constructor): a text like others.
  operator std::string_view() const { return view(); }
  // With a zero behind it.
  const char* c_str() const { return bytes_; }

 private:
  void AppendSigned(int64_t number);
  void AppendUnsigned(uint64_t number);

  size_t size_ = 0;
  bool is_cut_ = false;
  char bytes_[kMaxSize + 1];  // As many as `size_` says, and a zero.
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_MEMORY_SHORT_TEXT_H_
