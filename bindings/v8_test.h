// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// V8 inside a test: the process-wide part once, an isolate for each test.

#ifndef V8_ENCODING_BINDINGS_V8_TEST_H_
#define V8_ENCODING_BINDINGS_V8_TEST_H_

#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "v8.h"

namespace v8_encoding::testing {

// An isolate that lives, entered, as long as the object, on one thread.
class TestIsolate {
 public:
  // Without an allocator, V8's own.
  explicit TestIsolate(
      std::shared_ptr<v8::ArrayBuffer::Allocator> allocator = nullptr);
  ~TestIsolate();

  v8::Isolate* get() const { return isolate_; }

 private:
  v8::Isolate* isolate_;
};

// What `source` evaluates to in `context`, as a string. An exception gives
// "threw " and its description.
std::string Evaluate(v8::Local<v8::Context> context, const std::string& source);

// A context with all the interfaces.
v8::Local<v8::Context> NewContext(v8::Isolate* isolate);

// A test with an isolate, a HandleScope and such a context, entered.
class V8Test : public ::testing::Test {
 protected:
  V8Test();

  v8::Isolate* isolate() const { return isolate_.get(); }
  v8::Local<v8::Context> context() const { return context_; }
  std::string Evaluate(const std::string& source) {
    return testing::Evaluate(context_, source);
  }

 private:
  TestIsolate isolate_;
  v8::HandleScope handle_scope_;
  v8::Local<v8::Context> context_;
  v8::Context::Scope context_scope_;
};

}  // namespace v8_encoding::testing

#endif  // V8_ENCODING_BINDINGS_V8_TEST_H_
