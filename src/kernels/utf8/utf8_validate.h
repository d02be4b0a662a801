// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Which part of a text is well-formed UTF-8, blocks of bytes at a time.

#ifndef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_VALIDATE_H_
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_VALIDATE_H_

#include <cstddef>
#include <cstdint>

#include "src/kernels/by_target.h"
#include "src/kernels/converted.h"
#include "v8_encoding/decoder.h"

namespace v8_encoding::simd {

// Finds a prefix of whole characters, all well-formed: `read` are its bytes,
// `written` the code units that it has in UTF-16. Stops
//
//   * before a sequence that the end of the input cuts;
//   * before a block with malformed bytes, or somewhere in it;
//   * early, if it's long and this CPU has no SIMD that we use.
[[nodiscard]] Converted WellFormedUtf8Prefix(const uint8_t* input, size_t n);

// A call of Decoder::Validate() with input that isn't empty, from the neutral
// state and where no byte order mark is in sight.
extern const ByTarget<internal::DecodeStage<char16_t>> kValidateUtf8Stage;

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_UTF8_UTF8_VALIDATE_H_
