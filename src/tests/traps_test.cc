// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Known-hard inputs, each a test of its own with the row's name: T1, T2 and so
// on are what other implementations got wrong, see testing/traps.h.

#include "src/testing/traps.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "src/model/model.h"
#include "src/testing/calls.h"
#include "src/testing/exhaustive.h"
#include "src/testing/hex.h"
#include "src/testing/splits.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {

// GoogleTest's failure messages have these.
void PrintTo(const DecodeTrap& trap, std::ostream* stream) {
  *stream << trap.name << ", " << Name(trap.encoding) << " [" << trap.bytes
          << "]";
}
void PrintTo(const EncodeTrap& trap, std::ostream* stream) {
  *stream << trap.name << ", " << Name(trap.encoding) << " [" << trap.text
          << "]";
}
void PrintTo(const CallsTrap& trap, std::ostream* stream) {
  *stream << trap.name << ", " << Name(trap.encoding);
}

namespace {

std::string NameOf(std::string_view row,
                   Encoding encoding,
                   std::string_view input) {
  std::string name =
      std::string(row) + '_' + TestNameOf(encoding) + '_' + std::string(input);
  std::erase(name, ' ');
  return name;
}

// ---- Bytes to text, in every split, output and mode. ----

class DecodeTrapsTest : public testing::TestWithParam<DecodeTrap> {};

TEST_P(DecodeTrapsTest, DecodesTo) {
  const DecodeTrap& trap = GetParam();
  EXPECT_EQ(CheckDecodesTo(trap.encoding, BytesFromHex(trap.bytes),
                           TextFromHex(trap.text), Effort::kFull),
            "");
}

INSTANTIATE_TEST_SUITE_P(,
                         DecodeTrapsTest,
                         testing::ValuesIn(DecodeTraps().begin(),
                                           DecodeTraps().end()),
                         [](const testing::TestParamInfo<DecodeTrap>& info) {
                           return NameOf(info.param.name, info.param.encoding,
                                         info.param.bytes);
                         });

// ---- Text to bytes. ----

class EncodeTrapsTest : public testing::TestWithParam<EncodeTrap> {};

TEST_P(EncodeTrapsTest, EncodesTo) {
  const EncodeTrap& trap = GetParam();
  if (!HasEncoder(trap.encoding)) {
    GTEST_SKIP() << "this build has no legacy encoders";
  }
  const std::u16string text = model::ToUtf16(TextFromHex(trap.text));
  for (const EncodeErrorMode mode :
       {EncodeErrorMode::kFatal, EncodeErrorMode::kHtml}) {
    EXPECT_EQ(CheckEncode(trap.encoding, mode, text, Effort::kFull), "");
  }

  std::vector<uint8_t> bytes(100);
  const EncodeResult html = Encoder(trap.encoding, EncodeErrorMode::kHtml)
                                .EncodeFromUtf16(text, bytes, Flush::kYes);
  bytes.resize(html.written);
  EXPECT_EQ(ToHex(bytes), ToHex(BytesFromHex(trap.bytes)));

  std::vector<uint32_t> errors;
  std::span<const char16_t> rest = text;
  for (Encoder encoder(trap.encoding);;) {
    uint8_t any[100];
    const EncodeResult fatal = encoder.EncodeFromUtf16(rest, any, Flush::kYes);
    rest = rest.subspan(fatal.read);
    if (fatal.status != EncodeStatus::kUnmappable) {
      break;
    }
    errors.push_back(fatal.code_point);
  }
  EXPECT_EQ(ToHex(errors), ToHex(ParseHex(trap.fatal_errors)));
}

INSTANTIATE_TEST_SUITE_P(,
                         EncodeTrapsTest,
                         testing::ValuesIn(EncodeTraps().begin(),
                                           EncodeTraps().end()),
                         [](const testing::TestParamInfo<EncodeTrap>& info) {
                           return NameOf(info.param.name, info.param.encoding,
                                         info.param.text);
                         });

// ---- Calls of one TextDecoder. ----

class CallsTrapsTest : public testing::TestWithParam<CallsTrap> {};

TEST_P(CallsTrapsTest, GivesInTurn) {
  const CallsTrap& trap = GetParam();
  CallsDecoder decoder(trap.encoding, trap.fatal, trap.ignore_bom);
  for (const CallsTrap::Call& call : trap.calls) {
    SCOPED_TRACE(call.bytes);
    const std::optional<std::u16string> text =
        decoder.Decode(BytesFromHex(call.bytes), call.stream);
    EXPECT_EQ(!text.has_value(), call.throws);
    if (text) {
      EXPECT_EQ(ToHex(*text), ToHex(model::ToUtf16(TextFromHex(call.text))));
    }
  }
}

// With each call cut in two at any place, an empty chunk included. Where a call
// throws, what its first piece returned is output that the whole call hadn't,
// so the model does the same calls.
TEST_P(CallsTrapsTest, GivesTheSameInPieces) {
  const CallsTrap& trap = GetParam();
  for (size_t cut = 0; cut < 8; ++cut) {
    CallsDecoder decoder(trap.encoding, trap.fatal, trap.ignore_bom);
    model::TextDecoder expected(
        trap.encoding, {.fatal = trap.fatal, .ignore_bom = trap.ignore_bom});
    bool has_thrown = false;
    for (const CallsTrap::Call& call : trap.calls) {
      const std::vector<uint8_t> bytes = BytesFromHex(call.bytes);
      const size_t middle = std::min(cut, bytes.size());
      std::u16string text;
      const auto decode = [&](std::span<const uint8_t> piece, bool stream) {
        const std::optional<std::u16string> decoded =
            decoder.Decode(piece, stream);
        const std::optional<std::u32string> wanted =
            expected.Decode(piece, stream);
        ASSERT_EQ(decoded.has_value(), wanted.has_value());
        if (!decoded) {
          has_thrown = true;
          return;
        }
        EXPECT_EQ(ToHex(*decoded), ToHex(model::ToUtf16(*wanted)));
        text += *decoded;
      };
      decode(std::span(bytes).first(middle), true);
      decode(std::span(bytes).subspan(middle), call.stream);
      if (!has_thrown) {
        EXPECT_EQ(ToHex(text), ToHex(model::ToUtf16(TextFromHex(call.text))))
            << call.bytes << ", cut at " << cut;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    ,
    CallsTrapsTest,
    testing::ValuesIn(CallsTraps().begin(), CallsTraps().end()),
    [](const testing::TestParamInfo<CallsTrap>& info) {
      std::string bytes;
      for (const CallsTrap::Call& call : info.param.calls) {
        bytes += std::string(call.bytes) + (call.stream ? "_" : "_end");
      }
      return NameOf(info.param.name, info.param.encoding,
                    (info.param.fatal ? "fatal_" : "") + bytes);
    });

// ---- Labels. ----

struct LabelTrap {
  const char* name;
  std::u16string_view label;
  std::optional<Encoding> encoding;
};

constexpr LabelTrap kLabelTraps[] = {
    {"T30_KelvinSign", u"\u212Aoi8-r", std::nullopt},
    {"T30_LongS", u"iso-8859-1\u017F", std::nullopt},
    {"T30_VerticalTab", u"\vutf-8", std::nullopt},
    {"T30_NoBreakSpace", u"\u00A0utf-8", std::nullopt},
    {"T30_IdeographicSpace", u"utf-8\u3000", std::nullopt},
    {"T30_ByteOrderMark", u"\uFEFFutf-8", std::nullopt},
    {"T30_NullAtEnd", std::u16string_view(u"utf-8\0", 6), std::nullopt},
    {"T30_Whitespace", u"\t\n\f\r UTF-8\t\n\f\r ", Encoding::kUtf8},
    {"T30_Koi8R", u"KOI8-R", Encoding::kKoi8R},
    {"T31_Unicode11Utf8", u"unicode11utf8", Encoding::kUtf8},
    {"T31_XUnicode20Utf8", u"x-unicode20utf8", Encoding::kUtf8},
    {"T31_CsUnicode", u"csunicode", Encoding::kUtf16Le},
    {"T31_Ucs2", u"ucs-2", Encoding::kUtf16Le},
    {"T31_UnicodeFeff", u"unicodefeff", Encoding::kUtf16Le},
    {"T31_UnicodeFffe", u"unicodefffe", Encoding::kUtf16Be},
    {"T31_Utf7", u"utf-7", std::nullopt},
    {"T31_Utf32", u"utf-32", std::nullopt},
};

class LabelTrapsTest : public testing::TestWithParam<LabelTrap> {};

TEST_P(LabelTrapsTest, Names) {
  const std::u16string_view label = GetParam().label;
  EXPECT_EQ(GetEncoding(label), GetParam().encoding);
  if (std::ranges::all_of(label, [](char16_t unit) { return unit < 0x100; })) {
    std::string latin1;
    for (const char16_t unit : label) {
      latin1 += static_cast<char>(unit);
    }
    EXPECT_EQ(GetEncoding(latin1), GetParam().encoding);
  }
}

INSTANTIATE_TEST_SUITE_P(,
                         LabelTrapsTest,
                         testing::ValuesIn(kLabelTraps),
                         [](const testing::TestParamInfo<LabelTrap>& info) {
                           return std::string(info.param.name);
                         });

TEST(LabelCountTest, T31Counts) {
  size_t labels = 0;
  for (const Encoding encoding : AllEncodings()) {
    labels += Labels(encoding).size();
  }
  EXPECT_EQ(labels, 228u);
}

// ---- encodeInto()'s rule: whole characters only, the rest is untouched. ----

TEST(EncodeIntoTrapsTest, T33TooSmall) {
  struct Case {
    std::u16string_view text;
    size_t room;
    size_t read;
    std::string_view bytes;
  };
  constexpr Case kCases[] = {
      {u"a\u00E9", 2, 1, "61"},
      {u"a\U0001F600b", 4, 1, "61"},
      {u"a\U0001F600b", 5, 3, "61 F0 9F 98 80"},
      {u"\u20AC", 2, 0, ""},
  };
  for (const Case& c : kCases) {
    std::vector<uint8_t> bytes(c.room);
    const EncodeResult result =
        Encoder(Encoding::kUtf8)
            .EncodeFromUtf16(std::span(c.text), bytes, Flush::kYes);
    EXPECT_EQ(result.status, EncodeStatus::kOutputFull);
    EXPECT_EQ(result.read, c.read);
    bytes.resize(result.written);
    EXPECT_EQ(ToHex(bytes), ToHex(BytesFromHex(c.bytes)));
  }
}

}  // namespace
}  // namespace v8_encoding::test_support
