// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/testing/full_stack.h"

#include <cstdint>

#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {

namespace {

constexpr size_t kStep = 16;
constexpr size_t kEnough = 512 * 1024;

// Sets V8's limit, as seen from the caller.
[[gnu::noinline]] void LeaveStack(v8::Isolate* isolate, size_t size) {
  isolate->SetStackLimit(
      reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - size);
}

}  // namespace

FullStackTest::FullStackTest() : handle_scope_(isolate()) {
  isolate()->SetMicrotasksPolicy(v8::MicrotasksPolicy::kExplicit);
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
  Install(isolate(), global, {.streams_globals = HasBuiltInStreams()});
  global->Set(isolate(), "extras", NewExtrasTemplate(isolate()));
  context_ = v8::Context::New(isolate(), nullptr, global);
  context_->Enter();
  LeaveStack(isolate(), kEnough);
}

FullStackTest::~FullStackTest() {
  context_->Exit();
}

void FullStackTest::WithEveryStack(const std::string& prepare,
                                   const std::string& call,
                                   const std::string& check,
                                   const std::string& finish) {
  bool has_thrown = false;
  EXPECT_EQ(Evaluate("var result, error;"
                     "function call() { result = (" +
                     call + ") } ''"),
            "");
  v8::Local<v8::Function> function = ToFunction("call");
  v8::Local<v8::Function> before =
      ToFunction("() => { result = error = undefined; " + prepare + " }");
  v8::Local<v8::Function> after =
      ToFunction("(thrown) => { error = thrown; return (" + check + ") }");
  v8::Local<v8::Function> at_end = ToFunction("() => { " + finish + " }");
  // Compiled, and all made that is made once.
  Run(before);
  Run(function);
  isolate()->PerformMicrotaskCheckpoint();
  size_t right_on_end = 0;
  for (size_t size = 0; right_on_end < 64; size += kStep) {
    const v8::HandleScope scope(isolate());
    v8::Local<v8::Value> thrown = v8::Undefined(isolate());
    EXPECT_EQ(Run(before), "undefined");
    isolate()->PerformMicrotaskCheckpoint();
    {
      v8::TryCatch try_catch(isolate());
      LeaveStack(isolate(), size);
      const bool done =
          !function->Call(context_, v8::Undefined(isolate()), 0, nullptr)
               .IsEmpty();
      LeaveStack(isolate(), kEnough);
      if (done) {
        ++right_on_end;
      } else {
        has_thrown = true;
        right_on_end = 0;
        thrown = try_catch.Exception();
      }
    }
    isolate()->PerformMicrotaskCheckpoint();
    EXPECT_EQ(Run(at_end), "undefined");
    isolate()->PerformMicrotaskCheckpoint();
    const std::string wrong = Run(after, thrown);
    EXPECT_EQ(wrong, "") << call << " with " << size << " bytes of stack";
    if (!wrong.empty() || size > kEnough / 2) {
      ADD_FAILURE();
      break;
    }
  }
  EXPECT_TRUE(has_thrown) << call;
}

v8::Local<v8::Function> FullStackTest::ToFunction(const std::string& source) {
  return EvaluateToValue(context_, "(" + source + ")")
      .ToLocalChecked()
      .As<v8::Function>();
}

std::string FullStackTest::Run(v8::Local<v8::Function> function,
                               v8::Local<v8::Value> argument) {
  v8::TryCatch try_catch(isolate());
  v8::Local<v8::Value> result;
  if (!function
           ->Call(context_, v8::Undefined(isolate()),
                  argument.IsEmpty() ? 0 : 1, &argument)
           .ToLocal(&result)) {
    return "threw " + std::string(*v8::String::Utf8Value(
                          isolate(), try_catch.Exception()));
  }
  return *v8::String::Utf8Value(isolate(), result);
}

}  // namespace v8_encoding::testing
