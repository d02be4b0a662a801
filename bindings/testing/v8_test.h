// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// V8 inside a test: an isolate for each.

#ifndef V8_ENCODING_BINDINGS_TESTING_V8_TEST_H_
#define V8_ENCODING_BINDINGS_TESTING_V8_TEST_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "v8.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {

// What depends on who has started V8: v8_program.cc for an executable of ours,
// node/tests.cc for an add-on.

// An isolate that V8's platform knows, to be initialised next.
v8::Isolate* AllocateIsolate();

// Ends such an isolate: `dispose` makes V8 dispose of it.
void DisposeIsolate(v8::Isolate* isolate, const std::function<void()>& dispose);

// What a shell runs this program by; flags of GoogleTest's may follow.
std::string ProgramCommand();

// An isolate that lives, entered, as long as the object, on one thread.
class TestIsolate {
 public:
  // Without an allocator, V8's own.
  explicit TestIsolate(v8::Isolate::CreateParams params = {});
  ~TestIsolate();

  TestIsolate(const TestIsolate&) = delete;
  TestIsolate& operator=(const TestIsolate&) = delete;

  v8::Isolate* get() const { return isolate_; }

 private:
  v8::Isolate* const isolate_;
};

// A SnapshotCreator with an isolate of its own, which may be made from an
// earlier snapshot. The references end with a zero; both must outlive it.
class TestSnapshotCreator {
 public:
  explicit TestSnapshotCreator(const std::vector<intptr_t>& references,
                               v8::StartupData* existing_blob = nullptr);
  ~TestSnapshotCreator();

  TestSnapshotCreator(const TestSnapshotCreator&) = delete;
  TestSnapshotCreator& operator=(const TestSnapshotCreator&) = delete;

  v8::SnapshotCreator& operator*() { return *creator_; }
  v8::SnapshotCreator* operator->() { return &*creator_; }

 private:
  v8::Isolate* const isolate_;
  std::optional<v8::SnapshotCreator> creator_;
};

// While it lives, isolates that are made have resizable and growable buffers in
// every V8: in V8 10.2 by a flag, which is the process's.
class ResizableBuffers {
 public:
  ResizableBuffers();
  ~ResizableBuffers();

  ResizableBuffers(const ResizableBuffers&) = delete;
  ResizableBuffers& operator=(const ResizableBuffers&) = delete;

 private:
  const bool needs_flag_;
};

// Whether the library has streams of its own, which a build can leave out.
bool HasBuiltInStreams();

// The interfaces that work in this build.
InterfaceSet WorkingInterfaces();

// For the first line of a test that takes them, or of its fixture's SetUp().
#define V8_ENCODING_NEEDS_BUILT_IN_STREAMS()        \
  if (!::v8_encoding::testing::HasBuiltInStreams()) \
  GTEST_SKIP() << "this build has no streams of its own"

// What `source` evaluates to in `context`. Empty with an exception pending.
v8::MaybeLocal<v8::Value> EvaluateToValue(v8::Local<v8::Context> context,
                                          const std::string& source);

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

#endif  // V8_ENCODING_BINDINGS_TESTING_V8_TEST_H_
