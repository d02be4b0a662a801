// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/web/base64.h"

#include "shell/shell_test.h"

namespace v8_encoding::shell {
namespace {

TEST(Base64, Encodes) {
  EXPECT_EQ(Base64Encode(""), "");
  EXPECT_EQ(Base64Encode("f"), "Zg==");
  EXPECT_EQ(Base64Encode("fo"), "Zm8=");
  EXPECT_EQ(Base64Encode("foo"), "Zm9v");
  EXPECT_EQ(Base64Encode("foobar"), "Zm9vYmFy");
  EXPECT_EQ(Base64Encode("\xFB\xFF\xFE"), "+//+");
}

// The rules of https://infra.spec.whatwg.org/#forgiving-base64-decode, one by
// one.
TEST(Base64, DecodesForgivingly) {
  const auto decode = [](const std::string& text) {
    return ForgivingBase64Decode(text).value_or("failure");
  };
  EXPECT_EQ(decode(""), "");
  EXPECT_EQ(decode(" \t\n\f\r"), "");
  EXPECT_EQ(decode("Zm9v"), "foo");
  EXPECT_EQ(decode(" Z\tm\n9\fv\r"), "foo");
  EXPECT_EQ(decode("Zg=="), "f");
  EXPECT_EQ(decode("Zg= ="), "f");
  EXPECT_EQ(decode("Zg"), "f");
  EXPECT_EQ(decode("Zm8="), "fo");
  EXPECT_EQ(decode("Zm8"), "fo");
  // Left-over bits are dropped.
  EXPECT_EQ(decode("Zh"), "f");
  EXPECT_EQ(decode("Zm9"), "fo");
  EXPECT_EQ(decode("+/+/"), "\xFB\xFF\xBF");

  EXPECT_EQ(decode("Z"), "failure");
  EXPECT_EQ(decode("Zm9vZ"), "failure");
  // Padding is taken off only where the length is a multiple of four.
  EXPECT_EQ(decode("Zg="), "failure");
  EXPECT_EQ(decode("="), "failure");
  EXPECT_EQ(decode("===="), "failure");
  EXPECT_EQ(decode("A==="), "failure");
  EXPECT_EQ(decode("Zm9v="), "failure");
  EXPECT_EQ(decode("Zg==Zg=="), "failure");
  EXPECT_EQ(decode("Zm9-"), "failure");
  EXPECT_EQ(decode("Zm9_"), "failure");
  // Not ASCII whitespace.
  EXPECT_EQ(decode("Zm\v9v"), "failure");
  EXPECT_EQ(decode("Zm\xC2\xA0"), "failure");
  EXPECT_EQ(decode(std::string("Zm9v\0", 5)), "failure");
}

TEST(Base64, GoesThereAndBack) {
  std::string bytes;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(ForgivingBase64Decode(Base64Encode(bytes)), bytes);
    bytes += static_cast<char>(i * 37);
  }
}

using Base64Test = ShellTest;

TEST_F(Base64Test, IsExposed) {
  EXPECT_EQ(Run(R"(
    print(btoa('\xE9\0'), atob('6QA=') === '\xE9\0', btoa(undefined),
          btoa(null), atob.length, btoa.length);
    for (const f of [() => btoa('\u0100'), () => btoa('\uD83D'),
                     () => atob('\u0100'), () => atob('A'), () => atob()]) {
      try { f(); print('nothing thrown'); }
      catch (e) { print(e.name, e.code, e instanceof Error); }
    })"),
            "6QA= true dW5kZWZpbmVk bnVsbA== 1 1\n"
            "InvalidCharacterError 5 true\n"
            "InvalidCharacterError 5 true\n"
            "InvalidCharacterError 5 true\n"
            "InvalidCharacterError 5 true\n"
            "TypeError undefined true\n");
}

}  // namespace
}  // namespace v8_encoding::shell
