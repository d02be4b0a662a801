// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#ifndef V8_ENCODING_BINDINGS_TESTING_FULL_STACK_H_
#define V8_ENCODING_BINDINGS_TESTING_FULL_STACK_H_

#include <cstddef>
#include <string>

#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"

namespace v8_encoding::testing {

// Calls with every little amount of stack that may be left, in steps of 16
// bytes. (The stack of the process goes on behind V8's limit: what native code
// takes there is robustness_test.cc's, where the limit is V8's own.) The
// context has all interfaces, and `extras`; microtasks run where
// WithEveryStack() says, with enough stack: V8 runs them when the stack is
// empty but for the host.
class FullStackTest : public ::testing::Test {
 protected:
  FullStackTest();
  ~FullStackTest() override;

  v8::Isolate* isolate() const { return isolate_.get(); }
  std::string Evaluate(const std::string& source) {
    return testing::Evaluate(context_, source);
  }

  // Evaluates `prepare`; calls `call`, an expression whose value goes into
  // `result`, with little stack; does `finish`; and evaluates `check`, which
  // gives "" if all is as it should be: it sees `result`, and `error`,
  // undefined or what was thrown. Between these, microtasks run. All of that
  // with more stack each time, until `call` has been right many times on end.
  void WithEveryStack(const std::string& prepare,
                      const std::string& call,
                      const std::string& check,
                      const std::string& finish = "");

 private:
  v8::Local<v8::Function> ToFunction(const std::string& source);
  std::string Run(v8::Local<v8::Function> function,
                  v8::Local<v8::Value> argument = {});

  TestIsolate isolate_;
  v8::HandleScope handle_scope_;
  v8::Local<v8::Context> context_;
};

}  // namespace v8_encoding::testing

#endif  // V8_ENCODING_BINDINGS_TESTING_FULL_STACK_H_
