// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-16LE and UTF-16BE of more than four vectors, or eight where they have no
// masks: the walk over the text.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF16_DECODE_LONG_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF16_DECODE_LONG_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF16_DECODE_LONG_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF16_DECODE_LONG_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/code_points.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/utf16_surrogates-inl.h"
#include "src/kernels/vectors-inl.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

using internal::IsLeadSurrogate;
using internal::IsTrailSurrogate;

template <class D>
HWY_INLINE hn::Mask<D> MatchesUnits(D d,
                                    hn::Vec<D> v,
                                    uint16_t mask,
                                    uint16_t value) {
  return hn::Eq(hn::And(v, hn::Set(d, mask)), hn::Set(d, value));
}

struct VectorPair {
  static constexpr size_t kUnits = 2 * kLanes16;

  HWY_INLINE explicit VectorPair(const uint8_t* input)
      : v0(LoadUnits(D16(), input)),
        v1(LoadUnits(D16(), input + 2 * kLanes16)) {}

  template <class Order>
  HWY_INLINE Surrogates FindSurrogates() const {
    return SurrogatesOf<Order>(v0, v1);
  }

  template <class Order>
  HWY_INLINE void Store(char16_t* output) const {
    const D16 d;
    StoreUnits(d, Order::ToNative(v0), output);
    StoreUnits(d, Order::ToNative(v1), output + kLanes16);
  }

  // With U+FFFD in place of the units in `lone`.
  template <class Order>
  HWY_INLINE void StoreReplaced(uint64_t lone, char16_t* output) const {
    const D16 d;
    StoreUnits(d, Replaced<Order>(d, v0, lone), output);
    StoreUnits(d, Replaced<Order>(d, v1, lone >> kLanes16), output + kLanes16);
  }

  V16 v0, v1;
};

struct FourVectors {
  static constexpr size_t kUnits = 2 * VectorPair::kUnits;

  HWY_INLINE explicit FourVectors(const uint8_t* input)
      : lower(input), upper(input + 2 * VectorPair::kUnits) {}

  template <class Order>
  HWY_INLINE bool HasSurrogates() const {
    const D16 d;
    // Zero for surrogates, so that the minimum of all is if any is.
    const auto key = [&](V16 v) HWY_ATTR {
      return hn::And(hn::Xor(v, hn::Set(d, Order::Loaded(0xD800))),
                     hn::Set(d, Order::Loaded(0xF800)));
    };
    const V16 least = hn::Min(hn::Min(key(lower.v0), key(lower.v1)),
                              hn::Min(key(upper.v0), key(upper.v1)));
    return !hn::AllFalse(d, hn::Eq(least, hn::Zero(d)));
  }

  template <class Order>
  HWY_INLINE void Store(char16_t* output) const {
    lower.Store<Order>(output);
    upper.Store<Order>(output + VectorPair::kUnits);
  }

#if HWY_TARGET > HWY_AVX3_DL
  template <class Order>
  HWY_INLINE Surrogates FindSurrogates() const {
    static_assert(kUnits <= 64);
    const Surrogates in_lower = lower.FindSurrogates<Order>();
    const Surrogates in_upper = upper.FindSurrogates<Order>();
    return {in_lower.leads | in_upper.leads << VectorPair::kUnits,
            in_lower.trails | in_upper.trails << VectorPair::kUnits};
  }

  template <class Order>
  HWY_INLINE void StoreReplaced(uint64_t lone, char16_t* output) const {
    lower.StoreReplaced<Order>(lone, output);
    upper.StoreReplaced<Order>(lone >> VectorPair::kUnits,
                               output + VectorPair::kUnits);
  }
#endif

  VectorPair lower, upper;
};

#if HWY_TARGET <= HWY_AVX3_DL

// Two vectors at a time, or four without surrogates. A lead at their end waits
// for the next ones.
template <class Order, bool kReplace>
class UnitDecoder {
 public:
  static constexpr size_t kStep = VectorPair::kUnits;

  HWY_INLINE UnitDecoder(const uint8_t* input, size_t n, char16_t* output)
      : input_(input), n_(n), output_(output) {}

  // Returns how many units are done. There are at least kStep.
  HWY_INLINE size_t Decode() {
    if (!DecodeStep())
      return i_;
    if (n_ >= 8 * kLanes16) {
      // The next ones begin inside the first, where stores are aligned.
      i_ -= Misalignment(output_ + i_, kLanes8);
      lead_before_ = IsLeadSurrogate(Order::UnitAt(input_ + 2 * i_ - 2));
    }
    while (n_ - i_ >= 2 * kStep) {
      const FourVectors vectors(input_ + 2 * i_);
      // One branch: that on the lead would be anybody's guess among emoji.
      if ((uint64_t{vectors.HasSurrogates<Order>()} | lead_before_) == 0) {
        vectors.Store<Order>(output_ + i_);
        i_ += 2 * kStep;
      } else if (!StorePaired(vectors) && !(DecodeStep() && DecodeStep())) {
        return i_;
      }
    }
    if (n_ - i_ >= kStep && !DecodeStep())
      return i_;
    if (i_ != n_ && !DecodeRest())
      return i_;
    return n_ - lead_before_;
  }

 private:
  // False if there are lone surrogates. With fewer vectors, malformed text
  // would often have one and often none, which no CPU could predict.
  HWY_INLINE bool StorePaired(const FourVectors& vectors) {
    const Surrogates lower = vectors.lower.FindSurrogates<Order>();
    const Surrogates upper = vectors.upper.FindSurrogates<Order>();
    if ((((lower.leads << 1 | lead_before_) ^ lower.trails) |
         ((upper.leads << 1 | lower.leads >> (kStep - 1)) ^ upper.trails)) !=
        0) {
      return false;
    }
    vectors.Store<Order>(output_ + i_);
    lead_before_ = upper.leads >> (kStep - 1);
    i_ += 2 * kStep;
    return true;
  }

  HWY_INLINE bool DecodeStep() {
    const VectorPair vectors(input_ + 2 * i_);
    const Surrogates surrogates = vectors.FindSurrogates<Order>();
    vectors.StoreReplaced<Order>(Lone(surrogates, kStep), output_ + i_);
    return Advance(surrogates, kStep);
  }

  HWY_INLINE bool DecodeRest() {
    const D16 d;
    const size_t n = n_ - i_;
    const uint8_t* const in = input_ + 2 * i_;
    char16_t* const out = output_ + i_;
    const __mmask32 live0 = static_cast<__mmask32>(LowBits(n));
    const __mmask32 live1 = static_cast<__mmask32>(LowBits(n) >> kLanes16);
    const V16 v0{_mm512_maskz_loadu_epi16(live0, in)};
    const V16 v1{_mm512_maskz_loadu_epi16(live1, in + 2 * kLanes16)};
    const Surrogates surrogates = SurrogatesOf<Order>(v0, v1);
    const uint64_t lone = Lone(surrogates, n);
    _mm512_mask_storeu_epi16(out, live0, Replaced<Order>(d, v0, lone).raw);
    _mm512_mask_storeu_epi16(out + kLanes16, live1,
                             Replaced<Order>(d, v1, lone >> kLanes16).raw);
    return Advance(surrogates, n);
  }

  // The unit behind each lead, of n.
  HWY_INLINE uint64_t AfterLead(const Surrogates& surrogates, size_t n) const {
    return (surrogates.leads << 1 | lead_before_) & LowBits(n);
  }

  // Which of n units are to be replaced. No branch, since nobody could predict
  // it.
  HWY_INLINE uint64_t Lone(const Surrogates& surrogates, size_t n) const {
    if constexpr (kReplace) {
      const uint64_t after_lead = AfterLead(surrogates, n);
      return (surrogates.trails & ~after_lead) |
             (after_lead & ~surrogates.trails) >> 1;
    } else {
      return 0;
    }
  }

  // Goes behind n units, and replaces the one before them if it is lone. False
  // at a lone one that mustn't be replaced.
  HWY_INLINE bool Advance(const Surrogates& surrogates, size_t n) {
    const uint64_t after_lead = AfterLead(surrogates, n);
    const uint64_t lacks_trail = after_lead & ~surrogates.trails;
    if constexpr (kReplace) {
      if (HWY_UNLIKELY(lacks_trail & 1))
        output_[i_ - 1] = u'\uFFFD';
    } else if (HWY_UNLIKELY(after_lead != surrogates.trails)) {
      const uint64_t lone =
          (surrogates.trails & ~after_lead) | lacks_trail >> 1;
      i_ = lacks_trail & 1 ? i_ - 1
                           : i_ + static_cast<size_t>(std::countr_zero(lone));
      return false;
    }
    lead_before_ = surrogates.leads >> (n - 1) & 1;
    i_ += n;
    return true;
  }

  const uint8_t* const input_;
  const size_t n_;
  char16_t* const output_;
  size_t i_ = 0;
  uint64_t lead_before_ = 0;  // Whether the unit before i_ is a lead.
};

#else

// One vector that has a unit before it and one after it. False if a surrogate
// in it is lone and must not be replaced.
template <class Order, bool kReplace>
HWY_INLINE bool DecodeVector(const uint8_t* input, char16_t* output) {
  const D16 d;
  constexpr uint16_t kHalfMask = Order::Loaded(0xFC00);
  constexpr uint16_t kLead = Order::Loaded(0xD800);
  constexpr uint16_t kTrail = Order::Loaded(0xDC00);
  const V16 v = LoadUnits(d, input);
  const M16 lead = MatchesUnits(d, v, kHalfMask, kLead);
  const M16 trail = MatchesUnits(d, v, kHalfMask, kTrail);
  const M16 after_lead =
      MatchesUnits(d, LoadUnits(d, input - 2), kHalfMask, kLead);
  const M16 before_trail =
      MatchesUnits(d, LoadUnits(d, input + 2), kHalfMask, kTrail);
  const M16 lone =
      hn::Or(hn::AndNot(before_trail, lead), hn::AndNot(after_lead, trail));
  if constexpr (!kReplace) {
    if (!hn::AllFalse(d, lone))
      return false;
  }
  StoreUnits(
      d,
      hn::IfThenElse(lone, InRegister(hn::Set(d, 0xFFFD)), Order::ToNative(v)),
      output);
  return true;
}

// Four vectors at a time, from i on, a unit before and one after, while all
// surrogates among them are paired, and there are some now and then: a branch
// for each group that hasn't any would be anybody's guess where half of them
// have. Returns where it stopped. Not a part of the loop over groups without
// any, which needs few constants.
template <class Order>
HWY_NOINLINE size_t DecodeGroupsWithPairs(const uint8_t* input,
                                          size_t n,
                                          size_t i,
                                          char16_t* output) {
  constexpr size_t kMaxGroupsWithout = 8;
  for (size_t without = 0; n - i > 4 * kLanes16 && without != kMaxGroupsWithout;
       i += 4 * kLanes16) {
    const uint8_t* const in = input + 2 * i;
    const FourVectors vectors(in);
    const Surrogates surrogates = vectors.FindSurrogates<Order>();
    if (!surrogates.AllPaired(
            IsLeadSurrogate(Order::UnitAt(in - 2)),
            IsTrailSurrogate(Order::UnitAt(in + 8 * kLanes16)), 2 * kLanes8)) {
      break;
    }
    without = surrogates.leads == 0 ? without + 1 : 0;
    vectors.Store<Order>(output + i);
  }
  return i;
}

// Goes over a text of at least eight vectors.
template <class Order, bool kReplace>
class UnitDecoder {
 public:
  HWY_INLINE UnitDecoder(const uint8_t* input, size_t n, char16_t* output)
      : input_(input), n_(n), output_(output) {}

  // Returns how many units are done.
  HWY_INLINE size_t Decode() {
    if (!DecodeFirst())
      return 0;
    // The first vector is done alone, and the next begins inside it, where
    // stores are aligned.
    size_t i = 1;
    if (!DecodeAt(i))
      return BeforePairAt(i);
    i += kLanes16;
    i -= Misalignment(output_ + i, kLanes8);
    // Where lone surrogates have been found, others are likelier than pairs are
    // for a while.
    constexpr size_t kNextTry = 16;
    size_t groups_with_lone = 0;
    while (n_ - i > 4 * kLanes16) {
      const FourVectors vectors(input_ + 2 * i);
      if (HWY_UNLIKELY(vectors.HasSurrogates<Order>())) {
        const size_t begin = i;
        if (groups_with_lone % kNextTry == 0)
          i = DecodeGroupsWithPairs<Order>(input_, n_, i, output_);
        if (i != begin)
          continue;
        ++groups_with_lone;
        // GCC at -O2 leaves a loop.
#pragma GCC unroll 4
        for (size_t k = 0; k < 4; ++k) {
          if (!DecodeAt(i + k * kLanes16))
            return BeforePairAt(i + k * kLanes16);
        }
      } else {
        vectors.Store<Order>(output_ + i);
      }
      i += 4 * kLanes16;
    }
    for (; n_ - i > kLanes16; i += kLanes16) {
      if (!DecodeAt(i))
        return BeforePairAt(i);
    }
    if (i != n_ - 1 && !DecodeAt(n_ - 1 - kLanes16))
      return BeforePairAt(i);
    return DecodeLast() ? n_ : n_ - 1;
  }

 private:
  HWY_INLINE bool IsLeadAt(size_t i) const {
    return IsLeadSurrogate(Order::UnitAt(input_ + 2 * i));
  }
  HWY_INLINE bool IsTrailAt(size_t i) const {
    return IsTrailSurrogate(Order::UnitAt(input_ + 2 * i));
  }

  HWY_INLINE bool DecodeAt(size_t i) {
    return DecodeVector<Order, kReplace>(input_ + 2 * i, output_ + i);
  }

  // The first unit has none before it.
  HWY_INLINE bool DecodeFirst() {
    const bool is_lone = IsTrailAt(0) || (IsLeadAt(0) && !IsTrailAt(1));
    if (!kReplace && is_lone)
      return false;
    output_[0] = is_lone ? u'\uFFFD' : Order::UnitAt(input_);
    return true;
  }

  // The last unit has none after it, which a lead would need.
  HWY_INLINE bool DecodeLast() {
    const bool is_lone = IsTrailAt(n_ - 1) && !IsLeadAt(n_ - 2);
    if (IsLeadAt(n_ - 1) || (!kReplace && is_lone))
      return false;
    output_[n_ - 1] =
        is_lone ? u'\uFFFD' : Order::UnitAt(input_ + 2 * (n_ - 1));
    return true;
  }

  // Up to `i`, but for a surrogate pair that isn't all written.
  HWY_INLINE size_t BeforePairAt(size_t i) const {
    return i - IsLeadAt(i - 1);
  }

  const uint8_t* const input_;
  const size_t n_;
  char16_t* const output_;
};

#endif  // HWY_TARGET <= HWY_AVX3_DL

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // HWY_TARGET

#endif  // per target
