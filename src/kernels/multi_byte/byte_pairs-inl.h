// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Which bytes begin a character in the encodings of one and two bytes, and the
// byte pairs that are there.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_MULTI_BYTE_BYTE_PAIRS_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_BYTE_PAIRS_INL_H_
#undef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_BYTE_PAIRS_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_BYTE_PAIRS_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/multi_byte/byte_shuffles.h"
#include "src/kernels/multi_byte/two_byte_decode.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// Finds the bytes of a decoding that have a trail after them where they begin a
// character.
class LeadCandidates {
 public:
  HWY_INLINE explicit LeadCandidates(const TwoByteDecoding& decoding)
      : flip_(Set8(decoding.lead_flip)),
        first_(Set8(decoding.first_lead)),
        span_(Set8(decoding.last_lead - decoding.first_lead)),
        katakana_lead_(Set8(decoding.katakana_lead)),
        has_katakana_(decoding.katakana_lead != 0) {}

  // A bit for each of 64 bytes.
  HWY_INLINE uint64_t Of64Bytes(const uint8_t* in) const {
    uint64_t bits = 0;
    // GCC at -O2 unrolls no such loop unless it is told.
#pragma GCC unroll 4
    for (size_t i = 0; i < 64; i += kLanes8)
      bits |= Of(hn::LoadU(D8(), in + i)) << i;
    return bits;
  }
  // A bit for each byte of a vector.
  HWY_INLINE uint64_t Of(V8 bytes) const {
    return MaskToBits(D8(), Has(bytes));
  }

 private:
  static HWY_INLINE V8 Set8(int value) {
    return hn::Set(D8(), static_cast<uint8_t>(value));
  }

  HWY_INLINE M8 Has(V8 v) const {
    const V8 from_first = hn::Sub(hn::Xor(v, flip_), first_);
    const M8 in_range = hn::Eq(hn::Min(from_first, span_), from_first);
    return has_katakana_ ? hn::Or(in_range, hn::Eq(v, katakana_lead_))
                         : in_range;
  }

  const V8 flip_;
  const V8 first_;
  const V8 span_;
  const V8 katakana_lead_;
  const bool has_katakana_;
};

// The leads among `candidates`, which are leads or trails.
HWY_INLINE uint64_t Leads(uint64_t candidates) {
  constexpr uint64_t kEven = 0x5555555555555555;
  const uint64_t starts = candidates & ~(candidates << 1);
  // In the sum, runs that start at an even position are zero.
  const uint64_t even_runs = candidates & ~(candidates + (starts & kEven));
  return candidates & (even_runs ^ ~kEven);
}

// Leads() for one word of candidates after the other.
class LeadFinder {
 public:
  // Hardly anything of a word depends on the word before it.
  HWY_INLINE uint64_t Next(uint64_t candidates) {
    const uint64_t first_run = candidates & ~(candidates + 1);
    leads_ = Leads(candidates) ^ (first_run & ends_with_lead());
    return leads_;
  }
  // All ones if the last position of the last word is a lead.
  HWY_INLINE uint64_t ends_with_lead() const {
    return static_cast<uint64_t>(static_cast<int64_t>(leads_) >> 63);
  }

 private:
  uint64_t leads_ = 0;
};

#if HWY_TARGET <= HWY_AVX3_DL

// What makes byte pairs of all positions of a vector.
struct PairOrder {
  alignas(64) uint8_t first_half[64];
  // Of a vector that begins one byte later.
  alignas(64) uint8_t second_half[64];
};
inline constexpr PairOrder kPairOrder = [] {
  PairOrder order{};
  for (uint8_t i = 0; i < 32; ++i) {
    order.first_half[2 * i] = static_cast<uint8_t>(i + 1);
    order.first_half[2 * i + 1] = i;
    order.second_half[2 * i] = static_cast<uint8_t>(32 + i);
    order.second_half[2 * i + 1] = static_cast<uint8_t>(31 + i);
  }
  return order;
}();

#else

// Byte i is how many of the bits are in bytes 0 to i.
HWY_INLINE uint64_t CountsUpToByte(uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F;
  return bits * 0x0101010101010101;
}

#endif

// How many bytes CompressBytePairs() reads, and how many byte pairs more than
// there are it may write.
inline constexpr size_t kBytesRead = 72;
inline constexpr size_t kPairsBehind = 32;

#if HWY_TARGET <= HWY_AVX3_DL
// CompressBytePairs() of 64 bytes, and of those that begin one byte later.
HWY_INLINE size_t CompressBytePairs(__m512i bytes,
                                    __m512i bytes_after,
                                    uint64_t keep,
                                    BytePair* out) {
  const __m512i first =
      _mm512_permutexvar_epi8(_mm512_load_si512(kPairOrder.first_half), bytes);
  const __m512i second = _mm512_permutexvar_epi8(
      _mm512_load_si512(kPairOrder.second_half), bytes_after);
  const __mmask32 keep0 = static_cast<__mmask32>(keep);
  const __mmask32 keep1 = static_cast<__mmask32>(keep >> 32);
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi16(keep0, first));
  out += std::popcount(keep0);
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi16(keep1, second));
  return static_cast<size_t>(std::popcount(keep));
}
#endif

// Writes the byte pairs at the positions in `keep`, of 64. Returns how many
// those are.
HWY_INLINE size_t CompressBytePairs(const uint8_t* in,
                                    uint64_t keep,
                                    BytePair* out) {
#if HWY_TARGET <= HWY_AVX3_DL
  return CompressBytePairs(_mm512_loadu_si512(in), _mm512_loadu_si512(in + 1),
                           keep, out);
#else
  const hn::CappedTag<uint8_t, 16> d;
  const uint64_t counts = CountsUpToByte(keep);
  uint64_t before = 0;
#pragma GCC unroll 8
  for (size_t i = 0; i < 8; ++i) {
    const uint8_t set = static_cast<uint8_t>(keep >> 8 * i);
    hn::StoreU(hn::TableLookupBytes(hn::LoadU(d, in + 8 * i),
                                    hn::Load(d, kPairTable.rows[set])),
               d, reinterpret_cast<uint8_t*>(out + before));
    before = counts >> 8 * i & 0xFF;
  }
  return before;
#endif
}

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
