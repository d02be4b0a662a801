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
#include <map>
#include <span>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "src/tables/single_byte.h"
#include "src/testing/model_indexes.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::internal {
namespace {

using model::IndexEntry;

std::vector<Encoding> SingleByteEncodings() {
  std::vector<Encoding> encodings;
  for (size_t i = 0; i < kEncodingCount; ++i) {
    if (IsSingleByte(static_cast<Encoding>(i))) {
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
    EXPECT_EQ(IsSingleByte(encoding), !model::IndexSingleByte(encoding).empty())
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
      EXPECT_EQ(table.units[i], expected) << i;
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
    while (prefix < 128 && table.units[prefix] == 0x80 + prefix) {
      ++prefix;
    }
    uint32_t suffix = 128;
    while (suffix > 0 && table.units[suffix - 1] == 0x80 + suffix - 1) {
      --suffix;
    }
    uint32_t unmapped = 0;
    for (uint32_t i = 0; i < 128; ++i) {
      unmapped += table.units[i] == 0xFFFD;
    }
    EXPECT_EQ(table.identity_prefix, prefix);
    EXPECT_EQ(table.identity_suffix, suffix);
    EXPECT_EQ(table.unmapped_count, unmapped);
  }
  EXPECT_EQ(GetSingleByteDecodeTable(Encoding::kWindows1252).identity_suffix,
            0x20);
  EXPECT_EQ(GetSingleByteDecodeTable(Encoding::kIso8859_2).identity_prefix,
            0x21);
}

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
    EXPECT_EQ(table.pages[0], 1);
    for (size_t count : in_window) {
      EXPECT_LE(count, in_window[table.main_window]);
    }
  }
  EXPECT_EQ(GetSingleByteEncodeTable(Encoding::kWindows1251).main_window,
            0x400 >> kSingleByteWindowBits);
}

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
