// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/kernels/single_byte/single_byte_encode.h"

#include <algorithm>
#include <cstdint>
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

// The byte of every unit that has one, from the standard's lists.
using BytesOfUnits = std::vector<int>;
constexpr int kNone = -1;

BytesOfUnits BytesOf(Encoding encoding) {
  BytesOfUnits bytes(0x10000, kNone);
  for (int byte = 0; byte < 0x80; ++byte) {
    bytes[byte] = byte;
  }
  if (encoding == Encoding::kXUserDefined) {
    for (int byte = 0x80; byte < 0x100; ++byte) {
      bytes[0xF780 + byte - 0x80] = byte;
    }
  }
  for (const model::IndexEntry& entry : model::IndexSingleByte(encoding)) {
    if (bytes[entry.code_point] == kNone) {
      bytes[entry.code_point] = 0x80 + static_cast<int>(entry.pointer);
    }
  }
  return bytes;
}

std::vector<Encoding> Encodings() {
  std::vector<Encoding> encodings = {Encoding::kXUserDefined};
#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
  for (size_t i = 0; i < internal::kSingleByteCount; ++i) {
    encodings.push_back(static_cast<Encoding>(
        static_cast<size_t>(internal::kFirstSingleByte) + i));
  }
#endif  // V8_ENCODING_NO_LEGACY_ENCODERS
  return encodings;
}

std::u16string MappedUnits(const BytesOfUnits& bytes) {
  std::u16string units;
  for (size_t unit = 0; unit < bytes.size(); ++unit) {
    if (bytes[unit] != kNone) {
      units += static_cast<char16_t>(unit);
    }
  }
  return units;
}

class SingleByteEncodeKernelTest : public TargetTest {
 protected:
  static constexpr size_t kMaxSize = 8192;
  // Shorter texts may be left alone.
  static constexpr size_t kMinSize = 16;

  // At the end of memory and at its beginning, for input and for output; from
  // Latin-1, too, where all units are.
  void Check(Encoding encoding,
             const BytesOfUnits& bytes,
             const std::u16string& text) {
    for (const bool at_end : {true, false}) {
      const auto place = [=](const GuardedBuffer& buffer, size_t n) {
        return at_end ? buffer.Last(n) : buffer.First(n);
      };
      char16_t* const input =
          reinterpret_cast<char16_t*>(place(input_, 2 * text.size()).data());
      std::copy(text.begin(), text.end(), input);
      uint8_t* const output = place(output_, text.size()).data();
      if (encoding == Encoding::kXUserDefined) {
        CheckDone(encoding, bytes, text, output,
                  kUtf16ToXUserDefined(input, text.size(), output, text.size(),
                                       encoding, EncodeErrorMode::kFatal)
                      .read);
        continue;
      }
#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
      CheckDone(encoding, bytes, text, output,
                kUtf16ToSingleByte(input, text.size(), output, text.size(),
                                   encoding, EncodeErrorMode::kFatal)
                    .read);
      if (std::ranges::all_of(text,
                              [](char16_t unit) { return unit < 0x100; })) {
        uint8_t* const latin1 = place(input_, text.size()).data();
        std::copy(text.begin(), text.end(), latin1);
        CheckDone(encoding, bytes, text, output,
                  kLatin1ToSingleByte(latin1, text.size(), output, text.size(),
                                      encoding, EncodeErrorMode::kFatal)
                      .read);
      }
#endif  // V8_ENCODING_NO_LEGACY_ENCODERS
    }
  }

 private:
  void CheckDone(Encoding encoding,
                 const BytesOfUnits& bytes,
                 const std::u16string& text,
                 const uint8_t* output,
                 size_t done) {
    const auto describe = [&] {
      return std::string(Name(encoding)) + ", " + std::to_string(text.size()) +
             " units";
    };
    size_t expected = 0;
    while (expected < text.size() && bytes[text[expected]] != kNone) {
      ++expected;
    }
    if (HasKernels() && text.size() >= kMinSize) {
      ASSERT_EQ(done, expected) << describe();
    } else {
      ASSERT_LE(done, expected) << describe();
    }
    for (size_t i = 0; i < done; ++i) {
      ASSERT_EQ(output[i], bytes[text[i]]) << describe() << ", at " << i;
    }
  }

  const GuardedBuffer input_{2 * kMaxSize};
  const GuardedBuffer output_{kMaxSize};
};

INSTANTIATE_TEST_SUITE_P(,
                         SingleByteEncodeKernelTest,
                         EachTarget(),
                         TargetName);

// Each unit, among ASCII ones and among others, at one place after the other.
TEST_P(SingleByteEncodeKernelTest, EveryUnit) {
  for (const Encoding encoding : Encodings()) {
    const BytesOfUnits bytes = BytesOf(encoding);
    const std::u16string mapped = MappedUnits(bytes);
    std::u16string ascii(64 + 15, u'a');
    std::u16string script;
    for (size_t i = 0; i < ascii.size(); ++i) {
      script += mapped[mapped.size() - 1 - i % 96];
    }
    for (uint32_t unit = 0; unit < 0x10000; ++unit) {
      std::u16string& text =
          unit % 2 == 0 || bytes[unit] != kNone ? ascii : script;
      char16_t& place = text[unit % text.size()];
      const char16_t before = place;
      place = static_cast<char16_t>(unit);
      Check(encoding, bytes, text);
      place = before;
    }
  }
}

// Each mapped unit at each place, the last block included.
TEST_P(SingleByteEncodeKernelTest, EveryMappedUnitEverywhere) {
  for (const Encoding encoding : Encodings()) {
    const BytesOfUnits bytes = BytesOf(encoding);
    const std::u16string mapped = MappedUnits(bytes);
    for (size_t rotation = 0; rotation < mapped.size(); ++rotation) {
      std::u16string text;
      for (size_t i = 0; i < mapped.size() + rotation % 64; ++i) {
        text += mapped[(i + rotation) % mapped.size()];
      }
      Check(encoding, bytes, text);
    }
  }
}

// All lengths; mapped units of several windows in any mix, U+0000 among them,
// some with a unit or a pair that has no byte.
TEST_P(SingleByteEncodeKernelTest, RandomTextOfEveryLength) {
  Random random(1);
  for (const Encoding encoding : Encodings()) {
    const BytesOfUnits bytes = BytesOf(encoding);
    const std::u16string mapped = MappedUnits(bytes);
    for (size_t size = 0; size < 300; ++size) {
      for (int i = 0; i < 6; ++i) {
        // From the same hundred or so units for a while.
        std::u16string text;
        while (text.size() < size) {
          const uint32_t width = random.In(1, 128);
          const uint32_t first =
              random.Below(static_cast<uint32_t>(mapped.size()) - width);
          for (uint32_t n = random.Below(200); n != 0; --n) {
            text += mapped[first + random.Below(width)];
          }
          if (random.Chance(10)) {
            text.append(random.Below(300), u'a');
          }
          if (random.Chance(10)) {
            text += u'\0';
          }
        }
        text.resize(size);
        if (size != 0 && random.Chance(40)) {
          text[random.Below(static_cast<uint32_t>(size))] =
              static_cast<char16_t>(random.Chance(50)
                                        ? random.In(0xD800, 0xDFFF)
                                        : random.Below(0x10000));
        }
        Check(encoding, bytes, text);
      }
    }
  }
}

// Latin-1 text, which not all encodings have.
TEST_P(SingleByteEncodeKernelTest, RandomLatin1OfEveryLength) {
  Random random(2);
  for (const Encoding encoding : Encodings()) {
    const BytesOfUnits bytes = BytesOf(encoding);
    for (size_t size = 0; size < 200; ++size) {
      const uint32_t percent_any = random.Below(20);
      std::u16string text(size, u' ');
      for (char16_t& unit : text) {
        do {
          unit = static_cast<char16_t>(random.Below(0x100));
        } while (bytes[unit] == kNone && !random.Chance(percent_any));
      }
      Check(encoding, bytes, text);
    }
  }
}

// Long texts of Latin-1 where the encoding has it, with other units in between,
// now many of them and now few.
TEST_P(SingleByteEncodeKernelTest, RareUnits) {
  Random random(3);
  for (const Encoding encoding : Encodings()) {
    const BytesOfUnits bytes = BytesOf(encoding);
    const std::u16string mapped = MappedUnits(bytes);
    const std::u16string latin1 = mapped.substr(
        0, static_cast<size_t>(std::ranges::count_if(
               mapped, [](char16_t unit) { return unit < 0x100; })));
    for (int i = 0; i < 20; ++i) {
      std::u16string text;
      while (text.size() < kMaxSize - 2000) {
        const size_t end = text.size() + 1 + random.Below(2000);
        const uint32_t percent_any = random.Chance(20) ? random.Below(50) : 1;
        while (text.size() < end) {
          const std::u16string& from =
              random.Chance(percent_any) ? mapped : latin1;
          text += from[random.Below(static_cast<uint32_t>(from.size()))];
        }
      }
      Check(encoding, bytes, text);
    }
  }
}

}  // namespace
}  // namespace v8_encoding::simd
