// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What a codec is, seen from Decoder and Encoder: the arguments and results of
// the conversion functions. decode_driver.h and encode_driver.h turn a codec's
// handler into such a function; the concepts DecoderCodec and EncoderCodec
// there say what members a codec has.

#ifndef V8_ENCODING_SRC_CODECS_CODEC_H_
#define V8_ENCODING_SRC_CODECS_CODEC_H_

#include <concepts>
#include <cstdint>
#include <span>

#include "src/code_points.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding::internal {

// Whether the two have memory in common.
template <typename In, typename Out>
inline bool Overlap(std::span<const In> input, std::span<Out> output) {
  const auto in = reinterpret_cast<uintptr_t>(input.data());
  const auto out = reinterpret_cast<uintptr_t>(output.data());
  return !input.empty() && !output.empty() && in < out + output.size_bytes() &&
         out < in + input.size_bytes();
}

// Unit is uint8_t (Latin-1) or char16_t (UTF-16).
template <typename Unit>
struct DecodeInput {
  const uint8_t* in;
  const uint8_t* in_end;
  Unit* out;
  Unit* out_end;
  Flush flush;
  DecodeErrorMode error_mode;
  DecoderState state;
};

struct DecodeOutput {
  DecodeResult result;
  DecoderState state;
};

template <typename Unit>
struct EncodeInput {
  const Unit* in;
  const Unit* in_end;
  uint8_t* out;
  uint8_t* out_end;
  Flush flush;
  EncodeErrorMode error_mode;
  EncoderState state;
};

struct EncodeOutput {
  EncodeResult result;
  EncoderState state;
};

// Optional in decoders and encoders, where it has the same meaning.
template <typename Codec>
concept HasCanRun = requires(const Codec codec, uint32_t state) {
  { codec.CanRun(state) } -> std::same_as<bool>;
};

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_CODEC_H_
