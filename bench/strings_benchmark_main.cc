// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// strings_benchmark JSON FILTER [FLAGS OF GOOGLE BENCHMARK...], in the V8 that
// it's linked with.

#include <cstdio>
#include <memory>

#include "bench/strings_benchmark.h"
#include "libplatform/libplatform.h"
#include "v8.h"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 2) {
    std::fputs("strings_benchmark JSON FILTER [FLAGS OF GOOGLE BENCHMARK...]\n",
               stderr);
    return 2;
  }
  const std::unique_ptr<v8::Platform> platform =
      v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();
  const std::unique_ptr<v8::ArrayBuffer::Allocator> allocator(
      v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator = allocator.get();
  v8::Isolate* const isolate = v8::Isolate::New(params);
  bool ok;
  {
    const v8::Isolate::Scope isolate_scope(isolate);
    const v8::HandleScope handle_scope(isolate);
    const v8::Context::Scope context_scope(v8::Context::New(isolate));
    ok = v8_encoding::bench::RunStringsBenchmark(
        isolate, arguments[0], arguments[1],
        {arguments.begin() + 2, arguments.end()});
  }
  isolate->Dispose();
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
  return ok ? 0 : 1;
}
