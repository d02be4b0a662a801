// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/testing/splits_plan.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "src/testing/splits.h"

namespace v8_encoding::test_support {

namespace {

// Cuts for one unit at a time: 1, 2, … size.
std::vector<size_t> EachUnit(size_t size) {
  std::vector<size_t> cuts;
  for (size_t i = 1; i < size; ++i) {
    cuts.push_back(i);
  }
  cuts.push_back(size);
  return cuts;
}

// The same with an empty chunk before and after each, the flush among them.
std::vector<size_t> EachUnitAndEmpty(size_t size) {
  std::vector<size_t> cuts = {0};
  for (size_t i = 1; i <= size; ++i) {
    cuts.push_back(i);
    cuts.push_back(i);
  }
  return cuts;
}

}  // namespace

std::string RunPlans(size_t size,
                     size_t output_size,
                     Effort effort,
                     const std::function<std::string(const Plan&)>& run) {
  const bool full = effort == Effort::kFull;
  auto run_cuts = [&](std::vector<size_t> cuts) {
    return run({.cuts = std::move(cuts), .exact_memory = full});
  };
  std::string error = run_cuts({size});
  for (size_t i = 0; error.empty() && i <= size; ++i) {
    if (full || (i != 0 && i != size)) {
      error = run_cuts({i, size});
    }
  }
  if (error.empty() && size > 2) {
    error = run_cuts(EachUnit(size));
  }
  if (!error.empty() || !full) {
    return error;
  }

  for (size_t i = 0; error.empty() && i <= size; ++i) {
    error = run_cuts({i, i, size});
    if (error.empty()) {
      error = run_cuts({i, i, size, size});
    }
  }
  const std::vector<size_t> each = EachUnit(size);
  const std::vector<size_t> with_empty = EachUnitAndEmpty(size);
  if (error.empty()) {
    error = run_cuts(with_empty);
  }
  if (error.empty()) {
    error = run({.cuts = with_empty, .fresh_state = true});
  }
  const size_t most = std::min<size_t>(output_size + 1, 20);
  for (size_t capacity = 0; capacity <= most; ++capacity) {
    for (const auto& cuts : {std::vector<size_t>{size}, each, with_empty}) {
      if (error.empty()) {
        error = run({.cuts = cuts,
                     .capacity = capacity,
                     .fresh_state = capacity % 2 == 1,
                     .exact_memory = true});
      }
    }
  }
  return error;
}

}  // namespace v8_encoding::test_support
