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
// Only instructions of the compiler's baseline. With AVX-512's masks, kernels
// have as short a way for UTF-8 and windows-1252, and these texts don't come
// here.

#ifndef V8_ENCODING_SRC_CODECS_SHORT_ASCII_H_
#define V8_ENCODING_SRC_CODECS_SHORT_ASCII_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

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

// Vectors of compilers' own, on any processor, and none longer than what most
// have: GCC makes scalars of those. Nor are there loops over a few of them: GCC
// leaves them at -O2, and the arrays in memory, where a load of what two stores
// have just written waits for both.
template <typename T>
struct VectorOf {
  using Type [[gnu::vector_size(16)]] = T;
};
template <typename T>
using Vector = typename VectorOf<T>::Type;
using Bytes = Vector<uint8_t>;

// `kPlaces` counts through the bytes of `a`, and on through those of `b`.
template <int... kPlaces>
[[gnu::always_inline]] inline Bytes Shuffle(Bytes a, Bytes b) {
#ifdef __clang__
  return __builtin_shufflevector(a, b, kPlaces...);
#else
  return __builtin_shuffle(a, b, Bytes{kPlaces...});
#endif
}

// Where the low one of a unit's two bytes is.
inline constexpr int kLow = std::endian::native == std::endian::little ? 0 : 1;
using Places = std::make_integer_sequence<int, 16>;

// Eight bytes, from `kFirst` on, as units.
template <int kFirst, int... kI>
[[gnu::always_inline]] inline Bytes Widen(
    Bytes bytes,
    std::integer_sequence<int, kI...> /*places*/) {
  return Shuffle<(kI % 2 == kLow ? 0 : 16) + kFirst + kI / 2 ...>(bytes,
                                                                  Bytes{});
}

// The low bytes of the units in `a` and then `b`.
template <int... kI>
[[gnu::always_inline]] inline Bytes
Narrow(Bytes a, Bytes b, std::integer_sequence<int, kI...> /*places*/) {
  return Shuffle<2 * kI + kLow...>(a, b);
}

template <typename T>
[[gnu::always_inline]] inline T Load(const void* from) {
  T value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}
template <typename T>
[[gnu::always_inline]] inline void Store(T value, void* to) {
  std::memcpy(to, &value, sizeof(value));
}

// Sixteen elements: bytes, or the bytes of units.
template <typename In>
struct Sixteen {
  // Bits of the elements that aren't kept.
  template <Kept kKept>
  [[gnu::always_inline]] Bytes Others() const {
    Bytes any = first;
    if constexpr (sizeof(In) == 2) {
      any |= second;
    }
    const auto elements = reinterpret_cast<Vector<In>>(any);
    if constexpr (kKept == Kept::kAscii) {
      return reinterpret_cast<Bytes>(elements & static_cast<In>(~0x7F));
    } else if constexpr (sizeof(In) == 1) {
      return ControlsIn(first);
    } else {
      return reinterpret_cast<Bytes>(elements & In{0xFF00}) |
             ControlsIn(Narrow(first, second, Places()));
    }
  }

  Bytes first;
  Bytes second = {};  // Of units alone.

 private:
  // 0x80 to 0x9F.
  [[gnu::always_inline]] static Bytes ControlsIn(Bytes bytes) {
    return reinterpret_cast<Bytes>((bytes & uint8_t{0xE0}) == uint8_t{0x80});
  }
};

[[gnu::always_inline]] inline bool AnyBits(Bytes v) {
  const auto words = reinterpret_cast<Vector<uint64_t>>(v);
  return (words[0] | words[1]) != 0;
}

// Where four pieces of kN elements begin that together are kN to 4 * kN
// elements: as many as there are, so that lengths are no branches.
template <size_t kN>
struct Beginnings {
  [[gnu::always_inline]] explicit Beginnings(size_t n) {
    // std::max() with zero, of which GCC makes a branch.
    const auto beyond_two = static_cast<ptrdiff_t>(n - 2 * kN);
    d = n - kN;
    c = static_cast<size_t>(beyond_two & ~(beyond_two >> (kBits - 1)));
    b = d - c;
  }
  static constexpr int kBits = std::numeric_limits<size_t>::digits;
  static constexpr size_t a = 0;
  size_t b;
  size_t c;
  size_t d;
};

// 4 to 16.
template <Kept kKept, typename In, typename Out>
[[gnu::always_inline]] inline bool CopyWords(const In* in, size_t n, Out* out) {
  using Word = std::conditional_t<sizeof(In) == 1, uint32_t, uint64_t>;
  const Beginnings<4> at(n);
  const auto a = Load<Word>(in + at.a);
  const auto b = Load<Word>(in + at.b);
  const auto c = Load<Word>(in + at.c);
  const auto d = Load<Word>(in + at.d);
  Sixteen<In> v;
  if constexpr (sizeof(In) == 1) {
    v.first = reinterpret_cast<Bytes>(Vector<uint32_t>{a, b, c, d});
  } else {
    v.first = reinterpret_cast<Bytes>(Vector<uint64_t>{a, b});
    v.second = reinterpret_cast<Bytes>(Vector<uint64_t>{c, d});
  }
  bool has_others;
  if constexpr (kKept == Kept::kAscii && sizeof(In) == 1 && sizeof(Out) == 1) {
    // These needn't go to a vector at all.
    has_others = ((a | b | c | d) & 0x80808080) != 0;
  } else {
    has_others = AnyBits(v.template Others<kKept>());
  }
  if (has_others) {
    return false;
  }
  const auto store = [&](auto first, auto second, auto third, auto fourth) {
    Store(first, out + at.a);
    Store(second, out + at.b);
    Store(third, out + at.c);
    Store(fourth, out + at.d);
  };
  if constexpr (sizeof(Out) == sizeof(In)) {
    store(a, b, c, d);
  } else if constexpr (sizeof(Out) > sizeof(In)) {
    const auto low =
        reinterpret_cast<Vector<uint64_t>>(Widen<0>(v.first, Places()));
    const auto high =
        reinterpret_cast<Vector<uint64_t>>(Widen<8>(v.first, Places()));
    store(low[0], low[1], high[0], high[1]);
  } else {
    const auto words =
        reinterpret_cast<Vector<uint32_t>>(Narrow(v.first, v.second, Places()));
    store(words[0], words[1], words[2], words[3]);
  }
  return true;
}

// 16 to 64.
template <Kept kKept, typename In, typename Out>
[[gnu::always_inline]] inline bool CopyBlocks(const In* in,
                                              size_t n,
                                              Out* out) {
  const auto load = [in](size_t at) __attribute__((always_inline)) {
    Sixteen<In> v = {.first = Load<Bytes>(in + at)};
    if constexpr (sizeof(In) == 2) {
      v.second = Load<Bytes>(in + at + 8);
    }
    return v;
  };
  const auto store = [out](const Sixteen<In>& v, size_t at)
      __attribute__((always_inline)) {
    if constexpr (sizeof(Out) == sizeof(In)) {
      Store(v.first, out + at);
    } else if constexpr (sizeof(Out) > sizeof(In)) {
      Store(Widen<0>(v.first, Places()), out + at);
      Store(Widen<8>(v.first, Places()), out + at + 8);
    } else {
      Store(Narrow(v.first, v.second, Places()), out + at);
    }
  };
  const Beginnings<16> at(n);
  const Sixteen<In> a = load(at.a);
  const Sixteen<In> b = load(at.b);
  const Sixteen<In> c = load(at.c);
  const Sixteen<In> d = load(at.d);
  if (AnyBits(a.template Others<kKept>() | b.template Others<kKept>() |
              c.template Others<kKept>() | d.template Others<kKept>())) {
    return false;
  }
  store(a, at.a);
  store(b, at.b);
  store(c, at.c);
  store(d, at.d);
  return true;
}

// 1 to kMaxShortAscii. Writes nothing if there are others. Inlined into the
// stages that do nothing else: a call's registers would be saved there first.
template <Kept kKept, typename In, typename Out>
[[gnu::always_inline]] inline bool Copy(const In* in, size_t n, Out* out) {
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

// 1 to kMaxShortAscii.
[[gnu::always_inline]] inline bool AreAscii(const uint8_t* in, size_t n) {
  const auto any = [in](auto piece, auto at) __attribute__((always_inline)) {
    using Piece = decltype(piece);
    return static_cast<Piece>(Load<Piece>(in + at.a) | Load<Piece>(in + at.b) |
                              Load<Piece>(in + at.c) | Load<Piece>(in + at.d));
  };
  if (n >= 16) {
    const Bytes bytes = any(Bytes(), Beginnings<16>(n));
    return !AnyBits(bytes & 0x80);
  }
  if (n >= 4) {
    return (any(uint32_t{}, Beginnings<4>(n)) & 0x80808080) == 0;
  }
  return ((in[0] | in[n / 2] | in[n - 1]) & 0x80) == 0;
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
[[gnu::always_inline]] inline bool CopyShortAscii(const In* in,
                                                  size_t n,
                                                  Out* out) {
  return short_ascii::Copy<short_ascii::Kept::kAscii>(in, n, out);
}

// The same for characters of which none is 0x80 to 0x9F, nor above 0xFF: what
// windows-1252 has as it is.
template <typename In, typename Out>
[[gnu::always_inline]] inline bool CopyShortWindows1252(const In* in,
                                                        size_t n,
                                                        Out* out) {
  return short_ascii::Copy<short_ascii::Kept::kWindows1252>(in, n, out);
}

// Whether n bytes that are short are all ASCII.
[[gnu::always_inline]] inline bool IsShortAscii(const uint8_t* in, size_t n) {
  return short_ascii::AreAscii(in, n);
}

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_SHORT_ASCII_H_
