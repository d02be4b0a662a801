// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The time goes into looking units up, which is two loads each, one by one. So
// all else is arranged around them, in three phases for each chunk.
//
//   1. Compress what isn't ASCII into a buffer.
//   2. Look up: a value for each unit of it.
//   3. Expand them to where their units are. In vectors, make pointers of
//      values, bytes of pointers, find what has none, and compress: a unit is
//      the two bytes of a lane, of which the high one is dropped if it is 0. No
//      trail byte is.
//
// So nothing depends on where ASCII begins and ends, which no branch could
// predict in marked-up text. In fewer phases, vectors would be loaded from what
// has just been stored unit by unit, which no CPU forwards.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/two_byte_encode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/kernels/two_byte_encode.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/vectors-inl.h"
#include "src/simd.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

Converted Utf16ToTwoByte(const TwoByteEncoding&,
                         const char16_t*,
                         size_t,
                         uint8_t*,
                         size_t) {
  return {0, 0};
}

#else

// For each set of eight lanes, what keeps the low byte of all lanes, and the
// high byte of those in it.
struct HighBytesTable {
  alignas(16) uint8_t bytes[256][16];
};
constexpr HighBytesTable kHighBytesTable = [] {
  HighBytesTable table{};
  for (int set = 0; set < 256; ++set) {
    int count = 0;
    for (int lane = 0; lane < 8; ++lane) {
      table.bytes[set][count++] = static_cast<uint8_t>(2 * lane);
      if (set >> lane & 1)
        table.bytes[set][count++] = static_cast<uint8_t>(2 * lane + 1);
    }
  }
  return table;
}();

// Writes the low byte of each lane and, in `high`, the high byte after it.
// Writes over kLanes bytes.
template <class D>
HWY_INLINE size_t PutLanes(D d, hn::Vec<D> v, uint64_t high, uint8_t* out) {
  if constexpr (hn::MaxLanes(D()) == 16) {
    const uint8_t set = static_cast<uint8_t>(high);
    hn::StoreU(hn::TableLookupBytes(v, hn::Load(d, kHighBytesTable.bytes[set])),
               d, out);
    return 8 + size_t{kCompressTable.counts[set]};
  } else {
    const hn::Half<D> dh;
    const size_t count = PutLanes(dh, hn::LowerHalf(dh, v), high, out);
    return count + PutLanes(dh, hn::UpperHalf(dh, v),
                            high >> hn::MaxLanes(dh) / 2, out + count);
  }
}

// The first `n` lanes; nothing else is written if `kExact`.
template <bool kExact>
HWY_INLINE size_t PutPairs(V16 pairs, size_t n, uint8_t* out) {
  const D8 d;
  const V8 bytes = hn::BitCast(d, pairs);
#if HWY_TARGET == HWY_AVX3_DL
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
    uint8_t buffer[kLanes];
    PutLanes(d, bytes, high, buffer);
    const size_t count = n + static_cast<size_t>(std::popcount(high));
    std::memcpy(out, buffer, count);
    return count;
  } else {
    return PutLanes(d, bytes, high, out);
  }
#endif
}

// Numbers to bytes, lane by lane.
class Sequence {
 public:
  HWY_INLINE explicit Sequence(const ByteSequence& sequence)
      : first_(hn::Set(D16(), sequence.first)),
        before_gap_(hn::Set(D16(), sequence.before_gap)),
        gap_(hn::Set(D16(), sequence.gap)),
        has_gap_(sequence.gap != 0) {}

  HWY_INLINE V16 At(V16 numbers) const {
    const V16 bytes = hn::Add(numbers, first_);
    return has_gap_ ? hn::Add(bytes, hn::IfThenElseZero(
                                         IsUpTo(before_gap_, numbers), gap_))
                    : bytes;
  }

 private:
  const V16 first_;
  const V16 before_gap_;
  const V16 gap_;
  const bool has_gap_;
};

// Holds everything that it takes of an encoding: what is written might
// otherwise be a part of that.
class BlockEncoder {
 public:
  static constexpr size_t kUnrolled = 8;

  HWY_INLINE BlockEncoder(const TwoByteEncoding& encoding)
      : pages_(encoding.map->pages),
        values_(encoding.map->values),
        first_(hn::Set(D16(), encoding.map->first)),
        last_pointer_(
            hn::Set(D16(), static_cast<uint16_t>(encoding.map->count - 1))),
        leads_(encoding.layout.leads),
        trails_(encoding.layout.trails),
        trail_count_(hn::Set(D16(), encoding.layout.trail_count)),
        // Rounded up, which is exact for pointers below 25000 and these counts.
        reciprocal_(hn::Set(
            D16(),
            static_cast<uint16_t>((uint32_t{1} << (16 + kReciprocalShift)) /
                                      encoding.layout.trail_count +
                                  1))),
        excluded_unit_(hn::Set(D16(), encoding.excluded_unit)),
        first_excluded_(hn::Set(D16(), encoding.first_excluded)),
        excluded_count_(hn::Set(D16(), encoding.excluded_count)),
        has_excluded_(encoding.excluded_unit != 0 ||
                      encoding.excluded_count != 0),
        has_katakana_(encoding.has_katakana),
        katakana_lead_(encoding.katakana_lead) {}

  // Replaces each of `n` units by its value, and up to kUnrolled more.
  HWY_INLINE void LookUp(uint16_t* units, size_t n) const {
    for (size_t i = 0; i < n; i += kUnrolled) {
      uint16_t found[kUnrolled];
      for (size_t j = 0; j < kUnrolled; ++j)
        found[j] = Value(units[i + j]);
      std::copy_n(found, kUnrolled, units + i);
    }
  }

  // Writes the first `n` units, which are all of them if not `kExact`, as far
  // as there are bytes for them; if that isn't all, makes `n` their number.
  // Returns the number of bytes.
  template <bool kExact>
  HWY_INLINE size_t Put(V16 units, V16 values, size_t& n, uint8_t* out) const {
    const D16 d;
    const M16 ascii = IsAscii(units);
    const V16 pointers = hn::Sub(values, first_);
    M16 ready = IsUpTo(pointers, last_pointer_);
    if (has_excluded_) {
      const V16 excluded = hn::Sub(pointers, first_excluded_);
      ready = hn::AndNot(hn::Or(hn::Eq(units, excluded_unit_),
                                IsBelow(excluded, excluded_count_)),
                         ready);
    }
    const V16 leads =
        hn::ShiftRight<kReciprocalShift>(hn::MulHigh(pointers, reciprocal_));
    const V16 trails = hn::Sub(pointers, hn::Mul(leads, trail_count_));
    V16 pairs = hn::Or(leads_.At(leads), hn::ShiftLeft<8>(trails_.At(trails)));
    if (has_katakana_) {
      const V16 katakana = hn::Sub(units, hn::Set(d, 0xFF61));
      const M16 is_katakana = IsUpTo(katakana, hn::Set(d, 0xFF9F - 0xFF61));
      if (!hn::AllFalse(d, is_katakana)) {
        V16 bytes = hn::Add(katakana, hn::Set(d, 0xA1));
        if (katakana_lead_ != 0) {
          bytes = hn::Or(hn::ShiftLeft<8>(bytes), hn::Set(d, katakana_lead_));
        }
        pairs = hn::IfThenElse(is_katakana, bytes, pairs);
        ready = hn::Or(ready, is_katakana);
      }
    }
    pairs = hn::IfThenElse(ascii, units, pairs);
    ready = hn::Or(ready, ascii);
    const uint64_t others = ~MaskToBits(d, ready) & LowBits(n);
    if (others != 0) {
      n = static_cast<size_t>(std::countr_zero(others));
      return PutPairs<true>(pairs, n, out);
    }
    return PutPairs<kExact>(pairs, n, out);
  }

 private:
  static constexpr int kReciprocalShift = 6;

  HWY_INLINE uint16_t Value(size_t unit) const {
    constexpr int kBits = internal::UnitMap::kPageBits;
    return values_[pages_[unit >> kBits] + (unit & ((1u << kBits) - 1))];
  }

  const uint16_t* const pages_;
  const uint16_t* const values_;
  const V16 first_;
  const V16 last_pointer_;
  const Sequence leads_;
  const Sequence trails_;
  const V16 trail_count_;
  const V16 reciprocal_;
  const V16 excluded_unit_;
  const V16 first_excluded_;
  const V16 excluded_count_;
  const bool has_excluded_;
  const bool has_katakana_;
  const uint8_t katakana_lead_;
};

Converted Utf16ToTwoByte(const TwoByteEncoding& encoding,
                         const char16_t* input,
                         size_t input_size,
                         uint8_t* output,
                         size_t output_size) {
  const BlockEncoder encoder(encoding);
  constexpr size_t kMaxChunk = 2048;
  // Short at first, so that a stop costs little where stops are frequent.
  size_t chunk = std::max(kUnits, size_t{32});
  const char16_t* in = input;
  uint8_t* out = output;
  const char16_t* const in_end = input + input_size;
  uint8_t* const out_end = output + output_size;
  const D16 d;
  for (;;) {
    // All of a chunk has a place, so whole blocks are stored as they are.
    size_t n = std::min({static_cast<size_t>(in_end - in),
                         static_cast<size_t>(out_end - out) / 2, chunk});
    if (n == 0)
      break;
    const char16_t* units = in;
    char16_t rest[kUnits] = {};
    if (n < kUnits) {
      std::memcpy(rest, in, 2 * n);
      units = rest;
    } else {
      n &= ~(kUnits - 1);
    }

    uint16_t values[kMaxChunk + kUnits];
    uint64_t to_look_up[kMaxChunk / kUnits];
    size_t count = 0;
    for (size_t i = 0; i < n; i += kUnits) {
      const V16 v = LoadUnits(units + i);
      const uint64_t keep = ~MaskToBits(d, IsAscii(v)) & LowBits(kUnits);
      to_look_up[i / kUnits] = keep;
      count += CompressLanes(d, v, keep, values + count);
    }
    // LookUp() reads those too.
    std::fill_n(values + count, BlockEncoder::kUnrolled, uint16_t{0});
    encoder.LookUp(values, count);
    const uint16_t* next = values;
    for (size_t i = 0; i < n; i += kUnits) {
      const uint64_t keep = to_look_up[i / kUnits];
      const V16 v = LoadUnits(units + i);
      const V16 looked_up = ExpandLanes(d, next, keep);
      next += std::popcount(keep);
      const size_t size = std::min(n, kUnits);
      size_t done = size;
      out += size == kUnits ? encoder.Put<false>(v, looked_up, done, out)
                            : encoder.Put<true>(v, looked_up, done, out);
      in += done;
      if (done != size)
        return {static_cast<size_t>(in - input),
                static_cast<size_t>(out - output)};
    }
    if (n == chunk) {
      if (count == 0) {
        const size_t ascii =
            NarrowAsciiPrefix(in,
                              std::min(static_cast<size_t>(in_end - in),
                                       static_cast<size_t>(out_end - out)),
                              out);
        in += ascii;
        out += ascii;
      }
      chunk = std::min(2 * chunk, kMaxChunk);
    }
  }
  return {static_cast<size_t>(in - input), static_cast<size_t>(out - output)};
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

HWY_EXPORT(Utf16ToTwoByte);

Converted Utf16ToTwoByte(const TwoByteEncoding& encoding,
                         const char16_t* input,
                         size_t input_size,
                         uint8_t* output,
                         size_t output_size) {
  return HWY_DYNAMIC_DISPATCH(Utf16ToTwoByte)(encoding, input, input_size,
                                              output, output_size);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
