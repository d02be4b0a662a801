// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Asking for memory before it's read from or written to.
//
// Long outputs are new memory more often than not: a result that has just been
// allocated, whose cache lines are another core's or in no cache of this one. A
// kernel that only stores waits for each of them. encode() of 60,000 to 500,000
// code units of up to two bytes takes 0.7 to 0.8 of the time; into memory that
// is written to again and again, `codec_benchmark` shows 1.02 to 1.05.
//
// Where an output is asked for, the input has to be, too: the CPU asks for what
// it reads by itself, but late then. encode/UTF-8/cyrillic/64KiB-from-memory
// takes 1.4 times as long with its output asked for, and 0.7 times with both
// (AVX3_DL).

#ifndef V8_ENCODING_SRC_KERNELS_PREFETCH_H_
#define V8_ENCODING_SRC_KERNELS_PREFETCH_H_

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace v8_encoding::simd {

// How far ahead of an output. Nearer, what comes from memory comes too late; no
// output that is shorter has any use for it.
inline constexpr size_t kPrefetchDistance = 8192;
inline constexpr size_t kCacheLine = 64;

// For kUnits that are to be read so far behind `in`, which has `in_left` units,
// and for the kBytes or fewer that are to be written so far behind `out`, if
// `room` has a place for them and the units that are left may come to as many,
// of two bytes each. No memory behind the input or the output is asked for.
template <size_t kUnits, size_t kBytes, typename Unit>
HWY_INLINE void PrefetchAhead(const Unit* in,
                              size_t in_left,
                              const uint8_t* out,
                              size_t room) {
  // Farther takes as long.
  constexpr size_t kInputDistance = 4096;
  constexpr size_t kInputBytes = kUnits * sizeof(Unit);
  if (in_left * sizeof(Unit) >= kInputDistance + kInputBytes) {
    const auto* const bytes = reinterpret_cast<const uint8_t*>(in);
    for (size_t i = 0; i < kInputBytes; i += kCacheLine) {
      hwy::Prefetch(bytes + kInputDistance + i);
    }
  }
  if (std::min(room, 2 * in_left) >= kPrefetchDistance + kBytes) {
    for (size_t i = 0; i < kBytes; i += kCacheLine) {
      hwy::Prefetch(out + kPrefetchDistance + i);
    }
  }
}

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_PREFETCH_H_
