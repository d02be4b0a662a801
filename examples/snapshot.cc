// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A startup snapshot with the interfaces, an error hook, and a decoder and a
// stream in the middle of a text. A host makes the blob once, when the program
// is built, and makes isolates from it ever after; here both are one program.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "libplatform/libplatform.h"
#include "v8.h"
#include "v8_encoding/install.h"

namespace {

// The text goes on after the snapshot: of the euro sign's three bytes, two are
// there; the stream has read one of a Cyrillic letter's two.
constexpr char kBefore[] = R"(
  const decoder = new TextDecoder();
  let text = decoder.decode(new Uint8Array([0x31, 0xE2, 0x82]), {stream: true});
  const {readable, writable} = new TextDecoderStream();
  const reader = readable.getReader();
  const writer = writable.getWriter();
  writer.write(new Uint8Array([0xD0]));
  text;
)";
constexpr char kAfter[] = R"(
  let fromStream;
  reader.read().then(({value}) => { fromStream = value; });
  writer.write(new Uint8Array([0x96]));
  text += decoder.decode(new Uint8Array([0xAC]));
)";
constexpr char kError[] =
    "Object.defineProperty(Error.prototype, 'code', {set() { throw 0 }});"
    "try { new TextDecoder('no') } catch (error) { error.code }";

void AddCode(v8::Local<v8::Context> context,
             v8::Local<v8::Object> error,
             v8_encoding::ErrorCode code) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  // Not Set(), which would call a setter of Error.prototype's.
  std::ignore = error->CreateDataProperty(
      context, v8::String::NewFromUtf8Literal(isolate, "code"),
      v8::Integer::New(isolate, static_cast<int>(code)));
}

std::string Evaluate(v8::Local<v8::Context> context, const char* text) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate);
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> value;
  if (!v8::Script::Compile(
           context, v8::String::NewFromUtf8(isolate, text).ToLocalChecked())
           .ToLocal(&script) ||
      !script->Run(context).ToLocal(&value)) {
    value = try_catch.Exception();
  }
  // Null, and 0 long, of a value whose toString() throws.
  const v8::String::Utf8Value result(isolate, value);
  return {*result, static_cast<size_t>(result.length())};
}

v8::StartupData MakeBlob(const v8_encoding::InstallOptions& options,
                         const std::vector<intptr_t>& references) {
  v8::SnapshotCreator creator(references.data());
  v8::Isolate* isolate = creator.GetIsolate();
  {
    v8::HandleScope handle_scope(isolate);
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
    v8_encoding::Install(isolate, global, options);
    v8::Local<v8::Context> context = v8::Context::New(isolate, nullptr, global);
    printf("before: %s\n", Evaluate(context, kBefore).c_str());
    isolate->PerformMicrotaskCheckpoint();
    creator.SetDefaultContext(context, v8_encoding::SerializeInternalField);
  }
  return creator.CreateBlob(v8::SnapshotCreator::FunctionCodeHandling::kKeep);
}

void GoOn(v8::Isolate* isolate) {
  v8::Isolate::Scope isolate_scope(isolate);
  v8::HandleScope handle_scope(isolate);
  v8::Local<v8::Context> context = v8::Context::New(
      isolate, nullptr, {}, {}, v8_encoding::DeserializeInternalField);
  printf("after: %s\n", Evaluate(context, kAfter).c_str());
  isolate->PerformMicrotaskCheckpoint();
  printf("from the stream: %s\n", Evaluate(context, "fromStream").c_str());
  printf("the hook's code: %s\n", Evaluate(context, kError).c_str());
}

}  // namespace

int main() {
  std::unique_ptr<v8::Platform> platform = v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();

  v8_encoding::InstallOptions options;
  options.error_hook = AddCode;
  // The library's functions, and those that are set in the options. A host adds
  // its own ones before the zero.
  std::vector<intptr_t> references = v8_encoding::ExternalReferences(options);
  references.push_back(0);
  v8::StartupData blob = MakeBlob(options, references);

  std::unique_ptr<v8::ArrayBuffer::Allocator> allocator(
      v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator = allocator.get();
  params.snapshot_blob = &blob;
  params.external_references = references.data();
  v8::Isolate* isolate = v8::Isolate::New(params);
  GoOn(isolate);
  isolate->Dispose();
  delete[] blob.data;
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
}
