// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/memory/short_text.h"

#include <algorithm>
#include <charconv>

namespace v8_encoding {

namespace {

bool IsContinuation(char byte) {
  return (static_cast<uint8_t>(byte) & 0xC0) == 0x80;
}

template <typename Number>
void AppendDigits(Number number, ShortText& text) {
  char digits[20];  // As many as the longest has, sign included.
  const std::to_chars_result end =
      std::to_chars(digits, digits + sizeof(digits), number);
  text.Append(std::string_view(digits, end.ptr));
}

}  // namespace

void ShortText::Append(std::string_view text) {
  if (is_cut_) {
    return;
  }
  size_t length = text.size();
  if (length > kMaxSize - size_) {
    is_cut_ = true;
    length = kMaxSize - size_;
    while (length != 0 && IsContinuation(text[length])) {
      --length;
    }
  }
  std::copy_n(text.data(), length, bytes_ + size_);
  size_ += length;
  bytes_[size_] = '\0';
}

void ShortText::AppendSigned(int64_t number) {
  AppendDigits(number, *this);
}

void ShortText::AppendUnsigned(uint64_t number) {
  AppendDigits(number, *this);
}

}  // namespace v8_encoding
