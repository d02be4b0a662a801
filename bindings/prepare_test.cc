// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What the interfaces take from a context, and when: scripts may change it.

#include <string>

#include "bindings/testing/streams_test.h"
#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

constexpr char kHideConstructor[] = "delete Uint8Array.prototype.constructor";

class PrepareTest : public StreamsTest {
 protected:
  // Whether small results are in V8's heap, which takes %Uint8Array%.
  static bool KnowsUint8Array(v8::Local<v8::Context> context) {
    v8::Local<v8::Value> result =
        EvaluateToValue(context, "new TextEncoder().encode('abc')")
            .ToLocalChecked();
    EXPECT_EQ(result.As<v8::Uint8Array>()->ByteLength(), 3u);
    return !result.As<v8::Uint8Array>()->HasBuffer();
  }
};

TEST_F(PrepareTest, InstallationInALiveContextIsEnough) {
  for (const bool lazy : {false, true}) {
    v8::Local<v8::Context> context = v8::Context::New(isolate());
    ASSERT_TRUE(Install(context, {.lazy = lazy}).FromMaybe(false));
    testing::Evaluate(context, kHideConstructor);
    EXPECT_TRUE(KnowsUint8Array(context)) << lazy;
  }
}

TEST_F(PrepareTest, AContextFromATemplateIsPrepared) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = NewContext();
  ASSERT_TRUE(Prepare(context).FromMaybe(false));
  testing::Evaluate(context, kHideConstructor);
  EXPECT_TRUE(KnowsUint8Array(context));
  EXPECT_TRUE(Prepare(context).FromMaybe(false));

  v8::Local<v8::Context> unprepared = NewContext();
  testing::Evaluate(unprepared, kHideConstructor);
  EXPECT_FALSE(KnowsUint8Array(unprepared));
  EXPECT_TRUE(Prepare(unprepared).FromMaybe(false));
}

TEST_F(PrepareTest, TheFirstResultPreparesItsContext) {
  for (const char* call : {"encode()", "encodeInto('', new Uint8Array)"}) {
    v8::Local<v8::Context> context = NewContext();
    EXPECT_EQ(testing::Evaluate(context, std::string("new TextEncoder().") +
                                             call + ";" + kHideConstructor),
              "true");
    EXPECT_TRUE(KnowsUint8Array(context)) << call;
  }
}

TEST_F(PrepareTest, ContextsWithoutTheInterfaces) {
  v8::Local<v8::Context> bare = v8::Context::New(isolate());
  EXPECT_TRUE(Prepare(bare).FromMaybe(false));
  EXPECT_EQ(testing::Evaluate(bare, "typeof TextEncoder"), "undefined");
  v8::Local<v8::Context> decoders =
      NewContext({.interfaces = InterfaceSet::kTextDecoder});
  EXPECT_TRUE(Prepare(decoders).FromMaybe(false));
  v8::Local<v8::Context> live = v8::Context::New(isolate());
  EXPECT_TRUE(Install(live, {.interfaces = InterfaceSet::kTextDecoder})
                  .FromMaybe(false));
}

TEST_F(PrepareTest, BuiltInStreamsAreEvaluatedIfTheyAreWanted) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  const struct {
    InterfaceSet installed;
    InterfaceSet prepared;
    const char* evaluations;
    bool streams_globals = false;
    StreamsProvider streams = nullptr;
  } kCases[] = {
      {InterfaceSet::kAll, InterfaceSet::kAll, "1"},
      {InterfaceSet::kTextDecoderStream, InterfaceSet::kAll, "1"},
      {InterfaceSet::kAll, InterfaceSet::kTextEncoderStream, "1"},
      {InterfaceSet::kAll,
       InterfaceSet::kTextDecoder | InterfaceSet::kTextEncoder, "0"},
      {InterfaceSet::kTextDecoder | InterfaceSet::kTextEncoder,
       InterfaceSet::kAll, "0"},
      {InterfaceSet::kTextDecoderStream, InterfaceSet::kTextEncoderStream, "0"},
      {InterfaceSet::kTextDecoder, InterfaceSet::kAll, "1", true},
      {InterfaceSet::kTextDecoder, InterfaceSet::kTextDecoder, "0", true},
      {InterfaceSet::kAll, InterfaceSet::kAll, "1", true, IntrinsicStreams},
  };
  for (const auto& each : kCases) {
    v8::Local<v8::Context> context =
        NewContext({.interfaces = each.installed,
                    .lazy = true,
                    .streams = each.streams,
                    .streams_globals = each.streams_globals});
    testing::Evaluate(context, kCountEvaluations);
    EXPECT_TRUE(Prepare(context, each.prepared).FromMaybe(false));
    EXPECT_EQ(testing::Evaluate(context, "evaluations"), each.evaluations);
    EXPECT_TRUE(Prepare(context, each.prepared).FromMaybe(false));
    EXPECT_EQ(testing::Evaluate(context, "evaluations"), each.evaluations);
  }
}

TEST_F(PrepareTest, BuiltInStreamsHaveWhatTheyTook) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = NewContext();
  ASSERT_TRUE(Prepare(context).FromMaybe(false));
  EXPECT_EQ(
      testing::Evaluate(context,
                        "delete globalThis.Promise; delete globalThis.Symbol;"
                        "var result;"
                        "const {readable, writable} = new TextEncoderStream;"
                        "writable.getWriter().write('abc');"
                        "readable.getReader().read().then("
                        "    ({value}) => { result = value.join() }); ''"),
      "");
  EXPECT_EQ(testing::Evaluate(context, "result"), "97,98,99");
}

TEST_F(PrepareTest, TheProvidersFailureIsTold) {
  v8::Local<v8::Context> context = NewContext({.streams = IntrinsicStreams});
  v8::TryCatch try_catch(isolate());
  EXPECT_TRUE(Prepare(context).IsNothing());
  EXPECT_TRUE(try_catch.HasCaught());
  try_catch.Reset();
  EXPECT_TRUE(Prepare(context, InterfaceSet::kTextEncoder).FromMaybe(false));
  // What the host adds later is found.
  testing::Evaluate(context,
                    "globalThis.TransformStream = class {"
                    "  constructor({start}) { start?.({enqueue() {}}) }"
                    "  get readable() { return {} }"
                    "  get writable() { return {} }"
                    "}");
  EXPECT_TRUE(Prepare(context).FromMaybe(false));
  EXPECT_EQ(testing::Evaluate(context,
                              "delete globalThis.TransformStream;"
                              "typeof new TextDecoderStream().readable"),
            "object");
}

}  // namespace
}  // namespace v8_encoding::testing
