// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Which instruction sets SIMD code is compiled for; to be included before
// Highway in every file that is. All of them need the same, since Highway's
// choice between them is one for the whole process.

#ifndef V8_ENCODING_SRC_KERNELS_TARGETS_H_
#define V8_ENCODING_SRC_KERNELS_TARGETS_H_

// SVE's vectors have no fixed length, which our code relies on; NEON serves
// those CPUs.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#define HWY_WANT_AVX3_DL

#endif  // V8_ENCODING_SRC_KERNELS_TARGETS_H_
