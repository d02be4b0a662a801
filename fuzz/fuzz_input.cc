// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "fuzz/fuzz_input.h"

#include <string>
#include <vector>

#include "src/testing/target.h"

namespace v8_encoding::fuzz {

void ForceTarget(size_t number) {
  // Asking the CPU takes longer than most inputs do, so it's asked once, and
  // only told of what changes.
  static const std::vector<std::string> targets = test_support::Targets();
  static size_t forced = 0;
  number %= targets.size();
  if (number != forced) {
    (void)test_support::ForceTarget(targets[number]);
    forced = number;
  }
}

}  // namespace v8_encoding::fuzz
