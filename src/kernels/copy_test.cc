// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/kernels/copy.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "src/kernels/copy_scalar.h"
#include "src/kernels/utf8/utf8_length.h"
#include "src/testing/corpora.h"
#include "src/testing/guarded_buffer.h"
#include "src/testing/target.h"
#include "src/testing/target_test.h"

namespace v8_encoding::simd {
namespace {

using test_support::GuardedBuffer;

// The reference, by hand.

template <size_t n>
constexpr size_t LengthOf(const char16_t (&text)[n]) {
  return scalar::Utf8LengthOfUtf16(text, n - 1);
}
static_assert(LengthOf(u"") == 0);
static_assert(LengthOf(u"\x7F") == 1);
static_assert(LengthOf(u"\x80") == 2);
static_assert(LengthOf(u"\x7FF") == 2);
static_assert(LengthOf(u"\x800") == 3);
static_assert(LengthOf(u"\xFFFF") == 3);
static_assert(LengthOf(u"\xD800") == 3);
static_assert(LengthOf(u"\xDC00") == 3);
static_assert(LengthOf(u"\xD800\xDC00") == 4);
static_assert(LengthOf(u"\xDBFF\xDFFF") == 4);
static_assert(LengthOf(u"\xDC00\xD800") == 6);
static_assert(LengthOf(u"\xD800\xD800\xDC00") == 7);
static_assert(LengthOf(u"\xD800\xDC00\xDC00") == 7);
static_assert(LengthOf(u"\xD800\xE000") == 6);
static_assert(LengthOf(u"\xD7FF\xDC00") == 6);

constexpr size_t PrefixOf(std::array<uint8_t, 4> bytes, bool big_endian) {
  char16_t units[2] = {};
  const size_t n =
      big_endian ? scalar::CopyNonSurrogatePrefixBe(bytes.data(), 2, units)
                 : scalar::CopyNonSurrogatePrefixLe(bytes.data(), 2, units);
  return n == 2 && units[0] != (big_endian ? 0x0041 : 0x4100) ? 99 : n;
}
static_assert(PrefixOf({0x00, 0x41, 0xD7, 0xFF}, true) == 2);
static_assert(PrefixOf({0x00, 0x41, 0xD8, 0x00}, true) == 1);
static_assert(PrefixOf({0x00, 0x41, 0x00, 0xD8}, true) == 2);
static_assert(PrefixOf({0x00, 0x41, 0xFF, 0xDF}, false) == 1);
static_assert(PrefixOf({0x00, 0x41, 0x00, 0xE0}, false) == 2);

// Every length from nothing to three vectors of AVX-512, and a bit.
constexpr size_t kMaxLength = 3 * 64 + 8;

using Run = size_t (*)(const uint8_t* input, size_t n, uint8_t* output);

// A function of copy.h or utf8_length.h with its types erased.
struct Function {
  const char* name;
  Run simd;
  Run reference;
  size_t input_size;  // of an element, in bytes
  size_t output_size;
  size_t alignment;  // what the types ask of both addresses
  bool big_endian = false;
  // Elements are drawn from `good` where the function should not stop and from
  // `stops` where it should.
  std::vector<uint16_t> good;
  std::vector<uint16_t> stops = {};

  void Store(std::span<uint8_t> input, size_t i, uint16_t element) const {
    if (input_size == 1) {
      input[i] = static_cast<uint8_t>(element);
      return;
    }
    input[2 * i + (big_endian ? 1 : 0)] = static_cast<uint8_t>(element);
    input[2 * i + (big_endian ? 0 : 1)] = static_cast<uint8_t>(element >> 8);
  }
};

const char16_t* Units(const uint8_t* p) {
  return reinterpret_cast<const char16_t*>(p);
}
char16_t* Units(uint8_t* p) {
  return reinterpret_cast<char16_t*>(p);
}

#define READING(name) \
  [](const uint8_t* in, size_t n, uint8_t*) { return name(in, n); }
#define READING_UNITS(name) \
  [](const uint8_t* in, size_t n, uint8_t*) { return name(Units(in), n); }
#define BYTES_TO_BYTES(name) \
  [](const uint8_t* in, size_t n, uint8_t* out) { return name(in, n, out); }
#define BYTES_TO_UNITS(name)                      \
  [](const uint8_t* in, size_t n, uint8_t* out) { \
    return name(in, n, Units(out));               \
  }
#define UNITS_TO_BYTES(name)                      \
  [](const uint8_t* in, size_t n, uint8_t* out) { \
    return name(Units(in), n, out);               \
  }
#define BOTH(kind, name) #name, kind(simd::name), kind(scalar::name)

std::vector<Function> Functions() {
  const std::vector<uint16_t> ascii = {0x00, 0x01, 0x20, 0x41, 0x7E, 0x7F};
  const std::vector<uint16_t> high = {0x80, 0x81, 0xA0, 0xC2, 0xFE, 0xFF};
  std::vector<uint16_t> latin1 = ascii;
  latin1.insert(latin1.end(), high.begin(), high.end());
  const std::vector<uint16_t> above_ascii = {
      0x80, 0xFF, 0x100, 0x141, 0x180, 0x7FF, 0x8000, 0xD800, 0xFF00, 0xFFFF};
  const std::vector<uint16_t> above_latin1 = {0x100,  0x101,  0x17F,  0x200,
                                              0x1000, 0x8000, 0xFF00, 0xFFFF};
  const std::vector<uint16_t> scalars = {
      0x00,   0x41,   0x7F,   0x80,   0xD8,   0xDF,   0xFF,   0x100,
      0x7FF,  0x800,  0x4E00, 0x5800, 0x58D8, 0xC7FF, 0xCFFF, 0xD7D8,
      0xD7FF, 0xE000, 0xE0D8, 0xF800, 0xFEFF, 0xFFFE, 0xFFFF};
  const std::vector<uint16_t> surrogates = {0xD800, 0xD801, 0xD8FF, 0xDB7F,
                                            0xDBFF, 0xDC00, 0xDC41, 0xDFFF};
  std::vector<uint16_t> any = {0x41, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000};
  any.insert(any.end(), surrogates.begin(), surrogates.end());
  const Run widen_latin1 = [](const uint8_t* in, size_t n, uint8_t* out) {
    simd::WidenLatin1(in, n, Units(out));
    return n;
  };
  const Run widen_latin1_reference = [](const uint8_t* in, size_t n,
                                        uint8_t* out) {
    scalar::WidenLatin1(in, n, Units(out));
    return n;
  };
  return {
      {BOTH(READING, AsciiPrefix), 1, 0, 1, false, ascii, high},
      {BOTH(READING, Latin1PrefixOfUtf8),
       1,
       0,
       1,
       false,
       {0x00, 0x7F, 0x80, 0xA9, 0xBF, 0xC0, 0xC2, 0xC3},
       {0xC4, 0xC5, 0xD0, 0xE0, 0xE2, 0xF0, 0xFF}},
      {BOTH(BYTES_TO_BYTES, CopyAsciiPrefix), 1, 1, 1, false, ascii, high},
      {BOTH(BYTES_TO_UNITS, WidenAsciiPrefix), 1, 2, 2, false, ascii, high},
      {"WidenLatin1", widen_latin1, widen_latin1_reference, 1, 2, 2, false,
       latin1},
      {BOTH(UNITS_TO_BYTES, NarrowAsciiPrefix), 2, 1, 2, false, ascii,
       above_ascii},
      {BOTH(UNITS_TO_BYTES, NarrowLatin1Prefix), 2, 1, 2, false, latin1,
       above_latin1},
      {BOTH(BYTES_TO_UNITS, CopyNonSurrogatePrefixLe), 2, 2, 2, false, scalars,
       surrogates},
      {BOTH(BYTES_TO_UNITS, CopyNonSurrogatePrefixBe), 2, 2, 2, true, scalars,
       surrogates},
      {BOTH(READING, Utf8LengthOfLatin1), 1, 0, 1, false, latin1},
      {BOTH(READING_UNITS, Utf8LengthOfUtf16), 2, 0, 2, false, any},
  };
}

// Every test runs for every function on every target.
struct Param {
  std::string target;
  Function function;
};

std::ostream& operator<<(std::ostream& out, const Param& param) {
  return out << param.function.name << " on " << param.target;
}

std::vector<Param> Params() {
  std::vector<Param> params;
  for (const std::string& target : test_support::Targets()) {
    for (const Function& function : Functions()) {
      params.push_back({target, function});
    }
  }
  return params;
}

class CopyTest : public testing::TestWithParam<Param> {
 protected:
  static constexpr uint8_t kCanary = 0xA5;
  // Followed and preceded by what would complete a pair or stop a scan.
  static constexpr uint8_t kOutside = 0xDC;

  void SetUp() override {
    ASSERT_NE(test_support::ForceTarget(GetParam().target), "");
    std::fill(input_.All().begin(), input_.All().end(), kOutside);
  }
  void TearDown() override { test_support::RestoreTarget(); }

  const Function& function() const { return GetParam().function; }

  uint16_t Good() { return Draw(function().good); }
  uint16_t Stop() { return Draw(function().stops); }
  uint16_t Any() {
    return function().stops.empty() || rng_() % 4 != 0 ? Good() : Stop();
  }

  // Fills a span of n elements; with stop < n the first one to stop at is
  // there, and anything after it.
  void Fill(std::span<uint8_t> input, size_t n, size_t stop) {
    for (size_t i = 0; i < n; ++i) {
      function().Store(input, i,
                       i < stop    ? Good()
                       : i == stop ? Stop()
                                   : Any());
    }
  }

  // Runs function and reference on the input; the output goes to `output`, a
  // part of output_.
  void Check(std::span<const uint8_t> input, std::span<uint8_t> output) {
    const size_t n = input.size() / function().input_size;
    const auto all = output_.All();
    // As much as any overlong store would reach.
    const auto from = std::max(output.data() - 256, all.data());
    const auto to =
        std::min(output.data() + output.size() + 256, all.data() + all.size());
    std::fill(from, to, kCanary);
    expected_.assign(output.size(), kCanary);
    const size_t expected =
        function().reference(input.data(), n, expected_.data());
    const size_t actual = function().simd(input.data(), n, output.data());
    ASSERT_EQ(actual, expected) << "n = " << n;
    const size_t written =
        function().output_size == 0 ? 0 : actual * function().output_size;
    ASSERT_TRUE(
        std::equal(output.data(), output.data() + written, expected_.data()))
        << "n = " << n;
    ASSERT_TRUE(Intact(from, output.data())) << "n = " << n;
    ASSERT_TRUE(Intact(output.data() + output.size(), to)) << "n = " << n;
  }

  size_t InputSize(size_t n) const { return n * function().input_size; }
  size_t OutputSize(size_t n) const { return n * function().output_size; }

  std::mt19937 rng_{20260501};
  GuardedBuffer input_{4096};
  GuardedBuffer output_{4096};

 private:
  static bool Intact(const uint8_t* from, const uint8_t* to) {
    static const std::vector<uint8_t> canaries(256, kCanary);
    return std::memcmp(from, canaries.data(), static_cast<size_t>(to - from)) ==
           0;
  }

  uint16_t Draw(const std::vector<uint16_t>& from) {
    return from[rng_() % from.size()];
  }

  std::vector<uint8_t> expected_;
};

INSTANTIATE_TEST_SUITE_P(All,
                         CopyTest,
                         testing::ValuesIn(Params()),
                         [](const testing::TestParamInfo<Param>& info) {
                           return std::string(info.param.function.name) + "_" +
                                  info.param.target;
                         });

TEST_P(CopyTest, EveryOffsetAndLength) {
  for (size_t n = 0; n <= kMaxLength; ++n) {
    for (size_t offset = 0; offset < 64; offset += function().alignment) {
      const auto input = input_.At(512 + offset, InputSize(n));
      // Another misalignment for the output.
      const size_t shift = (offset * 5 + n * 2) % 64;
      const auto output = output_.At(512 + shift, OutputSize(n));
      Fill(input, n, n);
      ASSERT_NO_FATAL_FAILURE(Check(input, output)) << "offset " << offset;
      if (n != 0 && !function().stops.empty()) {
        function().Store(input, rng_() % n, Stop());
        ASSERT_NO_FATAL_FAILURE(Check(input, output)) << "offset " << offset;
      }
      std::fill(input.begin(), input.end(), kOutside);
    }
  }
}

TEST_P(CopyTest, EveryStopWithinGuardPages) {
  for (size_t n = 0; n <= kMaxLength; ++n) {
    const auto front = input_.First(InputSize(n));
    const auto back = input_.Last(InputSize(n));
    for (size_t stop = 0; stop <= n; ++stop) {
      Fill(front, n, function().stops.empty() ? n : stop);
      std::copy(front.begin(), front.end(), back.begin());
      ASSERT_NO_FATAL_FAILURE(Check(front, output_.Last(OutputSize(n))))
          << "stop " << stop;
      ASSERT_NO_FATAL_FAILURE(Check(back, output_.First(OutputSize(n))))
          << "stop " << stop;
      if (function().stops.empty() && stop == 2) {
        break;
      }
    }
  }
}

// Nulls are legal for nothing.
TEST_P(CopyTest, EmptyWithoutMemory) {
  EXPECT_EQ(function().simd(nullptr, 0, nullptr), 0u);
}

// Each byte or unit that there is, among plain text.
TEST_P(CopyTest, EveryElement) {
  constexpr size_t n = 80;
  const auto input = input_.Last(InputSize(n));
  for (size_t i = 0; i < n; ++i) {
    function().Store(input, i, 'a');
  }
  const unsigned count = function().input_size == 1 ? 0x100 : 0x10000;
  for (unsigned element = 0; element < count; ++element) {
    const size_t i = element % n;
    function().Store(input, i, static_cast<uint16_t>(element));
    ASSERT_NO_FATAL_FAILURE(Check(input, output_.Last(OutputSize(n))))
        << "element " << element;
    function().Store(input, i, 'a');
  }
}

TEST_P(CopyTest, RandomElements) {
  for (int round = 0; round < 2000; ++round) {
    const size_t n = rng_() % 600;
    const auto input = input_.Last(InputSize(n));
    for (size_t i = 0; i < n; ++i) {
      function().Store(input, i, static_cast<uint16_t>(rng_()));
    }
    ASSERT_NO_FATAL_FAILURE(Check(input, output_.Last(OutputSize(n))));
    for (size_t i = 0; i < n; ++i) {
      function().Store(input, i, Any());
    }
    ASSERT_NO_FATAL_FAILURE(Check(input, output_.Last(OutputSize(n))));
  }
}

TEST_P(CopyTest, LongSpans) {
  constexpr size_t kMax = (64 << 10) + 333;
  std::vector<uint8_t> input(InputSize(kMax) + 2);
  std::vector<uint8_t> actual(OutputSize(kMax) + 2);
  std::vector<uint8_t> expected(OutputSize(kMax) + 2);
  for (int round = 0; round < 12; ++round) {
    const size_t n = round == 0 ? kMax : kMax - rng_() % 1000;
    const size_t offset = round % 2 == 0 ? 0 : function().alignment;
    const auto span = std::span(input).subspan(offset);
    Fill(span, n, function().stops.empty() || round < 3 ? n : rng_() % n);
    std::fill(actual.begin(), actual.end(), kCanary);
    const size_t k = function().simd(span.data(), n, actual.data());
    ASSERT_EQ(k, function().reference(span.data(), n, expected.data()));
    if (function().output_size == 0) {
      continue;
    }
    ASSERT_TRUE(std::equal(actual.begin(),
                           actual.begin() + static_cast<int>(OutputSize(k)),
                           expected.begin()));
    ASSERT_EQ(actual[OutputSize(n)], kCanary);
  }
}

// What only lengths can get wrong: surrogate pairs across the borders of
// vectors, and sums that overflow. The functions of utf8_length.h are tested
// here, since CopyTest's offsets, lengths and guard pages are what they need,
// too.
class Utf8LengthTest : public TargetTest {};

INSTANTIATE_TEST_SUITE_P(All,
                         Utf8LengthTest,
                         testing::ValuesIn(test_support::Targets()),
                         [](const testing::TestParamInfo<std::string>& info) {
                           return info.param;
                         });

TEST_P(Utf8LengthTest, PairsEverywhere) {
  constexpr std::u16string_view kSequences[] = {
      u"\xD800\xDC00", u"\xDBFF\xDFFF", u"\xDC00\xD800",
      u"\xD800",       u"\xDC00",       u"\xD800\xD7FF",
      u"\xD800\xE000", u"\xD7FF\xDC00", u"\xD83D\xD83D\xDE00",
  };
  for (const std::u16string_view sequence : kSequences) {
    for (size_t n = sequence.size(); n <= kMaxLength; ++n) {
      for (size_t at = 0; at + sequence.size() <= n; ++at) {
        // Exactly as long, for sanitizers.
        std::vector<char16_t> text(n, u'a');
        std::copy(sequence.begin(), sequence.end(),
                  text.begin() + static_cast<int>(at));
        ASSERT_EQ(Utf8LengthOfUtf16(text.data(), n),
                  scalar::Utf8LengthOfUtf16(text.data(), n))
            << "at " << at << " of " << n;
      }
    }
  }
}

TEST_P(Utf8LengthTest, SumsDoNotOverflow) {
  for (const size_t n : {size_t{16384} * 8, size_t{16384} * 32 + 1,
                         size_t{16384} * 64 + 17, size_t{1} << 21}) {
    std::vector<char16_t> text(n, u'a');
    EXPECT_EQ(Utf8LengthOfUtf16(text.data(), n), n);
    std::fill(text.begin(), text.end(), u'\xFF21');
    EXPECT_EQ(Utf8LengthOfUtf16(text.data(), n), 3 * n);
    for (size_t i = 0; i < n; ++i) {
      text[i] = i % 2 == 0 ? 0xD83D : 0xDE00;
    }
    EXPECT_EQ(Utf8LengthOfUtf16(text.data(), n), n / 2 * 4 + n % 2 * 3);
    const std::vector<uint8_t> bytes(n, 0xFF);
    EXPECT_EQ(Utf8LengthOfLatin1(bytes.data(), n), 2 * n);
  }
}

// Long texts are read from where vectors are aligned on.
TEST_P(Utf8LengthTest, Latin1BeginsAnywhere) {
  test_support::Random random(8);
  std::vector<uint8_t> bytes(8192);
  for (uint8_t& byte : bytes) {
    byte = static_cast<uint8_t>(random.Next());
  }
  std::vector<size_t> high_before = {0};
  for (const uint8_t byte : bytes) {
    high_before.push_back(high_before.back() + (byte >= 0x80));
  }
  for (int i = 0; i < 20000; ++i) {
    const size_t begin = random.Below(128);
    const size_t n = random.Below(random.Chance(50) ? 1200 : 8000);
    ASSERT_EQ(Utf8LengthOfLatin1(bytes.data() + begin, n),
              n + high_before[begin + n] - high_before[begin])
        << n << " from " << begin << " on";
  }
}

TEST(DispatchTest, ForceAndRestore) {
  const std::vector<std::string> targets = test_support::Targets();
  ASSERT_FALSE(targets.empty());
  EXPECT_EQ(test_support::ForceTarget("MMX"), "");
  EXPECT_EQ(test_support::ForceTarget(""), "");
  for (const std::string& target : targets) {
    EXPECT_EQ(test_support::ForceTarget(target), target);
    EXPECT_EQ(std::count(targets.begin(), targets.end(), target), 1) << target;
  }
  // Forcing hides no target from the list.
  EXPECT_EQ(test_support::Targets(), targets);
  test_support::RestoreTarget();
}

// The first dispatch, which looks at the CPU, may happen on any thread.
TEST(DispatchTest, FirstDispatchOnManyThreads) {
  const std::vector<uint8_t> text(1000, 'a');
  for (int round = 0; round < 20; ++round) {
    test_support::RestoreTarget();
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        EXPECT_EQ(Utf8LengthOfLatin1(text.data(), text.size()), text.size());
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
  }
}

}  // namespace
}  // namespace v8_encoding::simd
