// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Whether a surrogate is lone is seen from the units beside it: a lead is if no
// trail follows, a trail if no lead precedes. (A pair has no third unit, since
// none is both a lead and a trail.) So a vector with surrogates is compared
// with those that begin one unit earlier and one later, right in the input, and
// lone ones are overwritten. One without is only copied.
//
// No vector depends on another, and doing one twice changes nothing. So the
// last one ends where the text does, and begins inside the one before it.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/utf16_decode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/kernels/stage.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/utf16_decode.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

size_t Utf16LeToUtf16(const uint8_t*, size_t, char16_t*, bool) {
  return 0;
}
size_t Utf16BeToUtf16(const uint8_t*, size_t, char16_t*, bool) {
  return 0;
}

#else

// What differs between the byte orders. Surrogates are told apart before bytes
// change places.
template <bool kBigEndian>
struct Order {
  // The constant for units as they were loaded.
  static constexpr uint16_t Loaded(uint16_t unit) {
    return static_cast<uint16_t>(kBigEndian ? unit << 8 | unit >> 8 : unit);
  }
  template <class V>
  static HWY_INLINE V ToNative(V v) {
    if constexpr (!kBigEndian)
      return v;
    return hn::Or(hn::ShiftLeft<8>(v), hn::ShiftRight<8>(v));
  }
  static char16_t UnitAt(const uint8_t* bytes) {
    return static_cast<char16_t>(kBigEndian ? bytes[0] << 8 | bytes[1]
                                            : bytes[1] << 8 | bytes[0]);
  }
};

constexpr bool IsLead(char16_t unit) {
  return (unit & 0xFC00) == 0xD800;
}
constexpr bool IsTrail(char16_t unit) {
  return (unit & 0xFC00) == 0xDC00;
}

template <class D>
HWY_INLINE hn::Mask<D> Matches(D d,
                               hn::Vec<D> v,
                               uint16_t mask,
                               uint16_t value) {
  return hn::Eq(hn::And(v, hn::Set(d, mask)), hn::Set(d, value));
}

// One vector that has a unit before it and one after it. False if a surrogate
// in it is lone and must not be replaced.
template <class Order, bool kReplace, class D>
HWY_INLINE bool DecodeVector(D d, const uint8_t* input, char16_t* output) {
  constexpr uint16_t kHalfMask = Order::Loaded(0xFC00);
  constexpr uint16_t kLead = Order::Loaded(0xD800);
  constexpr uint16_t kTrail = Order::Loaded(0xDC00);
  const auto v = LoadUnits(d, input);
  const auto lead = Matches(d, v, kHalfMask, kLead);
  const auto trail = Matches(d, v, kHalfMask, kTrail);
  const auto after_lead = Matches(d, LoadUnits(d, input - 2), kHalfMask, kLead);
  const auto before_trail =
      Matches(d, LoadUnits(d, input + 2), kHalfMask, kTrail);
  const auto lone =
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

// The same with four vectors, which are only copied if they have no surrogates.
template <class Order, bool kReplace, class D>
HWY_INLINE bool DecodeFourVectors(D d, const uint8_t* input, char16_t* output) {
  constexpr size_t kStep = hn::MaxLanes(D());
  const auto v0 = LoadUnits(d, input);
  const auto v1 = LoadUnits(d, input + 2 * kStep);
  const auto v2 = LoadUnits(d, input + 4 * kStep);
  const auto v3 = LoadUnits(d, input + 6 * kStep);
  // Zero for surrogates, so that the minimum of all is if any is.
  const auto key = [&](auto v) HWY_ATTR {
    return hn::And(hn::Xor(v, hn::Set(d, Order::Loaded(0xD800))),
                   hn::Set(d, Order::Loaded(0xF800)));
  };
  const auto least =
      hn::Min(hn::Min(key(v0), key(v1)), hn::Min(key(v2), key(v3)));
  if (hn::AllFalse(d, hn::Eq(least, hn::Zero(d)))) {
    StoreUnits(d, Order::ToNative(v0), output);
    StoreUnits(d, Order::ToNative(v1), output + kStep);
    StoreUnits(d, Order::ToNative(v2), output + 2 * kStep);
    StoreUnits(d, Order::ToNative(v3), output + 3 * kStep);
    return true;
  }
  bool all = true;
  for (size_t i = 0; i < 4; ++i) {
    all &= DecodeVector<Order, kReplace>(d, input + 2 * i * kStep,
                                         output + i * kStep);
  }
  return all;
}

// Goes over a text of n >= kStep + 2 units by vectors of D.
template <class Order, bool kReplace, class D>
class UnitDecoder {
 public:
  HWY_INLINE UnitDecoder(const uint8_t* input, size_t n, char16_t* output)
      : input_(input), n_(n), output_(output) {}

  // Returns how many units are done.
  HWY_INLINE size_t Decode() {
    if (!DecodeFirst())
      return 0;
    size_t i = 1;
    // With 16 instead of 8, decode/UTF-16LE/chinese/1KiB takes 34 % longer
    // (AVX3_DL), with 5 as long.
    if (n_ >= 8 * kStep) {
      // The first vector is done alone, and the next begins inside it, where
      // stores are aligned.
      if (!DecodeAt(i))
        return BeforePairAt(i);
      i += kStep;
      i -= reinterpret_cast<uintptr_t>(output_ + i) / 2 % kStep;
      for (; n_ - i > 4 * kStep; i += 4 * kStep) {
        if (!DecodeFourVectors<Order, kReplace>(D(), input_ + 2 * i,
                                                output_ + i)) {
          return BeforePairAt(i);
        }
      }
    }
    for (; n_ - i > kStep; i += kStep) {
      if (!DecodeAt(i))
        return BeforePairAt(i);
    }
    if (i != n_ - 1 && !DecodeAt(n_ - 1 - kStep))
      return BeforePairAt(i);
    return DecodeLast() ? n_ : n_ - 1;
  }

 private:
  static constexpr size_t kStep = hn::MaxLanes(D());

  HWY_INLINE bool IsLeadAt(size_t i) const {
    return IsLead(Order::UnitAt(input_ + 2 * i));
  }
  HWY_INLINE bool IsTrailAt(size_t i) const {
    return IsTrail(Order::UnitAt(input_ + 2 * i));
  }

  HWY_INLINE bool DecodeAt(size_t i) {
    return DecodeVector<Order, kReplace>(D(), input_ + 2 * i, output_ + i);
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
  HWY_INLINE size_t BeforePairAt(size_t i) const { return i - IsLeadAt(i - 1); }

  const uint8_t* const input_;
  const size_t n_;
  char16_t* const output_;
};

template <class Order, bool kReplace>
HWY_INLINE size_t Decode(const uint8_t* input, size_t n, char16_t* output) {
  using D16Short = hn::CappedTag<uint16_t, 8>;
  if (n >= kLanes16 + 2)
    return UnitDecoder<Order, kReplace, D16>(input, n, output).Decode();
  if (n >= hn::MaxLanes(D16Short()) + 2)
    return UnitDecoder<Order, kReplace, D16Short>(input, n, output).Decode();
  return 0;
}

size_t Utf16LeToUtf16(const uint8_t* input,
                      size_t n,
                      char16_t* output,
                      bool replace) {
  return replace ? Decode<Order<false>, true>(input, n, output)
                 : Decode<Order<false>, false>(input, n, output);
}

size_t Utf16BeToUtf16(const uint8_t* input,
                      size_t n,
                      char16_t* output,
                      bool replace) {
  return replace ? Decode<Order<true>, true>(input, n, output)
                 : Decode<Order<true>, false>(input, n, output);
}

#endif  // HWY_TARGET

Converted RunUtf16LeToUtf16(const uint8_t* input,
                            size_t input_size,
                            char16_t* output,
                            size_t output_size,
                            Encoding,
                            DecodeErrorMode error_mode) {
  const size_t done =
      Utf16LeToUtf16(input, std::min(input_size / 2, output_size), output,
                     error_mode == DecodeErrorMode::kReplacement);
  return {2 * done, done};
}

Converted RunUtf16BeToUtf16(const uint8_t* input,
                            size_t input_size,
                            char16_t* output,
                            size_t output_size,
                            Encoding,
                            DecodeErrorMode error_mode) {
  const size_t done =
      Utf16BeToUtf16(input, std::min(input_size / 2, output_size), output,
                     error_mode == DecodeErrorMode::kReplacement);
  return {2 * done, done};
}

constexpr auto& StageUtf16LeToUtf16 =
    internal::DecodeByKernel<RunUtf16LeToUtf16, 0, char16_t>;
constexpr auto& StageUtf16BeToUtf16 =
    internal::DecodeByKernel<RunUtf16BeToUtf16, 0, char16_t>;

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

HWY_EXPORT(RunUtf16LeToUtf16);
HWY_EXPORT(RunUtf16BeToUtf16);

constinit const ByTarget<DecodeKernel<char16_t>> kUtf16LeToUtf16(
    HWY_DISPATCH_TABLE(RunUtf16LeToUtf16));
constinit const ByTarget<DecodeKernel<char16_t>> kUtf16BeToUtf16(
    HWY_DISPATCH_TABLE(RunUtf16BeToUtf16));

HWY_EXPORT(StageUtf16LeToUtf16);
constinit const ByTarget<internal::DecodeStage<char16_t>> kUtf16LeToUtf16Stage(
    HWY_DISPATCH_TABLE(StageUtf16LeToUtf16));
HWY_EXPORT(StageUtf16BeToUtf16);
constinit const ByTarget<internal::DecodeStage<char16_t>> kUtf16BeToUtf16Stage(
    HWY_DISPATCH_TABLE(StageUtf16BeToUtf16));

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
