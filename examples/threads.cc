// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Isolates on threads: four threads with an isolate each, and then one isolate
// that the threads take turns with, by v8::Locker.

#include <array>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include "libplatform/libplatform.h"
#include "v8.h"
#include "v8_encoding/install.h"
#include "v8_encoding/memory.h"

namespace {

constexpr int kThreads = 4;

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

v8::Isolate* NewIsolate() {
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator_shared.reset(
      v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  return v8::Isolate::New(params);
}

v8::Local<v8::Context> NewContext(v8::Isolate* isolate) {
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
  v8_encoding::Install(isolate, global);
  return v8::Context::New(isolate, nullptr, global);
}

template <typename Run>
void OnThreads(const Run& run) {
  std::array<std::thread, kThreads> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads[static_cast<size_t>(i)] = std::thread(run, i);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

// 1 MiB each, in encodings of their own.
std::string DecodeInOwnIsolate(int number) {
  constexpr const char* kScripts[kThreads] = {
      "new TextDecoder('gbk').decode(bytes.fill(0xB0)).length",
      "new TextDecoder('utf-16le').decode(bytes).length",
      "new TextDecoder().decode(bytes.fill(0xFF)).length",
      "new TextEncoder().encode('\\u20AC'.repeat(1 << 20)).length"};
  // Working memory belongs to the thread and goes with it. A host of many
  // threads may want less of it.
  v8_encoding::SetMaxKeptMemory(size_t{1} << 20);
  v8::Isolate* isolate = NewIsolate();
  std::string result;
  {
    v8::Isolate::Scope isolate_scope(isolate);
    v8::HandleScope handle_scope(isolate);
    v8::Local<v8::Context> context = NewContext(isolate);
    Evaluate(context, "const bytes = new Uint8Array(1 << 20)");
    result = Evaluate(context, kScripts[number]);
  }
  isolate->Dispose();
  return result;
}

// The bytes of one text, of which each thread decodes one.
std::string DecodeInTurns() {
  v8::Isolate* isolate = NewIsolate();
  v8::Global<v8::Context> shared;
  std::string result;
  {
    v8::Locker locker(isolate);
    v8::Isolate::Scope isolate_scope(isolate);
    v8::HandleScope handle_scope(isolate);
    v8::Local<v8::Context> context = NewContext(isolate);
    shared.Reset(isolate, context);
    Evaluate(context,
             "const decoder = new TextDecoder();"
             "const bytes = [0xF0, 0x9F, 0x98, 0x80]; let text = ''");
  }
  OnThreads([&](int) {
    v8::Locker locker(isolate);
    v8::Isolate::Scope isolate_scope(isolate);
    v8::HandleScope handle_scope(isolate);
    Evaluate(shared.Get(isolate),
             "text += decoder.decode(new Uint8Array([bytes.shift()]),"
             "                       {stream: true})");
  });
  {
    v8::Locker locker(isolate);
    v8::Isolate::Scope isolate_scope(isolate);
    v8::HandleScope handle_scope(isolate);
    result = Evaluate(shared.Get(isolate), "text");
    shared.Reset();
  }
  isolate->Dispose();
  return result;
}

}  // namespace

int main() {
  std::unique_ptr<v8::Platform> platform = v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();
  std::array<std::string, kThreads> results;
  OnThreads([&](int number) {
    results[static_cast<size_t>(number)] = DecodeInOwnIsolate(number);
  });
  for (const std::string& result : results) {
    puts(result.c_str());
  }
  puts(DecodeInTurns().c_str());
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
}
