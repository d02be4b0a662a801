// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Against the model, in every encoding and way.

#include "v8_encoding/text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "src/model/model.h"
#include "src/testing/exhaustive.h"
#include "src/testing/hex.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/hooks.h"

namespace v8_encoding {
namespace {

using Bytes = std::vector<uint8_t>;

std::string StringOf(const Bytes& bytes) {
  return std::string(bytes.begin(), bytes.end());
}

class EachTextTest : public testing::TestWithParam<Encoding> {
 protected:
  size_t Below(size_t n) {
    return std::uniform_int_distribution<size_t>(0, n - 1)(random_);
  }

  std::u16string AnyUtf16() {
    std::u16string text(Below(15) == 0 ? Below(3000) : Below(20), u'a');
    const size_t kind = Below(5);
    const size_t page = Below(0x100) << 8;
    for (char16_t& unit : text) {
      unit = static_cast<char16_t>(kind == 0   ? Below(0x80)
                                   : kind == 1 ? Below(0x100)
                                   : kind == 2 ? 0xD700 + Below(0xA00)
                                   : Below(3)  ? page + Below(0x100)
                                               : Below(0x80));
    }
    return text;
  }

  // Often of this encoding, and often with a byte order mark.
  Bytes AnyBytes() {
    Bytes bytes = model::Encode(
        model::ToScalarValues(AnyUtf16()),
        Below(2) ? GetOutputEncoding(GetParam()) : Encoding::kUtf8);
    for (size_t n = bytes.empty() ? 0 : Below(3); n != 0; --n) {
      bytes[Below(bytes.size())] = static_cast<uint8_t>(Below(0x100));
    }
    constexpr std::string_view kMarks[] = {"\xEF\xBB\xBF", "\xFE\xFF",
                                           "\xFF\xFE", "\xEF\xBB"};
    if (Below(2)) {
      const std::string_view mark = kMarks[Below(4)];
      bytes.insert(bytes.begin(), mark.begin(), mark.end());
    }
    return bytes;
  }

  std::mt19937 random_{static_cast<uint32_t>(GetParam())};
};

INSTANTIATE_TEST_SUITE_P(,
                         EachTextTest,
                         testing::ValuesIn(test_support::AllEncodings()),
                         [](const testing::TestParamInfo<Encoding>& info) {
                           return test_support::TestNameOf(info.param);
                         });

TEST_P(EachTextTest, BytesToText) {
  constexpr BomHandling kHandlings[] = {
      BomHandling::kSniff, BomHandling::kRemove, BomHandling::kKeep};
  for (int round = 0; round < 600; ++round) {
    const Bytes bytes = AnyBytes();
    const BomHandling handling = kHandlings[Below(3)];
    const std::optional<Encoding> bom =
        handling == BomHandling::kSniff
            ? model::BomSniff(model::IoQueue::Of(bytes))
            : std::nullopt;
    const Encoding encoding = bom.value_or(GetParam());
    const size_t bom_length = !bom ? 0 : *bom == Encoding::kUtf8 ? 3 : 2;
    model::DecodeOutcome expected = model::DecodeAll(
        encoding, std::span(bytes).subspan(bom_length),
        model::Mode::kReplacement, handling != BomHandling::kRemove);
    const auto decoded = DecodeToString(bytes, GetParam(), handling);
    const auto wide = DecodeToU16String(bytes, GetParam(), handling);
    const std::string utf8 = StringOf(model::Utf8Encode(expected.text));
    ASSERT_EQ(decoded.text, utf8);
    ASSERT_EQ(wide.text, model::ToUtf16(expected.text));
    ASSERT_EQ(DecodedUtf8Length(bytes, GetParam(), handling), utf8.size());
    ASSERT_EQ(decoded.encoding, encoding);
    ASSERT_EQ(wide.encoding, encoding);
    ASSERT_EQ(decoded.had_replacements, !expected.errors.empty());
    ASSERT_EQ(wide.had_replacements, !expected.errors.empty());
    ASSERT_FALSE(decoded.error);

    const auto fatal = DecodeToString(StringOf(bytes), GetParam(), handling,
                                      DecodeErrorMode::kFatal);
    const auto wide_fatal = DecodeToU16String(
        StringOf(bytes), GetParam(), handling, DecodeErrorMode::kFatal);
    ASSERT_EQ(fatal.error, wide_fatal.error);
    ASSERT_EQ(fatal.encoding, encoding);
    ASSERT_FALSE(fatal.had_replacements);
    if (expected.errors.empty()) {
      ASSERT_FALSE(fatal.error);
      ASSERT_EQ(fatal.text, utf8);
      ASSERT_EQ(wide_fatal.text, wide.text);
    } else {
      const model::DecodeError& error = expected.errors[0];
      ASSERT_TRUE(fatal.error);
      ASSERT_EQ(*fatal.error, (DecodeError{error.begin + bom_length,
                                           error.end - error.begin}))
          << test_support::ToHex(bytes);
      expected.text.resize(error.position);
      ASSERT_EQ(fatal.text, StringOf(model::Utf8Encode(expected.text)));
      ASSERT_EQ(wide_fatal.text, model::ToUtf16(expected.text));
    }
  }
}

// A text, and where in it each code point ends.
struct Text {
  std::u32string scalars;
  std::vector<size_t> ends = {0};
  std::optional<size_t> first_malformed;  // An index into `scalars`.
};

Text TextOf(std::u16string_view utf16) {
  Text text{.scalars = model::ToScalarValues(utf16), .first_malformed = {}};
  for (const char32_t scalar : text.scalars) {
    const size_t begin = text.ends.back();
    if (scalar == 0xFFFD && utf16[begin] != 0xFFFD && !text.first_malformed) {
      text.first_malformed = text.ends.size() - 1;
    }
    text.ends.push_back(begin + (scalar > 0xFFFF ? 2 : 1));
  }
  return text;
}

Text TextOf(std::string_view utf8) {
  const model::DecodeOutcome decoded =
      model::DecodeAll(Encoding::kUtf8, AsBytes(utf8),
                       model::Mode::kReplacement, /*ignore_bom=*/true);
  Text text{.scalars = decoded.text, .first_malformed = {}};
  auto error = decoded.errors.begin();
  if (error != decoded.errors.end()) {
    text.first_malformed = error->position;
  }
  for (const char32_t scalar : text.scalars) {
    if (error != decoded.errors.end() &&
        error->position == text.ends.size() - 1) {
      text.ends.push_back((error++)->end);
    } else {
      text.ends.push_back(text.ends.back() +
                          model::Utf8Encode(std::u32string(1, scalar)).size());
    }
  }
  return text;
}

Encoded EncodeText(std::string_view text,
                   Encoding encoding,
                   EncodeErrorMode mode,
                   MalformedText malformed) {
  return EncodeString(text, encoding, mode, malformed);
}
Encoded EncodeText(std::u16string_view text,
                   Encoding encoding,
                   EncodeErrorMode mode,
                   MalformedText malformed) {
  return EncodeU16String(text, encoding, mode, malformed);
}

template <typename View>
void CheckEncoded(View view, Encoding encoding) {
  const Encoding output = GetOutputEncoding(encoding);
  const Text text = TextOf(view);
  const model::EncodeOutcome outcome =
      model::EncodeAll(output, text.scalars, model::Mode::kFatal);
  for (const EncodeErrorMode mode :
       {EncodeErrorMode::kHtml, EncodeErrorMode::kFatal}) {
    for (const MalformedText malformed :
         {MalformedText::kReplace, MalformedText::kFail}) {
      const Encoded encoded = EncodeText(view, encoding, mode, malformed);
      ASSERT_EQ(encoded.encoding, output);
      // Where it ends, by an error or at the end: an index of a code point.
      std::optional<EncodeError> error;
      size_t end = text.scalars.size();
      const bool fails =
          malformed == MalformedText::kFail && text.first_malformed;
      if (fails) {
        end = *text.first_malformed;
        error = EncodeError{text.ends[end], text.ends[end + 1] - text.ends[end],
                            std::nullopt};
      }
      if (mode == EncodeErrorMode::kFatal && !outcome.errors.empty() &&
          outcome.errors[0].read - 1 < end) {
        end = outcome.errors[0].read - 1;
        error = EncodeError{text.ends[end], text.ends[end + 1] - text.ends[end],
                            outcome.errors[0].code_point};
      }
      ASSERT_EQ(encoded.error.has_value(), error.has_value());
      if (error) {
        ASSERT_EQ(encoded.error->position, error->position);
        ASSERT_EQ(encoded.error->length, error->length);
        ASSERT_EQ(encoded.error->code_point, error->code_point);
      }
      const bool is_unmappable = error && error->code_point;
      const size_t read = end + is_unmappable;
      ASSERT_EQ(encoded.had_malformed,
                text.first_malformed && *text.first_malformed < read);
      if (!error) {
        ASSERT_EQ(encoded.bytes,
                  StringOf(model::EncodeAll(output, text.scalars,
                                            mode == EncodeErrorMode::kHtml
                                                ? model::Mode::kHtml
                                                : model::Mode::kFatal)
                               .bytes));
        ASSERT_EQ(encoded.had_unmappables,
                  mode == EncodeErrorMode::kHtml && !outcome.errors.empty());
      } else if (is_unmappable) {
        ASSERT_EQ(encoded.bytes.size(), outcome.errors[0].position);
        ASSERT_TRUE(std::equal(encoded.bytes.begin(), encoded.bytes.end(),
                               StringOf(outcome.bytes).begin()));
      } else {
        // Without the bytes that end a text in ISO-2022-JP.
        const std::string whole =
            StringOf(model::EncodeAll(output, text.scalars.substr(0, end),
                                      mode == EncodeErrorMode::kHtml
                                          ? model::Mode::kHtml
                                          : model::Mode::kFatal)
                         .bytes);
        ASSERT_TRUE(whole == encoded.bytes ||
                    whole == encoded.bytes + "\x1B(B");
      }
    }
  }
}

TEST_P(EachTextTest, TextToBytes) {
  if (!HasEncoder(GetOutputEncoding(GetParam()))) {
    GTEST_SKIP() << "this build has no legacy encoders";
  }
  for (int round = 0; round < 400; ++round) {
    const std::u16string utf16 = AnyUtf16();
    CheckEncoded(std::u16string_view(utf16), GetParam());
    std::string utf8 = StringOf(model::TextEncoderEncode(utf16));
    CheckEncoded(std::string_view(utf8), GetParam());
    if (!utf8.empty()) {
      utf8[Below(utf8.size())] = static_cast<char>(Below(0x100));
      utf8.resize(1 + Below(utf8.size()));
      CheckEncoded(std::string_view(utf8), GetParam());
    }
  }
  for (const std::string_view utf8 :
       {"\xE0\x80", "a\xF0\x9F\x98", "\xEF\xBF\xBD", "\x1B", "\xED\xA0\x80",
        "\xF0\x90\x80", "\xF4\x90", "\xE2\x98\x83\xE2\x98"}) {
    CheckEncoded(utf8, GetParam());
  }
}

// Where both may come first, a long text is looked at in parts, whose ends cut
// characters of each length.
TEST(TextTest, ErrorsAtTheEndsOfParts) {
  for (const Encoding encoding : {Encoding::kUtf8, Encoding::kWindows1251,
                                  Encoding::kBig5, Encoding::kIso2022Jp}) {
    if (!HasEncoder(encoding)) {
      continue;  // Of a build without legacy encoders.
    }
    for (const char32_t filler : {U'a', U'\u0416', U'\u3042', U'\U0002070E'}) {
      const std::u32string one(1, filler);
      if (!model::EncodeAll(encoding, one, model::Mode::kFatal)
               .errors.empty()) {
        continue;
      }
      const size_t length8 = model::Utf8Encode(one).size();
      const size_t length16 = model::ToUtf16(one).size();
      const auto check = [&](size_t count, std::string_view error8,
                             std::u16string_view error16) {
        SCOPED_TRACE(Name(encoding));
        SCOPED_TRACE(count);
        const std::u32string text(count, filler);
        const std::string rest8 = StringOf(model::Utf8Encode(one + one));
        const std::u16string rest16 = model::ToUtf16(one + one);
        const std::string text8 = StringOf(model::Utf8Encode(text));
        const std::u16string text16 = model::ToUtf16(text);
        CheckEncoded(std::string_view(text8 + std::string(error8)), encoding);
        CheckEncoded(std::string_view(text8 + std::string(error8) + rest8),
                     encoding);
        CheckEncoded(std::u16string_view(text16 + std::u16string(error16)),
                     encoding);
        CheckEncoded(
            std::u16string_view(text16 + std::u16string(error16) + rest16),
            encoding);
      };
      // The first part has 4096 bytes or units, the second one 8192.
      for (const size_t end : {4096, 4096 + 8192}) {
        for (const size_t length : {length8, length16}) {
          for (size_t count = end / length - 1; count <= end / length + 1;
               ++count) {
            check(count, "", u"");
            check(count, "\xE2\x98", std::u16string(1, 0xD83D));
            check(count, "\xE2\x98\x83", u"\u2603");
            check(count, "\xF0\x9F\x98\x80", u"\U0001F600");
          }
        }
      }
    }
  }
}

// Of which parts are counted without decoding, and of which one part says what
// room the next is given, or is mistaken.
TEST(TextTest, LongTextsInRuns) {
  std::mt19937 random(1);
  const auto below = [&](size_t n) {
    return std::uniform_int_distribution<size_t>(0, n - 1)(random);
  };
  for (int round = 0; round != 40; ++round) {
    Bytes bytes;
    for (size_t runs = 1 + below(5); runs != 0; --runs) {
      constexpr size_t kSizes[] = {1, 3, 2048, 4096, 20000};
      const size_t size = kSizes[below(std::size(kSizes))] + below(3);
      const size_t kind = below(3);
      for (size_t i = 0; i != size; ++i) {
        const char* const character = kind == 0   ? "a"
                                      : kind == 1 ? "\xE4\xB8\xAD"
                                                  : "\xFF";
        bytes.insert(bytes.end(), character,
                     character + std::string_view(character).size());
      }
    }
    bytes.resize(bytes.size() - below(3) % bytes.size());
    for (const Encoding encoding :
         {Encoding::kUtf8, Encoding::kGbk, Encoding::kWindows1252,
          Encoding::kIso2022Jp, Encoding::kUtf16Le}) {
      std::u16string units(Decoder::MaxUnits(bytes.size()), u'\0');
      units.resize(
          Decoder(encoding).DecodeToUtf16(bytes, units, Flush::kYes).written);
      const std::string utf8 = Utf8Encode(units);
      ASSERT_EQ(DecodeToU16String(bytes, encoding).text, units);
      ASSERT_EQ(DecodeToString(bytes, encoding).text, utf8);
      ASSERT_EQ(DecodedUtf8Length(bytes, encoding), utf8.size());
      const auto fatal = DecodeToU16String(
          bytes, encoding, BomHandling::kRemove, DecodeErrorMode::kFatal);
      ASSERT_TRUE(fatal.error ? units.starts_with(fatal.text)
                              : units == fatal.text);
    }
  }
  // The last character is cut, and what is before fills blocks of any size.
  for (size_t count = 2040; count != 2056; ++count) {
    Bytes bytes(count, 0xFF);
    bytes.insert(bytes.end(), {0xE4, 0xB8});
    ASSERT_EQ(DecodedUtf8Length(bytes, Encoding::kUtf8), 3 * (count + 1));
  }
}

}  // namespace
}  // namespace v8_encoding
