// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What a call costs in a process that has made no other.
//
// Compilers for AVX-512 fold the load of a constant into the instruction that
// picks lanes of it by a mask. If no lane is picked and the constant's page
// isn't in memory, then that is no page fault, which would bring the page: the
// CPU finds out the slow way that there is none, at every call. Short texts of
// a process that has no others took forty times as long as they do once
// some other call has touched the page.
//
// So here the program's read-only pages are taken away, and each comes back
// when it's really read. A call is timed, and once more after calls with long
// texts. Best times of many are compared, with room for noise: what is looked
// for takes several times as long.

#include <link.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX's sigaction.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/testing/corpora.h"
#include "src/testing/target_test.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding {
namespace {

using test_support::Corpus;
using test_support::Script;

// The program's constants. All of them are there again at the end: a leak
// checker reads them when the program ends, with signals blocked.
class ReadOnlySegment {
 public:
  ReadOnlySegment() {
    dl_iterate_phdr(Find, this);
    struct sigaction action = {};
    action.sa_sigaction = BringBack;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, &before_);
  }

  ~ReadOnlySegment() {
    mprotect(PageAt(begin_), size_, PROT_READ);
    sigaction(SIGSEGV, &before_, nullptr);
  }

  ReadOnlySegment(const ReadOnlySegment&) = delete;
  ReadOnlySegment& operator=(const ReadOnlySegment&) = delete;

  bool found() const { return size_ != 0; }
  void TakeAway() const { mprotect(PageAt(begin_), size_, PROT_NONE); }

 private:
  // Looks at the program, which comes before its libraries.
  static int Find(dl_phdr_info* info, size_t, void* result) {
    auto* const segment = static_cast<ReadOnlySegment*>(result);
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr)& header = info->dlpi_phdr[i];
      if (header.p_type == PT_LOAD && header.p_flags == PF_R &&
          header.p_memsz > segment->size_) {
        const uintptr_t address = info->dlpi_addr + header.p_vaddr;
        segment->begin_ = address & ~(kPage - 1);
        segment->size_ = address + header.p_memsz - segment->begin_;
      }
    }
    return 1;
  }

  static void* PageAt(uintptr_t address) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a page of the program.
    return reinterpret_cast<void*>(address);
  }

  // Uses no constant itself.
  static void BringBack(int, siginfo_t* info, void*) {
    const uintptr_t address = reinterpret_cast<uintptr_t>(info->si_addr);
    if (mprotect(PageAt(address & ~(kPage - 1)), kPage, PROT_READ) != 0) {
      _exit(1);
    }
  }

  static constexpr uintptr_t kPage = 4096;

  uintptr_t begin_ = 0;
  size_t size_ = 0;
  struct sigaction before_ = {};
};

using Call = std::function<void()>;

// Of one call, in ns: the best of some dozens.
double BestTime(const Call& call) {
  using Clock = std::chrono::steady_clock;
  constexpr int kCalls = 16;
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 6; ++i) {
    const auto begin = Clock::now();
    for (int j = 0; j < kCalls; ++j) {
      call();
    }
    const std::chrono::duration<double, std::nano> time = Clock::now() - begin;
    best = std::min(best, time.count() / kCalls);
  }
  return best;
}

// One way to convert: `run` takes the first `size` bytes or units of what
// there is to convert, all of which has a place in the output.
struct Conversion {
  std::string name;
  size_t size;
  std::function<void(size_t)> run;
};

class FirstCallsTest : public simd::TargetTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(constants_.found());
    TargetTest::SetUp();
  }

  // Whether calls with short texts cost as much before long ones as after.
  void Check(const Conversion& conversion) {
    for (size_t size = 1; size <= 256; ++size) {
      const Call call = [&] { conversion.run(size); };
      double before = 0;
      double after = 0;
      // Another program may have been in the way. It isn't three times in a
      // row.
      for (int attempt = 0; attempt < 10; ++attempt) {
        constants_.TakeAway();
        before = BestTime(call);
        conversion.run(conversion.size);
        after = BestTime(call);
        if (before <= 2 * after + 30) {
          break;
        }
      }
      EXPECT_LE(before, 2 * after + 30)
          << conversion.name << ", " << size << " in a fresh process";
      if (HasFailure()) {
        return;
      }
    }
  }

  void CheckDecoding(Encoding encoding, const std::string& name) {
    const std::vector<uint8_t> bytes = Bytes(encoding);
    std::vector<char16_t> units(Decoder::MaxUnits(bytes.size()));
    std::vector<uint8_t> latin1(units.size());
    Check({name + " to UTF-16", bytes.size(), [&](size_t size) {
             Decoder decoder(encoding);
             (void)decoder.DecodeToUtf16({bytes.data(), size}, units,
                                         Flush::kYes);
           }});
    Check({name + " to Latin-1", bytes.size(), [&](size_t size) {
             Decoder decoder(encoding);
             (void)decoder.DecodeToLatin1({bytes.data(), size}, latin1,
                                          Flush::kYes);
           }});
  }

  void CheckEncoding(Encoding encoding, const std::string& name) {
    const std::u16string text = Text(encoding);
    std::vector<uint8_t> latin1(text.begin(), text.end());
    std::vector<uint8_t> bytes(Encoder::kMaxBytesPerStep * text.size());
    Check({"UTF-16 to " + name, text.size(), [&](size_t size) {
             Encoder encoder(encoding, EncodeErrorMode::kHtml);
             (void)encoder.EncodeFromUtf16({text.data(), size}, bytes,
                                           Flush::kYes);
           }});
    Check({"Latin-1 to " + name, latin1.size(), [&](size_t size) {
             Encoder encoder(encoding, EncodeErrorMode::kHtml);
             (void)encoder.EncodeFromLatin1({latin1.data(), size}, bytes,
                                            Flush::kYes);
           }});
  }

 private:
  // ASCII, of which no mask picks anything, and then all that there is.
  static std::u16string Text(Encoding encoding) {
    std::u16string text = Corpus(Script::kAscii, 256);
    for (const Script script : test_support::ScriptsOf(encoding)) {
      text += test_support::MarkupCorpus(script, 1024);
    }
    text += Corpus(Script::kEmoji, 256) + u"\xDC00\xD800.";
    return text;
  }

  static std::vector<uint8_t> Bytes(Encoding encoding) {
    const std::u16string text = Text(encoding);
    std::vector<uint8_t> bytes(Encoder::kMaxBytesPerStep * text.size() + 3);
    size_t written = 0;
    if (encoding == Encoding::kUtf16Le || encoding == Encoding::kUtf16Be) {
      for (const char16_t unit : text) {
        const uint8_t halves[] = {static_cast<uint8_t>(unit),
                                  static_cast<uint8_t>(unit >> 8)};
        const bool is_big = encoding == Encoding::kUtf16Be;
        bytes[written++] = halves[is_big];
        bytes[written++] = halves[!is_big];
      }
    } else {
      Encoder encoder(encoding, EncodeErrorMode::kHtml);
      written = encoder.EncodeFromUtf16(text, bytes, Flush::kYes).written;
    }
    // Malformed anywhere.
    for (const uint8_t byte : {0xFF, 0x80, 0x30}) {
      bytes[written++] = byte;
    }
    bytes.resize(written);
    return bytes;
  }

  const ReadOnlySegment constants_;
};

// One encoding of each kernel, or two where it has two ways.

TEST_P(FirstCallsTest, Utf8) {
  CheckDecoding(Encoding::kUtf8, "UTF-8");
  CheckEncoding(Encoding::kUtf8, "UTF-8");
}
TEST_P(FirstCallsTest, Utf16) {
  CheckDecoding(Encoding::kUtf16Le, "UTF-16LE");
  CheckDecoding(Encoding::kUtf16Be, "UTF-16BE");
}
TEST_P(FirstCallsTest, SingleByte) {
  CheckDecoding(Encoding::kWindows1251, "windows-1251");
  CheckDecoding(Encoding::kWindows874, "windows-874");
  CheckDecoding(Encoding::kXUserDefined, "x-user-defined");
}
TEST_P(FirstCallsTest, MultiByte) {
  CheckDecoding(Encoding::kGb18030, "gb18030");
  CheckDecoding(Encoding::kBig5, "Big5");
  CheckDecoding(Encoding::kEucJp, "EUC-JP");
  CheckDecoding(Encoding::kIso2022Jp, "ISO-2022-JP");
  CheckDecoding(Encoding::kShiftJis, "Shift_JIS");
  CheckDecoding(Encoding::kEucKr, "EUC-KR");
}
TEST_P(FirstCallsTest, LegacyEncoders) {
  for (const Encoding encoding :
       {Encoding::kWindows1251, Encoding::kXUserDefined, Encoding::kGb18030,
        Encoding::kBig5, Encoding::kEucJp, Encoding::kIso2022Jp,
        Encoding::kShiftJis, Encoding::kEucKr}) {
    if (HasEncoder(encoding)) {
      CheckEncoding(encoding, std::string(Name(encoding)));
    }
  }
}
TEST_P(FirstCallsTest, Lengths) {
  const std::u16string text = Corpus(Script::kAscii, 256) +
                              Corpus(Script::kCyrillic, 1024) +
                              Corpus(Script::kEmoji, 1024);
  const std::vector<uint8_t> latin1(text.begin(), text.end());
  Check({"UTF-16's length in UTF-8", text.size(), [&](size_t size) {
           (void)Utf8Length({text.data(), size});
         }});
  Check({"Latin-1's length in UTF-8", latin1.size(), [&](size_t size) {
           (void)Utf8Length({latin1.data(), size});
         }});
  Check({"validation of UTF-8", latin1.size(), [&](size_t size) {
           Decoder decoder(Encoding::kUtf8);
           (void)decoder.Validate({latin1.data(), size}, Flush::kYes);
         }});
}

INSTANTIATE_TEST_SUITE_P(,
                         FirstCallsTest,
                         simd::EachTarget(),
                         simd::TargetName);

}  // namespace
}  // namespace v8_encoding
