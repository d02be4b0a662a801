// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The fuzz targets without a fuzzer: all seeds and some variations of them.

#include <string>
#include <vector>

#include "fuzz/targets.h"
#include "fuzz/vary.h"
#include "gtest/gtest.h"
#include "src/testing/random.h"

namespace v8_encoding::fuzz {
namespace {

#if defined(V8_ENCODING_SANITIZED)
constexpr int kVariations = 2000;
#else
constexpr int kVariations = 10000;
#endif

using test_support::Random;

class FuzzTest : public testing::TestWithParam<Target> {};

TEST_P(FuzzTest, Seeds) {
  for (const Bytes& seed : GetParam().seeds()) {
    ASSERT_EQ(GetParam().check(seed), "");
  }
}

TEST_P(FuzzTest, Variations) {
  const std::vector<Bytes> seeds = GetParam().seeds();
  Random random(1);
  for (int i = 0; i < kVariations; ++i) {
    ASSERT_EQ(GetParam().check(Vary(seeds, random)), "");
  }
}

INSTANTIATE_TEST_SUITE_P(,
                         FuzzTest,
                         testing::ValuesIn(kTargets),
                         [](const testing::TestParamInfo<Target>& info) {
                           return std::string(info.param.name);
                         });

}  // namespace
}  // namespace v8_encoding::fuzz
