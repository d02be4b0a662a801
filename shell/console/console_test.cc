// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/console.h"

#include "shell/shell_test.h"

namespace v8_encoding::shell {
namespace {

using ConsoleTest = ShellTest;

TEST_F(ConsoleTest, SplitsOutputAndErrors) {
  EXPECT_EQ(Run("console.log('l'); console.info('i'); console.debug('d');"
                "console.warn('w'); console.error('e'); print('p');"
                "writeError('raw');"),
            "l\ni\nd\np\n");
  EXPECT_EQ(errors(), "w\ne\nraw");
}

TEST_F(ConsoleTest, FormatsAsTheStandardSays) {
  EXPECT_EQ(Run("console.log('%s|%s', 'a', {toString: () => 'own'})"),
            "a|own\n");
  EXPECT_EQ(Run("console.log('%d|%i|%f', '12.7x', 3.9, '2.5x')"), "12|3|2.5\n");
  EXPECT_EQ(Run("console.log('%d %i %f', Symbol(), Symbol(), Symbol())"),
            "NaN NaN NaN\n");
  EXPECT_EQ(Run("console.log('%o %O', {a: 'x'}, 'y')"), "{ a: \"x\" } \"y\"\n");
  EXPECT_EQ(Run("console.log('%cred', 'color: red')"), "red\n");
  EXPECT_EQ(Run("console.log('100%% %x %', 1)"), "100% %x % 1\n");
  EXPECT_EQ(Run("console.log('%s %s', 1)"), "1 %s\n");
  EXPECT_EQ(Run("console.log('%s')"), "%s\n");
  EXPECT_EQ(Run("console.log(1, '%s', 2)"), "1 %s 2\n");
  EXPECT_EQ(Run("console.log('%s', 1, 'rest', {})"), "1 rest {}\n");
  EXPECT_EQ(Run("console.log()"), "\n");
}

TEST_F(ConsoleTest, UsesTheConversionsThatTheRealmWasBornWith) {
  EXPECT_EQ(Run("parseInt = parseFloat = String = () => 'patched';"
                "console.log('%d %f %s', 1, 2, 3)"),
            "1 2 3\n");
  EXPECT_EQ(Run("console.log('%d %i %f %s', '-0', {toString: () => '7'},"
                "            '1e400', Symbol('s'))"),
            "-0 7 Infinity Symbol(s)\n");
}

TEST_F(ConsoleTest, ConversionsMayThrow) {
  EXPECT_EQ(Run("try { console.log('%s', {toString() { throw 'out'; }}); }"
                "catch (e) { print('caught', e); }"),
            "caught out\n");
}

TEST_F(ConsoleTest, Groups) {
  EXPECT_EQ(Run("console.group('a'); console.log('b\\nc'); console.group();"
                "console.log('d'); console.groupEnd(); console.groupEnd();"
                "console.groupEnd(); console.log('e');"),
            "a\n  b\n  c\n    d\ne\n");
}

TEST_F(ConsoleTest, CountsAndAsserts) {
  EXPECT_EQ(
      Run("console.count(); console.count('x'); console.count();"
          "console.countReset(); console.count();"
          "console.assert(true, 'no'); console.assert(false, '%s!', 'yes');"
          "console.assert(); console.countReset('unknown');"),
      "default: 1\nx: 1\ndefault: 2\ndefault: 1\n");
  EXPECT_EQ(errors(),
            "Assertion failed: yes!\nAssertion failed\n"
            "No such counter: unknown\n");
}

TEST_F(ConsoleTest, Traces) {
  Run("function f() { console.trace('here', 1); } f();");
  EXPECT_THAT(errors(),
              ::testing::StartsWith("Trace: here 1\n    at f (test.js:1:24)"));
}

TEST_F(ConsoleTest, Times) {
  EXPECT_THAT(Run("console.time('t'); console.timeLog('t', 1);"
                  "console.timeEnd('t');"),
              ::testing::MatchesRegex("t: [0-9.]+ ms 1\nt: [0-9.]+ ms\n"));
  Run("console.timeEnd('t')");
  EXPECT_EQ(errors(), "No such timer: t\n");
}

TEST_F(ConsoleTest, Tables) {
  EXPECT_EQ(Run("console.table([{a: 1, b: 'x'}, {b: '日本', c: {d: [1]}}, 7])"),
            "┌─────────┬───┬────────┬────────────────┬────────┐\n"
            "│ (index) │ a │ b      │ c              │ Values │\n"
            "├─────────┼───┼────────┼────────────────┼────────┤\n"
            "│ 0       │ 1 │ \"x\"    │                │        │\n"
            "│ 1       │   │ \"日本\" │ { d: [Array] } │        │\n"
            "│ 2       │   │        │                │ 7      │\n"
            "└─────────┴───┴────────┴────────────────┴────────┘\n");
  EXPECT_EQ(Run("console.table({r: [1, 2], s: [3]}, ['1', 'z'])"),
            "┌─────────┬───┬───┐\n"
            "│ (index) │ 1 │ z │\n"
            "├─────────┼───┼───┤\n"
            "│ r       │ 2 │   │\n"
            "│ s       │   │   │\n"
            "└─────────┴───┴───┘\n");
  EXPECT_EQ(Run("console.table(new Map([['k', 1]]))"),
            "┌───────────────────┬─────┬────────┐\n"
            "│ (iteration index) │ Key │ Values │\n"
            "├───────────────────┼─────┼────────┤\n"
            "│ 0                 │ \"k\" │ 1      │\n"
            "└───────────────────┴─────┴────────┘\n");
  EXPECT_EQ(Run("console.table(new Uint8Array([5]))"),
            "┌─────────┬────────┐\n"
            "│ (index) │ Values │\n"
            "├─────────┼────────┤\n"
            "│ 0       │ 5      │\n"
            "└─────────┴────────┘\n");
  EXPECT_EQ(Run("console.table([])"),
            "┌─────────┐\n│ (index) │\n├─────────┤\n└─────────┘\n");
}

TEST_F(ConsoleTest, TablesOfWhatHasNoRows) {
  EXPECT_EQ(Run("console.table(5); console.table('s', ['a']); console.table();"
                "console.table(null); console.table(print)"),
            "5\ns [ \"a\" ]\n\nnull\n[Function: print]\n");
  EXPECT_EQ(Run("try { console.table([], 5) } catch (e) { print(e.name) }"),
            "TypeError\n");
}

TEST_F(ConsoleTest, TablesRunNoScript) {
  EXPECT_EQ(Run("const loud = () => { print('ran'); throw 1 };"
                "console.table([{get a() { loud() }},"
                "    new Proxy({}, {ownKeys: loud}), 1]);"
                "console.table(new Proxy([], {ownKeys: loud}));"),
            "┌─────────┬──────────┬────────┐\n"
            "│ (index) │ a        │ Values │\n"
            "├─────────┼──────────┼────────┤\n"
            "│ 0       │ [Getter] │        │\n"
            "│ 1       │          │        │\n"
            "│ 2       │          │ 1      │\n"
            "└─────────┴──────────┴────────┘\n"
            "Proxy []\n");
  EXPECT_EQ(errors(), "");
}

TEST_F(ConsoleTest, TablesEnd) {
  const std::string text = Run("console.table(Array(1e6).fill([1]))");
  EXPECT_THAT(text, ::testing::EndsWith("┘\n... 999000 more\n"));
}

TEST_F(ConsoleTest, ClearsNothingButIndentation) {
  EXPECT_EQ(Run("console.group(); console.clear(); console.log(1);"
                "console.dirxml({a: 1}, 'x')"),
            "1\n{ a: 1 } x\n");
}

TEST_F(ConsoleTest, HasTheShapeOfANamespace) {
  EXPECT_EQ(Run("const d = Object.getOwnPropertyDescriptor(globalThis,"
                "'console'); print(d.writable, d.enumerable, d.configurable,"
                "String(console), console.log.name,"
                "Object.keys(console).includes('log'))"),
            "true false true [object console] log true\n");
}

TEST_F(ConsoleTest, IsPerRealm) {
  Realm& main_realm = realm();
  Realm* other = runtime().CreateRealm();
  runtime().RunScript(main_realm, "console.group(); console.count()", "a.js");
  runtime().RunScript(*other, "console.count()", "b.js");
  EXPECT_EQ(TakeOut(), "  default: 1\ndefault: 1\n");
}

}  // namespace
}  // namespace v8_encoding::shell
