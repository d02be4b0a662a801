// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Each allocation of the library fails once, in its turn: the call throws a
// RangeError or does without, the isolate goes on, and no state is lost.

#include <cstdlib>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "bindings/testing/starvation.h"
#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"
#include "v8_encoding/memory.h"

namespace v8_encoding::testing {
namespace {

class MallocTest : public ::testing::Test {
 protected:
  // Whether a call may allocate what it has just allocated and freed on trial
  // in a way that ends the process when it fails.
  enum class Deadly { kNone, kTried };

  v8::Isolate* isolate() const { return isolate_.get(); }

  // With the interfaces and the extras.
  v8::Local<v8::Context> NewRealm() {
    v8::EscapableHandleScope scope(isolate());
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    Install(isolate(), global);
    global->Set(isolate(), "extras", NewExtrasTemplate(isolate()));
    return scope.Escape(v8::Context::New(isolate(), nullptr, global));
  }

  // Makes the calls of attempt() with the first, the second allocation failing
  // and so on, until there are no more; returns how many there were. attempt()
  // gets the number of the one that fails, and returns what Starvation counted.
  size_t ForEachAllocation(
      const std::function<Starvation::Counts(size_t)>& attempt,
      Deadly deadly = Deadly::kNone) {
    for (size_t i = 0;; ++i) {
      v8::HandleScope scope(isolate());
      FreeKeptMemory();
      // Of strings outside of V8's heap the first takes more than others.
      isolate()->LowMemoryNotification();
      const Starvation::Counts counts = attempt(i);
      EXPECT_LE(counts.deadly,
                deadly == Deadly::kNone ? 0 : counts.allocations);
      if (!counts.has_failed) {
        EXPECT_EQ(counts.allocations, i);
        return i;
      }
      if (i == 100) {
        ADD_FAILURE() << "no end";
        return i;
      }
    }
  }

 private:
  TestIsolate isolate_;
};

TEST_F(MallocTest, AllocationsFailInTheirTurn) {
  const auto allocate = [](size_t failing) {
    std::string which;
    void* volatile data[4];
    {
      const Starvation starvation(failing);
      data[0] = std::malloc(10);
      data[1] = ::operator new(10, std::nothrow);
      data[2] = std::calloc(1, 10);
      data[3] = ::operator new(10);
      EXPECT_EQ(starvation.counts().allocations, 3u);
      EXPECT_EQ(starvation.counts().deadly, 1u);
      EXPECT_EQ(starvation.counts().has_failed, failing < 3);
    }
    for (void* volatile& each : data) {
      which += each == nullptr ? '0' : '1';
    }
    std::free(data[0]);
    ::operator delete(data[1]);
    std::free(data[2]);
    ::operator delete(data[3]);
    return which;
  };
  EXPECT_EQ(allocate(0), "0111");
  EXPECT_EQ(allocate(1), "1011");
  EXPECT_EQ(allocate(2), "1101");
  EXPECT_EQ(allocate(3), "1111");
}

// What scripts call.
struct ScriptCase {
  const char* name;
  const char* setup;
  const char* call;  // An expression, or one that sets `result` by and by.
  const char* expected;
  // What the call's allocations are at least, on any V8.
  size_t min_allocations = 0;
  // Whether want of memory is never seen from outside.
  bool does_without = false;
};

#define MIB "const text = 'x'.repeat(1 << 20);"
#define WIDE "const bytes = new Uint8Array(3 << 20).fill(0x80);"
#define SHARED(n) "const bytes = new Uint8Array(new SharedArrayBuffer(" #n "));"

const ScriptCase kScriptCases[] = {
    {"DecodeShort", "", "new TextDecoder().decode(Uint8Array.of(97, 0xE9))",
     "a\xEF\xBF\xBD"},
    {"DecodeAsciiLong", "const bytes = new Uint8Array(5000).fill(97);",
     "new TextDecoder().decode(bytes).length", "5000"},
    {"DecodeLatin1Long", "const bytes = new Uint8Array(5000).fill(0xE9);",
     "new TextDecoder('latin1').decode(bytes).length", "5000", 1},
    {"DecodeWideLong", "const bytes = new Uint8Array(5000).fill(0x80);",
     "new TextDecoder().decode(bytes).length", "5000", 1},
    {"DecodeLegacyLong", "const bytes = new Uint8Array(5000).fill(0x88);",
     "new TextDecoder('shift_jis').decode(bytes).length", "2500", 1},
    {"DecodeAsciiWithoutRoom", "const bytes = new Uint8Array(2e5).fill(97);",
     "new TextDecoder().decode(bytes).length", "200000"},
    {"DecodeLatin1WithoutRoom", "const bytes = new Uint8Array(2e5).fill(0xE9);",
     "new TextDecoder('latin1').decode(bytes).length", "200000", 1},
    {"DecodeWideWithoutRoom", "const bytes = new Uint8Array(2e5).fill(0x80);",
     "new TextDecoder().decode(bytes).length", "200000", 1},
    {"DecodeExternalAscii", "const bytes = new Uint8Array(1 << 20).fill(97);",
     "new TextDecoder().decode(bytes).length", "1048576", 2},
    {"DecodeExternalLatin1",
     "const bytes = new Uint8Array(1 << 20).fill(0xE9);",
     "new TextDecoder('latin1').decode(bytes).length", "1048576", 2},
    {"DecodeExternalWide", WIDE, "new TextDecoder().decode(bytes).length",
     "3145728", 2},
    {"DecodeShortShared", SHARED(9), "new TextDecoder().decode(bytes).length",
     "9"},
    {"DecodeLongShared", SHARED(5000), "new TextDecoder().decode(bytes).length",
     "5000", 1},
    {"DecodeExternalShared", SHARED(1 << 20),
     "new TextDecoder().decode(bytes).length", "1048576", 2},
    {"DecodeMalformed", "const bytes = new Uint8Array(9).fill(0x80);",
     "new TextDecoder('utf-8', {fatal: true}).decode(bytes)",
     "TypeError: Failed to execute 'decode' on 'TextDecoder': The encoded data "
     "is not valid utf-8: malformed sequence at byte 0."},
    {"DecodeMalformedLong",
     "const bytes = new Uint8Array(5000).fill(97); bytes[4000] = 0x80;",
     "new TextDecoder('utf-8', {fatal: true}).decode(bytes)",
     "TypeError: Failed to execute 'decode' on 'TextDecoder': The encoded data "
     "is not valid utf-8: malformed sequence at byte 4000.",
     1},
    {"DecodeWithAState",
     "const bytes = new Uint8Array(5000).fill(0xAC); bytes[4999] = 0xE2;"
     "const decoder = new TextDecoder;"
     "decoder.decode(Uint8Array.of(0xE2, 0x82), {stream: true});",
     "decoder.decode(bytes, {stream: true}).charCodeAt(0).toString(16)", "20ac",
     1},
    {"DecodeALargeStateInAnExternalString",
     "const bytes = new Uint8Array(1 << 20).fill(0xAC);"
     "const decoder = new TextDecoder;"
     "decoder.decode(Uint8Array.of(0xE2, 0x82), {stream: true});",
     "decoder.decode(bytes, {stream: true}).charCodeAt(0).toString(16)", "20ac",
     2},
    {"UnknownLabel", "", "new TextDecoder('x'.repeat(500))",
     "RangeError: Failed to construct 'TextDecoder': The encoding label "
     "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…' is "
     "invalid."},
    {"LongLabel", "const label = ' '.repeat(9000) + 'utf8';",
     "new TextDecoder(label).encoding", "utf-8"},
    {"TwoByteLabel", "", "new TextDecoder('\\u212A')",
     "RangeError: Failed to construct 'TextDecoder': The encoding label "
     "'\xE2\x84\xAA' is invalid."},
    {"WrongType", "", "new TextDecoder().decode(8)",
     "TypeError: Failed to execute 'decode' on 'TextDecoder': The provided "
     "value is not of type '(ArrayBuffer or SharedArrayBuffer or "
     "ArrayBufferView)'."},
    {"TooFewArguments", "", "new TextEncoder().encodeInto('')",
     "TypeError: Failed to execute 'encodeInto' on 'TextEncoder': 2 arguments "
     "required, but only 1 present."},
    {"WithoutNew", "", "TextDecoder()",
     "TypeError: Failed to construct 'TextDecoder': It can't be called without "
     "'new'."},
    {"ConstructWithoutPrototype", "function f() {} f.prototype = null;",
     "Reflect.construct(TextDecoder, [], f).encoding", "utf-8"},
    {"EncodeSmall", "", "new TextEncoder().encode('a\xC3\xA9').join()",
     "97,195,169"},
    {"EncodeSmallWithoutConstructor",
     "delete Uint8Array.prototype.constructor;",
     "new TextEncoder().encode('a\xC3\xA9').join()", "97,195,169"},
    {"EncodeStaged", "const text = 'x'.repeat(1000);",
     "new TextEncoder().encode(text).length", "1000"},
    {"EncodeLong", "const text = '\xE2\x82\xAC'.repeat(5000);",
     "new TextEncoder().encode(text).length", "15000"},
    {"EncodeLongWithoutConstructor",
     "delete Uint8Array.prototype.constructor;" MIB,
     "new TextEncoder().encode(text).length", "1048576"},
    {"EncodeInto", "const room = new Uint8Array(99);",
     "JSON.stringify(new TextEncoder().encodeInto('abc', room))",
     "{\"read\":3,\"written\":3}"},
    {"EncodeIntoSmall", "const room = Uint8Array.of(1, 2, 3);",
     "JSON.stringify(new TextEncoder().encodeInto('abc', room))",
     "{\"read\":3,\"written\":3}"},
    {"EncodeIntoShared",
     MIB "const room = new Uint8Array("
         "new SharedArrayBuffer(1 << 20));",
     "new TextEncoder().encodeInto(text, room).written", "1048576", 1},
    {"ExtrasEncode", "const text = '\\u0439'.repeat(5000);",
     "extras.encode(text, 'koi8-r').length", "5000"},
    {"ExtrasUnmappable", "const text = 'x'.repeat(5000) + '\\u20AC';",
     "extras.encode(text, 'koi8-r')",
     "TypeError: Failed to execute 'encode' on 'EncodingExtras': The character "
     "U+20AC at 5000 is not in koi8-r."},
    {"ExtrasDecodeRange", WIDE, "extras.decodeRange(bytes, 1, 5001).length",
     "5000", 1},
    {"ExtrasOutOfRange", WIDE, "extras.decodeRange(bytes, 2, 1)",
     "RangeError: Failed to execute 'decodeRange' on 'EncodingExtras': The "
     "range starts at byte 2, after its end at 1."},
    {"ExtrasWellFormed", WIDE, "extras.isWellFormedBytes(bytes)", "false"},
    {"ExtrasWellFormedShared", SHARED(1 << 20),
     "extras.isWellFormedBytes(bytes)", "true"},
    {"ExtrasEncodeIntoAtShared",
     MIB "const room = new Uint8Array("
         "new SharedArrayBuffer(1 << 20));",
     "extras.encodeIntoAt(text, room, 0, 1 << 20).written", "1048576", 1},
    {"ExtrasEncodings", "", "extras.encodings().length > 0", "true"},
    {"FirstStream", "", "new TextDecoderStream().encoding", "utf-8", 1, true},
    {"DecoderStream", "const bytes = new Uint8Array(5000).fill(0x80);",
     "{ const {readable, writable} = new TextDecoderStream;"
     "  writable.getWriter().write(bytes).catch(() => {});"
     "  readable.getReader().read().then(({value}) => value.length)"
     "      .then(report, report); }",
     "5000", 1},
    {"EncoderStream", "const text = '\xE2\x82\xAC'.repeat(5000);",
     "{ const {readable, writable} = new TextEncoderStream;"
     "  writable.getWriter().write(text).catch(() => {});"
     "  readable.getReader().read().then(({value}) => value.length)"
     "      .then(report, report); }",
     "15000", 1},
    {"EncoderStreamSmall", "",
     "{ const {readable, writable} = new TextEncoderStream;"
     "  writable.getWriter().write('abc').catch(() => {});"
     "  readable.getReader().read().then(({value}) => value.length)"
     "      .then(report, report); }",
     "3", 1},
};

class MallocScriptTest : public MallocTest,
                         public ::testing::WithParamInterface<ScriptCase> {
 protected:
  void SetUp() override {
    if (std::string_view(GetParam().call).find("Stream") !=
        std::string_view::npos) {
      V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
    }
  }
};

INSTANTIATE_TEST_SUITE_P(,
                         MallocScriptTest,
                         ::testing::ValuesIn(kScriptCases),
                         [](const auto& info) { return info.param.name; });

TEST_P(MallocScriptTest, EachAllocationFailsOnce) {
  const ScriptCase& each = GetParam();
  const auto attempt = [&](size_t failing) {
    // A realm of its own, which makes its first call.
    v8::Local<v8::Context> realm = NewRealm();
    v8::Context::Scope context_scope(realm);
    const std::string prefix =
        "var result; const report = (value) => { result = String(value) };";
    const bool reports =
        std::string(each.call).find("report") != std::string::npos;
    const std::string call =
        reports ? each.call : "report(" + std::string(each.call) + ")";
    EXPECT_EQ(Evaluate(realm, prefix + each.setup + "''"), "");
    v8::Local<v8::Function> function =
        EvaluateToValue(realm,
                        "() => { result = undefined;"
                        "try { " +
                            call + " } catch (error) { report(error) } }")
            .ToLocalChecked()
            .As<v8::Function>();
    const auto run = [&] {
      return function->Call(realm, v8::Undefined(isolate()), 0, nullptr)
          .IsEmpty();
    };
    Starvation::Counts counts;
    {
      const Starvation starvation(failing);
      EXPECT_FALSE(run());
      counts = starvation.counts();
    }
    const std::string result = Evaluate(realm, "result");
    if (result == each.expected) {
      return counts;
    }
    EXPECT_TRUE(counts.has_failed && !each.does_without) << result;
    EXPECT_TRUE(result == "RangeError: Array buffer allocation failed" ||
                (result.starts_with("RangeError: Failed to ") &&
                 result.ends_with("Out of memory.")))
        << result;
    EXPECT_FALSE(run());
    EXPECT_EQ(Evaluate(realm, "result"), each.expected) << failing;
    return counts;
  };
  EXPECT_GE(ForEachAllocation(attempt), each.min_allocations);
}

// convert.h, on its way to strings and to bytes.
class MallocConvertTest : public MallocTest {
 protected:
  // `convert` is nothing but a call of the library; what it gives, which has an
  // error or what `describe` makes of it, outlives Starvation.
  template <typename Convert, typename Describe>
  size_t Check(const Convert& convert,
               const std::string& expected,
               const Describe& describe,
               Deadly deadly = Deadly::kNone) {
    const auto attempt = [&](size_t failing) {
      v8::Local<v8::Context> realm = NewRealm();
      v8::Context::Scope context_scope(realm);
      v8::TryCatch try_catch(isolate());
      std::optional<decltype(convert())> result;
      Starvation::Counts counts;
      {
        const Starvation starvation(failing);
        result.emplace(convert());
        counts = starvation.counts();
      }
      EXPECT_FALSE(try_catch.HasCaught());
      if (!result->ok()) {
        EXPECT_TRUE(counts.has_failed);
        EXPECT_EQ(result->error.failure, ConversionFailure::kOutOfMemory);
        result.emplace(convert());
      }
      EXPECT_EQ(describe(*result), expected) << failing;
      return counts;
    };
    return ForEachAllocation(attempt, deadly);
  }
};

TEST_F(MallocConvertTest, Strings) {
  const auto length = [](DecodedString decoded) {
    v8::Local<v8::String> string;
    return decoded.string.ToLocal(&string) ? std::to_string(string->Length())
                                           : "none";
  };
  for (const size_t size : {10, 5000, 1 << 20}) {
    for (const char byte : {'x', '\xE9'}) {
      const std::string bytes(size, byte);
      for (const bool shared : {false, true}) {
        const size_t count = Check(
            [&] {
              return DecodeToString(isolate(), {bytes.data(), bytes.size()},
                                    Encoding::kWindows1252, {.shared = shared});
            },
            std::to_string(size), length);
        EXPECT_EQ(count != 0,
                  size > 5000 || (size == 5000 && (shared || byte != 'x')));
      }
    }
  }
}

// A chunk that there's no memory for can come again.
TEST_F(MallocConvertTest, Chunks) {
  const std::string bytes(5000, '\x82');
  for (const bool sniff : {false, true}) {
    StringDecoder decoder(Encoding::kShiftJis, {.sniff_bom = sniff});
    const size_t count = Check(
        [&] {
          return decoder.Finish(isolate(), {bytes.data(), bytes.size()});
        },
        "2500",
        [](DecodedString decoded) {
          return std::to_string(decoded.string.ToLocalChecked()->Length());
        });
    EXPECT_GE(count, 1u);
  }
}

TEST_F(MallocConvertTest, Bytes) {
  v8::HandleScope scope(isolate());
  v8::Local<v8::Context> context = NewRealm();
  v8::Context::Scope context_scope(context);
  for (const Encoding encoding : {Encoding::kUtf8, Encoding::kKoi8R}) {
    const std::string length = encoding == Encoding::kUtf8 ? "60000" : "30000";
    v8::Local<v8::String> string =
        EvaluateToValue(context, "'\\u0439'.repeat(30000)")
            .ToLocalChecked()
            .As<v8::String>();
    EXPECT_GE(
        Check([&] { return EncodeToStdString(isolate(), string, encoding); },
              length,
              [](const EncodedString& encoded) {
                return std::to_string(encoded.bytes.size());
              },
              Deadly::kTried),
        1u);
    Check(
        [&] {
          return EncodeToUint8Array(isolate()->GetCurrentContext(), string,
                                    encoding);
        },
        length,
        [](EncodedArray encoded) {
          return std::to_string(encoded.array.ToLocalChecked()->Length());
        });
  }
}

// What a host does before any script runs.
TEST_F(MallocTest, Installation) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  InstallOptions options;
  options.error_hook = [](v8::Local<v8::Context>, v8::Local<v8::Object>,
                          ErrorCode) {};
  options.streams_globals = true;
  for (const bool lazy : {false, true}) {
    options.lazy = lazy;
    for (const bool prepare : {false, true}) {
      ForEachAllocation([&](size_t failing) {
        v8::Local<v8::Context> realm = v8::Context::New(isolate());
        v8::Context::Scope context_scope(realm);
        v8::TryCatch try_catch(isolate());
        Starvation::Counts counts;
        bool done;
        {
          const Starvation starvation(failing);
          done = Install(realm, options).FromMaybe(false) &&
                 (!prepare || Prepare(realm).FromMaybe(false));
          counts = starvation.counts();
        }
        if (!done) {
          EXPECT_TRUE(counts.has_failed);
          EXPECT_TRUE(try_catch.HasCaught());
          try_catch.Reset();
          EXPECT_TRUE(Prepare(realm).FromMaybe(false));
        }
        EXPECT_EQ(Evaluate(realm, "new TextDecoderStream().encoding"), "utf-8");
        EXPECT_EQ(Evaluate(realm, "new TextEncoder().encode('ab').join()"),
                  "97,98");
        return counts;
      });
    }
  }
}

TEST_F(MallocTest, Templates) {
  ForEachAllocation([&](size_t failing) {
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    Starvation::Counts counts;
    {
      const Starvation starvation(failing);
      const Interfaces interfaces(isolate());
      interfaces.Install(global);
      counts = starvation.counts();
    }
    v8::Local<v8::Context> realm = v8::Context::New(isolate(), nullptr, global);
    EXPECT_EQ(Evaluate(realm, "new TextDecoder().encoding"), "utf-8");
    return counts;
  });
}

}  // namespace
}  // namespace v8_encoding::testing
