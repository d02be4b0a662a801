// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The conversions of convert.h beside what V8 itself offers for UTF-8:
// String::NewFromUtf8(), Utf8Value, WriteUtf8() and Utf8Length(). As a program
// in the V8 that it's linked with, and as an add-on in Node's.

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bench/course.h"
#include "bench/inputs.h"
#include "bench/v8_strings.h"
#include "bench/workloads.h"
#include "benchmark/benchmark.h"
#include "v8.h"
#include "v8_encoding/convert.h"

#ifdef V8_ENCODING_NODE_ADDON
#include "node.h"
#else
#include "libplatform/libplatform.h"
#endif

namespace v8_encoding::bench {

namespace {

// UTF-8, and the same texts as strings of V8's.
struct Texts {
  Inputs inputs;
  std::vector<v8::Local<v8::String>> strings;
  size_t longest = 0;
};

// Handles that a call makes are gone after so many calls.
constexpr int kCallsInScope = 64;

std::unique_ptr<Texts> MakeTexts(v8::Isolate* isolate,
                                 const Workload& workload,
                                 const Size& size) {
  auto texts = std::make_unique<Texts>(Texts{MakeInputs(workload, size), {}});
  for (const Text& text : texts->inputs.texts) {
    texts->strings.push_back(
        DecodeToString(isolate, text.input).string.ToLocalChecked());
    texts->longest = std::max(texts->longest, text.input.size());
  }
  std::ranges::shuffle(texts->strings, std::mt19937(1));
  return texts;
}

class Benchmarks {
 public:
  // Of whole names. Google Benchmark's own filter, since its reporters want
  // each run to have something.
  Benchmarks(v8::Isolate* isolate, const std::string& filter)
      : isolate_(isolate), filter_(filter) {}

  template <typename Call>
  void Add(const std::string& name, Call call) {
    if (!std::regex_search(name, filter_)) {
      return;
    }
    any_ = true;
    const auto run = [isolate = isolate_,
                      call](benchmark::State& state) mutable {
      int left = 0;
      std::optional<v8::HandleScope> scope;
      for ([[maybe_unused]] auto _ : state) {
        if (left-- == 0) {
          scope.reset();
          scope.emplace(isolate);
          left = kCallsInScope - 1;
        }
        call();
      }
    };
    benchmark::RegisterBenchmark(name.c_str(), run);
  }

  void Run(benchmark::BenchmarkReporter* reporter) {
    if (any_) {
      benchmark::RunSpecifiedBenchmarks(reporter);
    }
    benchmark::ClearRegisteredBenchmarks();
    any_ = false;
  }

 private:
  v8::Isolate* const isolate_;
  const std::regex filter_;
  bool any_ = false;
};

void AddDecoding(const std::string& row,
                 v8::Isolate* isolate,
                 Texts& texts,
                 Benchmarks* benchmarks) {
  auto course = std::make_shared<Course>(texts.inputs);
  benchmarks->Add("to a string/" + row + "/ours", [=] {
    benchmark::DoNotOptimize(DecodeToString(isolate, course->Next()));
  });
  benchmarks->Add("to a string/" + row + "/V8", [=] {
    benchmark::DoNotOptimize(NewFromUtf8(isolate, course->Next()));
  });
}

void AddEncoding(const std::string& row,
                 v8::Isolate* isolate,
                 const Texts& texts,
                 Benchmarks* benchmarks) {
  const auto add = [&](const char* operation, const char* who, auto use) {
    benchmarks->Add(absl::StrCat(operation, "/", row, "/", who),
                    [use, &texts, next = size_t{0}]() mutable {
                      use(texts.strings[next]);
                      next = next + 1 == texts.strings.size() ? 0 : next + 1;
                    });
  };
  add("to a std::string", "ours", [=](v8::Local<v8::String> string) {
    benchmark::DoNotOptimize(EncodeToStdString(isolate, string).bytes);
  });
  add("to a std::string", "V8", [=](v8::Local<v8::String> string) {
    const v8::String::Utf8Value value(isolate, string);
    benchmark::DoNotOptimize(
        std::string(*value, static_cast<size_t>(value.length())));
  });
  const auto room = std::make_shared<std::vector<char>>(texts.longest + 1);
  add("into memory", "ours", [=](v8::Local<v8::String> string) {
    benchmark::DoNotOptimize(
        EncodeInto(isolate, string, room->data(), room->size()).written);
  });
  add("into memory", "V8", [=](v8::Local<v8::String> string) {
    benchmark::DoNotOptimize(
        WriteUtf8(isolate, string, room->data(), room->size()));
  });
  add("length", "ours", [=](v8::Local<v8::String> string) {
    benchmark::DoNotOptimize(Utf8Length(isolate, string));
  });
  add("length", "V8", [=](v8::Local<v8::String> string) {
    benchmark::DoNotOptimize(LengthOfUtf8(isolate, string));
  });
}

void RunAll(v8::Isolate* isolate, std::vector<std::string> arguments) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) {
    argv.push_back(argument.data());
  }
  int argc = static_cast<int>(argv.size());
  benchmark::Initialize(&argc, argv.data());
  Benchmarks benchmarks(isolate, benchmark::GetBenchmarkFilter());
  benchmark::SetBenchmarkFilter("all");
  benchmark::ConsoleReporter reporter(benchmark::ConsoleReporter::OO_Tabular);
  for (const Workload& workload : AllWorkloads()) {
    if (workload.operation != Operation::kDecode ||
        workload.encoding != Encoding::kUtf8 || !workload.is_valid()) {
      continue;
    }
    for (const Size& size : kSizes) {
      if (size.chunk != 0) {
        continue;
      }
      const v8::HandleScope scope(isolate);
      const std::string row = NameOf(workload).substr(sizeof("decode/UTF-8")) +
                              "/" + std::string(size.name);
      const std::unique_ptr<Texts> texts = MakeTexts(isolate, workload, size);
      AddDecoding(row, isolate, *texts, &benchmarks);
      AddEncoding(row, isolate, *texts, &benchmarks);
      benchmarks.Run(&reporter);
    }
  }
}

}  // namespace

}  // namespace v8_encoding::bench

#ifdef V8_ENCODING_NODE_ADDON

NODE_MODULE_INIT() {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  std::vector<std::string> arguments = {"strings_benchmark"};
  const char* more = getenv("STRINGS_BENCHMARK");
  std::string rest = more ? more : "";
  size_t at = 0;
  while (at < rest.size()) {
    size_t end = std::min(rest.find(' ', at), rest.size());
    arguments.push_back(rest.substr(at, end - at));
    at = end + 1;
  }
  v8_encoding::bench::RunAll(isolate, arguments);
}

#else

int main(int argc, char** argv) {
  const std::unique_ptr<v8::Platform> platform =
      v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();
  const std::unique_ptr<v8::ArrayBuffer::Allocator> allocator(
      v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator = allocator.get();
  v8::Isolate* const isolate = v8::Isolate::New(params);
  {
    const v8::Isolate::Scope isolate_scope(isolate);
    const v8::HandleScope handle_scope(isolate);
    const v8::Context::Scope context_scope(v8::Context::New(isolate));
    v8_encoding::bench::RunAll(isolate, {argv, argv + argc});
  }
  isolate->Dispose();
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
  return 0;
}

#endif
