// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The codecs' tables against the model's lists, entry by entry; and the lists
// against the standard's own files, where V8_ENCODING_STANDARD_DIR names a
// folder that has them.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "src/model/model_indexes.h"
#include "src/tables/multi_byte.h"
#include "src/tables/single_byte.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::internal {
namespace {

using model::IndexEntry;

std::vector<Encoding> SingleByteEncodings() {
  std::vector<Encoding> encodings;
  for (size_t i = 0; i < kEncodingCount; ++i) {
    if (HasSingleByteTables(static_cast<Encoding>(i))) {
      encodings.push_back(static_cast<Encoding>(i));
    }
  }
  return encodings;
}

TEST(SingleByteTablesTest, WhichEncodings) {
  EXPECT_EQ(SingleByteEncodings().size(), kSingleByteCount);
  EXPECT_EQ(kSingleByteCount, 28u);
  for (size_t i = 0; i < kEncodingCount; ++i) {
    const Encoding encoding = static_cast<Encoding>(i);
    EXPECT_EQ(HasSingleByteTables(encoding),
              !model::IndexSingleByte(encoding).empty())
        << Name(encoding);
  }
}

TEST(SingleByteTablesTest, DecodeIsTheIndex) {
  for (Encoding encoding : SingleByteEncodings()) {
    SCOPED_TRACE(Name(encoding));
    const SingleByteDecodeTable& table = GetSingleByteDecodeTable(encoding);
    std::map<uint32_t, uint32_t> index;
    for (const IndexEntry& entry : model::IndexSingleByte(encoding)) {
      ASSERT_LT(entry.pointer, 128u);
      index[entry.pointer] = entry.code_point;
    }
    for (uint32_t i = 0; i < 128; ++i) {
      const uint32_t expected = index.contains(i) ? index[i] : 0xFFFD;
      EXPECT_EQ(table.Unit(i), expected) << i;
    }
    EXPECT_EQ(reinterpret_cast<uintptr_t>(table.units) % 64, 0u);
  }
  EXPECT_EQ(GetSingleByteDecodeTable(Encoding::kIso8859_8).units,
            GetSingleByteDecodeTable(Encoding::kIso8859_8_I).units);
}

TEST(SingleByteTablesTest, DecodeFacts) {
  for (Encoding encoding : SingleByteEncodings()) {
    SCOPED_TRACE(Name(encoding));
    const SingleByteDecodeTable& table = GetSingleByteDecodeTable(encoding);
    uint32_t prefix = 0;
    while (prefix < 128 && table.Unit(prefix) == 0x80 + prefix) {
      ++prefix;
    }
    uint32_t suffix = 128;
    while (suffix > 0 && table.Unit(suffix - 1) == 0x80 + suffix - 1) {
      --suffix;
    }
    uint32_t unmapped = 0;
    for (uint32_t i = 0; i < 128; ++i) {
      unmapped += table.Unit(i) == 0xFFFD;
    }
    EXPECT_EQ(table.identity_prefix, prefix);
    EXPECT_EQ(table.identity_suffix, suffix);
    EXPECT_EQ(table.unmapped_count, unmapped);
    uint32_t regular_rows = 0;
    for (uint32_t row = 0; row < 8; ++row) {
      uint32_t mapped_exceptions = 0;
      for (uint32_t i = 0; i < 16; ++i) {
        const char16_t unit = table.Unit(16 * row + i);
        const uint32_t byte = 0x80 + 16 * row + i;
        const uint32_t regular =
            uint32_t{table.units->row_high[8 + row]} << 8 |
            ((table.units->row_low[8 + row] + byte) & 0xFF);
        const bool is_exception = unit == 0xFFFD || unit != regular;
        EXPECT_EQ(table.units->exceptions[i] >> row & 1, is_exception) << byte;
        mapped_exceptions += is_exception && unit != 0xFFFD;
      }
      regular_rows += mapped_exceptions <= 2;
      EXPECT_EQ(table.units->row_low[row], 0);
      EXPECT_EQ(table.units->row_high[row], 0);
    }
    EXPECT_EQ(table.regular_rows, regular_rows);
  }
  EXPECT_EQ(GetSingleByteDecodeTable(Encoding::kWindows1252).identity_suffix,
            0x20);
  EXPECT_EQ(GetSingleByteDecodeTable(Encoding::kIso8859_2).identity_prefix,
            0x21);
}

#if !defined(V8_ENCODING_NO_LEGACY_ENCODERS)

TEST(SingleByteTablesTest, EncodeIsTheIndex) {
  for (Encoding encoding : SingleByteEncodings()) {
    SCOPED_TRACE(Name(encoding));
    const SingleByteEncodeTable& table = GetSingleByteEncodeTable(encoding);
    std::map<uint32_t, uint32_t> first_pointers;
    for (const IndexEntry& entry : model::IndexSingleByte(encoding)) {
      first_pointers.try_emplace(entry.code_point, entry.pointer);
    }
    std::vector<size_t> in_window(kSingleByteWindowCount);
    for (uint32_t c = 0; c <= 0xFFFF; ++c) {
      uint32_t expected = 0;
      if (c < 0x80) {
        expected = c;
      } else if (first_pointers.contains(c)) {
        expected = 0x80 + first_pointers[c];
        ++in_window[c >> kSingleByteWindowBits];
      }
      ASSERT_EQ(table.Byte(static_cast<char16_t>(c)), expected) << c;
    }
    const SingleByteDecodeTable& decode = GetSingleByteDecodeTable(encoding);
    EXPECT_EQ(table.identity_prefix, decode.identity_prefix);
    EXPECT_EQ(table.identity_suffix, decode.identity_suffix);
    EXPECT_EQ(table.pages[0], 1);
    EXPECT_GT(in_window[table.main_window], 0);
    EXPECT_GT(in_window[table.second_window], 0);
    EXPECT_NE(table.main_window, table.second_window);
  }
}

// What a text of the encoding's language has most of, each by a character,
// comes first.
TEST(SingleByteTablesTest, EncodeHasTheWindowsOfTexts) {
  struct Case {
    Encoding encoding;
    char16_t in_main;
    char16_t in_second;
  };
  for (const Case& c : {
           Case{Encoding::kIbm866, u'д', u'│'},
           Case{Encoding::kIso8859_2, u'ł', u'ó'},
           Case{Encoding::kIso8859_5, u'д', u'§'},
           Case{Encoding::kIso8859_8, u'ש', u'«'},
           Case{Encoding::kIso8859_8_I, u'ש', u'«'},
           Case{Encoding::kIso8859_13, u'ž', u'é'},
           Case{Encoding::kIso8859_15, u'é', u'œ'},
           Case{Encoding::kWindows1250, u'ł', u'ó'},
           Case{Encoding::kWindows1251, u'д', u'«'},
           Case{Encoding::kWindows1252, u'é', u'’'},
           Case{Encoding::kWindows1253, u'λ', u'«'},
           Case{Encoding::kWindows1254, u'ö', u'ğ'},
           Case{Encoding::kWindows1257, u'ž', u'é'},
       }) {
    SCOPED_TRACE(Name(c.encoding));
    const SingleByteEncodeTable& table = GetSingleByteEncodeTable(c.encoding);
    EXPECT_EQ(table.main_window, c.in_main >> kSingleByteWindowBits);
    EXPECT_EQ(table.second_window, c.in_second >> kSingleByteWindowBits);
  }
}

#endif  // !defined(V8_ENCODING_NO_LEGACY_ENCODERS)

// ---- The multi-byte decode tables. ----

std::map<uint32_t, uint32_t> ByPointer(std::span<const IndexEntry> entries) {
  std::map<uint32_t, uint32_t> index;
  for (const IndexEntry& entry : entries) {
    index[entry.pointer] = entry.code_point;
  }
  return index;
}

// For an index that's all in the BMP.
void ExpectUnits(std::span<const char16_t> units,
                 std::map<uint32_t, uint32_t> index) {
  for (uint32_t pointer = 0; pointer < units.size(); ++pointer) {
    const auto found = index.find(pointer);
    ASSERT_EQ(units[pointer], found == index.end() ? kNoUnit : found->second)
        << pointer;
  }
  EXPECT_LT(index.rbegin()->first, units.size());
}

// The units of single bytes, those of ASCII and, from some byte on, others; and
// that of none.
void ExpectBytes(std::span<const char16_t> units,
                 uint32_t first_other = 0x80,
                 std::u16string_view others = u"") {
  ASSERT_LE(kFirstPair, units.size());
  for (uint32_t byte = 0; byte < kFirstPair; ++byte) {
    const bool is_other = byte - first_other < others.size();
    ASSERT_EQ(units[byte], is_other      ? others[byte - first_other]
                           : byte < 0x80 ? byte
                                         : kNoUnit)
        << byte;
  }
  EXPECT_EQ(units.back(), kNoUnit);
}

std::span<const char16_t> Pairs(std::span<const char16_t> units) {
  return units.subspan(kFirstPair);
}

// An index by pair, in rows of the trails from 0x40 to 0xFE, which have more
// than its own: it lacks those from 0x7F to before `after_gap`.
std::map<uint32_t, uint32_t> ByPair(std::span<const IndexEntry> entries,
                                    uint32_t after_gap) {
  const uint32_t trails = 0xFF - after_gap + 0x7F - 0x40;
  std::map<uint32_t, uint32_t> index;
  for (const IndexEntry& entry : entries) {
    const uint32_t trail = entry.pointer % trails + 0x40;
    index[entry.pointer / trails * (0xFF - 0x40) +
          (trail < 0x7F ? trail : trail - 0x7F + after_gap) - 0x40] =
        entry.code_point;
  }
  return index;
}

TEST(MultiByteTablesTest, DecodeIsTheIndex) {
  {
    SCOPED_TRACE("gb18030");
    ExpectBytes(kGb18030Units, 0x80, u"\u20AC");
    ExpectUnits(Pairs(kGb18030Units), ByPair(model::IndexGb18030(), 0x80));
  }
  {
    SCOPED_TRACE("euc-kr");
    ExpectBytes(kEucKrUnits);
    ExpectUnits(Pairs(kEucKrUnits), ByPointer(model::IndexEucKr()));
  }
  {
    SCOPED_TRACE("jis0208");
    const std::span<const char16_t> jis0208 =
        std::span<const char16_t>(kJisUnits).first(kFirstJis0212);
    std::u16string katakana;
    for (char16_t unit = 0xFF61; unit <= 0xFF9F; ++unit) {
      katakana.push_back(unit);
    }
    ExpectBytes(jis0208, 0xA1, katakana);
    std::map<uint32_t, uint32_t> index = ByPointer(model::IndexJis0208());
    for (uint32_t pointer = 8836; pointer <= 10715; ++pointer) {
      EXPECT_TRUE(index.emplace(pointer, 0xE000 - 8836 + pointer).second);
    }
    ExpectUnits(Pairs(jis0208), index);
  }
  {
    SCOPED_TRACE("jis0212");
    const std::map<uint32_t, uint32_t> index = ByPointer(model::IndexJis0212());
    const std::span<const char16_t> jis0212 =
        std::span<const char16_t>(kJisUnits).subspan(kFirstJis0212);
    ExpectUnits(jis0212, index);
    EXPECT_EQ(jis0212.size(), kJis0212PointerCount);
    EXPECT_EQ(index.rbegin()->first, kJis0212PointerCount - 1);
  }
}

TEST(MultiByteTablesTest, DecodeBig5IsTheIndex) {
  const std::map<uint32_t, uint32_t> index = ByPair(model::IndexBig5(), 0xA1);
  ExpectBytes(kBig5Units);
  const std::span<const char16_t> units = Pairs(kBig5Units);
  std::set<uint32_t> supplementary;
  for (const auto& [pair, code_point] : index) {
    if (code_point > 0xFFFF) {
      supplementary.insert(code_point);
    }
  }
  EXPECT_LT(index.rbegin()->first, units.size());
  for (uint32_t pair = 0; pair < units.size(); ++pair) {
    uint32_t code_point = units[pair];
    if (code_point != kNoUnit && code_point >= 0xD800 && code_point <= 0xDFFF) {
      ASSERT_LT(code_point - 0xD800, supplementary.size()) << pair;
      code_point = 0x20000u + kBig5Supplementary[code_point - 0xD800];
    }
    const auto found = index.find(pair);
    ASSERT_EQ(code_point, found == index.end() ? kNoUnit : found->second)
        << pair;
  }
  // They have two code points.
  for (uint32_t trail : {0x62u, 0x64u, 0xA3u, 0xA5u}) {
    EXPECT_EQ(units[(0x88 - 0x81) * kBig5RowSize + trail - 0x40], kNoUnit);
  }
}

TEST(MultiByteTablesTest, Gb18030RangesAreTheIndex) {
  const std::span<const IndexEntry> index = model::IndexGb18030Ranges();
  ASSERT_EQ(index.size(), kGb18030RangeCount + 1);
  for (size_t i = 0; i < kGb18030RangeCount; ++i) {
    EXPECT_EQ(kGb18030Ranges[i].pointer, index[i].pointer) << i;
    EXPECT_EQ(kGb18030Ranges[i].code_point, index[i].code_point) << i;
    if (i > 0) {
      EXPECT_LT(kGb18030Ranges[i - 1].pointer, kGb18030Ranges[i].pointer);
      EXPECT_LT(kGb18030Ranges[i - 1].code_point, kGb18030Ranges[i].code_point);
    }
  }
  EXPECT_EQ(index.back().pointer, 189000u);
  EXPECT_EQ(index.back().code_point, 0x10000u);
}

TEST(MultiByteTablesTest, Gb18030RangesUnitIsTheRanges) {
  size_t i = 0;
  for (uint32_t pointer = 0; pointer < kGb18030RangesPointerCount; ++pointer) {
    i += i + 1 < kGb18030RangeCount && kGb18030Ranges[i + 1].pointer == pointer;
    const uint32_t expected =
        kGb18030Ranges[i].code_point + pointer - kGb18030Ranges[i].pointer;
    ASSERT_EQ(Gb18030RangesUnit(pointer),
              pointer == kGb18030ExceptionalPointer ? 0xE7C7 : expected)
        << pointer;
  }
  EXPECT_EQ(Gb18030RangesUnit(kGb18030RangesPointerCount - 1), 0xFFFF);
}

// ---- The multi-byte encode tables. ----

#if !defined(V8_ENCODING_NO_LEGACY_ENCODERS)

// The first pointer of each code point.
std::map<uint32_t, uint32_t> FirstPointers(
    std::span<const IndexEntry> entries) {
  std::map<uint32_t, uint32_t> pointers;
  for (const IndexEntry& entry : entries) {
    pointers.try_emplace(entry.code_point, entry.pointer);
  }
  return pointers;
}

// *Index Big5 pointer* of each code point that has one.
std::map<uint32_t, uint32_t> Big5Pointers() {
  std::map<uint32_t, uint32_t> pointers;
  for (const IndexEntry& entry : model::IndexBig5()) {
    if (entry.pointer < (0xA1 - 0x81) * 157) {
      continue;
    }
    switch (entry.code_point) {
      case 0x2550:
      case 0x255E:
      case 0x2561:
      case 0x256A:
      case 0x5341:
      case 0x5345:
        pointers[entry.code_point] = entry.pointer;
        break;
      default:
        pointers.try_emplace(entry.code_point, entry.pointer);
    }
  }
  return pointers;
}

// The two bytes of a pointer where there are so many pointers for each lead
// byte from `lead`, and trail bytes from `trail`, with a gap after `before_gap`
// of them.
uint32_t TwoBytes(uint32_t pointer,
                  uint32_t trails,
                  uint32_t lead,
                  uint32_t trail,
                  uint32_t before_gap = 0xFF,
                  uint32_t trail_after_gap = 0) {
  const uint32_t i = pointer % trails;
  return (lead + pointer / trails) << 8 |
         (i < before_gap ? trail + i : trail_after_gap + i - before_gap);
}

uint32_t Big5Bytes(uint32_t pointer) {
  return TwoBytes(pointer, 157, 0x81, 0x40, 63, 0xA1);
}

// `pointers` has the pointer of each code unit that has one.
void ExpectPointers(const UnitMap& map,
                    const std::map<uint32_t, uint32_t>& pointers) {
  static_assert(UnitMap::kPageBits == 5);
  for (uint32_t c = 0; c <= 0xFFFF; ++c) {
    const auto found = pointers.find(c);
    const uint32_t expected =
        found == pointers.end() ? UnitMap::kNone : found->second;
    ASSERT_EQ(map.Find(static_cast<char16_t>(c)), expected) << c;
    if (c < 0x80 || (c >= 0xD800 && c <= 0xDFFF)) {
      ASSERT_EQ(expected, UnitMap::kNone) << c;
    }
  }
  EXPECT_FALSE(pointers.empty());
  EXPECT_LE(map.count, UnitMap::kNone);
  ASSERT_LE(map.run_first + map.run_count, 0x10000);
  for (uint32_t i = 0; i < map.run_count; ++i) {
    ASSERT_EQ(map.values[map.run_place + i] - uint32_t{map.first},
              map.Find(static_cast<char16_t>(map.run_first + i)))
        << map.run_first + i;
  }
  if (map.hiragana != 0) {
    for (uint32_t i = 0; i < UnitMap::kHiraganaCount; ++i) {
      ASSERT_EQ(map.Find(static_cast<char16_t>(UnitMap::kFirstHiragana + i)),
                map.hiragana + i);
    }
    for (uint32_t i = 0; i < UnitMap::kKatakanaCount; ++i) {
      ASSERT_EQ(map.Find(static_cast<char16_t>(UnitMap::kFirstKatakana + i)),
                map.katakana + i);
    }
  }
  EXPECT_EQ(reinterpret_cast<uintptr_t>(map.pages) % 64, 0u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(map.values) % 64, 0u);
}

TEST(MultiByteTablesTest, Gb18030RangesPointerIsTheRanges) {
  size_t i = 0;
  for (uint32_t unit = 0x80; unit <= 0xFFFF; ++unit) {
    i += i + 1 < kGb18030RangeCount && kGb18030Ranges[i + 1].code_point == unit;
    const uint32_t pointer =
        kGb18030Ranges[i].pointer + unit - kGb18030Ranges[i].code_point;
    ASSERT_EQ(Gb18030RangesPointer(unit), unit == 0xE7C7 ? 7457 : pointer)
        << unit;
  }
}

TEST(MultiByteTablesTest, EncodeGb18030IsTheIndexAndTheTable) {
  std::map<uint32_t, uint32_t> pointers = FirstPointers(model::IndexGb18030());
  EXPECT_FALSE(pointers.contains(0xE5E5));
  constexpr struct {
    uint32_t code_point;
    uint32_t bytes;
  } kTable[] = {
      {0xE78D, 0xA6D9}, {0xE78E, 0xA6DA}, {0xE78F, 0xA6DB}, {0xE790, 0xA6DC},
      {0xE791, 0xA6DD}, {0xE792, 0xA6DE}, {0xE793, 0xA6DF}, {0xE794, 0xA6EC},
      {0xE795, 0xA6ED}, {0xE796, 0xA6F3}, {0xE81E, 0xFE59}, {0xE826, 0xFE61},
      {0xE82B, 0xFE66}, {0xE82C, 0xFE67}, {0xE832, 0xFE6D}, {0xE843, 0xFE7E},
      {0xE854, 0xFE90}, {0xE864, 0xFEA0},
  };
  for (const auto& row : kTable) {
    const uint32_t lead = row.bytes >> 8;
    const uint32_t trail = row.bytes & 0xFF;
    const uint32_t pointer =
        (lead - 0x81) * 190 + trail - (trail < 0x7F ? 0x40 : 0x41);
    EXPECT_TRUE(pointers.try_emplace(row.code_point, pointer).second);
  }
  ExpectPointers(kGb18030Pointers, pointers);
  // The only code point with two pointers.
  EXPECT_EQ(pointers[0x3000], (0xA1u - 0x81) * 190 + 0xA1 - 0x41);
  EXPECT_EQ(pointers.size(), 23957u);
}

TEST(MultiByteTablesTest, EncodeBig5IsTheIndex) {
  std::map<uint32_t, uint32_t> pointers;
  std::map<uint32_t, uint32_t> supplementary;
  for (const auto& [c, pointer] : Big5Pointers()) {
    if (c <= 0xFFFF) {
      pointers[c] = pointer;
    } else {
      supplementary[c] = Big5Bytes(pointer);
    }
  }
  ExpectPointers(kBig5Pointers, pointers);
  EXPECT_EQ(Big5Bytes(pointers[0x5341]), 0xA451u);
  EXPECT_EQ(Big5Bytes(pointers[0x2550]), 0xF9F9u);

  // In order, so that neither list has any that the other hasn't.
  ASSERT_EQ(supplementary.size(), kBig5SupplementaryBytesCount);
  size_t i = 0;
  for (const auto& [c, bytes] : supplementary) {
    EXPECT_EQ(0x20000u + kBig5SupplementaryBytes[i].code_point, c);
    EXPECT_EQ(kBig5SupplementaryBytes[i].bytes, bytes) << c;
    ++i;
  }
}

TEST(MultiByteTablesTest, EncodeEucKrIsTheIndex) {
  std::map<uint32_t, uint32_t> pointers = FirstPointers(model::IndexEucKr());
  ExpectPointers(kEucKrPointers, pointers);
  EXPECT_EQ(pointers[0xAC00], (0xB0u - 0x81) * 190 + 0xA1 - 0x41);
}

TEST(MultiByteTablesTest, EncodeJis0208IsTheIndex) {
  std::map<uint32_t, uint32_t> pointers = FirstPointers(model::IndexJis0208());
  for (const auto& [c, pointer] : pointers) {
    ASSERT_LT(pointer, 94u * 94u) << c;
  }
  ExpectPointers(kJis0208Pointers, pointers);
  EXPECT_EQ(pointers[0x3000], 0u);
}

TEST(MultiByteTablesTest, ShiftJisInsteadIsTheIndexWithoutTheExcluded) {
  const auto excluded = [](uint32_t pointer) {
    return pointer >= 8272 && pointer <= 8835;
  };
  std::map<uint32_t, uint32_t> included;
  for (const IndexEntry& entry : model::IndexJis0208()) {
    if (!excluded(entry.pointer)) {
      included.try_emplace(entry.code_point, entry.pointer);
    }
  }
  const std::map<uint32_t, uint32_t> index = ByPointer(model::IndexJis0208());
  for (uint32_t i = 0; i < kShiftJisExcludedCount; ++i) {
    const auto found = index.find(8272 + i);
    if (found == index.end()) {
      EXPECT_EQ(kShiftJisInstead[i], 0) << i;
      continue;
    }
    ASSERT_TRUE(included.contains(found->second)) << i;
    EXPECT_EQ(kShiftJisInstead[i], included[found->second]) << i;
    EXPECT_NE(kShiftJisInstead[i], 0) << i;
  }
  // What a Shift_JIS encoder makes of kJis0208Pointers and this, for every
  // unit.
  for (uint32_t c = 0; c <= 0xFFFF; ++c) {
    uint32_t pointer = kJis0208Pointers.Find(static_cast<char16_t>(c));
    ASSERT_EQ(pointer != UnitMap::kNone, included.contains(c)) << c;
    if (pointer != UnitMap::kNone) {
      if (excluded(pointer)) {
        pointer = kShiftJisInstead[pointer - 8272];
      }
      ASSERT_EQ(pointer, included[c]) << c;
    }
  }
}

TEST(MultiByteTablesTest, FullwidthKatakanaIsTheIndex) {
  ExpectUnits(kFullwidthKatakana, ByPointer(model::IndexIso2022JpKatakana()));
  EXPECT_EQ(model::IndexIso2022JpKatakana().size(), kHalfwidthKatakanaCount);
  // The encoder then looks them up.
  for (char16_t unit : kFullwidthKatakana) {
    EXPECT_NE(kJis0208Pointers.Find(unit), UnitMap::kNone)
        << static_cast<uint32_t>(unit);
  }
}

#endif  // !defined(V8_ENCODING_NO_LEGACY_ENCODERS)

// ---- The model's lists. ----

struct NamedIndex {
  std::string file;
  std::span<const IndexEntry> entries;
};

std::vector<NamedIndex> Indexes() {
  std::vector<NamedIndex> indexes = {
      {"big5", model::IndexBig5()},
      {"euc-kr", model::IndexEucKr()},
      {"gb18030", model::IndexGb18030()},
      {"gb18030-ranges", model::IndexGb18030Ranges()},
      {"iso-2022-jp-katakana", model::IndexIso2022JpKatakana()},
      {"jis0208", model::IndexJis0208()},
      {"jis0212", model::IndexJis0212()},
  };
  for (Encoding encoding : SingleByteEncodings()) {
    const std::string file = encoding == Encoding::kIso8859_8_I
                                 ? "iso-8859-8"
                                 : std::string(LowercaseName(encoding));
    indexes.push_back({file, model::IndexSingleByte(encoding)});
  }
  return indexes;
}

TEST(ModelIndexesTest, PointersAscend) {
  for (const NamedIndex& index : Indexes()) {
    for (size_t i = 1; i < index.entries.size(); ++i) {
      ASSERT_LT(index.entries[i - 1].pointer, index.entries[i].pointer)
          << index.file;
    }
  }
}

TEST(ModelIndexesTest, AreTheStandardsFiles) {
  const char* const folder = std::getenv("V8_ENCODING_STANDARD_DIR");
  if (folder == nullptr) {
    GTEST_SKIP() << "V8_ENCODING_STANDARD_DIR doesn't name a folder with the "
                    "standard's index files";
  }
  for (const NamedIndex& index : Indexes()) {
    SCOPED_TRACE(index.file);
    std::ifstream file(std::string(folder) + "/index-" + index.file + ".txt");
    ASSERT_TRUE(file.is_open());
    size_t i = 0;
    for (std::string line; std::getline(file, line);) {
      if (line.empty() || line[0] == '#') {
        continue;
      }
      // A decimal pointer, a tab and a hexadecimal code point.
      char* end = nullptr;
      const uint32_t pointer =
          static_cast<uint32_t>(std::strtoul(line.c_str(), &end, 10));
      ASSERT_EQ(*end, '\t') << line;
      const uint32_t code_point =
          static_cast<uint32_t>(std::strtoul(end + 1, nullptr, 16));
      ASSERT_LT(i, index.entries.size());
      ASSERT_EQ(index.entries[i].pointer, pointer) << line;
      ASSERT_EQ(index.entries[i].code_point, code_point) << line;
      ++i;
    }
    EXPECT_EQ(i, index.entries.size());
  }
}

}  // namespace
}  // namespace v8_encoding::internal
