// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-16 and Latin-1 to UTF-8, blocks of units at a time.

#ifndef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_H_
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_H_

#include <cstddef>
#include <cstdint>

#include "src/kernels/by_target.h"
#include "src/kernels/stage.h"

namespace v8_encoding::simd {

// The most bytes of the output that stay unwritten since the next character
// doesn't fit.
inline constexpr size_t kMaxUtf8BytesLeft = 3;

// Encodes a prefix of the input, each lone surrogate as U+FFFD. Stops
//
//   * before a lead surrogate that ends the input;
//   * when the next character doesn't fit;
//   * at once, where this CPU has no SIMD that we use, or the text is so short
//     that a loop is faster.
//
// So it may stop anywhere between two characters, and whoever calls it goes on
// from there one by one. Nothing outside of the spans is read or written. Of
// the output beyond the bytes written, no more is changed than those who go on
// will write over.
extern const ByTarget<EncodeKernel<char16_t>> kUtf16ToUtf8;
extern const ByTarget<internal::EncodeStage<char16_t>> kUtf16ToUtf8Stage;
extern const ByTarget<EncodeKernel<uint8_t>> kLatin1ToUtf8;
extern const ByTarget<internal::EncodeStage<uint8_t>> kLatin1ToUtf8Stage;

// For Begin(), where vectors have masks.
extern const ByTarget<internal::EncodeStage<char16_t>> kUtf16ToUtf8First;
extern const ByTarget<internal::EncodeStage<uint8_t>> kLatin1ToUtf8First;

// Bytes of UTF-16, up to so many or fewer, to UTF-8 without units in memory.
// Returns the length, or 0 if the text isn't for here: empty, longer, half of a
// unit at the end, a surrogate, no room, a target without vectors. What was
// written then, whoever goes on writes again.
inline constexpr size_t kMaxShortUtf16ToUtf8 = 64;
extern const ByTarget<size_t(const uint8_t* input,
                             size_t input_size,
                             uint8_t* output,
                             size_t output_size,
                             bool is_big_endian)>
    kShortUtf16ToUtf8;

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_H_
