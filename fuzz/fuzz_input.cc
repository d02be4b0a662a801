// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "fuzz/fuzz_input.h"

#include "src/simd_testing.h"

namespace v8_encoding::fuzz {

void ForceTarget(size_t number) {
  // Asking the CPU takes longer than most inputs do, so it's asked once, and
  // only told of what changes.
  static const simd::TargetNames targets = simd::AttainableTargetsForTesting();
  static size_t forced = 0;
  number %= targets.size;
  if (number != forced) {
    (void)simd::ForceTargetForTesting(targets.names[number]);
    forced = number;
  }
}

}  // namespace v8_encoding::fuzz
