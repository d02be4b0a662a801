// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Chunk invariance and agreement with the model, at random: mixes of text of an
// encoding's scripts, of random bytes and of those at which something changes;
// cut at random places, with empty chunks; into outputs of random sizes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "src/model/model.h"
#include "src/testing/corpora.h"
#include "src/testing/exhaustive.h"
#include "src/testing/splits.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

using test_support::CheckDecodeCutAt;
using test_support::CheckEncodeCutAt;
using test_support::IsExhaustive;
using test_support::kAmple;
using test_support::kSlowBuild;
using test_support::Random;
using test_support::ReportCases;
using test_support::Script;

constexpr size_t kCorpusLength = 4000;

uint64_t CaseCount() {
  return IsExhaustive() ? 1000000 : kSlowBuild ? 2000 : 10000;
}

// Few inputs are long enough for the fast paths' blocks, since the model takes
// its time over those.
size_t AnyLength(Random& random) {
  return random.Chance(4) ? random.In(64, 300) : random.Below(28);
}

// Cuts of which some are at the same place: an empty chunk each.
std::vector<size_t> AnyCuts(Random& random, size_t size) {
  std::vector<size_t> cuts;
  for (uint32_t n = random.Below(6); n != 0; --n) {
    cuts.push_back(!cuts.empty() && random.Chance(30)
                       ? cuts.back()
                       : random.Below(static_cast<uint32_t>(size) + 1));
  }
  std::ranges::sort(cuts);
  return cuts;
}

class PropertiesTest : public testing::TestWithParam<Encoding> {
 protected:
  // The same numbers in every run; others for each encoding.
  Random random_{static_cast<uint64_t>(GetParam()) + 1};

  uint32_t Below(size_t bound) {
    return random_.Below(static_cast<uint32_t>(bound));
  }

  // Any part of `all`, which may begin and end inside a character.
  template <typename Container>
  std::span<const typename Container::value_type> AnyPart(const Container& all,
                                                          size_t most) {
    if (all.empty()) {
      return {};
    }
    const size_t begin = Below(all.size());
    return std::span(all).subspan(begin,
                                  std::min<size_t>(most, all.size() - begin));
  }
};

std::vector<uint8_t> EncodedCorpora(Encoding encoding) {
  std::vector<uint8_t> bytes;
  const auto add = [&](std::u16string_view text) {
    if (GetOutputEncoding(encoding) == encoding) {
      const model::Bytes encoded =
          model::Encode(model::ToScalarValues(text), encoding);
      bytes.insert(bytes.end(), encoded.begin(), encoded.end());
      return;
    }
    for (const char16_t unit : text) {
      const auto high = static_cast<uint8_t>(unit >> 8);
      const auto low = static_cast<uint8_t>(unit);
      const bool big_endian = encoding == Encoding::kUtf16Be;
      bytes.push_back(big_endian ? high : low);
      bytes.push_back(big_endian ? low : high);
    }
  };
  for (const Script script : test_support::ScriptsOf(encoding)) {
    add(test_support::Corpus(script, kCorpusLength));
    add(test_support::MarkupCorpus(script, kCorpusLength));
  }
  return bytes;
}

// The bytes at which something changes in some encoding.
constexpr uint8_t kBoundaryBytes[] = {
    0x00, 0x0E, 0x0F, 0x1B, 0x21, 0x24, 0x28, 0x30, 0x39, 0x40, 0x42,
    0x49, 0x4A, 0x5C, 0x5F, 0x7E, 0x7F, 0x80, 0x81, 0x8E, 0x8F, 0x9F,
    0xA0, 0xA1, 0xBB, 0xBF, 0xC1, 0xC2, 0xC3, 0xD7, 0xD8, 0xDB, 0xDC,
    0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFC, 0xFD, 0xFE, 0xFF};
// Sequences that random bytes hardly ever are.
constexpr std::string_view kSequences[] = {
    "\x1B(B",       "\x1B(J",          "\x1B(I",   "\x1B$@",
    "\x1B$B",       "\x1B$",           "\x1B(",    "\x8F",
    "\x8E",         "\xEF\xBB\xBF",    "\xFF\xFE", "\xFE\xFF",
    "\x81\x30\x81", "\x84\x31\xA5\x30"};

TEST_P(PropertiesTest, Decode) {
  const std::vector<uint8_t> corpus = EncodedCorpora(GetParam());
  const uint64_t count = CaseCount();
  std::vector<uint8_t> bytes;
  for (uint64_t i = 0; i < count; ++i) {
    bytes.clear();
    const size_t length = AnyLength(random_);
    while (bytes.size() < length) {
      switch (Below(6)) {
        case 0:
        case 1: {
          const auto part = AnyPart(corpus, 1 + Below(length));
          bytes.insert(bytes.end(), part.begin(), part.end());
          break;
        }
        case 2:
          for (uint32_t n = random_.In(1, 4); n != 0; --n) {
            bytes.push_back(static_cast<uint8_t>(Below(0x100)));
          }
          break;
        case 3:
          for (uint32_t n = random_.In(1, 4); n != 0; --n) {
            bytes.push_back(kBoundaryBytes[Below(std::size(kBoundaryBytes))]);
          }
          break;
        case 4: {
          const std::string_view sequence =
              kSequences[Below(std::size(kSequences))];
          bytes.insert(bytes.end(), sequence.begin(), sequence.end());
          break;
        }
        case 5:
          bytes.insert(bytes.end(), random_.In(1, length > 28 ? 70 : 6),
                       static_cast<uint8_t>(random_.In(0x20, 0x7E)));
          break;
      }
      if (corpus.empty()) {  // The replacement encoding's.
        bytes.push_back(static_cast<uint8_t>(Below(0x100)));
      }
    }
    const size_t capacity = random_.Chance(30) ? Below(40) : kAmple;
    ASSERT_EQ(
        CheckDecodeCutAt(
            GetParam(), Below(2) ? BomMode::kKeep : BomMode::kRemove,
            Below(2) ? DecodeErrorMode::kFatal : DecodeErrorMode::kReplacement,
            bytes, AnyCuts(random_, bytes.size()), capacity),
        "");
  }
  ReportCases(GetParam(), "random-decode", count);
}

TEST_P(PropertiesTest, Encode) {
  if (!HasEncoder(GetParam()) && GetOutputEncoding(GetParam()) == GetParam()) {
    GTEST_SKIP() << "this build has no legacy encoders";
  }
  std::u16string corpus;
  for (const Script script : test_support::ScriptsOf(GetParam())) {
    corpus += test_support::MarkupCorpus(script, kCorpusLength);
  }
  constexpr char16_t kBoundaryUnits[] = {
      0x00,   0x0E,   0x0F,   0x1B,   0x5C,   0x7E,   0x7F,   0x80,
      0xA0,   0xA5,   0xE9,   0xFF,   0x100,  0x203E, 0x20AC, 0x2212,
      0x2550, 0x2603, 0x3000, 0x3042, 0x4E00, 0x9FFF, 0xAC00, 0xD7FF,
      0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xE5E5, 0xE7C7, 0xF780,
      0xF7FF, 0xFEFF, 0xFF0D, 0xFF61, 0xFF9F, 0xFFFD, 0xFFFF};
  const uint64_t count = CaseCount();
  std::u16string text;
  for (uint64_t i = 0; i < count; ++i) {
    text.clear();
    const size_t length = AnyLength(random_);
    while (text.size() < length) {
      switch (Below(6)) {
        case 0:
        case 1: {
          const auto part = AnyPart(corpus, 1 + Below(length));
          text.append(part.begin(), part.end());
          break;
        }
        case 2:
          for (uint32_t n = random_.In(1, 4); n != 0; --n) {
            text += static_cast<char16_t>(Below(0x10000));
          }
          break;
        case 3:
          for (uint32_t n = random_.In(1, 4); n != 0; --n) {
            text += kBoundaryUnits[Below(std::size(kBoundaryUnits))];
          }
          break;
        case 4:
          // Latin-1, whose inputs go through another path; or surrogates.
          text.append(random_.In(1, 3),
                      static_cast<char16_t>(random_.Chance(60)
                                                ? random_.In(0x80, 0xFF)
                                                : random_.In(0xD800, 0xDFFF)));
          break;
        case 5:
          text.append(random_.In(1, length > 28 ? 70 : 6),
                      static_cast<char16_t>(random_.In(0x20, 0x7E)));
          break;
      }
    }
    if (random_.Chance(10)) {
      for (char16_t& unit : text) {
        unit &= 0xFF;
      }
    }
    const size_t capacity = random_.Chance(30) ? Below(60) : kAmple;
    ASSERT_EQ(CheckEncodeCutAt(
                  GetParam(),
                  Below(2) ? EncodeErrorMode::kHtml : EncodeErrorMode::kFatal,
                  text, AnyCuts(random_, text.size()), capacity),
              "");
  }
  ReportCases(GetParam(), "random-encode", count);
}

INSTANTIATE_TEST_SUITE_P(,
                         PropertiesTest,
                         testing::ValuesIn(test_support::AllEncodings()),
                         [](const testing::TestParamInfo<Encoding>& info) {
                           return test_support::TestNameOf(info.param);
                         });

}  // namespace
}  // namespace v8_encoding
