// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The legacy encodings of one and two bytes a character to UTF-16, and gb18030,
// which has characters of four bytes, too; batches of bytes at a time.

#ifndef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_DECODE_H_
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_DECODE_H_

#include <cstddef>
#include <cstdint>

#include "src/kernels/converted.h"
#include "src/kernels/multi_byte/two_byte.h"

namespace v8_encoding::simd {

// What the codec's scalar fallback makes of a character that the table has no
// unit for.
struct FallbackUnits {
  // How many byte pairs the character is; 0 stops the kernel before it.
  uint8_t pairs = 1;
  // Then the first unit is U+FFFD, and the second, if there's one, an ASCII
  // byte that the standard restores.
  bool is_malformed = false;
  uint8_t unit_count = 1;
  char16_t units[2] = {};
};

// What makes one such encoding out of a table.
struct TwoByteDecoding {
  // The code units: of the bytes that stand alone; after them, from
  // internal::kFirstPair on, of each lead byte's trails, from the first to the
  // last; and at `none`, of nothing. Where there's none it is a surrogate.
  const char16_t* units;
  uint16_t none;
  // The bytes with a trail byte after them, malformed or not: those that are in
  // this range with the bits of `lead_flip` flipped, and `katakana_lead` if it
  // isn't 0.
  uint8_t lead_flip = 0;
  uint8_t first_lead;
  uint8_t last_lead;
  uint8_t first_trail;
  uint8_t last_trail;
  // If it isn't 0, one between them that isn't any, and has no unit.
  uint8_t no_trail = 0;
  // A trail after this lead byte stands for itself, from 0x80 on.
  uint8_t katakana_lead = 0;
  // A byte that is no lead, so that the two bytes behind it are a pair, of
  // which it makes a character of three bytes. Their units, of as many pointers
  // as `three_byte_count`, are in the same table, from `first_of_three` on.
  uint8_t three_byte_lead = 0;
  uint16_t first_of_three = 0;
  uint16_t three_byte_count = 0;
  // Two pairs with digits for trails are a pointer of index gb18030 ranges.
  bool has_four_bytes = false;
  // The scalar fallback, for the character at the front of `count` byte pairs.
  // Those are the rest of a batch, so that less than the text may be there.
  FallbackUnits (*fallback)(const BytePair* pairs, size_t count);
};

// What a pair or a single byte that's malformed becomes.
constexpr FallbackUnits MalformedByte() {
  return {.is_malformed = true, .units = {0xFFFD}};
}
constexpr FallbackUnits MalformedPair(BytePair pair) {
  const uint8_t trail = static_cast<uint8_t>(SecondByte(pair));
  return {.is_malformed = true,
          .unit_count = static_cast<uint8_t>(trail < 0x80 ? 2 : 1),
          .units = {0xFFFD, trail}};
}

// Decodes a prefix of the input. Stops
//
//   * before what is malformed, if not `replace`, and where the fallback says;
//   * after about 2 KiB of nothing but single bytes;
//   * where less than 16 bytes are left, or room for less than 16 units; behind
//     others, less than 72 and 96 with instruction sets other than AVX3_DL;
//   * at once, where this CPU has no SIMD that we use.
//
// Nothing outside of the spans is read or written; what is in the output beyond
// the units written is unspecified.
[[nodiscard]] Converted TwoByteToUtf16(const TwoByteDecoding& decoding,
                                       bool replace,
                                       const uint8_t* input,
                                       size_t input_size,
                                       char16_t* output,
                                       size_t output_size);

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_DECODE_H_
