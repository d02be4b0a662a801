// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "src/kernels/by_target.h"
#include "src/kernels/copy.h"
#include "src/testing/target.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::simd {
namespace {

// What the system says of the first of its CPUs, as Linux names it.
std::set<std::string> FlagsOfCpu() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("flags")) {
      std::istringstream words(line.substr(line.find(':') + 1));
      return {std::istream_iterator<std::string>(words), {}};
    }
  }
  return {};
}

TEST(ChosenTargetTest, IsTheBestOfTheCpu) {
  const std::set<std::string> flags = FlagsOfCpu();
  if (kOneTarget || flags.empty()) {
    GTEST_SKIP() << "there is nothing to choose, or the system is silent";
  }
  // By index of kTargets; each wants what those behind it want, too.
  const std::set<std::string> wanted[] = {
      {"avx512vbmi", "avx512_vbmi2", "avx512_vnni", "avx512_bitalg",
       "avx512_vpopcntdq", "gfni"},
      {"avx512f", "avx512cd", "avx512vl", "avx512dq", "avx512bw"},
      {"avx2", "bmi1", "bmi2", "fma"},
      {"ssse3", "sse4_2"},
  };
  size_t best = kTargetCount - 1;
  while (best > 0 && std::ranges::includes(flags, wanted[best - 1])) {
    --best;
  }
  // Of those that are compiled: Highway has nothing above SSE4 for 32-bit
  // processors, and none below AVX2 where the compiler may use that everywhere.
  while ((kTargets[best] & HWY_TARGETS) == 0) {
    ASSERT_LT(++best, kTargetCount);
  }
  EXPECT_EQ(BestTarget(), best);
}

TEST(ChosenTargetTest, IsChosenOnce) {
  if (kOneTarget) {
    EXPECT_EQ(TargetIndex(), 0u);
    GTEST_SKIP() << "there is nothing to choose";
  }
  chosen_target = kNoTarget;
  const uint8_t bytes[40] = {};
  EXPECT_EQ(AsciiPrefix(bytes, sizeof(bytes)), sizeof(bytes));
  EXPECT_EQ(chosen_target, BestTarget());
  EXPECT_EQ(TargetIndex(), BestTarget());

  chosen_target = kTargetCount - 1;
  EXPECT_EQ(AsciiPrefix(bytes, sizeof(bytes)), sizeof(bytes));
  EXPECT_EQ(TargetIndex(), kTargetCount - 1);
  test_support::RestoreTarget();
  EXPECT_EQ(TargetIndex(), BestTarget());
}

// A process's first call of the library may be any of these.
TEST(ChosenTargetTest, IsChosenByEachFirstConversion) {
  if (kOneTarget) {
    GTEST_SKIP() << "there is nothing to choose";
  }
  // With characters for the second step of each, too.
  const uint8_t utf8[] = {'a', 0xC3, 0xA9, 'b'};
  const char16_t utf16[] = {'a', 0xE9, 'b'};
  const uint8_t latin1[] = {'a', 0xE9, 'b'};
  char16_t units[8];
  uint8_t bytes[12];
  Decoder decoder(Encoding::kUtf8);
  Encoder encoder(Encoding::kUtf8);
  const std::function<bool()> calls[] = {
      [&] { return decoder.Validate(utf8, Flush::kYes).written == 3; },
      [&] {
        return decoder.DecodeToUtf16(utf8, units, Flush::kYes).written == 3;
      },
      [&] {
        return decoder.DecodeToLatin1(utf8, bytes, Flush::kYes).written == 3;
      },
      [&] { return decoder.DecodeToUtf8(utf8, bytes, Flush::kYes).read == 4; },
      [&] {
        return encoder.EncodeFromUtf16(utf16, bytes, Flush::kYes).written == 4;
      },
      [&] {
        return encoder.EncodeFromLatin1(latin1, bytes, Flush::kYes).written ==
               4;
      },
      [&] { return IsWellFormed(utf8, Encoding::kUtf8); },
      [&] { return Utf8Length(std::u16string(300, u'\u00E9')) == 600; },
      [&] { return Utf8Length(std::vector<uint8_t>(300, 0xE9)) == 600; },
  };
  for (const std::function<bool()>& call : calls) {
    test_support::RestoreTarget();
    ASSERT_EQ(chosen_target, kNoTarget);
    const auto which = &call - calls;
    EXPECT_TRUE(call()) << which;
    EXPECT_EQ(chosen_target, BestTarget()) << which;
  }
}

TEST(ChosenTargetTest, TablesHaveAFunctionForEachTargetThatCanRun) {
  const uint8_t bytes[40] = {};
  for (const std::string& target : test_support::Targets()) {
    ASSERT_EQ(test_support::ForceTarget(target), target);
    EXPECT_LT(TargetIndex(), kTargetCount) << target;
    EXPECT_GE(TargetIndex(), BestTarget()) << target;
    EXPECT_EQ(AsciiPrefix(bytes, sizeof(bytes)), sizeof(bytes)) << target;
  }
  test_support::RestoreTarget();
}

}  // namespace
}  // namespace v8_encoding::simd
