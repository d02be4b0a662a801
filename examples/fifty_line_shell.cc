// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A JavaScript shell: runs one file, whose script has print(), the interfaces
// of the Encoding Standard and the built-in streams.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "libplatform/libplatform.h"
#include "v8.h"
#include "v8_encoding/install.h"

void Print(const v8::FunctionCallbackInfo<v8::Value>& info) {
  std::puts(*v8::String::Utf8Value(info.GetIsolate(), info[0]));
}

int main(int argc, char* argv[]) {
  std::ifstream file(argv[argc - 1]);
  const std::string source(std::istreambuf_iterator<char>(file), {});
  std::unique_ptr<v8::Platform> platform = v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator_shared.reset(
      v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  v8::Isolate* isolate = v8::Isolate::New(params);
  int status = 0;
  {
    v8::Isolate::Scope isolate_scope(isolate);
    v8::HandleScope handle_scope(isolate);
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
    v8_encoding::Install(isolate, global, {.streams_globals = true});
    global->Set(isolate, "print", v8::FunctionTemplate::New(isolate, Print));
    v8::Local<v8::Context> context = v8::Context::New(isolate, nullptr, global);
    v8::Context::Scope context_scope(context);
    v8::TryCatch try_catch(isolate);
    v8::Local<v8::String> text;
    v8::Local<v8::Script> script;
    if (!v8::String::NewFromUtf8(isolate, source.c_str()).ToLocal(&text) ||
        !v8::Script::Compile(context, text).ToLocal(&script) ||
        script->Run(context).IsEmpty()) {
      std::puts(*v8::String::Utf8Value(isolate, try_catch.Exception()));
      status = 1;
    }
  }
  isolate->Dispose();
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
  return status;
}
