// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Encoding a block of a string's code units, of whichever width.

#ifndef V8_ENCODING_BINDINGS_STRINGS_ENCODE_BLOCK_H_
#define V8_ENCODING_BINDINGS_STRINGS_ENCODE_BLOCK_H_

#include <cstdint>
#include <span>

#include "v8_encoding/encoder.h"

namespace v8_encoding {

inline EncodeResult EncodeBlock(Encoder& encoder,
                                std::span<const uint8_t> block,
                                std::span<uint8_t> output,
                                Flush flush) {
  return encoder.EncodeFromLatin1(block, output, flush);
}

inline EncodeResult EncodeBlock(Encoder& encoder,
                                std::span<const char16_t> block,
                                std::span<uint8_t> output,
                                Flush flush) {
  return encoder.EncodeFromUtf16(block, output, flush);
}

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_ENCODE_BLOCK_H_
