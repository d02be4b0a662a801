// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Texts of windows-1252 up to 2 KiB, for CPUs whose vectors have masks: what is
// the same in Latin-1, as all but 0x80 to 0x9F is, with no branch on what or
// how many up to 64 characters are. All else goes on to the codec.

#ifndef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_WINDOWS_1252_H_
#define V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_WINDOWS_1252_H_

#include <cstddef>
#include <cstdint>

#include "src/kernels/by_target.h"
#include "src/kernels/stage.h"

namespace v8_encoding::simd {

extern const ByTarget<internal::DecodeStage<char16_t>> kWindows1252ToUtf16First;
extern const ByTarget<internal::DecodeStage<uint8_t>> kWindows1252ToLatin1First;

using Windows1252AndUtf8 = size_t(const uint8_t* input,
                                  size_t input_size,
                                  uint8_t* output,
                                  size_t output_size);
// To UTF-8. Returns the length, or 0 if it's not for here: more bytes than so
// many, a character that Latin-1 lacks, no room, a target without vectors.
inline constexpr size_t kMaxWindows1252ToUtf8 = 2048;
extern const ByTarget<Windows1252AndUtf8> kWindows1252ToUtf8;

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
extern const ByTarget<internal::EncodeStage<char16_t>> kUtf16ToWindows1252First;
extern const ByTarget<internal::EncodeStage<uint8_t>> kLatin1ToWindows1252First;
// From UTF-8. Returns the length, or 0 if it's not for here: a character that
// Latin-1 lacks, or whose byte is another one there, no room, a target without
// masks.
extern const ByTarget<Windows1252AndUtf8> kUtf8ToWindows1252;
#endif

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_WINDOWS_1252_H_
