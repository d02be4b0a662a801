// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The few calls of the shell whose form depends on V8's version, in the form of
// V8 10.2. bindings/v8_compat.h is the one file that tests the version: when it
// has these, this header goes.

#ifndef V8_ENCODING_SHELL_COMPAT_WANTED_H_
#define V8_ENCODING_SHELL_COMPAT_WANTED_H_

#include "v8.h"

namespace v8_encoding::shell {

// Newer versions take no isolate.
inline v8::ScriptOrigin MakeScriptOrigin(v8::Isolate* isolate,
                                         v8::Local<v8::Value> resource_name,
                                         bool is_module) {
  return v8::ScriptOrigin(isolate, resource_name, 0, 0, false, -1,
                          v8::Local<v8::Value>(), false, false, is_module);
}

// Newer versions want a pointer tag. `pointer` must be 2-byte aligned or null.
inline void SetContextPointer(v8::Local<v8::Context> context,
                              int slot,
                              void* pointer) {
  context->SetAlignedPointerInEmbedderData(slot, pointer);
}
inline void* GetContextPointer(v8::Local<v8::Context> context, int slot) {
  return context->GetAlignedPointerFromEmbedderData(slot);
}

// Newer versions take no context.
inline v8::Local<v8::Data> GetElement(v8::Local<v8::Context> context,
                                      v8::Local<v8::FixedArray> array,
                                      int index) {
  return array->Get(context, index);
}

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_COMPAT_WANTED_H_
