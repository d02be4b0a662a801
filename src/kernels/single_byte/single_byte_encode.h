// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-16 and Latin-1 to single-byte encodings, a block of units at a time.

#ifndef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_ENCODE_H_
#define V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_ENCODE_H_

#include "src/kernels/by_target.h"
#include "src/kernels/stage.h"
#include "src/tables/single_byte.h"

namespace v8_encoding::simd {

// Encode a prefix of the input, each unit as one byte, as far as there is room.
// They stop
//
//   * at the first unit that has no byte, as surrogates have none;
//   * at once, where this CPU has no SIMD that we use, or the text is so short
//     that a loop is faster.
//
// The encoding must be a single-byte encoding. What is in the output beyond the
// prefix is unspecified.
#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
extern const ByTarget<EncodeKernel<char16_t>> kUtf16ToSingleByte;
extern const ByTarget<internal::EncodeStage<char16_t>> kUtf16ToSingleByteStage;
extern const ByTarget<EncodeKernel<uint8_t>> kLatin1ToSingleByte;
extern const ByTarget<internal::EncodeStage<uint8_t>> kLatin1ToSingleByteStage;

// Encodes one by one, up to the first that has no byte.
template <typename Unit>
inline size_t EncodeSingly(const Unit* input,
                           size_t n,
                           const internal::SingleByteEncodeTable& table,
                           uint8_t* output) {
  size_t i = 0;
  for (; i < n; ++i) {
    // Surrogates have no byte, so pairs and lone ones stop here, too.
    const uint8_t byte = table.Byte(input[i]);
    if (byte == 0 && input[i] != 0) {
      break;
    }
    output[i] = byte;
  }
  return i;
}
#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

// The same for x-user-defined.
extern const ByTarget<EncodeKernel<char16_t>> kUtf16ToXUserDefined;
extern const ByTarget<internal::EncodeStage<char16_t>>
    kUtf16ToXUserDefinedStage;

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_ENCODE_H_
