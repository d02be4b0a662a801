// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/kernels/utf16_prefix.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

#include "gtest/gtest.h"
#include "src/testing/exhaustive.h"
#include "src/testing/guarded_buffer.h"
#include "src/testing/target_test.h"

namespace v8_encoding::simd {
namespace {

constexpr size_t kMaxUnits = 300;

class Utf16PrefixTest : public TargetTest {
 protected:
  // Between guard pages, at either end.
  void Check(std::span<const char16_t> text) {
    for (const bool at_end : {false, true}) {
      const std::span<uint8_t> bytes = at_end
                                           ? memory_.Last(text.size_bytes())
                                           : memory_.First(text.size_bytes());
      char16_t* const units = reinterpret_cast<char16_t*>(bytes.data());
      std::copy(text.begin(), text.end(), units);
      const size_t n = text.size();
      ASSERT_EQ(AsciiPrefixOfUtf16(units, n),
                scalar::PrefixBelow<0x80>(units, n))
          << n;
      ASSERT_EQ(Latin1PrefixOfUtf16(units, n),
                scalar::PrefixBelow<0x100>(units, n))
          << n;
      ASSERT_EQ(WellFormedUtf16Prefix(units, n),
                scalar::WellFormedUtf16Prefix(units, n))
          << n;
    }
  }

  const test_support::GuardedBuffer memory_{2 * kMaxUnits};
};

INSTANTIATE_TEST_SUITE_P(, Utf16PrefixTest, EachTarget(), TargetName);

// One unit, or two, in a text of others, everywhere.
TEST_P(Utf16PrefixTest, EveryPlace) {
  constexpr char16_t kUnits[] = {0x7F,   0x80,   0xFF,   0x100,  0xD7FF, 0xD800,
                                 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF};
  // In a slow build, all lengths take half a minute.
  const size_t step = test_support::kSlowBuild ? 7 : 1;
  for (size_t n = 0; n < 140; n += n < 70 ? step : 23) {
    for (size_t at = 0; at < n; ++at) {
      for (const char16_t unit : kUnits) {
        char16_t text[kMaxUnits];
        std::fill_n(text, n, u'a');
        text[at] = unit;
        Check({text, n});
        if (at + 1 < n) {
          text[at + 1] = 0xDC12;
          Check({text, n});
        }
      }
    }
  }
}

// Texts of pairs, of which a few are broken.
TEST_P(Utf16PrefixTest, Pairs) {
  std::mt19937 random(1);
  for (int round = 0; round < 4000; ++round) {
    char16_t text[kMaxUnits];
    const size_t n = random() % kMaxUnits;
    const uint32_t plain = random() % 70;
    for (size_t i = 0; i < n; ++i) {
      const bool after_lead = i != 0 && (text[i - 1] & 0xFC00) == 0xD800;
      text[i] = static_cast<char16_t>(
          random() % 400 == 0                  ? 0xD800 + random() % 0x800
          : after_lead                         ? 0xDC00 + random() % 0x400
          : plain != 0 && random() % plain > 0 ? 0x4E00 + random() % 0x100
                                               : 0xD800 + random() % 0x400);
    }
    Check({text, n});
  }
}

}  // namespace
}  // namespace v8_encoding::simd
