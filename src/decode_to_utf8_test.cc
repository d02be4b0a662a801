// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Decoder::DecodeToUtf8() beside DecodeToUtf16() and an encoder: the same text,
// result and state. Much of the texts is ASCII, which is copied.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "gtest/gtest.h"
#include "src/testing/exhaustive.h"
#include "src/testing/hex.h"
#include "src/testing/random.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

class DecodeToUtf8Test : public testing::TestWithParam<Encoding> {
 protected:
  // Of a decoder in any state.
  static void Check(const Decoder& decoder,
                    std::span<const uint8_t> bytes,
                    Flush flush) {
    SCOPED_TRACE(test_support::ToHex(bytes));
    Decoder to_utf16 = decoder;
    std::vector<char16_t> units(Decoder::MaxUnits(bytes.size()));
    const DecodeResult expected = to_utf16.DecodeToUtf16(bytes, units, flush);
    std::vector<uint8_t> utf8(3 * units.size());
    utf8.resize(Encoder(Encoding::kUtf8)
                    .EncodeFromUtf16({units.data(), expected.written}, utf8,
                                     Flush::kYes)
                    .written);

    for (const size_t more : {0, 1, 200}) {
      Decoder to_utf8 = decoder;
      std::vector<uint8_t> output(utf8.size() + more);
      const DecodeResult result = to_utf8.DecodeToUtf8(bytes, output, flush);
      ASSERT_EQ(result.status, expected.status);
      ASSERT_EQ(result.read, expected.read);
      ASSERT_EQ(result.written, utf8.size());
      ASSERT_EQ(result.had_replacements, expected.had_replacements);
      ASSERT_EQ(result.malformed_length, expected.malformed_length);
      ASSERT_EQ(result.read_ahead_length, expected.read_ahead_length);
      ASSERT_EQ(to_utf8.state(), to_utf16.state());
      ASSERT_TRUE(std::equal(utf8.begin(), utf8.end(), output.begin()));
    }
    CheckWithoutRoom(decoder, bytes, utf8, flush);
  }

 private:
  // With less room than for all of it: what fits, and the rest by more calls.
  static void CheckWithoutRoom(const Decoder& decoder,
                               std::span<const uint8_t> bytes,
                               std::span<const uint8_t> utf8,
                               Flush flush) {
    for (const size_t less : {size_t{1}, size_t{3}, utf8.size() / 2 + 1}) {
      if (less >= utf8.size()) {
        continue;
      }
      Decoder to_utf8 = decoder;
      std::vector<uint8_t> output(utf8.size());
      const std::span<uint8_t> room = std::span(output);
      const DecodeResult first =
          to_utf8.DecodeToUtf8(bytes, room.first(utf8.size() - less), flush);
      ASSERT_LE(first.written, utf8.size() - less);
      ASSERT_EQ(first.status, DecodeStatus::kOutputFull);
      const DecodeResult second = to_utf8.DecodeToUtf8(
          bytes.subspan(first.read), room.subspan(first.written), flush);
      ASSERT_NE(second.status, DecodeStatus::kOutputFull);
      ASSERT_EQ(first.written + second.written, utf8.size());
      ASSERT_TRUE(std::equal(utf8.begin(), utf8.end(), output.begin()));
    }
  }
};

// Of every short length, with one byte that isn't ASCII, or has a meaning of
// its own in an encoding, at each place or nowhere.
TEST_P(DecodeToUtf8Test, TextsThatAreNearlyAscii) {
  constexpr DecodeErrorMode kErrorModes[] = {
      DecodeErrorMode::kReplacement, DecodeErrorMode::kFatal,
      DecodeErrorMode::kReplacementReported};
  // Before the text: nothing, a byte that leads in most encodings, and what
  // leaves no state but that something was read.
  const std::vector<uint8_t> begins[] = {{}, {0xE3}, {'a', 'b'}};
  for (const size_t size : {1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 65, 130}) {
    for (size_t place = 0; place <= size; ++place) {
      for (const uint8_t other : {0x80, 0x93, 0xA4, 0xE9, 0xFF, 0x1B, 0x5C}) {
        std::vector<uint8_t> bytes(size);
        for (size_t i = 0; i != size; ++i) {
          bytes[i] = static_cast<uint8_t>(i == place ? other : 'a' + i % 26);
        }
        const DecodeErrorMode mode = kErrorModes[(size + place) % 3];
        for (const std::vector<uint8_t>& begin : begins) {
          for (const Flush flush : {Flush::kNo, Flush::kYes}) {
            Decoder decoder(GetParam(), mode);
            std::vector<char16_t> units(Decoder::MaxUnits(begin.size()));
            (void)decoder.DecodeToUtf16(begin, units, Flush::kNo);
            ASSERT_NO_FATAL_FAILURE(Check(decoder, bytes, flush));
          }
        }
      }
    }
  }
}

// Of any bytes, of those that aren't ASCII, and of half of each: what is short
// in UTF-8 has room where what is before it has none.
TEST_P(DecodeToUtf8Test, ShortTextsOfAnyBytes) {
  test_support::Random random(static_cast<uint64_t>(GetParam()));
  for (size_t size = 0; size <= 70; ++size) {
    for (int text = 0; text != 12; ++text) {
      std::vector<uint8_t> bytes(size);
      for (size_t i = 0; i != size; ++i) {
        const size_t any = random.Below(0x100);
        const size_t byte = text % 4 == 0   ? any
                            : text % 4 == 1 ? any | 0x80
                            : i < size / 2  ? any | 0x80
                                            : any & 0x7F;
        bytes[i] = static_cast<uint8_t>(byte);
      }
      const Decoder decoder(GetParam(), static_cast<DecodeErrorMode>(text % 3));
      const Flush flush = text % 8 < 4 ? Flush::kYes : Flush::kNo;
      ASSERT_NO_FATAL_FAILURE(Check(decoder, bytes, flush));
    }
  }
}

// Longer ones, which go through blocks: runs of ASCII, and of bytes of which
// most aren't.
TEST_P(DecodeToUtf8Test, LongTextsInRuns) {
  constexpr size_t kAsciiRuns[] = {1, 60, 1100, 2048, 4096, 17'000};
  constexpr size_t kOtherRuns[] = {1, 2, 3, 50, 2100};
  test_support::Random random(static_cast<uint64_t>(GetParam()));
  for (int text = 0; text != 120; ++text) {
    std::vector<uint8_t> bytes;
    const bool begins_with_ascii = random.Below(2) == 0;
    for (size_t runs = 1 + random.Below(4); runs != 0; --runs) {
      const bool is_ascii = (runs % 2 == 0) == begins_with_ascii;
      size_t size = is_ascii ? kAsciiRuns[random.Below(std::size(kAsciiRuns))]
                             : kOtherRuns[random.Below(std::size(kOtherRuns))];
      for (; size != 0; --size) {
        bytes.push_back(static_cast<uint8_t>(
            is_ascii ? 'a' + size % 26 : 0x40 + random.Below(0xC0)));
      }
    }
    const DecodeErrorMode mode =
        text % 4 == 0 ? DecodeErrorMode::kFatal : DecodeErrorMode::kReplacement;
    Decoder decoder(GetParam(), mode);
    if (text % 3 == 0) {
      constexpr uint8_t kLead[] = {0xE3};
      char16_t units[Decoder::MaxUnits(std::size(kLead))];
      (void)decoder.DecodeToUtf16(kLead, units, Flush::kNo);
    }
    ASSERT_NO_FATAL_FAILURE(
        Check(decoder, bytes, text % 2 == 0 ? Flush::kNo : Flush::kYes));
  }
}

// UTF-16 of every short length and of each length of characters in UTF-8, with
// another unit at each place, half of a unit at the end, a byte order mark.
class Utf16ToUtf8Test : public DecodeToUtf8Test {};

TEST_P(Utf16ToUtf8Test, ShortTexts) {
  const size_t low = GetParam() == Encoding::kUtf16Be ? 1 : 0;
  constexpr char16_t kOthers[] = {'x',    0x7F,   0x80,   0x7FF,  0x800,
                                  0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF,
                                  0xE000, 0xFEFF, 0xFFFE, 0xFFFF};
  for (size_t size = 0; size <= 40; ++size) {
    for (const char16_t unit : {u'a', u'\u0430', u'\u4E00', u'\xD83D'}) {
      for (size_t place = 0; place <= size; ++place) {
        const char16_t other = kOthers[(place + size) % std::size(kOthers)];
        std::vector<uint8_t> bytes(2 * size);
        for (size_t i = 0; i != size; ++i) {
          // Of leads, every second is a trail.
          const char16_t own =
              unit + (unit == 0xD83D && i % 2 != 0 ? 0x400 : i % 16);
          const char16_t here = i == place ? other : own;
          bytes[2 * i + low] = static_cast<uint8_t>(here);
          bytes[2 * i + 1 - low] = static_cast<uint8_t>(here >> 8);
        }
        if (place % 8 == 7) {
          bytes.push_back(0x20);
        }
        const auto mode = static_cast<DecodeErrorMode>(place % 3);
        const BomMode bom_mode =
            size / 2 % 2 == 0 ? BomMode::kRemove : BomMode::kKeep;
        Decoder decoder(GetParam(), mode, bom_mode);
        ASSERT_NO_FATAL_FAILURE(Check(decoder, bytes, Flush::kYes));
        ASSERT_NO_FATAL_FAILURE(Check(decoder, bytes, Flush::kNo));
        // Behind half of a unit, and behind a lead.
        for (const size_t cut : {1, 2}) {
          const uint8_t lead[] = {0xD8, 0xD8};
          char16_t units[4];
          Decoder cutting(GetParam(), mode, bom_mode);
          (void)cutting.DecodeToUtf16({lead, cut}, units, Flush::kNo);
          ASSERT_NO_FATAL_FAILURE(Check(cutting, bytes, Flush::kYes));
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(,
                         Utf16ToUtf8Test,
                         testing::Values(Encoding::kUtf16Be,
                                         Encoding::kUtf16Le));

// States that no decoder would have. Of some encodings these hold more than
// MaxUtf16Length() knows of, which the room that seems to suffice hasn't got.
class MadeUpStatesToUtf8Test : public DecodeToUtf8Test {};

TEST_P(MadeUpStatesToUtf8Test, AreOneText) {
  constexpr uint32_t kStates[] = {~uint32_t{0}, 0xFF, 0xFFFF, 0x7F'7F7F,
                                  0xFF00'FF00};
  test_support::Random random(static_cast<uint64_t>(GetParam()));
  for (size_t text = 0; text != 4000; ++text) {
    std::vector<uint8_t> bytes(random.Below(4));
    for (uint8_t& byte : bytes) {
      byte = static_cast<uint8_t>(random.Below(random.Below(2) ? 0x100 : 0x80));
    }
    Decoder decoder(GetParam(), static_cast<DecodeErrorMode>(text % 3));
    decoder.set_state(
        DecoderState::FromBits(static_cast<uint32_t>(random.Next()) &
                               kStates[random.Below(std::size(kStates))]));
    SCOPED_TRACE(decoder.state().bits());
    ASSERT_NO_FATAL_FAILURE(
        Check(decoder, bytes, text % 2 == 0 ? Flush::kNo : Flush::kYes));
  }
}

INSTANTIATE_TEST_SUITE_P(,
                         MadeUpStatesToUtf8Test,
                         testing::Values(Encoding::kUtf8,
                                         Encoding::kGbk,
                                         Encoding::kGb18030,
                                         Encoding::kBig5,
                                         Encoding::kEucJp,
                                         Encoding::kIso2022Jp,
                                         Encoding::kShiftJis,
                                         Encoding::kEucKr,
                                         Encoding::kReplacement,
                                         Encoding::kUtf16Be,
                                         Encoding::kUtf16Le),
                         [](const testing::TestParamInfo<Encoding>& info) {
                           return test_support::TestNameOf(info.param);
                         });

INSTANTIATE_TEST_SUITE_P(,
                         DecodeToUtf8Test,
                         testing::ValuesIn(test_support::AllEncodings()),
                         [](const testing::TestParamInfo<Encoding>& info) {
                           return test_support::TestNameOf(info.param);
                         });

}  // namespace
}  // namespace v8_encoding
