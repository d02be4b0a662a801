// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What is measured: this library, the machine's limits, other libraries.

#ifndef V8_ENCODING_BENCH_IMPLEMENTATION_H_
#define V8_ENCODING_BENCH_IMPLEMENTATION_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/workloads.h"

namespace v8_encoding::bench {

// Converts texts of one workload, each from the initial state to the end.
class Converter {
 public:
  virtual ~Converter() = default;

  // Spans of code units are given as their bytes. Returns how many bytes of
  // the output were written, or kNotConverted if the text has a character that
  // the implementation lacks.
  static constexpr size_t kNotConverted = SIZE_MAX;
  virtual size_t Convert(std::span<const uint8_t> input,
                         std::span<uint8_t> output) = 0;
};

class Implementation {
 public:
  virtual ~Implementation() = default;

  // Of one word, for names of benchmarks.
  virtual std::string_view name() const = 0;
  // Which one it is, or, if `available` is false, what it misses.
  virtual std::string description() const = 0;
  virtual bool available() const { return true; }
  // False for the machine's limits, which only move memory.
  virtual bool converts() const { return true; }

  // Null if it can't, or differs from the standard on such a text.
  virtual std::unique_ptr<Converter> Open(const Workload& workload,
                                          const Limits& limits) const = 0;
};

// This library, through its public interface.
std::unique_ptr<Implementation> MakeOurs();

// "memcpy", "widen" and "narrow", each for the operations that it bounds.
std::vector<std::unique_ptr<Implementation>> MakeCeilings();

// Other libraries. Those of encoding_rs are looked for in `folder`.
std::vector<std::unique_ptr<Implementation>> MakeEncodingRs(
    const std::string& folder);
// simdutf, looked for in `folder`, too. "simdutf" has its kernels for the
// instruction set of `target`, a name of Highway's; "simdutf_best" is there if
// its best ones for this CPU are others.
std::vector<std::unique_ptr<Implementation>> MakeSimdutf(
    const std::string& folder,
    std::string_view target);
std::unique_ptr<Implementation> MakeIcu();
std::unique_ptr<Implementation> MakeIconv();

// Spans of code units as such, and back.
inline std::span<const char16_t> AsUnits(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char16_t*>(bytes.data()),
          bytes.size() / sizeof(char16_t)};
}
inline std::span<char16_t> AsUnits(std::span<uint8_t> bytes) {
  return {reinterpret_cast<char16_t*>(bytes.data()),
          bytes.size() / sizeof(char16_t)};
}

// What an operation writes whose result is a number.
inline size_t WriteNumber(uint64_t number, std::span<uint8_t> output) {
  std::memcpy(output.data(), &number, sizeof(number));
  return sizeof(number);
}

// What a call did.
struct CallResult {
  size_t read;
  size_t written;
  // The output has no room for what comes next. Otherwise everything was read.
  bool is_full;
};

// Calls convert(part of the input, whether it's the last, part of the
// output) until all input is read; once, and with an empty part, if there is no
// input. Returns how many bytes were written.
template <typename Convert>
size_t ConvertInParts(std::span<const uint8_t> input,
                      std::span<uint8_t> output,
                      const Limits& limits,
                      Convert convert) {
  const auto first = [](auto bytes, size_t limit) {
    return limit == 0 ? bytes : bytes.first(std::min(limit, bytes.size()));
  };
  size_t written = 0;
  do {
    std::span<const uint8_t> part = first(input, limits.input);
    input = input.subspan(part.size());
    CallResult outcome;
    do {
      outcome = convert(part, input.empty(),
                        first(output.subspan(written), limits.output));
      part = part.subspan(outcome.read);
      written += outcome.written;
    } while (outcome.is_full);
  } while (!input.empty());
  return written;
}

}  // namespace v8_encoding::bench

#endif  // V8_ENCODING_BENCH_IMPLEMENTATION_H_
