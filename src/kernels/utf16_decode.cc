// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Whether a surrogate is lone is seen from the units beside it: a lead is if no
// trail follows, a trail if no lead precedes. (A pair has no third unit, since
// none is both a lead and a trail.) Leads and trails become bits of words,
// which are compared shifted, and lone surrogates are replaced. Before AVX-512,
// vectors without surrogates are only copied, and in a long text a vector that
// has lone ones is compared with those that begin one unit earlier and one
// later, right in the input.
//
// No vector depends on another, but for a lead at its end, and doing one twice
// changes nothing. So where vectors can't be stored under a mask, the last one
// ends where the text does, and begins inside the one before it.

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
#include "src/kernels/utf16_decode_long-inl.h"
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

#if HWY_TARGET > HWY_AVX3_DL
// Where `units` has a lead and `next`, the units one behind, has no trail, or
// the other way round.
template <class Order, class D>
HWY_INLINE hn::Mask<D> Unpaired(D d, hn::Vec<D> units, hn::Vec<D> next) {
  constexpr uint16_t kMask = Order::Loaded(0xFC00);
  return hn::Xor(MatchesUnits(d, units, kMask, Order::Loaded(0xD800)),
                 MatchesUnits(d, next, kMask, Order::Loaded(0xDC00)));
}

// Whether a trail begins or a lead ends the n units from `input` on, which have
// none before them and none behind.
template <class Order>
HWY_INLINE bool HasHalfAtEdge(const uint8_t* input, size_t n) {
  return IsTrailSurrogate(Order::UnitAt(input)) ||
         IsLeadSurrogate(Order::UnitAt(input + 2 * (n - 1)));
}
#endif

// More than one vector of D, up to two, as two that overlap. Where vectors have
// no masks, bits of lanes are dear; and whether a text has surrogates nobody
// can predict, but that they are pairs.
template <class Order, bool kReplace, class D>
HWY_INLINE size_t
DecodeTwo(D d, const uint8_t* input, size_t n, char16_t* output) {
  const size_t last = n - hn::MaxLanes(D());
  const hn::Vec<D> v0 = LoadUnits(d, input);
  const hn::Vec<D> v1 = LoadUnits(d, input + 2 * last);
  const auto bits = [&](uint16_t half) V8_ENCODING_INLINE_ATTR {
    constexpr uint16_t kMask = Order::Loaded(0xFC00);
    return MaskToBits(d, MatchesUnits(d, v0, kMask, half)) |
           MaskToBits(d, MatchesUnits(d, v1, kMask, half)) << last;
  };
#if HWY_TARGET > HWY_AVX3_DL
  const auto unpaired =
      hn::Or(Unpaired<Order>(d, v0, LoadUnits(d, input + 2)),
             Unpaired<Order>(d, LoadUnits(d, input + 2 * last - 2), v1));
  if (HWY_LIKELY(hn::AllFalse(d, unpaired) &&
                 !HasHalfAtEdge<Order>(input, n))) {
    StoreUnits(d, Order::ToNative(v0), output);
    StoreUnits(d, Order::ToNative(v1), output + last);
    return n;
  }
#endif
  const Surrogates surrogates = {bits(Order::Loaded(0xD800)),
                                 bits(Order::Loaded(0xDC00))};
  const uint64_t lone = surrogates.Lone(false, true, n);
  if (kReplace && (HWY_TARGET <= HWY_AVX3_DL || lone != 0)) {
    StoreUnits(d, Replaced<Order>(d, v0, lone), output);
    StoreUnits(d, Replaced<Order>(d, v1, lone >> last), output + last);
  } else {
    StoreUnits(d, Order::ToNative(v0), output);
    StoreUnits(d, Order::ToNative(v1), output + last);
  }
  return UnitsDone<kReplace>(surrogates, lone, n);
}

#if HWY_TARGET <= HWY_AVX3_DL
// Up to a vector.
template <class Order, bool kReplace>
HWY_INLINE size_t DecodeOne(const uint8_t* input, size_t n, char16_t* output) {
  const D16 d;
  const __mmask32 live =
      _cvtu32_mask32(_bzhi_u32(~0u, static_cast<uint32_t>(n)));
  const V16 v{_mm512_maskz_loadu_epi16(live, input)};
  constexpr uint16_t kMask = Order::Loaded(0xFC00);
  const Surrogates surrogates = {
      MaskToBits(d, MatchesUnits(d, v, kMask, Order::Loaded(0xD800))),
      MaskToBits(d, MatchesUnits(d, v, kMask, Order::Loaded(0xDC00)))};
  const uint64_t lone = surrogates.Lone(false, true, n);
  _mm512_mask_storeu_epi16(output, live, Replaced<Order>(d, v, lone).raw);
  return UnitsDone<kReplace>(surrogates, lone, n);
}
#else
// More than two vectors, up to four, as two pairs that overlap.
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
  const auto next = [&](V16 units, size_t at) V8_ENCODING_INLINE_ATTR {
    return Unpaired<Order>(d, units, LoadUnits(d, input + 2 * at + 2));
  };
  const auto before = [&](V16 units, size_t at) V8_ENCODING_INLINE_ATTR {
    return Unpaired<Order>(d, LoadUnits(d, input + 2 * at - 2), units);
  };
  Surrogates surrogates = {0, 0};
  uint64_t lone = 0;
  if (HWY_UNLIKELY(
          !hn::AllFalse(d, hn::Or(hn::Or(next(v0, 0), next(v1, kLanes16)),
                                  hn::Or(before(v2, last),
                                         before(v3, last + kLanes16)))) ||
          HasHalfAtEdge<Order>(input, n))) {
    const Surrogates first = SurrogatesOf<Order>(v0, v1);
    const Surrogates others = SurrogatesOf<Order>(v2, v3);
    surrogates = {first.leads | others.leads << last,
                  first.trails | others.trails << last};
    lone = surrogates.Lone(false, true, n);
  }
  if (kReplace && lone != 0) {
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

// One or two units.
template <class Order, bool kReplace>
HWY_INLINE size_t DecodeFew(const uint8_t* input, size_t n, char16_t* output) {
  const size_t places[] = {0, n - 1};
  char16_t units[2];
  bool has_surrogates = false;
#pragma GCC unroll 2
  for (size_t k = 0; k < 2; ++k) {
    units[k] = Order::UnitAt(input + 2 * places[k]);
    has_surrogates |= internal::IsSurrogate(units[k]);
  }
  if (HWY_LIKELY(!has_surrogates)) {
#pragma GCC unroll 2
    for (size_t k = 0; k < 2; ++k) {
      output[places[k]] = units[k];
    }
    return n;
  }
  Surrogates surrogates = {0, 0};
#pragma GCC unroll 2
  for (size_t k = 0; k < 2; ++k) {
    surrogates.leads |= uint64_t{IsLeadSurrogate(units[k])} << places[k];
    surrogates.trails |= uint64_t{IsTrailSurrogate(units[k])} << places[k];
  }
  const uint64_t lone = surrogates.Lone(false, true, n);
#pragma GCC unroll 2
  for (size_t k = 0; k < 2; ++k) {
    const bool replace = kReplace && (lone >> places[k] & 1) != 0;
    output[places[k]] = replace ? u'\uFFFD' : units[k];
  }
  return UnitsDone<kReplace>(surrogates, lone, n);
}
#endif

// Has as many units as a word has bits, but with SSE4 half as many.
#if HWY_TARGET <= HWY_AVX3_DL
using Utf16Half = VectorPair;
#else
using Utf16Half = FourVectors;
#endif

// From one to two halves, which overlap.
template <class Order, bool kReplace>
HWY_INLINE size_t DecodeUtf16Halves(const uint8_t* input,
                                    size_t n,
                                    char16_t* output) {
  constexpr size_t kHalf = Utf16Half::kUnits;
  const size_t last = n - kHalf;
  const Utf16Half first(input);
  const Utf16Half others(input + 2 * last);
#if HWY_TARGET > HWY_AVX3_DL
  if (!first.HasSurrogates<Order>() && !others.HasSurrogates<Order>()) {
    first.Store<Order>(output);
    others.Store<Order>(output + last);
    return n;
  }
#endif
  const Surrogates in_first = first.FindSurrogates<Order>();
  const Surrogates in_others = others.FindSurrogates<Order>();
  const uint64_t lead_before = in_first.leads >> (last - 1) & 1;
  size_t done = n - (in_others.leads >> (kHalf - 1));
  // What is behind the first half's end is in the others.
  constexpr uint64_t kInHalf = ~uint64_t{0} >> (64 - kHalf);
  if ((((in_first.leads << 1 ^ in_first.trails) |
        ((in_others.leads << 1 | lead_before) ^ in_others.trails)) &
       kInHalf) != 0) {
    const uint64_t lone_in_first = in_first.Lone(
        false, (in_others.trails >> (kHalf - last) & 1) != 0, kHalf);
    const uint64_t lone = in_others.Lone(lead_before != 0, true, kHalf);
    if constexpr (kReplace) {
      first.StoreReplaced<Order>(lone_in_first, output);
      others.StoreReplaced<Order>(lone, output + last);
      return done;
    }
    done = lone_in_first != 0
               ? static_cast<size_t>(std::countr_zero(lone_in_first))
               : last + UnitsDone<kReplace>(in_others, lone, kHalf);
  }
  first.Store<Order>(output);
  others.Store<Order>(output + last);
  return done;
}

// Without masks, twice as many units are two halves. Longer texts have a loop.
constexpr size_t kMaxShortUtf16 = 4 * kLanes16;

// Of one unit to kMaxShortUtf16.
template <class Order, bool kReplace>
HWY_INLINE size_t DecodeShortUtf16(const uint8_t* input,
                                   size_t n,
                                   char16_t* output) {
#if HWY_TARGET <= HWY_AVX3_DL
  if (n <= kLanes16)
    return DecodeOne<Order, kReplace>(input, n, output);
#else
  if (n <= 2)
    return DecodeFew<Order, kReplace>(input, n, output);
  if (n <= 4)
    return DecodeTwo<Order, kReplace>(UnitsTag<4>(), input, n, output);
  if (n <= 8)
    return DecodeTwo<Order, kReplace>(UnitsTag<8>(), input, n, output);
  if (kLanes16 > 8 && n <= 16)
    return DecodeTwo<Order, kReplace>(UnitsTag<16>(), input, n, output);
#endif
  if (n <= 2 * kLanes16)
    return DecodeTwo<Order, kReplace>(D16(), input, n, output);
#if HWY_TARGET <= HWY_AVX3_DL
  return DecodeUtf16Halves<Order, kReplace>(input, n, output);
#else
  return DecodeFour<Order, kReplace>(input, n, output);
#endif
}

template <class Order, bool kReplace>
HWY_INLINE size_t Decode(const uint8_t* input, size_t n, char16_t* output) {
  if (n == 0)
    return 0;
  if (n <= kMaxShortUtf16)
    return DecodeShortUtf16<Order, kReplace>(input, n, output);
#if HWY_TARGET > HWY_AVX3_DL
  if (n <= 2 * Utf16Half::kUnits)
    return DecodeUtf16Halves<Order, kReplace>(input, n, output);
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

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

template <bool kBigEndian>
HWY_INLINE bool DecodesShort(const Decoder&,
                             const uint8_t*,
                             size_t,
                             char16_t*,
                             size_t) {
  return false;
}

#else

// Whether the text is short, and all of it could be decoded.
template <bool kBigEndian>
HWY_INLINE bool DecodesShort(const Decoder& decoder,
                             const uint8_t* input,
                             size_t input_size,
                             char16_t* output,
                             size_t output_size) {
  // With masks, what one vector has.
  constexpr size_t kMax = HWY_TARGET <= HWY_AVX3_DL ? kLanes16 : kMaxShortUtf16;
  const size_t n = input_size / 2;
  if (input_size % 2 != 0 || n - 1 >= kMax || n > output_size)
    return false;
  return n ==
         (decoder.error_mode() == DecodeErrorMode::kReplacement
              ? DecodeShortUtf16<ByteOrder<kBigEndian>, true>(input, n, output)
              : DecodeShortUtf16<ByteOrder<kBigEndian>, false>(input, n,
                                                               output));
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

constinit const ByTarget<DecodeKernel<char16_t>> kUtf16LeToUtf16(
    V8_ENCODING_BY_TARGET(RunUtf16LeToUtf16));
constinit const ByTarget<DecodeKernel<char16_t>> kUtf16BeToUtf16(
    V8_ENCODING_BY_TARGET(RunUtf16BeToUtf16));

constinit const ByTarget<internal::DecodeStage<char16_t>> kUtf16LeToUtf16Stage(
    V8_ENCODING_BY_TARGET(StageUtf16LeToUtf16));
constinit const ByTarget<internal::DecodeStage<char16_t>> kUtf16BeToUtf16Stage(
    V8_ENCODING_BY_TARGET(StageUtf16BeToUtf16));

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
