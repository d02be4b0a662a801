// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Where the stream interfaces take their streams from. What they do with them
// is in js-tests.

#include "v8_encoding/streams.h"

#include <string>
#include <string_view>

#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

// Sends bytes through a TextDecoderStream and back through a TextEncoderStream;
// `result` is what came out when the promises have settled.
constexpr char kRoundTrip[] =
    "var result = 'pending';"
    "(async () => {"
    "  const decoding = new TextDecoderStream('windows-1251');"
    "  const encoding = new TextEncoderStream;"
    "  const writer = decoding.writable.getWriter();"
    "  writer.write(new Uint8Array([0xC0, 0x41]));"
    "  writer.close();"
    "  const pipe = decoding.readable.pipeTo(encoding.writable);"
    "  const reader = encoding.readable.getReader();"
    "  const read = await reader.read();"
    "  const end = await reader.read();"
    "  await pipe;"
    "  result = read.value.join() + ' ' + end.done;"
    "})().catch((error) => { result = String(error); })";
constexpr char kRoundTripResult[] = "208,144,65 true";

class StreamsTest : public V8Test {
 protected:
  v8::Local<v8::Context> NewContext(const InstallOptions& options) {
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    Install(isolate(), global, options);
    return v8::Context::New(isolate(), nullptr, global);
  }

  // Promises' reactions run when a script has ended.
  static std::string ResultOf(v8::Local<v8::Context> context,
                              const std::string& source) {
    const std::string thrown = testing::Evaluate(context, source + "; ''");
    return thrown.empty() ? testing::Evaluate(context, "result") : thrown;
  }
};

TEST_F(StreamsTest, BuiltInStreamsServeBareContexts) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  EXPECT_EQ(ResultOf(NewContext({}), kRoundTrip), kRoundTripResult);
  EXPECT_EQ(ResultOf(NewContext({.lazy = true, .streams = BuiltInStreams}),
                     kRoundTrip),
            kRoundTripResult);
  v8::Local<v8::Context> live = v8::Context::New(isolate());
  ASSERT_TRUE(Install(live).FromMaybe(false));
  EXPECT_EQ(ResultOf(live, kRoundTrip), kRoundTripResult);
}

// What makes an object a stream is where no script finds it, and the same in
// all realms.
TEST_F(StreamsTest, ARecordIsKnownInAllRealmsAndToNoScript) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = NewContext({.streams_globals = true});
  v8::Local<v8::Context> other = NewContext({.streams_globals = true});
  for (v8::Local<v8::Context> each : {context, other}) {
    each->SetSecurityToken(v8::Undefined(isolate()));
  }
  context->Global()
      ->Set(context, v8::String::NewFromUtf8Literal(isolate(), "other"),
            other->Global())
      .Check();
  EXPECT_EQ(
      testing::Evaluate(
          context,
          "const stream = new ReadableStream;"
          "const locked = (object) => {"
          "  const {get} = Object.getOwnPropertyDescriptor("
          "      other.ReadableStream.prototype, 'locked');"
          "  try { return get.call(object) }"
          "  catch (error) { return error instanceof other.TypeError &&"
          "                         error.message }"
          "};"
          "stream.getReader();"
          "const copy = Object.assign(new WritableStream, stream);"
          "[Reflect.ownKeys(stream).length, locked(stream),"
          " ...[Object.create(stream), new Proxy(stream, {}), copy, {}, 1]"
          "    .map(locked)].join('|')"),
      [] {
        std::string expected = "0|true";
        for (int i = 0; i < 5; ++i) {
          expected +=
              "|Failed to read the 'locked' property from 'ReadableStream': "
              "Illegal invocation.";
        }
        return expected;
      }());
}

// Whoever evaluates the built-in streams reads Math.trunc. Counts that.
constexpr char kCountEvaluations[] =
    "var evaluations = 0;"
    "const {trunc} = Math;"
    "Object.defineProperty(Math, 'trunc',"
    "                      {get() { ++evaluations; return trunc; }});"
    "const count = () => { const n = evaluations; evaluations = 0; return n; "
    "};";

TEST_F(StreamsTest, TheyAreEvaluatedOnceWhenFirstNeeded) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = NewContext({.streams_globals = true});
  EXPECT_EQ(testing::Evaluate(
                context, kCountEvaluations +
                             std::string("typeof TextDecoderStream;"
                                         "new TextDecoder; new TextEncoder;"
                                         "'ReadableStream' in globalThis;"
                                         "count()")),
            "0");
  EXPECT_EQ(testing::Evaluate(context, "new TextDecoderStream; count()"), "1");
  EXPECT_EQ(testing::Evaluate(context,
                              "new TextDecoderStream; new TextEncoderStream;"
                              "ReadableStream; TransformStream; count()"),
            "0");

  v8::Local<v8::Context> by_global = NewContext({.streams_globals = true});
  EXPECT_EQ(testing::Evaluate(by_global,
                              kCountEvaluations + std::string("ReadableStream;"
                                                              "count()")),
            "1");
  EXPECT_EQ(testing::Evaluate(by_global,
                              "new TextDecoderStream; TransformStream;"
                              "count()"),
            "0");
}

constexpr char kGlobals[] =
    "['ReadableStream', 'ReadableStreamDefaultReader',"
    " 'ReadableStreamBYOBReader', 'ReadableStreamDefaultController',"
    " 'ReadableByteStreamController', 'ReadableStreamBYOBRequest',"
    " 'WritableStream', 'WritableStreamDefaultWriter',"
    " 'WritableStreamDefaultController', 'TransformStream',"
    " 'TransformStreamDefaultController', 'ByteLengthQueuingStrategy',"
    " 'CountQueuingStrategy']";

TEST_F(StreamsTest, TheThirteenGlobalsAreForThoseWhoAsk) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  const std::string present =
      std::string(kGlobals) + ".filter((name) => name in globalThis).length";
  EXPECT_EQ(testing::Evaluate(NewContext({}), present), "0");

  v8::Local<v8::Context> live = v8::Context::New(isolate());
  ASSERT_TRUE(Install(live, {.streams_globals = true}).FromMaybe(false));
  for (v8::Local<v8::Context> each :
       {NewContext({.streams_globals = true}), live}) {
    EXPECT_EQ(testing::Evaluate(each, present), "13");
    EXPECT_EQ(
        testing::Evaluate(
            each, std::string(kGlobals) +
                      ".every((name) => {"
                      "  const {value, writable, enumerable, configurable} ="
                      "      Object.getOwnPropertyDescriptor(globalThis, name);"
                      "  return value.name === name && writable && !enumerable"
                      "      && configurable;"
                      "})"),
        "true");
    EXPECT_EQ(
        testing::Evaluate(each,
                          "const {readable, writable} = new TextEncoderStream;"
                          "readable instanceof ReadableStream &&"
                          "    writable instanceof WritableStream"),
        "true");
  }
}

// A realm with streams of its own, which happen to be the built-in ones.
v8::Local<v8::Context> NewContextWithStreams(v8::Isolate* isolate) {
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
  Install(isolate, global, {.interfaces = {}, .streams_globals = true});
  return v8::Context::New(isolate, nullptr, global);
}

// Hosts are told of a promise that is rejected again.
TEST_F(StreamsTest, AWriterThatComesToAnErroredStreamIsToldOnce) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = NewContext({.streams_globals = true});
  v8::Context::Scope scope(context);
  isolate()->SetPromiseRejectCallback([](v8::PromiseRejectMessage message) {
    // Of the other events one has another name since V8 14.
    EXPECT_TRUE(message.GetEvent() == v8::kPromiseRejectWithNoHandler ||
                message.GetEvent() == v8::kPromiseHandlerAddedAfterReject);
  });
  EXPECT_EQ(testing::Evaluate(
                context,
                "var end, told = 0;"
                "const tell = () => { ++told };"
                "const stream = new WritableStream({"
                "  abort: () => new Promise((resolve) => { end = resolve })"
                "}); ''"),
            "");
  EXPECT_EQ(testing::Evaluate(context,
                              "stream.abort('why').then(tell);"
                              "stream.getWriter().closed.catch(tell); ''"),
            "");
  EXPECT_EQ(testing::Evaluate(context, "end(); told"), "1");
  EXPECT_EQ(testing::Evaluate(context, "told"), "2");
  isolate()->SetPromiseRejectCallback(nullptr);
}

TEST_F(StreamsTest, IntrinsicStreamsAreTheRealmsOwn) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = NewContextWithStreams(isolate());
  ASSERT_TRUE(Install(context, {.streams = IntrinsicStreams}).FromMaybe(false));
  EXPECT_EQ(ResultOf(context, kRoundTrip), kRoundTripResult);
  EXPECT_EQ(testing::Evaluate(context,
                              "new TextDecoderStream().readable instanceof "
                              "ReadableStream"),
            "true");
}

// Built-in modules, jails, and hosts whose fetch() makes bodies.
TEST_F(StreamsTest, HostsGetTheConstructors) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> installed = NewContext({});
  v8::Local<v8::Context> with_globals = NewContext({.streams_globals = true});
  v8::Local<v8::Context> bare = v8::Context::New(isolate());
  v8::Local<v8::Context> prepared = NewContext({});
  ASSERT_TRUE(Prepare(prepared).FromMaybe(false));
  for (v8::Local<v8::Context> context :
       {installed, with_globals, bare, prepared}) {
    v8::Local<v8::Array> names =
        EvaluateToValue(context, kGlobals).ToLocalChecked().As<v8::Array>();
    ASSERT_EQ(names->Length(), 13U);
    for (uint32_t i = 0; i < names->Length(); ++i) {
      v8::Local<v8::String> name =
          names->Get(context, i).ToLocalChecked().As<v8::String>();
      const std::string text = *v8::String::Utf8Value(isolate(), name);
      v8::Local<v8::Function> constructor;
      ASSERT_TRUE(
          GetStreamsConstructor(context, text.c_str()).ToLocal(&constructor))
          << text;
      EXPECT_TRUE(constructor->GetName()->StrictEquals(name)) << text;
      EXPECT_EQ(GetStreamsConstructor(context, text.c_str()).ToLocalChecked(),
                constructor)
          << text;
      EXPECT_EQ(
          compat::RelevantContext(isolate(), constructor).ToLocalChecked(),
          context)
          << text;
      if (context == with_globals) {
        EXPECT_EQ(context->Global()->Get(context, name).ToLocalChecked(),
                  constructor)
            << text;
      }
    }
    v8::Local<v8::Object> stream =
        GetStreamsConstructor(context, "ReadableStream")
            .ToLocalChecked()
            ->NewInstance(context)
            .ToLocalChecked();
    EXPECT_STREQ(GetStreamsInterface(context, stream), "ReadableStream");
  }
  EXPECT_EQ(testing::Evaluate(installed, "typeof ReadableStream"), "undefined");
}

TEST_F(StreamsTest, OtherNamesHaveNoConstructor) {
  v8::Local<v8::Context> context = NewContext({});
  const bool has_streams = HasBuiltInStreams();
  for (const char* name :
       {"", "readablestream", "ReadableStreams", "constructor", "__proto__",
        "TextDecoderStream", "\xFF", "ReadableStream"}) {
    const v8::TryCatch try_catch(isolate());
    const bool is_one = name == std::string_view("ReadableStream");
    EXPECT_EQ(GetStreamsConstructor(context, name).IsEmpty(),
              !(is_one && has_streams))
        << name;
    ASSERT_EQ(try_catch.HasCaught(), !(is_one && has_streams)) << name;
    if (try_catch.HasCaught()) {
      EXPECT_TRUE(
          try_catch.Exception()
              ->InstanceOf(context, EvaluateToValue(context, "TypeError")
                                        .ToLocalChecked()
                                        .As<v8::Object>())
              .FromMaybe(false))
          << name;
    }
  }
}

TEST(StreamsWithoutContextTest, IntrinsicStreamsThrowInTheirRealm) {
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

TEST_F(StreamsTest, IntrinsicStreamsAreCapturedAtInstallation) {
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

TEST_F(StreamsTest, IntrinsicStreamsOfATemplateAreCapturedAtFirstUse) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
  Install(isolate(), global,
          {.streams = IntrinsicStreams, .streams_globals = true});
  EXPECT_EQ(ResultOf(v8::Context::New(isolate(), nullptr, global), kRoundTrip),
            kRoundTripResult);
}

TEST_F(StreamsTest, IntrinsicStreamsMayBeTheBuiltInOnes) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> live = v8::Context::New(isolate());
  ASSERT_TRUE(
      Install(live, {.streams = IntrinsicStreams, .streams_globals = true})
          .FromMaybe(false));
  EXPECT_EQ(ResultOf(live, kRoundTrip), kRoundTripResult);
}

TEST_F(StreamsTest, TheLastProviderServes) {
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

TEST_F(StreamsTest, ABuildWithoutStreamsSaysSo) {
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

TEST_F(StreamsTest, ARealmWithoutStreamsSaysSo) {
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

TEST_F(StreamsTest, AHostBringsItsOwn) {
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

TEST_F(StreamsTest, AHostsFailuresAreExceptions) {
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

TEST_F(StreamsTest, StepsWorkForTheirStreamAlone) {
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
TEST_F(StreamsTest, StepsWorkWhileTheStreamIsMade) {
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

TEST_F(StreamsTest, StreamsOfTheirConstructorsRealm) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  const Interfaces interfaces(isolate(),
                              InstallOptions{.streams_globals = true});
  v8::Local<v8::Context> realms[2];
  for (v8::Local<v8::Context>& realm : realms) {
    realm = v8::Context::New(isolate());
    ASSERT_TRUE(interfaces.Install(realm).FromMaybe(false));
    realm->SetSecurityToken(v8::Undefined(isolate()));
  }
  realms[0]
      ->Global()
      ->Set(realms[0], v8::String::NewFromUtf8Literal(isolate(), "other"),
            realms[1]->Global())
      .Check();
  EXPECT_EQ(
      ResultOf(
          realms[0],
          "var result;"
          "const {readable, writable} ="
          "    new other.TextDecoderStream('utf-8', {fatal: true});"
          "writable.getWriter().write(new Uint8Array([255])).catch((error) => {"
          "  result = [readable instanceof other.ReadableStream,"
          "            error instanceof other.TypeError].join(); });"
          "readable.getReader().read().catch(() => {})"),
      "true,true");
}

TEST_F(StreamsTest, StrictStreamsRefuseResizableBuffers) {
  if (Evaluate("typeof ArrayBuffer.prototype.resize") == "undefined") {
    GTEST_SKIP() << "this V8 has no resizable buffers";
  }
  const std::string write =
      "var result;"
      "const {readable, writable} = new TextDecoderStream;"
      "writable.getWriter().write("
      "    new Uint8Array(new ArrayBuffer(1, {maxByteLength: 2}))).then("
      "    () => { result = 'taken'; }, (error) => { result = error.name; });"
      "readable.getReader().read().catch(() => {})";
  EXPECT_EQ(ResultOf(NewContext({}), write), "taken");
  EXPECT_EQ(ResultOf(NewContext({.refuse_resizable_buffers = true}), write),
            "TypeError");
}

}  // namespace
}  // namespace v8_encoding::testing
