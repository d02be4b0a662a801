// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/install.h"

#include <string>
#include <string_view>

#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"

namespace v8_encoding::testing {
namespace {

using InstallTest = V8Test;

constexpr char kRoundTrip[] =
    "new TextDecoder().decode(new TextEncoder().encode('h\xC3\xA9 "
    "\xE2\x82\xAC'))";
constexpr char kRoundTripResult[] = "h\xC3\xA9 \xE2\x82\xAC";

TEST_F(InstallTest, OnATemplate) {
  EXPECT_EQ(Evaluate(kRoundTrip), kRoundTripResult);
}

TEST_F(InstallTest, OnALiveContext) {
  v8::Local<v8::Context> bare = v8::Context::New(isolate());
  EXPECT_EQ(testing::Evaluate(bare, "typeof TextDecoder"), "undefined");
  EXPECT_TRUE(Install(bare).FromMaybe(false));
  EXPECT_EQ(testing::Evaluate(bare, kRoundTrip), kRoundTripResult);
}

TEST_F(InstallTest, BothWaysGiveTheSameProperty) {
  v8::Local<v8::Context> bare = v8::Context::New(isolate());
  ASSERT_TRUE(Install(bare).FromMaybe(false));
  for (const char* name : {"TextDecoder", "TextEncoder"}) {
    const std::string describe =
        std::string(
            "JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, '") +
        name +
        "'), (key, value) => typeof value == 'function' ? value.name : value)";
    const std::string expected = std::string("{\"value\":\"") + name +
                                 "\",\"writable\":true,\"enumerable\":false,"
                                 "\"configurable\":true}";
    EXPECT_EQ(Evaluate(describe), expected);
    EXPECT_EQ(testing::Evaluate(bare, describe), expected);
  }
}

TEST_F(InstallTest, OnlyTheInterfacesAskedFor) {
  const InstallOptions options{.interfaces = InterfaceSet::kTextEncoder};
  constexpr char kTypes[] = "typeof TextDecoder + ' ' + typeof TextEncoder";

  v8::Local<v8::Context> live = v8::Context::New(isolate());
  ASSERT_TRUE(Install(live, options).FromMaybe(false));
  EXPECT_EQ(testing::Evaluate(live, kTypes), "undefined function");

  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
  Install(isolate(), global, options);
  EXPECT_EQ(
      testing::Evaluate(v8::Context::New(isolate(), nullptr, global), kTypes),
      "undefined function");
}

TEST_F(InstallTest, AFrozenGlobalObjectIsAnException) {
  v8::Local<v8::Context> bare = v8::Context::New(isolate());
  ASSERT_EQ(testing::Evaluate(bare, "Object.preventExtensions(globalThis); 1"),
            "1");
  v8::TryCatch try_catch(isolate());
  EXPECT_TRUE(Install(bare).IsNothing());
  ASSERT_TRUE(try_catch.HasCaught());
  EXPECT_EQ(
      *v8::String::Utf8Value(isolate(), try_catch.Exception()),
      std::string_view("TypeError: Failed to execute 'Install' on "
                       "'Interfaces': The property 'TextDecoder' can't be "
                       "defined on the global object."));
}

TEST_F(InstallTest, ContextsGoOnWithoutTheInterfaces) {
  v8::Local<v8::Context> first;
  v8::Local<v8::Context> second = v8::Context::New(isolate());
  {
    const Interfaces interfaces(isolate());
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    interfaces.Install(global);
    first = v8::Context::New(isolate(), nullptr, global);
    ASSERT_TRUE(interfaces.Install(second).FromMaybe(false));
  }
  isolate()->LowMemoryNotification();
  EXPECT_EQ(testing::Evaluate(first, kRoundTrip), kRoundTripResult);
  EXPECT_EQ(testing::Evaluate(second, kRoundTrip), kRoundTripResult);
}

// Two realms of one isolate that know each other as "other".
class RealmsTest : public V8Test {
 protected:
  RealmsTest() {
    const Interfaces interfaces(isolate());
    for (v8::Local<v8::Context>& realm : realms_) {
      realm = v8::Context::New(isolate());
      EXPECT_TRUE(interfaces.Install(realm).FromMaybe(false));
      realm->SetSecurityToken(v8::Undefined(isolate()));
    }
    Introduce(realms_[0], realms_[1]);
    Introduce(realms_[1], realms_[0]);
  }

  std::string EvaluateInFirst(const std::string& source) {
    return testing::Evaluate(realms_[0], source);
  }

  v8::Local<v8::Context> first() const { return realms_[0]; }

  void Introduce(v8::Local<v8::Context> to, v8::Local<v8::Context> whom) {
    to->Global()
        ->Set(to, v8::String::NewFromUtf8Literal(isolate(), "other"),
              whom->Global())
        .Check();
  }

 private:
  v8::Local<v8::Context> realms_[2];
};

TEST_F(RealmsTest, ObjectsOfOneRealmWorkWithTheOthersMethods) {
  EXPECT_EQ(
      EvaluateInFirst("other.TextDecoder.prototype.decode.call("
                      "new TextDecoder('koi8-u'), new Uint8Array([0xAE]))"),
      "\xD1\x9E");
  EXPECT_EQ(EvaluateInFirst("Object.getOwnPropertyDescriptor("
                            "TextDecoder.prototype, 'encoding').get.call("
                            "new other.TextDecoder('latin1'))"),
            "windows-1252");
  EXPECT_EQ(EvaluateInFirst("TextEncoder.prototype.encode.call("
                            "new other.TextEncoder, 'abc').join()"),
            "97,98,99");
}

TEST_F(RealmsTest, EncodeResultsAreOfTheRealmOfTheEncoder) {
  for (const char* text : {"'abc'", "'abc'.repeat(100)"}) {
    EXPECT_EQ(EvaluateInFirst(
                  std::string("(() => {"
                              "const theirs = new other.TextEncoder;"
                              "const encode = TextEncoder.prototype.encode;"
                              "const result = encode.call(theirs, ") +
                  text +
                  ");"
                  "return [result instanceof other.Uint8Array,"
                  "        result.buffer instanceof other.ArrayBuffer].join()"
                  "})()"),
              "true,true");
  }
}

TEST_F(RealmsTest, EncodeIntoResultsAreOfTheRealmOfTheMethod) {
  EXPECT_EQ(EvaluateInFirst(
                "(() => {"
                "const result = other.TextEncoder.prototype.encodeInto.call("
                "    new TextEncoder, 'abc', new Uint8Array(9));"
                "return [result instanceof other.Object, result.read].join()"
                "})()"),
            "true,3");
}

TEST_F(RealmsTest, ExceptionsAreOfTheRealmOfTheMethod) {
  EXPECT_EQ(
      EvaluateInFirst("try { new other.TextDecoder('nope') }"
                      "catch (error) { error instanceof other.RangeError }"),
      "true");
  EXPECT_EQ(
      EvaluateInFirst("try { other.TextDecoder.prototype.decode.call("
                      "    new TextDecoder('utf-8', {fatal: true}),"
                      "    new Uint8Array([255])) }"
                      "catch (error) { error instanceof other.TypeError }"),
      "true");
}

TEST_F(RealmsTest, ANullPrototypeBecomesThatOfNewTargetsRealm) {
  for (const char* name : {"TextDecoder", "TextEncoder"}) {
    EXPECT_EQ(EvaluateInFirst(
                  std::string("(() => {"
                              "const f = new other.Function;"
                              "f.prototype = null;"
                              "return [f, new Proxy(f, {}), f.bind()].map("
                              "  target => Object.getPrototypeOf("
                              "      Reflect.construct(") +
                  name + ", [], target)) === other." + name +
                  ".prototype).join()})()"),
              "true,true,true");
  }
}

TEST_F(RealmsTest, ANullPrototypeIsOursIfNewTargetsRealmHasNone) {
  v8::Local<v8::Context> bare = v8::Context::New(isolate());
  bare->SetSecurityToken(v8::Undefined(isolate()));
  Introduce(first(), bare);
  EXPECT_EQ(EvaluateInFirst("const f = new other.Function; f.prototype = null;"
                            "[TextDecoder, TextEncoder].map(type =>"
                            "    Reflect.construct(type, [], f) instanceof type"
                            ").join() + typeof other.TextDecoder"),
            "true,trueundefined");
}

}  // namespace
}  // namespace v8_encoding::testing
