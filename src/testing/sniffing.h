// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// SniffingDecoder in chunks, beside the standard's *decode* of the whole.

#ifndef V8_ENCODING_SRC_TESTING_SNIFFING_H_
#define V8_ENCODING_SRC_TESTING_SNIFFING_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "v8_encoding/decoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/sniffing_decoder.h"

namespace v8_encoding::test_support {

struct SniffedError {
  size_t begin;
  size_t end;

  friend bool operator==(const SniffedError&, const SniffedError&) = default;
};

struct Sniffed {
  Encoding encoding;
  std::u16string text;
  std::vector<SniffedError> errors;
};

// By the model; the bytes of a byte order mark count. With kFatal the text goes
// on behind errors.
Sniffed SniffByModel(Encoding fallback,
                     std::span<const uint8_t> bytes,
                     DecodeErrorMode error_mode);

enum class SniffOutput { kUtf16, kUtf8, kLatin1, kNone };
inline constexpr size_t kSniffOutputCount = 4;

// Decodes with outputs of `capacity` units, in chunks that end at `cuts`, which
// ascend up to the length of all. A fatal decoder goes on behind errors.
// Returns what differs from `expected`, or "".
[[nodiscard]] std::string CheckSniffing(SniffingDecoder& decoder,
                                        const Sniffed& expected,
                                        std::span<const uint8_t> bytes,
                                        std::span<const size_t> cuts,
                                        SniffOutput output,
                                        size_t capacity);

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_SNIFFING_H_
