// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// fuzz_seeds TARGET FOLDER [FILE]: writes the target's seeds, and the inputs of
// a file of corpora/, into the folder, a file each.

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/corpus_file.h"
#include "fuzz/targets.h"

namespace {

using v8_encoding::fuzz::Bytes;

bool Write(const std::vector<Bytes>& inputs, const std::string& path) {
  size_t count = 0;
  for (const Bytes& input : inputs) {
    const std::string name = path + std::to_string(count++);
    std::FILE* const file = std::fopen(name.c_str(), "wb");
    if (file == nullptr ||
        std::fwrite(input.data(), 1, input.size(), file) != input.size() ||
        std::fclose(file) != 0) {
      std::perror(name.c_str());
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  for (const auto& target : v8_encoding::fuzz::kTargets) {
    if (argc < 3 || argc > 4 || std::string_view(argv[1]) != target.name) {
      continue;
    }
    const std::string folder = argv[2];
    if (argc == 4) {
      const std::optional<std::vector<Bytes>> inputs =
          v8_encoding::fuzz::ReadCorpusFile(argv[3]);
      if (!inputs) {
        std::fprintf(stderr, "%s is no file of inputs\n", argv[3]);
        return EXIT_FAILURE;
      }
      if (!Write(*inputs, folder + "/corpus-")) {
        return EXIT_FAILURE;
      }
    }
    return Write(target.seeds(), folder + "/seed-") ? EXIT_SUCCESS
                                                    : EXIT_FAILURE;
  }
  std::fprintf(stderr,
               "usage: fuzz_seeds TARGET FOLDER [FILE]; a target is one of");
  for (const auto& target : v8_encoding::fuzz::kTargets) {
    std::fprintf(stderr, " %s", std::string(target.name).c_str());
  }
  std::fprintf(stderr, ".\n");
  return EXIT_FAILURE;
}
