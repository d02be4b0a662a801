// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The functions of copy.h for spans that are not worth a dispatch, in words of
// the general registers; a part of copy.cc. Each function needs n >=
// kMinLength. The last word overlaps with the word before it, as the last
// vector does in longer spans.

#ifndef V8_ENCODING_SRC_KERNELS_COPY_SHORT_H_
#define V8_ENCODING_SRC_KERNELS_COPY_SHORT_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace v8_encoding::simd::words {

// Elements are taken from words by their order in memory. Where the first one
// isn't the lowest, no span is long enough.
inline constexpr size_t kMinLength =
    std::endian::native == std::endian::little ? 4 : SIZE_MAX;

template <typename Word>
inline Word LoadWord(const void* from) {
  Word word;
  std::memcpy(&word, from, sizeof(word));
  return word;
}

template <typename Word>
inline void StoreWord(Word word, void* to) {
  std::memcpy(to, &word, sizeof(word));
}

// Every byte of a word becomes the low byte of a unit, and back.
inline uint64_t Spread(uint32_t bytes) {
  uint64_t x = bytes;
  x = (x | x << 16) & 0x0000FFFF0000FFFF;
  return (x | x << 8) & 0x00FF00FF00FF00FF;
}
inline uint32_t Gather(uint64_t units) {
  uint64_t x = units & 0x00FF00FF00FF00FF;
  x = (x | x >> 8) & 0x0000FFFF0000FFFF;
  return static_cast<uint32_t>(x | x >> 16);
}

// Calls step(i), which handles elements [i, i + kStep) and returns those of
// their bits that say stop, until it has reached n; returns how many elements
// come before the first such bit. Needs n >= kStep.
template <size_t kStep, typename Step>
inline size_t CopyByWords(size_t n, Step step) {
  using Word = decltype(step(size_t{0}));
  constexpr int kBits = static_cast<int>(sizeof(Word) * 8 / kStep);
  for (size_t i = 0;;) {
    const Word stops = step(i);
    if (stops != 0) {
      return i + static_cast<size_t>(std::countr_zero(stops) / kBits);
    }
    i += kStep;
    if (i == n) {
      return n;
    }
    if (n - i < kStep) {
      i = n - kStep;
    }
  }
}

inline constexpr uint64_t kHighBits = 0x8080808080808080;

template <typename Store>
inline size_t CopyAsciiWords(const uint8_t* input, size_t n, Store store) {
  if (n >= 8) {
    return CopyByWords<8>(n, [=](size_t i) {
      const uint64_t word = LoadWord<uint64_t>(input + i);
      store(i, word);
      return word & kHighBits;
    });
  }
  return CopyByWords<4>(n, [=](size_t i) {
    const uint32_t word = LoadWord<uint32_t>(input + i);
    store(i, word);
    return word & static_cast<uint32_t>(kHighBits);
  });
}

struct WidenWord {
  void operator()(size_t i, uint32_t word) const {
    StoreWord(Spread(word), output + i);
  }
  void operator()(size_t i, uint64_t word) const {
    StoreWord(Spread(static_cast<uint32_t>(word)), output + i);
    StoreWord(Spread(static_cast<uint32_t>(word >> 32)), output + i + 4);
  }
  char16_t* output;
};

inline size_t NarrowWords(const char16_t* input,
                          size_t n,
                          uint8_t* output,
                          uint64_t stops) {
  return CopyByWords<4>(n, [=](size_t i) {
    const uint64_t word = LoadWord<uint64_t>(input + i);
    StoreWord(Gather(word), output + i);
    return word & stops;
  });
}

// The highest bit of each unit that is not zero.
inline uint64_t NonZeroUnits(uint64_t units) {
  constexpr uint64_t kLow = 0x7FFF7FFF7FFF7FFF;
  return (((units & kLow) + kLow) | units) & ~kLow;
}

template <bool kBigEndian>
inline size_t CopyNonSurrogateWords(const uint8_t* input,
                                    size_t n,
                                    char16_t* output) {
  return CopyByWords<4>(n, [=](size_t i) {
    uint64_t word = LoadWord<uint64_t>(input + 2 * i);
    if constexpr (kBigEndian) {
      word =
          (word & 0x00FF00FF00FF00FF) << 8 | (word >> 8 & 0x00FF00FF00FF00FF);
    }
    StoreWord(word, output + i);
    const uint64_t high = word & 0xF800F800F800F800;
    return NonZeroUnits(high ^ 0xD800D800D800D800) ^ 0x8000800080008000;
  });
}

inline size_t AsciiPrefix(const uint8_t* input, size_t n) {
  return CopyAsciiWords(input, n, [](size_t, auto) {});
}

inline size_t CopyAsciiPrefix(const uint8_t* input, size_t n, uint8_t* output) {
  return CopyAsciiWords(
      input, n, [=](size_t i, auto word) { StoreWord(word, output + i); });
}

inline size_t WidenAsciiPrefix(const uint8_t* input,
                               size_t n,
                               char16_t* output) {
  return CopyAsciiWords(input, n, WidenWord{output});
}

inline void WidenLatin1(const uint8_t* input, size_t n, char16_t* output) {
  CopyByWords<4>(n, [=](size_t i) {
    WidenWord{output}(i, LoadWord<uint32_t>(input + i));
    return uint32_t{0};
  });
}

inline size_t NarrowAsciiPrefix(const char16_t* input,
                                size_t n,
                                uint8_t* output) {
  return NarrowWords(input, n, output, 0xFF80FF80FF80FF80);
}

inline size_t NarrowLatin1Prefix(const char16_t* input,
                                 size_t n,
                                 uint8_t* output) {
  return NarrowWords(input, n, output, 0xFF00FF00FF00FF00);
}

inline size_t CopyNonSurrogatePrefixLe(const uint8_t* input,
                                       size_t n,
                                       char16_t* output) {
  return CopyNonSurrogateWords<false>(input, n, output);
}

inline size_t CopyNonSurrogatePrefixBe(const uint8_t* input,
                                       size_t n,
                                       char16_t* output) {
  return CopyNonSurrogateWords<true>(input, n, output);
}

}  // namespace v8_encoding::simd::words

#endif  // V8_ENCODING_SRC_KERNELS_COPY_SHORT_H_
