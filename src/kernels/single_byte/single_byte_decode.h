// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Single-byte encodings to UTF-16 and to Latin-1, a block of bytes at a time.

#ifndef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_DECODE_H_
#define V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_DECODE_H_

#include "src/kernels/by_target.h"
#include "src/kernels/stage.h"
#include "src/tables/single_byte.h"

namespace v8_encoding::simd {

// Decode a prefix of the input, each byte to one unit, as far as there is room.
// They stop
//
//   * with DecodeErrorMode::kFatal, before a block with unmapped bytes;
//   * to Latin-1, before a block with those or a character above U+00FF;
//   * at once, where this CPU has no SIMD that we use, or the text is so short
//     that a loop is faster.
//
// The encoding must be a single-byte encoding. What is in the output beyond the
// prefix is unspecified.
extern const ByTarget<DecodeKernel<char16_t>> kSingleByteToUtf16;
extern const ByTarget<internal::DecodeStage<char16_t>> kSingleByteToUtf16Stage;
extern const ByTarget<DecodeKernel<uint8_t>> kSingleByteToLatin1;
extern const ByTarget<internal::DecodeStage<uint8_t>> kSingleByteToLatin1Stage;

// The same for x-user-defined, which has all bytes.
extern const ByTarget<DecodeKernel<char16_t>> kXUserDefinedToUtf16;
extern const ByTarget<internal::DecodeStage<char16_t>>
    kXUserDefinedToUtf16Stage;

// Short texts to UTF-8 without units in memory: up to 64 bytes where vectors
// have masks, elsewhere 16. Returns the length, or 0 if the text isn't for
// here: empty, longer, what stops the others, no room, a target without
// vectors. What was written then, whoever goes on writes again.
inline size_t MaxShortSingleByteToUtf8(size_t target) {
  return HasMasks(target) ? 64 : 16;
}
extern const ByTarget<size_t(const uint8_t* input,
                             size_t input_size,
                             uint8_t* output,
                             size_t output_size,
                             Encoding encoding,
                             DecodeErrorMode error_mode)>
    kShortSingleByteToUtf8;

// Decodes one by one, up to the first that a kernel is to stop before.
template <typename Unit>
inline size_t DecodeSingly(const uint8_t* input,
                           size_t n,
                           const internal::SingleByteDecodeTable& table,
                           Unit* output,
                           bool replace) {
  // U+FFFD marks the unmapped, and nothing maps to anything above it.
  const uint32_t limit = sizeof(Unit) == 1 ? 0x100 : replace ? 0x10000 : 0xFFFD;
  size_t i = 0;
  for (; i < n; ++i) {
    const uint8_t byte = input[i];
    // A choice, and not a branch: scripts alternate with spaces.
    const char16_t upper = table.Unit(byte & 0x7F);
    const char16_t unit = byte < 0x80 ? byte : upper;
    if (unit >= limit) {
      break;
    }
    output[i] = static_cast<Unit>(unit);
  }
  return i;
}

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_DECODE_H_
