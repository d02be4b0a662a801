// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Looking up all bytes of a vector in tables of 128 entries at once, which is
// what single-byte encodings come to.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_BYTE_TABLE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_BYTE_TABLE_INL_H_
#undef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_BYTE_TABLE_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_BYTE_TABLE_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// Vectors for what is shorter than the widest ones.
using D8Short = hn::CappedTag<uint8_t, 16>;
inline constexpr size_t kShortLanes8 = hn::MaxLanes(D8Short());

// From 0 to 15, or from 0x80 on, which yields zero.
template <class D>
HWY_INLINE hn::Vec<D> LaneIndex(hn::Vec<D> index) {
#if HWY_ARCH_X86
  return index;  // PSHUFB looks at no other bits.
#else
  return hn::And(index, hn::Set(D(), 0x8F));
#endif
}

// `kTables` tables of 128 bytes each, for the bytes from 0x80 to 0xFF. At most
// two: loops are told so, since GCC at -O2 leaves them as they are, and keeps
// what they index in memory then.
template <class D, size_t kTables>
class ByteTables {
 public:
  using V = hn::Vec<D>;

  // To be assigned to.
  ByteTables() = default;

  // Adds to values[t], by exclusive or, the entry of table t for each byte of
  // `bytes` from 0x80 on.
  HWY_INLINE void Lookup(V bytes, V (&values)[kTables]) const {
    LookupIndexes(hn::Xor(bytes, hn::Set(D(), 0x80)), values);
  }

  // The same for each index below 0x80.
  HWY_INLINE void LookupIndexes(V indexes, V (&values)[kTables]) const {
    // An entry is the sum of the differences between its row of 16 and each row
    // before it. So each row's differences go to the indexes in it and after
    // it: those that are still positive when 16 has been subtracted once for
    // each row before. All that aren't below 0x80 stay negative.
    const D d;
    const hn::RebindToSigned<D> di;
    auto index = hn::BitCast(di, indexes);
#pragma GCC unroll 8
    for (size_t row = 0; row < kRows; ++row) {
#pragma GCC unroll 2
      for (size_t t = 0; t < kTables; ++t) {
        values[t] = hn::Xor(
            values[t], hn::TableLookupBytesOr0(
                           rows_[t][row], LaneIndex<D>(hn::BitCast(d, index))));
      }
      index = hn::SaturatedSub(index, hn::Set(di, 16));
    }
  }

  HWY_INLINE explicit ByteTables(const uint8_t* const (&tables)[kTables]) {
    const D d;
#pragma GCC unroll 2
    for (size_t t = 0; t < kTables; ++t) {
      V previous = hn::Zero(d);
#pragma GCC unroll 8
      for (size_t row = 0; row < kRows; ++row) {
        const V entries = hn::LoadDup128(d, tables[t] + 16 * row);
        rows_[t][row] = hn::Xor(entries, previous);
        previous = entries;
      }
    }
  }

 private:
  static constexpr size_t kRows = 8;

  V rows_[kTables][kRows];
};

#if HWY_TARGET <= HWY_AVX3_DL

// One table of 128 bytes.
struct ByteTable512 {
  HWY_INLINE explicit ByteTable512(const uint8_t* table)
      : first(_mm512_loadu_si512(table)),
        second(InRegister(V8{_mm512_loadu_si512(table + 64)}).raw) {}

  // The entry for the low seven bits of each byte.
  HWY_INLINE __m512i Lookup(__m512i bytes) const {
    return _mm512_permutex2var_epi8(first, bytes, second);
  }
  // The same for those in `which`, and zero for others.
  HWY_INLINE __m512i LookupOrZero(__mmask64 which, __m512i bytes) const {
    return _mm512_maskz_permutex2var_epi8(which, first, bytes, second);
  }
  // The same, but others stay what they are.
  HWY_INLINE __m512i LookupOrKeep(__mmask64 which, __m512i bytes) const {
    return _mm512_mask2_permutex2var_epi8(first, bytes, which, second);
  }

  __m512i first;
  __m512i second;
};

// In registers as a whole.
template <size_t kTables>
class ByteTables<D8, kTables> {
 public:
  HWY_INLINE explicit ByteTables(const uint8_t* const (&tables)[kTables])
      : ByteTables(tables, std::make_index_sequence<kTables>()) {}

  HWY_INLINE void Lookup(V8 bytes, V8 (&values)[kTables]) const {
    const __mmask64 which = _mm512_movepi8_mask(bytes.raw);
#pragma GCC unroll 2
    for (size_t t = 0; t < kTables; ++t) {
      values[t] =
          hn::Xor(values[t], V8{tables_[t].LookupOrZero(which, bytes.raw)});
    }
  }

 private:
  template <size_t... kIndexes>
  HWY_INLINE ByteTables(const uint8_t* const (&tables)[kTables],
                        std::index_sequence<kIndexes...>)
      : tables_{ByteTable512(tables[kIndexes])...} {}

  ByteTable512 tables_[kTables];
};

#endif  // HWY_TARGET <= HWY_AVX3_DL
#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
