// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/testing/failing_calls.h"

#include <cstddef>

#include "bindings/testing/v8_test.h"

namespace v8_encoding::testing {

namespace {

constinit FailingCall* current = nullptr;

}  // namespace

// What the code below reads and calls by name.
extern "C" {

[[gnu::visibility("hidden")]] extern bool v8_encoding_calls_can_fail;
constinit bool v8_encoding_calls_can_fail = false;

[[gnu::visibility("hidden")]] bool v8_encoding_call_fails(const char* name);
[[gnu::used]] bool v8_encoding_call_fails(const char* name) {
  return current->Fails(name);
}

}  // extern "C"

#if defined(__x86_64__)

// A function's substitute, which the linker knows as __wrap_NAME. A failed call
// returns zeros: an empty handle, Nothing, false. Arguments that aren't in
// registers stay where they are; none of these functions has one in a register
// for floating-point numbers, or returns what doesn't fit two registers.
#define V8_CALL(name)                                 \
  asm(".text\n"                                       \
      ".weak __real_" #name                           \
      "\n"                                            \
      ".globl __wrap_" #name                          \
      "\n"                                            \
      ".hidden __wrap_" #name                         \
      "\n"                                            \
      ".type __wrap_" #name                           \
      ", @function\n"                                 \
      "__wrap_" #name                                 \
      ":\n"                                           \
      ".cfi_startproc\n"                              \
      "  cmpb $0, v8_encoding_calls_can_fail(%rip)\n" \
      "  jne 1f\n"                                    \
      "2:\n"                                          \
      "  jmp *__real_" #name                          \
      "@GOTPCREL(%rip)\n"                             \
      "1:\n"                                          \
      "  push %rdi\n"                                 \
      "  .cfi_adjust_cfa_offset 8\n"                  \
      "  push %rsi\n"                                 \
      "  .cfi_adjust_cfa_offset 8\n"                  \
      "  push %rdx\n"                                 \
      "  .cfi_adjust_cfa_offset 8\n"                  \
      "  push %rcx\n"                                 \
      "  .cfi_adjust_cfa_offset 8\n"                  \
      "  push %r8\n"                                  \
      "  .cfi_adjust_cfa_offset 8\n"                  \
      "  push %r9\n"                                  \
      "  .cfi_adjust_cfa_offset 8\n"                  \
      "  sub $8, %rsp\n"                              \
      "  .cfi_adjust_cfa_offset 8\n"                  \
      "  lea 3f(%rip), %rdi\n"                        \
      "  call v8_encoding_call_fails\n"               \
      "  add $8, %rsp\n"                              \
      "  .cfi_adjust_cfa_offset -8\n"                 \
      "  pop %r9\n"                                   \
      "  .cfi_adjust_cfa_offset -8\n"                 \
      "  pop %r8\n"                                   \
      "  .cfi_adjust_cfa_offset -8\n"                 \
      "  pop %rcx\n"                                  \
      "  .cfi_adjust_cfa_offset -8\n"                 \
      "  pop %rdx\n"                                  \
      "  .cfi_adjust_cfa_offset -8\n"                 \
      "  pop %rsi\n"                                  \
      "  .cfi_adjust_cfa_offset -8\n"                 \
      "  pop %rdi\n"                                  \
      "  .cfi_adjust_cfa_offset -8\n"                 \
      "  test %al, %al\n"                             \
      "  je 2b\n"                                     \
      "  xor %eax, %eax\n"                            \
      "  xor %edx, %edx\n"                            \
      "  ret\n"                                       \
      ".cfi_endproc\n"                                \
      ".section .rodata.str1.1,\"aMS\",@progbits,1\n" \
      "3: .asciz \"" #name                            \
      "\"\n"                                          \
      ".text\n");
#include "bindings/testing/failing_calls.inc"
#undef V8_CALL

bool CallsCanFail() {
  return true;
}

#else

bool CallsCanFail() {
  return false;
}

#endif

FailingCall::FailingCall(v8::Isolate* isolate,
                         v8::Local<v8::Context> context,
                         CallFailure failure,
                         v8::Local<v8::Value> thrown,
                         size_t failing)
    : isolate_(isolate),
      failure_(failure),
      thrown_(thrown),
      empty_function_(EvaluateToValue(context, "(() => {})")
                          .ToLocalChecked()
                          .As<v8::Function>()),
      failing_(failing) {
  current = this;
  v8_encoding_calls_can_fail = true;
}

FailingCall::~FailingCall() {
  v8_encoding_calls_can_fail = false;
  current = nullptr;
}

bool FailingCall::Fails(const char* name) {
  if (calls_++ != failing_) {
    return false;
  }
  failed_ = name;
  v8_encoding_calls_can_fail = false;
  if (failure_ == CallFailure::kThrown) {
    isolate_->ThrowException(thrown_);
  } else {
    isolate_->TerminateExecution();
    // V8 notices when a script's function is called.
    v8::Local<v8::Value> result;
    static_cast<void>(
        empty_function_
            ->Call(isolate_->GetCurrentContext(), thrown_, 0, nullptr)
            .ToLocal(&result));
  }
  return true;
}

}  // namespace v8_encoding::testing
