// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Encoder::EncodeFromUtf8() of texts that go through its blocks: runs of ASCII,
// which is copied, of Latin-1, which goes to windows-1252 without UTF-16, and
// of all else, beside the model. encoder_test.cc has short ones.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "src/model/model.h"
#include "src/testing/corpora.h"
#include "src/testing/exhaustive.h"
#include "src/testing/random.h"
#include "src/testing/splits.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

using test_support::Random;
using test_support::Script;

// Some characters in UTF-8, or bytes that aren't.
std::string SomeCharacters(Encoding encoding, Random& random) {
  constexpr size_t kSizes[] = {1, 2, 3, 30, 64, 255, 256, 300, 2048, 5000};
  const size_t size = kSizes[random.Below(std::size(kSizes))];
  const std::span<const Script> scripts = test_support::ScriptsOf(encoding);
  std::u16string units;
  switch (random.Below(8)) {
    case 0:
      return std::string(1 + size % 4,
                         static_cast<char>(random.In(0x80, 0xFF)));
    case 1:
      units.assign(1 + size % 4, u'\u2019');
      break;
    case 2:
      units.assign(1 + size % 4, static_cast<char16_t>(random.In(0x80, 0x9F)));
      break;
    case 3:
      units = Corpus(Script::kEmoji, 1 + size % 40, random.Next());
      break;
    case 4:
      units = Corpus(Script::kFrench, size, random.Next());
      break;
    case 5:
      units = Corpus(
          scripts.empty()
              ? Script::kCyrillic
              : scripts[random.Below(static_cast<uint32_t>(scripts.size()))],
          size, random.Next());
      break;
    default:
      units = Corpus(Script::kAscii, size, random.Next());
  }
  const std::vector<uint8_t> bytes = model::TextEncoderEncode(units);
  return {bytes.begin(), bytes.end()};
}

class EncodeFromUtf8Test : public testing::TestWithParam<Encoding> {};

TEST_P(EncodeFromUtf8Test, TextsInRuns) {
  constexpr EncodeErrorMode kErrorModes[] = {EncodeErrorMode::kFatal,
                                             EncodeErrorMode::kHtml,
                                             EncodeErrorMode::kHtmlReported};
  Random random(static_cast<uint64_t>(GetParam()));
  for (int round = 0; round != 60; ++round) {
    std::string text;
    std::vector<size_t> cuts;
    for (uint32_t runs = random.In(1, 6); runs != 0; --runs) {
      text += SomeCharacters(GetParam(), random);
      if (random.Chance(30)) {
        cuts.push_back(random.Chance(50)
                           ? text.size()
                           : random.Below(static_cast<uint32_t>(text.size())));
      }
    }
    std::ranges::sort(cuts);
    const size_t capacity =
        random.Chance(50)
            ? test_support::kAmple
            : Encoder::kMaxBytesPerStep + random.Below(random.In(1, 6000));
    ASSERT_EQ(test_support::CheckEncodeUtf8CutAt(
                  GetParam(), kErrorModes[random.Below(std::size(kErrorModes))],
                  text, cuts, capacity),
              "");
  }
}

// Bytes at the borders of what is well-formed, and of what ISO-2022-JP has no
// place for: each text of up to three, longer
// ones at random, whole and cut.
TEST_P(EncodeFromUtf8Test, FewBytes) {
  constexpr std::string_view kBytes =
      "A\x0D\x0E\x0F\x10\x1B\x7F\x80\x8F\x90\x9F\xA0\xBF\xC1\xC2\xD1\xDF\xE0"
      "\xE4\xED\xEF\xF0\xF4";
  constexpr size_t kCount = kBytes.size();
  Random random(static_cast<uint64_t>(GetParam()));
  const auto check = [&](std::string_view text) {
    const size_t cuts[] = {
        random.Below(static_cast<uint32_t>(text.size() + 1))};
    const std::span<const size_t> no_cuts;
    ASSERT_EQ(test_support::CheckEncodeUtf8CutAt(
                  GetParam(), EncodeErrorMode::kHtmlReported, text,
                  random.Chance(50) ? cuts : no_cuts, test_support::kAmple),
              "");
  };
  for (size_t length = 1, texts = kCount; length <= 3;
       ++length, texts *= kCount) {
    for (size_t i = 0; i != texts; ++i) {
      std::string text;
      for (size_t digits = i; text.size() != length; digits /= kCount) {
        text.push_back(kBytes[digits % kCount]);
      }
      ASSERT_NO_FATAL_FAILURE(check(text));
    }
  }
  for (int i = 0; i != 3000; ++i) {
    std::string text;
    for (uint32_t left = random.In(2, 4); left != 0; --left) {
      switch (random.Below(4)) {
        case 0:
          text.push_back(kBytes[random.Below(kCount)]);
          break;
        case 1:
          text += "\xD0";
          text.push_back(static_cast<char>(random.In(0x80, 0xBF)));
          break;
        default:
          text.push_back(static_cast<char>(random.In(0xE3, 0xEE)));
          text.push_back(static_cast<char>(random.In(0x80, 0xBF)));
          text.push_back(static_cast<char>(random.In(0x80, 0xBF)));
      }
    }
    ASSERT_NO_FATAL_FAILURE(check(text));
  }
}

// A chunk ends with a part of a character, which what follows doesn't continue.
TEST_P(EncodeFromUtf8Test, PartsOfCharactersBeforeRuns) {
  for (const Script script : {Script::kAscii, Script::kFrench}) {
    const std::vector<uint8_t> run =
        model::TextEncoderEncode(Corpus(script, 1000));
    for (const std::string_view part : {"\xC3", "\xE2\x80", "\xF0\x9F\x98"}) {
      const std::string text =
          std::string(part) + std::string(run.begin(), run.end());
      const size_t cuts[] = {part.size()};
      ASSERT_EQ(
          test_support::CheckEncodeUtf8CutAt(GetParam(), EncodeErrorMode::kHtml,
                                             text, cuts, test_support::kAmple),
          "");
    }
  }
}

// Something at each place of texts up to 256 bytes, ASCII and French, with room
// for all of it and for less: what is the same in Latin-1 and windows-1252 is,
// and what isn't well-formed, or is another byte there.
TEST(EncodeFromUtf8ToWindows1252Test, SomethingAtEachPlace) {
  if (!HasEncoder(Encoding::kWindows1252)) {
    GTEST_SKIP() << "this build has no legacy encoders";
  }
  constexpr std::string_view kPieces[] = {
      "\xC2\xA0", "\xC2\xBF", "\xC3\x80",     "\xC3\xBF",    "\xC2\x80",
      "\xC2\x81", "\xC2\x9F", "\xC2",         "\xC3",        "\xC3\xC3\xA9",
      "\xA9",     "\xBF",     "\xC4\x80",     "\xC1\xBF",    "\xC0\x80",
      "\xDF\xBF", "\xFF",     "\xE2\x80\x99", "\xE2\x82\xAC"};
  constexpr size_t kLengths[] = {1,  2,  15,  16,  17,  62,  63,  64,
                                 65, 66, 127, 128, 129, 192, 193, 256};
  const std::vector<uint8_t> bytes =
      model::TextEncoderEncode(Corpus(Script::kFrench, 256));
  const std::string french(bytes.begin(), bytes.begin() + 256);
  const std::string ascii(256, 'a');
  const auto is_inside = [](char byte) {
    return (static_cast<uint8_t>(byte) & 0xC0) == 0x80;
  };
  for (const std::string& text : {french, ascii}) {
    for (const size_t length : kLengths) {
      for (size_t place = 0; place <= length; ++place) {
        if (place != text.size() && is_inside(text[place])) {
          continue;
        }
        for (const std::string_view piece : kPieces) {
          const std::string with = text.substr(0, place) + std::string(piece) +
                                   text.substr(place, length - place);
          for (const size_t capacity :
               {test_support::kAmple,
                std::max(with.size() / 2, Encoder::kMaxBytesPerStep)}) {
            ASSERT_EQ(test_support::CheckEncodeUtf8CutAt(Encoding::kWindows1252,
                                                         EncodeErrorMode::kHtml,
                                                         with, {}, capacity),
                      "")
                << length << " bytes, at " << place;
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(,
                         EncodeFromUtf8Test,
                         testing::ValuesIn(test_support::AllToEncodeTo()),
                         [](const testing::TestParamInfo<Encoding>& info) {
                           return test_support::TestNameOf(info.param);
                         });

}  // namespace
}  // namespace v8_encoding
