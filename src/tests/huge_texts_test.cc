// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Texts of more units than 32 bits count.

#include <cstdint>

// Where there are such texts, and memory can be mapped at several addresses
// side by side, which Windows isn't known to do. Elsewhere the file is empty.
#if SIZE_MAX > UINT32_MAX && !defined(_WIN32)

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <span>

#include "gtest/gtest.h"
#include "src/testing/exhaustive.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/unicode.h"

namespace v8_encoding {
namespace {

using test_support::IsExhaustive;
using test_support::kSlowBuild;

// A few pages of memory over and over, for spans that are longer than memory.
class RepeatedMemory {
 public:
  explicit RepeatedMemory(size_t min_size)
      : size_((min_size + kPart - 1) / kPart * kPart) {
    const int file = memfd_create("repeated", 0);
    EXPECT_EQ(ftruncate(file, kPart), 0);
    void* const map = mmap(nullptr, size_, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    EXPECT_NE(map, MAP_FAILED);
    memory_ = static_cast<uint8_t*>(map);
    for (size_t at = 0; at < size_; at += kPart) {
      EXPECT_NE(mmap(memory_ + at, kPart, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_FIXED, file, 0),
                MAP_FAILED);
    }
    close(file);
  }
  RepeatedMemory(const RepeatedMemory&) = delete;
  RepeatedMemory& operator=(const RepeatedMemory&) = delete;
  ~RepeatedMemory() { munmap(memory_, size_); }

  template <typename Unit>
  std::span<Unit> Of(size_t size) const {
    return {reinterpret_cast<Unit*>(memory_), size};
  }
  template <typename Unit>
  void Fill(Unit unit) const {
    std::ranges::fill(Of<Unit>(kPart / sizeof(Unit)), unit);
  }

 private:
  static constexpr size_t kPart = size_t{64} << 20;

  const size_t size_;
  uint8_t* memory_;
};

// A character more than 32 bits count, and some.
constexpr size_t kHuge = (size_t{1} << 32) + 77;

TEST(HugeTextsTest, MoreThan4GiBAreCounted) {
  if (kSlowBuild) {
    GTEST_SKIP() << "takes too long in this build";
  }
  const RepeatedMemory memory(kHuge);
  memory.Fill(uint8_t{'a'});
  const DecodeResult result =
      Decoder(Encoding::kUtf8)
          .Validate(memory.Of<const uint8_t>(kHuge), Flush::kYes);
  EXPECT_EQ(result.status, DecodeStatus::kInputEmpty);
  EXPECT_EQ(result.read, kHuge);
  EXPECT_EQ(result.written, kHuge);
  memory.Fill(uint8_t{0xE9});
  EXPECT_EQ(Utf8Length(memory.Of<const uint8_t>(kHuge)), 2 * kHuge);
}

TEST(HugeTextsTest, MoreThan4GiBAreConverted) {
  if (!IsExhaustive() || kSlowBuild) {
    GTEST_SKIP() << "a matter of a minute";
  }
  const RepeatedMemory input(2 * kHuge);
  const RepeatedMemory output(3 * kHuge);
  for (const Encoding encoding :
       {Encoding::kUtf8, Encoding::kUtf16Le, Encoding::kWindows1251,
        Encoding::kXUserDefined, Encoding::kGb18030, Encoding::kBig5,
        Encoding::kEucJp, Encoding::kIso2022Jp, Encoding::kShiftJis,
        Encoding::kEucKr}) {
    const size_t unit_size = encoding == Encoding::kUtf16Le ? 2 : 1;
    input.Fill(uint8_t{'a'});
    const DecodeResult decoded = Decoder(encoding).DecodeToUtf16(
        input.Of<const uint8_t>(unit_size * kHuge), output.Of<char16_t>(kHuge),
        Flush::kYes);
    EXPECT_EQ(decoded.status, DecodeStatus::kInputEmpty) << Name(encoding);
    EXPECT_EQ(decoded.read, unit_size * kHuge) << Name(encoding);
    EXPECT_EQ(decoded.written, kHuge) << Name(encoding);
    if (!HasEncoder(encoding)) {
      continue;
    }
    // What each of these has, but x-user-defined.
    input.Fill(encoding == Encoding::kXUserDefined ? u'a' : u'\u0416');
    const EncodeResult encoded = Encoder(encoding).EncodeFromUtf16(
        input.Of<const char16_t>(kHuge), output.Of<uint8_t>(3 * kHuge),
        Flush::kYes);
    EXPECT_EQ(encoded.status, EncodeStatus::kInputEmpty) << Name(encoding);
    EXPECT_EQ(encoded.read, kHuge) << Name(encoding);
    EXPECT_GE(encoded.written, kHuge) << Name(encoding);
  }
}

}  // namespace
}  // namespace v8_encoding

#endif  // SIZE_MAX
