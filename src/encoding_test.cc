// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/encoding.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "src/model/model.h"
#include "src/testing/exhaustive.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding {
namespace {

// What a linear search in the list of labels says.
std::map<std::string, Encoding, std::less<>> LabelMap() {
  std::map<std::string, Encoding, std::less<>> map;
  for (Encoding encoding : test_support::AllEncodings()) {
    for (std::string_view label : Labels(encoding)) {
      const bool inserted = map.emplace(label, encoding).second;
      EXPECT_TRUE(inserted) << label;
    }
  }
  return map;
}

std::u16string Widen(std::string_view text) {
  std::u16string wide;
  for (char c : text) {
    wide.push_back(static_cast<uint8_t>(c));
  }
  return wide;
}

// Asks both overloads, from buffers without a byte to spare.
void ExpectEncoding(std::string_view label, std::optional<Encoding> expected) {
  const std::vector<char> exact(label.begin(), label.end());
  EXPECT_EQ(GetEncoding(std::string_view(exact.data(), exact.size())), expected)
      << '"' << label << '"';
  const std::u16string wide = Widen(label);
  const std::vector<char16_t> exact_wide(wide.begin(), wide.end());
  EXPECT_EQ(
      GetEncoding(std::u16string_view(exact_wide.data(), exact_wide.size())),
      expected)
      << "u\"" << label << '"';
}

std::string ToUpper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') {
      c = static_cast<char>(c - 'a' + 'A');
    }
  }
  return text;
}

std::string ToLower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c - 'A' + 'a');
    }
  }
  return text;
}

TEST(EncodingTest, NamesAreInTheStandardsOrder) {
  constexpr std::array<std::string_view, kEncodingCount> kExpected = {
      "UTF-8",          "IBM866",       "ISO-8859-2",   "ISO-8859-3",
      "ISO-8859-4",     "ISO-8859-5",   "ISO-8859-6",   "ISO-8859-7",
      "ISO-8859-8",     "ISO-8859-8-I", "ISO-8859-10",  "ISO-8859-13",
      "ISO-8859-14",    "ISO-8859-15",  "ISO-8859-16",  "KOI8-R",
      "KOI8-U",         "macintosh",    "windows-874",  "windows-1250",
      "windows-1251",   "windows-1252", "windows-1253", "windows-1254",
      "windows-1255",   "windows-1256", "windows-1257", "windows-1258",
      "x-mac-cyrillic", "GBK",          "gb18030",      "Big5",
      "EUC-JP",         "ISO-2022-JP",  "Shift_JIS",    "EUC-KR",
      "replacement",    "UTF-16BE",     "UTF-16LE",     "x-user-defined"};
  for (size_t i = 0; i < kEncodingCount; ++i) {
    EXPECT_EQ(Name(static_cast<Encoding>(i)), kExpected[i]);
  }
  EXPECT_EQ(Name(Encoding::kIso8859_8_I), "ISO-8859-8-I");
  EXPECT_EQ(Name(Encoding::kXMacCyrillic), "x-mac-cyrillic");
  EXPECT_EQ(Name(Encoding::kShiftJis), "Shift_JIS");
  EXPECT_EQ(Name(Encoding::kUtf16Le), "UTF-16LE");
}

TEST(EncodingTest, LowercaseNamesAreLabels) {
  for (Encoding encoding : test_support::AllEncodings()) {
    const std::string name(Name(encoding));
    EXPECT_EQ(LowercaseName(encoding), ToLower(name));
    EXPECT_EQ(GetEncoding(name), encoding);
    const auto labels = Labels(encoding);
    EXPECT_EQ(std::count(labels.begin(), labels.end(), LowercaseName(encoding)),
              1)
        << name;
  }
}

TEST(EncodingTest, AnyOtherValueHasNoNames) {
  for (const int value : {40, 41, 128, 200, 255}) {
    const auto encoding = static_cast<Encoding>(value);
    EXPECT_EQ(Name(encoding), "");
    EXPECT_EQ(LowercaseName(encoding), "");
    EXPECT_TRUE(Labels(encoding).empty());
  }
}

TEST(EncodingTest, LabelCount) {
  EXPECT_EQ(LabelMap().size(), 228u);
  EXPECT_EQ(Labels(Encoding::kUtf8).size(), 6u);
  EXPECT_EQ(Labels(Encoding::kWindows1252).size(), 17u);
  EXPECT_EQ(Labels(Encoding::kIso8859_16).size(), 1u);
  EXPECT_EQ(Labels(Encoding::kXUserDefined).size(), 1u);
}

TEST(EncodingTest, EachLabelInEachCase) {
  for (const auto& [label, encoding] : LabelMap()) {
    ExpectEncoding(label, encoding);
    ExpectEncoding(ToUpper(label), encoding);
    for (size_t i = 0; i < label.size(); ++i) {
      std::string one_upper = label;
      one_upper[i] = ToUpper(label)[i];
      ExpectEncoding(one_upper, encoding);
      std::string one_lower = ToUpper(label);
      one_lower[i] = label[i];
      ExpectEncoding(one_lower, encoding);
    }
  }
}

TEST(EncodingTest, EachLabelWithWhitespaceAround) {
  for (const auto& [label, encoding] : LabelMap()) {
    for (char space : {'\t', '\n', '\f', '\r', ' '}) {
      ExpectEncoding(space + label, encoding);
      ExpectEncoding(label + space, encoding);
      ExpectEncoding(space + label + space, encoding);
    }
    ExpectEncoding(" \t\r\n\f" + ToUpper(label) + "\f\n\r\t ", encoding);
    ExpectEncoding(std::string(1000, ' ') + label + std::string(1000, '\n'),
                   encoding);
  }
}

// T30: only these five are trimmed, and nothing but ASCII letters is folded.
TEST(EncodingTest, T30NothingElseIsTrimmed) {
  const std::set<int> trimmed = {'\t', '\n', '\f', '\r', ' '};
  for (int c = 0; c < 0x100; ++c) {
    const std::string extra(1, static_cast<char>(c));
    const bool fine = trimmed.contains(c);
    const auto expected = fine ? std::optional(Encoding::kUtf8) : std::nullopt;
    ExpectEncoding(extra + "utf-8", expected);
    ExpectEncoding("utf-8" + extra, expected);
    ExpectEncoding(extra + "utf-8" + extra, expected);
    ExpectEncoding("utf" + extra + "-8", std::nullopt);
  }
  for (char16_t c : {u'\u0085', u'\u00A0', u'\u1680', u'\u2000', u'\u2028',
                     u'\u202F', u'\u3000', u'\uFEFF', u'\u0120', u'\u2020'}) {
    const std::u16string extra(1, c);
    EXPECT_EQ(GetEncoding(extra + u"utf-8"), std::nullopt) << +c;
    EXPECT_EQ(GetEncoding(u"utf-8" + extra), std::nullopt) << +c;
  }
}

TEST(EncodingTest, T30NothingElseIsFolded) {
  // KELVIN SIGN and LATIN SMALL LETTER LONG S fold to ASCII in Unicode.
  EXPECT_EQ(GetEncoding(u"\u212Aoi8-r"), std::nullopt);
  EXPECT_EQ(GetEncoding(u"\u017Fhift_jis"), std::nullopt);
  EXPECT_EQ(GetEncoding(u"w\u0131ndows-1252"), std::nullopt);
  EXPECT_EQ(GetEncoding(u"w\u0130ndows-1252"), std::nullopt);
  EXPECT_EQ(GetEncoding(u"\uFF55tf-8"), std::nullopt);
  // Every code unit whose low bits are those of the right one.
  for (const auto& [label, encoding] : LabelMap()) {
    for (size_t i = 0; i < label.size(); ++i) {
      std::u16string wide = Widen(label);
      for (unsigned high = 1; high < 0x200; ++high) {
        wide[i] = static_cast<char16_t>(label[i] + (high << 7));
        ASSERT_EQ(GetEncoding(wide), std::nullopt) << label << ' ' << i;
      }
    }
  }
}

TEST(EncodingTest, EachSingleCharacterMutation) {
  const auto map = LabelMap();
  // `mutation` has no whitespace at its ends.
  auto expect_as_listed = [&map](const std::string& mutation) {
    const auto found = map.find(ToLower(mutation));
    const auto expected =
        found == map.end() ? std::nullopt : std::optional(found->second);
    ASSERT_EQ(GetEncoding(mutation), expected) << '"' << mutation << '"';
    ASSERT_EQ(GetEncoding(Widen(mutation)), expected) << mutation;
  };
  auto is_space = [](int c) {
    return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' ';
  };
  for (const auto& [label, encoding] : map) {
    for (size_t i = 0; i <= label.size(); ++i) {
      const bool inside = i != 0 && i + 1 < label.size();
      for (int c = 0; c < 0x100; ++c) {
        if (is_space(c) && !inside) {
          continue;
        }
        const std::string character(1, static_cast<char>(c));
        expect_as_listed(std::string(label).insert(i, character));
        if (i < label.size()) {
          expect_as_listed(std::string(label).replace(i, 1, character));
        }
      }
      if (i < label.size()) {
        expect_as_listed(std::string(label).erase(i, 1));
        expect_as_listed(label.substr(0, i));
        expect_as_listed(label.substr(i));
      }
      if (i + 1 < label.size()) {
        std::string swapped = label;
        std::swap(swapped[i], swapped[i + 1]);
        expect_as_listed(swapped);
      }
    }
    expect_as_listed(label + label);
  }
}

TEST(EncodingTest, WrongLabels) {
  for (std::string_view label :
       {"", " ", "\t\n\f\r ", "u", "utf", "utf-7", "utf-32", "utf 8", "utf_8",
        "utf-8utf-8", "iso-8859-8i", "unicode-1-1-utf-7", "x-x-x-big5",
        "cp1252\v", "ucs-4", "invalid-invalid-invalid",
        "a label that is longer than all of the others"}) {
    ExpectEncoding(label, std::nullopt);
  }
  ExpectEncoding(std::string_view("utf-8\0", 6), std::nullopt);
  ExpectEncoding(std::string_view("\0utf-8", 6), std::nullopt);
  ExpectEncoding(std::string_view("utf-8\0\0\0", 8), std::nullopt);
  ExpectEncoding(std::string_view("l1\0", 3), std::nullopt);
  // Runs of whitespace are not taken out of the middle.
  ExpectEncoding("utf- 8", std::nullopt);
  // Characters that differ from a letter or digit in one bit of the case.
  ExpectEncoding("UTF\r8", std::nullopt);
  ExpectEncoding("\x15TF-8", std::nullopt);
  ExpectEncoding(
      "iso\x7F"
      "8859-2",
      std::nullopt);
  ExpectEncoding(
      "iso\x1F"
      "8859-2",
      std::nullopt);
}

// T31: labels that came late, or that a stale list lacks.
TEST(EncodingTest, T31LateLabels) {
  ExpectEncoding("unicode11utf8", Encoding::kUtf8);
  ExpectEncoding("unicode20utf8", Encoding::kUtf8);
  ExpectEncoding("x-unicode20utf8", Encoding::kUtf8);
  ExpectEncoding("unicodefffe", Encoding::kUtf16Be);
  ExpectEncoding("csunicode", Encoding::kUtf16Le);
  ExpectEncoding("ucs-2", Encoding::kUtf16Le);
  ExpectEncoding("unicode", Encoding::kUtf16Le);
  ExpectEncoding("utf-16", Encoding::kUtf16Le);
  ExpectEncoding("ascii", Encoding::kWindows1252);
  ExpectEncoding("latin1", Encoding::kWindows1252);
  ExpectEncoding("iso-8859-1", Encoding::kWindows1252);
  ExpectEncoding("iso-8859-9", Encoding::kWindows1254);
  ExpectEncoding("iso-8859-11", Encoding::kWindows874);
  ExpectEncoding("koi8-ru", Encoding::kKoi8U);
  ExpectEncoding("gb2312", Encoding::kGbk);
  ExpectEncoding("ks_c_5601-1987", Encoding::kEucKr);
  ExpectEncoding("ms932", Encoding::kShiftJis);
  ExpectEncoding("hz-gb-2312", Encoding::kReplacement);
  ExpectEncoding("iso-2022-kr", Encoding::kReplacement);
}

TEST(EncodingTest, EachShortString) {
  // Two and three of the labels' own characters.
  const auto map = LabelMap();
  constexpr std::string_view kCharacters =
      "abcdefgijklmnoprstuvwxyz0123456789-_:.";
  for (char a : kCharacters) {
    for (char b : kCharacters) {
      for (char c : kCharacters) {
        const std::string text = {a, b, c};
        for (size_t length : {2, 3}) {
          const auto found = map.find(text.substr(0, length));
          ASSERT_EQ(
              GetEncoding(text.substr(0, length)),
              found == map.end() ? std::nullopt : std::optional(found->second));
        }
      }
    }
  }
}

TEST(EncodingTest, OutputEncoding) {
  for (Encoding encoding : test_support::AllEncodings()) {
    const bool none = encoding == Encoding::kReplacement ||
                      encoding == Encoding::kUtf16Be ||
                      encoding == Encoding::kUtf16Le;
    EXPECT_EQ(GetOutputEncoding(encoding), none ? Encoding::kUtf8 : encoding);
    // A build may leave encoders out, but never adds one.
    EXPECT_FALSE(none && HasEncoder(encoding));
  }
}

TEST(EncodingTest, BomSniffOfEachPrefix) {
  const std::vector<uint8_t> interesting = {0x00, 0x41, 0xBB, 0xBC,
                                            0xBF, 0xEF, 0xFE, 0xFF};
  EXPECT_FALSE(BomSniff({}).has_value());
  EXPECT_TRUE(MayBecomeByteOrderMark({}));
  auto check = [](std::vector<uint8_t> bytes) {
    const auto bom = BomSniff(bytes);
    std::optional<Encoding> expected;
    const size_t n = bytes.size();
    if (n >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF) {
      expected = Encoding::kUtf8;
    } else if (n >= 2 && bytes[0] == 0xFE && bytes[1] == 0xFF) {
      expected = Encoding::kUtf16Be;
    } else if (n >= 2 && bytes[0] == 0xFF && bytes[1] == 0xFE) {
      expected = Encoding::kUtf16Le;
    }
    ASSERT_EQ(bom.has_value(), expected.has_value());
    if (bom) {
      EXPECT_EQ(bom->encoding, *expected);
      EXPECT_EQ(bom->length, *expected == Encoding::kUtf8 ? 3 : 2);
      EXPECT_FALSE(MayBecomeByteOrderMark(bytes));
      return;
    }
    // With what the byte order marks end with.
    const bool may_become = MayBecomeByteOrderMark(bytes);
    bool becomes = false;
    for (const std::vector<uint8_t>& end : std::vector<std::vector<uint8_t>>{
             {0xBF}, {0xFF}, {0xFE}, {0xBB, 0xBF}}) {
      bytes.resize(n);
      bytes.insert(bytes.end(), end.begin(), end.end());
      becomes |= BomSniff(bytes).has_value();
    }
    EXPECT_EQ(may_become, becomes);
  };
  for (uint8_t a : interesting) {
    check({a});
    for (uint8_t b : interesting) {
      check({a, b});
      for (uint8_t c : interesting) {
        check({a, b, c});
        for (uint8_t d : interesting) {
          check({a, b, c, d});
        }
      }
    }
  }
  for (int a = 0; a < 0x100; ++a) {
    for (int b = 0; b < 0x100; ++b) {
      check({static_cast<uint8_t>(a), static_cast<uint8_t>(b), 0xBF});
    }
  }
}

// Every string of encodings.json in order: for each encoding "labels", its
// labels, "name", its name; and headings in between, which are skipped.
TEST(EncodingTest, AsTheStandardsTable) {
  const char* const folder = std::getenv("V8_ENCODING_STANDARD_DIR");
  if (folder == nullptr) {
    GTEST_SKIP() << "V8_ENCODING_STANDARD_DIR doesn't name a folder with the "
                    "standard's encodings.json";
  }
  std::ifstream file(std::string(folder) + "/encodings.json");
  ASSERT_TRUE(file.is_open());
  std::stringstream text;
  text << file.rdbuf();
  std::vector<std::string> strings;
  std::string token;
  bool inside = false;
  for (char c : text.str()) {
    if (c == '"') {
      if (inside) {
        strings.push_back(token);
      }
      token.clear();
      inside = !inside;
    } else if (inside) {
      ASSERT_NE(c, '\\');
      token.push_back(c);
    }
  }
  std::vector<std::string> expected;
  std::vector<std::string> labels;
  bool in_labels = false;
  for (size_t i = 0; i < strings.size(); ++i) {
    if (strings[i] == "labels") {
      in_labels = true;
      labels.clear();
    } else if (strings[i] == "name") {
      in_labels = false;
      expected.push_back(strings[++i]);
      expected.insert(expected.end(), labels.begin(), labels.end());
    } else if (in_labels) {
      labels.push_back(strings[i]);
    }
  }
  std::vector<std::string> actual;
  for (Encoding encoding : test_support::AllEncodings()) {
    actual.emplace_back(Name(encoding));
    for (std::string_view label : Labels(encoding)) {
      actual.emplace_back(label);
    }
  }
  EXPECT_EQ(actual, expected);
}

// Against the model's decoders and encoders, which know the indexes.
TEST(EncodingTest, PredicatesAreWhatTheIndexesSay) {
  for (const Encoding encoding : test_support::AllEncodings()) {
    // Each byte of any text is one character: no byte waits for others.
    bool is_single_byte = true;
    for (int byte = 0; byte < 0x100; ++byte) {
      const uint8_t bytes[] = {static_cast<uint8_t>(byte), 0x41, 0x41, 0x41};
      is_single_byte &=
          model::DecodeAll(encoding, bytes, model::Mode::kReplacement, true)
              .text.size() == 4;
    }
    // Malformed bytes of UTF-8 and others are a U+FFFD each; pairs tell.
    const std::vector<uint8_t> others[] = {{0xC3, 0xA9, 0xC3, 0xA9},
                                           {0x1B, 0x28, 0x42, 0x41}};
    for (const std::vector<uint8_t>& bytes : others) {
      is_single_byte &=
          model::DecodeAll(encoding, bytes, model::Mode::kReplacement, true)
              .text.size() == 4;
    }
    EXPECT_EQ(IsSingleByte(encoding), is_single_byte) << Name(encoding);

    std::vector<uint8_t> ascii;
    for (uint8_t byte = 0; byte < 0x80; ++byte) {
      ascii.push_back(byte);
    }
    const std::u32string text(ascii.begin(), ascii.end());
    const bool decodes_ascii =
        model::DecodeAll(encoding, ascii, model::Mode::kReplacement, true)
            .text == text;
    const bool encodes_ascii =
        model::EncodeAll(encoding, text, model::Mode::kHtml).bytes == ascii;
    EXPECT_EQ(IsAsciiCompatible(encoding), decodes_ascii && encodes_ascii)
        << Name(encoding);

    std::u32string everything;
    for (char32_t scalar = 0; scalar < 0x110000; ++scalar) {
      if (scalar < 0xD800 || scalar > 0xDFFF) {
        everything += scalar;
      }
    }
    EXPECT_EQ(EncodesEverything(encoding),
              model::EncodeAll(GetOutputEncoding(encoding),
                               // The model reports each of them.
                               EncodesEverything(encoding)
                                   ? everything
                                   : std::u32string(U"\uE5E5\uFFFF"),
                               model::Mode::kFatal)
                  .errors.empty())
        << Name(encoding);
  }
  static_assert(IsSingleByte(Encoding::kXUserDefined));
  static_assert(!IsAsciiCompatible(Encoding::kIso2022Jp));
  static_assert(EncodesEverything(Encoding::kUtf16Le));
}

}  // namespace
}  // namespace v8_encoding
