// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Tests of the kernels of legacy encoders.

#ifndef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_ENCODE_TEST_H_
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_ENCODE_TEST_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "src/testing/guarded_buffer.h"
#include "src/testing/target_test.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding::simd {

// What the kernel gives is to be no different from what the handlers give, so
// it is tested as a part of its encoder. The reference is the same encoder with
// one unit at a time, for which no kernel is called.
class EncodeTest : public TargetTest {
 protected:
  static constexpr size_t kMaxUnits = 8192;

  void Check(Encoding encoding, std::u16string text, size_t room) {
    // So that no surrogate waits at the end.
    text += u'.';
    ASSERT_LE(text.size(), kMaxUnits);
    Check(encoding, EncodeErrorMode::kHtml, text, room);
    if (!HasFatalFailure()) {
      Check(encoding, EncodeErrorMode::kFatal, text, room);
    }
  }

 private:
  struct Unmappable {
    bool operator==(const Unmappable&) const = default;
    size_t read;
    size_t written;
    char32_t code_point;
  };

  struct Encoded {
    std::vector<uint8_t> bytes;
    std::vector<Unmappable> unmappable;  // If that's an error.
  };

  // Encodes from the very end of memory to that of outputs of `room` bytes.
  void Check(Encoding encoding,
             EncodeErrorMode error_mode,
             std::u16string_view text,
             size_t room) {
    const Encoded encoded = EncodeUnitByUnit(encoding, error_mode, text);
    const std::vector<uint8_t>& expected = encoded.bytes;
    std::vector<Unmappable> unmappable;
    const std::span<uint8_t> memory = input_.Last(2 * text.size());
    char16_t* const in = reinterpret_cast<char16_t*>(memory.data());
    std::copy(text.begin(), text.end(), in);
    const std::span<uint8_t> out = output_.Last(room);

    Encoder encoder(encoding, error_mode);
    std::span<const char16_t> left(in, text.size());
    size_t total = 0;
    EncodeResult result;
    do {
      result = encoder.EncodeFromUtf16(left, out, Flush::kYes);
      ASSERT_LE(result.read, left.size());
      ASSERT_LE(result.written, room);
      ASSERT_LE(result.written, expected.size() - total)
          << Describe(encoding, text, room);
      ASSERT_TRUE(std::equal(out.begin(), out.begin() + result.written,
                             expected.begin() + total))
          << Describe(encoding, text, room) << "after " << total << " bytes";
      if (result.status == EncodeStatus::kOutputFull) {
        // A reference has at most 10 bytes.
        ASSERT_GT(result.written + 10, room) << Describe(encoding, text, room);
      }
      left = left.subspan(result.read);
      total += result.written;
      if (result.status == EncodeStatus::kUnmappable) {
        unmappable.push_back(
            {text.size() - left.size(), total, result.code_point});
      }
    } while (result.status != EncodeStatus::kInputEmpty);
    ASSERT_TRUE(left.empty()) << Describe(encoding, text, room);
    ASSERT_EQ(total, expected.size()) << Describe(encoding, text, room);
    ASSERT_EQ(unmappable, encoded.unmappable) << Describe(encoding, text, room);
  }

  static Encoded EncodeUnitByUnit(Encoding encoding,
                                  EncodeErrorMode error_mode,
                                  std::u16string_view text) {
    Encoder encoder(encoding, error_mode);
    Encoded encoded;
    for (size_t i = 0; i < text.size();) {
      uint8_t out[32];
      const EncodeResult result = encoder.EncodeFromUtf16(
          std::span<const char16_t>(&text[i], 1), out, Flush::kNo);
      i += result.read;
      encoded.bytes.insert(encoded.bytes.end(), out, out + result.written);
      if (result.status == EncodeStatus::kUnmappable) {
        encoded.unmappable.push_back(
            {i, encoded.bytes.size(), result.code_point});
      } else {
        EXPECT_EQ(result.status, EncodeStatus::kInputEmpty);
      }
    }
    uint8_t out[32];
    const EncodeResult result =
        encoder.EncodeFromUtf16(std::span<const char16_t>(), out, Flush::kYes);
    EXPECT_EQ(result.status, EncodeStatus::kInputEmpty);
    encoded.bytes.insert(encoded.bytes.end(), out, out + result.written);
    return encoded;
  }

  static std::string Describe(Encoding encoding,
                              std::u16string_view text,
                              size_t room) {
    std::string what(Name(encoding));
    what += ", room for " + std::to_string(room) + ":";
    for (const char16_t unit : text) {
      what += ' ';
      for (int shift = 12; shift >= 0; shift -= 4) {
        what += "0123456789ABCDEF"[unit >> shift & 15];
      }
    }
    return what + "\n";
  }

  const test_support::GuardedBuffer input_{2 * kMaxUnits};
  const test_support::GuardedBuffer output_{10 * kMaxUnits};
};

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_MULTI_BYTE_ENCODE_TEST_H_
