// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Looking up many units in a UnitMap, which is what encoders spend most of
// their time on.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UNIT_MAP_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UNIT_MAP_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UNIT_MAP_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UNIT_MAP_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/kernels/two_byte.h"
#include "src/kernels/units-inl.h"
#include "src/tables/multi_byte.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// A unit takes two loads, which depend on each other, and five instructions for
// the two indexes. One that is in the map's run takes one load and no more: its
// index is a subtraction, so vectors do it. No branch asks which it is: the
// others, in a Korean text hardly any and in a Chinese one the punctuation, are
// listed and looked up after.
class UnitLookup {
 public:
  // How much LookUp() takes at once.
  static constexpr size_t kMaxUnits = 2048;

  HWY_INLINE explicit UnitLookup(const internal::UnitMap& map)
      : pages_(map.pages),
        values_(map.values),
        run_values_(map.values + map.run_place),
        run_first_(hn::Set(D16(), map.run_first)),
        run_count_(hn::Set(D16(), map.run_count)),
        has_run_(map.run_count != 0) {}

  // Replaces each of `n` units by its value, and up to kUnits more.
  HWY_INLINE void LookUp(uint16_t* units, size_t n) const {
    // There have to be some beyond the last.
    hn::StoreU(hn::Zero(D16()), D16(), units + n);
    if (has_run_) {
      uint16_t places[kMaxUnits + kUnits];
      uint16_t others[kMaxUnits + kUnits];
      const size_t count = FindOthers(units, n, places, others);
      if (count <= n / 4) {
        Replace(units, n, [this](size_t i) { return run_values_[i]; });
        for (size_t i = 0; i < count; ++i)
          units[places[i]] = Value(others[i]);
        return;
      }
      Restore(units, n, places, others, count);
    }
    Replace(units, n, [this](size_t unit) { return Value(unit); });
  }

 private:
  HWY_INLINE uint16_t Value(size_t unit) const {
    constexpr int kBits = internal::UnitMap::kPageBits;
    return values_[pages_[unit >> kBits] + (unit & ((1u << kBits) - 1))];
  }

  template <class F>
  static HWY_INLINE void Replace(uint16_t* units, size_t n, F value) {
    constexpr size_t kUnrolled = 8;
    for (size_t i = 0; i < n; i += kUnrolled) {
      uint16_t found[kUnrolled];
      for (size_t j = 0; j < kUnrolled; ++j)
        found[j] = value(units[i + j]);
      std::copy_n(found, kUnrolled, units + i);
    }
  }

  // Replaces units by their indexes in the run, and lists the places of others
  // with what was there.
  HWY_INLINE size_t FindOthers(uint16_t* units,
                               size_t n,
                               uint16_t* places,
                               uint16_t* others) const {
    const D16 d;
    size_t count = 0;
    V16 place = hn::Iota(d, 0);
    for (size_t i = 0; i < n; i += kUnits) {
      const V16 v = hn::LoadU(d, units + i);
      const V16 index = hn::Sub(v, run_first_);
      const M16 in_run = IsBelow(index, run_count_);
      hn::StoreU(hn::IfThenElseZero(in_run, index), d, units + i);
      const uint64_t bits = ~MaskToBits(d, in_run) & LowBits(kUnits);
      if (bits != 0) {
        CompressLanes(d, v, bits, others + count);
        count += CompressLanes(d, place, bits, places + count);
      }
      place = hn::Add(place, hn::Set(d, uint16_t{kUnits}));
    }
    return count;
  }

  HWY_INLINE void Restore(uint16_t* units,
                          size_t n,
                          const uint16_t* places,
                          const uint16_t* others,
                          size_t count) const {
    const D16 d;
    for (size_t i = 0; i < n; i += kUnits)
      hn::StoreU(hn::Add(hn::LoadU(d, units + i), run_first_), d, units + i);
    for (size_t i = 0; i < count; ++i)
      units[places[i]] = others[i];
  }

  const uint16_t* const pages_;
  const uint16_t* const values_;
  const uint16_t* const run_values_;
  const V16 run_first_;
  const V16 run_count_;
  const bool has_run_;
};

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

// Replaces units by the bytes that a map and a layout give for them.
class PairLookup {
 public:
  static constexpr size_t kMaxUnits = UnitLookup::kMaxUnits;

  // Without `excluded_count` pointers from `first_excluded` on.
  HWY_INLINE PairLookup(const internal::UnitMap& map,
                        const TwoByteLayout& layout,
                        uint16_t first_excluded,
                        uint16_t excluded_count)
      : lookup_(map),
        first_(map.first),
        last_pointer_(static_cast<uint16_t>(map.count - 1)),
        layout_(layout),
        first_excluded_(first_excluded),
        excluded_count_(excluded_count) {}

  // Replaces each of `n` units by its two bytes, the first one low, or by 0 if
  // it has none; and up to kUnits more.
  HWY_NOINLINE void Replace(uint16_t* units, size_t n) const {
    lookup_.LookUp(units, n);
    ReplaceValues(units, n);
  }

 private:
  static constexpr int kReciprocalShift = 6;

  HWY_INLINE void ReplaceValues(uint16_t* values, size_t n) const {
    const D16 d;
    const V16 first = hn::Set(d, first_);
    const V16 last_pointer = hn::Set(d, last_pointer_);
    const V16 first_excluded = hn::Set(d, first_excluded_);
    const V16 excluded_count = hn::Set(d, excluded_count_);
    const bool has_excluded = excluded_count_ != 0;
    const Sequence leads(layout_.leads);
    const Sequence trails(layout_.trails);
    const V16 trail_count = hn::Set(d, layout_.trail_count);
    // Rounded up, which is exact for pointers below 25000 and these counts.
    const V16 reciprocal = hn::Set(
        d, static_cast<uint16_t>((uint32_t{1} << (16 + kReciprocalShift)) /
                                     layout_.trail_count +
                                 1));
    for (size_t i = 0; i < n; i += kUnits) {
      const V16 pointers = hn::Sub(hn::LoadU(d, values + i), first);
      M16 ready = IsUpTo(pointers, last_pointer);
      if (has_excluded) {
        ready = hn::AndNot(
            IsBelow(hn::Sub(pointers, first_excluded), excluded_count), ready);
      }
      const V16 lead =
          hn::ShiftRight<kReciprocalShift>(hn::MulHigh(pointers, reciprocal));
      const V16 trail = hn::Sub(pointers, hn::Mul(lead, trail_count));
      const V16 pairs =
          hn::Or(leads.At(lead), hn::ShiftLeft<8>(trails.At(trail)));
      hn::StoreU(hn::IfThenElseZero(ready, pairs), d, values + i);
    }
  }

  const UnitLookup lookup_;
  const uint16_t first_;
  const uint16_t last_pointer_;
  const TwoByteLayout layout_;
  const uint16_t first_excluded_;
  const uint16_t excluded_count_;
};

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
