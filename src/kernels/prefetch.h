// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Asking for an output's memory before it's written to.
//
// Long outputs are new memory more often than not: a result that has just been
// allocated, whose cache lines are another core's or in no cache of this one. A
// kernel that only stores waits for each of them. encode() of 60,000 to 500,000
// code units of up to two bytes takes 0.7 to 0.8 of the time; into memory that
// is written to again and again, `codec_benchmark` shows 1.02 to 1.05.

#ifndef V8_ENCODING_SRC_KERNELS_PREFETCH_H_
#define V8_ENCODING_SRC_KERNELS_PREFETCH_H_

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace v8_encoding::simd {

// How far ahead. Nearer, what comes from memory comes too late; no output that
// is shorter has any use for it.
inline constexpr size_t kPrefetchDistance = 8192;

// For kBytes or fewer that are to be written so far behind `out`, if `room` has
// a place for them and the `units` that are left may come to as many, of two
// bytes each. No memory behind those is asked for.
template <size_t kBytes>
HWY_INLINE void PrefetchOutput(const uint8_t* out, size_t room, size_t units) {
  constexpr size_t kCacheLine = 64;
  if (std::min(room, 2 * units) >= kPrefetchDistance + kBytes) {
    for (size_t i = 0; i < kBytes; i += kCacheLine) {
      hwy::Prefetch(out + kPrefetchDistance + i);
    }
  }
}

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_PREFETCH_H_
