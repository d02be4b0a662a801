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
#include "src/kernels/by_target.h"
#include "src/kernels/stage.h"
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

// Where a conversion stands, from its begin to its end. It stays in registers
// as long as it's given by reference to nothing but what is inlined: a cursor
// in memory costs as much as a short text.
//
// Unit is uint8_t (Latin-1) or char16_t (UTF-16).
template <typename Unit>
struct DecodeCursor {
  const uint8_t* in;
  const uint8_t* const in_end;
  Unit* out;
  Unit* const out_end;
  // Whether U+FFFD may be written for what is malformed. With
  // kReplacementReported the driver writes the first of a call.
  bool replace;
  // Whether the text ends with the input, so that a character which lacks bytes
  // is malformed.
  bool ends_text;

  size_t in_left() const { return static_cast<size_t>(in_end - in); }
  size_t out_left() const { return static_cast<size_t>(out_end - out); }
};

template <typename Unit>
struct EncodeCursor {
  const Unit* in;
  const Unit* const in_end;
  uint8_t* out;
  uint8_t* const out_end;
  // A fast path may replace what is unmappable with kHtml, and with no other.
  EncodeErrorMode error_mode;

  size_t in_left() const { return static_cast<size_t>(in_end - in); }
  size_t out_left() const { return static_cast<size_t>(out_end - out); }
};

// How many bytes of a character a chunk can end with, and lack another: of
// UTF-8 and gb18030.
inline constexpr size_t kMaxCutLength = 3;

// What run() is to know, in one register.
struct DecodeRunMode {
  Encoding encoding;
  bool replace;
  bool ends_text;
  AfterKernel after_kernel;
};

// How a codec decodes to one kind of unit. Decoder calls stage() and run()
// where nothing waits in the state and no byte order mark is in sight, and
// rest() in any case, each with whatever the one before has left. Most texts
// end in stage() or run(), whose arguments are in registers. cut() comes before
// stage() where something waits, and behind it in the last bytes of a chunk.
template <typename Unit>
struct DecodeFunctions {
  // The kernel's. Null if the codec has no kernel for this kind of unit.
  const simd::ByTarget<DecodeStage<Unit>>* stage = nullptr;
  // The codec's own, if it has none of a kernel's.
  DecodeStage<Unit>* own_stage = nullptr;
  // The codec's DecodeRun(). Null if the codec has several states to run in.
  simd::Converted (*run)(const uint8_t* input,
                         size_t input_size,
                         Unit* output,
                         size_t output_size,
                         DecodeRunMode mode) = nullptr;
  // The handler's steps for a character that a chunk's border cuts; see
  // DecodeCutCharacter(). Null if the codec has several states to run in.
  simd::Converted (*cut)(const uint8_t* input,
                         size_t input_size,
                         Unit* output,
                         size_t output_size,
                         Encoding encoding,
                         uint32_t* state) = nullptr;
  // All else that a call does, but for the reset at the end of a text.
  DecodeResult (*rest)(std::span<const uint8_t> input,
                       std::span<Unit> output,
                       Flush flush,
                       Decoder& decoder) = nullptr;
};

// Functions for either kind of unit.
template <template <typename> class Functions>
struct ByUnit {
  Functions<uint8_t> latin1;
  Functions<char16_t> utf16;

  template <typename Unit>
  constexpr const Functions<Unit>& For() const {
    if constexpr (std::is_same_v<Unit, uint8_t>) {
      return latin1;
    } else {
      return utf16;
    }
  }
};

struct DecoderFunctions : ByUnit<DecodeFunctions> {
  // 0 if the encoding has no byte order mark.
  uint8_t first_of_byte_order_mark = 0;
};

// Whether `input` begins with a character that a codec needn't look at one by
// one: nothing waits in the state, and no byte order mark is in sight.
inline bool CanRun(const DecoderFunctions& codec,
                   DecoderState state,
                   std::span<const uint8_t> input) {
  return state.codec() == 0 && !input.empty() &&
         (!state.at_start() || input.front() != codec.first_of_byte_order_mark);
}

// How a codec encodes one kind of unit; see DecodeFunctions.
template <typename Unit>
struct EncodeFunctions {
  const simd::ByTarget<EncodeStage<Unit>>* stage = nullptr;
  // The codec's own, if it has none of a kernel's.
  EncodeStage<Unit>* own_stage = nullptr;
  simd::Converted (*run)(const Unit* input,
                         size_t input_size,
                         uint8_t* output,
                         size_t output_size,
                         Encoding encoding,
                         EncodeErrorMode error_mode,
                         AfterKernel after_kernel) = nullptr;
  EncodeResult (*rest)(std::span<const Unit> input,
                       std::span<uint8_t> output,
                       Flush flush,
                       Encoder& encoder) = nullptr;
};

using EncoderFunctions = ByUnit<EncodeFunctions>;

// A codec's kernels, which a kind of unit may lack.
template <typename Unit>
struct DecodeKernelOf {
  const simd::ByTarget<simd::DecodeKernel<Unit>>* kernel = nullptr;
  const simd::ByTarget<DecodeStage<Unit>>* stage = nullptr;
};
template <typename Unit>
struct EncodeKernelOf {
  const simd::ByTarget<simd::EncodeKernel<Unit>>* kernel = nullptr;
  const simd::ByTarget<EncodeStage<Unit>>* stage = nullptr;
};
using DecodeKernels = ByUnit<DecodeKernelOf>;
using EncodeKernels = ByUnit<EncodeKernelOf>;

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
