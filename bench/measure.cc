// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bench/measure.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

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

}  // namespace

Course::Course(Inputs& inputs) : bytes_(inputs.buffer.bytes().data()) {
  pieces_.reserve(inputs.texts.size());
  for (const Text& text : inputs.texts) {
    pieces_.push_back({static_cast<uint32_t>(text.input.data() - bytes_),
                       static_cast<uint32_t>(text.input.size())});
  }
  BeginRound();
}

std::span<const uint8_t> Course::Next() {
  const auto count = static_cast<uint32_t>(pieces_.size());
  const Piece piece = pieces_[next_];
  next_ += stride_;
  // Without a branch.
  next_ -= next_ >= count ? count : 0;
  if (next_ == 0) [[unlikely]] {
    BeginRound();
  }
  return {bytes_ + piece.begin, piece.size};
}

void Course::BeginRound() {
  const auto count = static_cast<uint32_t>(pieces_.size());
  // Those that have a factor in common with the count would leave texts out.
  constexpr uint32_t kPrime = 7919;
  do {
    stride_ = 1 + static_cast<uint32_t>(uint64_t{++rounds_} * kPrime % count);
  } while (stride_ > 1 && std::gcd(stride_, count) != 1);
}

void RegisterWarm(const std::string& name,
                  Converter* converter,
                  Inputs& inputs,
                  std::span<uint8_t> output) {
  benchmark::RegisterBenchmark(
      name.c_str(), [converter, &inputs, output](benchmark::State& state) {
        Course course(inputs);
        size_t bytes = 0;
        for (auto _ : state) {
          const std::span<const uint8_t> input = course.Next();
          const size_t written = converter->Convert(input, output);
          benchmark::DoNotOptimize(written);
          benchmark::ClobberMemory();
          bytes += input.size();
        }
        state.SetBytesProcessed(static_cast<int64_t>(bytes));
      });
}

void RegisterCold(const std::string& name,
                  Converter* converter,
                  Inputs& inputs,
                  std::span<uint8_t> output,
                  Eviction& eviction) {
  benchmark::RegisterBenchmark(
      name.c_str(),
      [converter, &inputs, output, &eviction](benchmark::State& state) {
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
