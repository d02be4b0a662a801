// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// How much stack a call takes, on each instruction set that this CPU has.

#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "src/testing/corpora.h"
#include "src/testing/exhaustive.h"
#include "src/testing/target_test.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/hooks.h"
#include "v8_encoding/sniffing_decoder.h"
#include "v8_encoding/text.h"
#include "v8_encoding/unicode.h"

namespace v8_encoding {
namespace {

using test_support::Random;
using test_support::Script;

// What decoder.h promises.
constexpr size_t kMaxStack = 24 * 1024;

// A stack that is painted before a function runs on it.
class PaintedStack {
 public:
  PaintedStack() {
    void* const map = mmap(nullptr, kSize, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    EXPECT_NE(map, MAP_FAILED);
    memory_ = {static_cast<uint8_t*>(map), kSize};
  }
  PaintedStack(const PaintedStack&) = delete;
  PaintedStack& operator=(const PaintedStack&) = delete;
  ~PaintedStack() { munmap(memory_.data(), kSize); }

  // How far below its caller's frame `function` has written.
  size_t DepthOf(const std::function<void()>& function) {
    // The first time the dynamic linker may be at work, too.
    function();
    std::memset(memory_.data(), kPaint[0], kSize);
    ucontext_t context;
    getcontext(&context);
    context.uc_stack.ss_sp = memory_.data();
    context.uc_stack.ss_size = kSize;
    context.uc_link = &caller_;
    running_ = this;
    function_ = &function;
    makecontext(&context, Run, 0);
    swapcontext(&caller_, &context);
    size_t lowest = 0;
    while (std::memcmp(&memory_[lowest], kPaint, sizeof(kPaint)) == 0) {
      lowest += sizeof(kPaint);
    }
    return static_cast<size_t>(frame_ - &memory_[lowest]);
  }

 private:
  static constexpr size_t kSize = 128 * 1024;
  static constexpr uint8_t kPaint[] = {0xA5, 0xA5, 0xA5, 0xA5,
                                       0xA5, 0xA5, 0xA5, 0xA5};

  static void Run() {
    running_->frame_ = static_cast<uint8_t*>(__builtin_frame_address(0));
    (*running_->function_)();
  }

  // makecontext() takes no pointers.
  static inline PaintedStack* running_ = nullptr;

  std::span<uint8_t> memory_;
  const std::function<void()>* function_ = nullptr;
  uint8_t* frame_ = nullptr;
  ucontext_t caller_;
};

// The text of an encoding, with units that few encodings have.
std::u16string AnyText(Random& random, std::u16string_view corpus) {
  std::u16string text;
  const size_t size = random.Below(random.Chance(30) ? 9000 : 300);
  while (text.size() < size) {
    switch (random.Below(4)) {
      case 0:
        text +=
            corpus.substr(random.Below(static_cast<uint32_t>(corpus.size())),
                          random.Below(random.Chance(50) ? 60 : 3000));
        break;
      case 1:
        text.append(random.Below(40),
                    static_cast<char16_t>(random.In(0x20, 0x7E)));
        break;
      case 2:
        text += static_cast<char16_t>(random.Below(0x10000));
        break;
      case 3:
        text += static_cast<char16_t>(random.In(0x80, 0xFF));
        break;
    }
  }
  return text;
}

class StackTest : public simd::TargetTest {
 protected:
  void SetUp() override {
    TargetTest::SetUp();
    if (test_support::kSlowBuild) {
      GTEST_SKIP() << "frames of such a build are larger than promised";
    }
  }

  void Check(Encoding encoding,
             std::string_view what,
             const std::function<void()>& call) {
    const size_t depth = stack_.DepthOf(call);
    EXPECT_LE(depth, kMaxStack) << Name(encoding) << ", " << what;
    most_ = std::max(most_, depth);
  }

  PaintedStack stack_;
  size_t most_ = 0;
};

INSTANTIATE_TEST_SUITE_P(, StackTest, simd::EachTarget(), simd::TargetName);

// Painting would go unnoticed if it were of another stack.
TEST_P(StackTest, DepthIsMeasured) {
  const size_t depth = stack_.DepthOf([] {
    volatile uint8_t array[100000];
    for (volatile uint8_t& element : array) {
      element = 0;
    }
  });
  EXPECT_GE(depth, 100000u);
  EXPECT_LE(depth, 101000u);
}

TEST_P(StackTest, ACallTakesNoMoreThanPromised) {
  Random random(1);
  for (const Encoding encoding : test_support::AllEncodings()) {
    std::u16string corpus = u"a";
    for (const Script script : test_support::ScriptsOf(encoding)) {
      corpus += test_support::MarkupCorpus(script, 2000);
    }
    for (int round = 0; round < 12; ++round) {
      const std::u16string text = AnyText(random, corpus);
      const std::vector<uint8_t> latin1(text.begin(), text.end());
      const std::string utf8_text = Utf8Encode(text);
      const std::vector<uint8_t> utf8(utf8_text.begin(), utf8_text.end());
      std::vector<uint8_t> output(10 * text.size() + 16);
      std::vector<char16_t> units(output.size() + 4);
      for (const EncodeErrorMode mode :
           {EncodeErrorMode::kFatal, EncodeErrorMode::kHtml}) {
        Check(encoding, "EncodeFromUtf16", [&] {
          (void)Encoder(encoding, mode)
              .EncodeFromUtf16(text, output, Flush::kYes);
        });
        Check(encoding, "EncodeFromLatin1", [&] {
          (void)Encoder(encoding, mode)
              .EncodeFromLatin1(latin1, output, Flush::kYes);
        });
        Check(encoding, "EncodeFromUtf8", [&] {
          (void)Encoder(encoding, mode)
              .EncodeFromUtf8(utf8, output, Flush::kYes);
        });
      }
      std::vector<uint8_t> bytes(10 * text.size() + 16);
      bytes.resize(Encoder(encoding, EncodeErrorMode::kHtml)
                       .EncodeFromUtf16(text, bytes, Flush::kYes)
                       .written);
      for (uint32_t n = random.Below(8); n != 0 && !bytes.empty(); --n) {
        bytes[random.Below(static_cast<uint32_t>(bytes.size()))] =
            static_cast<uint8_t>(random.Below(0x100));
      }
      for (const DecodeErrorMode mode :
           {DecodeErrorMode::kFatal, DecodeErrorMode::kReplacement}) {
        Check(encoding, "DecodeToLatin1", [&] {
          (void)Decoder(encoding, mode)
              .DecodeToLatin1(bytes, output, Flush::kYes);
        });
        Check(encoding, "DecodeToUtf16", [&] {
          (void)Decoder(encoding, mode)
              .DecodeToUtf16(bytes, units, Flush::kYes);
        });
        Check(encoding, "DecodeToUtf8", [&] {
          (void)Decoder(encoding, mode)
              .DecodeToUtf8(bytes, output, Flush::kYes);
        });
        Check(encoding, "Validate", [&] {
          (void)Decoder(encoding, mode).Validate(bytes, Flush::kYes);
        });
      }
      Check(encoding, "Decode", [&] { (void)Decode(bytes, encoding); });
      Check(encoding, "DecodeToString",
            [&] { (void)DecodeToString(bytes, encoding); });
      Check(encoding, "DecodedUtf8Length",
            [&] { (void)DecodedUtf8Length(bytes, encoding); });
      Check(encoding, "EncodeString",
            [&] { (void)EncodeString(utf8_text, encoding); });
      Check(encoding, "SniffingDecoder", [&] {
        (void)SniffingDecoder(encoding).DecodeToUtf8(bytes, output,
                                                     Flush::kYes);
      });
      Check(encoding, "FormUrlEncode",
            [&] { (void)FormUrlEncode(text, encoding); });
      Check(encoding, "Utf8Length", [&] {
        (void)Utf8Length(std::span<const char16_t>(text));
        (void)Utf8Length(std::span<const uint8_t>(latin1));
      });
    }
    Check(encoding, "GetEncoding", [&] { (void)GetEncoding(Name(encoding)); });
  }
  const std::u32string utf32(3000, U'\U0001F600');
  const std::string utf8(12000, '\xE3');
  std::vector<char32_t> utf32_output(12000);
  std::vector<uint8_t> utf8_output(12000);
  Check(Encoding::kUtf8, "conversions", [&] {
    (void)Utf32ToUtf8(utf32, utf8_output);
    (void)Utf8ToUtf32(AsBytes(utf8), utf32_output);
    (void)Latin1PrefixLengthOfUtf8(AsBytes(utf8));
    (void)CodePointCountOfUtf8(AsBytes(utf8));
  });
  RecordProperty("bytes", std::to_string(most_));
}

}  // namespace
}  // namespace v8_encoding
