// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What is added up is by how much each unit falls short of three bytes. A pair
// of surrogates, which has four, is seen from its first half.
//
// Lengths are sums, so the last vector, which overlaps with the one before,
// must leave out the lanes that were counted there.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/utf8/utf8_length.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "src/kernels/copy_scalar.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/utf8/utf8_length.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

using scalar::Utf8LengthOfLatin1;
using scalar::Utf8LengthOfUtf16;

#else

template <size_t kBytes>
HWY_INLINE size_t Utf8LengthOfLatin1Steps(const uint8_t* in, size_t n) {
  const BytesTag<kBytes> d;
  const hn::Repartition<uint64_t, BytesTag<kBytes>> d64;
  const auto high = hn::Set(d, 0x80);
  // Sums of 0x80 for each byte from 0x80 on; divided at the end.
  auto sum0 = hn::Zero(d64);
  auto sum1 = sum0;
  size_t i = 0;
  for (; n - i >= 2 * kBytes; i += 2 * kBytes) {
    sum0 = hn::Add(sum0, hn::SumsOf8(hn::And(hn::LoadU(d, in + i), high)));
    sum1 = hn::Add(sum1,
                   hn::SumsOf8(hn::And(hn::LoadU(d, in + i + kBytes), high)));
  }
  if (n - i >= kBytes) {
    sum0 = hn::Add(sum0, hn::SumsOf8(hn::And(hn::LoadU(d, in + i), high)));
    i += kBytes;
  }
  const auto counted = hn::FirstN(d, kBytes - (n - i));
  const auto last = hn::And(hn::LoadU(d, in + n - kBytes), high);
  sum1 = hn::Add(sum1, hn::SumsOf8(hn::IfThenZeroElse(counted, last)));
  return n + hn::GetLane(hn::SumOfLanes(d64, hn::Add(sum0, sum1))) / 0x80;
}

size_t Utf8LengthOfLatin1(const uint8_t* input, size_t n) {
  if (n < kLanes8)
    return Utf8LengthOfLatin1Steps<16>(input, n);
  return Utf8LengthOfLatin1Steps<kLanes8>(input, n);
}

// By how much each unit falls short of three bytes: two below 0x80, one below
// 0x800, and two for a lead surrogate before a trail surrogate (four bytes a
// pair). Looks one unit ahead if there may be pairs.
template <bool kPairs, class D>
HWY_INLINE hn::Vec<D> ShortOfThree(D d, const char16_t* in) {
  const auto zero = hn::Zero(d);
  const auto one = InRegister(hn::Set(d, 1));
  const auto v = LoadUnits(d, in);
  const auto below80 = hn::Eq(hn::And(v, hn::Set(d, 0xFF80)), zero);
  const auto below800 = hn::Eq(hn::And(v, hn::Set(d, 0xF800)), zero);
  const auto less = hn::Add(hn::IfThenElseZero(below800, one),
                            hn::IfThenElseZero(below80, one));
  if constexpr (!kPairs)
    return less;
  const auto next = LoadUnits(d, in + 1);
  const auto unlike =
      hn::Or(hn::Xor(v, hn::Set(d, 0xD800)), hn::Xor(next, hn::Set(d, 0xDC00)));
  const auto pair = hn::Eq(hn::And(unlike, hn::Set(d, 0xFC00)), zero);
  return hn::Add(less, hn::IfThenElseZero(pair, InRegister(hn::Set(d, 2))));
}

template <bool kPairs, class D>
HWY_INLINE hn::Vec<D> ShortOfThreeInFour(D d, const char16_t* in) {
  constexpr size_t kStep = hn::MaxLanes(D());
  return hn::Add(
      hn::Add(ShortOfThree<kPairs>(d, in), ShortOfThree<kPairs>(d, in + kStep)),
      hn::Add(ShortOfThree<kPairs>(d, in + 2 * kStep),
              ShortOfThree<kPairs>(d, in + 3 * kStep)));
}

template <class D>
HWY_INLINE bool FourHaveNoSurrogates(D d, const char16_t* in) {
  constexpr size_t kStep = hn::MaxLanes(D());
  // Surrogates change places with 0 to 0x7FF, so that the smallest of several
  // is among those where one of them is.
  const auto moved = [&](size_t i) {
    return hn::Xor(LoadUnits(d, in + i * kStep), hn::Set(d, 0xD800));
  };
  const auto least =
      hn::Min(hn::Min(moved(0), moved(1)), hn::Min(moved(2), moved(3)));
  return hn::AllFalse(d,
                      hn::Eq(hn::And(least, hn::Set(d, 0xF800)), hn::Zero(d)));
}

// Needs n > kBytes / 2.
template <size_t kBytes>
HWY_INLINE size_t Utf8LengthOfUtf16Steps(const char16_t* in, size_t n) {
  const UnitsTag<kBytes> d;
  const hn::Repartition<uint32_t, UnitsTag<kBytes>> d32;
  constexpr size_t kStep = kBytes / 2;
  // A lane gains at most two a step; it is added up before it can overflow.
  constexpr size_t kMaxSteps = 16384;
  size_t length = 3 * n;
  // Nothing comes after the last unit, so it is looked at by itself.
  const size_t end = n - 1;
  length -= (in[end] < 0x80) + (in[end] < 0x800);
  size_t i = 0;
  for (bool last = false; !last;) {
    auto less = hn::Zero(d);
    size_t steps = (end - i) / kStep;
    last = steps <= kMaxSteps;
    if (!last)
      steps = kMaxSteps;
    for (; steps >= 4; steps -= 4, i += 4 * kStep) {
      less = hn::Add(less, FourHaveNoSurrogates(d, in + i)
                               ? ShortOfThreeInFour<false>(d, in + i)
                               : ShortOfThreeInFour<true>(d, in + i));
    }
    for (; steps != 0; --steps, i += kStep) {
      less = hn::Add(less, ShortOfThree<true>(d, in + i));
    }
    if (last) {
      const auto counted = hn::FirstN(d, kStep - (end - i));
      less = hn::Add(
          less,
          hn::IfThenZeroElse(counted, ShortOfThree<true>(d, in + end - kStep)));
    }
    const auto wide = hn::BitCast(d32, less);
    const auto sums =
        hn::Add(hn::And(wide, hn::Set(d32, 0xFFFF)), hn::ShiftRight<16>(wide));
    length -= hn::GetLane(hn::SumOfLanes(d32, sums));
  }
  return length;
}

size_t Utf8LengthOfUtf16(const char16_t* input, size_t n) {
  if (n <= kLanes8 / 2)
    return Utf8LengthOfUtf16Steps<16>(input, n);
  return Utf8LengthOfUtf16Steps<kLanes8>(input, n);
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {
namespace {

// Less has no vector. No workload of bench/ measures lengths.
constexpr size_t kMinDispatch = 16;

HWY_EXPORT(Utf8LengthOfLatin1);
HWY_EXPORT(Utf8LengthOfUtf16);

}  // namespace

size_t Utf8LengthOfLatin1(const uint8_t* input, size_t n) {
  return n < kMinDispatch ? scalar::Utf8LengthOfLatin1(input, n)
                          : HWY_DYNAMIC_DISPATCH(Utf8LengthOfLatin1)(input, n);
}

size_t Utf8LengthOfUtf16(const char16_t* input, size_t n) {
  return n < kMinDispatch ? scalar::Utf8LengthOfUtf16(input, n)
                          : HWY_DYNAMIC_DISPATCH(Utf8LengthOfUtf16)(input, n);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
