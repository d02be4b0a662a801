// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The grammar of gb18030's four-byte characters, for the codec and the kernels.
// Four bytes are two halves, each of which is a lead byte and a digit. A half
// is a number below 1260; the two are a *pointer* to the base of 1260.

#ifndef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_FOUR_BYTES_H_
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_FOUR_BYTES_H_

#include <array>
#include <cstdint>

namespace v8_encoding::simd {

struct FourBytes {
  // The lead bytes of two-byte characters are the same.
  static constexpr uint32_t kFirstLead = 0x81;
  static constexpr uint32_t kLastLead = 0xFE;
  static constexpr uint32_t kFirstDigit = 0x30;
  static constexpr uint32_t kLastDigit = 0x39;

  static constexpr uint32_t kLeadCount = kLastLead - kFirstLead + 1;
  static constexpr uint32_t kDigitCount = kLastDigit - kFirstDigit + 1;
  static constexpr uint32_t kHalfCount = kLeadCount * kDigitCount;
  static_assert(kHalfCount == 1260);

  // The pointers of U+10000 and of U+10FFFF: the last row of index gb18030
  // ranges, and the last pointer that has a code point.
  static constexpr uint32_t kFirstSupplementary = 189000;
  static constexpr uint32_t kLastSupplementary = kFirstSupplementary + 0xFFFFF;
  static_assert(kLastSupplementary == 1237575);

  // No pointer: that of bytes which aren't two halves.
  static constexpr uint32_t kNoPointer = 0xFFFFFFFF;

  static constexpr bool IsLead(uint32_t byte) {
    return byte - kFirstLead <= kLastLead - kFirstLead;
  }
  static constexpr bool IsDigit(uint32_t byte) {
    return byte - kFirstDigit <= kLastDigit - kFirstDigit;
  }
  static constexpr bool IsHalf(uint32_t lead, uint32_t digit) {
    return IsLead(lead) && IsDigit(digit);
  }

  // The number of a half.
  static constexpr uint32_t HalfNumber(uint32_t lead, uint32_t digit) {
    return (lead - kFirstLead) * kDigitCount + digit - kFirstDigit;
  }
  // The pointer of two halves, by their numbers.
  static constexpr uint32_t Pointer(uint32_t first_half, uint32_t second_half) {
    return first_half * kHalfCount + second_half;
  }

  // The four bytes of a pointer, which is below kHalfCount squared.
  static constexpr std::array<uint8_t, 4> Of(uint32_t pointer) {
    const uint32_t first = pointer / kHalfCount;
    const uint32_t second = pointer % kHalfCount;
    return {static_cast<uint8_t>(kFirstLead + first / kDigitCount),
            static_cast<uint8_t>(kFirstDigit + first % kDigitCount),
            static_cast<uint8_t>(kFirstLead + second / kDigitCount),
            static_cast<uint8_t>(kFirstDigit + second % kDigitCount)};
  }
};

// The pointer of four bytes, or FourBytes::kNoPointer where they aren't two
// halves. Not each pointer has a code point.
constexpr uint32_t ParseFourBytes(uint32_t first,
                                  uint32_t second,
                                  uint32_t third,
                                  uint32_t fourth) {
  if (!FourBytes::IsHalf(first, second) || !FourBytes::IsHalf(third, fourth)) {
    return FourBytes::kNoPointer;
  }
  return FourBytes::Pointer(FourBytes::HalfNumber(first, second),
                            FourBytes::HalfNumber(third, fourth));
}

static_assert(ParseFourBytes(0x81, 0x30, 0x81, 0x30) == 0);
static_assert(ParseFourBytes(0x90, 0x30, 0x81, 0x30) ==
              FourBytes::kFirstSupplementary);
static_assert(ParseFourBytes(0xE3, 0x32, 0x9A, 0x35) ==
              FourBytes::kLastSupplementary);
static_assert(ParseFourBytes(0x80, 0x30, 0x81, 0x30) == FourBytes::kNoPointer);
static_assert(ParseFourBytes(0x81, 0x30, 0x81, 0x3A) == FourBytes::kNoPointer);

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_MULTI_BYTE_FOUR_BYTES_H_
