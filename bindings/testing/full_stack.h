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

// Scripts that see each other's variables.
struct LittleStackScripts {
  std::string prepare;
  std::string call;  // An expression, whose value goes into `result`.
  // What is done behind that.
  std::string finish = {};
  // Gives "" if all is as it should be: sees `result`, and `error`, undefined
  // or what was thrown.
  std::string check;
};

// An isolate whose context has all interfaces, and `extras`, and which calls
// functions with little stack. (The stack of the process goes on behind V8's
// limit: what native code takes there is robustness_test.cc's, where the limit
// is V8's own.)
class LittleStack {
 public:
  LittleStack();
  ~LittleStack();

  LittleStack(const LittleStack&) = delete;
  LittleStack& operator=(const LittleStack&) = delete;

  v8::Isolate* isolate() const { return isolate_.get(); }
  std::string Evaluate(const std::string& source) {
    return testing::Evaluate(context_, source);
  }

  // Makes functions of the scripts, which the other two call.
  void Compile(const LittleStackScripts& scripts);
  // Calls what Call() calls once with enough stack, so that V8 has compiled it,
  // and all is made that is made once.
  void WarmUp();
  // What is wrong, or "", where `call` has so many bytes. Microtasks run
  // between the scripts, with enough stack: V8 runs them when the stack is
  // empty but for the host.
  std::string Call(size_t size, bool& has_thrown);

 private:
  v8::Local<v8::Function> ToFunction(const std::string& source);
  std::string Run(v8::Local<v8::Function> function,
                  v8::Local<v8::Value> argument = {});

  TestIsolate isolate_;
  v8::HandleScope handle_scope_;
  v8::Local<v8::Context> context_;
  v8::Local<v8::Function> prepare_;
  v8::Local<v8::Function> call_;
  v8::Local<v8::Function> finish_;
  v8::Local<v8::Function> check_;
};

class FullStackTest : public ::testing::Test {
 protected:
  v8::Isolate* isolate() const { return stack_.isolate(); }
  std::string Evaluate(const std::string& source) {
    return stack_.Evaluate(source);
  }

  // Calls with more and more stack, in steps of 16 bytes, until the call has
  // been right many times on end; and again while another thread interrupts V8,
  // which then takes some 400 bytes more to find that a function may begin.
  void WithEveryStack(const LittleStackScripts& scripts);
  // The least stack with which the call throws nothing.
  size_t LeastStackOf(const LittleStackScripts& scripts);
  // The same in steps of 2 KiB up to more than V8 takes to compile a function,
  // each time in another isolate, where `before` has run, and nothing of
  // `scripts`.
  static void WithEveryStackAndColdCode(const std::string& before,
                                        const LittleStackScripts& scripts);

 private:
  void ExpectRightWithEveryStack(const std::string& call);

  LittleStack stack_;
};

}  // namespace v8_encoding::testing

#endif  // V8_ENCODING_BINDINGS_TESTING_FULL_STACK_H_
