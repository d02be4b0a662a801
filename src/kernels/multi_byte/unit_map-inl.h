// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Looking up many units in a UnitMap, which is what encoders spend most of
// their time on.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_MULTI_BYTE_UNIT_MAP_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_UNIT_MAP_INL_H_
#undef V8_ENCODING_SRC_KERNELS_MULTI_BYTE_UNIT_MAP_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_MULTI_BYTE_UNIT_MAP_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/multi_byte/two_byte.h"
#include "src/kernels/units-inl.h"
#include "src/tables/multi_byte.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// A unit takes two loads, which depend on each other, and five instructions for
// the two indexes. A unit in the map's run takes one load and no more: its
// index is a subtraction, so vectors do it. No branch asks which it is: the
// units outside the run, in a Korean text hardly any and in a Chinese one the
// punctuation, are the outliers, which are listed and looked up after.
class UnitLookup {
 public:
  // How much LookUp() takes at once. encode/EUC-KR/korean-markup/64KiB takes
  // 13 % longer with 256 and 8 % with 512 (AVX3_DL; AVX2 15 % and 2 %). 2048
  // saves up to 5 % there and costs others as much, and twice the stack.
  static constexpr size_t kMaxUnits = 1024;

  HWY_INLINE explicit UnitLookup(const internal::UnitMap& map)
      : pages_(map.pages),
        values_(map.values),
        run_values_(map.values + map.run_place),
        run_first_(hn::Set(D16(), map.run_first)),
        run_count_(hn::Set(D16(), map.run_count)),
        has_run_(map.run_count != 0) {}

  // Replaces each of `n` units by its value, and up to kLanes16 more.
  HWY_INLINE void LookUp(uint16_t* units, size_t n) const {
    // There have to be some beyond the last.
    hn::StoreU(hn::Zero(D16()), D16(), units + n);
    if (has_run_ && HasFewOutliers(units, n)) {
      LookUpInRun(units, n);
    } else {
      LookUpInMap(units, n);
    }
  }

 private:
  // encode/Shift_JIS/japanese/1KiB takes 25 % longer with 16 (AVX3_DL; 11 %
  // with AVX2), and as long with 4; 64KiB 12 % longer with 4 (AVX2).
  // A pragma says so to GCC, which at -O2 unrolls no such loop by itself, and
  // leaves `found` in memory then: its load waits for stores unit by unit.
  static constexpr size_t kUnrolled = 8;
  // encode/GBK/chinese/64KiB takes 8 % longer with 8 or 4 than with 16, and as
  // long with 32 (AVX2). With AVX3_DL 1, 2 and 8 make no difference. Without
  // the run encode/EUC-KR/korean/64KiB takes 6 % longer (16 % with AVX2).
  static constexpr size_t kLeastUnitsPerOutlier = kHasVbmi2 ? 4 : 16;

  // Judged by the first ones: of twice or four times as many, or half, no
  // workload of multi-byte encoding shows a difference.
  HWY_INLINE bool HasFewOutliers(const uint16_t* units, size_t n) const {
    constexpr size_t kSample = 4 * kLanes16;
    if (n < kSample)
      return false;
    const D16 d;
    size_t count = kSample;
    for (size_t i = 0; i < kSample; i += kLanes16) {
      const V16 index = hn::Sub(hn::LoadU(d, units + i), run_first_);
      count -= static_cast<size_t>(
          std::popcount(MaskToBits(d, IsBelow(index, run_count_))));
    }
    return count <= kSample / kLeastUnitsPerOutlier;
  }

  HWY_INLINE void LookUpInRun(uint16_t* units, size_t n) const {
    uint16_t positions[kMaxUnits + kLanes16];
    uint16_t outliers[kMaxUnits + kLanes16];
    const size_t count = ListOutliers(units, n, positions, outliers);
    for (size_t i = 0; i < n; i += kUnrolled) {
#pragma GCC unroll kUnrolled
      for (size_t j = 0; j < kUnrolled; ++j)
        units[i + j] = run_values_[units[i + j]];
    }
    for (size_t i = 0; i < count; ++i)
      units[positions[i]] = Value(outliers[i]);
  }

  // Replaces units by their indexes in the run, and lists the positions of
  // outliers with the units there.
  HWY_INLINE size_t ListOutliers(uint16_t* units,
                                 size_t n,
                                 uint16_t* positions,
                                 uint16_t* outliers) const {
    const D16 d;
    size_t count = 0;
    V16 position = hn::Iota(d, 0);
    for (size_t i = 0; i < n; i += kLanes16) {
      const V16 v = hn::LoadU(d, units + i);
      const V16 index = hn::Sub(v, run_first_);
      const M16 in_run = IsBelow(index, run_count_);
      hn::StoreU(hn::IfThenElseZero(in_run, index), d, units + i);
      const uint64_t bits = ~MaskToBits(d, in_run) & LowBits(kLanes16);
      if (bits != 0) {
        CompressLanes(d, v, bits, outliers + count);
        count += CompressLanes(d, position, bits, positions + count);
      }
      position = hn::Add(position, hn::Set(d, uint16_t{kLanes16}));
    }
    return count;
  }

  HWY_INLINE void LookUpInMap(uint16_t* units, size_t n) const {
    for (size_t i = 0; i < n; i += kUnrolled) {
      uint16_t found[kUnrolled];
#pragma GCC unroll kUnrolled
      for (size_t j = 0; j < kUnrolled; ++j)
        found[j] = Value(units[i + j]);
      std::copy_n(found, kUnrolled, units + i);
    }
  }

  HWY_INLINE uint16_t Value(size_t unit) const {
    constexpr int kBits = internal::UnitMap::kPageBits;
    return values_[pages_[unit >> kBits] + (unit & ((1u << kBits) - 1))];
  }

  const uint16_t* const pages_;
  const uint16_t* const values_;
  const uint16_t* const run_values_;
  const V16 run_first_;
  const V16 run_count_;
  const bool has_run_;
};

// The gap of a sequence of bytes, which stand in lanes at a shift.
template <class D>
class Gap {
 public:
  HWY_INLINE Gap(const ByteSequence& sequence, int shift)
      : before_(
            hn::Set(D(), static_cast<uint16_t>(sequence.before_gap << shift))),
        size_(hn::Set(D(), static_cast<uint16_t>(sequence.gap << shift))),
        exists_(sequence.gap != 0) {}

  bool exists() const { return exists_; }
  // `numbers` count the bytes from the first one.
  HWY_INLINE hn::Vec<D> Skip(hn::Vec<D> numbers, hn::Vec<D> bytes) const {
    const auto is_before =
        hn::Eq(hn::SaturatedSub(before_, numbers), hn::Zero(D()));
    return hn::Add(bytes, hn::IfThenElseZero(is_before, size_));
  }

 private:
  const hn::Vec<D> before_;
  const hn::Vec<D> size_;
  const bool exists_;
};

// The byte pairs of a map's values, by a layout: the first byte low, as in
// memory. Without `excluded_count` pointers from `first_excluded` on.
template <class D>
class PairsOfValues {
 public:
  HWY_INLINE PairsOfValues(const internal::UnitMap& map,
                           const TwoByteLayout& layout,
                           uint16_t first_excluded,
                           uint16_t excluded_count)
      : first_(hn::Set(D(), map.first)),
        last_pointer_(hn::Set(D(), static_cast<uint16_t>(map.count - 1))),
        first_excluded_(hn::Set(D(), first_excluded)),
        excluded_count_(hn::Set(D(), excluded_count)),
        has_excluded_(excluded_count != 0),
        // Rounded up, which is exact for pointers below 25000 and these counts.
        reciprocal_(Set(
            (uint32_t{1} << (16 + kReciprocalShift)) / layout.trail_count + 1)),
        // A trail byte is the pointer without the leads' part of it.
        per_lead_(Set((uint32_t{layout.trail_count} << 8) - 1)),
        first_pair_(
            Set(uint32_t{layout.trails.first} << 8 | layout.leads.first)),
        trails_of_lead_(Set(uint32_t{layout.trail_count} << 8)),
        lead_gap_(layout.leads, 0),
        trail_gap_(layout.trails, 8) {}

  // 0 for what is no value of this map's.
  HWY_INLINE hn::Vec<D> Get(hn::Vec<D> values) const {
    const D d;
    const auto pointers = hn::Sub(values, first_);
    auto ready = hn::Eq(hn::SaturatedSub(pointers, last_pointer_), hn::Zero(d));
    if (has_excluded_) {
      const auto excluded = hn::Ne(
          hn::SaturatedSub(excluded_count_, hn::Sub(pointers, first_excluded_)),
          hn::Zero(d));
      ready = hn::AndNot(excluded, ready);
    }
    const auto leads =
        hn::ShiftRight<kReciprocalShift>(hn::MulHigh(pointers, reciprocal_));
    const auto high = hn::ShiftLeft<8>(pointers);
    auto pairs = hn::Add(hn::Sub(high, hn::Mul(leads, per_lead_)), first_pair_);
    if (lead_gap_.exists())
      pairs = lead_gap_.Skip(leads, pairs);
    if (trail_gap_.exists()) {
      pairs = trail_gap_.Skip(hn::Sub(high, hn::Mul(leads, trails_of_lead_)),
                              pairs);
    }
    return hn::IfThenElseZero(ready, pairs);
  }

 private:
  static constexpr int kReciprocalShift = 6;

  static HWY_INLINE hn::Vec<D> Set(uint32_t value) {
    return hn::Set(D(), static_cast<uint16_t>(value));
  }

  const hn::Vec<D> first_;
  const hn::Vec<D> last_pointer_;
  const hn::Vec<D> first_excluded_;
  const hn::Vec<D> excluded_count_;
  const bool has_excluded_;
  const hn::Vec<D> reciprocal_;
  const hn::Vec<D> per_lead_;
  const hn::Vec<D> first_pair_;
  const hn::Vec<D> trails_of_lead_;
  const Gap<D> lead_gap_;
  const Gap<D> trail_gap_;
};

// Kana that have successive pointers, all with the same lead.
class KanaRow {
 public:
  HWY_INLINE KanaRow(uint32_t first,
                     uint32_t count,
                     uint32_t pointer,
                     const TwoByteLayout& layout)
      : first_(Set16(first)), span_(Set16(count - 1)) {
    const uint32_t pair = layout.Bytes(pointer);
    to_pair_ = Set16(((pair & 0xFF) - first) << 8 | pair >> 8);
    const uint32_t before_gap =
        layout.trails.before_gap - pointer % layout.trail_count;
    has_gap_ = before_gap < count;
    after_gap_ = Set16(first + before_gap);
    gap_ = Set16(uint32_t{layout.trails.gap} << 8);
  }

  HWY_INLINE M16 Has(V16 units) const {
    return IsUpTo(hn::Sub(units, first_), span_);
  }
  HWY_INLINE V16 Pairs(V16 units) const {
    const V16 pairs = hn::Add(hn::ShiftLeft<8>(units), to_pair_);
    return has_gap_ ? hn::Add(pairs, hn::IfThenElseZero(
                                         IsUpTo(after_gap_, units), gap_))
                    : pairs;
  }

 private:
  const V16 first_;
  const V16 span_;
  V16 to_pair_;
  V16 after_gap_;
  V16 gap_;
  bool has_gap_;
};

class Kana {
 public:
  // Of a map that has them.
  HWY_INLINE Kana(const internal::UnitMap& map, const TwoByteLayout& layout)
      : hiragana_(internal::UnitMap::kFirstHiragana,
                  internal::UnitMap::kHiraganaCount,
                  map.hiragana,
                  layout),
        katakana_(internal::UnitMap::kFirstKatakana,
                  internal::UnitMap::kKatakanaCount,
                  map.katakana,
                  layout) {}

  HWY_INLINE M16 Has(V16 units) const {
    return hn::Or(hiragana_.Has(units), katakana_.Has(units));
  }
  // The byte pairs of kana, and `otherwise` in the lanes of other units.
  HWY_INLINE V16 Pairs(V16 units, V16 otherwise) const {
    return hn::IfThenElse(katakana_.Has(units), katakana_.Pairs(units),
                          hn::IfThenElse(hiragana_.Has(units),
                                         hiragana_.Pairs(units), otherwise));
  }

 private:
  const KanaRow hiragana_;
  const KanaRow katakana_;
};

// Replaces units by the byte pairs that a map and a layout give for them: the
// first byte low, as in memory. Kana are more than half of a Japanese text and
// have rows of their own in JIS X 0208, in the same order, so with that map
// only what is left of a text is looked up.
class PairLookup {
 public:
  static constexpr size_t kMaxUnits = UnitLookup::kMaxUnits;

  // Without `excluded_count` pointers from `first_excluded` on.
  HWY_INLINE PairLookup(const internal::UnitMap& map,
                        const TwoByteLayout& layout,
                        uint16_t first_excluded,
                        uint16_t excluded_count)
      : map_(map),
        layout_(layout),
        first_excluded_(first_excluded),
        excluded_count_(excluded_count) {}

  // Replaces each of `n` units by its byte pair, or by 0 if it has none; and up
  // to kLanes16 more.
  HWY_INLINE void Replace(uint16_t* units, size_t n) const {
    if (map_.hiragana != 0 && n >= kLeastAroundKana) {
      ReplaceAroundKana(units, n);
    } else {
      ReplaceByLookup(units, n);
    }
  }

  // Replace() for units without kana; right for kana, too, but slower if they
  // are many.
  HWY_NOINLINE void ReplaceByLookup(uint16_t* units, size_t n) const {
    UnitLookup(map_).LookUp(units, n);
    ReplaceValues(units, n);
  }

 private:
  // Of fewer units, all are looked up. encode/Shift_JIS/japanese/64KiB takes
  // 0.86 and 0.96 of the time that it takes without kana's rows (AVX2, SSE4;
  // 0.85 with AVX3_DL), and its markup in 1 KiB takes 15 % longer if all units
  // go around kana (AVX3_DL; 28 % with AVX2). 128 and 512 are as good.
  static constexpr size_t kLeastAroundKana = 256;

  // Looks up what isn't kana, and puts the kana's byte pairs between.
  HWY_NOINLINE void ReplaceAroundKana(uint16_t* units, size_t n) const {
    uint16_t looked_up[kMaxUnits + 2 * kLanes16];
    uint64_t lanes[kMaxUnits / kLanes16];
    const D16 d;
    const Kana kana(map_, layout_);
    // What the last vector has behind the units.
    hn::StoreU(hn::Zero(d), d, units + n);
    size_t count = 0;
    for (size_t i = 0; i < n; i += kLanes16) {
      const V16 v = hn::LoadU(d, units + i);
      const uint64_t keep = ~MaskToBits(d, kana.Has(v)) & LowBits(kLanes16);
      lanes[i / kLanes16] = keep;
      count += CompressLanes(d, v, keep, looked_up + count);
    }
    ReplaceByLookup(looked_up, count);
    const uint16_t* next = looked_up;
    for (size_t i = 0; i < n; i += kLanes16) {
      const V16 v = hn::LoadU(d, units + i);
      const uint64_t keep = lanes[i / kLanes16];
      const V16 otherwise = ExpandLanes(d, next, keep);
      next += std::popcount(keep);
      hn::StoreU(kana.Pairs(v, otherwise), d, units + i);
    }
  }

  // Replaces each value of the map by its byte pair.
  HWY_INLINE void ReplaceValues(uint16_t* values, size_t n) const {
    const D16 d;
    const PairsOfValues<D16> pairs(map_, layout_, first_excluded_,
                                   excluded_count_);
    for (size_t i = 0; i < n; i += kLanes16)
      hn::StoreU(pairs.Get(hn::LoadU(d, values + i)), d, values + i);
  }

  const internal::UnitMap& map_;
  const TwoByteLayout& layout_;
  const uint16_t first_excluded_;
  const uint16_t excluded_count_;
};

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
