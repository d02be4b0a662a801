// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What a call returns whose output is full, on each instruction set that this
// CPU has: kOutputFull only where what comes next takes room. The texts before
// are of all lengths up to a few vectors, so that every fast path fills an
// output.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "src/testing/target_test.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

constexpr size_t kMaxLength = 200;

using Bytes = std::vector<uint8_t>;

Bytes Join(std::initializer_list<Bytes> parts) {
  Bytes all;
  for (const Bytes& part : parts) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

Bytes Repeat(const Bytes& part, size_t n) {
  Bytes bytes;
  for (; n != 0; --n) {
    bytes.insert(bytes.end(), part.begin(), part.end());
  }
  return bytes;
}

// What comes behind a text that fills an output. Empty if the encoding has
// nothing like it. An escape of ISO-2022-JP is a cut character, but ends one.
struct DecoderCase {
  Encoding encoding;
  Bytes letter;      // One unit in UTF-16.
  Bytes cut;         // The begin of a character.
  Bytes malformed;   // An error.
  Bytes not_latin1;  // A character above U+00FF.
};

std::vector<DecoderCase> DecoderCases() {
  return {
      {Encoding::kUtf8, {'a'}, {0xF0, 0x9F, 0x98}, {0xFF}, {0xE4, 0xB8, 0xAD}},
      {Encoding::kUtf8,
       {0xC3, 0xA9},
       {0xE4, 0xB8},
       {0xE4, 0xB8},
       {0xE4, 0xB8, 0xAD}},
      {Encoding::kWindows1252, {0xE9}, {}, {}, {0x80}},
      {Encoding::kWindows1253, {'a'}, {}, {0xFF}, {0xE1}},
      {Encoding::kUtf16Le,
       {'a', 0},
       {0x3D, 0xD8, 0x00},
       {0x00, 0xDC},
       {0x2D, 0x4E}},
      {Encoding::kUtf16Be, {0, 'a'}, {0xD8}, {0xDC, 0x00}, {0x4E, 0x2D}},
      {Encoding::kGb18030, {'a'}, {0x81, 0x30, 0x81}, {0xFF}, {0xD6, 0xD0}},
      {Encoding::kGbk, {'a'}, {0xD6}, {0xFF}, {0xD6, 0xD0}},
      {Encoding::kBig5, {'a'}, {0xA4}, {0xFF}, {0xA4, 0xA4}},
      {Encoding::kEucJp, {'a'}, {0x8F, 0xB0}, {0xFF}, {0xC6, 0xFC}},
      {Encoding::kShiftJis, {'a'}, {0x93}, {0xFF}, {0x93, 0xFA}},
      {Encoding::kEucKr, {'a'}, {0xC7}, {0xFF}, {0xC7, 0xD1}},
      {Encoding::kIso2022Jp,
       {'a'},
       {0x1B, '$', 'B', 0x46},
       {0xFF},
       {0x1B, '$', 'B', 0x46, 0x7C}},
      {Encoding::kXUserDefined, {'a'}, {}, {}, {0x80}},
  };
}

class FullOutputsTest : public simd::TargetTest {};

INSTANTIATE_TEST_SUITE_P(,
                         FullOutputsTest,
                         simd::EachTarget(),
                         simd::TargetName);

// Calls check(case, length, its bytes) for texts of one character.
template <typename Check>
void ForEachText(const Check& check) {
  for (const DecoderCase& each : DecoderCases()) {
    for (size_t n = 1; n <= kMaxLength; ++n) {
      SCOPED_TRACE(testing::Message()
                   << Name(each.encoding) << ", " << n << " characters");
      check(each, n, Repeat(each.letter, n));
      if (testing::Test::HasFailure()) {
        return;
      }
    }
  }
}

DecodeResult ToUtf16(Decoder decoder,
                     const Bytes& input,
                     size_t room,
                     Flush flush) {
  std::vector<char16_t> output(room);
  return decoder.DecodeToUtf16(input, output, flush);
}

TEST_P(FullOutputsTest, CutCharactersTakeNoRoom) {
  ForEachText([](const DecoderCase& each, size_t n, const Bytes& text) {
    for (size_t cut = 0; cut <= each.cut.size(); ++cut) {
      const std::span<const uint8_t> first = std::span(each.cut).first(cut);
      const Bytes input = Join({text, {first.begin(), first.end()}});
      const DecodeResult result =
          ToUtf16(Decoder(each.encoding), input, n, Flush::kNo);
      ASSERT_EQ(result.status, DecodeStatus::kInputEmpty) << cut;
      ASSERT_EQ(result.read, input.size()) << cut;
      ASSERT_EQ(result.written, n) << cut;
      if (cut != 0) {
        ASSERT_EQ(ToUtf16(Decoder(each.encoding), input, n, Flush::kYes).status,
                  each.encoding == Encoding::kIso2022Jp && cut == 3
                      ? DecodeStatus::kInputEmpty
                      : DecodeStatus::kOutputFull)
            << cut;
      }
    }
  });
}

TEST_P(FullOutputsTest, FatalErrorsTakeNoRoom) {
  ForEachText([](const DecoderCase& each, size_t n, const Bytes& text) {
    if (each.malformed.empty()) {
      return;
    }
    const Bytes input = Join({text, each.malformed, Repeat(each.letter, 8)});
    DecodeResult result = ToUtf16(
        Decoder(each.encoding, DecodeErrorMode::kFatal), input, n, Flush::kYes);
    ASSERT_EQ(result.status, DecodeStatus::kMalformed);
    ASSERT_EQ(result.written, n);
    ASSERT_EQ(result.read - result.read_ahead_length,
              text.size() + each.malformed.size());
    for (const DecodeErrorMode mode : {DecodeErrorMode::kReplacement,
                                       DecodeErrorMode::kReplacementReported}) {
      result = ToUtf16(Decoder(each.encoding, mode), input, n, Flush::kYes);
      ASSERT_EQ(result.status, DecodeStatus::kOutputFull);
      ASSERT_EQ(result.written, n);
      ASSERT_FALSE(result.had_replacements);
    }
  });
}

TEST_P(FullOutputsTest, NextCharactersHaveNoRoom) {
  ForEachText([](const DecoderCase& each, size_t n, const Bytes& text) {
    const Bytes input = Join({text, each.not_latin1, Repeat(each.letter, 8)});
    for (const DecodeErrorMode mode :
         {DecodeErrorMode::kFatal, DecodeErrorMode::kReplacement}) {
      Decoder decoder(each.encoding, mode);
      std::u16string units(n, 0);
      DecodeResult result = decoder.DecodeToUtf16(input, units, Flush::kYes);
      ASSERT_EQ(result.status, DecodeStatus::kOutputFull);
      ASSERT_EQ(result.written, n);
      // What was left goes on as if there had been room.
      std::u16string rest(16, 0);
      result = decoder.DecodeToUtf16(std::span(input).subspan(result.read),
                                     rest, Flush::kYes);
      ASSERT_EQ(result.status, DecodeStatus::kInputEmpty);
      rest.resize(result.written);
      std::u16string whole(n + 16, 0);
      whole.resize(Decoder(each.encoding)
                       .DecodeToUtf16(input, whole, Flush::kYes)
                       .written);
      ASSERT_EQ(units + rest, whole);
    }
    Bytes latin1(n);
    const DecodeResult result =
        Decoder(each.encoding).DecodeToLatin1(input, latin1, Flush::kYes);
    ASSERT_EQ(result.status, DecodeStatus::kNotLatin1);
    ASSERT_EQ(result.written, n);
  });
}

// A byte order mark is removed at the begin of a text alone: not behind what a
// call wrote that ended with a full output.
TEST_P(FullOutputsTest, MarksBehindFullOutputsAreKept) {
  constexpr char16_t kMark = u'\uFEFF';
  for (const Encoding encoding :
       {Encoding::kUtf8, Encoding::kUtf16Le, Encoding::kUtf16Be}) {
    const Bytes mark = encoding == Encoding::kUtf8 ? Bytes{0xEF, 0xBB, 0xBF}
                       : encoding == Encoding::kUtf16Le ? Bytes{0xFF, 0xFE}
                                                        : Bytes{0xFE, 0xFF};
    const Bytes letter = encoding == Encoding::kUtf8      ? Bytes{'a'}
                         : encoding == Encoding::kUtf16Le ? Bytes{'a', 0}
                                                          : Bytes{0, 'a'};
    for (size_t n = 0; n <= kMaxLength; ++n) {
      const Bytes input = Join({Repeat(letter, n), mark, Repeat(letter, 4)});
      Decoder decoder(encoding);
      std::u16string first(n, 0);
      DecodeResult result = decoder.DecodeToUtf16(input, first, Flush::kYes);
      ASSERT_EQ(result.status, DecodeStatus::kOutputFull) << n;
      ASSERT_EQ(result.written, n);
      std::u16string rest(16, 0);
      result = decoder.DecodeToUtf16(std::span(input).subspan(result.read),
                                     rest, Flush::kYes);
      ASSERT_EQ(result.status, DecodeStatus::kInputEmpty) << n;
      rest.resize(result.written);
      ASSERT_EQ(rest, n == 0 ? u"aaaa" : kMark + std::u16string(u"aaaa")) << n;
    }
  }
}

// U+1F600, which few encodings have, behind text that all have.
constexpr std::u16string_view kPair = u"\xD83D\xDE00";

constexpr Encoding kLegacyEncodings[] = {
    Encoding::kWindows1252, Encoding::kWindows1253, Encoding::kGb18030,
    Encoding::kGbk,         Encoding::kBig5,        Encoding::kEucJp,
    Encoding::kShiftJis,    Encoding::kEucKr,       Encoding::kIso2022Jp,
    Encoding::kXUserDefined};

// Those whose encoders are in this build.
std::vector<Encoding> LegacyEncoders() {
  std::vector<Encoding> encodings;
  std::ranges::copy_if(kLegacyEncodings, std::back_inserter(encodings),
                       HasEncoder);
  return encodings;
}

std::vector<Encoding> Encoders() {
  std::vector<Encoding> encodings = LegacyEncoders();
  encodings.push_back(Encoding::kUtf8);
  return encodings;
}

bool HasPair(Encoding encoding) {
  return encoding == Encoding::kUtf8 || encoding == Encoding::kGb18030;
}

EncodeResult FromUtf16(Encoder encoder,
                       std::u16string_view input,
                       size_t room,
                       Flush flush) {
  Bytes output(room);
  return encoder.EncodeFromUtf16(input, output, flush);
}

TEST_P(FullOutputsTest, LeadsThatWaitTakeNoRoom) {
  for (const Encoding encoding : Encoders()) {
    for (size_t n = 1; n <= kMaxLength; ++n) {
      const std::u16string text(n, u'a');
      const EncodeResult result =
          FromUtf16(Encoder(encoding, EncodeErrorMode::kHtml), text + kPair[0],
                    n, Flush::kNo);
      ASSERT_EQ(result.status, EncodeStatus::kInputEmpty) << Name(encoding);
      ASSERT_EQ(result.read, n + 1) << Name(encoding);
      ASSERT_EQ(result.written, n) << Name(encoding);
    }
  }
}

TEST_P(FullOutputsTest, FatalUnmappablesTakeNoRoom) {
  for (const Encoding encoding : Encoders()) {
    for (size_t n = 1; n <= kMaxLength; ++n) {
      const std::u16string text =
          std::u16string(n, u'a') + std::u16string(kPair) + u"aaaa";
      const EncodeResult fatal =
          FromUtf16(Encoder(encoding), text, n, Flush::kYes);
      ASSERT_EQ(fatal.status, HasPair(encoding) ? EncodeStatus::kOutputFull
                                                : EncodeStatus::kUnmappable)
          << Name(encoding) << n;
      ASSERT_EQ(fatal.written, n) << Name(encoding);
      for (const EncodeErrorMode mode :
           {EncodeErrorMode::kHtml, EncodeErrorMode::kHtmlReported}) {
        const EncodeResult html =
            FromUtf16(Encoder(encoding, mode), text, n, Flush::kYes);
        ASSERT_EQ(html.status, EncodeStatus::kOutputFull)
            << Name(encoding) << n;
        ASSERT_EQ(html.written, n) << Name(encoding);
        ASSERT_FALSE(html.had_unmappables) << Name(encoding);
      }
    }
  }
}

// In UTF-8, with every room up to what the text takes, whole characters alone,
// and as many as have room.
TEST_P(FullOutputsTest, Utf8TakesWhatHasRoom) {
  constexpr std::u16string_view kCharacters[] = {u"a", u"\xE9", u"\x4E2D",
                                                 kPair, u"\xDC00"};
  for (const std::u16string_view character : kCharacters) {
    const size_t length = character[0] < 0x80     ? 1
                          : character[0] < 0x800  ? 2
                          : character.size() == 1 ? 3
                                                  : 4;
    // Another character before moves the border through all places.
    for (const std::u16string_view before : {u"", u"a", u"\xE9"}) {
      const size_t skipped = before.empty() ? 0 : before[0] < 0x80 ? 1 : 2;
      std::u16string text(before);
      constexpr size_t kCount = 100;
      for (size_t i = 0; i != kCount; ++i) {
        text += character;
      }
      for (size_t room = skipped; room < skipped + kCount * length; ++room) {
        const EncodeResult result =
            FromUtf16(Encoder(Encoding::kUtf8), text, room, Flush::kYes);
        const size_t count = (room - skipped) / length;
        ASSERT_EQ(result.status, EncodeStatus::kOutputFull) << room;
        ASSERT_EQ(result.read, before.size() + count * character.size())
            << length << " bytes a character, room for " << room;
        ASSERT_EQ(result.written, skipped + count * length) << room;
      }
    }
  }
}

// From and to UTF-8: ASCII fills the output, and what comes next may take none.
// `check` gets the text and more of it.
template <typename Check>
void ForEachLengthOfAscii(Check check) {
  // Texts of more than 1 KiB go another way.
  for (size_t n = 1; n <= 2000; n += n < 2 * kMaxLength ? 7 : 700) {
    check(Bytes(n, 'a'), Bytes(4, 'a'));
  }
}

TEST_P(FullOutputsTest, AsciiFillsOutputsOfDecoders) {
  for (const Encoding encoding : kLegacyEncodings) {
    ForEachLengthOfAscii([encoding](const Bytes& bytes, const Bytes& more) {
      Bytes output(bytes.size());
      EXPECT_EQ(Decoder(encoding)
                    .DecodeToUtf8(Join({bytes, more}), output, Flush::kYes)
                    .status,
                DecodeStatus::kOutputFull);
      for (const DecoderCase& each : DecoderCases()) {
        if (each.encoding != encoding || each.malformed.empty()) {
          continue;
        }
        const DecodeResult malformed =
            Decoder(encoding, DecodeErrorMode::kFatal)
                .DecodeToUtf8(Join({bytes, each.malformed, more}), output,
                              Flush::kYes);
        EXPECT_EQ(malformed.status, DecodeStatus::kMalformed)
            << Name(encoding) << bytes.size();
        EXPECT_EQ(malformed.written, bytes.size())
            << Name(encoding) << bytes.size();
      }
    });
  }
}

TEST_P(FullOutputsTest, AsciiFillsOutputsOfEncoders) {
  for (const Encoding encoding : LegacyEncoders()) {
    ForEachLengthOfAscii([encoding](const Bytes& bytes, const Bytes& more) {
      const size_t n = bytes.size();
      Bytes output(n);
      EXPECT_EQ(Encoder(encoding)
                    .EncodeFromUtf8(Join({bytes, more}), output, Flush::kYes)
                    .status,
                EncodeStatus::kOutputFull);
      const EncodeResult cut = Encoder(encoding).EncodeFromUtf8(
          Join({bytes, {0xF0, 0x9F, 0x98}}), output, Flush::kNo);
      EXPECT_EQ(cut.status, EncodeStatus::kInputEmpty) << Name(encoding) << n;
      EXPECT_EQ(cut.read, n + 3) << Name(encoding) << n;
      const EncodeResult unmappable = Encoder(encoding).EncodeFromUtf8(
          Join({bytes, {0xF0, 0x9F, 0x98, 0x80}, more}), output, Flush::kYes);
      EXPECT_EQ(unmappable.status, HasPair(encoding)
                                       ? EncodeStatus::kOutputFull
                                       : EncodeStatus::kUnmappable)
          << Name(encoding) << n;
      EXPECT_EQ(unmappable.written, n) << Name(encoding) << n;
    });
  }
}

}  // namespace
}  // namespace v8_encoding
