// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The instruction set that the library's SIMD code runs on, for tests, fuzzers
// and benchmarks. The choice holds for the whole process; make it while no
// other thread runs SIMD code.

#ifndef V8_ENCODING_SRC_TESTING_TARGET_H_
#define V8_ENCODING_SRC_TESTING_TARGET_H_

#include <string>
#include <string_view>
#include <vector>

namespace v8_encoding::test_support {

// The targets that are compiled in and that this CPU can run, best first, by
// Highway's names ("AVX3_DL" is AVX-512 as of Ice Lake).
// "scalar" is the reference of kernels/copy_scalar.h; it is there where the
// compiler's baseline has no SIMD that Highway knows (x86-64 but not arm64).
std::vector<std::string> Targets();

// The same, for a message.
std::string TargetsForMessage();

// Makes the library's SIMD code run on one of Targets(), or on "sse4", "avx2",
// "avx512" or "best". Returns Highway's name of it, or an empty string if there
// is no such target here.
[[nodiscard]] std::string ForceTarget(std::string_view name);

// Back to the best one.
void RestoreTarget();

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_TARGET_H_
