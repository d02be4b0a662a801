// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Encoders against the model, across their changes of state: pairs and triples
// of characters of each class. encoder_test.cc has every code point alone.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "src/testing/exhaustive.h"
#include "src/testing/splits.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

using test_support::CheckEncode;
using test_support::CheckEncodeCutAt;
using test_support::Effort;
using test_support::IsExhaustive;
using test_support::kAmple;
using test_support::kSlowBuild;
using test_support::ReportCases;

constexpr EncodeErrorMode kErrorModes[] = {EncodeErrorMode::kFatal,
                                           EncodeErrorMode::kHtml};

std::u16string ToUnits(uint32_t code_point) {
  if (code_point < 0x10000) {
    return {static_cast<char16_t>(code_point)};
  }
  return {static_cast<char16_t>(0xD7C0 + (code_point >> 10)),
          static_cast<char16_t>(0xDC00 + (code_point & 0x3FF))};
}

// Of each class that ISO-2022-JP's encoder tells apart, and some that others
// do. A lone lead surrogate before a lone trail surrogate makes a pair.
constexpr uint32_t kClasses[] = {
    'a',                               // ASCII, in Roman too.
    '\\',    '~',                      // ASCII, not in Roman.
    0x0E,    0x0F,    0x1B,            // Unmappable but in JIS X 0208's state.
    0xA5,    0x203E,                   // Roman's own.
    0x3042,  0x4E9C,  0xFF0D,          // JIS X 0208.
    0x2212,                            // Becomes U+FF0D.
    0xFF61,  0xFF71,  0xFF9F,          // Become full-width katakana.
    0xE9,    0x2603,  0xE000,          // Unmappable, as these encodings go.
    0xE5E5,  0xE7C7,  0x1E3F,          // GBK, gb18030.
    0x20AC,  0x2550,  0xAC02,          // Big5, EUC-KR.
    0x80,    0xFF,    0xF780, 0xFFFD,  // x-user-defined and others.
    0xD83D,  0xDE00,                   // Lone surrogates.
    0x1F600, 0x10FFFF};

bool IsInBuild(Encoding encoding) {
  return HasEncoder(encoding) || GetOutputEncoding(encoding) != encoding;
}

// Every pair: whole, in every cut, with empty chunks, with outputs of each
// size, among ASCII.
TEST(Iso2022JpEncoderTest, EveryPairOfClassesInEveryWay) {
  if (!IsInBuild(Encoding::kIso2022Jp)) {
    GTEST_SKIP() << "this build has no legacy encoders";
  }
  uint64_t count = 0;
  for (const uint32_t first : kClasses) {
    for (const uint32_t second : kClasses) {
      const std::u16string text = ToUnits(first) + ToUnits(second);
      for (const EncodeErrorMode error_mode : kErrorModes) {
        ASSERT_EQ(CheckEncode(Encoding::kIso2022Jp, error_mode, text,
                              kSlowBuild ? Effort::kSweep : Effort::kFull),
                  "");
        ++count;
      }
    }
  }
  ReportCases(Encoding::kIso2022Jp, "encode-class-pairs", count);
}

TEST(Iso2022JpEncoderTest, EveryTripleOfClasses) {
  if (!IsInBuild(Encoding::kIso2022Jp)) {
    GTEST_SKIP() << "this build has no legacy encoders";
  }
  uint64_t count = 0;
  for (const uint32_t first : kClasses) {
    for (const uint32_t second : kClasses) {
      for (const uint32_t third : kClasses) {
        const std::u16string text =
            ToUnits(first) + ToUnits(second) + ToUnits(third);
        for (const EncodeErrorMode error_mode : kErrorModes) {
          ASSERT_EQ(CheckEncode(Encoding::kIso2022Jp, error_mode, text,
                                Effort::kSweep),
                    "");
          ++count;
        }
      }
    }
  }
  ReportCases(Encoding::kIso2022Jp, "encode-class-triples", count);
}

class EncoderStateTest : public testing::TestWithParam<Encoding> {};

TEST_P(EncoderStateTest, EveryPairOfClasses) {
  uint64_t count = 0;
  for (const uint32_t first : kClasses) {
    for (const uint32_t second : kClasses) {
      const std::u16string text = ToUnits(first) + ToUnits(second);
      for (const EncodeErrorMode error_mode : kErrorModes) {
        ASSERT_EQ(CheckEncode(GetParam(), error_mode, text, Effort::kSweep),
                  "");
        ++count;
      }
    }
  }
  ReportCases(GetParam(), "encode-class-pairs", count);
}

// Every code point of the BMP, surrogates among them, after and before each
// class: in the states that classes lead to, and what it leaves behind.
TEST_P(EncoderStateTest, EveryCodePointBesideEachClass) {
  const uint32_t step = IsExhaustive() ? 1 : 257;
  uint64_t count = 0;
  for (uint32_t code_point = 0; code_point < 0x10000; code_point += step) {
    for (const uint32_t other : kClasses) {
      const std::u16string text =
          ToUnits(other) + ToUnits(code_point) + ToUnits(other);
      const size_t cut[] = {ToUnits(other).size()};
      for (const EncodeErrorMode error_mode : kErrorModes) {
        ASSERT_EQ(CheckEncodeCutAt(GetParam(), error_mode, text, cut, kAmple),
                  "");
        ++count;
      }
    }
  }
  ReportCases(GetParam(), "encode-beside-classes", count);
}

std::vector<Encoding> EncodingsToTest() {
  std::vector<Encoding> encodings;
  for (const Encoding encoding :
       {Encoding::kGbk, Encoding::kGb18030, Encoding::kBig5, Encoding::kEucJp,
        Encoding::kIso2022Jp, Encoding::kShiftJis, Encoding::kEucKr,
        Encoding::kUtf8, Encoding::kXUserDefined, Encoding::kWindows1252}) {
    if (IsInBuild(encoding)) {
      encodings.push_back(encoding);
    }
  }
  return encodings;
}

INSTANTIATE_TEST_SUITE_P(,
                         EncoderStateTest,
                         testing::ValuesIn(EncodingsToTest()),
                         [](const testing::TestParamInfo<Encoding>& info) {
                           return test_support::TestNameOf(info.param);
                         });

}  // namespace
}  // namespace v8_encoding
