// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/memory/short_text.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "gtest/gtest.h"

namespace v8_encoding::testing {
namespace {

constexpr size_t kMaxSize = ShortText::kMaxSize;

TEST(ShortTextTest, Pieces) {
  EXPECT_EQ(ShortText().view(), "");
  EXPECT_STREQ(ShortText("").c_str(), "");
  const ShortText inner("b", 7);
  EXPECT_EQ(ShortText("a", inner, std::string_view("cd").substr(1)).view(),
            "ab7d");
  EXPECT_STREQ(ShortText(inner).c_str(), "b7");
}

TEST(ShortTextTest, Numbers) {
  EXPECT_EQ(ShortText(0, " ", -12, " ", size_t{12}).view(), "0 -12 12");
  EXPECT_EQ(ShortText(INT64_MIN).view(), "-9223372036854775808");
  EXPECT_EQ(ShortText(INT64_MAX).view(), "9223372036854775807");
  EXPECT_EQ(ShortText(UINT64_MAX).view(), "18446744073709551615");
}

// Every length of what comes before, of characters of each length.
TEST(ShortTextTest, IsCutBehindAWholeCodePoint) {
  for (const std::string_view character : {"x", "é", "€", "😀"}) {
    for (size_t before = kMaxSize - 9; before <= kMaxSize + 1; ++before) {
      std::string expected(before, '.');
      ShortText text(expected);
      for (int i = 0; i < 4; ++i) {
        text.Append(character);
        expected += character;
      }
      size_t length = before;
      while (length + character.size() <= kMaxSize &&
             length < expected.size()) {
        length += character.size();
      }
      length = std::min(length, kMaxSize);
      EXPECT_EQ(text.view(), expected.substr(0, length))
          << character << " behind " << before;
      EXPECT_EQ(std::strlen(text.c_str()), length);
    }
  }
}

TEST(ShortTextTest, NothingComesBehindACut) {
  ShortText text(std::string(kMaxSize - 1, '.'), "€");
  text.Append("x");
  text.Append(1);
  EXPECT_EQ(text.view(), std::string(kMaxSize - 1, '.'));
  ShortText copy(text);
  copy.Append("x");
  EXPECT_EQ(copy.view(), text.view());
  EXPECT_EQ(ShortText(text, "x").view().back(), 'x');
}

}  // namespace
}  // namespace v8_encoding::testing
