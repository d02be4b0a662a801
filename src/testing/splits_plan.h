// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// How splits_decode.cc and splits_encode.cc cut an input, and the buffers that
// they hand out.

#ifndef V8_ENCODING_SRC_TESTING_SPLITS_PLAN_H_
#define V8_ENCODING_SRC_TESTING_SPLITS_PLAN_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "src/testing/splits.h"

namespace v8_encoding::test_support {

struct Plan {
  std::vector<size_t> cuts;   // Ascending; each is where a chunk ends.
  size_t capacity = kAmple;   // Of each call's output.
  bool fresh_state = false;   // Move the state word to a new object each time.
  bool exact_memory = false;  // Give each chunk its own allocation.
};

inline std::string Describe(const Plan& plan) {
  std::string text = "cut at";
  for (size_t cut : plan.cuts) {
    text += ' ' + std::to_string(cut);
  }
  if (plan.capacity != kAmple) {
    text += ", capacity " + std::to_string(plan.capacity);
  }
  return text + (plan.fresh_state ? ", fresh state" : "");
}

// A chunk of `all`, in memory of its own if the plan says so. An empty chunk
// has no memory at all: its pointer is null.
template <typename Unit>
class Chunk {
 public:
  Chunk(std::span<const Unit> chunk, const Plan& plan) {
    if (chunk.empty()) {
      return;
    }
    if (!plan.exact_memory) {
      span_ = chunk;
      return;
    }
    copy_.reset(new Unit[chunk.size()]);
    std::copy(chunk.begin(), chunk.end(), copy_.get());
    span_ = {copy_.get(), chunk.size()};
  }

  std::span<const Unit> span() const { return span_; }

 private:
  std::unique_ptr<Unit[]> copy_;
  std::span<const Unit> span_;
};

// An output with canaries behind its end.
template <typename Unit>
class GuardedOutput {
 public:
  std::span<Unit> Prepare(size_t capacity) {
    capacity_ = capacity;
    if (memory_.size() < capacity + kCanaries) {
      memory_.resize(capacity + kCanaries);
    }
    for (size_t i = 0; i < kCanaries; ++i) {
      memory_[capacity + i] = kCanary;
    }
    return {memory_.data(), capacity};
  }

  bool IsIntact() const {
    for (size_t i = 0; i < kCanaries; ++i) {
      if (memory_[capacity_ + i] != kCanary) {
        return false;
      }
    }
    return true;
  }

  const Unit* data() const { return memory_.data(); }

 private:
  static constexpr size_t kCanaries = 8;
  static constexpr Unit kCanary = static_cast<Unit>(0x5AA5);

  std::vector<Unit> memory_;
  size_t capacity_ = 0;
};

// All plans for an input of `size` units, until `run` returns an error; the
// largest output has `output_size` units.
std::string RunPlans(size_t size,
                     size_t output_size,
                     Effort effort,
                     const std::function<std::string(const Plan&)>& run);

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_SPLITS_PLAN_H_
