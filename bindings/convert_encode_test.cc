// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Conversions of strings to bytes that embedders call from C++, beside the
// core; errors and what conversions need in both directions.

#include "v8_encoding/convert.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>

#include "bindings/testing/converting.h"
#include "gtest/gtest.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

static_assert(std::is_trivially_copyable_v<StringEncoder>);

using ConvertEncodeTest = ConvertingTest;

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

TEST_F(ConvertEncodeTest, EveryEncodingEncodesAsTheCoreDoes) {
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
        EXPECT_FALSE(GetEncodedLength(isolate(), string, encoding).ok());
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

TEST_F(ConvertEncodeTest, Utf8LengthIsThatOfTheBytes) {
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

TEST_F(ConvertEncodeTest, PiecesOfMemoryJoinToTheWhole) {
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

TEST_F(ConvertEncodeTest, APairThatIsCutIsOneCharacter) {
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

TEST_F(ConvertEncodeTest, ALeadThatWaitsIsNotRead) {
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

TEST_F(ConvertEncodeTest, UnmappableCharactersHaveAPlace) {
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

TEST_F(ConvertEncodeTest, NothingIsReadBehindTheEnd) {
  for (v8::Local<v8::String> string :
       {NewLatin1("abc"), NewString(u"ab\u20AC")}) {
    for (const size_t begin : {size_t{4}, size_t{1000}, SIZE_MAX}) {
      for (const Encoding encoding : {Encoding::kUtf8, Encoding::kGbk}) {
        char memory[64] = {};
        StringEncoder encoder(encoding);
        for (const EncodedInto& into :
             {EncodeInto(isolate(), string, memory, sizeof(memory), encoding,
                         {}, begin),
              encoder.EncodeInto(isolate(), string, begin, memory,
                                 sizeof(memory), StringEncoder::End::kYes)}) {
          EXPECT_TRUE(into.ok());
          EXPECT_TRUE(into.complete);
          EXPECT_EQ(into.read, 0U);
          EXPECT_EQ(into.written, 0U);
        }
      }
    }
  }
}

// The limit is for what scripts get.
TEST_F(ConvertEncodeTest, TheLimitForResultsIsForScripts) {
  v8::Local<v8::Context> other = v8::Context::New(isolate());
  ASSERT_TRUE(Install(other, {.max_result_length = size_t{1} << 20}).IsJust());
  v8::Local<v8::String> string = NewLatin1(std::string(2 << 20, 'a'));
  for (const Encoding encoding : {Encoding::kUtf8, Encoding::kGbk}) {
    EncodedArray encoded = EncodeToUint8Array(other, string, encoding);
    ASSERT_TRUE(encoded.ok());
    EXPECT_EQ(encoded.array.ToLocalChecked()->ByteLength(), size_t{2} << 20);
  }
  EXPECT_EQ(
      testing::Evaluate(other, "new TextEncoder().encode('a'.repeat(2 << 20))")
          .substr(0, 16),
      "threw RangeError");
}

TEST_F(ConvertEncodeTest, WantOfMemoryIsARangeError) {
  EXPECT_EQ(Message({.failure = ConversionFailure::kOutOfMemory}),
            "RangeError: Failed to execute 'read' on 'File': Out of memory.");
}

TEST_F(ConvertEncodeTest, NothingIsThrownWhileExecutionEnds) {
  const auto convert = [](const v8::FunctionCallbackInfo<v8::Value>& info) {
    v8::Isolate* isolate = info.GetIsolate();
    v8::Local<v8::Context> context = isolate->GetCurrentContext();
    v8::Local<v8::Script> script =
        v8::Script::Compile(context, v8::String::Empty(isolate))
            .ToLocalChecked();
    isolate->TerminateExecution();
    EXPECT_TRUE(script->Run(context).IsEmpty());
    EXPECT_TRUE(isolate->IsExecutionTerminating());
    ThrowConversionError(context, {.failure = ConversionFailure::kOutOfMemory},
                         "File", "read");
    EXPECT_TRUE(isolate->IsExecutionTerminating());
  };
  ASSERT_TRUE(context()
                  ->Global()
                  ->Set(context(), NewLatin1("convert"),
                        v8::Function::New(context(), convert).ToLocalChecked())
                  .FromMaybe(false));
  EXPECT_EQ(Evaluate("try { convert() } catch { 'caught' }"), "terminated");
  isolate()->CancelTerminateExecution();
  EXPECT_EQ(Evaluate("'on'"), "on");
}

TEST_F(ConvertEncodeTest, ErrorsGoThroughTheHook) {
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
