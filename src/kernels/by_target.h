// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A function for each instruction set, and the choice between them, which is
// made anew in each call: it is a load from a table.

#ifndef V8_ENCODING_SRC_KERNELS_BY_TARGET_H_
#define V8_ENCODING_SRC_KERNELS_BY_TARGET_H_

// Says which targets there are, so it comes before Highway.
#include "src/kernels/targets.h"

#include <hwy/detect_targets.h>

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "src/kernels/converted.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::simd {

// Converts a prefix of the input, of whole characters, as far as it likes and
// as the output has room, from the neutral state to the neutral state. Reads
// nothing outside of the input and writes nothing outside of the output. Six
// arguments are what goes in registers.
template <typename Unit>
using DecodeKernel = Converted(const uint8_t* input,
                               size_t input_size,
                               Unit* output,
                               size_t output_size,
                               Encoding encoding,
                               DecodeErrorMode error_mode);
template <typename Unit>
using EncodeKernel = Converted(const Unit* input,
                               size_t input_size,
                               uint8_t* output,
                               size_t output_size,
                               Encoding encoding,
                               EncodeErrorMode error_mode);

// Whether there is nothing to choose from.
inline constexpr bool kOneTarget = (HWY_TARGETS & (HWY_TARGETS - 1)) == 0;

// The targets of the tables below, best first, by Highway's bits. Where the
// compiler may use one of them everywhere, there is nothing below that one, and
// the last is the same.
inline constexpr int64_t kTargets[] = {
#if HWY_ARCH_X86
    HWY_AVX3_DL,
    HWY_AVX2,
    HWY_SSE4,
    HWY_SCALAR | HWY_EMU128,
#else
    HWY_STATIC_TARGET,
#endif
};
inline constexpr size_t kTargetCount = kOneTarget ? 1 : std::size(kTargets);

// The best that this CPU has, as an index of a table.
[[nodiscard]] size_t BestTarget();

// The index that is used: the best one, once somebody asked, or what a test
// has put here, while no other thread runs SIMD code. Constant-initialised.
//
// Highway's own choice isn't asked: it is in Highway's library, which Debian
// has as a shared one only, and which takes 4 ms whenever a program loads it,
// for a clock of its benchmarks (1.0.3 and 1.2.0).
inline constexpr uint8_t kNoTarget = 0xFF;
#ifdef _WIN32
extern std::atomic<uint8_t> chosen_target;
#else
[[gnu::visibility("hidden")]] extern std::atomic<uint8_t> chosen_target;
#endif

// Asks for the best one, and leaves it in chosen_target.
[[gnu::cold]] size_t ChooseTarget();

// Which of a table's functions is for the instruction set that is used.
inline size_t TargetIndex() {
  if constexpr (kOneTarget) {
    // Untested: of a build for one instruction set, tools/check-release.
    return 0;
  }
  const uint8_t chosen = chosen_target.load(std::memory_order_relaxed);
  return chosen != kNoTarget ? chosen : ChooseTarget();
}

// The same, or kNoTarget if nobody has asked yet: for stages (stage.h), which
// call nothing.
inline size_t TargetIndexIfChosen() {
  return kOneTarget ? 0 : chosen_target.load(std::memory_order_relaxed);
}

// Whether there are AVX-512's masks of bytes, by which texts up to a vector's
// length are loaded and stored without a branch on the length.
inline bool HasMasks([[maybe_unused]] size_t target_index) {
#if (HWY_TARGETS & HWY_AVX3_DL) != 0
  static_assert(kTargets[0] == HWY_AVX3_DL);
  return kOneTarget || target_index == 0;
#else
  return false;
#endif
}

template <typename Function>
class ByTarget {
 public:
  // Of V8_ENCODING_BY_TARGET().
  constexpr explicit ByTarget(Function* const (&functions)[kTargetCount]) {
    // Not std::copy_n(), whose checks aren't constant with _GLIBCXX_DEBUG.
    for (size_t i = 0; i < kTargetCount; ++i) {
      functions_[i] = functions[i];
    }
  }

  // Not for kNoTarget: a stage gets here behind the first, which asks.
  Function& At(size_t target_index) const {
    assert(target_index < kTargetCount);
    return *functions_[target_index];
  }

  template <typename... Arguments>
  auto operator()(Arguments&&... arguments) const {
    return At(TargetIndex())(std::forward<Arguments>(arguments)...);
  }

 private:
  Function* functions_[kTargetCount] = {};
};

// What a ByTarget is made of: the functions that Highway has compiled of the
// one named `function`; null for targets that are below the compiler's own.
// Wants <hwy/highway.h>.
#define V8_ENCODING_FOR_TARGET(target, function)         \
  static_cast<decltype(&HWY_STATIC_DISPATCH(function))>( \
      HWY_CHOOSE_##target(function))
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
#define V8_ENCODING_BY_TARGET(function) \
  { &HWY_STATIC_DISPATCH(function) }
#else
#define V8_ENCODING_BY_TARGET(function)            \
  {                                                \
    V8_ENCODING_FOR_TARGET(AVX3_DL, function),     \
        V8_ENCODING_FOR_TARGET(AVX2, function),    \
        V8_ENCODING_FOR_TARGET(SSE4, function),    \
        V8_ENCODING_FOR_TARGET(FALLBACK, function) \
  }
#endif

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_BY_TARGET_H_
