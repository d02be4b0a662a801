// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/pristine_realm.h"
#include "shell/files/modules.h"
#include "shell/shell_test.h"

namespace v8_encoding::shell {
namespace {

class InspectTest : public ShellTest {
 protected:
  // The value of an expression, inspected.
  std::string Of(const std::string& expression) {
    std::string text = Run("print([" + expression + "][0])");
    if (!errors().empty()) {
      return errors();
    }
    text.pop_back();
    return text;
  }
};

// Ctrl-C at the prompt is one, too.
TEST_F(InspectTest, ATerminationIsNoException) {
  v8::Local<v8::Context> context = realm().context();
  const v8::Context::Scope context_scope(context);
  context->Global()
      ->Set(context, v8::String::NewFromUtf8Literal(isolate(), "terminate"),
            v8::Function::New(
                context,
                [](const v8::FunctionCallbackInfo<v8::Value>& info) {
                  info.GetIsolate()->TerminateExecution();
                })
                .ToLocalChecked())
      .Check();
  {
    const v8::TryCatch try_catch(isolate());
    EXPECT_TRUE(EvaluateScript(context,
                               "try { terminate(); print({}) } catch {}"
                               "terminate = null",
                               "test.js")
                    .IsEmpty());
    EXPECT_TRUE(try_catch.HasTerminated());
  }
  isolate()->CancelTerminateExecution();
  TakeOut();
  EXPECT_EQ(Run("print(typeof terminate)"), "function\n");
}

TEST_F(InspectTest, Primitives) {
  EXPECT_EQ(Of("undefined"), "undefined");
  EXPECT_EQ(Of("null"), "null");
  EXPECT_EQ(Of("-0"), "-0");
  EXPECT_EQ(Of("1e21"), "1e+21");
  EXPECT_EQ(Of("NaN"), "NaN");
  EXPECT_EQ(Of("10n"), "10n");
  EXPECT_EQ(Of("Symbol('a')"), "Symbol(a)");
  EXPECT_EQ(Of("'as it is'"), "as it is");
}

TEST_F(InspectTest, StringsInStructures) {
  EXPECT_EQ(Of("['a']"), R"([ "a" ])");
  EXPECT_EQ(Of(R"(['a"b', "it's", '"\'', '`"\'', '${"\''])"),
            R"([ 'a"b', "it's", `"'`, "`\"'", "${\"'" ])");
  EXPECT_EQ(Of(R"(['\n\r\t\\', '\0\x1B\x7F\u2028\uFEFF', '\u00E9\u{1F600}'])"),
            R"([ "\n\r\t\\", "\x00\x1B\x7F\u2028\uFEFF", "é😀" ])");
  EXPECT_EQ(Of(R"(['\uD83D', '\uFFFD'])"), R"([ "\ud83d", "�" ])");
  EXPECT_EQ(Of("['x'.repeat(10010)][0].length"), "10010");
  EXPECT_EQ(Of("['x'.repeat(10010)]").substr(10'002),
            "xxx\"... 10 more bytes\n]");
}

TEST_F(InspectTest, StringsAreCutBetweenCharacters) {
  EXPECT_THAT(Of("['x'.repeat(9999) + '\\u{1F600}yz']"),
              ::testing::EndsWith("xxx\"... 6 more bytes\n]"));
  EXPECT_THAT(Of("['x'.repeat(9998) + '\\u{1F600}yz']"),
              ::testing::EndsWith("xxx😀\"... 2 more bytes\n]"));
  EXPECT_THAT(Of("['x'.repeat(9999) + '\\uD83Dyz']"),
              ::testing::EndsWith("xxx\\ud83d\"... 2 more bytes\n]"));
}

TEST_F(InspectTest, Objects) {
  EXPECT_EQ(Of("{}"), "{}");
  EXPECT_EQ(Of("{a: 1, 'b c': 2, 3: 4, [Symbol('s')]: 5}"),
            R"({ 3: 4, a: 1, "b c": 2, [Symbol(s)]: 5 })");
  EXPECT_EQ(Of("Object.create(null)"), "[Object: null prototype] {}");
  EXPECT_EQ(Of("new (class Ship { #hidden = 1; name = 'A' })"),
            R"(Ship { name: "A" })");
  EXPECT_EQ(Of("(() => { const o = {a: []}; o.a.push(o); return o; })()"),
            "{ a: [ [Circular] ] }");
  EXPECT_EQ(Of("(() => { const o = {}; return [o, o]; })()"), "[ {}, {} ]");
  EXPECT_EQ(Of("{a: {b: {c: {d: {}, e: []}}}}"),
            "{ a: { b: { c: { d: [Object], e: [Array] } } } }");
  EXPECT_EQ(Of("new Proxy({a: 1}, {})"), "Proxy { a: 1 }");
  EXPECT_EQ(Of("(() => { const r = Proxy.revocable({}, {}); r.revoke();"
               "return r.proxy; })()"),
            "Proxy <revoked>");
  EXPECT_EQ(Of("Object.assign(() => {}, {a: 1})"),
            "[Function (anonymous)] { a: 1 }");
  EXPECT_EQ(Of("class A {}"), "[class A]");
  EXPECT_EQ(Of("async function f() {}"), "[AsyncFunction: f]");
  EXPECT_EQ(Of("Math.max"), "[Function: max]");
}

TEST_F(InspectTest, NothingIsDeepWithoutEnd) {
  for (const std::string next :
       {"new Error('e', { cause: value })",
        "Object.assign(() => {}, { value })",
        "Object.assign(new Date(0), { value })", "new Proxy(value, {})"}) {
    const std::string text =
        Of("(() => { let value = {}; for (let i = 0; i < 5000; ++i)"
           "  value = " +
           next + "; return value; })()");
    EXPECT_LT(text.size(), 1000u) << next;
    EXPECT_THAT(text,
                ::testing::ContainsRegex("\\[(Error|Function|Date|Proxy)\\]"));
  }
}

TEST_F(InspectTest, Arrays) {
  EXPECT_EQ(Of("[]"), "[]");
  EXPECT_EQ(Of("[, 1, , ,]"), "[ <1 empty item>, 1, <2 empty items> ]");
  EXPECT_EQ(Of("Object.assign([1], {a: 2})"), "[ 1, a: 2 ]");
  EXPECT_EQ(Of("new Array(4e9)"), "[ <4000000000 empty items> ]");
  EXPECT_EQ(Of("new Array(1e6)"), "[ <1000000 empty items> ]");
  EXPECT_EQ(Of("Object.assign([], { [3e9]: 1, [5e3]: 2, [5002]: 3,"
               "                    length: 4e9, '4.5e3': 4, b: 5 })"),
            "[\n  <5000 empty items>,\n  2,\n  <1 empty item>,\n  3,\n"
            "  <2999994997 empty items>,\n  1,\n  <999999999 empty items>,\n"
            "  \"4.5e3\": 4,\n  b: 5\n]");
  EXPECT_EQ(Of("Object.assign(new Array(3000), { 4294967295: 1 })"),
            "[ <3000 empty items>, 4294967295: 1 ]");
  EXPECT_THAT(Of("(function() { arguments.length = 3000; arguments[5000] = 1;"
                 "  return arguments; })()"),
              ::testing::StartsWith("[Arguments] [ <3000 empty items>"));
  EXPECT_EQ(Of("new (class List extends Array {})"), "List(0) []");
  EXPECT_EQ(Of("(function() { return arguments; })(1)"), "[Arguments] [ 1 ]");
  EXPECT_EQ(Of("new Uint8Array([1, 2])"), "Uint8Array(2) [ 1, 2 ]");
  EXPECT_EQ(Of("new BigInt64Array(1)"), "BigInt64Array(1) [ 0n ]");
  EXPECT_EQ(Of("new Float32Array([-0, 1.5])"), "Float32Array(2) [ -0, 1.5 ]");
  EXPECT_THAT(Of("new Uint8Array(1000)"),
              ::testing::EndsWith("... 900 more\n]"));
  EXPECT_EQ(Of("new Uint8Array([1, 255]).buffer"),
            "ArrayBuffer { byteLength: 2, bytes: <01 ff> }");
  EXPECT_EQ(Of("Array.from({length: 30}, (_, i) => i)"), R"([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  21, 22, 23, 24, 25, 26, 27, 28, 29
])");
}

TEST_F(InspectTest, LongObjectsAreBroken) {
  EXPECT_EQ(Of("{first: 'x'.repeat(60), second: {a: ['y'.repeat(70), 1]}}"),
            "{\n  first: \"" + std::string(60, 'x') +
                "\",\n  second: {\n    a: [\n      \"" + std::string(70, 'y') +
                "\",\n      1\n    ]\n  }\n}");
  // By columns, not by bytes.
  EXPECT_EQ(
      Of("['\u00E9'.repeat(60)]"), "[ \"" + [] {
        std::string text;
        for (int i = 0; i < 60; ++i) {
          text += "é";
        }
        return text;
      }() + "\" ]");
}

TEST_F(InspectTest, Builtins) {
  EXPECT_EQ(Of("new Map([[{a: 1}, 'b']])"), R"(Map(1) { { a: 1 } => "b" })");
  EXPECT_EQ(Of("new Set([1, 'a'])"), R"(Set(2) { 1, "a" })");
  EXPECT_EQ(Of("new Set([1]).values()"), "SetIterator { 1 }");
  EXPECT_EQ(Of("new WeakSet"), "WeakSet {}");
  EXPECT_EQ(Of("Promise.resolve(1)"), "Promise { 1 }");
  EXPECT_EQ(Of("new Promise(() => {})"), "Promise { <pending> }");
  EXPECT_EQ(Of("/a\\/b/dgimsuy"), "/a\\/b/dgimsuy");
  EXPECT_EQ(Of("new Number(-0)"), "[Number: -0]");
  EXPECT_EQ(Of("Object.assign(new String('ab'), {c: 1})"),
            R"([String: "ab"] { c: 1 })");
  EXPECT_EQ(Of("Object(Symbol.iterator)"), "[Symbol: Symbol(Symbol.iterator)]");
}

TEST_F(InspectTest, Errors) {
  EXPECT_EQ(Of("new RangeError('far')"), "RangeError: far\n    at test.js:1:8");
  EXPECT_EQ(Of("[new Error('in')]"), "[\n  Error: in\n      at test.js:1:9\n]");
  EXPECT_EQ(Of("Object.assign(new Error('x', {cause: 'y'}), {code: 5})"),
            "Error: x\n    at test.js:1:22 { [cause]: \"y\", code: 5 }");
  // As a property that scripts gave it.
  EXPECT_EQ(Of("Object.assign(new Error('x'), {cause: 'y'})"),
            "Error: x\n    at test.js:1:22 { cause: \"y\" }");
  EXPECT_EQ(
      Of("(() => { const e = new Error('x'); e.stack = 5; return e; })()"),
      "[Error: x]");
}

TEST_F(InspectTest, RunsNoScript) {
  EXPECT_EQ(Run(R"(
    const loud = name => () => { print('ran', name); throw new Error(name); };
    const o = {get a() { return loud('a')(); }, set b(v) {},
               toString: loud('toString')};
    Object.defineProperty(o, Symbol.toStringTag, {get: loud('tag')});
    const error = new Error('e');
    Object.defineProperty(error, 'stack', {get: loud('stack')});
    Object.defineProperty(error, 'message', {get: loud('message')});
    class C { static get name() { loud('name')(); } }
    for (const name of ['value', 'get', 'set']) {
      Object.defineProperty(Object.prototype, name,
                            {__proto__: null, get: loud(name)});
    }
    print(o, new Proxy(o, new Proxy({}, {get: loud('trap')})));
    print(error, C);
    print(Object.create(new Proxy({}, {get: loud('trap'), has: loud('has'),
                                       getPrototypeOf: loud('proto')})));)"),
            "{ a: [Getter], b: [Setter], toString: [Function (anonymous)] } "
            "Proxy { a: [Getter], b: [Setter], "
            "toString: [Function (anonymous)] }\n"
            "[Error] [class (anonymous)]\n"
            "{}\n");
  EXPECT_EQ(errors(), "");
}

TEST_F(InspectTest, UsesNothingThatScriptsCanChange) {
  EXPECT_EQ(Run(R"(
    const value = { a: ['b', 1], m: new Map([[1, new Set([2])]]),
                    d: new Date(0), r: /a/g, u: new Uint8Array(1) };
    const all = [Array, Map, Set, String, Object, Promise, Date, RegExp,
                 Function, Error, Uint8Array].flatMap(
        ({ prototype }) => Reflect.ownKeys(prototype)
            .filter((key) => key !== '__proto__' && key !== 'constructor')
            .map((key) => ({ prototype, key })))
        .filter(({ prototype, key }) => Reflect.getOwnPropertyDescriptor(
            prototype, key).configurable);
    const loud = () => { print('ran'); throw 1; };
    const { defineProperty } = Object;
    for (let i = 0; i < all.length; ++i) {
      defineProperty(all[i].prototype, all[i].key,
                     { __proto__: null, get: loud, set: loud });
    }
    print(value, [, 1]);
    console.table([{ a: 1 }], { [Symbol.iterator]() {
      let i = 0;
      return { next: () => ({ done: i++ === 1, value: 'a' }) };
    } });)"),
            "{\n  a: [ \"b\", 1 ],\n  m: Map(1) { 1 => Set(1) { 2 } },\n"
            "  d: 1970-01-01T00:00:00.000Z,\n  r: /a/g,\n"
            "  u: Uint8Array(1) [ 0 ]\n} [ <1 empty item>, 1 ]\n"
            "┌─────────┬───┐\n"
            "│ (index) │ a │\n"
            "├─────────┼───┤\n"
            "│ 0       │ 1 │\n"
            "└─────────┴───┘\n");
  EXPECT_EQ(errors(), "");
}

TEST_F(InspectTest, StackExhaustion) {
  EXPECT_THAT(Run("let p = {}; for (let i = 0; i < 1e5; ++i)"
                  "p = new Proxy(p, {}); print(p)"),
              ::testing::StartsWith("Proxy Proxy"));
  // Some of these calls have no stack left for more than the note.
  EXPECT_THAT(Run("let depth = 0; (function f() {"
                  "  try { f() } catch {} if (depth++ < 2000) print({a: 1});"
                  "})(); print('end')"),
              ::testing::EndsWith("{ a: 1 }\nend\n"));
  EXPECT_EQ(errors(), "");
}

TEST_F(InspectTest, PlatformObjects) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  EXPECT_EQ(
      Of("new TextDecoder('utf-8', {fatal: true})"),
      "TextDecoder { encoding: \"utf-8\", fatal: true, ignoreBOM: false }");
  EXPECT_EQ(Of("new TextEncoder"), "TextEncoder { encoding: \"utf-8\" }");
  EXPECT_EQ(Of("new TextDecoderStream('gbk', {ignoreBOM: true})"),
            "TextDecoderStream {\n"
            "  encoding: \"gbk\",\n  fatal: false,\n  ignoreBOM: true,\n"
            "  readable: ReadableStream { locked: false },\n"
            "  writable: WritableStream { locked: false }\n}");
  EXPECT_EQ(Of("new TextEncoderStream"),
            "TextEncoderStream {\n  encoding: \"utf-8\",\n"
            "  readable: ReadableStream { locked: false },\n"
            "  writable: WritableStream { locked: false }\n}");
  EXPECT_EQ(Of("new AbortController"),
            "AbortController {\n"
            "  signal: AbortSignal {"
            " aborted: false, reason: undefined, onabort: null }\n}");
  EXPECT_EQ(Of("Object.assign(new EventTarget, {a: 1})"),
            "EventTarget { a: 1 }");
  EXPECT_THAT(Of("new MessageEvent('m', {data: 5})"),
              ::testing::AllOf(
                  ::testing::StartsWith("MessageEvent {\n  type: \"m\",\n"),
                  ::testing::HasSubstr("\n  data: 5,\n")));
}

TEST_F(InspectTest, PlatformObjectsOfOtherClassesAndRealms) {
  EXPECT_EQ(Of("new (class Mine extends TextEncoder { own = 1 })"),
            "Mine { encoding: \"utf-8\", own: 1 }");
  EXPECT_EQ(Of("new (createRealm().TextEncoder)"),
            "TextEncoder { encoding: \"utf-8\" }");
  EXPECT_EQ(Of("Object.setPrototypeOf(new TextEncoder, null)"),
            "[TextEncoder: null prototype] { encoding: \"utf-8\" }");
  // These only look like one.
  EXPECT_THAT(Of("TextDecoder.prototype"),
              ::testing::StartsWith("TextDecoder {\n  encoding: [Getter],"));
  EXPECT_EQ(Of("Object.create(TextDecoder.prototype)"), "TextDecoder {}");
  EXPECT_EQ(Of("new Proxy(new TextEncoder, {})"),
            "Proxy TextEncoder { encoding: \"utf-8\" }");
}

TEST_F(InspectTest, AttributesRunNoScript) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  EXPECT_EQ(
      Run(R"(
    const loud = () => { print('ran'); throw 1; };
    for (const [c, name] of [[TextDecoder, 'encoding'], [TextDecoder, 'fatal'],
                             [AbortSignal, 'aborted'],
                             [ReadableStream, 'locked']]) {
      Object.defineProperty(c.prototype, name, {get: loud, configurable: true});
    }
    class Mine extends TextDecoder {
      get encoding() { loud(); }
      get own() { loud(); }
    }
    Error.prepareStackTrace = loud;
    String.prototype.toString = Object.prototype.valueOf = loud;
    Object.defineProperty(Object.prototype, 'get', {get: loud});
    print(new Mine('latin1'));
    print(AbortSignal.abort(2));
    print(new ReadableStream);)"),
      "Mine { encoding: \"windows-1252\", fatal: false, ignoreBOM: false }\n"
      "AbortSignal { aborted: true, reason: 2, onabort: null }\n"
      "ReadableStream { locked: false }\n");
  EXPECT_EQ(errors(), "");
}

TEST_F(InspectTest, Streams) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  EXPECT_EQ(Run("const r = new ReadableStream, reader = r.getReader();"
                "print(r, reader)"),
            "ReadableStream { locked: true } "
            "ReadableStreamDefaultReader { closed: Promise { <pending> } }\n");
  EXPECT_EQ(
      Run("const w = new WritableStream; const before = w.locked;"
          "const writer = w.getWriter(); print(before, w); print(writer)"),
      "false WritableStream { locked: true }\n"
      "WritableStreamDefaultWriter {\n"
      "  closed: Promise { <pending> },\n"
      "  ready: Promise { undefined }\n}\n");
  EXPECT_EQ(Run("print(new TransformStream)"),
            "TransformStream {\n"
            "  readable: ReadableStream { locked: false },\n"
            "  writable: WritableStream { locked: false }\n}\n");
  EXPECT_EQ(Run("new ReadableStream({start(c) { print(c) }});"
                "new ReadableStream({type: 'bytes', start(c) { print(c) }});"
                "new WritableStream({start(c) { print(c) }});"
                "new TransformStream({start(c) { print(c) }});"),
            "ReadableStreamDefaultController {}\n"
            "ReadableByteStreamController {}\n"
            "WritableStreamDefaultController {}\n"
            "TransformStreamDefaultController {}\n");
  EXPECT_EQ(Run("print(new CountQueuingStrategy({highWaterMark: 3}),"
                "new ByteLengthQueuingStrategy({highWaterMark: 4}))"),
            "CountQueuingStrategy { highWaterMark: 3 } "
            "ByteLengthQueuingStrategy { highWaterMark: 4 }\n");
  EXPECT_EQ(Run("print(Object.assign(new ReadableStream, {mine: 1}))"),
            "ReadableStream { locked: false, mine: 1 }\n");
}

TEST_F(InspectTest, LimitsTheWhole) {
  // 100 ** 4 numbers, if all were shown.
  const std::string text =
      Of("(() => { let a = 1; for (let i = 0; i < 4; ++i)"
         "a = Array(100).fill(a); return a; })()");
  EXPECT_LT(text.size(), 300'000u);
}

TEST_F(InspectTest, ModuleNamespaces) {
  const ScratchFolder folder;
  const std::string path =
      folder.Write("a.mjs",
                   "import * as self from './a.mjs';\n"
                   "print(self); export const a = 1; print(self);\n");
  EXPECT_EQ(RunModuleFile(path),
            "[Module] { a: <uninitialized> }\n[Module] { a: 1 }\n");
}

TEST_F(InspectTest, Dates) {
  const auto date = [&](const std::string& time_value) {
    return Of("new Date(" + time_value + ")");
  };
  EXPECT_EQ(date("0"), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(date("-1"), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(date("-62167219200001"), "-000001-12-31T23:59:59.999Z");
  EXPECT_EQ(date("8.64e15"), "+275760-09-13T00:00:00.000Z");
  EXPECT_EQ(date("NaN"), "Invalid Date");
  EXPECT_EQ(Of("Object.assign(new Date(0), {a: 1})"),
            "1970-01-01T00:00:00.000Z { a: 1 }");
}

TEST_F(InspectTest, KeysNeedQuotesUnlessPlain) {
  EXPECT_EQ(Of("{a1_$: 0, 0: 0, 10: 0, '01': 0, '1a': 0, '': 0, 'é': 0}"),
            "{ 0: 0, 10: 0, a1_$: 0, \"01\": 0, \"1a\": 0, \"\": 0, "
            "\"é\": 0 }");
}

TEST_F(InspectTest, LinesBreakByColumns) {
  // An array's head, brackets and quotes take ten of the 76 columns.
  const auto is_broken = [&](const std::string& text) {
    return Of("['" + text + "']").find('\n') != std::string::npos;
  };
  const auto repeat = [](const std::string& text, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) {
      result += text;
    }
    return result;
  };
  EXPECT_FALSE(is_broken(repeat("é", 68)));
  EXPECT_TRUE(is_broken(repeat("é", 69)));
  EXPECT_FALSE(is_broken(repeat("e\u0301", 68)));
  EXPECT_TRUE(is_broken(repeat("e\u0301", 69)));
  EXPECT_FALSE(is_broken(repeat("日", 34)));
  EXPECT_TRUE(is_broken(repeat("日", 35)));
  EXPECT_FALSE(is_broken(repeat("😀", 34)));
  EXPECT_TRUE(is_broken(repeat("😀", 35)));
}

}  // namespace
}  // namespace v8_encoding::shell
