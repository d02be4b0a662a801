// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include "gtest/gtest.h"
#include "src/kernels/by_target.h"
#include "src/kernels/copy.h"
#include "src/testing/target.h"

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
