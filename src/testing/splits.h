// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Chunk invariance, tested: converts an input cut in every way and compares
// text, bytes and errors with the model's. Each function returns what went
// wrong first, with all that's needed to repeat it, and "" if nothing did:
//
//   EXPECT_EQ(CheckDecode(Encoding::kUtf8, BomMode::kRemove,
//                         DecodeErrorMode::kFatal, bytes, Effort::kFull), "");

#ifndef V8_ENCODING_SRC_TESTING_SPLITS_H_
#define V8_ENCODING_SRC_TESTING_SPLITS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {

enum class Effort {
  // Whole, at every two-way split, and one byte (or code unit) at a time, to
  // UTF-16: for exhaustive sweeps over short inputs.
  kSweep,
  // That to all outputs, with empty chunks everywhere, with a separate flush,
  // into outputs of every small size, from state words that went through
  // bits(); and with 0 to 33 characters of ASCII before and after. Chunks have
  // exactly their own memory, so that sanitizers see a read past them.
  // Milliseconds
  // for a short input.
  kFull,
};

[[nodiscard]] std::string CheckDecode(Encoding encoding,
                                      BomMode bom_mode,
                                      DecodeErrorMode error_mode,
                                      std::span<const uint8_t> bytes,
                                      Effort effort);

// In every BomMode and DecodeErrorMode; `text` is what the replacement mode and
// BomMode::kRemove must give.
[[nodiscard]] std::string CheckDecodesTo(Encoding encoding,
                                         std::span<const uint8_t> bytes,
                                         std::u32string_view text,
                                         Effort effort);

// For encodings without an encoder, too: there nothing is mappable.
[[nodiscard]] std::string CheckEncode(Encoding encoding,
                                      EncodeErrorMode error_mode,
                                      std::u16string_view text,
                                      Effort effort);

// Cut at these ascending offsets, with an empty chunk wherever two are equal;
// the last chunk has Flush::kYes. For random tests and fuzzers.
[[nodiscard]] std::string CheckDecodeCutAt(Encoding encoding,
                                           BomMode bom_mode,
                                           DecodeErrorMode error_mode,
                                           std::span<const uint8_t> bytes,
                                           std::span<const size_t> cuts,
                                           size_t capacity);
[[nodiscard]] std::string CheckEncodeCutAt(Encoding encoding,
                                           EncodeErrorMode error_mode,
                                           std::u16string_view text,
                                           std::span<const size_t> cuts,
                                           size_t capacity);

// Of UTF-8, malformed or not. What CheckEncode() checks, but for the padding.
[[nodiscard]] std::string CheckEncodeUtf8(Encoding encoding,
                                          EncodeErrorMode error_mode,
                                          std::string_view utf8,
                                          Effort effort);
[[nodiscard]] std::string CheckEncodeUtf8CutAt(Encoding encoding,
                                               EncodeErrorMode error_mode,
                                               std::string_view utf8,
                                               std::span<const size_t> cuts,
                                               size_t capacity);

// A capacity that no text needs to be cut for.
inline constexpr size_t kAmple = SIZE_MAX;

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_SPLITS_H_
