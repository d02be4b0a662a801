// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What tests of failing calls share: it makes each call of V8's that can fail
// fail once in its turn.

#ifndef V8_ENCODING_BINDINGS_TESTING_EACH_FAILING_CALL_H_
#define V8_ENCODING_BINDINGS_TESTING_EACH_FAILING_CALL_H_

#include <functional>
#include <string>

#include "bindings/testing/failing_calls.h"
#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "v8.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {

// An InstallOptions::error_hook that makes calls of V8's, too.
void ErrorHookThatAddsACode(v8::Local<v8::Context> context,
                            v8::Local<v8::Object> error,
                            ErrorCode code);

class FailingCallTest : public ::testing::Test {
 protected:
  void SetUp() override {
    V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
    if (!CallsCanFail()) {
      GTEST_SKIP() << "no code for this processor that makes calls fail";
    }
    isolate()->SetMicrotasksPolicy(v8::MicrotasksPolicy::kExplicit);
  }

  v8::Isolate* isolate() const { return isolate_.get(); }

  std::string ToStdString(v8::Local<v8::Value> value) {
    return *v8::String::Utf8Value(isolate(), value);
  }

  // With the interfaces, the extras and streams' globals.
  v8::Local<v8::Context> NewRealm(const InstallOptions& options = {}) {
    v8::EscapableHandleScope scope(isolate());
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    Install(isolate(), global, options);
    global->Set(isolate(), "extras", NewExtrasTemplate(isolate()));
    return scope.Escape(v8::Context::New(isolate(), nullptr, global));
  }

  // Calls attempt(), in a new context of new_context()'s, with the first call
  // of V8's failing, with the second and so on, until none does; then, and
  // after each failure, check(). attempt() says whether it got what it wants.
  void WithEachFailure(
      const char* what,
      const std::function<v8::Local<v8::Context>()>& new_context,
      const std::function<bool(v8::Local<v8::Context>)>& attempt,
      const std::function<void(v8::Local<v8::Context>)>& check);

 private:
  TestIsolate isolate_;
};

}  // namespace v8_encoding::testing

#endif  // V8_ENCODING_BINDINGS_TESTING_EACH_FAILING_CALL_H_
