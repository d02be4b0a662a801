// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What hosts learn of the built-in streams and do to them, and scripts can't:
// states, ends, chunks, codes of exceptions.

#include <optional>
#include <string>
#include <string_view>

#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "v8_encoding/install.h"
#include "v8_encoding/streams.h"

namespace v8_encoding::testing {
namespace {

using ObserveStreamsTest = V8Test;

std::string Describe(v8::Local<v8::Context> context,
                     v8::Local<v8::Object> object) {
  const std::optional<StreamState> state = GetStreamState(context, object);
  if (!state) {
    return "no stream";
  }
  return std::string(state->is_open ? "open" : "ended") +
         (state->is_errored ? ", errored" : "") +
         (state->is_disturbed ? ", disturbed" : "");
}

// What fetch() needs to know of a body, and can't from scripts' side.
TEST_F(ObserveStreamsTest, HostsKnowTheStatesOfStreams) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  const v8::Context::Scope context_scope(context);
  ASSERT_TRUE(Install(context, {.streams_globals = true}).FromMaybe(false));
  const struct {
    const char* source;
    const char* before;
    const char* steps;
    const char* after;
    const char* end;
  } kCases[] = {
      {"new ReadableStream({start(c) { controller = c; }})", "open",
       "controller.close()", "ended", "fulfilled with undefined"},
      {"new ReadableStream({start(c) { controller = c; }})", "open",
       "stream.getReader().read(); controller.error('why')",
       "ended, errored, disturbed", "rejected with why"},
      {"new ReadableStream()", "open", "stream.cancel()", "ended, disturbed",
       "fulfilled with undefined"},
      {"new ReadableStream({start(c) { c.close(); }})", "ended", "0", "ended",
       "fulfilled with undefined"},
      {"new ReadableStream({type: 'bytes', start(c) { c.error('e'); }})",
       "ended, errored", "0", "ended, errored", "rejected with e"},
      {"new ReadableStream()", "open", "stream.getReader()", "open", ""},
      {"new WritableStream()", "open", "stream.close()", "ended",
       "fulfilled with undefined"},
      {"new WritableStream()", "open", "stream.abort('why')", "ended, errored",
       "rejected with why"},
      {"new WritableStream()", "open", "stream.getWriter().write(1)", "open",
       ""},
      // On their way to the end.
      {"new ReadableStream({start(c) { c.enqueue(1); c.close(); }})", "open",
       "0", "open", ""},
      {"new WritableStream({close() { return new Promise(() => {}); }})",
       "open", "stream.close()", "open", ""},
      {"new WritableStream({start() { return new Promise(() => {}); }})",
       "open", "stream.abort()", "ended", ""},
      {"new WritableStream({abort() { return new Promise(() => {}); }})",
       "open", "stream.abort('why')", "ended, errored", "rejected with why"},
      {"({})", "no stream", "0", "no stream", "none"},
      {"new TransformStream()", "no stream", "0", "no stream", "none"},
  };
  for (const auto& each : kCases) {
    SCOPED_TRACE(each.source + std::string("; ") + each.steps);
    testing::Evaluate(context, "var controller, end = ''");
    v8::Local<v8::Object> stream =
        EvaluateToValue(context,
                        std::string("var stream = ") + each.source + "; stream")
            .ToLocalChecked()
            .As<v8::Object>();
    EXPECT_EQ(Describe(context, stream), each.before);
    if (each.end != std::string_view("none")) {
      v8::Local<v8::Promise> end;
      ASSERT_TRUE(GetStreamEnd(context, stream).ToLocal(&end));
      EXPECT_TRUE(GetStreamEnd(context, stream).ToLocalChecked() == end);
      context->Global()
          ->Set(context, v8::String::NewFromUtf8Literal(isolate(), "promise"),
                end)
          .Check();
      testing::Evaluate(
          context,
          "promise.then((value) => { end = 'fulfilled with ' + value; },"
          "    (error) => { end = 'rejected with ' + error; })");
    }
    testing::Evaluate(context, each.steps + std::string("; 0"));
    isolate()->PerformMicrotaskCheckpoint();
    EXPECT_EQ(Describe(context, stream), each.after);
    if (each.end != std::string_view("none")) {
      EXPECT_EQ(testing::Evaluate(context, "end"), each.end);
    }
  }
}

TEST_F(ObserveStreamsTest, HostsErrorStreams) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  const v8::Context::Scope context_scope(context);
  ASSERT_TRUE(Install(context, {.streams_globals = true}).FromMaybe(false));
  for (const char* source : {"new ReadableStream()", "new WritableStream()",
                             "new TransformStream().readable"}) {
    v8::Local<v8::Object> stream =
        EvaluateToValue(context, source).ToLocalChecked().As<v8::Object>();
    EXPECT_TRUE(ErrorStream(context, stream,
                            v8::String::NewFromUtf8Literal(isolate(), "why"))
                    .FromMaybe(false));
    isolate()->PerformMicrotaskCheckpoint();
    EXPECT_EQ(Describe(context, stream), "ended, errored") << source;
  }
  // Both sides end.
  for (const char* source : {"new TransformStream()", "new TextDecoderStream()",
                             "new TextEncoderStream()"}) {
    for (const bool is_readable : {true, false}) {
      SCOPED_TRACE(source + std::string(is_readable ? ".readable" : ""));
      testing::Evaluate(context, std::string("var {readable, writable} = ") +
                                     source +
                                     R"(;
          var result = '';
          var watch = (name, promise) => {
            promise.then(() => { result += name + ';'; },
                         (error) => { result += name + ' ' + error + ';'; });
          };
          var reader = readable.getReader(), writer = writable.getWriter();
          watch('read', reader.closed);
          watch('write', writer.write(1));
          watch('closed', writer.closed); 0)");
      EXPECT_TRUE(ErrorStream(context,
                              EvaluateToValue(context, is_readable ? "readable"
                                                                   : "writable")
                                  .ToLocalChecked()
                                  .As<v8::Object>(),
                              v8::String::NewFromUtf8Literal(isolate(), "why"))
                      .FromMaybe(false));
      isolate()->PerformMicrotaskCheckpoint();
      EXPECT_EQ(testing::Evaluate(context, "result.split(';').sort().join()"),
                ",closed why,read why,write why");
    }
  }
  // Also while a flush is under way.
  v8::Local<v8::Object> closing =
      EvaluateToValue(
          context,
          "var end, {readable, writable} = new TransformStream({"
          "    flush: () => new Promise((resolve) => { end = resolve; })});"
          "result = ''; watch('read', readable.getReader().closed);"
          "watch('close', writable.close()); writable")
          .ToLocalChecked()
          .As<v8::Object>();
  isolate()->PerformMicrotaskCheckpoint();
  EXPECT_TRUE(ErrorStream(context, closing,
                          v8::String::NewFromUtf8Literal(isolate(), "why"))
                  .FromMaybe(false));
  isolate()->PerformMicrotaskCheckpoint();
  EXPECT_EQ(testing::Evaluate(context, "result"), "read why;");
  testing::Evaluate(context, "end(); 0");
  isolate()->PerformMicrotaskCheckpoint();
  EXPECT_EQ(testing::Evaluate(context, "result"), "read why;close why;");
  EXPECT_EQ(Describe(context, closing), "ended, errored");
  // A branch of tee() has no other side.
  testing::Evaluate(context,
                    "Object.prototype.fail = () => { throw 'seen'; };"
                    "var [first, second] = new ReadableStream().tee(); 0");
  EXPECT_TRUE(
      ErrorStream(
          context,
          EvaluateToValue(context, "first").ToLocalChecked().As<v8::Object>(),
          v8::Null(isolate()))
          .FromMaybe(false));
  EXPECT_EQ(
      Describe(
          context,
          EvaluateToValue(context, "second").ToLocalChecked().As<v8::Object>()),
      "open");
  for (const char* type : {"undefined", "'bytes'"}) {
    v8::Local<v8::Object> stream =
        EvaluateToValue(
            context, std::string("var controller; new ReadableStream({type: ") +
                         type + ", start(c) { controller = c; }})")
            .ToLocalChecked()
            .As<v8::Object>();
    EXPECT_TRUE(ErrorStream(context,
                            EvaluateToValue(context, "controller")
                                .ToLocalChecked()
                                .As<v8::Object>(),
                            v8::Null(isolate()))
                    .FromMaybe(false));
    EXPECT_EQ(Describe(context, stream), "ended, errored") << type;
  }
}

// Chunks of C++, whose way no script sees.
TEST_F(ObserveStreamsTest, HostsEnqueueAndClose) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  const v8::Context::Scope context_scope(context);
  ASSERT_TRUE(Install(context, {.streams_globals = true}).FromMaybe(false));
  testing::Evaluate(context, R"(
      for (const { prototype } of [ReadableStreamDefaultController,
                                   ReadableByteStreamController]) {
        prototype.enqueue = prototype.close = () => { throw 'seen'; };
      }
      var controller, result;
      const read = async (stream) => {
        result = '';
        for await (const chunk of stream) result += `[${chunk}]`;
        result += 'end';
      };)");
  for (const char* source : {"start(c) { controller = c; }",
                             "start(c) { controller = c; }, type: 'bytes'"}) {
    SCOPED_TRACE(source);
    testing::Evaluate(
        context, "read(new ReadableStream({" + std::string(source) + "})), 0");
    v8::Local<v8::Object> controller = EvaluateToValue(context, "controller")
                                           .ToLocalChecked()
                                           .As<v8::Object>();
    for (const char* chunk : {"new Uint8Array([1, 2])", "new Uint8Array(1)"}) {
      EXPECT_TRUE(EnqueueChunk(context, controller,
                               EvaluateToValue(context, chunk).ToLocalChecked())
                      .FromMaybe(false));
    }
    EXPECT_TRUE(CloseStream(context, controller).FromMaybe(false));
    isolate()->PerformMicrotaskCheckpoint();
    EXPECT_EQ(testing::Evaluate(context, "result"), "[1,2][0]end");
  }
}

// *close* of the Streams Standard's "Using streams in other specifications".
TEST_F(ObserveStreamsTest, HostsCloseStreamsThatAreReadFrom) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  const v8::Context::Scope context_scope(context);
  ASSERT_TRUE(Install(context, {.streams_globals = true}).FromMaybe(false));
  const struct {
    const char* reads;
    const char* after;
    const char* result;
  } kCases[] = {
      {"byob(stream.getReader({mode: 'byob'}), 2)", "", "0 true;0 true;"},
      {"var [one, two] = stream.tee(); byob(one.getReader({mode: 'byob'}), 1);"
       "byob(two.getReader({mode: 'byob'}), 1)",
       "", "0 true;0 true;"},
      {"var [one, two] = stream.tee(); byob(one.getReader({mode: 'byob'}), 1);"
       "two.getReader().read().then(note)",
       "", "undefined true;0 true;"},
      {"const reader = stream.getReader({mode: 'byob'}); byob(reader, 1);"
       "reader.releaseLock(); byob(stream.getReader({mode: 'byob'}), 1)",
       "", "TypeError;0 true;"},
      {"const reader = stream.getReader(); reader.read().then(note);"
       "reader.closed.then(() => { reader.releaseLock(); })",
       "byob(stream.getReader({mode: 'byob'}), 1)", "undefined true;0 true;"},
  };
  for (const auto& each : kCases) {
    SCOPED_TRACE(each.reads);
    testing::Evaluate(context, std::string(R"(
        var controller, result = '';
        var note = ({value, done}) => {
          result += `${value === undefined ? value : value.length} ${done};`;
        };
        var byob = (reader, count) => {
          for (let i = 0; i < count; ++i) {
            reader.read(new Uint8Array(5)).then(
                note, (error) => { result += error.name + ';'; });
          }
        };
        var stream = new ReadableStream({
          start(c) { controller = c; }, type: 'bytes',
          autoAllocateChunkSize: 7,
        });
        {)") + each.reads + "}; 0");
    isolate()->PerformMicrotaskCheckpoint();
    EXPECT_TRUE(CloseStream(context, EvaluateToValue(context, "controller")
                                         .ToLocalChecked()
                                         .As<v8::Object>())
                    .FromMaybe(false));
    isolate()->PerformMicrotaskCheckpoint();
    testing::Evaluate(context, std::string(each.after) + "; 0");
    isolate()->PerformMicrotaskCheckpoint();
    EXPECT_EQ(testing::Evaluate(context, "result"), each.result);
  }
}

// *enqueue*, of what a host has written to the BYOB request's view.
TEST_F(ObserveStreamsTest, HostsAnswerByobRequests) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  const v8::Context::Scope context_scope(context);
  ASSERT_TRUE(Install(context, {.streams_globals = true}).FromMaybe(false));
  const struct {
    const char* chunk;
    const char* error;  // Empty if the chunk is taken.
    const char* result;
  } kCases[] = {
      {"view.fill(7).subarray(0, 2)", "", "7,7"},
      {"new DataView(view.buffer, view.byteOffset, 1)", "", "0"},
      {"new Uint8Array([1, 2, 3])", "", "1,2,3"},
      {"view.subarray(1)",
       "RangeError: Failed to execute 'respondWithNewView' on "
       "'ReadableStreamBYOBRequest': The view begins elsewhere than that of "
       "the request.",
       "9"},
      {"view.subarray(0, 0)",
       "TypeError: Failed to execute 'respondWithNewView' on "
       "'ReadableStreamBYOBRequest': 0 bytes are due only once a stream is "
       "closed.",
       "9"},
      {"controller.close(), view",
       "TypeError: Failed to execute 'enqueue' on "
       "'ReadableByteStreamController': Controller is already closed or "
       "errored.",
       ""},
  };
  for (const auto& each : kCases) {
    SCOPED_TRACE(each.chunk);
    testing::Evaluate(context, R"(
        var controller, result = '';
        new ReadableStream({start(c) { controller = c; }, type: 'bytes'})
            .getReader({mode: 'byob'}).read(new Uint8Array(4))
            .then(({value}) => { result = String(value); });
        var {view} = controller.byobRequest; 0)");
    v8::Local<v8::Object> controller = EvaluateToValue(context, "controller")
                                           .ToLocalChecked()
                                           .As<v8::Object>();
    v8::Local<v8::Value> chunk =
        EvaluateToValue(context, each.chunk).ToLocalChecked();
    {
      const v8::TryCatch try_catch(isolate());
      EXPECT_EQ(EnqueueChunk(context, controller, chunk).FromMaybe(false),
                each.error == std::string_view());
      if (try_catch.HasCaught()) {
        EXPECT_STREQ(*v8::String::Utf8Value(isolate(), try_catch.Exception()),
                     each.error);
      }
    }
    // What was refused has taken nothing.
    testing::Evaluate(context,
                      "try { view[0] = 9; controller.byobRequest.respond(1); }"
                      "catch {} 0");
    isolate()->PerformMicrotaskCheckpoint();
    EXPECT_EQ(testing::Evaluate(context, "result"), each.result);
  }
}

TEST_F(ObserveStreamsTest, AStreamHasOneEnd) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  const v8::Context::Scope context_scope(context);
  ASSERT_TRUE(Install(context, {.streams_globals = true}).FromMaybe(false));
  for (const bool is_asked_before : {true, false}) {
    v8::Local<v8::Object> stream =
        EvaluateToValue(context,
                        "var end; new WritableStream({"
                        "  abort() { return new Promise((f) => { end = f; }); }"
                        "})")
            .ToLocalChecked()
            .As<v8::Object>();
    context->Global()
        ->Set(context, v8::String::NewFromUtf8Literal(isolate(), "stream"),
              stream)
        .Check();
    v8::Local<v8::Promise> promise;
    if (is_asked_before) {
      ASSERT_TRUE(GetStreamEnd(context, stream).ToLocal(&promise));
    }
    isolate()->PerformMicrotaskCheckpoint();
    testing::Evaluate(context, "stream.abort('why'); 0");
    isolate()->PerformMicrotaskCheckpoint();
    EXPECT_EQ(Describe(context, stream), "ended, errored");
    if (!is_asked_before) {
      ASSERT_TRUE(GetStreamEnd(context, stream).ToLocal(&promise));
    }
    EXPECT_EQ(promise->State(), v8::Promise::kRejected);
    testing::Evaluate(context, "end(); 0");
    isolate()->PerformMicrotaskCheckpoint();
    EXPECT_TRUE(GetStreamEnd(context, stream).ToLocalChecked() == promise);
  }
}

TEST_F(ObserveStreamsTest, WhatCannotBeEnqueuedOrClosed) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  const v8::Context::Scope context_scope(context);
  ASSERT_TRUE(Install(context, {.streams_globals = true}).FromMaybe(false));
  testing::Evaluate(context, R"(
      var controllerOf = (source, strategy) => {
        let controller;
        new ReadableStream({start(c) { controller = c; }, ...source}, strategy);
        return controller;
      };)");
  constexpr char kNoController[] =
      "TypeError: The object is no controller of a ReadableStream.";
  const struct {
    const char* controller;
    const char* chunk;  // Null to close.
    const char* error;
  } kCases[] = {
      {"({})", "1", kNoController},
      {"({})", nullptr, kNoController},
      {"new ReadableStream", "1", kNoController},
      {"Object.create(controllerOf())", nullptr, kNoController},
      {"var c = controllerOf(); c.close(); c", "1",
       "TypeError: Failed to execute 'enqueue' on "
       "'ReadableStreamDefaultController': Controller is already closed or "
       "errored."},
      {"var c = controllerOf({type: 'bytes'}); c.error(1); c", nullptr,
       "TypeError: Failed to execute 'close' on "
       "'ReadableByteStreamController': Controller is already closed or "
       "errored."},
      {"controllerOf({type: 'bytes'})", "'text'",
       "TypeError: Failed to execute 'enqueue' on "
       "'ReadableByteStreamController': parameter 1 is not of type "
       "'ArrayBufferView'."},
      {"controllerOf({type: 'bytes'})", "new Uint8Array(0)",
       "TypeError: Failed to execute 'enqueue' on "
       "'ReadableByteStreamController': The chunk has no bytes."},
      {"controllerOf({}, {size() { throw 'no size'; }})", "1", "no size"},
      {"var c; new ReadableStream({type: 'bytes', start(given) { c = given; }})"
       "    .getReader({mode: 'byob'}).read(new Uint8Array(1));"
       "controllerOf({type: 'bytes'}).enqueue(c.byobRequest.view); c",
       nullptr,
       "TypeError: Failed to execute 'close' on "
       "'ReadableByteStreamController': The buffer of the BYOB request is "
       "detached."},
  };
  for (const auto& each : kCases) {
    SCOPED_TRACE(each.controller);
    v8::Local<v8::Object> controller = EvaluateToValue(context, each.controller)
                                           .ToLocalChecked()
                                           .As<v8::Object>();
    const v8::TryCatch try_catch(isolate());
    EXPECT_TRUE(
        (each.chunk == nullptr
             ? CloseStream(context, controller)
             : EnqueueChunk(
                   context, controller,
                   EvaluateToValue(context, each.chunk).ToLocalChecked()))
            .IsNothing());
    ASSERT_TRUE(try_catch.HasCaught());
    EXPECT_STREQ(*v8::String::Utf8Value(isolate(), try_catch.Exception()),
                 each.error);
  }
}

TEST_F(ObserveStreamsTest, OtherObjectsHaveNoEnd) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  const v8::Context::Scope context_scope(context);
  ASSERT_TRUE(Install(context, {.streams_globals = true}).FromMaybe(false));
  for (const char* source :
       {"({})", "new TransformStream", "new ReadableStream().getReader()",
        "new Proxy(new ReadableStream, {})",
        "Object.create(new WritableStream)"}) {
    v8::Local<v8::Object> object =
        EvaluateToValue(context, source).ToLocalChecked().As<v8::Object>();
    for (const bool is_error : {false, true}) {
      const v8::TryCatch try_catch(isolate());
      EXPECT_TRUE(
          is_error
              ? ErrorStream(context, object, v8::Null(isolate())).IsNothing()
              : GetStreamEnd(context, object).IsEmpty())
          << source;
      ASSERT_TRUE(try_catch.HasCaught()) << source;
      EXPECT_STREQ(*v8::String::Utf8Value(isolate(), try_catch.Exception()),
                   "TypeError: The object is neither a ReadableStream nor a "
                   "WritableStream.")
          << source;
    }
  }
}

// Locks and ends are the one sort of exception of the streams that hosts give a
// code.
TEST_F(ObserveStreamsTest, TheErrorHookSeesWhatAStateDoesNotAllow) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  const v8::Context::Scope context_scope(context);
  ASSERT_TRUE(
      Install(context,
              {.error_hook =
                   [](v8::Local<v8::Context> realm, v8::Local<v8::Object> error,
                      ErrorCode code) {
                     v8::Isolate* isolate = v8::Isolate::GetCurrent();
                     error
                         ->Set(realm,
                               v8::String::NewFromUtf8Literal(isolate, "code"),
                               v8::Boolean::New(
                                   isolate, code == ErrorCode::kInvalidState))
                         .Check();
                   },
               .streams_globals = true})
          .FromMaybe(false));
  for (const char* call :
       {"readable.getReader()", "readable.tee()",
        "readable.pipeThrough(new TransformStream)", "writable.getWriter()",
        "new ReadableStreamDefaultReader(readable)",
        "new WritableStreamDefaultWriter(writable)", "controller.enqueue(1)",
        "controller.close()", "released.desiredSize"}) {
    EXPECT_EQ(testing::Evaluate(
                  context,
                  std::string("{ let controller;"
                              "const readable = new ReadableStream({"
                              "    start(c) { controller = c; c.close(); }});"
                              "readable.getReader();"
                              "const writable = new WritableStream;"
                              "const released = writable.getWriter();"
                              "released.releaseLock();"
                              "writable.getWriter();"
                              "try { ") +
                      call + "; 'none' } catch (e) { String(e.code) } }"),
              "true")
        << call;
  }
}

}  // namespace
}  // namespace v8_encoding::testing
