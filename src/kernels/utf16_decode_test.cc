// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/kernels/utf16_decode.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "src/testing/corpora.h"
#include "src/testing/guarded_buffer.h"
#include "src/testing/target_test.h"
#include "v8_encoding/decoder.h"

namespace v8_encoding::simd {
namespace {

using test_support::GuardedBuffer;
using test_support::Random;

constexpr bool IsLead(char16_t unit) {
  return (unit & 0xFC00) == 0xD800;
}
constexpr bool IsTrail(char16_t unit) {
  return (unit & 0xFC00) == 0xDC00;
}

// What a kernel may come to.
struct Reference {
  explicit Reference(std::u16string_view text) : units(text) {
    for (size_t i = 0; i < text.size(); ++i) {
      if (IsLead(text[i])) {
        if (i + 1 == text.size()) {
          size = i;
          break;
        }
        if (IsTrail(text[i + 1])) {
          ++i;
          continue;
        }
      } else if (!IsTrail(text[i])) {
        continue;
      }
      units[i] = 0xFFFD;
      first_lone = std::min(first_lone, i);
    }
    size = std::min(size, text.size());
    first_lone = std::min(first_lone, size);
  }

  std::u16string units;
  size_t size = SIZE_MAX;        // Without a lead surrogate at the end.
  size_t first_lone = SIZE_MAX;  // Or the size, if there's none.
};

class Utf16DecodeKernelTest : public TargetTest {
 protected:
  static constexpr size_t kMaxSize = 2048;
  // How early a stop may come: four of the widest vectors, and half a pair.
  static constexpr size_t kMaxBlock = 4 * 32 + 1;

  // Both byte orders, at the end of memory and at its beginning, for input and
  // for output.
  void Check(std::u16string_view text) {
    const Reference reference(text);
    for (const bool big_endian : {false, true}) {
      for (const bool at_end : {true, false}) {
        const auto place = [=, n = 2 * text.size()](const GuardedBuffer& in) {
          return (at_end ? in.Last(n) : in.First(n)).data();
        };
        uint8_t* const input = place(input_);
        for (size_t i = 0; i < text.size(); ++i) {
          input[2 * i + !big_endian] = static_cast<uint8_t>(text[i] >> 8);
          input[2 * i + big_endian] = static_cast<uint8_t>(text[i]);
        }
        char16_t* const output = reinterpret_cast<char16_t*>(place(output_));
        for (const bool replace : {true, false}) {
          const auto& kernel = big_endian ? kUtf16BeToUtf16 : kUtf16LeToUtf16;
          const size_t done =
              kernel(input, 2 * text.size(), output, text.size(),
                     big_endian ? Encoding::kUtf16Be : Encoding::kUtf16Le,
                     replace ? DecodeErrorMode::kReplacement
                             : DecodeErrorMode::kFatal)
                  .written;
          CheckDone(reference, text, output, done,
                    replace ? reference.size : reference.first_lone);
          CheckDecoder(reference, {input, 2 * text.size()},
                       {output, text.size()}, big_endian, replace);
        }
      }
    }
  }

 private:
  // A call of a decoder, which has ways of its own past the kernel.
  static void CheckDecoder(const Reference& reference,
                           std::span<const uint8_t> input,
                           std::span<char16_t> output,
                           bool big_endian,
                           bool replace) {
    std::ranges::fill(output, u'\0');
    Decoder decoder(
        big_endian ? Encoding::kUtf16Be : Encoding::kUtf16Le,
        replace ? DecodeErrorMode::kReplacement : DecodeErrorMode::kFatal,
        BomMode::kKeep);
    const DecodeResult result =
        decoder.DecodeToUtf16(input, output, Flush::kNo);
    const std::u16string_view text = reference.units;
    const bool is_malformed = !replace && reference.first_lone < reference.size;
    const size_t written = is_malformed ? reference.first_lone : reference.size;
    ASSERT_EQ(result.status, is_malformed ? DecodeStatus::kMalformed
                                          : DecodeStatus::kInputEmpty)
        << Describe(text);
    if (!is_malformed) {
      ASSERT_EQ(result.read, input.size()) << Describe(text);
      // A lead that the text ends with is kept.
      ASSERT_EQ(decoder.state().codec() == 0, reference.size == text.size())
          << Describe(text);
    }
    ASSERT_EQ(result.written, written) << Describe(text);
    ASSERT_TRUE(std::equal(output.begin(),
                           output.begin() + static_cast<ptrdiff_t>(written),
                           text.begin()))
        << Describe(text);
  }

  void CheckDone(const Reference& reference,
                 std::u16string_view text,
                 const char16_t* output,
                 size_t done,
                 size_t expected) {
    ASSERT_LE(done, expected) << Describe(text);
    ASSERT_TRUE(std::equal(output, output + done, reference.units.begin()))
        << Describe(text);
    if (done != 0 && done < text.size()) {
      // What it replaced has a trail surrogate no more.
      ASSERT_FALSE(IsLead(reference.units[done - 1])) << Describe(text);
    }
    if (!HasKernels()) {
      return;
    }
    if (expected == reference.size) {
      ASSERT_EQ(done, expected) << Describe(text);
    } else {
      ASSERT_LE(expected - done, kMaxBlock) << Describe(text);
    }
  }

  static std::string Describe(std::u16string_view text) {
    std::string description;
    for (const char16_t unit : text) {
      char digits[8];
      std::snprintf(digits, sizeof(digits), " %04X", unit);
      description += digits;
    }
    return description;
  }

  const GuardedBuffer input_{2 * kMaxSize};
  const GuardedBuffer output_{2 * kMaxSize};
};

INSTANTIATE_TEST_SUITE_P(, Utf16DecodeKernelTest, EachTarget(), TargetName);

// At the borders of what is told apart, and what is that in the other order.
constexpr char16_t kUnitClasses[] = {0x0000, 0x0041, 0xD7FF, 0xD800, 0xDBFF,
                                     0xDC00, 0xDFFF, 0xE000, 0xFFFD, 0xFFFF,
                                     0x00D8, 0x00DC, 0xFFDB};

// Every two classes at every place. 64 and 128 units are halves that only
// touch.
TEST_P(Utf16DecodeKernelTest, EveryTwoClassesEverywhere) {
  for (const size_t size : {2, 3, 5, 10, 19, 34, 60, 64, 72, 128, 300}) {
    std::u16string text(size, u'a');
    for (const char16_t a : kUnitClasses) {
      for (const char16_t b : kUnitClasses) {
        for (size_t i = 0; i + 1 < size; ++i) {
          text[i] = a;
          text[i + 1] = b;
          Check(text);
          text[i] = text[i + 1] = u'a';
        }
      }
    }
  }
}

// Every three classes between surrogates at the ends of vectors.
TEST_P(Utf16DecodeKernelTest, EveryThreeClasses) {
  Random random(1);
  for (const char16_t a : kUnitClasses) {
    for (const char16_t b : kUnitClasses) {
      for (const char16_t c : kUnitClasses) {
        std::u16string text(random.In(10, 400), u'a');
        for (size_t i = 0; i + 3 <= text.size(); i += random.In(3, 10)) {
          text[i] = a;
          text[i + 1] = b;
          text[i + 2] = c;
        }
        Check(text);
      }
    }
  }
}

TEST_P(Utf16DecodeKernelTest, RandomTextOfEveryLength) {
  Random random(2);
  for (size_t size = 0; size < 700; ++size) {
    for (int i = 0; i < 10; ++i) {
      const uint32_t percent_pairs = random.Chance(30) ? 0 : random.Below(101);
      const uint32_t percent_classes = random.Chance(50) ? 0 : random.Below(20);
      std::u16string text;
      while (text.size() < size) {
        if (random.Chance(percent_classes)) {
          text += kUnitClasses[random.Below(std::size(kUnitClasses))];
        } else if (random.Chance(percent_pairs)) {
          text += static_cast<char16_t>(random.In(0xD800, 0xDBFF));
          text += static_cast<char16_t>(random.In(0xDC00, 0xDFFF));
        } else {
          text += static_cast<char16_t>(random.Below(0xD800));
        }
      }
      text.resize(size);
      Check(text);
    }
  }
}

// So far behind each other that what pairs need is left in between.
TEST_P(Utf16DecodeKernelTest, PairsFarFromEachOther) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    std::u16string text(kMaxSize, u'a');
    for (size_t at = 0; at < kMaxSize - 2; at += random.In(2, 1200)) {
      text[at] = static_cast<char16_t>(random.In(0xD800, 0xDBFF));
      text[at + 1] = static_cast<char16_t>(random.In(0xDC00, 0xDFFF));
    }
    Check(text);
  }
}

TEST_P(Utf16DecodeKernelTest, EveryUnit) {
  for (uint32_t first = 0; first < 0x10000; first += 0x200) {
    std::u16string text;
    for (uint32_t unit = first; unit < first + 0x200; ++unit) {
      text += static_cast<char16_t>(unit);
    }
    Check(text);
  }
}

}  // namespace
}  // namespace v8_encoding::simd
