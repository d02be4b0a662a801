// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The conversions of convert.h beside what V8 itself offers for UTF-8:
// String::NewFromUtf8(), Utf8Value, WriteUtf8() and Utf8Length().

#ifndef V8_ENCODING_BENCH_STRINGS_BENCHMARK_H_
#define V8_ENCODING_BENCH_STRINGS_BENCHMARK_H_

#include <string>
#include <vector>

#include "v8.h"

namespace v8_encoding::bench {

// Runs what has a match of `filter`, in the isolate and context that are
// entered. Names are "to-std-string/french/64B/ours". Results go into the file
// `json`, as Google Benchmark's JSON, whose flags `flags` are. False if that
// can't be written.
[[nodiscard]] bool RunStringsBenchmark(v8::Isolate* isolate,
                                       const std::string& json,
                                       const std::string& filter,
                                       std::vector<std::string> flags);

}  // namespace v8_encoding::bench

#endif  // V8_ENCODING_BENCH_STRINGS_BENCHMARK_H_
