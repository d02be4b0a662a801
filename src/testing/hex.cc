// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/testing/hex.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace v8_encoding::test_support {

std::vector<uint32_t> ParseHex(std::string_view text) {
  std::vector<uint32_t> numbers;
  bool in_number = false;
  for (char c : text) {
    if (c == ' ') {
      in_number = false;
      continue;
    }
    if (!in_number) {
      numbers.push_back(0);
      in_number = true;
    }
    uint32_t digit = 0;
    if (c >= '0' && c <= '9') {
      digit = static_cast<uint32_t>(c - '0');
    } else if (c >= 'A' && c <= 'F') {
      digit = static_cast<uint32_t>(c - 'A' + 10);
    } else {
      std::abort();  // A typing error in a test.
    }
    numbers.back() = numbers.back() * 16 + digit;
  }
  return numbers;
}

std::vector<uint8_t> BytesFromHex(std::string_view text) {
  std::vector<uint8_t> bytes;
  for (uint32_t number : ParseHex(text)) {
    bytes.push_back(static_cast<uint8_t>(number));
  }
  return bytes;
}

std::u32string TextFromHex(std::string_view text) {
  std::u32string code_points;
  for (uint32_t number : ParseHex(text)) {
    code_points.push_back(static_cast<char32_t>(number));
  }
  return code_points;
}

std::string HexOf(uint32_t number) {
  std::string text;
  do {
    text.insert(text.begin(), "0123456789ABCDEF"[number % 16]);
    number /= 16;
  } while (number != 0);
  return text.size() < 2 ? "0" + text : text;
}

}  // namespace v8_encoding::test_support
