// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// V8, for targets that need one.

#ifndef V8_ENCODING_FUZZ_ENGINE_H_
#define V8_ENCODING_FUZZ_ENGINE_H_

#include <cstddef>
#include <memory>
#include <string>

#include "v8.h"

namespace v8_encoding::fuzz {

// An isolate and a context, entered; started once in the process, ended with
// it. On one thread.
class Engine {
 public:
  static Engine& Get();

  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine();

  v8::Isolate* isolate() const { return isolate_; }
  v8::Local<v8::Context> context() const { return context_.Get(isolate_); }

  // What is between the first and the last unit, as V8 keeps it: a slice where
  // it is long enough.
  v8::Local<v8::String> Inner(v8::Local<v8::String> string) const;

 private:
  Engine();

  std::unique_ptr<v8::Platform> platform_;
  std::unique_ptr<v8::ArrayBuffer::Allocator> allocator_;
  v8::Isolate* isolate_;
  v8::Global<v8::Context> context_;
  v8::Global<v8::Function> inner_;
};

std::u16string UnitsOf(v8::Isolate* isolate, v8::Local<v8::String> string);

// A text that is too long for the ways that short ones go.
template <typename Text>
Text Lengthened(const Text& text) {
  constexpr size_t kTimes = 100;
  Text lengthened;
  lengthened.reserve(text.size() * kTimes);
  for (size_t n = 0; n < kTimes; ++n) {
    lengthened.insert(lengthened.end(), text.begin(), text.end());
  }
  return lengthened;
}

}  // namespace v8_encoding::fuzz

#endif  // V8_ENCODING_FUZZ_ENGINE_H_
