// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// fuzz_seeds TARGET FOLDER: writes the target's seeds there, a file each.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz/targets.h"

int main(int argc, char** argv) {
  using v8_encoding::fuzz::Bytes;
  for (const auto& target : v8_encoding::fuzz::kTargets) {
    if (argc != 3 || std::string_view(argv[1]) != target.name) {
      continue;
    }
    size_t count = 0;
    for (const Bytes& seed : target.seeds()) {
      const std::string path =
          std::string(argv[2]) + "/seed-" + std::to_string(count++);
      std::FILE* const file = std::fopen(path.c_str(), "wb");
      if (file == nullptr ||
          std::fwrite(seed.data(), 1, seed.size(), file) != seed.size() ||
          std::fclose(file) != 0) {
        std::perror(path.c_str());
        return EXIT_FAILURE;
      }
    }
    return EXIT_SUCCESS;
  }
  std::fprintf(stderr, "usage: fuzz_seeds TARGET FOLDER; a target is one of");
  for (const auto& target : v8_encoding::fuzz::kTargets) {
    std::fprintf(stderr, " %s", std::string(target.name).c_str());
  }
  std::fprintf(stderr, ".\n");
  return EXIT_FAILURE;
}
