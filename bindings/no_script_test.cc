// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Calls of the public headers that say they run no script, or no microtasks:
// none of a host's that leaves it to V8 when to run them, and nothing that V8
// refuses where the host forbids scripts.

#include <functional>
#include <memory>
#include <string>

#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/install.h"
#include "v8_encoding/streams.h"

namespace v8_encoding::testing {
namespace {

void LeaveAsItIs(v8::Local<v8::Context>, v8::Local<v8::Object>, ErrorCode) {}

class NoScriptTest : public ::testing::Test {
 protected:
  v8::Isolate* isolate() const { return isolate_.get(); }

  v8::Local<v8::String> NewString(const std::string& text) const {
    return v8::String::NewFromUtf8(isolate(), text.data(),
                                   v8::NewStringType::kNormal,
                                   static_cast<int>(text.size()))
        .ToLocalChecked();
  }

  // Whether call() leaves a microtask of `context` where it is.
  void ExpectNoMicrotask(const char* name,
                         v8::Local<v8::Context> context,
                         const std::function<void()>& call) {
    {
      const v8::Context::Scope context_scope(context);
      Evaluate(context, "var ran = false;");
    }
    v8::Local<v8::Function> microtask =
        EvaluateToValue(context, "() => { ran = true; }")
            .ToLocalChecked()
            .As<v8::Function>();
    context->GetMicrotaskQueue()->EnqueueMicrotask(isolate(), microtask);
    call();
    bool ran;
    {
      const v8::Isolate::SuppressMicrotaskExecutionScope no_microtasks(
          isolate(), context->GetMicrotaskQueue());
      ran = Evaluate(context, "ran") == "true";
    }
    EXPECT_FALSE(ran) << name;
    context->GetMicrotaskQueue()->PerformCheckpoint(isolate());
    EXPECT_EQ(Evaluate(context, "ran"), "true") << name;
  }

 private:
  TestIsolate isolate_;
};

TEST_F(NoScriptTest, MicrotasksWait) {
  const std::unique_ptr<v8::MicrotaskQueue> own_queue =
      v8::MicrotaskQueue::New(isolate(), v8::MicrotasksPolicy::kAuto);
  for (v8::MicrotaskQueue* queue :
       {static_cast<v8::MicrotaskQueue*>(nullptr), own_queue.get()}) {
    const v8::HandleScope scope(isolate());
    v8::Local<v8::Context> context =
        v8::Context::New(isolate(), nullptr, {}, {}, {}, queue);
    const v8::Context::Scope context_scope(context);
    InstallOptions options;
    options.error_hook = LeaveAsItIs;
    options.streams_globals = HasBuiltInStreams();
    for (const bool lazy : {true, false}) {
      options.lazy = lazy;
      ExpectNoMicrotask("Install", context, [&] {
        EXPECT_TRUE(Install(context, options).FromMaybe(false));
      });
    }
    const Interfaces interfaces(isolate(), options);
    ExpectNoMicrotask("Install of an object", context, [&] {
      EXPECT_TRUE(interfaces.Install(context, v8::Object::New(isolate()))
                      .FromMaybe(false));
    });
    ExpectNoMicrotask("GetConstructor", context, [&] {
      EXPECT_FALSE(
          interfaces.GetConstructor(context, InterfaceSet::kTextDecoder)
              .IsEmpty());
    });
    ExpectNoMicrotask("SetInstallData", context, [&] {
      EXPECT_TRUE(
          SetInstallData(context, v8::Object::New(isolate())).FromMaybe(false));
    });
    for (const size_t length : {0, 5, 64, 65, 100'000}) {
      for (const Encoding encoding :
           {Encoding::kUtf8, Encoding::kGbk, Encoding::kUtf16Le}) {
        v8::Local<v8::String> string = NewString(std::string(length, 'a'));
        ExpectNoMicrotask("EncodeToUint8Array", context, [&] {
          EXPECT_EQ(EncodeToUint8Array(context, string, encoding).ok(),
                    encoding != Encoding::kUtf16Le);
        });
      }
    }
    ExpectNoMicrotask("ThrowConversionError", context, [&] {
      const v8::TryCatch try_catch(isolate());
      ThrowConversionError(
          context,
          GetEncodedLength(isolate(), NewString("a"), Encoding::kUtf16Le).error,
          "File", "write");
      EXPECT_TRUE(try_catch.HasCaught());
    });
    ExpectNoMicrotask("GetInstallData", context, [&] {
      EXPECT_TRUE(GetInstallData(context).ToLocalChecked()->IsObject());
    });
    ExpectNoMicrotask("Prepare", context, [&] {
      EXPECT_TRUE(Prepare(context, WorkingInterfaces()).FromMaybe(false));
    });
    if (HasBuiltInStreams()) {
      v8::Local<v8::Object> stream =
          EvaluateToValue(context, "new TextDecoderStream().readable")
              .ToLocalChecked()
              .As<v8::Object>();
      ExpectNoMicrotask("GetStreamsInterface", context, [&] {
        EXPECT_STREQ(GetStreamsInterface(context, stream), "ReadableStream");
      });
      ExpectNoMicrotask("GetStreamState", context, [&] {
        EXPECT_TRUE(GetStreamState(context, stream).has_value());
      });
    }
  }
}

TEST_F(NoScriptTest, ScriptsMayBeForbidden) {
  const v8::HandleScope scope(isolate());
  v8::Local<v8::Context> context = NewContext(isolate());
  for (const size_t length : {5, 100'000}) {
    for (const Encoding encoding : {Encoding::kUtf8, Encoding::kGbk}) {
      v8::Local<v8::String> string = NewString(std::string(length, 'a'));
      const v8::Isolate::DisallowJavascriptExecutionScope no_scripts(
          isolate(), v8::Isolate::DisallowJavascriptExecutionScope::OnFailure::
                         CRASH_ON_FAILURE);
      EncodedArray encoded = EncodeToUint8Array(context, string, encoding);
      ASSERT_TRUE(encoded.ok());
      EXPECT_EQ(encoded.array.ToLocalChecked()->ByteLength(), length);
    }
  }
  const bool has_streams = HasBuiltInStreams();
  v8::Local<v8::Object> stream;
  {
    const v8::Context::Scope context_scope(context);
    ASSERT_TRUE(Install(context, {.data = v8::Object::New(isolate())})
                    .FromMaybe(false));
    stream =
        EvaluateToValue(
            context, has_streams ? "new TextDecoderStream().readable" : "({})")
            .ToLocalChecked()
            .As<v8::Object>();
  }
  const v8::Isolate::DisallowJavascriptExecutionScope no_scripts(
      isolate(), v8::Isolate::DisallowJavascriptExecutionScope::OnFailure::
                     CRASH_ON_FAILURE);
  EXPECT_TRUE(GetInstallData(context).ToLocalChecked()->IsObject());
  EXPECT_EQ(GetStreamsInterface(context, stream) != nullptr, has_streams);
  EXPECT_EQ(GetStreamState(context, stream).has_value(), has_streams);
}

// V8 10.2 needs a look at a property to find out how long such a view is.
TEST_F(NoScriptTest, ViewsOfShrunkBuffersNeedNoContext) {
  const ResizableBuffers resizable;
  const TestIsolate isolate;
  const v8::HandleScope scope(isolate.get());
  v8::Local<v8::Context> context = v8::Context::New(isolate.get());
  v8::Local<v8::Value> view;
  {
    const v8::Context::Scope context_scope(context);
    if (Evaluate(context, "'resize' in ArrayBuffer.prototype") != "true") {
      GTEST_SKIP() << "this V8 has no resizable buffers";
    }
    view =
        EvaluateToValue(context,
                        "var buffer = new ArrayBuffer(8, {maxByteLength: 9});"
                        "var view = new Uint16Array(buffer);"
                        "new Uint8Array(buffer).fill(97);"
                        "buffer.resize(5); view")
            .ToLocalChecked();
  }
  v8::Local<v8::String> string;
  ASSERT_TRUE(DecodeToString(isolate.get(), view).string.ToLocal(&string));
  EXPECT_EQ(*v8::String::Utf8Value(isolate.get(), string), std::string("aaaa"));
}

}  // namespace
}  // namespace v8_encoding::testing
