// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Each call of V8's that can fail fails once in its turn, by an exception and
// by a termination, in all that scripts and hosts call: what comes of it is
// that failure or the right result, and the next call is right.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "bindings/testing/failing_calls.h"
#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"
#include "v8_encoding/streams.h"

namespace v8_encoding::testing {
namespace {

constexpr CallFailure kFailures[] = {CallFailure::kThrown,
                                     CallFailure::kTerminated};

// More than any operation makes.
constexpr size_t kMaxCalls = 1000;

void ErrorHookThatAddsACode(v8::Local<v8::Context> context,
                            v8::Local<v8::Object> error,
                            ErrorCode code) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  static_cast<void>(
      error->Set(context, v8::String::NewFromUtf8Literal(isolate, "code"),
                 v8::Integer::New(isolate, static_cast<int>(code))));
}

class FailingCallTest : public ::testing::Test {
 protected:
  void SetUp() override {
    V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
    if (!CallsCanFail()) {
      GTEST_SKIP() << "no code for this processor that makes calls fail";
    }
    isolate()->SetMicrotasksPolicy(v8::MicrotasksPolicy::kExplicit);
  }

  v8::Isolate* isolate() const { return isolate_.get(); }

  std::string ToStdString(v8::Local<v8::Value> value) {
    return *v8::String::Utf8Value(isolate(), value);
  }

  // With the interfaces, the extras and streams' globals.
  v8::Local<v8::Context> NewRealm(const InstallOptions& options = {}) {
    v8::EscapableHandleScope scope(isolate());
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    Install(isolate(), global, options);
    global->Set(isolate(), "extras", NewExtrasTemplate(isolate()));
    return scope.Escape(v8::Context::New(isolate(), nullptr, global));
  }

  // Calls attempt(), in a new context of new_context()'s, with the first call
  // of V8's failing, with the second and so on, until none does; then, and
  // after each failure, check(). attempt() says whether it got what it wants.
  void WithEachFailure(
      const char* what,
      const std::function<v8::Local<v8::Context>()>& new_context,
      const std::function<bool(v8::Local<v8::Context>)>& attempt,
      const std::function<void(v8::Local<v8::Context>)>& check) {
    for (const CallFailure failure : kFailures) {
      bool has_failed = true;
      for (size_t failing = 0; has_failed; ++failing) {
        ASSERT_LT(failing, kMaxCalls) << what;
        const v8::HandleScope scope(isolate());
        v8::Local<v8::Context> context = new_context();
        const v8::Context::Scope context_scope(context);
        v8::Local<v8::Value> thrown =
            v8::String::NewFromUtf8Literal(isolate(), "failed");
        {
          const v8::TryCatch try_catch(isolate());
          const char* failed;
          bool succeeded;
          {
            const FailingCall failing_call(isolate(), context, failure, thrown,
                                           failing);
            succeeded = attempt(context);
            failed = failing_call.failed();
          }
          has_failed = failed != nullptr;
          SCOPED_TRACE(std::string(what) + ": " +
                       (has_failed ? failed : "nothing") + " failed, number " +
                       std::to_string(failing));
          EXPECT_TRUE(succeeded || has_failed);
          if (failure == CallFailure::kThrown) {
            EXPECT_NE(succeeded, try_catch.HasCaught());
          }
          if (try_catch.HasCaught() && !try_catch.HasTerminated()) {
            EXPECT_TRUE(failure == CallFailure::kThrown);
            EXPECT_EQ(ToStdString(try_catch.Exception()), "failed");
          }
        }
        isolate()->CancelTerminateExecution();
        isolate()->PerformMicrotaskCheckpoint();
        check(context);
        if (HasFailure()) {
          return;
        }
      }
    }
  }

 private:
  TestIsolate isolate_;
};

// What scripts call.
struct ScriptCase {
  const char* name;
  const char* setup;
  const char* call;  // An expression; or calls report() by and by.
  const char* expected;
};

const ScriptCase kScriptCases[] = {
    {"Decode", "",
     "new TextDecoder('koi8-r', {fatal: true, ignoreBOM: true})"
     "    .decode(Uint8Array.of(0xC1), {stream: true})",
     "\u0430"},
    {"DecodeString", "const bytes = new Uint8Array(5000).fill(0x80);",
     "new TextDecoder().decode(bytes, {stream: {}}).length", "5000"},
    {"DecodeLabelOfAnObject", "",
     "new TextDecoder({toString: () => 'latin1'}).encoding", "windows-1252"},
    {"DecodeMalformed", "",
     "nameOf(() => new TextDecoder('gbk', {fatal: true})"
     "    .decode(Uint8Array.of(0xFF)))",
     "TypeError"},
    {"DecodeLong", "const bytes = new Uint8Array(5 << 20).fill(0xE9);",
     "new TextDecoder('latin1').decode(bytes).length", "5242880"},
    {"DecodeOverTheLimit", "const bytes = new Uint8Array(2 << 20).fill(0xE9);",
     "nameOf(() => new TextDecoder('latin1').decode(bytes).length)",
     "RangeError"},
    {"DecodeShared",
     "const bytes = new Uint8Array(new SharedArrayBuffer(3)).fill(97);",
     "new TextDecoder().decode(bytes)", "aaa"},
    {"WrongLabel", "", "nameOf(() => new TextDecoder('x'))", "RangeError"},
    {"WrongReceiver", "", "nameOf(() => TextDecoder.prototype.decode.call({}))",
     "TypeError"},
    {"WrongBuffer", "", "nameOf(() => new TextDecoder().decode(1))",
     "TypeError"},
    {"Encode", "", "new TextEncoder().encode('abc').join()", "97,98,99"},
    {"EncodeANumber", "", "new TextEncoder().encode(12).join()", "49,50"},
    {"EncodeLong", "const text = '\\u20AC'.repeat(30000);",
     "new TextEncoder().encode(text).length", "90000"},
    {"EncodeOverTheLimit", "const text = '\\xE9'.repeat(1 << 20);",
     "nameOf(() => new TextEncoder().encode(text).length)", "RangeError"},
    {"EncodeWithoutConstructor", "delete Uint8Array.prototype.constructor;",
     "new TextEncoder().encode('abc').length", "3"},
    {"EncodeWithAnotherConstructor",
     "Uint8Array.prototype.constructor = function() {};",
     "new TextEncoder().encode('abc').length", "3"},
    {"EncodeInto", "const bytes = new Uint8Array(9);",
     "{ const {read, written} = new TextEncoder().encodeInto('abc', bytes);"
     "  report(read + written); }",
     "6"},
    {"EncodeIntoOfTwoSizes", "const bytes = new Uint8Array(9);",
     "{ const {read, written} = new TextEncoder().encodeInto('\\u00E9b', "
     "bytes);"
     "  report(read + written); }",
     "5"},
    {"Subclass", "",
     "new (class extends TextDecoder {})('utf-8').decode(Uint8Array.of(97))",
     "a"},
    {"SubclassWithoutPrototype",
     "const NewTarget = function() {}.bind(); NewTarget.prototype = 1;",
     "Object.getPrototypeOf(Reflect.construct(TextDecoder, [], NewTarget)) ==="
     "    TextDecoder.prototype",
     "true"},
    {"SubclassByProxy",
     "const NewTarget = new Proxy(function() {}, {get: () => undefined});",
     "Object.getPrototypeOf(Reflect.construct(TextDecoder, [], NewTarget)) ==="
     "    TextDecoder.prototype",
     "true"},
    {"Extras", "",
     "extras.utf8ByteLength('\\u20AC') + extras.encode('a', 'big5').join() +"
     "    extras.isWellFormedBytes(Uint8Array.of(97), 'utf-8')",
     "397true"},
    {"ExtrasArguments", "",
     "[() => extras.isWellFormedBytes(Uint8Array.of(97), 'x'),"
     " () => extras.isWellFormedBytes(1),"
     " () => extras.decodeRange(Uint8Array.of(97), 0, 1, 'x'),"
     " () => extras.utf8ByteLength(Symbol()),"
     " () => extras.encodeIntoAt(Symbol(), Uint8Array.of(97)),"
     " () => extras.encode('a', 'x')].map(nameOf).join()",
     "RangeError,TypeError,RangeError,TypeError,TypeError,RangeError"},
    {"ExtrasEncodeMode", "",
     "extras.encode('\\u0E01', 'big5', {mode: {toString: () => "
     "'html'}}).length",
     "7"},
    {"ExtrasDecodeRange", "",
     "extras.decodeRange(Uint8Array.of(97, 98, 99), 1, 2, 'utf-8',"
     "    {fatal: true})",
     "b"},
    {"ExtrasEncodeIntoAt", "const bytes = new Uint8Array(3);",
     "extras.encodeIntoAt('abc', bytes, 1, 2).written + bytes.join()",
     "10,97,0"},
    {"ExtrasEncodings", "", "extras.encodings().length", "40"},
    {"ExtrasSniff", "", "extras.sniffEncoding === undefined ? 'none' : 'some'",
     "none"},
    {"DecoderStream", "",
     "{ const {readable, writable} = new TextDecoderStream('latin1');"
     "  const writer = writable.getWriter();"
     "  writer.write(Uint8Array.of(0xE9)).catch(report);"
     "  writer.close().catch(report);"
     "  const reader = readable.getReader();"
     "  reader.read().then(({value}) => value).then(report, report); }",
     "\u00E9"},
    {"EncoderStream", "",
     "{ const {readable, writable} = new TextEncoderStream;"
     "  const writer = writable.getWriter();"
     "  writer.write('\\uD800').catch(report);"
     "  writer.close().catch(report);"
     "  readable.getReader().read().then(({value}) => value.length)"
     "      .then(report, report); }",
     "3"},
    {"StreamMembers", "",
     "[new TextDecoderStream, new TextEncoderStream]"
     "    .map(({encoding, readable, writable}) => encoding +"
     "        readable.locked + writable.locked).join()",
     "utf-8falsefalse,utf-8falsefalse"},
    {"Streams", "",
     "{ const buffer = new ArrayBuffer(9);"
     "  const stream = new ReadableStream({type: 'bytes', pull(controller) {"
     "    controller.enqueue(new Uint8Array(buffer, 0, 3)) }});"
     "  stream.getReader({mode: 'byob'}).read(new Uint8Array(2))"
     "      .then(({value}) => value.length).then(report, report); }",
     "2"},
};

class FailingCallInScriptTest
    : public FailingCallTest,
      public ::testing::WithParamInterface<ScriptCase> {};

INSTANTIATE_TEST_SUITE_P(,
                         FailingCallInScriptTest,
                         ::testing::ValuesIn(kScriptCases),
                         [](const auto& info) { return info.param.name; });

TEST_P(FailingCallInScriptTest, EachFails) {
  const ScriptCase& each = GetParam();
  const std::string call = each.call;
  const bool reports = call.find("report") != std::string::npos;
  const auto run = [&](v8::Local<v8::Context> context) {
    v8::Local<v8::Value> ignored;
    if (!EvaluateToValue(context, "run()").ToLocal(&ignored)) {
      return false;
    }
    isolate()->PerformMicrotaskCheckpoint();
    return true;
  };
  WithEachFailure(
      each.name,
      [&] {
        InstallOptions options;
        options.streams_globals = true;
        options.max_result_length =
            std::string_view(each.name).ends_with("OverTheLimit") ? 1 << 20
                                                                  : 10 << 20;
        options.error_hook = ErrorHookThatAddsACode;
        v8::Local<v8::Context> context = NewRealm(options);
        EXPECT_EQ(
            Evaluate(context,
                     "var result;"
                     "const report = (value) => { result = result || "
                     "String(value) };"
                     "const nameOf = (f) => {"
                     "  try { return f() } catch (e) {"
                     "    if (e === 'failed') throw e;"
                     "    return e.name } };" +
                         std::string(each.setup) +
                         "const run = () => { result = undefined;" +
                         (reports ? call : "report(" + call + ")") + "}; ''"),
            "");
        return context;
      },
      run,
      [&](v8::Local<v8::Context> context) {
        // As it was reported, or nothing.
        const std::string result = Evaluate(context, "result");
        EXPECT_TRUE(result == each.expected || result == "failed" ||
                    result == "undefined")
            << result;
        EXPECT_TRUE(run(context));
        EXPECT_EQ(Evaluate(context, "result"), each.expected);
      });
}

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
