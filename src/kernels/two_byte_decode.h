// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The legacy encodings of one and two bytes a character to UTF-16, and gb18030
// with its four bytes, blocks of bytes at a time.

#ifndef V8_ENCODING_SRC_KERNELS_TWO_BYTE_DECODE_H_
#define V8_ENCODING_SRC_KERNELS_TWO_BYTE_DECODE_H_

#include <cstddef>
#include <cstdint>

#include "src/kernels/converted.h"
#include "src/kernels/two_byte.h"

namespace v8_encoding::simd {

// What makes one such encoding out of ASCII and an index.
struct TwoByteDecoding {
  // The code units by pointer, from the first pointer on, and 0 for none.
  const char16_t* units;
  uint16_t first_pointer = 0;
  uint16_t count;
  TwoByteLayout layout;
  // Surrogates among them, which stand for something else.
  bool has_surrogates = false;
  // The bytes with a trail byte after them, malformed or not: those that are in
  // this range with the bits of `lead_flip` flipped, and `other_lead` if it
  // isn't 0.
  uint8_t lead_flip = 0;
  uint8_t first_lead;
  uint8_t last_lead;
  uint8_t other_lead = 0;
  // The last trail byte.
  uint8_t last_trail;
  // The bytes 0xA1 to 0xDF, after this one if it isn't 0, are U+FF61 and so on.
  bool has_katakana = false;
  uint8_t katakana_lead = 0;
  // Two pairs with digits for trails are a pointer of index gb18030 ranges.
  bool has_four_bytes = false;
};

// Decodes a prefix of the input, of ASCII, characters that the index has with
// one code unit and, where there is any, katakana. Stops
//
//   * before anything else, malformed or not;
//   * where less than a block of 64 bytes is left, or of room for as many
//   units;
//   * at once, where this CPU has no SIMD that we use.
//
// Nothing outside of the spans is read or written; what is in the output beyond
// the units written is unspecified.
[[nodiscard]] Converted TwoByteToUtf16(const TwoByteDecoding& decoding,
                                       const uint8_t* input,
                                       size_t input_size,
                                       char16_t* output,
                                       size_t output_size);

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_TWO_BYTE_DECODE_H_
