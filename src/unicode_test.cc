// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Every function against the model, which goes by code points.

#include "v8_encoding/unicode.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "src/model/model.h"
#include "src/testing/exhaustive.h"
#include "src/testing/target_test.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

using Bytes = std::vector<uint8_t>;

constexpr int kRounds = test_support::kSlowBuild ? 120 : 1500;

class UnicodeTest : public simd::TargetTest {
 protected:
  size_t Below(size_t n) {
    return std::uniform_int_distribution<size_t>(0, n - 1)(random_);
  }

  // Of up to 40 units, or thousands, so that blocks end in the midst.
  size_t AnySize() { return Below(20) == 0 ? 5000 + Below(9000) : Below(40); }

  std::u32string AnyUtf32(char32_t limit) {
    std::u32string text(AnySize(), U'a');
    const size_t kind = Below(5);
    for (char32_t& unit : text) {
      switch (kind) {
        case 0:
          break;
        case 1:
          unit = static_cast<char32_t>(Below(0x100));
          break;
        case 2:
          unit = static_cast<char32_t>(Below(0x3000));
          break;
        case 3:
          unit =
              static_cast<char32_t>(Below(3) ? Below(0x80) : Below(0x110000));
          break;
        default:
          unit = static_cast<char32_t>(Below(30) ? Below(0x100)
                                                 : 0xD800 + Below(0x800));
          break;
      }
      unit = unit < limit ? unit : U'b';
    }
    if (limit > 0x110000 && !text.empty() && Below(3) == 0) {
      text[Below(text.size())] = static_cast<char32_t>(random_());
    }
    return text;
  }

  // With lone surrogates.
  std::u16string AnyUtf16() {
    std::u16string text;
    for (const char32_t c : AnyUtf32(0x110000)) {
      if (c > 0xFFFF) {
        text += static_cast<char16_t>(0xD7C0 + (c >> 10));
        text += static_cast<char16_t>(0xDC00 + (c & 0x3FF));
      } else {
        text += static_cast<char16_t>(c);
      }
    }
    return text;
  }

  // With malformed sequences.
  Bytes AnyUtf8() {
    Bytes bytes = model::TextEncoderEncode(AnyUtf16());
    for (size_t n = bytes.empty() ? 0 : Below(3); n != 0; --n) {
      bytes[Below(bytes.size())] = static_cast<uint8_t>(Below(0x100));
    }
    if (!bytes.empty() && Below(4) == 0) {
      bytes.resize(Below(bytes.size()) + 1);
    }
    return bytes;
  }

  static model::DecodeOutcome Decoded(std::span<const uint8_t> utf8) {
    return model::DecodeAll(Encoding::kUtf8, utf8, model::Mode::kReplacement,
                            /*ignore_bom=*/true);
  }

  static std::u32string Scalars(std::u32string text) {
    for (char32_t& c : text) {
      if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) {
        c = 0xFFFD;
      }
    }
    return text;
  }

  // `convert` in one call, and in calls with room for 0 to 7 more units, each
  // of which reads whole characters, so that the next goes on behind.
  template <typename In, typename Out, typename Convert>
  void CheckConversion(const std::vector<In>& input,
                       const std::vector<Out>& expected,
                       size_t most_per_character,
                       Convert convert) {
    std::vector<Out> output(expected.size());
    ASSERT_EQ(convert(input, output),
              (Conversion{input.size(), output.size()}));
    ASSERT_EQ(output, expected);
    size_t read = 0;
    std::vector<Out> parts;
    while (read != input.size()) {
      const size_t room = Below(4) == 0 ? Below(3000) : Below(8);
      std::vector<Out> part(room);
      const Conversion done =
          convert(std::span<const In>(input).subspan(read), part);
      ASSERT_LE(done.written, room);
      ASSERT_TRUE(read + done.read == input.size() ||
                  room - done.written < most_per_character);
      parts.insert(parts.end(), part.begin(),
                   part.begin() + static_cast<ptrdiff_t>(done.written));
      read += done.read;
    }
    ASSERT_EQ(parts, expected);
  }

  // To Latin-1, as far as that goes.
  template <typename In, typename Convert>
  void CheckToLatin1(const std::vector<In>& input,
                     const std::u32string& scalars,
                     size_t read,
                     Convert convert) {
    const auto wide = std::ranges::find_if(
        scalars, [](char32_t scalar) { return scalar > 0xFF; });
    const Bytes expected(scalars.begin(), wide);
    Bytes output(scalars.size() + 3);
    ASSERT_EQ(convert(input, output), (Conversion{read, expected.size()}));
    output.resize(expected.size());
    ASSERT_EQ(output, expected);
  }

  void CheckUtf16(const std::u16string& text);
  void CheckUtf32(const std::u32string& text);

  std::mt19937 random_{7};
};

template <typename Unit, typename Text>
std::vector<Unit> VectorOf(const Text& text) {
  return std::vector<Unit>(text.begin(), text.end());
}

void UnicodeTest::CheckUtf16(const std::u16string& text) {
  const std::vector<char16_t> utf16 = VectorOf<char16_t>(text);
  const std::u32string scalars = model::ToScalarValues(text);
  const std::u16string repaired = model::ToUtf16(scalars);
  const auto first_lone = std::ranges::mismatch(text, repaired).in1;
  ASSERT_EQ(WellFormedPrefixLength(utf16),
            static_cast<size_t>(first_lone - text.begin()));
  ASSERT_EQ(IsWellFormedUtf16(utf16), text == repaired);
  std::u16string in_place = text;
  ASSERT_EQ(MakeWellFormed(in_place), text != repaired);
  ASSERT_EQ(in_place, repaired);
  ASSERT_EQ(CodePointCount(utf16), scalars.size());
  const auto prefix_below = [&](char16_t end) {
    return static_cast<size_t>(
        std::ranges::find_if(text, [&](char16_t unit) { return unit >= end; }) -
        text.begin());
  };
  ASSERT_EQ(AsciiPrefixLength(std::span<const char16_t>(utf16)),
            prefix_below(0x80));
  ASSERT_EQ(Latin1PrefixLength(utf16), prefix_below(0x100));
  const Bytes utf8 = model::TextEncoderEncode(text);
  ASSERT_EQ(Utf8Length(std::span<const char16_t>(utf16)), utf8.size());
  CheckConversion(utf16, utf8, 4, Utf16ToUtf8);
  CheckConversion(utf16, VectorOf<char32_t>(scalars), 1, Utf16ToUtf32);
  CheckToLatin1(utf16, scalars, prefix_below(0x100), Utf16ToLatin1);
}

void UnicodeTest::CheckUtf32(const std::u32string& text) {
  const std::vector<char32_t> utf32 = VectorOf<char32_t>(text);
  const std::u32string scalars = Scalars(text);
  const std::u16string utf16 = model::ToUtf16(scalars);
  const Bytes utf8 = model::TextEncoderEncode(utf16);
  ASSERT_EQ(Utf8Length(std::span<const char32_t>(utf32)), utf8.size());
  ASSERT_EQ(Utf16Length(utf32), utf16.size());
  CheckConversion(utf32, utf8, 4, Utf32ToUtf8);
  CheckConversion(utf32, VectorOf<char16_t>(utf16), 2, Utf32ToUtf16);
  CheckToLatin1(
      utf32, scalars,
      static_cast<size_t>(
          std::ranges::find_if(text, [](char32_t c) { return c > 0xFF; }) -
          text.begin()),
      Utf32ToLatin1);
}

INSTANTIATE_TEST_SUITE_P(, UnicodeTest, simd::EachTarget(), simd::TargetName);

TEST_P(UnicodeTest, Utf8) {
  for (int round = 0; round < kRounds; ++round) {
    const Bytes utf8 = AnyUtf8();
    const model::DecodeOutcome decoded = Decoded(utf8);
    const std::u16string utf16 = model::ToUtf16(decoded.text);
    const size_t well_formed =
        decoded.errors.empty() ? utf8.size() : decoded.errors[0].begin;
    ASSERT_EQ(WellFormedPrefixLengthOfUtf8(utf8), well_formed);
    ASSERT_EQ(IsWellFormedUtf8(utf8), decoded.errors.empty());
    ASSERT_EQ(Utf16LengthOfUtf8(utf8), utf16.size());
    ASSERT_EQ(CodePointCountOfUtf8(utf8), decoded.text.size());
    size_t ascii = 0;
    while (ascii < utf8.size() && utf8[ascii] < 0x80) {
      ++ascii;
    }
    ASSERT_EQ(AsciiPrefixLength(std::span<const uint8_t>(utf8)), ascii);
    size_t latin1 = 0;
    for (const char32_t scalar : decoded.text) {
      if (scalar > 0xFF) {
        break;
      }
      latin1 += scalar < 0x80 ? 1 : 2;
    }
    ASSERT_EQ(Latin1PrefixLengthOfUtf8(utf8), latin1);
    CheckConversion(utf8, VectorOf<char16_t>(utf16), 2, Utf8ToUtf16);
    CheckConversion(utf8, VectorOf<char32_t>(decoded.text), 1, Utf8ToUtf32);
    CheckToLatin1(utf8, decoded.text, latin1, Utf8ToLatin1);
  }
}

TEST_P(UnicodeTest, Utf16) {
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_NO_FATAL_FAILURE(CheckUtf16(AnyUtf16()));
  }
}

TEST_P(UnicodeTest, Utf32) {
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_NO_FATAL_FAILURE(CheckUtf32(AnyUtf32(0xFFFFFFFF)));
  }
}

// What begins or ends something, at each place of a run of other characters.
constexpr char32_t kBorders[] = {
    0x7F,    0x80,    0xFF,     0x100,    0x7FF,     0x800,  0xD7FF,
    0xD800,  0xDBFF,  0xDC00,   0xDFFF,   0xE000,    0xFFFF, 0x10000,
    0x1F600, 0x20000, 0x10FFFF, 0x110000, 0xFFFFFFFF};

TEST_P(UnicodeTest, BordersInRuns) {
  constexpr size_t kSize = 40;
  for (const char32_t border : kBorders) {
    for (size_t place = 0; place != kSize; ++place) {
      std::u32string text(kSize, U'a');
      text[place] = border;
      ASSERT_NO_FATAL_FAILURE(CheckUtf32(text));
      if (border <= 0xFFFF) {
        ASSERT_NO_FATAL_FAILURE(
            CheckUtf16(std::u16string(text.begin(), text.end())));
      } else {
        ASSERT_NO_FATAL_FAILURE(CheckUtf16(model::ToUtf16(Scalars(text))));
      }
    }
  }
}

TEST_P(UnicodeTest, Latin1) {
  for (int round = 0; round < kRounds / 3; ++round) {
    const std::u32string text = AnyUtf32(0x100);
    const Bytes latin1 = VectorOf<uint8_t>(text);
    const Bytes utf8 = model::TextEncoderEncode(model::ToUtf16(text));
    ASSERT_EQ(Utf8Length(std::span<const uint8_t>(latin1)), utf8.size());
    CheckConversion(latin1, utf8, 2, Latin1ToUtf8);
    CheckConversion(latin1, VectorOf<char16_t>(text), 1, Latin1ToUtf16);
    CheckConversion(latin1, VectorOf<char32_t>(text), 1, Latin1ToUtf32);
  }
}

// Longer than what vectors of bytes can count, and with something malformed in
// it, behind which more is counted.
TEST_P(UnicodeTest, CodePointsOfLongUtf8) {
  const Bytes characters[] = {
      {'a'}, {0xC3, 0xA9}, {0xE6, 0xBC, 0xA2}, {0xF0, 0x9F, 0x98, 0x80}};
  for (const size_t count : {4079, 4080, 4081, 8200, 50000}) {
    for (const Bytes& character : characters) {
      Bytes utf8;
      for (size_t i = 0; i != count; ++i) {
        utf8.insert(utf8.end(), character.begin(), character.end());
      }
      ASSERT_EQ(CodePointCountOfUtf8(utf8), count);
      utf8.insert(utf8.begin() + static_cast<ptrdiff_t>(utf8.size() / 2), 0xFF);
      // Within a character, that one is malformed, and so is each byte behind.
      ASSERT_EQ(CodePointCountOfUtf8(utf8), Decoded(utf8).text.size());
    }
  }
}

// The last character is cut, and what is before fills blocks of any size.
TEST_P(UnicodeTest, CodePointsOfMalformedUtf8) {
  for (size_t count = 2040; count != 2056; ++count) {
    Bytes utf8(count, 0xFF);
    utf8.insert(utf8.end(), {0xE3, 0x81});
    ASSERT_EQ(CodePointCountOfUtf8(utf8), count + 1);
  }
}

// Sanitizers see what is done with a null pointer.
TEST(UnicodeNothingTest, EmptySpansMayBeNull) {
  const std::u16string pair = u"\U0001F600";
  const Bytes utf8 = {0xF0, 0x9F, 0x98, 0x80};
  EXPECT_EQ(AsciiPrefixLength(std::span<const uint8_t>()), 0u);
  EXPECT_EQ(WellFormedPrefixLength({}), 0u);
  EXPECT_EQ(WellFormedPrefixLengthOfUtf8({}), 0u);
  EXPECT_EQ(Latin1PrefixLengthOfUtf8({}), 0u);
  EXPECT_FALSE(MakeWellFormed({}));
  EXPECT_EQ(Utf8ToUtf32({}, {}), Conversion());
  EXPECT_EQ(Utf8ToUtf32(utf8, {}), Conversion());
  EXPECT_EQ(Utf16ToUtf32(pair, {}), Conversion());
  EXPECT_EQ(Utf16ToLatin1({}, {}), Conversion());
  EXPECT_EQ(Utf32ToUtf8({}, {}), Conversion());
  EXPECT_EQ(Latin1ToUtf16({}, {}), Conversion());
  EXPECT_EQ(Latin1ToUtf32({}, {}), Conversion());
}

}  // namespace
}  // namespace v8_encoding
