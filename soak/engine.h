// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#ifndef V8_ENCODING_SOAK_ENGINE_H_
#define V8_ENCODING_SOAK_ENGINE_H_

#include <cstddef>
#include <map>
#include <memory>

#include "v8.h"

namespace v8_encoding::soak {

// An isolate, and a context with all interfaces. Functions of a source text are
// compiled once. What returns false has printed the exception.
class Engine {
 public:
  Engine();
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Calls the function that `source` is. If it returns a promise, that must be
  // fulfilled by microtasks alone.
  [[nodiscard]] bool Call(const char* source, size_t number);

  // Calls `use`, which returns whether all is well, with the context, entered.
  template <typename Use>
  [[nodiscard]] bool InContext(Use use) {
    v8::Isolate::Scope isolate_scope(isolate_);
    v8::HandleScope handle_scope(isolate_);
    v8::Local<v8::Context> context = context_.Get(isolate_);
    v8::Context::Scope context_scope(context);
    v8::TryCatch try_catch(isolate_);
    const bool ok = use(context);
    if (try_catch.HasCaught()) {
      Print(try_catch);
    }
    return ok && !try_catch.HasCaught();
  }

  // The function that `source` is. Its address stands for the text.
  v8::Local<v8::Function> Function(v8::Local<v8::Context> context,
                                   const char* source);

  // True if the value of `source`, in a context of its own, is true.
  [[nodiscard]] bool RunInNewContext(const char* source);

  // Collects all garbage, and gives malloc's free memory back.
  void Collect();

  v8::Isolate* isolate() const { return isolate_; }

 private:
  v8::Local<v8::Context> NewContext();
  void Print(v8::TryCatch& try_catch);

  std::unique_ptr<v8::ArrayBuffer::Allocator> allocator_;
  v8::Isolate* isolate_;
  v8::Global<v8::ObjectTemplate> global_;
  v8::Global<v8::Context> context_;
  std::map<const char*, v8::Global<v8::Function>> functions_;
};

}  // namespace v8_encoding::soak

#endif  // V8_ENCODING_SOAK_ENGINE_H_
