// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/kernels/utf8/utf8_encode.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "src/testing/corpora.h"
#include "src/testing/guarded_buffer.h"
#include "src/testing/target_test.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding::simd {
namespace {

using test_support::GuardedBuffer;
using test_support::Random;

constexpr bool IsLead(char32_t unit) {
  return (unit & 0xFFFFFC00) == 0xD800;
}
constexpr bool IsTrail(char32_t unit) {
  return (unit & 0xFFFFFC00) == 0xDC00;
}

// What a kernel may come to: each character, with where it ends in the input
// and in the output.
struct Reference {
  explicit Reference(std::u16string_view input) {
    while (read.back() < input.size()) {
      const size_t i = read.back();
      char32_t c = input[i];
      size_t units = 1;
      if (IsLead(c)) {
        if (i + 1 == input.size()) {
          break;
        }
        if (IsTrail(input[i + 1])) {
          c = 0x10000 + ((c & 0x3FF) << 10) + (input[i + 1] & 0x3FF);
          units = 2;
        }
      }
      if (c >= 0xD800 && c <= 0xDFFF) {
        c = 0xFFFD;
      }
      const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
      constexpr uint8_t kOffset[] = {0x00, 0xC0, 0xE0, 0xF0};
      bytes.push_back(static_cast<uint8_t>(kOffset[more] | c >> (6 * more)));
      for (int j = more - 1; j >= 0; --j) {
        bytes.push_back(static_cast<uint8_t>(0x80 | (c >> (6 * j) & 0x3F)));
      }
      read.push_back(i + units);
      written.push_back(bytes.size());
    }
  }

  size_t size() const { return read.size() - 1; }

  std::vector<uint8_t> bytes;
  std::vector<size_t> read = {0};  // Before each character, and after the last.
  std::vector<size_t> written = {0};
};

class Utf8EncodeKernelTest : public TargetTest {
 protected:
  static constexpr size_t kMaxSize = 1024;
  static constexpr uint8_t kUntouched = 0xFF;  // In no UTF-8.

  // Shorter texts may be left alone, and where there's less room.
  static constexpr size_t kMinSize = 8;

  // As it is, at the very end of memory and at its beginning, and so that no
  // kernel leaves it alone.
  void Check(std::u16string_view text, size_t output_size) {
    CheckAsItIs(text, output_size);
    CheckAsItIs(text, output_size, /*at_end=*/false);
    if (std::min(text.size(), output_size) < kMinSize) {
      CheckAsItIs(std::u16string(kMinSize, u'a').append(text),
                  kMinSize + output_size);
    }
  }

 private:
  // Runs the kernel at the very end of memory, or its beginning, for input and
  // for output, and the other one, too, where all units are Latin-1.
  void CheckAsItIs(std::u16string_view text,
                   size_t output_size,
                   bool at_end = true) {
    const Reference reference(text);
    const auto place = [at_end](const GuardedBuffer& buffer, size_t size) {
      return at_end ? buffer.Last(size) : buffer.First(size);
    };
    const std::span<uint8_t> memory = place(input_, 2 * text.size());
    char16_t* const units = reinterpret_cast<char16_t*>(memory.data());
    std::copy(text.begin(), text.end(), units);
    const std::span<uint8_t> all = place(output_, output_size);
    std::ranges::fill(all, kUntouched);
    uint8_t* const output = all.data();
    CheckDone(reference, output, output_size, Describe(text, output_size),
              kUtf16ToUtf8(units, text.size(), output, output_size,
                           Encoding::kUtf8, EncodeErrorMode::kFatal));
    std::ranges::fill(all, kUntouched);
    CheckEncoder(reference, std::u16string_view(units, text.size()), all);
    if (std::ranges::all_of(text, [](char16_t unit) { return unit < 0x100; })) {
      uint8_t* const latin1 = place(input_, text.size()).data();
      std::copy(text.begin(), text.end(), latin1);
      std::ranges::fill(all, kUntouched);
      CheckDone(reference, output, output_size,
                "Latin-1, " + Describe(text, output_size),
                kLatin1ToUtf8(latin1, text.size(), output, output_size,
                              Encoding::kUtf8, EncodeErrorMode::kFatal));
    }
  }

  // A call of an encoder, which has ways of its own past the kernel.
  void CheckEncoder(const Reference& reference,
                    std::u16string_view text,
                    std::span<uint8_t> output) {
    Encoder encoder(Encoding::kUtf8);
    const EncodeResult result =
        encoder.EncodeFromUtf16(text, output, Flush::kNo);
    const std::string what = "by an encoder, " + Describe(text, output.size());
    const bool fits = reference.bytes.size() <= output.size();
    ASSERT_EQ(result.status,
              fits ? EncodeStatus::kInputEmpty : EncodeStatus::kOutputFull)
        << what;
    // A lead that the text ends with is kept.
    if (fits) {
      ASSERT_EQ(result.read, text.size()) << what;
    }
    // None of the output behind it has been touched.
    ASSERT_TRUE(
        std::ranges::all_of(output.subspan(result.written),
                            [](uint8_t byte) { return byte == kUntouched; }))
        << what;
    CheckDone(reference, output.data(), output.size(), what,
              {std::min(result.read, reference.read.back()), result.written});
  }

  void CheckDone(const Reference& reference,
                 const uint8_t* output,
                 size_t output_size,
                 const std::string& what,
                 const Converted& done) {
    const auto at = std::lower_bound(reference.read.begin(),
                                     reference.read.end(), done.read);
    ASSERT_TRUE(at != reference.read.end() && *at == done.read)
        << what << "stopped within a character, after " << done.read;
    const size_t characters = static_cast<size_t>(at - reference.read.begin());
    ASSERT_LE(done.written, output_size) << what;
    ASSERT_EQ(done.written, reference.written[characters]) << what;
    ASSERT_TRUE(
        std::equal(output, output + done.written, reference.bytes.begin()))
        << what;
    // Whoever goes on has that many characters to write over what was touched.
    const size_t rest = std::min(
        done.written + std::max<size_t>(reference.read.back() - done.read, 3),
        output_size);
    ASSERT_TRUE(std::all_of(output + rest, output + output_size,
                            [](uint8_t byte) { return byte == kUntouched; }))
        << what;
    // All that fits is there.
    if (HasKernels() && reference.read.back() >= kMinSize &&
        output_size >= kMinSize) {
      ASSERT_TRUE(characters == reference.size() ||
                  reference.written[characters + 1] > output_size)
          << what << "stopped after " << done.read;
    }
  }

  static std::string Describe(std::u16string_view text, size_t output_size) {
    std::string description = "room for " + std::to_string(output_size) + ":";
    for (const char16_t unit : text) {
      char digits[8];
      std::snprintf(digits, sizeof(digits), " %04X", unit);
      description += digits;
    }
    return description + "\n";
  }

  const GuardedBuffer input_{2 * kMaxSize};
  const GuardedBuffer output_{3 * kMaxSize};
};

INSTANTIATE_TEST_SUITE_P(, Utf8EncodeKernelTest, EachTarget(), TargetName);

// At the borders of what is told apart.
constexpr char16_t kUnitClasses[] = {0x0000, 0x0041, 0x007F, 0x0080, 0x00FF,
                                     0x0100, 0x07FF, 0x0800, 0x0FFF, 0x1000,
                                     0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF,
                                     0xE000, 0xFEFF, 0xFFFD, 0xFFFF};

// Text of a few kinds of characters; `size` units.
std::u16string RandomText(Random& random, size_t size) {
  constexpr char32_t kFirst[] = {0, 0x80, 0x80, 0x800, 0xE000, 0xD800};
  constexpr char32_t kLast[] = {0x7F, 0xFF, 0x7FF, 0xD7FF, 0xFFFF, 0xDFFF};
  const uint32_t kinds = random.In(1, 127);
  std::u16string text;
  while (text.size() < size) {
    uint32_t kind;
    do {
      kind = random.Below(7);
    } while ((kinds >> kind & 1) == 0);
    for (uint32_t n = random.In(1, 40); n != 0; --n) {
      if (kind < 6) {
        text += static_cast<char16_t>(random.In(kFirst[kind], kLast[kind]));
      } else {
        text += static_cast<char16_t>(random.In(0xD800, 0xDBFF));
        text += static_cast<char16_t>(random.In(0xDC00, 0xDFFF));
      }
      if (random.Chance(30)) {
        break;
      }
    }
  }
  text.resize(size);
  return text;
}

TEST_P(Utf8EncodeKernelTest, RandomTextOfEveryLength) {
  Random random(1);
  for (size_t size = 0; size < 200; ++size) {
    for (int i = 0; i < 30; ++i) {
      Check(RandomText(random, size), 3 * size);
    }
  }
}

TEST_P(Utf8EncodeKernelTest, EveryRoomForOutput) {
  Random random(2);
  for (size_t room = 0; room < 300; ++room) {
    for (int i = 0; i < 20; ++i) {
      Check(RandomText(random, room / 3 + random.Below(150)), room);
    }
  }
}

TEST_P(Utf8EncodeKernelTest, NoMoreRoomThanNeeded) {
  Random random(3);
  for (int i = 0; i < 3000; ++i) {
    const std::u16string text = RandomText(random, random.Below(250));
    const size_t needed = Reference(text).bytes.size();
    Check(text, needed);
    Check(text, needed - std::min<size_t>(needed, random.Below(5)));
  }
}

// Both kernels, with runs of ASCII and of other letters.
TEST_P(Utf8EncodeKernelTest, Latin1OfEveryLength) {
  Random random(6);
  for (size_t size = 0; size < 600; ++size) {
    for (int i = 0; i < 3; ++i) {
      const uint32_t run = random.In(1, 300);
      std::u16string text;
      while (text.size() < size) {
        const bool is_ascii = random.Chance(50);
        for (uint32_t n = random.In(1, run); n != 0; --n) {
          text += static_cast<char16_t>(is_ascii ? random.In(0, 0x7F)
                                                 : random.In(0, 0xFF));
        }
      }
      text.resize(size);
      const size_t needed = Reference(text).bytes.size();
      Check(text, 2 * size);
      Check(text, needed);
      Check(text, needed - std::min<size_t>(needed, random.Below(100)));
    }
  }
}

// Every three classes of units in a row, over the ends of blocks.
TEST_P(Utf8EncodeKernelTest, EveryThreeClasses) {
  Random random(4);
  for (const char16_t a : kUnitClasses) {
    for (const char16_t b : kUnitClasses) {
      for (const char16_t c : kUnitClasses) {
        std::u16string text = RandomText(random, 110);
        for (const size_t block : {8, 16, 32, 64}) {
          const size_t at = block - random.Below(4);
          text[at] = a;
          text[at + 1] = b;
          text[at + 2] = c;
        }
        Check(text, 3 * text.size());
      }
    }
  }
}

// Texts of one unit to three of every class, and of four to six of few classes,
// alone in their memory: they have ways of their own.
TEST_P(Utf8EncodeKernelTest, EveryFewUnits) {
  const auto check_all = [this](std::span<const char16_t> classes,
                                size_t size) {
    size_t texts = 1;
    for (size_t i = 0; i < size; ++i) {
      texts *= classes.size();
    }
    for (size_t number = 0; number < texts; ++number) {
      std::u16string text;
      for (size_t rest = number; text.size() < size; rest /= classes.size()) {
        text += classes[rest % classes.size()];
      }
      const size_t needed = Reference(text).bytes.size();
      Check(text, 3 * size);
      Check(text, needed);
      Check(text, needed - std::min<size_t>(needed, 1));
    }
  };
  for (const size_t size : {1, 2, 3}) {
    check_all(kUnitClasses, size);
  }
  constexpr char16_t kFewClasses[] = {u'\u0430', u'\u4E00', u'\xD83D',
                                      u'\xDE00'};
  for (const size_t size : {4, 5, 6}) {
    check_all(kFewClasses, size);
  }
}

TEST_P(Utf8EncodeKernelTest, EveryCodePoint) {
  for (char32_t first = 0; first < 0x110000; first += 256) {
    std::u16string text;
    for (char32_t c = first; c < first + 256; ++c) {
      if (c < 0x10000) {
        text += static_cast<char16_t>(c);
      } else {
        text += static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10));
        text += static_cast<char16_t>(0xDC00 + (c & 0x3FF));
      }
    }
    Check(text, 3 * text.size());
  }
}

// What the surrogates of a text stand among decides which way it goes; what is
// beside each other there, over which ends of blocks it does.
TEST_P(Utf8EncodeKernelTest, SurrogatesAtEveryPlace) {
  constexpr std::u16string_view kTexts[] = {
      u"\xD83D\xDE00", u"\xD800", u"\xDFFF", u"\xDBFF\xDBFF\xDC00\xDC00",
      u"\xDC00\xD800\xD9AB\xDEFA"};
  // A text of one kind, and what it begins with, so that a way is taken that
  // the kind alone doesn't lead to.
  constexpr std::u16string_view kAmong[] = {u"\x4E00", u"\xD83C\xDF0D", u"a",
                                            u"\x0430", u"\xDC00\x4E01"};
  constexpr size_t kLength = 480;
  for (const std::u16string_view begin : kAmong) {
    for (const std::u16string_view among : kAmong) {
      std::u16string background(begin);
      while (background.size() < kLength) {
        background += among;
      }
      for (const std::u16string_view inserted : kTexts) {
        for (size_t i = 0; i <= 140; ++i) {
          std::u16string text = background;
          text.insert(i, inserted);
          Check(text, 3 * text.size());
        }
      }
    }
  }
}

// Pairs and lone surrogates, now more of these, now of those, with few or many
// other units between them.
TEST_P(Utf8EncodeKernelTest, SurrogatesInSomeOfTheBlocks) {
  Random random(7);
  for (int i = 0; i < 400; ++i) {
    const size_t size = random.In(64, kMaxSize);
    const uint32_t longest_gap = random.Chance(50) ? 8 : 100;
    uint32_t lone_percent = 0;
    std::u16string text;
    while (text.size() < size) {
      if (random.Chance(3)) {
        lone_percent = random.Below(3) * 50;
      }
      text.append(random.Below(longest_gap),
                  random.Chance(50) ? u'e' : u'\u65E5');
      const bool is_lone = random.Chance(lone_percent);
      text += static_cast<char16_t>(is_lone ? random.In(0xD800, 0xDFFF)
                                            : random.In(0xD800, 0xDBFF));
      if (!is_lone) {
        text += static_cast<char16_t>(random.In(0xDC00, 0xDFFF));
      }
    }
    text.resize(size);
    Check(text, 3 * size);
  }
}

// What is stored behind a block's bytes has to be gone over by units of a byte
// each, of which a lead at the end isn't one: its other half may follow.
TEST_P(Utf8EncodeKernelTest, ShortestBytesBehindABlock) {
  for (size_t size = 1; size < 300; ++size) {
    for (const char16_t first : {u'a', u'\u0430', u'\u4E00', u'\xDC00'}) {
      for (const char16_t last : {u'a', u'\xD83D'}) {
        std::u16string text(size, u'a');
        text.front() = first;
        text.back() = last;
        Check(text, 3 * size);
        Check(text, Reference(text).bytes.size());
      }
    }
  }
}

// Long enough to stay among one kind for some time.
TEST_P(Utf8EncodeKernelTest, LongText) {
  Random random(5);
  for (int i = 0; i < 600; ++i) {
    std::u16string text;
    const uint32_t parts = random.In(1, 3);
    for (uint32_t part = 0; part < parts; ++part) {
      text += RandomText(random, random.In(100, kMaxSize / 3));
    }
    const size_t needed = Reference(text).bytes.size();
    Check(text, random.Chance(50) ? 3 * text.size() : needed);
  }
}

}  // namespace
}  // namespace v8_encoding::simd
