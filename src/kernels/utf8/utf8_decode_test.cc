// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/kernels/utf8/utf8_decode.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/testing/corpora.h"
#include "src/testing/guarded_buffer.h"
#include "src/testing/target_test.h"

namespace v8_encoding::simd {
namespace {

using test_support::GuardedBuffer;
using test_support::Random;

using Bytes = std::vector<uint8_t>;

// A character or a maximal malformed sequence.
struct Item {
  size_t length;
  char32_t code_point;
  bool malformed;
};

// The first item of `bytes`, which aren't empty, with more of them to come if
// not `at_end`. nullopt if those might complete it.
std::optional<Item> FirstItem(std::span<const uint8_t> bytes, bool at_end) {
  const uint8_t lead = bytes[0];
  if (lead < 0x80) {
    return Item{1, lead, false};
  }
  if (lead < 0xC2 || lead > 0xF4) {
    return Item{1, 0xFFFD, true};
  }
  const size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t code_point = lead & (0x7F >> length);
  for (size_t i = 1; i < length; ++i) {
    if (i == bytes.size()) {
      if (!at_end) {
        return std::nullopt;
      }
      return Item{i, 0xFFFD, true};
    }
    uint8_t first = 0x80;
    uint8_t last = 0xBF;
    if (i == 1) {
      first = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : first;
      last = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : last;
    }
    if (bytes[i] < first || bytes[i] > last) {
      return Item{i, 0xFFFD, true};
    }
    code_point = code_point << 6 | (bytes[i] & 0x3F);
  }
  return Item{length, code_point, false};
}

// What a kernel may have come to: the items that are whole, each with where it
// ends in the input and in the output.
struct Reference {
  explicit Reference(std::span<const uint8_t> input)
      : input_size(input.size()) {
    while (read.back() < input.size()) {
      const std::optional<Item> item =
          FirstItem(input.subspan(read.back()), false);
      if (!item) {
        break;
      }
      if (item->malformed) {
        first_malformed = std::min(first_malformed, size());
      }
      if (item->code_point > 0xFF) {
        first_beyond_latin1 = std::min(first_beyond_latin1, size());
      }
      if (item->code_point > 0xFFFF) {
        const char32_t offset = item->code_point - 0x10000;
        units += static_cast<char16_t>(0xD800 + (offset >> 10));
        units += static_cast<char16_t>(0xDC00 + (offset & 0x3FF));
      } else {
        units += static_cast<char16_t>(item->code_point);
      }
      read.push_back(read.back() + item->length);
      written.push_back(units.size());
    }
    first_malformed = std::min(first_malformed, size());
    first_beyond_latin1 = std::min(first_beyond_latin1, size());
  }

  size_t size() const { return read.size() - 1; }

  const size_t input_size;
  std::u16string units;
  std::vector<size_t> read = {0};  // Before each item, and after the last.
  std::vector<size_t> written = {0};
  // The number of items before those, or of all.
  size_t first_malformed = SIZE_MAX;
  size_t first_beyond_latin1 = SIZE_MAX;
};

class Utf8DecodeKernelTest : public TargetTest {
 protected:
  static constexpr size_t kMaxSize = 1024;

  // Shorter texts may be left alone.
  static constexpr size_t kMinSize = 12;

  // As it is, and so that no kernel leaves it alone.
  void Check(std::span<const uint8_t> bytes, size_t output_size) {
    CheckAsItIs(bytes, output_size);
    if (bytes.size() < kMinSize) {
      std::vector<uint8_t> longer(kMinSize, 'a');
      longer.insert(longer.end(), bytes.begin(), bytes.end());
      CheckAsItIs(longer, kMinSize + output_size);
    }
  }

 private:
  // Runs the kernels at the very end of memory, for input and for output.
  void CheckAsItIs(std::span<const uint8_t> bytes, size_t output_size) {
    const Reference reference(bytes);
    const std::span<uint8_t> input = input_.Last(bytes.size());
    std::copy(bytes.begin(), bytes.end(), input.begin());
    char16_t* const units =
        reinterpret_cast<char16_t*>(output_.Last(2 * output_size).data());
    uint8_t* const latin1 = output_.Last(output_size).data();
    const auto describe = [&](std::string_view mode) {
      return Describe(bytes, output_size, mode);
    };
    CheckDone(reference, reference.size(), units, output_size,
              describe("replacing"),
              kUtf8ToUtf16(input.data(), input.size(), units, output_size,
                           Encoding::kUtf8, DecodeErrorMode::kReplacement));
    CheckDone(reference, reference.first_malformed, units, output_size,
              describe("fatal"),
              kUtf8ToUtf16(input.data(), input.size(), units, output_size,
                           Encoding::kUtf8, DecodeErrorMode::kFatal));
    CheckDone(
        reference,
        std::min(reference.first_malformed, reference.first_beyond_latin1),
        latin1, output_size, describe("Latin-1"),
        kUtf8ToLatin1(input.data(), input.size(), latin1, output_size,
                      Encoding::kUtf8, DecodeErrorMode::kFatal));
  }

  // That what was `done` is right, and no less than could be expected if there
  // are `max_items` that can be decoded.
  template <typename Unit>
  void CheckDone(const Reference& reference,
                 size_t max_items,
                 const Unit* output,
                 size_t output_size,
                 const std::string& what,
                 const Converted& done) {
    const auto at = std::lower_bound(reference.read.begin(),
                                     reference.read.end(), done.read);
    ASSERT_TRUE(at != reference.read.end() && *at == done.read)
        << what << "stopped within a sequence, after " << done.read;
    const size_t items = static_cast<size_t>(at - reference.read.begin());
    ASSERT_LE(items, max_items) << what;
    ASSERT_LE(done.written, output_size) << what;
    ASSERT_EQ(done.written, reference.written[items]) << what;
    ASSERT_TRUE(
        std::equal(output, output + done.written, reference.units.begin()))
        << what;
    if (max_items == reference.size() && HasKernels() &&
        reference.input_size >= kMinSize) {
      // All but a lead at the end, and what it may need.
      ASSERT_TRUE(reference.input_size - done.read <= 3 ||
                  output_size - done.written < 2)
          << what << "stopped after " << done.read << " bytes, " << done.written
          << " units";
    }
  }

  static std::string Describe(std::span<const uint8_t> bytes,
                              size_t output_size,
                              std::string_view mode) {
    std::string text(mode);
    text += ", room for " + std::to_string(output_size) + ":";
    for (const uint8_t byte : bytes) {
      constexpr char kDigits[] = "0123456789ABCDEF";
      text += {' ', kDigits[byte >> 4], kDigits[byte & 15]};
    }
    return text + "\n";
  }

  const GuardedBuffer input_{kMaxSize};
  const GuardedBuffer output_{2 * kMaxSize};
};

INSTANTIATE_TEST_SUITE_P(, Utf8DecodeKernelTest, EachTarget(), TargetName);

// At the borders of what the standard tells apart.
constexpr uint8_t kByteClasses[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F,
                                    0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xCF, 0xD0,
                                    0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
                                    0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};

void Append(char32_t c, Bytes& bytes) {
  if (c < 0x80) {
    bytes.push_back(static_cast<uint8_t>(c));
    return;
  }
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  bytes.push_back(static_cast<uint8_t>((more == 1   ? 0xC0
                                        : more == 2 ? 0xE0
                                                    : 0xF0) |
                                       c >> (6 * more)));
  for (int i = more - 1; i >= 0; --i) {
    bytes.push_back(static_cast<uint8_t>(0x80 | (c >> (6 * i) & 0x3F)));
  }
}

// Text of a few kinds of characters, bytes of a few classes, or both; at least
// `size` bytes.
Bytes RandomBytes(Random& random, size_t size) {
  constexpr char32_t kFirst[] = {0, 0x80, 0x80, 0x800, 0xE000, 0x10000};
  constexpr char32_t kLast[] = {0x7F, 0xFF, 0x7FF, 0xD7FF, 0xFFFF, 0x10FFFF};
  const uint32_t kinds = random.In(1, 63);
  const uint32_t percent_malformed = random.Chance(50) ? 0 : random.Below(101);
  Bytes bytes;
  while (bytes.size() < size) {
    if (random.Chance(percent_malformed)) {
      bytes.push_back(
          random.Chance(20)
              ? static_cast<uint8_t>(random.Below(256))
              : kByteClasses[random.Below(std::size(kByteClasses))]);
      continue;
    }
    uint32_t kind;
    do {
      kind = random.Below(6);
    } while ((kinds >> kind & 1) == 0);
    for (uint32_t n = random.In(1, 40); n != 0; --n) {
      Append(random.In(kFirst[kind], kLast[kind]), bytes);
      if (random.Chance(30)) {
        break;
      }
    }
  }
  return bytes;
}

TEST_P(Utf8DecodeKernelTest, RandomTextOfEveryLength) {
  Random random(1);
  for (size_t size = 0; size < 300; ++size) {
    for (int i = 0; i < 20; ++i) {
      Bytes bytes = RandomBytes(random, size);
      bytes.resize(size);
      Check(bytes, size);
    }
  }
}

TEST_P(Utf8DecodeKernelTest, EveryRoomForOutput) {
  Random random(2);
  for (size_t room = 0; room < 200; ++room) {
    for (int i = 0; i < 20; ++i) {
      Check(RandomBytes(random, room + random.Below(150)), room);
    }
  }
}

// Every three classes of bytes in a row and one more, over the ends of blocks.
TEST_P(Utf8DecodeKernelTest, EveryThreeClasses) {
  Random random(3);
  for (const uint8_t a : kByteClasses) {
    for (const uint8_t b : kByteClasses) {
      Bytes bytes = RandomBytes(random, 128);
      bytes.resize(150);
      for (const uint8_t c : kByteClasses) {
        const uint8_t d = kByteClasses[random.Below(std::size(kByteClasses))];
        for (const size_t block : {16, 32, 64}) {
          const size_t at = block - random.Below(5);
          const uint8_t four[] = {a, b, c, d};
          std::copy(std::begin(four), std::end(four), bytes.begin() + at);
        }
        Check(bytes, bytes.size());
      }
    }
  }
}

// Every second byte after every lead, in one block each.
TEST_P(Utf8DecodeKernelTest, EveryTwoBytes) {
  for (uint32_t a = 0; a < 256; ++a) {
    Bytes bytes;
    for (uint32_t b = 0; b < 256; ++b) {
      bytes.insert(bytes.end(), {static_cast<uint8_t>(a),
                                 static_cast<uint8_t>(b), 0x80, 0x80});
    }
    Check(bytes, bytes.size());
  }
}

TEST_P(Utf8DecodeKernelTest, EveryCodePoint) {
  for (char32_t first = 0; first < 0x110000; first += 240) {
    Bytes bytes;
    for (char32_t c = first; c < first + 240; ++c) {
      Append(c, bytes);  // Surrogates too, which are malformed then.
    }
    Check(bytes, bytes.size());
  }
}

}  // namespace
}  // namespace v8_encoding::simd
