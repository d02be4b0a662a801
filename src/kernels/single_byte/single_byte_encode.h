// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-16 and Latin-1 to single-byte encodings, a block of units at a time.

#ifndef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_ENCODE_H_
#define V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_ENCODE_H_

#include <cstddef>
#include <cstdint>

#include "src/tables/single_byte.h"

namespace v8_encoding::simd {

// Encodes a prefix of the n units, each as one byte, and returns its length.
// Stops
//
//   * at the first unit that has no byte, as surrogates have none;
//   * at once, where this CPU has no SIMD that we use, or n is too small.
//
// Nothing outside of [input, input + n) is read, nothing outside of [output,
// output + n) written; what is in the output beyond the prefix is unspecified.
#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
[[nodiscard]] size_t Utf16ToSingleByte(
    const char16_t* input,
    size_t n,
    const internal::SingleByteEncodeTable& table,
    uint8_t* output);
[[nodiscard]] size_t Latin1ToSingleByte(
    const uint8_t* input,
    size_t n,
    const internal::SingleByteEncodeTable& table,
    uint8_t* output);
#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

// The same for x-user-defined.
[[nodiscard]] size_t Utf16ToXUserDefined(const char16_t* input,
                                         size_t n,
                                         uint8_t* output);

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_ENCODE_H_
