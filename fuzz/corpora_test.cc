// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// fuzz_corpora FOLDER: runs each input of FOLDER's files, TARGET.txt, once.

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/corpus_file.h"
#include "fuzz/targets.h"

int main(int argc, char** argv) {
  using v8_encoding::fuzz::Bytes;
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_corpora FOLDER\n");
    return EXIT_FAILURE;
  }
  bool ok = true;
  for (const auto& target : v8_encoding::fuzz::kTargets) {
    const std::string name(target.name);
    const std::optional<std::vector<Bytes>> inputs =
        v8_encoding::fuzz::ReadCorpusFile(std::string(argv[1]) + "/" + name +
                                          ".txt");
    if (!inputs || inputs->empty()) {
      std::printf("%s.txt: no inputs, or not as it should be\n", name.c_str());
      ok = false;
      continue;
    }
    size_t failed = 0;
    for (const Bytes& input : *inputs) {
      const std::string failure = target.check(input);
      if (!failure.empty()) {
        std::printf("%s: %s\n", name.c_str(), failure.c_str());
        ++failed;
      }
    }
    std::printf("%s: %zu inputs, %zu failed\n", name.c_str(), inputs->size(),
                failed);
    ok = ok && failed == 0;
  }
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
