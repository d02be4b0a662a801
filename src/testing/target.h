// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The instruction set that the library's SIMD code runs on, by names for
// people.

#ifndef V8_ENCODING_SRC_TESTING_TARGET_H_
#define V8_ENCODING_SRC_TESTING_TARGET_H_

#include <string>
#include <string_view>

namespace v8_encoding::test_support {

// Makes the library's SIMD code run on "scalar", "sse4", "avx2", "avx512",
// "best", or one of Highway's names. Returns Highway's name of it, or an empty
// string if there is no such target here.
std::string ForceTarget(std::string_view name);

// All targets that there are, for a message.
std::string TargetsToForce();

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_TARGET_H_
