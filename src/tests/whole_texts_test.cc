// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Memory of the functions that allocate: how much of it a result keeps, and
// what happens where there is none. A program by itself, whose operator new can
// fail, and compiled with exceptions, to see any that gets out of the library.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "gtest/gtest.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/hooks.h"
#include "v8_encoding/text.h"

namespace {

size_t max_size = SIZE_MAX;
size_t total_size = 0;

}  // namespace

void* operator new(size_t size) {
  total_size += size;
  void* const memory = size <= max_size ? std::malloc(size) : nullptr;
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  return memory;
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, size_t) noexcept {
  std::free(memory);
}

namespace v8_encoding {
namespace {

constexpr size_t kLength = size_t{1} << 20;

std::string Repeat(std::string_view part) {
  std::string text;
  while (text.size() < kLength) {
    text += part;
  }
  return text;
}

std::u16string Repeat(std::u16string_view part) {
  std::u16string text;
  while (text.size() < kLength) {
    text += part;
  }
  return text;
}

// Of std::terminate(), which GCC before 13 doesn't tell what was thrown where
// it has inlined the function that throws.
#if defined(__clang__) || __GNUC__ >= 13
constexpr char kThrownMessage[] = "bad_alloc";
#else
constexpr char kThrownMessage[] =
    "bad_alloc|terminate called without an active exception";
#endif

TEST(WholeTextsDeathTest, NothingIsThrownWithoutMemory) {
  const std::string bytes = Repeat("\xE8\xAA\x9E");
  const std::u16string text = Repeat(u"\u8A9E\u0441 ");
  const std::pair<const char*, std::function<void()>> kCalls[] = {
      {"DecodeToString", [&] { (void)DecodeToString(bytes, Encoding::kUtf8); }},
      {"DecodeToString of Shift_JIS",
       [&] { (void)DecodeToString(bytes, Encoding::kShiftJis); }},
      {"DecodeToU16String",
       [&] { (void)DecodeToU16String(bytes, Encoding::kGb18030); }},
      {"EncodeString", [&] { (void)EncodeString(bytes, Encoding::kUtf8); }},
      {"EncodeU16String",
       [&] { (void)EncodeU16String(text, Encoding::kUtf8); }},
      {"Utf8Decode", [&] { (void)Utf8Decode(AsBytes(bytes)); }},
      {"Utf8DecodeWithoutBom",
       [&] { (void)Utf8DecodeWithoutBom(AsBytes(bytes)); }},
      {"Utf8DecodeWithoutBomOrFail",
       [&] { (void)Utf8DecodeWithoutBomOrFail(AsBytes(bytes)); }},
      {"Utf8Encode", [&] { (void)Utf8Encode(text); }},
      {"Decode", [&] { (void)Decode(AsBytes(bytes), Encoding::kUtf16Be); }},
      {"Encode", [&] { (void)Encode(text, Encoding::kUtf8); }},
      {"EncodeOrFail",
       [&] {
         std::u16string_view rest = text;
         Encoder encoder(Encoding::kUtf8, EncodeErrorMode::kFatal);
         std::string output;
         (void)EncodeOrFail(rest, encoder, output);
       }},
      {"PercentEncodeAfterEncoding",
       [&] {
         (void)PercentEncodeAfterEncoding(text, Encoding::kUtf8,
                                          PercentEncodeSet::kPath);
       }},
      {"FormUrlEncode", [&] { (void)FormUrlEncode(text); }},
  };
  for (const auto& [name, call] : kCalls) {
    SCOPED_TRACE(name);
    // Whatever is thrown is seen here, and ends the child in another way.
    EXPECT_DEATH(
        {
          max_size = 1000;
          try {
            call();
          } catch (...) {
            std::_Exit(0);
          }
          std::_Exit(0);
        },
        kThrownMessage);
  }
}

template <typename String>
bool IsTight(const String& text) {
  return text.capacity() <= text.size() + text.size() / 4 + 4096;
}

TEST(WholeTextsTest, ResultsKeepNoMuchLargerMemory) {
  constexpr std::string_view kParts[] = {
      "a",
      "\xE8\xAA\x9E",      // UTF-8's longest of the BMP.
      "\xF0\x9F\x98\x80",  // Two units.
      "\xC3",              // Malformed in UTF-8.
      "\x84\x31\xA4\x39",  // gb18030's four bytes.
      "\x88\x9F",          // Shift_JIS.
      "\x1B$B0!\x1B(B",    // ISO-2022-JP's escapes.
      "\x80 ",             // Three bytes of UTF-8 in windows-1252.
  };
  for (const std::string_view part : kParts) {
    const std::string bytes = Repeat(part);
    for (size_t i = 0; i < kEncodingCount; ++i) {
      const auto encoding = static_cast<Encoding>(i);
      SCOPED_TRACE(testing::Message() << Name(encoding) << " " << part);
      EXPECT_TRUE(IsTight(DecodeToString(bytes, encoding).text));
      EXPECT_TRUE(IsTight(DecodeToU16String(bytes, encoding).text));
      EXPECT_TRUE(IsTight(Decode(AsBytes(bytes), encoding)));
      EXPECT_TRUE(IsTight(DecodeToString(bytes, encoding, BomHandling::kSniff,
                                         DecodeErrorMode::kFatal)
                              .text));
      EXPECT_TRUE(
          IsTight(DecodeToU16String(bytes, encoding, BomHandling::kSniff,
                                    DecodeErrorMode::kFatal)
                      .text));
      EXPECT_TRUE(IsTight(EncodeString(bytes, encoding).bytes));
      EXPECT_TRUE(IsTight(
          EncodeString(bytes, encoding, EncodeErrorMode::kFatal).bytes));
    }
    EXPECT_TRUE(IsTight(Utf8Decode(AsBytes(bytes))));
    EXPECT_TRUE(
        IsTight(Utf8DecodeWithoutBomOrFail(AsBytes(bytes)).value_or(u"")));
  }
  for (const std::u16string_view part : {u"a", u"\u8A9E", u"\U0001F600"}) {
    const std::u16string text = Repeat(part);
    EXPECT_TRUE(IsTight(Utf8Encode(text)));
    for (size_t i = 0; i < kEncodingCount; ++i) {
      const auto encoding = static_cast<Encoding>(i);
      SCOPED_TRACE(Name(encoding));
      EXPECT_TRUE(IsTight(EncodeU16String(text, encoding).bytes));
      if (HasEncoder(GetOutputEncoding(encoding))) {
        EXPECT_TRUE(IsTight(Encode(text, GetOutputEncoding(encoding))));
      }
    }
  }
}

// As a copy of it has, which in the string itself is none for a few characters.
template <typename String>
void ExpectNoSpareMemory(const String& text) {
  EXPECT_EQ(text.capacity(), String(text).capacity());
}

TEST(WholeTextsTest, ShortTextsHaveNoSpareMemory) {
  for (const std::u16string_view character : {u"a", u"\u00E9", u"\u4E2D"}) {
    for (const size_t length : {0, 1, 3, 7, 8, 15, 16, 60}) {
      SCOPED_TRACE(length);
      std::u16string text;
      for (size_t i = 0; i != length; ++i) {
        text += character;
      }
      const std::string utf8 = Utf8Encode(text);
      ExpectNoSpareMemory(utf8);
      ExpectNoSpareMemory(DecodeToString(utf8, Encoding::kUtf8).text);
      ExpectNoSpareMemory(DecodeToString(utf8, Encoding::kWindows1252).text);
      ExpectNoSpareMemory(DecodeToU16String(utf8, Encoding::kUtf8).text);
      ExpectNoSpareMemory(Utf8Decode(AsBytes(utf8)));
      for (const Encoding encoding : {Encoding::kUtf8, Encoding::kGbk}) {
        ExpectNoSpareMemory(EncodeString(utf8, encoding).bytes);
        ExpectNoSpareMemory(EncodeU16String(text, encoding).bytes);
      }
    }
  }
}

// Room for all the rest, once for each error, would be 400 MiB here and more.
TEST(WholeTextsTest, ManyErrorsTakeNoMoreMemoryEach) {
  constexpr size_t kCount = 10'000;
  constexpr size_t kMaxSize = kCount * 16 * 1024;
  for (const Encoding encoding :
       {Encoding::kUtf8, Encoding::kWindows1253, Encoding::kUtf16Be}) {
    std::string bytes;
    for (size_t i = 0; i < kCount; ++i) {
      // An error in each, which for UTF-16BE is a lone surrogate.
      bytes += encoding == Encoding::kUtf16Be
                   ? std::string("\0a\0a\0a\xD8\0\0b", 10)
                   : "aaaaaaaa\xAA\xFF";
    }
    total_size = 0;
    for (std::string_view rest = bytes;;) {
      const auto decoded = DecodeToString(rest, encoding, BomHandling::kKeep,
                                          DecodeErrorMode::kFatal);
      const auto to_utf16 = DecodeToU16String(
          rest, encoding, BomHandling::kKeep, DecodeErrorMode::kFatal);
      ASSERT_EQ(decoded.error, to_utf16.error);
      if (!decoded.error) {
        break;
      }
      rest.remove_prefix(decoded.error->position + decoded.error->length);
    }
    EXPECT_LT(total_size, 2 * kMaxSize) << Name(encoding);
  }
  if (HasEncoder(Encoding::kIso8859_5)) {
    std::u16string text;
    std::string utf8;
    for (size_t i = 0; i < kCount; ++i) {
      text += u"aaaaaaaa\u3042";
      utf8 += "aaaaaaaa\xE3\x81\x82";
    }
    total_size = 0;
    std::u16string_view rest = text;
    std::string_view rest8 = utf8;
    for (;;) {
      const Encoded encoded =
          EncodeU16String(rest, Encoding::kIso8859_5, EncodeErrorMode::kFatal);
      const Encoded encoded8 =
          EncodeString(rest8, Encoding::kIso8859_5, EncodeErrorMode::kFatal);
      ASSERT_EQ(encoded.bytes, encoded8.bytes);
      if (!encoded.error) {
        break;
      }
      EncodeError error8 = *encoded.error;
      error8.position = encoded8.error->position;
      error8.length = encoded8.error->length;
      ASSERT_EQ(*encoded8.error, error8);
      rest.remove_prefix(encoded.error->position + encoded.error->length);
      rest8.remove_prefix(encoded8.error->position + encoded8.error->length);
    }
    EXPECT_LT(total_size, 2 * kMaxSize);
  }
}

// In a build that lacks encoders, text isn't made into references.
TEST(WholeTextsTest, AnEncoderThatIsLeftOutIsAnError) {
  for (size_t i = 0; i < kEncodingCount; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    SCOPED_TRACE(Name(encoding));
    const bool has_encoder = HasEncoder(GetOutputEncoding(encoding));
    const Encoded encoded = EncodeString("abc", encoding);
    const Encoded from_utf16 = EncodeU16String(u"abc", encoding);
    const std::string expected = has_encoder ? "abc" : "";
    EXPECT_EQ(encoded.bytes, expected);
    EXPECT_EQ(from_utf16.bytes, expected);
    EXPECT_EQ(encoded.error.has_value(), !has_encoder);
    EXPECT_EQ(from_utf16.error.has_value(), !has_encoder);
    if (!has_encoder) {
      const EncodeError all = {
          .position = 0, .length = 3, .code_point = std::nullopt};
      EXPECT_EQ(encoded.error, all);
      EXPECT_EQ(from_utf16.error, all);
    }
    EXPECT_FALSE(EncodeString("", encoding).error);
  }
}

}  // namespace
}  // namespace v8_encoding
