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

namespace v8_encoding::simd {

// Finds a prefix of whole characters, all well-formed: `read` are its bytes,
// `written` the code units that it has in UTF-16. Stops
//
//   * before a sequence that the end of the input cuts;
//   * before a block with malformed bytes, or somewhere in it;
//   * early, if it's long and this CPU has no SIMD that we use.
[[nodiscard]] Converted WellFormedUtf8Prefix(const uint8_t* input, size_t n);

// The same for a caller that knows the target, and a text that isn't empty.
extern const ByTarget<Converted(const uint8_t* input, size_t n)>
    kWellFormedUtf8Prefix;

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_UTF8_UTF8_VALIDATE_H_
