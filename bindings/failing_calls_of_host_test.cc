// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Each call of V8's that can fail fails once in its turn, by an exception and
// by a termination, in all that hosts call: what comes of it is that failure or
// the right result, and the next call is right.

#include <functional>
#include <string_view>

#include "bindings/testing/each_failing_call.h"
#include "gtest/gtest.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/streams.h"

namespace v8_encoding::testing {
namespace {

// What hosts call, each in a context of its own.
class FailingCallOfHostTest : public FailingCallTest {
 protected:
  using Attempt = std::function<bool(v8::Local<v8::Context>)>;

  // In a context without the interfaces, which then has them.
  void InstallWithEachFailure(const char* what,
                              const InstallOptions& options,
                              const Attempt& attempt) {
    WithEachFailure(
        what, [&] { return v8::Context::New(isolate()); }, attempt,
        [&](v8::Local<v8::Context> context) {
          // What a failure left half done is done by the next call.
          EXPECT_TRUE(v8_encoding::Install(context, options).FromMaybe(false));
          EXPECT_EQ(Evaluate(context, kUse), "a97true");
        });
  }

  // In a context that has them.
  void UseWithEachFailure(const char* what, const Attempt& attempt) {
    WithEachFailure(
        what, [&] { return NewStreamsRealm(); }, attempt,
        [&](v8::Local<v8::Context> context) {
          EXPECT_EQ(Evaluate(context, kUse), "a97true");
        });
  }

  v8::Local<v8::Context> NewStreamsRealm() {
    InstallOptions options;
    options.streams_globals = true;
    return NewRealm(options);
  }

  // convert.h throws nothing but terminations: what it returns is thrown here.
  bool IsOk(const ConversionError& error) {
    if (error.failure == ConversionFailure::kOutOfMemory) {
      isolate()->ThrowException(
          v8::String::NewFromUtf8Literal(isolate(), "failed"));
    } else if (error.failure != ConversionFailure::kNone) {
      EXPECT_TRUE(error.failure == ConversionFailure::kTerminated);
    }
    return error.failure == ConversionFailure::kNone;
  }

  static constexpr char kUse[] =
      "new TextDecoder().decode(Uint8Array.of(97)) +"
      "    new TextEncoder().encode('a') +"
      "    (new TextDecoderStream().readable instanceof Object)";
};

TEST_F(FailingCallOfHostTest, Install) {
  for (const bool lazy : {false, true}) {
    InstallOptions options;
    options.lazy = lazy;
    options.streams_globals = true;
    options.error_hook = ErrorHookThatAddsACode;
    options.max_result_length = 1 << 20;
    InstallWithEachFailure(
        lazy ? "Install(), lazy" : "Install()", options,
        [&](v8::Local<v8::Context> context) {
          return v8_encoding::Install(context, options).FromMaybe(false);
        });
  }
}

// Lazy properties that are there already are deleted first.
TEST_F(FailingCallOfHostTest, InstallOverLazyInterfaces) {
  InstallOptions options;
  options.lazy = true;
  options.streams_globals = true;
  WithEachFailure(
      "Install() again",
      [&] {
        v8::Local<v8::Context> context = v8::Context::New(isolate());
        EXPECT_TRUE(v8_encoding::Install(context, options).FromMaybe(false));
        return context;
      },
      [&](v8::Local<v8::Context> context) {
        return v8_encoding::Install(context, options).FromMaybe(false);
      },
      [&](v8::Local<v8::Context> context) {
        EXPECT_TRUE(v8_encoding::Install(context, options).FromMaybe(false));
        EXPECT_EQ(Evaluate(context, kUse), "a97true");
      });
}

TEST_F(FailingCallOfHostTest, InstallOnAnObject) {
  InstallWithEachFailure(
      "Interfaces::Install()", {}, [&](v8::Local<v8::Context> context) {
        const Interfaces interfaces(isolate());
        return interfaces.Install(context, v8::Object::New(isolate()))
            .FromMaybe(false);
      });
}

TEST_F(FailingCallOfHostTest, InstallData) {
  InstallWithEachFailure(
      "InstallOptions::data", {}, [&](v8::Local<v8::Context> context) {
        InstallOptions options;
        options.data = v8::Object::New(isolate());
        v8::Local<v8::Value> data;
        return v8_encoding::Install(context, options).FromMaybe(false) &&
               GetInstallData(context).ToLocal(&data) && data == options.data &&
               SetInstallData(context, v8::Symbol::New(isolate()))
                   .FromMaybe(false);
      });
}

TEST_F(FailingCallOfHostTest, Prepare) {
  UseWithEachFailure("Prepare()", [&](v8::Local<v8::Context> context) {
    return Prepare(context).FromMaybe(false);
  });
}

TEST_F(FailingCallOfHostTest, GetConstructor) {
  UseWithEachFailure("GetConstructor()", [&](v8::Local<v8::Context> context) {
    const Interfaces interfaces(isolate());
    return !interfaces.GetConstructor(context, InterfaceSet::kTextDecoder)
                .IsEmpty();
  });
}

TEST_F(FailingCallOfHostTest, Streams) {
  UseWithEachFailure("BuiltInStreams()", [&](v8::Local<v8::Context> context) {
    return !BuiltInStreams(context).IsEmpty();
  });
  WithEachFailure(
      "IntrinsicStreams()",
      [&] {
        // What a getter throws that no script has called, V8 gives to a
        // TryCatch, and undefined to the caller.
        v8::Local<v8::Context> context = NewStreamsRealm();
        EXPECT_EQ(Evaluate(context, "typeof TransformStream"), "function");
        return context;
      },
      [&](v8::Local<v8::Context> context) {
        return !IntrinsicStreams(context).IsEmpty();
      },
      [&](v8::Local<v8::Context> context) {
        EXPECT_EQ(Evaluate(context, kUse), "a97true");
      });
  UseWithEachFailure(
      "GetStreamsConstructor()", [&](v8::Local<v8::Context> context) {
        return !GetStreamsConstructor(context, "TransformStream").IsEmpty();
      });
  UseWithEachFailure("a code cache", [&](v8::Local<v8::Context> context) {
    return !MakeStreamsCodeCache(context).empty();
  });
}

TEST_F(FailingCallOfHostTest, ObservedStreams) {
  v8::Local<v8::Object> stream;
  v8::Local<v8::Object> controller;
  const auto new_context = [&] {
    v8::Local<v8::Context> context = NewStreamsRealm();
    stream =
        EvaluateToValue(context,
                        "var controller;"
                        "new ReadableStream({start(c) { controller = c; }})")
            .ToLocalChecked()
            .As<v8::Object>();
    controller = EvaluateToValue(context, "controller")
                     .ToLocalChecked()
                     .As<v8::Object>();
    return context;
  };
  const auto check = [&](v8::Local<v8::Context> context) {
    EXPECT_FALSE(GetStreamEnd(context, stream).IsEmpty());
    EXPECT_TRUE(GetStreamState(context, stream).has_value());
    EXPECT_EQ(Evaluate(context, kUse), "a97true");
  };
  WithEachFailure(
      "GetStreamEnd()", new_context,
      [&](v8::Local<v8::Context> context) {
        return !GetStreamEnd(context, stream).IsEmpty();
      },
      check);
  // It keeps what is thrown to itself.
  for (const char* source : {"stream", "new WritableStream()"}) {
    v8::Local<v8::Object> other;
    WithEachFailure(
        "GetStreamState()",
        [&] {
          v8::Local<v8::Context> context = new_context();
          other = source == std::string_view("stream")
                      ? stream
                      : EvaluateToValue(context, source)
                            .ToLocalChecked()
                            .As<v8::Object>();
          return context;
        },
        [&](v8::Local<v8::Context> context) {
          const bool has_state = GetStreamState(context, other).has_value();
          if (!has_state && !isolate()->IsExecutionTerminating()) {
            isolate()->ThrowException(
                v8::String::NewFromUtf8Literal(isolate(), "failed"));
          }
          return has_state;
        },
        check);
  }
  WithEachFailure(
      "ErrorStream()", new_context,
      [&](v8::Local<v8::Context> context) {
        return ErrorStream(context, stream, v8::Null(isolate()))
            .FromMaybe(false);
      },
      check);
  WithEachFailure(
      "EnqueueChunk()", new_context,
      [&](v8::Local<v8::Context> context) {
        return EnqueueChunk(context, controller, v8::Null(isolate()))
            .FromMaybe(false);
      },
      check);
  WithEachFailure(
      "CloseStream()", new_context,
      [&](v8::Local<v8::Context> context) {
        return CloseStream(context, controller).FromMaybe(false);
      },
      check);
}

TEST_F(FailingCallOfHostTest, TransferredStreams) {
  const auto object_of = [](v8::Local<v8::Context> context,
                            const char* source) {
    return EvaluateToValue(context, source).ToLocalChecked().As<v8::Object>();
  };
  constexpr char kPort[] =
      "({__proto__: null, postMessage() {}, listen() {}, close() {},"
      "  newDataCloneError: () => new Error})";
  v8::Local<v8::Object> stream;
  v8::Local<v8::Object> port;
  const auto new_context = [&] {
    v8::Local<v8::Context> context = NewStreamsRealm();
    stream = object_of(context, "globalThis.stream = new ReadableStream");
    port = object_of(context, kPort);
    return context;
  };
  const auto check = [&](v8::Local<v8::Context> context) {
    EXPECT_EQ(Evaluate(context, kUse), "a97true");
  };
  WithEachFailure(
      "TransferStream()", new_context,
      [&](v8::Local<v8::Context> context) {
        return TransferStream(context, stream, port).FromMaybe(false);
      },
      check);
  WithEachFailure(
      "ReceiveStream()", new_context,
      [&](v8::Local<v8::Context> context) {
        return !ReceiveStream(context, "ReadableStream", port).IsEmpty();
      },
      check);
}

TEST_F(FailingCallOfHostTest, Conversions) {
  UseWithEachFailure(
      "EncodeToUint8Array()", [&](v8::Local<v8::Context> context) {
        const EncodedArray encoded = EncodeToUint8Array(
            context, v8::String::NewFromUtf8Literal(isolate(), "text"));
        EXPECT_NE(encoded.ok(), encoded.array.IsEmpty());
        return IsOk(encoded.error);
      });
  UseWithEachFailure("DecodeToString()", [&](v8::Local<v8::Context>) {
    const DecodedString decoded =
        DecodeToString(isolate(), v8::ArrayBuffer::New(isolate(), 9));
    EXPECT_NE(decoded.ok(), decoded.string.IsEmpty());
    return IsOk(decoded.error);
  });
}

void Convert(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* isolate = info.GetIsolate();
  const EncodedArray encoded = EncodeToUint8Array(isolate->GetCurrentContext(),
                                                  info[0].As<v8::String>());
  EXPECT_NE(encoded.ok(), encoded.array.IsEmpty());
  info.GetReturnValue().Set(encoded.ok());
}

// A script can't catch the termination of a conversion that its host makes.
TEST_F(FailingCallOfHostTest, ConversionsForAScript) {
  WithEachFailure(
      "a conversion for a script",
      [&] {
        v8::Local<v8::Context> context = NewStreamsRealm();
        context->Global()
            ->Set(context, v8::String::NewFromUtf8Literal(isolate(), "convert"),
                  v8::Function::New(context, Convert).ToLocalChecked())
            .Check();
        EXPECT_EQ(Evaluate(context,
                           "var result, caught; const run = () => {"
                           "  try { result = convert('text') }"
                           "  catch (error) { caught = error } }; ''"),
                  "");
        return context;
      },
      [&](v8::Local<v8::Context> context) {
        return !EvaluateToValue(context, "run()").IsEmpty();
      },
      [&](v8::Local<v8::Context> context) {
        EXPECT_EQ(Evaluate(context, "caught"), "undefined");
        EXPECT_EQ(Evaluate(context, "run(); result"), "true");
      });
}

}  // namespace
}  // namespace v8_encoding::testing
