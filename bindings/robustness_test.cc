// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Calls that go wrong for reasons of their surroundings: the isolate must stay
// usable and nothing may be lost or crash.

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "bindings/realm/realm.h"
#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8-profiler.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

using RobustnessTest = V8Test;

TEST_F(RobustnessTest, TerminationInAConversion) {
  v8::Local<v8::Function> terminate =
      v8::Function::New(context(),
                        [](const v8::FunctionCallbackInfo<v8::Value>& info) {
                          info.GetIsolate()->TerminateExecution();
                        })
          .ToLocalChecked();
  context()
      ->Global()
      ->Set(context(), v8::String::NewFromUtf8Literal(isolate(), "terminate"),
            terminate)
      .Check();
  // Termination takes effect where the script next looks for interrupts.
  ASSERT_EQ(
      Evaluate("function stop() { terminate(); for (;;); }"
               "const decoder = new TextDecoder;"
               "const encoder = new TextEncoder;"
               "decoder.decode(new Uint8Array([0xE2, 0x82]), {stream: true})"),
      "");
  for (const char* call :
       {"decoder.decode(new Uint8Array(9), {get stream() { stop() }})",
        "new TextDecoder({toString() { stop() }})",
        "new TextDecoder('utf-8', {get fatal() { stop() }})",
        "encoder.encode({toString() { stop(); return 'a' }})",
        // One literal of two; the parentheses tell clang-tidy so.
        ("encoder.encodeInto({toString() { stop(); return 'a' }},"
         "                   new Uint8Array(9))")}) {
    EXPECT_EQ(Evaluate(call), "terminated") << call;
    isolate()->CancelTerminateExecution();
  }
  EXPECT_EQ(Evaluate("decoder.decode(new Uint8Array([0xAC]))"), "\xE2\x82\xAC");
  EXPECT_EQ(Evaluate("encoder.encode('abc').join()"), "97,98,99");
}

TEST_F(RobustnessTest, TheStackRunsOut) {
  // Every call that there is just room for, or just no room for.
  EXPECT_EQ(Evaluate("const decoder = new TextDecoder;"
                     "const encoder = new TextEncoder;"
                     "const bytes = encoder.encode('abc'.repeat(50));"
                     "let wrong = 0, thrown = 0;"
                     "function check(f, expected) {"
                     "  try { if (f() !== expected) ++wrong }"
                     "  catch (e) { if (e instanceof RangeError) ++thrown;"
                     "              else ++wrong }"
                     "}"
                     "function recurse() {"
                     "  try { recurse() } catch {}"
                     "  check(() => decoder.decode(bytes).length, 150);"
                     "  check(() => encoder.encode('abc').length, 3);"
                     "  check(() => encoder.encodeInto('abc', bytes).read, 3);"
                     "  check(() => new TextDecoder().encoding, 'utf-8');"
                     "  check(() => new TextEncoder().encode('x')[0], 120);"
                     "}"
                     "recurse();"
                     "[wrong, thrown > 0].join()"),
            "0,true");
  EXPECT_EQ(Evaluate("decoder.decode(bytes).length"), "150");
}

// Another thread writes to the bytes that are being decoded, and to those that
// are being encoded into. Which of them is seen is open, but each is seen once:
// the result is text that some order of the writes explains.
TEST_F(RobustnessTest, SharedMemoryChangesMeanwhile) {
  constexpr size_t kLength = 3000;
  std::shared_ptr<v8::BackingStore> store =
      v8::SharedArrayBuffer::NewBackingStore(isolate(), kLength);
  v8::Local<v8::SharedArrayBuffer> buffer =
      v8::SharedArrayBuffer::New(isolate(), store);
  context()
      ->Global()
      ->Set(context(), v8::String::NewFromUtf8Literal(isolate(), "shared"),
            buffer)
      .Check();

  std::atomic<bool> stop = false;
  std::thread writer([&] {
    auto* bytes = static_cast<uint8_t*>(store->Data());
    // "é" and "xx" in turn.
    for (size_t round = 0; !stop; ++round) {
      for (size_t i = 0; i < kLength; ++i) {
        const uint8_t byte = round % 2 ? 'x' : i % 2 ? 0xA9 : 0xC3;
        __atomic_store_n(bytes + i, byte, __ATOMIC_RELAXED);
      }
    }
  });
  EXPECT_EQ(
      Evaluate(
          "const decoder = new TextDecoder, encoder = new TextEncoder;"
          "const view = new Uint8Array(shared);"
          "const text = 'x\u00E9'.repeat(1000);"
          "let wrong = 0;"
          "for (let i = 0; i < 300; ++i) {"
          "  for (const source of [view, shared, new DataView(shared, 1)])"
          "    if (!/^[x\u00E9\uFFFD\\x00]*$/.test(decoder.decode(source)))"
          "      ++wrong;"
          "  const {read, written} = encoder.encodeInto(text, view);"
          "  if (read !== 2000 || written !== 3000) ++wrong;"
          "}"
          "wrong"),
      "0");
  stop = true;
  writer.join();
}

// A constructor of the embedder's poses as %Uint8Array%, by all that scripts
// can change and by the name that the embedder gave it.
TEST_F(RobustnessTest, AForeignConstructorIsNotTaken) {
  for (const char* class_name : {"", "Imposter", "Uint8Array"}) {
    v8::Local<v8::Context> realm = NewContext(isolate());
    v8::Local<v8::FunctionTemplate> imposter =
        v8::FunctionTemplate::New(isolate());
    imposter->SetClassName(
        v8::String::NewFromUtf8(isolate(), class_name).ToLocalChecked());
    realm->Global()
        ->Set(realm, v8::String::NewFromUtf8Literal(isolate(), "imposter"),
              imposter->GetFunction(realm).ToLocalChecked())
        .Check();
    EXPECT_EQ(testing::Evaluate(
                  realm,
                  "Object.defineProperty(imposter, 'prototype',"
                  "                      {value: Uint8Array.prototype});"
                  "Object.defineProperty(imposter, 'name',"
                  "                      {value: 'Uint8Array'});"
                  "Uint8Array.prototype.constructor = imposter;"
                  "const encoder = new TextEncoder;"
                  "[encoder.encode('abc').length,"
                  " encoder.encode('x'.repeat(1000)).length].join()"),
              "3,1000")
        << class_name;
  }
}

// A host's callback, which V8 calls in the midst of an encode().
TEST_F(RobustnessTest, CallbacksOfCollectionsEncode) {
  static constexpr auto kEncode = [](v8::Isolate* isolate, v8::GCType,
                                     v8::GCCallbackFlags, void* data) {
    v8::HandleScope scope(isolate);
    const auto& context = *static_cast<v8::Global<v8::Context>*>(data);
    EXPECT_TRUE(
        EncodeToUint8Array(context.Get(isolate),
                           v8::String::NewFromUtf8Literal(isolate, "inner"))
            .ok());
  };
  v8::Global<v8::Context> realm(isolate(), context());
  isolate()->AddGCPrologueCallback(kEncode, &realm);
  EXPECT_EQ(Evaluate("const encode = (text) => new TextEncoder().encode(text);"
                     "let wrong = 0;"
                     "for (let i = 0; i < 500000; ++i)"
                     "  if (encode('outer')[0] !== 0x6F) ++wrong;"
                     "wrong"),
            "0");
  isolate()->RemoveGCPrologueCallback(kEncode, &realm);
}

// A realm keeps results of encodeInto() to copy, in places that sizes share:
// those of these two texts do, whose lengths differ by the number of places.
// The second of two calls with the same sizes makes the one that is kept.
TEST_F(RobustnessTest, CallbacksOfCollectionsEncodeInto) {
  if (!compat::kCollectionsMayCallScripts) {
    GTEST_SKIP() << "This V8 ends the process where callbacks of collections "
                    "call scripts.";
  }
  struct Data {
    v8::Global<v8::Context> context;
    v8::Global<v8::Function> function;
    int calls = 0;
  };
  static constexpr auto kCall = [](v8::Isolate* isolate, v8::GCType,
                                   v8::GCCallbackFlags, void* opaque) {
    Data& data = *static_cast<Data*>(opaque);
    ++data.calls;
    v8::HandleScope scope(isolate);
    EXPECT_FALSE(data.function.Get(isolate)
                     ->Call(data.context.Get(isolate), v8::Undefined(isolate),
                            0, nullptr)
                     .IsEmpty());
  };
  Data data;
  data.context.Reset(isolate(), context());
  static constexpr auto kLength = 1 + Realm::kKeptPairCount;
  const std::string script =
      "const length = " + std::to_string(kLength) +
      ";"
      "const bytes = new Uint8Array(2 * length);"
      "const encoder = new TextEncoder;"
      "const texts = ['\u00E9', '\u00E9'.repeat(length)];"
      "let other = texts[0];"
      "() => { encoder.encodeInto(other, bytes) }";
  data.function.Reset(
      isolate(),
      EvaluateToValue(context(), script).ToLocalChecked().As<v8::Function>());
  // Not where V8 begins to mark, which is also where V8 forbids scripts.
  constexpr auto kTypes =
      static_cast<v8::GCType>(v8::kGCTypeAll & ~v8::kGCTypeIncrementalMarking);
  isolate()->AddGCPrologueCallback(kCall, &data, kTypes);
  EXPECT_EQ(Evaluate("let wrongPairs = 0;"
                     "const encode = (text) => {"
                     "  const pair = encoder.encodeInto(text, bytes);"
                     "  if (pair.read !== text.length) ++wrongPairs;"
                     "};"
                     "for (let i = 0; i < 400000; ++i) {"
                     "  other = texts[(i + 1) % 2];"
                     "  const text = texts[i % 2];"
                     "  encode(text);"
                     "  encode(text);"
                     "}"
                     "wrongPairs"),
            "0");
  isolate()->RemoveGCPrologueCallback(kCall, &data);
  EXPECT_GT(data.calls, 0);
}

// The object of a class that V8's heap snapshot has.
v8::Local<v8::Value> FindOnTheHeap(v8::Isolate* isolate, const char* name) {
  v8::HeapProfiler* const profiler = isolate->GetHeapProfiler();
  const v8::HeapSnapshot* const snapshot = profiler->TakeHeapSnapshot();
  v8::Local<v8::Value> found = v8::Undefined(isolate);
  for (int i = 0; i < snapshot->GetNodesCount(); ++i) {
    const v8::HeapGraphNode* const node = snapshot->GetNode(i);
    if (node->GetType() == v8::HeapGraphNode::kObject &&
        *v8::String::Utf8Value(isolate, node->GetName()) ==
            std::string_view(name)) {
      v8::Local<v8::Value> object = profiler->FindObjectById(node->GetId());
      if (object->IsObject() &&
          object.As<v8::Object>()->InternalFieldCount() != 0) {
        found = object;
      }
    }
  }
  const_cast<v8::HeapSnapshot*>(snapshot)->Delete();
  return found;
}

// As a debugger does, which lists a class's objects.
TEST_F(RobustnessTest, AHalfMadeDecoderIsFoundAndCalled) {
  context()
      ->Global()
      ->Set(context(), v8::String::NewFromUtf8Literal(isolate(), "find"),
            v8::Function::New(
                context(),
                [](const v8::FunctionCallbackInfo<v8::Value>& info) {
                  const v8::String::Utf8Value name(info.GetIsolate(), info[0]);
                  info.GetReturnValue().Set(
                      FindOnTheHeap(info.GetIsolate(), *name));
                })
                .ToLocalChecked())
      .Check();
  EXPECT_EQ(Evaluate("let found = [];"
                     "const options = {get fatal() {"
                     "  const object = find('TextDecoder');"
                     "  found.push(object.encoding, object.fatal,"
                     "             object.ignoreBOM,"
                     "             object.decode(new Uint8Array([97, 0xFF])));"
                     "  throw 'no';"
                     "}};"
                     "try { new TextDecoder('utf-16le', options) } catch {}"
                     "found.join()"),
            "utf-8,false,false,a\xEF\xBF\xBD");
  // What V8 has found may be what it copies each new decoder from.
  EXPECT_EQ(Evaluate("const streams = {get fatal() {"
                     "  find('TextDecoder').decode("
                     "      new Uint8Array([0xF0, 0x90, 0x80]),"
                     "      {stream: true});"
                     "}};"
                     "[new TextDecoder('big5', streams),"
                     " new TextDecoder('big5')].map("
                     "    (each) => each.decode(new Uint8Array([64, 64])))"
                     "    .join()"),
            "@@,@@");
}

TEST_F(RobustnessTest, CollectionsInMidStream) {
  EXPECT_EQ(
      Evaluate("const decoders = [];"
               "for (let i = 0; i < 1000; ++i) {"
               "  const decoder = new TextDecoder;"
               "  decoder.decode(new Uint8Array([0xE2, 0x82]), {stream: true});"
               "  decoders.push(decoder);"
               "}"
               "'ready'"),
      "ready");
  isolate()->LowMemoryNotification();
  EXPECT_EQ(
      Evaluate("decoders.filter("
               "  d => d.decode(new Uint8Array([0xAC])) === '\u20AC').length"),
      "1000");
}

}  // namespace
}  // namespace v8_encoding::testing
