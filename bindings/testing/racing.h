// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Memory that other threads write to while a test uses it.

#ifndef V8_ENCODING_BINDINGS_TESTING_RACING_H_
#define V8_ENCODING_BINDINGS_TESTING_RACING_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "bindings/testing/mixture.h"
#include "v8.h"

namespace v8_encoding::testing {

// As many bytes as asked for, which end where a page begins that isn't to be
// touched, or begin behind one.
class GuardedMemory {
 public:
  GuardedMemory(size_t length, bool at_end);
  ~GuardedMemory();

  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  std::span<uint8_t> bytes() const { return bytes_; }

  // The bytes as a SharedArrayBuffer's, which doesn't own them.
  std::shared_ptr<v8::BackingStore> NewStore() const;

 private:
  size_t size_;  // All of it, the two pages included.
  uint8_t* mapped_;
  std::span<uint8_t> bytes_;
};

// Two texts of one length that a writer puts into memory by turns, in part.
struct Texts {
  std::vector<uint8_t> bytes[2];

  size_t size() const { return bytes[0].size(); }
  std::vector<Choice> Places() const;
};

// A thread that writes as long as the object lives, by atomic stores. Has
// written when it's made.
class NativeWriter {
 public:
  NativeWriter(std::span<uint8_t> memory, const Texts& texts, uint32_t seed);
  ~NativeWriter();

  NativeWriter(const NativeWriter&) = delete;
  NativeWriter& operator=(const NativeWriter&) = delete;

 private:
  void Run(std::span<uint8_t> memory, const Texts& texts, uint32_t seed);

  std::atomic<bool> has_begun_ = false;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

// A thread with an isolate that runs `script`, with the memory as `shared` and
// a function stop(), which the script calls often: it gives true when the
// object is to end. The script has called it when the object is made.
class ScriptThread {
 public:
  ScriptThread(std::shared_ptr<v8::BackingStore> store, std::string script);
  ~ScriptThread();

  ScriptThread(const ScriptThread&) = delete;
  ScriptThread& operator=(const ScriptThread&) = delete;

 private:
  static void Stop(const v8::FunctionCallbackInfo<v8::Value>& info);
  void Run(const std::shared_ptr<v8::BackingStore>& store,
           const std::string& script);

  std::atomic<bool> has_begun_ = false;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace v8_encoding::testing

#endif  // V8_ENCODING_BINDINGS_TESTING_RACING_H_
