// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The functions of extras.h on an object of the host's: texts to and from
// WebAssembly's memory, lengths, legacy encodings, the list of encodings.

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>

#include "libplatform/libplatform.h"
#include "v8.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"

namespace {

constexpr const char* kScripts[] = {
    // Two strings one after another in one memory, and one of them back.
    R"(const memory = new Uint8Array(32);
       const {written} = host.encodeIntoAt('na\u00EFve', memory, 8, 32);
       host.encodeIntoAt(' caf\u00E9', memory, 8 + written, 32);
       host.decodeRange(memory, 8, 8 + written))",
    "host.utf8ByteLength('\u20AC')",
    "host.isWellFormedBytes(new Uint8Array([0xC3]), 'utf-8')",
    "host.encode('\u041F\u0440\u0438', 'windows-1251').join(' ')",
    "host.encode('\u20AC', 'iso-8859-2')",
    R"(const form = host.encode('\u20AC', 'iso-8859-2', {mode: 'html'});
       host.decodeRange(form, 0, form.length))",
    "host.encodings().length",
};

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

void RunScripts(v8::Isolate* isolate) {
  v8::Isolate::Scope isolate_scope(isolate);
  v8::HandleScope handle_scope(isolate);
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
  // With Install() or without it.
  global->Set(isolate, "host", v8_encoding::NewExtrasTemplate(isolate),
              v8::DontEnum);
  v8::Local<v8::Context> context = v8::Context::New(isolate, nullptr, global);
  for (const char* script : kScripts) {
    puts(Evaluate(context, script).c_str());
  }
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
  RunScripts(isolate);
  isolate->Dispose();
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
}
