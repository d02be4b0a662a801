// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-16LE and UTF-16BE to UTF-16, a vector of units at a time.

#ifndef V8_ENCODING_SRC_KERNELS_UTF16_DECODE_H_
#define V8_ENCODING_SRC_KERNELS_UTF16_DECODE_H_

#include <cstddef>
#include <cstdint>

namespace v8_encoding::simd {

// Decodes a prefix of the n units that the 2n bytes are, of whole characters
// and, if `replace`, of lone surrogates, each of which becomes U+FFFD. Returns
// its length in units, which is that of what it wrote. Stops
//
//   * before a lead surrogate that is the last unit;
//   * if not `replace`, before a lone surrogate or some characters earlier;
//   * at once, where this CPU has no SIMD that we use, or n is too small.
//
// Nothing outside of the input is read, nothing outside of [output, output + n)
// written; what is in the output beyond the prefix is unspecified.
[[nodiscard]] size_t Utf16LeToUtf16(const uint8_t* input,
                                    size_t n,
                                    char16_t* output,
                                    bool replace);
[[nodiscard]] size_t Utf16BeToUtf16(const uint8_t* input,
                                    size_t n,
                                    char16_t* output,
                                    bool replace);

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_UTF16_DECODE_H_
