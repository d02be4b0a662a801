// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Conversions of bytes to strings that embedders call from C++, beside what
// scripts get.

#include "v8_encoding/convert.h"

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "bindings/testing/converting.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/hooks.h"

namespace v8_encoding::testing {
namespace {

static_assert(std::is_trivially_copyable_v<StringDecoder>);

std::u16string Units(v8::Isolate* isolate, v8::Local<v8::String> string) {
  std::u16string units(static_cast<size_t>(string->Length()), u'\0');
  compat::ReadTwoByte(isolate, string, 0, units.size(), units.data());
  return units;
}

// Bytes that are ASCII, lead bytes, escapes, garbage.
std::string RandomBytes(std::mt19937& random, size_t length) {
  constexpr std::string_view kFrequent = "a\x1B$B(J\xE3\x81\x82\x81\x30";
  std::string bytes;
  for (size_t i = 0; i < length; ++i) {
    bytes.push_back(random() % 3 == 0 ? kFrequent[random() % kFrequent.size()]
                                      : static_cast<char>(random() % 256));
  }
  return bytes;
}

class ConvertDecodeTest : public ConvertingTest {
 protected:
  // The text, or "malformed at …".
  std::u16string Text(const DecodedString& decoded) const {
    v8::Local<v8::String> string;
    if (decoded.string.ToLocal(&string)) {
      EXPECT_TRUE(decoded.ok());
      return Units(isolate(), string);
    }
    EXPECT_EQ(decoded.error.failure, ConversionFailure::kMalformed);
    const std::string position = std::to_string(decoded.error.position);
    return u"malformed at " + std::u16string(position.begin(), position.end());
  }

  // What a script's TextDecoder makes of the bytes.
  std::u16string TextOfScript(const std::string& bytes, Encoding encoding) {
    v8::Local<v8::ArrayBuffer> buffer =
        v8::ArrayBuffer::New(isolate(), bytes.size());
    if (!bytes.empty()) {
      memcpy(buffer->Data(), bytes.data(), bytes.size());
    }
    context()
        ->Global()
        ->Set(context(), v8::String::NewFromUtf8Literal(isolate(), "bytes"),
              buffer)
        .Check();
    return Units(
        isolate(),
        EvaluateToValue(context(), "new TextDecoder('" +
                                       std::string(LowercaseName(encoding)) +
                                       "').decode(bytes)")
            .ToLocalChecked()
            .As<v8::String>());
  }
};

TEST_F(ConvertDecodeTest, EveryEncodingDecodesAsForScripts) {
  std::mt19937 random(1);
  for (const Encoding encoding : AllEncodings()) {
    if (encoding == Encoding::kReplacement) {
      continue;  // No TextDecoder is made of it.
    }
    SCOPED_TRACE(Name(encoding));
    for (const size_t length : {0, 1, 2, 3, 7, 64, 2044, 2045, 5000}) {
      v8::HandleScope scope(isolate());
      const std::string bytes = RandomBytes(random, length);
      const DecodedString decoded = DecodeToString(isolate(), bytes, encoding);
      EXPECT_EQ(Text(decoded), TextOfScript(bytes, encoding));
      EXPECT_EQ(decoded.encoding, encoding);
      const DecodedString fatal =
          DecodeToString(isolate(), bytes, encoding, {true});
      EXPECT_EQ(fatal.encoding, encoding);
      if (!fatal.ok()) {
        EXPECT_EQ(fatal.error.encoding, encoding);
      }
      EXPECT_EQ(Text(DecodeToString(isolate(), bytes, encoding,
                                    {false, false, false, true})),
                TextOfScript(bytes, encoding));
    }
  }
}

TEST_F(ConvertDecodeTest, ReplacementIsAnEncodingToo) {
  EXPECT_EQ(Text(DecodeToString(isolate(), std::string("abc"),
                                Encoding::kReplacement)),
            u"\uFFFD");
  EXPECT_EQ(
      Text(DecodeToString(isolate(), std::string(), Encoding::kReplacement)),
      u"");
}

TEST_F(ConvertDecodeTest, ChunksJoinToTheWhole) {
  std::mt19937 random(2);
  for (const Encoding encoding : AllEncodings()) {
    for (int i = 0; i < 8; ++i) {
      v8::HandleScope scope(isolate());
      SCOPED_TRACE(Name(encoding));
      DecodeOptions options;
      options.ignore_bom = i & 1;
      options.sniff_bom = i & 2;
      options.shared = i & 4;
      std::string bytes = RandomBytes(random, 30);
      if (i % 3 == 0) {
        bytes = "\xEF\xBB\xBF" + bytes;
      }
      const std::u16string whole =
          Text(DecodeToString(isolate(), bytes, encoding, options));
      for (size_t cut = 0; cut <= bytes.size(); ++cut) {
        StringDecoder decoder(encoding, options);
        const std::string_view view = bytes;
        std::u16string text =
            Text(decoder.Decode(isolate(), view.substr(0, cut)));
        text += Text(decoder.Decode(isolate(), ByteView()));
        text += Text(decoder.Finish(isolate(), view.substr(cut)));
        EXPECT_EQ(text, whole) << cut;
      }
      // Byte by byte, and once more with the same decoder.
      StringDecoder decoder(encoding, options);
      for (int round = 0; round < 2; ++round) {
        std::u16string text;
        for (const char& byte : bytes) {
          text += Text(decoder.Decode(isolate(), {&byte, 1}));
        }
        text += Text(decoder.Finish(isolate()));
        EXPECT_EQ(text, whole);
      }
    }
  }
}

TEST_F(ConvertDecodeTest, AByteOrderMarkMayDecide) {
  DecodeOptions sniff;
  sniff.sniff_bom = true;
  constexpr std::string_view kUtf8 = "\xEF\xBB\xBF\xC3\xA9";
  constexpr std::string_view kBe("\xFE\xFF\0\xE9", 4);
  constexpr std::string_view kLe("\xFF\xFE\xE9\0", 4);
  for (const auto& [bytes, encoding] :
       {std::pair(kUtf8, Encoding::kUtf8), std::pair(kBe, Encoding::kUtf16Be),
        std::pair(kLe, Encoding::kUtf16Le)}) {
    const DecodedString decoded =
        DecodeToString(isolate(), bytes, Encoding::kWindows1252, sniff);
    EXPECT_EQ(Text(decoded), u"\u00E9");
    EXPECT_EQ(decoded.encoding, encoding);
    StringDecoder decoder(Encoding::kWindows1252, sniff);
    EXPECT_EQ(Text(decoder.Decode(isolate(), bytes.substr(0, 1))), u"");
    EXPECT_EQ(Text(decoder.Decode(isolate(), bytes.substr(1))), u"\u00E9");
    EXPECT_EQ(decoder.encoding(), encoding);
    decoder.Reset();
    EXPECT_EQ(decoder.encoding(), Encoding::kWindows1252);
  }
  // Not a whole one; and without the option, none at all.
  EXPECT_EQ(Text(DecodeToString(isolate(), kUtf8.substr(0, 2),
                                Encoding::kWindows1252, sniff)),
            u"\u00EF\u00BB");
  EXPECT_EQ(Text(DecodeToString(isolate(), kLe, Encoding::kWindows1252)),
            std::u16string(u"\u00FF\u00FE\u00E9\0", 4));
  sniff.ignore_bom = true;
  EXPECT_EQ(Text(DecodeToString(isolate(), kBe, Encoding::kWindows1252, sniff)),
            u"\uFEFF\u00E9");
}

TEST_F(ConvertDecodeTest, BytesBehindThoseThatWaitedMayBeMalformed) {
  StringDecoder decoder(Encoding::kWindows1253,
                        {.fatal = true, .sniff_bom = true});
  EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("\xFE"))), u"");
  const DecodedString decoded =
      decoder.Decode(isolate(), std::string("bcd\xAA"));
  EXPECT_EQ(decoded.error.failure, ConversionFailure::kMalformed);
  EXPECT_EQ(decoded.error.position, 4);
}

// However a text is cut, and whether or not its first bytes had to wait.
TEST_F(ConvertDecodeTest, PlacesGoOnBehindAMalformedStart) {
  for (const bool shared : {false, true}) {
    const DecodeOptions options = {
        .fatal = true, .sniff_bom = true, .shared = shared};
    StringDecoder decoder(Encoding::kUtf8, options);
    EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("\xEF"))), u"");
    EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("ABCDEFGHI"))),
              u"malformed at 0");
    EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("x\xFF"))),
              u"malformed at 11");
  }
}

TEST_F(ConvertDecodeTest,
       AByteOrderMarkMayFollowAnErrorForWhichNothingWasWritten) {
  for (const bool shared : {false, true}) {
    for (const std::string first : {"abcd\xFFzz", "\xFFzz", "a\xFF"}) {
      StringDecoder decoder(
          Encoding::kUtf8,
          {.fatal = true, .sniff_bom = true, .shared = shared});
      EXPECT_EQ(Text(decoder.Decode(isolate(), first)),
                u"malformed at " +
                    std::u16string(
                        1, static_cast<char16_t>(u'0' + first.find('\xFF'))));
      EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("\xEF\xBB\xBFq"))),
                u"q")
          << first << shared;
    }
  }
}

TEST_F(ConvertDecodeTest, MalformedBytesHaveAPlace) {
  v8::TryCatch try_catch(isolate());
  DecodeOptions fatal;
  fatal.fatal = true;
  const DecodedString decoded = DecodeToString(
      isolate(), std::string("abc\xE2\x82z"), Encoding::kUtf8, fatal);
  EXPECT_TRUE(decoded.string.IsEmpty());
  EXPECT_EQ(decoded.error.failure, ConversionFailure::kMalformed);
  EXPECT_EQ(decoded.error.position, 3);
  EXPECT_EQ(decoded.error.length, 2);
  EXPECT_FALSE(try_catch.HasCaught());
  EXPECT_EQ(Message(decoded.error),
            "TypeError: Failed to execute 'read' on 'File': The encoded data "
            "is not valid utf-8: malformed sequence at byte 3.");

  // Begun in an earlier chunk, it still has one; the decoder goes on.
  for (const bool sniff : {false, true}) {
    fatal.sniff_bom = sniff;
    StringDecoder decoder(Encoding::kUtf8, fatal);
    EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("abc\xE2"))), u"abc");
    EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("\x82zdropped"))),
              u"malformed at 3");
    EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("de"))), u"de");
    EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("\xFF"))),
              u"malformed at 15");
    EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("\xC3"))), u"");
    EXPECT_EQ(Text(decoder.Finish(isolate())), u"malformed at 16");
    EXPECT_EQ(Text(decoder.Finish(isolate(), std::string("\xFF"))),
              u"malformed at 0");
  }
}

TEST_F(ConvertDecodeTest, BufferSources) {
  for (const char* source :
       {"Uint8Array.of(0xC3, 0xA9)", "Uint8Array.of(0xC3, 0xA9).buffer",
        "new DataView(Uint8Array.of(0, 0xC3, 0xA9).buffer, 1)",
        "new Uint16Array(Uint8Array.of(0xC3, 0xA9).buffer)",
        "new Uint8Array(9).fill(0xC3).fill(0xA9, 4).subarray(3, 5)",
        ("const shared = new SharedArrayBuffer(2);"
         "new Uint8Array(shared).set([0xC3, 0xA9]); shared")}) {
    EXPECT_EQ(Text(DecodeToString(isolate(), Value(source))), u"\u00E9")
        << source;
    StringDecoder decoder;
    EXPECT_EQ(Text(decoder.Decode(isolate(), Value("Uint8Array.of(0xC3)"))),
              u"");
    EXPECT_EQ(Text(decoder.Finish(isolate(), Value("Uint8Array.of(0xA9)"))),
              u"\u00E9");
  }
  v8::Local<v8::ArrayBuffer> buffer =
      Value("new ArrayBuffer(4)").As<v8::ArrayBuffer>();
  ASSERT_TRUE(compat::Detach(buffer).FromMaybe(false));
  EXPECT_EQ(Text(DecodeToString(isolate(), buffer)), u"");
}

TEST_F(ConvertDecodeTest, OtherValuesAreNoBufferSources) {
  for (const char* source : {"'a string'", "1", "1.5", "undefined", "null",
                             "({})", "[1]", "Symbol()", "() => 1", "1n"}) {
    StringDecoder decoder(Encoding::kUtf8);
    EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("\xC3"))), u"");
    const DecodedString decoded = decoder.Decode(isolate(), Value(source));
    EXPECT_EQ(decoded.error.failure, ConversionFailure::kNoBufferSource)
        << source;
    EXPECT_TRUE(decoded.string.IsEmpty());
    EXPECT_EQ(Message(decoded.error),
              "TypeError: Failed to execute 'read' on 'File': The provided "
              "value is not of type '(ArrayBuffer or SharedArrayBuffer or "
              "ArrayBufferView)'.");
    // As it was before the call.
    EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("\xA9"))), u"\u00E9");
    EXPECT_EQ(DecodeToString(isolate(), Value(source)).error.failure,
              ConversionFailure::kNoBufferSource);
  }
}

TEST_F(ConvertDecodeTest, Labels) {
  EXPECT_EQ(GetEncoding(isolate(), NewLatin1(" Latin1\n")),
            Encoding::kWindows1252);
  EXPECT_EQ(GetEncoding(isolate(), NewLatin1("unknown")), std::nullopt);
  // U+212A KELVIN SIGN is no K.
  EXPECT_EQ(GetEncoding(isolate(), NewString(u"\u212Aoi8-r")), std::nullopt);
}

// Memory of zeros, which takes none where it is only read.
class Zeros {
 public:
  explicit Zeros(size_t size)
      : size_(size),
        data_(mmap(nullptr,
                   size,
                   PROT_READ,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1,
                   0)) {}
  ~Zeros() { munmap(data_, size_); }
  Zeros(const Zeros&) = delete;
  Zeros& operator=(const Zeros&) = delete;

  ByteView bytes() const { return {data_, size_}; }

 private:
  const size_t size_;
  void* const data_;
};

TEST_F(ConvertDecodeTest, StringsThatAreTooLong) {
  const Zeros zeros(static_cast<size_t>(v8::String::kMaxLength) + 1);
  v8::TryCatch try_catch(isolate());
  const DecodedString decoded = DecodeToString(isolate(), zeros.bytes());
  EXPECT_TRUE(decoded.string.IsEmpty());
  EXPECT_EQ(decoded.error.failure, ConversionFailure::kStringTooLong);
  EXPECT_FALSE(try_catch.HasCaught());
  EXPECT_EQ(Message(decoded.error, nullptr),
            "RangeError: Failed to construct 'File': The decoded string would "
            "be longer than strings may be.");

  // The decoder is as it was.
  StringDecoder decoder;
  EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("\xC3"))), u"");
  EXPECT_EQ(decoder.Decode(isolate(), zeros.bytes()).error.failure,
            ConversionFailure::kStringTooLong);
  EXPECT_EQ(Text(decoder.Finish(isolate(), std::string("\xA9"))), u"\u00E9");
}

TEST_F(ConvertDecodeTest, NoErrorIsNoException) {
  EXPECT_EQ(Message(ConversionError()), "");
}

// What follows a byte order mark is looked at for ASCII and Latin-1 like what
// follows nothing, so that the string is one-byte, short or long.
TEST_F(ConvertDecodeTest, TextBehindAByteOrderMarkIsOneByte) {
  constexpr struct {
    Encoding encoding;
    std::string_view malformed;
  } kEncodings[] = {{Encoding::kUtf8, "\xFF"},
                    {Encoding::kUtf16Le, {"\x00\xDC", 2}},
                    {Encoding::kUtf16Be, {"\xDC\x00", 2}}};
  for (const auto& each : kEncodings) {
    const Encoding encoding = each.encoding;
    // No encoder writes UTF-16.
    const auto encode = [&](std::u16string_view text) {
      if (encoding == Encoding::kUtf8) {
        return Utf8Encode(text);
      }
      std::string bytes;
      for (const char16_t unit : text) {
        const char low = static_cast<char>(unit & 0xFF);
        const char high = static_cast<char>(unit >> 8);
        bytes += encoding == Encoding::kUtf16Le ? low : high;
        bytes += encoding == Encoding::kUtf16Le ? high : low;
      }
      return bytes;
    };
    for (const size_t length : {1, 16, 100, 3000, 100'000, 3'000'000}) {
      for (const char16_t last : {u'a', u'\u00E9', u'\u4E00', u'\uFEFF'}) {
        SCOPED_TRACE(std::string(Name(encoding)) + " " +
                     std::to_string(length) + " " + std::to_string(last));
        const std::u16string text = std::u16string(length, u'a') + last;
        const std::u16string marked = u'\uFEFF' + text;
        const std::string bytes = encode(marked);
        DecodedString decoded = DecodeToString(isolate(), bytes, encoding);
        EXPECT_EQ(Text(decoded), text);
        EXPECT_EQ(decoded.string.ToLocalChecked()->IsOneByte(), last <= 0xFF);
        // Kept, the mark is a character of two bytes.
        DecodedString kept =
            DecodeToString(isolate(), bytes, encoding, {.ignore_bom = true});
        EXPECT_EQ(Text(kept), marked);
        EXPECT_FALSE(kept.string.ToLocalChecked()->IsOneByte());
        const DecodedString failed =
            DecodeToString(isolate(), bytes + std::string(each.malformed),
                           encoding, {.fatal = true});
        EXPECT_TRUE(failed.string.IsEmpty());
        EXPECT_EQ(failed.error.position, static_cast<int64_t>(bytes.size()));
      }
    }
    // Of two marks, the second is a character.
    EXPECT_EQ(
        Text(DecodeToString(isolate(), encode(u"\uFEFF\uFEFFa"), encoding)),
        u"\uFEFFa");
    EXPECT_EQ(Text(DecodeToString(isolate(), encode(u"\uFEFF"), encoding)),
              u"");
  }
}

// Units longer than a byte aren't taken for bytes.
static_assert(!std::is_constructible_v<ByteView, const char16_t*, size_t>);
static_assert(!std::is_constructible_v<ByteView, uint16_t*, size_t>);
static_assert(!std::is_convertible_v<std::u16string, ByteView>);
static_assert(std::is_constructible_v<ByteView, const char*, size_t>);
static_assert(std::is_constructible_v<ByteView, void*, size_t>);
static_assert(std::is_constructible_v<ByteView, std::nullptr_t, size_t>);
// A literal has a zero at its end.
static_assert(!std::is_convertible_v<const char (&)[4], ByteView>);

constexpr uint8_t kOctets[] = {1, 2, 3};
static_assert(ByteView(kOctets).size() == 3);
static_assert(ByteView(kOctets, 2).end() == kOctets + 2);
static_assert(noexcept(ByteView(std::string_view())));

TEST(ByteViewTest, IsARange) {
  EXPECT_TRUE(ByteView().empty());
  const std::string bytes = "abc";
  const ByteView view = bytes;
  EXPECT_FALSE(view.empty());
  EXPECT_EQ(std::string(view.begin(), view.end()), bytes);
}

}  // namespace
}  // namespace v8_encoding::testing
