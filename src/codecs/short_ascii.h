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

// Of compilers' own, on any processor: loops over arrays end as moves of single
// bytes where the compiler sees the same bytes as a word.
template <typename T, size_t kN>
struct VectorOf {
  using Type [[gnu::vector_size(kN * sizeof(T))]] = T;
};
template <typename T, size_t kN>
using Vector = typename VectorOf<T, kN>::Type;

// `kN` to twice as many, as two blocks that overlap. (No function takes or
// returns a vector: how that is done depends on the compiler's flags.)
template <size_t kN, typename In, typename Out>
inline bool CopyTwoBlocks(const In* in, size_t n, Out* out) {
  constexpr size_t kSize = kN * sizeof(In);
  using Word = std::conditional_t<kSize % 8 == 0, uint64_t, uint32_t>;
  constexpr auto kAboveAscii = static_cast<Word>(
      sizeof(In) == 1 ? 0x8080808080808080 : 0xFF80FF80FF80FF80);
  Vector<In, kN> first;
  Vector<In, kN> last;
  std::memcpy(&first, in, sizeof(first));
  std::memcpy(&last, in + n - kN, sizeof(last));
  const auto words =
      reinterpret_cast<Vector<Word, kSize / sizeof(Word)>>(first | last);
  Word bits = 0;
  for (size_t i = 0; i < kSize / sizeof(Word); ++i) {
    bits |= words[i];
  }
  if ((bits & kAboveAscii) != 0) {
    return false;
  }
  const auto first_out = __builtin_convertvector(first, Vector<Out, kN>);
  const auto last_out = __builtin_convertvector(last, Vector<Out, kN>);
  std::memcpy(out, &first_out, sizeof(first_out));
  std::memcpy(out + n - kN, &last_out, sizeof(last_out));
  return true;
}

}  // namespace short_ascii

// Whether CopyShortAscii() is worth a try, and allowed: few texts that aren't
// ASCII get past this.
template <typename In>
inline bool LooksLikeShortAscii(const In* in, size_t n, size_t output_size) {
  return n - 1 < kMaxShortAscii && n <= output_size &&
         (in[0] | in[n / 2]) < 0x80;
}

// Copies n characters that look like short ASCII. If they aren't, writes
// nothing and returns false.
template <typename In, typename Out>
inline bool CopyShortAscii(const In* in, size_t n, Out* out) {
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
