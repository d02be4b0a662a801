// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/testing/each_failing_call.h"

#include <cstddef>

#include "bindings/v8_compat.h"

namespace v8_encoding::testing {

namespace {

constexpr CallFailure kFailures[] = {CallFailure::kThrown,
                                     CallFailure::kTerminated};

// More than any operation makes.
constexpr size_t kMaxCalls = 1000;

}  // namespace

void ErrorHookThatAddsACode(v8::Local<v8::Context> context,
                            v8::Local<v8::Object> error,
                            ErrorCode code) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  static_cast<void>(
      error->Set(context, v8::String::NewFromUtf8Literal(isolate, "code"),
                 v8::Integer::New(isolate, static_cast<int>(code))));
}

void FailingCallTest::WithEachFailure(
    const char* what,
    const std::function<v8::Local<v8::Context>()>& new_context,
    const std::function<bool(v8::Local<v8::Context>)>& attempt,
    const std::function<void(v8::Local<v8::Context>)>& check) {
  for (const CallFailure failure : kFailures) {
    bool has_failed = true;
    for (size_t failing = 0; has_failed; ++failing) {
      ASSERT_LT(failing, kMaxCalls) << what;
      const v8::HandleScope scope(isolate());
      v8::Local<v8::Context> context = new_context();
      const v8::Context::Scope context_scope(context);
      v8::Local<v8::Value> thrown =
          v8::String::NewFromUtf8Literal(isolate(), "failed");
      {
        const v8::TryCatch try_catch(isolate());
        const char* failed;
        bool succeeded;
        {
          const FailingCall failing_call(isolate(), context, failure, thrown,
                                         failing);
          succeeded = attempt(context);
          failed = failing_call.failed();
        }
        has_failed = failed != nullptr;
        SCOPED_TRACE(std::string(what) + ": " +
                     (has_failed ? failed : "nothing") + " failed, number " +
                     std::to_string(failing));
        EXPECT_TRUE(succeeded || has_failed);
        if (failure == CallFailure::kThrown) {
          EXPECT_NE(succeeded, try_catch.HasCaught());
        }
        if (try_catch.HasCaught() && !try_catch.HasTerminated()) {
          EXPECT_TRUE(failure == CallFailure::kThrown);
          EXPECT_EQ(ToStdString(try_catch.Exception()), "failed");
        }
      }
      isolate()->CancelTerminateExecution();
      isolate()->PerformMicrotaskCheckpoint();
      check(context);
      if (HasFailure()) {
        return;
      }
    }
  }
}

}  // namespace v8_encoding::testing
