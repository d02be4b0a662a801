// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Isolates on threads: one for each, and one that threads share by v8::Locker.

#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"

namespace v8_encoding::testing {
namespace {

// Decodes and encodes enough for the threads to meet, with an encoding that is
// the thread's own.
std::string WorkOfThread(int number) {
  return "let n = 0; const d = new TextDecoder('windows-125" +
         std::to_string(number) +
         "'); const e = new TextEncoder;"
         "for (let i = 0; i < 2000; ++i)"
         "  n += e.encode(d.decode(new Uint8Array(i % 300).fill(0x61),"
         "                         {stream: i % 2})).length; n";
}
constexpr char kResultOfThread[] = "289000";

TEST(ThreadsTest, IsolatesAreIndependent) {
  constexpr int kThreads = 4;
  std::atomic<int> good = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&good, i] {
      // Two at a time, disposed of in either order.
      std::optional<TestIsolate> outer(std::in_place);
      std::string results;
      {
        TestIsolate inner;
        v8::HandleScope scope(inner.get());
        results += Evaluate(NewContext(inner.get()), WorkOfThread(i));
      }
      {
        v8::HandleScope scope(outer->get());
        results += Evaluate(NewContext(outer->get()), WorkOfThread(i + 4));
      }
      outer.reset();
      good += results == std::string(kResultOfThread) + kResultOfThread;
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(good, kThreads);
}

// An isolate that is entered only by those who hold its lock.
class SharedIsolate {
 public:
  SharedIsolate() {
    isolate_.get()->Exit();
    Use([this](v8::Isolate* isolate) {
      context_.Reset(isolate, NewContext(isolate));
    });
  }
  ~SharedIsolate() {
    Use([this](v8::Isolate*) { context_.Reset(); });
    isolate_.get()->Enter();
  }

  std::string Evaluate(const std::string& source) {
    std::string result;
    Use([&](v8::Isolate* isolate) {
      result = testing::Evaluate(context_.Get(isolate), source);
    });
    return result;
  }

 private:
  template <typename Function>
  void Use(Function function) {
    const v8::Locker locker(isolate_.get());
    const v8::Isolate::Scope isolate_scope(isolate_.get());
    const v8::HandleScope handle_scope(isolate_.get());
    function(isolate_.get());
  }

  TestIsolate isolate_;
  v8::Global<v8::Context> context_;
};

TEST(ThreadsTest, ADecoderGoesOnInAnotherThread) {
  SharedIsolate shared;
  EXPECT_EQ(shared.Evaluate("const decoder = new TextDecoder('gb18030');"
                            "const encoder = new TextEncoder;"
                            "let text = ''; ''"),
            "");
  for (const int byte : {0x81, 0x30, 0x81, 0x30, 0xC4, 0xE3}) {
    std::thread([&] {
      EXPECT_EQ(shared.Evaluate("text += decoder.decode(new Uint8Array([" +
                                std::to_string(byte) +
                                "]), {stream: true});"
                                "encoder.encode(text).length < 99"),
                "true");
    }).join();
  }
  EXPECT_EQ(shared.Evaluate("text + decoder.decode()"), "\xC2\x80\xE4\xBD\xA0");
}

TEST(ThreadsTest, ThreadsTakeTurns) {
  constexpr int kThreads = 4;
  constexpr int kTurns = 200;
  SharedIsolate shared;
  ASSERT_EQ(shared.Evaluate("const decoder = new TextDecoder;"
                            "const encoder = new TextEncoder;"
                            "const euro = encoder.encode('\\u20AC');"
                            "let count = 0, text = ''; ''"),
            "");
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&shared] {
      for (int turn = 0; turn < kTurns; ++turn) {
        // A byte each, of a character that takes three.
        shared.Evaluate(
            "text += decoder.decode("
            "    euro.subarray(count % 3, count % 3 + 1),"
            "    {stream: true}); ++count");
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(
      shared.Evaluate("text === '\\u20AC'.repeat(Math.floor(count / 3)) &&"
                      "    count"),
      std::to_string(kThreads * kTurns));
}

}  // namespace
}  // namespace v8_encoding::testing
