// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/encoding/hooks.h"

#include "shell/shell_test.h"

namespace v8_encoding::shell {
namespace {

class HooksTest : public ShellTest {
 protected:
  std::string RunAll(const std::string& source) {
    return Run(source) + errors();
  }
};

TEST_F(HooksTest, DecodeTakesTheLabelUnlessThereIsABom) {
  EXPECT_EQ(RunAll("print(decodeHook(Uint8Array.of(0xE9), 'latin1'),"
                   "      decodeHook(Uint8Array.of(0xEF, 0xBB, 0xBF, 0xC3,"
                   "                               0xA9), 'latin1'),"
                   "      decodeHook(Uint8Array.of(0xFE, 0xFF, 0, 0xE9),"
                   "                 'utf-8'))"),
            "é é é\n");
}

TEST_F(HooksTest, DecodeWithReplacement) {
  EXPECT_EQ(
      RunAll("print(escape(decodeHook(Uint8Array.of(65, 66), 'hz-gb-2312')),"
             "      decodeHook(new ArrayBuffer(0), 'replacement').length)"),
      "%uFFFD 0\n");
}

TEST_F(HooksTest, DecodeRefuses) {
  for (const char* arguments : {"new Uint8Array(1), 'nope'", "'a', 'utf-8'"}) {
    EXPECT_EQ(RunAll(std::string("try { decodeHook(") + arguments +
                     ") } catch (error) { print(error.message) }"),
              arguments[0] == 'n'
                  ? "decodeHook: the encoding label 'nope' is invalid\n"
                  : "decodeHook: an ArrayBuffer or view is required\n");
  }
}

TEST_F(HooksTest, PercentEncode) {
  EXPECT_EQ(
      RunAll("print(percentEncodeHook(\"\\u3000 '\\u2603\", 'big5',"
             "                        'special-query'),"
             "      percentEncodeHook('\\u3000 \\u2603', 'big5',"
             "                        'application/x-www-form-urlencoded'),"
             "      percentEncodeHook('\\u3000 `', 'utf-16le', 'path'))"),
      "%A1@%20%27%26%239731%3B %A1%40+%26%239731%3B %E3%80%80%20%60\n");
}

TEST_F(HooksTest, PercentEncodeRefuses) {
  for (const char* arguments : {"'a', 'nope', 'query'", "'a', 'utf-8', 'nope'",
                                "'a', 'big5', 'path'"}) {
    EXPECT_EQ(RunAll(std::string("try { percentEncodeHook(") + arguments +
                     ") } catch (error) { print(error.name) }"),
              std::string_view(arguments).ends_with("'nope'") ? "TypeError\n"
                                                              : "RangeError\n");
  }
}

TEST_F(HooksTest, EvaluateScriptIsAClassicScriptOfItsRealm) {
  EXPECT_EQ(RunAll("const realm = createRealm();"
                   "realm.evaluateScript('let a = 1; var b = 2', 'a.js');"
                   "print(realm.evaluateScript('a + b'), realm.b, typeof b);"
                   "try { evaluateScript('\\n throw Error(1)', 'c.js') }"
                   "catch (error) { print(error.stack.split('\\n')[1]) }"),
            "3 2 undefined\n    at c.js:2:8\n");
}

TEST_F(HooksTest, WithCallerTellsWhoseScriptCalls) {
  EXPECT_EQ(
      RunAll("const realm = createRealm();"
             "realm.f = withCaller(function(caller, x) {"
             "  return [caller === realm, caller === globalThis, x, this.y];"
             "});"
             "const object = {y: 2, f: realm.f};"
             "print(object.f(1), realm.evaluateScript('f(3)'));"
             "try { withCaller(1) } catch (error) { print(error.name) }"),
      "[ false, true, 1, 2 ] [ true, false, 3, undefined ]\nTypeError\n");
}

}  // namespace
}  // namespace v8_encoding::shell
