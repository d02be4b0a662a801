// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Tables of the 28 single-byte encodings. generate.py writes their contents.

#ifndef V8_ENCODING_SRC_TABLES_SINGLE_BYTE_H_
#define V8_ENCODING_SRC_TABLES_SINGLE_BYTE_H_

#include <cstddef>
#include <cstdint>

#include "v8_encoding/encoding.h"

namespace v8_encoding::internal {

// The single-byte encodings follow each other in the enum. x-user-defined isn't
// one of them: it needs no table.
inline constexpr Encoding kFirstSingleByte = Encoding::kIbm866;
inline constexpr Encoding kLastSingleByte = Encoding::kXMacCyrillic;
inline constexpr size_t kSingleByteCount =
    static_cast<size_t>(kLastSingleByte) -
    static_cast<size_t>(kFirstSingleByte) + 1;

constexpr bool HasSingleByteTables(Encoding encoding) {
  return encoding >= kFirstSingleByte && encoding <= kLastSingleByte;
}

// single_byte_decode.cc
//
// The low and the high byte of the code unit of each byte 0x80 + i, apart from
// each other as block kernels look them up.
struct alignas(64) SingleByteUnits {
  uint8_t low[128];
  uint8_t high[128];
  // Most scripts stand in an encoding as they do in Unicode, so most bytes of a
  // row of 16 are as far from their units as the rest. For each row of bytes,
  // those of ASCII first: what makes the low byte of its units when added to
  // the bytes, and the units' high byte.
  uint8_t row_low[16];
  uint8_t row_high[16];
  // Bit r of exceptions[i] is set if the byte 0x80 + 16 * r + i is unmapped, or
  // has another unit than its row gives it.
  uint8_t exceptions[16];
};

struct SingleByteDecodeTable {
  // The code unit of the byte 0x80 + i, for i below 128, and U+FFFD where it
  // has none; no byte maps to U+FFFD itself, nor to a surrogate.
  char16_t Unit(size_t i) const {
    return static_cast<char16_t>(units->high[i] << 8 | units->low[i]);
  }

  const SingleByteUnits* units;
  // For each i below identity_prefix, and each from identity_suffix to 127,
  // Unit(i) is 0x80 + i. Where there's none, they are 0 and 128; identity of
  // all 128 doesn't occur.
  uint8_t identity_prefix;
  uint8_t identity_suffix;
  // How many bytes are unmapped.
  uint8_t unmapped_count;
  // How many of the eight rows have no exceptions, or up to two that are
  // mapped.
  uint8_t regular_rows;
};

extern const SingleByteDecodeTable kSingleByteDecodeTables[kSingleByteCount];

inline const SingleByteDecodeTable& GetSingleByteDecodeTable(
    Encoding encoding) {
  return kSingleByteDecodeTables[static_cast<size_t>(encoding) -
                                 static_cast<size_t>(kFirstSingleByte)];
}

// single_byte_encode.cc, which a build without legacy encoders leaves out.
//
// The BMP is cut into 512 windows of 128 code points. Each has a page, which
// encodings share where they agree: page 0 maps nothing, page 1 is ASCII.
inline constexpr int kSingleByteWindowBits = 7;
inline constexpr size_t kSingleByteWindowSize = size_t{1}
                                                << kSingleByteWindowBits;
inline constexpr size_t kSingleByteWindowCount =
    0x10000 >> kSingleByteWindowBits;

extern const uint8_t kSingleByteEncodePages[][kSingleByteWindowSize];

struct SingleByteEncodeTable {
  // The page of each window. Window 0 always has page 1.
  const uint8_t* pages;
  // The two windows that have most of what texts have beside ASCII. A letter
  // counts twice, and controls don't: ISO-8859-8 has more signs and controls
  // from Latin-1 than it has Hebrew letters.
  uint16_t main_window;
  uint16_t second_window;
  // As in SingleByteDecodeTable.
  uint8_t identity_prefix;
  uint8_t identity_suffix;

  // The byte for a code unit, or 0 if it has none, as surrogates have. 0 is
  // also the byte for U+0000.
  uint8_t Byte(char16_t unit) const {
    return kSingleByteEncodePages[pages[unit >> kSingleByteWindowBits]]
                                 [unit & (kSingleByteWindowSize - 1)];
  }
};

extern const SingleByteEncodeTable kSingleByteEncodeTables[kSingleByteCount];

inline const SingleByteEncodeTable& GetSingleByteEncodeTable(
    Encoding encoding) {
  return kSingleByteEncodeTables[static_cast<size_t>(encoding) -
                                 static_cast<size_t>(kFirstSingleByte)];
}

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_TABLES_SINGLE_BYTE_H_
