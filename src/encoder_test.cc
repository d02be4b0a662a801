// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Every encoder against the model.

#include "v8_encoding/encoder.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "src/model/model.h"
#include "src/testing/exhaustive.h"
#include "src/testing/splits.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

using test_support::CheckEncode;
using test_support::CheckEncodeCutAt;
using test_support::Effort;
using test_support::kAmple;

constexpr EncodeErrorMode kErrorModes[] = {EncodeErrorMode::kFatal,
                                           EncodeErrorMode::kHtml};

class EachEncoderTest : public testing::TestWithParam<Encoding> {};

// Every code point, surrogates among them, each between two letters.
TEST_P(EachEncoderTest, EveryCodePoint) {
  for (char32_t code_point = 0; code_point < 0x110000; ++code_point) {
    std::u16string text = u"a";
    if (code_point < 0x10000) {
      text += static_cast<char16_t>(code_point);
    } else {
      text += static_cast<char16_t>(0xD7C0 + (code_point >> 10));
      text += static_cast<char16_t>(0xDC00 + (code_point & 0x3FF));
    }
    text += u'b';
    for (const EncodeErrorMode error_mode : kErrorModes) {
      ASSERT_EQ(CheckEncodeCutAt(GetParam(), error_mode, text, {}, kAmple), "")
          << static_cast<uint32_t>(code_point);
    }
  }
  test_support::ReportCases(GetParam(), "encode-every-code-point",
                            0x110000 * std::size(kErrorModes));
}

TEST_P(EachEncoderTest, EveryLatin1CharacterInEveryWay) {
  for (char16_t unit = 0; unit < 0x100; ++unit) {
    const std::u16string text = {unit, u'a', unit};
    for (const EncodeErrorMode error_mode : kErrorModes) {
      ASSERT_EQ(CheckEncode(GetParam(), error_mode, text, Effort::kFull), "");
    }
  }
}

TEST_P(EachEncoderTest, RandomUnitsRandomlyCut) {
  std::mt19937 random(static_cast<uint32_t>(GetParam()));
  const auto below = [&](size_t n) {
    return std::uniform_int_distribution<size_t>(0, n - 1)(random);
  };
  for (int round = 0; round < 3000; ++round) {
    std::u16string text(below(round % 10 == 0 ? 400 : 24), 0);
    const size_t kind = below(5);
    const char16_t page = static_cast<char16_t>(below(0x100) << 8);
    for (char16_t& unit : text) {
      unit = static_cast<char16_t>(kind == 0   ? below(0x10000)
                                   : kind == 1 ? 0xD7F0 + below(0x820)
                                   : kind == 2 ? below(0x100)
                                   : below(4)  ? page + below(0x100)
                                               : below(0x80));
    }
    std::vector<size_t> cuts(below(6));
    for (size_t& cut : cuts) {
      cut = below(text.size() + 1);
    }
    std::ranges::sort(cuts);
    const size_t capacity =
        below(3) == 0 ? Encoder::kMaxBytesPerStep + below(40) : kAmple;
    ASSERT_EQ(CheckEncodeCutAt(GetParam(), kErrorModes[below(2)], text, cuts,
                               capacity),
              "");
  }
}

std::vector<Encoding> AllWithEncoder() {
  std::vector<Encoding> encodings;
  for (size_t i = 0; i < kEncodingCount; ++i) {
    const Encoding encoding = static_cast<Encoding>(i);
    // The model, too, maps nothing where the standard has no encoder. What a
    // build leaves out is another matter.
    if (HasEncoder(encoding) || GetOutputEncoding(encoding) != encoding) {
      encodings.push_back(encoding);
    }
  }
  return encodings;
}

INSTANTIATE_TEST_SUITE_P(,
                         EachEncoderTest,
                         testing::ValuesIn(AllWithEncoder()),
                         [](const testing::TestParamInfo<Encoding>& info) {
                           return test_support::TestNameOf(info.param);
                         });

TEST(EncoderTest, Utf8LengthIsWhatEncodingGives) {
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    std::u16string text(random() % 70, 0);
    const uint32_t mask = round % 3 == 0 ? 0x7FF : round % 3 == 1 ? 0xFFFF : 0;
    for (char16_t& unit : text) {
      unit = static_cast<char16_t>(mask ? random() & mask
                                        : 0xD800 | (random() & 0x7FF));
    }
    EXPECT_EQ(Utf8Length(std::span<const char16_t>(text)),
              model::TextEncoderEncode(text).size());
  }
}

// As the standard has it, in each of the encoder's states.
TEST(EncoderTest, Iso2022JpReportsShiftsAndEscapeAsReplacementCharacters) {
  if (!HasEncoder(Encoding::kIso2022Jp)) {
    GTEST_SKIP() << "this build has no legacy encoders";
  }
  for (const char16_t control : {u'\x0E', u'\x0F', u'\x1B'}) {
    for (const std::u16string before : {u"a", u"\u00A5", u"\u3042"}) {
      const std::u16string text = before + control;
      uint8_t bytes[64];
      Encoder encoder(Encoding::kIso2022Jp);
      const EncodeResult result =
          encoder.EncodeFromUtf16(text, bytes, Flush::kYes);
      EXPECT_EQ(result.status, EncodeStatus::kUnmappable);
      EXPECT_EQ(result.code_point, U'\uFFFD');
      EXPECT_EQ(result.read, text.size());
      Encoder html(Encoding::kIso2022Jp, EncodeErrorMode::kHtml);
      const size_t written =
          html.EncodeFromUtf16(text, bytes, Flush::kYes).written;
      EXPECT_NE(std::string(bytes, bytes + written).find("&#65533;"),
                std::string::npos);
    }
  }
}

TEST(EncoderTest, AnyStateIsSafe) {
  std::mt19937 random(4);
  char16_t units[40];
  for (size_t i = 0; i < kEncodingCount; ++i) {
    for (int round = 0; round < 2000; ++round) {
      Encoder encoder(static_cast<Encoding>(i), kErrorModes[round % 2]);
      encoder.set_state(
          EncoderState::FromBits(static_cast<uint32_t>(random())));
      for (char16_t& unit : units) {
        unit = static_cast<char16_t>(random());
      }
      std::vector<uint8_t> bytes(random() % 200);
      const EncodeResult result =
          encoder.EncodeFromUtf16(units, bytes, Flush::kYes);
      EXPECT_LE(result.read, std::size(units));
      EXPECT_LE(result.written, bytes.size());
    }
  }
}

}  // namespace
}  // namespace v8_encoding
