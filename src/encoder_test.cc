// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Every encoder against the model.

#include "v8_encoding/encoder.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
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
using test_support::CheckEncodeUtf8;
using test_support::CheckEncodeUtf8CutAt;
using test_support::Effort;
using test_support::kAmple;

constexpr EncodeErrorMode kErrorModes[] = {EncodeErrorMode::kFatal,
                                           EncodeErrorMode::kHtml};

constexpr EncodeErrorMode kAllErrorModes[] = {EncodeErrorMode::kFatal,
                                              EncodeErrorMode::kHtml,
                                              EncodeErrorMode::kHtmlReported};

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
    ASSERT_EQ(CheckEncodeCutAt(GetParam(), kAllErrorModes[below(3)], text, cuts,
                               capacity),
              "");
  }
}

// Characters of every length, bytes of every kind, cut short or too long.
TEST_P(EachEncoderTest, Utf8InEveryWay) {
  for (const std::string_view utf8 : {"",
                                      "a",
                                      "a\u00E9",
                                      "\u20AC\u20ACa",
                                      "\u3042a\u3042",
                                      "\U0001F600!",
                                      "\u00A5\\\u203E~",
                                      "\u2603\u2603\u3042\u2603",
                                      "\uFFFD",
                                      "\uFEFFb",
                                      "\x1B",
                                      "\x80",
                                      "\xE3",
                                      "\xE3\x81",
                                      "\xE3\x81!",
                                      "\xE3\x81\xE3\x81\x82",
                                      "\xF0\x9F\x98",
                                      "\xF0\x9F\x98\xF0\x9F\x98\x80",
                                      "\xED\xA0\x80",
                                      "\xC0\x80\xC1",
                                      "\xF4\x90\x80\x80",
                                      "\xFF\x61\xFE",
                                      "\u2603\xE2\x98"}) {
    for (const EncodeErrorMode error_mode : kAllErrorModes) {
      ASSERT_EQ(CheckEncodeUtf8(GetParam(), error_mode, utf8, Effort::kFull),
                "");
    }
  }
}

TEST_P(EachEncoderTest, RandomUtf8RandomlyCut) {
  std::mt19937 random(static_cast<uint32_t>(GetParam()));
  const auto below = [&](size_t n) {
    return std::uniform_int_distribution<size_t>(0, n - 1)(random);
  };
  for (int round = 0; round < 700; ++round) {
    std::u16string units(below(round % 10 == 0 ? 3000 : 24), 0);
    const char16_t page = static_cast<char16_t>(below(0x100) << 8);
    const size_t kind = below(4);
    for (char16_t& unit : units) {
      unit = static_cast<char16_t>(kind == 0   ? below(0x10000)
                                   : kind == 1 ? below(0x100)
                                   : below(4)  ? page + below(0x100)
                                               : below(0x80));
    }
    const std::vector<uint8_t> bytes = model::TextEncoderEncode(units);
    std::string utf8(bytes.begin(), bytes.end());
    for (size_t n = utf8.empty() ? 0 : below(3) * below(3); n != 0; --n) {
      const size_t at = below(utf8.size());
      if (below(2)) {
        utf8[at] = static_cast<char>(below(0x100));
      } else {
        utf8.resize(at + 1);
      }
    }
    std::vector<size_t> cuts(below(6));
    for (size_t& cut : cuts) {
      cut = below(utf8.size() + 1);
    }
    std::ranges::sort(cuts);
    const size_t capacity =
        below(3) == 0 ? Encoder::kMaxBytesPerStep + below(40) : kAmple;
    ASSERT_EQ(CheckEncodeUtf8CutAt(GetParam(), kAllErrorModes[below(3)], utf8,
                                   cuts, capacity),
              "");
  }
}

struct Everything {
  std::u16string utf16;
  std::vector<uint8_t> utf8;
};

// Every scalar value.
const Everything& AllScalarValues() {
  static const Everything* const everything = [] {
    std::u32string scalars;
    for (char32_t scalar = 0; scalar < 0x110000; ++scalar) {
      if (scalar < 0xD800 || scalar > 0xDFFF) {
        scalars += scalar;
      }
    }
    auto* const result = new Everything{model::ToUtf16(scalars), {}};
    result->utf8 = model::TextEncoderEncode(result->utf16);
    return result;
  }();
  return *everything;
}

TEST_P(EachEncoderTest, Utf8GivesWhatUtf16Gives) {
  const auto& [utf16, utf8] = AllScalarValues();
  std::vector<uint8_t> expected(12 * utf16.size());
  std::vector<uint8_t> bytes(expected.size());
  const EncodeResult from_utf16 =
      Encoder(GetParam(), EncodeErrorMode::kHtml)
          .EncodeFromUtf16(utf16, expected, Flush::kYes);
  const EncodeResult from_utf8 =
      Encoder(GetParam(), EncodeErrorMode::kHtmlReported)
          .EncodeFromUtf8(utf8, bytes, Flush::kYes);
  ASSERT_EQ(from_utf8.status, EncodeStatus::kInputEmpty);
  EXPECT_EQ(from_utf8.read, utf8.size());
  EXPECT_FALSE(from_utf8.had_malformed);
  EXPECT_EQ(from_utf8.had_unmappables, GetParam() != Encoding::kUtf8);
  ASSERT_EQ(from_utf8.written, from_utf16.written);
  EXPECT_EQ(bytes, expected);
}

// Calls of one kind after calls of another: what is incomplete is malformed.
TEST_P(EachEncoderTest, InputsOfDifferentKindsFollowEachOther) {
  std::mt19937 random(static_cast<uint32_t>(GetParam()));
  const std::string_view utf8[] = {"a", "\xE3\x81", "\x82", "\xE3\x81\x82", ""};
  const std::u16string_view utf16[] = {u"b", u"\xD83D", u"\xDE00", u"\u3042",
                                       u""};
  for (int round = 0; round < 3000; ++round) {
    const EncodeErrorMode error_mode = kErrorModes[round % 2];
    Encoder encoder(GetParam(), error_mode);
    std::vector<uint8_t> bytes;
    std::vector<char32_t> errors;
    std::u32string scalars;
    std::string pending8;
    std::u16string pending16;
    const auto end_pending = [&] {
      for (const char32_t scalar : model::Utf8DecodeWithoutBom(
               std::vector<uint8_t>(pending8.begin(), pending8.end()))) {
        scalars += scalar;
      }
      scalars += model::ToScalarValues(pending16);
      pending8.clear();
      pending16.clear();
    };
    for (int call = 0; call < 6; ++call) {
      const bool is_utf8 = random() % 2;
      const std::string_view text8 = utf8[random() % 5];
      const std::u16string_view text16 = utf16[random() % 5];
      const Flush flush = call == 5 ? Flush::kYes : Flush::kNo;
      size_t read = 0;
      if (is_utf8) {
        if (!text8.empty() && !pending16.empty()) {
          end_pending();
        }
        pending8 += text8;
      } else {
        if (!text16.empty() && !pending8.empty()) {
          end_pending();
        }
        pending16 += text16;
      }
      for (;;) {
        uint8_t output[17];
        EncodeResult result;
        if (is_utf8) {
          result = encoder.EncodeFromUtf8(
              {reinterpret_cast<const uint8_t*>(text8.data()) + read,
               text8.size() - read},
              {output, 16 + random() % 2}, flush);
        } else {
          result = encoder.EncodeFromUtf16(text16.substr(read),
                                           {output, 16 + random() % 2}, flush);
        }
        ASSERT_LT(encoder.state().bits(), uint32_t{1} << 30);
        bytes.insert(bytes.end(), output, output + result.written);
        read += result.read;
        if (result.status == EncodeStatus::kInputEmpty) {
          break;
        }
        if (result.status == EncodeStatus::kUnmappable) {
          errors.push_back(result.code_point);
        }
      }
    }
    end_pending();
    const model::EncodeOutcome expected = model::EncodeAll(
        GetParam(), scalars,
        error_mode == EncodeErrorMode::kHtml ? model::Mode::kHtml
                                             : model::Mode::kFatal);
    ASSERT_EQ(bytes, expected.bytes);
    ASSERT_EQ(errors.size(), expected.errors.size());
    for (size_t i = 0; i < errors.size(); ++i) {
      ASSERT_EQ(uint32_t{errors[i]}, expected.errors[i].code_point);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(,
                         EachEncoderTest,
                         testing::ValuesIn(test_support::AllToEncodeTo()),
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

// What the header allows in the place of an unmappable character is itself in
// each of the encoder's states, and nothing else is.
TEST(EncoderTest, AsciiInThePlaceOfACharacterInIso2022Jp) {
  if (!HasEncoder(Encoding::kIso2022Jp)) {
    GTEST_SKIP() << "this build has no legacy encoders";
  }
  for (uint8_t place = 0; place < 0x80; ++place) {
    bool is_itself = true;
    for (const std::u16string before : {u"a", u"\u00A5", u"\u3042"}) {
      const std::u16string text = before + u"\U0001F600" + before;
      uint8_t bytes[64];
      Encoder encoder(Encoding::kIso2022Jp);
      EncodeResult result = encoder.EncodeFromUtf16(text, bytes, Flush::kYes);
      ASSERT_EQ(result.status, EncodeStatus::kUnmappable);
      size_t written = result.written;
      bytes[written++] = place;
      result = encoder.EncodeFromUtf16(
          std::u16string_view(text).substr(result.read),
          std::span(bytes).subspan(written), Flush::kYes);
      ASSERT_EQ(result.status, EncodeStatus::kInputEmpty);
      written += result.written;
      char16_t units[64];
      const size_t length =
          Decoder(Encoding::kIso2022Jp)
              .DecodeToUtf16({bytes, written}, units, Flush::kYes)
              .written;
      is_itself &= std::u16string(units, length) ==
                   before + static_cast<char16_t>(place) + before;
    }
    const bool is_allowed = place != 0x0E && place != 0x0F && place != 0x1B &&
                            place != 0x5C && place != 0x7E;
    EXPECT_EQ(is_itself, is_allowed) << int{place};
  }
}

TEST_P(EachEncoderTest, SaysWhetherALeadWaits) {
  for (const std::u16string_view text :
       {u"", u"a", u"\xD83D", u"\xD83D\xDE00", u"\xDE00", u"\u3042\xD83D"}) {
    uint8_t bytes[80];
    Encoder encoder(GetParam(), EncodeErrorMode::kHtml);
    EXPECT_EQ(encoder.EncodeFromUtf16(text, bytes, Flush::kNo).status,
              EncodeStatus::kInputEmpty);
    EXPECT_EQ(encoder.HasPendingLead(), text.ends_with(u'\xD83D'));
    EXPECT_EQ(encoder.EncodeFromUtf16({}, bytes, Flush::kYes).status,
              EncodeStatus::kInputEmpty);
    EXPECT_FALSE(encoder.HasPendingLead());
  }
  // The start of a character in UTF-8 is no lead surrogate.
  constexpr uint8_t kStart[] = {0xF0, 0x9F};
  uint8_t bytes[16];
  Encoder encoder(GetParam());
  EXPECT_EQ(encoder.EncodeFromUtf8(kStart, bytes, Flush::kNo).status,
            EncodeStatus::kInputEmpty);
  EXPECT_FALSE(encoder.HasPendingLead());
}

// As for bytes of UTF-8 that are left: what is incomplete is malformed.
TEST(EncoderTest, ALeadThatUtf8FollowsIsReportedAsMalformed) {
  constexpr char16_t kLead[] = {0xD83D};
  for (const Encoding encoding : {Encoding::kUtf8, Encoding::kGbk}) {
    for (const std::string_view text : {"a", "\xE2\x82\xAC", ""}) {
      Encoder encoder(encoding, EncodeErrorMode::kHtml);
      uint8_t bytes[32];
      ASSERT_FALSE(
          encoder.EncodeFromUtf16(kLead, bytes, Flush::kNo).had_malformed);
      const std::span<const uint8_t> input(
          reinterpret_cast<const uint8_t*>(text.data()), text.size());
      const EncodeResult full =
          encoder.EncodeFromUtf8(input, {bytes, 0}, Flush::kYes);
      EXPECT_EQ(full.status, EncodeStatus::kOutputFull);
      EXPECT_FALSE(full.had_malformed);
      const EncodeResult result =
          encoder.EncodeFromUtf8(input, bytes, Flush::kYes);
      EXPECT_EQ(result.status, EncodeStatus::kInputEmpty);
      EXPECT_TRUE(result.had_malformed);
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
      const EncoderState state = encoder.state();
      const EncodeResult result =
          encoder.EncodeFromUtf16(units, bytes, Flush::kYes);
      EXPECT_LE(result.read, std::size(units));
      EXPECT_LE(result.written, bytes.size());
      encoder.set_state(state);
      const std::span<const uint8_t> utf8(
          reinterpret_cast<const uint8_t*>(units), sizeof(units));
      const EncodeResult from_utf8 =
          encoder.EncodeFromUtf8(utf8, bytes, Flush::kYes);
      EXPECT_LE(from_utf8.read, utf8.size());
      EXPECT_LE(from_utf8.written, bytes.size());
    }
  }
}

}  // namespace
}  // namespace v8_encoding
