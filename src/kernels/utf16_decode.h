// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-16LE and UTF-16BE to UTF-16, a vector of units at a time.

#ifndef V8_ENCODING_SRC_KERNELS_UTF16_DECODE_H_
#define V8_ENCODING_SRC_KERNELS_UTF16_DECODE_H_

#include "src/kernels/by_target.h"
#include "src/kernels/stage.h"

namespace v8_encoding::simd {

// Decode a prefix of the units that the input is, of whole characters and, with
// DecodeErrorMode::kReplacement, of lone surrogates, each of which becomes
// U+FFFD; as far as there is room. They stop
//
//   * before a lead surrogate that is the last unit;
//   * with DecodeErrorMode::kFatal, before a lone surrogate or some characters
//     earlier;
//   * at once, where this CPU has no SIMD that we use.
//
// What is in the output beyond the prefix is unspecified.
extern const ByTarget<DecodeKernel<char16_t>> kUtf16LeToUtf16;
extern const ByTarget<internal::DecodeStage<char16_t>> kUtf16LeToUtf16Stage;
extern const ByTarget<DecodeKernel<char16_t>> kUtf16BeToUtf16;
extern const ByTarget<internal::DecodeStage<char16_t>> kUtf16BeToUtf16Stage;

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_UTF16_DECODE_H_
