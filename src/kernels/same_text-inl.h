// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Text up to 2 KiB whose characters have the same numbers on both sides of a
// conversion, where vectors have masks: bytes and units, from and to each.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_SAME_TEXT_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_SAME_TEXT_INL_H_
#undef V8_ENCODING_SRC_KERNELS_SAME_TEXT_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_SAME_TEXT_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "src/kernels/vectors-inl.h"

#if HWY_TARGET <= HWY_AVX3_DL

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

// Longer texts are the codec's, which takes more at a time, and goes on from
// what is something else.
inline constexpr size_t kMaxSameText = 2048;

// Which characters are the same. Of a vector of bytes or units a key is made;
// of several keys one, which tells whether all are.

struct SameInAscii {
  static HWY_INLINE __m512i Key8(__m512i bytes) { return bytes; }
  static HWY_INLINE __m512i Key16(__m512i units) { return units; }
  static HWY_INLINE __m512i Merge8(__m512i a, __m512i b) {
    return _mm512_or_si512(a, b);
  }
  static HWY_INLINE __m512i Merge16(__m512i a, __m512i b) {
    return _mm512_or_si512(a, b);
  }
  static HWY_INLINE bool AreSame8(__m512i key) {
    return _mm512_movepi8_mask(key) == 0;
  }
  static HWY_INLINE bool AreSame16(__m512i key) {
    return _mm512_test_epi16_mask(key, _mm512_set1_epi16(-0x80)) == 0;
  }
};

// All of Latin-1 but 0x80 to 0x9F. The key of anything else is above 0xDF.
struct SameInWindows1252 {
  static HWY_INLINE __m512i Key8(__m512i bytes) {
    return _mm512_sub_epi8(bytes, _mm512_set1_epi8(-0x60));
  }
  static HWY_INLINE __m512i Key16(__m512i units) {
    return _mm512_sub_epi16(_mm512_xor_si512(units, _mm512_set1_epi16(0x80)),
                            _mm512_set1_epi16(0x20));
  }
  static HWY_INLINE __m512i Merge8(__m512i a, __m512i b) {
    return _mm512_max_epu8(a, b);
  }
  static HWY_INLINE __m512i Merge16(__m512i a, __m512i b) {
    return _mm512_max_epu16(a, b);
  }
  static HWY_INLINE bool AreSame8(__m512i key) {
    return _mm512_cmpgt_epu8_mask(key, _mm512_set1_epi8(-0x21)) == 0;
  }
  static HWY_INLINE bool AreSame16(__m512i key) {
    return _mm512_cmpgt_epu16_mask(key, _mm512_set1_epi16(0xDF)) == 0;
  }
};

// 64 characters, or the first n of them, in one vector of bytes or two of
// units.
template <class Same, typename In>
struct SameTextBlock;

template <class Same>
struct SameTextBlock<Same, uint8_t> {
  HWY_INLINE explicit SameTextBlock(const uint8_t* input)
      : bytes(_mm512_loadu_si512(input)) {}
  HWY_INLINE SameTextBlock(const uint8_t* input, size_t n)
      : bytes(_mm512_maskz_loadu_epi8(FirstBits(~uint64_t{0}, n), input)) {}

  HWY_INLINE __m512i Key() const { return Same::Key8(bytes); }
  static HWY_INLINE __m512i Merge(__m512i a, __m512i b) {
    return Same::Merge8(a, b);
  }
  static HWY_INLINE bool AreSame(__m512i key) { return Same::AreSame8(key); }

  HWY_INLINE void Store(uint8_t* to) const { _mm512_storeu_si512(to, bytes); }
  HWY_INLINE void Store(char16_t* to) const {
    _mm512_storeu_si512(to,
                        _mm512_cvtepu8_epi16(_mm512_castsi512_si256(bytes)));
    _mm512_storeu_si512(
        to + 32, _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(bytes, 1)));
  }
  template <typename Out>
  HWY_INLINE void Store(size_t n, Out* to) const {
    StoreFirst(bytes, n, to);
  }

  __m512i bytes;
};

template <class Same>
struct SameTextBlock<Same, char16_t> {
  HWY_INLINE explicit SameTextBlock(const char16_t* input)
      : lower(_mm512_loadu_si512(input)),
        upper(_mm512_loadu_si512(input + 32)) {}
  HWY_INLINE SameTextBlock(const char16_t* input, size_t n) {
    const uint64_t live = FirstBits(~uint64_t{0}, n);
    lower = _mm512_maskz_loadu_epi16(static_cast<__mmask32>(live), input);
    upper = n <= 32 ? _mm512_setzero_si512()
                    : _mm512_maskz_loadu_epi16(
                          static_cast<__mmask32>(live >> 32), input + 32);
  }

  HWY_INLINE __m512i Key() const {
    return Same::Merge16(Same::Key16(lower), Same::Key16(upper));
  }
  static HWY_INLINE __m512i Merge(__m512i a, __m512i b) {
    return Same::Merge16(a, b);
  }
  static HWY_INLINE bool AreSame(__m512i key) { return Same::AreSame16(key); }

  HWY_INLINE void Store(uint8_t* to) const {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                        _mm512_cvtepi16_epi8(lower));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 32),
                        _mm512_cvtepi16_epi8(upper));
  }
  HWY_INLINE void Store(size_t n, uint8_t* to) const {
    StoreFirst(
        _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi16_epi8(lower)),
                           _mm512_cvtepi16_epi8(upper), 1),
        n, to);
  }

  __m512i lower;
  __m512i upper;
};

// Copies up to kMaxSameText characters. Returns false if one isn't the same;
// what has been written till then is to be written over.
template <class Same, typename In, typename Out>
HWY_INLINE bool CopySameText(const In* input, size_t n, Out* output) {
  using Block = SameTextBlock<Same, In>;
  // What begins with something else is mostly not the same.
  if (n >= 256 && !Block::AreSame(Block(input).Key()))
    return false;
  for (; n >= 256; n -= 256) {
    const Block b0(input);
    const Block b1(input + 64);
    const Block b2(input + 128);
    const Block b3(input + 192);
    if (HWY_UNLIKELY(
            !Block::AreSame(Block::Merge(Block::Merge(b0.Key(), b1.Key()),
                                         Block::Merge(b2.Key(), b3.Key()))))) {
      return false;
    }
    b0.Store(output);
    b1.Store(output + 64);
    b2.Store(output + 128);
    b3.Store(output + 192);
    input += 256;
    output += 256;
  }
  for (; n >= 64; n -= 64) {
    const Block block(input);
    if (HWY_UNLIKELY(!Block::AreSame(block.Key())))
      return false;
    block.Store(output);
    input += 64;
    output += 64;
  }
  if (n == 0)
    return true;
  const Block block(input, n);
  if (HWY_UNLIKELY(!Block::AreSame(block.Key())))
    return false;
  block.Store(n, output);
  return true;
}

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // HWY_TARGET

#endif  // per target
