// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The fuzz targets without a fuzzer: all seeds and some variations of them.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/targets.h"
#include "gtest/gtest.h"
#include "src/testing/corpora.h"

namespace v8_encoding::fuzz {
namespace {

#if defined(V8_ENCODING_SANITIZED)
constexpr int kVariations = 2000;
#else
constexpr int kVariations = 10000;
#endif

using test_support::Random;

// A seed with a few bytes changed, put in, taken out, or taken from another.
Bytes Vary(const std::vector<Bytes>& seeds, Random& random) {
  constexpr uint8_t kBytes[] = {0x00, 0x0E, 0x1B, 0x24, 0x28, 0x30, 0x40,
                                0x42, 0x4A, 0x7F, 0x80, 0x81, 0x8E, 0x8F,
                                0xA0, 0xA1, 0xBF, 0xD8, 0xDC, 0xEF, 0xFF};
  const auto any = [&random](size_t count) {
    return random.Below(static_cast<uint32_t>(count));
  };
  Bytes bytes = seeds[any(seeds.size())];
  for (uint32_t n = random.In(1, 6); n != 0; --n) {
    const auto place =
        bytes.begin() + static_cast<ptrdiff_t>(any(bytes.size() + 1));
    const uint8_t byte = random.Chance(50)
                             ? kBytes[any(std::size(kBytes))]
                             : static_cast<uint8_t>(random.Below(0x100));
    switch (random.Below(5)) {
      case 0:
        bytes.insert(place, byte);
        break;
      case 1:
        bytes.erase(place, place + std::min<ptrdiff_t>(bytes.end() - place, 1));
        break;
      case 2: {
        const Bytes& other = seeds[any(seeds.size())];
        bytes.erase(place, bytes.end());
        bytes.insert(bytes.end(),
                     other.begin() + static_cast<ptrdiff_t>(any(other.size())),
                     other.end());
        break;
      }
      default:
        if (place != bytes.end()) {
          *place = byte;
        }
        break;
    }
  }
  return bytes;
}

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
