// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/kernels/two_byte_encode.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/kernels/target_test.h"
#include "src/testing/corpora.h"
#include "src/testing/guarded_buffer.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding::simd {
namespace {

using test_support::GuardedBuffer;
using test_support::Random;

constexpr Encoding kEncodings[] = {Encoding::kGbk,      Encoding::kGb18030,
                                   Encoding::kBig5,     Encoding::kEucJp,
                                   Encoding::kShiftJis, Encoding::kEucKr};

// What the kernel gives is to be no different from what the handlers give, so
// it is tested as a part of its encoder. The reference is the same encoder with
// one unit at a time, for which there's no kernel.
class TwoByteEncodeTest : public TargetTest {
 protected:
  static constexpr size_t kMaxUnits = 8192;

  void Check(Encoding encoding, std::u16string text, size_t room) {
    // So that no surrogate waits at the end.
    text += u'.';
    ASSERT_LE(text.size(), kMaxUnits);
    Check(encoding, EncodeErrorMode::kHtml, text, room);
    if (!HasFatalFailure())
      Check(encoding, EncodeErrorMode::kFatal, text, room);
  }

 private:
  struct Unmappable {
    bool operator==(const Unmappable&) const = default;
    size_t read;
    size_t written;
    char32_t code_point;
  };

  struct Encoded {
    std::vector<uint8_t> bytes;
    std::vector<Unmappable> unmappable;  // If that's an error.
  };

  // Encodes from the very end of memory to that of outputs of `room` bytes.
  void Check(Encoding encoding,
             EncodeErrorMode error_mode,
             std::u16string_view text,
             size_t room) {
    const Encoded encoded = OneByOne(encoding, error_mode, text);
    const std::vector<uint8_t>& expected = encoded.bytes;
    std::vector<Unmappable> unmappable;
    const std::span<uint8_t> memory = input_.Last(2 * text.size());
    char16_t* const in = reinterpret_cast<char16_t*>(memory.data());
    std::copy(text.begin(), text.end(), in);
    const std::span<uint8_t> out = output_.Last(room);

    Encoder encoder(encoding, error_mode);
    std::span<const char16_t> left(in, text.size());
    size_t total = 0;
    EncodeResult result;
    do {
      result = encoder.EncodeFromUtf16(left, out, Flush::kYes);
      ASSERT_LE(result.read, left.size());
      ASSERT_LE(result.written, room);
      ASSERT_LE(result.written, expected.size() - total)
          << Describe(encoding, text, room);
      ASSERT_TRUE(std::equal(out.begin(), out.begin() + result.written,
                             expected.begin() + total))
          << Describe(encoding, text, room) << "after " << total << " bytes";
      if (result.status == EncodeStatus::kOutputFull) {
        // A reference has at most 10 bytes.
        ASSERT_GT(result.written + 10, room) << Describe(encoding, text, room);
      }
      left = left.subspan(result.read);
      total += result.written;
      if (result.status == EncodeStatus::kUnmappable) {
        unmappable.push_back(
            {text.size() - left.size(), total, result.code_point});
      }
    } while (result.status != EncodeStatus::kInputEmpty);
    ASSERT_TRUE(left.empty()) << Describe(encoding, text, room);
    ASSERT_EQ(total, expected.size()) << Describe(encoding, text, room);
    ASSERT_EQ(unmappable, encoded.unmappable) << Describe(encoding, text, room);
  }

  static Encoded OneByOne(Encoding encoding,
                          EncodeErrorMode error_mode,
                          std::u16string_view text) {
    Encoder encoder(encoding, error_mode);
    Encoded encoded;
    for (size_t i = 0; i < text.size();) {
      uint8_t out[32];
      const EncodeResult result = encoder.EncodeFromUtf16(
          std::span<const char16_t>(&text[i], 1), out, Flush::kNo);
      i += result.read;
      encoded.bytes.insert(encoded.bytes.end(), out, out + result.written);
      if (result.status == EncodeStatus::kUnmappable) {
        encoded.unmappable.push_back(
            {i, encoded.bytes.size(), result.code_point});
      } else {
        EXPECT_EQ(result.status, EncodeStatus::kInputEmpty);
      }
    }
    return encoded;
  }

  static std::string Describe(Encoding encoding,
                              std::u16string_view text,
                              size_t room) {
    std::string what(Name(encoding));
    what += ", room for " + std::to_string(room) + ":";
    for (const char16_t unit : text) {
      what += ' ';
      for (int shift = 12; shift >= 0; shift -= 4)
        what += "0123456789ABCDEF"[unit >> shift & 15];
    }
    return what + "\n";
  }

  const GuardedBuffer input_{2 * kMaxUnits};
  const GuardedBuffer output_{10 * kMaxUnits};
};

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
      if (random.Chance(20))
        break;
    }
  }
  return text;
}

TEST_P(TwoByteEncodeTest, RandomTextOfEveryLength) {
  Random random(1);
  for (const Encoding encoding : kEncodings) {
    for (size_t size = 0; size < 300; ++size) {
      for (int i = 0; i < 4; ++i)
        Check(encoding, RandomText(random, size), 10 * size + 10);
    }
  }
}

// Chunks grow, up to 2048 units.
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

// Runs of one character after another, as long as the longest chunk.
TEST_P(TwoByteEncodeTest, EveryUnitInARun) {
  for (const Encoding encoding : kEncodings) {
    for (uint32_t first = 0x80; first < 0x10000; first += 256) {
      std::u16string text;
      for (uint32_t unit = first; unit < first + 256; ++unit)
        text += static_cast<char16_t>(unit);
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
        if (!random.Chance(2))
          text += static_cast<char16_t>(0xD7C0 + (code_point >> 10));
        if (!random.Chance(2))
          text += static_cast<char16_t>(0xDC00 + (code_point & 0x3FF));
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
