// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Views on buffers that scripts have made shorter or longer. V8 10.2 has those
// with a flag only, and then tells its embedder lengths of views that are no
// longer theirs; js-tests/resizable_buffers.test.js is about newer ones.

#include <string>

#include "bindings/testing/pauses.h"
#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

class ShrunkBuffersTest : public ::testing::Test {
 protected:
  // In a context with the interfaces and the extras.
  std::string Evaluate(const std::string& source) {
    v8::Isolate* isolate = isolate_.get();
    v8::HandleScope scope(isolate);
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
    Install(isolate, global);
    global->Set(isolate, "extras", NewExtrasTemplate(isolate));
    pauses_.InstallInto(isolate, global);
    v8::Local<v8::Context> context = v8::Context::New(isolate, nullptr, global);
    return testing::Evaluate(context, source);
  }

  Pauses& pauses() { return pauses_; }

 private:
  ResizableBuffers resizable_buffers_;
  TestIsolate isolate_;
  Pauses pauses_{isolate_.get()};
};

// Views of each kind on 1,000,000 bytes, with names, and the number of bytes
// that each has when only 10 are left.
constexpr char kViews[] =
    "const kFull = 1000000;"
    "const decoder = new TextDecoder, encoder = new TextEncoder;"
    "const buffer = new ArrayBuffer(kFull, {maxByteLength: kFull});"
    "new Uint8Array(buffer).fill(0x2A);"
    "const views = {"
    "  fixed: [new Uint8Array(buffer, 0, kFull), 0],"
    "  part: [new Uint8Array(buffer, 4, 6), 6],"
    "  fixedBehind: [new Uint8Array(buffer, 9, 2), 0],"
    "  fixedPart: [new Uint8Array(buffer, 4, 7), 0],"
    "  tracking: [new Uint8Array(buffer), 10],"
    "  trackingPart: [new Uint8Array(buffer, 8), 2],"
    "  trackingEnd: [new Uint8Array(buffer, 10), 0],"
    "  trackingBehind: [new Uint8Array(buffer, 16), 0],"
    "  words: [new Uint32Array(buffer, 0, kFull / 4), 0],"
    "  trackingWords: [new Uint32Array(buffer), 8],"
    "  trackingDoubles: [new Float64Array(buffer, 8), 0],"
    "  view: [new DataView(buffer, 0, kFull), 0],"
    "  viewPart: [new DataView(buffer, 2, 8), 8],"
    "};"
    "const wrong = [];"
    "const check = (name, actual, expected) => actual === expected ||"
    "    wrong.push(name + ': ' + actual + ', not ' + expected);";

TEST_F(ShrunkBuffersTest, AreReadAsFarAsTheyGo) {
  EXPECT_EQ(Evaluate(std::string(kViews) +
                     "buffer.resize(10);"
                     "for (const name in views) {"
                     "  const [view, length] = views[name];"
                     "  let byteLength = 0;"
                     "  try { byteLength = view.byteLength } catch {}"
                     "  check(name, byteLength, length);"
                     "  check(name, decoder.decode(view), '*'.repeat(length));"
                     "  check(name, extras.decodeRange(view, 0, length).length,"
                     "        length);"
                     "  check(name, extras.isWellFormedBytes(view), true);"
                     "  let error;"
                     "  try { extras.decodeRange(view, 0, length + 1) }"
                     "  catch (e) { error = e }"
                     "  check(name, error instanceof RangeError, true);"
                     "}"
                     "wrong.join('\\n')"),
            "");
}

TEST_F(ShrunkBuffersTest, AreWrittenToAsFarAsTheyGo) {
  EXPECT_EQ(
      Evaluate(std::string(kViews) +
               "const text = 'a'.repeat(kFull);"
               "for (const name in views) {"
               "  const [view, length] = views[name];"
               "  if (!(view instanceof Uint8Array)) continue;"
               "  buffer.resize(10);"
               "  check(name, encoder.encodeInto(text, view).written,"
               "        length);"
               "  check(name, extras.encodeIntoAt(text, view, 0, length)"
               "        .written, length);"
               "  buffer.resize(kFull);"
               "  check(name, new Uint8Array(buffer).indexOf(97, 10), -1);"
               "}"
               "wrong.join('\\n')"),
      "");
}

TEST_F(ShrunkBuffersTest, HaveNoBytesIfNothingIsLeft) {
  EXPECT_EQ(Evaluate(std::string(kViews) +
                     "buffer.resize(0);"
                     "for (const name in views)"
                     "  check(name, decoder.decode(views[name][0]), '');"
                     "check('buffer', decoder.decode(buffer), '');"
                     "wrong.join('\\n')"),
            "");
}

TEST_F(ShrunkBuffersTest, AreLookedAtAfterTheConversions) {
  EXPECT_EQ(
      Evaluate(
          std::string(kViews) +
          "for (const name in views) {"
          "  const [view, length] = views[name];"
          "  buffer.resize(kFull);"
          "  new Uint8Array(buffer).fill(0x2A);"
          "  const options = {get stream() { buffer.resize(10); }};"
          "  check(name, decoder.decode(view, options),"
          "        '*'.repeat(length));"
          "  if (!(view instanceof Uint8Array)) continue;"
          "  buffer.resize(kFull);"
          "  const source = {toString() { buffer.resize(10);"
          "                               return 'a'.repeat(kFull) }};"
          "  check(name, encoder.encodeInto(source, view).written, length);"
          "}"
          "wrong.join('\\n')"),
      "");
}

TEST_F(ShrunkBuffersTest, SharedOnesOnlyGrow) {
  EXPECT_EQ(Evaluate("const decoder = new TextDecoder;"
                     "const buffer ="
                     "    new SharedArrayBuffer(10, {maxByteLength: 1000});"
                     "const fixed = new Uint8Array(buffer, 2, 8);"
                     "const tracking = new Uint8Array(buffer);"
                     "new Uint8Array(buffer).fill(0x2A);"
                     "buffer.grow(1000);"
                     "[decoder.decode(buffer).length, decoder.decode(fixed),"
                     " decoder.decode(tracking).startsWith('**********'),"
                     " new TextEncoder().encodeInto('a'.repeat(99), fixed)"
                     "    .written].join()"),
            "1000,********,true,8");
}

// What handles an interrupt in the middle of a long call resizes the buffer, of
// which the call reads or writes the first 20,000 bytes.
TEST_F(ShrunkBuffersTest, InAPauseOfALongCall) {
  pauses().SetMaxPieceSize(4096);
  const std::string calls[] = {
      "new TextDecoder().decode(part).length",
      "new TextDecoder('gbk').decode(view).length",
      "extras.decodeRange(buffer, 0, 20000).length",
      "extras.isWellFormedBytes(part) ? 20000 : 0",
      "encoder.encodeInto(text, part).written",
      "extras.encodeIntoAt(text, all, 0, 20000).written",
  };
  for (const std::string& call : calls) {
    for (const int length : {0, 19'999, 20'000, 30'000, 60'000}) {
      for (const int pause : {1, 2, 3, 4}) {
        const std::string result = Evaluate(
            "const buffer = new ArrayBuffer(30000, {maxByteLength: 90000});"
            "const all = new Uint8Array(buffer).fill(0x2A);"
            "const part = new Uint8Array(buffer, 0, 20000);"
            "const view = new DataView(buffer, 0, 20000);"
            "const text = '*'.repeat(30000), encoder = new TextEncoder;"
            // A realm's first encoding calls scripts' constructors, where V8
            // handles interrupts, too.
            "encoder.encode('');"
            "pauses.callAt(" +
            std::to_string(pause) + ", () => buffer.resize(" +
            std::to_string(length) + "));" + call);
        EXPECT_TRUE(pauses().TakeHappened());
        if (length >= 20'000) {
          EXPECT_EQ(result, "20000") << call << length;
        } else {
          EXPECT_TRUE(
              result.starts_with("threw TypeError: Failed to execute '"))
              << call << length << result;
        }
      }
    }
  }
}

}  // namespace
}  // namespace v8_encoding::testing
