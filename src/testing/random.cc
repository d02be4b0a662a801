// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/testing/random.h"

#include <cstdint>

namespace v8_encoding::test_support {

// The finaliser of a counter: any state is as good as another.
uint64_t Random::Next() {
  state_ += 0x9E3779B97F4A7C15;
  uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

uint32_t Random::Below(uint32_t bound) {
  return static_cast<uint32_t>(((Next() >> 32) * bound) >> 32);
}

uint32_t Random::In(uint32_t first, uint32_t last) {
  return first + Below(last - first + 1);
}

}  // namespace v8_encoding::test_support
