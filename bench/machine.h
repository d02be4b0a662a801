// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What a report says about where it was made.

#ifndef V8_ENCODING_BENCH_MACHINE_H_
#define V8_ENCODING_BENCH_MACHINE_H_

#include <string>
#include <string_view>

namespace v8_encoding::bench {

// Makes the library's SIMD code run on "scalar", "sse4", "avx2", "avx512",
// "best", or one of Highway's names. Returns Highway's name of it, or an empty
// string if there is no such target here.
std::string ForceTarget(std::string_view name);

// All targets that there are, for a message.
std::string TargetsToForce();

std::string CpuModel();
std::string Compiler();
std::string FolderOfThisProgram();

}  // namespace v8_encoding::bench

#endif  // V8_ENCODING_BENCH_MACHINE_H_
