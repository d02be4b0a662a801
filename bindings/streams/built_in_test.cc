// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.
// The streams of the library's own: who has them, when they are evaluated,
// whose realm they are of. What streams do is in js-tests.

#include "v8_encoding/streams.h"

#include <string>
#include <string_view>

#include "bindings/testing/streams_test.h"
#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

using BuiltInStreamsTest = StreamsTest;

TEST_F(BuiltInStreamsTest, BuiltInStreamsServeBareContexts) {
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
TEST_F(BuiltInStreamsTest, ARecordIsKnownInAllRealmsAndToNoScript) {
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

TEST_F(BuiltInStreamsTest, TheyAreEvaluatedOnceWhenFirstNeeded) {
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

TEST_F(BuiltInStreamsTest, TheThirteenGlobalsAreForThoseWhoAsk) {
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

// Hosts are told of a promise that is rejected again.
TEST_F(BuiltInStreamsTest, AWriterThatComesToAnErroredStreamIsToldOnce) {
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

// Signals are the host's, whose classes may have less than DOM's, or nothing.
TEST_F(BuiltInStreamsTest, HostsWithoutProperSignalsHaveStreams) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  constexpr char kPipe[] =
      "var output = [], end = 'waits', controller;"
      "const source = new ReadableStream({ start(c) {"
      "  c.enqueue('a'); c.enqueue('b'); c.close();"
      "} });"
      "const sink = new WritableStream({"
      "  start(c) { controller = c },"
      "  write(chunk) { output.push(chunk) }"
      "});"
      "source.pipeTo(sink, typeof signal === 'undefined' ? {} : { signal })"
      "    .then(() => { end = 'closed' }, (error) => { end = error.name });"
      "''";
  struct Host {
    const char* classes;
    const char* end;  // Of a pipe.
  };
  // With a signal of its own, if there's one to make.
  for (const Host& host : {
           Host{"", "closed a,b undefined"},
           Host{"AbortSignal = {}", "closed a,b undefined"},
           Host{"AbortSignal = null", "closed a,b undefined"},
           Host{"EventTarget = 5; AbortSignal = 5", "closed a,b undefined"},
           Host{"AbortController = () => {}", "closed a,b undefined"},
           Host{"AbortController = class { get signal() {} abort() {} }",
                "closed a,b undefined"},
           Host{"AbortSignal = class { aborted = false; reason };"
                "signal = new AbortSignal",
                "TypeError  undefined"},
           Host{"AbortSignal = class { get aborted() {}"
                "  addEventListener() {} removeEventListener() {} };"
                "signal = new AbortSignal",
                "TypeError  undefined"},
           Host{"AbortSignal = class { get aborted() {} get reason() {} };"
                "signal = new AbortSignal",
                "TypeError  undefined"},
           // EventTarget needs no name.
           Host{"AbortSignal = class extends class {"
                "  addEventListener() {} removeEventListener() {} } {"
                "  get aborted() { return false } get reason() {} };"
                "signal = new AbortSignal;"
                "AbortController = class {"
                "  get signal() { return 'its' } abort() {} }",
                "closed a,b its"},
       }) {
    SCOPED_TRACE(host.classes);
    v8::Local<v8::Context> context = NewContext({.streams_globals = true});
    ASSERT_EQ(testing::Evaluate(context, host.classes + std::string("; ''")),
              "");
    EXPECT_EQ(testing::Evaluate(context, kPipe), "");
    EXPECT_EQ(testing::Evaluate(context,
                                "`${end} ${output} ` +"
                                "controller.signal"),
              host.end);
    EXPECT_EQ(testing::Evaluate(context, "typeof new TextDecoderStream"),
              "object");
  }
}

// document.all: its type is "undefined", and it can be called.
TEST_F(BuiltInStreamsTest, AnUndetectableObjectIsACallback) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = NewContext({.streams_globals = true});
  v8::Local<v8::ObjectTemplate> all = v8::ObjectTemplate::New(isolate());
  all->MarkAsUndetectable();
  all->SetCallAsFunctionHandler(
      [](const v8::FunctionCallbackInfo<v8::Value>& info) {
        info.GetReturnValue().Set(7);
      });
  v8::Context::Scope scope(context);
  ASSERT_TRUE(context->Global()
                  ->Set(context,
                        v8::String::NewFromUtf8Literal(isolate(), "all"),
                        all->NewInstance(context).ToLocalChecked())
                  .FromMaybe(false));
  EXPECT_EQ(testing::Evaluate(context,
                              "new ReadableStream({ pull: all, cancel: all });"
                              "const writer = new WritableStream("
                              "    { write: all },"
                              "    { size: all, highWaterMark: 10 }"
                              ").getWriter();"
                              "writer.write('a');"
                              "typeof all + writer.desiredSize"),
            "undefined3");
}

// Built-in modules, jails, and hosts whose fetch() makes bodies.
TEST_F(BuiltInStreamsTest, HostsGetTheConstructors) {
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

TEST_F(BuiltInStreamsTest, OtherNamesHaveNoConstructor) {
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

TEST_F(BuiltInStreamsTest, StreamsOfTheirConstructorsRealm) {
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

TEST_F(BuiltInStreamsTest, StrictStreamsRefuseResizableBuffers) {
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
