// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/testing/target.h"

#include "src/kernels/by_target.h"

// After what says which targets there are.
#include <hwy/targets.h>

#include <cstddef>
#include <cstdint>

namespace v8_encoding::test_support {
namespace {

using simd::kTargetCount;

std::string NameOf(size_t index) {
  constexpr int64_t kFallbackTargets = HWY_SCALAR | HWY_EMU128;
  const int64_t target = simd::kOneTarget ? HWY_TARGETS : simd::kTargets[index];
  return (target & kFallbackTargets) != 0 ? "scalar" : hwy::TargetName(target);
}

// Calls visit(index) for each target that can run, best first, until it returns
// true.
template <typename Visit>
void VisitTargets(Visit visit) {
  for (size_t i = simd::BestTarget(); i < kTargetCount; ++i) {
    if ((simd::kOneTarget || (simd::kTargets[i] & HWY_TARGETS) != 0) &&
        visit(i)) {
      return;
    }
  }
}

void Choose(size_t index) {
  simd::chosen_target.store(static_cast<uint8_t>(index));
}

}  // namespace

std::vector<std::string> Targets() {
  std::vector<std::string> names;
  VisitTargets([&](size_t index) {
    names.push_back(NameOf(index));
    return false;
  });
  return names;
}

std::string TargetsForMessage() {
  std::string names;
  for (const std::string& target : Targets()) {
    names += (names.empty() ? "" : ", ") + target;
  }
  return names;
}

std::string ForceTarget(std::string_view name) {
  std::string found;
  VisitTargets([&](size_t index) {
    const std::string candidate = NameOf(index);
    const bool is_meant = name == "best"     ? true
                          : name == "avx512" ? candidate.starts_with("AVX3")
                          : name == "avx2"   ? candidate == "AVX2"
                          : name == "sse4"   ? candidate == "SSE4"
                                             : candidate == name;
    if (is_meant) {
      found = candidate;
      Choose(index);
    }
    return is_meant;
  });
  return found;
}

void RestoreTarget() {
  Choose(simd::kNoTarget);
}

}  // namespace v8_encoding::test_support
