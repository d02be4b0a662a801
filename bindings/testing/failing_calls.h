// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// V8's functions that can fail, failing where the library calls them.
//
// The linker gives calls from the objects that the tests are linked from, which
// are the tests' and the library's, to failing_calls.cc: see wrap_v8_calls in
// BUILD.gn and the list in failing_calls.inc. What V8 calls itself isn't seen.

#ifndef V8_ENCODING_BINDINGS_TESTING_FAILING_CALLS_H_
#define V8_ENCODING_BINDINGS_TESTING_FAILING_CALLS_H_

#include <cstddef>
#include <cstdint>

#include "v8.h"

namespace v8_encoding::testing {

// Why a call fails.
enum class CallFailure : uint8_t {
  kThrown,      // An exception, as a proxy or a full stack throws.
  kTerminated,  // The isolate's execution is terminated, and goes on being so.
};

// While it lives, calls are counted, and the one with the number `failing`,
// from 0, fails. One at a time, in a process with one thread that runs scripts.
class FailingCall {
 public:
  // `thrown` is what a call throws that fails so.
  FailingCall(v8::Isolate* isolate,
              v8::Local<v8::Context> context,
              CallFailure failure,
              v8::Local<v8::Value> thrown,
              size_t failing);
  ~FailingCall();

  FailingCall(const FailingCall&) = delete;
  FailingCall& operator=(const FailingCall&) = delete;

  // The name of the function that failed, as the linker knows it, or null.
  const char* failed() const { return failed_; }

  // Of a call that is about to be made: whether it fails, and V8 is as it is
  // after one that has.
  bool Fails(const char* name);

 private:
  v8::Isolate* const isolate_;
  const CallFailure failure_;
  const v8::Local<v8::Value> thrown_;
  const v8::Local<v8::Function> empty_function_;
  const size_t failing_;
  size_t calls_ = 0;
  const char* failed_ = nullptr;
};

// Whether there is code for this processor that makes calls fail.
bool CallsCanFail();

}  // namespace v8_encoding::testing

#endif  // V8_ENCODING_BINDINGS_TESTING_FAILING_CALLS_H_
