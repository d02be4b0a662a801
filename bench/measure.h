// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// How calls of a converter are measured, as benchmarks of Google Benchmark.

#ifndef V8_ENCODING_BENCH_MEASURE_H_
#define V8_ENCODING_BENCH_MEASURE_H_

#include <string>

#include "bench/eviction.h"
#include "bench/implementation.h"
#include "bench/inputs.h"

namespace v8_encoding::bench {

// Calls one after the other. All arguments must live as long as the benchmark.
void RegisterWarm(const std::string& name,
                  Converter* converter,
                  Inputs& inputs,
                  Outputs& outputs);

// Calls after an eviction each. The counter "ns" of a repetition is the median
// of the calls' times, less the clock's own; Google Benchmark's times are those
// of the evictions, too.
void RegisterCold(const std::string& name,
                  Converter* converter,
                  Inputs& inputs,
                  Outputs& outputs,
                  Eviction& eviction);

}  // namespace v8_encoding::bench

#endif  // V8_ENCODING_BENCH_MEASURE_H_
