// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bench/machine.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "src/simd_testing.h"

namespace v8_encoding::bench {

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

std::string CpuModel() {
  // "model name" on x86; arm64 has numbers only.
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "unknown";
}

std::string Compiler() {
#if defined(__clang__)
  return "Clang " + std::to_string(__clang_major__) + "." +
         std::to_string(__clang_minor__);
#else
  return "GCC " + std::to_string(__GNUC__) + "." +
         std::to_string(__GNUC_MINOR__);
#endif
}

std::string FolderOfThisProgram() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error)
      .parent_path()
      .string();
}

}  // namespace v8_encoding::bench
