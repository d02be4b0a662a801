// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/code_points.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "gtest/gtest.h"
#include "src/model/model.h"

namespace v8_encoding::internal {
namespace {

TEST(CodePointsTest, SurrogatesAsInTheModel) {
  for (uint32_t code = 0x10000; code <= 0x10FFFF; ++code) {
    const char32_t c = code;
    const std::u16string pair = model::ToUtf16(std::u32string_view(&c, 1));
    ASSERT_EQ(pair, (std::u16string{LeadSurrogate(c), TrailSurrogate(c)}))
        << code;
    ASSERT_EQ(ScalarValueFromSurrogates(pair[0], pair[1]), c);
  }
}

TEST(CodePointsTest, ClassesOfEveryCodePoint) {
  for (uint32_t c = 0; c <= 0x10FFFF; ++c) {
    const bool is_lead = c >= 0xD800 && c <= 0xDBFF;
    const bool is_trail = c >= 0xDC00 && c <= 0xDFFF;
    ASSERT_EQ(IsLeadSurrogate(c), is_lead) << c;
    ASSERT_EQ(IsTrailSurrogate(c), is_trail) << c;
    ASSERT_EQ(IsSurrogate(c), is_lead || is_trail) << c;
    ASSERT_EQ(IsAsciiWhitespace(c),
              c == 0x09 || c == 0x0A || c == 0x0C || c == 0x0D || c == 0x20)
        << c;
  }
}

TEST(CodePointsTest, StripsAtBothEndsOnly) {
  EXPECT_EQ(StripAsciiWhitespace(std::string_view("\t\n\f\r a b \t")), "a b");
  EXPECT_EQ(StripAsciiWhitespace(std::u16string_view(u" \u00A0\u3000 ")),
            u"\u00A0\u3000");
  EXPECT_EQ(StripAsciiWhitespace(std::string_view("\va")), "\va");
  EXPECT_EQ(StripAsciiWhitespace(std::string_view(" \t ")), "");
  EXPECT_EQ(StripAsciiWhitespace(std::u16string_view()), u"");
}

}  // namespace
}  // namespace v8_encoding::internal
