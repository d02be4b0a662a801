// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What kernels share, compiled once for each target: masks as bits of a word,
// bits of bytes, and the compression that decoders and encoders end with.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_VECTORS_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_VECTORS_INL_H_
#undef V8_ENCODING_SRC_KERNELS_VECTORS_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_VECTORS_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/kernels/shuffle_tables.h"
#include "src/kernels/targets.h"

// Of lambdas. What Highway defines, anew for each target, but for what
// targets.h leaves out.
#if defined(HWY_TARGET_STR) && HWY_HAS_ATTRIBUTE(target)
#undef HWY_ATTR
#define HWY_ATTR \
  __attribute__((target(HWY_TARGET_STR V8_ENCODING_WITHOUT_AVXVNNI)))
#endif

// Of a lambda that is called in several places, where compilers may leave it a
// function of its own: GCC 12 does in a hot loop, Clang 19 in a rare case. What
// the lambda refers to then goes through memory; src/tests/inlined_test.py.
#undef V8_ENCODING_INLINE_ATTR
#define V8_ENCODING_INLINE_ATTR HWY_ATTR __attribute__((always_inline))

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

namespace hn = hwy::HWY_NAMESPACE;

// The widest vectors of bytes.
using D8 = hn::ScalableTag<uint8_t>;
using V8 = hn::Vec<D8>;
using M8 = hn::Mask<D8>;
inline constexpr size_t kLanes8 = hn::MaxLanes(D8());
static_assert(kLanes8 <= 64);

// Whether one instruction compresses a vector of bytes or units. Elsewhere it's
// made of many, and costs about as much as looking that many units up.
inline constexpr bool kHasVbmi2 = HWY_TARGET <= HWY_AVX3_DL;

// After so many blocks of ASCII in a row, the run is worth a call of a function
// of copy.h. With 2, decode/UTF-8/french/64KiB takes 31 and 11 % longer (AVX2,
// SSE4), decode/windows-1252/french/64KiB 54 % (SSE4), and
// encode/windows-1252/french/64KiB 8 and 7 % (AVX3_DL, AVX2). With 8 the last
// takes 4 and 8 % less, its markup 10 % more (SSE4), and others as long.
inline constexpr size_t kProvenAsciiBlocks = 4;

// Ones for the lowest n lanes.
constexpr uint64_t LowBits(size_t n) {
#if HWY_COMPILER_GCC_ACTUAL
  // It would make a branch of the other form, and nobody can predict it.
  return (uint64_t{n < 64} << (n & 63)) - 1;
#else
  return n >= 64 ? ~uint64_t{0} : (uint64_t{1} << n) - 1;
#endif
}

// A constant of which lanes are picked by a mask, or which lanes in a mask are
// compared with. With AVX-512, compilers make its load part of the instruction
// that does so. If the mask is empty and the constant's page isn't in memory,
// the CPU takes hundreds of ns for that, and brings no page: the next call
// takes as long. src/tests/first_calls_test.cc and instructions_test.py find
// what lacks this.
template <class V>
HWY_INLINE V InRegister(V constant) {
#if HWY_TARGET <= HWY_AVX3_DL
  asm("" : "+v"(constant.raw));
#endif
  return constant;
}

// A constant that a loop is to find in a register, from before it on: GCC makes
// others anew wherever they're used, by way of a general register.
template <class V>
HWY_INLINE V Held(V constant) {
#if HWY_TARGET <= HWY_AVX2 && HWY_COMPILER_GCC_ACTUAL
  asm("" : "+v"(constant.raw));
#endif
  return constant;
}

// A vector that is loaded or computed once, before what it is needed for. GCC
// would load some again for each use, and reorder chains of operations whose
// ends meet until registers don't suffice.
template <class V>
HWY_INLINE V AsWritten(V v) {
#if HWY_TARGET <= HWY_SSE4 && HWY_COMPILER_GCC_ACTUAL
  asm("" : "+v"(v.raw));
#endif
  return v;
}

// InRegister() for a constant that is seldom needed: without a register for it
// until then.
template <class D>
HWY_INLINE hn::Vec<D> RareConstant(D d, hn::TFromD<D> value) {
  uint32_t word = value;
#if HWY_TARGET <= HWY_AVX3_DL
  asm volatile("" : "+r"(word));
#endif
  return hn::Set(d, static_cast<hn::TFromD<D>>(word));
}

// Bits that become a mask, or were one, in a general register. GCC would do
// some arithmetic with words in the registers of masks, where there's little of
// it, and move them there and back.
template <typename Word>
HWY_INLINE Word AsWord(Word bits) {
#if HWY_TARGET <= HWY_AVX3_DL && HWY_COMPILER_GCC_ACTUAL
  asm("" : "+r"(bits));
#endif
  return bits;
}

// How many elements `at` is behind the last address that `alignment`, in bytes,
// divides. A vector that isn't aligned to its size may cross a cache line, and
// a load or store then takes two. Long texts thus begin with one vector, whose
// end the next one overlaps to be aligned.
template <typename T>
HWY_INLINE size_t Misalignment(const T* at, size_t alignment) {
  return reinterpret_cast<uintptr_t>(at) % alignment / sizeof(T);
}

// A bit for each lane.
template <class D, class M>
HWY_INLINE uint64_t MaskToBits(D d, M mask) {
  uint64_t bits = 0;
  hn::StoreMaskBits(d, mask, reinterpret_cast<uint8_t*>(&bits));
  return AsWord(bits);
}
template <class D>
HWY_INLINE hn::Mask<D> BitsToMask(D d, uint64_t bits) {
  bits = AsWord(bits);
  return hn::LoadMaskBits(d, reinterpret_cast<const uint8_t*>(&bits));
}

template <class D>
HWY_INLINE hn::Mask<D> IsNotAscii(D d, hn::Vec<D> v) {
#if HWY_TARGET <= HWY_AVX3_DL
  (void)d;
  return hn::MaskFromVec(v);
#else
  const hn::RebindToSigned<D> di;
  return hn::RebindMask(d, hn::Lt(hn::BitCast(di, v), hn::Zero(di)));
#endif
}

#if HWY_TARGET <= HWY_AVX3_DL
// The lowest n bits of `bits`, or all; n < 256.
HWY_INLINE uint64_t FirstBits(uint64_t bits, size_t n) {
  return _bzhi_u64(bits, static_cast<uint32_t>(n));
}

// Interleaving is by groups of 16 bytes. This brings the bytes that are to
// follow each other into one group before.
HWY_INLINE __m512i InOrderToInterleave(__m512i v) {
  return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7), v);
}

// The first n bytes, of up to 64, as bytes or as units.
HWY_INLINE void StoreFirst(__m512i bytes, size_t n, uint8_t* to) {
  _mm512_mask_storeu_epi8(to, FirstBits(~uint64_t{0}, n), bytes);
}
HWY_INLINE void StoreFirst(__m512i bytes, size_t n, char16_t* to) {
  const uint64_t live = FirstBits(~uint64_t{0}, n);
  _mm512_mask_storeu_epi16(to, static_cast<__mmask32>(live),
                           _mm512_cvtepu8_epi16(_mm512_castsi512_si256(bytes)));
  if (n > 32) {
    _mm512_mask_storeu_epi16(
        to + 32, static_cast<__mmask32>(live >> 32),
        _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(bytes, 1)));
  }
}
#endif

// The sum of all lanes. Highway's is brought into all lanes of a vector of 64
// bytes, even if only one is asked for.
template <class D>
HWY_INLINE hn::TFromD<D> Sum(D d, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) > 16) {
    const hn::Half<D> dh;
    return Sum(dh, hn::Add(hn::LowerHalf(dh, v), hn::UpperHalf(dh, v)));
  } else {
    return hn::GetLane(hn::SumOfLanes(d, v));
  }
}

// Shift bytes, but the bits that come in are the neighbour's.
template <int kBits>
HWY_INLINE V8 Left(V8 v) {
  const hn::Repartition<uint16_t, D8> d16;
  return hn::BitCast(D8(), hn::ShiftLeft<kBits>(hn::BitCast(d16, v)));
}
template <int kBits>
HWY_INLINE V8 Right(V8 v) {
  const hn::Repartition<uint16_t, D8> d16;
  return hn::BitCast(D8(), hn::ShiftRight<kBits>(hn::BitCast(d16, v)));
}

// The bits of `yes` where `mask` has ones, those of `no` elsewhere.
template <class V>
HWY_INLINE V SelectBits(V mask, V yes, V no) {
#if HWY_TARGET <= HWY_AVX3_DL
  return V{_mm512_ternarylogic_epi32(mask.raw, yes.raw, no.raw, 0xCA)};
#else
  return hn::Or(hn::And(mask, yes), hn::AndNot(mask, no));
#endif
}

template <typename Word>
HWY_INLINE Word LoadWord(const uint8_t* from) {
  Word word;
  std::memcpy(&word, from, sizeof(word));
  return word;
}

// Copies n bytes that don't overlap with the output, by blocks that overlap
// each other: std::memcpy() would be a call.
HWY_INLINE void CopyBytes(const uint8_t* from, size_t n, uint8_t* to) {
  const auto copy_two = [&](auto word) HWY_ATTR {
    using Word = decltype(word);
    const Word first = LoadWord<Word>(from);
    const Word last = LoadWord<Word>(from + n - sizeof(Word));
    std::memcpy(to, &first, sizeof(Word));
    std::memcpy(to + n - sizeof(Word), &last, sizeof(Word));
  };
  if (n >= 16) {
    const hn::CappedTag<uint8_t, 16> d;
    // No branch between 16 and 32.
    hn::StoreU(hn::LoadU(d, from), d, to);
    for (size_t i = 16; i + 16 < n; i += 16) {
      hn::StoreU(hn::LoadU(d, from + i), d, to + i);
    }
    hn::StoreU(hn::LoadU(d, from + n - 16), d, to + n - 16);
  } else if (n >= 8) {
    copy_two(uint64_t{});
  } else if (n >= 4) {
    copy_two(uint32_t{});
  } else if (n != 0) {
    // The first of one to three, the second of three or the last of two, and
    // the last.
    const uint8_t first = from[0];
    const uint8_t middle = from[n / 2];
    const uint8_t last = from[n - 1];
    to[0] = first;
    to[n / 2] = middle;
    to[n - 1] = last;
  }
}

// The n bytes before `end`, a vector of 16 at most, and zeros behind them.
// There are 16 bytes before `end`.
template <class D>
HWY_INLINE hn::Vec<D> LoadLast(D d, const uint8_t* end, size_t n) {
  static_assert(hn::MaxLanes(D()) == 16);
  // Lanes from 0x80 on become zeros.
  alignas(16) static constexpr uint8_t kLanes[32] = {
      0,    1,    2,    3,    4,    5,    6,    7,    8,    9,    10,
      11,   12,   13,   14,   15,   0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
      0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};
  return hn::TableLookupBytesOr0(hn::LoadU(d, end - 16),
                                 hn::LoadU(d, kLanes + 16 - n));
}

// The n bytes from `from` on, a vector at most, and zeros behind them; nothing
// else is read. What would be read beyond, is shifted out of the upper half of
// what n bytes have, or isn't read under a mask.
template <class D>
HWY_INLINE hn::Vec<D> LoadPartial(D d, const uint8_t* from, size_t n) {
#if HWY_TARGET <= HWY_AVX3_DL
  return hn::MaskedLoad(BitsToMask(d, FirstBits(~uint64_t{0}, n)), d, from);
#else
  const hn::CappedTag<uint8_t, 16> d16;
  if constexpr (hn::MaxLanes(D()) > 16) {
    static_assert(hn::MaxLanes(D()) == 32);
    if (n < 16)
      return hn::ZeroExtendVector(d, LoadPartial(d16, from, n));
    return hn::Combine(d, LoadLast(d16, from + n, n - 16),
                       hn::LoadU(d16, from));
  } else {
    const hn::Repartition<uint64_t, D> d64;
    uint64_t words[2] = {0, 0};
    if (n == 16)
      return hn::LoadU(d, from);
    // The last of 16 or 8 bytes are shifted in two steps, since there may be as
    // many as the word has.
    if (n >= 8) {
      words[0] = LoadWord<uint64_t>(from);
      words[1] = LoadWord<uint64_t>(from + n - 8) >> 8 >> (8 * (15 - n));
    } else if (n >= 4) {
      const uint64_t last = LoadWord<uint32_t>(from + n - 4);
      words[0] = LoadWord<uint32_t>(from) | last >> (8 * (8 - n)) << 32;
    } else if (n != 0) {
      const size_t middle = n / 2;
      const size_t last = n - 1;
      words[0] = from[0] | uint32_t{from[middle]} << (8 * middle) |
                 uint32_t{from[last]} << (8 * last);
    }
    return hn::BitCast(d, hn::InterleaveLower(d64, hn::Set(d64, words[0]),
                                              hn::Set(d64, words[1])));
  }
#endif
}

// The bytes that are `kBy` before those of a vector, the first of them from the
// vector before it.
template <int kBy, class D>
HWY_INLINE hn::Vec<D> BytesBefore(D d, hn::Vec<D> v, hn::Vec<D> before) {
  if constexpr (hn::MaxLanes(D()) == 16) {
    return hn::CombineShiftRightBytes<16 - kBy>(d, v, before);
  } else {
    // The group of 16 bytes before each.
#if HWY_TARGET <= HWY_AVX3_DL
    const hn::Vec<D> groups{_mm512_alignr_epi64(v.raw, before.raw, 6)};
#else
    const hn::Vec<D> groups = hn::ConcatLowerUpper(d, v, before);
#endif
    return hn::CombineShiftRightBytes<16 - kBy>(d, v, groups);
  }
}

// The same of a vector before which there are zeros.
template <int kBy, class D>
HWY_INLINE hn::Vec<D> BytesBefore(D d, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(D()) == 16) {
    return hn::ShiftLeftBytes<kBy>(d, v);
  } else {
    return BytesBefore<kBy>(d, v, hn::Zero(d));
  }
}

// The same with those behind.
template <int kBy, class D>
HWY_INLINE hn::Vec<D> BytesBehind(D d, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(D()) == 16) {
    return hn::ShiftRightBytes<kBy>(d, v);
  } else {
    return hn::CombineShiftRightBytes<kBy>(
        d, hn::ConcatUpperUpper(d, hn::Zero(d), v), v);
  }
}

// Writes the units in `keep`, without gaps. `even` and `odd` have eight units
// in each group of 16 bytes, and `keep` a bit for each unit: the first group of
// `even`, the first of `odd`, the second of `even`...
template <class D>
HWY_INLINE size_t CompressInterleaved(D d,
                                      hn::Vec<D> even,
                                      hn::Vec<D> odd,
                                      uint64_t keep,
                                      uint8_t* out) {
  if constexpr (hn::MaxLanes(D()) == 16) {
    const uint8_t set0 = static_cast<uint8_t>(keep);
    const uint8_t set1 = static_cast<uint8_t>(keep >> 8);
    const size_t count0 = kCompressTable.counts[set0];
    hn::StoreU(
        hn::TableLookupBytes(even, hn::Load(d, kCompressTable.units[set0])), d,
        out);
    hn::StoreU(
        hn::TableLookupBytes(odd, hn::Load(d, kCompressTable.units[set1])), d,
        out + 2 * count0);
    return count0 + kCompressTable.counts[set1];
  } else {
    const hn::Half<D> dh;
    const size_t count = CompressInterleaved(dh, hn::LowerHalf(dh, even),
                                             hn::LowerHalf(dh, odd), keep, out);
    return count + CompressInterleaved(
                       dh, hn::UpperHalf(dh, even), hn::UpperHalf(dh, odd),
                       keep >> hn::MaxLanes(D()) / 2, out + 2 * count);
  }
}

// Writes the units that consist of the bytes of `low` and `high` at the
// positions in `keep`, and returns how many those are. Writes nothing else if
// `kExact`, and over kLanes8 units if not.
template <bool kExact>
HWY_INLINE size_t
CompressUnits(V8 low, V8 high, uint64_t keep, char16_t* output) {
#if HWY_TARGET <= HWY_AVX3_DL
  uint8_t* const out = reinterpret_cast<uint8_t*>(output);
  const __m512i l = InOrderToInterleave(low.raw);
  const __m512i h = InOrderToInterleave(high.raw);
  const __mmask32 keep0 = static_cast<__mmask32>(keep);
  const __mmask32 keep1 = static_cast<__mmask32>(keep >> 32);
  const size_t count0 = static_cast<size_t>(std::popcount(keep0));
  const size_t count1 = static_cast<size_t>(std::popcount(keep1));
  const __m512i units0 =
      _mm512_maskz_compress_epi16(keep0, _mm512_unpacklo_epi8(l, h));
  const __m512i units1 =
      _mm512_maskz_compress_epi16(keep1, _mm512_unpackhi_epi8(l, h));
  if constexpr (kExact) {
    _mm512_mask_storeu_epi16(out, static_cast<__mmask32>(LowBits(count0)),
                             units0);
    _mm512_mask_storeu_epi16(out + 2 * count0,
                             static_cast<__mmask32>(LowBits(count1)), units1);
  } else {
    _mm512_storeu_si512(out, units0);
    _mm512_storeu_si512(out + 2 * count0, units1);
  }
  return count0 + count1;
#else
  const D8 d;
  const V8 even = hn::InterleaveLower(d, low, high);
  const V8 odd = hn::InterleaveUpper(d, low, high);
  if constexpr (kExact) {
    uint8_t units[2 * kLanes8];
    const size_t count = CompressInterleaved(d, even, odd, keep, units);
    std::memcpy(output, units, 2 * count);
    return count;
  } else {
    return CompressInterleaved(d, even, odd, keep,
                               reinterpret_cast<uint8_t*>(output));
  }
#endif
}

// Writes the bytes in `keep`, without gaps, and over a vector in all.
template <class D>
HWY_INLINE size_t
CompressBytesByTable(D /*d*/, hn::Vec<D> bytes, uint64_t keep, uint8_t* out) {
  if constexpr (hn::MaxLanes(D()) == 16) {
    const hn::Half<D> dh;
    const uint8_t set0 = static_cast<uint8_t>(keep);
    const uint8_t set1 = static_cast<uint8_t>(keep >> 8);
    const size_t count0 = kCompressTable.counts[set0];
    const auto lanes0 = hn::Load(dh, kCompressTable.bytes[set0]);
    const auto lanes1 = hn::Load(dh, kCompressTable.bytes[set1]);
    hn::StoreU(hn::TableLookupBytes(bytes, lanes0), dh, out);
    hn::StoreU(hn::TableLookupBytes(bytes, hn::Add(lanes1, hn::Set(dh, 8))), dh,
               out + count0);
    return count0 + kCompressTable.counts[set1];
  } else {
    const hn::Half<D> dh;
    const size_t count =
        CompressBytesByTable(dh, hn::LowerHalf(dh, bytes), keep, out);
    return count + CompressBytesByTable(dh, hn::UpperHalf(dh, bytes),
                                        keep >> hn::MaxLanes(dh), out + count);
  }
}

// Writes the bytes at the positions in `keep`, and returns how many those are.
// Writes nothing else if `kExact`, and over kLanes8 bytes if not.
template <bool kExact>
HWY_INLINE size_t CompressBytes(V8 bytes, uint64_t keep, uint8_t* output) {
  const D8 d;
#if HWY_TARGET <= HWY_AVX3_DL
  const size_t count = static_cast<size_t>(std::popcount(keep));
#if HWY_IS_MSAN
  // The sanitizer takes bytes that the instruction drops for bytes in use.
  bytes.raw = _mm512_maskz_mov_epi8(keep, bytes.raw);
#endif
  const V8 kept{_mm512_maskz_compress_epi8(keep, bytes.raw)};
  if constexpr (kExact) {
    _mm512_mask_storeu_epi8(output, LowBits(count), kept.raw);
  } else {
    hn::StoreU(kept, d, output);
  }
  return count;
#else
  if constexpr (kExact) {
    uint8_t kept[kLanes8];
    const size_t count = CompressBytesByTable(d, bytes, keep, kept);
    std::memcpy(output, kept, count);
    return count;
  } else {
    return CompressBytesByTable(d, bytes, keep, output);
  }
#endif
}

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
