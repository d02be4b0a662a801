// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Classes of code points and of UTF-16 code units that the standards name, for
// the codecs and the bindings. The model has definitions of its own.
// https://infra.spec.whatwg.org/#code-points

#ifndef V8_ENCODING_SRC_CODE_POINTS_H_
#define V8_ENCODING_SRC_CODE_POINTS_H_

#include <cstddef>
#include <string_view>

namespace v8_encoding::internal {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;
inline constexpr char32_t kByteOrderMark = 0xFEFF;

// Of a surrogate pair, the lead has the high and the trail the low ten bits of
// what the scalar value exceeds U+10000 by.
inline constexpr char32_t kSurrogateBits = 0x3FF;
inline constexpr char32_t kFirstLeadSurrogate = 0xD800;
inline constexpr char32_t kFirstTrailSurrogate = 0xDC00;

constexpr bool IsLeadSurrogate(char32_t unit) {
  return (unit & ~kSurrogateBits) == kFirstLeadSurrogate;
}
constexpr bool IsTrailSurrogate(char32_t unit) {
  return (unit & ~kSurrogateBits) == kFirstTrailSurrogate;
}
constexpr bool IsSurrogate(char32_t unit) {
  return (unit & 0xFFFFF800) == kFirstLeadSurrogate;
}

constexpr char32_t ScalarValueFromSurrogates(char32_t lead, char32_t trail) {
  return 0x10000 + ((lead & kSurrogateBits) << 10) + (trail & kSurrogateBits);
}
// Both of a scalar value above U+FFFF.
constexpr char16_t LeadSurrogate(char32_t scalar) {
  return static_cast<char16_t>(kFirstLeadSurrogate +
                               ((scalar - 0x10000) >> 10 & kSurrogateBits));
}
constexpr char16_t TrailSurrogate(char32_t scalar) {
  return static_cast<char16_t>(kFirstTrailSurrogate +
                               (scalar & kSurrogateBits));
}

// How many bytes it has in UTF-8, as a surrogate as many as U+FFFD, which takes
// the place of a lone one.
constexpr size_t Utf8Size(char32_t c) {
  return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

// https://infra.spec.whatwg.org/#ascii-whitespace
constexpr bool IsAsciiWhitespace(char32_t c) {
  return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' ';
}

// How much ASCII whitespace `text`, a view of code units or bytes, starts with.
template <typename Text>
constexpr size_t LeadingAsciiWhitespace(const Text& text) {
  size_t n = 0;
  while (n < text.size() && IsAsciiWhitespace(text[n])) {
    ++n;
  }
  return n;
}

// *Strip leading and trailing ASCII whitespace*, which *get an encoding* does
// to a label.
// https://infra.spec.whatwg.org/#strip-leading-and-trailing-ascii-whitespace
template <typename Char>
constexpr std::basic_string_view<Char> StripAsciiWhitespace(
    std::basic_string_view<Char> text) {
  text.remove_prefix(LeadingAsciiWhitespace(text));
  while (!text.empty() && IsAsciiWhitespace(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODE_POINTS_H_
