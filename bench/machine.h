// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What a report says about where it was made.

#ifndef V8_ENCODING_BENCH_MACHINE_H_
#define V8_ENCODING_BENCH_MACHINE_H_

#include <string>

namespace v8_encoding::bench {

std::string CpuModel();
std::string Compiler();
std::string FolderOfThisProgram();

}  // namespace v8_encoding::bench

#endif  // V8_ENCODING_BENCH_MACHINE_H_
