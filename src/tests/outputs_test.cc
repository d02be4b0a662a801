// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What conversions do to the memory of their outputs and around it, on each
// instruction set that this CPU has.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "src/testing/corpora.h"
#include "src/testing/exhaustive.h"
#include "src/testing/guarded_buffer.h"
#include "src/testing/target_test.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

using test_support::GuardedBuffer;
using test_support::kSlowBuild;
using test_support::Random;
using test_support::Script;

constexpr EncodeErrorMode kEncodeErrorModes[] = {EncodeErrorMode::kFatal,
                                                 EncodeErrorMode::kHtml};
constexpr Flush kFlushes[] = {Flush::kNo, Flush::kYes};

// What the memory of an output holds before the call.
constexpr uint8_t Untouched(size_t i) {
  return static_cast<uint8_t>(0xF5 + i % 11);
}

// An output whose end is the end of memory.
class Output {
 public:
  static constexpr size_t kMaxSize = 4096;

  // Memory in front of the output, which a test can look at.
  static constexpr size_t kBefore = 256;

  template <typename Unit>
  std::span<Unit> Of(size_t size) {
    memory_ = buffer_.Last(kBefore + size * sizeof(Unit));
    for (size_t i = 0; i < memory_.size(); ++i) {
      memory_[i] = Untouched(i);
    }
    return {reinterpret_cast<Unit*>(memory_.data() + kBefore), size};
  }

  bool IsUntouched(size_t begin, size_t end) const {
    for (size_t i = begin; i < end; ++i) {
      if (memory_[i] != Untouched(i)) {
        return false;
      }
    }
    return true;
  }
  bool IsUntouchedBefore() const { return IsUntouched(0, kBefore); }
  bool IsUntouchedBehind(size_t written) const {
    return IsUntouched(kBefore + written, memory_.size());
  }

 private:
  const GuardedBuffer buffer_{kBefore + 2 * kMaxSize};
  std::span<uint8_t> memory_;
};

// Text of some kinds of characters in runs, long ones of ASCII among them.
std::u16string AnyText(Random& random, size_t size) {
  constexpr struct {
    uint16_t first, last;
  } kKinds[] = {{0x20, 0x7E},     {0x20, 0x7E},     {0xA0, 0xFF},
                {0x80, 0x7FF},    {0x3000, 0x9FFF}, {0xE000, 0xFFFF},
                {0xD800, 0xDBFF}, {0xDC00, 0xDFFF}};
  const uint32_t kinds = random.In(1, 255);
  std::u16string text;
  while (text.size() < size) {
    const uint32_t kind = random.Below(8);
    if ((kinds >> kind & 1) == 0) {
      continue;
    }
    const uint32_t most = random.Chance(10) ? 400 : random.Chance(30) ? 60 : 4;
    for (uint32_t n = random.In(1, most); n != 0; --n) {
      text += static_cast<char16_t>(
          random.In(kKinds[kind].first, kKinds[kind].last));
      if (kind == 6 && random.Chance(80)) {
        text += static_cast<char16_t>(random.In(0xDC00, 0xDFFF));
      }
    }
  }
  text.resize(size);
  return text;
}

class OutputsTest : public simd::TargetTest {
 protected:
  // Encodes to UTF-8, and compares what is behind what was written.
  template <typename Unit>
  void CheckUtf8(Encoder encoder,
                 std::span<const Unit> text,
                 size_t capacity,
                 Flush flush) {
    const std::span<uint8_t> output = output_.Of<uint8_t>(capacity);
    EncodeResult result;
    if constexpr (sizeof(Unit) == 1) {
      result = encoder.EncodeFromLatin1(text, output, flush);
    } else {
      result = encoder.EncodeFromUtf16(text, output, flush);
    }
    ASSERT_TRUE(output_.IsUntouchedBefore());
    ASSERT_TRUE(output_.IsUntouchedBehind(result.written))
        << text.size() << " units of " << sizeof(Unit) << " bytes into "
        << capacity << ": written " << result.written << ", "
        << (result.status == EncodeStatus::kOutputFull ? "full" : "not full")
        << (flush == Flush::kYes ? ", the last" : "");
  }

  Output output_;
};

INSTANTIATE_TEST_SUITE_P(, OutputsTest, simd::EachTarget(), simd::TargetName);

// Encoder promises it. Where the next character doesn't fit, and where a lead
// surrogate waits for the next call, fast paths have been there.
TEST_P(OutputsTest, Utf8KeepsWhatIsBehindTheBytesWritten) {
  Random random(1);
  Encoder after_lead(Encoding::kUtf8);
  uint8_t nothing[1];
  constexpr char16_t kLead[] = {0xD83D};
  ASSERT_EQ(after_lead.EncodeFromUtf16(kLead, nothing, Flush::kNo).status,
            EncodeStatus::kInputEmpty);
  const int rounds = kSlowBuild ? 30 : 300;
  for (int round = 0; round < rounds; ++round) {
    std::u16string text = AnyText(random, random.Below(round % 5 ? 60 : 200));
    if (round % 3 == 0) {
      text += u'\xD83D';
    }
    const std::vector<uint8_t> latin1(text.begin(), text.end());
    const Encoder encoder = round % 7 ? Encoder(Encoding::kUtf8) : after_lead;
    for (size_t capacity = 0; capacity < 3 * text.size() + 8; ++capacity) {
      for (const Flush flush : kFlushes) {
        CheckUtf8(encoder, std::span<const char16_t>(text), capacity, flush);
        CheckUtf8(encoder, std::span<const uint8_t>(latin1), capacity, flush);
        if (HasFatalFailure()) {
          return;
        }
      }
    }
  }
}

// Long enough for each way that kernels have through a text.
TEST_P(OutputsTest, Utf8KeepsWhatIsBehindLongTexts) {
  Random random(2);
  const int rounds = kSlowBuild ? 300 : 3000;
  for (int round = 0; round < rounds; ++round) {
    const std::u16string text = AnyText(random, random.In(200, 1300));
    const std::vector<uint8_t> latin1(text.begin(), text.end());
    // From much too little to just enough.
    const auto capacity = [&](size_t needed) {
      return needed - random.Below(random.Chance(50)
                                       ? 8
                                       : static_cast<uint32_t>(needed));
    };
    const Flush flush = kFlushes[random.Below(2)];
    const Encoder encoder(Encoding::kUtf8);
    CheckUtf8(encoder, std::span<const char16_t>(text),
              capacity(Utf8Length(std::span<const char16_t>(text))), flush);
    CheckUtf8(encoder, std::span<const uint8_t>(latin1),
              capacity(Utf8Length(std::span<const uint8_t>(latin1))), flush);
    if (HasFatalFailure()) {
      return;
    }
  }
}

// A run of shorter characters among longer ones, of any length at any place,
// and room for what kernels ask for that do several blocks at once, or for a
// few bytes more or less: behind the run there is a room that the last store
// need not fill.
TEST_P(OutputsTest, Utf8KeepsWhatIsBehindWholeBlocks) {
  constexpr size_t kLength = 352;
  const size_t step = kSlowBuild ? 96 : 16;
  struct Kind {
    char16_t longer;
    char16_t shorter;
    size_t length;  // Of the longer one in UTF-8.
  };
  for (const Kind& kind :
       {Kind{u'\u00E9', u'a', 2}, Kind{u'\u044F', u'a', 2},
        Kind{u'\u4E00', u'a', 3}, Kind{u'\u4E00', u'\u00E9', 3}}) {
    for (size_t at = 0; at < kLength; at += step) {
      for (size_t run = 1; run <= 40; ++run) {
        std::u16string text(kLength, kind.longer);
        text.replace(at, run, run, kind.shorter);
        const std::vector<uint8_t> latin1(text.begin(), text.end());
        for (size_t blocks = 1; blocks <= kLength / 32; ++blocks) {
          for (size_t less = 0; less < 6; ++less) {
            const size_t capacity = 32 * kind.length * blocks + 3 - less;
            CheckUtf8(Encoder(Encoding::kUtf8), std::span<const char16_t>(text),
                      capacity, Flush::kYes);
            if (kind.longer <= 0xFF) {
              CheckUtf8(Encoder(Encoding::kUtf8),
                        std::span<const uint8_t>(latin1), capacity,
                        Flush::kYes);
            }
            if (HasFatalFailure()) {
              return;
            }
          }
        }
      }
    }
  }
}

// In each encoding and both ways. Memory ends where an output does.
TEST_P(OutputsTest, NothingOutsideIsTouched) {
  Random random(3);
  const auto capacity = [&](size_t size) {
    return random.Below(static_cast<uint32_t>(random.Chance(50) ? 64 : size) +
                        1);
  };
  const int rounds = kSlowBuild ? 20 : 200;
  for (const Encoding encoding : test_support::AllEncodings()) {
    std::u16string corpus;
    for (const Script script : test_support::ScriptsOf(encoding)) {
      corpus += test_support::MarkupCorpus(script, 1000);
    }
    for (int round = 0; round < rounds; ++round) {
      const Flush flush = kFlushes[random.Below(2)];
      std::u16string text = AnyText(random, random.Below(300));
      if (!corpus.empty()) {
        text.insert(random.Below(static_cast<uint32_t>(text.size()) + 1),
                    corpus.substr(random.Below(500), random.Below(600)));
      }
      std::vector<uint8_t> bytes(6 * text.size() + 16);
      for (const EncodeErrorMode error_mode : kEncodeErrorModes) {
        const std::span<uint8_t> output =
            output_.Of<uint8_t>(capacity(2 * text.size()));
        ASSERT_LE(Encoder(encoding, error_mode)
                      .EncodeFromUtf16(text, output, flush)
                      .written,
                  output.size());
        ASSERT_TRUE(output_.IsUntouchedBefore()) << Name(encoding);
        bytes.resize(Encoder(encoding, EncodeErrorMode::kHtml)
                         .EncodeFromUtf16(text, bytes, flush)
                         .written);
      }
      // Text that decodes, and some that may not.
      for (uint32_t n = random.Below(8); n != 0 && !bytes.empty(); --n) {
        bytes[random.Below(static_cast<uint32_t>(bytes.size()))] =
            static_cast<uint8_t>(random.Below(0x100));
      }
      const size_t size = std::min<size_t>(bytes.size() + 8, 1000);
      std::span<uint8_t> output = output_.Of<uint8_t>(capacity(size));
      ASSERT_LE(Decoder(encoding).DecodeToLatin1(bytes, output, flush).written,
                output.size());
      ASSERT_TRUE(output_.IsUntouchedBefore()) << Name(encoding);
      output = output_.Of<uint8_t>(capacity(2 * size));
      ASSERT_LE(Decoder(encoding).DecodeToUtf8(bytes, output, flush).written,
                output.size());
      ASSERT_TRUE(output_.IsUntouchedBefore()) << Name(encoding);
      const std::span<char16_t> units = output_.Of<char16_t>(capacity(size));
      ASSERT_LE(Decoder(encoding).DecodeToUtf16(bytes, units, flush).written,
                units.size());
      ASSERT_TRUE(output_.IsUntouchedBefore()) << Name(encoding);
    }
  }
}

}  // namespace
}  // namespace v8_encoding
