// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Shuffles of 16 bytes that compress and expand, for the instruction sets that
// have no instruction for either: one copy for all of them.

#ifndef V8_ENCODING_SRC_KERNELS_SHUFFLE_TABLES_H_
#define V8_ENCODING_SRC_KERNELS_SHUFFLE_TABLES_H_

#include <cstdint>

namespace v8_encoding::simd {

// For each set of eight lanes, their numbers, in order and without gaps.
struct CompressTable {
  alignas(16) uint8_t units[256][16];  // Lanes of two bytes,
  alignas(8) uint8_t bytes[256][8];    // and of one.
  uint8_t counts[256];
};
inline constexpr CompressTable kCompressTable = [] {
  CompressTable table{};
  for (int set = 0; set < 256; ++set) {
    int count = 0;
    for (int lane = 0; lane < 8; ++lane) {
      if (set >> lane & 1) {
        table.units[set][2 * count] = static_cast<uint8_t>(2 * lane);
        table.units[set][2 * count + 1] = static_cast<uint8_t>(2 * lane + 1);
        table.bytes[set][count] = static_cast<uint8_t>(lane);
        ++count;
      }
    }
    table.counts[set] = static_cast<uint8_t>(count);
  }
  return table;
}();

// For each set of eight lanes, what brings the first lanes to those in it.
struct ExpandTable {
  alignas(16) uint8_t units[256][16];
};
inline constexpr ExpandTable kExpandTable = [] {
  ExpandTable table{};
  for (int set = 0; set < 256; ++set) {
    int rank = 0;
    for (int lane = 0; lane < 8; ++lane) {
      if (set >> lane & 1) {
        table.units[set][2 * lane] = static_cast<uint8_t>(2 * rank);
        table.units[set][2 * lane + 1] = static_cast<uint8_t>(2 * rank + 1);
        ++rank;
      }
    }
  }
  return table;
}();

// Of UTF-8 encoding: for each set of kept bytes, their numbers, in order and
// without gaps.
struct KeptBytesTable {
  // Of eight lanes of middle and last byte, by which have the former.
  alignas(16) uint8_t two[256][16];
  // Of four lanes of top byte, ASCII, middle and last byte, by two bits each:
  // whether it's not ASCII, and whether it has a top byte.
  alignas(16) uint8_t three[256][16];
  uint8_t three_counts[256];
};
inline constexpr KeptBytesTable kKeptBytesTable = [] {
  KeptBytesTable table{};
  for (int set = 0; set < 256; ++set) {
    int count = 0;
    for (int lane = 0; lane < 8; ++lane) {
      if (set >> lane & 1) {
        table.two[set][count++] = static_cast<uint8_t>(2 * lane);
      }
      table.two[set][count++] = static_cast<uint8_t>(2 * lane + 1);
    }
    count = 0;
    for (int lane = 0; lane < 4; ++lane) {
      const auto keep = [&](int byte) {
        table.three[set][count++] = static_cast<uint8_t>(4 * lane + byte);
      };
      if ((set >> (2 * lane) & 1) == 0) {
        keep(1);
      } else {
        if (set >> (2 * lane + 1) & 1) {
          keep(0);
        }
        keep(2);
        keep(3);
      }
    }
    table.three_counts[set] = static_cast<uint8_t>(count);
  }
  return table;
}();

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_SHUFFLE_TABLES_H_
