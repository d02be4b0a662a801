// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/kernels/single_byte/single_byte_decode.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/model/model_indexes.h"
#include "src/tables/single_byte.h"
#include "src/testing/corpora.h"
#include "src/testing/guarded_buffer.h"
#include "src/testing/target_test.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::simd {
namespace {

using test_support::GuardedBuffer;
using test_support::Random;

using Bytes = std::vector<uint8_t>;

// The units of all bytes, from the standard's lists; U+FFFD for the unmapped.
using UnitsOfBytes = std::array<char16_t, 256>;

UnitsOfBytes UnitsOf(Encoding encoding) {
  UnitsOfBytes units;
  units.fill(0xFFFD);
  for (uint32_t byte = 0; byte < 0x80; ++byte) {
    units[byte] = static_cast<char16_t>(byte);
  }
  if (encoding == Encoding::kXUserDefined) {
    for (uint32_t byte = 0x80; byte < 0x100; ++byte) {
      units[byte] = static_cast<char16_t>(0xF780 + byte - 0x80);
    }
  }
  for (const model::IndexEntry& entry : model::IndexSingleByte(encoding)) {
    units[0x80 + entry.pointer] = static_cast<char16_t>(entry.code_point);
  }
  return units;
}

std::vector<Encoding> Encodings() {
  std::vector<Encoding> encodings = {Encoding::kXUserDefined};
  for (size_t i = 0; i < internal::kSingleByteCount; ++i) {
    encodings.push_back(static_cast<Encoding>(
        static_cast<size_t>(internal::kFirstSingleByte) + i));
  }
  return encodings;
}

class SingleByteDecodeKernelTest : public TargetTest {
 protected:
  static constexpr size_t kMaxSize = 8192;
  // Shorter texts may be left alone; a stop may come that early.
  static constexpr size_t kMinSize = 16;
  static constexpr size_t kMaxBlock = 64;

  // At the end of memory and at its beginning, for input and for output.
  void Check(Encoding encoding, const Bytes& bytes) {
    const UnitsOfBytes units = UnitsOf(encoding);
    for (const bool at_end : {true, false}) {
      const auto place = [=](const GuardedBuffer& buffer, size_t n) {
        return at_end ? buffer.Last(n) : buffer.First(n);
      };
      const std::span<uint8_t> input = place(input_, bytes.size());
      std::copy(bytes.begin(), bytes.end(), input.begin());
      const std::string what = std::string(Name(encoding)) + ", " +
                               std::to_string(bytes.size()) + " bytes, ";
      char16_t* const output =
          reinterpret_cast<char16_t*>(place(output_, 2 * bytes.size()).data());
      if (encoding == Encoding::kXUserDefined) {
        const size_t done = kXUserDefinedToUtf16(input.data(), bytes.size(),
                                                 output, bytes.size(), encoding,
                                                 DecodeErrorMode::kFatal)
                                .read;
        CheckDone(units, bytes, 0x10000, output, done, what);
        continue;
      }
      CheckDone(
          units, bytes, 0x10000, output,
          kSingleByteToUtf16(input.data(), bytes.size(), output, bytes.size(),
                             encoding, DecodeErrorMode::kReplacement)
              .read,
          what + "replacing");
      CheckDone(
          units, bytes, 0xFFFD, output,
          kSingleByteToUtf16(input.data(), bytes.size(), output, bytes.size(),
                             encoding, DecodeErrorMode::kFatal)
              .read,
          what + "fatal");
      uint8_t* const latin1 = place(output_, bytes.size()).data();
      CheckDone(
          units, bytes, 0x100, latin1,
          kSingleByteToLatin1(input.data(), bytes.size(), latin1, bytes.size(),
                              encoding, DecodeErrorMode::kFatal)
              .read,
          what + "Latin-1");
    }
  }

 private:
  // That the `done` units are right, and end before the first from `limit` on,
  // but not long before it.
  template <typename Unit>
  void CheckDone(const UnitsOfBytes& units,
                 const Bytes& bytes,
                 char32_t limit,
                 const Unit* output,
                 size_t done,
                 const std::string& what) {
    size_t expected = 0;
    while (expected < bytes.size() &&
           char32_t{units[bytes[expected]]} < limit) {
      ++expected;
    }
    ASSERT_LE(done, expected) << what;
    for (size_t i = 0; i < done; ++i) {
      ASSERT_EQ(output[i], units[bytes[i]]) << what << ", at " << i;
    }
    if (!HasKernels() || bytes.size() < kMinSize) {
      return;
    }
    if (expected == bytes.size()) {
      ASSERT_EQ(done, expected) << what;
    } else {
      ASSERT_LE(expected - done, kMaxBlock) << what;
    }
  }

  const GuardedBuffer input_{kMaxSize};
  const GuardedBuffer output_{2 * kMaxSize};
};

INSTANTIATE_TEST_SUITE_P(,
                         SingleByteDecodeKernelTest,
                         EachTarget(),
                         TargetName);

// Each byte at each place of every block, the last one included.
TEST_P(SingleByteDecodeKernelTest, EveryByteEverywhere) {
  for (const Encoding encoding : Encodings()) {
    for (size_t rotation = 0; rotation < 256; ++rotation) {
      Bytes bytes(256 + rotation % 64);
      for (size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<uint8_t>(i + rotation);
      }
      Check(encoding, bytes);
    }
  }
}

// Each byte at each place among those that nothing stops at.
TEST_P(SingleByteDecodeKernelTest, EveryStop) {
  for (const Encoding encoding : Encodings()) {
    Bytes bytes(64 + 15, 'a');
    for (uint32_t byte = 0x80; byte < 0x100; ++byte) {
      for (size_t i = byte % 3; i < bytes.size(); i += 3) {
        bytes[i] = static_cast<uint8_t>(byte);
        Check(encoding, bytes);
        bytes[i] = 'a';
      }
    }
  }
}

TEST_P(SingleByteDecodeKernelTest, EveryLength) {
  Random random(1);
  for (const Encoding encoding : Encodings()) {
    const UnitsOfBytes units = UnitsOf(encoding);
    for (size_t size = 0; size < 200; ++size) {
      // Random bytes, mapped ones, and such as are Latin-1.
      for (const char32_t limit : {0x10000, 0xFFFD, 0x100}) {
        Bytes bytes(size);
        const uint32_t percent_ascii = random.Below(101);
        for (uint8_t& byte : bytes) {
          do {
            byte = static_cast<uint8_t>(random.Chance(percent_ascii)
                                            ? random.Below(0x80)
                                            : random.Below(0x100));
          } while (char32_t{units[byte]} >= limit);
        }
        Check(encoding, bytes);
      }
    }
  }
}

// Runs of ASCII of all lengths between others.
TEST_P(SingleByteDecodeKernelTest, RunsOfAscii) {
  Random random(2);
  for (const Encoding encoding : Encodings()) {
    for (int i = 0; i < 100; ++i) {
      Bytes bytes;
      while (bytes.size() < 700) {
        bytes.insert(bytes.end(), random.Below(200), 'a');
        bytes.insert(bytes.end(), random.Below(4), 0xE1);
      }
      Check(encoding, bytes);
    }
  }
}

// Stretches of a few bytes each, most of which are regular where the encoding
// has rows of regular bytes, with more exceptions and fewer.
TEST_P(SingleByteDecodeKernelTest, RareBytes) {
  Random random(3);
  for (const Encoding encoding : Encodings()) {
    for (int i = 0; i < 40; ++i) {
      Bytes bytes;
      while (bytes.size() < kMaxSize - 1000) {
        const size_t end = bytes.size() + 1 + random.Below(1000);
        const uint32_t rare = random.Below(5) == 0 ? random.Below(100) : 1;
        const uint32_t row = 0x80 + 0x10 * random.Below(8);
        while (bytes.size() < end) {
          const uint32_t byte = random.Chance(rare) ? 0x80 + random.Below(0x80)
                                : random.Chance(30) ? random.Below(0x80)
                                                    : row + random.Below(0x10);
          bytes.push_back(static_cast<uint8_t>(byte));
        }
      }
      Check(encoding, bytes);
    }
  }
}

}  // namespace
}  // namespace v8_encoding::simd
