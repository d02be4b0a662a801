// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Two builds of the library that serve the same contexts, as two add-ons of one
// process may bring them. The other one is the same but for the hash of its
// sources.

#include "bindings/realm/private_key.h"

#include <dlfcn.h>

#include <string>

#include "bindings/realm/realm.h"
#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

// The other library's Install(). It's never closed: V8 has its functions.
using InstallFunction = v8::Maybe<bool> (*)(v8::Local<v8::Context>,
                                            const InstallOptions&);

#ifdef V8_ENCODING_HAS_NO_OTHER_BUILD
constexpr bool kHasOtherBuild = false;
#else
constexpr bool kHasOtherBuild = true;
#endif

InstallFunction OtherInstall() {
  // It's in the folder of the program or add-on that this is in.
  Dl_info here;
  EXPECT_NE(dladdr(reinterpret_cast<void*>(OtherInstall), &here), 0);
  const std::string path = here.dli_fname;
  void* const library = dlopen(
      (path.substr(0, path.rfind('/') + 1) + "libv8_encoding_other_build.so")
          .c_str(),
      RTLD_NOW | RTLD_LOCAL);
  EXPECT_NE(library, nullptr) << dlerror();
  return library == nullptr
             ? nullptr
             : reinterpret_cast<InstallFunction>(
                   dlsym(library,
                         "_ZN11v8_encoding7InstallEN2v85LocalINS0_7ContextEE"
                         "ERKNS_14InstallOptionsE"));
}

template <char kMark>
void Mark(v8::Local<v8::Context> context,
          v8::Local<v8::Object> error,
          ErrorCode) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  const char text[] = {kMark, 0};
  error
      ->Set(context, v8::String::NewFromUtf8Literal(isolate, "mark"),
            v8::String::NewFromUtf8(isolate, text).ToLocalChecked())
      .Check();
}

template <char kMark>
v8::MaybeLocal<v8::Function> MarkedStreams(v8::Local<v8::Context> context) {
  const std::string source =
      std::string("(transform, flush, state) => ({readable: {mark: '") + kMark +
      "'}, writable: {write: (chunk) => transform(state, chunk)}})";
  return EvaluateToValue(context, source).ToLocalChecked().As<v8::Function>();
}

class PrivateKeyTest : public V8Test {};

TEST_F(PrivateKeyTest, TwoBuildsServeOneContext) {
  if (!kHasOtherBuild) {
    GTEST_SKIP() << "with a static V8 two builds have two V8s";
  }
  const InstallFunction other_install = OtherInstall();
  ASSERT_NE(other_install, nullptr);
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  constexpr char kKeep[] =
      "const {TextDecoder: Decoder@, TextEncoder: Encoder@,"
      "       TextDecoderStream: DecoderStream@,"
      "       TextEncoderStream: EncoderStream@} = globalThis; ''";
  const auto keep = [&](char name) {
    std::string source = kKeep;
    for (size_t at; (at = source.find('@')) != std::string::npos;) {
      source[at] = name;
    }
    ASSERT_EQ(testing::Evaluate(context, source), "");
  };
  ASSERT_TRUE(
      Install(context, {.error_hook = Mark<'A'>, .streams = MarkedStreams<'A'>})
          .FromMaybe(false));
  keep('A');
  ASSERT_TRUE(other_install(context, {.error_hook = Mark<'B'>,
                                      .streams = MarkedStreams<'B'>})
                  .FromMaybe(false));
  keep('B');

  for (const std::string each : {"A", "B"}) {
    EXPECT_EQ(testing::Evaluate(context, "try { new Decoder" + each +
                                             "('nope') }"
                                             "catch (error) { error.mark }"),
              each);
    EXPECT_EQ(testing::Evaluate(
                  context, "new DecoderStream" + each + "().readable.mark"),
              each);
    EXPECT_EQ(testing::Evaluate(
                  context,
                  "[new Decoder" + each +
                      "().decode(Uint8Array.of(65)), new Encoder" + each +
                      "().encode('abc'), new Encoder" + each +
                      "().encode('abc'.repeat(99)).length, JSON.stringify(new "
                      "Encoder" +
                      each +
                      "().encodeInto('abc', new Uint8Array(2))), new "
                      "EncoderStream" +
                      each + "().writable.write('de')].join()"),
              "A,97,98,99,297,{\"read\":2,\"written\":2},100,101");
  }
}

// What a host has as prototypes already stays there: none, objects of all
// kinds, and one that looks like the realm's own but for its mark.
TEST_F(PrivateKeyTest, WhatAHostHasAsPrototypesStaysThere) {
  v8::Local<v8::Context> other = v8::Context::New(isolate());
  ASSERT_TRUE(Install(other).FromMaybe(false));
  Realm realm;
  ASSERT_TRUE(Realm::Get(isolate(), other, &realm));
  v8::Local<v8::ObjectTemplate> same_fields =
      v8::ObjectTemplate::New(isolate());
  same_fields->SetInternalFieldCount(realm.object()->InternalFieldCount());

  for (int count = 0; count <= 3; ++count) {
    v8::Local<v8::Context> context = v8::Context::New(isolate());
    const v8::Local<v8::Object> objects[] = {
        v8::Object::New(isolate()),
        same_fields->NewInstance(context).ToLocalChecked(),
        testing::EvaluateToValue(context, "new Proxy({}, {})")
            .ToLocalChecked()
            .As<v8::Object>()};
    v8::Local<v8::Object> extras = context->GetExtrasBindingObject();
    v8::Local<v8::Value> last = v8::Null(isolate());
    for (int i = 0; i < count; ++i) {
      ASSERT_TRUE(
          compat::SetPrototype(context, objects[i], last).FromMaybe(false));
      last = objects[i];
    }
    ASSERT_TRUE(compat::SetPrototype(context, extras, last).FromMaybe(false));
    ASSERT_TRUE(Install(context).FromMaybe(false));
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(
          testing::Evaluate(context, "new TextEncoder().encode('abc').join()"),
          "97,98,99");
    }
    const v8::Local<v8::Value> first = compat::GetPrototype(extras);
    EXPECT_FALSE(first->StrictEquals(last));
    EXPECT_TRUE(
        compat::GetPrototype(first.As<v8::Object>())->StrictEquals(last));
  }
}

// What scripts can change of Object.prototype, which is behind the realm's.
TEST_F(PrivateKeyTest, NothingOfScriptsIsLookedAt) {
  v8::Local<v8::Context> bare = v8::Context::New(isolate());
  ASSERT_EQ(
      testing::Evaluate(bare,
                        "var sprung = 0;"
                        "for (const key of ['__proto__', '0', 'constructor']) {"
                        "  Object.defineProperty(Object.prototype, key,"
                        "      {get() { ++sprung }, set() { ++sprung }});"
                        "} ''"),
      "");
  ASSERT_TRUE(Install(bare).FromMaybe(false));
  EXPECT_EQ(testing::Evaluate(bare,
                              "new TextEncoder().encode('abc').length;"
                              "new TextEncoder().encodeInto('abc',"
                              "    new Uint8Array(9)).read + sprung"),
            "3");
}

}  // namespace
}  // namespace v8_encoding::testing
