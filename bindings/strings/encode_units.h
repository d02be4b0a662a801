// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// From the code units of a JavaScript string to UTF-8, in memory of a given
// size.

#ifndef V8_ENCODING_BINDINGS_STRINGS_ENCODE_UNITS_H_
#define V8_ENCODING_BINDINGS_STRINGS_ENCODE_UNITS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "bindings/strings/encode_block.h"
#include "bindings/strings/string_units.h"
#include "src/codecs/short_ascii.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding {

struct EncodeProgress {
  size_t read = 0;     // In code units.
  size_t written = 0;  // In bytes.
};

// As much of `units` as fits, in UTF-8; `flush` is for the end of them. All
// behind what was written stays as it was: so it does after each block, as
// Encoder promises.
[[gnu::always_inline]] inline EncodeProgress EncodeUnits(
    StringUnits& units,
    Encoder& encoder,
    std::span<uint8_t> output,
    Flush flush) {
  EncodeProgress progress;
  while (!units.done()) {
    const EncodeResult encoded = units.VisitNext([&](auto block) {
      return EncodeBlock(encoder, block, output.subspan(progress.written),
                         units.done() ? flush : Flush::kNo);
    });
    progress.read += encoded.read;
    progress.written += encoded.written;
    if (encoded.status == EncodeStatus::kOutputFull) {
      // A lead surrogate that ended the block before has been read, but what it
      // becomes did not fit.
      progress.read -= encoder.state() != EncoderState();
      break;
    }
  }
  return progress;
}

// The same of a text's end, for the calls that are made most.
[[gnu::always_inline]] inline EncodeProgress EncodeLastUnits(
    StringUnits& units,
    std::span<uint8_t> output) {
  Encoder encoder(Encoding::kUtf8);
  const size_t n = units.left();
  if (!units.is_one_byte() || !internal::IsShort(n, output.size())) {
    return EncodeUnits(units, encoder, output, Flush::kYes);
  }
  const std::span<const uint8_t> block = units.NextOneByte();
  if (internal::CopyShortAscii(block.data(), n, output.data())) {
    return {n, n};
  }
  const EncodeResult encoded = EncodeBlock(encoder, block, output, Flush::kYes);
  return {encoded.read, encoded.written};
}

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_ENCODE_UNITS_H_
