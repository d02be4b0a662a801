// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What differs between the versions of V8, from 10.2 to 15.5, in what the shell
// calls and the library doesn't: modules, contexts' slots. What the library
// calls, too, is in bindings/v8_compat.h.
//
// Only these two files test V8's version (tools/lib/layers_test.py looks).

#ifndef V8_ENCODING_SHELL_V8_COMPAT_H_
#define V8_ENCODING_SHELL_V8_COMPAT_H_

#include <string_view>

#include "bindings/v8_compat.h"
#include "v8.h"

namespace v8_encoding::compat {

// A native pointer in a slot of a context. It must be 2-byte aligned or null.

inline void SetContextPointer(v8::Local<v8::Context> context,
                              int slot,
                              void* pointer) {
#if V8_ENCODING_V8_AT_LEAST(14, 2)
  context->SetAlignedPointerInEmbedderData(slot, pointer,
                                           v8::kEmbedderDataTypeTagDefault);
#else
  context->SetAlignedPointerInEmbedderData(slot, pointer);
#endif
}

inline void* GetContextPointer(v8::Local<v8::Context> context, int slot) {
#if V8_ENCODING_V8_AT_LEAST(14, 2)
  return context->GetAlignedPointerFromEmbedderData(
      slot, v8::kEmbedderDataTypeTagDefault);
#else
  return context->GetAlignedPointerFromEmbedderData(slot);
#endif
}

// What tells which of the embedder's objects are errors, for Error.isError(),
// where V8 has that. Null takes it away.
inline void SetIsErrorCallback(
    [[maybe_unused]] v8::Isolate* isolate,
    [[maybe_unused]] bool (*callback)(v8::Isolate*, v8::Local<v8::Object>)) {
#if V8_ENCODING_V8_AT_LEAST(13, 6)
  isolate->SetIsJSApiWrapperNativeErrorCallback(callback);
#endif
}

// What answers import(). Null takes it away.
inline void SetImportCallback(
    v8::Isolate* isolate,
    v8::HostImportModuleDynamicallyCallback callback) {
#if V8_ENCODING_V8_AT_LEAST(13, 6)
  // If the host has set this one, then V8 calls it for every kind of import().
  isolate->SetHostImportModuleWithPhaseDynamicallyCallback(nullptr);
#endif
  isolate->SetHostImportModuleDynamicallyCallback(callback);
}

inline v8::Local<v8::Data> GetElement(
    [[maybe_unused]] v8::Local<v8::Context> context,
    v8::Local<v8::FixedArray> array,
    int index) {
#if V8_ENCODING_V8_AT_LEAST(14, 0)
  return array->Get(index);
#else
  return array->Get(context, index);
#endif
}

// What stands before the attributes of an import in this V8's syntax.
#if V8_ENCODING_V8_AT_LEAST(12, 3)
inline constexpr std::string_view kImportAttributesKeyword = "with";
#else
inline constexpr std::string_view kImportAttributesKeyword = "assert";
#endif

// Triples of key, value and place.
inline v8::Local<v8::FixedArray> GetImportAttributes(
    v8::Local<v8::ModuleRequest> request) {
#if V8_ENCODING_V8_AT_LEAST(12, 0)
  return request->GetImportAttributes();
#else
  return request->GetImportAssertions();
#endif
}

// What the evaluation steps of a synthetic module return: a promise, which V8
// took for any value before it said so.
#if V8_ENCODING_V8_AT_LEAST(15, 3)
using ModuleResult = v8::MaybeLocal<v8::Promise>;
#else
using ModuleResult = v8::MaybeLocal<v8::Value>;
#endif

// A module whose one export is `default`, which `steps` sets.
inline v8::Local<v8::Module> NewDefaultExportModule(
    v8::Isolate* isolate,
    v8::Local<v8::String> name,
    ModuleResult (*steps)(v8::Local<v8::Context>, v8::Local<v8::Module>)) {
  const v8::Local<v8::String> names[] = {
      v8::String::NewFromUtf8Literal(isolate, "default")};
#if V8_ENCODING_V8_AT_LEAST(12, 0)
  return v8::Module::CreateSyntheticModule(
      isolate, name, v8::MemorySpan<const v8::Local<v8::String>>(names), steps);
#else
  return v8::Module::CreateSyntheticModule(isolate, name, {names[0]}, steps);
#endif
}

}  // namespace v8_encoding::compat

#endif  // V8_ENCODING_SHELL_V8_COMPAT_H_
