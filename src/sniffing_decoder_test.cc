// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/sniffing_decoder.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "gtest/gtest.h"
#include "src/testing/exhaustive.h"
#include "src/testing/sniffing.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

using Bytes = std::vector<uint8_t>;

static_assert(std::is_trivially_copyable_v<SniffingDecoder>);
static_assert(sizeof(SniffingDecoder) <= 16);

// In chunks of every kind, to every output, twice with one decoder.
void Check(Encoding fallback, const Bytes& bytes) {
  std::vector<std::vector<size_t>> plans = {{bytes.size()}};
  std::vector<size_t> each = {0};
  for (size_t i = 0; i <= bytes.size(); ++i) {
    plans.push_back({i, bytes.size()});
    each.push_back(i);
    each.push_back(i);
  }
  each.push_back(bytes.size());
  plans.push_back(each);
  for (const bool fatal : {false, true}) {
    const DecodeErrorMode error_mode =
        fatal ? DecodeErrorMode::kFatal : DecodeErrorMode::kReplacementReported;
    const test_support::Sniffed expected =
        test_support::SniffByModel(fallback, bytes, error_mode);
    SniffingDecoder decoder(fallback, error_mode);
    for (const std::vector<size_t>& plan : plans) {
      for (size_t output = 0; output < test_support::kSniffOutputCount;
           ++output) {
        for (const size_t capacity : {size_t{0}, size_t{1}, size_t{64}}) {
          ASSERT_EQ(
              test_support::CheckSniffing(
                  decoder, expected, bytes, plan,
                  static_cast<test_support::SniffOutput>(output), capacity),
              "");
        }
      }
    }
  }
}

TEST(SniffingDecoderTest, EveryShortTextOfMarksAndOthers) {
  constexpr uint8_t kBytes[] = {0x41, 0xBB, 0xBF, 0xEF, 0xFE, 0xFF};
  // An encoding of each kind: by their codecs, state and errors differ.
  for (const Encoding fallback :
       {Encoding::kUtf8, Encoding::kWindows1252, Encoding::kGb18030,
        Encoding::kIso2022Jp, Encoding::kUtf16Le, Encoding::kReplacement,
        Encoding::kBig5}) {
    Check(fallback, {});
    for (const uint8_t a : kBytes) {
      Check(fallback, {a});
      for (const uint8_t b : kBytes) {
        Check(fallback, {a, b});
        for (const uint8_t c : kBytes) {
          Check(fallback, {a, b, c});
          if (a != 0x41) {
            Check(fallback, {a, b, c, 0x42});
            Check(fallback, {a, b, c, 0xEF, 0xBB, 0xBF, 0xC3});
          }
        }
      }
    }
  }
}

TEST(SniffingDecoderTest, EveryEncodingIsAFallback) {
  for (const Encoding fallback : test_support::AllEncodings()) {
    Check(fallback, {0xEF, 0xBB, 0x41, 0xA1, 0xB0});
    Check(fallback, {0xEF, 0xBB, 0xBF, 0x41, 0xC3, 0xA9});
    Check(fallback, {0xFE, 0x41, 0x42});
    Check(fallback, {0xFE, 0xFF, 0x00, 0x42});
    Check(fallback, {0xFF, 0xFE, 0x42, 0x00});
  }
}

TEST(SniffingDecoderTest, SaysWhatIsDecided) {
  SniffingDecoder decoder(Encoding::kWindows1252);
  char16_t units[8];
  const uint8_t ef[] = {0xEF};
  const uint8_t bb_bf[] = {0xBB, 0xBF, 0x41};
  EXPECT_FALSE(decoder.is_decided());
  EXPECT_EQ(decoder.DecodeToUtf16(ef, units, Flush::kNo).read, 1u);
  EXPECT_FALSE(decoder.is_decided());
  EXPECT_EQ(decoder.encoding(), Encoding::kWindows1252);
  EXPECT_EQ(decoder.DecodeToUtf16(bb_bf, units, Flush::kNo).written, 1u);
  EXPECT_TRUE(decoder.is_decided());
  EXPECT_EQ(decoder.encoding(), Encoding::kUtf8);
  EXPECT_EQ(decoder.DecodeToUtf16({}, units, Flush::kYes).written, 0u);
  EXPECT_FALSE(decoder.is_decided());
  EXPECT_EQ(decoder.encoding(), Encoding::kUtf8);
  // Another text: what the one before was says nothing of it.
  EXPECT_EQ(decoder.DecodeToUtf16({}, units, Flush::kNo).read, 0u);
  EXPECT_EQ(decoder.encoding(), Encoding::kUtf8);
  EXPECT_EQ(decoder.DecodeToUtf16(ef, units, Flush::kNo).read, 1u);
  EXPECT_FALSE(decoder.is_decided());
  EXPECT_EQ(decoder.encoding(), Encoding::kWindows1252);
  EXPECT_EQ(decoder.DecodeToUtf16(ef, units, Flush::kYes).written, 2u);
  EXPECT_EQ(decoder.encoding(), Encoding::kWindows1252);
  const uint8_t fe_ff[] = {0xFE, 0xFF};
  EXPECT_EQ(decoder.DecodeToUtf16(fe_ff, units, Flush::kYes).written, 0u);
  EXPECT_EQ(decoder.encoding(), Encoding::kUtf16Be);
  // An empty text, in one call and in two, has the fallback's.
  EXPECT_EQ(decoder.DecodeToUtf16({}, units, Flush::kYes).written, 0u);
  EXPECT_FALSE(decoder.is_decided());
  EXPECT_EQ(decoder.encoding(), Encoding::kWindows1252);
  EXPECT_EQ(decoder.DecodeToUtf16(fe_ff, units, Flush::kYes).written, 0u);
  EXPECT_EQ(decoder.DecodeToUtf16({}, units, Flush::kNo).written, 0u);
  EXPECT_EQ(decoder.encoding(), Encoding::kUtf16Be);
  EXPECT_EQ(decoder.DecodeToUtf16({}, units, Flush::kYes).written, 0u);
  EXPECT_EQ(decoder.encoding(), Encoding::kWindows1252);
  EXPECT_EQ(decoder.DecodeToUtf16(fe_ff, units, Flush::kYes).written, 0u);
  decoder.Reset();
  EXPECT_EQ(decoder.encoding(), Encoding::kWindows1252);
  EXPECT_EQ(decoder.fallback(), Encoding::kWindows1252);
}

}  // namespace
}  // namespace v8_encoding
