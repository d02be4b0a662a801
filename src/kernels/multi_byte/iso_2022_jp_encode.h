// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-16 to ISO-2022-JP, batches of units at a time.

#ifndef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_ISO_2022_JP_ENCODE_H_
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_ISO_2022_JP_ENCODE_H_

#include <cstddef>
#include <cstdint>

#include "src/kernels/converted.h"
#include "src/tables/multi_byte.h"

namespace v8_encoding::simd {

struct Iso2022JpEncoding {
  // *ISO-2022-JP encoder state*, and the encoder's state word.
  enum State : uint32_t { kAscii, kRoman, kJis0208 };

  const internal::UnitMap* map;
  // The fullwidth forms of U+FF61 to U+FF9F.
  const char16_t (*fullwidth_katakana)[internal::kHalfwidthKatakanaCount];
};

// Encodes a prefix of the input in the state `state`, and updates `state` as
// the handler would: ASCII but SO, SI and ESC, and characters of the map. All
// other characters go to `fallback`, which works on the same `state`. Stops
//
//   * where the fallback does;
//   * when the next characters might not fit, with some room to spare;
//   * at once, where this CPU has no SIMD that we use.
//
// Nothing outside of the spans is read or written; what is in the output beyond
// the bytes written is unspecified.
[[nodiscard]] Converted Utf16ToIso2022Jp(const Iso2022JpEncoding& encoding,
                                         const EncodeFallback& fallback,
                                         uint32_t& state,
                                         const char16_t* input,
                                         size_t input_size,
                                         uint8_t* output,
                                         size_t output_size);

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_MULTI_BYTE_ISO_2022_JP_ENCODE_H_
