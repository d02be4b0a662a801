// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Measures the codec core and its peers; tools/bench builds, runs and reports.
//
// One workload at a time: its text is made, what all implementations make of it
// is compared, then they are measured in turns, over and over in random order,
// so that what disturbs the machine disturbs them all alike.

#include <regex.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/flags/commandlineflag.h"
#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/reflection.h"
#include "absl/flags/usage.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/eviction.h"
#include "bench/implementation.h"
#include "bench/inputs.h"
#include "bench/machine.h"
#include "bench/measure.h"
#include "bench/reporter.h"
#include "bench/workloads.h"
#include "benchmark/benchmark.h"
#include "src/testing/target.h"
#include "v8_encoding/decoder.h"

ABSL_FLAG(std::string,
          filter,
          "",
          "only workloads whose name, as decode/UTF-8/french/1MiB, has a match "
          "of this regular expression");
ABSL_FLAG(std::string,
          sizes,
          "",
          "only sizes whose whole name is a match of this regular expression, "
          "as 1B|mixed|1MiB");
ABSL_FLAG(std::string,
          only,
          "",
          "only implementations whose whole name is a match of this regular "
          "expression, as ours|encoding_rs");
ABSL_FLAG(std::string,
          target,
          "best",
          "the instruction set of the library's SIMD code: scalar, sse4, avx2, "
          "avx512, best, or one of Highway's names");
ABSL_FLAG(std::string,
          json,
          "",
          "where to write results, as Google Benchmark's JSON; without this "
          "flag results are printed");
ABSL_FLAG(std::string,
          peers,
          "",
          "where encoding_rs.so and simdutf.so are; peers/ beside this program "
          "by default");
ABSL_FLAG(bool,
          cold,
          false,
          "before each call make the CPU forget what it has run and read last; "
          "the counter ns is the median of the calls' times");
ABSL_FLAG(bool,
          verify,
          false,
          "only compare what the implementations make of each workload");
ABSL_FLAG(bool, list, false, "only print the workloads' names");

namespace v8_encoding::bench {

namespace {

struct Contestant {
  std::string name;
  bool converts;
  std::unique_ptr<Converter> converter;
};

// What is measured of a workload at a size.
struct Cell {
  Workload workload;
  Size size;
  std::string name;
};

template <typename... Parts>
[[noreturn]] void Fail(const absl::FormatSpec<Parts...>& sentence,
                       const Parts&... parts) {
  absl::FPrintF(stderr, "codec_benchmark: %s\n",
                absl::StrFormat(sentence, parts...));
  std::exit(1);
}

// An extended regular expression of POSIX. (The C++ library's throws.)
class Pattern {
 public:
  explicit Pattern(const std::string& expression) {
    if (const int error =
            regcomp(&compiled_, expression.c_str(), REG_EXTENDED | REG_NOSUB)) {
      char reason[128];
      regerror(error, &compiled_, reason, sizeof(reason));
      Fail("'%s' is no regular expression: %s.", expression, reason);
    }
  }
  ~Pattern() { regfree(&compiled_); }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  bool IsIn(const std::string& text) const {
    return regexec(&compiled_, text.c_str(), 0, nullptr, 0) == 0;
  }

 private:
  regex_t compiled_;
};

// One that matches a whole name, or any if `expression` is empty.
Pattern WholeName(const std::string& expression) {
  return Pattern(expression.empty() ? ""
                                    : absl::StrCat("^(", expression, ")$"));
}

std::vector<Cell> CellsMatching(const Pattern& filter, const Pattern& sizes) {
  std::vector<Cell> cells;
  for (const Workload& workload : AllWorkloads()) {
    for (const Size& size : kSizes) {
      if (size.output == OutputMemory::kNew && !WritesText(workload)) {
        continue;
      }
      std::string name = absl::StrFormat("%s/%s", NameOf(workload), size.name);
      if (filter.IsIn(name) && sizes.IsIn(std::string(size.name))) {
        cells.push_back({workload, size, std::move(name)});
      }
    }
  }
  return cells;
}

std::vector<std::unique_ptr<Implementation>> AllImplementations(
    const std::string& peers,
    std::string_view target) {
  std::vector<std::unique_ptr<Implementation>> all;
  all.push_back(MakeOurs());
  for (auto& ceiling : MakeCeilings()) {
    all.push_back(std::move(ceiling));
  }
  for (auto& build : MakeEncodingRs(peers)) {
    all.push_back(std::move(build));
  }
  for (auto& kernels : MakeSimdutf(peers, target)) {
    all.push_back(std::move(kernels));
  }
  all.push_back(MakeIcu());
  all.push_back(MakeIconv());
  return all;
}

// Of whole characters.
size_t LengthOfUtf8(std::u16string_view text) {
  size_t length = 0;
  for (const char16_t unit : text) {
    const bool is_half = unit >= 0xD800 && unit <= 0xDFFF;
    length += unit < 0x80 ? 1 : unit < 0x800 || is_half ? 2 : 3;
  }
  return length;
}

// What our conversion says about valid text, or undoes, must be that text.
bool IsRight(const Workload& workload,
             const Text& text,
             std::span<const uint8_t> output) {
  std::u16string units;
  switch (workload.operation) {
    case Operation::kDecode:
      return std::u16string_view(AsUnits(output).data(), output.size() / 2) ==
             text.expected;
    case Operation::kDecodeToLatin1:
      return std::equal(output.begin(), output.end(), text.expected.begin(),
                        text.expected.end());
    case Operation::kDecodeToUtf8: {
      units.resize(Decoder::MaxUnits(output.size()));
      const DecodeResult decoded =
          Decoder(Encoding::kUtf8, DecodeErrorMode::kFatal)
              .DecodeToUtf16(output, units, Flush::kYes);
      units.resize(decoded.written);
      return units == text.expected;
    }
    case Operation::kValidate: {
      uint64_t well_formed;
      return output.size() == sizeof(well_formed) &&
             (std::memcpy(&well_formed, output.data(), sizeof(well_formed)),
              well_formed == text.input.size());
    }
    case Operation::kEncode:
    case Operation::kEncodeFromLatin1:
    case Operation::kEncodeFromUtf8: {
      units.resize(Decoder::MaxUnits(output.size()));
      const DecodeResult decoded =
          Decoder(workload.encoding, DecodeErrorMode::kFatal)
              .DecodeToUtf16(output, units, Flush::kYes);
      units.resize(decoded.written);
      return units == text.expected;
    }
    case Operation::kUtf8Length:
    case Operation::kUtf8LengthFromLatin1: {
      uint64_t length;
      return output.size() == sizeof(length) &&
             (std::memcpy(&length, output.data(), sizeof(length)),
              length == LengthOfUtf8(text.expected));
    }
  }
  return false;
}

// Whether all contestants write the same for every text of the cell, and the
// right thing if that is known. Says what isn't. Takes the converters from
// those that lack a character.
bool Verify(const Cell& cell,
            const Inputs& inputs,
            std::vector<Contestant>& contestants,
            std::span<uint8_t> output) {
  Buffer reference(output.size());
  for (const Text& text : inputs.texts) {
    std::span<const uint8_t> expected;
    const std::string* whose = nullptr;
    for (Contestant& contestant : contestants) {
      if (!contestant.converts || contestant.converter == nullptr) {
        continue;
      }
      const size_t length = contestant.converter->Convert(text.input, output);
      if (length == Converter::kNotConverted) {
        contestant.converter = nullptr;
        continue;
      }
      const std::span<const uint8_t> written = output.first(length);
      if (whose == nullptr) {
        if (cell.workload.is_valid() &&
            !IsRight(cell.workload, text, written)) {
          absl::FPrintF(stderr, "%s: %s converts it wrongly.\n", cell.name,
                        contestant.name);
          return false;
        }
        whose = &contestant.name;
        std::copy(written.begin(), written.end(), reference.bytes().begin());
        expected = reference.bytes().first(written.size());
        continue;
      }
      if (!std::equal(written.begin(), written.end(), expected.begin(),
                      expected.end())) {
        const auto [mine, theirs] = std::mismatch(
            written.begin(), written.end(), expected.begin(), expected.end());
        absl::FPrintF(stderr,
                      "%s: %s writes something else than %s from byte %d of "
                      "the output on.\n",
                      cell.name, contestant.name, *whose,
                      mine - written.begin());
        return false;
      }
    }
  }
  return true;
}

// With cold calls if there is an `eviction`. Adds how many implementations were
// measured to `*measured`. False if they disagree.
bool RunCell(const Cell& cell,
             const std::vector<std::unique_ptr<Implementation>>& all,
             Eviction* eviction,
             benchmark::BenchmarkReporter* reporter,
             size_t* measured) {
  std::vector<Contestant> contestants;
  for (const auto& implementation : all) {
    if (auto converter =
            implementation->Open(cell.workload, cell.size.limits)) {
      contestants.push_back({std::string(implementation->name()),
                             implementation->converts(), std::move(converter)});
    }
  }
  Inputs inputs = MakeInputs(cell.workload, cell.size);
  Outputs outputs(OutputSize(cell.workload, cell.size.bytes), cell.size.output);
  if (!Verify(cell, inputs, contestants, outputs.Get())) {
    return false;
  }
  std::erase_if(contestants, [](const Contestant& contestant) {
    return contestant.converter == nullptr;
  });
  if (reporter != nullptr) {
    benchmark::ClearRegisteredBenchmarks();
    size_t registered = 0;
    for (const Contestant& contestant : contestants) {
      const std::string name = absl::StrCat(cell.name, "/", contestant.name);
      Converter* const converter = contestant.converter.get();
      if (eviction == nullptr) {
        RegisterWarm(name, converter, inputs, outputs);
      } else if (contestant.converts) {
        RegisterCold(name, converter, inputs, outputs, *eviction);
      } else {
        continue;
      }
      ++registered;
    }
    // Google Benchmark complains of a run of none.
    if (registered != 0) {
      benchmark::RunSpecifiedBenchmarks(reporter);
    }
    *measured += registered;
  }
  return true;
}

int Main() {
  const std::vector<Cell> cells =
      CellsMatching(Pattern(absl::GetFlag(FLAGS_filter)),
                    WholeName(absl::GetFlag(FLAGS_sizes)));
  if (cells.empty()) {
    Fail("no workload has a match of --filter and --sizes; see --list.");
  }
  if (absl::GetFlag(FLAGS_list)) {
    for (const Cell& cell : cells) {
      std::puts(cell.name.c_str());
    }
    return 0;
  }

  const std::string wanted = absl::GetFlag(FLAGS_target);
  const std::string target = test_support::ForceTarget(wanted);
  if (target.empty()) {
    Fail("this CPU or this build has no target '%s'; there are %s.", wanted,
         test_support::TargetsForMessage());
  }
  benchmark::AddCustomContext("target", target);
  benchmark::AddCustomContext("calls",
                              absl::GetFlag(FLAGS_cold) ? "cold" : "warm");
  benchmark::AddCustomContext("cpu", CpuModel());
  benchmark::AddCustomContext("compiler", Compiler());

  std::string peers = absl::GetFlag(FLAGS_peers);
  if (peers.empty()) {
    peers = FolderOfThisProgram() + "/peers";
  }
  std::vector<std::unique_ptr<Implementation>> all =
      AllImplementations(peers, target);
  const Pattern only = WholeName(absl::GetFlag(FLAGS_only));
  std::erase_if(all, [&](const auto& one) {
    return !only.IsIn(std::string(one->name()));
  });
  for (const auto& one : all) {
    benchmark::AddCustomContext(
        std::string(one->name()),
        absl::StrCat(one->available() ? "" : "missing: ", one->description()));
    if (!one->available()) {
      absl::FPrintF(stderr, "Without %s: %s.\n", one->name(),
                    one->description());
    }
  }
  std::erase_if(all, [](const auto& one) { return !one->available(); });

  std::unique_ptr<Reporter> reporter;
  const bool verify = absl::GetFlag(FLAGS_verify);
  if (!verify) {
    const std::string json = absl::GetFlag(FLAGS_json);
    reporter = MakeReporter(json);
    if (reporter == nullptr) {
      Fail("can't write to %s.", json);
    }
  }
  const auto eviction =
      absl::GetFlag(FLAGS_cold) ? std::make_unique<Eviction>() : nullptr;
  Progress progress(cells.size());
  size_t disagreements = 0;
  size_t measured = 0;
  for (const Cell& cell : cells) {
    progress.Show(cell.name);
    if (!RunCell(cell, all, eviction.get(), reporter.get(), &measured)) {
      ++disagreements;
    }
  }
  progress.End();
  if (reporter != nullptr) {
    reporter->End();
  }
  if (disagreements != 0) {
    Fail("%d of %d workloads are void: the implementations differ.",
         disagreements, cells.size());
  }
  if (!verify && measured == 0) {
    Fail("none of the implementations does that at that size.");
  }
  if (verify) {
    absl::PrintF("%d workloads verified.\n", cells.size());
  }
  return 0;
}

// Gives Google Benchmark the flags that are its own, and Abseil the others.
void ParseFlags(int argc, char** argv) {
  // Ours come first, so that the command line's win.
  std::string defaults[] = {"--benchmark_enable_random_interleaving=true",
                            "--benchmark_repetitions=5",
                            "--benchmark_min_time=0.01"};
  std::vector<char*> of_benchmark = {argv[0]};
  for (std::string& flag : defaults) {
    of_benchmark.push_back(flag.data());
  }
  std::vector<std::string> others;
  for (char* argument : std::span(argv, static_cast<size_t>(argc)).subspan(1)) {
    if (absl::StartsWith(argument, "--benchmark_")) {
      of_benchmark.push_back(argument);
      continue;
    }
    others.emplace_back(argument);
    // Debian's Abseil is a shared library. To its parser, the bool of a program
    // that is compiled with -fvisibility=hidden is some type that wants a
    // value.
    const absl::CommandLineFlag* flag =
        absl::StartsWith(argument, "--")
            ? absl::FindCommandLineFlag(argument + 2)
            : nullptr;
    if (flag != nullptr && flag->IsOfType<bool>()) {
      others.back() += "=true";
    }
  }
  std::vector<char*> of_abseil = {argv[0]};
  for (std::string& argument : others) {
    of_abseil.push_back(argument.data());
  }
  int count = static_cast<int>(of_benchmark.size());
  benchmark::Initialize(&count, of_benchmark.data());
  if (count > 1) {
    Fail("'%s' is no flag of Google Benchmark.", of_benchmark[1]);
  }
  absl::SetProgramUsageMessage(
      "[FLAG...]\nMeasures the codec core and its peers. Takes the flags of "
      "Google Benchmark, too, as --benchmark_repetitions=9.");
  const std::vector<char*> rest = absl::ParseCommandLine(
      static_cast<int>(of_abseil.size()), of_abseil.data());
  if (rest.size() > 1) {
    Fail("'%s' is no option; see --help.", rest[1]);
  }
}

}  // namespace

}  // namespace v8_encoding::bench

int main(int argc, char** argv) {
  v8_encoding::bench::ParseFlags(argc, argv);
  return v8_encoding::bench::Main();
}
