// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// For tests, fuzzers and benchmarks only: makes the functions of simd.h run on
// a given instruction set. The choice is Highway's, so it holds for the whole
// process and for every other user of Highway in it; make it while no other
// thread runs SIMD code.

#ifndef V8_ENCODING_SRC_SIMD_TESTING_H_
#define V8_ENCODING_SRC_SIMD_TESTING_H_

#include <cstddef>
#include <string_view>

namespace v8_encoding::simd {

struct TargetNames {
  const char* const* begin() const { return names; }
  const char* const* end() const { return names + size; }

  const char* names[8] = {};
  size_t size = 0;
};

// The targets that are compiled in and that this CPU can run, best first, by
// Highway's names ("AVX3" is AVX-512, "AVX3_DL" the same from Ice Lake on).
// "scalar" is the reference of simd_scalar.h; it is there where the compiler's
// baseline has no SIMD that Highway knows (x86-64 but not arm64). Ends forcing.
[[nodiscard]] TargetNames AttainableTargetsForTesting();

// False when the name is not among those.
[[nodiscard]] bool ForceTargetForTesting(std::string_view name);

// Back to the best one.
void RestoreTargetForTesting();

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_SIMD_TESTING_H_
