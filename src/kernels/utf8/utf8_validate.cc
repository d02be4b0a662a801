// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Text is well-formed if each byte may follow the one before it, and if a byte
// is the second continuation in a row just where it has to be: two after a lead
// of three or four bytes, or three after one of four.
//
// Whether a byte may follow another is seen from three of their four halves.
// Each kind of mistake has a bit, and is the meeting of a first byte's upper
// half, its lower half and a second byte's upper half; so three look-ups in
// tables of sixteen, whose results share a bit, find all of them. Two
// continuations in a row have a bit, too, which is then compared with where
// they belong. That sequences don't end early needs nothing more: the byte that
// should have continued one is the mistake.
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
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/stage.h"
#include "src/kernels/utf8/utf8_validate.h"
#include "src/kernels/vectors-inl.h"
#include "v8_encoding/decoder.h"

#ifndef V8_ENCODING_SRC_KERNELS_UTF8_VALIDATE_ONCE_
#define V8_ENCODING_SRC_KERNELS_UTF8_VALIDATE_ONCE_

namespace v8_encoding::simd {
namespace {

enum Mistake : uint8_t {
  kTooShort = 1 << 0,          // A lead, and no continuation after it.
  kTooLong = 1 << 1,           // ASCII, and a continuation after it.
  kOverlong2 = 1 << 2,         // C0 or C1.
  kOverlong3 = 1 << 3,         // E0, and less than A0 after it.
  kSurrogate = 1 << 4,         // ED, and more than 9F.
  kOverlong4 = 1 << 5,         // F0, and less than 90; or F5 to FF, and that.
  kTooLarge = 1 << 6,          // F4 to FF, and more than 8F.
  kTwoContinuations = 1 << 7,  // No mistake at the right place.
};

// https://encoding.spec.whatwg.org/#utf-8-decoder
// Untested: runs while the tables below are compiled.
constexpr uint8_t MistakesOf(uint32_t byte, uint32_t next_half) {
  const bool continues = next_half >= 0x8 && next_half <= 0xB;
  if (byte < 0x80) {
    return continues ? kTooLong : 0;
  }
  if (byte < 0xC0) {
    return continues ? kTwoContinuations : 0;
  }
  if (!continues) {
    return kTooShort;
  }
  switch (byte) {
    case 0xC0:
    case 0xC1:
      return kOverlong2;
    case 0xE0:
      return next_half <= 0x9 ? kOverlong3 : 0;
    case 0xED:
      return next_half >= 0xA ? kSurrogate : 0;
    case 0xF0:
      return next_half == 0x8 ? kOverlong4 : 0;
    case 0xF4:
      return next_half >= 0x9 ? kTooLarge : 0;
    default:
      return byte < 0xF5 ? 0 : next_half == 0x8 ? kOverlong4 : kTooLarge;
  }
}

struct MistakeTables {
  alignas(16) uint8_t upper[16];
  alignas(16) uint8_t lower[16];
  alignas(16) uint8_t next[16];
};
constexpr MistakeTables kMistakes = [] {
  MistakeTables tables{};
  for (uint32_t byte = 0; byte < 0x100; ++byte) {
    for (uint32_t next = 0; next < 0x10; ++next) {
      const uint8_t mistakes = MistakesOf(byte, next);
      tables.upper[byte >> 4] |= mistakes;
      tables.lower[byte & 0xF] |= mistakes;
      tables.next[next] |= mistakes;
    }
  }
  return tables;
}();
static_assert([] {
  for (uint32_t byte = 0; byte < 0x100; ++byte) {
    for (uint32_t next = 0; next < 0x10; ++next) {
      if ((kMistakes.upper[byte >> 4] & kMistakes.lower[byte & 0xF] &
           kMistakes.next[next]) != MistakesOf(byte, next)) {
        return false;
      }
    }
  }
  return true;
}());

// How many code units a byte stands for, by its upper half: those of its whole
// sequence if it begins one.
alignas(16) constexpr uint8_t kUnitsOfUpperHalf[16] = {1, 1, 1, 1, 1, 1, 1, 1,
                                                       0, 0, 0, 0, 1, 1, 1, 2};

// Of the sequence at the front; 0 if it's malformed or cut.
constexpr size_t SequenceLength(const uint8_t* in, size_t n) {
  const uint32_t lead = in[0];
  if (lead < 0x80) {
    return 1;
  }
  const size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length > n || (kMistakes.upper[lead >> 4] & kMistakes.lower[lead & 0xF] &
                     kMistakes.next[in[1] >> 4]) != 0) {
    return 0;
  }
  const bool third = length < 3 || (in[2] & 0xC0) == 0x80;
  const bool fourth = length < 4 || (in[3] & 0xC0) == 0x80;
  return lead >= 0xC0 && third && fourth ? length : 0;
}

// How many of the n bytes before `end` are of a sequence that isn't complete
// there.
constexpr size_t CutLength(const uint8_t* end, size_t n) {
  return n >= 1 && end[-1] >= 0xC0   ? 1
         : n >= 2 && end[-2] >= 0xE0 ? 2
         : n >= 3 && end[-3] >= 0xF0 ? 3
                                     : 0;
}

// One character after the other, until `enough` bytes have been read.
[[maybe_unused]] constexpr Converted PrefixByCharacters(const uint8_t* input,
                                                        size_t n,
                                                        size_t enough) {
  Converted done{0, 0};
  while (done.read < enough) {
    const size_t length = SequenceLength(input + done.read, n - done.read);
    if (length == 0) {
      break;
    }
    done.written += kUnitsOfUpperHalf[input[done.read] >> 4];
    done.read += length;
  }
  return done;
}

// Without what's cut at the end of `done`.
[[maybe_unused]] HWY_INLINE constexpr Converted WithoutCut(const uint8_t* input,
                                                           Converted done) {
  const size_t cut = CutLength(input + done.read, done.read);
  if (cut == 0) {
    return done;
  }
  const size_t lead = done.read - cut;
  return {lead, done.written - kUnitsOfUpperHalf[input[lead] >> 4]};
}

}  // namespace
}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_UTF8_VALIDATE_ONCE_

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

// More is left to the codec, which checks while it decodes.
constexpr size_t kShort = 22;

HWY_INLINE Converted ShortPrefix(const uint8_t* input, size_t n) {
  return PrefixByCharacters(input, n, n);
}

constexpr size_t kMiddle = kShort;
// Untested: no text is longer than kShort and as short as kMiddle.
HWY_INLINE Converted MiddlePrefix(const uint8_t*, size_t) {
  return {0, 0};
}

HWY_NOINLINE Converted LongPrefix(const uint8_t* input, size_t n) {
  return PrefixByCharacters(input, n, kShort);
}

#else

// One vector, and those of the bytes one, two and three before each.
template <class D>
struct Checked {
  HWY_INLINE Checked(D d,
                     hn::Vec<D> bytes,
                     hn::Vec<D> before1,
                     hn::Vec<D> before2,
                     hn::Vec<D> before3) {
    const auto look_up = [&](const uint8_t* table, hn::Vec<D> halves) {
      return hn::TableLookupBytes(hn::LoadDup128(d, table), halves);
    };
    const hn::Vec<D> upper = hn::ShiftRight<4>(bytes);
    const hn::Vec<D> pairs = hn::And(
        hn::And(look_up(kMistakes.upper, hn::ShiftRight<4>(before1)),
                look_up(kMistakes.lower, hn::And(before1, hn::Set(d, 0xF)))),
        look_up(kMistakes.next, upper));
    // The top bit for a lead of three bytes or more, and one of four.
    const hn::Vec<D> third = hn::SaturatedSub(before2, hn::Set(d, 0xE0 - 0x80));
    const hn::Vec<D> fourth =
        hn::SaturatedSub(before3, hn::Set(d, 0xF0 - 0x80));
    mistakes = AsWritten(hn::Xor(
        pairs, hn::And(hn::Or(third, fourth), hn::Set(d, kTwoContinuations))));
    units = look_up(kUnitsOfUpperHalf, upper);
  }
  // A vector that three bytes are before.
  HWY_INLINE Checked(D d, const uint8_t* in)
      : Checked(d,
                hn::LoadU(d, in),
                AsWritten(hn::LoadU(d, in - 1)),
                hn::LoadU(d, in - 2),
                hn::LoadU(d, in - 3)) {}
  // The first of a text, or one whose first three bytes don't matter.
  HWY_INLINE Checked(D d, hn::Vec<D> bytes)
      : Checked(d,
                bytes,
                BytesBefore<1>(d, bytes),
                BytesBefore<2>(d, bytes),
                BytesBefore<3>(d, bytes)) {}

  hn::Vec<D> mistakes;  // Nonzero where there is one.
  hn::Vec<D> units;
};

template <class D>
HWY_INLINE bool IsZero(D d, hn::Vec<D> v) {
  return hn::AllTrue(d, hn::Eq(v, hn::Zero(d)));
}

template <class D>
HWY_INLINE bool IsAllAscii(D d, hn::Vec<D> v) {
  return hn::AllFalse(d, IsNotAscii(d, v));
}

// Goes over a text of more than a vector.
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

  static HWY_INLINE V8 AnyOfFour(const uint8_t* in) {
    const D8 d;
    return hn::Or(
        hn::Or(hn::LoadU(d, in), hn::LoadU(d, in + kLanes8)),
        hn::Or(hn::LoadU(d, in + 2 * kLanes8), hn::LoadU(d, in + 3 * kLanes8)));
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
      const uint8_t* const last = input_ + n_ - kLanes8;
      // Where no three bytes are before it, its first three have been checked.
      const Checked<D8> checked = last - input_ < 3
                                      ? Checked<D8>(d, hn::LoadU(d, last))
                                      : Checked<D8>(d, last);
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
  return Validator(input, n).Run();
}

#if HWY_TARGET <= HWY_AVX3

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
#if HWY_TARGET <= HWY_AVX3
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

// Of up to kShort bytes.
#if HWY_TARGET <= HWY_AVX3
constexpr size_t kShort = kLanes8;
HWY_INLINE Converted ShortPrefix(const uint8_t* input, size_t n) {
  return ShortPrefix(D8(), input, n);
}
#else
constexpr size_t kShort = 16;
HWY_INLINE Converted ShortPrefix(const uint8_t* input, size_t n) {
  return ShortPrefix(hn::CappedTag<uint8_t, 16>(), input, n);
}
#endif

// Of up to kMiddle bytes, with no call.
#if HWY_TARGET <= HWY_AVX3
constexpr size_t kMiddle = 4 * kLanes8;
HWY_INLINE Converted MiddlePrefix(const uint8_t* input, size_t n) {
  return n <= 2 * kLanes8 ? PrefixByMasks<1>(input, n)
                          : PrefixByMasks<2>(input, n);
}
#else
constexpr size_t kMiddle = kLanes8;
HWY_INLINE Converted MiddlePrefix(const uint8_t* input, size_t n) {
  return ShortPrefix(D8(), input, n);
}
#endif

#endif  // HWY_TARGET

Converted Prefix(const uint8_t* input, size_t n) {
  return n <= kShort    ? ShortPrefix(input, n)
         : n <= kMiddle ? MiddlePrefix(input, n)
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

HWY_NOINLINE DecodeResult* StageLong(DecodeResult* result,
                                     Decoder* decoder,
                                     const uint8_t* input,
                                     size_t input_size,
                                     char16_t* output,
                                     size_t output_size) {
  return StageBehind(LongPrefix(input, input_size), result, decoder, input,
                     input_size, output, output_size);
}

// Jumps alone, so that no text but a long one has registers saved.
DecodeResult* Stage(DecodeResult* result,
                    Decoder* decoder,
                    const uint8_t* input,
                    size_t input_size,
                    char16_t* output,
                    size_t output_size) {
  if (input_size <= kShort) {
    return StageBehind(ShortPrefix(input, input_size), result, decoder, input,
                       input_size, output, output_size);
  }
  if (input_size <= kMiddle) {
    return StageBehind(MiddlePrefix(input, input_size), result, decoder, input,
                       input_size, output, output_size);
  }
  return StageLong(result, decoder, input, input_size, output, output_size);
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
