// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The order in which calls go through texts.

#ifndef V8_ENCODING_BENCH_COURSE_H_
#define V8_ENCODING_BENCH_COURSE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "bench/inputs.h"

namespace v8_encoding::bench {

// An order that no branch predictor learns: each round goes through all texts,
// and each by another stride, so that other texts follow one another.
class Course {
 public:
  // `inputs` must outlive the course and have a text.
  explicit Course(Inputs& inputs);

  // Without end.
  std::span<const uint8_t> Next() {
    const auto count = static_cast<uint32_t>(pieces_.size());
    const Piece piece = pieces_[next_];
    next_ += stride_;
    // Without a branch, which would depend on the text.
    next_ -= next_ >= count ? count : 0;
    if (next_ == 0) [[unlikely]] {
      BeginRound();
    }
    return {bytes_ + piece.begin, piece.size};
  }

 private:
  // Small, since short texts share a cache with them.
  struct Piece {
    uint32_t begin;
    uint32_t size;
  };

  void BeginRound();

  const uint8_t* const bytes_;
  std::vector<Piece> pieces_;
  uint32_t next_ = 0;
  uint32_t stride_ = 1;
  uint32_t rounds_ = 0;
};

}  // namespace v8_encoding::bench

#endif  // V8_ENCODING_BENCH_COURSE_H_
