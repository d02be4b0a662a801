// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Terminations by another thread at any time, in all that the library does:
// what isn't right is terminated, and the isolate goes on.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "bindings/testing/v8_test.h"
#include "bindings/webidl/long_call.h"
#include "gtest/gtest.h"
#include "src/testing/exhaustive.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

// Operations, which are right if true. Each finds its object in one state and
// leaves it in the same one: in the middle of a character. So before the
// operation and after it come to the same, and anything in between to another
// result of the next operation.
constexpr char kOperations[] = R"(
  const encoder = new TextEncoder;
  const same = (a, b) => typeof a !== 'object' ? a === b :
      a.length === b.length && a.every((each, i) => each === b[i]);
  const shared = (bytes) => {
    const result = new Uint8Array(new SharedArrayBuffer(bytes.length));
    result.set(bytes);
    return result;
  };
  const operations = [];
  const add = (operation) => {
    const expected = operation();
    operations.push(() => same(operation(), expected));
  };
  const addDecoder = (label, start, bytes) => {
    const decoder = new TextDecoder(label);
    decoder.decode(start, {stream: true});
    add(() => decoder.decode(bytes, {stream: true}));
  };
  const addEncoder = (text) => {
    const destination = new Uint8Array(3 * text.length);
    add(() => encoder.encode(text));
    add(() => {
      const {read, written} = encoder.encodeInto(text, destination);
      return [read, written, ...destination.subarray(0, written)];
    });
    add(() => extras.utf8ByteLength(text));
    add(() => extras.encode(text, 'gb18030'));
  };
  for (const length of [1, 50, 1000, 30000]) {
    const euros = Uint8Array.from({length: 3 * length},
                                  (_, i) => [0x82, 0xAC, 0xE2][i % 3]);
    for (const bytes of [euros, shared(euros)]) {
      addDecoder('utf-8', Uint8Array.of(0xE2), bytes);
      addDecoder('shift_jis', Uint8Array.of(0x81),
                 bytes.map((_, i) => [0x40, 0x61, 0x81][i % 3]));
    }
    addEncoder('\u20AC\u00E9'.repeat(length));
    addEncoder('\u00E9'.repeat(length));
    const ascii = new Uint8Array(length).fill(0x2A);
    add(() => new TextDecoder('latin1').decode(ascii));
    add(() => extras.isWellFormedBytes(euros, 'euc-kr'));
    add(() => extras.decodeRange(euros, 1, length));
    for (const [stream, start, chunk] of [
             [new TextDecoderStream, Uint8Array.of(0xE2), euros],
             [new TextEncoderStream, '\uD83D', '\uDE00\uD83D'.repeat(length)],
         ]) {
      stream.writable.write(start);
      add(() => stream.writable.write(chunk));
    }
  }
  add(() => new TextDecoder('big5', {fatal: true}).encoding);
  add(() => { try { new TextDecoder('?') } catch (e) { return e.message } });
  add(() => Reflect.construct(TextEncoder, [], Object).encoding);
  operations;
)";

v8::MaybeLocal<v8::Function> CallSteps(v8::Local<v8::Context> context) {
  v8::Local<v8::Value> function;
  if (!EvaluateToValue(context,
                       "(transform, flush, state) => ({readable: {},"
                       "  writable: {write: (chunk) =>"
                       "                 transform(state, chunk)}})")
           .ToLocal(&function)) {
    return {};
  }
  return function.As<v8::Function>();
}

// Terminates the isolate's execution at any time.
class Terminator {
 public:
  explicit Terminator(v8::Isolate* isolate)
      : thread_([this, isolate] {
          // Mostly after some microseconds, sometimes after some milliseconds.
          std::mt19937 random(1);
          std::exponential_distribution<double> exponent(0.6);
          while (!stop_) {
            std::this_thread::sleep_for(std::chrono::microseconds(
                static_cast<int>(std::exp2(std::min(exponent(random), 13.0)))));
            isolate->TerminateExecution();
          }
        }) {}
  ~Terminator() {
    stop_ = true;
    thread_.join();
  }

  Terminator(const Terminator&) = delete;
  Terminator& operator=(const Terminator&) = delete;

 private:
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

class TerminationTest : public ::testing::Test {
 protected:
  // Long calls have small pieces here.
  TerminationTest() { LongCall::SetMaxPieceSize(4096); }
  ~TerminationTest() override { LongCall::SetMaxPieceSize(0); }

  v8::Isolate* isolate() { return isolate_.get(); }

  v8::Local<v8::Context> NewRealm(StreamsProvider streams) {
    v8::EscapableHandleScope scope(isolate());
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    InstallOptions options;
    options.streams = streams;
    Install(isolate(), global, options);
    global->Set(isolate(), "extras", NewExtrasTemplate(isolate()));
    return scope.Escape(v8::Context::New(isolate(), nullptr, global));
  }

  // Whether it has come to its end; what it gives is right then.
  bool CallIsDone(v8::Local<v8::Context> context,
                  v8::Local<v8::Function> operation) {
    v8::HandleScope scope(isolate());
    v8::Context::Scope context_scope(context);
    v8::TryCatch try_catch(isolate());
    v8::Local<v8::Value> result;
    if (operation->Call(context, v8::Undefined(isolate()), 0, nullptr)
            .ToLocal(&result)) {
      EXPECT_TRUE(result->IsTrue());
      return true;
    }
    EXPECT_TRUE(try_catch.HasTerminated());
    return false;
  }

 private:
  TestIsolate isolate_;
  v8::HandleScope scope_{isolate()};
};

TEST_F(TerminationTest, AtAnyTime) {
  v8::Local<v8::Context> realm = NewRealm(CallSteps);
  v8::Local<v8::Value> list;
  ASSERT_TRUE(EvaluateToValue(realm, kOperations).ToLocal(&list));
  std::vector<v8::Local<v8::Function>> operations;
  for (uint32_t i = 0; i < list.As<v8::Array>()->Length(); ++i) {
    operations.push_back(list.As<v8::Array>()
                             ->Get(realm, i)
                             .ToLocalChecked()
                             .As<v8::Function>());
  }
  constexpr int kLeast = 100;
  int done = 0;
  int terminated = 0;
  {
    const Terminator terminator(isolate());
    using std::chrono::steady_clock;
    const steady_clock::time_point begin = steady_clock::now();
    // Other programs may leave this one little of the machine.
    const auto goes_on = [&] {
      const auto time = steady_clock::now() - begin;
      return time <
                 std::chrono::seconds(test_support::IsExhaustive() ? 60 : 2) ||
             (std::min(done, terminated) <= kLeast &&
              time < std::chrono::seconds(60));
    };
    for (size_t i = 0; goes_on(); ++i) {
      if (CallIsDone(realm, operations[i % operations.size()])) {
        ++done;
      } else {
        ++terminated;
        isolate()->CancelTerminateExecution();
      }
    }
  }
  isolate()->CancelTerminateExecution();
  EXPECT_GT(done, kLeast);
  EXPECT_GT(terminated, kLeast);
  for (const v8::Local<v8::Function> operation : operations) {
    EXPECT_TRUE(CallIsDone(realm, operation));
  }
}

// The first calls in a realm, which find what the realm keeps.
TEST_F(TerminationTest, InNewRealms) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  constexpr int kRealms = 40;
  std::vector<v8::Local<v8::Context>> realms;
  std::vector<v8::Local<v8::Function>> operations;
  for (int i = 0; i < kRealms; ++i) {
    realms.push_back(NewRealm(nullptr));
    v8::Local<v8::Value> function;
    ASSERT_TRUE(
        EvaluateToValue(
            realms.back(),
            "() => new TextEncoder().encode('abc').join() === '97,98,99' &&"
            "    extras.utf8ByteLength('x'.repeat(9000)) === 9000 &&"
            "    new TextEncoder().encodeInto('é', new Uint8Array(3)).read"
            "        === 1 &&"
            "    'pipeTo' in new TextDecoderStream().readable &&"
            "    'write' in new TextEncoderStream().writable.getWriter()")
            .ToLocal(&function));
    operations.push_back(function.As<v8::Function>());
  }
  {
    const Terminator terminator(isolate());
    for (int i = 0; i < 20 * kRealms; ++i) {
      if (!CallIsDone(realms[i % kRealms], operations[i % kRealms])) {
        isolate()->CancelTerminateExecution();
      }
    }
  }
  isolate()->CancelTerminateExecution();
  for (int i = 0; i < kRealms; ++i) {
    EXPECT_TRUE(CallIsDone(realms[i], operations[i]));
  }
}

// C++ has its results, or knows why it hasn't.
TEST_F(TerminationTest, ConversionsForCpp) {
  v8::Local<v8::Context> realm = NewRealm(nullptr);
  v8::Context::Scope context_scope(realm);
  const std::string text(30'000, 'a');
  {
    const Terminator terminator(isolate());
    for (int i = 0; i < 2000; ++i) {
      v8::HandleScope scope(isolate());
      v8::TryCatch try_catch(isolate());
      v8::Local<v8::String> string;
      ASSERT_TRUE(DecodeToString(isolate(), text).string.ToLocal(&string));
      EXPECT_EQ(EncodeToStdString(isolate(), string, Encoding::kGbk).bytes,
                text);
      const EncodedArray encoded = EncodeToUint8Array(
          realm, string, i % 2 ? Encoding::kUtf8 : Encoding::kGbk);
      if (encoded.ok()) {
        v8::Local<v8::Uint8Array> array;
        ASSERT_TRUE(encoded.array.ToLocal(&array));
        EXPECT_EQ(array->Length(), text.size());
      } else {
        EXPECT_EQ(encoded.error.failure, ConversionFailure::kTerminated);
        isolate()->CancelTerminateExecution();
      }
    }
  }
  isolate()->CancelTerminateExecution();
}

// A termination that was asked for before, and that V8 notices within the call
// or behind it.
void ConvertBeforeTerminating(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  const auto length = static_cast<size_t>(info[1].As<v8::Int32>()->Value());
  v8::Local<v8::String> string;
  ASSERT_TRUE(DecodeToString(isolate, std::string(length, 'a'))
                  .string.ToLocal(&string));
  isolate->TerminateExecution();
  EncodedArray encoded =
      EncodeToUint8Array(isolate->GetCurrentContext(), string,
                         info[0]->IsTrue() ? Encoding::kUtf8 : Encoding::kGbk);
  if (encoded.ok()) {
    EXPECT_EQ(encoded.array.ToLocalChecked()->Length(), length);
  } else {
    EXPECT_EQ(encoded.error.failure, ConversionFailure::kTerminated);
  }
}

TEST_F(TerminationTest, ReachesTheScriptThatCalledCpp) {
  v8::Local<v8::Context> realm = NewRealm(nullptr);
  v8::Context::Scope context_scope(realm);
  realm->Global()
      ->Set(realm, v8::String::NewFromUtf8Literal(isolate(), "convert"),
            v8::Function::New(realm, ConvertBeforeTerminating).ToLocalChecked())
      .Check();
  for (const char* call :
       {"convert(true, 1)", "convert(true, 100)", "convert(true, 100000)",
        "convert(false, 1)", "convert(false, 100000)"}) {
    EXPECT_EQ(Evaluate(realm, call + std::string("; (() => {})(); 'went on'")),
              "terminated")
        << call;
    isolate()->CancelTerminateExecution();
    EXPECT_EQ(Evaluate(realm, "'goes on'"), "goes on") << call;
  }
}

// A termination that was under way before.
void ConvertWhileTerminating(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  isolate->TerminateExecution();
  EXPECT_TRUE(EvaluateToValue(context, "for (;;);").IsEmpty());
  EXPECT_TRUE(isolate->IsExecutionTerminating());
  for (const Encoding encoding : {Encoding::kUtf8, Encoding::kGbk}) {
    for (const int length : {1, 5000}) {
      v8::Local<v8::String> string;
      ASSERT_TRUE(DecodeToString(isolate, std::string(length, 'a'))
                      .string.ToLocal(&string));
      const EncodedArray encoded =
          EncodeToUint8Array(context, string, encoding);
      EXPECT_TRUE(encoded.array.IsEmpty());
      EXPECT_EQ(encoded.error.failure, ConversionFailure::kTerminated);
      EXPECT_EQ(GetEncodedLength(isolate, string, encoding).bytes,
                static_cast<size_t>(length));
    }
  }
  EXPECT_TRUE(isolate->IsExecutionTerminating());
}

TEST_F(TerminationTest, IsNoWantOfMemory) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  for (const bool is_prepared : {false, true}) {
    v8::Local<v8::Context> realm = NewRealm(nullptr);
    v8::Context::Scope context_scope(realm);
    if (is_prepared) {
      EXPECT_TRUE(Prepare(realm).FromMaybe(false));
    }
    realm->Global()
        ->Set(
            realm, v8::String::NewFromUtf8Literal(isolate(), "convert"),
            v8::Function::New(realm, ConvertWhileTerminating).ToLocalChecked())
        .Check();
    EXPECT_EQ(Evaluate(realm, "convert()"), "terminated");
    isolate()->CancelTerminateExecution();
    EXPECT_EQ(Evaluate(realm, "new TextEncoder().encode('a').join()"), "97");
  }
}

}  // namespace
}  // namespace v8_encoding::testing
