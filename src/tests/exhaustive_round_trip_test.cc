// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What an encoder writes its decoder reads, and the other way round, except for
// exactly the characters and sequences that are listed here. These are the
// standard's own: legacy encodings have several sequences for one character.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "src/testing/exhaustive.h"
#include "src/testing/hex.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

using test_support::ParseHex;
using test_support::ReportCases;
using test_support::ToHex;

using Bytes = std::vector<uint8_t>;

// nullopt where something is malformed.
std::optional<std::u16string> Decode(Encoding encoding,
                                     std::span<const uint8_t> bytes) {
  std::u16string text(Decoder::MaxUnits(bytes.size()), u'\0');
  const DecodeResult result =
      Decoder(encoding, DecodeErrorMode::kFatal, BomMode::kKeep)
          .DecodeToUtf16(bytes, text, Flush::kYes);
  if (result.status != DecodeStatus::kInputEmpty) {
    return std::nullopt;
  }
  text.resize(result.written);
  return text;
}

// nullopt where something is unmappable.
std::optional<Bytes> Encode(Encoding encoding, std::u16string_view text) {
  Bytes bytes(2 * Encoder::kMaxBytesPerStep);
  const EncodeResult result =
      Encoder(encoding).EncodeFromUtf16(std::span(text), bytes, Flush::kYes);
  if (result.status != EncodeStatus::kInputEmpty) {
    return std::nullopt;
  }
  bytes.resize(result.written);
  return bytes;
}

std::vector<Encoding> EncodingsInBuild() {
  std::vector<Encoding> encodings = test_support::AllEncodings();
  std::erase_if(encodings,
                [](Encoding encoding) { return !HasEncoder(encoding); });
  return encodings;
}

class RoundTripTest : public testing::TestWithParam<Encoding> {};

// ---- From a code point and back. ----

// The code points that come back as another one, and as which.
std::u16string ComesBackAs(Encoding encoding, char16_t unit) {
  switch (encoding) {
    case Encoding::kGbk:
    case Encoding::kGb18030: {
      // GB18030-2022 moved these out of the private use area; the encoder
      // still takes the old ones.
      constexpr struct {
        char16_t first;
        char16_t last;
        char16_t becomes;
      } kMoved[] = {{0xE78D, 0xE793, 0xFE10}, {0xE794, 0xE795, 0xFE17},
                    {0xE796, 0xE796, 0xFE19}, {0xE81E, 0xE81E, 0x9FB4},
                    {0xE826, 0xE826, 0x9FB5}, {0xE82B, 0xE82C, 0x9FB6},
                    {0xE832, 0xE832, 0x9FB8}, {0xE843, 0xE843, 0x9FB9},
                    {0xE854, 0xE854, 0x9FBA}, {0xE864, 0xE864, 0x9FBB}};
      for (const auto& moved : kMoved) {
        if (unit >= moved.first && unit <= moved.last) {
          unit = static_cast<char16_t>(moved.becomes + unit - moved.first);
          // These two are the other way round.
          unit = unit == 0xFE11 ? 0xFE12 : unit == 0xFE12 ? 0xFE11 : unit;
          break;
        }
      }
      break;
    }
    case Encoding::kEucJp:
    case Encoding::kShiftJis:
      unit = unit == 0xA5     ? 0x5C
             : unit == 0x203E ? 0x7E
             : unit == 0x2212 ? 0xFF0D
                              : unit;
      break;
    case Encoding::kIso2022Jp: {
      constexpr std::u16string_view kFullWidth =
          u"。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソ"
          u"タチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
          u"゛゜";
      if (unit == 0x2212) {
        unit = 0xFF0D;
      } else if (unit >= 0xFF61 && unit <= 0xFF9F) {
        unit = kFullWidth[unit - 0xFF61];
      }
      break;
    }
    default:
      break;
  }
  return std::u16string(1, unit);
}

TEST_P(RoundTripTest, FromEveryCodePoint) {
  uint64_t count = 0;
  for (uint32_t code_point = 0; code_point < 0x110000; ++code_point) {
    if (code_point >= 0xD800 && code_point < 0xE000) {
      continue;
    }
    const std::u16string text =
        code_point < 0x10000
            ? std::u16string(1, static_cast<char16_t>(code_point))
            : std::u16string{
                  static_cast<char16_t>(0xD7C0 + (code_point >> 10)),
                  static_cast<char16_t>(0xDC00 + (code_point & 0x3FF))};
    const std::optional<Bytes> bytes = Encode(GetParam(), text);
    if (!bytes) {
      continue;
    }
    const std::optional<std::u16string> back = Decode(GetParam(), *bytes);
    ASSERT_TRUE(back.has_value()) << ToHex(text);
    ASSERT_EQ(ToHex(*back),
              ToHex(text.size() == 1 ? ComesBackAs(GetParam(), text[0]) : text))
        << ToHex(text);
    ++count;
  }
  EXPECT_GE(count, 0x80u);
  ReportCases(GetParam(), "round-trip-from-code-points", count);
}

// ---- From a sequence of bytes and back. ----

enum class Outcome { kSame, kOther, kUnmappable };

bool IsListed(std::string_view list, std::span<const uint8_t> bytes) {
  const std::vector<uint32_t> sequences = ParseHex(list);
  return bytes.size() == 2 &&
         std::ranges::find(sequences, uint32_t{bytes[0]} << 8 | bytes[1]) !=
             sequences.end();
}

// What becomes of a well-formed sequence of one character.
Outcome ExpectedOutcome(Encoding encoding,
                        std::span<const uint8_t> bytes,
                        std::u16string_view text) {
  const uint32_t first = bytes[0];
  switch (encoding) {
    case Encoding::kGbk:
    case Encoding::kGb18030: {
      const bool is_gbk = encoding == Encoding::kGbk;
      if (bytes.size() == 4) {
        // The moved ones have two bytes, too.
        if (text.size() == 1 && ((text[0] >= 0xFE10 && text[0] <= 0xFE19) ||
                                 (text[0] >= 0x9FB4 && text[0] <= 0x9FBB))) {
          return Outcome::kOther;
        }
        return is_gbk ? Outcome::kUnmappable : Outcome::kSame;
      }
      // U+20AC is 80 in one and A2 E3 in the other; U+3000 is A1 A1.
      return IsListed("A3A0", bytes) ||
                     (is_gbk ? IsListed("A2E3", bytes) : first == 0x80)
                 ? Outcome::kOther
                 : Outcome::kSame;
    }
    case Encoding::kBig5:
      if (first >= 0xA1) {
        // Twice in the index: the encoder takes the first, of six the last.
        return IsListed(
                   "A2A4 A2A5 A2A6 A2A7 A2CC A2CE C6DE C969 F9FA F9FB F9FC "
                   "F9FD FA5F FA66 FABD FAC5 FAD5 FBB8 FBF3 FBFD FC4F FCB9 "
                   "FCD3 FCE2 FCF1 FDB7 FDB8 FDBB FDF1 FE6F FEAA FEC1 FEDD",
                   bytes)
                   ? Outcome::kOther
                   : Outcome::kSame;
      }
      // The Hong Kong supplement is for decoding only. 57 of its characters
      // are elsewhere in the index, too.
      return first >= 0x81 && Encode(encoding, text) ? Outcome::kOther
             : first >= 0x81                         ? Outcome::kUnmappable
                                                     : Outcome::kSame;
    case Encoding::kEucJp:
      if (bytes.size() == 3) {
        // JIS X 0212 is for decoding only. 281 of its characters are also in
        // the extended JIS X 0208.
        return Encode(encoding, text) ? Outcome::kOther : Outcome::kUnmappable;
      }
      // NEC's row 13 and IBM's extensions repeat some of row 2.
      return IsListed("ADF0 ADF1 ADF2 ADF5 ADF6 ADF7 ADFA ADFB ADFC FCFB",
                      bytes)
                 ? Outcome::kOther
                 : Outcome::kSame;
    case Encoding::kShiftJis:
      // User-defined characters become private use ones, not back.
      if (first >= 0xF0 && first <= 0xF9) {
        return Outcome::kUnmappable;
      }
      // NEC's selection of IBM's extensions is for decoding only.
      if (first == 0xED || first == 0xEE) {
        return Outcome::kOther;
      }
      return IsListed(
                 "8790 8791 8792 8795 8796 8797 879A 879B 879C FA4A FA4B FA4C "
                 "FA4D FA4E FA4F FA50 FA51 FA52 FA53 FA54 FA58 FA59 FA5A FA5B",
                 bytes)
                 ? Outcome::kOther
                 : Outcome::kSame;
    default:
      return Outcome::kSame;
  }
}

// How many sequences come back as others, and aren't mappable.
struct Counts {
  uint64_t other = 0;
  uint64_t unmappable = 0;
};

Counts ExpectedCounts(Encoding encoding) {
  switch (encoding) {
    case Encoding::kGbk:
      return {20, 1087978};
    case Encoding::kGb18030:
      return {20, 0};
    case Encoding::kBig5:
      return {90, 3851};
    case Encoding::kEucJp:
      return {291, 5786};
    case Encoding::kShiftJis:
      return {398, 1880};
    default:
      return {};
  }
}

TEST_P(RoundTripTest, FromEveryCharactersBytes) {
  const Encoding encoding = GetParam();
  if (encoding == Encoding::kIso2022Jp) {
    return;  // Below, with its escapes.
  }
  uint64_t count = 0;
  Counts counts;
  std::string failure;
  // Returns whether the bytes are one character.
  const auto check = [&](const Bytes& bytes) {
    const std::optional<std::u16string> text = Decode(encoding, bytes);
    if (!text) {
      return false;
    }
    const std::optional<Bytes> back = Encode(encoding, *text);
    const Outcome outcome = !back            ? Outcome::kUnmappable
                            : *back == bytes ? Outcome::kSame
                                             : Outcome::kOther;
    ++count;
    counts.other += outcome == Outcome::kOther;
    counts.unmappable += outcome == Outcome::kUnmappable;
    if (failure.empty() && outcome != ExpectedOutcome(encoding, bytes, *text)) {
      failure = "[" + ToHex(bytes) + "] is [" + ToHex(*text) + "], which is " +
                (back ? "[" + ToHex(*back) + "]" : "unmappable");
    }
    return true;
  };

  for (int i = 0; i < 0x100; ++i) {
    const auto first = static_cast<uint8_t>(i);
    if (check({first})) {
      continue;
    }
    // Where the first byte is no character by itself, nothing that begins with
    // two characters comes through.
    for (int j = 0; j < 0x100; ++j) {
      const auto second = static_cast<uint8_t>(j);
      if (check({first, second})) {
        continue;
      }
      // Longer characters: where a byte can't continue one, what follows is no
      // part of it.
      const bool is_jis0212 = encoding == Encoding::kEucJp && first == 0x8F;
      const bool is_utf8 = encoding == Encoding::kUtf8 && first >= 0xE0 &&
                           second >= 0x80 && second <= 0xBF;
      const bool is_gb18030 =
          (encoding == Encoding::kGbk || encoding == Encoding::kGb18030) &&
          second >= 0x30 && second <= 0x39;
      if (!is_jis0212 && !is_utf8 && !is_gb18030) {
        continue;
      }
      for (int k = 0x80; k < (is_utf8 ? 0xC0 : 0x100); ++k) {
        const auto third = static_cast<uint8_t>(k);
        if (check({first, second, third}) || is_jis0212) {
          continue;
        }
        const int begin = is_utf8 ? 0x80 : 0x30;
        const int end = is_utf8 ? 0xC0 : 0x3A;
        for (int l = begin; l < end; ++l) {
          check({first, second, third, static_cast<uint8_t>(l)});
        }
      }
    }
  }
  EXPECT_EQ(failure, "");
  EXPECT_EQ(counts.other, ExpectedCounts(encoding).other);
  EXPECT_EQ(counts.unmappable, ExpectedCounts(encoding).unmappable);
  ReportCases(encoding, "round-trip-from-bytes", count);
}

INSTANTIATE_TEST_SUITE_P(,
                         RoundTripTest,
                         testing::ValuesIn(EncodingsInBuild()),
                         [](const testing::TestParamInfo<Encoding>& info) {
                           return test_support::TestNameOf(info.param);
                         });

TEST(Iso2022JpRoundTripTest, FromEveryCharactersBytes) {
  constexpr Encoding kEncoding = Encoding::kIso2022Jp;
  if (!HasEncoder(kEncoding)) {
    GTEST_SKIP() << "this build has no legacy encoders";
  }
  uint64_t count = 0;
  const auto check = [&](const Bytes& bytes, bool same) {
    const std::optional<std::u16string> text = Decode(kEncoding, bytes);
    if (!text) {
      return;
    }
    const std::optional<Bytes> back = Encode(kEncoding, *text);
    ASSERT_TRUE(back.has_value()) << ToHex(bytes);
    ASSERT_EQ(*back == bytes, same) << ToHex(bytes) << ", " << ToHex(*back);
    ++count;
  };
  for (int i = 0; i < 0x80; ++i) {
    const auto byte = static_cast<uint8_t>(i);
    check({byte}, true);
    // Only what Roman alone has is written in Roman; half-width katakana never
    // are.
    check({0x1B, 0x28, 0x4A, byte, 0x1B, 0x28, 0x42},
          byte == 0x5C || byte == 0x7E);
    check({0x1B, 0x28, 0x49, byte, 0x1B, 0x28, 0x42}, false);
    for (int j = 0; j < 0x80; ++j) {
      const auto second = static_cast<uint8_t>(j);
      const uint8_t bytes[] = {byte, second};
      // As in EUC-JP.
      const bool listed =
          IsListed("2D70 2D71 2D72 2D75 2D76 2D77 2D7A 2D7B 2D7C 7C7B", bytes);
      check({0x1B, 0x24, 0x42, byte, second, 0x1B, 0x28, 0x42}, !listed);
      // The escape of 1978 isn't written.
      check({0x1B, 0x24, 0x40, byte, second, 0x1B, 0x28, 0x42}, false);
    }
  }
  ReportCases(kEncoding, "round-trip-from-bytes", count);
}

}  // namespace
}  // namespace v8_encoding
