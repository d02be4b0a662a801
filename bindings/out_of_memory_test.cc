// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Hosts whose allocator of buffers gives no more memory: a RangeError, never
// the end of the process, and all works again when there is memory.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bindings/realm/realm.h"
#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

// Has as many bytes as it's said to.
class LimitedAllocator : public v8::ArrayBuffer::Allocator {
 public:
  // `count_alive` is how many of these there are.
  explicit LimitedAllocator(int* count_alive = nullptr)
      : count_alive_(count_alive) {
    if (count_alive_ != nullptr) {
      ++*count_alive_;
    }
  }
  ~LimitedAllocator() override {
    if (count_alive_ != nullptr) {
      --*count_alive_;
    }
  }

  void* Allocate(size_t length) override {
    return Take(length) ? default_->Allocate(length) : nullptr;
  }
  void* AllocateUninitialized(size_t length) override {
    return Take(length) ? default_->AllocateUninitialized(length) : nullptr;
  }
  void Free(void* data, size_t length) override {
    used_ -= length;
    default_->Free(data, length);
  }

  // In all; what's in use stays so.
  void set_limit(size_t limit) { limit_ = limit; }
  void LeaveNothing() { limit_ = 0; }
  void LeaveAll() { limit_ = SIZE_MAX; }
  size_t used() const { return used_; }

 private:
  bool Take(size_t length) {
    if (length > limit_ || used_ > limit_ - length) {
      return false;
    }
    used_ += length;
    return true;
  }

  const std::unique_ptr<v8::ArrayBuffer::Allocator> default_{
      v8::ArrayBuffer::Allocator::NewDefaultAllocator()};
  int* const count_alive_;
  // V8 frees on other threads, too.
  std::atomic<size_t> used_ = 0;
  size_t limit_ = SIZE_MAX;
};

// Takes from a context what small results are made with otherwise.
constexpr char kHideConstructor[] =
    "delete Uint8Array.prototype.constructor; ''";

// What `code` gives, or the name of what it throws.
std::string Try(const std::string& code) {
  return "try { (" + code + ").toString() } catch (error) { error.name }";
}

// What one realm may have been through before its first call.
class OutOfMemoryTest : public ::testing::TestWithParam<bool> {
 protected:
  static v8::Isolate::CreateParams Params(
      std::shared_ptr<v8::ArrayBuffer::Allocator> allocator) {
    v8::Isolate::CreateParams params;
    params.array_buffer_allocator_shared = std::move(allocator);
    return params;
  }

  v8::Isolate* isolate() { return isolate_->get(); }
  LimitedAllocator& allocator() { return *allocator_; }

  // Hands over the allocator; the isolate has the last pointer to it.
  void ForgetAllocator() { allocator_.reset(); }
  void DisposeOfIsolate() { isolate_.reset(); }
  int allocators_alive() const { return allocators_alive_; }

  // With the interfaces and the extras.
  v8::Local<v8::Context> NewRealm() {
    v8::EscapableHandleScope scope(isolate());
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    Install(isolate(), global);
    global->Set(isolate(), "extras", NewExtrasTemplate(isolate()));
    v8::Local<v8::Context> realm = v8::Context::New(isolate(), nullptr, global);
    if (GetParam()) {
      EXPECT_EQ(Evaluate(realm, kHideConstructor), "");
    }
    return scope.Escape(realm);
  }

 private:
  int allocators_alive_ = 0;
  std::shared_ptr<LimitedAllocator> allocator_ =
      std::make_shared<LimitedAllocator>(&allocators_alive_);
  std::optional<TestIsolate> isolate_{std::in_place, Params(allocator_)};
};

INSTANTIATE_TEST_SUITE_P(,
                         OutOfMemoryTest,
                         ::testing::Bool(),
                         [](const auto& info) {
                           return info.param ? "ConstructorHidden"
                                             : "ConstructorFound";
                         });

TEST_P(OutOfMemoryTest, LargeResults) {
  v8::HandleScope scope(isolate());
  v8::Local<v8::Context> realm = NewRealm();
  allocator().set_limit(1000);
  const std::string utf8 = Try("new TextEncoder().encode('abc'.repeat(1000))");
  const std::string staged = Try("new TextEncoder().encode('x'.repeat(1001))");
  const std::string legacy = Try("extras.encode('abc'.repeat(1000), 'koi8-r')");
  for (const std::string& each : {utf8, staged, legacy}) {
    EXPECT_EQ(Evaluate(realm, each), "RangeError") << each;
  }
  EXPECT_EQ(Evaluate(realm, "new TextEncoder().encode('abc').join()"),
            "97,98,99");
  allocator().LeaveAll();
  for (const std::string& each : {utf8, staged, legacy}) {
    EXPECT_NE(Evaluate(realm, each), "RangeError") << each;
  }
}

// Each in a realm of its own. Whatever needs no memory works without.
TEST_P(OutOfMemoryTest, TheFirstCallInARealm) {
  for (const std::string call : {
           "new TextEncoder().encode('abc')",
           "new TextEncoder().encode('abc'.repeat(100))",
           "extras.encode('abc', 'koi8-r')",
           "JSON.stringify(new TextEncoder().encodeInto('ab', destination))",
           "JSON.stringify(extras.encodeIntoAt('ab', destination, 1, 3))",
       }) {
    v8::HandleScope scope(isolate());
    v8::Local<v8::Context> realm = NewRealm();
    EXPECT_EQ(Evaluate(realm,
                       "const destination = new Uint8Array(new ArrayBuffer(9));"
                       "''"),
              "");
    const bool needs_memory = call.find("Into") == std::string::npos;
    allocator().LeaveNothing();
    const std::string without = Evaluate(realm, Try(call));
    EXPECT_EQ(without == "RangeError", needs_memory) << call << without;
    EXPECT_EQ(Evaluate(realm, Try(call)), without) << call;
    allocator().LeaveAll();
    const std::string with = Evaluate(realm, Try(call));
    EXPECT_NE(with, "RangeError") << call;
    EXPECT_EQ(with == without, !needs_memory) << call << without << with;
  }
}

// Small arrays have no buffer until someone asks for it. V8 doesn't survive
// when it can't make one.
TEST_P(OutOfMemoryTest, ADestinationInV8sHeap) {
  for (const std::string call : {"new TextEncoder().encodeInto('abc', small)",
                                 "extras.encodeIntoAt('abc', small, 0, 3)"}) {
    v8::HandleScope scope(isolate());
    v8::Local<v8::Context> realm = NewRealm();
    const std::string written = Try("(" + call + ").written");
    allocator().LeaveNothing();
    EXPECT_EQ(Evaluate(realm,
                       "const small = Uint8Array.of(1, 2, 3, 4, 5);" + written),
              "RangeError")
        << call;
    EXPECT_EQ(Evaluate(realm, "small.join()"), "1,2,3,4,5") << call;
    // Reading needs no memory, and an empty array has nothing to write to.
    EXPECT_EQ(Evaluate(realm, "new TextDecoder().decode(small).length"), "5");
    EXPECT_EQ(Evaluate(realm,
                       "new TextEncoder().encodeInto('a', new Uint8Array(0))"
                       "    .read"),
              "0");
    allocator().LeaveAll();
    EXPECT_EQ(Evaluate(realm, written), "3") << call;
    EXPECT_EQ(Evaluate(realm, "small.join()"), "97,98,99,4,5") << call;
  }
}

v8::MaybeLocal<v8::Function> CallSteps(v8::Local<v8::Context> context) {
  return EvaluateToValue(
             context,
             "(transform, flush, state) => ({readable: {},"
             "  writable: {write: (chunk) => transform(state, chunk),"
             "             close: () => flush(state)}})")
      .ToLocalChecked()
      .As<v8::Function>();
}

TEST_P(OutOfMemoryTest, Streams) {
  v8::HandleScope scope(isolate());
  v8::Local<v8::Context> realm = NewRealm();
  ASSERT_TRUE(Install(realm, {.streams = CallSteps}).FromMaybe(false));
  allocator().LeaveNothing();
  EXPECT_EQ(
      Evaluate(realm, "const {writable} = new TextEncoderStream;" +
                          Try("writable.write('\\u20AC'.repeat(1000)).length")),
      "RangeError");
  EXPECT_EQ(Evaluate(realm, Try("writable.write('abc').length")), "RangeError");
  allocator().LeaveAll();
  EXPECT_EQ(Evaluate(realm, "writable.write('abc').length"), "3");
  EXPECT_EQ(Evaluate(realm, "writable.write('\\u20AC'.repeat(1000)).length"),
            "3000");
}

// A chunk is copied for the second branch: neither waits for what can't come.
TEST_P(OutOfMemoryTest, BranchesOfAByteStream) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  for (const std::string read :
       {"getReader().read()",
        "getReader({mode: 'byob'}).read(new Uint8Array(1000))"}) {
    v8::HandleScope scope(isolate());
    v8::Local<v8::Context> realm = NewRealm();
    ASSERT_TRUE(Install(realm, {.streams_globals = true}).FromMaybe(false));
    EXPECT_EQ(Evaluate(realm,
                       "let controller, reason;"
                       "const stream = new ReadableStream({"
                       "  type: 'bytes',"
                       "  start(given) { controller = given },"
                       "  cancel(given) { reason = given.name }});"
                       "const chunk = new Uint8Array(1000);"
                       "const log = [];"
                       "for (const branch of stream.tee())"
                       "  branch." +
                           read +
                           ".then(() => log.push('read'),"
                           "      (error) => log.push(error.name));"
                           "''"),
              "");
    allocator().LeaveNothing();
    EXPECT_EQ(Evaluate(realm, "controller.enqueue(chunk); ''"), "") << read;
    EXPECT_EQ(Evaluate(realm, "log.join() + ' ' + reason"),
              "RangeError,RangeError RangeError")
        << read;
    allocator().LeaveAll();
  }
}

// Buffers that nobody has any more are memory that there is.
TEST_P(OutOfMemoryTest, GarbageIsCollectedFirst) {
  v8::HandleScope scope(isolate());
  v8::Local<v8::Context> realm = NewRealm();
  allocator().set_limit(10'000'000);
  EXPECT_EQ(Evaluate(realm,
                     "const encoder = new TextEncoder;"
                     "const text = 'x'.repeat(4e6);"
                     "let total = 0;"
                     "for (let i = 0; i < 20; ++i)"
                     "  total += encoder.encode(text).length;"
                     "total"),
            "80000000");
}

TEST_P(OutOfMemoryTest, MemoryIsGivenBack) {
  {
    v8::HandleScope scope(isolate());
    EXPECT_EQ(Evaluate(NewRealm(),
                       "const encoder = new TextEncoder;"
                       "const all = [];"
                       "for (const length of [0, 1, 64, 65, 5000])"
                       "  all.push(encoder.encode('x'.repeat(length)));"
                       "all.map((each) => each.buffer.byteLength).join()"),
              "0,1,64,65,5000");
    EXPECT_NE(allocator().used(), 0u);
  }
  DisposeOfIsolate();
  EXPECT_EQ(allocator().used(), 0u);
  ForgetAllocator();
  EXPECT_EQ(allocators_alive(), 0);
}

// As when a buffer is transferred from a Worker that then ends.
TEST_P(OutOfMemoryTest, ResultsOutliveTheirIsolate) {
  std::shared_ptr<v8::BackingStore> store;
  {
    v8::HandleScope scope(isolate());
    store = EvaluateToValue(NewRealm(),
                            "new TextEncoder().encode('x'.repeat(5000)).buffer")
                .ToLocalChecked()
                .As<v8::ArrayBuffer>()
                ->GetBackingStore();
  }
  ForgetAllocator();
  DisposeOfIsolate();
  EXPECT_EQ(static_cast<const char*>(store->Data())[4999], 'x');
  EXPECT_EQ(allocators_alive(), 1);
  store.reset();
  EXPECT_EQ(allocators_alive(), 0);
}

TEST_P(OutOfMemoryTest, LengthsThatNoArrayHas) {
  v8::HandleScope scope(isolate());
  v8::Local<v8::Context> context = NewRealm();
  v8::Context::Scope context_scope(context);
  Realm realm;
  ASSERT_TRUE(Realm::Get(isolate(), context, &realm));
  for (const size_t length : {v8::Uint8Array::kMaxLength + 1, SIZE_MAX}) {
    v8::TryCatch try_catch(isolate());
    EXPECT_TRUE(realm.NewUint8Array(length).IsNothing());
    ASSERT_TRUE(try_catch.HasCaught());
    EXPECT_EQ(
        *v8::String::Utf8Value(isolate(), try_catch.Exception()),
        "RangeError: Invalid typed array length: " + std::to_string(length));
  }
}

// All that a realm keeps, there's memory for beforehand.
TEST_P(OutOfMemoryTest, Prepare) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::HandleScope scope(isolate());
  v8::Local<v8::Context> realm = NewRealm();
  allocator().LeaveNothing();
  {
    v8::TryCatch try_catch(isolate());
    EXPECT_EQ(Prepare(realm).IsNothing(), !GetParam());
    EXPECT_EQ(try_catch.HasCaught(), !GetParam());
  }
  allocator().LeaveAll();
  EXPECT_TRUE(Prepare(realm).FromMaybe(false));
  allocator().LeaveNothing();
  EXPECT_EQ(Evaluate(realm, Try("new TextEncoder().encode('abc')")),
            GetParam() ? "RangeError" : "97,98,99");
}

}  // namespace
}  // namespace v8_encoding::testing
