// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Texts that begin with a byte order mark, or with bytes that might be one.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "src/testing/random.h"
#include "src/testing/splits.h"
#include "src/testing/target_test.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {

namespace {

using test_support::CheckDecodeCutAt;
using test_support::kAmple;
using test_support::Random;

constexpr BomMode kBomModes[] = {BomMode::kRemove, BomMode::kKeep};
constexpr DecodeErrorMode kErrorModes[] = {
    DecodeErrorMode::kReplacement, DecodeErrorMode::kFatal,
    DecodeErrorMode::kReplacementReported};

using Bytes = std::vector<uint8_t>;

// Marks, parts of them, and what begins as they do: fullwidth letters,
// noncharacters, and bytes that no text has.
const Bytes kBegins[] = {
    {0xEF, 0xBB, 0xBF},        // U+FEFF
    {0xFE, 0xFF},              // In UTF-16BE.
    {0xFF, 0xFE},              // In UTF-16LE.
    {},                        //
    {0xEF},                    //
    {0xEF, 0xBB},              //
    {0xEF, 0xBB, 0xBE},        // U+FEFE
    {0xEF, 0xBB, 0x41},        //
    {0xEF, 0xBC, 0x88},        // U+FF08
    {0xEF, 0xBF, 0xBF},        // U+FFFF
    {0xEF, 0xEF, 0xBB, 0xBF},  //
    {0xF0, 0x9F, 0x98, 0x80},  // U+1F600
    {0xFE},                    //
    {0xFE, 0xFE},              //
    {0xFE, 0x21},              //
    {0xFF},                    //
    {0xFF, 0xFF},              //
    {0xFF, 0x21},              //
    {0x41},                    //
};

constexpr Encoding kEncodings[] = {Encoding::kUtf8, Encoding::kUtf16Be,
                                   Encoding::kUtf16Le, Encoding::kWindows1252,
                                   Encoding::kGb18030};

class ByteOrderMarkTest : public simd::TargetTest {};

INSTANTIATE_TEST_SUITE_P(,
                         ByteOrderMarkTest,
                         simd::EachTarget(),
                         simd::TargetName);

// What is read is what would have been dropped.
void CheckReading(Encoding encoding,
                  BomMode bom_mode,
                  const Bytes& before,
                  const Bytes& bytes) {
  Decoder decoder(encoding, DecodeErrorMode::kReplacement, bom_mode);
  char16_t units[16];
  (void)decoder.DecodeToUtf16(before, units, Flush::kNo);
  const std::optional<ByteOrderMark> mark = BomSniff(bytes);
  const bool removes = mark.has_value() && mark->encoding == encoding &&
                       bom_mode == BomMode::kRemove && before.empty();
  Decoder reading = decoder;
  ASSERT_EQ(reading.ReadByteOrderMark(bytes), removes ? mark->length : 0);
  if (removes) {
    const DecodeResult decoded = decoder.DecodeToUtf16(
        std::span(bytes).first(mark->length), units, Flush::kNo);
    ASSERT_EQ(decoded.written, 0);
  }
  ASSERT_EQ(reading.state(), decoder.state());
  // There's no second one.
  ASSERT_EQ(reading.ReadByteOrderMark(bytes), 0);
}

TEST_P(ByteOrderMarkTest, IsReadWhereItIsRemoved) {
  for (const Encoding encoding : kEncodings) {
    for (const BomMode bom_mode : kBomModes) {
      for (const Bytes& before : kBegins) {
        for (Bytes bytes : kBegins) {
          for (const size_t rest : {0, 1, 40}) {
            bytes.resize(bytes.size() + rest, 'A');
            CheckReading(encoding, bom_mode, before, bytes);
            if (HasFatalFailure()) {
              return;
            }
          }
        }
      }
    }
  }
}

// The short ways for a text that may begin with a mark end where all others do.
TEST_P(ByteOrderMarkTest, DecodesWhatMayBeginWithOne) {
  Random random(1);
  const auto check = [&](Encoding encoding, Bytes bytes, size_t length) {
    // Once more: the second one is a character.
    if (random.Chance(10)) {
      const Bytes begin = bytes;
      bytes.insert(bytes.end(), begin.begin(), begin.end());
    }
    const bool is_ascii = random.Chance(30);
    for (size_t i = 0; i < length; ++i) {
      const bool is_any = !is_ascii && random.Chance(20);
      bytes.push_back(
          static_cast<uint8_t>(random.Below(is_any ? 0x100 : 0x80)));
    }
    std::vector<size_t> cuts(random.Below(3));
    for (size_t& cut : cuts) {
      cut = random.Below(
          static_cast<uint32_t>(std::min(bytes.size(), size_t{6}) + 1));
    }
    std::ranges::sort(cuts);
    const size_t capacity = random.Chance(30) ? 4 + random.Below(40) : kAmple;
    return CheckDecodeCutAt(encoding, kBomModes[random.Below(2)],
                            kErrorModes[random.Below(3)], bytes, cuts,
                            capacity);
  };
  for (const Encoding encoding : kEncodings) {
    for (const Bytes& begin : kBegins) {
      for (const size_t length :
           {0, 1, 2, 7, 13, 60, 61, 62, 64, 300, 1020, 1500}) {
        for (int round = 0; round < 10; ++round) {
          ASSERT_EQ(check(encoding, begin, length), "");
        }
      }
    }
  }
}

}  // namespace

}  // namespace v8_encoding
