// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Every decoder against the model: exhaustively where that's finite, at random
// where it isn't. All of it goes through every split.

#include "v8_encoding/decoder.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "src/model/model.h"
#include "src/testing/corpora.h"
#include "src/testing/exhaustive.h"
#include "src/testing/hex.h"
#include "src/testing/splits.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/text.h"

namespace v8_encoding {
namespace {

using test_support::CheckDecode;
using test_support::CheckDecodeCutAt;
using test_support::Effort;
using test_support::kAmple;

constexpr BomMode kBomModes[] = {BomMode::kRemove, BomMode::kKeep};
constexpr DecodeErrorMode kErrorModes[] = {
    DecodeErrorMode::kReplacement, DecodeErrorMode::kFatal,
    DecodeErrorMode::kReplacementReported};

// In every mode. The byte order mark's mode matters to few encodings.
std::string CheckAllModes(Encoding encoding,
                          std::span<const uint8_t> bytes,
                          Effort effort) {
  for (const BomMode bom_mode : kBomModes) {
    if (bom_mode == BomMode::kKeep &&
        DecoderState::Initial(encoding, BomMode::kRemove) == DecoderState()) {
      continue;
    }
    for (const DecodeErrorMode error_mode : kErrorModes) {
      std::string failure =
          CheckDecode(encoding, bom_mode, error_mode, bytes, effort);
      if (!failure.empty()) {
        return failure;
      }
    }
  }
  return "";
}

class EachDecoderTest : public testing::TestWithParam<Encoding> {};

TEST_P(EachDecoderTest, Nothing) {
  EXPECT_EQ(CheckAllModes(GetParam(), {}, Effort::kFull), "");
}

TEST_P(EachDecoderTest, EveryByte) {
  for (int byte = 0; byte < 0x100; ++byte) {
    const uint8_t bytes[] = {static_cast<uint8_t>(byte)};
    ASSERT_EQ(CheckAllModes(GetParam(), bytes, Effort::kFull), "");
  }
}

TEST_P(EachDecoderTest, EveryTwoBytes) {
  for (int pair = 0; pair < 0x10000; ++pair) {
    const uint8_t bytes[] = {static_cast<uint8_t>(pair >> 8),
                             static_cast<uint8_t>(pair)};
    ASSERT_EQ(CheckAllModes(GetParam(), bytes, Effort::kSweep), "");
  }
}

TEST_P(EachDecoderTest, RandomBytesRandomlyCut) {
  std::mt19937 random(static_cast<uint32_t>(GetParam()));
  const auto below = [&](size_t n) {
    return std::uniform_int_distribution<size_t>(0, n - 1)(random);
  };
  // The bytes at which something changes in some encoding.
  constexpr uint8_t kBoundaries[] = {
      0x00, 0x1B, 0x24, 0x28, 0x30, 0x39, 0x40, 0x42, 0x4A, 0x5C,
      0x7E, 0x7F, 0x80, 0x81, 0x8E, 0x8F, 0x9F, 0xA0, 0xA1, 0xBB,
      0xBF, 0xC1, 0xC2, 0xC3, 0xD7, 0xD8, 0xDB, 0xDC, 0xDF, 0xE0,
      0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFC, 0xFD, 0xFE, 0xFF};
  for (int round = 0; round < 3000; ++round) {
    std::vector<uint8_t> bytes(below(round % 10 == 0 ? 400 : 24));
    const size_t kind = below(4);
    for (uint8_t& byte : bytes) {
      byte = static_cast<uint8_t>(
          kind == 0             ? below(0x100)
          : kind == 1           ? kBoundaries[below(std::size(kBoundaries))]
          : below(8) < 2 * kind ? below(0x80)
                                : below(0x100));
    }
    std::vector<size_t> cuts(below(6));
    for (size_t& cut : cuts) {
      cut = below(bytes.size() + 1);
    }
    std::ranges::sort(cuts);
    const size_t capacity = below(3) == 0 ? 4 + below(40) : kAmple;
    ASSERT_EQ(CheckDecodeCutAt(GetParam(), kBomModes[below(2)],
                               kErrorModes[below(3)], bytes, cuts, capacity),
              "");
  }
}

// A long run on each side of every byte, to meet the fast paths at all of their
// edges.
TEST_P(EachDecoderTest, EveryByteAmongLongRuns) {
  for (int byte = 0; byte < 0x100; ++byte) {
    for (const size_t before : {31, 32, 33, 70, 100}) {
      std::vector<uint8_t> bytes(before + 80, 'a');
      bytes[before] = static_cast<uint8_t>(byte);
      bytes[before + 40] = static_cast<uint8_t>(byte);
      const size_t cuts[] = {before / 2, before + 41};
      ASSERT_EQ(
          CheckDecodeCutAt(GetParam(), BomMode::kRemove,
                           kErrorModes[before % 2 * 2], bytes, cuts, kAmple),
          "");
    }
  }
}

bool ModelSaysWellFormed(Encoding encoding, std::span<const uint8_t> bytes) {
  return model::DecodeAll(encoding, bytes, model::Mode::kReplacement, false)
      .errors.empty();
}

// What is longer than the blocks that are decoded at a time is made of the
// short texts that are well-formed, with or without one that isn't.
TEST_P(EachDecoderTest, WellFormedOrNot) {
  EXPECT_TRUE(IsWellFormed({}, GetParam()));
  std::vector<std::vector<uint8_t>> well_formed;
  std::vector<std::vector<uint8_t>> malformed;
  const auto check = [&](const std::vector<uint8_t>& bytes) {
    const bool expected = ModelSaysWellFormed(GetParam(), bytes);
    (expected ? well_formed : malformed).push_back(bytes);
    return IsWellFormed(bytes, GetParam()) == expected;
  };
  for (int byte = 0; byte < 0x100; ++byte) {
    ASSERT_TRUE(check({static_cast<uint8_t>(byte)})) << byte;
  }
  for (int pair = 0; pair < 0x10000; ++pair) {
    ASSERT_TRUE(
        check({static_cast<uint8_t>(pair >> 8), static_cast<uint8_t>(pair)}))
        << pair;
  }
  std::mt19937 random(static_cast<uint32_t>(GetParam()));
  for (int round = 0; round < 20 && !well_formed.empty(); ++round) {
    std::vector<uint8_t> bytes;
    const size_t size = 1 + random() % 9000;
    while (bytes.size() < size) {
      const std::vector<uint8_t>& piece =
          well_formed[random() % well_formed.size()];
      bytes.insert(bytes.end(), piece.begin(), piece.end());
    }
    if (round % 2 == 1 && !malformed.empty()) {
      const std::vector<uint8_t>& piece =
          malformed[random() % malformed.size()];
      bytes.insert(
          bytes.begin() + static_cast<ptrdiff_t>(random() % bytes.size()),
          piece.begin(), piece.end());
    }
    ASSERT_EQ(IsWellFormed(bytes, GetParam()),
              ModelSaysWellFormed(GetParam(), bytes))
        << "round " << round;
  }
}

// Validate() is DecodeToUtf16() without its output, chunk after chunk.
TEST_P(EachDecoderTest, ValidatesAsItDecodes) {
  std::mt19937 random(static_cast<uint32_t>(GetParam()));
  for (int round = 0; round < 400; ++round) {
    const DecodeErrorMode error_mode = kErrorModes[round % 3];
    Decoder decoder(GetParam(), error_mode);
    Decoder validator(GetParam(), error_mode);
    for (int chunk = 0; chunk < 4; ++chunk) {
      std::vector<uint8_t> bytes(random() % 12 == 0 ? random() % 5000
                                                    : random() % 24);
      for (uint8_t& byte : bytes) {
        byte = static_cast<uint8_t>(random() % 3 == 0 ? random() : 'a');
      }
      const Flush flush = chunk == 3 ? Flush::kYes : Flush::kNo;
      std::vector<char16_t> units(Decoder::MaxUnits(bytes.size()));
      const DecodeResult expected = decoder.DecodeToUtf16(bytes, units, flush);
      const DecodeResult result = validator.Validate(bytes, flush);
      ASSERT_EQ(result.status, expected.status);
      ASSERT_EQ(result.read, expected.read);
      ASSERT_EQ(result.written, expected.written);
      ASSERT_EQ(result.malformed_length, expected.malformed_length);
      ASSERT_EQ(result.read_ahead_length, expected.read_ahead_length);
      ASSERT_EQ(validator.state(), decoder.state());
    }
  }
}

// At least `length` code units of text, in any encoding with a script.
std::vector<uint8_t> EncodedCorpus(Encoding encoding,
                                   test_support::Script script,
                                   size_t length) {
  const std::u16string text = test_support::Corpus(script, length);
  std::vector<uint8_t> bytes;
  if (encoding == Encoding::kUtf16Le || encoding == Encoding::kUtf16Be) {
    const int first_shift = encoding == Encoding::kUtf16Be ? 8 : 0;
    for (const char16_t unit : text) {
      bytes.push_back(static_cast<uint8_t>(unit >> first_shift));
      bytes.push_back(static_cast<uint8_t>(unit >> (8 - first_shift)));
    }
    return bytes;
  }
  bytes.resize(text.size() * Encoder::kMaxBytesPerStep);
  bytes.resize(
      Encoder(encoding).EncodeFromUtf16(text, bytes, Flush::kYes).written);
  return bytes;
}

// Long texts, some of them spoilt, into outputs without a byte too many and in
// several calls.
// What ReadAscii() takes is what DecodeToLatin1() would write as it is, and the
// decoder goes on from there.
TEST_P(EachDecoderTest, ReadsAsciiAsItDecodes) {
  std::mt19937 random(1);
  const std::vector<uint8_t> texts[] = {{},
                                        {'a'},
                                        {0x1B},
                                        {0xC3, 0xA9},
                                        {0xE2, 0x82, 0xAC},
                                        {0xEF, 0xBB, 0xBF},
                                        {0x80},
                                        {0xFF, 0xFE}};
  for (const size_t length : {0, 1, 3, 7, 8, 15, 16, 31, 63, 64, 65, 200}) {
    for (const std::vector<uint8_t>& end : texts) {
      for (const Flush flush : {Flush::kNo, Flush::kYes}) {
        for (const BomMode bom_mode : kBomModes) {
          std::vector<uint8_t> bytes(length);
          std::generate(bytes.begin(), bytes.end(),
                        [&] { return static_cast<uint8_t>(random() % 0x80); });
          bytes.insert(bytes.end(), end.begin(), end.end());
          const Decoder before(GetParam(), DecodeErrorMode::kReplacement,
                               bom_mode);
          Decoder reading = before;
          const AsciiPrefix prefix = reading.ReadAscii(bytes, flush);
          ASSERT_LE(prefix.length, bytes.size());
          if (prefix.length == 0) {
            ASSERT_EQ(reading.state(), before.state());
            continue;
          }
          Decoder decoding = before;
          std::vector<uint8_t> latin1(Decoder::MaxUnits(bytes.size()));
          const DecodeResult decoded = decoding.DecodeToLatin1(
              std::span(bytes).first(prefix.length), latin1,
              prefix.length == bytes.size() ? flush : Flush::kNo);
          ASSERT_EQ(decoded.status, DecodeStatus::kInputEmpty);
          ASSERT_EQ(decoded.written, prefix.length);
          ASSERT_TRUE(
              std::equal(bytes.begin(),
                         bytes.begin() + static_cast<ptrdiff_t>(prefix.length),
                         latin1.begin()));
          ASSERT_EQ(reading.state(), decoding.state());
          ASSERT_TRUE(prefix.length == bytes.size() ||
                      bytes[prefix.length] >= 0x80);
        }
      }
    }
  }
}

// Text whose first character that isn't ASCII is Latin-1 needn't stay so: not
// in UTF-8, nor in windows-1252, whose punctuation is the quotes of U+2018 on.
TEST(DecoderTest, LooksForWideCharactersBeyondTheFirst) {
  struct Text {
    Encoding encoding;
    std::string_view latin1;
    std::string_view wide;
  };
  constexpr Text kTexts[] = {
      {Encoding::kUtf8, "\xC3\xA9", "\xE2\x80\x99"},
      {Encoding::kUtf8, "\xC2\x80", "\xC4\x80"},
      {Encoding::kWindows1252, "\xE9", "\x92"},
      {Encoding::kWindows1252, "\xA0", "\x9F"},
  };
  const auto looks_wide = [](const std::string& bytes, Encoding encoding) {
    return Decoder(encoding).ReadAscii(AsBytes(bytes), Flush::kYes).looks_wide;
  };
  for (const Text& text : kTexts) {
    for (size_t distance = 0; distance <= 100; ++distance) {
      std::string bytes = "ca" + std::string(text.latin1) + "f";
      bytes.append(distance, 'x');
      EXPECT_FALSE(looks_wide(bytes, text.encoding)) << bytes;
      bytes += text.wide;
      EXPECT_TRUE(looks_wide(bytes, text.encoding)) << bytes;
      bytes.append(50, 'x');
      EXPECT_TRUE(looks_wide(bytes, text.encoding)) << bytes;
    }
  }
}

// Nothing is read as ASCII while anything waits in the state.
TEST_P(EachDecoderTest, ReadsNoAsciiInTheMidstOfACharacter) {
  constexpr uint8_t kAscii[] = {'a', 'b', 'c'};
  for (int lead = 0x80; lead <= 0xFF; ++lead) {
    Decoder decoder(GetParam());
    const auto byte = static_cast<uint8_t>(lead);
    char16_t units[8];
    (void)decoder.DecodeToUtf16({&byte, 1}, units, Flush::kNo);
    const DecoderState before = decoder.state();
    if (before.codec() != 0) {
      EXPECT_EQ(decoder.ReadAscii(kAscii, Flush::kYes).length, 0U);
      EXPECT_EQ(decoder.state(), before);
    }
  }
}

TEST_P(EachDecoderTest, DecodesLongTextsToUtf8) {
  test_support::Random random(static_cast<uint64_t>(GetParam()));
  for (const test_support::Script script :
       test_support::ScriptsOf(GetParam())) {
    for (const bool is_spoilt : {false, true}) {
      std::vector<uint8_t> bytes = EncodedCorpus(GetParam(), script, 30000);
      for (int i = 0; is_spoilt && i < 20; ++i) {
        bytes[random.Below(static_cast<uint32_t>(bytes.size()))] =
            static_cast<uint8_t>(random.Next());
      }
      std::vector<char16_t> units(Decoder::MaxUnits(bytes.size()));
      units.resize(
          Decoder(GetParam()).DecodeToUtf16(bytes, units, Flush::kYes).written);
      std::vector<uint8_t> expected(3 * units.size());
      expected.resize(Encoder(Encoding::kUtf8)
                          .EncodeFromUtf16(units, expected, Flush::kYes)
                          .written);

      std::vector<uint8_t> output(expected.size());
      Decoder decoder(GetParam());
      std::span<const uint8_t> rest = bytes;
      size_t written = 0;
      DecodeResult result{.status = DecodeStatus::kOutputFull};
      while (result.status == DecodeStatus::kOutputFull) {
        const std::span<uint8_t> room = std::span(output).subspan(written);
        result = decoder.DecodeToUtf8(
            rest, room.first(std::min<size_t>(room.size(), 40000)),
            Flush::kYes);
        rest = rest.subspan(result.read);
        written += result.written;
      }
      ASSERT_EQ(result.status, DecodeStatus::kInputEmpty);
      ASSERT_EQ(written, expected.size());
      ASSERT_TRUE(output == expected) << test_support::ScriptName(script);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(,
                         EachDecoderTest,
                         testing::ValuesIn(test_support::AllEncodings()),
                         [](const testing::TestParamInfo<Encoding>& info) {
                           return test_support::TestNameOf(info.param);
                         });

// Every three bytes of which the first is a lead byte, and those four that
// begin a four-byte sequence at one of its borders.
TEST(Utf8DecoderTest, EverySequenceOfThree) {
  for (int lead = 0xC0; lead < 0x100; ++lead) {
    for (int second = 0x70; second < 0xD0; ++second) {
      for (int third = 0; third < 0x100; third += third < 0x78 ? 8 : 1) {
        const uint8_t bytes[] = {static_cast<uint8_t>(lead),
                                 static_cast<uint8_t>(second),
                                 static_cast<uint8_t>(third)};
        ASSERT_EQ(
            CheckDecode(Encoding::kUtf8, BomMode::kRemove,
                        DecodeErrorMode::kReplacement, bytes, Effort::kSweep),
            "");
      }
    }
  }
}

TEST(Utf8DecoderTest, SequencesOfFourAtBorders) {
  constexpr uint8_t kBytes[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F,
                                0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xEF, 0xF4};
  for (int lead = 0xEE; lead < 0xF8; ++lead) {
    for (const uint8_t second : kBytes) {
      for (const uint8_t third : kBytes) {
        for (const uint8_t fourth : kBytes) {
          const uint8_t bytes[] = {static_cast<uint8_t>(lead), second, third,
                                   fourth};
          ASSERT_EQ(CheckAllModes(Encoding::kUtf8, bytes, Effort::kSweep), "");
        }
      }
    }
  }
}

TEST(Utf16DecoderTest, PairsOfUnitsAtBorders) {
  constexpr uint16_t kUnits[] = {
      0x0000, 0x0041, 0x00FF, 0x0100, 0xD7FF, 0xD800, 0xD841, 0xDBFF, 0xDC00,
      0xDCD8, 0xDFFF, 0xE000, 0xFEFF, 0xFFFE, 0xFFFD, 0xFFFF, 0x00D8, 0xD8DC};
  for (const Encoding encoding : {Encoding::kUtf16Be, Encoding::kUtf16Le}) {
    for (const uint16_t first : kUnits) {
      for (const uint16_t second : kUnits) {
        for (const uint16_t third : {0x0041, 0xD800, 0xDC00, 0xFEFF}) {
          std::vector<uint8_t> bytes;
          for (const uint16_t unit : {first, second, third}) {
            const auto high = static_cast<uint8_t>(unit >> 8);
            const auto low = static_cast<uint8_t>(unit);
            bytes.push_back(encoding == Encoding::kUtf16Be ? high : low);
            bytes.push_back(encoding == Encoding::kUtf16Be ? low : high);
          }
          ASSERT_EQ(CheckAllModes(encoding, bytes, Effort::kSweep), "");
          bytes.pop_back();
          ASSERT_EQ(CheckAllModes(encoding, bytes, Effort::kSweep), "");
        }
      }
    }
  }
}

// What a Decoder does for its caller beyond the standard's algorithms.

TEST(DecoderTest, IsReadyForAnotherTextAfterTheLastChunk) {
  Decoder decoder(Encoding::kUtf8);
  const uint8_t bytes[] = {0xEF, 0xBB, 0xBF, 'a'};
  char16_t units[8];
  for (int i = 0; i < 2; ++i) {
    const DecodeResult result =
        decoder.DecodeToUtf16(bytes, units, Flush::kYes);
    EXPECT_EQ(result.status, DecodeStatus::kInputEmpty);
    EXPECT_EQ(result.written, 1u);
    EXPECT_EQ(units[0], u'a');
  }
}

TEST(DecoderTest, DropRestoredKeepsTheRestOfTheState) {
  // A lone lead surrogate, found out by the second byte of U+0041.
  Decoder decoder(Encoding::kUtf16Le, DecodeErrorMode::kFatal);
  const uint8_t bytes[] = {0x00, 0xD8, 0x41, 0x00};
  char16_t units[8];
  DecodeResult result = decoder.DecodeToUtf16(bytes, units, Flush::kNo);
  EXPECT_EQ(result.status, DecodeStatus::kMalformed);
  EXPECT_EQ(result.read, 3u);
  EXPECT_EQ(result.malformed_length, 2);
  EXPECT_EQ(result.read_ahead_length, 1);
  Decoder dropping = decoder;
  dropping.DropRestored();
  const std::span<const uint8_t> rest = std::span(bytes).subspan(result.read);
  result = decoder.DecodeToUtf16(rest, units, Flush::kYes);
  EXPECT_EQ(result.written, 1u);
  EXPECT_EQ(units[0], u'A');
  result = dropping.DecodeToUtf16({}, units, Flush::kYes);
  EXPECT_EQ(result.status, DecodeStatus::kInputEmpty);
  EXPECT_EQ(result.written, 0u);
}

// What a caller gets who writes U+FFFD for each malformed sequence.
std::u16string DecodeBehindErrors(Encoding encoding,
                                  std::span<const uint8_t> bytes,
                                  size_t cut,
                                  bool keeps_bom) {
  Decoder decoder(encoding, DecodeErrorMode::kFatal);
  std::u16string text;
  for (const Flush flush : {Flush::kNo, Flush::kYes}) {
    std::span<const uint8_t> chunk =
        flush == Flush::kNo ? bytes.first(cut) : bytes.subspan(cut);
    for (;;) {
      char16_t units[16];
      const DecodeResult result = decoder.DecodeToUtf16(chunk, units, flush);
      chunk = chunk.subspan(result.read);
      text.append(units, result.written);
      if (result.status != DecodeStatus::kMalformed) {
        break;
      }
      text += u'\uFFFD';
      if (keeps_bom) {
        decoder.set_state(decoder.state().WithAtStart(false));
      }
    }
  }
  // The next text begins anew.
  EXPECT_EQ(decoder.state(), Decoder(encoding).state());
  return text;
}

TEST(DecoderTest, ByteOrderMarkBehindAnErrorIsTheCallersChoice) {
  const struct {
    Encoding encoding;
    std::vector<uint8_t> bytes;
  } kTexts[] = {
      {Encoding::kUtf8, {0xFF, 0xEF, 0xBB, 0xBF, 'A'}},
      {Encoding::kUtf8, {0xE2, 0x98, 0xEF, 0xBB, 0xBF, 'A'}},
      {Encoding::kUtf16Be, {0xDC, 0x00, 0xFE, 0xFF, 0x00, 'A'}},
      {Encoding::kUtf16Be, {0xD8, 0x00, 0xFE, 0xFF, 0x00, 'A'}},
      {Encoding::kUtf16Le, {0x00, 0xDC, 0xFF, 0xFE, 'A', 0x00}},
      {Encoding::kUtf16Le, {0x00, 0xD8, 0xFF, 0xFE, 'A', 0x00}},
  };
  for (const auto& [encoding, bytes] : kTexts) {
    char16_t units[16];
    Decoder replacing(encoding);
    const size_t written =
        replacing.DecodeToUtf16(bytes, units, Flush::kYes).written;
    EXPECT_EQ(std::u16string(units, written), u"\uFFFD\uFEFFA");
    for (size_t cut = 0; cut <= bytes.size(); ++cut) {
      EXPECT_EQ(DecodeBehindErrors(encoding, bytes, cut, true),
                u"\uFFFD\uFEFFA");
      EXPECT_EQ(DecodeBehindErrors(encoding, bytes, cut, false), u"\uFFFDA");
    }
  }
}

// Any word is a state that can be gone on from without harm.
TEST(DecoderTest, AnyStateIsSafe) {
  std::mt19937 random(1);
  uint8_t bytes[40];
  for (size_t i = 0; i < kEncodingCount; ++i) {
    for (int round = 0; round < 2000; ++round) {
      Decoder decoder(static_cast<Encoding>(i), kErrorModes[round % 3]);
      decoder.set_state(
          DecoderState::FromBits(static_cast<uint32_t>(random())));
      for (uint8_t& byte : bytes) {
        byte = static_cast<uint8_t>(random());
      }
      std::vector<char16_t> units(random() % Decoder::MaxUnits(sizeof(bytes)));
      bytes[0] = round % 2 ? bytes[0] : bytes[0] & 0x7F;
      char16_t all[Decoder::MaxUnits(sizeof(bytes))];
      EXPECT_NE(Decoder(decoder).DecodeToUtf16(bytes, all, Flush::kYes).status,
                DecodeStatus::kOutputFull);
      EXPECT_LE(Decoder(decoder).ReadAscii(bytes, Flush::kNo).length,
                sizeof(bytes));
      const DecodeResult result =
          decoder.DecodeToUtf16(bytes, units, Flush::kYes);
      EXPECT_LE(result.read, sizeof(bytes));
      EXPECT_LE(result.written, units.size());
    }
  }
}

// Of UTF-8, states whose bytes and count no decoder would have. Whatever their
// text is, it's one text, and DecodeToUtf8() writes UTF-8.
TEST(DecoderTest, MadeUpStatesOfUtf8AreOneText) {
  std::mt19937 random(3);
  constexpr uint8_t kBytes[] = {0x22, 0x41, 0x80, 0x9D, 0xA0,
                                0xBF, 0xC3, 0xE3, 0xED, 0xF0};
  for (int round = 0; round < 100000; ++round) {
    uint32_t bits = static_cast<uint32_t>(random() % 4) << 24;
    for (int shift = 0; shift < 24; shift += 8) {
      bits |= (random() % 3 != 0 ? static_cast<uint32_t>(random() & 0xFF) : 0)
              << shift;
    }
    uint8_t bytes[8];
    for (uint8_t& byte : bytes) {
      byte = kBytes[random() % std::size(kBytes)];
    }
    const std::span<const uint8_t> input(bytes, 1 + random() % sizeof(bytes));
    const Flush flush = random() % 2 ? Flush::kYes : Flush::kNo;
    Decoder decoder(Encoding::kUtf8, kErrorModes[round % 3], BomMode::kKeep);
    decoder.set_state(DecoderState::FromBits(bits));
    SCOPED_TRACE(test_support::ToHex(input));
    SCOPED_TRACE(bits);

    char16_t units[Decoder::MaxUnits(sizeof(bytes)) + 4];
    Decoder to_utf16 = decoder;
    const DecodeResult decoded = to_utf16.DecodeToUtf16(input, units, flush);
    Decoder validating = decoder;
    const DecodeResult validated = validating.Validate(input, flush);
    EXPECT_EQ(validated.status, decoded.status);
    EXPECT_EQ(validated.read, decoded.read);
    EXPECT_EQ(validated.written, decoded.written);
    EXPECT_EQ(validated.had_replacements, decoded.had_replacements);
    EXPECT_EQ(validating.state(), to_utf16.state());

    uint8_t utf8[3 * std::size(units)];
    Decoder to_utf8 = decoder;
    const DecodeResult result = to_utf8.DecodeToUtf8(input, utf8, flush);
    EXPECT_EQ(result.status, decoded.status);
    EXPECT_EQ(result.read, decoded.read);
    EXPECT_EQ(result.had_replacements, decoded.had_replacements);
    EXPECT_EQ(to_utf8.state(), to_utf16.state());
    EXPECT_TRUE(IsWellFormed({utf8, result.written}, Encoding::kUtf8));
    // Less than a character fits, or several do.
    std::span<uint8_t> room(utf8, random() % 8);
    const size_t written =
        Decoder(decoder).DecodeToUtf8(input, room, flush).written;
    EXPECT_LE(written, room.size());
    EXPECT_TRUE(IsWellFormed(room.first(written), Encoding::kUtf8));
    if (testing::Test::HasFailure()) {
      return;
    }
  }
}

TEST(DecoderTest, MaxUnitsIsEnough) {
  std::mt19937 random(2);
  for (size_t i = 0; i < kEncodingCount; ++i) {
    for (int round = 0; round < 2000; ++round) {
      Decoder decoder(static_cast<Encoding>(i));
      std::vector<uint8_t> bytes(random() % 12);
      for (uint8_t& byte : bytes) {
        byte = static_cast<uint8_t>(random());
      }
      char16_t units[64];
      (void)decoder.DecodeToUtf16(bytes, units, Flush::kNo);
      const DecodeResult result = decoder.DecodeToUtf16(
          bytes, {units, Decoder::MaxUnits(bytes.size())}, Flush::kYes);
      EXPECT_EQ(result.status, DecodeStatus::kInputEmpty);
    }
  }
}

}  // namespace
}  // namespace v8_encoding
