// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What a codec is, seen from Decoder and Encoder: its conversion functions.
// decode_driver.h and encode_driver.h make them of a codec's handlers; the
// concepts DecoderCodec and EncoderCodec there say what members a codec has.

#ifndef V8_ENCODING_SRC_CODECS_CODEC_H_
#define V8_ENCODING_SRC_CODECS_CODEC_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "src/code_points.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::internal {

// Whether the two have memory in common.
template <typename In, typename Out>
inline bool Overlap(std::span<const In> input, std::span<Out> output) {
  const auto in = reinterpret_cast<uintptr_t>(input.data());
  const auto out = reinterpret_cast<uintptr_t>(output.data());
  return !input.empty() && !output.empty() && in < out + output.size_bytes() &&
         out < in + input.size_bytes();
}

// Where a conversion stands, from its begin to its end. A driver's, which keeps
// it in registers as long as it's given by reference to nothing but what is
// inlined there: a cursor in memory costs as much as a short text.
//
// Unit is uint8_t (Latin-1) or char16_t (UTF-16).
template <typename Unit>
struct DecodeCursor {
  const uint8_t* in;
  const uint8_t* const in_end;
  Unit* out;
  Unit* const out_end;
  // Whether U+FFFD may be written for what is malformed.
  const bool replace;

  size_t in_left() const { return static_cast<size_t>(in_end - in); }
  size_t out_left() const { return static_cast<size_t>(out_end - out); }
};

template <typename Unit>
struct EncodeCursor {
  const Unit* in;
  const Unit* const in_end;
  uint8_t* out;
  uint8_t* const out_end;
  // A fast path may replace what is unmappable where that is what's asked for.
  const EncodeErrorMode error_mode;

  size_t in_left() const { return static_cast<size_t>(in_end - in); }
  size_t out_left() const { return static_cast<size_t>(out_end - out); }
};

// What a call is told besides its texts.
struct DecodeOptions {
  Encoding encoding;
  DecodeErrorMode error_mode;
  BomMode bom_mode;
  Flush flush;
};

struct EncodeOptions {
  Encoding encoding;
  EncodeErrorMode error_mode;
  Flush flush;
};

// A codec's two ways to decode. Each is a whole call of Decoder's function of
// that name, the state's reset at the end of a text included. Arguments are
// what fits into registers.
struct DecoderFunctions {
  template <typename Unit>
  using Function = DecodeResult(std::span<const uint8_t> input,
                                std::span<Unit> output,
                                DecoderState& state,
                                DecodeOptions options);

  Function<uint8_t>* to_latin1;
  Function<char16_t>* to_utf16;
};

// A codec's two ways to encode.
struct EncoderFunctions {
  template <typename Unit>
  using Function = EncodeResult(std::span<const Unit> input,
                                std::span<uint8_t> output,
                                EncoderState& state,
                                EncodeOptions options);

  Function<uint8_t>* from_latin1;
  Function<char16_t>* from_utf16;
};

// The codec for a call: most are for one encoding, and know it.
template <typename Codec>
constexpr Codec MakeCodec([[maybe_unused]] Encoding encoding) {
  if constexpr (std::is_constructible_v<Codec, Encoding>) {
    return Codec(encoding);
  } else {
    return Codec();
  }
}

// Optional in decoders and encoders, where it has the same meaning.
template <typename Codec>
concept HasCanRun = requires(const Codec codec, uint32_t state) {
  { codec.CanRun(state) } -> std::same_as<bool>;
};

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_CODEC_H_
