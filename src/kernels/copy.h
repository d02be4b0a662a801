// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Copying spans of text whose bytes or units stay, or are widened, narrowed or
// put in the other byte order: all of a span, or up to the first byte or unit
// that needs a codec. Each function is dispatched at run time to the best
// instruction set of this CPU; the function of the same name in copy_scalar.h
// defines what it does.
//
// A call costs two to four nanoseconds, so call these functions for spans and
// never for each run of characters: codecs step through short runs themselves.
// A stop within the first vector is found at once; nobody needs to look ahead.
//
// Contracts common to all: input and output do not overlap; nothing outside
// [input, input + n) is read and nothing outside [output, output + n) is
// written; where a function stops early and returns a length k < n, what
// output[k..n) then holds is unspecified. Any alignment will do.

#ifndef V8_ENCODING_SRC_KERNELS_COPY_H_
#define V8_ENCODING_SRC_KERNELS_COPY_H_

#include <cstddef>
#include <cstdint>

namespace v8_encoding::simd {

// The length of the longest prefix in which every byte is below 0x80.
[[nodiscard]] size_t AsciiPrefix(const uint8_t* input, size_t n);

// The length of the longest prefix in which every byte is below 0xC4, as all
// are of Latin-1 in UTF-8.
[[nodiscard]] size_t Latin1PrefixOfUtf8(const uint8_t* input, size_t n);

// Copies the longest prefix in which every byte is below 0x80; returns its
// length.
[[nodiscard]] size_t CopyAsciiPrefix(const uint8_t* input,
                                     size_t n,
                                     uint8_t* output);

// Zero-extends the longest prefix in which every byte is below 0x80 to 16 bits;
// returns its length.
[[nodiscard]] size_t WidenAsciiPrefix(const uint8_t* input,
                                      size_t n,
                                      char16_t* output);

// Zero-extends all n bytes: Latin-1 to UTF-16.
void WidenLatin1(const uint8_t* input, size_t n, char16_t* output);

// Truncates the longest prefix of units below 0x80 to bytes; returns its
// length.
[[nodiscard]] size_t NarrowAsciiPrefix(const char16_t* input,
                                       size_t n,
                                       uint8_t* output);

// Truncates the longest prefix of units below 0x100 to bytes; returns its
// length.
[[nodiscard]] size_t NarrowLatin1Prefix(const char16_t* input,
                                        size_t n,
                                        uint8_t* output);

// Reads 2n bytes as n UTF-16 units of the given byte order and copies, in
// native order, the longest prefix without surrogates (U+D800 to U+DFFF);
// returns its length in units.
[[nodiscard]] size_t CopyNonSurrogatePrefixLe(const uint8_t* input,
                                              size_t n,
                                              char16_t* output);
[[nodiscard]] size_t CopyNonSurrogatePrefixBe(const uint8_t* input,
                                              size_t n,
                                              char16_t* output);

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_COPY_H_
