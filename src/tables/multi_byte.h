// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Tables of the legacy multi-byte encodings. generate.py writes their contents.

#ifndef V8_ENCODING_SRC_TABLES_MULTI_BYTE_H_
#define V8_ENCODING_SRC_TABLES_MULTI_BYTE_H_

#include <cstddef>
#include <cstdint>

namespace v8_encoding::internal {

// multi_byte_decode.cc
//
// *Index code point*: the code unit of each pair of bytes, by rows of a lead's
// trails. Before them stand those of the bytes that are characters by
// themselves, and behind them that of none; so kernels look up whatever there
// is in one table.

// Where there's none. Surrogates are no code points.
inline constexpr char16_t kNoUnit = 0xDFFF;
// Where the rows begin.
inline constexpr size_t kFirstPair = 256;

// Trails from 0x40 on. 0x7F is among them.
inline constexpr size_t kGb18030RowSize = 191;
inline constexpr size_t kGb18030Pairs = 126 * kGb18030RowSize;
extern const char16_t kGb18030Units[kFirstPair + kGb18030Pairs + 1];

// Trails from 0x40 on, and the bytes between them. A unit 0xD800 + i stands for
// the code point 0x20000 + kBig5Supplementary[i]. There's none for the four
// pairs of two code points each, which the codec knows.
inline constexpr size_t kBig5RowSize = 191;
inline constexpr size_t kBig5Pairs = 126 * kBig5RowSize;
extern const char16_t kBig5Units[kFirstPair + kBig5Pairs + 1];
extern const uint16_t kBig5Supplementary[];

// Trails from 0x41 on.
inline constexpr size_t kEucKrRowSize = 190;
inline constexpr size_t kEucKrPairs = 126 * kEucKrRowSize;
extern const char16_t kEucKrUnits[kFirstPair + kEucKrPairs + 1];

// By pointer, since a row of index jis0208 has 94 in EUC-JP and ISO-2022-JP,
// and 188 in Shift_JIS. With half-width katakana at the bytes 0xA1 to 0xDF, and
// private use at the pointers that have it in Shift_JIS, which are above all of
// the others'. Behind all of that, from kFirstJis0212 on, is index jis0212, so
// that EUC-JP's kernel looks up in one table, too.
inline constexpr size_t kJis0208Pairs = 60 * 188;
inline constexpr size_t kJis0208RowsOf94 = 94 * 94;
inline constexpr size_t kFirstJis0212 = kFirstPair + kJis0208Pairs + 1;
inline constexpr size_t kJis0212PointerCount = 7211;
extern const char16_t kJisUnits[kFirstJis0212 + kJis0212PointerCount];

// Index gb18030 ranges, without its last row, (189000, 0x10000). Both columns
// ascend.
struct Gb18030Range {
  uint16_t pointer;
  uint16_t code_point;
};
inline constexpr size_t kGb18030RangeCount = 206;
extern const Gb18030Range kGb18030Ranges[kGb18030RangeCount];
// Of the BMP, whose last code point the last range ends with.
inline constexpr uint32_t kGb18030RangesPointerCount = 39420;
// The range of each 64th pointer. Most ranges are longer, so few pointers are
// in another one than the last of those before them.
inline constexpr int kGb18030RangePageBits = 6;
extern const uint8_t
    kGb18030RangePages[(kGb18030RangesPointerCount >> kGb18030RangePageBits) +
                       1];

// Both for a pointer below kGb18030RangesPointerCount: the number of its range,
inline size_t Gb18030RangeOf(uint32_t pointer) {
  size_t i = kGb18030RangePages[pointer >> kGb18030RangePageBits];
  while (i + 1 < kGb18030RangeCount &&
         kGb18030Ranges[i + 1].pointer <= pointer) {
    ++i;
  }
  return i;
}

// and *index gb18030 ranges code point*, which has one exception.
inline constexpr uint32_t kGb18030ExceptionalPointer = 7457;
inline constexpr char16_t kGb18030ExceptionalUnit = 0xE7C7;
inline char16_t Gb18030RangesUnit(uint32_t pointer) {
  if (pointer == kGb18030ExceptionalPointer) {
    return kGb18030ExceptionalUnit;
  }
  const Gb18030Range& range = kGb18030Ranges[Gb18030RangeOf(pointer)];
  return static_cast<char16_t>(range.code_point + pointer - range.pointer);
}

// multi_byte_encode.cc, which a build without legacy encoders leaves out.

// *Index pointer*: from BMP code units to pointers. Two loads, since that's
// what encoders spend their time on: where the page of 32 units begins, and the
// value.
//
// Maps share values: pages lie over one another, so one map's values are in the
// holes of another's. Each map's are a range of their own, which tells them
// apart. That's what makes pages affordable.
struct UnitMap {
  static constexpr int kPageBits = 5;
  // Not below any map's `count`.
  static constexpr uint32_t kNone = 0xFFFF;
  static constexpr char16_t kFirstHiragana = 0x3041;
  static constexpr uint16_t kHiraganaCount = 83;
  static constexpr char16_t kFirstKatakana = 0x30A1;
  static constexpr uint16_t kKatakanaCount = 86;

  const uint16_t* pages;  // 2048 of them.
  const uint16_t* values;
  uint16_t first;  // The value of pointer 0.
  uint16_t count;  // Of pointers.
  // Units that have pointers and whose values follow one another from this
  // place on, if there are many: the ideographs of gb18030, the syllables of
  // EUC-KR.
  char16_t run_first;
  uint16_t run_count;
  uint16_t run_place;
  // The pointers of U+3041 and of U+30A1, from which on those of other kana
  // follow, in jis0208. 0 elsewhere.
  uint16_t hiragana;
  uint16_t katakana;

  // The pointer, or kNone.
  uint32_t Find(char16_t unit) const {
    const uint32_t value =
        values[pages[unit >> kPageBits] + (unit & ((1 << kPageBits) - 1))];
    const uint32_t pointer = value - first;
    return pointer < count ? pointer : kNone;
  }
};

// Of the code units that the gb18030 encoder gives two bytes: those of index
// gb18030, and those of the encoder's own table.
extern const UnitMap kGb18030Pointers;

// The range of each 64th code unit, as kGb18030RangePages; before the first
// range it's that one.
inline constexpr int kGb18030UnitRangePageBits = 6;
extern const uint8_t
    kGb18030UnitRangePages[0x10000 >> kGb18030UnitRangePageBits];

// *Index gb18030 ranges pointer* of a code unit from U+0080 on.
inline uint32_t Gb18030RangesPointer(uint32_t unit) {
  if (unit == kGb18030ExceptionalUnit) {
    return kGb18030ExceptionalPointer;
  }
  size_t i = kGb18030UnitRangePages[unit >> kGb18030UnitRangePageBits];
  while (i + 1 < kGb18030RangeCount &&
         kGb18030Ranges[i + 1].code_point <= unit) {
    ++i;
  }
  return kGb18030Ranges[i].pointer + unit - kGb18030Ranges[i].code_point;
}

// *Index Big5 pointer*
extern const UnitMap kBig5Pointers;
// The two bytes of the code points 0x20000 + code_point, which ascend.
struct Big5SupplementaryBytes {
  uint16_t code_point;
  uint16_t bytes;
};
inline constexpr size_t kBig5SupplementaryBytesCount = 291;
extern const Big5SupplementaryBytes
    kBig5SupplementaryBytes[kBig5SupplementaryBytesCount];

extern const UnitMap kEucKrPointers;

// All below 94 * 94: in rows that EUC-JP and ISO-2022-JP have.
extern const UnitMap kJis0208Pointers;

// *Index Shift_JIS pointer* leaves out the pointers 8272 to 8835, NEC's
// selection of IBM's extensions. [i] is the pointer that it gives instead for
// the code point of pointer 8272 + i, or 0 if there's no such code point. There
// always is another pointer, and it's never 0.
inline constexpr size_t kShiftJisFirstExcluded = 8272;
inline constexpr size_t kShiftJisExcludedCount = 8836 - 8272;
extern const uint16_t kShiftJisInstead[kShiftJisExcludedCount];

// *Index ISO-2022-JP katakana*: the full-width form of U+FF61 + i.
inline constexpr size_t kHalfwidthKatakanaCount = 63;
extern const char16_t kFullwidthKatakana[kHalfwidthKatakanaCount];

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_TABLES_MULTI_BYTE_H_
