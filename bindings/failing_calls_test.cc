// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Each call of V8's that can fail fails once in its turn, by an exception and
// by a termination, in all that scripts call: what comes of it is that failure
// or the right result, and the next call is right.

#include <string>
#include <string_view>

#include "bindings/testing/each_failing_call.h"
#include "gtest/gtest.h"

namespace v8_encoding::testing {
namespace {

// What scripts call.
struct ScriptCase {
  const char* name;
  const char* setup;
  const char* call;  // An expression; or calls report() by and by.
  const char* expected;
};

const ScriptCase kScriptCases[] = {
    {"Decode", "",
     "new TextDecoder('koi8-r', {fatal: true, ignoreBOM: true})"
     "    .decode(Uint8Array.of(0xC1), {stream: true})",
     "\u0430"},
    {"DecodeString", "const bytes = new Uint8Array(5000).fill(0x80);",
     "new TextDecoder().decode(bytes, {stream: {}}).length", "5000"},
    {"DecodeLabelOfAnObject", "",
     "new TextDecoder({toString: () => 'latin1'}).encoding", "windows-1252"},
    {"DecodeMalformed", "",
     "nameOf(() => new TextDecoder('gbk', {fatal: true})"
     "    .decode(Uint8Array.of(0xFF)))",
     "TypeError"},
    {"DecodeLong", "const bytes = new Uint8Array(5 << 20).fill(0xE9);",
     "new TextDecoder('latin1').decode(bytes).length", "5242880"},
    {"DecodeOverTheLimit", "const bytes = new Uint8Array(2 << 20).fill(0xE9);",
     "nameOf(() => new TextDecoder('latin1').decode(bytes).length)",
     "RangeError"},
    {"DecodeShared",
     "const bytes = new Uint8Array(new SharedArrayBuffer(3)).fill(97);",
     "new TextDecoder().decode(bytes)", "aaa"},
    {"WrongLabel", "", "nameOf(() => new TextDecoder('x'))", "RangeError"},
    {"WrongReceiver", "", "nameOf(() => TextDecoder.prototype.decode.call({}))",
     "TypeError"},
    {"WrongBuffer", "", "nameOf(() => new TextDecoder().decode(1))",
     "TypeError"},
    {"Encode", "", "new TextEncoder().encode('abc').join()", "97,98,99"},
    {"EncodeANumber", "", "new TextEncoder().encode(12).join()", "49,50"},
    {"EncodeLong", "const text = '\\u20AC'.repeat(30000);",
     "new TextEncoder().encode(text).length", "90000"},
    {"EncodeOverTheLimit", "const text = '\\xE9'.repeat(1 << 20);",
     "nameOf(() => new TextEncoder().encode(text).length)", "RangeError"},
    {"EncodeWithoutConstructor", "delete Uint8Array.prototype.constructor;",
     "new TextEncoder().encode('abc').length", "3"},
    {"EncodeWithAnotherConstructor",
     "Uint8Array.prototype.constructor = function() {};",
     "new TextEncoder().encode('abc').length", "3"},
    {"EncodeInto", "const bytes = new Uint8Array(9);",
     "{ const {read, written} = new TextEncoder().encodeInto('abc', bytes);"
     "  report(read + written); }",
     "6"},
    {"EncodeIntoOfTwoSizes", "const bytes = new Uint8Array(9);",
     "{ const {read, written} = new TextEncoder().encodeInto('\\u00E9b', "
     "bytes);"
     "  report(read + written); }",
     "5"},
    {"Subclass", "",
     "new (class extends TextDecoder {})('utf-8').decode(Uint8Array.of(97))",
     "a"},
    {"SubclassWithoutPrototype",
     "const NewTarget = function() {}.bind(); NewTarget.prototype = 1;",
     "Object.getPrototypeOf(Reflect.construct(TextDecoder, [], NewTarget)) ==="
     "    TextDecoder.prototype",
     "true"},
    {"SubclassByProxy",
     "const NewTarget = new Proxy(function() {}, {get: () => undefined});",
     "Object.getPrototypeOf(Reflect.construct(TextDecoder, [], NewTarget)) ==="
     "    TextDecoder.prototype",
     "true"},
    {"Extras", "",
     "extras.utf8ByteLength('\\u20AC') + extras.encode('a', 'big5').join() +"
     "    extras.isWellFormedBytes(Uint8Array.of(97), 'utf-8')",
     "397true"},
    {"ExtrasArguments", "",
     "[() => extras.isWellFormedBytes(Uint8Array.of(97), 'x'),"
     " () => extras.isWellFormedBytes(1),"
     " () => extras.decodeRange(Uint8Array.of(97), 0, 1, 'x'),"
     " () => extras.utf8ByteLength(Symbol()),"
     " () => extras.encodeIntoAt(Symbol(), Uint8Array.of(97)),"
     " () => extras.encode('a', 'x')].map(nameOf).join()",
     "RangeError,TypeError,RangeError,TypeError,TypeError,RangeError"},
    {"ExtrasEncodeMode", "",
     "extras.encode('\\u0E01', 'big5', {mode: {toString: () => "
     "'html'}}).length",
     "7"},
    {"ExtrasDecodeRange", "",
     "extras.decodeRange(Uint8Array.of(97, 98, 99), 1, 2, 'utf-8',"
     "    {fatal: true})",
     "b"},
    {"ExtrasEncodeIntoAt", "const bytes = new Uint8Array(3);",
     "extras.encodeIntoAt('abc', bytes, 1, 2).written + bytes.join()",
     "10,97,0"},
    {"ExtrasEncodings", "", "extras.encodings().length", "40"},
    {"ExtrasSniff", "", "extras.sniffEncoding === undefined ? 'none' : 'some'",
     "none"},
    {"DecoderStream", "",
     "{ const {readable, writable} = new TextDecoderStream('latin1');"
     "  const writer = writable.getWriter();"
     "  writer.write(Uint8Array.of(0xE9)).catch(report);"
     "  writer.close().catch(report);"
     "  const reader = readable.getReader();"
     "  reader.read().then(({value}) => value).then(report, report); }",
     "\u00E9"},
    {"EncoderStream", "",
     "{ const {readable, writable} = new TextEncoderStream;"
     "  const writer = writable.getWriter();"
     "  writer.write('\\uD800').catch(report);"
     "  writer.close().catch(report);"
     "  readable.getReader().read().then(({value}) => value.length)"
     "      .then(report, report); }",
     "3"},
    {"StreamMembers", "",
     "[new TextDecoderStream, new TextEncoderStream]"
     "    .map(({encoding, readable, writable}) => encoding +"
     "        readable.locked + writable.locked).join()",
     "utf-8falsefalse,utf-8falsefalse"},
    {"Streams", "",
     "{ const buffer = new ArrayBuffer(9);"
     "  const stream = new ReadableStream({type: 'bytes', pull(controller) {"
     "    controller.enqueue(new Uint8Array(buffer, 0, 3)) }});"
     "  stream.getReader({mode: 'byob'}).read(new Uint8Array(2))"
     "      .then(({value}) => value.length).then(report, report); }",
     "2"},
};

class FailingCallInScriptTest
    : public FailingCallTest,
      public ::testing::WithParamInterface<ScriptCase> {};

INSTANTIATE_TEST_SUITE_P(,
                         FailingCallInScriptTest,
                         ::testing::ValuesIn(kScriptCases),
                         [](const auto& info) { return info.param.name; });

TEST_P(FailingCallInScriptTest, EachFails) {
  const ScriptCase& each = GetParam();
  const std::string call = each.call;
  const bool reports = call.find("report") != std::string::npos;
  const auto run = [&](v8::Local<v8::Context> context) {
    v8::Local<v8::Value> ignored;
    if (!EvaluateToValue(context, "run()").ToLocal(&ignored)) {
      return false;
    }
    isolate()->PerformMicrotaskCheckpoint();
    return true;
  };
  WithEachFailure(
      each.name,
      [&] {
        InstallOptions options;
        options.streams_globals = true;
        options.max_result_length =
            std::string_view(each.name).ends_with("OverTheLimit") ? 1 << 20
                                                                  : 10 << 20;
        options.error_hook = ErrorHookThatAddsACode;
        v8::Local<v8::Context> context = NewRealm(options);
        EXPECT_EQ(
            Evaluate(context,
                     "var result;"
                     "const report = (value) => { result = result || "
                     "String(value) };"
                     "const nameOf = (f) => {"
                     "  try { return f() } catch (e) {"
                     "    if (e === 'failed') throw e;"
                     "    return e.name } };" +
                         std::string(each.setup) +
                         "const run = () => { result = undefined;" +
                         (reports ? call : "report(" + call + ")") + "}; ''"),
            "");
        return context;
      },
      run,
      [&](v8::Local<v8::Context> context) {
        // As it was reported, or nothing.
        const std::string result = Evaluate(context, "result");
        EXPECT_TRUE(result == each.expected || result == "failed" ||
                    result == "undefined")
            << result;
        EXPECT_TRUE(run(context));
        EXPECT_EQ(Evaluate(context, "result"), each.expected);
      });
}

}  // namespace
}  // namespace v8_encoding::testing
