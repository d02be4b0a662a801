// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/uncaught.h"

#include "shell/shell_test.h"

namespace v8_encoding::shell {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

using ErrorsTest = ShellTest;

TEST_F(ErrorsTest, SayWhereAndWhy) {
  EXPECT_EQ(Run("function f() {\n\tconst s = '日本'; throw new Error('boom');\n"
                "}\nf();"),
            "");
  EXPECT_EQ(errors(),
            "test.js:2: Uncaught Error: boom\n"
            "\tconst s = '日本'; throw new Error('boom');\n"
            "\t                  ^\n"
            "Error: boom\n"
            "    at f (test.js:2:24)\n"
            "    at test.js:4:1\n");
  EXPECT_EQ(runtime().exit_code(), 1);
}

TEST_F(ErrorsTest, SyntaxErrors) {
  Run("let a = 1;\nlet a = 2;");
  EXPECT_EQ(errors(),
            "test.js:2: Uncaught SyntaxError: Identifier 'a' has already been "
            "declared\nlet a = 2;\n    ^\n");
}

TEST_F(ErrorsTest, OddThings) {
  Run("throw null");
  EXPECT_EQ(errors(), "test.js:1: Uncaught null\nthrow null\n^\n");
}

TEST_F(ErrorsTest, Objects) {
  Run("throw {a: 1}");
  EXPECT_EQ(errors(),
            "test.js:1: Uncaught #<Object>\nthrow {a: 1}\n^\n{ a: 1 }\n");
}

TEST_F(ErrorsTest, Causes) {
  Run("throw new Error('outer', {cause: new Error('inner')})");
  EXPECT_THAT(errors(), HasSubstr("[cause]: Error: inner"));
}

TEST_F(ErrorsTest, StackOverflow) {
  Run("(function f() { f(); })()");
  EXPECT_THAT(errors(), StartsWith("test.js:1: Uncaught RangeError: Maximum "
                                   "call stack size exceeded\n"));
}

TEST_F(ErrorsTest, HostilePrepareStackTrace) {
  Run("Error.prepareStackTrace = () => { throw 1; }; throw new Error('x');");
  EXPECT_THAT(errors(), StartsWith("test.js:1: Uncaught Error: x\n"));
}

TEST_F(ErrorsTest, UnhandledRejection) {
  EXPECT_EQ(Run("Promise.reject(new Error('r')); print('goes on');"
                "setTimeout(() => print('never'))"),
            "goes on\n");
  EXPECT_EQ(errors(),
            "test.js:1: Uncaught (in promise) Error: r\n"
            "Promise.reject(new Error('r')); print('goes on');"
            "setTimeout(() => print('never'))\n"
            "               ^\n"
            "Error: r\n    at test.js:1:16\n");
  EXPECT_EQ(runtime().exit_code(), 1);
}

TEST_F(ErrorsTest, UnhandledRejectionOfAPrimitive) {
  Run("Promise.reject(42)");
  EXPECT_EQ(errors(),
            "test.js:1: Uncaught (in promise) 42\nPromise.reject(42)\n"
            "        ^\n");
}

TEST_F(ErrorsTest, UnhandledRejectionWithItsStackRead) {
  Run("function f() { return new Error('r') }\nconst e = f(); e.stack;"
      "Promise.reject(e)");
  EXPECT_THAT(errors(),
              StartsWith("test.js:1: Uncaught (in promise) Error: r\n"));
}

TEST_F(ErrorsTest, RejectionHandledInTime) {
  EXPECT_EQ(Run("const p = Promise.reject(1); queueMicrotask(() =>"
                "queueMicrotask(() => p.catch(e => print('caught', e))))"),
            "caught 1\n");
  EXPECT_EQ(errors(), "");
  EXPECT_EQ(runtime().exit_code(), 0);
}

TEST_F(ErrorsTest, RejectionHandledTooLate) {
  EXPECT_EQ(Run("const p = Promise.reject(1); setTimeout(() =>"
                "p.catch(() => print('never')))"),
            "");
  EXPECT_EQ(runtime().exit_code(), 1);
}

TEST_F(ErrorsTest, ManyRejections) {
  Run("for (let i = 0; i < 20000; ++i) Promise.reject(i).catch(() => {});"
      "print('done')");
  EXPECT_EQ(errors(), "");
}

TEST_F(ErrorsTest, InMicrotasks) {
  EXPECT_EQ(Run("queueMicrotask(() => { throw new Error('m') });"
                "setTimeout(() => print('never'))"),
            "");
  EXPECT_THAT(errors(), StartsWith("test.js:1: Uncaught Error: m\n"));
}

// Not the place in the shell's JavaScript, or the library's, which threw.
TEST_F(ErrorsTest, PlaceOutsideOfTheShell) {
  Run("print(1);\nAbortSignal.timeout(-1)");
  EXPECT_THAT(errors(), StartsWith("test.js:2: Uncaught TypeError: "));
  EXPECT_THAT(errors(), HasSubstr(" - 1.\nAbortSignal.timeout(-1)\n"
                                  "            ^\nTypeError: "));
  EXPECT_THAT(errors(), HasSubstr("\n    at test.js:2:13\n"));
}

TEST_F(ErrorsTest, PlaceOutsideOfTheLibrary) {
  Run("print(1);\nnew ReadableStream({type: 'other'})");
  EXPECT_THAT(errors(), StartsWith("test.js:2: Uncaught "));
  EXPECT_THAT(errors(), HasSubstr("\n    at test.js:2:1\n"));
}

TEST_F(ErrorsTest, SourceOutsideOfTheLibrary) {
  Run("const r = new ReadableStream();\r\n\tr.getReader(); r.getReader()\r\n");
  EXPECT_THAT(errors(), StartsWith("test.js:2: Uncaught TypeError: "));
  EXPECT_THAT(errors(), HasSubstr("\n\tr.getReader(); r.getReader()\n"
                                  "\t                 ^\nTypeError: "));
}

// However few frames `stack` has.
class FrameLimitTest : public ErrorsTest,
                       public ::testing::WithParamInterface<const char*> {};

TEST_P(FrameLimitTest, IsNotThatOfPlaces) {
  Run("Error.stackTraceLimit = " + std::string(GetParam()) +
      ";\nconst r = new ReadableStream(); r.getReader();\n"
      "r.getReader()");
  EXPECT_THAT(errors(), StartsWith("test.js:3: Uncaught TypeError: "));
  EXPECT_THAT(errors(), HasSubstr("\nr.getReader()\n  ^\n"));
}

INSTANTIATE_TEST_SUITE_P(All,
                         FrameLimitTest,
                         ::testing::Values("0", "1", "3", "undefined"));

TEST_F(ErrorsTest, NoPlaceInAScript) {
  Run("new WritableStream({ write() { return Promise.reject(1); } })"
      "    .getWriter().write()");
  EXPECT_EQ(errors(), "v8_encoding:streams: Uncaught (in promise) 1\n");
}

TEST_F(ErrorsTest, PlaceOutsideOfEvaluatedText) {
  Run("function call() { (0, eval)(`eval('"
      "    new Function(\"new ReadableStream({ type: 7 })\")()"
      "')`) }\n"
      "print(1);\n(() => { call() })()");
  EXPECT_THAT(errors(), StartsWith("test.js:1: Uncaught "));
  EXPECT_THAT(errors(), HasSubstr("eval at "));
}

TEST_F(ErrorsTest, PlaceInNoMessage) {
  Run("print(1);\nnew ReadableStream({ type: 'x\\n    at evil.js:7:7' })");
  EXPECT_THAT(errors(), StartsWith("test.js:2: Uncaught "));
}

TEST_F(ErrorsTest, CanBeTakenByTheHost) {
  std::string seen;
  options().on_uncaught = [&](Realm& where, v8::Local<v8::Value> error,
                              bool is_rejection) {
    seen += is_rejection ? "rejection " : "exception ";
    seen += *v8::String::Utf8Value(where.isolate(), error);
    seen += '\n';
    return true;
  };
  EXPECT_EQ(Run("Promise.reject(1); setTimeout(() => print('later'));"
                "queueMicrotask(() => { throw 2 }); throw 3"),
            "later\n");
  EXPECT_EQ(seen, "exception 3\nexception 2\nrejection 1\n");
  EXPECT_EQ(errors(), "");
  EXPECT_EQ(runtime().exit_code(), 0);
}

TEST_F(ErrorsTest, CanBeTakenByAScript) {
  EXPECT_EQ(Run("const realm = createRealm();"
                "setUncaughtHandler((global, error, isRejection) => {"
                "  print(global === realm, error, isRejection);"
                "  return error !== 4;"
                "});"
                "Promise.reject(1);"
                "realm.evaluateScript('Promise.reject(2)');"
                "setTimeout(() => { throw 4; }, 2);"
                "setTimeout(() => print('never'), 4);"
                "queueMicrotask(() => { throw 3 })"),
            "false 3 false\nfalse 1 true\ntrue 2 true\nfalse 4 false\n");
  EXPECT_THAT(errors(), HasSubstr("Uncaught 4\n"));
  EXPECT_EQ(runtime().exit_code(), 1);
}

TEST_F(ErrorsTest, AScriptThatFailsToTakeOne) {
  EXPECT_EQ(Run("setUncaughtHandler(() => {\nthrow 1 });\nthrow 2"), "");
  EXPECT_EQ(errors(),
            "test.js:3: Uncaught 2\nthrow 2\n^\n"
            "test.js:2: Uncaught 1\nthrow 1 });\n^\n");
  EXPECT_EQ(runtime().exit_code(), 1);
}

TEST_F(ErrorsTest, AScriptThatThrowsTheSameAgain) {
  Run("setUncaughtHandler((global, error) => { throw error }); throw 2");
  EXPECT_THAT(errors(), StartsWith("test.js:1: Uncaught 2\n"));
  EXPECT_EQ(errors().find(": Uncaught ", 10), std::string::npos);
}

TEST_F(ErrorsTest, LongOnesAreCut) {
  Run("throw 'x'.repeat(1e6)");
  EXPECT_THAT(errors(), StartsWith("test.js:1: Uncaught xxx"));
  EXPECT_THAT(errors(), HasSubstr("xxx... 990000 more bytes\nthrow "));
  EXPECT_LT(errors().size(), 11'000u);
}

TEST_F(ErrorsTest, LongOnesAreCutBetweenCharacters) {
  Run("throw 'x'.repeat(9999) + '\\u{1F600}yz'");
  EXPECT_THAT(errors(), HasSubstr("xxx... 6 more bytes\nthrow "));
}

TEST_F(ErrorsTest, LongMessagesAreCut) {
  Run("(function f() { throw new Error('é'.repeat(1e6)) })()");
  EXPECT_THAT(errors(),
              HasSubstr("éé... 1980014 more bytes\n    at f (test.js:1:23)"));
  EXPECT_LT(errors().size(), 50'000u);
}

TEST_F(ErrorsTest, DeepCausesAreCut) {
  Run("let e = new Error('x');"
      "for (let i = 0; i < 20000; ++i) e = new Error(i, { cause: e });"
      "throw e");
  EXPECT_THAT(errors(), HasSubstr("[cause]: Error: 19995\n"));
  EXPECT_THAT(errors(), HasSubstr("{ [cause]: [Error] }\n"));
  EXPECT_LT(errors().size(), 2'000u);
}

class QuitOverErrorTest : public ErrorsTest,
                          public ::testing::WithParamInterface<const char*> {};

TEST_P(QuitOverErrorTest, ReportsNothing) {
  EXPECT_EQ(Run(std::string("setUncaughtHandler(() => quit(7));") + GetParam()),
            "");
  EXPECT_EQ(errors(), "");
  EXPECT_EQ(runtime().exit_code(), 7);
}

INSTANTIATE_TEST_SUITE_P(All,
                         QuitOverErrorTest,
                         ::testing::Values("throw 2",
                                           "Promise.reject(2)",
                                           "queueMicrotask(() => { throw 2 })",
                                           "setTimeout(() => { throw 2 })"));

TEST_F(ErrorsTest, AScriptThatGivesUpTakingThem) {
  Run("setUncaughtHandler(() => true); setUncaughtHandler(null);"
      "try { setUncaughtHandler(1) } catch (error) { throw 3 }");
  EXPECT_THAT(errors(), HasSubstr("Uncaught 3\n"));
}

// What stands under the message of a syntax error: the line, and carets.
class SourceExcerptTest : public ErrorsTest {
 protected:
  std::string Of(std::string_view source) {
    Run(source);
    return errors().substr(errors().find('\n') + 1);
  }
};

TEST_F(SourceExcerptTest, PutsCaretsUnderThePlace) {
  EXPECT_EQ(Of("a bcd"), "a bcd\n  ^^^\n");
}

TEST_F(SourceExcerptTest, AtTheEnd) {
  EXPECT_EQ(Of("abc("), "abc(\n    ^\n");
}

TEST_F(SourceExcerptTest, UnderTabs) {
  EXPECT_EQ(Of("\ta\tb"), "\ta\tb\n\t \t^\n");
}

TEST_F(SourceExcerptTest, UnderWideCharacters) {
  EXPECT_EQ(Of("'😀日é' x"), "'😀日é' x\n        ^\n");
}

TEST_F(SourceExcerptTest, CutsLongLines) {
  const std::string excerpt =
      Of(std::string(700, ' ') + "a b" + std::string(300, ' '));
  const size_t feed = excerpt.find('\n');
  EXPECT_EQ(excerpt[excerpt.find('^') - feed - 1], 'b');
  EXPECT_LT(feed, 130u);
  EXPECT_THAT(excerpt, StartsWith("..."));
  EXPECT_THAT(excerpt.substr(0, feed), ::testing::EndsWith("..."));
}

}  // namespace
}  // namespace v8_encoding::shell
