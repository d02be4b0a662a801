// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What InstallOptions says: lazy interfaces, strict buffers, the error hook.

#include <string>
#include <vector>

#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

class OptionsTest : public V8Test {
 protected:
  // Contexts with these options: made from a template, and installed later.
  std::vector<v8::Local<v8::Context>> Contexts(const InstallOptions& options) {
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    v8::Local<v8::Context> live = v8::Context::New(isolate());
    {
      const Interfaces interfaces(isolate(), options);
      interfaces.Install(global);
      EXPECT_TRUE(interfaces.Install(live).FromMaybe(false));
    }
    return {v8::Context::New(isolate(), nullptr, global), live};
  }

  // What `source` gives in each of them.
  void ExpectInAll(const InstallOptions& options,
                   const std::string& source,
                   const std::string& expected) {
    for (v8::Local<v8::Context> each : Contexts(options)) {
      EXPECT_EQ(testing::Evaluate(each, source), expected) << source;
    }
  }
};

class LazyTest : public OptionsTest {
 protected:
  void Expect(const std::string& source, const std::string& expected) {
    ExpectInAll({.lazy = true}, source, expected);
  }
};

TEST_F(LazyTest, InterfacesWork) {
  Expect("new TextDecoder().decode(new TextEncoder().encode('h\xC3\xA9'))",
         "h\xC3\xA9");
}

TEST_F(LazyTest, PropertiesLookLikeOthers) {
  const std::string expected =
      "{\"value\":\"TextDecoder\",\"writable\":true,"
      "\"enumerable\":false,\"configurable\":true}";
  const std::string describe =
      "JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, "
      "'TextDecoder'), (key, value) =>"
      "    typeof value == 'function' ? value.name : value)";
  Expect(describe, expected);
  Expect("TextDecoder; " + describe, expected);
  Expect("Object.keys(globalThis).includes('TextDecoder')", "false");
  Expect("'TextDecoder' in globalThis", "true");
}

TEST_F(LazyTest, PropertiesHaveTheOrderOfOthers) {
  for (const bool streams_globals : {false, true}) {
    std::string names[2];
    for (const bool lazy : {false, true}) {
      for (v8::Local<v8::Context> each :
           Contexts({.lazy = lazy, .streams_globals = streams_globals})) {
        names[lazy] += testing::Evaluate(
            each,
            "Object.getOwnPropertyNames(globalThis).filter("
            "    (name) => /Text|Stream|Queuing/.test(name)).join() + ';'");
      }
    }
    EXPECT_EQ(names[0], names[1]);
    EXPECT_NE(names[0].find("TextDecoder,TextEncoder,TextDecoderStream,"),
              std::string::npos)
        << names[0];
  }
}

TEST_F(LazyTest, EveryReadGivesTheSameObject) {
  Expect(
      "const first = TextDecoder;"
      "[globalThis.TextDecoder === first, new first instanceof TextDecoder,"
      " first.prototype.constructor === TextDecoder].join()",
      "true,true,true");
}

TEST_F(LazyTest, ScriptsMayReplaceAndDeleteThemUnread) {
  Expect("TextDecoder = 1; TextDecoder", "1");
  Expect("delete globalThis.TextDecoder; typeof TextDecoder", "undefined");
  Expect("var TextDecoder = 2; globalThis.TextDecoder", "2");
  Expect("function TextEncoder() {} TextEncoder.length", "0");
  Expect(
      "Object.defineProperty(globalThis, 'TextDecoder', {get: () => 3});"
      "TextDecoder",
      "3");
  Expect("Object.freeze(globalThis); typeof TextDecoder", "function");
}

TEST_F(LazyTest, APrototypeIsFoundBeforeTheFirstRead) {
  const std::vector<v8::Local<v8::Context>> contexts = Contexts({.lazy = true});
  contexts[0]->SetSecurityToken(contexts[1]->GetSecurityToken());
  for (int i = 0; i < 2; ++i) {
    v8::Local<v8::Context> context = contexts[static_cast<size_t>(i)];
    context->Global()
        ->Set(context, v8::String::NewFromUtf8Literal(isolate(), "other"),
              contexts[static_cast<size_t>(1 - i)]->Global())
        .Check();
    EXPECT_EQ(
        testing::Evaluate(
            context,
            "const target = new other.Function;"
            "target.prototype = null;"
            "const made = Reflect.construct(TextEncoder, [], target);"
            "Object.getPrototypeOf(made) === other.TextEncoder.prototype"),
        "true");
  }
}

TEST_F(LazyTest, AGlobalObjectThatTakesNothingIsAnException) {
  v8::Local<v8::Context> bare = v8::Context::New(isolate());
  ASSERT_EQ(testing::Evaluate(bare, "Object.preventExtensions(globalThis); 1"),
            "1");
  v8::TryCatch try_catch(isolate());
  EXPECT_TRUE(Install(bare, {.lazy = true}).IsNothing());
  EXPECT_TRUE(try_catch.HasCaught());
}

// The bytes that a context with what's installed on `global` takes.
size_t BytesPerContext(v8::Isolate* isolate,
                       v8::Local<v8::ObjectTemplate> global) {
  constexpr size_t kContexts = 20;
  std::vector<v8::Local<v8::Context>> contexts;
  const auto used = [isolate] {
    isolate->LowMemoryNotification();
    v8::HeapStatistics statistics;
    isolate->GetHeapStatistics(&statistics);
    return statistics.used_heap_size();
  };
  // The first makes what all share.
  contexts.push_back(v8::Context::New(isolate, nullptr, global));
  const size_t before = used();
  for (size_t i = 0; i < kContexts; ++i) {
    contexts.push_back(v8::Context::New(isolate, nullptr, global));
  }
  return (used() - before) / kContexts;
}

TEST_F(LazyTest, UnreadInterfacesTakeLittleMemory) {
  v8::Local<v8::ObjectTemplate> bare = v8::ObjectTemplate::New(isolate());
  v8::Local<v8::ObjectTemplate> eager = v8::ObjectTemplate::New(isolate());
  v8::Local<v8::ObjectTemplate> lazy = v8::ObjectTemplate::New(isolate());
  Install(isolate(), eager);
  Install(isolate(), lazy, {.lazy = true});
  const size_t bare_bytes = BytesPerContext(isolate(), bare);
  const size_t eager_bytes = BytesPerContext(isolate(), eager) - bare_bytes;
  const size_t lazy_bytes = BytesPerContext(isolate(), lazy) - bare_bytes;
  RecordProperty("eager_bytes", static_cast<int>(eager_bytes));
  RecordProperty("lazy_bytes", static_cast<int>(lazy_bytes));
  // What's left is little more than two properties on a global object take.
  EXPECT_LT(lazy_bytes, 2 * eager_bytes / 3);
}

class StrictTest : public OptionsTest {
 protected:
  void SetUp() override {
    if (Evaluate("typeof ArrayBuffer.prototype.resize") == "undefined") {
      GTEST_SKIP() << "this V8 has no resizable buffers";
    }
  }

  const InstallOptions kStrict = {.refuse_resizable_buffers = true};
};

TEST_F(StrictTest, ResizableBuffersAreRefusedWhereAsked) {
  const std::string expected =
      "threw TypeError: Failed to execute 'decode' on 'TextDecoder': parameter "
      "1 is, or is a view on, a buffer that can be resized.";
  for (const char* buffer :
       {"new ArrayBuffer(4, {maxByteLength: 8})",
        "new Uint8Array(new ArrayBuffer(4, {maxByteLength: 8}))",
        "new DataView(new ArrayBuffer(4, {maxByteLength: 4}), 1, 2)",
        "new SharedArrayBuffer(4, {maxByteLength: 8})",
        "new Uint8Array(new SharedArrayBuffer(4, {maxByteLength: 8}))"}) {
    const std::string call =
        "new TextDecoder().decode(" + std::string(buffer) + ").length";
    ExpectInAll(kStrict, call, expected);
    EXPECT_NE(Evaluate(call).substr(0, 5), "threw") << call;
  }
  ExpectInAll(kStrict,
              "new TextEncoder().encodeInto('', new Uint8Array("
              "    new ArrayBuffer(4, {maxByteLength: 8})))",
              "threw TypeError: Failed to execute 'encodeInto' on "
              "'TextEncoder': parameter 2 is, or is a view on, a buffer that "
              "can be resized.");
}

TEST_F(OptionsTest, BuffersOfAFixedLengthAreTaken) {
  ExpectInAll(
      {.refuse_resizable_buffers = true},
      "[new ArrayBuffer(4), new Uint8Array(4), new Uint8Array(9999),"
      " new SharedArrayBuffer(4), new DataView(new ArrayBuffer(4))]"
      "    .map((each) => new TextDecoder().decode(each).length).join()",
      "4,4,9999,4,4");
}

TEST_F(StrictTest, OptionsAreNotReadAfterARefusal) {
  ExpectInAll(kStrict,
              "let reads = 0; try {"
              "  new TextDecoder().decode("
              "      new ArrayBuffer(1, {maxByteLength: 1}),"
              "      {get stream() { ++reads; }});"
              "} catch {} reads",
              "0");
}

// Errors get a `code`, the number of their ErrorCode, and are listed.
void AddCode(v8::Local<v8::Context> context,
             v8::Local<v8::Object> error,
             ErrorCode code) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  EXPECT_EQ(isolate->GetCurrentContext(), context);
  error
      ->Set(context, v8::String::NewFromUtf8Literal(isolate, "code"),
            v8::Integer::New(isolate, static_cast<int>(code)))
      .Check();
}

TEST_F(OptionsTest, TheHookSeesEachErrorWithItsCode) {
  const auto expect = [this](const std::string& source, const char* type,
                             ErrorCode code) {
    const std::string expected =
        std::string(type) + " " + std::to_string(static_cast<int>(code));
    ExpectInAll({.error_hook = AddCode},
                "try { " + source +
                    " } catch (error) { error.name + ' ' + error.code }",
                expected);
    EXPECT_EQ(Evaluate("try { " + source +
                       " } catch (error) { error.name + ' ' + error.code }"),
              std::string(type) + " undefined");
  };
  expect("TextDecoder()", "TypeError", ErrorCode::kNewRequired);
  expect("new TextEncoder().encodeInto('')", "TypeError",
         ErrorCode::kMissingArgument);
  expect("new TextDecoder().decode('')", "TypeError",
         ErrorCode::kInvalidArgumentType);
  expect("new TextDecoder('utf-8', 1)", "TypeError",
         ErrorCode::kInvalidArgumentType);
  expect(
      "new TextDecoder('utf-8', {fatal: true}).decode(new Uint8Array([255]))",
      "TypeError", ErrorCode::kMalformedData);
  expect("new TextDecoder('latin-17')", "RangeError", ErrorCode::kUnknownLabel);
}

TEST_F(OptionsTest, TheHookIsNotCalledForWhatScriptsThrow) {
  ExpectInAll(
      {.error_hook = AddCode},
      "try { new TextDecoder({toString() { throw new Error('mine') }}) }"
      "catch (error) { error.message + error.code }",
      "mineundefined");
}

TEST_F(OptionsTest, TheHookWorksInTheRealmOfTheFunction) {
  const std::vector<v8::Local<v8::Context>> contexts =
      Contexts({.error_hook = AddCode});
  v8::Local<v8::Context> with_hook = contexts[0];
  with_hook->SetSecurityToken(context()->GetSecurityToken());
  context()
      ->Global()
      ->Set(context(), v8::String::NewFromUtf8Literal(isolate(), "other"),
            with_hook->Global())
      .Check();
  EXPECT_EQ(
      Evaluate("try { new other.TextDecoder('no') } catch (error) {"
               "    [error.code, error instanceof other.RangeError]"
               "        .join() }"),
      std::to_string(static_cast<int>(ErrorCode::kUnknownLabel)) + ",true");
}

// A host that throws something else.
void ThrowAnother(v8::Local<v8::Context> context,
                  v8::Local<v8::Object>,
                  ErrorCode) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  isolate->ThrowException(v8::String::NewFromUtf8Literal(isolate, "another"));
}

TEST_F(OptionsTest, WhatTheHookThrowsIsThrown) {
  ExpectInAll({.error_hook = ThrowAnother}, "new TextDecoder('no')",
              "threw another");
}

// Decodes with the very decoder whose error it sees.
void DecodeAgain(v8::Local<v8::Context> context,
                 v8::Local<v8::Object> error,
                 ErrorCode) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  error
      ->Set(context, v8::String::NewFromUtf8Literal(isolate, "again"),
            v8::String::NewFromUtf8(
                isolate,
                testing::Evaluate(context,
                                  "decoder.decode(new Uint8Array([0xE2, 0x82]),"
                                  "               {stream: true})")
                    .c_str())
                .ToLocalChecked())
      .Check();
}

TEST_F(OptionsTest, AHookThatUsesTheDecoderFindsItInOrder) {
  ExpectInAll({.error_hook = DecodeAgain},
              "decoder = new TextDecoder('utf-8', {fatal: true});"
              "let again;"
              "try { decoder.decode(new Uint8Array([0xE2, 0x82])) }"
              "catch (error) { again = error.again }"
              "'<' + again + '>' + decoder.decode(new Uint8Array([0xAC]))",
              "<>\xE2\x82\xAC");
}

}  // namespace
}  // namespace v8_encoding::testing
