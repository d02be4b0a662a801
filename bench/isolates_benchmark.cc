// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Whether isolates are in each other's way: the same JavaScript in one isolate,
// and in one a core at once. Calls a second and thread stay the same where
// nothing is shared.

#include <algorithm>
#include <memory>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"
#include "libplatform/libplatform.h"
#include "v8.h"
#include "v8_encoding/install.h"

namespace v8_encoding {
namespace {

// What a thread does in one iteration, after kSetUp.
struct Workload {
  const char* name;
  int calls;
  const char* source;
};

constexpr char kSetUp[] =
    "const decoder = new TextDecoder, sjis = new TextDecoder('shift_jis');"
    "const encoder = new TextEncoder;"
    "const html = '<p>Gr\\u00FC\\u00DFe &amp; \\u65E5\\u672C</p>\\n';"
    "const small = encoder.encode(html);"
    "const text = html.repeat(1000), large = encoder.encode(text);"
    "const kana = new Uint8Array(30000);"
    "for (let i = 0; i < kana.length; i += 2) {"
    "  kana[i] = 0x82; kana[i + 1] = 0x9F + i % 80;"
    "}"
    "const room = new Uint8Array(3 * text.length);";

constexpr Workload kWorkloads[] = {
    {"decode_small", 2000,
     "for (let i = 0; i < 2000; ++i) decoder.decode(small);"},
    {"encode_small", 2000,
     "for (let i = 0; i < 2000; ++i) encoder.encode(html);"},
    {"decode_large", 20, "for (let i = 0; i < 20; ++i) decoder.decode(large);"},
    {"decode_shift_jis", 20, "for (let i = 0; i < 20; ++i) sjis.decode(kana);"},
    {"encode_into_large", 20,
     "for (let i = 0; i < 20; ++i) encoder.encodeInto(text, room);"},
};

v8::Local<v8::Script> Compile(v8::Local<v8::Context> context,
                              v8::Isolate* isolate,
                              const std::string& source) {
  return v8::Script::Compile(
             context,
             v8::String::NewFromUtf8(isolate, source.c_str()).ToLocalChecked())
      .ToLocalChecked();
}

void Run(benchmark::State& state, const Workload& workload) {
  const std::unique_ptr<v8::ArrayBuffer::Allocator> allocator(
      v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator = allocator.get();
  v8::Isolate* isolate = v8::Isolate::New(params);
  {
    const v8::Isolate::Scope isolate_scope(isolate);
    const v8::HandleScope handle_scope(isolate);
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
    Install(isolate, global);
    v8::Local<v8::Context> context = v8::Context::New(isolate, nullptr, global);
    const v8::Context::Scope context_scope(context);
    Compile(context, isolate, kSetUp)->Run(context).ToLocalChecked();
    v8::Local<v8::Script> script = Compile(
        context, isolate, absl::StrCat("(() => {", workload.source, "})()"));
    for ([[maybe_unused]] auto _ : state) {
      const v8::HandleScope scope(isolate);
      script->Run(context).ToLocalChecked();
    }
  }
  isolate->Dispose();
  // Google Benchmark adds the threads' up.
  state.SetItemsProcessed(state.iterations() * workload.calls);
}

int Main(int argc, char* argv[]) {
  const std::unique_ptr<v8::Platform> platform =
      v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();
  benchmark::Initialize(&argc, argv);
  const int cores =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  for (const Workload& workload : kWorkloads) {
    benchmark::internal::Benchmark* registered = benchmark::RegisterBenchmark(
        workload.name,
        [&workload](benchmark::State& state) { Run(state, workload); });
    for (int threads = 1; threads <= cores; threads *= 2) {
      registered->Threads(threads);
    }
    registered->UseRealTime();
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
  return 0;
}

}  // namespace
}  // namespace v8_encoding

int main(int argc, char* argv[]) {
  return v8_encoding::Main(argc, argv);
}
