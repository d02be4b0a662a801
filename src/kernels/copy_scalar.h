// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The scalar reference for copy.h and utf8/utf8_length.h: one element after
// another, nothing clever. Tests hold every instruction set to it; it runs for
// the shortest spans, and on a CPU that has none of the instruction sets that
// kernels are compiled for.

#ifndef V8_ENCODING_SRC_KERNELS_COPY_SCALAR_H_
#define V8_ENCODING_SRC_KERNELS_COPY_SCALAR_H_

#include <cstddef>
#include <cstdint>

#include "src/code_points.h"

namespace v8_encoding::simd::scalar {

[[nodiscard]] constexpr size_t AsciiPrefix(const uint8_t* input, size_t n) {
  size_t i = 0;
  while (i < n && input[i] < 0x80) {
    ++i;
  }
  return i;
}

[[nodiscard]] constexpr size_t Latin1PrefixOfUtf8(const uint8_t* input,
                                                  size_t n) {
  size_t i = 0;
  while (i < n && input[i] < 0xC4) {
    ++i;
  }
  return i;
}

[[nodiscard]] constexpr size_t CopyAsciiPrefix(const uint8_t* input,
                                               size_t n,
                                               uint8_t* output) {
  size_t i = 0;
  for (; i < n && input[i] < 0x80; ++i) {
    output[i] = input[i];
  }
  return i;
}

[[nodiscard]] constexpr size_t WidenAsciiPrefix(const uint8_t* input,
                                                size_t n,
                                                char16_t* output) {
  size_t i = 0;
  for (; i < n && input[i] < 0x80; ++i) {
    output[i] = input[i];
  }
  return i;
}

constexpr void WidenLatin1(const uint8_t* input, size_t n, char16_t* output) {
  for (size_t i = 0; i < n; ++i) {
    output[i] = input[i];
  }
}

[[nodiscard]] constexpr size_t NarrowAsciiPrefix(const char16_t* input,
                                                 size_t n,
                                                 uint8_t* output) {
  size_t i = 0;
  for (; i < n && input[i] < 0x80; ++i) {
    output[i] = static_cast<uint8_t>(input[i]);
  }
  return i;
}

[[nodiscard]] constexpr size_t NarrowLatin1Prefix(const char16_t* input,
                                                  size_t n,
                                                  uint8_t* output) {
  size_t i = 0;
  for (; i < n && input[i] < 0x100; ++i) {
    output[i] = static_cast<uint8_t>(input[i]);
  }
  return i;
}

[[nodiscard]] constexpr size_t CopyNonSurrogatePrefixLe(const uint8_t* input,
                                                        size_t n,
                                                        char16_t* output) {
  for (size_t i = 0; i < n; ++i) {
    const char16_t unit =
        static_cast<char16_t>(input[2 * i] | input[2 * i + 1] << 8);
    if (internal::IsSurrogate(unit)) {
      return i;
    }
    output[i] = unit;
  }
  return n;
}

[[nodiscard]] constexpr size_t CopyNonSurrogatePrefixBe(const uint8_t* input,
                                                        size_t n,
                                                        char16_t* output) {
  for (size_t i = 0; i < n; ++i) {
    const char16_t unit =
        static_cast<char16_t>(input[2 * i] << 8 | input[2 * i + 1]);
    if (internal::IsSurrogate(unit)) {
      return i;
    }
    output[i] = unit;
  }
  return n;
}

[[nodiscard]] constexpr size_t Utf8LengthOfLatin1(const uint8_t* input,
                                                  size_t n) {
  size_t length = 0;
  for (size_t i = 0; i < n; ++i) {
    length += input[i] < 0x80 ? 1 : 2;
  }
  return length;
}

[[nodiscard]] constexpr size_t Utf8LengthOfUtf16(const char16_t* input,
                                                 size_t n) {
  size_t length = 0;
  for (size_t i = 0; i < n; ++i) {
    const char16_t unit = input[i];
    const bool pair = internal::IsLeadSurrogate(unit) && i + 1 < n &&
                      internal::IsTrailSurrogate(input[i + 1]);
    if (pair) {
      length += 4;
      ++i;
    } else {
      length += internal::Utf8Size(unit);
    }
  }
  return length;
}

}  // namespace v8_encoding::simd::scalar

#endif  // V8_ENCODING_SRC_KERNELS_COPY_SCALAR_H_
