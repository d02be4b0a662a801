// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// fuzz_variations TARGET SECONDS NUMBER FINDING INPUTS…: runs a target on
// variations of its seeds and of the inputs in files of corpora/ and in folders
// of libFuzzer's, for many times the executions of libFuzzer, which watches
// what each one covers. The same NUMBER gives the same variations.
//
// Ends after SECONDS, or with the first input that fails, which FINDING then
// has, whether the target told of a difference or the process crashed. The last
// line of the output is the count of executions.

#include <fcntl.h>

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "fuzz/corpus_file.h"
#include "fuzz/targets.h"
#include "fuzz/vary.h"
#include "src/testing/random.h"

namespace v8_encoding::fuzz {
namespace {

// What the target works on, for the handler of signals.
const Bytes* current = nullptr;
const char* finding = nullptr;

// Calls nothing that a handler of signals may not.
void WriteFinding() {
  const int file = open(finding, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0 || write(file, current->data(), current->size()) !=
                      static_cast<ssize_t>(current->size())) {
    _exit(EXIT_FAILURE);
  }
  close(file);
}

extern "C" void OnCrash(int number) {
  WriteFinding();
  // The signal comes again, and ends the process.
  signal(number, SIG_DFL);
}

// False if there's nothing such.
bool AddInputs(const std::string& path, std::vector<Bytes>& inputs) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) {
    std::optional<std::vector<Bytes>> more = ReadCorpusFile(path);
    if (more) {
      inputs.insert(inputs.end(), std::make_move_iterator(more->begin()),
                    std::make_move_iterator(more->end()));
    }
    return more.has_value();
  }
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    std::ifstream file(entry.path(), std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(file),
                        std::istreambuf_iterator<char>());
  }
  return true;
}

int Run(const Target& target,
        std::chrono::seconds limit,
        uint64_t number,
        const std::vector<Bytes>& inputs) {
  using Clock = std::chrono::steady_clock;
  constexpr int kBetweenLooksAtTheClock = 1000;
  test_support::Random random(number);
  const Clock::time_point end = Clock::now() + limit;
  uint64_t executions = 0;
  std::string failure;
  do {
    for (int i = 0; i < kBetweenLooksAtTheClock && failure.empty(); ++i) {
      const Bytes input = Vary(inputs, random);
      current = &input;
      failure = target.check(input);
      if (!failure.empty()) {
        WriteFinding();
      }
      ++executions;
    }
  } while (failure.empty() && Clock::now() < end);
  if (!failure.empty()) {
    std::fprintf(stderr, "%s\n", failure.c_str());
  }
  std::printf("%llu\n", static_cast<unsigned long long>(executions));
  return failure.empty() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace v8_encoding::fuzz

int main(int argc, char** argv) {
  using v8_encoding::fuzz::Bytes;
  if (argc < 5) {
    std::fprintf(stderr,
                 "usage: fuzz_variations TARGET SECONDS NUMBER FINDING "
                 "INPUTS…\n");
    return EXIT_FAILURE;
  }
  for (const auto& target : v8_encoding::fuzz::kTargets) {
    if (target.name != argv[1]) {
      continue;
    }
    std::vector<Bytes> inputs = target.seeds();
    for (int i = 5; i < argc; ++i) {
      if (!v8_encoding::fuzz::AddInputs(argv[i], inputs)) {
        std::fprintf(stderr, "%s: no inputs\n", argv[i]);
        return EXIT_FAILURE;
      }
    }
    v8_encoding::fuzz::finding = argv[4];
    for (const int number : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV}) {
      signal(number, v8_encoding::fuzz::OnCrash);
    }
    return v8_encoding::fuzz::Run(
        target, std::chrono::seconds(std::strtoll(argv[2], nullptr, 10)),
        std::strtoull(argv[3], nullptr, 10), inputs);
  }
  std::fprintf(stderr, "%s: no target\n", argv[1]);
  return EXIT_FAILURE;
}
