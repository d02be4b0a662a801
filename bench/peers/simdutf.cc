// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// simdutf, through the C interface in simdutf/shim.cc.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bench/implementation.h"
#include "bench/peers/shared_library.h"
#include "bench/workloads.h"
#include "src/testing/corpora.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::bench {

namespace {

// Its functions for one instruction set.
struct Kernels;

using BytesToUnits = size_t (*)(const Kernels* kernels,
                                const uint8_t* input,
                                size_t length,
                                char16_t* output);
using BytesToBytes = size_t (*)(const Kernels* kernels,
                                const uint8_t* input,
                                size_t length,
                                uint8_t* output);
using UnitsToBytes = size_t (*)(const Kernels* kernels,
                                const char16_t* input,
                                size_t length,
                                uint8_t* output);
using CountBytes = size_t (*)(const Kernels* kernels,
                              const uint8_t* input,
                              size_t length);

struct Api {
  const char* (*version)();
  const Kernels* (*kernels)(const char* name);
  void (*kernels_name)(const Kernels* kernels, char* name, size_t capacity);
  BytesToUnits utf8_to_utf16;
  size_t (*utf16_to_utf16)(const Kernels* kernels,
                           const uint8_t* input,
                           size_t length,
                           bool swaps,
                           char16_t* output);
  UnitsToBytes utf16_to_utf8;
  BytesToUnits latin1_to_utf16;
  BytesToUnits utf8_to_new_utf16;
  BytesToUnits latin1_to_new_utf16;
  BytesToBytes utf8_to_latin1;
  UnitsToBytes utf16_to_latin1;
  BytesToBytes latin1_to_utf8;
  CountBytes utf8_valid_up_to;
  size_t (*utf8_length)(const Kernels* kernels,
                        const char16_t* input,
                        size_t length);
  CountBytes utf8_length_from_latin1;

  bool Load(const SharedLibrary& library) {
    return library && library.Find("peer_version", version) &&
           library.Find("peer_kernels", kernels) &&
           library.Find("peer_kernels_name", kernels_name) &&
           library.Find("peer_utf8_to_utf16", utf8_to_utf16) &&
           library.Find("peer_utf16_to_utf16", utf16_to_utf16) &&
           library.Find("peer_utf16_to_utf8", utf16_to_utf8) &&
           library.Find("peer_latin1_to_utf16", latin1_to_utf16) &&
           library.Find("peer_utf8_to_new_utf16", utf8_to_new_utf16) &&
           library.Find("peer_latin1_to_new_utf16", latin1_to_new_utf16) &&
           library.Find("peer_utf8_to_latin1", utf8_to_latin1) &&
           library.Find("peer_utf16_to_latin1", utf16_to_latin1) &&
           library.Find("peer_latin1_to_utf8", latin1_to_utf8) &&
           library.Find("peer_utf8_valid_up_to", utf8_valid_up_to) &&
           library.Find("peer_utf8_length", utf8_length) &&
           library.Find("peer_utf8_length_from_latin1",
                        utf8_length_from_latin1);
  }

  std::string NameOf(const Kernels* its) const {
    std::array<char, 32> name;
    kernels_name(its, name.data(), name.size());
    return name.data();
  }
};

// Texts in windows-1252 are Latin-1 if they have none of the 27 characters that
// windows-1252 has in the place of controls. So are those of kFrench, and
// kHalfHigh's letters.
bool IsLatin1(const Workload& workload) {
  return workload.encoding == Encoding::kWindows1252 && workload.is_valid() &&
         workload.kind != TextKind::kTypographic &&
         workload.script == test_support::Script::kFrench;
}

// What does the work for a workload: converters differ by that alone.
template <typename Function>
class SimdutfConverter final : public Converter {
 public:
  explicit SimdutfConverter(Function convert) : convert_(convert) {}

  size_t Convert(std::span<const uint8_t> input,
                 std::span<uint8_t> output) override {
    return convert_(input, output);
  }

 private:
  const Function convert_;
};

std::unique_ptr<Converter> Make(auto convert) {
  return std::make_unique<SimdutfConverter<decltype(convert)>>(convert);
}

std::unique_ptr<Converter> MakeToUnits(const Kernels* kernels,
                                       BytesToUnits function) {
  return Make([=](std::span<const uint8_t> input, std::span<uint8_t> output) {
    return sizeof(char16_t) * function(kernels, input.data(), input.size(),
                                       AsUnits(output).data());
  });
}

std::unique_ptr<Converter> MakeToBytes(const Kernels* kernels,
                                       BytesToBytes function) {
  return Make([=](std::span<const uint8_t> input, std::span<uint8_t> output) {
    return function(kernels, input.data(), input.size(), output.data());
  });
}

std::unique_ptr<Converter> MakeFromUnits(const Kernels* kernels,
                                         UnitsToBytes function) {
  return Make([=](std::span<const uint8_t> input, std::span<uint8_t> output) {
    const std::span<const char16_t> units = AsUnits(input);
    return function(kernels, units.data(), units.size(), output.data());
  });
}

std::unique_ptr<Converter> MakeCount(const Kernels* kernels,
                                     CountBytes function) {
  return Make([=](std::span<const uint8_t> input, std::span<uint8_t> output) {
    return WriteNumber(function(kernels, input.data(), input.size()), output);
  });
}

class Simdutf final : public Implementation {
 public:
  // `kernels` is null if `api` has none that are wanted.
  Simdutf(std::string_view name,
          const Api& api,
          const Kernels* kernels,
          std::string description)
      : name_(name),
        api_(api),
        kernels_(kernels),
        description_(std::move(description)) {}

  std::string_view name() const override { return name_; }
  bool available() const override { return kernels_ != nullptr; }
  std::string description() const override { return description_; }

  std::unique_ptr<Converter> Open(const Workload& workload,
                                  const Limits& limits) const override {
    // It has no streams, and writes as much as a text has.
    if (limits.any()) {
      return nullptr;
    }
    const bool is_utf8 = workload.encoding == Encoding::kUtf8;
    if (workload.is_allocated) {
      return workload.operation != Operation::kDecode ? nullptr
             : is_utf8 ? MakeToUnits(kernels_, api_.utf8_to_new_utf16)
             : IsLatin1(workload)
                 ? MakeToUnits(kernels_, api_.latin1_to_new_utf16)
                 : nullptr;
    }
    switch (workload.operation) {
      case Operation::kDecode:
        return is_utf8 ? MakeToUnits(kernels_, api_.utf8_to_utf16)
               : IsUtf16(workload.encoding) ? MakeUtf16(workload.encoding)
               : IsLatin1(workload)
                   ? MakeToUnits(kernels_, api_.latin1_to_utf16)
                   : nullptr;
      case Operation::kDecodeToLatin1:
        return is_utf8 ? MakeToBytes(kernels_, api_.utf8_to_latin1) : nullptr;
      case Operation::kDecodeToUtf8:
        return IsLatin1(workload) ? MakeToBytes(kernels_, api_.latin1_to_utf8)
                                  : nullptr;
      case Operation::kValidate:
        return MakeCount(kernels_, api_.utf8_valid_up_to);
      case Operation::kEncode:
        return is_utf8 ? MakeFromUnits(kernels_, api_.utf16_to_utf8)
               : IsLatin1(workload)
                   ? MakeFromUnits(kernels_, api_.utf16_to_latin1)
                   : nullptr;
      case Operation::kEncodeFromLatin1:
        return is_utf8 ? MakeToBytes(kernels_, api_.latin1_to_utf8) : nullptr;
      case Operation::kEncodeFromUtf8:
        return IsLatin1(workload) ? MakeToBytes(kernels_, api_.utf8_to_latin1)
                                  : nullptr;
      case Operation::kUtf8Length:
        return Make(
            [kernels = kernels_, function = api_.utf8_length](
                std::span<const uint8_t> input, std::span<uint8_t> output) {
              const std::span<const char16_t> units = AsUnits(input);
              return WriteNumber(function(kernels, units.data(), units.size()),
                                 output);
            });
      case Operation::kUtf8LengthFromLatin1:
        return MakeCount(kernels_, api_.utf8_length_from_latin1);
    }
    return nullptr;
  }

 private:
  std::unique_ptr<Converter> MakeUtf16(Encoding encoding) const {
    return Make([kernels = kernels_, function = api_.utf16_to_utf16,
                 swaps = encoding == Encoding::kUtf16Be](
                    std::span<const uint8_t> input, std::span<uint8_t> output) {
      return sizeof(char16_t) * function(kernels, input.data(), input.size(),
                                         swaps, AsUnits(output).data());
    });
  }

  const std::string_view name_;
  const Api api_;
  const Kernels* const kernels_;
  const std::string description_;
};

// The kernels that simdutf takes on a CPU that has no more than `target`. Its
// AVX-512 kernels want VBMI2, as AVX3_DL does.
std::string_view KernelsOf(std::string_view target) {
  if (target.starts_with("AVX3_")) {
    return "icelake";
  }
  if (target.starts_with("AVX")) {
    return "haswell";
  }
  if (target == "SSE4") {
    return "westmere";
  }
  if (target.starts_with("NEON") || target.starts_with("SVE")) {
    return "arm64";
  }
  return "fallback";
}

}  // namespace

std::vector<std::unique_ptr<Implementation>> MakeSimdutf(
    const std::string& folder,
    std::string_view target) {
  std::vector<std::unique_ptr<Implementation>> all;
  Api api{};
  const auto add = [&](std::string_view name, const Kernels* kernels,
                       std::string description) {
    all.push_back(
        std::make_unique<Simdutf>(name, api, kernels, std::move(description)));
  };
  const bool is_there = std::endian::native == std::endian::little &&
                        api.Load(SharedLibrary(folder + "/simdutf.so"));
  if (!is_there) {
    add("simdutf", nullptr,
        "not there; bench/peers/simdutf/build fetches and builds it");
    return all;
  }
  const std::string wanted(KernelsOf(target));
  const Kernels* const same = api.kernels(wanted.c_str());
  const Kernels* const best = api.kernels("");
  const auto describe = [&](const Kernels* kernels) {
    return absl::StrCat(api.version(), ", kernels ", api.NameOf(kernels));
  };
  if (same == nullptr) {
    add("simdutf", nullptr, absl::StrCat("it has no kernels ", wanted));
  } else {
    add("simdutf", same, describe(same));
  }
  if (best != nullptr && best != same) {
    add("simdutf_best", best, describe(best));
  }
  return all;
}

}  // namespace v8_encoding::bench
