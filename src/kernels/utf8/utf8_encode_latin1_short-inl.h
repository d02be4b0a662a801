// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Latin-1 of 1 to 64 bytes to UTF-8, where vectors have masks.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_LATIN1_SHORT_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_LATIN1_SHORT_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_LATIN1_SHORT_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_LATIN1_SHORT_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/utf8/utf8_encode_avx512-inl.h"
#include "src/kernels/vectors-inl.h"

#if HWY_TARGET <= HWY_AVX3_DL

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

// Writes all of 1 to 64 bytes and nothing else; returns their length in UTF-8,
// or 0 if that is more than there is room for.
HWY_INLINE size_t EncodeShortLatin1(const uint8_t* input,
                                    size_t n,
                                    uint8_t* output,
                                    size_t room) {
  const uint64_t live = FirstBits(~uint64_t{0}, n);
  const __m512i v = _mm512_maskz_loadu_epi8(live, input);
  const uint64_t high = _cvtmask64_u64(_mm512_movepi8_mask(v));
  const size_t length = n + static_cast<size_t>(std::popcount(high));
  if (HWY_UNLIKELY(length > room))
    return 0;
  const auto write = [](__m512i units, size_t n, size_t length,
                        uint8_t* to) HWY_ATTR {
    // As of OneOrTwoBytes(), without a mask: of a byte below 0x80 the first is
    // 0xC0 or 0xC1.
    const __m512i last = _mm512_ternarylogic_epi32(_mm512_slli_epi16(units, 8),
                                                   _mm512_slli_epi16(units, 7),
                                                   SetUnits(0x4000), 0x70);
    const __m512i bytes = _mm512_ternarylogic_epi32(
        last, _mm512_srli_epi16(units, 6), SetUnits(0x00C0), 0xFE);
    const __mmask64 kept = KeptOfOneOrTwo(bytes, n);
    StoreFirst(_mm512_maskz_compress_epi8(kept, bytes), length, to);
  };
  const __m512i units = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(v));
  if (n <= 32) {
    write(units, n, length, output);
    return length;
  }
  const size_t lower =
      32 + static_cast<size_t>(std::popcount(static_cast<uint32_t>(high)));
  write(units, 32, lower, output);
  write(_mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(v, 1)), n - 32,
        length - lower, output + lower);
  return length;
}

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // HWY_TARGET

#endif  // per target
