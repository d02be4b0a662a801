// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What single_byte_decode.cc does with the blocks of a text: looks up all bytes
// of each, or looks up exceptions from rows while they are few.

// Once for each target, as in Highway's own -inl.h files.
#if defined(                                                                 \
    V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_DECODE_BLOCKS_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_DECODE_BLOCKS_INL_H_
#undef V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_DECODE_BLOCKS_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_SINGLE_BYTE_SINGLE_BYTE_DECODE_BLOCKS_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/code_points.h"
#include "src/kernels/copy.h"
#include "src/kernels/single_byte/byte_table-inl.h"
#include "src/kernels/single_byte/rows-inl.h"
#include "src/kernels/vectors-inl.h"
#include "src/tables/single_byte.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// An encoding gives the units of the bytes of a vector.
template <class D>
class TableEncoding {
 public:
  HWY_INLINE explicit TableEncoding(
      const internal::SingleByteDecodeTable& table)
      : tables_({table.units->low, table.units->high}) {}

  HWY_INLINE UnitBytes<D> Get(hn::Vec<D> v) const {
    const D d;
    hn::Vec<D> bytes[2] = {hn::IfThenZeroElse(IsNotAscii(d, v), v),
                           hn::Zero(d)};
    tables_.Lookup(v, bytes);
    return {bytes[0], bytes[1]};
  }

 private:
  ByteTables<D, 2> tables_;
};

// Bytes 0x80 to 0xFF are U+F780 to U+F7FF.
template <class D>
struct XUserDefinedUnits {
  HWY_INLINE UnitBytes<D> Get(hn::Vec<D> v) const {
    const D d;
    return {v,
            hn::IfThenElseZero(IsNotAscii(d, v), InRegister(hn::Set(d, 0xF7)))};
  }
};

template <class D>
HWY_INLINE bool AnyUnmapped(D d, const UnitBytes<D>& units) {
  const auto low = hn::Xor(units.low, hn::Set(d, 0xFD));
  const auto high = hn::Xor(units.high, hn::Set(d, 0xFF));
  return !hn::AllFalse(d, hn::Eq(hn::Or(low, high), hn::Zero(d)));
}

// `even` and `odd` have eight units in each group of 16 bytes: the first group
// of `even` comes first, then that of `odd`, the second of `even`...
template <class D>
HWY_INLINE void StoreInterleaved(D d,
                                 hn::Vec<D> even,
                                 hn::Vec<D> odd,
                                 uint8_t* to) {
  if constexpr (hn::MaxLanes(D()) == 16) {
    hn::StoreU(even, d, to);
    hn::StoreU(odd, d, to + 16);
  } else {
    const hn::Half<D> dh;
    StoreInterleaved(dh, hn::LowerHalf(dh, even), hn::LowerHalf(dh, odd), to);
    StoreInterleaved(dh, hn::UpperHalf(dh, even), hn::UpperHalf(dh, odd),
                     to + hn::MaxLanes(D()));
  }
}

template <class D>
HWY_INLINE void StoreUnitBytes(D d,
                               const UnitBytes<D>& units,
                               char16_t* output) {
  StoreInterleaved(d, hn::InterleaveLower(d, units.low, units.high),
                   hn::InterleaveUpper(d, units.low, units.high),
                   reinterpret_cast<uint8_t*>(output));
}

// One block; false if it has what it must stop before.
template <class D, class Encoding>
HWY_INLINE bool DecodeByteBlock(D d,
                                const Encoding& encoding,
                                bool stop,
                                const uint8_t* input,
                                char16_t* output) {
  const UnitBytes<D> units = encoding.Get(hn::LoadU(d, input));
  if (stop && AnyUnmapped(d, units))
    return false;
  StoreUnitBytes(d, units, output);
  return true;
}

template <class D, class Encoding>
HWY_INLINE bool DecodeByteBlock(D d,
                                const Encoding& encoding,
                                bool /*stop*/,
                                const uint8_t* input,
                                uint8_t* output) {
  const UnitBytes<D> units = encoding.Get(hn::LoadU(d, input));
  hn::StoreU(units.low, d, output);
  return hn::AllTrue(d, hn::Eq(units.high, hn::Zero(d)));
}

#if HWY_TARGET <= HWY_AVX3_DL

// The bytes are put in order before they are looked up: once, not for the low
// and the high bytes of units.
template <class Encoding>
HWY_INLINE bool DecodeByteBlock(D8 d,
                                const Encoding& encoding,
                                bool stop,
                                const uint8_t* input,
                                char16_t* output) {
  const V8 v{InOrderToInterleave(_mm512_loadu_si512(input))};
  const UnitBytes<D8> units = encoding.Get(v);
  if (stop && AnyUnmapped(d, units))
    return false;
  _mm512_storeu_si512(output,
                      _mm512_unpacklo_epi8(units.low.raw, units.high.raw));
  _mm512_storeu_si512(output + 32,
                      _mm512_unpackhi_epi8(units.low.raw, units.high.raw));
  return true;
}

// Fewer bytes than a block has.
template <class Encoding>
HWY_INLINE bool DecodePartialBlock(const Encoding& encoding,
                                   bool stop,
                                   const uint8_t* input,
                                   size_t n,
                                   char16_t* output) {
  const uint64_t live = LowBits(n);
  const V8 v{InOrderToInterleave(_mm512_maskz_loadu_epi8(live, input))};
  const UnitBytes<D8> units = encoding.Get(v);
  if (stop && AnyUnmapped(D8(), units))
    return false;
  _mm512_mask_storeu_epi16(output, static_cast<__mmask32>(live),
                           _mm512_unpacklo_epi8(units.low.raw, units.high.raw));
  // As a number: the output of an empty text may be null, to which nothing may
  // be added.
  const auto behind =
      reinterpret_cast<uintptr_t>(output) + 32 * sizeof(*output);
  _mm512_mask_storeu_epi16(reinterpret_cast<void*>(behind),
                           static_cast<__mmask32>(live >> 32),
                           _mm512_unpackhi_epi8(units.low.raw, units.high.raw));
  return true;
}

template <class Encoding>
HWY_INLINE bool DecodePartialBlock(const Encoding& encoding,
                                   bool /*stop*/,
                                   const uint8_t* input,
                                   size_t n,
                                   uint8_t* output) {
  const uint64_t live = LowBits(n);
  const UnitBytes<D8> units =
      encoding.Get(V8{_mm512_maskz_loadu_epi8(live, input)});
  _mm512_mask_storeu_epi8(output, live, units.low.raw);
  return _mm512_test_epi8_mask(units.high.raw, units.high.raw) == 0;
}

#endif  // HWY_TARGET <= HWY_AVX3_DL

HWY_INLINE size_t DecodeAscii(const uint8_t* input, size_t n, char16_t* out) {
  return simd::WidenAsciiPrefix(input, n, out);
}
HWY_INLINE size_t DecodeAscii(const uint8_t* input, size_t n, uint8_t* out) {
  return simd::CopyAsciiPrefix(input, n, out);
}

// Whether a run of ASCII that has proved long is worth a call; not where
// lookups are as fast as stores. decode/windows-1252/french/64KiB takes 7 %
// less without (AVX2), but four times as long if all but a hundredth of the
// letters that aren't ASCII are replaced by ASCII. With AVX3_DL, 1 KiB takes 20
// % longer with this.
constexpr bool kSeeksAscii = !kHasVbmi2;

// Needs at least as many bytes as a block has.
template <class D, class Encoding, typename Unit>
HWY_INLINE size_t DecodeBlocks(D d,
                               const Encoding& encoding,
                               bool stop,
                               const uint8_t* input,
                               size_t n,
                               Unit* output) {
  constexpr size_t kStep = hn::MaxLanes(D());
  // What shorter texts become stays in the first cache, where an Ice Lake
  // stores it as fast anywhere.
  constexpr size_t kMinAligned = 4096;
  [[maybe_unused]] size_t ascii_blocks = 0;
  size_t i = 0;
  if (n >= kMinAligned) {
    if (!DecodeByteBlock(d, encoding, stop, input, output))
      return 0;
    // The next one begins inside the first, where stores are aligned.
    i = kStep -
        Misalignment(output, std::min<size_t>(kStep * sizeof(Unit), 64));
  }
  while (i != n) {
    // The last block begins inside the one before it.
    const size_t at = std::min(i, n - kStep);
    if (!DecodeByteBlock(d, encoding, stop, input + at, output + at))
      return i;
    i = at + kStep;
    if constexpr (kSeeksAscii) {
      const bool is_ascii =
          hn::AllFalse(d, IsNotAscii(d, hn::LoadU(d, input + at)));
      ascii_blocks = (ascii_blocks + 1) & -size_t{is_ascii};
      if (ascii_blocks == kProvenAsciiBlocks) {
        i += DecodeAscii(input + i, n - i, output + i);
        ascii_blocks = 0;
      }
    }
  }
  return n;
}

// There are kShortLanes8 bytes at least, or one where blocks can be partial.
template <template <class> class Encoding, typename Unit, typename... Table>
HWY_INLINE size_t Decode(const uint8_t* input,
                         size_t n,
                         Unit* output,
                         bool stop,
                         const Table&... table) {
#if HWY_TARGET <= HWY_AVX3_DL
  if (n < kLanes8) {
    return DecodePartialBlock(Encoding<D8>(table...), stop, input, n, output)
               ? n
               : 0;
  }
#else
  if (kLanes8 > kShortLanes8 && n < kLanes8) {
    return DecodeBlocks(D8Short(), Encoding<D8Short>(table...), stop, input, n,
                        output);
  }
#endif
  return DecodeBlocks(D8(), Encoding<D8>(table...), stop, input, n, output);
}

// All bytes looked up.
template <typename Unit>
HWY_INLINE size_t DecodeByTables(const uint8_t* input,
                                 size_t n,
                                 const internal::SingleByteDecodeTable& table,
                                 Unit* output,
                                 bool replace) {
  const bool stop = !replace && table.unmapped_count != 0;
  return Decode<TableEncoding>(input, n, output, stop, table);
}

#if HWY_TARGET > HWY_AVX3_DL

// The next functions have the parameters of the kernels, which thus jump to
// them: with calls, texts of 16 to 64 bytes take 5 to 10 % longer.

template <typename Unit>
HWY_NOINLINE size_t LookUpAll(const uint8_t* input,
                              size_t n,
                              const internal::SingleByteDecodeTable& table,
                              Unit* output,
                              bool replace) {
  return DecodeByTables(input, n, table, output, replace);
}

// Writes the units of exceptions. False if there are units from `limit` on.
template <typename Unit>
HWY_INLINE bool DecodeExceptions(const internal::SingleByteDecodeTable& table,
                                 uint64_t exceptions,
                                 const uint8_t* input,
                                 Unit* output,
                                 char32_t limit) {
  for (; exceptions != 0; exceptions &= exceptions - 1) {
    const size_t i = static_cast<size_t>(std::countr_zero(exceptions));
    const char16_t unit = table.Unit(input[i] & 0x7Fu);
    if (unit >= limit)
      return false;
    output[i] = static_cast<Unit>(unit);
  }
  return true;
}

template <class D>
HWY_INLINE void StoreBlock(D d, const UnitBytes<D>& units, char16_t* output) {
  StoreUnitBytes(d, units, output);
}
template <class D>
HWY_INLINE void StoreBlock(D d, const UnitBytes<D>& units, uint8_t* output) {
  hn::StoreU(units.low, d, output);
}

// Decodes kBlocks blocks if there are no exceptions in them.
template <size_t kBlocks, class D, class Rows, typename Unit>
HWY_INLINE bool DecodeRegularBlocks(D d,
                                    const Rows& rows,
                                    const uint8_t* input,
                                    Unit* output) {
  constexpr size_t kStep = hn::MaxLanes(D());
  // As GCC is told, which else unrolls nothing.
  static_assert(kBlocks <= 4);
  auto exceptions = rows.Exceptions(hn::LoadU(d, input));
#pragma GCC unroll 4
  for (size_t k = 1; k < kBlocks; ++k) {
    exceptions =
        hn::Or(exceptions, rows.Exceptions(hn::LoadU(d, input + k * kStep)));
  }
  if (!hn::AllFalse(d, exceptions))
    return false;
#pragma GCC unroll 4
  for (size_t k = 0; k < kBlocks; ++k) {
    StoreBlock(d, rows.Get(hn::LoadU(d, input + k * kStep)),
               output + k * kStep);
  }
  // Untested: but by Clang's count, which behind an unrolled loop is 0.
  return true;
}

// Needs at least as many bytes as a block has.
template <class D, class Rows, typename Unit>
HWY_INLINE size_t DecodeByRows(D d,
                               const Rows& rows,
                               const uint8_t* input,
                               size_t n,
                               const internal::SingleByteDecodeTable& table,
                               Unit* output,
                               bool replace) {
  // U+FFFD marks the unmapped.
  const char32_t limit = sizeof(Unit) == 1 ? 0x100
                         : replace         ? 0x10000
                                           : internal::kReplacementCharacter;
  constexpr size_t kStep = hn::MaxLanes(D());
  constexpr size_t kMany = 64 / kStep;
  constexpr size_t kMostExceptions = kStep / 4;
  // Blocks with exceptions cost a branch that can't be predicted, and so may be
  // one in four. Where they are more, all is looked up for a while.
  constexpr size_t kCost = 3;
  constexpr size_t kMostCredit = 8 * kCost;
  constexpr size_t kMostDense = 16 * 1024;
  size_t dense = 1024;
  size_t credit = Rows::kFewExceptions ? 2 * kCost : 0;
  size_t i = 0;
  while (i != n) {
    const size_t clean = i;
    while (n - i >= kMany * kStep &&
           DecodeRegularBlocks<kMany>(d, rows, input + i, output + i)) {
      i += kMany * kStep;
    }
    if (i == n)
      break;
    credit = std::min(credit + (i - clean) / kStep, kMostCredit);
    // The last block begins inside the one before it.
    const size_t at = std::min(i, n - kStep);
    const auto v = hn::LoadU(d, input + at);
    StoreBlock(d, rows.Get(v), output + at);
    const uint64_t exceptions = MaskToBits(d, rows.Exceptions(v));
    if (exceptions == 0) {
      ++credit;
      i = at + kStep;
    } else if (credit >= kCost && static_cast<size_t>(std::popcount(
                                      exceptions)) <= kMostExceptions) {
      credit -= kCost;
      if (!DecodeExceptions(table, exceptions, input + at, output + at, limit))
        return i;
      i = at + kStep;
    } else {
      const size_t size = std::min(n - at, dense);
      const size_t done =
          LookUpAll(input + at, size, table, output + at, replace);
      i = at + done;
      if (done != size)
        return i;
      credit = 0;
      dense = std::min(2 * dense, kMostDense);
    }
  }
  return n;
}

// There are kShortLanes8 bytes at least, and kLanes8 if there may be many
// exceptions.
template <template <class> class Rows, typename Unit>
HWY_NOINLINE size_t DecodeByRows(const uint8_t* input,
                                 size_t n,
                                 const internal::SingleByteDecodeTable& table,
                                 Unit* output,
                                 bool replace) {
  if constexpr (kLanes8 > kShortLanes8 && Rows<D8>::kFewExceptions) {
    if (n < kLanes8) {
      return DecodeByRows(D8Short(), Rows<D8Short>(table), input, n, table,
                          output, replace);
    }
  }
  return DecodeByRows(D8(), Rows<D8>(table), input, n, table, output, replace);
}

#endif  // HWY_TARGET > HWY_AVX3_DL

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
