// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// An embedder with streams of its own: no promises, no event loop. What's
// written can be iterated over at once. TextDecoderStream and TextEncoderStream
// know nothing of it.

#include <cstdio>
#include <memory>

#include "libplatform/libplatform.h"
#include "v8.h"
#include "v8_encoding/install.h"
#include "v8_encoding/streams.h"

namespace {

// Evaluates to a function as StreamsProvider describes it.
constexpr char kStreams[] = R"(
  (function newStreamPair(transform, flush, state) {
    let chunks = [];
    const put = (chunk) => chunk !== undefined && chunks.push(chunk);
    return {
      writable: {
        write(chunk) { put(transform(state, chunk)); },
        close() { put(flush(state)); },
      },
      readable: {
        *[Symbol.iterator]() {
          const ready = chunks;
          chunks = [];
          yield* ready;
        },
      },
    };
  })
)";

constexpr char kScript[] = R"(
  const {readable, writable} = new TextDecoderStream('windows-1251');
  for (const byte of [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]) {
    writable.write(Uint8Array.of(byte));
  }
  writable.close();
  const {readable: bytes, writable: text} = new TextEncoderStream();
  text.write('\uD83D');
  text.write('\uDE00');
  `${[...readable].join(' ')}: ${[...bytes]}`;
)";

v8::MaybeLocal<v8::Value> Evaluate(v8::Local<v8::Context> context,
                                   const char* text) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::String> source;
  v8::Local<v8::Script> script;
  if (!v8::String::NewFromUtf8(isolate, text).ToLocal(&source) ||
      !v8::Script::Compile(context, source).ToLocal(&script)) {
    return {};
  }
  return script->Run(context);
}

v8::MaybeLocal<v8::Function> OwnStreams(v8::Local<v8::Context> context) {
  v8::Local<v8::Value> function;
  return Evaluate(context, kStreams).ToLocal(&function)
             ? function.As<v8::Function>()
             : v8::MaybeLocal<v8::Function>();
}

void RunScript(v8::Isolate* isolate) {
  v8::Isolate::Scope isolate_scope(isolate);
  v8::HandleScope handle_scope(isolate);
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
  v8_encoding::Install(isolate, global, {.streams = OwnStreams});
  v8::Local<v8::Context> context = v8::Context::New(isolate, nullptr, global);
  v8::Context::Scope context_scope(context);
  v8::Local<v8::Value> value = Evaluate(context, kScript).ToLocalChecked();
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
