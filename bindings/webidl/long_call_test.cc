// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Long calls, in each of whose pauses something happens.
// (shrunk_buffers_test.cc has buffers that are resized there.)

#include "bindings/webidl/long_call.h"

#include <string>
#include <thread>
#include <vector>

#include "bindings/testing/pauses.h"
#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

// A call that is long.
struct Call {
  std::string name;
  std::string input;   // An expression; new for each time.
  std::string caller;  // An expression: a function that takes the input, with
                       // an object that is new for each time.
  int min_pauses;      // That a call has at least, in all its passes.
  size_t piece = 4096;
};

// Before each: what the expressions below use.
constexpr char kPrelude[] =
    "const encoder = new TextEncoder, ascii = 'abcdefgh', kShort = 2560;"
    "const utf8 = (text) => encoder.encode(text);"
    "const repeat = (bytes, n) => {"
    "  const result = new Uint8Array(bytes.length * n);"
    "  for (let i = 0; i < n; ++i) result.set(bytes, i * bytes.length);"
    "  return result;"
    "};"
    "const shared = (bytes) => {"
    "  const result = new Uint8Array(new SharedArrayBuffer(bytes.length));"
    "  result.set(bytes);"
    "  return result;"
    "};"
    "const decode = (label, options) => {"
    "  const decoder = new TextDecoder(label, options);"
    "  return (bytes) => decoder.decode(bytes);"
    "};"
    // With the start of a character in the state, before and after.
    "const decodeChunk = (label, start) => {"
    "  const decoder = new TextDecoder(label);"
    "  decoder.decode(Uint8Array.from(start), {stream: true});"
    "  return (bytes) => decoder.decode(bytes, {stream: true});"
    "};"
    "const write = (stream, start) => {"
    "  stream.writable.write(start);"
    "  return (chunk) => stream.writable.write(chunk);"
    "};"
    // What is read and written, and in what `destination` holds then.
    "const into = (encodeInto, destination) => (text) => {"
    "  const {read, written} = encodeInto(text, destination);"
    "  return [read, written, ...destination];"
    "};"
    "const same = (a, b) => typeof a !== 'object' ? a === b :"
    "    a.length === b.length && a.every((each, i) => each === b[i]);"
    "let input, copy, call, expected;";

// Of bytes that are no SharedArrayBuffer's.
const std::vector<Call>& DecodingCalls() {
  static const auto* const calls = new std::vector<Call>{
      {"ascii", "utf8(ascii.repeat(kShort))", "decode()", 4},
      {"external ascii", "utf8(ascii.repeat(150000))", "decode()", 7, 300'000},
      {"latin1", "utf8('\u00E9'.repeat(10000))", "decode()", 5},
      {"ascii and latin1", "utf8(ascii.repeat(kShort) + '\u00E9'.repeat(6000))",
       "decode()", 13},
      {"wide", "utf8('\u20AC'.repeat(8000))", "decode()", 6},
      {"wide behind a byte order mark",
       "utf8('\\uFEFF' + '\u20AC'.repeat(8000))", "decode()", 6},
      {"wide at the end of ascii", "utf8(ascii.repeat(kShort) + '\u20AC')",
       "decode()", 11},
      {"wide at the end of latin1",
       "utf8('\u00E9' + ascii.repeat(kShort) + '\u20AC')", "decode()", 11},
      {"external wide", "utf8((ascii + '\u20AC').repeat(120000))", "decode()",
       10, 300'000},
      {"limited", "repeat(utf8('\u00E9'.repeat(1000)), 1100)", "decode()", 24,
       300'000},
      {"malformed", "repeat([0x61, 0xE2, 0x82, 0xFF], 5000)", "decode()", 6},
      {"fatal", "utf8('\u20AC'.repeat(8000))", "decode('utf-8', {fatal: true})",
       6},
      {"utf-16le", "repeat([0xAC, 0x20], 9000)", "decode('utf-16le')", 5},
      {"gb18030", "repeat([0x81, 0x30, 0x81, 0x31, 0xA2, 0xE3], 5000)",
       "decode('gb18030')", 8},
      // Ends with the start of a character that the next chunk's start ends.
      {"a chunk", "repeat([0x82, 0xAC, 0xE2], 8000)",
       "decodeChunk('utf-8', [0xE2])", 6},
      {"a chunk after which nothing waits",
       "repeat([0x40, 0x40, 0x81], 9001).subarray(0, 27001)",
       "decodeChunk('shift_jis', [0x81])", 7},
      {"a stream's chunk", "repeat([0x82, 0xAC, 0xE2], 8000)",
       "write(new TextDecoderStream, Uint8Array.of(0xE2))", 6},
      {"decodeRange", "utf8('\u20AC'.repeat(9000))",
       "(bytes) => extras.decodeRange(bytes, 3, bytes.length)", 7},
      {"isWellFormedBytes", "utf8('\u20AC'.repeat(8000))",
       "(bytes) => extras.isWellFormedBytes(bytes)", 5},
  };
  return *calls;
}

const std::vector<Call>& EncodingCalls() {
  static const auto* const calls = new std::vector<Call>{
      {"latin1", "'\u00E9'.repeat(20000)", "(text) => encoder.encode(text)", 9},
      {"long ascii", "ascii.repeat(150000)", "(text) => encoder.encode(text)",
       7, 300'000},
      {"pairs", "('x' + '\U0001F600'.repeat(9000))",
       "(text) => encoder.encode(text)", 9},
      {"lone surrogates", "'\\uD83D'.repeat(9000)",
       "(text) => encoder.encode(text)", 5},
      {"a stream's chunk", "'\\uDE00\\uD83D'.repeat(9000)",
       "write(new TextEncoderStream, '\\uD83D')", 9},
      {"encodeInto", "'\U0001F600'.repeat(9000)",
       "into((text, to) => encoder.encodeInto(text, to),"
       "     new Uint8Array(36010))",
       4},
      {"encodeInto, what fits", "'x' + '\U0001F600'.repeat(9000)",
       "into((text, to) => encoder.encodeInto(text, to),"
       "     new Uint8Array(30003))",
       3},
      {"encodeInto of shared memory", "'\u20AC\u00E9'.repeat(9000)",
       "into((text, to) => encoder.encodeInto(text, to),"
       "     shared(new Uint8Array(45010)))",
       15},
      {"encodeIntoAt", "'\u20AC'.repeat(9000)",
       "into((text, to) => extras.encodeIntoAt(text, to, 5, 27005, 1),"
       "     new Uint8Array(27010))",
       2},
      {"utf8ByteLength", "'\U0001F600'.repeat(9000)",
       "(text) => extras.utf8ByteLength(text)", 4},
      {"extras.encode", "'\u20AC'.repeat(9000)",
       "(text) => extras.encode(text)", 5},
      {"a legacy encoding", "'\u20AC\u4E02'.repeat(9000)",
       "(text) => extras.encode(text, 'gbk')", 9},
  };
  return *calls;
}

// Streams' steps, called as they are.
v8::MaybeLocal<v8::Function> CallSteps(v8::Local<v8::Context> context) {
  return EvaluateToValue(
             context,
             "(transform, flush, state) => ({readable: {},"
             "  writable: {write: (chunk) => transform(state, chunk)}})")
      .ToLocalChecked()
      .As<v8::Function>();
}

class LongCallTest : public ::testing::Test {
 protected:
  LongCallTest() {
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    pauses_.InstallInto(isolate(), global);
    global->Set(isolate(), "extras", NewExtrasTemplate(isolate()));
    context_ = v8::Context::New(isolate(), nullptr, global);
    InstallOptions options;
    options.streams = CallSteps;
    options.max_result_length = 2'000'000;
    EXPECT_TRUE(Install(context_, options).FromMaybe(false));
    EXPECT_EQ(Evaluate(std::string(kPrelude) + "''"), "");
  }

  // Has scripts make the input and what the call is made with anew.
  void Renew(const Call& call) {
    pauses_.SetMaxPieceSize(0);
    EXPECT_EQ(
        Evaluate("input = " + call.input + "; call = " + call.caller + "; ''"),
        "");
    pauses_.SetMaxPieceSize(call.piece);
  }

  // Sets `expected` to what the call gives without a pause.
  void Expect(const Call& call) {
    Renew(call);
    pauses_.SetMaxPieceSize(0);
    EXPECT_EQ(Evaluate("expected = call(input); ''"), "");
  }

  std::string Evaluate(const std::string& source) {
    return testing::Evaluate(context_, source);
  }

  v8::Isolate* isolate() { return isolate_.get(); }
  Pauses& pauses() { return pauses_; }

 private:
  TestIsolate isolate_;
  v8::HandleScope scope_{isolate()};
  Pauses pauses_{isolate()};
  v8::Local<v8::Context> context_;
};

std::vector<Call> AllCalls() {
  std::vector<Call> calls = DecodingCalls();
  for (Call shared : DecodingCalls()) {
    shared.name += ", shared";
    shared.input = "shared(" + shared.input + ")";
    shared.min_pauses = 4;
    calls.push_back(shared);
  }
  calls.insert(calls.end(), EncodingCalls().begin(), EncodingCalls().end());
  return calls;
}

// Ended in each pause; and as if it hadn't been made.
TEST_F(LongCallTest, CanBeTerminated) {
  for (const Call& call : AllCalls()) {
    SCOPED_TRACE(call.name);
    Expect(call);
    int pause = 0;
    for (bool happened = true; happened;) {
      Renew(call);
      const std::string result =
          Evaluate("pauses.terminateAt(" + std::to_string(++pause) +
                   "); same(call(input), expected)");
      happened = pauses().TakeHappened();
      EXPECT_EQ(result, happened ? "terminated" : "true") << pause;
      isolate()->CancelTerminateExecution();
      if (happened) {
        EXPECT_EQ(Evaluate("same(call(input), expected)"), "true") << pause;
      }
    }
    EXPECT_GT(pause, call.min_pauses);
  }
}

// Each interrupt that is asked for is handled before the next pause.
TEST_F(LongCallTest, HandlesInterrupts) {
  for (const Call& call : AllCalls()) {
    SCOPED_TRACE(call.name);
    Expect(call);
    Renew(call);
    const int handled_before = pauses().handled();
    pauses().RequestAlways(true);
    EXPECT_EQ(Evaluate("same(call(input), expected)"), "true");
    pauses().RequestAlways(false);
    EXPECT_EQ(pauses().handled(), pauses().requested());
    EXPECT_GT(pauses().handled() - handled_before, call.min_pauses);
  }
}

// One pause less than there are pieces, also when V8 has long compiled the
// function anew.
TEST_F(LongCallTest, PausesBetweenPieces) {
  for (const int pieces : {1, 2, 3, 20, 10'000}) {
    pauses().SetMaxPieceSize(4096);
    EXPECT_EQ(Evaluate("input = 'x'.repeat(" + std::to_string(pieces * 4096) +
                       "); call = () => extras.utf8ByteLength(input); ''"),
              "");
    const int entered_before = pauses().entered();
    const int handled_before = pauses().handled();
    pauses().RequestAlways(true);
    EXPECT_EQ(Evaluate("call()"), std::to_string(pieces * 4096));
    pauses().RequestAlways(false);
    // And one entrance by the evaluation.
    EXPECT_EQ(pauses().entered() - entered_before, pieces);
    EXPECT_EQ(pauses().handled() - handled_before, pieces);
  }
}

// What ends a conversion ends its pauses.
TEST_F(LongCallTest, NoPausesBehindAnUnmappableCharacter) {
  pauses().SetMaxPieceSize(4096);
  EXPECT_EQ(Evaluate("call = (rest) => {"
                     "  const text = 'x'.repeat(5000) + '\\u4E00' + rest;"
                     "  try { extras.encode(text, 'windows-1252') }"
                     "  catch (error) { return error.name }"
                     "}; ''"),
            "");
  const auto entered_with = [&](const std::string& rest) {
    const int entered_before = pauses().entered();
    EXPECT_EQ(Evaluate("call(" + rest + ")"), "TypeError");
    return pauses().entered() - entered_before;
  };
  EXPECT_EQ(entered_with("'x'.repeat(400000)"), entered_with("''"));
}

// Texts of up to 4 MiB don't pause unless a test says so, and in multi-byte
// encodings, which can take much longer, of up to 256 KiB.
TEST_F(LongCallTest, OnlySoMuchIsLong) {
  struct Limit {
    const char* input;
    const char* call;
    int length;
  };
  constexpr Limit kLimits[] = {
      {"'x'.repeat", "extras.utf8ByteLength(input)", 4 << 20},
      {"new Uint8Array",
       "extras.isWellFormedBytes(input, 'koi8-r') && input.length", 4 << 20},
      {"new Uint8Array",
       "extras.isWellFormedBytes(input, 'utf-16le') && input.length", 4 << 20},
      {"new Uint8Array",
       "extras.isWellFormedBytes(input, 'gbk') && input.length", 256 << 10},
      {"new Uint8Array", "new TextDecoder('gb18030').decode(input).length",
       256 << 10},
      {"'x'.repeat", "extras.encode(input, 'iso-2022-jp').length", 256 << 10},
  };
  for (const Limit& limit : kLimits) {
    const auto entered = [&](int length) {
      EXPECT_EQ(Evaluate(std::string("input = ") + limit.input + "(" +
                         std::to_string(length) + "); call = () => " +
                         limit.call + "; ''"),
                "");
      const int before = pauses().entered();
      EXPECT_EQ(Evaluate("call()"), std::to_string(length)) << limit.call;
      return pauses().entered() - before;
    };
    entered(20'000);
    const int without_pause = entered(20'000);
    EXPECT_EQ(entered(limit.length), without_pause) << limit.call;
    EXPECT_GT(entered(limit.length + 2), without_pause) << limit.call;
  }
}

constexpr char kChanged[] =
    "The buffer was detached, resized or written to during the call.";

// The buffer is written to in each pause: each byte is the old one or the new
// one, so that no other characters can come of it.
TEST_F(LongCallTest, AnOverwrittenBufferIsDecodedOrATypeError) {
  struct Overwritten {
    std::string input;
    std::string decoder;
    std::string byte;        // Written to all of the input, or to a part.
    std::string characters;  // Of a class, all that can come of it.
    bool can_throw = true;   // For what was read as ASCII and isn't.
    size_t piece = 4096;
    int min_pauses = 4;
  };
  const Overwritten kCases[] = {
      // What has been read is written to, and the last piece is as it was. The
      // large heap is for V8 10.2: else its string is outside of the heap.
      {"(globalThis.heap ||= Array.from({length: 1500000}, (_, i) => ({i})),"
       " utf8(ascii.repeat(80000)))",
       "decode('gb18030', {fatal: true})", "0xE9, 0, 10", "a-h", true, 0, 1},
      {"utf8(ascii.repeat(kShort))", "decode()", "0xE9", "a-h\\uFFFD"},
      {"utf8(ascii.repeat(150000))", "decode()", "0xE9", "a-h\\uFFFD", true,
       300'000},
      {"utf8(ascii.repeat(kShort) + '\u00E9'.repeat(6000))", "decode()", "0x80",
       "a-h\u00E9\\uFFFD"},
      {"utf8(ascii.repeat(kShort) + '\u20AC')", "decode()", "0xFF",
       "a-h\u20AC\\uFFFD"},
      {"utf8(ascii.repeat(kShort))", "decode('utf-8', {fatal: true})", "0xFF",
       "a-h"},
      {"utf8(ascii.repeat(kShort))", "decode('windows-1251')", "0xC0",
       "a-h\u0410"},
      {"utf8(ascii.repeat(kShort))", "decode('iso-2022-jp')", "0x1B",
       "a-h\\uFFFD", false},
      {"utf8(ascii.repeat(kShort))", "decode()", "0x7A", "a-hz", false},
  };
  for (const Overwritten& each : kCases) {
    SCOPED_TRACE(each.input + ", " + each.decoder + ", " + each.byte);
    const Call call{.name = {},
                    .input = each.input,
                    .caller = each.decoder,
                    .min_pauses = each.min_pauses,
                    .piece = each.piece};
    int pause = 0;
    int changed_count = 0;
    for (bool happened = true; happened;) {
      Renew(call);
      const std::string result = Evaluate(
          "pauses.callAt(" + std::to_string(++pause) + ", () => input.fill(" +
          each.byte + ")); /^[" + each.characters + "]*$/.test(call(input))");
      happened = pauses().TakeHappened();
      if (result != "true") {
        EXPECT_TRUE(result.starts_with("threw TypeError: Failed to execute '"))
            << pause << result;
        changed_count += result.ends_with(kChanged);
      }
    }
    EXPECT_GT(pause, call.min_pauses);
    EXPECT_EQ(changed_count > 0, each.can_throw);
  }
}

// The buffer is detached in each pause.
TEST_F(LongCallTest, ADetachedBufferIsATypeError) {
  for (const Call& call : DecodingCalls()) {
    SCOPED_TRACE(call.name);
    Expect(call);
    int pause = 0;
    for (bool happened = true; happened;) {
      Renew(call);
      const std::string result = Evaluate(
          "copy = input.slice(); pauses.callAt(" + std::to_string(++pause) +
          ", () => pauses.detach(input.buffer)); same(call(input), expected)");
      happened = pauses().TakeHappened();
      if (!happened) {
        EXPECT_EQ(result, "true");
        break;
      }
      EXPECT_TRUE(result.starts_with("threw TypeError: Failed to execute '"))
          << pause << result;
      EXPECT_TRUE(result.ends_with(kChanged)) << pause << result;
      // The state is what it was.
      EXPECT_EQ(Evaluate("same(call(copy), expected)"), "true") << pause;
    }
    EXPECT_GT(pause, call.min_pauses);
  }
}

TEST_F(LongCallTest, ADetachedDestinationIsATypeError) {
  for (const std::string call :
       {"encoder.encodeInto(input, destination)",
        "extras.encodeIntoAt(input, destination, 2, 27002)"}) {
    pauses().SetMaxPieceSize(4096);
    for (int pause = 1; pause <= 2; ++pause) {
      const std::string result = Evaluate(
          "input = '\u20AC'.repeat(9000);"
          "{ const destination = new Uint8Array(27002);"
          "  pauses.callAt(" +
          std::to_string(pause) +
          ", () => pauses.detach(destination.buffer));" + call + "}");
      EXPECT_TRUE(pauses().TakeHappened());
      EXPECT_TRUE(result.ends_with(kChanged)) << result;
    }
  }
}

// What handles an interrupt is a script's that uses the same objects, in long
// calls, too.
TEST_F(LongCallTest, TheSameObjectMayBeUsedInAPause) {
  const Call call = {"", "repeat([0x82, 0xAC, 0xE2], 8000)",
                     "decodeChunk('utf-8', [0xE2])", 0};
  Expect(call);
  for (int pause = 1; pause <= 6; ++pause) {
    for (const std::string inner :
         {"call(input) === expected", "call(input.subarray(0, 2)) !== ''"}) {
      Renew(call);
      EXPECT_EQ(Evaluate("var inner = false, outer; pauses.callAt(" +
                         std::to_string(pause) + ", () => { inner = " + inner +
                         " }); outer = call(input) === expected;"
                         // The state is the outer call's.
                         "[inner, outer, call(input) === expected].join()"),
                "true,true,true");
      EXPECT_TRUE(pauses().TakeHappened());
    }
  }
}

// Although the call that was ended would have been the last of the text.
TEST_F(LongCallTest, ATextGoesOnAfterATermination) {
  pauses().SetMaxPieceSize(4096);
  EXPECT_EQ(Evaluate("const decoder = new TextDecoder;"
                     "decoder.decode(Uint8Array.of(0xE2), {stream: true});"
                     "pauses.terminateAt(2);"
                     "decoder.decode(new Uint8Array(10000))"),
            "terminated");
  isolate()->CancelTerminateExecution();
  EXPECT_EQ(Evaluate("decoder.decode(Uint8Array.of(0x82, 0xAC))"), "€");
}

// C++ runs no script, whatever waits.
TEST_F(LongCallTest, ConversionsForCppDoNotPause) {
  pauses().SetMaxPieceSize(4096);
  const int entered_before = pauses().entered();
  isolate()->TerminateExecution();
  const std::string text(3'000'000, 'a');
  v8::Local<v8::String> string;
  ASSERT_TRUE(DecodeToString(isolate(), text).string.ToLocal(&string));
  EXPECT_EQ(EncodeToStdString(isolate(), string).bytes, text);
  EXPECT_EQ(Utf8Length(isolate(), string), text.size());
  isolate()->CancelTerminateExecution();
  EXPECT_EQ(pauses().entered(), entered_before);
}

// From another thread, in calls as long as they are outside of tests. The
// thread may come too early for a call or too late, but not for all of them.
TEST_F(LongCallTest, EndsWhenAnotherThreadSaysSo) {
  pauses().SetMaxPieceSize(0);
  EXPECT_EQ(Evaluate("input = new Uint8Array(64 << 20).fill(0x41);"
                     "let begun, done; ''"),
            "");
  int ended_midway = 0;
  for (int i = 0; i < 100 && ended_midway == 0; ++i) {
    EXPECT_EQ(Evaluate("begun = done = false; ''"), "");
    std::thread other([&] { isolate()->TerminateExecution(); });
    (void)Evaluate(
        "begun = true; extras.isWellFormedBytes(input, 'utf-16');"
        "done = true");
    other.join();
    isolate()->CancelTerminateExecution();
    ended_midway += Evaluate("[begun, done].join()") == "true,false";
  }
  EXPECT_EQ(ended_midway, 1);
}

}  // namespace
}  // namespace v8_encoding::testing
