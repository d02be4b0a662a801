// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The model itself: known inputs, and laws that hold for every encoding.

#include "src/model/model.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "src/testing/exhaustive.h"
#include "src/testing/hex.h"
#include "src/testing/traps.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::model {
namespace {

using test_support::BytesFromHex;
using test_support::ParseHex;
using test_support::TextFromHex;
using test_support::ToHex;

std::u32string Replaced(Encoding encoding, const Bytes& bytes) {
  return DecodeAll(encoding, bytes, Mode::kReplacement, false).text;
}

TEST(ModelTest, DecodeTraps) {
  for (const auto& trap : test_support::DecodeTraps()) {
    SCOPED_TRACE(std::string(trap.name) + ": " +
                 std::string(Name(trap.encoding)) + ' ' +
                 std::string(trap.bytes));
    const Bytes bytes = BytesFromHex(trap.bytes);
    const std::u32string expected = TextFromHex(trap.text);
    const DecodeOutcome replaced =
        DecodeAll(trap.encoding, bytes, Mode::kReplacement, false);
    EXPECT_EQ(ToHex(replaced.text), ToHex(expected));

    std::u32string without;
    for (char32_t c : expected) {
      if (c != 0xFFFD) {
        without.push_back(c);
      }
    }
    const DecodeOutcome fatal =
        DecodeAll(trap.encoding, bytes, Mode::kFatal, false);
    EXPECT_EQ(fatal.errors.size(), expected.size() - without.size());
    EXPECT_EQ(fatal.errors.size(), replaced.errors.size());
    // An error before it is no character for the byte order mark.
    if (trap.name != "Utf8Bom") {
      EXPECT_EQ(ToHex(fatal.text), ToHex(without));
    }
  }
}

// The same at the end of ASCII of each length, for fast paths start there.
TEST(ModelTest, DecodeTrapsAfterAscii) {
  for (const auto& trap : test_support::DecodeTraps()) {
    if (trap.encoding == Encoding::kUtf16Le ||
        trap.encoding == Encoding::kUtf16Be ||
        trap.encoding == Encoding::kReplacement || trap.name == "Utf8Bom") {
      continue;
    }
    for (size_t n = 0; n <= 33; ++n) {
      Bytes bytes(n, 'a');
      const Bytes tail = BytesFromHex(trap.bytes);
      bytes.insert(bytes.end(), tail.begin(), tail.end());
      EXPECT_EQ(ToHex(Replaced(trap.encoding, bytes)),
                ToHex(std::u32string(n, 'a') + TextFromHex(trap.text)));
    }
  }
}

TEST(ModelTest, EncodeTraps) {
  for (const auto& trap : test_support::EncodeTraps()) {
    SCOPED_TRACE(std::string(trap.name) + ": " + std::string(trap.text));
    const std::u32string text = TextFromHex(trap.text);
    const EncodeOutcome html = EncodeAll(trap.encoding, text, Mode::kHtml);
    EXPECT_EQ(ToHex(html.bytes), ToHex(BytesFromHex(trap.bytes)));
    EXPECT_EQ(html.bytes, Encode(text, trap.encoding));
    EXPECT_TRUE(html.errors.empty());

    const EncodeOutcome fatal = EncodeAll(trap.encoding, text, Mode::kFatal);
    std::vector<uint32_t> errors;
    for (const EncodeError& error : fatal.errors) {
      errors.push_back(error.code_point);
    }
    EXPECT_EQ(ToHex(errors), ToHex(ParseHex(trap.fatal_errors)));
  }
}

TEST(ModelTest, CallsTraps) {
  for (const auto& trap : test_support::CallsTraps()) {
    SCOPED_TRACE(trap.name);
    TextDecoder decoder(trap.encoding,
                        {.fatal = trap.fatal, .ignore_bom = trap.ignore_bom});
    for (const auto& call : trap.calls) {
      SCOPED_TRACE(call.bytes);
      const auto text = decoder.Decode(BytesFromHex(call.bytes), call.stream);
      EXPECT_EQ(text.has_value(), !call.throws);
      if (text) {
        EXPECT_EQ(ToHex(*text), ToHex(TextFromHex(call.text)));
      }
    }
  }
}

// T27 by the standard's letter: the next call reads EF and meets the end.
TEST(ModelTest, T27ByTheLetter) {
  TextDecoder decoder(
      Encoding::kUtf8,
      {.fatal = true, .after_error = TextDecoder::AfterError::kKeepsInput});
  EXPECT_FALSE(decoder.Decode(BytesFromHex("FD EF"), true).has_value());
  EXPECT_FALSE(decoder.Decode({}, false).has_value());
  // T26: the restored bytes come first.
  TextDecoder gb18030(
      Encoding::kGb18030,
      {.fatal = true, .after_error = TextDecoder::AfterError::kKeepsInput});
  EXPECT_FALSE(gb18030.Decode(BytesFromHex("81 30 21 22"), true).has_value());
  EXPECT_EQ(ToHex(*gb18030.Decode(BytesFromHex("80"), true)), "30 21 22 20AC");
}

TEST(ModelTest, WhereErrorsAre) {
  struct Case {
    Encoding encoding;
    const char* bytes;
    std::vector<DecodeError> errors;
  };
  const Case cases[] = {
      {Encoding::kUtf8, "41 FF 42", {{1, 2, 2, 1}}},
      {Encoding::kUtf8, "F0 9F 92 41", {{0, 3, 3, 0}}},
      {Encoding::kUtf8, "F0 9F 92", {{0, 3, 3, 0}}},
      {Encoding::kUtf8, "ED A0 80", {{0, 1, 1, 0}, {1, 2, 2, 0}, {2, 3, 3, 0}}},
      {Encoding::kUtf8, "EF BB BF 41 FF", {{4, 5, 5, 1}}},
      {Encoding::kUtf16Le, "00 D8 41 00", {{0, 2, 2, 0}}},
      {Encoding::kUtf16Le, "00 D8 41", {{0, 3, 3, 0}}},
      {Encoding::kUtf16Le, "00 DC 41 00", {{0, 2, 2, 0}}},
      {Encoding::kGb18030, "81 30 81 41", {{0, 1, 1, 0}}},
      {Encoding::kGb18030, "81 30 41", {{0, 1, 1, 0}}},
      {Encoding::kGb18030, "81 30 81", {{0, 3, 3, 0}}},
      {Encoding::kGb18030, "84 31 A5 30", {{0, 4, 4, 0}}},
      {Encoding::kEucJp, "8F A1 61", {{0, 2, 2, 0}}},
      {Encoding::kEucJp, "8F A1 A1", {{0, 3, 3, 0}}},
      {Encoding::kBig5, "81 40", {{0, 1, 1, 0}}},
      {Encoding::kBig5, "81 81", {{0, 2, 2, 0}}},
      {Encoding::kIso2022Jp, "1B 24 41", {{0, 1, 1, 0}}},
      {Encoding::kIso2022Jp, "1B 28 4A 1B 28 42", {{3, 6, 6, 0}}},
      // The escape that cuts a character short is read, and pending.
      {Encoding::kIso2022Jp, "1B 24 42 24 1B 28 42", {{3, 4, 5, 0}}},
      {Encoding::kReplacement, "41 42", {{0, 1, 1, 0}}},
  };
  for (const Case& c : cases) {
    const DecodeOutcome outcome =
        DecodeAll(c.encoding, BytesFromHex(c.bytes), Mode::kFatal, false);
    EXPECT_EQ(outcome.errors, c.errors) << Name(c.encoding) << ' ' << c.bytes;
  }
}

TEST(ModelTest, DecodeHook) {
  const Encoding fallback = Encoding::kWindows1252;
  EXPECT_EQ(Decode(BytesFromHex("EF BB BF C3 A9"), fallback), U"\u00E9");
  EXPECT_EQ(Decode(BytesFromHex("FE FF 00 E9"), fallback), U"\u00E9");
  EXPECT_EQ(Decode(BytesFromHex("FF FE E9 00"), fallback), U"\u00E9");
  EXPECT_EQ(Decode(BytesFromHex("EF BB E9"), fallback), U"\u00EF\u00BB\u00E9");
  EXPECT_EQ(Decode(BytesFromHex("FF"), fallback), U"\u00FF");
  EXPECT_EQ(Decode({}, fallback), U"");
  // Only one is skipped.
  EXPECT_EQ(Utf8Decode(BytesFromHex("EF BB BF EF BB BF 41")), U"\uFEFFA");
  EXPECT_EQ(Utf8DecodeWithoutBom(BytesFromHex("EF BB BF 41")), U"\uFEFFA");
  EXPECT_EQ(Utf8DecodeWithoutBomOrFail(BytesFromHex("EF BB BF 41")),
            U"\uFEFFA");
  EXPECT_EQ(Utf8DecodeWithoutBomOrFail(BytesFromHex("41 FF")), std::nullopt);
}

TEST(ModelTest, EncodeOrFailGoesOn) {
  // ISO-2022-JP is in its Roman state when the error is returned.
  IoQueue input = IoQueue::Of(std::u32string(U"\u00A5\u2603\u00A5"));
  const auto encoder = NewEncoder(Encoding::kIso2022Jp);
  Bytes output;
  EXPECT_EQ(EncodeOrFail(input, *encoder, output), 0x2603u);
  EXPECT_EQ(ToHex(output), "1B 28 4A 5C");
  EXPECT_EQ(EncodeOrFail(input, *encoder, output), std::nullopt);
  EXPECT_EQ(ToHex(output), "1B 28 4A 5C 5C 1B 28 42");
}

TEST(ModelTest, T33EncodeInto) {
  EncodeIntoOutcome outcome = TextEncoderEncodeInto(u"a\u00E9", 2);
  EXPECT_EQ(outcome.read, 1u);
  EXPECT_EQ(ToHex(outcome.written), "61");
  outcome = TextEncoderEncodeInto(u"a\U0001F600b", 4);
  EXPECT_EQ(outcome.read, 1u);
  EXPECT_EQ(ToHex(outcome.written), "61");
  outcome = TextEncoderEncodeInto(u"a\U0001F600b", 5);
  EXPECT_EQ(outcome.read, 3u);
  EXPECT_EQ(ToHex(outcome.written), "61 F0 9F 98 80");
  EXPECT_EQ(ToHex(TextEncoderEncode(u"\xD83D\xDE00\xD83D")),
            "F0 9F 98 80 EF BF BD");
}

// All that have an encoder of their own.
std::vector<Encoding> OutputEncodings() {
  std::vector<Encoding> encodings = test_support::AllEncodings();
  std::erase_if(encodings, [](Encoding encoding) {
    return GetOutputEncoding(encoding) != encoding;
  });
  return encodings;
}

class EachModelEncoderTest : public testing::TestWithParam<Encoding> {};

// Whatever an encoder writes, its decoder reads, but for a few code points that
// the standard sends elsewhere.
TEST_P(EachModelEncoderTest, EveryCodePointRoundTrips) {
  const Encoding encoding = GetParam();
  size_t moved = 0;
  size_t mapped = 0;
  for (uint32_t c = 0; c <= 0x10FFFF; c = c == 0xD7FF ? 0xE000 : c + 1) {
    const std::u32string text(1, static_cast<char32_t>(c));
    const EncodeOutcome outcome = EncodeAll(encoding, text, Mode::kFatal);
    if (!outcome.errors.empty()) {
      continue;
    }
    ++mapped;
    const DecodeOutcome back =
        DecodeAll(encoding, outcome.bytes, Mode::kFatal, true);
    ASSERT_TRUE(back.errors.empty()) << Name(encoding) << ' ' << c;
    moved += back.text != text;
  }
  size_t expected_moved = 0;
  switch (encoding) {
    case Encoding::kGbk:
    case Encoding::kGb18030:
      expected_moved = 18;  // The side table of GB18030-2022.
      break;
    case Encoding::kEucJp:
    case Encoding::kShiftJis:
      expected_moved = 3;  // U+00A5, U+203E, U+2212.
      break;
    case Encoding::kIso2022Jp:
      expected_moved = 64;  // U+2212 and half-width katakana.
      break;
    default:
      break;
  }
  EXPECT_EQ(moved, expected_moved) << Name(encoding);
  EXPECT_GE(mapped, 128u);
  if (encoding == Encoding::kUtf8) {
    EXPECT_EQ(mapped, 0x110000u - 0x800u);
  }
  if (encoding == Encoding::kGb18030) {
    EXPECT_EQ(mapped, 0x110000u - 0x800u - 1);  // All but U+E5E5.
  }
}

INSTANTIATE_TEST_SUITE_P(,
                         EachModelEncoderTest,
                         testing::ValuesIn(OutputEncodings()),
                         [](const testing::TestParamInfo<Encoding>& info) {
                           return test_support::TestNameOf(info.param);
                         });

}  // namespace
}  // namespace v8_encoding::model
