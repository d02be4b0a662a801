// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-8 that may be too short for a loop over vectors to pay: names, words,
// headers. How far it is well-formed.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF8_UTF8_VALIDATE_SHORT_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_VALIDATE_SHORT_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_VALIDATE_SHORT_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_VALIDATE_SHORT_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/converted.h"
#include "src/kernels/utf8/utf8_checked-inl.h"
#include "src/kernels/utf8/utf8_mistakes.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

// More is left to the codec, which checks while it decodes.
inline constexpr size_t kShortUtf8 = 22;

HWY_INLINE Converted ShortPrefix(const uint8_t* input, size_t n) {
  return PrefixByCharacters(input, n, n);
}

inline constexpr size_t kMiddleUtf8 = kShortUtf8;
// Untested: no text is longer than kShortUtf8 and as short as kMiddleUtf8.
HWY_INLINE Converted MiddlePrefix(const uint8_t*, size_t) {
  return {0, 0};
}

#else

HWY_INLINE V8 AnyOfFour(const uint8_t* in) {
  const D8 d;
  return hn::Or(
      hn::Or(hn::LoadU(d, in), hn::LoadU(d, in + kLanes8)),
      hn::Or(hn::LoadU(d, in + 2 * kLanes8), hn::LoadU(d, in + 3 * kLanes8)));
}

#if HWY_TARGET <= HWY_AVX3_DL

// Of kWhole vectors and up to as many more: masks take the place of branches on
// how many bytes those have. Nothing if there is a mistake.
template <size_t kWhole>
HWY_INLINE Converted PrefixByMasks(const uint8_t* input, size_t n) {
  static_assert(kWhole == 1 || kWhole == 2);
  constexpr size_t kVectors = 2 * kWhole;
  const D8 d;
  const hn::Repartition<uint64_t, D8> d64;
  // Behind the whole ones, and behind the first of these.
  const size_t rest = n - kWhole * kLanes8;
  const size_t rest_behind = rest - std::min(rest, kLanes8);
  const V8 v0 = hn::LoadU(d, input);
  const V8 v1 = kWhole == 1 ? LoadPartial(d, input + n - rest, rest)
                            : hn::LoadU(d, input + kLanes8);
  V8 v2 = hn::Zero(d);
  V8 v3 = v2;
  if constexpr (kWhole == 2) {
    v2 = LoadPartial(d, input + n - rest, rest);
    // Nothing is loaded from where there's memory: from a page that isn't there
    // it would take hundreds of ns.
    const size_t at = rest_behind == 0 ? 0 : n - rest_behind;
    v3 = LoadPartial(d, input + at, rest_behind);
  }
  if (IsAllAscii(d, hn::Or(hn::Or(v0, v1), hn::Or(v2, v3))))
    return {n, n};
  V8 mistakes = hn::Zero(d);
  V8 units = hn::Zero(d);
  const auto check = [&](V8 v, V8 before, size_t live) HWY_ATTR {
    const Checked<D8> checked(d, v, BytesBefore<1>(d, v, before),
                              BytesBefore<2>(d, v, before),
                              BytesBefore<3>(d, v, before));
    // The first of the zeros behind the text may be one that cuts a character.
    mistakes =
        hn::Or(mistakes,
               hn::IfThenElseZero(BitsToMask(d, FirstBits(~uint64_t{0}, live)),
                                  checked.mistakes));
    units = hn::Add(units, checked.units);
  };
  check(v0, hn::Zero(d), kLanes8);
  if constexpr (kWhole == 1) {
    check(v1, v0, rest);
  } else {
    check(v1, v0, kLanes8);
    check(v2, v1, rest);
    check(v3, v2, rest_behind);
  }
  if (!IsZero(d, mistakes))
    return {0, 0};
  const size_t all = Sum(d64, hn::SumsOf8(units));
  return WithoutCut(input, {n, all - (kVectors * kLanes8 - n)});
}

#else

// What vectors of a text come to, some of which overlap.
class OverlappingVectors {
 public:
  // Its first.
  HWY_INLINE explicit OverlappingVectors(V8 first) {
    const Checked<D8> checked(D8(), first);
    mistakes_ = checked.mistakes;
    units_ = checked.units;
  }

  HWY_INLINE void Add(const Checked<D8>& checked) {
    mistakes_ = hn::Or(mistakes_, checked.mistakes);
    units_ = hn::Add(units_, checked.units);
  }

  // Without the bytes of a vector that another one has, too.
  HWY_INLINE void Add(const Checked<D8>& checked, M8 again) {
    mistakes_ = hn::Or(mistakes_, hn::IfThenZeroElse(again, checked.mistakes));
    units_ = hn::Add(units_, hn::IfThenZeroElse(again, checked.units));
  }

  // Nothing if there is a mistake in a text of n bytes.
  HWY_INLINE Converted Prefix(const uint8_t* input, size_t n) const {
    const hn::Repartition<uint64_t, D8> d64;
    if (!IsZero(D8(), mistakes_))
      return {0, 0};
    return WithoutCut(input, {n, Sum(d64, hn::SumsOf8(units_))});
  }

 private:
  V8 mistakes_;
  V8 units_;
};

// The last vector of a text of n bytes. Where no three bytes are before it, its
// first three say nothing, and have to be those of another vector.
HWY_INLINE Checked<D8> CheckedLast(const uint8_t* input, size_t n) {
  const D8 d;
  const uint8_t* const last = input + n - kLanes8;
  return last - input < 3 ? Checked<D8>(d, hn::LoadU(d, last))
                          : Checked<D8>(d, last);
}

// Of more than one vector and up to two, or more than two and up to four: the
// last ends where the text does, and how many bytes others share with it isn't
// asked.
template <size_t kVectors>
HWY_INLINE Converted PrefixByOverlap(const uint8_t* input, size_t n) {
  static_assert(kVectors == 2 || kVectors == 4);
  const D8 d;
  const size_t last = n - kLanes8;
  const V8 v0 = hn::LoadU(d, input);
  V8 all = hn::Or(v0, hn::LoadU(d, input + last));
  const size_t third = std::min(2 * kLanes8, last);
  if constexpr (kVectors == 4) {
    all = hn::Or(all, hn::Or(hn::LoadU(d, input + kLanes8),
                             hn::LoadU(d, input + third)));
  }
  if (IsAllAscii(d, all))
    return {n, n};
  OverlappingVectors vectors(v0);
  size_t end = kLanes8;
  if constexpr (kVectors == 4) {
    vectors.Add(Checked<D8>(d, input + kLanes8));
    vectors.Add(Checked<D8>(d, input + third),
                hn::FirstN(d, 2 * kLanes8 - third));
    end = third + kLanes8;
    vectors.Add(Checked<D8>(d, input + last), hn::FirstN(d, end - last));
  } else {
    vectors.Add(CheckedLast(input, n), hn::FirstN(d, end - last));
  }
  return vectors.Prefix(input, n);
}

// Of more than four vectors and up to eight: four from where the text begins,
// and four up to where it ends.
HWY_INLINE Converted PrefixByHalves(const uint8_t* input, size_t n) {
  const D8 d;
  const hn::RebindToSigned<D8> di;
  constexpr size_t kHalf = 4 * kLanes8;
  const size_t behind = n - kHalf;
  if (IsAllAscii(d, hn::Or(AnyOfFour(input), AnyOfFour(input + behind))))
    return {n, n};
  OverlappingVectors vectors(hn::LoadU(d, input));
  vectors.Add(Checked<D8>(d, input + kLanes8));
  vectors.Add(Checked<D8>(d, input + 2 * kLanes8));
  vectors.Add(Checked<D8>(d, input + 3 * kLanes8));
  // The bytes that both have are counted once.
  const auto shared = hn::Set(di, static_cast<int8_t>(kHalf - behind));
  const auto add = [&](size_t i) V8_ENCODING_INLINE_ATTR {
    // Without three bytes before it, all of the vector is shared: any does.
    const size_t begin = i == 0 ? std::max(behind, size_t{3}) : behind + i;
    vectors.Add(Checked<D8>(d, input + begin),
                hn::RebindMask(d, hn::Lt(hn::Iota(di, i), shared)));
  };
  add(0);
  add(kLanes8);
  add(2 * kLanes8);
  add(3 * kLanes8);
  return vectors.Prefix(input, n);
}

#endif

// Of up to a vector of D; n isn't 0.
template <class D>
HWY_INLINE Converted ShortPrefix(D d, const uint8_t* input, size_t n) {
  constexpr size_t kLanes = hn::MaxLanes(D());
  const hn::Vec<D> bytes = LoadPartial(d, input, n);
  if (IsAllAscii(d, bytes))
    return {n, n};
  const Checked<D> checked(d, bytes);
  const uint64_t mistakes =
      MaskToBits(d, hn::Ne(checked.mistakes, hn::Zero(d)));
#if HWY_TARGET <= HWY_AVX3_DL
  const hn::RebindToSigned<D> di;
  const uint64_t continuations = MaskToBits(
      di, hn::Lt(hn::BitCast(di, bytes), hn::Set(di, int8_t{-0x40})));
  const uint64_t fours = MaskToBits(d, hn::Gt(bytes, hn::Set(d, 0xEF)));
  const size_t units = n - static_cast<size_t>(std::popcount(continuations)) +
                       static_cast<size_t>(std::popcount(fours));
#else
  const hn::Repartition<uint64_t, D> d64;
  const size_t units = Sum(d64, hn::SumsOf8(checked.units)) - (kLanes - n);
#endif
  // A character that is cut has its mistake in the zeros behind the text.
  if (HWY_LIKELY(mistakes == 0 && n <= kLanes - 3))
    return {n, units};
  return mistakes << (64 - n) != 0 ? Converted{0, 0}
                                   : WithoutCut(input, {n, units});
}

// Of up to kShortUtf8 bytes.
inline constexpr size_t kShortUtf8 = kLanes8;
HWY_INLINE Converted ShortPrefix(const uint8_t* input, size_t n) {
#if HWY_TARGET > HWY_AVX3_DL
  const hn::CappedTag<uint8_t, 16> d16;
  if (kLanes8 > 16 && n <= 16)
    return ShortPrefix(d16, input, n);
#endif
  return ShortPrefix(D8(), input, n);
}

// Of more, up to kMiddleUtf8.
inline constexpr size_t kMiddleUtf8 = 4 * kLanes8;
HWY_INLINE Converted MiddlePrefix(const uint8_t* input, size_t n) {
#if HWY_TARGET <= HWY_AVX3_DL
  return n <= 2 * kLanes8 ? PrefixByMasks<1>(input, n)
                          : PrefixByMasks<2>(input, n);
#else
  return n <= 2 * kLanes8 ? PrefixByOverlap<2>(input, n)
                          : PrefixByOverlap<4>(input, n);
#endif
}

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
