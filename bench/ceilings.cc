// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The machine's limits: what decoding, encoding and copying would cost if they
// were nothing but loads and stores. They take the widest vectors that this CPU
// has, whichever target is forced, since they are what others are measured by.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/implementation.h"
#include "bench/workloads.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace v8_encoding::bench {

namespace {

// Each of these moves whole vectors and returns how far it came.
using Step = size_t (*)(const uint8_t* input, size_t n, uint8_t* output);

size_t NoStep(const uint8_t*, size_t, uint8_t*) {
  return 0;
}

#if defined(__x86_64__)

__attribute__((target("avx512bw"))) size_t Widen512(const uint8_t* input,
                                                    size_t n,
                                                    uint8_t* output) {
  size_t i = 0;
  for (; i + 32 <= n; i += 32) {
    _mm512_storeu_si512(output + 2 * i,
                        _mm512_cvtepu8_epi16(_mm256_loadu_si256(
                            reinterpret_cast<const __m256i*>(input + i))));
  }
  return i;
}

__attribute__((target("avx2"))) size_t Widen256(const uint8_t* input,
                                                size_t n,
                                                uint8_t* output) {
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(output + 2 * i),
                        _mm256_cvtepu8_epi16(_mm_loadu_si128(
                            reinterpret_cast<const __m128i*>(input + i))));
  }
  return i;
}

// Units above 0xFF saturate, which costs nothing and nobody looks at.
__attribute__((target("avx512bw"))) size_t Narrow512(const uint8_t* input,
                                                     size_t n,
                                                     uint8_t* output) {
  const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
  size_t i = 0;
  for (; i + 64 <= n; i += 64) {
    const __m512i packed =
        _mm512_packus_epi16(_mm512_loadu_si512(input + 2 * i),
                            _mm512_loadu_si512(input + 2 * i + 64));
    _mm512_storeu_si512(output + i, _mm512_permutexvar_epi64(order, packed));
  }
  return i;
}

__attribute__((target("avx2"))) size_t Narrow256(const uint8_t* input,
                                                 size_t n,
                                                 uint8_t* output) {
  size_t i = 0;
  for (; i + 32 <= n; i += 32) {
    const auto* from = reinterpret_cast<const __m256i*>(input + 2 * i);
    const __m256i packed = _mm256_packus_epi16(_mm256_loadu_si256(from),
                                               _mm256_loadu_si256(from + 1));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(output + i),
                        _mm256_permute4x64_epi64(packed, 0xD8));
  }
  return i;
}

Step WidenStep() {
  return __builtin_cpu_supports("avx512bw") ? Widen512
         : __builtin_cpu_supports("avx2")   ? Widen256
                                            : NoStep;
}

Step NarrowStep() {
  return __builtin_cpu_supports("avx512bw") ? Narrow512
         : __builtin_cpu_supports("avx2")   ? Narrow256
                                            : NoStep;
}

#else

Step WidenStep() {
  return NoStep;
}

Step NarrowStep() {
  return NoStep;
}

#endif

class Memcpy final : public Converter {
 public:
  size_t Convert(std::span<const uint8_t> input,
                 std::span<uint8_t> output) override {
    std::memcpy(output.data(), input.data(), input.size());
    return input.size();
  }
};

class Widen final : public Converter {
 public:
  size_t Convert(std::span<const uint8_t> input,
                 std::span<uint8_t> output) override {
    const std::span<char16_t> units = AsUnits(output);
    size_t i = step_(input.data(), input.size(), output.data());
    for (; i < input.size(); ++i) {
      units[i] = input[i];
    }
    return 2 * input.size();
  }

 private:
  const Step step_ = WidenStep();
};

class Narrow final : public Converter {
 public:
  size_t Convert(std::span<const uint8_t> input,
                 std::span<uint8_t> output) override {
    const std::span<const char16_t> units = AsUnits(input);
    size_t i = step_(input.data(), units.size(), output.data());
    for (; i < units.size(); ++i) {
      output[i] = static_cast<uint8_t>(units[i]);
    }
    return units.size();
  }

 private:
  const Step step_ = NarrowStep();
};

// One of the three, for the operations that can't be faster than it.
template <class Limit>
class Ceiling final : public Implementation {
 public:
  using Bounds = bool (*)(const Workload& workload);

  Ceiling(std::string_view name, Bounds bounds)
      : name_(name), bounds_(bounds) {}

  std::string_view name() const override { return name_; }
  std::string description() const override { return "ceiling"; }
  bool converts() const override { return false; }

  // In one piece, whatever the limits.
  std::unique_ptr<Converter> Open(const Workload& workload,
                                  const Limits&) const override {
    // Where memory is had from is no matter of loads and stores.
    return !workload.is_allocated && bounds_(workload)
               ? std::make_unique<Limit>()
               : nullptr;
  }

 private:
  const std::string_view name_;
  const Bounds bounds_;
};

bool IsWidening(const Workload& workload) {
  return workload.operation == Operation::kDecode &&
         !IsUtf16(workload.encoding);
}

bool IsNarrowing(const Workload& workload) {
  return workload.operation == Operation::kEncode;
}

bool IsCopying(const Workload& workload) {
  return workload.operation == Operation::kEncodeFromLatin1 ||
         workload.operation == Operation::kEncodeFromUtf8 ||
         (IsDecoding(workload.operation) && !IsWidening(workload) &&
          workload.operation != Operation::kValidate);
}

}  // namespace

std::vector<std::unique_ptr<Implementation>> MakeCeilings() {
  std::vector<std::unique_ptr<Implementation>> ceilings;
  ceilings.push_back(std::make_unique<Ceiling<Memcpy>>("memcpy", IsCopying));
  ceilings.push_back(std::make_unique<Ceiling<Widen>>("widen", IsWidening));
  ceilings.push_back(std::make_unique<Ceiling<Narrow>>("narrow", IsNarrowing));
  return ceilings;
}

}  // namespace v8_encoding::bench
