// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/kernels/utf8/utf8_validate.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
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

Bytes Utf8Of(char32_t scalar) {
  if (scalar < 0x80) {
    return {static_cast<uint8_t>(scalar)};
  }
  Bytes bytes;
  const int count = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
  bytes.push_back(
      static_cast<uint8_t>(0xFF00 >> (count + 1) | scalar >> (6 * count)));
  for (int i = count - 1; i >= 0; --i) {
    bytes.push_back(static_cast<uint8_t>(0x80 | (scalar >> (6 * i) & 0x3F)));
  }
  return bytes;
}

// Of the scalar value at the front; 0 if there's none. A sequence is
// well-formed if it's what a scalar value is encoded as.
size_t LengthOfFirst(std::span<const uint8_t> bytes) {
  for (size_t length = 1; length <= std::min<size_t>(4, bytes.size());
       ++length) {
    const uint32_t mask = length == 1 ? 0x7F : 0x7F >> length;
    char32_t scalar = bytes[0] & mask;
    for (size_t i = 1; i < length; ++i) {
      scalar = scalar << 6 | (bytes[i] & 0x3F);
    }
    const bool is_scalar =
        scalar < 0xD800 || (scalar > 0xDFFF && scalar <= 0x10FFFF);
    if (is_scalar && std::ranges::equal(Utf8Of(scalar), bytes.first(length))) {
      return length;
    }
  }
  return 0;
}

std::string Describe(std::span<const uint8_t> bytes) {
  std::string description;
  for (const uint8_t byte : bytes) {
    char digits[4];
    std::snprintf(digits, sizeof(digits), "%02X ", byte);
    description += digits;
  }
  return description;
}

class Utf8ValidateKernelTest : public TargetTest {
 protected:
  static constexpr size_t kMaxSize = 1024;
  static constexpr size_t kMaxLongSize = 4096;
  // How early a stop may come: four of the widest vectors, and a part of a
  // character.
  static constexpr size_t kMaxBlock = 4 * 64 + 3;

  // The kernel and Validate(), at the very end of memory, and at its beginning.
  void Check(std::span<const uint8_t> bytes) {
    std::vector<size_t> ends = {0};  // Of characters, and their units.
    std::vector<size_t> units = {0};
    while (ends.back() < bytes.size()) {
      const size_t length = LengthOfFirst(bytes.subspan(ends.back()));
      if (length == 0) {
        break;
      }
      ends.push_back(ends.back() + length);
      units.push_back(units.back() + (length == 4 ? 2 : 1));
    }
    // What's left can become well-formed if more comes.
    const std::span<const uint8_t> rest = bytes.subspan(ends.back());
    const bool is_cut = !rest.empty() && rest.size() < 4 && [&] {
      for (const char32_t scalar :
           {U'\x80', U'\x7FF', U'\x800', U'\xFFF', U'\x1000', U'\xD7FF',
            U'\xE000', U'\xFFFF', U'\x10000', U'\x3FFFF', U'\x40000',
            U'\xFFFFF', U'\x100000', U'\x10FFFF'}) {
        Bytes longer = Utf8Of(scalar);
        if (longer.size() > rest.size()) {
          std::ranges::copy(rest, longer.begin());
          if (LengthOfFirst(longer) == longer.size()) {
            return true;
          }
        }
      }
      return false;
    }();

    for (const bool at_end : {true, false}) {
      const std::span<uint8_t> input =
          at_end ? input_.Last(bytes.size()) : input_.First(bytes.size());
      // What is before a text doesn't matter, but would show, if it were read.
      if (at_end) {
        const std::span<uint8_t> all = input_.All();
        std::ranges::fill(all.first(all.size() - bytes.size()), 0xF0);
      }
      std::ranges::copy(bytes, input.begin());
      const Converted done = WellFormedUtf8Prefix(input.data(), input.size());
      const auto end = std::ranges::lower_bound(ends, done.read);
      ASSERT_TRUE(end != ends.end() && *end == done.read)
          << done.read << " of " << Describe(bytes);
      ASSERT_EQ(done.written, units[static_cast<size_t>(end - ends.begin())])
          << done.read << " of " << Describe(bytes);
      Decoder decoder(Encoding::kUtf8, DecodeErrorMode::kFatal, BomMode::kKeep);
      const DecodeResult result = decoder.Validate(input, Flush::kNo);
      ASSERT_EQ(result.written, units.back()) << Describe(bytes);
      if (rest.empty() || is_cut) {
        ASSERT_EQ(result.status, DecodeStatus::kInputEmpty) << Describe(bytes);
        ASSERT_EQ(result.read, bytes.size()) << Describe(bytes);
        ASSERT_EQ(decoder.state().codec() == 0, rest.empty())
            << Describe(bytes);
      } else {
        ASSERT_EQ(result.status, DecodeStatus::kMalformed) << Describe(bytes);
        ASSERT_EQ(
            result.read - result.malformed_length - result.read_ahead_length,
            ends.back())
            << Describe(bytes);
      }
      if (!HasKernels()) {
        continue;
      }
      if (rest.empty() || is_cut) {
        ASSERT_EQ(done.read, ends.back()) << Describe(bytes);
      } else {
        ASSERT_LE(ends.back() - done.read, kMaxBlock) << Describe(bytes);
      }
    }
  }

  // At least `length` code units, in UTF-8.
  static Bytes TextOf(test_support::Script script,
                      size_t length,
                      Random& random) {
    const std::u16string units =
        test_support::Corpus(script, length, random.Next());
    Bytes text;
    for (size_t i = 0; i < units.size(); ++i) {
      char32_t scalar = units[i];
      if ((scalar & 0xFC00) == 0xD800) {
        scalar = 0x10000 + ((scalar & 0x3FF) << 10 | (units[++i] & 0x3FF));
      }
      const Bytes bytes = Utf8Of(scalar);
      text.insert(text.end(), bytes.begin(), bytes.end());
    }
    return text;
  }

 private:
  GuardedBuffer input_{kMaxLongSize};
};

// Any byte after any other, by their halves, in all that a sequence can be.
TEST_P(Utf8ValidateKernelTest, EverySequenceOfBorders) {
  constexpr uint8_t kBorders[] = {
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
      0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};
  Random random(1);
  for (const uint8_t first : kBorders) {
    for (const uint8_t second : kBorders) {
      for (const uint8_t third : kBorders) {
        for (const uint8_t fourth : kBorders) {
          // Across the borders of vectors of each width, and of the text.
          Bytes bytes(2 + random.Below(270), 'a');
          bytes[0] = 0xC3;
          bytes[1] = 0xA4;
          const size_t at = random.Below(static_cast<uint32_t>(bytes.size()));
          const uint8_t sequence[] = {first, second, third, fourth};
          for (size_t i = 0; i < 4 && at + i < bytes.size(); ++i) {
            bytes[at + i] = sequence[i];
          }
          ASSERT_NO_FATAL_FAILURE(Check(bytes));
        }
      }
    }
  }
}

TEST_P(Utf8ValidateKernelTest, TextsOfEverySize) {
  Random random(2);
  for (const test_support::Script script :
       {test_support::Script::kAscii, test_support::Script::kFrench,
        test_support::Script::kCyrillic, test_support::Script::kChinese,
        test_support::Script::kEmoji}) {
    const Bytes text = TextOf(script, kMaxSize, random);
    for (size_t size = 0; size <= std::min(text.size(), kMaxSize); ++size) {
      ASSERT_NO_FATAL_FAILURE(Check({text.data(), size}));
    }
  }
}

TEST_P(Utf8ValidateKernelTest, SpoiltTexts) {
  Random random(3);
  for (int round = 0; round < 4000; ++round) {
    Bytes text;
    while (text.size() < 700) {
      const auto script = static_cast<test_support::Script>(
          random.Below(test_support::kScriptCount));
      const Bytes more = TextOf(script, 1 + random.Below(200), random);
      text.insert(text.end(), more.begin(), more.end());
    }
    text.resize(random.Below(700));
    for (uint32_t spoilt = random.Below(3); spoilt != 0 && !text.empty();
         --spoilt) {
      text[random.Below(static_cast<uint32_t>(text.size()))] =
          static_cast<uint8_t>(random.Next());
    }
    ASSERT_NO_FATAL_FAILURE(Check(text));
  }
}

// Which kernels read from where vectors are aligned on. A text of each length
// that ends where memory does begins at another place.
TEST_P(Utf8ValidateKernelTest, LongAsciiBeginsAnywhere) {
  Random random(4);
  for (size_t size = kMaxLongSize / 2 - 64; size < kMaxLongSize / 2 + 128;
       ++size) {
    const Bytes ascii(size, 'a');
    ASSERT_NO_FATAL_FAILURE(Check(ascii));
    for (const uint32_t last : {64, 200, static_cast<int>(size)}) {
      for (const Bytes& other :
           {Bytes{0xE4, 0xB8, 0x80}, Bytes{0xD1}, Bytes{0x80}}) {
        Bytes bytes = ascii;
        const size_t at = random.Below(last - 2);
        std::ranges::copy(other, bytes.begin() + static_cast<ptrdiff_t>(at));
        ASSERT_NO_FATAL_FAILURE(Check(bytes));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Utf8ValidateKernelTest, EachTarget(), TargetName);

}  // namespace
}  // namespace v8_encoding::simd
