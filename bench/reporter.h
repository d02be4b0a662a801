// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Results of many short runs of Google Benchmark as one report.

#ifndef V8_ENCODING_BENCH_REPORTER_H_
#define V8_ENCODING_BENCH_REPORTER_H_

#include <cstddef>
#include <memory>
#include <string>

#include "benchmark/benchmark.h"

namespace v8_encoding::bench {

// RunSpecifiedBenchmarks() may be called with it any number of times.
class Reporter : public benchmark::BenchmarkReporter {
 public:
  // After the last one.
  virtual void End() = 0;
};

// Writes JSON into a file, or a table to standard output if `path` is empty.
// Null if the file can't be written.
std::unique_ptr<Reporter> MakeReporter(const std::string& path);

// One live line on standard error, if that is a terminal.
class Progress {
 public:
  explicit Progress(size_t total);
  void Show(const std::string& name);
  void End();

 private:
  const size_t total_;
  const bool live_;
  size_t done_ = 0;
};

}  // namespace v8_encoding::bench

#endif  // V8_ENCODING_BENCH_REPORTER_H_
