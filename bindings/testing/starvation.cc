// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/testing/starvation.h"

#include <cstddef>
#include <new>

namespace v8_encoding::testing {

namespace {

struct State {
  bool is_on = false;
  size_t failing = 0;
  Starvation::Counts counts = {};
};

constinit thread_local State state;

// Whether the next allocation fails.
bool Fails() {
  if (!state.is_on) {
    return false;
  }
  const bool fails = state.counts.allocations++ == state.failing;
  state.counts.has_failed |= fails;
  return fails;
}

void CountDeadly() {
  state.counts.deadly += state.is_on;
}

}  // namespace

Starvation::Starvation(size_t failing) {
  state = {.is_on = true, .failing = failing};
}

Starvation::~Starvation() {
  state.is_on = false;
}

const Starvation::Counts& Starvation::counts() const {
  return state.counts;
}

// By these names the linker knows a wrapped function's substitute and the
// function itself. NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* data, size_t size);
void* __real__Znwm(size_t size);
void* __real__Znam(size_t size);
void* __real__ZnwmRKSt9nothrow_t(size_t size, const std::nothrow_t& tag);
void* __real__ZnamRKSt9nothrow_t(size_t size, const std::nothrow_t& tag);

void* __wrap_malloc(size_t size) {
  return Fails() ? nullptr : __real_malloc(size);
}

void* __wrap_calloc(size_t count, size_t size) {
  return Fails() ? nullptr : __real_calloc(count, size);
}

void* __wrap_realloc(void* data, size_t size) {
  return Fails() ? nullptr : __real_realloc(data, size);
}

void* __wrap__Znwm(size_t size) {
  CountDeadly();
  return __real__Znwm(size);
}

void* __wrap__Znam(size_t size) {
  CountDeadly();
  return __real__Znam(size);
}

void* __wrap__ZnwmRKSt9nothrow_t(size_t size, const std::nothrow_t& tag) {
  return Fails() ? nullptr : __real__ZnwmRKSt9nothrow_t(size, tag);
}

void* __wrap__ZnamRKSt9nothrow_t(size_t size, const std::nothrow_t& tag) {
  return Fails() ? nullptr : __real__ZnamRKSt9nothrow_t(size, tag);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)

}  // namespace v8_encoding::testing
