// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What the functions of text.h take for bytes and for texts.

#include "v8_encoding/text.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {
namespace {

template <typename T>
concept HasBytes = requires(T&& bytes) {
  AsBytes(bytes);
  IsWellFormed(bytes, Encoding::kUtf8);
  DecodedUtf8Length(bytes, Encoding::kUtf8);
  DecodeToString(bytes, Encoding::kUtf8);
  DecodeToU16String(bytes, Encoding::kUtf8);
  EncodeString(bytes, Encoding::kUtf8);
};
template <typename T>
concept HasBytesAnywhere = requires(T&& bytes) {
  AsBytes(bytes);
}
|| requires(T&& bytes) {
  IsWellFormed(bytes, Encoding::kUtf8);
}
|| requires(T&& bytes) {
  DecodedUtf8Length(bytes, Encoding::kUtf8);
}
|| requires(T&& bytes) {
  DecodeToString(bytes, Encoding::kUtf8);
}
|| requires(T&& bytes) {
  DecodeToU16String(bytes, Encoding::kUtf8);
}
|| requires(T&& bytes) {
  EncodeString(bytes, Encoding::kUtf8);
};
template <typename T>
concept HasWritableBytes = requires(T&& bytes) {
  AsWritableBytes(std::forward<T>(bytes));
};
template <typename T>
concept HasUtf16 = requires(T&& text) {
  EncodeU16String(text, Encoding::kUtf8);
};

struct HasStringView {
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator std::string_view() const { return "\xC3\xA9"; }
};

template <typename... Ts>
constexpr bool kAllHaveBytes = (HasBytes<Ts> && ...);
template <typename Byte>
constexpr bool kHasBytesOf = kAllHaveBytes<std::vector<Byte>,
                                           const std::vector<Byte>&,
                                           std::span<Byte>,
                                           std::span<const Byte>,
                                           std::span<Byte, 4>,
                                           std::array<Byte, 4>,
                                           const std::array<Byte, 4>&,
                                           const Byte (&)[4]>;
template <typename Byte>
constexpr bool kHasWritableBytesOf =
    HasWritableBytes<std::vector<Byte>&>&&
        HasWritableBytes<std::array<Byte, 4>&>&& HasWritableBytes<Byte (&)[4]>&&
            HasWritableBytes<std::span<Byte>>&&
                HasWritableBytes<std::span<Byte, 4>> &&
    !HasWritableBytes<std::vector<Byte>> &&
    !HasWritableBytes<const std::vector<Byte>&> &&
    !HasWritableBytes<const Byte (&)[4]> &&
    !HasWritableBytes<std::span<const Byte>>;

TEST(TextArgumentsTest, WhatHasBytesIsTakenAndNothingElse) {
  static_assert(kHasBytesOf<uint8_t> && kHasBytesOf<char> &&
                kHasBytesOf<std::byte> && kHasBytesOf<char8_t>);
  static_assert(kAllHaveBytes<std::string, const std::string&, std::string_view,
                              const char*, std::u8string, std::u8string_view,
                              const char8_t*, HasStringView, uint8_t(&)[4],
                              std::byte(&)[4]>);
  // Arrays that a caller has filled, how far isn't said.
  static_assert(!HasBytesAnywhere<char(&)[4]>);
  static_assert(!HasBytesAnywhere<char8_t(&)[4]>);
  // No units of more than a byte.
  static_assert(!HasBytesAnywhere<std::u16string>);
  static_assert(!HasBytesAnywhere<std::vector<int>>);

  static_assert(kHasWritableBytesOf<uint8_t> && kHasWritableBytesOf<char> &&
                kHasWritableBytesOf<std::byte> && kHasWritableBytesOf<char8_t>);
  static_assert(HasWritableBytes<std::string&>);
  static_assert(HasWritableBytes<std::u8string&>);
  static_assert(!HasWritableBytes<const std::string&>);
  static_assert(!HasWritableBytes<std::string>);
  static_assert(!HasWritableBytes<std::string_view>);
  static_assert(!HasWritableBytes<std::u16string&>);

  static_assert(HasUtf16<std::u16string> && HasUtf16<std::u16string_view> &&
                HasUtf16<std::vector<char16_t>> &&
                HasUtf16<std::span<const char16_t>> &&
                HasUtf16<std::span<char16_t>> && HasUtf16<const char16_t*>);
  static_assert(!HasUtf16<char16_t(&)[4]> && !HasUtf16<std::string>);
}

TEST(TextArgumentsTest, BytesOfOneByteEach) {
  constexpr std::string_view kBytes = "\xC3\xA9\0a";  // Up to its zero.
  const auto check = [&](std::span<const uint8_t> bytes) {
    EXPECT_EQ(std::string(bytes.begin(), bytes.end()), kBytes);
  };
  check(AsBytes("\xC3\xA9\0a"));
  check(AsBytes(u8"\u00E9"));
  check(AsBytes(kBytes));
  check(AsBytes({kBytes.data(), kBytes.size()}));
  check(AsBytes(std::string(kBytes)));
  check(AsBytes(HasStringView()));
  const std::vector<char> chars(kBytes.begin(), kBytes.end());
  check(AsBytes(chars));
  check(AsBytes(std::span(chars)));
  const auto bytes = std::as_bytes(std::span(chars));
  check(AsBytes(bytes));
  check(AsBytes(std::vector<std::byte>(bytes.begin(), bytes.end())));
  const std::u8string utf8 = u8"\u00E9";
  check(AsBytes(utf8));
  check(AsBytes(std::u8string_view(utf8)));
  check(AsBytes(std::span(utf8)));
  check(AsBytes(std::vector<char8_t>(utf8.begin(), utf8.end())));
  const uint8_t octets[] = {0xC3, 0xA9};
  check(AsBytes(octets));
  check(AsBytes(std::span(octets)));
  EXPECT_EQ(AsBytes(octets).data(), octets);
  EXPECT_TRUE(AsBytes({}).empty());
  // All of what is no string, zeros among it.
  char buffer[] = {'a', '\0', '\xE9', 'b'};
  EXPECT_EQ(AsBytes({buffer, 3}).size(), 3u);
  EXPECT_EQ(AsBytes(std::span(buffer)).size(), 4u);
  EXPECT_EQ(AsBytes(std::array<char, 4>()).size(), 4u);
  EXPECT_EQ(AsBytes(std::array<char8_t, 4>()).size(), 4u);
  EXPECT_EQ(DecodeToString({buffer, 3}, Encoding::kWindows1252).text,
            std::string_view("a\0\xC3\xA9", 4));
}

// As of a member in a const function: a const array that need not have a zero.
struct Packet {
  char name[4];
  char8_t label[2];
  char16_t title[2];

  std::string Name() const {
    return DecodeToString(name, Encoding::kWindows1252).text;
  }
  std::string Label() const {
    return EncodeString(label, Encoding::kUtf8).bytes;
  }
  std::string Title() const {
    return EncodeU16String(title, Encoding::kUtf8).bytes;
  }
};

TEST(TextArgumentsTest, ConstArraysOfCharactersEndAtAZeroOrAtTheirEnd) {
  // The heap's end is where AddressSanitizer sees what is read behind it.
  const auto full = std::make_unique<Packet>(
      Packet{{'a', 'b', 'c', 'd'}, {u8'e', u8'f'}, {u'g', u'h'}});
  EXPECT_EQ(full->Name(), "abcd");
  EXPECT_EQ(full->Label(), "ef");
  EXPECT_EQ(full->Title(), "gh");
  const Packet half{{'a', '\0', 'c', 'd'}, {u8'e'}, {u'\0', u'h'}};
  EXPECT_EQ(half.Name(), "a");
  EXPECT_EQ(half.Label(), "e");
  EXPECT_EQ(half.Title(), "");
  EXPECT_EQ(AsBytes("a\0b").size(), 1u);
}

// Of lengths that aren't known where they are used.
extern const char kNameOfSomeLength[];
extern const char16_t kTitleOfSomeLength[];

TEST(TextArgumentsTest, ConstArraysOfUnknownLengthEndAtAZero) {
  EXPECT_EQ(AsBytes(kNameOfSomeLength).size(), 4u);
  EXPECT_EQ(DecodeToString(kNameOfSomeLength, Encoding::kUtf8).text, "name");
  EXPECT_EQ(EncodeU16String(kTitleOfSomeLength, Encoding::kUtf8).bytes,
            "title");
}

constexpr char kNameOfSomeLength[] = "name";
constexpr char16_t kTitleOfSomeLength[] = u"title";

// Whoever has functions of these names for types of their own.
namespace app {

struct Blob {};
struct Text {
  // Not const.
  operator std::string_view() { return string; }  // NOLINT

  std::string string;
};
[[maybe_unused]] Blob AsBytes(const Text&) {
  return {};
}

}  // namespace app

TEST(TextArgumentsTest, TextsOfOtherNamespaces) {
  app::Text text{"\xC3\xA9"};
  EXPECT_EQ(DecodeToString(text, Encoding::kUtf8).text, "\xC3\xA9");
  if (HasEncoder(Encoding::kWindows1252)) {
    EXPECT_EQ(EncodeString(text, Encoding::kWindows1252).bytes, "\xE9");
  }
  EXPECT_TRUE(IsWellFormed(text, Encoding::kUtf8));
  EXPECT_EQ(DecodedUtf8Length(app::Text{"\xE9"}, Encoding::kWindows1252), 2u);
}

TEST(TextArgumentsTest, TextsOfAnyBytes) {
  const std::string string = "\xC3\xA9";
  const std::vector<uint8_t> octets(string.begin(), string.end());
  const std::span<const char> chars = string;
  const auto check = [](const auto& bytes) {
    EXPECT_EQ(DecodeToString(bytes, Encoding::kUtf8).text, "\xC3\xA9");
    EXPECT_EQ(DecodeToU16String(bytes, Encoding::kUtf8).text, u"\u00E9");
    EXPECT_EQ(DecodedUtf8Length(bytes, Encoding::kWindows1252), 4u);
    EXPECT_TRUE(IsWellFormed(bytes, Encoding::kUtf8));
    EXPECT_FALSE(IsWellFormed(bytes, Encoding::kReplacement));
    EXPECT_EQ(EncodeString(bytes, Encoding::kXUserDefined).bytes, "&#233;");
  };
  check(string);
  check("\xC3\xA9");
  check(u8"\u00E9");
  check(std::u8string(u8"\u00E9"));
  check(octets);
  check(std::span(octets));
  check(chars);
  check(std::as_bytes(chars));
  check(AsBytes(string));
  const std::u16string utf16 = u"\u00E9";
  for (const Encoded& encoded :
       {EncodeU16String(utf16, Encoding::kXUserDefined),
        EncodeU16String(u"\u00E9", Encoding::kXUserDefined),
        EncodeU16String(std::span(utf16), Encoding::kXUserDefined),
        EncodeU16String({utf16.data(), 1}, Encoding::kXUserDefined),
        EncodeU16String(std::vector<char16_t>(1, 0xE9),
                        Encoding::kXUserDefined)}) {
    EXPECT_EQ(encoded.bytes, "&#233;");
  }
  // Nothing is a text, too.
  EXPECT_TRUE(DecodeToString({}, Encoding::kUtf8).text.empty());
  EXPECT_TRUE(DecodeToU16String({}, Encoding::kUtf8).text.empty());
  EXPECT_EQ(DecodedUtf8Length({}, Encoding::kUtf8), 0u);
  EXPECT_TRUE(IsWellFormed({}, Encoding::kUtf8));
  EXPECT_TRUE(EncodeString({}, Encoding::kXUserDefined).bytes.empty());
  EXPECT_TRUE(EncodeU16String({}, Encoding::kXUserDefined).bytes.empty());
}

TEST(TextArgumentsTest, WritableBytes) {
  std::string text(8, '-');
  const DecodeResult decoded =
      Decoder(Encoding::kWindows1252)
          .DecodeToUtf8(AsBytes("\xE9"), AsWritableBytes(text), Flush::kYes);
  EXPECT_EQ(text.substr(0, decoded.written), "\xC3\xA9");
  char buffer[4];
  const EncodeResult encoded =
      Encoder(Encoding::kUtf8)
          .EncodeFromUtf16(std::u16string_view(u"\u00E9"),
                           AsWritableBytes(buffer), Flush::kYes);
  EXPECT_EQ(std::string_view(buffer, encoded.written), "\xC3\xA9");
  EXPECT_EQ(AsWritableBytes(buffer).size(), 4u);
  EXPECT_EQ(AsWritableBytes({buffer, 3}).size(), 3u);
  EXPECT_EQ(AsWritableBytes(std::span(buffer).subspan(1)).size(), 3u);
  EXPECT_TRUE(AsWritableBytes({}).empty());
  uint8_t octets[4];
  EXPECT_EQ(AsWritableBytes(octets).data(), octets);
  std::u8string utf8(3, u8'-');
  AsWritableBytes(utf8)[0] = 0x41;
  EXPECT_TRUE(utf8 == u8"A--");
}

}  // namespace
}  // namespace v8_encoding
