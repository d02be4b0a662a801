// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bench/inputs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "bench/course.h"
#include "bench/workloads.h"
#include "gtest/gtest.h"
#include "src/testing/corpora.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::bench {

namespace {

using test_support::Script;

const Size& SizeNamed(std::string_view name) {
  return *std::find_if(std::begin(kSizes), std::end(kSizes),
                       [&](const Size& size) { return size.name == name; });
}

constexpr Workload kAscii = {Operation::kDecode, Encoding::kUtf8,
                             TextKind::kPlain, Script::kAscii};
constexpr Workload kEmoji = {Operation::kDecode, Encoding::kUtf8,
                             TextKind::kPlain, Script::kEmoji};

size_t CodePoints(std::u16string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(),
      [](char16_t unit) { return unit < 0xDC00 || unit > 0xDFFF; }));
}

bool IsShort(const Size& size) {
  return size.cut != Cut::kSequence;
}

TEST(InputsTest, ShortTextsOfAsciiHaveTheLengthOfTheirSize) {
  for (const Size& size : kSizes) {
    if (size.cut != Cut::kRandom) {
      continue;
    }
    SCOPED_TRACE(size.name);
    const Inputs inputs = MakeInputs(kAscii, size);
    EXPECT_EQ(inputs.texts.size(),
              std::min(kMaxTexts, size.total / size.bytes));
    for (const Text& text : inputs.texts) {
      ASSERT_EQ(text.input.size(), size.bytes);
    }
  }
}

TEST(InputsTest, ShortTextsFitIntoTheSecondCache) {
  for (const Workload& workload :
       {kAscii, kEmoji,
        Workload{Operation::kDecode, Encoding::kIso2022Jp, TextKind::kPlain,
                 Script::kJapanese},
        Workload{Operation::kEncode, Encoding::kUtf8, TextKind::kHtml,
                 Script::kAscii},
        Workload{Operation::kDecode, Encoding::kUtf16Le, TextKind::kRandom,
                 Script::kAscii}}) {
    for (const Size& size : kSizes) {
      if (!IsShort(size)) {
        continue;
      }
      SCOPED_TRACE(NameOf(workload));
      SCOPED_TRACE(size.name);
      const Inputs inputs = MakeInputs(workload, size);
      size_t bytes = 0;
      for (const Text& text : inputs.texts) {
        ASSERT_NE(text.input.size(), 0u);
        bytes += text.input.size();
      }
      EXPECT_LE(bytes, 512 * kKiB);
      EXPECT_GE(inputs.texts.size(), 2048u);
    }
  }
}

TEST(InputsTest, ShortTextsAreWholeCharactersAtLeastOne) {
  for (const Workload& workload :
       {kAscii, kEmoji,
        Workload{Operation::kDecode, Encoding::kIso2022Jp, TextKind::kPlain,
                 Script::kJapanese},
        Workload{Operation::kDecode, Encoding::kUtf16Be, TextKind::kHtml,
                 Script::kAscii}}) {
    for (const Size& size : kSizes) {
      if (!IsShort(size)) {
        continue;
      }
      SCOPED_TRACE(NameOf(workload));
      SCOPED_TRACE(size.name);
      const Inputs inputs = MakeInputs(workload, size);
      std::vector<char16_t> units(Decoder::MaxUnits(4 * kKiB));
      for (const Text& text : inputs.texts) {
        const DecodeResult decoded =
            Decoder(workload.encoding, DecodeErrorMode::kFatal)
                .DecodeToUtf16(text.input, units, Flush::kYes);
        ASSERT_EQ(decoded.status, DecodeStatus::kInputEmpty);
        ASSERT_EQ(std::u16string_view(units.data(), decoded.written),
                  text.expected);
        ASSERT_NE(text.expected.size(), 0u);
        // More than fits is one character.
        if (text.input.size() > size.bytes) {
          ASSERT_EQ(CodePoints(text.expected), 1u);
        }
      }
    }
  }
}

// How many of a hundred code units, in a text of ASCII, aren't.
double PercentNotAscii(TextKind kind) {
  const Inputs inputs =
      MakeInputs({Operation::kDecode, Encoding::kUtf8, kind, Script::kAscii},
                 SizeNamed("64KiB"));
  const std::u16string& text = inputs.characters;
  const auto count = std::count_if(text.begin(), text.end(),
                                   [](char16_t unit) { return unit >= 0x80; });
  return 100.0 * static_cast<double>(count) / static_cast<double>(text.size());
}

TEST(InputsTest, SharesOfWhatStandsBetweenWords) {
  EXPECT_EQ(PercentNotAscii(TextKind::kPlain), 0);
  EXPECT_NEAR(PercentNotAscii(TextKind::kTypographic), 100.0 / 50, 0.5);
  // Somewhat less than two pairs for each 40 units.
  EXPECT_NEAR(PercentNotAscii(TextKind::kChat), 8, 1);
}

TEST(InputsTest, ShortTextsDiffer) {
  const Inputs inputs = MakeInputs(kAscii, SizeNamed("16B"));
  std::set<std::u16string_view> texts;
  for (const Text& text : inputs.texts) {
    texts.insert(text.expected);
  }
  // Places are drawn at random, some twice.
  EXPECT_GT(texts.size(), kMaxTexts * 9 / 10);
}

TEST(InputsTest, MixedLengthsAreDistributedAsSaid) {
  const Inputs inputs = MakeInputs(kAscii, SizeNamed("mixed"));
  std::map<size_t, size_t> counts;
  size_t sum = 0;
  for (const Text& text : inputs.texts) {
    ++counts[text.input.size()];
    sum += text.input.size();
  }
  EXPECT_EQ(counts.size(), 64u);
  EXPECT_EQ(counts.begin()->first, 1u);
  EXPECT_EQ(counts.rbegin()->first, 64u);
  const auto percent_below = [&](size_t limit) {
    size_t below = 0;
    for (const auto& [length, count] : counts) {
      below += length < limit ? count : 0;
    }
    return 100.0 * static_cast<double>(below) / static_cast<double>(kMaxTexts);
  };
  EXPECT_NEAR(percent_below(4), 23, 1);
  EXPECT_NEAR(percent_below(8), 54, 1);
  EXPECT_NEAR(percent_below(16), 82, 1);
  EXPECT_NEAR(static_cast<double>(sum) / static_cast<double>(kMaxTexts), 10.7,
              0.2);
}

TEST(OutputsTest, NewMemoryComesAgainAfterACycle) {
  constexpr size_t kSize = 5000;
  Outputs outputs(kSize, OutputMemory::kNew);
  const uint8_t* const first = outputs.Get().data();
  size_t written = 0;
  const uint8_t* end = first;
  do {
    const std::span<uint8_t> output = outputs.Get();
    ASSERT_EQ(output.size(), kSize);
    ASSERT_GE(output.data(), end);
    // As all memory that is measured.
    ASSERT_EQ(reinterpret_cast<uintptr_t>(output.data()) % 4096, 16U);
    std::ranges::fill(output, 1);
    end = output.data() + 4097;
    written += 4097;
    outputs.Advance(4097);
  } while (outputs.Get().data() != first);
  EXPECT_GE(written, 64 * kMiB);
}

TEST(OutputsTest, SameMemoryIsTheSame) {
  Outputs outputs(100, OutputMemory::kSame);
  EXPECT_EQ(outputs.size(), 100U);
  EXPECT_EQ(outputs.Get().size(), 100U);
  EXPECT_FALSE(outputs.is_new());
}

TEST(CourseTest, EveryRoundHasEveryTextOnceInAnotherOrder) {
  // Of one text, of a power of two, of any count.
  for (std::string_view name : {"1MiB", "64KiB", "16B", "mixed", "1KiB"}) {
    SCOPED_TRACE(name);
    Inputs inputs = MakeInputs(kEmoji, SizeNamed(name));
    Course course(inputs);
    std::vector<const uint8_t*> last;
    for (int round = 0; round < 5; ++round) {
      std::vector<const uint8_t*> order;
      std::set<const uint8_t*> seen;
      for (size_t i = 0; i < inputs.texts.size(); ++i) {
        const std::span<const uint8_t> text = course.Next();
        order.push_back(text.data());
        seen.insert(text.data());
      }
      EXPECT_EQ(seen.size(), inputs.texts.size());
      if (inputs.texts.size() > 100) {
        EXPECT_NE(order, last);
      }
      last = order;
    }
  }
}

}  // namespace

}  // namespace v8_encoding::bench
