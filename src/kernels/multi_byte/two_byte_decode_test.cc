// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/kernels/multi_byte/two_byte_decode.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/testing/corpora.h"
#include "src/testing/guarded_buffer.h"
#include "src/testing/target_test.h"
#include "v8_encoding/decoder.h"

namespace v8_encoding::simd {
namespace {

using test_support::GuardedBuffer;
using test_support::Random;

using Bytes = std::vector<uint8_t>;

constexpr Encoding kEncodings[] = {Encoding::kGbk,      Encoding::kGb18030,
                                   Encoding::kBig5,     Encoding::kEucJp,
                                   Encoding::kShiftJis, Encoding::kEucKr};

// What the kernel gives is to be no different from what the handlers give, so
// it is tested as a part of its decoder. The reference is the same decoder with
// one byte at a time, for which there's no kernel.
class TwoByteDecodeTest : public TargetTest {
 protected:
  static constexpr size_t kMaxSize = 0x4000;

  // Decodes from the very end of memory to that of outputs of `room` units.
  void Check(Encoding encoding, const Bytes& bytes, size_t room) {
    ASSERT_LE(bytes.size(), kMaxSize);
    const std::u16string expected = DecodeByteByByte(encoding, bytes);
    std::span<const uint8_t> left = Input(bytes);
    const std::span<uint8_t> memory = output_.Last(2 * room);
    const std::span<char16_t> out(reinterpret_cast<char16_t*>(memory.data()),
                                  room);
    Decoder decoder(encoding, DecodeErrorMode::kReplacement);
    size_t total = 0;
    DecodeResult result;
    do {
      result = decoder.DecodeToUtf16(left, out, Flush::kYes);
      ASSERT_LE(result.read, left.size());
      ASSERT_LE(result.written, room);
      ASSERT_LE(result.written, expected.size() - total)
          << Describe(encoding, bytes, room);
      ASSERT_TRUE(std::equal(out.begin(), out.begin() + result.written,
                             expected.begin() + total))
          << Describe(encoding, bytes, room) << "after " << total << " units";
      if (result.status == DecodeStatus::kOutputFull) {
        ASSERT_GE(result.written + 1, room) << Describe(encoding, bytes, room);
      }
      left = left.subspan(result.read);
      total += result.written;
    } while (result.status == DecodeStatus::kOutputFull);
    ASSERT_EQ(result.status, DecodeStatus::kInputEmpty);
    ASSERT_TRUE(left.empty()) << Describe(encoding, bytes, room);
    ASSERT_EQ(total, expected.size()) << Describe(encoding, bytes, room);
    CheckErrors(encoding, bytes);
  }

 private:
  std::span<const uint8_t> Input(const Bytes& bytes) const {
    const std::span<uint8_t> input = input_.Last(bytes.size());
    std::copy(bytes.begin(), bytes.end(), input.begin());
    return input;
  }

  // That fatal mode finds the same errors in the same places.
  void CheckErrors(Encoding encoding, const Bytes& bytes) const {
    Decoder whole(encoding, DecodeErrorMode::kFatal);
    std::vector<char16_t> out(bytes.size() + 2);
    const DecodeResult result =
        whole.DecodeToUtf16(Input(bytes), out, Flush::kYes);

    Decoder single(encoding, DecodeErrorMode::kFatal);
    DecodeResult expected{.status = DecodeStatus::kInputEmpty};
    size_t read = 0;
    while (expected.status == DecodeStatus::kInputEmpty &&
           read <= bytes.size()) {
      const bool at_end = read == bytes.size();
      char16_t unit[4];
      expected =
          single.DecodeToUtf16(std::span(bytes).subspan(read, at_end ? 0 : 1),
                               unit, at_end ? Flush::kYes : Flush::kNo);
      read += at_end ? 1 : expected.read;
    }
    ASSERT_EQ(result.status, expected.status)
        << Describe(encoding, bytes, out.size());
    ASSERT_EQ(result.read, std::min(read, bytes.size()))
        << Describe(encoding, bytes, out.size());
    ASSERT_EQ(result.malformed_length, expected.malformed_length)
        << Describe(encoding, bytes, out.size());
  }

  static std::u16string DecodeByteByByte(Encoding encoding,
                                         const Bytes& bytes) {
    Decoder decoder(encoding, DecodeErrorMode::kReplacement);
    std::u16string units;
    const auto decode = [&](std::span<const uint8_t> input, Flush flush) {
      char16_t out[16];
      const DecodeResult result = decoder.DecodeToUtf16(input, out, flush);
      EXPECT_EQ(result.status, DecodeStatus::kInputEmpty);
      units.append(out, result.written);
    };
    for (size_t i = 0; i < bytes.size(); ++i) {
      decode(std::span(bytes).subspan(i, 1), Flush::kNo);
    }
    decode({}, Flush::kYes);
    return units;
  }

  static std::string Describe(Encoding encoding,
                              const Bytes& bytes,
                              size_t room) {
    std::string what(Name(encoding));
    what += ", room for " + std::to_string(room) + ":";
    for (const uint8_t byte : bytes) {
      constexpr char kDigits[] = "0123456789ABCDEF";
      what += {' ', kDigits[byte >> 4], kDigits[byte & 15]};
    }
    return what + "\n";
  }

  const GuardedBuffer input_{kMaxSize};
  const GuardedBuffer output_{2 * kMaxSize};
};

INSTANTIATE_TEST_SUITE_P(, TwoByteDecodeTest, EachTarget(), TargetName);

// A run of pairs that all of the encodings have, so that the kernel is at work.
void AppendValid(Random& random, size_t pairs, Bytes& bytes) {
  for (; pairs != 0; --pairs) {
    bytes.push_back(static_cast<uint8_t>(random.In(0xB1, 0xC6)));
    bytes.push_back(static_cast<uint8_t>(random.In(0xA1, 0xFC)));
  }
}

// Text of a few kinds of characters, garbage of a few kinds of bytes, or both.
Bytes RandomBytes(Random& random, size_t size) {
  constexpr struct {
    uint8_t first, last;
  } kKinds[] = {{0x00, 0x7F}, {0x30, 0x39}, {0x40, 0x7E}, {0x80, 0x80},
                {0x81, 0x9F}, {0xA0, 0xA0}, {0xA1, 0xDF}, {0xE0, 0xFC},
                {0x8E, 0x8F}, {0xFD, 0xFF}, {0x7F, 0x7F}, {0xC9, 0xFE}};
  const uint32_t percent_garbage =
      random.Chance(50) ? random.Below(3) : random.Below(101);
  const uint32_t percent_ascii = random.Below(101);
  Bytes bytes;
  while (bytes.size() < size) {
    if (random.Chance(percent_garbage)) {
      const auto kind = kKinds[random.Below(std::size(kKinds))];
      for (uint32_t n = random.In(1, 4); n != 0; --n) {
        bytes.push_back(static_cast<uint8_t>(random.In(kind.first, kind.last)));
      }
    } else if (random.Chance(percent_ascii)) {
      for (uint32_t n = random.In(1, 12); n != 0; --n) {
        bytes.push_back(static_cast<uint8_t>(random.Below(0x80)));
      }
    } else {
      AppendValid(random, random.In(1, 20), bytes);
    }
  }
  bytes.resize(size);
  return bytes;
}

TEST_P(TwoByteDecodeTest, RandomTextOfEveryLength) {
  Random random(1);
  for (const Encoding encoding : kEncodings) {
    for (size_t size = 0; size < 600; ++size) {
      for (int i = 0; i < 3; ++i) {
        Check(encoding, RandomBytes(random, size), size + 2);
      }
    }
  }
}

TEST_P(TwoByteDecodeTest, EveryRoomForOutput) {
  Random random(2);
  for (const Encoding encoding : kEncodings) {
    for (size_t room = 2; room < 400; ++room) {
      for (int i = 0; i < 3; ++i) {
        Check(encoding, RandomBytes(random, room + random.Below(400)), room);
      }
    }
  }
}

// Batches grow, up to 1,024 bytes.
TEST_P(TwoByteDecodeTest, LongText) {
  Random random(3);
  for (const Encoding encoding : kEncodings) {
    for (int i = 0; i < 60; ++i) {
      Bytes bytes(random.Below(2), 'a');
      AppendValid(random, random.Below(4000), bytes);
      const Bytes end = RandomBytes(random, random.In(1, 1000));
      bytes.insert(bytes.end(), end.begin(), end.end());
      Check(encoding, bytes, random.In(2, 9000));
    }
  }
}

// Each that begins with no ASCII, among others that are well-formed, over the
// borders of blocks.
TEST_P(TwoByteDecodeTest, EveryTwoBytes) {
  Random random(4);
  for (const Encoding encoding : kEncodings) {
    for (uint32_t a = 0x80; a < 256; ++a) {
      for (uint32_t b = 0; b < 256; b += 16) {
        Bytes bytes;
        AppendValid(random, 24, bytes);
        for (uint32_t i = 0; i < 16; ++i) {
          bytes.insert(bytes.end(),
                       {static_cast<uint8_t>(a), static_cast<uint8_t>(b + i)});
          bytes.resize(bytes.size() + random.Below(3), '.');
          AppendValid(random, random.In(20, 40), bytes);
        }
        Check(encoding, bytes, bytes.size() + 2);
      }
    }
  }
}

// Every pair of an encoding in order, so in whole blocks where there are any.
TEST_P(TwoByteDecodeTest, EveryLeadInARun) {
  for (const Encoding encoding : kEncodings) {
    for (uint32_t a = 0x80; a < 256; ++a) {
      for (const uint32_t first : {0x40, 0x80, 0xA1}) {
        Bytes bytes(first & 1, ' ');
        for (uint32_t b = first; b < 256; ++b) {
          bytes.insert(bytes.end(),
                       {static_cast<uint8_t>(a), static_cast<uint8_t>(b)});
        }
        Check(encoding, bytes, bytes.size() + 2);
      }
    }
  }
}

void Append(uint32_t value, size_t size, Bytes& bytes) {
  for (size_t i = size; i-- != 0;) {
    bytes.push_back(static_cast<uint8_t>(value >> 8 * i));
  }
}

// One of those that no table has a unit for, or something next to them.
void AppendFallbackCharacter(Random& random, Encoding encoding, Bytes& bytes) {
  switch (encoding) {
    case Encoding::kGbk:
    case Encoding::kGb18030:
      // From U+10000 on, and what is a little beyond the last code point.
      Append(random.Chance(90) ? 0x90308130 : 0xE3309A30, 4, bytes);
      bytes.end()[-4] = static_cast<uint8_t>(bytes.end()[-4] + random.Below(3));
      bytes.end()[-3] =
          static_cast<uint8_t>(bytes.end()[-3] + random.Below(10));
      bytes.end()[-2] =
          static_cast<uint8_t>(bytes.end()[-2] + random.Below(100));
      bytes.end()[-1] =
          static_cast<uint8_t>(bytes.end()[-1] + random.Below(10));
      break;
    case Encoding::kBig5: {
      constexpr uint32_t kTwoCodePoints[] = {0x8862, 0x8864, 0x88A3, 0x88A5};
      if (random.Chance(20)) {
        Append(kTwoCodePoints[random.Below(4)], 2, bytes);
      } else {
        Append(random.In(0x87, 0x8D) << 8 | random.In(0x40, 0xFE), 2, bytes);
      }
      break;
    }
    case Encoding::kEucJp:
      bytes.push_back(0x8F);
      if (random.Chance(80)) {
        Append(random.In(0xA1, 0xED) << 8 | random.In(0xA1, 0xFE), 2, bytes);
      } else {
        for (uint32_t n = random.In(1, 3); n != 0; --n) {
          constexpr uint8_t kBytes[] = {0x8E, 0x8F, 0xA1, 0xB5, 0xDF, 0xE0,
                                        0xFE, 0xFF, 0x80, 0xA0, 0x41, 0x7F};
          bytes.push_back(kBytes[random.Below(std::size(kBytes))]);
        }
      }
      break;
    case Encoding::kShiftJis:
      if (random.Chance(50)) {
        Append(random.In(0xF0, 0xF9) << 8 | random.In(0x40, 0xFC), 2, bytes);
      } else {
        bytes.push_back(static_cast<uint8_t>(random.Chance(50) ? 0x80 : 0xB1));
      }
      break;
    default:
      Append(random.In(0xC6, 0xFE) << 8 | random.In(0x41, 0xA0), 2, bytes);
      break;
  }
}

// From one here and there to nothing else, in any room.
TEST_P(TwoByteDecodeTest, FallbackCharacters) {
  Random random(7);
  for (const Encoding encoding : kEncodings) {
    for (uint32_t percent = 1; percent <= 100; ++percent) {
      Bytes bytes;
      const size_t size = random.In(100, 1200);
      while (bytes.size() < size) {
        if (random.Chance(percent)) {
          AppendFallbackCharacter(random, encoding, bytes);
        } else if (random.Chance(20)) {
          bytes.push_back(static_cast<uint8_t>(random.Below(0x80)));
        } else {
          AppendValid(random, 1, bytes);
        }
      }
      Check(encoding, bytes, bytes.size() + 2);
      Check(encoding, bytes, random.In(2, 600));
    }
  }
}

// Over the borders of batches, which such characters move.
TEST_P(TwoByteDecodeTest, FallbackCharactersInLongText) {
  Random random(8);
  for (const Encoding encoding : kEncodings) {
    for (int i = 0; i < 8; ++i) {
      Bytes bytes(random.Below(4), 'a');
      while (bytes.size() < 9000) {
        AppendValid(random, random.Below(40), bytes);
        AppendFallbackCharacter(random, encoding, bytes);
      }
      Check(encoding, bytes, bytes.size() + 2);
      Check(encoding, bytes, random.In(1000, 9000));
    }
  }
}

// All that a batch's phases do differently for: hardly anything but ASCII.
TEST_P(TwoByteDecodeTest, MostlyAscii) {
  Random random(9);
  for (const Encoding encoding : kEncodings) {
    for (int i = 0; i < 40; ++i) {
      Bytes bytes;
      const uint32_t longest = 1u << random.In(1, 11);
      while (bytes.size() < 7000) {
        for (uint32_t n = random.Below(longest); n != 0; --n) {
          bytes.push_back(static_cast<uint8_t>(random.Below(0x80)));
        }
        if (random.Chance(5)) {
          AppendFallbackCharacter(random, encoding, bytes);
        } else {
          AppendValid(random, random.In(1, 3), bytes);
        }
      }
      Check(encoding, bytes, bytes.size() + 2);
    }
  }
}

// What is looked up together with what is behind a batch's last character, in
// batches of hardly fewer characters than there's room for. The address
// sanitizer sees where that room ends.
TEST_P(TwoByteDecodeTest, BatchesOfAsManyCharactersAsFit) {
  for (const Encoding encoding : kEncodings) {
    for (size_t pairs = 1; pairs <= 40; ++pairs) {
      Bytes bytes;
      for (size_t i = 0; i < pairs; ++i) {
        bytes.insert(bytes.end(), {0xB0, 0xA1});
      }
      bytes.resize(6000, 'a');
      Check(encoding, bytes, 6000);
    }
  }
  for (size_t distance = 4; distance <= 80; ++distance) {
    Bytes bytes;
    while (bytes.size() < 6000) {
      bytes.insert(bytes.end(), {0x81, 0x30, 0x81, 0x30});
      bytes.resize(bytes.size() + distance - 4, 'a');
    }
    Check(Encoding::kGb18030, bytes, bytes.size());
  }
}

// Every pointer of gb18030's ranges in order, and the first few beyond.
TEST_P(TwoByteDecodeTest, EveryFourBytesOfTheBmp) {
  Random random(6);
  for (uint32_t first = 0; first < 39500; first += 128) {
    Bytes bytes;
    AppendValid(random, random.In(20, 40), bytes);
    for (uint32_t pointer = first; pointer < first + 128; ++pointer) {
      bytes.insert(bytes.end(),
                   {static_cast<uint8_t>(pointer / 12600 + 0x81),
                    static_cast<uint8_t>(pointer / 1260 % 10 + 0x30),
                    static_cast<uint8_t>(pointer / 10 % 126 + 0x81),
                    static_cast<uint8_t>(pointer % 10 + 0x30)});
      bytes.resize(bytes.size() + random.Below(2), ' ');
    }
    AppendValid(random, 50, bytes);
    Check(Encoding::kGb18030, bytes, bytes.size() + 2);
  }
}

// Every row of index jis0212 behind its byte, and those beyond.
TEST_P(TwoByteDecodeTest, EveryThreeBytes) {
  Random random(10);
  for (uint32_t second = 0xA1; second <= 0xFE; ++second) {
    Bytes bytes;
    AppendValid(random, random.In(20, 40), bytes);
    for (uint32_t third = 0xA0; third <= 0xFF; ++third) {
      bytes.insert(bytes.end(), {0x8F, static_cast<uint8_t>(second),
                                 static_cast<uint8_t>(third)});
      bytes.resize(bytes.size() + random.Below(2), ' ');
    }
    AppendValid(random, 50, bytes);
    Check(Encoding::kEucJp, bytes, bytes.size() + 2);
  }
}

// Three bytes among others, with what the byte before them may have begun, and
// what else can be behind it; over the borders of vectors and batches.
TEST_P(TwoByteDecodeTest, ThreeBytes) {
  Random random(11);
  for (int i = 0; i < 600; ++i) {
    Bytes bytes(random.Below(4), 'a');
    const uint32_t percent_others = random.Chance(50) ? 0 : random.Below(30);
    const uint32_t percent_valid = random.Below(100);
    const size_t size = random.Chance(80) ? random.In(16, 400) : 3000;
    while (bytes.size() < size) {
      if (random.Chance(percent_valid)) {
        AppendValid(random, random.In(1, 20), bytes);
      }
      while (random.Chance(percent_others)) {
        constexpr uint8_t kOthers[] = {0x8F, 0x8E, 0x41, 0x80,
                                       0xA1, 0xDF, 0xFF};
        bytes.push_back(kOthers[random.Below(std::size(kOthers))]);
      }
      // Rows with characters are 0xA2 to 0xED.
      bytes.insert(bytes.end(),
                   {0x8F, static_cast<uint8_t>(random.In(0xA2, 0xF0)),
                    static_cast<uint8_t>(random.In(0xA1, 0xFE))});
    }
    bytes.resize(bytes.size() - random.Below(3));
    Check(Encoding::kEucJp, bytes, bytes.size() + 2);
    Check(Encoding::kEucJp, bytes, random.In(2, 600));
  }
}

// Four bytes of which some are no character, among others.
TEST_P(TwoByteDecodeTest, FourBytes) {
  Random random(5);
  for (int i = 0; i < 400; ++i) {
    Bytes bytes;
    AppendValid(random, 30, bytes);
    const bool supplementary = random.Chance(10);
    const uint32_t percent_others = random.Chance(50) ? 0 : random.Below(20);
    while (bytes.size() < 700) {
      if (random.Chance(percent_others)) {
        const Bytes other = RandomBytes(random, random.In(1, 9));
        bytes.insert(bytes.end(), other.begin(), other.end());
      }
      bytes.insert(bytes.end(),
                   {static_cast<uint8_t>(supplementary ? random.In(0x81, 0xFE)
                                                       : random.In(0x81, 0x84)),
                    static_cast<uint8_t>(random.In(0x30, 0x39)),
                    static_cast<uint8_t>(random.In(0x81, 0xFE)),
                    static_cast<uint8_t>(random.In(0x30, 0x39))});
    }
    Check(Encoding::kGb18030, bytes, bytes.size() + 2);
  }
}

}  // namespace
}  // namespace v8_encoding::simd
