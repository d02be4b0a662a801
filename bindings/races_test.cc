// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Another thread, a native one or another isolate's, writes to shared memory
// while the interfaces read it or write to it, and grows it. Each result must
// be one of what may have stood there; nothing outside of the memory, which
// lies between pages that no one may touch, is read or written.
//
// V8_ENCODING_EXHAUSTIVE=1: for a minute each instead of half a second.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "bindings/testing/mixture.h"
#include "bindings/testing/racing.h"
#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "src/testing/exhaustive.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

using test_support::IsExhaustive;

// What ways bytes go.
constexpr char kCalls[] = R"js((() => {
  const fatally = (label, fatal, read) => {
    try { return read() } catch (error) {
      return fatal && error instanceof TypeError ? null : error;
    }
  };
  const results = {
    decode: (label, fatal, view) => fatally(label, fatal,
        () => new TextDecoder(label, {fatal}).decode(view)),
    chunks: (label, fatal, view) => fatally(label, fatal, () => {
      const decoder = new TextDecoder(label, {fatal});
      const cut = view.length >> 1;
      return decoder.decode(view.subarray(0, cut), {stream: true}) +
             decoder.decode(view.subarray(cut), {stream: true}) +
             decoder.decode();
    }),
    range: (label, fatal, view) => fatally(label, fatal,
        () => extras.decodeRange(view, 0, view.length, label, {fatal})),
    stream: (label, fatal, view) => {
      const {readable, writable} = new TextDecoderStream(label, {fatal});
      const writer = writable.getWriter(), reader = readable.getReader();
      writer.write(view).catch(() => {});
      writer.close().catch(() => {});
      let text = '';
      const read = () => reader.read().then(({done, value}) => {
        if (done) { result = text } else { text += value; return read() }
      }, (error) => {
        result = fatal && error instanceof TypeError ? null : error;
      });
      read();
    },
  };
  return results;
})())js";

#ifdef V8_ENABLE_SANDBOX
constexpr bool kHasSandbox = true;
#else
constexpr bool kHasSandbox = false;
#endif

class RacesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (kHasSandbox) {
      GTEST_SKIP() << "V8's sandbox takes no memory from outside";
    }
    V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  }

  RacesTest() : handle_scope_(isolate()) {
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    Install(isolate(), global);
    global->Set(isolate(), "extras", NewExtrasTemplate(isolate()));
    context_ = v8::Context::New(isolate(), nullptr, global);
    context_->Enter();
    EXPECT_EQ(
        Evaluate("var result; var calls = " + std::string(kCalls) + "; ''"),
        "");
  }
  ~RacesTest() override { context_->Exit(); }

  v8::Isolate* isolate() const { return isolate_.get(); }
  v8::Local<v8::Context> context() const { return context_; }
  std::string Evaluate(const std::string& source) {
    return testing::Evaluate(context_, source);
  }
  uint32_t Random(size_t bound) {
    return static_cast<uint32_t>(random_() % bound);
  }

  // Calls round() again and again for the time that the test has; and longer,
  // if there's something to `await`, until that isn't 0.
  void ForAWhile(const std::function<void()>& round,
                 const size_t* await = nullptr) {
    using std::chrono::steady_clock;
    const steady_clock::time_point begin = steady_clock::now();
    size_t rounds = 0;
    const auto goes_on = [&] {
      const auto time = steady_clock::now() - begin;
      return time < std::chrono::milliseconds(IsExhaustive() ? 60000 : 500) ||
             (await != nullptr && *await == 0 &&
              time < std::chrono::seconds(30));
    };
    do {
      const v8::HandleScope scope(isolate());
      round();
      ++rounds;
    } while (goes_on() && !HasFailure());
    RecordProperty("rounds", static_cast<int>(rounds));
  }

  // Any that TextDecoder has.
  Encoding AnyEncoding() {
    for (;;) {
      const auto encoding = static_cast<Encoding>(Random(kEncodingCount));
      if (encoding != Encoding::kReplacement) {
        return encoding;
      }
    }
  }

  // Mostly short, and about the lengths where the way of the bytes changes.
  size_t AnyLength() {
    switch (Random(8)) {
      case 0:
        return 2040 + Random(10);
      case 1:
        return 4090 + Random(10);
      case 2:
        return Random(8) == 0 ? (size_t{1} << 20) - 4 + Random(8)
                              : 1 + Random(20000);
      default:
        return 1 + Random(100);
    }
  }

  std::vector<uint8_t> AnyText(Encoding encoding, size_t length) {
    constexpr std::u16string_view kCharacters[] = {
        u"a",      u"Z",      u"\u00E9", u"\u0439",     u"\u4E2D",
        u"\u3042", u"\uD55C", u"\u20AC", u"\U0001F600", u"\uFF76"};
    std::vector<uint8_t> bytes;
    const bool is_random = Random(4) == 0;
    const Encoding written = GetOutputEncoding(encoding);
    Encoder encoder(written, EncodeErrorMode::kFatal);
    while (bytes.size() < length) {
      if (is_random || written != encoding) {
        bytes.push_back(static_cast<uint8_t>(random_()));
        continue;
      }
      uint8_t some[Encoder::kMaxBytesPerStep * 2];
      const EncodeResult encoded = encoder.EncodeFromUtf16(
          kCharacters[Random(std::size(kCharacters))], some, Flush::kNo);
      bytes.insert(bytes.end(), some, some + encoded.written);
    }
    bytes.resize(length);
    return bytes;
  }

  Texts AnyTexts(Encoding encoding, size_t length) {
    return {{AnyText(encoding, length), AnyText(encoding, length)}};
  }

  // A view on all of `memory`.
  v8::Local<v8::Uint8Array> NewShared(const GuardedMemory& memory) {
    return v8::Uint8Array::New(
        v8::SharedArrayBuffer::New(isolate(), memory.NewStore()), 0,
        memory.bytes().size());
  }

  // What calls[name](...arguments) gives or puts into `result`.
  v8::Local<v8::Value> Call(const char* name,
                            std::vector<v8::Local<v8::Value>> arguments) {
    v8::Local<v8::Function> function =
        EvaluateToValue(context_,
                        "result = undefined; calls." + std::string(name))
            .ToLocalChecked()
            .As<v8::Function>();
    v8::Local<v8::Value> returned =
        function
            ->Call(context_, v8::Undefined(isolate()),
                   static_cast<int>(arguments.size()), arguments.data())
            .ToLocalChecked();
    return returned->IsUndefined()
               ? EvaluateToValue(context_, "result").ToLocalChecked()
               : returned;
  }

  std::u16string UnitsOf(v8::Local<v8::Value> string) {
    const v8::String::Value units(isolate(), string);
    return {reinterpret_cast<const char16_t*>(*units),
            static_cast<size_t>(units.length())};
  }

  // That `result` is the decoding of some mixture, or null where some mixture
  // is malformed.
  void ExpectExplained(v8::Local<v8::Value> result,
                       std::span<const Choice> places,
                       size_t min_length,
                       Encoding encoding,
                       bool fatal) {
    if (fatal && result->IsNull()) {
      EXPECT_TRUE(
          WellformednessOf(places, min_length, encoding).can_be_malformed);
      return;
    }
    ASSERT_TRUE(result->IsString())
        << *v8::String::Utf8Value(isolate(), result);
    EXPECT_TRUE(CanBeDecodedTo(places, min_length, encoding, UnitsOf(result)))
        << Name(encoding) << ", " << places.size() << " bytes, fatal " << fatal;
  }

  v8::Local<v8::String> LabelOf(Encoding encoding) {
    return v8::String::NewFromUtf8(
               isolate(), LowercaseName(encoding).data(),
               v8::NewStringType::kNormal,
               static_cast<int>(LowercaseName(encoding).size()))
        .ToLocalChecked();
  }

 private:
  TestIsolate isolate_;
  v8::HandleScope handle_scope_;
  v8::Local<v8::Context> context_;
  std::minstd_rand random_{1};
};

// The checker itself.
TEST(MixtureTest, FindsWhatCanBe) {
  const Choice places[] = {{0xC3, 'a', 'a'}, {0xA9, 'b', 'b'}};
  const auto can_be = [&](std::u16string_view text, size_t min_length = 2) {
    return CanBeDecodedTo(places, min_length, Encoding::kUtf8, text);
  };
  for (const auto* text : {u"é", u"ab", u"a\uFFFD",
                           u"\uFFFD"
                           u"b"}) {
    EXPECT_TRUE(can_be(text));
  }
  for (const auto* text : {u"", u"b", u"éa", u"a", u"\uFFFD", u"abb"}) {
    EXPECT_FALSE(can_be(text));
  }
  EXPECT_TRUE(can_be(u"\uFFFD", 1));
  EXPECT_TRUE(can_be(u"", 0));
  const Wellformedness either = WellformednessOf(places, 2, Encoding::kUtf8);
  EXPECT_TRUE(either.can_be_malformed && either.can_be_well_formed);
  const Wellformedness neither =
      WellformednessOf({places + 1, 1}, 1, Encoding::kGbk);
  EXPECT_TRUE(neither.can_be_malformed);
}

TEST_F(RacesTest, DecodingWhileAThreadWrites) {
  size_t mixed = 0;
  ForAWhile(
      [&] {
        const Encoding encoding = AnyEncoding();
        const Texts texts = AnyTexts(encoding, AnyLength());
        const std::vector<Choice> places = texts.Places();
        const GuardedMemory memory(texts.size(), Random(2) == 0);
        v8::Local<v8::Uint8Array> view = NewShared(memory);
        const NativeWriter writer(memory.bytes(), texts, Random(1 << 30));
        for (const char* name : {"decode", "chunks", "range", "stream"}) {
          const bool fatal = Random(4) == 0;
          v8::Local<v8::Value> result = Call(
              name,
              {LabelOf(encoding), v8::Boolean::New(isolate(), fatal), view});
          ExpectExplained(result, places, places.size(), encoding, fatal);
          // Neither of the texts alone.
          if (result->IsString() && places.size() < 10000) {
            bool is_pure = false;
            for (const std::vector<uint8_t>& bytes : texts.bytes) {
              std::vector<Choice> pure;
              for (const uint8_t byte : bytes) {
                pure.push_back({byte, byte, byte});
              }
              is_pure |=
                  CanBeDecodedTo(pure, pure.size(), encoding, UnitsOf(result));
            }
            mixed += !is_pure;
          }
        }
        DecodeOptions options;
        options.shared = true;
        v8::Local<v8::String> string;
        if (DecodeToString(isolate(), {memory.bytes().data(), texts.size()},
                           encoding, options)
                .string.ToLocal(&string)) {
          ExpectExplained(string, places, places.size(), encoding, false);
        } else {
          ADD_FAILURE() << Name(encoding);
        }
      },
      &mixed);
  // There was a race.
  EXPECT_GT(mixed, 0u);
}

TEST_F(RacesTest, ValidatingWhileAThreadWrites) {
  ForAWhile([&] {
    const Encoding encoding = AnyEncoding();
    const Texts texts = AnyTexts(encoding, AnyLength());
    const GuardedMemory memory(texts.size(), Random(2) == 0);
    v8::Local<v8::Uint8Array> view = NewShared(memory);
    const Wellformedness can_be =
        WellformednessOf(texts.Places(), texts.size(), encoding);
    const NativeWriter writer(memory.bytes(), texts, Random(1 << 30));
    v8::Local<v8::Function> function =
        EvaluateToValue(
            context(), "(view, label) => extras.isWellFormedBytes(view, label)")
            .ToLocalChecked()
            .As<v8::Function>();
    v8::Local<v8::Value> arguments[] = {view, LabelOf(encoding)};
    for (int i = 0; i < 10; ++i) {
      v8::Local<v8::Value> result =
          function->Call(context(), v8::Undefined(isolate()), 2, arguments)
              .ToLocalChecked();
      EXPECT_TRUE(result->IsTrue() ? can_be.can_be_well_formed
                                   : can_be.can_be_malformed)
          << Name(encoding);
    }
  });
}

TEST_F(RacesTest, EncodingWhileAThreadWrites) {
  v8::Local<v8::Function> function =
      EvaluateToValue(
          context(),
          "const encoder = new TextEncoder;"
          "(text, view) => {"
          "  const {read, written} = encoder.encodeInto(text, view);"
          "  return read * 2 ** 25 + written }")
          .ToLocalChecked()
          .As<v8::Function>();
  constexpr uint8_t kUntouched = 0xFF;  // Which UTF-8 hasn't.
  constexpr uint8_t kOther = 0xFE;
  ForAWhile([&] {
    const std::vector<uint8_t> source = AnyText(Encoding::kUtf8, AnyLength());
    v8::Local<v8::String> string;
    ASSERT_TRUE(DecodeToString(isolate(), {source.data(), source.size()})
                    .string.ToLocal(&string));
    const size_t room = 1 + Random(2 * source.size());
    std::vector<uint8_t> expected(room);
    const EncodedInto encoded =
        EncodeInto(isolate(), string, expected.data(), room);
    const size_t written = encoded.written;
    if (written == 0) {
      return;
    }
    const GuardedMemory memory(room, Random(2) == 0);
    const std::span<uint8_t> bytes = memory.bytes();
    std::memset(bytes.data(), kUntouched, room);
    v8::Local<v8::Value> arguments[] = {string, NewShared(memory)};
    const Texts others = {{std::vector<uint8_t>(written, kOther),
                           std::vector<uint8_t>(written, kOther)}};
    {
      const NativeWriter writer(bytes.first(written), others, Random(1 << 30));
      for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(
            function->Call(context(), v8::Undefined(isolate()), 2, arguments)
                .ToLocalChecked()
                .As<v8::Number>()
                ->Value(),
            static_cast<double>(encoded.read) * 0x1p25 +
                static_cast<double>(written));
      }
    }
    for (size_t i = 0; i < room; ++i) {
      ASSERT_TRUE(i < written ? bytes[i] == expected[i] || bytes[i] == kOther
                              : bytes[i] == kUntouched)
          << i << " of " << written;
    }
  });
}

// The same memory in another isolate, whose script writes.
TEST_F(RacesTest, DecodingWhileAnIsolateWrites) {
  ForAWhile([&] {
    const Encoding encoding = AnyEncoding();
    const Texts texts = AnyTexts(encoding, AnyLength() % 30000 + 1);
    const std::vector<Choice> places = texts.Places();
    const GuardedMemory memory(texts.size(), Random(2) == 0);
    std::copy_n(texts.bytes[0].data(), texts.size(), memory.bytes().data());
    const auto list = [](const std::vector<uint8_t>& bytes) {
      std::string numbers;
      for (const uint8_t byte : bytes) {
        numbers += std::to_string(byte) + ",";
      }
      return "Uint8Array.of(" + numbers + ")";
    };
    const auto array = [&](const std::vector<uint8_t>& bytes) {
      // A call takes only so many arguments.
      std::string arrays;
      for (size_t i = 0; i < bytes.size(); i += 1000) {
        arrays += "..." +
                  list({bytes.begin() + static_cast<ptrdiff_t>(i),
                        bytes.begin() + static_cast<ptrdiff_t>(std::min(
                                            i + 1000, bytes.size()))}) +
                  ",";
      }
      return "new Uint8Array([" + arrays + "])";
    };
    const ScriptThread writer(
        memory.NewStore(),
        "const texts = [" + array(texts.bytes[0]) + "," +
            array(texts.bytes[1]) +
            "]; const view = new Uint8Array(shared);"
            "for (let turn = 0; !stop(); ++turn) {"
            "  if (turn % 2) view.set(texts[turn >> 1 & 1]);"
            "  else for (let i = turn % 7; i < view.length; i += 3)"
            "    Atomics.store(view, i, texts[turn % 5 & 1][i]);"
            "}");
    v8::Local<v8::Uint8Array> view = NewShared(memory);
    for (int i = 0; i < 20; ++i) {
      const char* const names[] = {"decode", "chunks", "range", "stream"};
      const bool fatal = Random(4) == 0;
      ExpectExplained(
          Call(names[i % 4],
               {LabelOf(encoding), v8::Boolean::New(isolate(), fatal), view}),
          places, places.size(), encoding, fatal);
    }
  });
}

// Growable buffers where V8 has them, before the isolate is made.
class GrowingRacesTest : private ResizableBuffers, public RacesTest {};

// The other isolate makes the memory longer, and fills in what is new.
TEST_F(GrowingRacesTest, DecodingWhileAnIsolateGrows) {
  size_t grown = 0;
  ForAWhile(
      [&] {
        constexpr size_t kMax = 20000;
        constexpr Choice kChoice = {0, 0xC3, 0xA9};
        const std::vector<Choice> places(kMax, kChoice);
        v8::Local<v8::SharedArrayBuffer> buffer =
            EvaluateToValue(context(),
                            "new SharedArrayBuffer(1, {maxByteLength: 20000})")
                .ToLocalChecked()
                .As<v8::SharedArrayBuffer>();
        context()
            ->Global()
            ->Set(context(),
                  v8::String::NewFromUtf8Literal(isolate(), "shared"), buffer)
            .Check();
        v8::Local<v8::ArrayBufferView> view =
            EvaluateToValue(context(), "new Uint8Array(shared)")
                .ToLocalChecked()
                .As<v8::ArrayBufferView>();
        const auto length = [&] {
          return static_cast<size_t>(
              EvaluateToValue(context(), "shared.byteLength")
                  .ToLocalChecked()
                  ->Uint32Value(context())
                  .FromJust());
        };
        const ScriptThread grower(
            buffer->GetBackingStore(),
            "const view = new Uint8Array(shared);"
            "for (let turn = 0; !stop(); ++turn) {"
            "  const length = shared.byteLength;"
            "  if (length < 20000)"
            "    shared.grow(Math.min(20000, length + 1 + turn % 40));"
            "  view.fill(turn % 2 ? 0xC3 : 0xA9, length >> 1);"
            "}");
        size_t before = 0;
        while (before < kMax && !HasFailure()) {
          before = length();
          const bool takes_view = Random(2) == 0;
          // V8 10.2 tells its embedder no other length of a view than the
          // first.
          const size_t min_length =
              takes_view ? std::min(before, view->ByteLength()) : before;
          v8::Local<v8::Value> result = Call(
              "decode",
              {LabelOf(Encoding::kUtf8), v8::Boolean::New(isolate(), false),
               takes_view ? view.As<v8::Value>() : buffer.As<v8::Value>()});
          const size_t after = length();
          grown += before != after;
          ExpectExplained(result, std::span(places).first(after), min_length,
                          Encoding::kUtf8, false);
        }
      },
      &grown);
  EXPECT_GT(grown, 0u);
}

// A shared buffer only grows, so what a view holds it never ceases to.
TEST_F(GrowingRacesTest, ViewsHoldTheirBytesWhileAnIsolateGrows) {
  ForAWhile([&] {
    const v8::Local<v8::SharedArrayBuffer> buffer =
        EvaluateToValue(
            context(),
            "var shared = new SharedArrayBuffer(64, {maxByteLength: 1 << 19});"
            "shared")
            .ToLocalChecked()
            .As<v8::SharedArrayBuffer>();
    const ScriptThread grower(
        buffer->GetBackingStore(),
        "for (let length = 64; !stop() && length < 1 << 19; length += 8)"
        "  shared.grow(length);"
        "while (!stop());");
    // V8 10.2 tells its embedder that such a DataView has no bytes.
    const v8::Local<v8::Value> data_view =
        EvaluateToValue(context(),
                        "var dataView = new DataView(shared);"
                        "dataView")
            .ToLocalChecked();
    const bool has_data_view =
        data_view.As<v8::ArrayBufferView>()->ByteLength() != 0;
    EXPECT_EQ(Evaluate("var views = [" +
                       std::string(has_data_view ? "dataView," : "") +
                       "    new Uint8Array(shared), new Uint32Array(shared)];"
                       "var failed = [];"
                       "for (let turn = 0; turn < 90000; ++turn) {"
                       "  const view = views[turn % views.length];"
                       "  try {"
                       "    extras.decodeRange(view, 0, 64);"
                       "  } catch (error) { failed.push(view, error) }"
                       "}"
                       "failed.slice(0, 9).join()"),
              "");
  });
}

}  // namespace
}  // namespace v8_encoding::testing
