// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include <iterator>

#include "src/kernels/by_target.h"

namespace v8_encoding::simd {

constinit std::atomic<uint8_t> chosen_target{kNoTarget};

size_t BestTarget() {
#if HWY_ARCH_X86
  // What the compiler's own library knows of the CPU, and of the system, which
  // has to keep the registers. Of what Highway lets compilers use, these are
  // not asked for: AES, VAES, PCLMULQDQ, VPCLMULQDQ and F16C. No kernel has
  // such an instruction; src/tests/instructions_test.py looks. (Clang before 18
  // has no words for two of them.)
  __builtin_cpu_init();
  const bool has_sse4 =
      __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.2");
  const bool has_avx2 = has_sse4 && __builtin_cpu_supports("avx2") &&
                        __builtin_cpu_supports("bmi") &&
                        __builtin_cpu_supports("bmi2") &&
                        __builtin_cpu_supports("fma");
  const bool has_avx3_dl = has_avx2 && __builtin_cpu_supports("avx512f") &&
                           __builtin_cpu_supports("avx512cd") &&
                           __builtin_cpu_supports("avx512vl") &&
                           __builtin_cpu_supports("avx512dq") &&
                           __builtin_cpu_supports("avx512bw") &&
                           __builtin_cpu_supports("avx512vbmi") &&
                           __builtin_cpu_supports("avx512vbmi2") &&
                           __builtin_cpu_supports("avx512vnni") &&
                           __builtin_cpu_supports("avx512bitalg") &&
                           __builtin_cpu_supports("avx512vpopcntdq") &&
                           __builtin_cpu_supports("gfni");
  const bool has[] = {has_avx3_dl, has_avx2, has_sse4};
  static_assert(std::size(has) + 1 == std::size(kTargets));
  for (size_t i = 0; i + 1 < kTargetCount; ++i) {
    if (has[i] && (kTargets[i] & HWY_TARGETS) != 0) {
      return i;
    }
  }
#endif
  // Untested: of a CPU that has none of the others.
  return kTargetCount - 1;
}

size_t ChooseTarget() {
  const size_t best = BestTarget();
  chosen_target.store(static_cast<uint8_t>(best), std::memory_order_relaxed);
  return best;
}

}  // namespace v8_encoding::simd
