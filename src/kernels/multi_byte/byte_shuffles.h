// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Tables of byte shuffles for the instruction sets that don't compress. All of
// them share one copy, so this is no -inl.h file.

#ifndef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_BYTE_SHUFFLES_H_
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_BYTE_SHUFFLES_H_

#include <cstdint>

namespace v8_encoding::simd {

// For each set of eight positions, the byte pairs there, in order and without
// gaps.
struct PairTable {
  alignas(16) uint8_t rows[256][16];
};
inline constexpr PairTable kPairTable = [] {
  PairTable table{};
  for (int set = 0; set < 256; ++set) {
    int count = 0;
    for (int i = 0; i < 8; ++i) {
      if (set >> i & 1) {
        table.rows[set][2 * count] = static_cast<uint8_t>(i + 1);
        table.rows[set][2 * count + 1] = static_cast<uint8_t>(i);
        ++count;
      }
    }
  }
  return table;
}();

// For each set of eight lanes, what keeps the low byte of all lanes, and the
// high byte of those in it.
struct HighBytesTable {
  alignas(16) uint8_t bytes[256][16];
};
inline constexpr HighBytesTable kHighBytesTable = [] {
  HighBytesTable table{};
  for (int set = 0; set < 256; ++set) {
    int count = 0;
    for (int lane = 0; lane < 8; ++lane) {
      table.bytes[set][count++] = static_cast<uint8_t>(2 * lane);
      if (set >> lane & 1) {
        table.bytes[set][count++] = static_cast<uint8_t>(2 * lane + 1);
      }
    }
  }
  return table;
}();

// For each set of four lanes of four bytes that have a second byte, and above
// it each set that have four: what brings the bytes together.
struct FourByteTable {
  alignas(16) uint8_t bytes[256][16];
};
inline constexpr FourByteTable kFourByteTable = [] {
  FourByteTable table{};
  for (int set = 0; set < 256; ++set) {
    int count = 0;
    for (int lane = 0; lane < 4; ++lane) {
      const int length = set >> (4 + lane) & 1 ? 4 : set >> lane & 1 ? 2 : 1;
      for (int i = 0; i < length; ++i) {
        table.bytes[set][count++] = static_cast<uint8_t>(4 * lane + i);
      }
    }
  }
  return table;
}();

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_MULTI_BYTE_BYTE_SHUFFLES_H_
