// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Text is well-formed if each byte may follow the one before it, and if a byte
// is the second continuation in a row just where it has to be: two after a lead
// of three or four bytes, or three after one of four. utf8_checked-inl.h sees
// that in a vector and the bytes before.
//
// The bytes before are those of vectors that begin one, two and three bytes
// earlier, right in the input; those of the first vector are shifted in. The
// last vector ends where the text does and begins inside the one before it.
//
// ASCII is skipped in larger steps. Only where it follows something else, that
// may be cut there.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/utf8/utf8_validate.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/kernels/stage.h"
#include "src/kernels/utf8/utf8_checked-inl.h"
#include "src/kernels/utf8/utf8_mistakes.h"
#include "src/kernels/utf8/utf8_validate.h"
#include "src/kernels/utf8/utf8_validate_short-inl.h"
#include "src/kernels/vectors-inl.h"
#include "v8_encoding/decoder.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

HWY_NOINLINE Converted LongPrefix(const uint8_t* input, size_t n) {
  return PrefixByCharacters(input, n, kShortUtf8);
}

#else

// Goes over a text of more than kMiddleUtf8 bytes.
class Validator {
 public:
  HWY_INLINE Validator(const uint8_t* input, size_t n)
      : input_(input), n_(n), sums_(hn::Zero(D64())) {}

  HWY_INLINE Converted Run() {
    if (n_ >= kMinAligned)
      SkipUnalignedAscii();
    SkipAscii();
    if (n_ - i_ <= 4 * kLanes8 && RestIsAscii())
      return {n_, n_};
    if (CheckFirstVector() && CheckFourVectorsEach())
      CheckLastVectors();
    units_ += Sum(D64(), sums_);
    return WithoutCut(input_, {i_, units_});
  }

 private:
  using D64 = hn::Repartition<uint64_t, D8>;

  // Shorter texts have too few loads to make up for one more.
  static constexpr size_t kMinAligned = 32 * kLanes8;

  // From the beginning of a text on, up to the first aligned vector.
  HWY_INLINE void SkipUnalignedAscii() {
    if (!IsAllAscii(D8(), hn::LoadU(D8(), input_)))
      return;
    // Three bytes have to be before each vector but the first.
    const size_t aligned = kLanes8 - Misalignment(input_, kLanes8);
    i_ = units_ = aligned < 3 ? kLanes8 : aligned;
  }

  // Only from where no character is cut.
  HWY_INLINE void SkipAscii() {
    const size_t begin = i_;
    for (; n_ - i_ >= 8 * kLanes8; i_ += 8 * kLanes8) {
      const uint8_t* const in = input_ + i_;
      if (!IsAllAscii(D8(), hn::Or(AnyOfFour(in), AnyOfFour(in + 4 * kLanes8))))
        break;
    }
    while (n_ - i_ >= 4 * kLanes8 && IsAllAscii(D8(), AnyOfFour(input_ + i_))) {
      i_ += 4 * kLanes8;
    }
    units_ += i_ - begin;
  }

  // What is left is four vectors at most, which may overlap.
  HWY_INLINE bool RestIsAscii() const {
    const D8 d;
    const size_t rest = n_ - i_;
    const size_t last = n_ - kLanes8;
    const auto load = [&](size_t vector) HWY_ATTR {
      return hn::LoadU(d, input_ + std::min(i_ + vector * kLanes8, last));
    };
    V8 all = hn::Or(load(0), hn::LoadU(d, input_ + last));
    if (rest > 2 * kLanes8)
      all = hn::Or(all, hn::Or(load(1), load(2)));
    return IsAllAscii(d, all);
  }

  // Of units of up to 31 vectors, added up.
  HWY_INLINE void Count(V8 units) {
    sums_ = hn::Add(sums_, hn::SumsOf8(units));
  }

  // These return false if something is malformed, with i_ before the vectors
  // that have it.

  // If it's the text's.
  HWY_INLINE bool CheckFirstVector() {
    const D8 d;
    if (i_ != 0)
      return true;
    const Checked<D8> checked(d, hn::LoadU(d, input_));
    if (!IsZero(d, checked.mistakes))
      return false;
    Count(checked.units);
    i_ = kLanes8;
    return true;
  }

  HWY_INLINE bool CheckFourVectorsEach() {
    const D8 d;
    while (n_ - i_ >= 4 * kLanes8) {
      const uint8_t* const in = input_ + i_;
      if (IsAllAscii(d, AnyOfFour(in))) {
        if (CutLength(in, i_) != 0)
          return false;
        SkipAscii();
        continue;
      }
      const Checked<D8> c0(d, in);
      const Checked<D8> c1(d, in + kLanes8);
      const Checked<D8> c2(d, in + 2 * kLanes8);
      const Checked<D8> c3(d, in + 3 * kLanes8);
      if (!IsZero(d, hn::Or(hn::Or(c0.mistakes, c1.mistakes),
                            hn::Or(c2.mistakes, c3.mistakes)))) {
        return false;
      }
      Count(hn::Add(hn::Add(c0.units, c1.units), hn::Add(c2.units, c3.units)));
      i_ += 4 * kLanes8;
    }
    return true;
  }

  // Less than four, of which the last ends where the text does.
  HWY_INLINE bool CheckLastVectors() {
    const D8 d;
    V8 mistakes = hn::Zero(d);
    V8 units = mistakes;
    size_t i = i_;
    // A text of whole vectors has a last one, too: a branch on that could not
    // be predicted.
    for (; n_ - i > kLanes8; i += kLanes8) {
      const Checked<D8> checked(d, input_ + i);
      mistakes = hn::Or(mistakes, checked.mistakes);
      units = hn::Add(units, checked.units);
    }
    if (i != n_) {
      const Checked<D8> checked(d, input_ + n_ - kLanes8);
      const M8 done = hn::FirstN(d, kLanes8 - (n_ - i));
      mistakes = hn::Or(mistakes, hn::IfThenZeroElse(done, checked.mistakes));
      units = hn::Add(units, hn::IfThenZeroElse(done, checked.units));
    }
    if (!IsZero(d, mistakes))
      return false;
    Count(units);
    i_ = n_;
    return true;
  }

  const uint8_t* const input_;
  const size_t n_;
  size_t i_ = 0;
  // The units before i_: of ASCII, and of what has been checked.
  size_t units_ = 0;
  hn::Vec<D64> sums_;
};

HWY_NOINLINE Converted LongPrefix(const uint8_t* input, size_t n) {
#if HWY_TARGET > HWY_AVX3_DL
  if (n <= 2 * kMiddleUtf8)
    return PrefixByHalves(input, n);
#endif
  return Validator(input, n).Run();
}

#endif  // HWY_TARGET

Converted Prefix(const uint8_t* input, size_t n) {
  return n <= kShortUtf8    ? ShortPrefix(input, n)
         : n <= kMiddleUtf8 ? MiddlePrefix(input, n)
                            : LongPrefix(input, n);
}

using internal::DecodeStages;

HWY_INLINE DecodeResult* StageBehind(Converted done,
                                     DecodeResult* result,
                                     Decoder* decoder,
                                     const uint8_t* input,
                                     size_t input_size,
                                     char16_t* output,
                                     size_t output_size) {
  if (HWY_LIKELY(done.read == input_size)) {
    return DecodeStages::Finish(result, *decoder, done.written);
  }
  result->read = done.read;
  result->written = done.written;
  return DecodeStages::ContinueToValidate(result, decoder, input, input_size,
                                          output, output_size);
}

template <Converted kPrefix(const uint8_t*, size_t)>
HWY_NOINLINE DecodeResult* StageLonger(DecodeResult* result,
                                       Decoder* decoder,
                                       const uint8_t* input,
                                       size_t input_size,
                                       char16_t* output,
                                       size_t output_size) {
  return StageBehind(kPrefix(input, input_size), result, decoder, input,
                     input_size, output, output_size);
}

// Jumps alone, so that the registers that longer texts save are saved for those
// alone.
DecodeResult* Stage(DecodeResult* result,
                    Decoder* decoder,
                    const uint8_t* input,
                    size_t input_size,
                    char16_t* output,
                    size_t output_size) {
  if (input_size <= kShortUtf8) {
    return StageBehind(ShortPrefix(input, input_size), result, decoder, input,
                       input_size, output, output_size);
  }
  if (input_size <= kMiddleUtf8) {
    return StageLonger<MiddlePrefix>(result, decoder, input, input_size, output,
                                     output_size);
  }
  return StageLonger<LongPrefix>(result, decoder, input, input_size, output,
                                 output_size);
}

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

namespace {

constinit const ByTarget<Converted(const uint8_t*, size_t)>
    kWellFormedUtf8Prefix(V8_ENCODING_BY_TARGET(Prefix));

}  // namespace

Converted WellFormedUtf8Prefix(const uint8_t* input, size_t n) {
  return n == 0 ? Converted{0, 0} : kWellFormedUtf8Prefix(input, n);
}

constinit const ByTarget<internal::DecodeStage<char16_t>> kValidateUtf8Stage(
    V8_ENCODING_BY_TARGET(Stage));

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
