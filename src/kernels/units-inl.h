// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What kernels share that work on lanes of 16 bits: comparing, compressing and
// expanding them.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UNITS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UNITS_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UNITS_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UNITS_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/shuffle_tables.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// Vectors of `kBytes` bytes, for functions that are compiled for several sizes.
template <size_t kBytes>
using BytesTag = hn::CappedTag<uint8_t, kBytes>;
template <size_t kBytes>
using UnitsTag = hn::CappedTag<uint16_t, kBytes / 2>;

// The widest vectors of units.
using D16 = hn::Repartition<uint16_t, D8>;
using V16 = hn::Vec<D16>;
using M16 = hn::Mask<D16>;
inline constexpr size_t kLanes16 = kLanes8 / 2;

HWY_INLINE V16 Set16(uint32_t value) {
  return hn::Set(D16(), static_cast<uint16_t>(value));
}

// The lanes up to `last`. Not all targets compare unsigned ones.
HWY_INLINE M16 IsUpTo(V16 v, V16 last) {
  return hn::Eq(hn::SaturatedSub(v, last), hn::Zero(D16()));
}
HWY_INLINE M16 IsBelow(V16 v, V16 end) {
  return hn::Ne(hn::SaturatedSub(end, v), hn::Zero(D16()));
}

HWY_INLINE M16 IsAscii(V16 units) {
  return hn::Eq(hn::ShiftRight<7>(units), hn::Zero(D16()));
}
// Units from memory and to it, as the bytes that they are there: those may
// alias everything, while char16_t and uint16_t may not alias each other.
template <class D, typename T>
HWY_INLINE hn::Vec<D> LoadUnits(D d, const T* from) {
  const hn::Repartition<uint8_t, D> d8;
  return hn::BitCast(d, hn::LoadU(d8, reinterpret_cast<const uint8_t*>(from)));
}
template <class D>
HWY_INLINE void StoreUnits(D /*d*/, hn::Vec<D> v, char16_t* to) {
  const hn::Repartition<uint8_t, D> d8;
  hn::StoreU(hn::BitCast(d8, v), d8, reinterpret_cast<uint8_t*>(to));
}

HWY_INLINE V16 LoadUnits(const char16_t* from) {
  return LoadUnits(D16(), from);
}

#if HWY_TARGET <= HWY_AVX3_DL
// The leads before trails in `v`, the units one behind which `next` has.
HWY_INLINE __mmask32 LeadsBeforeTrails(V16 v, V16 next) {
  // What the first has, and what the second and the third differ in.
  constexpr int kOrUnlike = 0xF6;
  const __m512i unlike_pair = _mm512_ternarylogic_epi32(
      hn::Xor(v, Set16(0xD800)).raw, next.raw, Set16(0xDC00).raw, kOrUnlike);
  return _mm512_testn_epi16_mask(unlike_pair, Set16(0xFC00).raw);
}

// What compressions and expansions write over. With zeros of their own an AMD
// Zen 5 has them wait for whatever their register held before, such as the last
// block, which makes a chain of all blocks.
HWY_INLINE __m512i ZerosToWriteOver() {
  return InRegister(hn::Zero(D16())).raw;
}
#endif

// Writes the lanes in `keep`, without gaps, and over kLanes16 in all. Returns
// how many those are.
template <class D>
HWY_INLINE size_t
CompressLanes(D d, hn::Vec<D> v, uint64_t keep, uint16_t* out) {
#if HWY_TARGET <= HWY_AVX3_DL
  hn::StoreU(hn::Vec<D>{_mm512_mask_compress_epi16(
                 ZerosToWriteOver(), static_cast<__mmask32>(keep), v.raw)},
             d, out);
  return static_cast<size_t>(std::popcount(keep));
#else
  if constexpr (hn::MaxLanes(D()) == 8) {
    const hn::Repartition<uint8_t, D> d8;
    const uint8_t set = static_cast<uint8_t>(keep);
    hn::StoreU(hn::TableLookupBytes(
                   v, hn::BitCast(d, hn::Load(d8, kCompressTable.units[set]))),
               d, out);
    return kCompressTable.counts[set];
  } else {
    const hn::Half<D> dh;
    const size_t count = CompressLanes(dh, hn::LowerHalf(dh, v), keep, out);
    return count + CompressLanes(dh, hn::UpperHalf(dh, v),
                                 keep >> hn::MaxLanes(dh), out + count);
  }
#endif
}

// The other way: the lanes in `keep` are those at `from`, the others anything.
template <class D>
HWY_INLINE hn::Vec<D> ExpandLanes(D d, const uint16_t* from, uint64_t keep) {
#if HWY_TARGET <= HWY_AVX3_DL
  // From memory, where compilers would have it expand, the instruction is slow
  // on an AMD Zen 5: encode/EUC-KR/korean/1MiB takes 1.57 times as long.
  return {_mm512_mask_expand_epi16(ZerosToWriteOver(),
                                   static_cast<__mmask32>(keep),
                                   InRegister(hn::LoadU(d, from)).raw)};
#else
  if constexpr (hn::MaxLanes(D()) == 8) {
    const hn::Repartition<uint8_t, D> d8;
    const uint8_t set = static_cast<uint8_t>(keep);
    return hn::TableLookupBytes(
        hn::LoadU(d, from),
        hn::BitCast(d, hn::Load(d8, kExpandTable.units[set])));
  } else {
    const hn::Half<D> dh;
    constexpr size_t kHalf = hn::MaxLanes(hn::Half<D>());
    const size_t count =
        static_cast<size_t>(std::popcount(keep & LowBits(kHalf)));
    return hn::Combine(d, ExpandLanes(dh, from + count, keep >> kHalf),
                       ExpandLanes(dh, from, keep));
  }
#endif
}

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
