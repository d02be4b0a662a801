// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/hooks.h"

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "src/model/model.h"
#include "src/model/model_url.h"
#include "src/testing/exhaustive.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

std::string ToString(const model::Bytes& bytes) {
  return std::string(bytes.begin(), bytes.end());
}

class HooksTest : public testing::Test {
 protected:
  size_t Below(size_t n) {
    return std::uniform_int_distribution<size_t>(0, n - 1)(random_);
  }

  Encoding AnyEncoding() {
    return static_cast<Encoding>(Below(kEncodingCount));
  }

  // Often with a byte order mark, or a part of one, in front.
  std::vector<uint8_t> AnyBytes() {
    constexpr std::string_view kFronts[] = {
        "", "\xEF\xBB\xBF", "\xEF\xBB", "\xFE\xFF", "\xFF\xFE", "\xFE"};
    const std::string_view front = kFronts[Below(std::size(kFronts))];
    std::vector<uint8_t> bytes(front.begin(), front.end());
    for (size_t i = Below(20); i != 0; --i) {
      bytes.push_back(
          static_cast<uint8_t>(Below(2) ? Below(0x80) : 0x80 + Below(0x80)));
    }
    return bytes;
  }

  // Text in which few encodings have everything.
  std::u16string AnyText() {
    constexpr char16_t kUnits[] = {
        u'a',   u'&',   u'\\',  0x0E,   0x1B,   0xA5,   0xE9,   0x203E, 0x2212,
        0x20AC, 0x3042, 0x4E00, 0xAC00, 0xD83D, 0xDE00, 0xE5E5, 0xFF71, 0xFFFD};
    std::u16string text(Below(20), u' ');
    for (char16_t& unit : text) {
      unit = Below(3) ? kUnits[Below(std::size(kUnits))]
                      : static_cast<char16_t>(Below(0x10000));
    }
    return text;
  }

 private:
  std::mt19937 random_{5};
};

TEST_F(HooksTest, DecodingIsTheModels) {
  for (int round = 0; round < 20000; ++round) {
    const std::vector<uint8_t> bytes = AnyBytes();
    const Encoding encoding = AnyEncoding();
    ASSERT_EQ(Utf8Decode(bytes), model::ToUtf16(model::Utf8Decode(bytes)));
    ASSERT_EQ(Utf8DecodeWithoutBom(bytes),
              model::ToUtf16(model::Utf8DecodeWithoutBom(bytes)));
    const std::optional<std::u16string> text =
        Utf8DecodeWithoutBomOrFail(bytes);
    const std::optional<std::u32string> expected =
        model::Utf8DecodeWithoutBomOrFail(bytes);
    ASSERT_EQ(text.has_value(), expected.has_value());
    if (text) {
      ASSERT_EQ(*text, model::ToUtf16(*expected));
    }
    ASSERT_EQ(Decode(bytes, encoding),
              model::ToUtf16(model::Decode(bytes, encoding)))
        << Name(encoding);
  }
}

TEST_F(HooksTest, EncodingIsTheModels) {
  for (int round = 0; round < 20000; ++round) {
    const std::u16string text = AnyText();
    const std::u32string scalars = model::ToScalarValues(text);
    const Encoding encoding = GetOutputEncoding(AnyEncoding());
    if (!HasEncoder(encoding)) {
      continue;
    }
    ASSERT_EQ(Utf8Encode(text), ToString(model::Utf8Encode(scalars)));
    ASSERT_EQ(Encode(text, encoding),
              ToString(model::Encode(scalars, encoding)))
        << Name(encoding);
  }
}

TEST_F(HooksTest, EncodeOrFailGoesOnWhereItStopped) {
  for (int round = 0; round < 20000; ++round) {
    const std::u16string text = AnyText();
    const Encoding encoding = GetOutputEncoding(AnyEncoding());
    if (!HasEncoder(encoding)) {
      continue;
    }
    Encoder encoder(encoding);
    std::u16string_view rest = text;
    const std::unique_ptr<model::Coder> model_encoder =
        model::NewEncoder(encoding);
    model::IoQueue queue = model::IoQueue::Of(model::ToScalarValues(text));
    for (;;) {
      std::string output = "before";
      model::Bytes expected_output;
      const std::optional<char32_t> error = EncodeOrFail(rest, encoder, output);
      const std::optional<uint32_t> expected =
          model::EncodeOrFail(queue, *model_encoder, expected_output);
      ASSERT_EQ(output, "before" + ToString(expected_output));
      ASSERT_EQ(error.has_value(), expected.has_value());
      if (!error) {
        break;
      }
      ASSERT_EQ(uint32_t{*error}, *expected);
    }
    ASSERT_TRUE(rest.empty());
  }
}

// With each encoder and each percent-encode set that goes with it.
TEST_F(HooksTest, PercentEncodingIsTheModels) {
  constexpr int kSetCount = 8;
  for (const Encoding encoding : test_support::AllEncodings()) {
    if (GetOutputEncoding(encoding) != encoding || !HasEncoder(encoding)) {
      continue;
    }
    for (int i = 0; i < kSetCount; ++i) {
      const auto set = static_cast<PercentEncodeSet>(i);
      if (encoding != Encoding::kUtf8 &&
          set != PercentEncodeSet::kSpecialQuery &&
          set != PercentEncodeSet::kFormUrlEncoded) {
        continue;
      }
      for (int round = 0; round < 300; ++round) {
        const std::u16string text = AnyText();
        ASSERT_EQ(PercentEncodeAfterEncoding(text, encoding, set),
                  model::PercentEncodeAfterEncoding(model::ToScalarValues(text),
                                                    encoding, set))
            << Name(encoding) << ", set " << i;
      }
    }
  }
}

// The serializer takes any encoding, those without an encoder, too.
TEST_F(HooksTest, FormUrlEncodeMakesTheSerializersNamesAndValues) {
  for (const Encoding encoding : test_support::AllEncodings()) {
    if (!HasEncoder(GetOutputEncoding(encoding))) {
      continue;
    }
    for (int round = 0; round < 300; ++round) {
      std::vector<model::NameAndValue> tuples;
      std::string serialized;
      for (size_t n = Below(4); n != 0; --n) {
        const std::u16string name = AnyText();
        const std::u16string value = AnyText();
        tuples.push_back(
            {model::ToScalarValues(name), model::ToScalarValues(value)});
        serialized += serialized.empty() ? "" : "&";
        serialized += FormUrlEncode(name, encoding) + "=" +
                      FormUrlEncode(value, encoding);
      }
      ASSERT_EQ(serialized, model::SerializeUrlencoded(tuples, encoding))
          << Name(encoding);
    }
  }
}

// Longer than the first try of EncodeOrFail, with errors here and there.
TEST_F(HooksTest, LongTexts) {
  for (int round = 0; round < 300; ++round) {
    std::u16string text;
    for (size_t n = 1 + Below(4); n != 0; --n) {
      text.append(Below(700), Below(2) ? u'a' : u'\u3042');
      text += AnyText();
    }
    const Encoding encoding = GetOutputEncoding(AnyEncoding());
    if (!HasEncoder(encoding)) {
      continue;
    }
    const std::u32string scalars = model::ToScalarValues(text);
    ASSERT_EQ(Encode(text, encoding),
              ToString(model::Encode(scalars, encoding)))
        << Name(encoding);
    Encoder encoder(encoding);
    std::u16string_view rest = text;
    const std::unique_ptr<model::Coder> model_encoder =
        model::NewEncoder(encoding);
    model::IoQueue queue = model::IoQueue::Of(scalars);
    std::string output;
    model::Bytes expected_output;
    std::optional<char32_t> error;
    do {
      error = EncodeOrFail(rest, encoder, output);
      const std::optional<uint32_t> expected =
          model::EncodeOrFail(queue, *model_encoder, expected_output);
      ASSERT_EQ(error.has_value(), expected.has_value());
      ASSERT_EQ(output, ToString(expected_output)) << Name(encoding);
    } while (error);
  }
}

// Linear in the length, however many characters are unmappable.
TEST(PercentEncodeTest, ManyErrorsTakeNoLonger) {
  const std::u16string text(4000000, u'\u2603');
  EXPECT_EQ(PercentEncodeAfterEncoding(text, Encoding::kXUserDefined,
                                       PercentEncodeSet::kSpecialQuery)
                .size(),
            text.size() * std::string_view("%26%239731%3B").size());
}

// Of characters that become one or three, in any order, up to the end.
TEST(PercentEncodeTest, ShortTextsInEachOrder) {
  struct Piece {
    char16_t unit;
    std::string_view encoded;
  };
  constexpr Piece kPieces[] = {{u'a', "a"}, {u' ', "+"}, {u'~', "%7E"}};
  constexpr size_t kMaxLength = 8;
  std::vector<std::pair<std::u16string, std::string>> texts = {{}};
  for (size_t i = 0; i != texts.size(); ++i) {
    const auto [text, encoded] = texts[i];
    ASSERT_EQ(FormUrlEncode(text, Encoding::kUtf8), encoded);
    if (text.size() == kMaxLength) {
      continue;
    }
    for (const Piece& piece : kPieces) {
      texts.emplace_back(text + piece.unit,
                         encoded + std::string(piece.encoded));
    }
  }
}

// The examples of the URL standard.
TEST(PercentEncodeTest, Examples) {
  if (!HasEncoder(Encoding::kIso2022Jp)) {
    GTEST_SKIP() << "this build has no legacy encoders";
  }
  EXPECT_EQ(PercentEncodeAfterEncoding(u" ", Encoding::kShiftJis,
                                       PercentEncodeSet::kSpecialQuery),
            "%20");
  EXPECT_EQ(PercentEncodeAfterEncoding(u"\u2261", Encoding::kShiftJis,
                                       PercentEncodeSet::kSpecialQuery),
            "%81%DF");
  EXPECT_EQ(PercentEncodeAfterEncoding(u"\u203D", Encoding::kShiftJis,
                                       PercentEncodeSet::kSpecialQuery),
            "%26%238253%3B");
  EXPECT_EQ(PercentEncodeAfterEncoding(u"\u00A5", Encoding::kIso2022Jp,
                                       PercentEncodeSet::kSpecialQuery),
            "%1B(J\\%1B(B");
  EXPECT_EQ(FormUrlEncode(u"1+1 \u2261 2%20\u203D", Encoding::kShiftJis),
            "1%2B1+%81%DF+2%2520%26%238253%3B");
  EXPECT_EQ(PercentEncodeAfterEncoding(u"\u2261\u203D", Encoding::kUtf8,
                                       PercentEncodeSet::kUserinfo),
            "%E2%89%A1%E2%80%BD");
  EXPECT_EQ(PercentEncodeAfterEncoding(u"Say what\u203D", Encoding::kUtf8,
                                       PercentEncodeSet::kUserinfo),
            "Say%20what%E2%80%BD");
}

TEST(FormUrlEncodeTest, GetsAnOutputEncoding) {
  for (const Encoding encoding : {Encoding::kReplacement, Encoding::kUtf16Be,
                                  Encoding::kUtf16Le, Encoding::kUtf8}) {
    EXPECT_EQ(FormUrlEncode(u"a b\u2261", encoding), "a+b%E2%89%A1")
        << Name(encoding);
  }
}

// Which ASCII characters each set leaves alone.
TEST(PercentEncodeTest, Sets) {
  std::u16string ascii;
  for (char16_t unit = 0; unit < 0x80; ++unit) {
    ascii += unit;
  }
  const auto kept = [&](PercentEncodeSet set) {
    std::string kept;
    for (const char16_t unit : ascii) {
      const std::string encoded = PercentEncodeAfterEncoding(
          std::u16string_view(&unit, 1), Encoding::kUtf8, set);
      if (encoded.size() == 1 && encoded[0] == static_cast<char>(unit)) {
        kept += encoded;
      }
    }
    return kept;
  };
  EXPECT_EQ(kept(PercentEncodeSet::kC0Control),
            " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_"
            "`abcdefghijklmnopqrstuvwxyz{|}~");
  EXPECT_EQ(kept(PercentEncodeSet::kFragment),
            "!#$%&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_"
            "abcdefghijklmnopqrstuvwxyz{|}~");
  EXPECT_EQ(kept(PercentEncodeSet::kQuery),
            "!$%&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_"
            "`abcdefghijklmnopqrstuvwxyz{|}~");
  EXPECT_EQ(kept(PercentEncodeSet::kSpecialQuery),
            "!$%&()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_"
            "`abcdefghijklmnopqrstuvwxyz{|}~");
  EXPECT_EQ(kept(PercentEncodeSet::kPath),
            "!$%&'()*+,-./0123456789:;=@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]_"
            "abcdefghijklmnopqrstuvwxyz|~");
  EXPECT_EQ(kept(PercentEncodeSet::kUserinfo),
            "!$%&'()*+,-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
            "abcdefghijklmnopqrstuvwxyz~");
  EXPECT_EQ(kept(PercentEncodeSet::kComponent),
            "!'()*-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
            "abcdefghijklmnopqrstuvwxyz~");
  EXPECT_EQ(kept(PercentEncodeSet::kFormUrlEncoded),
            "*-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
            "abcdefghijklmnopqrstuvwxyz");
}

// An unmappable character at the very end still flushes the encoder.
TEST(PercentEncodeTest, TheEncoderReturnsToAsciiAfterAnError) {
  if (!HasEncoder(Encoding::kIso2022Jp)) {
    GTEST_SKIP() << "this build has no legacy encoders";
  }
  EXPECT_EQ(PercentEncodeAfterEncoding(u"\u00A5\u20AC", Encoding::kIso2022Jp,
                                       PercentEncodeSet::kSpecialQuery),
            "%1B(J\\%26%238364%3B%1B(B");
}

}  // namespace
}  // namespace v8_encoding
