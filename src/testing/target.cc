// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/testing/target.h"

#include "src/kernels/targets.h"

// After what says which targets there are.
#include <hwy/highway.h>

#include <cstdint>

namespace v8_encoding::test_support {
namespace {

constexpr int64_t kFallbackTargets = HWY_SCALAR | HWY_EMU128;

std::string NameOf(int64_t target) {
  return (target & kFallbackTargets) != 0 ? "scalar" : hwy::TargetName(target);
}

// What the CPU and the environment allow. Asking the CPU is an instruction that
// virtual machines hand to their hypervisor, tens of microseconds each time:
// fuzzing, which changes targets with each input, would do little else.
int64_t DetectedTargets() {
  static const int64_t kTargets = [] {
    hwy::SetSupportedTargetsForTest(0);
    return hwy::SupportedTargets();
  }();
  return kTargets;
}

// Calls visit(target) for each target that can run, best first, until it
// returns true.
template <typename Visit>
void VisitTargets(Visit visit) {
  // Highway always falls back on the last, even where detection leaves it out.
  int64_t targets = (DetectedTargets() | kFallbackTargets) & HWY_TARGETS;
  for (; targets != 0; targets &= targets - 1) {
    if (visit(targets & -targets)) {
      return;
    }
  }
}

}  // namespace

std::vector<std::string> Targets() {
  std::vector<std::string> names;
  VisitTargets([&](int64_t target) {
    names.push_back(NameOf(target));
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
  VisitTargets([&](int64_t target) {
    const std::string candidate = NameOf(target);
    const bool is_meant = name == "best"     ? true
                          : name == "avx512" ? candidate.starts_with("AVX3")
                          : name == "avx2"   ? candidate == "AVX2"
                          : name == "sse4"   ? candidate == "SSE4"
                                             : candidate == name;
    if (is_meant) {
      found = candidate;
      // Best first, and so "best" is what is there without forcing. To force
      // what was detected, and not nothing, saves detecting it again.
      hwy::SetSupportedTargetsForTest(name == "best" ? DetectedTargets()
                                                     : target);
    }
    return is_meant;
  });
  return found;
}

void RestoreTarget() {
  hwy::SetSupportedTargetsForTest(DetectedTargets());
}

}  // namespace v8_encoding::test_support
