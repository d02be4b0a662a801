// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A text is well-formed if trails stand behind leads and nowhere else: if of
// each two neighbours the first is a lead just where the second is a trail, the
// text doesn't begin with a trail, and doesn't end with a lead. So a vector is
// compared with the one that begins a unit later. Four vectors without
// surrogates need no comparison but that of the last unit with its neighbour,
// which the next step, beginning with that unit, makes.
//
// The last vector ends where the text does, and begins inside what is done.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/utf16_prefix.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/code_points.h"
#include "src/kernels/by_target.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/utf16_prefix.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

using scalar::WellFormedUtf16Prefix;

size_t AsciiPrefixOfUtf16(const char16_t* input, size_t n) {
  return scalar::PrefixBelow<0x80>(input, n);
}
size_t Latin1PrefixOfUtf16(const char16_t* input, size_t n) {
  return scalar::PrefixBelow<0x100>(input, n);
}

#else

template <char16_t kEnd>
HWY_INLINE size_t PrefixBelow(const char16_t* in, size_t n) {
  if (n < kLanes16)
    return scalar::PrefixBelow<kEnd>(in, n);
  const D16 d;
  const V16 above = Set16(static_cast<uint16_t>(~(kEnd - 1)));
  const auto stops = [&](V16 v) HWY_ATTR {
    return hn::Ne(hn::And(v, above), hn::Zero(d));
  };
  size_t i = 0;
  for (; n - i >= 4 * kLanes16; i += 4 * kLanes16) {
    const V16 any =
        hn::Or(hn::Or(LoadUnits(in + i), LoadUnits(in + i + kLanes16)),
               hn::Or(LoadUnits(in + i + 2 * kLanes16),
                      LoadUnits(in + i + 3 * kLanes16)));
    if (!hn::AllFalse(d, stops(any)))
      break;
  }
  for (; i != n; i = std::min(i + kLanes16, n)) {
    i = std::min(i, n - kLanes16);
    const M16 found = stops(LoadUnits(in + i));
    if (!hn::AllFalse(d, found))
      return i + static_cast<size_t>(hn::FindKnownFirstTrue(d, found));
  }
  return n;
}

HWY_INLINE bool FourHaveNoSurrogates(const char16_t* in) {
  const D16 d;
  // Surrogates change places with 0 to 0x7FF, so that the smallest of several
  // is among those where one of them is.
  const auto moved = [&](size_t vector) HWY_ATTR {
    return hn::Xor(LoadUnits(in + vector * kLanes16), Set16(0xD800));
  };
  const V16 least =
      hn::Min(hn::Min(moved(0), moved(1)), hn::Min(moved(2), moved(3)));
  return hn::AllFalse(d, hn::Eq(hn::And(least, Set16(0xF800)), hn::Zero(d)));
}

size_t WellFormedUtf16Prefix(const char16_t* in, size_t n) {
  if (n <= kLanes16)
    return scalar::WellFormedUtf16Prefix(in, n);
  const D16 d;
  const V16 mask = Set16(0xFC00);
  if (internal::IsTrailSurrogate(in[0]))
    return 0;
  // Neighbours are compared up to the last unit but one, with the last.
  const size_t end = n - 1;
  for (size_t i = 0; i != end; i = std::min(i + kLanes16, end)) {
    while (end - i >= 4 * kLanes16 && FourHaveNoSurrogates(in + i)) {
      i += 4 * kLanes16 - 1;
    }
    i = std::min(i, end - kLanes16);
    const V16 leads = hn::VecFromMask(
        d, hn::Eq(hn::And(LoadUnits(in + i), mask), Set16(0xD800)));
    const V16 trails_behind = hn::VecFromMask(
        d, hn::Eq(hn::And(LoadUnits(in + i + 1), mask), Set16(0xDC00)));
    const M16 lone = hn::Ne(leads, trails_behind);
    if (!hn::AllFalse(d, lone)) {
      const size_t first =
          i + static_cast<size_t>(hn::FindKnownFirstTrue(d, lone));
      return internal::IsLeadSurrogate(in[first]) ? first : first + 1;
    }
  }
  return internal::IsLeadSurrogate(in[end]) ? end : n;
}

size_t AsciiPrefixOfUtf16(const char16_t* input, size_t n) {
  return PrefixBelow<0x80>(input, n);
}
size_t Latin1PrefixOfUtf16(const char16_t* input, size_t n) {
  return PrefixBelow<0x100>(input, n);
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {
namespace {

// Less has no vector. No workload of bench/ looks for prefixes.
constexpr size_t kMinDispatch = 8;

constinit const ByTarget kAsciiPrefixOfUtf16(
    V8_ENCODING_BY_TARGET(AsciiPrefixOfUtf16));
constinit const ByTarget kLatin1PrefixOfUtf16(
    V8_ENCODING_BY_TARGET(Latin1PrefixOfUtf16));
constinit const ByTarget kWellFormedUtf16Prefix(
    V8_ENCODING_BY_TARGET(WellFormedUtf16Prefix));

}  // namespace

size_t AsciiPrefixOfUtf16(const char16_t* input, size_t n) {
  return n < kMinDispatch ? scalar::PrefixBelow<0x80>(input, n)
                          : kAsciiPrefixOfUtf16(input, n);
}

size_t Latin1PrefixOfUtf16(const char16_t* input, size_t n) {
  return n < kMinDispatch ? scalar::PrefixBelow<0x100>(input, n)
                          : kLatin1PrefixOfUtf16(input, n);
}

size_t WellFormedUtf16Prefix(const char16_t* input, size_t n) {
  return n < kMinDispatch ? scalar::WellFormedUtf16Prefix(input, n)
                          : kWellFormedUtf16Prefix(input, n);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
