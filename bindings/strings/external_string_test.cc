// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Strings of long texts, which are outside of V8's heap.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

constexpr int64_t kMiB = 1 << 20;

class ExternalStringTest : public V8Test {
 protected:
  // What V8 knows of that is outside of its heap.
  int64_t ExternalMemory() {
    return isolate()->AdjustAmountOfExternalAllocatedMemory(0);
  }

  // The most there is of it while ASCII of that length is decoded so many
  // times.
  int64_t MostExternalMemory(size_t length, int times) {
    const std::string n = std::to_string(length);
    EXPECT_EQ(Evaluate("globalThis.bytes = new Uint8Array(" + n +
                       ").fill(0x61);"
                       "globalThis.decoder = new TextDecoder(); 0"),
              "0");
    int64_t most = 0;
    for (int i = 0; i < times; ++i) {
      v8::HandleScope scope(isolate());
      EXPECT_EQ(Evaluate("decoder.decode(bytes).length"), n);
      most = std::max(most, ExternalMemory());
    }
    return most;
  }

  v8::Local<v8::String> EvaluateToString(const std::string& source) {
    v8::Local<v8::Value> value;
    EXPECT_TRUE(EvaluateToValue(context(), source).ToLocal(&value));
    return value.As<v8::String>();
  }
};

TEST_F(ExternalStringTest, OfEachKindOfText) {
  for (const char* const label : {"utf-8", "windows-1252", "gbk", "utf-16le"}) {
    for (const char* const unit : {"a", "\\xE9", "\\u4E2D", "\\u{1F600}"}) {
      // Bytes of a text that the label can have, or of any other: both ways
      // give the same string. Pieces of 1,000 bytes are never external.
      const std::string source = std::string("{ const label = '") + label +
                                 "'; const text = 'x' + '" + unit +
                                 "'.repeat(1 << 20) + '" + unit + R"(!';
        const bytes = label === 'utf-16le'
            ? new Uint8Array(Uint16Array.from(text.slice(0, 1 << 20),
                                              (c) => c.charCodeAt(0)).buffer)
            : new TextEncoder().encode(text);
        const pieces = [];
        const decoder = new TextDecoder(label);
        for (let i = 0; i < bytes.length; i += 1000) {
          pieces.push(decoder.decode(bytes.subarray(i, i + 1000),
                                     { stream: true }));
        }
        pieces.push(decoder.decode());
        const whole = new TextDecoder(label).decode(bytes);
        globalThis.whole = whole;
        whole === pieces.join('') && whole.length > 1 << 18 })";
      EXPECT_EQ(Evaluate(source), "true") << label << " " << unit;
      v8::Local<v8::String> whole = EvaluateToString("whole");
      EXPECT_TRUE(whole->IsExternalTwoByte() || whole->IsExternalOneByte())
          << label << " " << unit;
    }
  }
}

// Where V8 has no room at hand, and few objects to look at when it collects. A
// V8 that may keep memory has such strings in its heap, until that is slow.
TEST_F(ExternalStringTest, OfTextThatV8HasNoRoomFor) {
  constexpr size_t length = compat::kMaxQuickStringSize;
  Evaluate(
      "const decoder = new TextDecoder('windows-1252');"
      "const bytes = (length, byte) => new Uint8Array(length).fill(byte)");
  const auto is_external = [&](size_t bytes, const char* byte) {
    v8::Local<v8::String> string = EvaluateToString(
        "decoder.decode(bytes(" + std::to_string(bytes) + ", " + byte + "))");
    EXPECT_EQ(static_cast<size_t>(string->Length()), bytes);
    return string->IsExternalTwoByte() || string->IsExternalOneByte();
  };
  const auto test = [&](bool has_few_objects) {
    const auto test_longer = [&](size_t bytes, const char* byte) {
      const bool longer_is_external = is_external(bytes, byte);
      if (!has_few_objects || !compat::kMayKeepStringMemory) {
        EXPECT_EQ(longer_is_external, has_few_objects) << byte;
      }
    };
    for (const char* const byte : {"0x61", "0xE9"}) {
      EXPECT_FALSE(is_external(length, byte)) << byte;
      test_longer(length + 1, byte);
    }
    EXPECT_FALSE(is_external(length / 2, "0x80"));
    test_longer(length / 2 + 1, "0x80");
  };
  test(true);
  Evaluate("globalThis.kept = new Array(12e6).fill(0.5); 0");
  test(false);
  Evaluate("kept = undefined; 0");
  isolate()->LowMemoryNotification();
  test(true);
}

// Whichever way each goes, while V8 is slow or not.
TEST_F(ExternalStringTest, ManyOfTextThatV8HasNoRoomFor) {
  EXPECT_EQ(Evaluate(R"({
    const decoder = new TextDecoder();
    const bytes = new Uint8Array(600_000);
    let wrong = 0;
    for (let i = 0; i < 500; ++i) {
      const letter = String.fromCharCode(0x61 + i % 26);
      const length = 130_000 + i * 900;
      const isWide = i % 3 === 0;
      bytes.fill(letter.charCodeAt(0));
      bytes.set(isWide ? [0xE4, 0xB8, 0xAD] : [0xC3, 0xA9]);
      const text = decoder.decode(bytes.subarray(0, length));
      const first = isWide ? '\u4E2D' : '\xE9';
      wrong += text !== first + letter.repeat(length - (isWide ? 3 : 2));
    }
    wrong;
  })"),
            "0");
}

TEST_F(ExternalStringTest, OfShortTextInManyBytes) {
  // Escapes, each of three bytes, that come to nothing.
  EXPECT_EQ(Evaluate("const escapes = new Uint8Array(3 << 20);"
                     "for (let i = 0; i < escapes.length; i += 3)"
                     "  escapes.set([0x1B, 0x28, 0x42], i);"
                     "const text = new TextDecoder('iso-2022-jp');"
                     "text.decode(escapes).length"),
            std::to_string((1 << 20) - 1));
  EXPECT_EQ(Evaluate("new TextDecoder('utf-16le').decode("
                     "    new Uint8Array(1 << 20)).length"),
            std::to_string(1 << 19));
}

TEST_F(ExternalStringTest, MalformedTextLeavesNothing) {
  const int64_t before = ExternalMemory();
  for (const char* const at : {"0", "1", "(1 << 20) - 1", "(2 << 20) - 1"}) {
    EXPECT_EQ(Evaluate(std::string("{ const bytes = new Uint8Array(2 << 20)"
                                   "    .fill(0x61); bytes[") +
                       at + R"(] = 0xFF; let message = '';
                 try {
                   new TextDecoder('utf-8', { fatal: true }).decode(bytes);
                 } catch (error) {
                   message = error.message;
                 }
                 message.endsWith('at byte ' + ()" +
                       at + ") + '.') }"),
              "true")
        << at;
  }
  isolate()->LowMemoryNotification();
  EXPECT_LE(ExternalMemory(), before + kMiB);
}

TEST_F(ExternalStringTest, IsAccountedForAndFreed) {
  isolate()->LowMemoryNotification();
  const int64_t before = ExternalMemory();
  Evaluate(
      "globalThis.kept = new TextDecoder().decode("
      "    new Uint8Array(8 << 20).fill(0x61)).length;"
      "globalThis.bytes = new Uint8Array(8 << 20).fill(0x61);"
      "globalThis.text = new TextDecoder().decode(bytes); 0");
  EXPECT_GE(ExternalMemory(), before + 16 * kMiB);
  Evaluate("bytes = undefined; text = undefined; 0");
  isolate()->LowMemoryNotification();
  EXPECT_LE(ExternalMemory(), before + kMiB);
}

TEST_F(ExternalStringTest, IsCollectedInTime) {
  if (!compat::kCollectsForExternalMemory) {
    GTEST_SKIP() << "only a full heap makes it: see ExternalLimitTest";
  }
  // Of 1,600 MiB that were decoded.
  EXPECT_LE(MostExternalMemory(4 << 20, 400), 400 * kMiB);
}

TEST_F(ExternalStringTest, ManyAreCollectedInTime) {
  // Of 763 MiB that were decoded.
  EXPECT_LE(MostExternalMemory(200'000, 4000), 200 * kMiB);
}

TEST_F(ExternalStringTest, GoesIntoSnapshots) {
  constexpr bool kCompressesPointers =
      v8::internal::kApiTaggedSize < v8::internal::kApiSystemPointerSize;
  if (kCompressesPointers) {
    GTEST_SKIP() << "isolates at one time have one snapshot";
  }
  std::vector<intptr_t> references = ExternalReferences();
  references.push_back(0);
  v8::StartupData blob;
  {
    TestSnapshotCreator creator(references);
    {
      v8::HandleScope scope(creator->GetIsolate());
      v8::Local<v8::Context> original = NewContext(creator->GetIsolate());
      v8::Context::Scope context_scope(original);
      EXPECT_EQ(testing::Evaluate(original,
                                  "globalThis.one = new TextDecoder()"
                                  "    .decode(new Uint8Array(1 << "
                                  "20).fill(0x61)); one.length"),
                std::to_string(kMiB));
      creator->SetDefaultContext(original, SerializeInternalField);
    }
    blob =
        creator->CreateBlob(v8::SnapshotCreator::FunctionCodeHandling::kKeep);
  }
  {
    v8::Isolate::CreateParams params;
    params.snapshot_blob = &blob;
    params.external_references = references.data();
    const TestIsolate loaded(params);
    v8::HandleScope scope(loaded.get());
    v8::Local<v8::Context> copy = v8::Context::New(
        loaded.get(), nullptr, {}, {}, DeserializeInternalField);
    v8::Context::Scope context_scope(copy);
    EXPECT_EQ(testing::Evaluate(copy, "one === 'a'.repeat(1 << 20)"), "true");
  }
  delete[] blob.data;
}

// An isolate with little room in its heap, and a host that would hear of it.
class ExternalLimitTest : public ::testing::Test {
 protected:
  ExternalLimitTest() : ExternalLimitTest(Params()) {}

  explicit ExternalLimitTest(const v8::Isolate::CreateParams& params)
      : isolate_(params) {
    isolate_.get()->AddNearHeapLimitCallback(
        [](void* is_near, size_t limit, size_t) {
          *static_cast<bool*>(is_near) = true;
          return limit + 16 * kMiB;
        },
        &is_near_heap_limit_);
    const v8::HandleScope scope(isolate_.get());
    context_.Reset(isolate_.get(), NewContext(isolate_.get()));
    EXPECT_EQ(Evaluate(R"(
                const koi8 = new Uint8Array(12 << 20).fill(0xC1);
                const ascii = new Uint8Array(48 << 20).fill(0x61);
                const short = new Uint8Array(1 << 20).fill(0x61);
                const calls = {
                  wide: () => new TextDecoder('koi8-r').decode(koi8),
                  ascii: () => new TextDecoder().decode(ascii),
                  short: () => new TextDecoder().decode(short),
                };
                let kept = [], filled, end;
                // How many there may be.
                const fill = (name) => {
                  try {
                    for (;;) kept.push(calls[name]());
                  } catch (error) {
                    return `${error.name}: ${kept.length}`;
                  }
                };
                const decoder = new TextDecoder();
                decoder.decode(Uint8Array.of(0xE2, 0x82), { stream: true }))"),
              "");
  }

  static v8::Isolate::CreateParams Params(size_t old_size = 40 * kMiB,
                                          size_t young_size = 0) {
    v8::Isolate::CreateParams params;
    params.constraints.set_max_old_generation_size_in_bytes(old_size);
    // V8's own size where it is 0.
    params.constraints.set_max_young_generation_size_in_bytes(young_size);
    return params;
  }

  std::string Evaluate(const std::string& source) {
    const v8::HandleScope scope(isolate_.get());
    return testing::Evaluate(context_.Get(isolate_.get()), source);
  }

  size_t UsedHeapSize() {
    v8::HeapStatistics heap;
    isolate_.get()->GetHeapStatistics(&heap);
    return heap.used_heap_size();
  }

  // Which V8 counts collections in as vain, if they take long.
  void FillNearly() {
    Evaluate("let live; ''");
    constexpr size_t kNearlyFull = 35 * kMiB;
    while (UsedHeapSize() < kNearlyFull) {
      Evaluate("for (let i = 0; i < 1e4; ++i) live = { live, i }; ''");
    }
  }

  // Full ones, from now on.
  void CountCollections() {
    isolate_.get()->AddGCPrologueCallback(
        [](v8::Isolate*, v8::GCType, v8::GCCallbackFlags, void* count) {
          ++*static_cast<int*>(count);
        },
        &collection_count_, v8::kGCTypeMarkSweepCompact);
  }

  // How much all strings may have.
  int64_t Limit() {
    v8::HeapStatistics heap;
    isolate_.get()->GetHeapStatistics(&heap);
    return std::max(static_cast<int64_t>(heap.heap_size_limit()), 128 * kMiB);
  }

  // What fill() gives for strings of that size.
  std::string Filled(int64_t size) {
    return "RangeError: " + std::to_string(Limit() / size);
  }

  // Of a heap that may be nearly full: what is let go isn't collected at once,
  // since V8 needs time for other things.
  std::string EvaluateUntilFilled(const std::string& name) {
    return Evaluate(R"(
        kept = [];
        end = Date.now() + 60000;
        do {
          filled = fill(')" +
                    name + R"(');
        } while (filled === 'RangeError: 0' && Date.now() < end);
        filled)");
  }

  void TestLimit() {
    for (const auto& [name, size] :
         {std::pair("wide", 24), std::pair("ascii", 48)}) {
      const std::string fill = "fill('" + std::string(name) + "')";
      EXPECT_EQ(Evaluate(fill), Filled(size * kMiB)) << name;
      // What it lets go is collected when it's needed.
      for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(Evaluate("kept = []; " + fill), Filled(size * kMiB))
            << name << " " << i;
      }
      // Also where a script goes on trying, with nothing in between.
      const int64_t rest = Limit() % (size * kMiB) / kMiB;
      const std::string all =
          "RangeError: " + std::to_string(Limit() / (size * kMiB) + rest);
      for (int i = 0; i < 6; ++i) {
        EXPECT_EQ(Evaluate("fill('short')"), all) << name << " " << i;
      }
      EXPECT_EQ(Evaluate("kept = []; ''"), "");
    }
    EXPECT_EQ(Evaluate("decoder.decode(Uint8Array.of(0xAC), { stream: true })"),
              "\xE2\x82\xAC");
    EXPECT_EQ(Evaluate("decoder.decode(Uint8Array.of(0xE2, 0x82),"
                       "               { stream: true })"),
              "");
    EXPECT_EQ(Evaluate("for (let i = 0; i < 3e5; ++i) ({ i, a: [i] }); 'on'"),
              "on");
  }

  bool is_near_heap_limit_ = false;
  int collection_count_ = 0;
  TestIsolate isolate_;
  v8::Global<v8::Context> context_;
};

TEST_F(ExternalLimitTest, OfStringsThatAreKept) {
  TestLimit();
  EXPECT_FALSE(is_near_heap_limit_);
}

// Whose limit is less than what V8 lets come to its external memory before it
// looks.
class ExternalLimitOfSmallHeapsTest : public ExternalLimitTest {
 protected:
  ExternalLimitOfSmallHeapsTest()
      : ExternalLimitTest(Params(40 * kMiB, kMiB)) {}
};

TEST_F(ExternalLimitOfSmallHeapsTest, OfStringsThatAreKept) {
  TestLimit();
  EXPECT_FALSE(is_near_heap_limit_);
}

// Which may be nearly full, for all that is known.
class ExternalLimitOfTinyHeapsTest : public ExternalLimitTest {
 protected:
  ExternalLimitOfTinyHeapsTest() : ExternalLimitTest(Params(8 * kMiB, kMiB)) {}
};

TEST_F(ExternalLimitOfTinyHeapsTest, OfStringsThatAreKept) {
  for (const auto& [name, size] :
       {std::pair("wide", 24), std::pair("ascii", 48)}) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(EvaluateUntilFilled(name), Filled(size * kMiB))
          << name << " " << i;
    }
  }
  EXPECT_FALSE(is_near_heap_limit_);
}

// V8 ends the process that collects again and again with nothing to show for
// it: most calls that lack room don't collect.
TEST_F(ExternalLimitTest, OfStringsBesideAHeapThatIsNearlyFull) {
  FillNearly();
  CountCollections();
  EXPECT_EQ(Evaluate(R"(
              fill('ascii');
              for (let i = 0; i < 300; ++i) {
                fill('short');
                for (let j = 0; j < 2000; ++j) ({ j, a: [j] });
              }
              'on')"),
            "on");
  // Two in each call were 600.
  EXPECT_LT(collection_count_, 300);
  EXPECT_EQ(EvaluateUntilFilled("ascii"), Filled(48 * kMiB));
  EXPECT_FALSE(is_near_heap_limit_);
}

// Collections that take longer than all else, as on a busy machine.
TEST_F(ExternalLimitTest, OfStringsBesideAHeapThatIsSlowToCollect) {
  using Clock = std::chrono::steady_clock;
  using std::chrono_literals::operator""ms;
  using std::chrono_literals::operator""s;
  struct SlowToDie {
    v8::Global<v8::Object> object;

    static void Forget(const v8::WeakCallbackInfo<SlowToDie>& info) {
      info.GetParameter()->object.Reset();
      for (const auto begin = Clock::now(); Clock::now() - begin < 50ms;) {
      }
    }
  } slow;
  FillNearly();
  v8::Isolate* const isolate = isolate_.get();
  int decoded = 0;
  // What is let go of isn't collected at once.
  for (const auto end = Clock::now() + 60s;
       decoded != 30 && Clock::now() < end;) {
    if (slow.object.IsEmpty()) {
      const v8::HandleScope scope(isolate);
      const v8::Context::Scope context_scope(context_.Get(isolate));
      slow.object.Reset(isolate, v8::Object::New(isolate));
      slow.object.SetWeak(&slow, SlowToDie::Forget,
                          v8::WeakCallbackType::kParameter);
    }
    decoded += Evaluate("calls.ascii().length") == std::to_string(48 * kMiB);
  }
  EXPECT_EQ(decoded, 30);
  EXPECT_FALSE(is_near_heap_limit_);
}

// A buffer that a host's finalizer takes the memory of, in the midst of a call
// that makes room.
TEST_F(ExternalLimitTest, OfStringsAndFinalizers) {
  struct Owner {
    v8::Global<v8::Object> object;
    v8::Global<v8::ArrayBuffer> buffer;
    bool has_detached = false;

    static void Forget(const v8::WeakCallbackInfo<Owner>& info) {
      info.GetParameter()->object.Reset();
      info.SetSecondPassCallback(Detach);
    }
    static void Detach(const v8::WeakCallbackInfo<Owner>& info) {
      Owner* const owner = info.GetParameter();
      const v8::HandleScope scope(info.GetIsolate());
      owner->has_detached =
          compat::Detach(owner->buffer.Get(info.GetIsolate())).FromMaybe(false);
    }
  } owner;
  EXPECT_EQ(Evaluate("fill('ascii') && fill('short'); kept = []; ''"), "");
  {
    v8::Isolate* const isolate = isolate_.get();
    const v8::HandleScope scope(isolate);
    v8::Local<v8::Context> context = context_.Get(isolate);
    const v8::Context::Scope context_scope(context);
    v8::Local<v8::ArrayBuffer> buffer =
        EvaluateToValue(context,
                        "globalThis.buffer ="
                        "    new Uint8Array(3 << 20).fill(0x61).buffer")
            .ToLocalChecked()
            .As<v8::ArrayBuffer>();
    owner.buffer.Reset(isolate, buffer);
    owner.object.Reset(isolate, v8::Object::New(isolate));
    owner.object.SetWeak(&owner, Owner::Forget,
                         v8::WeakCallbackType::kParameter);
  }
  EXPECT_EQ(Evaluate("new TextDecoder().decode(buffer) ==="
                     "    'a'.repeat(3 << 20)"),
            "true");
  EXPECT_EQ(owner.has_detached, compat::kCollectsForExternalMemory);
  owner.buffer.Reset();
}

// Arrays have the limit that the host's allocator sets.
TEST_F(ExternalLimitTest, OfStringsAlone) {
  EXPECT_EQ(Evaluate("const arrays = [];"
                     "for (let i = 0; i < 8; ++i)"
                     "  arrays.push(new ArrayBuffer(64 << 20)); ''"),
            "");
  TestLimit();
}

// One string that there is never room for: nothing is collected for it.
TEST_F(ExternalLimitTest, OfOneString) {
  EXPECT_EQ(Evaluate("const large = new Uint8Array(400 << 20); ''"), "");
  // V8 may have begun to collect, for the array.
  isolate_.get()->LowMemoryNotification();
  CountCollections();
  for (const char* const label : {"koi8-r", "utf-8"}) {
    EXPECT_EQ(Evaluate("try { new TextDecoder('" + std::string(label) +
                       "').decode(large) } catch (error) { error.name }"),
              "RangeError")
        << label;
  }
  EXPECT_EQ(collection_count_, 0);
  TestLimit();
  EXPECT_GT(collection_count_, 0);
  EXPECT_FALSE(is_near_heap_limit_);
}

// Each isolate's strings count for themselves.
TEST_F(ExternalLimitTest, OfEachIsolate) {
  EXPECT_EQ(Evaluate("fill('wide')"), Filled(24 * kMiB));
  {
    const TestIsolate other(Params());
    const v8::HandleScope scope(other.get());
    EXPECT_EQ(testing::Evaluate(
                  NewContext(other.get()),
                  "new TextDecoder().decode(new Uint8Array(96 << 20)).length"),
              std::to_string(96 * kMiB));
  }
  TestLimit();
}

}  // namespace
}  // namespace v8_encoding::testing
