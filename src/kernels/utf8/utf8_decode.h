// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-8 to UTF-16 and to Latin-1, blocks of bytes at a time.

#ifndef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_DECODE_H_
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_DECODE_H_

#include "src/kernels/by_target.h"
#include "src/kernels/stage.h"

namespace v8_encoding::simd {

// Decode a prefix of the input, of whole characters and, with
// DecodeErrorMode::kReplacement, of maximal malformed sequences, each of which
// becomes U+FFFD. They stop
//
//   * before a sequence that the end of the input cuts;
//   * before a block with malformed bytes, with DecodeErrorMode::kFatal;
//   * to Latin-1, before a block with those or a character above U+00FF;
//   * when the next character might not fit;
//   * at once, where this CPU has no SIMD that we use, or the text is so short
//     that a loop is faster.
//
// So they may stop anywhere between two characters, and whoever calls them goes
// on from there one by one. Nothing outside of the spans is read or written;
// what is in the output beyond the units written is unspecified.
extern const ByTarget<DecodeKernel<char16_t>> kUtf8ToUtf16;
extern const ByTarget<internal::DecodeStage<char16_t>> kUtf8ToUtf16Stage;
extern const ByTarget<DecodeKernel<uint8_t>> kUtf8ToLatin1;
extern const ByTarget<internal::DecodeStage<uint8_t>> kUtf8ToLatin1Stage;

// For Begin(), where vectors have masks.
extern const ByTarget<internal::DecodeStage<char16_t>> kUtf8ToUtf16First;
extern const ByTarget<internal::DecodeStage<uint8_t>> kUtf8ToLatin1First;

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_UTF8_UTF8_DECODE_H_
