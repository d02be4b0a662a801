// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// GetStreamState() calls nothing: neither in a realm that hasn't evaluated the
// streams, nor without stack, nor where a script is to end.

#include <optional>
#include <string_view>

#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "v8_encoding/install.h"
#include "v8_encoding/streams.h"

namespace v8_encoding::testing {
namespace {

using StreamStateTest = V8Test;

constexpr std::string_view kStreams =
    "[new TransformStream().readable, new WritableStream(),"
    " new TextDecoderStream().readable, new TextEncoderStream().writable]";
constexpr std::string_view kNoStreams =
    "[{}, Object.create(new ReadableStream()), new Proxy(new ReadableStream(), "
    "{}), new ReadableStream().getReader(), new TransformStream()]";

// A realm whose streams nobody has evaluated yet, with globals whose reads
// count.
v8::Local<v8::Context> NewWatchedRealm(v8::Isolate* isolate,
                                       v8::Local<v8::ObjectTemplate> global) {
  v8::EscapableHandleScope scope(isolate);
  v8::Local<v8::Context> context = v8::Context::New(isolate, nullptr, global);
  const v8::Context::Scope context_scope(context);
  testing::Evaluate(context, R"(
      var reads = 0;
      for (const name of ['AbortSignal', 'EventTarget', 'Reflect', 'Promise',
                          'Uint8Array', 'Symbol', 'Object']) {
        Object.defineProperty(globalThis, name, {get() { ++reads; throw 1; }});
      })");
  return scope.Escape(context);
}

TEST_F(StreamStateTest, RunsNoScript) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
  Install(isolate(), global, {.streams_globals = true});
  v8::Local<v8::Context> context = v8::Context::New(isolate(), nullptr, global);
  const v8::Context::Scope context_scope(context);
  for (const std::string_view source : {kStreams, kNoStreams}) {
    v8::Local<v8::Array> objects = EvaluateToValue(context, std::string(source))
                                       .ToLocalChecked()
                                       .As<v8::Array>();
    for (uint32_t i = 0; i < objects->Length(); ++i) {
      SCOPED_TRACE(i);
      v8::Local<v8::Object> object =
          objects->Get(context, i).ToLocalChecked().As<v8::Object>();
      v8::Local<v8::Context> other = NewWatchedRealm(isolate(), global);
      {
        const v8::Isolate::DisallowJavascriptExecutionScope no_scripts(
            isolate(), v8::Isolate::DisallowJavascriptExecutionScope::
                           OnFailure::CRASH_ON_FAILURE);
        EXPECT_EQ(GetStreamState(other, object).has_value(),
                  source == kStreams);
      }
      EXPECT_EQ(testing::Evaluate(other, "reads"), "0");
    }
  }
}

TEST_F(StreamStateTest, NeedsNoStack) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  const v8::Context::Scope context_scope(context);
  ASSERT_TRUE(Install(context, {.streams_globals = true}).FromMaybe(false));
  v8::Local<v8::Function> is_stream =
      v8::Function::New(context, [](const v8::FunctionCallbackInfo<v8::Value>&
                                        info) {
        info.GetReturnValue().Set(
            GetStreamState(info.GetIsolate()->GetCurrentContext(),
                           info[0].As<v8::Object>())
                .has_value());
      }).ToLocalChecked();
  context->Global()
      ->Set(context, v8::String::NewFromUtf8Literal(isolate(), "isStream"),
            is_stream)
      .Check();
  // Each call of the catch has a little more stack than the one before, until
  // the function can be called.
  EXPECT_EQ(testing::Evaluate(context, R"(
      const streams = [new ReadableStream(), new WritableStream()];
      let calls = 0;
      let wrong = 0;
      (function recurse() {
        try {
          recurse();
        } catch {}
        try {
          for (const stream of streams) {
            if (!isStream(stream)) { ++wrong; }
            ++calls;
          }
        } catch {}
      })();
      `${calls > 100} ${wrong}`)"),
            "true 0");
}

TEST_F(StreamStateTest, IsThereWhereAScriptIsToEnd) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  const v8::Context::Scope context_scope(context);
  ASSERT_TRUE(Install(context, {.streams_globals = true}).FromMaybe(false));
  v8::Local<v8::Object> stream =
      EvaluateToValue(context, "new ReadableStream()")
          .ToLocalChecked()
          .As<v8::Object>();
  isolate()->TerminateExecution();
  const std::optional<StreamState> state = GetStreamState(context, stream);
  isolate()->CancelTerminateExecution();
  ASSERT_TRUE(state.has_value());
  EXPECT_TRUE(state->is_open);
}

}  // namespace
}  // namespace v8_encoding::testing
