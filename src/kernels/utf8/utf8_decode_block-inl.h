// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Blocks of UTF-8, whole or at the end of the text, as units at their
// positions: the arithmetic that utf8_decode.cc describes.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF8_UTF8_DECODE_BLOCK_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_DECODE_BLOCK_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_DECODE_BLOCK_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_DECODE_BLOCK_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "src/kernels/utf8/utf8_second-inl.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// What bytes are compared with. Where there's VBMI2, compilers hold in
// registers unasked what has to be there (../instructions_test.py tells); asked
// to, they'd have no room for the rest.
HWY_INLINE V8 Bound(uint8_t value) {
  const V8 bound = hn::Set(D8(), value);
  return kHasVbmi2 ? bound : InRegister(bound);
}

// What a loop over blocks of ASCII and sequences of two bytes holds, and others
// need, too. Such sequences have leads up to `kLastLead`.
template <uint8_t kLastLead>
struct TwoByteConstants {
  HWY_INLINE TwoByteConstants() {}

  const V8 c0 = Held(Bound(0xC0));
  const V8 c2 = Held(hn::Set(D8(), 0xC2));
  const V8 e0 = Held(Bound(0xE0));
  // From 0xC2 on. For Latin-1, that's all there is to hold.
  const V8 last = Held(kLastLead == 0xC3 ? InRegister(hn::Set(D8(), 1))
                                         : Bound(kLastLead - 0xC2));
  const V8 high_bits = Held(hn::Set(D8(), 0x07));
};
template <typename Unit>
using BlockConstants = TwoByteConstants<sizeof(Unit) == 1 ? 0xC3 : 0xDF>;

// Bytes from 0x80 to 0xBF, continuations, are the least as signed numbers.
HWY_INLINE M8 IsContinuationBelow(V8 end, V8 v) {
  const hn::RebindToSigned<D8> di;
  return hn::RebindMask(D8(), hn::Lt(hn::BitCast(di, v), hn::BitCast(di, end)));
}

// The low byte of the unit that ends in bytes `a` and `b`, and so on:
// 110xxxxx 10yyyyyy, 1110wwww 10xxxxxx 10yyyyyy.
HWY_INLINE V8 LowByte(V8 c0, V8 a, V8 b) {
  return SelectBits(c0, Left<6>(a), b);
}
HWY_INLINE V8 HighByteOfTwo(V8 high_bits, V8 a) {
  return hn::And(Right<2>(a), high_bits);
}
HWY_INLINE V8 HighByteOfThree(V8 a, V8 b) {
  return SelectBits(hn::Set(D8(), 0xF0), Left<4>(a), Right<2>(b));
}

// A bit for each position.
using Bits = std::conditional_t<(kLanes8 <= 32), uint32_t, uint64_t>;
template <class D, class M>
HWY_INLINE Bits BitsOf(D d, M mask) {
  return static_cast<Bits>(MaskToBits(d, mask));
}

// A bit for each position whose byte has the one after it for its second, the
// one after that for its third, and the next for its fourth.
struct Claims {
  Bits seconds = 0;
  Bits thirds = 0;
  Bits fourths = 0;
};

// What a block leaves to the next one.
struct Carry {
  Bits consumed = 0;        // A bit for each of its bytes that is.
  Bits low_surrogates = 0;  // 1 if its first byte yields one.
};

// What a block becomes: the bytes of the unit of each position, and the
// positions that yield one.
struct DecodedBlock {
  // GCC compiles an implicit one without the target's instructions.
  HWY_INLINE DecodedBlock() {}

  V8 low;
  V8 high;
  Bits keep;
};

// Where a block's bytes come from: kLanes8 positions, with three bytes after
// them.
struct WholeByteBlock {
  static constexpr size_t n = kLanes8;

  HWY_INLINE explicit WholeByteBlock(const uint8_t* from) : bytes(from) {}
  // The byte `i` places after each position.
  HWY_INLINE V8 At(size_t i) const { return hn::LoadU(D8(), bytes + i); }
  HWY_INLINE void SetCarry(const Claims& claims, Carry& carry) const {
    carry.consumed = claims.seconds >> (n - 1) | claims.thirds >> (n - 2) |
                     claims.fourths >> (n - 3);
    carry.low_surrogates = claims.fourths >> (n - 1);
  }

  const uint8_t* bytes;
};

// From one to kLanes8 - 3 positions of `size` bytes, or all of them, at the end
// of the text.
struct PartialByteBlock {
#if HWY_TARGET <= HWY_AVX3_DL
  HWY_INLINE PartialByteBlock(const uint8_t* from,
                              size_t size,
                              size_t positions)
      : n(positions), bytes(from), available(LowBits(size)) {}
  HWY_INLINE V8 At(size_t i) const {
    const D8 d;
    return hn::MaskedLoad(BitsToMask(d, available >> i), d, bytes + i);
  }
#else
  HWY_INLINE PartialByteBlock(const uint8_t* from,
                              size_t size,
                              size_t positions)
      : n(positions) {
    std::memcpy(bytes, from, std::min(size, kLanes8));
  }
  HWY_INLINE V8 At(size_t i) const {
    return hn::LoadU(D8(), bytes + i);
  }
#endif
  HWY_INLINE void SetCarry(const Claims& claims, Carry& carry) const {
    carry = {};
    if (n > kLanes8 - 3)
      return;
    const Bits consumed =
        claims.seconds << 1 | claims.thirds << 2 | claims.fourths << 3;
    carry.consumed = consumed >> n;
    carry.low_surrogates = claims.fourths >> (n - 1);
  }

  size_t n;
#if HWY_TARGET <= HWY_AVX3_DL
  const uint8_t* bytes;
  uint64_t available;
#else
  uint8_t bytes[kLanes8 + 3] = {};
#endif
};

// A block that is ASCII and sequences of two bytes. False, with nothing
// changed, if it has anything else.
template <class Constants, class Source>
HWY_INLINE bool DecodeTwoByteBlock(const Source& source,
                                   const Constants& constants,
                                   V8 v,
                                   V8 v1,
                                   Bits non_ascii,
                                   Carry& carry,
                                   DecodedBlock& block) {
  const D8 d;
  const V8 from_c2 = hn::Sub(v, constants.c2);
  const M8 lead = hn::Eq(hn::Min(from_c2, constants.last), from_c2);
  const M8 second = hn::And(lead, IsContinuationBelow(constants.c0, v1));
  const Bits live = static_cast<Bits>(LowBits(source.n));
  const Claims claims{.seconds = BitsOf(d, second) & live};
  block.keep = ~(claims.seconds << 1 | carry.consumed) & live;
  if ((block.keep & non_ascii & ~claims.seconds) != 0)
    return false;
  block.low = hn::IfThenElse(second, LowByte(constants.c0, v, v1), v);
  block.high =
      hn::IfThenElseZero(second, HighByteOfTwo(constants.high_bits, v));
  source.SetCarry(claims, carry);
  return true;
}

// Which of the leads in `third`, of three bytes or four, are of four.
HWY_INLINE Bits LeadsOfFour(V8 v, M8 third) {
  const D8 d;
#if HWY_TARGET <= HWY_AVX3_DL
  return BitsOf(d, hn::And(third, hn::Eq(hn::Max(v, Bound(0xF0)), v)));
#else
  // 1110wwww and 11110aaa.
  return BitsOf(d,
                IsNotAscii(d, hn::And(hn::VecFromMask(d, third), Left<3>(v))));
#endif
}

// Overwrites the units of sequences of two bytes, which are in `two`.
template <class Constants>
HWY_INLINE void DecodeSequencesOfTwo(const Constants& constants,
                                     V8 v,
                                     V8 v1,
                                     M8 two,
                                     DecodedBlock& block) {
  block.low = hn::IfThenElse(two, LowByte(constants.c0, v, v1), block.low);
  block.high =
      hn::IfThenElse(two, HighByteOfTwo(constants.high_bits, v), block.high);
}

// Overwrites the units in `malformed` with U+FFFD.
HWY_INLINE void ReplaceMalformed(Bits malformed, DecodedBlock& block) {
  const D8 d;
  const M8 replaced = BitsToMask(d, malformed);
  block.low = hn::IfThenElse(replaced, RareConstant(d, 0xFD), block.low);
  block.high = hn::IfThenElse(replaced, RareConstant(d, 0xFF), block.high);
}

// Overwrites the units in `highs`, where sequences of four bytes begin, and in
// `lows`, one position later, with surrogates. `low_byte` is of bytes one and
// two places after each position.
HWY_INLINE void DecodeSequencesOfFour(V8 v,
                                      V8 v1,
                                      V8 v2,
                                      V8 low_byte,
                                      Bits highs,
                                      Bits lows,
                                      DecodedBlock& block) {
  const D8 d;
  // 11110aaa 10bbcccc 10ddeeee 10ffffff is 0xD7C0 + aaabbccccdd and
  // 0xDC00 + eeeeffffff. Adding 0xC0 overflows if bb isn't zero.
  const V8 bbccccdd =
      SelectBits(hn::Set(D8(), 0xFC), Left<2>(v1), Right<4>(v2));
  const V8 d7_or_d8 =
      hn::IfThenElse(IsContinuationBelow(Bound(0x90), v1),
                     RareConstant(d, 0xD7), RareConstant(d, 0xD8));
  const M8 high = BitsToMask(d, highs);
  const M8 low = BitsToMask(d, lows);
  block.low =
      hn::IfThenElse(high, hn::Add(bbccccdd, RareConstant(d, 0xC0)), block.low);
  block.high = hn::IfThenElse(
      high, hn::Add(hn::And(v, hn::Set(d, 0x07)), d7_or_d8), block.high);
  block.low = hn::IfThenElse(low, low_byte, block.low);
  block.high = hn::IfThenElse(
      low, SelectBits(hn::Set(D8(), 0xFC), hn::Set(d, 0xDC), Right<2>(v1)),
      block.high);
  block.keep |= lows;
}

// A block of any kind. False, with nothing changed, if something is malformed
// and not to be replaced.
template <bool kReplace, class Constants, class Source>
HWY_INLINE bool DecodeAnyBlock(const Source& source,
                               const Constants& constants,
                               V8 v,
                               V8 v1,
                               Bits non_ascii,
                               M8 from_e0,
                               Carry& carry,
                               DecodedBlock& block) {
  const D8 d;
  const Bits live = static_cast<Bits>(LowBits(source.n));
  const Bits from_e0_bits = BitsOf(d, from_e0) & live;
  const V8 v2 = source.At(2);
  const M8 second = SecondFollows(v, v1);
  const M8 third =
      hn::And(hn::And(second, from_e0), IsContinuationBelow(constants.c0, v2));
  Claims claims{.seconds = BitsOf(d, second) & live,
                .thirds = BitsOf(d, third) & live};
  const Bits thirds_of_four = LeadsOfFour(v, third) & live;
  if (thirds_of_four != 0) {
    claims.fourths =
        BitsOf(d, IsContinuationBelow(constants.c0, source.At(3))) &
        thirds_of_four;
  }
  const Bits starts = ~(claims.seconds << 1 | claims.thirds << 2 |
                        claims.fourths << 3 | carry.consumed) &
                      live;
  const Bits complete = (claims.seconds & ~from_e0_bits) |
                        (claims.thirds & ~thirds_of_four) | claims.fourths;
  const Bits malformed = starts & non_ascii & ~complete;
  if (!kReplace && malformed != 0)
    return false;

  // As if every sequence had three bytes; the others are put right below, each
  // kind if there are any.
  const V8 low_byte = LowByte(constants.c0, v1, v2);
  block.low = hn::IfThenElse(third, low_byte, v);
  block.high = hn::IfThenElseZero(third, HighByteOfThree(v, v1));
  block.keep = starts;
  if ((claims.seconds & ~from_e0_bits) != 0)
    DecodeSequencesOfTwo(constants, v, v1, hn::AndNot(from_e0, second), block);
  if (malformed != 0)
    ReplaceMalformed(malformed, block);
  const Bits lows = (claims.fourths << 1 | carry.low_surrogates) & live;
  if ((claims.fourths | lows) != 0) {
    DecodeSequencesOfFour(v, v1, v2, low_byte, claims.fourths, lows, block);
  }
  source.SetCarry(claims, carry);
  return true;
}

// False, with nothing changed, if something is malformed and not to be
// replaced, or isn't Latin-1 and has to be. Source is one of the two above.
template <typename Unit, bool kReplace, class Source>
HWY_INLINE bool DecodeBlock(const Source& source,
                            const BlockConstants<Unit>& constants,
                            Carry& carry,
                            DecodedBlock& block) {
  const D8 d;
  const Bits live = static_cast<Bits>(LowBits(source.n));
  const V8 v = source.At(0);
  const V8 v1 = source.At(1);
  const Bits non_ascii = BitsOf(d, IsNotAscii(D8(), v)) & live;
  if constexpr (sizeof(Unit) == 1) {
    return DecodeTwoByteBlock(source, constants, v, v1, non_ascii, carry,
                              block);
  } else {
    const M8 from_e0 = hn::Eq(hn::Max(v, constants.e0), v);
    if (((BitsOf(d, from_e0) & live) | carry.low_surrogates) == 0 &&
        DecodeTwoByteBlock(source, constants, v, v1, non_ascii, carry, block)) {
      return true;
    }
    return DecodeAnyBlock<kReplace>(source, constants, v, v1, non_ascii,
                                    from_e0, carry, block);
  }
}

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
