// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The smallest embedder: runs one script that uses TextDecoder and TextEncoder,
// and prints its value.

#include <cstdio>
#include <memory>

#include "libplatform/libplatform.h"
#include "v8.h"
#include "v8_encoding/install.h"

namespace {

constexpr char kScript[] = R"(
  const bytes = new Uint8Array([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]);
  const text = new TextDecoder('windows-1251').decode(bytes);
  `${text}: ${new TextEncoder().encode(text).length} bytes in UTF-8`;
)";

void RunScript(v8::Isolate* isolate) {
  v8::Isolate::Scope isolate_scope(isolate);
  v8::HandleScope handle_scope(isolate);

  // The only call that is about encodings. What contexts made from the template
  // have, TextDecoder and TextEncoder, needs no teardown.
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
  v8_encoding::Install(isolate, global);
  v8::Local<v8::Context> context = v8::Context::New(isolate, nullptr, global);

  v8::Context::Scope context_scope(context);
  v8::Local<v8::String> source =
      v8::String::NewFromUtf8Literal(isolate, kScript);
  v8::Local<v8::Script> script =
      v8::Script::Compile(context, source).ToLocalChecked();
  v8::Local<v8::Value> value = script->Run(context).ToLocalChecked();
  puts(*v8::String::Utf8Value(isolate, value));
}

}  // namespace

int main() {
  std::unique_ptr<v8::Platform> platform = v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();
  std::unique_ptr<v8::ArrayBuffer::Allocator> allocator(
      v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator = allocator.get();
  v8::Isolate* isolate = v8::Isolate::New(params);
  RunScript(isolate);
  isolate->Dispose();
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
}
