// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bench/course.h"

#include <cstdint>
#include <numeric>

#include "bench/inputs.h"

namespace v8_encoding::bench {

Course::Course(Inputs& inputs) : bytes_(inputs.buffer.bytes().data()) {
  pieces_.reserve(inputs.texts.size());
  for (const Text& text : inputs.texts) {
    pieces_.push_back({static_cast<uint32_t>(text.input.data() - bytes_),
                       static_cast<uint32_t>(text.input.size())});
  }
  BeginRound();
}

void Course::BeginRound() {
  const auto count = static_cast<uint32_t>(pieces_.size());
  constexpr uint32_t kPrime = 7919;
  // A stride that has a factor in common with the count leaves texts out. That
  // of one text is 1 in any case.
  do {
    stride_ = 1 + static_cast<uint32_t>(uint64_t{++rounds_} * kPrime % count);
  } while (std::gcd(stride_, count) != 1);
}

}  // namespace v8_encoding::bench
