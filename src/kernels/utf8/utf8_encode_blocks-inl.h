// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-16 to UTF-8, where vectors have masks, of text that is longer than a
// vector, but so short that the walk of utf8_encode_walk-inl.h would hardly get
// going: block by block, with room for whatever units become. A text begins as
// one of up to two bytes a unit and may become one of three, and that one with
// surrogates, but nothing goes back to being less.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_BLOCKS_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_BLOCKS_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_BLOCKS_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_BLOCKS_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/converted.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/utf8/utf8_encode_avx512-inl.h"
#include "src/kernels/utf8/utf8_encode_short-inl.h"
#include "src/kernels/vectors-inl.h"

#if HWY_TARGET <= HWY_AVX3_DL

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

// Up to so many units go so. No block is asked whether it is ASCII:
// encode/UTF-8/french of 256 and 1,024 bytes takes 0.5 and 0.55 of the time
// that the walk takes, cyrillic 0.6 and 0.8; of 64 KiB both take 1.16 times as
// long.
inline constexpr size_t kMaxUnitsInBlocks = 1024;

// Writes units below U+0800 up to a block with another one, for which there is
// room whatever they are, and nothing else.
HWY_INLINE Converted EncodeBlocksOfTwo(const char16_t* input,
                                       size_t n,
                                       uint8_t* output) {
  const char16_t* in = input;
  uint8_t* out = output;
  const auto encode = [&out](__m512i v, size_t units) HWY_ATTR {
    if (HWY_UNLIKELY(_mm512_test_epi16_mask(v, SetUnits(0xF800)) != 0))
      return false;
    const __mmask32 two = _mm512_cmpge_epu16_mask(v, SetUnits(0x0080));
    const uint32_t two_bits = _cvtmask32_u32(two);
    const size_t length = units + static_cast<size_t>(std::popcount(two_bits));
    const __m512i bytes = OneOrTwoBytes(v, two);
    StoreKept(bytes, KeptOfOneOrTwo(bytes, units), length, out);
    out += length;
    return true;
  };
  const auto done = [&]() HWY_ATTR {
    return Converted{static_cast<size_t>(in - input),
                     static_cast<size_t>(out - output)};
  };
  for (; n >= kLanes16; n -= kLanes16, in += kLanes16) {
    if (!encode(LoadUnits(in).raw, kLanes16))
      return done();
  }
  if (n != 0 && encode(LoadFirstUnits(in, n), n))
    in += n;
  return done();
}

// Writes all of the units of a text from one on, and nothing else; returns how
// many bytes those are. There is room for three bytes each. The unit before
// them isn't a lead, and what is behind the text isn't a trail: a lead that the
// text ends with is lone.
HWY_NOINLINE size_t EncodeBlocksOfThree(const char16_t* text,
                                        size_t from,
                                        size_t size,
                                        uint8_t* output) {
  const TripleVectors tables;
  const char16_t* in = text + from;
  size_t left = size - from;
  uint8_t* out = output;
  // Writes a block of `units`, or what is left. Returns whether that was all.
  const auto write = [&](__m512i units, __m512i sizes) V8_ENCODING_INLINE_ATTR {
    // Each unit behind the block has a byte, which go over what else is stored.
    constexpr size_t kWholeStore = 64;
    if (left >= kWholeStore) {
      out += std::popcount(CompressTriples(tables, units, sizes, out));
      in += kTriples;
      left -= kTriples;
      return false;
    }
    const Triples triples = TriplesOf(tables, units, sizes);
    const size_t n = std::min(left, kTriples);
    const uint64_t kept = FirstBits(triples.kept, 3 * n);
    const size_t length = static_cast<size_t>(std::popcount(kept));
    StoreKept(triples.bytes, kept, length, out);
    in += n;
    left -= n;
    out += length;
    return left == 0;
  };
  const auto load = [](const char16_t* from, size_t n) HWY_ATTR {
    return n < kLanes16 ? LoadFirstUnits(from, n) : LoadUnits(from).raw;
  };

  for (;;) {
    const __m512i v = load(in, left);
    if (HWY_UNLIKELY(HasSurrogates(v)))
      break;
    if (write(v, SizesOf(v)))
      return static_cast<size_t>(out - output);
  }

  PairTriples pair_triples;
  while (left > kLanes16) {
    const SurrogateTriples block = pair_triples.Next(in, in == text);
    write(block.units, block.sizes);
  }
  for (;;) {
    const SurrogateTriples block =
        pair_triples.NextOfLast(in, left, in == text);
    if (write(block.units, block.sizes))
      return static_cast<size_t>(out - output);
  }
}

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // HWY_TARGET

#endif  // per target
