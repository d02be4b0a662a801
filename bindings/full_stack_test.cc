// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Calls of what isn't a stream, with every little amount of stack that may be
// left: a RangeError or the right result, and nothing lost.

#include <string>

#include "bindings/testing/full_stack.h"
#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"

namespace v8_encoding::testing {
namespace {

// Of a call that gives `expected`, and gives it again after a RangeError.
std::string IsRight(const std::string& call, const std::string& expected) {
  return "error === undefined ? result === " + expected +
         " ? '' : 'result ' + result :"
         "!(error instanceof RangeError) ? 'error ' + error :"
         "(" +
         call + ") === " + expected + " ? '' : 'another result'";
}

TEST_F(FullStackTest, Calls) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  ASSERT_EQ(Evaluate("const decoder = new TextDecoder,"
                     "      fatal = new TextDecoder('gbk', {fatal: true}),"
                     "      encoder = new TextEncoder,"
                     "      bytes = new Uint8Array(50).fill(0x80),"
                     "      many = new Uint8Array(5000).fill(0x80),"
                     "      shared = new Uint8Array(new SharedArrayBuffer(9)),"
                     "      text = '\\u20AC'.repeat(5000);"
                     "const nameOf = (f) => {"
                     "  try { return f() } catch (e) {"
                     "    if (/stack/.test(e.message)) throw e;"
                     "    return e.name } }; ''"),
            "");
  const struct {
    const char* call;
    const char* expected;
  } kCalls[] = {
      {"decoder.decode(bytes).length", "50"},
      {"decoder.decode(many).length", "5000"},
      {"decoder.decode(shared).length", "9"},
      {"new TextDecoder('koi8-r', {fatal: true}).encoding", "'koi8-r'"},
      {"nameOf(() => new TextDecoder('x'))", "'RangeError'"},
      {"nameOf(() => fatal.decode(Uint8Array.of(0xFF)))", "'TypeError'"},
      {"nameOf(() => decoder.decode(1))", "'TypeError'"},
      {"encoder.encode('abc').join()", "'97,98,99'"},
      {"encoder.encode(text).length", "15000"},
      {"encoder.encodeInto('abc', bytes).written", "3"},
      {"encoder.encodeInto(text, many).read", "1666"},
      {"new TextEncoder().encoding", "'utf-8'"},
      {"extras.encode('abc', 'big5').join()", "'97,98,99'"},
      {"extras.decodeRange(many, 1, 3000).length", "2999"},
      {"extras.utf8ByteLength(text)", "15000"},
      {"extras.encodings().length", "40"},
      {"new TextDecoderStream().encoding", "'utf-8'"},
      {"new TextEncoderStream().encoding", "'utf-8'"},
  };
  for (const auto& [call, expected] : kCalls) {
    // What encodeInto() writes to is read by others.
    WithEveryStack({.prepare = "bytes.fill(0x80); many.fill(0x80)",
                    .call = call,
                    .check = IsRight(call, expected)});
  }
}

TEST_F(FullStackTest, ADecodersStateIsKept) {
  const std::string call =
      "decoder.decode(Uint8Array.of(0xAC, 0xE2),"
      "               {stream: true})";
  WithEveryStack(
      {.prepare = "globalThis.decoder = new TextDecoder;"
                  "decoder.decode(Uint8Array.of(0xE2, 0x82), {stream: true})",
       .call = call,
       .check = "(error instanceof RangeError ? " + call +
                " : result) === '\\u20AC' &&"
                "decoder.decode(Uint8Array.of(0x82, 0xAC)) === '\\u20AC'"
                "    ? '' : 'lost'"});
}

}  // namespace
}  // namespace v8_encoding::testing
