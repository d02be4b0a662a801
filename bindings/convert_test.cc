// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Conversions that embedders call from C++, beside what scripts get and beside
// the core.

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
#include <vector>

#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

static_assert(std::is_trivially_copyable_v<StringDecoder>);
static_assert(std::is_trivially_copyable_v<StringEncoder>);

std::vector<Encoding> AllEncodings() {
  std::vector<Encoding> encodings;
  for (size_t i = 0; i < kEncodingCount; ++i) {
    encodings.push_back(static_cast<Encoding>(i));
  }
  return encodings;
}

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

class ConvertTest : public V8Test {
 protected:
  v8::Local<v8::String> NewString(const std::u16string& units) const {
    return v8::String::NewFromTwoByte(
               isolate(), reinterpret_cast<const uint16_t*>(units.data()),
               v8::NewStringType::kNormal, static_cast<int>(units.size()))
        .ToLocalChecked();
  }
  v8::Local<v8::String> NewLatin1(const std::string& units) const {
    return v8::String::NewFromOneByte(
               isolate(), reinterpret_cast<const uint8_t*>(units.data()),
               v8::NewStringType::kNormal, static_cast<int>(units.size()))
        .ToLocalChecked();
  }

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

  v8::Local<v8::Value> Value(const std::string& source) const {
    return EvaluateToValue(context(), source).ToLocalChecked();
  }

  // The message of the exception that an error comes to.
  std::string Message(const ConversionError& error,
                      const char* operation = "read") const {
    v8::TryCatch try_catch(isolate());
    ThrowConversionError(context(), error, "File", operation);
    return try_catch.HasCaught()
               ? *v8::String::Utf8Value(isolate(), try_catch.Exception())
               : "";
  }
};

TEST_F(ConvertTest, EveryEncodingDecodesAsForScripts) {
  std::mt19937 random(1);
  for (const Encoding encoding : AllEncodings()) {
    if (encoding == Encoding::kReplacement) {
      continue;  // No TextDecoder is made of it.
    }
    SCOPED_TRACE(Name(encoding));
    for (const size_t length : {0, 1, 2, 3, 7, 64, 2044, 2045, 5000}) {
      v8::HandleScope scope(isolate());
      const std::string bytes = RandomBytes(random, length);
      EXPECT_EQ(Text(DecodeToString(isolate(), bytes, encoding)),
                TextOfScript(bytes, encoding));
      EXPECT_EQ(Text(DecodeToString(isolate(), bytes, encoding,
                                    {false, false, false, true})),
                TextOfScript(bytes, encoding));
    }
  }
}

TEST_F(ConvertTest, ReplacementIsAnEncodingToo) {
  EXPECT_EQ(Text(DecodeToString(isolate(), std::string("abc"),
                                Encoding::kReplacement)),
            u"\uFFFD");
  EXPECT_EQ(
      Text(DecodeToString(isolate(), std::string(), Encoding::kReplacement)),
      u"");
}

TEST_F(ConvertTest, ChunksJoinToTheWhole) {
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

TEST_F(ConvertTest, AByteOrderMarkMayDecide) {
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

TEST_F(ConvertTest, BytesBehindThoseThatWaitedMayBeMalformed) {
  StringDecoder decoder(Encoding::kWindows1253,
                        {.fatal = true, .sniff_bom = true});
  EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("\xFE"))), u"");
  const DecodedString decoded = decoder.Decode(isolate(), std::string("\xAA"));
  EXPECT_EQ(decoded.error.failure, ConversionFailure::kMalformed);
  EXPECT_EQ(decoded.error.position, 1);
}

TEST_F(ConvertTest, MalformedBytesHaveAPlace) {
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

TEST_F(ConvertTest, BufferSources) {
  for (const char* source :
       {"Uint8Array.of(0xC3, 0xA9)", "Uint8Array.of(0xC3, 0xA9).buffer",
        "new DataView(Uint8Array.of(0, 0xC3, 0xA9).buffer, 1)",
        "new Uint16Array(Uint8Array.of(0xC3, 0xA9).buffer)",
        "new Uint8Array(9).fill(0xC3).fill(0xA9, 4).subarray(3, 5)",
        "const shared = new SharedArrayBuffer(2);"
        "new Uint8Array(shared).set([0xC3, 0xA9]); shared"}) {
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
  ASSERT_TRUE(compat::Detach(buffer));
  EXPECT_EQ(Text(DecodeToString(isolate(), buffer)), u"");
}

TEST_F(ConvertTest, Labels) {
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

TEST_F(ConvertTest, StringsThatAreTooLong) {
  const Zeros zeros(static_cast<size_t>(v8::String::kMaxLength) + 1);
  v8::TryCatch try_catch(isolate());
  const DecodedString decoded = DecodeToString(isolate(), zeros.bytes());
  EXPECT_TRUE(decoded.string.IsEmpty());
  EXPECT_EQ(decoded.error.failure, ConversionFailure::kStringTooLong);
  EXPECT_FALSE(try_catch.HasCaught());
  EXPECT_EQ(Message(decoded.error, nullptr),
            "RangeError: Failed to construct 'File': The decoded string would "
            "be longer than the longest possible string.");

  // The decoder is as it was.
  StringDecoder decoder;
  EXPECT_EQ(Text(decoder.Decode(isolate(), std::string("\xC3"))), u"");
  EXPECT_EQ(decoder.Decode(isolate(), zeros.bytes()).error.failure,
            ConversionFailure::kStringTooLong);
  EXPECT_EQ(Text(decoder.Finish(isolate(), std::string("\xA9"))), u"\u00E9");
}

// What the core makes of a text in one call.
std::string Encoded(const std::u16string& text, Encoding encoding, bool html) {
  std::string bytes(text.size() * 10 + 16, '\0');
  Encoder encoder(encoding,
                  html ? EncodeErrorMode::kHtml : EncodeErrorMode::kFatal);
  const EncodeResult encoded = encoder.EncodeFromUtf16(
      text, {reinterpret_cast<uint8_t*>(bytes.data()), bytes.size()},
      Flush::kYes);
  bytes.resize(encoded.written);
  return bytes;
}

// Characters of all lengths in UTF-8, lone surrogates among them.
std::u16string RandomText(std::mt19937& random, size_t length) {
  constexpr std::u16string_view kFrequent =
      u"ab\u00E9\u3042\u20AC\u042F\xD83D\xDE00\xD83D\xDE00\xD800";
  std::u16string text;
  for (size_t i = 0; i < length; ++i) {
    text.push_back(kFrequent[random() % kFrequent.size()]);
  }
  return text;
}

std::string Bytes(v8::Local<v8::Uint8Array> array) {
  std::string bytes(array->ByteLength(), '\0');
  array->CopyContents(bytes.data(), bytes.size());
  return bytes;
}

TEST_F(ConvertTest, EveryEncodingEncodesAsTheCoreDoes) {
  std::mt19937 random(3);
  EncodeOptions html;
  html.html = true;
  for (const Encoding encoding : AllEncodings()) {
    SCOPED_TRACE(Name(encoding));
    for (const size_t length : {0, 1, 2, 20, 65, 1025, 3000}) {
      v8::HandleScope scope(isolate());
      const std::u16string text = RandomText(random, length);
      const v8::Local<v8::String> string = NewString(text);
      const EncodedString bytes =
          EncodeToStdString(isolate(), string, encoding, html);
      if (!HasEncoder(encoding)) {
        EXPECT_EQ(bytes.error.failure, ConversionFailure::kNoEncoder);
        EXPECT_EQ(EncodeToUint8Array(context(), string, encoding).error.failure,
                  ConversionFailure::kNoEncoder);
        EXPECT_EQ(GetEncodedLength(isolate(), string, encoding).error.failure,
                  ConversionFailure::kNoEncoder);
        EXPECT_EQ(
            EncodeInto(isolate(), string, nullptr, 0, encoding).error.failure,
            ConversionFailure::kNoEncoder);
        continue;
      }
      const std::string expected = Encoded(text, encoding, true);
      EXPECT_EQ(bytes.bytes, expected);
      EXPECT_EQ(GetEncodedLength(isolate(), string, encoding, html).bytes,
                expected.size());
      v8::Local<v8::Uint8Array> array;
      ASSERT_TRUE(EncodeToUint8Array(context(), string, encoding, html)
                      .array.ToLocal(&array));
      EXPECT_EQ(Bytes(array), expected);
      std::string memory(expected.size() + 16, '\0');
      const EncodedInto into = EncodeInto(isolate(), string, memory.data(),
                                          memory.size(), encoding, html);
      EXPECT_TRUE(into.complete);
      EXPECT_EQ(into.read, text.size());
      EXPECT_EQ(memory.substr(0, into.written), expected);
    }
  }
}

TEST_F(ConvertTest, Utf8LengthIsThatOfTheBytes) {
  std::mt19937 random(4);
  for (const size_t length : {0, 1, 9, 1024, 5000}) {
    v8::HandleScope scope(isolate());
    const std::u16string text = RandomText(random, length);
    EXPECT_EQ(Utf8Length(isolate(), NewString(text)),
              Encoded(text, Encoding::kUtf8, false).size());
  }
  EXPECT_EQ(Utf8Length(isolate(), NewLatin1("a\xE9")), 3U);
  // A rope.
  EXPECT_EQ(
      Utf8Length(isolate(),
                 Value("let rope = '\u20AC'; for (let i = 0; i < 12; ++i) "
                       "rope = rope + 'abcdefghijklm' + rope; rope")
                     .As<v8::String>()),
      3U * 4096 + 13 * 4095);
}

TEST_F(ConvertTest, PiecesOfMemoryJoinToTheWhole) {
  std::mt19937 random(5);
  EncodeOptions html;
  html.html = true;
  for (const Encoding encoding : AllEncodings()) {
    if (!HasEncoder(encoding)) {
      continue;
    }
    SCOPED_TRACE(Name(encoding));
    for (const size_t room : {16, 17, 50, 1023}) {
      v8::HandleScope scope(isolate());
      const std::u16string text = RandomText(random, 2500);
      const v8::Local<v8::String> string = NewString(text);
      const std::string expected = Encoded(text, encoding, true);

      StringEncoder encoder(encoding, html);
      std::string bytes;
      size_t read = 0;
      EncodedInto step;
      do {
        uint8_t memory[1024];
        step = encoder.EncodeInto(isolate(), string, read, memory, room,
                                  StringEncoder::End::kYes);
        ASSERT_TRUE(step.ok());
        read += step.read;
        bytes.append(reinterpret_cast<const char*>(memory), step.written);
      } while (!step.complete);
      EXPECT_EQ(bytes, expected);
      EXPECT_EQ(read, text.size());

      if (encoding == Encoding::kIso2022Jp) {
        continue;  // Each piece would be a text with an end of its own.
      }
      bytes.clear();
      read = 0;
      do {
        uint8_t memory[1024];
        step =
            EncodeInto(isolate(), string, memory, room, encoding, html, read);
        ASSERT_TRUE(step.ok());
        ASSERT_TRUE(step.complete || step.read != 0);
        read += step.read;
        bytes.append(reinterpret_cast<const char*>(memory), step.written);
      } while (!step.complete);
      EXPECT_EQ(bytes, expected);
    }
  }
}

TEST_F(ConvertTest, APairThatIsCutIsOneCharacter) {
  for (const Encoding encoding : {Encoding::kUtf8, Encoding::kGb18030}) {
    const std::string expected = Encoded(u"a\U0001F600", encoding, false);
    StringEncoder encoder(encoding);
    uint8_t memory[16];
    EncodedInto step = encoder.EncodeInto(isolate(), NewString(u"a\xD83D"), 0,
                                          memory, 16, StringEncoder::End::kNo);
    EXPECT_EQ(step.read, 2U);
    EXPECT_EQ(step.written, 1U);
    EXPECT_TRUE(step.complete);
    // Another encoder can go on.
    StringEncoder other(encoding);
    other.set_state(encoder.state());
    step = other.EncodeInto(isolate(), NewString(u"\xDE00"), 0, memory + 1, 15,
                            StringEncoder::End::kYes);
    EXPECT_TRUE(step.complete);
    EXPECT_EQ(std::string(reinterpret_cast<char*>(memory), 1 + step.written),
              expected);
    EXPECT_EQ(other.state(), 0U);
    // Or forget it.
    EXPECT_EQ(encoder.encoding(), encoding);
    EXPECT_NE(encoder.state(), 0U);
    encoder.Reset();
    EXPECT_EQ(encoder.state(), 0U);
  }
}

TEST_F(ConvertTest, ALeadThatWaitsIsNotRead) {
  // The pair is cut by the end of a block where strings are read in blocks.
  for (const size_t before : {1023, 16383}) {
    const v8::Local<v8::String> string =
        NewString(std::u16string(before, u'a') + u"\U0001F600b");
    std::string memory(before + 4, '\0');
    for (size_t room = before; room < before + 4; ++room) {
      const EncodedInto into = EncodeInto(isolate(), string, memory.data(),
                                          room, Encoding::kGb18030);
      EXPECT_EQ(into.read, before);
      EXPECT_EQ(into.written, before);
      EXPECT_FALSE(into.complete);
    }
  }
}

TEST_F(ConvertTest, UnmappableCharactersHaveAPlace) {
  v8::TryCatch try_catch(isolate());
  const v8::Local<v8::String> string = NewString(u"ab\U0001F600c\u20ACd");
  const EncodedString bytes =
      EncodeToStdString(isolate(), string, Encoding::kIso8859_2);
  EXPECT_EQ(bytes.bytes, "ab");
  EXPECT_EQ(bytes.error.failure, ConversionFailure::kUnmappable);
  EXPECT_EQ(bytes.error.code_point, U'\U0001F600');
  EXPECT_EQ(bytes.error.position, 2);
  EXPECT_EQ(bytes.error.length, 2);
  EXPECT_EQ(Message(bytes.error),
            "TypeError: Failed to execute 'read' on 'File': The character "
            "U+1F600 at 2 is not in iso-8859-2.");
  const EncodedArray array =
      EncodeToUint8Array(context(), string, Encoding::kIso8859_2);
  EXPECT_TRUE(array.array.IsEmpty());
  EXPECT_EQ(array.error.position, 2);
  EXPECT_EQ(
      GetEncodedLength(isolate(), string, Encoding::kIso8859_2).error.position,
      2);

  uint8_t memory[16];
  EncodedInto into =
      EncodeInto(isolate(), string, memory, 16, Encoding::kIso8859_2);
  EXPECT_EQ(into.read, 2U);
  EXPECT_EQ(into.written, 2U);
  EXPECT_EQ(into.error.position, 2);

  // Behind each of them.
  StringEncoder encoder(Encoding::kIso8859_2);
  into = encoder.EncodeInto(isolate(), string, 0, memory, 16,
                            StringEncoder::End::kYes);
  EXPECT_EQ(into.read, 4U);
  into = encoder.EncodeInto(isolate(), string, 4, memory, 16,
                            StringEncoder::End::kYes);
  EXPECT_EQ(into.read, 2U);
  EXPECT_EQ(into.error.position, 5);
  into = encoder.EncodeInto(isolate(), string, 6, memory, 16,
                            StringEncoder::End::kYes);
  EXPECT_TRUE(into.ok() && into.complete);

  // Half of a pair that an earlier string ended with.
  EXPECT_TRUE(encoder
                  .EncodeInto(isolate(), NewString(u"\xD83D"), 0, memory, 16,
                              StringEncoder::End::kNo)
                  .ok());
  into = encoder.EncodeInto(isolate(), NewString(u"x"), 0, memory, 16,
                            StringEncoder::End::kYes);
  EXPECT_EQ(into.error.code_point, U'\uFFFD');
  EXPECT_EQ(into.error.position, -1);
  EXPECT_EQ(Message(into.error),
            "TypeError: Failed to execute 'read' on 'File': The character "
            "U+FFFD, begun in an earlier string, is not in iso-8859-2.");
  EXPECT_FALSE(try_catch.HasCaught());
}

TEST_F(ConvertTest, NoErrorIsNoException) {
  EXPECT_EQ(Message(ConversionError()), "");
}

TEST_F(ConvertTest, WantOfMemoryIsARangeError) {
  EXPECT_EQ(Message({.failure = ConversionFailure::kOutOfMemory}),
            "RangeError: Failed to execute 'read' on 'File': Out of memory.");
}

TEST_F(ConvertTest, ErrorsGoThroughTheHook) {
  v8::Local<v8::Context> other = v8::Context::New(isolate());
  InstallOptions options;
  options.error_hook = [](v8::Local<v8::Context> context,
                          v8::Local<v8::Object> error, ErrorCode code) {
    EXPECT_EQ(code, ErrorCode::kNoEncoder);
    error
        ->Set(context,
              v8::String::NewFromUtf8Literal(v8::Isolate::GetCurrent(), "seen"),
              v8::True(v8::Isolate::GetCurrent()))
        .Check();
  };
  ASSERT_TRUE(Install(other, options).IsJust());
  v8::TryCatch try_catch(isolate());
  ThrowConversionError(
      other,
      GetEncodedLength(isolate(), NewLatin1("a"), Encoding::kUtf16Le).error,
      "File", "write");
  ASSERT_TRUE(try_catch.HasCaught());
  EXPECT_TRUE(
      try_catch.Exception()
          .As<v8::Object>()
          ->Get(other, v8::String::NewFromUtf8Literal(isolate(), "seen"))
          .ToLocalChecked()
          ->IsTrue());
}

TEST(ConvertWithoutContextTest, StringsNeedNone) {
  const TestIsolate isolate;
  v8::HandleScope scope(isolate.get());
  v8::Local<v8::String> string;
  ASSERT_TRUE(DecodeToString(isolate.get(), std::string("caf\xC3\xA9"))
                  .string.ToLocal(&string));
  EXPECT_EQ(EncodeToStdString(isolate.get(), string).bytes, "caf\xC3\xA9");
  EXPECT_EQ(Utf8Length(isolate.get(), string), 5U);
}

// Refuses whatever it is asked for.
class NoAllocator : public v8::ArrayBuffer::Allocator {
 public:
  void* Allocate(size_t) override { return nullptr; }
  void* AllocateUninitialized(size_t) override { return nullptr; }
  void Free(void*, size_t) override {}
};

TEST(ConvertWithoutMemoryTest, IsAnErrorAndNoException) {
  NoAllocator allocator;
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator = &allocator;
  const TestIsolate isolate(params);
  v8::HandleScope scope(isolate.get());
  v8::Local<v8::Context> context = v8::Context::New(isolate.get());
  v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate.get());
  for (const size_t length : {1, 100, 5000}) {
    const std::string text(length, 'a');
    v8::Local<v8::String> string;
    ASSERT_TRUE(DecodeToString(isolate.get(), text).string.ToLocal(&string));
    for (const Encoding encoding : {Encoding::kUtf8, Encoding::kGbk}) {
      const EncodedArray encoded =
          EncodeToUint8Array(context, string, encoding);
      EXPECT_TRUE(encoded.array.IsEmpty());
      EXPECT_EQ(encoded.error.failure, ConversionFailure::kOutOfMemory);
      EXPECT_EQ(EncodeToStdString(isolate.get(), string, encoding).bytes, text);
    }
  }
  EXPECT_FALSE(try_catch.HasCaught());
}

}  // namespace
}  // namespace v8_encoding::testing
