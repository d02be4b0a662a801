// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#ifndef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_H_
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_H_

#include <cstdint>

namespace v8_encoding::simd {

// What a decoder finds where a character begins: the byte there, in the high
// bits, and whatever byte follows. That is a character of two bytes, or a
// single byte and the first byte of the next character, or malformed.
using BytePair = uint16_t;

constexpr uint32_t FirstByte(BytePair pair) {
  return pair >> 8;
}
constexpr uint32_t SecondByte(BytePair pair) {
  return pair & 0xFF;
}

// Bytes that follow one another, but for a gap.
struct ByteSequence {
  constexpr uint32_t At(uint32_t i) const {
    return first + i + (i < before_gap ? 0u : gap);
  }

  uint8_t first;
  uint8_t before_gap = 0xFF;
  uint8_t gap = 0;
};

// Which two bytes a pointer is.
struct TwoByteLayout {
  // The first one high.
  constexpr uint32_t Bytes(uint32_t pointer) const {
    return leads.At(pointer / trail_count) << 8 |
           trails.At(pointer % trail_count);
  }

  uint16_t trail_count;
  ByteSequence leads;
  ByteSequence trails;
};

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_H_
