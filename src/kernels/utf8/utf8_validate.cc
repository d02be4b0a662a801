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
// earlier, right in the input; the first characters are checked one by one so
// that there are three. The last vector ends where the text does and begins
// inside the one before it.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/utf8/utf8_validate.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "src/kernels/utf8/utf8_validate.h"
#include "src/kernels/vectors-inl.h"

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

// How many of the bytes before `end` are of a sequence that isn't complete
// there.
constexpr size_t CutLength(const uint8_t* end) {
  return end[-1] >= 0xC0 ? 1 : end[-2] >= 0xE0 ? 2 : end[-3] >= 0xF0 ? 3 : 0;
}

// One character after the other, until `enough` bytes have been read.
constexpr Converted PrefixByCharacters(const uint8_t* input,
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

// Less isn't worth the call of a kernel; with twice as much,
// validate/UTF-8/*/64B take as long. At least a vector of 16 bytes, the three
// before it, and three that a character may have behind those.
constexpr size_t kMinDispatch = 16 + 3 + 3;

// Without what's cut at the end of `done`.
[[maybe_unused]] constexpr Converted WithoutCut(const uint8_t* input,
                                                Converted done) {
  const size_t cut = CutLength(input + done.read);
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

Converted LongPrefix(const uint8_t* input, size_t n) {
  return PrefixByCharacters(input, n, kMinDispatch);
}

#else

// One vector, of which three bytes before it are there.
template <class D>
struct Checked {
  HWY_INLINE Checked(D d, const uint8_t* in) : bytes(hn::LoadU(d, in)) {
    const auto look_up = [&](const uint8_t* table, hn::Vec<D> halves) {
      return hn::TableLookupBytes(hn::LoadDup128(d, table), halves);
    };
    const hn::Vec<D> before = hn::LoadU(d, in - 1);
    const hn::Vec<D> upper = hn::ShiftRight<4>(bytes);
    const hn::Vec<D> pairs = hn::And(
        hn::And(look_up(kMistakes.upper, hn::ShiftRight<4>(before)),
                look_up(kMistakes.lower, hn::And(before, hn::Set(d, 0xF)))),
        look_up(kMistakes.next, upper));
    // The top bit for a lead of three bytes or more, and one of four.
    const hn::Vec<D> third =
        hn::SaturatedSub(hn::LoadU(d, in - 2), hn::Set(d, 0xE0 - 0x80));
    const hn::Vec<D> fourth =
        hn::SaturatedSub(hn::LoadU(d, in - 3), hn::Set(d, 0xF0 - 0x80));
    mistakes = hn::Xor(
        pairs, hn::And(hn::Or(third, fourth), hn::Set(d, kTwoContinuations)));
    units = look_up(kUnitsOfUpperHalf, upper);
  }

  hn::Vec<D> bytes;
  hn::Vec<D> mistakes;  // Nonzero where there is one.
  hn::Vec<D> units;
};

template <class D>
HWY_INLINE bool IsZero(D d, hn::Vec<D> v) {
  return hn::AllTrue(d, hn::Eq(v, hn::Zero(d)));
}

template <class D>
HWY_INLINE size_t Sum(D /*d*/, hn::Vec<D> bytes) {
  const hn::Repartition<uint64_t, D> d64;
  return hn::GetLane(hn::SumOfLanes(d64, hn::SumsOf8(bytes)));
}

// Goes over a text by vectors of D.
template <class D>
class Validator {
 public:
  HWY_INLINE Validator(const uint8_t* input, size_t n, Converted done)
      : input_(input), n_(n), i_(done.read), units_(done.written) {}

  HWY_INLINE Converted Run() {
    if (CheckFourVectorsEach() && CheckVectors())
      CheckLastVector();
    return WithoutCut(input_, {i_, units_});
  }

 private:
  static constexpr size_t kVector = hn::MaxLanes(D());
  using D64 = hn::Repartition<uint64_t, D>;

  // False if something is malformed, with i_ before the vectors that have it.
  HWY_INLINE bool CheckFourVectorsEach() {
    const D d;
    auto units = hn::Zero(D64());
    bool goes_on = true;
    for (; n_ - i_ >= 4 * kVector; i_ += 4 * kVector) {
      const uint8_t* const in = input_ + i_;
      if (FourAreAscii(in)) {
        goes_on = CutLength(in) == 0;
        if (!goes_on)
          break;
        units_ += 4 * kVector;
        continue;
      }
      const Checked<D> c0(d, in);
      const Checked<D> c1(d, in + kVector);
      const Checked<D> c2(d, in + 2 * kVector);
      const Checked<D> c3(d, in + 3 * kVector);
      goes_on = IsZero(d, hn::Or(hn::Or(c0.mistakes, c1.mistakes),
                                 hn::Or(c2.mistakes, c3.mistakes)));
      if (!goes_on)
        break;
      units = hn::Add(units, hn::SumsOf8(hn::Add(hn::Add(c0.units, c1.units),
                                                 hn::Add(c2.units, c3.units))));
    }
    units_ += hn::GetLane(hn::SumOfLanes(D64(), units));
    return goes_on;
  }

  static HWY_INLINE bool FourAreAscii(const uint8_t* in) {
    const D d;
    const hn::Vec<D> all = hn::Or(
        hn::Or(hn::LoadU(d, in), hn::LoadU(d, in + kVector)),
        hn::Or(hn::LoadU(d, in + 2 * kVector), hn::LoadU(d, in + 3 * kVector)));
    return hn::AllFalse(d, IsNotAscii(d, all));
  }

  // False if something is malformed, with i_ before the vector that has it.
  HWY_INLINE bool CheckVectors() {
    const D d;
    for (; n_ - i_ >= kVector; i_ += kVector) {
      const Checked<D> checked(d, input_ + i_);
      if (!IsZero(d, checked.mistakes))
        return false;
      units_ += Sum(d, checked.units);
    }
    return true;
  }

  // Ends where the text does; units before i_ have been counted.
  HWY_INLINE void CheckLastVector() {
    const D d;
    const size_t rest = n_ - i_;
    if (rest == 0)
      return;
    const Checked<D> checked(d, input_ + n_ - kVector);
    if (IsZero(d, checked.mistakes)) {
      units_ += Sum(
          d, hn::IfThenZeroElse(hn::FirstN(d, kVector - rest), checked.units));
      i_ = n_;
    }
  }

  const uint8_t* const input_;
  const size_t n_;
  size_t i_;
  size_t units_;
};

// Needs n >= kMinDispatch - 16 + the bytes of a vector.
template <class D>
HWY_INLINE Converted Prefix(D /*d*/, const uint8_t* input, size_t n) {
  constexpr size_t kBefore = 3;
  const Converted done = PrefixByCharacters(input, n, kBefore);
  return done.read < kBefore ? done : Validator<D>(input, n, done).Run();
}

Converted LongPrefix(const uint8_t* input, size_t n) {
  const hn::CappedTag<uint8_t, 16> d16;
  return n < kMinDispatch - 16 + kLanes8 ? Prefix(d16, input, n)
                                         : Prefix(D8(), input, n);
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

HWY_EXPORT(LongPrefix);

Converted WellFormedUtf8Prefix(const uint8_t* input, size_t n) {
  return n < kMinDispatch ? PrefixByCharacters(input, n, n)
                          : HWY_DYNAMIC_DISPATCH(LongPrefix)(input, n);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
