// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/testing/full_stack.h"

#include <atomic>
#include <cstdint>
#include <thread>

#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {

namespace {

constexpr size_t kStep = 16;
constexpr size_t kEnough = 512 * 1024;

constexpr size_t kColdStep = 2 * 1024;
constexpr size_t kEnoughToCompile = 48 * 1024;

// Sets V8's limit, as seen from the caller.
[[gnu::noinline]] void LeaveStack(v8::Isolate* isolate, size_t size) {
  isolate->SetStackLimit(
      reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - size);
}

// Asks V8 for an interrupt, and for another one as soon as that is handled.
class Interrupter {
 public:
  explicit Interrupter(v8::Isolate* isolate)
      : isolate_(isolate), thread_([this] {
          while (!has_ended_) {
            if (!is_pending_) {
              is_pending_ = true;
              isolate_->RequestInterrupt(OnInterrupt, this);
            }
          }
        }) {}

  ~Interrupter() {
    has_ended_ = true;
    thread_.join();
    while (is_pending_) {
      Evaluate(isolate_->GetCurrentContext(), "''");
    }
  }

  Interrupter(const Interrupter&) = delete;
  Interrupter& operator=(const Interrupter&) = delete;

 private:
  static void OnInterrupt(v8::Isolate* /*isolate*/, void* data) {
    static_cast<Interrupter*>(data)->is_pending_ = false;
  }

  v8::Isolate* const isolate_;
  std::atomic<bool> is_pending_ = false;
  std::atomic<bool> has_ended_ = false;
  std::thread thread_;
};

}  // namespace

LittleStack::LittleStack() : handle_scope_(isolate()) {
  isolate()->SetMicrotasksPolicy(v8::MicrotasksPolicy::kExplicit);
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
  Install(isolate(), global, {.streams_globals = HasBuiltInStreams()});
  global->Set(isolate(), "extras", NewExtrasTemplate(isolate()));
  context_ = v8::Context::New(isolate(), nullptr, global);
  context_->Enter();
  LeaveStack(isolate(), kEnough);
}

LittleStack::~LittleStack() {
  context_->Exit();
}

void LittleStack::Compile(const LittleStackScripts& scripts) {
  EXPECT_EQ(Evaluate("var result, error;"
                     "function call() { result = (" +
                     scripts.call + ") } ''"),
            "");
  prepare_ = ToFunction("() => { result = error = undefined; " +
                        scripts.prepare + " }");
  call_ = ToFunction("call");
  finish_ = ToFunction("() => { " + scripts.finish + " }");
  check_ = ToFunction("(thrown) => { error = thrown; return (" + scripts.check +
                      ") }");
}

void LittleStack::WarmUp() {
  Run(prepare_);
  Run(call_);
  isolate()->PerformMicrotaskCheckpoint();
}

std::string LittleStack::Call(size_t size, bool& has_thrown) {
  const v8::HandleScope scope(isolate());
  v8::Local<v8::Value> thrown = v8::Undefined(isolate());
  EXPECT_EQ(Run(prepare_), "undefined");
  isolate()->PerformMicrotaskCheckpoint();
  {
    v8::TryCatch try_catch(isolate());
    LeaveStack(isolate(), size);
    has_thrown =
        call_->Call(context_, v8::Undefined(isolate()), 0, nullptr).IsEmpty();
    LeaveStack(isolate(), kEnough);
    if (has_thrown) {
      thrown = try_catch.Exception();
    }
  }
  isolate()->PerformMicrotaskCheckpoint();
  EXPECT_EQ(Run(finish_), "undefined");
  isolate()->PerformMicrotaskCheckpoint();
  return Run(check_, thrown);
}

v8::Local<v8::Function> LittleStack::ToFunction(const std::string& source) {
  return EvaluateToValue(context_, "(" + source + ")")
      .ToLocalChecked()
      .As<v8::Function>();
}

std::string LittleStack::Run(v8::Local<v8::Function> function,
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

void FullStackTest::WithEveryStack(const LittleStackScripts& scripts) {
  stack_.Compile(scripts);
  stack_.WarmUp();
  ExpectRightWithEveryStack(scripts.call);
  const Interrupter interrupter(isolate());
  SCOPED_TRACE("with interrupts");
  ExpectRightWithEveryStack(scripts.call);
}

size_t FullStackTest::LeastStackOf(const LittleStackScripts& scripts) {
  stack_.Compile(scripts);
  stack_.WarmUp();
  bool has_thrown = true;
  size_t size = 0;
  while (has_thrown && size < kEnough) {
    size += kStep;
    EXPECT_EQ(stack_.Call(size, has_thrown), "");
  }
  return size;
}

void FullStackTest::ExpectRightWithEveryStack(const std::string& call) {
  bool has_ever_thrown = false;
  size_t right_on_end = 0;
  for (size_t size = 0; right_on_end < 64; size += kStep) {
    bool has_thrown = false;
    const std::string wrong = stack_.Call(size, has_thrown);
    has_ever_thrown |= has_thrown;
    right_on_end = has_thrown ? 0 : right_on_end + 1;
    ASSERT_EQ(wrong, "") << call << " with " << size << " bytes of stack";
    ASSERT_LT(size, kEnough / 2) << call;
  }
  EXPECT_TRUE(has_ever_thrown) << call;
}

void FullStackTest::WithEveryStackAndColdCode(
    const std::string& before,
    const LittleStackScripts& scripts) {
  size_t thrown_count = 0;
  for (size_t size = 0; size <= kEnoughToCompile; size += kColdStep) {
    LittleStack stack;
    ASSERT_EQ(stack.Evaluate(before + "; ''"), "");
    stack.Compile(scripts);
    bool has_thrown = false;
    ASSERT_EQ(stack.Call(size, has_thrown), "")
        << scripts.call << " with " << size << " bytes of stack";
    thrown_count += has_thrown ? 1 : 0;
  }
  EXPECT_GT(thrown_count, 0) << scripts.call;
}

}  // namespace v8_encoding::testing
