// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A file of corpora/: inputs in hexadecimal, one a line.

#ifndef V8_ENCODING_FUZZ_CORPUS_FILE_H_
#define V8_ENCODING_FUZZ_CORPUS_FILE_H_

#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/targets.h"

namespace v8_encoding::fuzz {

// nullopt if there's no such file, or if a line isn't as above.
inline std::optional<std::vector<Bytes>> ReadCorpusFile(
    const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    return std::nullopt;
  }
  std::vector<Bytes> inputs;
  for (std::string line; std::getline(file, line);) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    if (line.size() % 2 != 0 ||
        line.find_first_not_of(kDigits) != std::string::npos) {
      return std::nullopt;
    }
    Bytes input;
    for (size_t i = 0; i < line.size(); i += 2) {
      input.push_back(static_cast<uint8_t>(kDigits.find(line[i]) << 4 |
                                           kDigits.find(line[i + 1])));
    }
    inputs.push_back(std::move(input));
  }
  return inputs;
}

}  // namespace v8_encoding::fuzz

#endif  // V8_ENCODING_FUZZ_CORPUS_FILE_H_
