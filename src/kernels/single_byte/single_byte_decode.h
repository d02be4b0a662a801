// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Single-byte encodings to UTF-16 and to Latin-1, a block of bytes at a time.

#ifndef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_DECODE_H_
#define V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_DECODE_H_

#include <cstddef>
#include <cstdint>

#include "src/tables/single_byte.h"

namespace v8_encoding::simd {

// Decodes a prefix of the n bytes, each to one unit, and returns its length.
// Stops
//
//   * before a block with unmapped bytes, if not `replace`;
//   * to Latin-1, before a block with those or a character above U+00FF;
//   * at once, where this CPU has no SIMD that we use, or n is too small.
//
// Nothing outside of [input, input + n) is read, nothing outside of [output,
// output + n) written; what is in the output beyond the prefix is unspecified.
[[nodiscard]] size_t SingleByteToUtf16(
    const uint8_t* input,
    size_t n,
    const internal::SingleByteDecodeTable& table,
    char16_t* output,
    bool replace);
[[nodiscard]] size_t SingleByteToLatin1(
    const uint8_t* input,
    size_t n,
    const internal::SingleByteDecodeTable& table,
    uint8_t* output);

// The same for x-user-defined, which has all bytes.
[[nodiscard]] size_t XUserDefinedToUtf16(const uint8_t* input,
                                         size_t n,
                                         char16_t* output);

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_DECODE_H_
