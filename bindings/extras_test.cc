// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The extras as an embedder has them, and encode() compared with the core's
// hooks. What scripts see is in js-tests/extras*.test.js.

#include "v8_encoding/extras.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/hooks.h"

namespace v8_encoding::testing {
namespace {

constexpr char kUse[] =
    "const {utf8ByteLength, decodeRange, encode} = extras;"
    "[utf8ByteLength('\u20AC'), decodeRange(encode('-h\u00E9-'), 1, 4),"
    " extras.encodings().length].join()";
constexpr char kUsed[] = "3,h\u00E9,40";

v8::Local<v8::String> Name(v8::Isolate* isolate, const char* name) {
  return compat::NewAsciiString(isolate, name).ToLocalChecked();
}

// A context with the extras and, if it's asked for, the interfaces.
v8::Local<v8::Context> NewContextWithExtras(
    v8::Isolate* isolate,
    bool with_interfaces,
    const InstallOptions& options = {}) {
  v8::EscapableHandleScope scope(isolate);
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
  if (with_interfaces) {
    Install(isolate, global, options);
  }
  global->Set(Name(isolate, "extras"), NewExtrasTemplate(isolate, options),
              v8::DontEnum);
  return scope.Escape(v8::Context::New(isolate, nullptr, global));
}

class ExtrasTest : public V8Test {
 protected:
  // `source` where there are extras.
  std::string EvaluateThere(const std::string& source) {
    return testing::Evaluate(there_, source);
  }

  v8::Local<v8::Context> there() const { return there_; }

 private:
  v8::Local<v8::Context> there_ = NewContextWithExtras(isolate(), true);
};

TEST_F(ExtrasTest, AreOnlyWhereTheEmbedderPutsThem) {
  EXPECT_EQ(Evaluate("typeof extras"), "undefined");
  const std::string names =
      "Reflect.ownKeys(globalThis).map(String).sort().join()";
  const std::string with = EvaluateThere(names);
  EXPECT_NE(with, Evaluate(names));
  ASSERT_EQ(EvaluateThere("delete globalThis.extras"), "true");
  EXPECT_EQ(EvaluateThere(names), Evaluate(names));
}

TEST_F(ExtrasTest, OnATemplate) {
  EXPECT_EQ(EvaluateThere(kUse), kUsed);
}

TEST_F(ExtrasTest, WithoutTheInterfaces) {
  v8::Local<v8::Context> bare = NewContextWithExtras(isolate(), false);
  EXPECT_EQ(testing::Evaluate(bare, "typeof TextDecoder"), "undefined");
  EXPECT_EQ(testing::Evaluate(bare, kUse), kUsed);
}

TEST_F(ExtrasTest, InALiveContext) {
  v8::Local<v8::Context> live = v8::Context::New(isolate());
  v8::Local<v8::Object> object;
  ASSERT_TRUE(NewExtrasTemplate(isolate())->NewInstance(live).ToLocal(&object));
  live->Global()->Set(live, Name(isolate(), "extras"), object).Check();
  EXPECT_EQ(testing::Evaluate(live, kUse), kUsed);
}

TEST_F(ExtrasTest, OneTemplateServesManyContexts) {
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
  global->Set(Name(isolate(), "extras"), NewExtrasTemplate(isolate()));
  for (int i = 0; i < 3; ++i) {
    v8::Local<v8::Context> each = v8::Context::New(isolate(), nullptr, global);
    EXPECT_EQ(testing::Evaluate(each, kUse), kUsed);
    EXPECT_EQ(testing::Evaluate(each,
                                "Object.getPrototypeOf(encode) === "
                                "Function.prototype"),
              "true");
  }
}

TEST_F(ExtrasTest, ResizableBuffersAreRefusedWhereAsked) {
  if (Evaluate("'resizable' in ArrayBuffer.prototype") == "false") {
    GTEST_SKIP() << "this V8 has no resizable buffers";
  }
  v8::Local<v8::Context> strict =
      NewContextWithExtras(isolate(), true, {.refuse_resizable_buffers = true});
  const std::string buffer = "new ArrayBuffer(4, {maxByteLength: 8})";
  for (const std::string& call :
       {"extras.isWellFormedBytes(" + buffer + ")",
        "extras.decodeRange(" + buffer + ", 0, 4)",
        "extras.encodeIntoAt('x', new Uint8Array(" + buffer + "), 0, 4)"}) {
    EXPECT_TRUE(
        testing::Evaluate(strict, call).ends_with("that can be resized."))
        << call;
    EXPECT_FALSE(EvaluateThere(call).starts_with("threw")) << call;
  }
}

void AddCode(v8::Local<v8::Context> context,
             v8::Local<v8::Object> error,
             ErrorCode code) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  error
      ->CreateDataProperty(context, Name(isolate, "code"),
                           v8::Integer::New(isolate, static_cast<int>(code)))
      .Check();
}

TEST_F(ExtrasTest, TheHookOfTheRealmSeesTheirErrors) {
  v8::Local<v8::Context> hooked =
      NewContextWithExtras(isolate(), true, {.error_hook = AddCode});
  const auto expect = [&](const std::string& call, ErrorCode code) {
    EXPECT_EQ(
        testing::Evaluate(hooked, "try { " + call + " } catch (e) { e.code }"),
        std::to_string(static_cast<int>(code)))
        << call;
  };
  expect("extras.encode()", ErrorCode::kMissingArgument);
  expect("extras.encode('', 'utf-8', {mode: 'x'})",
         ErrorCode::kInvalidArgumentType);
  expect("extras.decodeRange(new Uint8Array(1), -1, 1)",
         ErrorCode::kInvalidArgumentType);
  expect("extras.decodeRange(new Uint8Array(1), 0, 2)",
         ErrorCode::kOutOfBounds);
  expect("extras.encodeIntoAt('', new Uint8Array(1), 0, 1, 1)",
         ErrorCode::kOutOfBounds);
  expect("extras.encode('', 'x')", ErrorCode::kUnknownLabel);
  expect("extras.encode('\u20AC', 'x-user-defined')",
         ErrorCode::kUnmappableCharacter);
  expect(
      "extras.decodeRange(new Uint8Array([255]), 0, 1, 'utf-8',"
      "                   {fatal: true})",
      ErrorCode::kMalformedData);
  if (!HasEncoder(Encoding::kShiftJis)) {
    expect("extras.encode('', 'shift_jis')", ErrorCode::kNoEncoder);
  }
}

TEST_F(ExtrasTest, ABuildWithoutAnEncoderSaysSo) {
  for (size_t i = 0; i < kEncodingCount; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    const std::string name(LowercaseName(GetOutputEncoding(encoding)));
    const std::string expected =
        HasEncoder(GetOutputEncoding(encoding))
            ? "0"
            : "threw RangeError: Failed to execute 'encode' on "
              "'EncodingExtras': This build has no encoder for " +
                  name + ".";
    EXPECT_EQ(EvaluateThere("extras.encode('', '" +
                            std::string(LowercaseName(encoding)) + "').length"),
              expected);
  }
}

// encode() of `text`, as a string: "bytes " and the bytes, or "threw " and the
// exception.
std::string EncodeThere(v8::Local<v8::Context> context,
                        std::u16string_view text,
                        Encoding encoding,
                        const char* mode) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  context->Global()
      ->Set(context, Name(isolate, "text"),
            v8::String::NewFromTwoByte(
                isolate, reinterpret_cast<const uint16_t*>(text.data()),
                v8::NewStringType::kNormal, static_cast<int>(text.size()))
                .ToLocalChecked())
      .Check();
  return Evaluate(context, "'bytes ' + extras.encode(text, '" +
                               std::string(LowercaseName(encoding)) +
                               "', {mode: '" + mode + "'}).join()");
}

std::string Bytes(const std::string& bytes) {
  std::string text = "bytes ";
  for (size_t i = 0; i < bytes.size(); ++i) {
    text +=
        (i == 0 ? "" : ",") + std::to_string(static_cast<uint8_t>(bytes[i]));
  }
  return text;
}

// What encode() is to do where a character is unmappable, and otherwise.
std::string EncodeFatally(std::u16string_view text, Encoding encoding) {
  Encoder encoder(encoding);
  std::string bytes;
  std::u16string_view rest = text;
  const std::optional<char32_t> odd = EncodeOrFail(rest, encoder, bytes);
  if (!odd) {
    return Bytes(bytes);
  }
  char code_point[8];
  std::snprintf(code_point, sizeof(code_point), "%04X",
                static_cast<unsigned>(*odd));
  return "threw TypeError: Failed to execute 'encode' on 'EncodingExtras': The "
         "character U+" +
         std::string(code_point) + " at " +
         std::to_string(text.size() - rest.size() - (*odd > 0xFFFF ? 2 : 1)) +
         " is not in " + std::string(LowercaseName(encoding)) + ".";
}

// The core encodes a text as a whole; encode() does block by block, with
// everything that can be cut at the borders.
TEST_F(ExtrasTest, EncodeIsWhatTheHooksGive) {
  constexpr char16_t kUnits[] = {u'a',   u'&',   u'\\',  0x0E,   0x1B,
                                 0xA5,   0xE9,   0x203E, 0x20AC, 0x3042,
                                 0x4E00, 0xAC00, 0xD83D, 0xDE00, 0xFF71};
  std::mt19937 random(41);
  for (size_t i = 0; i < kEncodingCount; ++i) {
    const Encoding encoding = GetOutputEncoding(static_cast<Encoding>(i));
    if (!HasEncoder(encoding)) {
      continue;
    }
    // Text that the encoding has, to be in fatal mode more than an exception.
    const std::vector<uint8_t> lead_bytes = {0x61, 0xB0, 0xA1, 0x62};
    const std::u16string own = encoding == Encoding::kIso2022Jp
                                   ? u"\u3042a"
                                   : Decode(lead_bytes, encoding);
    for (const size_t length : {0, 5, 63, 2046, 2047, 2048, 2049, 4096, 6000}) {
      std::u16string text;
      while (text.size() < length) {
        text += own;
      }
      EXPECT_EQ(EncodeThere(there(), text, encoding, "fatal"),
                EncodeFatally(text, encoding));
      for (int odd = 0; odd < 3; ++odd) {
        const size_t at =
            text.size() - (odd == 0 ? 0 : random() % (length + 1));
        text.insert(at, {kUnits[random() % std::size(kUnits)],
                         kUnits[random() % std::size(kUnits)]});
        EXPECT_EQ(EncodeThere(there(), text, encoding, "fatal"),
                  EncodeFatally(text, encoding));
        EXPECT_EQ(EncodeThere(there(), text, encoding, "html"),
                  Bytes(v8_encoding::Encode(text, encoding)));
      }
    }
  }
}

TEST(ExtrasSnapshotTest, FunctionsGoOn) {
  std::vector<intptr_t> references = ExternalReferences();
  references.push_back(0);
  v8::StartupData blob;
  {
    TestSnapshotCreator creator(references);
    v8::Isolate* isolate = creator->GetIsolate();
    {
      v8::HandleScope scope(isolate);
      v8::Local<v8::Context> context = NewContextWithExtras(
          isolate, true, {.refuse_resizable_buffers = true});
      EXPECT_EQ(Evaluate(context, kUse), kUsed);
      creator->SetDefaultContext(context, {SerializeInternalField, nullptr});
    }
    blob =
        creator->CreateBlob(v8::SnapshotCreator::FunctionCodeHandling::kKeep);
  }
  {
    v8::Isolate::CreateParams params;
    params.snapshot_blob = &blob;
    params.external_references = references.data();
    const TestIsolate isolate(params);
    v8::HandleScope scope(isolate.get());
    v8::Local<v8::Context> context = v8::Context::New(
        isolate.get(), nullptr, {}, {}, {DeserializeInternalField, nullptr});
    EXPECT_EQ(Evaluate(context,
                       "[utf8ByteLength('\u20AC'), extras.encode('abc').length,"
                       " decodeRange(encode('y'.repeat(100)), 98, 100),"
                       " Object.prototype.toString.call(extras),"
                       " Object.keys(extras).length].join()"),
              "3,3,yy,[object EncodingExtras],6");
    EXPECT_TRUE(Evaluate(context, "decodeRange(encode(''), 1, 1)")
                    .starts_with("threw RangeError"));
    // New ones beside those of the snapshot.
    v8::Local<v8::Object> more;
    ASSERT_TRUE(
        NewExtrasTemplate(isolate.get())->NewInstance(context).ToLocal(&more));
    context->Global()->Set(context, Name(isolate.get(), "more"), more).Check();
    EXPECT_EQ(Evaluate(context,
                       "more.decodeRange(more.encode('abc'), 1, 2) +"
                       " (more.encode === extras.encode)"),
              "bfalse");
  }
  delete[] blob.data;
}

}  // namespace
}  // namespace v8_encoding::testing
