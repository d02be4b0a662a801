// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A context and what the shell knows about it. A native function finds its
// realm by the context it was made in, so any number of realms share an
// isolate.

#ifndef V8_ENCODING_SHELL_RUNTIME_REALM_H_
#define V8_ENCODING_SHELL_RUNTIME_REALM_H_

#include "shell/runtime/attachments.h"
#include "v8.h"

namespace v8_encoding::shell {

class Runtime;

class Realm {
 public:
  // Above what Node uses, so that a context of Node's is never taken for ours:
  // it has no such slot.
  static constexpr int kContextSlot = 62;

  // Null for a context that is not a realm, or no longer.
  static Realm* From(v8::Local<v8::Context> context);

  // For native functions. Throws, and returns null, if the realm is gone: a
  // function can outlive it in another realm's hands.
  static Realm* Current(const v8::FunctionCallbackInfo<v8::Value>& info);

  Realm(Runtime& runtime, v8::Local<v8::Context> context);
  Realm(const Realm&) = delete;
  Realm& operator=(const Realm&) = delete;
  ~Realm();

  Runtime& runtime() { return runtime_; }
  v8::Isolate* isolate() const;
  v8::Local<v8::Context> context() const;

  // A room's state of this realm, made as T(Realm&) at the first call.
  template <typename T>
  T& Get() {
    return attachments_.Get<T>(*this);
  }

 private:
  Runtime& runtime_;
  v8::Global<v8::Context> context_;
  Attachments attachments_;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_RUNTIME_REALM_H_
