// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bench/strings_benchmark.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <regex>
#include <span>
#include <string_view>

#include "bench/course.h"
#include "bench/inputs.h"
#include "bench/reporter.h"
#include "bench/workloads.h"
#include "benchmark/benchmark.h"
#include "v8_encoding/convert.h"

namespace v8_encoding::bench {

namespace {

// What V8 itself has. Templates, since names differ between versions.

template <typename String>
size_t WriteUtf8(v8::Isolate* isolate,
                 v8::Local<String> string,
                 char* data,
                 size_t size) {
  if constexpr (requires { string->WriteUtf8V2(isolate, data, size, 0); }) {
    return string->WriteUtf8V2(isolate, data, size,
                               String::WriteFlags::kReplaceInvalidUtf8);
  } else {
    return static_cast<size_t>(string->WriteUtf8(
        isolate, data, static_cast<int>(size), nullptr,
        String::NO_NULL_TERMINATION | String::REPLACE_INVALID_UTF8));
  }
}

template <typename String>
size_t LengthInUtf8(v8::Isolate* isolate, v8::Local<String> string) {
  if constexpr (requires { string->Utf8LengthV2(isolate); }) {
    return string->Utf8LengthV2(isolate);
  } else {
    return static_cast<size_t>(string->Utf8Length(isolate));
  }
}

v8::MaybeLocal<v8::String> NewFromUtf8(v8::Isolate* isolate,
                                       std::span<const uint8_t> utf8) {
  return v8::String::NewFromUtf8(
      isolate, reinterpret_cast<const char*>(utf8.data()),
      v8::NewStringType::kNormal, static_cast<int>(utf8.size()));
}

// UTF-8, and the same texts as strings of V8's, in random order.
struct Texts {
  Texts(v8::Isolate* isolate, const Workload& workload, const Size& size)
      : inputs(MakeInputs(workload, size)) {
    for (const Text& text : inputs.texts) {
      strings.push_back(
          DecodeToString(isolate, text.input).string.ToLocalChecked());
      longest = std::max(longest, text.input.size());
    }
    std::ranges::shuffle(strings, std::mt19937(1));
  }

  Inputs inputs;
  std::vector<v8::Local<v8::String>> strings;
  size_t longest = 0;  // In bytes.
};

class Benchmarks {
 public:
  // Of those whose name has a match of `filter`.
  Benchmarks(v8::Isolate* isolate, const std::string& filter)
      : isolate_(isolate), filter_(filter) {}

  template <typename Call>
  void Add(const std::string& name, Call call) {
    if (!std::regex_search(name, filter_)) {
      return;
    }
    ++count_;
    const auto run = [isolate = isolate_,
                      call](benchmark::State& state) mutable {
      // Handles that calls make are gone after so many calls.
      constexpr int kCallsInScope = 64;
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

  // And forgets them. (Google Benchmark wants there to be one.)
  void Run(Reporter* reporter) {
    if (count_ != 0) {
      benchmark::RunSpecifiedBenchmarks(reporter);
      benchmark::ClearRegisteredBenchmarks();
    }
    count_ = 0;
  }

 private:
  v8::Isolate* const isolate_;
  const std::regex filter_;
  size_t count_ = 0;
};

void AddDecoding(const std::string& text,
                 v8::Isolate* isolate,
                 Texts& texts,
                 Benchmarks* benchmarks) {
  const auto course = std::make_shared<Course>(texts.inputs);
  benchmarks->Add("to-string/" + text + "/ours", [=] {
    benchmark::DoNotOptimize(DecodeToString(isolate, course->Next()));
  });
  benchmarks->Add("to-string/" + text + "/V8", [=] {
    benchmark::DoNotOptimize(NewFromUtf8(isolate, course->Next()));
  });
}

void AddEncoding(const std::string& text,
                 v8::Isolate* isolate,
                 const Texts& texts,
                 Benchmarks* benchmarks) {
  const auto add = [&](const std::string& operation, const char* who,
                       auto use) {
    benchmarks->Add(operation + "/" + text + "/" + who,
                    [use, &texts, next = size_t{0}]() mutable {
                      use(texts.strings[next]);
                      next = next + 1 == texts.strings.size() ? 0 : next + 1;
                    });
  };
  add("to-std-string", "ours", [=](v8::Local<v8::String> string) {
    benchmark::DoNotOptimize(EncodeToStdString(isolate, string).bytes);
  });
  add("to-std-string", "V8", [=](v8::Local<v8::String> string) {
    const v8::String::Utf8Value value(isolate, string);
    benchmark::DoNotOptimize(
        std::string(*value, static_cast<size_t>(value.length())));
  });
  const auto room = std::make_shared<std::vector<char>>(texts.longest);
  add("into-memory", "ours", [=](v8::Local<v8::String> string) {
    benchmark::DoNotOptimize(
        EncodeInto(isolate, string, room->data(), room->size()).written);
  });
  add("into-memory", "V8", [=](v8::Local<v8::String> string) {
    benchmark::DoNotOptimize(
        WriteUtf8(isolate, string, room->data(), room->size()));
  });
  add("length", "ours", [=](v8::Local<v8::String> string) {
    benchmark::DoNotOptimize(Utf8Length(isolate, string));
  });
  add("length", "V8", [=](v8::Local<v8::String> string) {
    benchmark::DoNotOptimize(LengthInUtf8(isolate, string));
  });
}

}  // namespace

bool RunStringsBenchmark(v8::Isolate* isolate,
                         const std::string& json,
                         const std::string& filter,
                         std::vector<std::string> flags) {
  flags.insert(flags.begin(), "strings_benchmark");
  std::vector<char*> argv;
  argv.reserve(flags.size());
  for (std::string& flag : flags) {
    argv.push_back(flag.data());
  }
  int argc = static_cast<int>(argv.size());
  benchmark::Initialize(&argc, argv.data());
  const std::unique_ptr<Reporter> reporter = MakeReporter(json);
  if (reporter == nullptr) {
    return false;
  }
  Benchmarks benchmarks(isolate, filter);
  for (const Workload& workload : AllWorkloads()) {
    if (workload.operation != Operation::kDecode ||
        workload.encoding != Encoding::kUtf8 || !workload.is_valid()) {
      continue;
    }
    for (const Size& size : kSizes) {
      if (size.limits.any()) {
        continue;
      }
      const v8::HandleScope scope(isolate);
      Texts texts(isolate, workload, size);
      const std::string text =
          NameOf(workload).substr(std::string_view("decode/UTF-8/").size()) +
          "/" + std::string(size.name);
      AddDecoding(text, isolate, texts, &benchmarks);
      AddEncoding(text, isolate, texts, &benchmarks);
      benchmarks.Run(reporter.get());
    }
  }
  reporter->End();
  return true;
}

}  // namespace v8_encoding::bench
