// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// How long a text is in UTF-8, without encoding it.

#ifndef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_LENGTH_H_
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_LENGTH_H_

#include <cstddef>
#include <cstdint>

namespace v8_encoding::simd {

// How many bytes the text has in UTF-8: Latin-1, and UTF-16 in which each lone
// surrogate counts as the three bytes of U+FFFD.
[[nodiscard]] size_t Utf8LengthOfLatin1(const uint8_t* input, size_t n);
[[nodiscard]] size_t Utf8LengthOfUtf16(const char16_t* input, size_t n);

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_UTF8_UTF8_LENGTH_H_
