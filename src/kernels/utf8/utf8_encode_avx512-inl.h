// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What utf8_encode.cc does in whole blocks with VBMI2, but for long ASCII. Port
// 5, which all that moves bytes between lanes or makes masks needs, is what
// there's least of, so a block is as many units as have their three bytes in
// one vector: 21. They are
//
//   * brought to the words of eight bytes that they have bytes in, each of
//     which then picks its bits there;
//   * marked, all but the top bytes as those that continue a character, and
//     those that turn out to be the first of theirs once more;
//   * compressed.
//
// What is kept and what is first, the bits of the unit from the seventh on tell
// by their size, so that no mask goes through a general register.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_AVX512_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_AVX512_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_AVX512_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_AVX512_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"

#if HWY_TARGET <= HWY_AVX3_DL

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

// How many units have all of their bytes in a vector; the last byte is none.
inline constexpr size_t kTriples = 21;

// For each byte of that vector.
struct TripleTables {
  // What brings the units with a byte in a word to that word,
  alignas(64) uint8_t words[64];
  // and where in it the bits of the byte begin.
  alignas(64) uint8_t shifts[64];
  alignas(64) uint8_t masks[64];
  alignas(64) uint8_t marks[64];
  // What is added to the bits if the byte isn't a top one, but the first.
  alignas(64) uint8_t first_marks[64];
  // Where the size of the unit is, how large it must be for the byte to be
  // kept, and below what the byte is the first.
  alignas(64) uint8_t sizes[64];
  alignas(64) uint8_t kept_from[64];
  alignas(64) uint8_t first_below[64];
};
inline constexpr TripleTables kTripleTables = [] {
  TripleTables table{};
  for (uint8_t i = 0; i < 3 * kTriples; ++i) {
    const uint8_t unit = i / 3;
    const uint8_t first_of_word = i / 8 * 8 / 3;
    const auto at = [&](uint8_t bit) {
      return static_cast<uint8_t>(16 * (unit - first_of_word) + bit);
    };
    table.words[i] = static_cast<uint8_t>(2 * first_of_word + i % 8);
    table.sizes[i] = 2 * unit;
    switch (i % 3) {
      case 0:  // The top byte.
        table.shifts[i] = at(12);
        table.masks[i] = 0x0F;
        table.marks[i] = 0xE0;
        table.kept_from[i] = 0x800 >> 7;
        break;
      case 1:  // The middle one.
        table.shifts[i] = at(6);
        table.masks[i] = 0x3F;
        table.marks[i] = 0x80;
        table.first_marks[i] = 0xC0;
        table.kept_from[i] = 0x80 >> 7;
        table.first_below[i] = 0x800 >> 7;
        break;
      default:  // The last one.
        table.shifts[i] = at(0);
        table.masks[i] = 0x3F;
        table.marks[i] = 0x80;
        table.first_below[i] = 0x80 >> 7;
        break;
    }
  }
  table.kept_from[3 * kTriples] = 0xFF;
  return table;
}();
// The top bytes among a vector's.
inline constexpr uint64_t kTopsOfTriples = 0x1249249249249249;

// The same in registers.
struct TripleVectors {
  HWY_INLINE TripleVectors() {}

  static HWY_INLINE __m512i Of(const uint8_t (&table)[64]) {
    return Held(hn::Load(D8(), table)).raw;
  }

  const __m512i words = Of(kTripleTables.words);
  const __m512i shifts = Of(kTripleTables.shifts);
  const __m512i masks = Of(kTripleTables.masks);
  const __m512i marks = Of(kTripleTables.marks);
  const __m512i first_marks = Of(kTripleTables.first_marks);
  const __m512i sizes = Of(kTripleTables.sizes);
  const __m512i kept_from = Of(kTripleTables.kept_from);
  const __m512i first_below = Of(kTripleTables.first_below);
};

HWY_INLINE __m512i SetUnits(uint16_t value) {
  return hn::Set(D16(), value).raw;
}

// The same for an operation under a mask, which must not read it from memory.
HWY_INLINE __m512i SetHeldUnits(uint16_t value) {
  return InRegister(hn::Set(D16(), value)).raw;
}

// The bytes of units below U+0800, of which those in `two` have two: a unit's
// low byte is the first of two, if it has two, and its high byte the last or
// the only one.
HWY_INLINE __m512i OneOrTwoBytes(__m512i units, __mmask32 two) {
  const __m512i last = _mm512_slli_epi16(units, 8);
  const __m512i six = _mm512_ternarylogic_epi32(
      SetUnits(0x3F00), last, _mm512_srli_epi16(units, 6), 0xCA);
  return _mm512_mask_blend_epi16(two, last,
                                 _mm512_or_si512(six, SetUnits(0x80C0)));
}

// Which of such bytes the first n units keep: each last one, and the first of
// two. What is in the first one's place is at least 0xC2 if there are two, and
// less if there's one.
HWY_INLINE __mmask64 KeptOfOneOrTwo(__m512i bytes, size_t n) {
  return _mm512_mask_cmpge_epu8_mask(FirstBits(~uint64_t{0}, 2 * n), bytes,
                                     SetHeldUnits(0x00C2));
}

// The bits of units from the seventh on, in a byte that is less than 0xFF.
HWY_INLINE __m512i SizesOf(__m512i units) {
  return _mm512_min_epu16(_mm512_srli_epi16(units, 7), SetUnits(0xFE));
}

// All bytes that kTriples units may have, from unit kFirst on, and a bit for
// each that is kept of the three of each unit.
struct Triples {
  __m512i bytes;
  uint64_t kept;
};

template <size_t kFirst = 0>
HWY_INLINE Triples TriplesOf(const TripleVectors& tables,
                             __m512i units,
                             __m512i sizes) {
  const auto from_first = [](__m512i table) HWY_ATTR {
    constexpr uint8_t kSkipped = 2 * kFirst;
    return _mm512_add_epi8(table, hn::Set(D8(), kSkipped).raw);
  };
  const __m512i words =
      _mm512_permutexvar_epi8(from_first(tables.words), units);
  const __m512i bits = _mm512_multishift_epi64_epi8(tables.shifts, words);
  // The bits that the mask has, with the mark.
  const __m512i marked =
      _mm512_ternarylogic_epi32(bits, tables.masks, tables.marks, 0xEA);
  const __m512i size = _mm512_permutexvar_epi8(from_first(tables.sizes), sizes);
  const __mmask64 kept = _mm512_cmpge_epu8_mask(size, tables.kept_from);
  const __mmask64 first = _mm512_cmplt_epu8_mask(size, tables.first_below);
  // The bits of those that are first have nothing above them.
  const __m512i bytes =
      _mm512_mask_add_epi8(marked, first, bits, tables.first_marks);
  return {bytes, _cvtmask64_u64(kept)};
}

// Writes the bytes of the first kTriples units and over 64 in all. Returns a
// bit for each that is kept of the three of each unit.
HWY_INLINE uint64_t CompressTriples(const TripleVectors& tables,
                                    __m512i units,
                                    __m512i sizes,
                                    uint8_t* output) {
  const Triples triples = TriplesOf(tables, units, sizes);
  _mm512_storeu_si512(output, _mm512_maskz_compress_epi8(
                                  _cvtu64_mask64(triples.kept), triples.bytes));
  return triples.kept;
}

HWY_INLINE bool HasSurrogates(__m512i units) {
  const __mmask32 surrogate = _mm512_cmplt_epu16_mask(
      _mm512_sub_epi16(units, SetUnits(0xD800)), SetUnits(0x0800));
  return !_ktestz_mask32_u8(surrogate, surrogate);
}

// Whether there is a surrogate among 64 units.
HWY_INLINE bool HasSurrogates(const char16_t* units) {
  const __m512i first = SetUnits(0xD800);
  const __m512i lower = _mm512_sub_epi16(LoadUnits(units).raw, first);
  const __m512i upper =
      _mm512_sub_epi16(LoadUnits(units + kLanes16).raw, first);
  return _mm512_cmplt_epu16_mask(_mm512_min_epu16(lower, upper),
                                 SetUnits(0x0800)) != 0;
}

// Puts the units in the places of the surrogates of pairs that have these
// surrogates' bytes, as utf8_encode.cc has it. Of the two upper bits of each,
// what is there doesn't matter. Those below make up for what is added to first
// bytes, since the middle byte is taken for one, and is none in the trail's
// unit.
HWY_INLINE void PutPairs(__m512i v,
                         __m512i previous,
                         __mmask32 leads,
                         __mmask32 trails,
                         __m512i& units,
                         __m512i& sizes) {
  units = _mm512_mask_srli_epi16(
      units, leads,
      _mm512_add_epi16(v, SetUnits((0x3000 + 0x0040 - 0xD800) & 0xFFFF)), 2);
  const __m512i with_lead = _mm512_ternarylogic_epi32(
      SetUnits(0x0C00), _mm512_slli_epi16(previous, 10), v, 0xCA);
  units = _mm512_mask_add_epi16(units, trails, with_lead, SetHeldUnits(0x2000));
  sizes = _mm512_mask_mov_epi16(sizes, _kor_mask32(leads, trails),
                                SetHeldUnits(0x80 >> 7));
}

HWY_INLINE __m512i ReplaceSurrogates(__m512i v, __mmask32 surrogates) {
  return _mm512_mask_mov_epi16(v, surrogates, SetHeldUnits(0xFFFD));
}

// A block of kTriples units with what takes the surrogates' places.
struct SurrogateTriples {
  HWY_INLINE SurrogateTriples() {}

  __m512i units;
  __m512i sizes;
  // A bit for each surrogate of the vector, which has some units more.
  uint32_t surrogates;
  // A bit for each pair that begins in the block.
  uint32_t pairs;
};
inline constexpr uint32_t kAllTriples = (1 << kTriples) - 1;

// Of a block with no half of a pair, nor anything that looks like one: lone
// surrogates needn't be told from each other, and few texts have other ones
// beside each other than pairs. Else `pairs` isn't zero, and what comes of the
// block isn't its text.
HWY_INLINE SurrogateTriples LoneSurrogateTriples(const char16_t* from) {
  const __m512i v = LoadUnits(from).raw;
  const __mmask32 surrogate = _mm512_cmpeq_epi16_mask(
      _mm512_and_si512(v, SetUnits(0xF800)), SetUnits(0xD800));
  SurrogateTriples block;
  block.units = ReplaceSurrogates(v, surrogate);
  block.sizes = SizesOf(block.units);
  block.surrogates = AsWord(_cvtmask32_u32(surrogate));
  block.pairs = block.surrogates & block.surrogates >> 1 & kAllTriples;
  return block;
}

// Blocks of any units, one behind the other.
class PairTriples {
 public:
  // Reads one unit more than a vector, and one before the block if it isn't the
  // text's first.
  HWY_INLINE SurrogateTriples Next(const char16_t* from, bool is_first) {
    return Next(is_first ? LoadUnitsBefore(from, ~1u) : LoadUnits(from - 1).raw,
                LoadUnits(from).raw, LoadUnits(from + 1).raw);
  }

  // The same of the last `left` units, which may be no more than a vector has.
  HWY_INLINE SurrogateTriples NextOfLast(const char16_t* from,
                                         size_t left,
                                         bool is_first) {
    const __mmask32 live =
        _cvtu32_mask32(_bzhi_u32(~0u, static_cast<uint32_t>(left)));
    const __mmask32 first = _cvtu32_mask32(is_first ? ~1u : ~0u);
    return Next(LoadUnitsBefore(from, _kand_mask32(live, first)),
                _mm512_maskz_loadu_epi16(live, from),
                _mm512_maskz_loadu_epi16(_kshiftri_mask32(live, 1), from + 1));
  }

  // Whether the last block ended with the lead of a pair.
  HWY_INLINE bool owes_trail() const { return owed_trail_ != 0; }

 private:
  // A vector of the units from one before `from` on, those in `live` alone. The
  // address is a number, since a pointer may not point before a text.
  static HWY_INLINE __m512i LoadUnitsBefore(const char16_t* from,
                                            __mmask32 live) {
    const uintptr_t before = reinterpret_cast<uintptr_t>(from) - sizeof(*from);
    return _mm512_maskz_loadu_epi16(live, reinterpret_cast<void*>(before));
  }

  HWY_INLINE SurrogateTriples Next(__m512i previous, __m512i v, __m512i next) {
    const __mmask32 surrogate = _mm512_testn_epi16_mask(
        _mm512_xor_si512(v, SetUnits(0xD800)), SetUnits(0xF800));
    const __mmask32 leads = LeadsBeforeTrails(V16{v}, V16{next});
    SurrogateTriples block;
    block.surrogates = AsWord(_cvtmask32_u32(surrogate));
    const uint32_t lead_bits = AsWord(_cvtmask32_u32(leads));
    block.pairs = lead_bits & kAllTriples;
    const __mmask32 trails =
        _cvtu32_mask32(AsWord(lead_bits << 1 | owed_trail_));
    owed_trail_ = block.pairs >> (kTriples - 1) & 1;
    block.units = ReplaceSurrogates(v, surrogate);
    block.sizes = SizesOf(block.units);
    PutPairs(v, previous, leads, trails, block.units, block.sizes);
    return block;
  }

  uint32_t owed_trail_ = 0;
};

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // HWY_TARGET

#endif  // per target
