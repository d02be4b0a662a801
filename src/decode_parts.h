// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What functions share that go over a text in parts: ASCII that is copied, text
// in UTF-8 that needs no decoding, and the results of calls.

#ifndef V8_ENCODING_SRC_DECODE_PARTS_H_
#define V8_ENCODING_SRC_DECODE_PARTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "src/codecs/codec.h"
#include "src/codecs/codecs.h"
#include "src/kernels/converted.h"
#include "src/kernels/copy.h"
#include "src/kernels/utf8/utf8_validate.h"
#include "v8_encoding/decoder.h"

namespace v8_encoding::internal {

// Copies the ASCII that `input` begins with, as far as there is room. Returns
// how many bytes that is.
inline size_t CopyAscii(std::span<const uint8_t> input,
                        std::span<uint8_t> output) {
  return simd::CopyAsciiPrefix(
      input.data(), std::min(input.size(), output.size()), output.data());
}

// Whether a text in a legacy encoding, or for one, is probably ASCII, as most
// short ones are. Three bytes of those that aren't rarely are, which makes a
// branch that's foreseen.
inline bool IsProbablyAscii(std::span<const uint8_t> text) {
  return (text.front() | text[text.size() / 2] | text.back()) < 0x80;
}

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

// Goes over a whole text: calls same(bytes) for those that are the same in
// UTF-8, which is what is well-formed, and in other encodings ASCII, and
// decoded(units) for all others. `decoder` replaces what is malformed.
template <typename Same, typename Decoded>
void ForEachPart(std::span<const uint8_t> text,
                 Decoder decoder,
                 const Same& same,
                 const Decoded& decoded) {
  char16_t block[2048];
  DecodeResult result;
  do {
    size_t n;
    if (decoder.encoding() == Encoding::kUtf8) {
      DecoderState state = decoder.state();
      n = TakeWellFormedUtf8(Encoding::kUtf8, text, state).read;
      decoder.set_state(state);
    } else {
      n = decoder.ReadAscii(text, Flush::kNo).length;
    }
    same(text.first(n));
    text = text.subspan(n);
    // A block may have had no room for what is left in the state.
    if (text.empty() && decoder.state().codec() == 0) {
      return;
    }
    result = decoder.DecodeToUtf16(text, block, Flush::kYes);
    decoded(std::span<const char16_t>(block, result.written));
    text = text.subspan(result.read);
  } while (result.status == DecodeStatus::kOutputFull);
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
