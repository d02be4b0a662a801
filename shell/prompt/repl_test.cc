// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/prompt/repl.h"

#include "shell/shell_test.h"

namespace v8_encoding::shell {
namespace {

class ReplTest : public ShellTest {
 protected:
  ReplTest() { options().stop_on_uncaught = false; }

  // What a line makes it print; "..." if it wants more.
  std::string Type(const std::string& line) {
    if (repl_ == nullptr) {
      repl_ = std::make_unique<Repl>(realm());
    }
    const size_t old_errors = errors().size();
    if (!repl_->AddLine(line)) {
      return "...";
    }
    return TakeOut() + errors().substr(old_errors);
  }

  void TearDown() override { repl_.reset(); }

  std::unique_ptr<Repl> repl_;
};

TEST_F(ReplTest, PrintsValues) {
  EXPECT_EQ(Type("1 + 1"), "2\n");
  EXPECT_EQ(Type("'a'"), "\"a\"\n");
  EXPECT_EQ(Type("let x = 5"), "undefined\n");
  EXPECT_EQ(Type("x"), "5\n");
  EXPECT_EQ(Type(""), "");
  EXPECT_EQ(Type("  // nothing"), "undefined\n");
}

TEST_F(ReplTest, TakesObjectsForObjects) {
  EXPECT_EQ(Type("{}"), "{}\n");
  EXPECT_EQ(Type("{a: 1, b: 2}"), "{ a: 1, b: 2 }\n");
  EXPECT_EQ(Type("{ let y = 1; y }"), "1\n");
  EXPECT_EQ(Type("{a: 1};"), "1\n");
}

TEST_F(ReplTest, AsksForMore) {
  EXPECT_EQ(Type("function f(a) {"), "...");
  EXPECT_EQ(Type("  return a;"), "...");
  EXPECT_EQ(Type("}"), "undefined\n");
  EXPECT_EQ(Type("f("), "...");
  EXPECT_EQ(Type("3)"), "3\n");
  EXPECT_EQ(Type("`a"), "...");
  EXPECT_EQ(Type("b`"), "\"a\\nb\"\n");
  EXPECT_EQ(Type("/* comment"), "...");
  EXPECT_EQ(Type("*/ 4"), "4\n");
  // The error is elsewhere.
  EXPECT_THAT(Type("'src/*.js"), ::testing::HasSubstr("SyntaxError"));
  EXPECT_THAT(Type("'/*'+@"), ::testing::HasSubstr("SyntaxError"));
  EXPECT_EQ(Type("'\xC3\xA9'; /* abc"), "...");
  EXPECT_EQ(Type("*/ 5"), "5\n");
  EXPECT_EQ(Type("/* see src/*.js"), "...");
  EXPECT_EQ(Type("and /* as such"), "...");
  EXPECT_EQ(Type("*/ 6"), "6\n");
  EXPECT_EQ(Type("await 7 /* a"), "...");
  EXPECT_EQ(Type("/* b */"), "7\n");
  EXPECT_EQ(Type("[1,"), "...");
  EXPECT_EQ(Type("2]"), "[ 1, 2 ]\n");
  EXPECT_EQ(Type("{"), "...");
  EXPECT_EQ(Type("a: 1}"), "{ a: 1 }\n");
  EXPECT_EQ(Type("if (true)"), "...");
  EXPECT_EQ(Type("5"), "5\n");
}

TEST_F(ReplTest, ReportsErrorsAndGoesOn) {
  EXPECT_EQ(Type("1 +* 2"),
            "<prompt>:1: Uncaught SyntaxError: Unexpected token '*'\n"
            "1 +* 2\n   ^\n");
  EXPECT_THAT(Type("a b"), ::testing::HasSubstr("SyntaxError"));
  EXPECT_THAT(Type("'open"), ::testing::HasSubstr("SyntaxError"));
  EXPECT_THAT(Type(")"), ::testing::HasSubstr("SyntaxError"));
  EXPECT_EQ(Type("throw new Error('x')"),
            "Uncaught Error: x\n    at <prompt>:1:7\n");
  EXPECT_EQ(Type("throw null"), "Uncaught null\n");
  EXPECT_THAT(Type("Promise.reject(new Error('r'))"),
              ::testing::HasSubstr("Uncaught (in promise) Error: r"));
  EXPECT_EQ(Type("1"), "1\n");
}

TEST_F(ReplTest, Awaits) {
  EXPECT_EQ(Type("await 1"), "1\n");
  EXPECT_EQ(Type("await new Promise(r => setTimeout(r, 1, 'late'))"),
            "\"late\"\n");
  EXPECT_EQ(Type("const z = await 2; print(z)"), "2\nundefined\n");
  EXPECT_EQ(Type("[await 1,"), "...");
  EXPECT_EQ(Type("await 2]"), "[ 1, 2 ]\n");
  EXPECT_THAT(Type("await Promise.reject(new Error('no'))"),
              ::testing::StartsWith("Uncaught Error: no\n"));
  EXPECT_EQ(Type("await new Promise(() => {})"),
            "Nothing is left that could end this await\n");
  EXPECT_EQ(Type("{a: await 3}"), "{ a: 3 }\n");
  EXPECT_EQ(Type("await"), "...");
  EXPECT_EQ(Type("4"), "4\n");
  EXPECT_EQ(Type("'await' // await"), "\"await\"\n");
  EXPECT_THAT(Type("var await = 1"), ::testing::HasSubstr("SyntaxError"));
  EXPECT_THAT(Type("await 1; return 2"),
              ::testing::HasSubstr("Illegal return statement"));
  EXPECT_EQ(Type("for (const x of [1]) { await x; x + 1 }"), "2\n");
}

TEST_F(ReplTest, KeepsWhatIsDeclaredWithAwait) {
  EXPECT_EQ(Type("const z = await 2, f = () => z; var v = z"), "undefined\n");
  EXPECT_EQ(Type("z + f() + v"), "6\n");
  EXPECT_EQ(Type("class A { static a = 5 } await 0; A.a"), "5\n");
  EXPECT_EQ(Type("A.a"), "5\n");
}

TEST_F(ReplTest, DeclaresAgain) {
  EXPECT_EQ(Type("const a = 1; let b = 2; class C { static c = 3 }"),
            "undefined\n");
  EXPECT_EQ(Type("const seen = () => [a, b, C.c]"), "undefined\n");
  EXPECT_EQ(Type("const a = 10; let { b } = { b: 20 }; class C {"
                 " static c = 30 }"),
            "undefined\n");
  EXPECT_EQ(Type("[a, b, C.c]"), "[ 10, 20, 30 ]\n");
  EXPECT_EQ(Type("seen()"), "[ 10, 20, 30 ]\n");
  EXPECT_THAT(Type("a = 2"),
              ::testing::StartsWith("Uncaught TypeError: Assignment to "));
  // One script must not, nor may it change what kind of variable it is.
  EXPECT_THAT(Type("let d = 1; let d = 2"),
              ::testing::StartsWith("<prompt>:1: Uncaught SyntaxError: "));
  EXPECT_EQ(Type("let a = 3"),
            "<prompt>:1: Uncaught SyntaxError: Identifier 'a' has already been "
            "declared\nlet a = 3\n^\n");
  EXPECT_EQ(Type("a"), "10\n");
  // An initializer that throws leaves a name that can be declared again.
  EXPECT_THAT(Type("let e = null.x"), ::testing::HasSubstr("TypeError"));
  EXPECT_EQ(Type("let e = 1; e"), "1\n");
}

TEST_F(ReplTest, SharesTheScopeOfScripts) {
  realm();
  Run("let fromScript = 1; const readBack = () => atPrompt;");
  EXPECT_EQ(Type("let atPrompt = 5; fromScript + readBack()"), "6\n");
  // A name of a built-in is shadowed, not overwritten.
  EXPECT_EQ(Type("let print = 7; print + typeof globalThis.print"),
            "\"7function\"\n");
}

TEST_F(ReplTest, ShowsEveryKindOfValue) {
  EXPECT_EQ(Type("-0"), "-0\n");
  EXPECT_EQ(Type("NaN"), "NaN\n");
  EXPECT_EQ(Type("-Infinity"), "-Infinity\n");
  EXPECT_EQ(Type("12345678901234567890n"), "12345678901234567890n\n");
  EXPECT_EQ(Type("Symbol('s')"), "Symbol(s)\n");
  EXPECT_EQ(Type("null"), "null\n");
  EXPECT_EQ(Type("true"), "true\n");
  EXPECT_EQ(Type("0.1"), "0.1\n");
  EXPECT_EQ(Type("'\\u65E5\\u{1F600}\\uD800\"\\0'.length"), "6\n");
  EXPECT_EQ(Type("'\\u65E5\\uD800'"), "\"日\\ud800\"\n");
  EXPECT_EQ(Type("'日😀'"), "\"日😀\"\n");
  EXPECT_EQ(Type("Promise.resolve(1)"), "Promise { 1 }\n");
  EXPECT_EQ(Type("({ then: 1 })"), "{ then: 1 }\n");
  EXPECT_EQ(Type("x => x"), "[Function (anonymous)]\n");
  EXPECT_EQ(Type("throw undefined"), "Uncaught undefined\n");
  EXPECT_EQ(Type("throw -0"), "Uncaught -0\n");
}

// V8's inspector stands behind the prompt, and is not to be seen.
TEST_F(ReplTest, LooksAtNothing) {
  Type("const loud = () => { print('ran'); throw 1 };");
  Type("const o = { get length() { loud() }, get splice() { loud() } };");
  EXPECT_EQ(Type("o"), "{ length: [Getter], splice: [Getter] }\n");
  EXPECT_EQ(Type("Object.defineProperty(new Error, 'stack', { get: loud })"),
            "[Error]\n");
  EXPECT_EQ(Type("new Proxy({}, { get: loud, ownKeys: loud, has: loud })"),
            "Proxy {}\n");
  EXPECT_EQ(Type("[typeof console.memory, typeof console.createTask,"
                 " typeof $0, typeof inspect]"),
            "[ \"undefined\", \"undefined\", \"undefined\", \"undefined\" ]\n");
}

TEST_F(ReplTest, HasCommands) {
  EXPECT_THAT(Type(".help"), ::testing::StartsWith(".help  "));
  EXPECT_EQ(Type(".nope now"), "There is no command .nope; .help lists them\n");
  EXPECT_EQ(Type(".5"), "0.5\n");
  EXPECT_EQ(Type("[3]"), "[ 3 ]\n");
  EXPECT_EQ(Type("["), "...");
  EXPECT_EQ(Type("1]"), "[ 1 ]\n");
  // The middle of a call is none.
  EXPECT_EQ(Type("(5"), "...");
  EXPECT_EQ(Type(".toString())"), "\"5\"\n");
  EXPECT_EQ(Type(".exit"), "");
  EXPECT_TRUE(runtime().stopped());
  EXPECT_EQ(runtime().exit_code(), 0);
}

TEST_F(ReplTest, LoadsFiles) {
  const ScratchFolder folder;
  const std::string path =
      folder.Write("a b.js", "#!/usr/bin/env shell\nconst a = await 1; a + 1");
  EXPECT_EQ(Type(".load " + path), "2\n");
  folder.Write("a b.js", "const a = 5; a + 1\n");
  EXPECT_EQ(Type(".load " + path), "6\n");
  EXPECT_EQ(Type("a"), "5\n");
  const std::string bad = folder.Write("bad.js", "let\nx = (;");
  EXPECT_EQ(Type(".load " + bad), bad +
                                      ":2: Uncaught SyntaxError: Unexpected "
                                      "token ';'\nx = (;\n     ^\n");
  EXPECT_THAT(Type(".load " + folder.Write("half.js", "f(")),
              ::testing::HasSubstr("half.js:2: Uncaught SyntaxError: "));
  const std::string throws = folder.Write("throws.js", "\nnull.x");
  EXPECT_THAT(Type(".load " + throws),
              ::testing::HasSubstr("\n    at " + throws + ":2:6\n"));
  EXPECT_EQ(Type(".load " + folder.path() + "/no.js"),
            folder.path() + "/no.js: No such file or directory\n");
  EXPECT_EQ(Type(".load"), ".load needs the path of a script\n");
}

TEST_F(ReplTest, SaysWhereInAFile) {
  const ScratchFolder folder;
  const std::string bad = folder.Write("bad.js", "let\nx = (;");
  const std::string at = bad + ":2: Uncaught SyntaxError: ";
  EXPECT_THAT(Type("load('" + bad + "')"),
              ::testing::AllOf(::testing::StartsWith(at),
                               ::testing::HasSubstr("\nx = (;\n     ^\n")));
  EXPECT_THAT(Type("evaluateScript('\\n)', 'abc.js')"),
              ::testing::StartsWith("abc.js:2: Uncaught SyntaxError: "));
  // No error that knows it.
  const std::string throws = folder.Write("throws.js", "\nthrow 'a';");
  EXPECT_EQ(Type("load('" + throws + "')"),
            throws + ":2: Uncaught a\nthrow 'a';\n^\n");
  EXPECT_EQ(Type("await 1; load('" + throws + "')"),
            throws + ":2: Uncaught a\nthrow 'a';\n^\n");
  EXPECT_EQ(Type("try { load('" + throws + "') } catch {} throw 'b'"),
            "Uncaught \"b\"\n");
  EXPECT_EQ(Type("throw 'a'"), "Uncaught \"a\"\n");
  const std::string object = folder.Write("object.js", "\nthrow [5];");
  EXPECT_THAT(Type("try { load('" + object + "') } catch (e) { throw e }"),
              ::testing::StartsWith(object + ":2: Uncaught "));
  const std::string late = folder.Write("late.js", "\nfunction f() { null.x }");
  Type("load('" + late + "')");
  EXPECT_THAT(
      Type("f()"),
      ::testing::AllOf(::testing::StartsWith(late + ":2: Uncaught TypeError: "),
                       ::testing::HasSubstr("\nfunction f() { null.x }\n"
                                            "                    ^\n"),
                       ::testing::HasSubstr("\n    at <prompt>:1:1\n")));
  // The library's JavaScript is none.
  EXPECT_THAT(Type("new ReadableStream(5)"),
              ::testing::StartsWith("Uncaught TypeError: "));
}

TEST_F(ReplTest, ACaughtPrimitiveIsNotTheSameThrownLater) {
  const ScratchFolder folder;
  const std::string bad = folder.Write("bad.js", "\nthrow 5;");
  const std::string load = "load('" + bad + "')";
  const std::string place = bad + ":2: Uncaught 5\nthrow 5;\n^\n";
  EXPECT_EQ(Type("try { " + load + " } catch {}; throw 5"), "Uncaught 5\n");
  EXPECT_EQ(Type("try { " + load + " } finally { throw 5 }"), "Uncaught 5\n");
  EXPECT_EQ(Type("(async () => " + load + ")().catch(() => {}); throw 5"),
            "Uncaught 5\n");
  EXPECT_EQ(Type("function tryIt() { try { " + load + " } catch {} }"),
            "undefined\n");
  EXPECT_EQ(Type("tryIt(); throw 5"), "Uncaught 5\n");
  const std::string catches =
      folder.Write("catches.js", "try { " + load + " } catch {}");
  EXPECT_EQ(Type("load('" + catches + "'); throw 5"), "Uncaught 5\n");
  // Of these nobody can have caught it.
  const std::string calls = folder.Write("calls.js", load);
  EXPECT_EQ(Type("load('" + calls + "'); throw 5"), place);
  const std::string entry = folder.Write("entry.js", "\nthrow 6;");
  EXPECT_EQ(Type("load('" + entry + "')"),
            entry + ":2: Uncaught 6\nthrow 6;\n^\n");
}

TEST_F(ReplTest, ImportsFromWhereTheCodeIs) {
  const ScratchFolder folder;
  folder.Write("module.mjs", "export const x = 7;");
  const std::string path =
      folder.Write("loads.js", "(await import('./module.mjs')).x");
  EXPECT_EQ(Type(".load " + path), "7\n");
  folder.Write("loads.js", "await import('./none.mjs')");
  EXPECT_THAT(Type(".load " + path),
              ::testing::HasSubstr("at " + path + ":1:"));
  EXPECT_THAT(Type("await import('./none.mjs')"),
              ::testing::HasSubstr("at <prompt>:1:"));
}

TEST_F(ReplTest, SaysHowToImport) {
  EXPECT_THAT(Type("import a from './a.mjs'"),
              ::testing::EndsWith("^^^^^^\nAt the prompt: const { name } = "
                                  "await import(\"./file.mjs\")\n"));
  EXPECT_THAT(Type("import.meta"), ::testing::EndsWith("^^^^\n"));
  const ScratchFolder folder;
  const std::string path = folder.Write("a.mjs", "export const b = 6;");
  EXPECT_EQ(Type("const { b } = await import('" + path + "'); b"), "6\n");
  EXPECT_EQ(Type("await import('" + path + "')"), "[Module] { b: 6 }\n");
}

TEST_F(ReplTest, KeepsTheLastValue) {
  Type("6 * 7");
  EXPECT_EQ(Type("_ + 1"), "43\n");
  EXPECT_EQ(Type("_"), "43\n");
  EXPECT_EQ(Type("_ = 'mine'"), "\"mine\"\n");
  EXPECT_EQ(Type("1"), "1\n");
  EXPECT_EQ(Type("_"), "\"mine\"\n");
}

// Before the value, since V8 makes an asynchronous function of the line.
TEST_F(ReplTest, RunsMicrotasks) {
  EXPECT_EQ(Type("queueMicrotask(() => print('after'))"), "after\nundefined\n");
}

TEST_F(ReplTest, Quits) {
  EXPECT_EQ(Type("quit(3); print('never')"), "");
  EXPECT_TRUE(runtime().stopped());
  EXPECT_EQ(runtime().exit_code(), 3);
}

TEST_F(ReplTest, QuitsInAFile) {
  const ScratchFolder folder;
  const std::string path = folder.Write("quit.js", "quit(3)");
  EXPECT_EQ(Type("try { load('" + path + "') } finally { print('never') }"),
            "");
  EXPECT_TRUE(runtime().stopped());
  EXPECT_EQ(runtime().exit_code(), 3);
}

TEST_F(ReplTest, Cancels) {
  Type("function (");
  EXPECT_EQ(Type("f(("), "...");
  repl_->Cancel();
  EXPECT_TRUE(repl_->is_empty());
  EXPECT_EQ(Type("1"), "1\n");
}

}  // namespace
}  // namespace v8_encoding::shell
