// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/testing/target.h"

#include "src/simd_testing.h"

namespace v8_encoding::test_support {

std::string ForceTarget(std::string_view name) {
  const simd::TargetNames targets = simd::AttainableTargetsForTesting();
  for (const std::string_view target : targets) {
    const bool is_meant = name == "best"     ? true
                          : name == "avx512" ? target.starts_with("AVX3")
                          : name == "avx2"   ? target == "AVX2"
                          : name == "sse4"   ? target == "SSE4"
                                             : target == name;
    if (is_meant) {
      // Best first, and so "best" stays what is there without forcing.
      if (name != "best") {
        (void)simd::ForceTargetForTesting(target);
      }
      return std::string(target);
    }
  }
  return {};
}

std::string TargetsToForce() {
  std::string names;
  for (const char* target : simd::AttainableTargetsForTesting()) {
    names += (names.empty() ? "" : ", ") + std::string(target);
  }
  return names;
}

}  // namespace v8_encoding::test_support
