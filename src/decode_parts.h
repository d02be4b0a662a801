// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What DecodeToUtf8() and Validate(), which go over a text in parts, share:
// text in UTF-8 that needs no decoding, and the results of calls.

#ifndef V8_ENCODING_SRC_DECODE_PARTS_H_
#define V8_ENCODING_SRC_DECODE_PARTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "src/codecs/codec.h"
#include "src/codecs/codecs.h"
#include "src/kernels/converted.h"
#include "src/kernels/utf8/utf8_validate.h"
#include "v8_encoding/decoder.h"

namespace v8_encoding::internal {

// Text in UTF-8 that needs no decoding: in the neutral state all that is
// well-formed, but for a byte order mark. Counts its bytes, and its code units
// in UTF-16, and puts the decoder's state behind it.
inline simd::Converted TakeWellFormedUtf8(Encoding encoding,
                                          std::span<const uint8_t> input,
                                          DecoderState& state) {
  if (encoding != Encoding::kUtf8 || !CanRun(kUtf8Decoder, state, input)) {
    return {0, 0};
  }
  const simd::Converted taken =
      simd::WellFormedUtf8Prefix(input.data(), input.size());
  state = state.WithAtStart(state.at_start() && taken.read == 0);
  return taken;
}

// The same of a decoder of UTF-8. Returns how many bytes that is.
inline size_t TakeWellFormedUtf8(std::span<const uint8_t> input,
                                 Decoder& decoder) {
  DecoderState state = decoder.state();
  const size_t read = TakeWellFormedUtf8(Encoding::kUtf8, input, state).read;
  decoder.set_state(state);
  return read;
}

// A character of UTF-8 that the state has begun, or that begins in a chunk's
// last bytes, as far as it's there and well-formed; or nothing. Puts `state`
// behind it. Counts its bytes here, and its code units, which it writes.
inline simd::Converted TakeCutUtf8(Encoding encoding,
                                   std::span<const uint8_t> input,
                                   Flush flush,
                                   DecoderState& state,
                                   std::span<char16_t, 2> units) {
  if (encoding != Encoding::kUtf8 || state.at_start() || input.empty() ||
      (state.codec() == 0 && input.size() > kMaxCutLength)) {
    return {0, 0};
  }
  uint32_t codec = state.codec();
  const simd::Converted done = kUtf8Decoder.utf16.cut(
      input.data(), std::min(input.size(), kMaxCutLength), units.data(),
      units.size(), encoding, &codec);
  // Behind a character only a state that was made up isn't neutral.
  if (done.written == 0 ? done.read != input.size() || flush == Flush::kYes
                        : codec != 0) {
    return {0, 0};
  }
  state = state.WithCodec(codec);
  return done;
}

// What a call comes to that met nothing malformed. Made anew: a result that was
// written part by part, and is copied as a whole, has to be waited for.
inline DecodeResult Finished(DecodeStatus status,
                             size_t read,
                             size_t written,
                             bool had_replacements) {
  return {.status = status,
          .had_replacements = had_replacements,
          .read = read,
          .written = written};
}

// What a call comes to whose last part was `decoded`.
inline DecodeResult EndedBy(const DecodeResult& decoded,
                            size_t read,
                            size_t written,
                            bool had_replacements) {
  DecodeResult result =
      Finished(decoded.status, read, written, had_replacements);
  if (decoded.status == DecodeStatus::kMalformed) {
    result.malformed_length = decoded.malformed_length;
    result.read_ahead_length = decoded.read_ahead_length;
  }
  return result;
}

// What a call comes to whose input was all taken.
inline DecodeResult AtEnd(Decoder& decoder,
                          size_t read,
                          size_t written,
                          bool had_replacements,
                          Flush flush) {
  if (flush == Flush::kYes) {
    decoder.Reset();
  }
  return Finished(DecodeStatus::kInputEmpty, read, written, had_replacements);
}

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_DECODE_PARTS_H_
