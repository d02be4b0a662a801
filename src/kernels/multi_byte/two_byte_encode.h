// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-16 to the legacy encodings of one and two bytes a character, and gb18030,
// which has characters of four bytes, too; batches of units at a time.

#ifndef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_ENCODE_H_
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_ENCODE_H_

#include <cstddef>
#include <cstdint>

#include "src/kernels/converted.h"
#include "src/kernels/multi_byte/two_byte.h"
#include "src/tables/multi_byte.h"

namespace v8_encoding::simd {

// What makes one such encoding out of ASCII and a map.
struct TwoByteEncoding {
  const internal::UnitMap* map;
  TwoByteLayout layout;
  // U+FF61 to U+FF9F are the bytes from 0xA1 on, after this one if it isn't 0.
  bool has_katakana = false;
  uint8_t katakana_lead = 0;
  // Pointers that the map has, but the encoding doesn't have so.
  uint16_t first_excluded = 0;
  uint16_t excluded_count = 0;
  // All other characters have four bytes, as in gb18030, with this map.
  bool has_four_bytes = false;
};

// Encodes a prefix of the input, by `fallback` the characters that are neither
// in the map nor otherwise in `encoding`. Stops
//
//   * where the fallback does;
//   * when the next character might not fit;
//   * at once, where this CPU has no SIMD that we use.
//
// Nothing outside of the spans is read or written; what is in the output beyond
// the bytes written is unspecified.
[[nodiscard]] Converted Utf16ToTwoByte(const TwoByteEncoding& encoding,
                                       const EncodeFallback& fallback,
                                       const char16_t* input,
                                       size_t input_size,
                                       uint8_t* output,
                                       size_t output_size);

// The same for a few units, all or nothing and without a fallback: returns how
// many bytes they became, or 0 if they aren't all ASCII or in the map, or might
// not fit, or this CPU has no SIMD that we use.
[[nodiscard]] size_t ShortUtf16ToTwoByte(const TwoByteEncoding& encoding,
                                         const char16_t* input,
                                         size_t input_size,
                                         uint8_t* output,
                                         size_t output_size);

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_ENCODE_H_
