// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Decodes short inputs by the million and compares each with the model: what
// CheckDecode does with Effort::kSweep, to all outputs, without memory of its
// own, so that the model takes most of the time.

#ifndef V8_ENCODING_SRC_TESTING_SWEEP_H_
#define V8_ENCODING_SRC_TESTING_SWEEP_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {

// The most bytes that an input may have.
inline constexpr size_t kSweepMost = 16;

// In every mode: whole; cut at each offset from `first_cut` on; a byte at a
// time. Returns what went wrong first, or "".
[[nodiscard]] std::string SweepDecode(Encoding encoding,
                                      std::span<const uint8_t> bytes,
                                      size_t first_cut = 1);

// In every mode, whole, with four bytes of ASCII behind it: decoders' fast
// paths only look at what has several bytes after it.
[[nodiscard]] std::string SweepDecodePadded(Encoding encoding,
                                            std::span<const uint8_t> bytes);

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_SWEEP_H_
