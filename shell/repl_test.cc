// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/repl.h"

#include "shell/shell_test.h"

namespace v8_encoding::shell {
namespace {

class ReplTest : public ShellTest {
 protected:
  ReplTest() { options().stop_on_uncaught = false; }

  // What a line makes it print; "..." if it wants more.
  std::string Type(std::string_view line) {
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
            "Promise { <pending> }\n"
            "Nothing is left that could settle this promise\n");
}

TEST_F(ReplTest, KeepsTheLastValue) {
  Type("6 * 7");
  EXPECT_EQ(Type("_ + 1"), "43\n");
  EXPECT_EQ(Type("_"), "43\n");
  EXPECT_EQ(Type("_ = 'mine'"), "\"mine\"\n");
  EXPECT_EQ(Type("1"), "1\n");
  EXPECT_EQ(Type("_"), "\"mine\"\n");
}

TEST_F(ReplTest, RunsMicrotasks) {
  EXPECT_EQ(Type("queueMicrotask(() => print('after'))"), "undefined\nafter\n");
}

TEST_F(ReplTest, Quits) {
  EXPECT_EQ(Type("quit(3); print('never')"), "");
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
