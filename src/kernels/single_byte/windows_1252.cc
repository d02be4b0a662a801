// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/kernels/single_byte/windows_1252.h"

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/single_byte/windows_1252.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "src/kernels/stage.h"
#include "src/kernels/utf8/utf8_encode_latin1_short-inl.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

using internal::DecodeStages;
using internal::EncodeStages;

#if HWY_TARGET <= HWY_AVX3_DL

// Characters in one vector of bytes or two of units: 64 of them, or the first
// n.
template <typename In>
struct Block {
  HWY_INLINE explicit Block(const In* input) {
    first = _mm512_loadu_si512(input);
    if constexpr (sizeof(In) == 2) {
      second = _mm512_loadu_si512(input + 32);
    }
  }
  HWY_INLINE Block(const In* input, size_t n) {
    const uint64_t live = FirstBits(~uint64_t{0}, n);
    if constexpr (sizeof(In) == 1) {
      first = _mm512_maskz_loadu_epi8(live, input);
    } else {
      first = _mm512_maskz_loadu_epi16(static_cast<__mmask32>(live), input);
      second = n <= 32 ? _mm512_setzero_si512()
                       : _mm512_maskz_loadu_epi16(
                             static_cast<__mmask32>(live >> 32), input + 32);
    }
  }

  // Whether none is 0x80 to 0x9F, nor above 0xFF.
  HWY_INLINE bool IsLatin1() const {
    if constexpr (sizeof(In) == 1) {
      const __m512i top = _mm512_and_si512(first, _mm512_set1_epi8(-0x20));
      return _mm512_cmpeq_epi8_mask(top, _mm512_set1_epi8(-0x80)) == 0;
    } else {
      return (Others(first) | Others(second)) == 0;
    }
  }

  HWY_INLINE __m512i Bytes() const {
    if constexpr (sizeof(In) == 1) {
      return first;
    } else {
      return _mm512_inserti64x4(
          _mm512_castsi256_si512(_mm512_cvtepi16_epi8(first)),
          _mm512_cvtepi16_epi8(second), 1);
    }
  }

  __m512i first;
  __m512i second;  // Of units alone.

 private:
  static HWY_INLINE __mmask32 Others(__m512i units) {
    const __m512i top = _mm512_and_si512(units, _mm512_set1_epi16(0xE0));
    return _mm512_cmpeq_epi16_mask(top, _mm512_set1_epi16(0x80)) |
           _mm512_cmpgt_epu16_mask(units, _mm512_set1_epi16(0xFF));
  }
};

// Longer texts are the codec's, which takes more at a time, and goes on from
// what is something else.
constexpr size_t kMaxSize = 2048;

// Returns false if there is something that isn't the same in Latin-1. What has
// been written till then the codec writes over.
template <typename In, typename Out>
HWY_INLINE bool Convert(const In* input, size_t n, Out* output) {
  for (; n > 64; n -= 64) {
    const Block<In> block(input);
    if (HWY_UNLIKELY(!block.IsLatin1()))
      return false;
    StoreFirst(block.Bytes(), 64, output);
    input += 64;
    output += 64;
  }
  const Block<In> block(input, n);
  if (HWY_UNLIKELY(!block.IsLatin1()))
    return false;
  StoreFirst(block.Bytes(), n, output);
  return true;
}

template <typename Unit>
DecodeResult* DecodeFirst(DecodeResult* result,
                          Decoder* decoder,
                          const uint8_t* input,
                          size_t input_size,
                          Unit* output,
                          size_t output_size) {
  // It has no byte order mark, and no state.
  if (HWY_LIKELY(input_size - 1 < kMaxSize && input_size <= output_size) &&
      HWY_LIKELY(Convert(input, input_size, output))) {
    return result;
  }
  return DecodeStages::ByCodec(result, decoder, input, input_size, output,
                               output_size);
}

template <typename Unit>
EncodeResult* EncodeFirst(EncodeResult* result,
                          Encoder* encoder,
                          const Unit* input,
                          size_t input_size,
                          uint8_t* output,
                          size_t output_size) {
  if (HWY_LIKELY(EncodeStages::IsNeutral(*encoder) &&
                 input_size - 1 < kMaxSize && input_size <= output_size) &&
      HWY_LIKELY(Convert(input, input_size, output))) {
    return result;
  }
  return EncodeStages::ByCodec(result, encoder, input, input_size, output,
                               output_size);
}

size_t Windows1252ToUtf8(const uint8_t* input,
                         size_t input_size,
                         uint8_t* output,
                         size_t output_size) {
  return input_size - 1 < 64 && Block<uint8_t>(input, input_size).IsLatin1()
             ? EncodeShortLatin1(input, input_size, output, output_size)
             : 0;
}

constexpr auto& Windows1252ToUtf16First = DecodeFirst<char16_t>;
constexpr auto& Windows1252ToLatin1First = DecodeFirst<uint8_t>;
#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
constexpr auto& Utf16ToWindows1252First = EncodeFirst<char16_t>;
constexpr auto& Latin1ToWindows1252First = EncodeFirst<uint8_t>;
#endif

#else

size_t Windows1252ToUtf8(const uint8_t*, size_t, uint8_t*, size_t) {
  return 0;
}

constexpr auto& Windows1252ToUtf16First = DecodeStages::ByCodec<char16_t>;
constexpr auto& Windows1252ToLatin1First = DecodeStages::ByCodec<uint8_t>;
#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
constexpr auto& Utf16ToWindows1252First = EncodeStages::ByCodec<char16_t>;
constexpr auto& Latin1ToWindows1252First = EncodeStages::ByCodec<uint8_t>;
#endif

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

HWY_EXPORT(Windows1252ToUtf16First);
constinit const ByTarget<internal::DecodeStage<char16_t>>
    kWindows1252ToUtf16First(HWY_DISPATCH_TABLE(Windows1252ToUtf16First));
HWY_EXPORT(Windows1252ToLatin1First);
constinit const ByTarget<internal::DecodeStage<uint8_t>>
    kWindows1252ToLatin1First(HWY_DISPATCH_TABLE(Windows1252ToLatin1First));

HWY_EXPORT(Windows1252ToUtf8);
constinit const ByTarget<size_t(const uint8_t*, size_t, uint8_t*, size_t)>
    kWindows1252ToUtf8(HWY_DISPATCH_TABLE(Windows1252ToUtf8));

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
HWY_EXPORT(Utf16ToWindows1252First);
constinit const ByTarget<internal::EncodeStage<char16_t>>
    kUtf16ToWindows1252First(HWY_DISPATCH_TABLE(Utf16ToWindows1252First));
HWY_EXPORT(Latin1ToWindows1252First);
constinit const ByTarget<internal::EncodeStage<uint8_t>>
    kLatin1ToWindows1252First(HWY_DISPATCH_TABLE(Latin1ToWindows1252First));
#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
