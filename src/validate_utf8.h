// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Whether UTF-8 is well-formed, and where it isn't.

#ifndef V8_ENCODING_SRC_VALIDATE_UTF8_H_
#define V8_ENCODING_SRC_VALIDATE_UTF8_H_

#include <cstdint>
#include <span>

#include "v8_encoding/decoder.h"

namespace v8_encoding::internal {

// Decoder::Validate() of a whole text, up to its first malformed sequence. A
// byte order mark is a character.
inline DecodeResult ValidateUtf8(std::span<const uint8_t> utf8) noexcept {
  return Decoder(Encoding::kUtf8, DecodeErrorMode::kFatal, BomMode::kKeep)
      .Validate(utf8, Flush::kYes);
}

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_VALIDATE_UTF8_H_
