// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#ifndef V8_ENCODING_SRC_TESTING_RANDOM_H_
#define V8_ENCODING_SRC_TESTING_RANDOM_H_

#include <cstdint>

namespace v8_encoding::test_support {

// A small generator of random numbers with the same sequence everywhere.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Next();
  // Below `bound`, which isn't zero.
  uint32_t Below(uint32_t bound);
  // In [first, last].
  uint32_t In(uint32_t first, uint32_t last);
  // True in `percent` of the cases.
  bool Chance(uint32_t percent) { return Below(100) < percent; }

 private:
  uint64_t state_;
};

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_RANDOM_H_
