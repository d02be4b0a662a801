// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Whether a surrogate is lone is seen from the units beside it: a lead is if no
// trail follows, a trail if no lead precedes. (A pair has no third unit, since
// none is both a lead and a trail.) Four vectors without surrogates are only
// copied. Of four with some, leads and trails become bits of words, which are
// compared shifted, and lone surrogates are replaced. A single vector is
// compared with those that begin one unit earlier and one later, right in the
// input.
//
// No vector depends on another, and doing one twice changes nothing. So the
// last one ends where the text does, and begins inside the one before it.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/utf16_decode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/stage.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/utf16_decode.h"
#include "src/kernels/utf16_surrogates-inl.h"
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
template <class Order, bool kReplace>
HWY_INLINE bool DecodeVector(const uint8_t* input, char16_t* output) {
  const D16 d;
  constexpr uint16_t kHalfMask = Order::Loaded(0xFC00);
  constexpr uint16_t kLead = Order::Loaded(0xD800);
  constexpr uint16_t kTrail = Order::Loaded(0xDC00);
  const V16 v = LoadUnits(d, input);
  const M16 lead = Matches(d, v, kHalfMask, kLead);
  const M16 trail = Matches(d, v, kHalfMask, kTrail);
  const M16 after_lead = Matches(d, LoadUnits(d, input - 2), kHalfMask, kLead);
  const M16 before_trail =
      Matches(d, LoadUnits(d, input + 2), kHalfMask, kTrail);
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

// Four vectors that have a unit before them and one after them.
struct FourVectors {
  HWY_INLINE explicit FourVectors(const uint8_t* input)
      : v0(LoadUnits(D16(), input)),
        v1(LoadUnits(D16(), input + 2 * kLanes16)),
        v2(LoadUnits(D16(), input + 4 * kLanes16)),
        v3(LoadUnits(D16(), input + 6 * kLanes16)) {}

  template <class Order>
  HWY_INLINE bool HasSurrogates() const {
    const D16 d;
    // Zero for surrogates, so that the minimum of all is if any is.
    const auto key = [&](V16 v) HWY_ATTR {
      return hn::And(hn::Xor(v, hn::Set(d, Order::Loaded(0xD800))),
                     hn::Set(d, Order::Loaded(0xF800)));
    };
    const V16 least =
        hn::Min(hn::Min(key(v0), key(v1)), hn::Min(key(v2), key(v3)));
    return !hn::AllFalse(d, hn::Eq(least, hn::Zero(d)));
  }

  template <class Order>
  HWY_INLINE void Store(char16_t* output) const {
    const D16 d;
    StoreUnits(d, Order::ToNative(v0), output);
    StoreUnits(d, Order::ToNative(v1), output + kLanes16);
    StoreUnits(d, Order::ToNative(v2), output + 2 * kLanes16);
    StoreUnits(d, Order::ToNative(v3), output + 3 * kLanes16);
  }

  V16 v0, v1, v2, v3;
};

struct GroupsDone {
  size_t units;
  bool goes_on;  // False at a lone surrogate that mustn't be replaced.
};

// Four vectors at a time, from i on, while there are surrogates among them, a
// unit before and one after. Not a part of the loop over groups without
// any, which needs few constants.
template <class Order, bool kReplace>
HWY_NOINLINE GroupsDone DecodeGroupsWithSurrogates(const uint8_t* input,
                                                   size_t n,
                                                   size_t i,
                                                   char16_t* output) {
  const D16 d;
  for (; n - i > 4 * kLanes16; i += 4 * kLanes16) {
    const uint8_t* const in = input + 2 * i;
    char16_t* const out = output + i;
    const FourVectors vectors(in);
    Surrogates lower = SurrogatesOf<Order>(vectors.v0, vectors.v1);
    const Surrogates upper = SurrogatesOf<Order>(vectors.v2, vectors.v3);
    if ((lower.leads | lower.trails | upper.leads | upper.trails) == 0)
      break;
    const bool lead_before = IsLead(Order::UnitAt(in - 2));
    const bool trail_after = IsTrail(Order::UnitAt(in + 8 * kLanes16));
    uint64_t lower_lone;
    uint64_t upper_lone;
    bool all_paired;
    if constexpr (2 * kLanes8 <= 64) {
      lower.leads |= upper.leads << kLanes8;
      lower.trails |= upper.trails << kLanes8;
      all_paired = lower.AllPaired(lead_before, trail_after, 2 * kLanes8);
      lower_lone = lower.Lone(lead_before, trail_after, 2 * kLanes8);
      upper_lone = lower_lone >> kLanes8;
    } else {
      const bool lead_between = lower.leads >> (kLanes8 - 1) & 1;
      const bool trail_between = upper.trails & 1;
      all_paired = lower.AllPaired(lead_before, trail_between, kLanes8) &&
                   upper.AllPaired(lead_between, trail_after, kLanes8);
      lower_lone = lower.Lone(lead_before, trail_between, kLanes8);
      upper_lone = upper.Lone(lead_between, trail_after, kLanes8);
    }
    if (HWY_LIKELY(all_paired)) {
      vectors.Store<Order>(out);
      continue;
    }
    if (!kReplace && (lower_lone | upper_lone) != 0)
      return {i, false};
    StoreUnits(d, Replaced<Order>(d, vectors.v0, lower_lone), out);
    StoreUnits(d, Replaced<Order>(d, vectors.v1, lower_lone >> kLanes16),
               out + kLanes16);
    StoreUnits(d, Replaced<Order>(d, vectors.v2, upper_lone),
               out + 2 * kLanes16);
    StoreUnits(d, Replaced<Order>(d, vectors.v3, upper_lone >> kLanes16),
               out + 3 * kLanes16);
  }
  return {i, true};
}

// Goes over a text of n >= kLanes16 + 2 units.
template <class Order, bool kReplace>
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
    if (n_ >= 8 * kLanes16) {
      // The first vector is done alone, and the next begins inside it, where
      // stores are aligned.
      if (!DecodeAt(i))
        return BeforePairAt(i);
      i += kLanes16;
      i -= reinterpret_cast<uintptr_t>(output_ + i) / 2 % kLanes16;
    }
    while (n_ - i > 4 * kLanes16) {
      const FourVectors vectors(input_ + 2 * i);
      if (HWY_UNLIKELY(vectors.HasSurrogates<Order>())) {
        const GroupsDone done =
            DecodeGroupsWithSurrogates<Order, kReplace>(input_, n_, i, output_);
        i = done.units;
        if (!done.goes_on)
          return BeforePairAt(i);
      } else {
        vectors.Store<Order>(output_ + i);
        i += 4 * kLanes16;
      }
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
    return IsLead(Order::UnitAt(input_ + 2 * i));
  }
  HWY_INLINE bool IsTrailAt(size_t i) const {
    return IsTrail(Order::UnitAt(input_ + 2 * i));
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
  HWY_INLINE size_t BeforePairAt(size_t i) const { return i - IsLeadAt(i - 1); }

  const uint8_t* const input_;
  const size_t n_;
  char16_t* const output_;
};

// Not a part of Decode(), whose few instructions for short text need no
// registers to be saved.
template <class Order, bool kReplace>
HWY_NOINLINE size_t DecodeLong(const uint8_t* input,
                               size_t n,
                               char16_t* output) {
  return UnitDecoder<Order, kReplace>(input, n, output).Decode();
}

// How many of n units are done, of which those in `lone` were replaced if those
// are to be. A lead at the end isn't lone, but waits: a trail may follow.
template <bool kReplace>
HWY_INLINE size_t UnitsDone(Surrogates surrogates, uint64_t lone, size_t n) {
  if (!kReplace && lone != 0)
    return static_cast<size_t>(std::countr_zero(lone));
  return n - (surrogates.leads >> (n - 1) & 1);
}

// From one to two vectors of D, as two that overlap.
template <class Order, bool kReplace, class D>
HWY_INLINE size_t
DecodeTwo(D d, const uint8_t* input, size_t n, char16_t* output) {
  const size_t last = n - hn::MaxLanes(D());
  const hn::Vec<D> v0 = LoadUnits(d, input);
  const hn::Vec<D> v1 = LoadUnits(d, input + 2 * last);
  const auto bits = [&](uint16_t half) HWY_ATTR {
    constexpr uint16_t kMask = Order::Loaded(0xFC00);
    return MaskToBits(d, Matches(d, v0, kMask, half)) |
           MaskToBits(d, Matches(d, v1, kMask, half)) << last;
  };
  const Surrogates surrogates = {bits(Order::Loaded(0xD800)),
                                 bits(Order::Loaded(0xDC00))};
  const uint64_t lone = surrogates.Lone(false, true, n);
  if (kReplace && HWY_UNLIKELY(lone != 0)) {
    StoreUnits(d, Replaced<Order>(d, v0, lone), output);
    StoreUnits(d, Replaced<Order>(d, v1, lone >> last), output + last);
  } else {
    StoreUnits(d, Order::ToNative(v0), output);
    StoreUnits(d, Order::ToNative(v1), output + last);
  }
  return UnitsDone<kReplace>(surrogates, lone, n);
}

#if HWY_TARGET <= HWY_AVX3
// Up to a vector.
template <class Order, bool kReplace>
HWY_INLINE size_t DecodeOne(const uint8_t* input, size_t n, char16_t* output) {
  const D16 d;
  const __mmask32 live =
      _cvtu32_mask32(_bzhi_u32(~0u, static_cast<uint32_t>(n)));
  const V16 v{_mm512_maskz_loadu_epi16(live, input)};
  constexpr uint16_t kMask = Order::Loaded(0xFC00);
  const Surrogates surrogates = {
      MaskToBits(d, Matches(d, v, kMask, Order::Loaded(0xD800))),
      MaskToBits(d, Matches(d, v, kMask, Order::Loaded(0xDC00)))};
  const uint64_t lone = surrogates.Lone(false, true, n);
  _mm512_mask_storeu_epi16(output, live, Replaced<Order>(d, v, lone).raw);
  return UnitsDone<kReplace>(surrogates, lone, n);
}
#else
// From two to four vectors, as two pairs that overlap.
template <class Order, bool kReplace>
HWY_INLINE size_t DecodeFour(const uint8_t* input, size_t n, char16_t* output) {
  static_assert(4 * kLanes16 <= 64);
  const D16 d;
  const size_t last = n - 2 * kLanes16;
  const uint8_t* const last_in = input + 2 * last;
  char16_t* const last_out = output + last;
  V16 v0 = LoadUnits(d, input);
  V16 v1 = LoadUnits(d, input + 2 * kLanes16);
  V16 v2 = LoadUnits(d, last_in);
  V16 v3 = LoadUnits(d, last_in + 2 * kLanes16);
  const Surrogates first = SurrogatesOf<Order>(v0, v1);
  const Surrogates others = SurrogatesOf<Order>(v2, v3);
  const Surrogates surrogates = {first.leads | others.leads << last,
                                 first.trails | others.trails << last};
  const uint64_t lone = surrogates.Lone(false, true, n);
  if (kReplace && HWY_UNLIKELY(lone != 0)) {
    StoreUnits(d, Replaced<Order>(d, v0, lone), output);
    StoreUnits(d, Replaced<Order>(d, v1, lone >> kLanes16), output + kLanes16);
    StoreUnits(d, Replaced<Order>(d, v2, lone >> last), last_out);
    StoreUnits(d, Replaced<Order>(d, v3, lone >> (last + kLanes16)),
               last_out + kLanes16);
  } else {
    StoreUnits(d, Order::ToNative(v0), output);
    StoreUnits(d, Order::ToNative(v1), output + kLanes16);
    StoreUnits(d, Order::ToNative(v2), last_out);
    StoreUnits(d, Order::ToNative(v3), last_out + kLanes16);
  }
  return UnitsDone<kReplace>(surrogates, lone, n);
}

// One to three units.
template <class Order, bool kReplace>
HWY_INLINE size_t DecodeFew(const uint8_t* input, size_t n, char16_t* output) {
  // The first, the second of three or the last of two, and the last.
  const size_t places[] = {0, n / 2, n - 1};
  Surrogates surrogates = {0, 0};
  for (const size_t i : places) {
    const char16_t unit = Order::UnitAt(input + 2 * i);
    output[i] = unit;
    surrogates.leads |= uint64_t{IsLead(unit)} << i;
    surrogates.trails |= uint64_t{IsTrail(unit)} << i;
  }
  const uint64_t lone = surrogates.Lone(false, true, n);
  if (kReplace && HWY_UNLIKELY(lone != 0)) {
    for (const size_t i : places) {
      if (lone >> i & 1)
        output[i] = u'\uFFFD';
    }
  }
  return UnitsDone<kReplace>(surrogates, lone, n);
}
#endif

template <class Order, bool kReplace>
HWY_INLINE size_t Decode(const uint8_t* input, size_t n, char16_t* output) {
  if (n == 0)
    return 0;
#if HWY_TARGET <= HWY_AVX3
  if (n <= kLanes16)
    return DecodeOne<Order, kReplace>(input, n, output);
  if (n <= 2 * kLanes16)
    return DecodeTwo<Order, kReplace>(D16(), input, n, output);
#else
  if (n < 4)
    return DecodeFew<Order, kReplace>(input, n, output);
  if (n < 8)
    return DecodeTwo<Order, kReplace>(UnitsTag<8>(), input, n, output);
  if (n <= 16)
    return DecodeTwo<Order, kReplace>(UnitsTag<16>(), input, n, output);
  if constexpr (kLanes16 > 8) {
    if (n <= 2 * kLanes16)
      return DecodeTwo<Order, kReplace>(D16(), input, n, output);
  }
  if (n <= 4 * kLanes16)
    return DecodeFour<Order, kReplace>(input, n, output);
#endif
  return DecodeLong<Order, kReplace>(input, n, output);
}

size_t Utf16LeToUtf16(const uint8_t* input,
                      size_t n,
                      char16_t* output,
                      bool replace) {
  return replace ? Decode<ByteOrder<false>, true>(input, n, output)
                 : Decode<ByteOrder<false>, false>(input, n, output);
}

size_t Utf16BeToUtf16(const uint8_t* input,
                      size_t n,
                      char16_t* output,
                      bool replace) {
  return replace ? Decode<ByteOrder<true>, true>(input, n, output)
                 : Decode<ByteOrder<true>, false>(input, n, output);
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

#if HWY_TARGET <= HWY_AVX3

// Whether the text is one vector at the most, and all of it could be decoded.
template <bool kBigEndian>
HWY_INLINE bool DecodesShort(const Decoder& decoder,
                             const uint8_t* input,
                             size_t input_size,
                             char16_t* output,
                             size_t output_size) {
  const size_t n = input_size / 2;
  if (input_size % 2 != 0 || n - 1 >= kLanes16 || n > output_size)
    return false;
  return n == (decoder.error_mode() == DecodeErrorMode::kReplacement
                   ? DecodeOne<ByteOrder<kBigEndian>, true>(input, n, output)
                   : DecodeOne<ByteOrder<kBigEndian>, false>(input, n, output));
}

#else

template <bool kBigEndian>
HWY_INLINE bool DecodesShort(const Decoder&,
                             const uint8_t*,
                             size_t,
                             char16_t*,
                             size_t) {
  return false;
}

#endif

DecodeResult* StageUtf16LeToUtf16(DecodeResult* result,
                                  Decoder* decoder,
                                  const uint8_t* input,
                                  size_t input_size,
                                  char16_t* output,
                                  size_t output_size) {
  if (DecodesShort<false>(*decoder, input, input_size, output, output_size)) {
    return internal::AllRead(result, input_size, input_size / 2);
  }
  return internal::DecodeByKernel<RunUtf16LeToUtf16, char16_t>(
      result, decoder, input, input_size, output, output_size);
}

DecodeResult* StageUtf16BeToUtf16(DecodeResult* result,
                                  Decoder* decoder,
                                  const uint8_t* input,
                                  size_t input_size,
                                  char16_t* output,
                                  size_t output_size) {
  if (DecodesShort<true>(*decoder, input, input_size, output, output_size)) {
    return internal::AllRead(result, input_size, input_size / 2);
  }
  return internal::DecodeByKernel<RunUtf16BeToUtf16, char16_t>(
      result, decoder, input, input_size, output, output_size);
}

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
