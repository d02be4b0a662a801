// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Text in lines and columns of a terminal.

#ifndef V8_ENCODING_SHELL_CONSOLE_LAYOUT_H_
#define V8_ENCODING_SHELL_CONSOLE_LAYOUT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace v8_encoding::shell {

// head + "{ a, b }" on one line if that fits; else one part a line, or as many
// as fit if there are many short ones in brackets.
std::string JoinParts(std::string_view head,
                      char open,
                      char close,
                      const std::vector<std::string>& parts,
                      size_t line_width);

constexpr bool IsTrail(char utf8_byte) {
  return (static_cast<unsigned char>(utf8_byte) & 0xC0) == 0x80;
}

// Reads one code point of well-formed UTF-8 and moves *i past it.
char32_t NextCodePoint(std::string_view utf8, size_t* i);

// Columns of a terminal that UTF-8 text takes: none for combining marks, two
// for East Asian wide characters.
size_t DisplayWidth(std::string_view utf8);

// An ASCII identifier or index, which needs no quotes as a key.
bool IsPlainKey(std::string_view key);

// In columns, each as wide as the longest, read downwards; lines of at most
// `line_width` if that can be, each with a line feed.
std::string FormatColumns(const std::vector<std::string>& texts,
                          size_t line_width);

// Puts `prefix` before each line but the first.
std::string IndentLines(const std::string& text, const std::string& prefix);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_CONSOLE_LAYOUT_H_
