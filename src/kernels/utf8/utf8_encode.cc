// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Every unit yields three bytes, of which only the last, the last two or all
// are kept:
//
//   top     1110wwww
//   middle  10xxxxxx, or 110xxxxx if it's the first that is kept
//   last    10yyyyyy, or 0yyyyyyy
//
// A surrogate yields two, if its other half is beside it: of the four bytes
// 11110aaa 10bbbbcc 10ddeeee 10ffffff the first two come from the lead, the
// others from the trail and two bits of the lead. Those are what other units
// would yield, so such units take the surrogates' places:
//
//   lead   0000110aaabbbbcc with the middle and the last byte kept, where
//          aaabbbbccdd is the lead's ten bits and 0x40
//   trail  0000ddeeeeffffff, the same, but the middle byte isn't the first
//
// and U+FFFD takes those of lone ones. Whether a surrogate is lone is seen from
// the units beside it alone, so that blocks needn't tell each other anything.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/utf8/utf8_encode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "src/code_points.h"
#include "src/kernels/same_text-inl.h"
#include "src/kernels/stage.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/utf8/utf8_encode.h"
#include "src/kernels/utf8/utf8_encode_blocks-inl.h"
#include "src/kernels/utf8/utf8_encode_latin1-inl.h"
#include "src/kernels/utf8/utf8_encode_short-inl.h"
#include "src/kernels/utf8/utf8_encode_walk-inl.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

using internal::EncodeStages;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

Converted Utf16ToUtf8(const char16_t*, size_t, uint8_t*, size_t) {
  return {0, 0};
}
Converted Latin1ToUtf8(const uint8_t*, size_t, uint8_t*, size_t) {
  return {0, 0};
}

#else

// Not a part of Utf16ToUtf8(), whose few instructions for short text need no
// registers to be saved.
HWY_NOINLINE Converted EncodeByBlocks(const char16_t* input,
                                      size_t input_size,
                                      uint8_t* output,
                                      size_t output_size) {
  BlockEncoder encoder(input, input_size, output, output_size);
  encoder.EncodeWholeBlocks();
  encoder.EncodePartialBlocks();
  return encoder.Result(output);
}

Converted Utf16ToUtf8(const char16_t* input,
                      size_t input_size,
                      uint8_t* output,
                      size_t output_size) {
  Converted done = {0, 0};
  if (input_size <= kLanes16) {
    done = EncodeShort(input, input_size, output, output_size);
  } else if (input_size <= 2 * kLanes16) {
    done = EncodeTwoVectors(input, input_size, output, output_size);
  }
  if (HWY_LIKELY(done.read != 0))
    return done;
  return EncodeByBlocks(input, input_size, output, output_size);
}

Converted Latin1ToUtf8(const uint8_t* input,
                       size_t input_size,
                       uint8_t* output,
                       size_t output_size) {
  return EncodeLatin1(input, input_size, output, output_size);
}

#endif  // HWY_TARGET

Converted RunUtf16ToUtf8(const char16_t* input,
                         size_t input_size,
                         uint8_t* output,
                         size_t output_size,
                         Encoding,
                         EncodeErrorMode) {
  return Utf16ToUtf8(input, input_size, output, output_size);
}

Converted RunLatin1ToUtf8(const uint8_t* input,
                          size_t input_size,
                          uint8_t* output,
                          size_t output_size,
                          Encoding,
                          EncodeErrorMode) {
  return Latin1ToUtf8(input, input_size, output, output_size);
}

EncodeResult* StageUtf16ToUtf8(EncodeResult* result,
                               Encoder* encoder,
                               const char16_t* input,
                               size_t input_size,
                               uint8_t* output,
                               size_t output_size) {
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  if (HWY_LIKELY(input_size - 1 < kLanes16)) {
    const Converted done = EncodeShort(input, input_size, output, output_size);
    if (HWY_LIKELY(done.read == input_size))
      return internal::AllRead(result, input_size, done.written);
  }
#endif
  return internal::EncodeByKernel<RunUtf16ToUtf8, char16_t>(
      result, encoder, input, input_size, output, output_size);
}

EncodeResult* StageLatin1ToUtf8(EncodeResult* result,
                                Encoder* encoder,
                                const uint8_t* input,
                                size_t input_size,
                                uint8_t* output,
                                size_t output_size) {
  return internal::EncodeByKernel<RunLatin1ToUtf8, uint8_t>(
      result, encoder, input, input_size, output, output_size);
}

#if HWY_TARGET <= HWY_AVX3_DL

// What of short texts has pairs of surrogates, or lone ones.
HWY_NOINLINE EncodeResult* StageBehindBmp(EncodeResult* result,
                                          Encoder* encoder,
                                          const char16_t* input,
                                          size_t input_size,
                                          uint8_t* output,
                                          size_t output_size) {
  if (HWY_LIKELY(input_size - 1 < kLanes16)) {
    const Converted done =
        EncodeShortWithSurrogates(input, input_size, output, output_size);
    if (HWY_LIKELY(done.read == input_size))
      return internal::AllRead(result, input_size, done.written);
  }
  return internal::EncodeByKernel<RunUtf16ToUtf8, char16_t>(
      result, encoder, input, input_size, output, output_size);
}

// What has a unit of three bytes, or a surrogate, behind what is in the result.
HWY_NOINLINE EncodeResult* StageBeyondTwoBytes(EncodeResult* result,
                                               Encoder* encoder,
                                               const char16_t* input,
                                               size_t input_size,
                                               uint8_t* output,
                                               size_t output_size) {
  if (HWY_UNLIKELY(output_size < 3 * input_size)) {
    return internal::EncodeByKernel<RunUtf16ToUtf8, char16_t>(
        result, encoder, input, input_size, output, output_size);
  }
  // The other half of a lead at the end may follow.
  const size_t n =
      input_size - internal::IsLeadSurrogate(input[input_size - 1]);
  const size_t written =
      EncodeBlocksOfThree(input, result->read, n, output + result->written);
  internal::AllRead(result, n, result->written + written);
  return HWY_LIKELY(n == input_size)
             ? result
             : EncodeStages::Continue<char16_t>(
                   result, encoder, input, input_size, output, output_size);
}

// What isn't ASCII of texts longer than a vector.
HWY_NOINLINE EncodeResult* StageNotAscii(EncodeResult* result,
                                         Encoder* encoder,
                                         const char16_t* input,
                                         size_t input_size,
                                         uint8_t* output,
                                         size_t output_size) {
  if (input_size - 1 < kMaxUnitsInBlocks && output_size >= 2 * input_size) {
    const Converted done = EncodeBlocksOfTwo(input, input_size, output);
    internal::AllRead(result, done.read, done.written);
    return HWY_LIKELY(done.read == input_size)
               ? result
               : StageBeyondTwoBytes(result, encoder, input, input_size, output,
                                     output_size);
  }
  return internal::EncodeByKernel<RunUtf16ToUtf8, char16_t>(
      result, encoder, input, input_size, output, output_size);
}
HWY_NOINLINE EncodeResult* StageNotAscii(EncodeResult* result,
                                         Encoder* encoder,
                                         const uint8_t* input,
                                         size_t input_size,
                                         uint8_t* output,
                                         size_t output_size) {
  if (input_size - 1 < kMaxLatin1InBlocks && output_size >= 2 * input_size) {
    return internal::AllRead(result, input_size,
                             EncodeBlocksOfLatin1(input, input_size, output));
  }
  return internal::EncodeByKernel<RunLatin1ToUtf8, uint8_t>(
      result, encoder, input, input_size, output, output_size);
}

// Texts longer than a vector.
template <typename Unit>
HWY_NOINLINE EncodeResult* StageLong(EncodeResult* result,
                                     Encoder* encoder,
                                     const Unit* input,
                                     size_t input_size,
                                     uint8_t* output,
                                     size_t output_size) {
  if (input_size <= kMaxSameText && input_size <= output_size &&
      CopySameText<SameInAscii>(input, input_size, output)) {
    return result;
  }
  return StageNotAscii(result, encoder, input, input_size, output, output_size);
}

// No call but at the end, so that no registers are saved.
template <auto kStage, typename Unit>
EncodeResult* First(EncodeResult* result,
                    Encoder* encoder,
                    const Unit* input,
                    size_t input_size,
                    uint8_t* output,
                    size_t output_size) {
  if (HWY_UNLIKELY(!EncodeStages::IsNeutral(*encoder))) {
    return EncodeStages::FromBegin<Unit>(result, encoder, input, input_size,
                                         output, output_size);
  }
  constexpr bool kFromUtf16 = sizeof(Unit) == sizeof(char16_t);
  if (HWY_LIKELY(input_size - 1 < (kFromUtf16 ? kLanes16 : kLanes8))) {
    size_t written;
    if constexpr (kFromUtf16) {
      written = EncodeShortBmp(LoadFirstUnits(input, input_size), input_size,
                               output, output_size)
                    .written;
    } else {
      written = EncodeShortLatin1(input, input_size, output, output_size);
    }
    if (HWY_LIKELY(written != 0)) {
      result->written = written;
      return result;
    }
  } else {
    // Or none, which is as good as the same.
    return StageLong(result, encoder, input, input_size, output, output_size);
  }
  return kStage(result, encoder, input, input_size, output, output_size);
}
constexpr auto& Utf16ToUtf8First = First<StageBehindBmp, char16_t>;
constexpr auto& Latin1ToUtf8First = First<StageLatin1ToUtf8, uint8_t>;

#else
constexpr auto& Utf16ToUtf8First = EncodeStages::ByCodec<char16_t>;
constexpr auto& Latin1ToUtf8First = EncodeStages::ByCodec<uint8_t>;
#endif

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

size_t ShortUtf16ToUtf8(const uint8_t*, size_t, uint8_t*, size_t, bool) {
  return 0;
}

#else

size_t ShortUtf16ToUtf8(const uint8_t* input,
                        size_t input_size,
                        uint8_t* output,
                        size_t output_size,
                        bool is_big_endian) {
  if (input_size % 2 != 0 || input_size > kMaxBytesOfUnits)
    return 0;
  return EncodeShortBytes(input, input_size / 2, output, output_size,
                          is_big_endian);
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

constinit const ByTarget<EncodeKernel<char16_t>> kUtf16ToUtf8(
    V8_ENCODING_BY_TARGET(RunUtf16ToUtf8));
constinit const ByTarget<EncodeKernel<uint8_t>> kLatin1ToUtf8(
    V8_ENCODING_BY_TARGET(RunLatin1ToUtf8));

constinit const ByTarget<internal::EncodeStage<char16_t>> kUtf16ToUtf8Stage(
    V8_ENCODING_BY_TARGET(StageUtf16ToUtf8));
constinit const ByTarget<internal::EncodeStage<uint8_t>> kLatin1ToUtf8Stage(
    V8_ENCODING_BY_TARGET(StageLatin1ToUtf8));

constinit const ByTarget<internal::EncodeStage<char16_t>> kUtf16ToUtf8First(
    V8_ENCODING_BY_TARGET(Utf16ToUtf8First));
constinit const ByTarget<internal::EncodeStage<uint8_t>> kLatin1ToUtf8First(
    V8_ENCODING_BY_TARGET(Latin1ToUtf8First));

constinit const ByTarget<size_t(const uint8_t*, size_t, uint8_t*, size_t, bool)>
    kShortUtf16ToUtf8(V8_ENCODING_BY_TARGET(ShortUtf16ToUtf8));

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
