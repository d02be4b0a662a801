// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/kernels/multi_byte/iso_2022_jp_encode.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "src/kernels/multi_byte/encode_test.h"
#include "src/testing/corpora.h"

namespace v8_encoding::simd {
namespace {

using test_support::Random;

class Iso2022JpEncodeTest : public EncodeTest {
 protected:
  void Check(const std::u16string& text, size_t room) {
    EncodeTest::Check(Encoding::kIso2022Jp, text, room);
  }
};

INSTANTIATE_TEST_SUITE_P(, Iso2022JpEncodeTest, EachTarget(), TargetName);

// Runs of what stays in one state, and what changes it or has no bytes.
std::u16string RandomText(Random& random, size_t size) {
  constexpr char16_t kKanji[] = u"一丁七三上下不世中人入八分前力加";
  constexpr char16_t kOthers[] = {0xA5, 0x203E, 0x2212, 0x0E,   0x0F,   0x1B,
                                  0x5C, 0x7E,   0xD83D, 0xDE00, 0xAC00, 0xE9};
  const uint32_t longest = random.In(1, 200);
  const uint32_t percent_others = random.Chance(50) ? 0 : random.In(1, 60);
  std::u16string text;
  while (text.size() < size) {
    const uint32_t kind =
        random.Below(100) < percent_others ? 9 : random.Below(9);
    for (uint32_t n = random.In(1, kind == 9 ? 3 : longest);
         n != 0 && text.size() < size; --n) {
      switch (kind) {
        case 0:
        case 1:
        case 2:
          text += kKanji[random.Below(std::size(kKanji) - 1)];
          break;
        case 3:
          text += static_cast<char16_t>(random.In(0x3041, 0x30F6));
          break;
        case 4:
          text += static_cast<char16_t>(random.In(0xFF01, 0xFF9F));
          break;
        case 9:
          text += kOthers[random.Below(std::size(kOthers))];
          break;
        default:
          text += static_cast<char16_t>(random.In(0x20, 0x7D));
      }
    }
  }
  return text;
}

TEST_P(Iso2022JpEncodeTest, RandomTextOfEveryLength) {
  Random random(1);
  for (size_t size = 0; size < 400; ++size) {
    for (int i = 0; i < 12; ++i) {
      Check(RandomText(random, size), 13 * size + 13);
    }
  }
}

// Batches grow, up to 1,024 units.
TEST_P(Iso2022JpEncodeTest, LongText) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    std::u16string text(random.Below(6000), random.Chance(50) ? u'中' : u'a');
    text += RandomText(random, random.In(1, 2000));
    Check(text, random.In(10, 20000));
  }
}

TEST_P(Iso2022JpEncodeTest, EveryRoomForOutput) {
  Random random(3);
  for (size_t room = 13; room < 500; ++room) {
    for (int i = 0; i < 8; ++i) {
      Check(RandomText(random, room / 2 + random.Below(200)), room);
    }
  }
}

// Each in either state and in a place of its own in a block.
TEST_P(Iso2022JpEncodeTest, EveryUnit) {
  Random random(4);
  for (uint32_t first = 0; first < 0x10000; first += 64) {
    for (const char16_t between : {u'中', u'a', u'\u00A5'}) {
      std::u16string text(random.Below(65), between);
      for (uint32_t unit = first; unit < first + 64; ++unit) {
        text += static_cast<char16_t>(unit);
        text.append(random.Below(3), between);
      }
      Check(text, 20 * text.size());
    }
  }
}

// An escape sequence before each unit.
TEST_P(Iso2022JpEncodeTest, ShortRuns) {
  for (size_t run = 1; run < 70; ++run) {
    std::u16string text;
    while (text.size() < 4500) {
      text.append(run, u'中');
      text.append(run, u'a');
    }
    Check(text, 5 * text.size() + 13);
    Check(text, 1000 + run);
  }
}

}  // namespace
}  // namespace v8_encoding::simd
