// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// An output with canaries behind its end, which also show writes that
// sanitizers miss: those of instructions that they don't instrument, and those
// in builds without them.

#ifndef V8_ENCODING_SRC_TESTING_CANARIES_H_
#define V8_ENCODING_SRC_TESTING_CANARIES_H_

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace v8_encoding::test_support {

template <typename Unit>
class OutputWithCanaries {
 public:
  explicit OutputWithCanaries(size_t length)
      : units_(length + kCanaries, kCanary), length_(length) {}

  std::span<Unit> units() { return {units_.data(), length_}; }
  std::span<const Unit> first(size_t count) const {
    return {units_.data(), count};
  }
  bool intact() const {
    return std::all_of(units_.begin() + static_cast<ptrdiff_t>(length_),
                       units_.end(), [](Unit unit) { return unit == kCanary; });
  }

 private:
  // As many as the longest vector of any target has bytes.
  static constexpr size_t kCanaries = 64;
  static constexpr Unit kCanary = static_cast<Unit>(0xA5);

  std::vector<Unit> units_;
  size_t length_;
};

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_CANARIES_H_
