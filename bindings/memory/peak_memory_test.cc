// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The most memory that a long conversion has at once: that of the result, and
// no more than a few MiB. By the process's resident pages, as Linux counts
// them. Each conversion has an isolate of its own: what the last one left is
// gone with its isolate, where a collection may give it back in the middle of
// the next, on another thread, and make that one's peak too small.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

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

class PeakMemoryTest : public ::testing::Test {
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
};

// An isolate with an entered context, for one conversion.
class Host {
 public:
  Host() : handle_scope_(isolate_.get()), context_(NewContext(isolate())) {
    context_->Enter();
  }
  ~Host() { context_->Exit(); }

  v8::Isolate* isolate() const { return isolate_.get(); }
  v8::Local<v8::Context> context() const { return context_; }

  // Fails unless convert(), which gives the bytes of its result, has at its
  // peak at least half of them resident beside what was before, so that it was
  // measured, and no more than them and kMoreThanResult.
  template <typename Convert>
  void ExpectPeakOfResult(const Convert& convert) {
    isolate()->LowMemoryNotification();
    FreeKeptMemory();
    const size_t before = SettledMemory();
    EXPECT_TRUE(ForgetPeak());
    const v8::HandleScope scope(isolate());
    const size_t result = convert();
    const size_t peak = Status("VmHWM:");
    EXPECT_GE(peak, before + result / 2)
        << "result " << result << ", resident before " << before << ", now "
        << Status("VmRSS:");
    EXPECT_LE(peak, before + result + kMoreThanResult)
        << "result " << result << ", resident before " << before << ", now "
        << Status("VmRSS:");
  }

 private:
  TestIsolate isolate_;
  v8::HandleScope handle_scope_;
  v8::Local<v8::Context> context_;
};

std::string Repeated(std::string_view text) {
  std::string repeated;
  repeated.reserve(kSize);
  while (repeated.size() + text.size() <= kSize) {
    repeated += text;
  }
  return repeated;
}

struct Long {
  const char* name;
  Encoding encoding;
  std::string_view unit;
  std::string_view end = {};
  size_t bytes_a_unit = 1;  // Of the string.
};
constexpr Long kTexts[] = {
    {"ASCII", Encoding::kUtf8, "abcdefgh\n"},
    {"Cyrillic", Encoding::kUtf8, "\xD0\xB6\xD1\x8F", "", 2},
    {"markup", Encoding::kUtf8, "<p>\xE6\x97\xA5</p>", "", 2},
    {"ASCII before a euro sign", Encoding::kUtf8, "abcdefgh", "\xE2\x82\xAC",
     2},
    {"malformed", Encoding::kUtf8, "a\xFF", "", 2},
    {"windows-1251", Encoding::kWindows1251, "\xE6\xF4z", "", 2},
    {"windows-1252", Encoding::kWindows1252, "\xE6\xF4z"},
    {"gbk", Encoding::kGbk, "\xC4\xE3\xBA\xC3", "", 2},
    {"gb18030 of four bytes", Encoding::kGb18030,
     std::string_view("\x95\x32\x82\x36", 4), "", 2},
    {"shift_jis", Encoding::kShiftJis, "\x93\xFA\x96{ab", "", 2},
    {"utf-16le", Encoding::kUtf16Le,
     "\x16\x04"
     "a\x01",
     "", 2},
};

TEST_F(PeakMemoryTest, OfDecoding) {
  for (const Long& text : kTexts) {
    const std::string bytes = Repeated(text.unit) + std::string(text.end);
    for (const bool shared : {false, true}) {
      SCOPED_TRACE(std::string(text.name) + (shared ? ", shared" : ""));
      DecodeOptions options;
      options.shared = shared;
      Host host;
      host.ExpectPeakOfResult([&]() -> size_t {
        const v8::Local<v8::String> string =
            DecodeToString(host.isolate(), bytes, text.encoding, options)
                .string.ToLocalChecked();
        EXPECT_EQ(string->IsOneByte(), text.bytes_a_unit == 1);
        return static_cast<size_t>(string->Length()) * text.bytes_a_unit;
      });
    }
  }
}

TEST_F(PeakMemoryTest, OfEncoding) {
  for (const Long& text : kTexts) {
    if (!HasEncoder(text.encoding)) {
      continue;
    }
    SCOPED_TRACE(text.name);
    Host host;
    const v8::Local<v8::String> string =
        DecodeToString(host.isolate(), Repeated(text.unit), text.encoding)
            .string.ToLocalChecked();
    host.ExpectPeakOfResult([&]() -> size_t {
      EncodeOptions options;
      options.html = true;
      return EncodeToUint8Array(host.context(), string, text.encoding, options)
          .array.ToLocalChecked()
          ->ByteLength();
    });
  }
}

}  // namespace
}  // namespace v8_encoding::testing
