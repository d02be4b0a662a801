// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Bytes, code units and code points as test data and failure messages have
// them: "84 31 A5 30", "1E3F 10FFFF".

#ifndef V8_ENCODING_SRC_TESTING_HEX_H_
#define V8_ENCODING_SRC_TESTING_HEX_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace v8_encoding::test_support {

// Hexadecimal numbers with spaces in between.
std::vector<uint32_t> ParseHex(std::string_view text);
std::vector<uint8_t> BytesFromHex(std::string_view text);
std::u32string TextFromHex(std::string_view text);

std::string HexOf(uint32_t number);

// Of any container of numbers; long ones are cut.
template <typename Container>
std::string ToHex(const Container& numbers) {
  constexpr size_t kMost = 80;
  std::string text;
  size_t count = 0;
  for (auto number : numbers) {
    if (count == kMost) {
      text += " ...";
      break;
    }
    text += count++ == 0 ? "" : " ";
    text += HexOf(static_cast<uint32_t>(number));
  }
  return text;
}

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_HEX_H_
