// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What is added up is how many bytes each unit has more than one. A pair of
// surrogates, which has four, is seen from its first half.
//
// Latin-1 has a byte more for each from 0x80 on. Lengths are sums, so the last
// vector, which overlaps with the one before, must leave out the lanes that
// were counted there.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/utf8/utf8_length.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "src/code_points.h"
#include "src/kernels/by_target.h"
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

template <class D>
HWY_INLINE uint64_t HighBits(D d, const uint8_t* in) {
  return MaskToBits(d, IsNotAscii(d, hn::LoadU(d, in)));
}

// Of 16, 32 or 64 bytes.
template <size_t kBytes>
HWY_INLINE uint64_t HighBits(const uint8_t* in) {
  const BytesTag<kBytes> d;
  constexpr size_t kLanes = hn::MaxLanes(d);
  uint64_t bits = 0;
  for (size_t i = 0; i != kBytes; i += kLanes) {
    bits |= HighBits(d, in + i) << i;
  }
  return bits;
}

// From one to two times kBytes, by words of so many bits, of which the last is
// that of the text's last bytes.
template <size_t kBytes>
HWY_INLINE size_t Utf8LengthOfTwo(const uint8_t* in, size_t n) {
  const size_t last = n - kBytes;
  // Without those that the first has, too: all if n is kBytes.
  const uint64_t bits = HighBits<kBytes>(in + last) & ~LowBits(kBytes - last);
  return n + static_cast<size_t>(std::popcount(HighBits<kBytes>(in)) +
                                 std::popcount(bits));
}

// From two to four times 64.
HWY_INLINE size_t Utf8LengthOfFour(const uint8_t* in, size_t n) {
  const size_t last = n - 64;
  const size_t third = std::min(last, size_t{128});
  const uint64_t bits2 = HighBits<64>(in + third) & ~LowBits(128 - third);
  const uint64_t bits3 = HighBits<64>(in + last) & ~LowBits(third + 64 - last);
  return n + static_cast<size_t>(std::popcount(HighBits<64>(in)) +
                                 std::popcount(HighBits<64>(in + 64)) +
                                 std::popcount(bits2) + std::popcount(bits3));
}

// How many bytes from 0x80 on there are in some steps of eight vectors.
#if HWY_TARGET <= HWY_AVX3_DL

// The top bits of eight vectors' bytes, as the bits of one. What a shift brings
// from the byte above is in the place of one that has been taken.
template <size_t... kBefore>
HWY_INLINE V8 TopBits(const uint8_t* in, std::index_sequence<kBefore...>) {
  const D8 d;
  const hn::Repartition<uint16_t, D8> d16;
  const auto shifted = [&]<size_t kVector>(
                           std::integral_constant<size_t, kVector>) HWY_ATTR {
    return hn::BitCast(d, hn::ShiftRight<static_cast<int>(kVector)>(hn::BitCast(
                              d16, hn::LoadU(d, in + kVector * kLanes8))));
  };
  V8 tops = hn::LoadU(d, in);
  ((tops = SelectBits(hn::Set(d, static_cast<uint8_t>(0xFF << (7 - kBefore))),
                      tops,
                      shifted(std::integral_constant<size_t, kBefore + 1>()))),
   ...);
  return tops;
}

HWY_INLINE size_t CountHighInSteps(const uint8_t* in, size_t steps) {
  const hn::Repartition<uint64_t, D8> d64;
  auto sum = hn::Zero(d64);
  do {
    const V8 tops = TopBits(in, std::make_index_sequence<7>());
    sum = hn::Add(sum, hn::PopulationCount(hn::BitCast(d64, tops)));
    in += 8 * kLanes8;
  } while (--steps != 0);
  return Sum(d64, sum);
}

#else

HWY_INLINE size_t CountHighInSteps(const uint8_t* in, size_t steps) {
  const D8 d;
  const hn::Repartition<uint64_t, D8> d64;
  // Adds one to each lane whose byte is from 0x80 on.
  const auto count = [&](V8 counts, const uint8_t* from) HWY_ATTR {
    const V8 v = hn::LoadU(d, from);
    return hn::Sub(counts, hn::VecFromMask(d, IsNotAscii(d, v)));
  };
  // A lane gains at most two a step.
  constexpr size_t kMaxSteps = 127;
  auto sum = hn::Zero(d64);
  do {
    V8 counts0 = hn::Zero(d);
    V8 counts1 = counts0;
    V8 counts2 = counts0;
    V8 counts3 = counts0;
    const size_t some = std::min(steps, kMaxSteps);
    for (size_t i = 0; i != some; ++i, in += 8 * kLanes8) {
      counts0 = count(count(counts0, in), in + kLanes8);
      counts1 = count(count(counts1, in + 2 * kLanes8), in + 3 * kLanes8);
      counts2 = count(count(counts2, in + 4 * kLanes8), in + 5 * kLanes8);
      counts3 = count(count(counts3, in + 6 * kLanes8), in + 7 * kLanes8);
    }
    sum = hn::Add(sum,
                  hn::Add(hn::Add(hn::SumsOf8(counts0), hn::SumsOf8(counts1)),
                          hn::Add(hn::SumsOf8(counts2), hn::SumsOf8(counts3))));
    steps -= some;
  } while (steps != 0);
  return Sum(d64, sum);
}

#endif

// More than 256 bytes.
HWY_INLINE size_t Utf8LengthOfMany(const uint8_t* in, size_t n) {
  const D8 d;
  constexpr size_t kStep = 8 * kLanes8;
  size_t length = n;
  size_t i = 0;
  if (n >= 4 * kStep) {
    i = kLanes8 - Misalignment(in, kLanes8);
    length += static_cast<size_t>(std::popcount(HighBits(d, in) & LowBits(i)));
  }
  if (n - i >= kStep) {
    const size_t steps = (n - i) / kStep;
    length += CountHighInSteps(in + i, steps);
    i += steps * kStep;
  }
  for (; n - i >= kLanes8; i += kLanes8) {
    length += static_cast<size_t>(std::popcount(HighBits(d, in + i)));
  }
  // The last vector ends where the text does.
  const size_t rest = n - i;
  if (rest != 0) {
    length += static_cast<size_t>(
        std::popcount(HighBits(d, in + n - kLanes8) >> (kLanes8 - rest)));
  }
  return length;
}

size_t Utf8LengthOfLatin1(const uint8_t* input, size_t n) {
  if (n > 128)
    return n > 256 ? Utf8LengthOfMany(input, n) : Utf8LengthOfFour(input, n);
  if (n > 64)
    return Utf8LengthOfTwo<64>(input, n);
#if HWY_TARGET <= HWY_AVX3_DL
  const D8 d;
  const uint64_t high = MaskToBits(d, IsNotAscii(d, LoadPartial(d, input, n)));
  return n + static_cast<size_t>(std::popcount(high));
#else
  // There are 16 bytes at least where there are no masks.
  return n > 32 ? Utf8LengthOfTwo<32>(input, n) : Utf8LengthOfTwo<16>(input, n);
#endif
}

template <class D>
HWY_INLINE bool FourHaveNoSurrogates(D d, const char16_t* in) {
  constexpr size_t kStep = hn::MaxLanes(D());
  // Surrogates change places with 0 to 0x7FF, so that the smallest of several
  // is among those where one of them is.
  const auto moved = [&](size_t i) HWY_ATTR {
    return hn::Xor(LoadUnits(d, in + i * kStep), hn::Set(d, 0xD800));
  };
  const auto least =
      hn::Min(hn::Min(moved(0), moved(1)), hn::Min(moved(2), moved(3)));
  return hn::AllFalse(d,
                      hn::Eq(hn::And(least, hn::Set(d, 0xF800)), hn::Zero(d)));
}

#if HWY_TARGET <= HWY_AVX3_DL

// How many bytes a vector's units have more than one, as if it had no pairs.
HWY_INLINE size_t MoreThanOneInBmp(V16 v) {
  const auto count_above = [&](uint32_t last) HWY_ATTR {
    return static_cast<size_t>(
        std::popcount(_cvtmask32_u32(hn::Gt(v, Set16(last)).raw)));
  };
  return count_above(0x7F) + count_above(0x7FF);
}

// The same with pairs, of which none reaches out of the vector.
HWY_INLINE size_t MoreThanOneInOne(V16 v) {
  const auto masked = [&](uint32_t mask, uint32_t value) HWY_ATTR {
    return _cvtmask32_u32(hn::Eq(hn::And(v, Set16(mask)), Set16(value)).raw);
  };
  // No branch on whether there are any: with one, utf8-length/japanese-chat/64B
  // takes 2.2 times as long, and japanese/64B 0.9 times.
  const uint32_t pairs = masked(0xFC00, 0xD800) << 1 & masked(0xFC00, 0xDC00);
  return MoreThanOneInBmp(v) - 2 * static_cast<size_t>(std::popcount(pairs));
}

// How many bytes two vectors' units have more than one, and all units behind a
// lead surrogate in them; see MoreThanOne() below. By a bit for each unit:
// masks are counted by ports that have nothing else to do here, shifts and
// minima all want the same one. `after_lead` says whether there is one before,
// and then whether there is one at the end.
HWY_INLINE size_t MoreThanOneInTwo(V16 v0, V16 v1, bool& after_lead) {
  const D16 d;
  const auto bits = [&](M16 mask0, M16 mask1) HWY_ATTR {
    return MaskToBits(d, mask0) | MaskToBits(d, mask1) << kLanes16;
  };
  const auto count_above = [&](uint32_t last) HWY_ATTR {
    return static_cast<size_t>(
        std::popcount(bits(hn::Gt(v0, Set16(last)), hn::Gt(v1, Set16(last)))));
  };
  const auto masked = [&](uint32_t mask, uint32_t value) HWY_ATTR {
    return bits(hn::Eq(hn::And(v0, Set16(mask)), Set16(value)),
                hn::Eq(hn::And(v1, Set16(mask)), Set16(value)));
  };
  const size_t more = count_above(0x7F) + count_above(0x7FF);
  if (masked(0xF800, 0xD800) == 0) {
    after_lead = false;
    return more;
  }
  const uint64_t leads = masked(0xFC00, 0xD800);
  const uint64_t pairs =
      (leads << 1 | uint64_t{after_lead}) & masked(0xFC00, 0xDC00);
  after_lead = leads >> 63 != 0;
  return more - 2 * static_cast<size_t>(std::popcount(pairs));
}

// Of up to four vectors, none of which is left halfway by a pair before them.
HWY_INLINE size_t MoreThanOneByMasks(const char16_t* in, size_t n) {
  const auto load = [&](size_t at, uint64_t live) HWY_ATTR {
    return V16{_mm512_maskz_loadu_epi16(static_cast<__mmask32>(live), in + at)};
  };
  // Most texts are that short; a second vector of zeros would cost 1 ns on an
  // AMD Zen 4.
  if (n <= kLanes16)
    return MoreThanOneInOne(load(0, FirstBits(~uint64_t{0}, n)));
  bool after_lead = false;
  size_t more = 0;
  size_t i = 0;
  if (n > 2 * kLanes16) {
    more =
        MoreThanOneInTwo(LoadUnits(in), LoadUnits(in + kLanes16), after_lead);
    i = 2 * kLanes16;
  }
  const uint64_t live0 = FirstBits(~uint64_t{0}, n - i);
  const uint64_t live1 = live0 >> kLanes16;
  // Nothing is loaded from where there's memory: from a page that isn't there
  // it would take hundreds of ns.
  const V16 v1 = load(live1 == 0 ? i : i + kLanes16, live1);
  return more + MoreThanOneInTwo(load(i, live0), v1, after_lead);
}

// How many units are leads before trails. Looks one unit ahead.
HWY_INLINE size_t CountPairs(const char16_t* in) {
  return static_cast<size_t>(std::popcount(
      _cvtmask32_u32(LeadsBeforeTrails(LoadUnits(in), LoadUnits(in + 1)))));
}

size_t Utf8LengthOfUtf16(const char16_t* input, size_t n) {
  const D16 d;
  constexpr size_t kFour = 4 * kLanes16;
  size_t length = n;
  size_t i = 0;
  // A unit is behind each four vectors.
  for (; n - i > kFour; i += kFour) {
    const char16_t* const four = input + i;
    if (FourHaveNoSurrogates(d, four)) {
      for (size_t k = 0; k != kFour; k += kLanes16) {
        length += MoreThanOneInBmp(LoadUnits(four + k));
      }
    } else {
      for (size_t k = 0; k != kFour; k += kLanes16) {
        length +=
            MoreThanOneInBmp(LoadUnits(four + k)) - 2 * CountPairs(four + k);
      }
    }
  }
  return length + MoreThanOneByMasks(input + i, n - i);
}

#else

// How many bytes each unit has more than one: one from 0x80 on, two from 0x800
// on, and none for a lead surrogate before a trail surrogate (four bytes a
// pair). Looks one unit ahead if there may be pairs. No masks, which GCC would
// move to general registers and back.
template <bool kPairs, class D>
HWY_INLINE hn::Vec<D> MoreThanOne(D d, const char16_t* in) {
  const auto one = hn::Set(d, 1);
  const auto v = LoadUnits(d, in);
  const auto more = hn::Add(hn::Min(hn::ShiftRight<7>(v), one),
                            hn::Min(hn::ShiftRight<11>(v), one));
  if constexpr (kPairs) {
    const auto next = LoadUnits(d, in + 1);
    const auto unlike = hn::And(hn::Or(hn::Xor(v, hn::Set(d, 0xD800)),
                                       hn::Xor(next, hn::Set(d, 0xDC00))),
                                hn::Set(d, 0xFC00));
    return hn::Sub(more, hn::SaturatedSub(hn::Set(d, 2), unlike));
  } else {
    return more;
  }
}

template <bool kPairs, class D>
HWY_INLINE hn::Vec<D> MoreThanOneInFour(D d, const char16_t* in) {
  constexpr size_t kStep = hn::MaxLanes(D());
  return hn::Add(
      hn::Add(MoreThanOne<kPairs>(d, in), MoreThanOne<kPairs>(d, in + kStep)),
      hn::Add(MoreThanOne<kPairs>(d, in + 2 * kStep),
              MoreThanOne<kPairs>(d, in + 3 * kStep)));
}

template <class D>
HWY_INLINE hn::Vec<D> MoreThanOneInFour(D d, const char16_t* in) {
  return FourHaveNoSurrogates(d, in) ? MoreThanOneInFour<false>(d, in)
                                     : MoreThanOneInFour<true>(d, in);
}

// A lane gains at most two a step; it is added up before it can overflow.
constexpr size_t kMaxSteps = 16384;

template <class D>
HWY_INLINE size_t SumOfUnits(D /*d*/, hn::Vec<D> units) {
  const hn::Repartition<uint32_t, D> d32;
  const auto wide = hn::BitCast(d32, units);
  return Sum(d32, hn::Add(hn::And(wide, hn::Set(d32, 0xFFFF)),
                          hn::ShiftRight<16>(wide)));
}

// Needs n > kBytes / 2.
template <size_t kBytes>
HWY_INLINE size_t Utf8LengthOfUtf16Steps(const char16_t* in, size_t n) {
  const UnitsTag<kBytes> d;
  constexpr size_t kStep = kBytes / 2;
  size_t length = n;
  // Nothing comes after the last unit, so it is looked at by itself.
  const size_t end = n - 1;
  length += (in[end] >= 0x80) + (in[end] >= 0x800);
  size_t i = 0;
  for (bool last = false; !last;) {
    auto more = hn::Zero(d);
    size_t steps = (end - i) / kStep;
    last = steps <= kMaxSteps;
    if (!last)
      steps = kMaxSteps;
    for (; steps >= 4; steps -= 4, i += 4 * kStep) {
      more = hn::Add(more, MoreThanOneInFour(d, in + i));
    }
    for (; steps != 0; --steps, i += kStep) {
      more = hn::Add(more, MoreThanOne<true>(d, in + i));
    }
    if (last) {
      const auto counted = hn::FirstN(d, kStep - (end - i));
      more = hn::Add(
          more,
          hn::IfThenZeroElse(counted, MoreThanOne<true>(d, in + end - kStep)));
    }
    length += SumOfUnits(d, more);
  }
  return length;
}

size_t Utf8LengthOfUtf16(const char16_t* input, size_t n) {
  if (n <= kLanes8 / 2)
    return Utf8LengthOfUtf16Steps<16>(input, n);
  return Utf8LengthOfUtf16Steps<kLanes8>(input, n);
}

#endif

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {
namespace {

// Less has no vector, or one that must not be read beyond its end.
constexpr size_t kMinLatin1 = 16;
constexpr size_t kMinUnits = 9;
// With masks there are no ends: less is left to loops only where those are
// faster with lengths that can't be predicted. Lengths as those of words take
// 0.6 to 0.7 of the time that loops up to 15 take.
constexpr size_t kMinMaskedLatin1 = 5;
constexpr size_t kMinMaskedUnits = 3;

// Of so few units. No branch on how many bytes a unit has, which in most
// scripts nobody can predict.
size_t ShortUtf8LengthOfUtf16(const char16_t* input, size_t n) {
  size_t length = 3 * n;
  for (size_t i = 0; i < n; ++i) {
    const uint32_t unit = input[i];
    length -= unit < 0x80;
    length -= unit < 0x800;
    if (HWY_UNLIKELY(internal::IsTrailSurrogate(unit)) && i != 0 &&
        internal::IsLeadSurrogate(input[i - 1])) {
      length -= 2;
    }
  }
  return length;
}

constinit const ByTarget kUtf8LengthOfLatin1(
    V8_ENCODING_BY_TARGET(Utf8LengthOfLatin1));
constinit const ByTarget kUtf8LengthOfUtf16(
    V8_ENCODING_BY_TARGET(Utf8LengthOfUtf16));

}  // namespace

size_t Utf8LengthOfLatin1(const uint8_t* input, size_t n) {
  if (n < kMinMaskedLatin1) {
    return scalar::Utf8LengthOfLatin1(input, n);
  }
  const size_t target = TargetIndex();
  return n < kMinLatin1 && !HasMasks(target)
             ? scalar::Utf8LengthOfLatin1(input, n)
             : kUtf8LengthOfLatin1.At(target)(input, n);
}

size_t Utf8LengthOfUtf16(const char16_t* input, size_t n) {
  if (n < kMinMaskedUnits) {
    return ShortUtf8LengthOfUtf16(input, n);
  }
  const size_t target = TargetIndex();
  return n < kMinUnits && !HasMasks(target)
             ? ShortUtf8LengthOfUtf16(input, n)
             : kUtf8LengthOfUtf16.At(target)(input, n);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
