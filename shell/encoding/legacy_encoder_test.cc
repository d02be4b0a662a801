// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/encoding/legacy_encoder.h"

#include "shell/shell_test.h"

namespace v8_encoding::shell {
namespace {

class LegacyEncoderTest : public ShellTest {
 protected:
  std::string RunAll(const std::string& source) {
    return Run(source) + errors();
  }
};

TEST_F(LegacyEncoderTest, Bytes) {
  EXPECT_EQ(RunAll("const {bytes, read, unmappable} ="
                   "    encodeLegacy('\\u00e9\\u4e00', 'gb18030');"
                   "print(bytes, read, unmappable)"),
            "Uint8Array(4) [ 168, 166, 210, 187 ] 2 undefined\n");
}

TEST_F(LegacyEncoderTest, StopsAfterWhatIsUnmappable) {
  EXPECT_EQ(RunAll("const {bytes, read, unmappable} ="
                   "    encodeLegacy('ab\\u{1F600}c', 'windows-1252');"
                   "print(bytes, read, unmappable.toString(16))"),
            "Uint8Array(2) [ 97, 98 ] 4 1f600\n");
}

// Two texts of one stream have no escape sequence between them, and a pair that
// they share is one character.
TEST_F(LegacyEncoderTest, StateGoesOn) {
  EXPECT_EQ(RunAll("const first ="
                   "    encodeLegacy('\\u3042', 'iso-2022-jp', {stream: true});"
                   "const last = encodeLegacy('\\u3044', 'iso-2022-jp',"
                   "                          {state: first.state});"
                   "print(first.bytes, last.bytes, last.state)"),
            "Uint8Array(5) [ 27, 36, 66, 36, 34 ] "
            "Uint8Array(5) [ 36, 36, 27, 40, 66 ] 0\n");
  EXPECT_EQ(RunAll("const half ="
                   "    encodeLegacy('\\ud83d', 'gb18030', {stream: true});"
                   "print(half.bytes.length, half.read,"
                   "      encodeLegacy('\\ude00', 'gb18030', half).bytes)"),
            "0 1 Uint8Array(4) [ 148, 57, 252, 54 ]\n");
}

TEST_F(LegacyEncoderTest, WhatHasNoEncoder) {
  for (const char* label : {"utf-16le", "replacement", "nope"}) {
    EXPECT_EQ(RunAll(std::string("try { encodeLegacy('a', '") + label +
                     "') } catch (error) { print(error.name) }"),
              "RangeError\n");
  }
  EXPECT_EQ(RunAll("try { encodeLegacy('a', 'gbk', 1) }"
                   "catch (error) { print(error.name) }"),
            "TypeError\n");
}

}  // namespace
}  // namespace v8_encoding::shell
