// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Which bytes begin a character in the encodings of one and two bytes, and
// what is at them.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_MULTI_BYTE_CHARACTERS_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_CHARACTERS_INL_H_
#undef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_CHARACTERS_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_CHARACTERS_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// The leads among `candidates`, which are leads or trails.
HWY_INLINE uint64_t Leads(uint64_t candidates) {
  constexpr uint64_t kEven = 0x5555555555555555;
  const uint64_t starts = candidates & ~(candidates << 1);
  // In the sum, runs that start at an even position are zero.
  const uint64_t even_runs = candidates & ~(candidates + (starts & kEven));
  return candidates & (even_runs ^ ~kEven);
}

// The same for one block after the other.
class LeadFinder {
 public:
  // So that hardly anything of a block depends on the one before it.
  HWY_INLINE uint64_t Next(uint64_t candidates) {
    const uint64_t first_run = candidates & ~(candidates + 1);
    leads_ = Leads(candidates) ^ (first_run & ends_with_lead());
    return leads_;
  }
  // All ones if the last block's last position is a lead.
  HWY_INLINE uint64_t ends_with_lead() const {
    return static_cast<uint64_t>(static_cast<int64_t>(leads_) >> 63);
  }

 private:
  uint64_t leads_ = 0;
};

// A character: the byte at its position, in the high bits, and the next one.
#if HWY_TARGET <= HWY_AVX3_DL

struct CharacterOrder {
  alignas(64) uint8_t first_half[64];
  // From the second byte on.
  alignas(64) uint8_t second_half[64];
};
inline constexpr CharacterOrder kCharacterOrder = [] {
  CharacterOrder order{};
  for (uint8_t i = 0; i < 32; ++i) {
    order.first_half[2 * i] = static_cast<uint8_t>(i + 1);
    order.first_half[2 * i + 1] = i;
    order.second_half[2 * i] = static_cast<uint8_t>(32 + i);
    order.second_half[2 * i + 1] = static_cast<uint8_t>(31 + i);
  }
  return order;
}();

#else

// For each set of eight positions, the bytes of their characters, in order and
// without gaps.
struct CharacterTable {
  alignas(16) uint8_t rows[256][16];
};
inline constexpr CharacterTable kCharacterTable = [] {
  CharacterTable table{};
  for (int set = 0; set < 256; ++set) {
    int count = 0;
    for (int i = 0; i < 8; ++i) {
      if (set >> i & 1) {
        table.rows[set][2 * count] = static_cast<uint8_t>(i + 1);
        table.rows[set][2 * count + 1] = static_cast<uint8_t>(i);
        ++count;
      }
    }
  }
  return table;
}();

// Byte i is how many of the bits are in bytes 0 to i.
HWY_INLINE uint64_t CountsUpToByte(uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F;
  return bits * 0x0101010101010101;
}

#endif

// How many bytes PutCharacters() reads, and how many characters more than there
// are it may write.
inline constexpr size_t kBytesRead = 72;
inline constexpr size_t kCharactersBehind = 32;

// Writes the characters at the positions in `keep`, of 64. Returns how many
// those are.
HWY_INLINE size_t PutCharacters(const uint8_t* in,
                                uint64_t keep,
                                uint16_t* out) {
#if HWY_TARGET <= HWY_AVX3_DL
  const __m512i first = _mm512_permutexvar_epi8(
      _mm512_load_si512(kCharacterOrder.first_half), _mm512_loadu_si512(in));
  const __m512i second =
      _mm512_permutexvar_epi8(_mm512_load_si512(kCharacterOrder.second_half),
                              _mm512_loadu_si512(in + 1));
  const __mmask32 keep0 = static_cast<__mmask32>(keep);
  const __mmask32 keep1 = static_cast<__mmask32>(keep >> 32);
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi16(keep0, first));
  out += std::popcount(keep0);
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi16(keep1, second));
  return static_cast<size_t>(std::popcount(keep));
#else
  const hn::CappedTag<uint8_t, 16> d;
  const uint64_t counts = CountsUpToByte(keep);
  uint64_t before = 0;
  for (size_t i = 0; i < 8; ++i) {
    const uint8_t set = static_cast<uint8_t>(keep >> 8 * i);
    hn::StoreU(hn::TableLookupBytes(hn::LoadU(d, in + 8 * i),
                                    hn::Load(d, kCharacterTable.rows[set])),
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
