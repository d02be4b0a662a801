// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What two_byte_encode.cc makes of a block, a vector of units: byte pairs,
// those of four bytes two of them, and the lanes that are left to the fallback.

// Once for each target, as in Highway's own -inl.h files.
#if defined(                                                            \
    V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_ENCODE_BLOCK_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_ENCODE_BLOCK_INL_H_
#undef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_ENCODE_BLOCK_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_TWO_BYTE_ENCODE_BLOCK_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "src/kernels/multi_byte/byte_shuffles.h"
#include "src/kernels/multi_byte/gb18030_encode-inl.h"
#include "src/kernels/multi_byte/two_byte_encode.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// What a block becomes.
struct EncodedBlock {
  // GCC compiles an implicit one without the target's instructions.
  HWY_INLINE EncodedBlock() {}

  V16 pairs;    // A byte or two for each lane,
  V16 seconds;  // and two more for those in `fours`.
  uint64_t fours;
  uint64_t missing;  // Lanes that are the fallback's.
};

// Writes the low byte of each lane and, in `high`, the high byte after it.
// Writes over kLanes8 bytes.
template <class D>
HWY_INLINE size_t
CompressPairsByTable(D d, hn::Vec<D> v, uint64_t high, uint8_t* out) {
  if constexpr (hn::MaxLanes(D()) == 16) {
    const uint8_t set = static_cast<uint8_t>(high);
    hn::StoreU(hn::TableLookupBytes(v, hn::Load(d, kHighBytesTable.bytes[set])),
               d, out);
    return 8 + size_t{kCompressTable.counts[set]};
  } else {
    const hn::Half<D> dh;
    const size_t count =
        CompressPairsByTable(dh, hn::LowerHalf(dh, v), high, out);
    return count + CompressPairsByTable(dh, hn::UpperHalf(dh, v),
                                        high >> hn::MaxLanes(dh) / 2,
                                        out + count);
  }
}

// Writes the byte pairs of the first `n` lanes, one byte of those whose high
// byte is 0. Nothing else is written if `kExact`, and over kLanes8 bytes if
// not.
template <bool kExact>
HWY_INLINE size_t CompressPairs(V16 pairs, size_t n, uint8_t* out) {
  const D8 d;
  const V8 bytes = hn::BitCast(d, pairs);
#if HWY_TARGET <= HWY_AVX3_DL
  uint64_t keep =
      _mm512_test_epi8_mask(bytes.raw, bytes.raw) | 0x5555555555555555;
  if constexpr (kExact)
    keep &= LowBits(2 * n);
  return CompressBytes<kExact>(bytes, keep, out);
#else
  const D16 d16;
  uint64_t high = MaskToBits(d16, IsUpTo(hn::Set(d16, 0x100), pairs));
  if constexpr (kExact) {
    high &= LowBits(n);
    uint8_t buffer[kLanes8];
    CompressPairsByTable(d, bytes, high, buffer);
    const size_t count = n + static_cast<size_t>(std::popcount(high));
    std::memcpy(out, buffer, count);
    return count;
  } else {
    return CompressPairsByTable(d, bytes, high, out);
  }
#endif
}

// Writes the first `n` lanes.
template <bool kExact>
HWY_INLINE size_t WriteLanes(const EncodedBlock& block,
                             size_t n,
                             uint8_t* out) {
  return block.fours != 0
             ? CompressFours<kExact>(block.pairs, block.seconds, n, out)
             : CompressPairs<kExact>(block.pairs, n, out);
}

// The units before and after each of those at `at`, or 0 where there's none.
HWY_INLINE void LoadNeighbours(const char16_t* at,
                               std::span<const char16_t> text,
                               V16& before,
                               V16& after) {
  const char16_t* const begin = text.data();
  const size_t left = static_cast<size_t>(begin + text.size() - at);
  if (at != begin && left > kLanes16) {
    before = LoadUnits(at - 1);
    after = LoadUnits(at + 1);
    return;
  }
  char16_t window[kLanes16 + 2] = {};
  if (at != begin)
    window[0] = at[-1];
  std::memcpy(window + 1, at, 2 * std::min(left, kLanes16 + 1));
  before = LoadUnits(window);
  after = LoadUnits(window + 2);
}

// Encodes the units in the ranges of four bytes, which aren't looked up.
HWY_INLINE void EncodeRanges(V16 units, EncodedBlock& block) {
  const M16 in_ranges = FourByteCharacters::InRanges(units);
  block.fours = MaskToBits(D16(), in_ranges);
  if (block.fours == 0)
    return;
  V16 first;
  FourByteCharacters::GetHalves(units, first, block.seconds);
  block.pairs = hn::IfThenElse(in_ranges, first, block.pairs);
  block.seconds = hn::IfThenElseZero(in_ranges, block.seconds);
}

// Encodes the surrogate pairs among units that are at `at` in the text.
HWY_INLINE void EncodeSurrogatePairs(V16 units,
                                     const char16_t* at,
                                     std::span<const char16_t> text,
                                     EncodedBlock& block) {
  const D16 d;
  const uint64_t surrogates =
      MaskToBits(d, FourByteCharacters::IsSurrogate(units));
  if (surrogates == 0)
    return;
  V16 before;
  V16 after;
  LoadNeighbours(at, text, before, after);
  V16 halves = units;
  const M16 in_pair = FourByteCharacters::ReplacePairs(halves, before, after);
  block.pairs = hn::IfThenElse(in_pair, halves, block.pairs);
  block.missing |= surrogates & ~MaskToBits(d, in_pair);
}

HWY_INLINE void EncodeKatakana(V16 units,
                               const TwoByteEncoding& encoding,
                               EncodedBlock& block) {
  const D16 d;
  const V16 katakana = hn::Sub(units, hn::Set(d, 0xFF61));
  const M16 is_katakana = IsUpTo(katakana, hn::Set(d, 0xFF9F - 0xFF61));
  V16 bytes = hn::Add(katakana, hn::Set(d, 0xA1));
  if (encoding.katakana_lead != 0) {
    bytes = hn::Or(hn::ShiftLeft<8>(bytes), hn::Set(d, encoding.katakana_lead));
  }
  block.pairs = hn::IfThenElse(is_katakana, bytes, block.pairs);
  block.missing &= ~MaskToBits(d, is_katakana);
}

// Encodes the units at `at`, of which `pairs` has those `listed`.
template <bool kFours>
HWY_INLINE EncodedBlock EncodeBlock(V16 units,
                                    V16 pairs,
                                    uint64_t listed,
                                    const TwoByteEncoding& encoding,
                                    const char16_t* at,
                                    std::span<const char16_t> text) {
  const D16 d;
  EncodedBlock block;
  block.seconds = hn::Zero(d);
  block.fours = 0;
  block.pairs = hn::IfThenElse(IsAscii(units), units, pairs);
  block.missing = MaskToBits(d, hn::Eq(block.pairs, hn::Zero(d))) & listed;
  if constexpr (kFours) {
    EncodeRanges(units, block);
    EncodeSurrogatePairs(units, at, text, block);
  } else if (block.missing != 0 && encoding.has_katakana) {
    EncodeKatakana(units, encoding, block);
  }
  return block;
}

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
