// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Texts of 1 to 64 ASCII characters, taken as a whole: names, keys, numbers,
// what most calls convert. Decoder and Encoder try this before they set up
// anything for a codec. Where it says no, nothing has been written and the
// codec does everything, so that there is still one state machine per codec:
// in its neutral state, ASCII is what it was in nearly all encodings.
//
// Only instructions of the compiler's baseline: looking up what else the CPU
// has takes longer than these few.

#ifndef V8_ENCODING_SRC_CODECS_SHORT_ASCII_H_
#define V8_ENCODING_SRC_CODECS_SHORT_ASCII_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "src/codecs/codec_of.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::internal {

inline constexpr size_t kMaxShortAscii = 64;

// Whether each byte below 0x80 decodes to that code point in the decoder's
// neutral state, and leaves it in that state.
constexpr bool DecodesAsciiAsItself(Encoding encoding) {
  switch (CodecOf(encoding)) {
    case CodecId::kUtf8:
    case CodecId::kSingleByte:
    case CodecId::kGbk:
    case CodecId::kGb18030:
    case CodecId::kBig5:
    case CodecId::kEucJp:
    case CodecId::kShiftJis:
    case CodecId::kEucKr:
    case CodecId::kXUserDefined:
      return true;
    case CodecId::kIso2022Jp:  // Escapes begin with an ASCII character.
    case CodecId::kReplacement:
    case CodecId::kUtf16Be:
    case CodecId::kUtf16Le:
      break;
  }
  return false;
}

// Whether each code point below U+0080 encodes to that byte in the encoder's
// neutral state, and leaves it in that state.
constexpr bool EncodesAsciiAsItself(Encoding encoding) {
#ifdef V8_ENCODING_NO_LEGACY_ENCODERS
  return encoding == Encoding::kUtf8 || encoding == Encoding::kXUserDefined;
#else
  // Those that aren't encoded to have no bytes at all for anything, and
  // ISO-2022-JP has none for SHIFT OUT, SHIFT IN and ESC.
  return DecodesAsciiAsItself(encoding);
#endif
}

namespace short_ascii {

// `kN` elements as words, all or'ed.
template <size_t kN, typename In>
inline uint64_t BitsOf(const In* in) {
  constexpr size_t kSize = kN * sizeof(In);
  using Word = std::conditional_t<kSize % 8 == 0, uint64_t, uint32_t>;
  uint64_t bits = 0;
  for (size_t i = 0; i < kN; i += sizeof(Word) / sizeof(In)) {
    Word word;
    std::memcpy(&word, in + i, sizeof(word));
    bits |= word;
  }
  return bits;
}

template <typename In>
constexpr bool IsAscii(uint64_t bits) {
  return (bits & (sizeof(In) == 1 ? 0x8080808080808080 : 0xFF80FF80FF80FF80)) ==
         0;
}

// By way of arrays, of which compilers make vectors.
template <size_t kN, typename In, typename Out>
inline void Convert(const In* in, Out* out) {
  In from[kN];
  std::memcpy(from, in, sizeof(from));
  Out to[kN];
  for (size_t i = 0; i < kN; ++i) {
    to[i] = static_cast<Out>(from[i]);
  }
  std::memcpy(out, to, sizeof(to));
}

// `kN` to twice as many, as two blocks that overlap.
template <size_t kN, typename In, typename Out>
inline bool CopyTwoBlocks(const In* in, size_t n, Out* out) {
  const size_t second = n - kN;
  if (!IsAscii<In>(BitsOf<kN>(in) | BitsOf<kN>(in + second))) {
    return false;
  }
  Convert<kN>(in, out);
  Convert<kN>(in + second, out + second);
  return true;
}

}  // namespace short_ascii

// Copies `input` to the begin of `output` if it's 1 to kMaxShortAscii ASCII
// characters that fit. Otherwise writes nothing and returns false.
template <typename In, typename Out>
inline bool CopyShortAscii(std::span<const In> input, std::span<Out> output) {
  const In* const in = input.data();
  Out* const out = output.data();
  const size_t n = input.size();
  if (n - 1 >= kMaxShortAscii || n > output.size()) {
    return false;
  }
  // Few texts that aren't ASCII get past this.
  if ((in[0] | in[n / 2]) >= 0x80) {
    return false;
  }
  if (n >= 32) {
    return short_ascii::CopyTwoBlocks<32>(in, n, out);
  }
  if (n >= 16) {
    return short_ascii::CopyTwoBlocks<16>(in, n, out);
  }
  if (n >= 8) {
    return short_ascii::CopyTwoBlocks<8>(in, n, out);
  }
  if (n >= 4) {
    return short_ascii::CopyTwoBlocks<4>(in, n, out);
  }
  // The first of one to three, the second of three or the last of two, and the
  // last.
  const size_t middle = n / 2;
  const size_t last = n - 1;
  const In a = in[0];
  const In b = in[middle];
  const In c = in[last];
  if ((a | b | c) >= 0x80) {
    return false;
  }
  out[0] = static_cast<Out>(a);
  out[middle] = static_cast<Out>(b);
  out[last] = static_cast<Out>(c);
  return true;
}

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_SHORT_ASCII_H_
