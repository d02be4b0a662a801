// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/prompt/completion.h"

#include "shell/prompt/repl.h"
#include "shell/shell_test.h"

namespace v8_encoding::shell {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

class CompletionTest : public ShellTest {
 protected:
  CompletionTest() { options().stop_on_uncaught = false; }

  std::vector<std::string> Names(std::string_view text) {
    return repl().Complete(text).names;
  }
  std::string Rest(std::string_view text) { return repl().Complete(text).rest; }
  Repl& repl() {
    if (repl_ == nullptr) {
      repl_ = std::make_unique<Repl>(realm());
    }
    return *repl_;
  }
  void TearDown() override { repl_.reset(); }

 private:
  std::unique_ptr<Repl> repl_;
};

TEST_F(CompletionTest, Globals) {
  EXPECT_THAT(Names("TextDec"),
              ElementsAre("TextDecoder", "TextDecoderStream"));
  EXPECT_EQ(Rest("new TextDec"), "oder");
  EXPECT_EQ(Rest("print(TextEncoderS"), "tream");
  EXPECT_THAT(Names(""), IsSupersetOf({"print", "globalThis", "await"}));
  EXPECT_THAT(Names(""), Not(Contains("__defineGetter__")));
  EXPECT_THAT(Names("__defineG"), ElementsAre("__defineGetter__"));
  EXPECT_THAT(Names("instanceo"), ElementsAre("instanceof"));
  EXPECT_THAT(Names("[...glob"), ElementsAre("globalThis"));
  EXPECT_THAT(Names("nothingLikeThis"), IsEmpty());
}

TEST_F(CompletionTest, WhatWasDeclared) {
  repl().AddLine("let lexical = 1; const {lexicon} = {}; class Lexer {}");
  repl().AddLine("var global_ = 1; function globally() {}");
  EXPECT_THAT(Names("lexi"), ElementsAre("lexical", "lexicon"));
  EXPECT_EQ(Rest("lex"), "ic");
  EXPECT_THAT(Names("Lex"), ElementsAre("Lexer"));
  EXPECT_THAT(Names("global"),
              ElementsAre("globalThis", "global_", "globally"));
  EXPECT_EQ(Rest("global"), "");
}

TEST_F(CompletionTest, Properties) {
  repl().AddLine("const o = {one: {inner: 'text'}, only: 2, 3: 4, 'a b': 5};");
  EXPECT_THAT(Names("o.on"), ElementsAre("one", "only"));
  EXPECT_THAT(Names("f(o.one.in"), ElementsAre("inner"));
  EXPECT_THAT(Names("o?.one?.in"), ElementsAre("inner"));
  EXPECT_THAT(Names("o.one.inner.toUpperC"), ElementsAre("toUpperCase"));
  EXPECT_THAT(Names("o."), IsSupersetOf({"one", "only", "hasOwnProperty"}));
  EXPECT_THAT(Names("o."), Not(Contains("3")));
  EXPECT_THAT(Names("o."), Not(Contains("a b")));
  EXPECT_THAT(Names("o.only.toF"), ElementsAre("toFixed"));
  EXPECT_THAT(Names("this.printN"), IsEmpty());
  EXPECT_THAT(Names("globalThis.TextEncoderS"),
              ElementsAre("TextEncoderStream"));
  EXPECT_THAT(Names("TextDecoder.prototype.ignore"), ElementsAre("ignoreBOM"));
  EXPECT_THAT(Names("o.absent."), IsEmpty());
  EXPECT_THAT(Names("absent.a"), IsEmpty());
  EXPECT_THAT(Names("o[1].on"), IsEmpty());
  EXPECT_THAT(Names("o().on"), IsEmpty());
  EXPECT_THAT(Names("1."), IsEmpty());
}

TEST_F(CompletionTest, AttributesOfPlatformObjects) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  repl().AddLine("const s = new TextDecoderStream();");
  EXPECT_THAT(Names("s.read"), ElementsAre("readable"));
  EXPECT_THAT(Names("s.readable.getR"), ElementsAre("getReader"));
  EXPECT_THAT(Names("s.encoding.trimS"), ElementsAre("trimStart"));
}

TEST_F(CompletionTest, RunsNoScript) {
  repl().AddLine("const loud = () => { print('ran'); throw 1 };");
  repl().AddLine(
      "const o = { get a() { loud() } };"
      "const p = new Proxy({ b: {} }, { get: loud, ownKeys: loud,"
      "    getPrototypeOf: loud, getOwnPropertyDescriptor: loud });"
      "const q = Object.setPrototypeOf({ c: 1 }, p);"
      "Object.defineProperty(globalThis, 'g', { get: loud });"
      "Object.defineProperty(Object.prototype, 'value',"
      "    { get: loud });");
  TakeOut();
  EXPECT_THAT(Names("o."), Contains("a"));
  EXPECT_THAT(Names("o.a."), IsEmpty());
  EXPECT_THAT(Names("p.b"), IsEmpty());
  EXPECT_THAT(Names("p.b."), IsEmpty());
  EXPECT_THAT(Names("q."), ElementsAre("c"));
  EXPECT_THAT(Names("q.b."), IsEmpty());
  EXPECT_THAT(Names("g."), IsEmpty());
  repl().AddLine("let early = early2; let early2 = 1;");
  EXPECT_THAT(Names("early2."), IsEmpty());
  EXPECT_EQ(TakeOut(), "");
}

TEST_F(CompletionTest, TheRestEndsWithACharacter) {
  repl().AddLine("let né = 1, nê = 2;");
  EXPECT_EQ(Rest("n"), "");
  repl().AddLine("let yé = 1;");
  EXPECT_EQ(Rest("y"), "");  // yield
  EXPECT_EQ(Rest("yé"), "");
}

TEST_F(CompletionTest, TheRestEndsWithACharacterOfTwoUnits) {
  repl().AddLine("typeof Intl");
  if (TakeOut() == "\"undefined\"\n") {
    GTEST_SKIP() << "a V8 without ICU has no such names";
  }
  repl().AddLine("let x\U0001D49C = 3, x\U0001D49E = 4;");
  EXPECT_THAT(Names("x"), ElementsAre("x\U0001D49C", "x\U0001D49E"));
  EXPECT_EQ(Rest("x"), "");
}

}  // namespace
}  // namespace v8_encoding::shell
