// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// How far a text in UTF-16 is of one kind, looked at where it is. copy.h has
// what also copies.

#ifndef V8_ENCODING_SRC_KERNELS_UTF16_PREFIX_H_
#define V8_ENCODING_SRC_KERNELS_UTF16_PREFIX_H_

#include <cstddef>

#include "src/code_points.h"

namespace v8_encoding::simd {

// Units below 0x80; units below 0x100; units before the first lone surrogate.
[[nodiscard]] size_t AsciiPrefixOfUtf16(const char16_t* input, size_t n);
[[nodiscard]] size_t Latin1PrefixOfUtf16(const char16_t* input, size_t n);
[[nodiscard]] size_t WellFormedUtf16Prefix(const char16_t* input, size_t n);

// The scalar reference, which tests hold every instruction set to.
namespace scalar {

template <char16_t kEnd>
[[nodiscard]] constexpr size_t PrefixBelow(const char16_t* input, size_t n) {
  size_t i = 0;
  while (i < n && input[i] < kEnd) {
    ++i;
  }
  return i;
}

[[nodiscard]] constexpr size_t WellFormedUtf16Prefix(const char16_t* input,
                                                     size_t n) {
  for (size_t i = 0; i < n; ++i) {
    if (!internal::IsSurrogate(input[i])) {
      continue;
    }
    if (!internal::IsLeadSurrogate(input[i]) || i + 1 == n ||
        !internal::IsTrailSurrogate(input[i + 1])) {
      return i;
    }
    ++i;
  }
  return n;
}

}  // namespace scalar

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_UTF16_PREFIX_H_
