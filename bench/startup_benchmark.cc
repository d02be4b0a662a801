// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What the interfaces cost before they are of use: the time to make a context,
// or an isolate with its first context, with interfaces installed in each way,
// up to the first decoder or the first stream that has worked; and the memory
// of V8's heap that a context takes.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"
#include "libplatform/libplatform.h"
#include "v8.h"
#include "v8_encoding/byte_view.h"
#include "v8_encoding/install.h"
#include "v8_encoding/streams.h"

namespace v8_encoding {
namespace {

// How the interfaces come into a context.
enum class Way { kNone, kEager, kLazy, kLiveContext, kSnapshot };
constexpr struct {
  Way way;
  const char* name;
} kWays[] = {
    {Way::kNone, "no interfaces"},  {Way::kEager, "template"},
    {Way::kLazy, "template, lazy"}, {Way::kLiveContext, "live context"},
    {Way::kSnapshot, "snapshot"},
};

// What a script does first.
struct Use {
  const char* name;
  const char* source;
};
constexpr Use kUses[] = {
    {"nothing", ""},
    {"decode()", "new TextDecoder().decode(new Uint8Array(8))"},
    {"a stream",
     "const {readable, writable} = new TextDecoderStream();"
     "const writer = writable.getWriter(), reader = readable.getReader();"
     "writer.write(new Uint8Array(8)); reader.read();"},
};

void Evaluate(v8::Local<v8::Context> context, const char* source) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  const v8::Context::Scope context_scope(context);
  v8::Script::Compile(context,
                      v8::String::NewFromUtf8(isolate, source).ToLocalChecked())
      .ToLocalChecked()
      ->Run(context)
      .ToLocalChecked();
  isolate->PerformMicrotaskCheckpoint();
}

// What the streams' code cache is, for as long as the process lives.
std::vector<uint8_t>& CodeCache() {
  static std::vector<uint8_t> cache;
  return cache;
}
ByteView GetCodeCache() {
  return {CodeCache().data(), CodeCache().size()};
}

InstallOptions OptionsFor(Way way, bool code_cache) {
  InstallOptions options;
  options.lazy = way == Way::kLazy;
  options.streams_code_cache = code_cache ? GetCodeCache : nullptr;
  return options;
}

const std::vector<intptr_t>& References() {
  static const std::vector<intptr_t> references = [] {
    std::vector<intptr_t> all = ExternalReferences();
    all.push_back(0);
    return all;
  }();
  return references;
}

// With a context that has the interfaces, and has used streams.
v8::StartupData MakeSnapshot() {
  v8::SnapshotCreator creator(References().data());
  v8::Isolate* const isolate = creator.GetIsolate();
  {
    const v8::HandleScope handle_scope(isolate);
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate);
    Install(isolate, global);
    v8::Local<v8::Context> context = v8::Context::New(isolate, nullptr, global);
    Evaluate(context, absl::StrCat("{", kUses[2].source, "}").c_str());
    creator.SetDefaultContext(context, SerializeInternalField);
  }
  return creator.CreateBlob(v8::SnapshotCreator::FunctionCodeHandling::kKeep);
}

v8::StartupData* Snapshot() {
  static v8::StartupData snapshot = MakeSnapshot();
  return &snapshot;
}

// An isolate that makes contexts in one of the ways.
class Maker {
 public:
  Maker(Way way, bool code_cache)
      : way_(way),
        options_(OptionsFor(way, code_cache)),
        allocator_(v8::ArrayBuffer::Allocator::NewDefaultAllocator()) {
    v8::Isolate::CreateParams params;
    params.array_buffer_allocator = allocator_.get();
    if (way == Way::kSnapshot) {
      params.snapshot_blob = Snapshot();
      params.external_references = References().data();
    }
    isolate_ = v8::Isolate::New(params);
    isolate_->Enter();
    const v8::HandleScope handle_scope(isolate_);
    if (way == Way::kEager || way == Way::kLazy) {
      v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate_);
      Install(isolate_, global, options_);
      global_.Reset(isolate_, global);
    }
    if (way == Way::kLiveContext) {
      interfaces_.emplace(isolate_, options_);
    }
  }
  ~Maker() {
    global_.Reset();
    interfaces_.reset();
    isolate_->Exit();
    isolate_->Dispose();
  }
  Maker(const Maker&) = delete;
  Maker& operator=(const Maker&) = delete;

  v8::Isolate* isolate() const { return isolate_; }

  // With a script run, unless that is empty.
  v8::Local<v8::Context> NewContext(const char* source) {
    v8::Local<v8::Context> context = v8::Context::New(
        isolate_, nullptr, global_.Get(isolate_), {},
        way_ == Way::kSnapshot ? DeserializeInternalField
                               : v8::DeserializeInternalFieldsCallback());
    if (interfaces_) {
      interfaces_->Install(context).Check();
    }
    if (*source != '\0') {
      Evaluate(context, source);
    }
    return context;
  }

 private:
  const Way way_;
  const InstallOptions options_;
  std::unique_ptr<v8::ArrayBuffer::Allocator> allocator_;
  v8::Isolate* isolate_;
  v8::Global<v8::ObjectTemplate> global_;
  std::optional<Interfaces> interfaces_;
};

size_t UsedHeap(v8::Isolate* isolate) {
  isolate->LowMemoryNotification();
  v8::HeapStatistics statistics;
  isolate->GetHeapStatistics(&statistics);
  return statistics.used_heap_size();
}

// One more context, of many in one isolate.
void MakeContexts(benchmark::State& state, Way way, const char* source) {
  Maker maker(way, false);
  for ([[maybe_unused]] auto _ : state) {
    const v8::HandleScope scope(maker.isolate());
    maker.NewContext(source);
  }
  constexpr int kKept = 50;
  std::vector<v8::Global<v8::Context>> kept(kKept);
  const size_t before = UsedHeap(maker.isolate());
  for (v8::Global<v8::Context>& global : kept) {
    const v8::HandleScope scope(maker.isolate());
    global.Reset(maker.isolate(), maker.NewContext(source));
  }
  state.counters["heap_KiB"] =
      static_cast<double>(UsedHeap(maker.isolate()) - before) / kKept / 1024;
}

// The first context of an isolate, and the isolate.
void MakeIsolates(benchmark::State& state,
                  Way way,
                  const char* source,
                  bool code_cache) {
  for ([[maybe_unused]] auto _ : state) {
    std::optional<Maker> maker(std::in_place, way, code_cache);
    {
      const v8::HandleScope scope(maker->isolate());
      maker->NewContext(source);
    }
    state.PauseTiming();
    maker.reset();
    state.ResumeTiming();
  }
}

void MakeCodeCache() {
  Maker maker(Way::kEager, false);
  const v8::HandleScope scope(maker.isolate());
  v8::Local<v8::Context> context = maker.NewContext(kUses[2].source);
  const v8::Context::Scope context_scope(context);
  CodeCache() = MakeStreamsCodeCache(context);
}

int Main(int argc, char* argv[]) {
  const std::unique_ptr<v8::Platform> platform =
      v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();
  benchmark::Initialize(&argc, argv);
  MakeCodeCache();
  for (const auto& [way, way_name] : kWays) {
    for (const auto& [use_name, source] : kUses) {
      if (way == Way::kNone && *source != '\0') {
        continue;
      }
      const std::string name = absl::StrCat(way_name, "/", use_name);
      benchmark::RegisterBenchmark(
          absl::StrCat("context/", name).c_str(),
          [way = way, source = source](benchmark::State& state) {
            MakeContexts(state, way, source);
          })
          ->Unit(benchmark::kMicrosecond);
      benchmark::RegisterBenchmark(
          absl::StrCat("isolate/", name).c_str(),
          [way = way, source = source](benchmark::State& state) {
            MakeIsolates(state, way, source, false);
          })
          ->Unit(benchmark::kMicrosecond);
    }
  }
  benchmark::RegisterBenchmark("isolate/template, code cache/a stream",
                               [](benchmark::State& state) {
                                 MakeIsolates(state, Way::kEager,
                                              kUses[2].source, true);
                               })
      ->Unit(benchmark::kMicrosecond);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  delete[] Snapshot()->data;
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
  return 0;
}

}  // namespace
}  // namespace v8_encoding

int main(int argc, char* argv[]) {
  return v8_encoding::Main(argc, argv);
}
