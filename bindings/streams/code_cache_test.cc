// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// V8's code cache of the built-in streams.

#include <cstdint>
#include <string>
#include <vector>

#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "v8_encoding/install.h"
#include "v8_encoding/streams.h"

namespace v8_encoding::testing {
namespace {

// A StreamsCodeCache has no owner.
thread_local std::vector<uint8_t> code_cache;

v8::Local<v8::Context> NewStreamsContext(v8::Isolate* isolate) {
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
  Install(isolate, global, {.streams_globals = true, .streams_code_cache = [] {
                              return ByteView(code_cache);
                            }});
  return v8::Context::New(isolate, nullptr, global);
}

constexpr char kRoundTrip[] =
    "var result = 'pending';"
    "(async () => {"
    "  const {readable, writable} = new TextEncoderStream;"
    "  const writer = writable.getWriter();"
    "  writer.write('A');"
    "  writer.close();"
    "  const chunks = [];"
    "  for await (const chunk of readable) chunks.push(chunk);"
    "  result = chunks.join();"
    "})().catch((error) => { result = String(error); }); ''";

std::string RoundTrip(v8::Local<v8::Context> context) {
  const std::string thrown = Evaluate(context, kRoundTrip);
  return thrown.empty() ? Evaluate(context, "result") : thrown;
}

// How much bytecode there is once the streams are evaluated and not used yet.
size_t BytecodeAfterEvaluation(v8::Isolate* isolate) {
  Evaluate(NewStreamsContext(isolate), "ReadableStream");
  v8::HeapCodeStatistics statistics;
  EXPECT_TRUE(isolate->GetHeapCodeAndMetadataStatistics(&statistics));
  return statistics.bytecode_and_metadata_size();
}

class CodeCacheTest : public ::testing::Test {
 protected:
  void TearDown() override { code_cache.clear(); }

  static std::vector<uint8_t> MakeCache() {
    code_cache.clear();
    const TestIsolate isolate;
    v8::HandleScope scope(isolate.get());
    v8::Local<v8::Context> context = NewStreamsContext(isolate.get());
    EXPECT_EQ(RoundTrip(context), "65");
    return MakeStreamsCodeCache(context);
  }

  template <typename Callback>
  static auto InNewIsolate(Callback callback) {
    const TestIsolate isolate;
    v8::HandleScope scope(isolate.get());
    return callback(isolate.get());
  }
};

TEST_F(CodeCacheTest, HasTheFunctionsThatRan) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  const size_t without = InNewIsolate(BytecodeAfterEvaluation);
  code_cache = MakeCache();
  ASSERT_FALSE(code_cache.empty());
  EXPECT_GT(InNewIsolate(BytecodeAfterEvaluation), without + 2000);
}

TEST_F(CodeCacheTest, StreamsWorkWithOneAndWithoutAndWithWhatIsNone) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  const std::vector<uint8_t> cache = MakeCache();
  const std::vector<uint8_t> candidates[] = {
      {}, cache, std::vector<uint8_t>(100, 0xAA), {1}};
  for (const std::vector<uint8_t>& each : candidates) {
    code_cache = each;
    InNewIsolate([](v8::Isolate* isolate) {
      // The second realm has the first one's code.
      EXPECT_EQ(RoundTrip(NewStreamsContext(isolate)), "65");
      EXPECT_EQ(RoundTrip(NewStreamsContext(isolate)), "65");
      v8::Local<v8::Context> live = v8::Context::New(isolate);
      EXPECT_TRUE(Install(live, {.streams_code_cache =
                                     [] { return ByteView(code_cache); }})
                      .FromMaybe(false));
      EXPECT_EQ(RoundTrip(live), "65");
    });
  }
}

}  // namespace
}  // namespace v8_encoding::testing
