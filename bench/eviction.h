// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Makes the CPU forget what it has run last, as far as a program can.

#ifndef V8_ENCODING_BENCH_EVICTION_H_
#define V8_ENCODING_BENCH_EVICTION_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace v8_encoding::bench {

// Code and data of its own, so that all implementations are alike to it:
// conversions in other encodings would leave part of this library's code in the
// caches, and none of a peer's.
class Eviction {
 public:
  Eviction();

  // Reads and writes more memory than a core's own caches have, then runs
  // through 8,192 branches that random bits decide, in more code than a first
  // cache for instructions has. What is only in a cache that cores share stays.
  void Run();

 private:
  static constexpr size_t kDataSize = size_t{4} << 20;

  std::vector<uint64_t> data_;
  uint64_t seed_ = 2026;
};

}  // namespace v8_encoding::bench

#endif  // V8_ENCODING_BENCH_EVICTION_H_
