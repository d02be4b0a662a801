// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/kernels/multi_byte/two_byte_encode.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "src/kernels/multi_byte/encode_test.h"
#include "src/testing/corpora.h"

namespace v8_encoding::simd {
namespace {

using test_support::Random;

constexpr Encoding kEncodings[] = {Encoding::kGbk,      Encoding::kGb18030,
                                   Encoding::kBig5,     Encoding::kEucJp,
                                   Encoding::kShiftJis, Encoding::kEucKr};

class TwoByteEncodeTest : public EncodeTest {};

INSTANTIATE_TEST_SUITE_P(, TwoByteEncodeTest, EachTarget(), TargetName);

// Units that most of the encodings have, and what only some or none have; one
// more than `size` of them, perhaps.
std::u16string RandomText(Random& random, size_t size) {
  constexpr char16_t kCommon[] =
      u"一丁七三上下不世中人入八分前力加十化口名\u3001\u3002";
  constexpr struct {
    uint32_t first, last;
  } kKinds[] = {
      {0, 0x7F},        {0x20, 0x7E},       {0x4E00, 0x9FA5},
      {0xAC00, 0xD7A3}, {0x3041, 0x30F6},   {0xFF61, 0xFF9F},
      {0x80, 0xFFFF},   {0xD800, 0xDFFF},   {0xE000, 0xE864},
      {0xA0, 0x451},    {0xFF00, 0xFF60},   {0x452, 0x2010},
      {0x9FA6, 0xD7FF}, {0x20000, 0x2FFFF}, {0x10000, 0x10FFFF},
  };
  const uint32_t kinds = random.In(1, (1 << std::size(kKinds)) - 1);
  const uint32_t percent_common =
      random.Chance(50) ? 100 - random.Below(5) : random.Below(101);
  std::u16string text;
  while (text.size() < size) {
    const uint32_t kind = random.Below(std::size(kKinds));
    for (uint32_t n = random.In(1, 40); n != 0 && text.size() < size; --n) {
      if (random.Chance(percent_common)) {
        text += kCommon[random.Below(std::size(kCommon) - 1)];
      } else if (kinds >> kind & 1) {
        const uint32_t code_point =
            random.In(kKinds[kind].first, kKinds[kind].last);
        if (code_point > 0xFFFF) {
          text += static_cast<char16_t>(0xD7C0 + (code_point >> 10));
          text += static_cast<char16_t>(0xDC00 + (code_point & 0x3FF));
        } else {
          text += static_cast<char16_t>(code_point);
        }
      } else {
        text += static_cast<char16_t>(random.In(0, 0x7F));
      }
      if (random.Chance(20)) {
        break;
      }
    }
  }
  return text;
}

TEST_P(TwoByteEncodeTest, RandomTextOfEveryLength) {
  Random random(1);
  for (const Encoding encoding : kEncodings) {
    for (size_t size = 0; size < 300; ++size) {
      for (int i = 0; i < 4; ++i) {
        Check(encoding, RandomText(random, size), 10 * size + 10);
      }
    }
  }
}

// Batches grow, up to 1,024 units.
TEST_P(TwoByteEncodeTest, LongText) {
  Random random(4);
  for (const Encoding encoding : kEncodings) {
    for (int i = 0; i < 100; ++i) {
      std::u16string text(random.Below(6000), u'中');
      text += RandomText(random, random.In(1, 1000));
      Check(encoding, text, random.In(10, 15000));
    }
  }
}

TEST_P(TwoByteEncodeTest, EveryRoomForOutput) {
  Random random(2);
  for (const Encoding encoding : kEncodings) {
    for (size_t room = 10; room < 300; ++room) {
      for (int i = 0; i < 4; ++i) {
        Check(encoding, RandomText(random, room / 2 + random.Below(200)), room);
      }
    }
  }
}

// Each in a place of its own in a block, among what all encodings have.
TEST_P(TwoByteEncodeTest, EveryUnit) {
  Random random(3);
  for (const Encoding encoding : kEncodings) {
    for (uint32_t first = 0; first < 0x10000; first += 64) {
      std::u16string text(random.Below(65), u'中');
      for (uint32_t unit = first; unit < first + 64; ++unit) {
        text += static_cast<char16_t>(unit);
        text.append(random.Below(2), random.Chance(50) ? u'人' : u'-');
      }
      Check(encoding, text, 4 * text.size());
    }
  }
}

// Runs of one character after another, as long as the longest batch.
TEST_P(TwoByteEncodeTest, EveryUnitInARun) {
  for (const Encoding encoding : kEncodings) {
    for (uint32_t first = 0x80; first < 0x10000; first += 256) {
      std::u16string text;
      for (uint32_t unit = first; unit < first + 256; ++unit) {
        text += static_cast<char16_t>(unit);
      }
      Check(encoding, text, 2 * text.size() + 10);
    }
  }
}

// Pairs of surrogates, all of Big5's and some of all leads, whole and not.
TEST_P(TwoByteEncodeTest, Pairs) {
  Random random(5);
  for (const Encoding encoding : kEncodings) {
    for (uint32_t first = 0x10000; first < 0x110000;
         first += first >> 16 == 2 ? 64 : 1024) {
      std::u16string text(random.Below(65), u'中');
      for (uint32_t i = 0; i < 64; ++i) {
        const uint32_t code_point =
            first >> 16 == 2 ? first + i : first + random.Below(1024);
        if (!random.Chance(2)) {
          text += static_cast<char16_t>(0xD7C0 + (code_point >> 10));
        }
        if (!random.Chance(2)) {
          text += static_cast<char16_t>(0xDC00 + (code_point & 0x3FF));
        }
        text.append(random.Below(2), random.Chance(50) ? u'人' : u'-');
      }
      Check(encoding, text, 10 + random.Below(512));
    }
  }
}

TEST_P(TwoByteEncodeTest, LongAsciiAndBack) {
  for (const Encoding encoding : kEncodings) {
    for (size_t ascii = 0; ascii < 400; ascii += 7) {
      std::u16string text(40, u'中');
      text.append(ascii, u'a');
      text.append(60, u'人');
      Check(encoding, text, 2 * text.size() + 2);
    }
  }
}

}  // namespace
}  // namespace v8_encoding::simd
