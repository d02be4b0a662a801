// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Limits of what a host or V8 gives: each allocation of the isolate's allocator
// fails in its turn, strings just below, at and above V8's limit, a heap that
// is full. out_of_memory_test.cc has an allocator with a limit, malloc_test.cc
// the library's own allocations.

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "src/testing/exhaustive.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

using test_support::IsExhaustive;
using test_support::kSlowBuild;

// Refuses memory from one allocation on, as often as it's told to.
class FailingAllocator : public v8::ArrayBuffer::Allocator {
 public:
  void* Allocate(size_t length) override {
    return Fails() ? nullptr : default_->Allocate(length);
  }
  void* AllocateUninitialized(size_t length) override {
    return Fails() ? nullptr : default_->AllocateUninitialized(length);
  }
  void Free(void* data, size_t length) override {
    default_->Free(data, length);
  }

  // From the allocation `first`, counted from 0, `count` of them fail.
  void Fail(size_t first, size_t count) {
    first_ = first;
    count_ = count;
    allocations_ = 0;
  }
  void FailNoMore() { count_ = 0; }
  // Whether one has failed since Fail().
  bool has_failed() const { return allocations_ > first_; }

 private:
  bool Fails() {
    const size_t number = allocations_++;
    return count_ != 0 && number >= first_ && number - first_ < count_;
  }

  const std::unique_ptr<v8::ArrayBuffer::Allocator> default_{
      v8::ArrayBuffer::Allocator::NewDefaultAllocator()};
  size_t first_ = 0;
  size_t count_ = 0;
  std::atomic<size_t> allocations_ = 0;
};

struct BufferCase {
  const char* name;
  const char* setup;
  const char* call;  // An expression; or calls report() by and by.
  const char* expected;
  // Of a small array, GetMutableBytes() asks whether there's memory, and V8
  // then allocates it again: V8 ends the process if that fails.
  bool ends_in_v8 = false;
};

const BufferCase kBufferCases[] = {
    {"EncodeEmpty", "", "new TextEncoder().encode('').length", "0"},
    {"EncodeSmall", "", "new TextEncoder().encode('abc').join()", "97,98,99"},
    {"EncodeTwice", "",
     "[new TextEncoder().encode('abc').join(),"
     " new TextEncoder().encode('\\u20AC'.repeat(90)).length].join()",
     "97,98,99,270"},
    {"EncodeLong", "const text = '\\u20AC'.repeat(9000);",
     "new TextEncoder().encode(text).length", "27000"},
    {"EncodeLatin1", "const text = 'x'.repeat(9000) + '\\xE9';",
     "new TextEncoder().encode(text).length", "9002"},
    {"EncodeWithoutConstructor", "delete Uint8Array.prototype.constructor;",
     "new TextEncoder().encode('x'.repeat(99)).length", "99"},
    {"EncodeIntoSmall", "const small = Uint8Array.of(1, 2, 3);",
     "new TextEncoder().encodeInto('abc', small).written + small.join()",
     "397,98,99", true},
    {"ExtrasEncode", "const text = '\\u0439'.repeat(9000);",
     "extras.encode(text, 'koi8-r').length", "9000"},
    {"ExtrasEncodeIntoAt", "const small = Uint8Array.of(1, 2, 3);",
     "extras.encodeIntoAt('a', small, 1, 3).written + small.join()", "11,97,3",
     true},
    {"DecodeNeedsNone", "const small = Uint8Array.of(97, 98, 99);",
     "new TextDecoder().decode(small)", "abc"},
    {"EncoderStream", "",
     "{ const {readable, writable} = new TextEncoderStream;"
     "  const writer = writable.getWriter();"
     "  writer.write('abc').catch(() => {});"
     "  readable.getReader().read().then(({value}) => value.length)"
     "      .then(report, report); }",
     "3"},
    {"EncoderStreamFlush", "",
     "{ const {readable, writable} = new TextEncoderStream;"
     "  const writer = writable.getWriter();"
     "  writer.write('\\uD800').catch(() => {});"
     "  writer.close().catch(() => {});"
     "  readable.getReader().read().then(({value}) => value.length)"
     "      .then(report, report); }",
     "3"},
};

class StarvationTest : public ::testing::TestWithParam<BufferCase> {
 protected:
  void SetUp() override {
    if (std::string_view(GetParam().call).find("Stream") !=
        std::string_view::npos) {
      V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
    }
  }

  v8::Isolate* isolate() const { return isolate_.get(); }
  FailingAllocator& allocator() { return *allocator_; }

  v8::Local<v8::Context> NewRealm() {
    v8::EscapableHandleScope scope(isolate());
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    Install(isolate(), global);
    global->Set(isolate(), "extras", NewExtrasTemplate(isolate()));
    return scope.Escape(v8::Context::New(isolate(), nullptr, global));
  }

 private:
  static v8::Isolate::CreateParams Params(
      std::shared_ptr<v8::ArrayBuffer::Allocator> allocator) {
    v8::Isolate::CreateParams params;
    params.array_buffer_allocator_shared = std::move(allocator);
    return params;
  }

  std::shared_ptr<FailingAllocator> allocator_ =
      std::make_shared<FailingAllocator>();
  TestIsolate isolate_{Params(allocator_)};
};

INSTANTIATE_TEST_SUITE_P(,
                         StarvationTest,
                         ::testing::ValuesIn(kBufferCases),
                         [](const auto& info) { return info.param.name; });

// For good: a RangeError. For once: whoever asks again, once garbage is
// collected, gets the memory.
TEST_P(StarvationTest, EachAllocationOfABufferFails) {
  const BufferCase& each = GetParam();
  const std::string call = each.call;
  const bool reports = call.find("report") != std::string::npos;
  for (const size_t count : {size_t{1}, SIZE_MAX}) {
    bool has_failed = true;
    for (size_t first = 0; has_failed && !(each.ends_in_v8 && first == 1);
         ++first) {
      ASSERT_LT(first, 20u);
      v8::HandleScope scope(isolate());
      v8::Local<v8::Context> realm = NewRealm();
      v8::Context::Scope context_scope(realm);
      EXPECT_EQ(
          Evaluate(realm,
                   "var result; const report = (value) =>"
                   "    { result = String(value) };" +
                       std::string(each.setup) + "const run = () => { try { " +
                       (reports ? call : "report(" + call + ")") +
                       "} catch (error) { report(error) } }; ''"),
          "");
      allocator().Fail(first, count);
      Evaluate(realm, "run()");
      has_failed = allocator().has_failed();
      allocator().FailNoMore();
      const std::string result = Evaluate(realm, "result");
      if (result == each.expected) {
        continue;
      }
      EXPECT_TRUE(has_failed);
      EXPECT_TRUE(result == "RangeError: Array buffer allocation failed" ||
                  (result.starts_with("RangeError: Failed to ") &&
                   result.ends_with("Out of memory.")))
          << result;
      Evaluate(realm, "run()");
      EXPECT_EQ(Evaluate(realm, "result"), each.expected) << first;
    }
  }
}

// Zeros, and behind them other bytes. Pages of zeros that are only read take no
// memory.
class Zeros {
 public:
  Zeros(size_t size, const std::string& end)
      : size_(size),
        data_(
            static_cast<char*>(mmap(nullptr,
                                    size,
                                    PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                                    -1,
                                    0))) {
    end.copy(data_ + size - end.size(), end.size());
  }
  ~Zeros() { munmap(data_, size_); }
  Zeros(const Zeros&) = delete;
  Zeros& operator=(const Zeros&) = delete;

  ByteView bytes() const { return {data_, size_}; }

 private:
  const size_t size_;
  char* const data_;
};

// The longest strings take memory for all of their units: only when all is to
// be tested. Reading half a GiB seven times takes a slow build too long.
TEST(LongestStringTest, BelowAtAndAboveTheLimit) {
  constexpr size_t kLimit = v8::String::kMaxLength;
  const struct {
    Encoding encoding;
    size_t unit_size;
    const char* end;
    size_t end_units;
    bool is_one_byte;
  } kTexts[] = {
      {Encoding::kUtf8, 1, "", 0, true},
      {Encoding::kWindows1252, 1, "\xE9", 1, true},
      {Encoding::kWindows1252, 1, "\x80", 1, false},
      {Encoding::kUtf8, 1, "\xC3\xA9", 1, true},
      {Encoding::kUtf8, 1, "\xE2\x82\xAC", 1, false},
      {Encoding::kUtf16Le, 2, "\xAC\x20", 1, false},
      {Encoding::kBig5, 1, "\xA4\x40", 1, false},
  };
  const TestIsolate isolate;
  for (const auto& text : kTexts) {
    for (const size_t length : {kLimit - 1, kLimit, kLimit + 1}) {
      if ((length <= kLimit || (kSlowBuild && &text != kTexts)) &&
          !IsExhaustive()) {
        continue;
      }
      const v8::HandleScope scope(isolate.get());
      const std::string end = text.end;
      const Zeros zeros((length - text.end_units) * text.unit_size + end.size(),
                        end);
      const DecodedString decoded =
          DecodeToString(isolate.get(), zeros.bytes(), text.encoding);
      v8::MaybeLocal<v8::String> result = decoded.string;
      v8::Local<v8::String> string;
      if (length > kLimit) {
        EXPECT_TRUE(result.IsEmpty());
        EXPECT_EQ(decoded.error.failure, ConversionFailure::kStringTooLong)
            << Name(text.encoding);
      } else {
        ASSERT_TRUE(result.ToLocal(&string)) << Name(text.encoding);
        EXPECT_EQ(static_cast<size_t>(string->Length()), length);
        EXPECT_EQ(string->IsExternalOneByte(), text.is_one_byte);
      }
    }
    isolate.get()->LowMemoryNotification();
  }
}

// A host that ends scripts whose heap is full: the isolate goes on, and the
// decoder with what it had.
TEST(HeapLimitTest, AHeapThatIsFull) {
  v8::Isolate::CreateParams params;
  params.constraints.set_max_old_generation_size_in_bytes(size_t{10} << 20);
  params.constraints.set_max_young_generation_size_in_bytes(size_t{1} << 20);
  const TestIsolate isolate(params);
  size_t calls = 0;
  const struct Data {
    v8::Isolate* isolate;
    size_t* calls;
  } data = {isolate.get(), &calls};
  isolate.get()->AddNearHeapLimitCallback(
      [](void* pointer, size_t limit, size_t) {
        const auto* const here = static_cast<const Data*>(pointer);
        ++*here->calls;
        here->isolate->TerminateExecution();
        return limit + (size_t{16} << 20);
      },
      const_cast<Data*>(&data));
  const v8::HandleScope scope(isolate.get());
  v8::Local<v8::Context> context = NewContext(isolate.get());
  ASSERT_EQ(
      Evaluate(context,
               "var all = [];"
               "const bytes = new Uint8Array(100000).fill(97);"
               "const decoder = new TextDecoder, encoder = new TextEncoder;"
               "decoder.decode(Uint8Array.of(0xE2, 0x82), {stream: true})"),
      "");
  for (const char* call :
       {"new TextDecoder().decode(bytes)", "encoder.encode('x'.repeat(60))"}) {
    const size_t calls_before = calls;
    EXPECT_EQ(Evaluate(context, "for (;;) all.push(" + std::string(call) + ")"),
              "terminated")
        << call;
    EXPECT_GT(calls, calls_before);
    isolate.get()->CancelTerminateExecution();
    EXPECT_EQ(Evaluate(context, "all = []; ''"), "");
    isolate.get()->LowMemoryNotification();
  }
  EXPECT_EQ(Evaluate(context, "decoder.decode(Uint8Array.of(0xAC))"),
            "\xE2\x82\xAC");
}

}  // namespace
}  // namespace v8_encoding::testing
