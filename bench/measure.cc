// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bench/measure.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench/course.h"
#include "bench/eviction.h"
#include "bench/implementation.h"
#include "bench/inputs.h"
#include "benchmark/benchmark.h"

namespace v8_encoding::bench {

namespace {

using Clock = std::chrono::steady_clock;

double Median(std::vector<double>& values) {
  const auto middle =
      values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// In nanoseconds. Looks at the clock twice before, so that the clock's code is
// in the caches.
template <typename Call>
double TimeOf(Call call) {
  benchmark::DoNotOptimize(Clock::now());
  benchmark::DoNotOptimize(Clock::now());
  const Clock::time_point begin = Clock::now();
  call();
  const Clock::time_point end = Clock::now();
  return std::chrono::duration<double, std::nano>(end - begin).count();
}

double ClockItself() {
  std::vector<double> times(1001);
  for (double& time : times) {
    time = TimeOf([] {});
  }
  return Median(times);
}

template <bool kNewOutput>
void RegisterCalls(const std::string& name,
                   Converter* converter,
                   Inputs& inputs,
                   Outputs& outputs) {
  benchmark::RegisterBenchmark(
      name.c_str(), [converter, &inputs, &outputs](benchmark::State& state) {
        Course course(inputs);
        std::span<uint8_t> output = outputs.Get();
        size_t bytes = 0;
        for (auto _ : state) {
          const std::span<const uint8_t> input = course.Next();
          const size_t written = converter->Convert(input, output);
          benchmark::DoNotOptimize(written);
          benchmark::ClobberMemory();
          bytes += input.size();
          if constexpr (kNewOutput) {
            outputs.Advance(written);
            output = outputs.Get();
          }
        }
        state.SetBytesProcessed(static_cast<int64_t>(bytes));
      });
}

}  // namespace

void RegisterWarm(const std::string& name,
                  Converter* converter,
                  Inputs& inputs,
                  Outputs& outputs) {
  if (outputs.is_new()) {
    RegisterCalls<true>(name, converter, inputs, outputs);
  } else {
    RegisterCalls<false>(name, converter, inputs, outputs);
  }
}

void RegisterCold(const std::string& name,
                  Converter* converter,
                  Inputs& inputs,
                  Outputs& outputs,
                  Eviction& eviction) {
  benchmark::RegisterBenchmark(
      name.c_str(), [converter, &inputs, output = outputs.Get(),
                     &eviction](benchmark::State& state) {
        const double clock = ClockItself();
        Course course(inputs);
        std::vector<double> times;
        for (auto _ : state) {
          const std::span<const uint8_t> input = course.Next();
          eviction.Run();
          times.push_back(TimeOf([&] {
            const size_t written = converter->Convert(input, output);
            benchmark::DoNotOptimize(written);
            benchmark::ClobberMemory();
          }));
        }
        state.counters["ns"] = std::max(0.0, Median(times) - clock);
      });
}

}  // namespace v8_encoding::bench
