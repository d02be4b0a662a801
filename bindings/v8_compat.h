// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What differs between the versions of V8. This is the only file that may test
// V8's version.

#ifndef V8_ENCODING_BINDINGS_V8_COMPAT_H_
#define V8_ENCODING_BINDINGS_V8_COMPAT_H_

#include <cstddef>
#include <cstdint>

#include "v8.h"

namespace v8_encoding::compat {

// The context that `object` was created in, which is its *relevant realm*.
inline v8::MaybeLocal<v8::Context> RelevantContext(
    v8::Local<v8::Object> object) {
  return object->GetCreationContext();
}

inline v8::Local<v8::Value> GetInternalField(v8::Local<v8::Object> object,
                                             int index) {
  return object->GetInternalField(index);
}

inline v8::Local<v8::Value> GetPrototype(v8::Local<v8::Object> object) {
  return object->GetPrototype();
}

inline v8::Maybe<bool> SetPrototype(v8::Local<v8::Context> context,
                                    v8::Local<v8::Object> object,
                                    v8::Local<v8::Value> prototype) {
  return object->SetPrototype(context, prototype);
}

// Copy string[offset, offset + length), which must exist, to `out`. The first
// needs string->IsOneByte(). Neither can fail, nor run JavaScript.
inline void ReadOneByte(v8::Isolate* isolate,
                        v8::Local<v8::String> string,
                        size_t offset,
                        size_t length,
                        uint8_t* out) {
  string->WriteOneByte(
      isolate, out, static_cast<int>(offset), static_cast<int>(length),
      v8::String::NO_NULL_TERMINATION | v8::String::HINT_MANY_WRITES_EXPECTED);
}

inline void ReadTwoByte(v8::Isolate* isolate,
                        v8::Local<v8::String> string,
                        size_t offset,
                        size_t length,
                        char16_t* out) {
  string->Write(
      isolate, reinterpret_cast<uint16_t*>(out), static_cast<int>(offset),
      static_cast<int>(length),
      v8::String::NO_NULL_TERMINATION | v8::String::HINT_MANY_WRITES_EXPECTED);
}

// The function with these parameters and this body, of `context`.
inline v8::MaybeLocal<v8::Function> CompileFunction(
    v8::Local<v8::Context> context,
    v8::Local<v8::String> body,
    size_t parameter_count,
    v8::Local<v8::String> parameters[]) {
  v8::ScriptCompiler::Source source(body);
  return v8::ScriptCompiler::CompileFunctionInContext(
      context, &source, parameter_count, parameters, 0, nullptr);
}

// *Detach* an ArrayBuffer, as a transfer does. False if it can't be.
inline bool Detach(v8::Local<v8::ArrayBuffer> buffer) {
  if (!buffer->IsDetachable()) {
    return false;
  }
  buffer->Detach();
  return true;
}

}  // namespace v8_encoding::compat

#endif  // V8_ENCODING_BINDINGS_V8_COMPAT_H_
