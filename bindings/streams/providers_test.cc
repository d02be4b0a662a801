// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.
// Where the stream interfaces take their streams from, and the steps that they
// give a host's streams.

#include "v8_encoding/streams.h"

#include <string>

#include "bindings/testing/streams_test.h"
#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

using StreamsProviderTest = StreamsTest;

// A realm with streams of its own, which happen to be the built-in ones.
v8::Local<v8::Context> NewContextWithStreams(v8::Isolate* isolate) {
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
  Install(isolate, global, {.interfaces = {}, .streams_globals = true});
  return v8::Context::New(isolate, nullptr, global);
}

TEST_F(StreamsProviderTest, IntrinsicStreamsAreTheRealmsOwn) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = NewContextWithStreams(isolate());
  ASSERT_TRUE(Install(context, {.streams = IntrinsicStreams}).FromMaybe(false));
  EXPECT_EQ(ResultOf(context, kRoundTrip), kRoundTripResult);
  EXPECT_EQ(testing::Evaluate(context,
                              "new TextDecoderStream().readable instanceof "
                              "ReadableStream"),
            "true");
}

TEST(StreamsProviderWithoutContextTest, IntrinsicStreamsThrowInTheirRealm) {
  const TestIsolate isolate;
  const v8::HandleScope scope(isolate.get());
  v8::Local<v8::Context> context = v8::Context::New(isolate.get());
  const v8::TryCatch try_catch(isolate.get());
  EXPECT_TRUE(IntrinsicStreams(context).IsEmpty());
  ASSERT_TRUE(try_catch.HasCaught());
  v8::Local<v8::Value> type_error =
      EvaluateToValue(context, "TypeError").ToLocalChecked();
  EXPECT_TRUE(try_catch.Exception()
                  ->InstanceOf(context, type_error.As<v8::Object>())
                  .FromMaybe(false));
}

TEST_F(StreamsProviderTest, IntrinsicStreamsAreCapturedAtInstallation) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = NewContextWithStreams(isolate());
  ASSERT_TRUE(Install(context, {.streams = IntrinsicStreams}).FromMaybe(false));
  EXPECT_EQ(
      ResultOf(context,
               "for (const name of ['readable', 'writable']) {"
               "  Object.defineProperty(TransformStream.prototype, name,"
               "                        {get() { throw 'patched ' + name; }});"
               "}"
               "TransformStreamDefaultController.prototype.enqueue ="
               "    () => { throw 'patched enqueue'; };"
               "TransformStream = null;" +
                   std::string(kRoundTrip)),
      kRoundTripResult);
}

TEST_F(StreamsProviderTest, IntrinsicStreamsOfATemplateAreCapturedAtFirstUse) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
  Install(isolate(), global,
          {.streams = IntrinsicStreams, .streams_globals = true});
  EXPECT_EQ(ResultOf(v8::Context::New(isolate(), nullptr, global), kRoundTrip),
            kRoundTripResult);
}

TEST_F(StreamsProviderTest, IntrinsicStreamsMayBeTheBuiltInOnes) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> live = v8::Context::New(isolate());
  ASSERT_TRUE(
      Install(live, {.streams = IntrinsicStreams, .streams_globals = true})
          .FromMaybe(false));
  EXPECT_EQ(ResultOf(live, kRoundTrip), kRoundTripResult);
}

TEST_F(StreamsProviderTest, TheLastProviderServes) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  constexpr char kMake[] =
      "try { new TextDecoderStream; 'made' } catch (error) { error }";
  v8::Local<v8::Context> live = v8::Context::New(isolate());
  const auto define = [](v8::Local<v8::Context> context) {
    testing::Evaluate(context,
                      "var made = 0;"
                      "globalThis.TransformStream = class {"
                      "  constructor(transformer) {"
                      "    if (made++) throw 'the host';"
                      "    transformer.start({enqueue() {}});"
                      "  }"
                      "  get readable() {}"
                      "  get writable() {}"
                      "}");
  };
  define(live);
  ASSERT_TRUE(Install(live, {.streams = IntrinsicStreams}).IsJust());
  for (v8::Local<v8::Context> context :
       {live, NewContext({.streams = IntrinsicStreams})}) {
    for (int i = 0; i < 2; ++i) {
      ASSERT_TRUE(Install(context, {.streams = BuiltInStreams}).IsJust());
      EXPECT_EQ(testing::Evaluate(context, kMake), "made");
      EXPECT_EQ(ResultOf(context, kRoundTrip), kRoundTripResult);
      define(context);
      ASSERT_TRUE(Install(context, {.streams = IntrinsicStreams}).IsJust());
      ASSERT_TRUE(Install(context).IsJust());
      EXPECT_EQ(testing::Evaluate(context, kMake), "the host");
    }
  }
}

TEST_F(StreamsProviderTest, ABuildWithoutStreamsSaysSo) {
  v8::Local<v8::Context> context = NewContext({.streams_globals = true});
  const bool has_streams = HasBuiltInStreams();
  EXPECT_EQ(testing::Evaluate(context,
                              "try { new TextDecoderStream; 'made' }"
                              "catch (error) { String(error) }"),
            has_streams ? "made"
                        : "TypeError: Failed to construct 'TransformStream': "
                          "This build has no streams of its own.");
  EXPECT_EQ(testing::Evaluate(context, "typeof ReadableStream"),
            has_streams ? "function" : "undefined");
  EXPECT_EQ(MakeStreamsCodeCache(context).empty(), !has_streams);
}

TEST_F(StreamsProviderTest, ARealmWithoutStreamsSaysSo) {
  constexpr char kError[] =
      "threw TypeError: Failed to construct 'TransformStream': The global "
      "object has no TransformStream.";
  EXPECT_EQ(testing::Evaluate(NewContext({.streams = IntrinsicStreams}),
                              "new TextDecoderStream"),
            kError);
  v8::Local<v8::Context> live = v8::Context::New(isolate());
  v8::TryCatch try_catch(isolate());
  EXPECT_TRUE(Install(live, {.streams = IntrinsicStreams}).IsNothing());
  EXPECT_TRUE(try_catch.HasCaught());
}

v8::MaybeLocal<v8::Function> ToFunction(v8::MaybeLocal<v8::Value> value) {
  return value.ToLocalChecked().As<v8::Function>();
}

// A host's own: the two sides are functions that call the steps at once.
v8::MaybeLocal<v8::Function> HostStreams(v8::Local<v8::Context> context) {
  return ToFunction(testing::EvaluateToValue(
      context,
      "(transform, flush, state) => {"
      "  const chunks = [];"
      "  const add = (chunk) => chunk !== undefined &&"
      "      chunks.push(chunk);"
      "  return {"
      "    writable: {write: (chunk) => add(transform(state, chunk)),"
      "               close: () => add(flush(state))},"
      "    readable: {chunks},"
      "  };"
      "}"));
}

TEST_F(StreamsProviderTest, AHostBringsItsOwn) {
  v8::Local<v8::Context> live = v8::Context::New(isolate());
  ASSERT_TRUE(Install(live, {.streams = HostStreams}).FromMaybe(false));
  for (v8::Local<v8::Context> each :
       {NewContext({.streams = HostStreams}), live}) {
    EXPECT_EQ(
        testing::Evaluate(each,
                          "const {readable, writable} = new TextDecoderStream;"
                          "writable.write(new Uint8Array([0xE2, 0x82]));"
                          "writable.write(new Uint8Array([0xAC, 0xE2]));"
                          "writable.write(new Uint8Array(0));"
                          "writable.close();"
                          "JSON.stringify(readable.chunks)"),
        "[\"\xE2\x82\xAC\",\"\xEF\xBF\xBD\"]");
    EXPECT_EQ(
        testing::Evaluate(
            each,
            "const stream = new TextDecoderStream('utf-8', {fatal: true});"
            "try { stream.writable.write(new Uint8Array([255])); }"
            "catch (error) { error.name }"),
        "TypeError");
  }
}

v8::MaybeLocal<v8::Function> HalfAStream(v8::Local<v8::Context> context) {
  return ToFunction(
      testing::EvaluateToValue(context, "() => ({readable: {}})"));
}

v8::MaybeLocal<v8::Function> ThrowingStreams(v8::Local<v8::Context> context) {
  return ToFunction(
      testing::EvaluateToValue(context, "() => { throw 'no luck'; }"));
}

v8::MaybeLocal<v8::Function> NoStreams(v8::Local<v8::Context> context) {
  compat::GetIsolate(context)->ThrowException(
      v8::String::NewFromUtf8Literal(compat::GetIsolate(context), "none"));
  return {};
}

// Against what streams.h asks for.
v8::MaybeLocal<v8::Function> Nothing(v8::Local<v8::Context>) {
  return {};
}

TEST_F(StreamsProviderTest, AHostsFailuresAreExceptions) {
  EXPECT_EQ(testing::Evaluate(NewContext({.streams = Nothing}),
                              "new TextEncoderStream"),
            "threw TypeError: Failed to construct 'TransformStream': The "
            "host's provider of streams gave no function.");
  EXPECT_EQ(
      testing::Evaluate(NewContext({.streams = HalfAStream}),
                        "new TextEncoderStream"),
      "threw TypeError: Failed to construct 'TransformStream': The host's "
      "streams have no writable side.");
  EXPECT_EQ(testing::Evaluate(NewContext({.streams = ThrowingStreams}),
                              "new TextEncoderStream"),
            "threw no luck");
  EXPECT_EQ(testing::Evaluate(NewContext({.streams = NoStreams}),
                              "new TextEncoderStream"),
            "threw none");
}

TEST_F(StreamsProviderTest, AHostsFailuresAtInstallationAreExceptions) {
  const auto thrown = [&](StreamsProvider provider) {
    v8::Local<v8::Context> context = v8::Context::New(isolate());
    const v8::TryCatch try_catch(isolate());
    EXPECT_TRUE(Install(context, {.streams = provider}).IsNothing());
    return std::string(
        *v8::String::Utf8Value(isolate(), try_catch.Exception()));
  };
  EXPECT_EQ(thrown(Nothing),
            "TypeError: Failed to construct 'TransformStream': The host's "
            "provider of streams gave no function.");
  EXPECT_EQ(thrown(NoStreams), "none");
}

// Lets scripts have what it's given, as `given`.
v8::MaybeLocal<v8::Function> LeakySteps(v8::Local<v8::Context> context) {
  return ToFunction(
      testing::EvaluateToValue(context,
                               "var given = [];"
                               "(transform, flush, state) => {"
                               "  given.push({transform, flush, state});"
                               "  return {readable: {}, writable: {}};"
                               "}"));
}

// `given`, of a new stream of each kind.
constexpr char kGetSteps[] =
    "new TextDecoderStream('windows-1251'); new TextEncoderStream;"
    "const [decoding, encoding] = given.splice(0);";

TEST_F(StreamsProviderTest, StepsWorkForTheirStreamAlone) {
  v8::Local<v8::Context> context = NewContext({.streams = LeakySteps});
  v8::Local<v8::Context> other = NewContext({.streams = LeakySteps});
  ASSERT_EQ(testing::Evaluate(context, kGetSteps + std::string("''")), "");
  ASSERT_EQ(testing::Evaluate(other, kGetSteps + std::string("''")), "");
  for (v8::Local<v8::Context> each : {context, other}) {
    each->SetSecurityToken(v8::Undefined(isolate()));
  }
  const auto set = [&](const char* name, v8::Local<v8::Value> value) {
    context->Global()
        ->Set(context, compat::NewAsciiString(isolate(), name).ToLocalChecked(),
              value)
        .Check();
  };
  set("other", other->Global());
  set("otherStates",
      testing::EvaluateToValue(other, "[decoding.state, encoding.state]")
          .ToLocalChecked());
  // Objects of the embedder's with as many fields as ours have, and others.
  v8::Local<v8::Array> foreign = v8::Array::New(isolate());
  static int target;
  uint32_t count = 0;
  for (int fields = 0; fields < 9; ++fields) {
    v8::Local<v8::ObjectTemplate> object = v8::ObjectTemplate::New(isolate());
    object->SetInternalFieldCount(fields);
    for (const bool has_pointers : {false, true}) {
      v8::Local<v8::Object> instance =
          object->NewInstance(context).ToLocalChecked();
      for (int i = 0; i < fields; ++i) {
        if (has_pointers) {
          compat::SetInternalPointer(instance, i, &target);
        } else {
          instance->SetInternalField(i, v8::Integer::New(isolate(), i));
        }
      }
      foreign->Set(context, count++, instance).Check();
    }
  }
  set("foreign", foreign);
  EXPECT_EQ(
      testing::Evaluate(
          context,
          "const states = [decoding.state, encoding.state];"
          "const wrong = [undefined, null, true, 1, 1n, 'x', Symbol(), {}, [],"
          "    () => {}, globalThis, new TextDecoder, new TextEncoder,"
          "    TextDecoderStream, TextDecoderStream.prototype,"
          "    new Uint8Array(9), decoding.transform, ...otherStates,"
          "    ...states.flatMap((state) => ["
          "        Object.create(state), new Proxy(state, {}), [state]]),"
          "    ...foreign];"
          "const failures = [];"
          "const expectTypeError = (what, call) => {"
          "  try { call() } catch (error) {"
          "    if (error instanceof TypeError) return; }"
          "  failures.push(what);"
          "};"
          "for (const {transform, flush, state} of [decoding, encoding]) {"
          "  for (const step of [transform, flush]) {"
          "    for (const value of [...wrong,"
          "                         ...states.filter((s) => s !== state)]) {"
          "      const name = Object.prototype.toString.call(value);"
          "      for (const chunk of ['x', new Uint8Array(3)])"
          "        expectTypeError(name, () => step(value, chunk));"
          "      expectTypeError(name + ', this',"
          "                      () => step.call(state, value, 'x'));"
          "    }"
          "    expectTypeError('nothing', () => step());"
          "    expectTypeError('nothing, this', () => step.call(state));"
          "    expectTypeError('new', () => new step(state));"
          "  }"
          "}"
          "failures.join('\\n')"),
      "");
  // What they are for still works, whoever calls them.
  EXPECT_EQ(testing::Evaluate(
                context,
                "[decoding.transform(decoding.state, Uint8Array.of(0xCF)),"
                " encoding.transform(encoding.state, '\\uD83D') ?? 'nothing',"
                " encoding.transform.call({}, encoding.state, '\\uDE00'),"
                " encoding.flush(encoding.state) ?? 'nothing'].join('|')"),
            "\xD0\x9F|nothing|240,159,152,128|nothing");
}

// A stream's steps can be called as soon as its provider has them.
TEST_F(StreamsProviderTest, StepsWorkWhileTheStreamIsMade) {
  const StreamsProvider eager = [](v8::Local<v8::Context> context) {
    return ToFunction(testing::EvaluateToValue(
        context,
        "var results = [];"
        "(transform, flush, state) => {"
        "  for (const chunk of ['x', Uint8Array.of(65)])"
        "    try { results.push(transform(state, chunk)) }"
        "    catch (error) { results.push(error.name) }"
        "  results.push(flush(state));"
        "  throw 'enough';"
        "}"));
  };
  EXPECT_EQ(testing::Evaluate(NewContext({.streams = eager}),
                              "try { new TextDecoderStream } catch {}"
                              "try { new TextEncoderStream } catch {}"
                              "results.join('|')"),
            "TypeError|A||120|54,53|");
}

}  // namespace
}  // namespace v8_encoding::testing
