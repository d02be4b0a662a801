// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Decoders against the model, over all short inputs. `tools/test --exhaustive`
// does all of it; otherwise the last bytes are representatives of their
// classes.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "gtest/gtest.h"
#include "src/testing/corpora.h"
#include "src/testing/exhaustive.h"
#include "src/testing/hex.h"
#include "src/testing/sweep.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

using test_support::BytesFromHex;
using test_support::IsExhaustive;
using test_support::kSlowBuild;
using test_support::Random;
using test_support::ReportCases;
using test_support::SweepDecode;
using test_support::SweepDecodePadded;

// Each class that a byte can be in, in some encoding, at its borders.
constexpr uint8_t kRepresentatives[] = {
    0x1B, 0x30, 0x42, 0x80, 0xA1, 0xFF,  // Slow builds stop here.
    0x00, 0x21, 0x24, 0x28, 0x39, 0x40, 0x7E,
    0x7F, 0x81, 0xA0, 0xBF, 0xD8, 0xFE};
constexpr size_t kSlowBuildRepresentatives = 6;

std::vector<uint8_t> LastBytes() {
  std::vector<uint8_t> bytes;
  if (IsExhaustive()) {
    for (int byte = 0; byte < 0x100; ++byte) {
      bytes.push_back(static_cast<uint8_t>(byte));
    }
    return bytes;
  }
  const auto representatives =
      std::span(kRepresentatives)
          .first(kSlowBuild ? kSlowBuildRepresentatives
                            : std::size(kRepresentatives));
  return {representatives.begin(), representatives.end()};
}

constexpr Encoding kMultiByteEncodings[] = {
    Encoding::kGbk,    Encoding::kGb18030,   Encoding::kBig5,
    Encoding::kEucJp,  Encoding::kIso2022Jp, Encoding::kShiftJis,
    Encoding::kEucKr,  Encoding::kUtf8,      Encoding::kUtf16Be,
    Encoding::kUtf16Le};

// ---- Every three bytes, in shards by the first. ----

constexpr int kShards = 8;

class ThreeByteTest : public testing::TestWithParam<std::tuple<Encoding, int>> {
};

TEST_P(ThreeByteTest, Sequences) {
  const auto [encoding, shard] = GetParam();
  const std::vector<uint8_t> last_bytes = LastBytes();
  uint64_t count = 0;
  for (int first = shard; first < 0x100; first += kShards) {
    for (int second = 0; second < 0x100; ++second) {
      for (const uint8_t third : last_bytes) {
        const uint8_t bytes[] = {static_cast<uint8_t>(first),
                                 static_cast<uint8_t>(second), third};
        ASSERT_EQ(SweepDecode(encoding, bytes), "");
        ASSERT_EQ(SweepDecodePadded(encoding, bytes), "");
        ++count;
      }
    }
  }
  ReportCases(encoding, "three-byte", count);
}

INSTANTIATE_TEST_SUITE_P(
    ,
    ThreeByteTest,
    testing::Combine(testing::ValuesIn(kMultiByteEncodings),
                     testing::Range(0, kShards)),
    [](const testing::TestParamInfo<std::tuple<Encoding, int>>& info) {
      return test_support::TestNameOf(std::get<0>(info.param)) +
             std::to_string(std::get<1>(info.param));
    });

// ---- Every one and two bytes with ASCII behind. decoder_test.cc has them
// without. ----

class TwoByteTest : public testing::TestWithParam<Encoding> {};

TEST_P(TwoByteTest, Sequences) {
  uint64_t count = 0;
  for (int first = 0; first < 0x100; ++first) {
    const uint8_t one[] = {static_cast<uint8_t>(first)};
    ASSERT_EQ(SweepDecode(GetParam(), one), "");
    ASSERT_EQ(SweepDecodePadded(GetParam(), one), "");
    ++count;
    for (int second = 0; second < 0x100; ++second) {
      const uint8_t two[] = {static_cast<uint8_t>(first),
                             static_cast<uint8_t>(second)};
      if (IsExhaustive()) {
        ASSERT_EQ(SweepDecode(GetParam(), two), "");
      }
      ASSERT_EQ(SweepDecodePadded(GetParam(), two), "");
      ++count;
    }
  }
  ReportCases(GetParam(), "one-and-two-byte", count);
}

INSTANTIATE_TEST_SUITE_P(,
                         TwoByteTest,
                         testing::ValuesIn(test_support::AllEncodings()),
                         [](const testing::TestParamInfo<Encoding>& info) {
                           return test_support::TestNameOf(info.param);
                         });

// ---- Four bytes of gb18030. GBK's decoder is the same. ----

class Gb18030FourByteTest : public testing::TestWithParam<Encoding> {};

TEST_P(Gb18030FourByteTest, WellFormed) {
  // The shape is well-formed; not each has a code point.
  const bool all =
      IsExhaustive() || (!kSlowBuild && GetParam() == Encoding::kGb18030);
  const int step = all ? 1 : 11;
  uint64_t count = 0;
  for (int pointer = 0; pointer < 126 * 10 * 126 * 10; pointer += step) {
    const uint8_t bytes[] = {
        static_cast<uint8_t>(0x81 + pointer / (10 * 126 * 10)),
        static_cast<uint8_t>(0x30 + pointer / (126 * 10) % 10),
        static_cast<uint8_t>(0x81 + pointer / 10 % 126),
        static_cast<uint8_t>(0x30 + pointer % 10)};
    ASSERT_EQ(SweepDecode(GetParam(), bytes), "");
    ASSERT_EQ(SweepDecodePadded(GetParam(), bytes), "");
    ++count;
  }
  ReportCases(GetParam(), "four-byte", count);
}

TEST_P(Gb18030FourByteTest, Malformed) {
  Random random(18030);
  const uint64_t count = IsExhaustive() ? 1000000 : kSlowBuild ? 10000 : 100000;
  for (uint64_t i = 0; i < count; ++i) {
    uint8_t bytes[8];
    size_t size = 0;
    const auto add = [&](uint32_t byte) {
      bytes[size++] = static_cast<uint8_t>(byte);
    };
    add(random.In(0x81, 0xFE));
    add(random.In(0x30, 0x39));
    add(random.In(0x81, 0xFE));
    add(random.In(0x30, 0x39));
    // One or two of them become something else.
    const uint32_t first_broken = random.Below(4);
    for (const uint32_t place : {first_broken, random.Below(4)}) {
      // Digits are lead bytes nowhere, and lead bytes aren't digits.
      const uint32_t bad = random.Below(4);
      bytes[place] = static_cast<uint8_t>(
          bad == 0 ? random.Below(0x100)
          : bad == 1
              ? kRepresentatives[random.Below(std::size(kRepresentatives))]
          : bad == 2
              ? (place % 2 == 0 ? random.In(0x30, 0x39) : random.In(0x81, 0xFE))
              : (place % 2 == 0 ? random.In(0x00, 0x80)
                                : random.In(0x3A, 0x80)));
      if (random.Chance(50)) {
        break;
      }
    }
    // Cut short, or with something behind.
    if (random.Chance(20)) {
      size = random.In(1, 3);
    }
    for (uint32_t n = random.Below(4); n != 0; --n) {
      add(random.Chance(50) ? random.In(0x30, 0x39) : random.In(0x81, 0xFE));
    }
    ASSERT_EQ(SweepDecode(GetParam(), {bytes, size}), "");
    ASSERT_EQ(SweepDecodePadded(GetParam(), {bytes, size}), "");
  }
  ReportCases(GetParam(), "four-byte-malformed", count);
}

INSTANTIATE_TEST_SUITE_P(,
                         Gb18030FourByteTest,
                         testing::Values(Encoding::kGbk, Encoding::kGb18030),
                         [](const testing::TestParamInfo<Encoding>& info) {
                           return test_support::TestNameOf(info.param);
                         });

// ---- Every two bytes in every state of ISO-2022-JP. ----

struct Iso2022JpState {
  const char* name;
  const char* bytes;  // That lead to it.
};

// The output flag is set after an escape and cleared by whatever follows. In
// the trail byte state it's always clear, for the lead byte has cleared it.
constexpr Iso2022JpState kIso2022JpStates[] = {
    {"Initial", ""},
    {"AsciiClear", "61"},
    {"AsciiSet", "1B 28 42"},
    {"AsciiAgainClear", "1B 28 42 61"},
    {"RomanSet", "1B 28 4A"},
    {"RomanClear", "1B 28 4A 61"},
    {"KatakanaSet", "1B 28 49"},
    {"KatakanaClear", "1B 28 49 31"},
    {"LeadByteOf1978Set", "1B 24 40"},
    {"LeadByteSet", "1B 24 42"},
    {"LeadByteClear", "1B 24 42 24 22"},
    {"LeadByteClearAfterError", "1B 24 42 80"},
    {"TrailByte", "1B 24 42 24"},
    {"TrailByteLastRow", "1B 24 42 7E"},
};

class Iso2022JpStateTest : public testing::TestWithParam<Iso2022JpState> {};

TEST_P(Iso2022JpStateTest, TwoBytes) {
  const std::vector<uint8_t> last_bytes = LastBytes();
  uint64_t count = 0;
  for (const char* const escape : {"", "1B", "1B 24", "1B 28"}) {
    std::vector<uint8_t> bytes = BytesFromHex(GetParam().bytes);
    for (const uint8_t byte : BytesFromHex(escape)) {
      bytes.push_back(byte);
    }
    const size_t prefix = bytes.size();
    bytes.resize(prefix + 2);
    for (int first = 0; first < 0x100; ++first) {
      bytes[prefix] = static_cast<uint8_t>(first);
      for (const uint8_t second : last_bytes) {
        bytes[prefix + 1] = second;
        ASSERT_EQ(SweepDecode(Encoding::kIso2022Jp, bytes, prefix), "");
        ASSERT_EQ(SweepDecodePadded(Encoding::kIso2022Jp, bytes), "");
        ++count;
      }
    }
  }
  ReportCases(Encoding::kIso2022Jp, "two-byte-in-each-state", count);
}

INSTANTIATE_TEST_SUITE_P(
    ,
    Iso2022JpStateTest,
    testing::ValuesIn(kIso2022JpStates),
    [](const testing::TestParamInfo<Iso2022JpState>& info) {
      return std::string(info.param.name);
    });

}  // namespace
}  // namespace v8_encoding
