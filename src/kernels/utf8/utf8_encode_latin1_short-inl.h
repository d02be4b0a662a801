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
  const auto write = [](__m512i units, uint64_t live, uint64_t high,
                        uint8_t* to) HWY_ATTR {
    const __m512i bytes = OneOrTwoBytes(units, static_cast<__mmask32>(high));
    const uint64_t kept = _pdep_u64(high, 0x5555555555555555) |
                          _pdep_u64(live, 0xAAAAAAAAAAAAAAAA);
    const size_t length = static_cast<size_t>(std::popcount(kept));
    _mm512_mask_storeu_epi8(
        to, FirstBits(~uint64_t{0}, length),
        _mm512_maskz_compress_epi8(_cvtu64_mask64(kept), bytes));
    return length;
  };
  const size_t lower = write(_mm512_cvtepu8_epi16(_mm512_castsi512_si256(v)),
                             live, high, output);
  if (n > 32) {
    write(_mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(v, 1)), live >> 32,
          high >> 32, output + lower);
  }
  return length;
}

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // HWY_TARGET

#endif  // per target
