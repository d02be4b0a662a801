// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Texts of 1 to 64 ASCII characters, taken as a whole: names, keys, numbers,
// what most calls convert; and such texts of windows-1252, which is Latin-1 but
// for 32 characters, so that nobody need ask whether they are ASCII. Decoder
// and Encoder try this before they set up anything for a codec. Where it says
// no, nothing has been written and the codec does everything, so that there is
// still one state machine per codec: in its neutral state, ASCII is what it was
// in nearly all encodings.
//
// Only instructions of the compiler's baseline: looking up what else the CPU
// has takes longer than these few.

#ifndef V8_ENCODING_SRC_CODECS_SHORT_ASCII_H_
#define V8_ENCODING_SRC_CODECS_SHORT_ASCII_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

// What of a text's elements is copied as it is.
enum class Kept {
  kAscii,
  kWindows1252,  // What is the same in Latin-1: all but 0x80 to 0x9F.
};

template <Kept kKept, typename In>
constexpr bool IsKept(In element) {
  return element < 0x80 ||
         (kKept == Kept::kWindows1252 && element >= 0xA0 && element <= 0xFF);
}

// Sixteen elements, or four words of four elements.
template <typename T>
using Block = Vector<T, 16>;
template <typename T>
using Word = std::conditional_t<sizeof(T) == 1, uint32_t, uint64_t>;

// Adds to `others` bits of the elements that aren't kept.
template <Kept kKept, typename In>
[[gnu::always_inline]] inline void FindOthers(const Block<In>& v,
                                              Block<In>& others) {
  if constexpr (kKept == Kept::kAscii) {
    others |= v & static_cast<In>(~0x7F);
  } else {
    others |= reinterpret_cast<Block<In>>((v & In{0xE0}) == In{0x80});
    if constexpr (sizeof(In) == 2) {
      others |= v & In{0xFF00};
    }
  }
}

template <typename In>
[[gnu::always_inline]] inline bool AnyBits(const Block<In>& v) {
  const auto words = reinterpret_cast<Vector<uint64_t, 2 * sizeof(In)>>(v);
  uint64_t bits = 0;
  for (size_t i = 0; i < 2 * sizeof(In); ++i) {
    bits |= words[i];
  }
  return bits != 0;
}

// Where four pieces of kN elements begin that together are kN to 4 * kN
// elements: as many as there are, so that lengths are no branches.
template <size_t kN>
struct Places {
  explicit Places(size_t n)
      : at{0, std::min(kN, n - kN), std::max(n, 2 * kN) - 2 * kN, n - kN} {}
  size_t at[4];
};

// 4 to 16.
template <Kept kKept, typename In, typename Out>
inline bool CopyWords(const In* in, size_t n, Out* out) {
  const Places<4> places(n);
  Vector<Word<In>, 4> words;
  for (size_t k = 0; k < 4; ++k) {
    Word<In> word;
    std::memcpy(&word, in + places.at[k], sizeof(word));
    words[k] = word;
  }
  const auto v = reinterpret_cast<Block<In>>(words);
  Block<In> others = {};
  FindOthers<kKept, In>(v, others);
  if (AnyBits<In>(others)) {
    return false;
  }
  const auto words_out = reinterpret_cast<Vector<Word<Out>, 4>>(
      __builtin_convertvector(v, Block<Out>));
  for (size_t k = 0; k < 4; ++k) {
    const Word<Out> word = words_out[k];
    std::memcpy(out + places.at[k], &word, sizeof(word));
  }
  return true;
}

// 16 to 64.
template <Kept kKept, typename In, typename Out>
inline bool CopyBlocks(const In* in, size_t n, Out* out) {
  const Places<16> places(n);
  Block<In> v[4];
  Block<In> others = {};
  for (size_t k = 0; k < 4; ++k) {
    std::memcpy(&v[k], in + places.at[k], sizeof(v[k]));
    FindOthers<kKept, In>(v[k], others);
  }
  if (AnyBits<In>(others)) {
    return false;
  }
  for (size_t k = 0; k < 4; ++k) {
    const auto block = __builtin_convertvector(v[k], Block<Out>);
    std::memcpy(out + places.at[k], &block, sizeof(block));
  }
  return true;
}

// 1 to kMaxShortAscii. Writes nothing if there are others.
template <Kept kKept, typename In, typename Out>
inline bool Copy(const In* in, size_t n, Out* out) {
  if (n >= 16) {
    return CopyBlocks<kKept>(in, n, out);
  }
  if (n >= 4) {
    return CopyWords<kKept>(in, n, out);
  }
  // The first of one to three, the second of three or the last of two, and the
  // last.
  const size_t middle = n / 2;
  const size_t last = n - 1;
  const In a = in[0];
  const In b = in[middle];
  const In c = in[last];
  if (!IsKept<kKept>(a) || !IsKept<kKept>(b) || !IsKept<kKept>(c)) {
    return false;
  }
  out[0] = static_cast<Out>(a);
  out[middle] = static_cast<Out>(b);
  out[last] = static_cast<Out>(c);
  return true;
}

}  // namespace short_ascii

// Whether n characters are as many as the functions below take, and have a
// place in the output.
inline bool IsShort(size_t n, size_t output_size) {
  return n - 1 < kMaxShortAscii && n <= output_size;
}

// Whether CopyShortAscii() is worth a try for n characters that are short: few
// texts that aren't ASCII get past this.
template <typename In>
inline bool LooksLikeAscii(const In* in, size_t n) {
  return (in[0] | in[n / 2]) < 0x80;
}

// Copies n characters that are short. If they aren't all ASCII, writes nothing
// and returns false.
template <typename In, typename Out>
inline bool CopyShortAscii(const In* in, size_t n, Out* out) {
  return short_ascii::Copy<short_ascii::Kept::kAscii>(in, n, out);
}

// The same for characters of which none is 0x80 to 0x9F, nor above 0xFF: what
// windows-1252 has as it is.
template <typename In, typename Out>
inline bool CopyShortWindows1252(const In* in, size_t n, Out* out) {
  return short_ascii::Copy<short_ascii::Kept::kWindows1252>(in, n, out);
}

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_SHORT_ASCII_H_
