// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Which instruction sets SIMD code is compiled for; to be included before
// Highway in every file that is. All of them need the same, since the choice
// between them is one for the whole process.

#ifndef V8_ENCODING_SRC_KERNELS_TARGETS_H_
#define V8_ENCODING_SRC_KERNELS_TARGETS_H_

// Highway's own assertions, in builds without optimisation and with sanitizers,
// need Highway's library, which nothing else here does. Builds that link it say
// that they want them: see build/deps.
#ifndef HWY_IS_DEBUG_BUILD
#define HWY_IS_DEBUG_BUILD 0
#endif

#include <hwy/base.h>

// Not compiled for:
//
//   SVE, RVV        vectors are types without a size, which structs and arrays
//                   can't hold, and kernels' do; and kLanes8 would be a bound
//                   of their lanes only. CPUs with SVE have NEON
//   above AVX3_DL,  no instruction that kernels use; those CPUs run what is
//   NEON_BF16       compiled for AVX3_DL and NEON
//   AVX3            Intel's CPUs before Ice Lake, which lower a core's clock
//                   for all code when they meet vectors of 64 bytes, as a text
//                   of a few characters would have them do. Without VBMI2,
//                   kernels for those took 0.95 of AVX2's time on average,
//                   where the clock stays, and were a tenth of the library
//   SSE2            no byte shuffle, without which kernels are slower than
//                   scalar code
//   SSSE3           the last CPUs without SSE4.1 are of 2008, and kernels for
//                   them are an eighth of the library
//
// Which of these Highway has depends on its release, so some are named by their
// distance from one that every release has: a better target is a lower bit.
#define HWY_DISABLED_TARGETS                                    \
  (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV |  \
   (HWY_NEON >> 2) | (HWY_AVX3_DL - 1) | HWY_AVX3 | HWY_SSSE3 | \
   (HWY_SSSE3 << 1) | (HWY_SSSE3 << 2))

// Highway before 1.1 has AVX3_DL only for those who ask.
#define HWY_WANT_AVX3_DL

// Highway before 1.0.4 lets compilers use AVX-VNNI where it compiles for
// AVX3_DL, and doesn't ask CPUs for it: Intel's Ice Lake and AMD's Zen 4 have
// all else of AVX3_DL, and end the process at such an instruction. So every
// function between HWY_BEFORE_NAMESPACE() and HWY_AFTER_NAMESPACE(), Highway's
// own too, is compiled without; and so is every lambda, see HWY_ATTR in
// vectors-inl.h. src/tests/instructions_test.py looks at what came of it. A
// compiler that may use AVX-VNNI everywhere may use it here.
#if HWY_ARCH_X86 && !defined(__AVXVNNI__) && \
    (HWY_COMPILER_CLANG >= 1200 || HWY_COMPILER_GCC_ACTUAL >= 1100)
// Written out twice: HWY_PRAGMA() expands no macros.
#define V8_ENCODING_WITHOUT_AVXVNNI ",no-avxvnni"
#undef HWY_PUSH_ATTRIBUTES
#if HWY_COMPILER_CLANG
#define HWY_PUSH_ATTRIBUTES(targets) \
  HWY_PRAGMA(clang attribute push(   \
      __attribute__((target(targets ",no-avxvnni"))), apply_to = function))
#else
#define HWY_PUSH_ATTRIBUTES(targets) \
  HWY_PRAGMA(GCC push_options)       \
  HWY_PRAGMA(GCC target targets ",no-avxvnni")
#endif
#else
#define V8_ENCODING_WITHOUT_AVXVNNI ""
#endif

// Kernels take bytes of units for low and high ones by their order in memory.
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#define HWY_COMPILE_ONLY_SCALAR
#endif

// The one that the compiler may use everywhere, and no choice: where a host
// wants that, and on all processors but x86. Of what Arm's and IBM's have
// beyond the least, kernels use nothing or hardly anything.
#if (defined(V8_ENCODING_NO_DISPATCH) || !HWY_ARCH_X86) && \
    !defined(HWY_COMPILE_ONLY_SCALAR)
#define HWY_COMPILE_ONLY_STATIC
#endif

// Highway wants instructions for AES with SSE4 and AVX2, which kernels don't
// use and -march of x86-64-v3 doesn't allow.
#ifdef HWY_COMPILE_ONLY_STATIC
#define HWY_DISABLE_PCLMUL_AES
#endif

#endif  // V8_ENCODING_SRC_KERNELS_TARGETS_H_
