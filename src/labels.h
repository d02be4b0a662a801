// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What surrounds a label: *get an encoding*, step 1.
// https://encoding.spec.whatwg.org/#concept-encoding-get

#ifndef V8_ENCODING_SRC_LABELS_H_
#define V8_ENCODING_SRC_LABELS_H_

#include <cstddef>
#include <string_view>

#include "src/code_points.h"

namespace v8_encoding::internal {

// How much white space `text`, a view of code units or bytes, starts with.
template <typename Text>
constexpr size_t LeadingWhitespace(const Text& text) {
  size_t n = 0;
  while (n < text.size() && IsAsciiWhitespace(text[n])) {
    ++n;
  }
  return n;
}

// `text` without the white space at the start and at the end.
template <typename Char>
constexpr std::basic_string_view<Char> Trim(std::basic_string_view<Char> text) {
  text.remove_prefix(LeadingWhitespace(text));
  while (!text.empty() && IsAsciiWhitespace(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_LABELS_H_
