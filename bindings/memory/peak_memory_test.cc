// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The most memory that a long conversion has at once: that of the result, and
// no more than a few MiB. By the process's resident pages, as Linux counts
// them. Each conversion is a test, with an isolate of its own: what an earlier
// one left is gone with its isolate, where a collection might give it back in
// the middle of the next, on another thread, and make that peak too small.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/memory.h"

namespace v8_encoding::testing {
namespace {

constexpr size_t kMiB = size_t{1} << 20;
constexpr size_t kSize = 64 * kMiB;
// What V8, malloc() and the kept block may take beside the result.
constexpr size_t kMoreThanResult = 6 * kMiB;

// A line of /proc/self/status, in bytes.
size_t Status(std::string_view name) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(name)) {
      return std::stoul(line.substr(name.size() + 1)) * 1024;
    }
  }
  return 0;
}

// What is resident when no other thread gives memory back any more.
size_t SettledMemory() {
  size_t now = Status("VmRSS:");
  for (size_t last = 0; now != last; now = Status("VmRSS:")) {
    last = now;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return now;
}

// Sets the peak to what is resident. False if the system doesn't let a process.
bool ForgetPeak() {
  std::ofstream file("/proc/self/clear_refs");
  file << "5";
  file.flush();
  return file.good();
}

struct Long {
  const char* name;
  Encoding encoding;
  std::string_view unit;
  std::string_view end = {};
  size_t bytes_a_unit = 1;  // Of the string.
};
constexpr Long kTexts[] = {
    {"Ascii", Encoding::kUtf8, "abcdefgh\n"},
    {"Cyrillic", Encoding::kUtf8, "\xD0\xB6\xD1\x8F", "", 2},
    {"Markup", Encoding::kUtf8, "<p>\xE6\x97\xA5</p>", "", 2},
    {"AsciiBeforeEuroSign", Encoding::kUtf8, "abcdefgh", "\xE2\x82\xAC", 2},
    {"Malformed", Encoding::kUtf8, "a\xFF", "", 2},
    {"Windows1251", Encoding::kWindows1251, "\xE6\xF4z", "", 2},
    {"Windows1252", Encoding::kWindows1252, "\xE6\xF4z"},
    {"Gbk", Encoding::kGbk, "\xC4\xE3\xBA\xC3", "", 2},
    {"Gb18030OfFourBytes", Encoding::kGb18030,
     std::string_view("\x95\x32\x82\x36", 4), "", 2},
    {"ShiftJis", Encoding::kShiftJis, "\x93\xFA\x96{ab", "", 2},
    {"Utf16Le", Encoding::kUtf16Le,
     "\x16\x04"
     "a\x01",
     "", 2},
};

std::vector<Long> TextsWithEncoder() {
  std::vector<Long> texts;
  std::ranges::copy_if(kTexts, std::back_inserter(texts), [](const Long& text) {
    return HasEncoder(text.encoding);
  });
  return texts;
}

std::string Name(const ::testing::TestParamInfo<Long>& text) {
  return text.param.name;
}

std::string Repeated(std::string_view text) {
  std::string repeated;
  repeated.reserve(kSize);
  while (repeated.size() + text.size() <= kSize) {
    repeated += text;
  }
  return repeated;
}

class PeakMemoryTest : public V8Test,
                       public ::testing::WithParamInterface<Long> {
 protected:
  void SetUp() override {
#if defined(V8_ENCODING_SANITIZED)
    GTEST_SKIP() << "a sanitizer's own memory counts, too";
#else
    if (!ForgetPeak() || Status("VmHWM:") == 0) {
      GTEST_SKIP() << "no /proc/self/clear_refs";
    }
#endif
  }

  // Fails unless convert(result), which sets how many bytes its result has, has
  // at its peak at least half of them resident beside what was before, so that
  // it was measured, and no more than them and kMoreThanResult.
  template <typename Convert>
  void ExpectPeakOfResult(const Convert& convert) {
    // A thread of V8's that had to wait for a processor may give memory back in
    // the midst of a conversion, whose peak then says nothing: seen twice, on
    // machines with more to do than they have processors for.
    constexpr int kTries = 5;
    for (int i = 0; i != kTries && !IsPeakOfResult(convert); ++i) {
    }
    SCOPED_TRACE("result " + std::to_string(result_) + ", resident before " +
                 std::to_string(before_) + ", now " +
                 std::to_string(Status("VmRSS:")));
    EXPECT_GE(peak_, before_ + result_ / 2);
    EXPECT_LE(peak_, before_ + result_ + kMoreThanResult);
  }

 private:
  // Measures once. False if the peak is too small to be the conversion's.
  template <typename Convert>
  bool IsPeakOfResult(const Convert& convert) {
    // Twice: V8 frees the buffers that a collection has found on another
    // thread, and waits for that before the next one.
    isolate()->LowMemoryNotification();
    isolate()->LowMemoryNotification();
    FreeKeptMemory();
    before_ = SettledMemory();
    EXPECT_TRUE(ForgetPeak());
    const v8::HandleScope scope(isolate());
    convert(result_);
    peak_ = Status("VmHWM:");
    return peak_ >= before_ + result_ / 2;
  }

  size_t result_ = 0;
  size_t before_ = 0;
  size_t peak_ = 0;
};

class PeakMemoryOfDecodingTest : public PeakMemoryTest {
 protected:
  void Check(bool shared) {
    const Long& text = GetParam();
    const std::string bytes = Repeated(text.unit) + std::string(text.end);
    DecodeOptions options;
    options.shared = shared;
    ExpectPeakOfResult([&](size_t& result) {
      v8::Local<v8::String> string;
      ASSERT_TRUE(DecodeToString(isolate(), bytes, text.encoding, options)
                      .string.ToLocal(&string));
      ASSERT_EQ(string->IsOneByte(), text.bytes_a_unit == 1);
      result = static_cast<size_t>(string->Length()) * text.bytes_a_unit;
    });
  }
};

INSTANTIATE_TEST_SUITE_P(,
                         PeakMemoryOfDecodingTest,
                         ::testing::ValuesIn(kTexts),
                         Name);

TEST_P(PeakMemoryOfDecodingTest, Bytes) {
  Check(/*shared=*/false);
}

TEST_P(PeakMemoryOfDecodingTest, SharedBytes) {
  Check(/*shared=*/true);
}

class PeakMemoryOfEncodingTest : public PeakMemoryTest {};

INSTANTIATE_TEST_SUITE_P(,
                         PeakMemoryOfEncodingTest,
                         ::testing::ValuesIn(TextsWithEncoder()),
                         Name);

TEST_P(PeakMemoryOfEncodingTest, Text) {
  const Long& text = GetParam();
  v8::Local<v8::String> string;
  ASSERT_TRUE(DecodeToString(isolate(), Repeated(text.unit), text.encoding)
                  .string.ToLocal(&string));
  ExpectPeakOfResult([&](size_t& result) {
    v8::Local<v8::Uint8Array> array;
    EncodeOptions options;
    options.html = true;
    ASSERT_TRUE(EncodeToUint8Array(context(), string, text.encoding, options)
                    .array.ToLocal(&array));
    result = array->ByteLength();
  });
}

}  // namespace
}  // namespace v8_encoding::testing
