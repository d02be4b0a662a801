// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bench/eviction.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "benchmark/benchmark.h"

namespace v8_encoding::bench {

namespace {

// A branch that stays one, and has arms of its own.
template <size_t kNumber>
[[gnu::always_inline]] inline void Branch(uint64_t& bits) {
  if (bits & 1) {
    bits += kNumber;
    benchmark::DoNotOptimize(bits);
  } else {
    bits ^= kNumber << 8;
    benchmark::DoNotOptimize(bits);
  }
  bits = bits >> 1 | bits << 63;
}

constexpr size_t kBranches = 64;
constexpr size_t kBlocks = 128;

// Not inlined, so that calls and returns take places in the predictors, too.
template <size_t kBlock>
[[gnu::noinline]] uint64_t Block(uint64_t bits) {
  [&]<size_t... kIndex>(std::index_sequence<kIndex...>) {
    (Branch<kBlock * kBranches + kIndex>(bits), ...);
  }
  (std::make_index_sequence<kBranches>());
  return bits;
}

using BlockFunction = uint64_t (*)(uint64_t bits);

constexpr auto kAllBlocks =
    []<size_t... kIndex>(std::index_sequence<kIndex...>) {
  return std::array<BlockFunction, kBlocks>{Block<kIndex>...};
}
(std::make_index_sequence<kBlocks>());

}  // namespace

Eviction::Eviction() : data_(kDataSize / sizeof(uint64_t)) {}

void Eviction::Run() {
  constexpr size_t kStep = 64 / sizeof(uint64_t);
  uint64_t bits = seed_;
  for (size_t i = 0; i < data_.size(); i += kStep) {
    bits += data_[i]++;
  }
  for (const BlockFunction block : kAllBlocks) {
    // xorshift64, by George Marsaglia.
    bits ^= bits << 13;
    bits ^= bits >> 7;
    bits ^= bits << 17;
    bits = block(bits | 1);
  }
  seed_ = bits | 1;
}

}  // namespace v8_encoding::bench
