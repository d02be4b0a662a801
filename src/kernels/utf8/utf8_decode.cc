// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Every byte of a block decides by itself, from the three bytes after it, what
// it is the start of:
//
//   second(i)  byte i is a lead, and byte i+1 is in the range that the standard
//              has for the byte after it
//   third(i)   ... a lead of three or four bytes, and byte i+2 a continuation
//   fourth(i)  ... a lead of four bytes, and byte i+3 a continuation
//
// Byte i+1 is consumed if second(i), i+2 if third(i), i+3 if fourth(i). Only
// continuations are ever consumed, and a continuation is no lead, so nobody's
// claim depends on another's: what isn't consumed is the start of something,
// and that something is one code unit,
//
//   its own value       if the byte is ASCII
//   the character       if the sequence is complete
//   U+FFFD              if it isn't: the bytes that it did consume are what the
//                       standard makes one error of
//
// or two, of which the byte after the start, which is consumed, yields the
// second. So all units come out of one pass of arithmetic over all positions,
// right or wrong, and a compression that keeps those of the right positions.
// Malformed text costs what well-formed text does.
//
// Between blocks go the claims on the next one's first three bytes, and whether
// its first byte yields a low surrogate.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/utf8/utf8_decode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "src/kernels/copy.h"
#include "src/kernels/utf8/utf8_decode.h"
#include "src/kernels/utf8/utf8_second-inl.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

Converted Utf8ToUtf16(const uint8_t*, size_t, char16_t*, size_t, bool) {
  return {0, 0};
}
Converted Utf8ToLatin1(const uint8_t*, size_t, uint8_t*, size_t) {
  return {0, 0};
}

#else

// What bytes are compared with. Where there's VBMI2, compilers hold in
// registers unasked what has to be there (../masked_loads_test.py tells); asked
// to, they'd have no room for the rest.
HWY_INLINE V8 Bound(uint8_t value) {
  const V8 bound = hn::Set(D8(), value);
  return kHasVbmi2 ? bound : InRegister(bound);
}

// Bytes from 0x80 to 0xBF, continuations, are the least as signed numbers.
HWY_INLINE M8 IsContinuationBelow(uint8_t end, V8 v) {
  const hn::RebindToSigned<D8> di;
  return hn::RebindMask(
      D8(), hn::Lt(hn::BitCast(di, v), hn::BitCast(di, Bound(end))));
}
HWY_INLINE M8 IsContinuation(V8 v) {
  return IsContinuationBelow(0xC0, v);
}

// The low byte of the unit that ends in bytes `a` and `b`, and so on:
// 110xxxxx 10yyyyyy, 1110wwww 10xxxxxx 10yyyyyy.
HWY_INLINE V8 LowByte(V8 a, V8 b) {
  return Join(hn::Set(D8(), 0xC0), Left<6>(a), b);
}
HWY_INLINE V8 HighByteOfTwo(V8 a) {
  return hn::And(Right<2>(a), hn::Set(D8(), 0x07));
}
HWY_INLINE V8 HighByteOfThree(V8 a, V8 b) {
  return Join(hn::Set(D8(), 0xF0), Left<4>(a), Right<2>(b));
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

// The bytes of the unit of each position, and the positions that yield one.
struct Block {
  // GCC compiles an implicit one without the target's instructions.
  HWY_INLINE Block() {}

  V8 low;
  V8 high;
  Bits keep;
};

// kLanes8 positions, with three bytes after them.
struct Whole {
  static constexpr size_t n = kLanes8;

  HWY_INLINE explicit Whole(const uint8_t* from) : bytes(from) {}
  // The byte `i` places after each position.
  HWY_INLINE V8 At(size_t i) const { return hn::LoadU(D8(), bytes + i); }
  HWY_INLINE void Leave(const Claims& claims, Carry& carry) const {
    carry.consumed = claims.seconds >> (n - 1) | claims.thirds >> (n - 2) |
                     claims.fourths >> (n - 3);
    carry.low_surrogates = claims.fourths >> (n - 1);
  }

  const uint8_t* bytes;
};

// From one to kLanes8 - 3 positions of `size` bytes, or all of them, at the end
// of the text.
struct Part {
#if HWY_TARGET <= HWY_AVX3
  HWY_INLINE Part(const uint8_t* from, size_t size, size_t positions)
      : n(positions), bytes(from), available(LowBits(size)) {}
  HWY_INLINE V8 At(size_t i) const {
    const D8 d;
    return hn::MaskedLoad(BitsToMask(d, available >> i), d, bytes + i);
  }
#else
  HWY_INLINE Part(const uint8_t* from, size_t size, size_t positions)
      : n(positions) {
    std::memcpy(bytes, from, std::min(size, kLanes8));
  }
  HWY_INLINE V8 At(size_t i) const {
    return hn::LoadU(D8(), bytes + i);
  }
#endif
  HWY_INLINE void Leave(const Claims& claims, Carry& carry) const {
    carry = {};
    if (n > kLanes8 - 3)
      return;
    const Bits consumed =
        claims.seconds << 1 | claims.thirds << 2 | claims.fourths << 3;
    carry.consumed = consumed >> n;
    carry.low_surrogates = claims.fourths >> (n - 1);
  }

  size_t n;
#if HWY_TARGET <= HWY_AVX3
  const uint8_t* bytes;
  uint64_t available;
#else
  uint8_t bytes[kLanes8 + 3] = {};
#endif
};

// A block that is ASCII and sequences of two bytes, of leads up to `kLastLead`.
// False, with nothing changed, if it has anything else.
template <uint8_t kLastLead, class Source>
HWY_INLINE bool DecodeTwoByteBlock(const Source& source,
                                   V8 v,
                                   V8 v1,
                                   Bits non_ascii,
                                   Carry& carry,
                                   Block& block) {
  const D8 d;
  const V8 from_c2 = hn::Sub(v, hn::Set(d, 0xC2));
  // For Latin-1, that's all there is to hold.
  const V8 last =
      kLastLead == 0xC3 ? InRegister(hn::Set(d, 1)) : Bound(kLastLead - 0xC2);
  const M8 lead = hn::Eq(hn::Min(from_c2, last), from_c2);
  const M8 second = hn::And(lead, IsContinuation(v1));
  const Bits live = static_cast<Bits>(LowBits(source.n));
  const Claims claims{.seconds = BitsOf(d, second) & live};
  block.keep = ~(claims.seconds << 1 | carry.consumed) & live;
  if ((block.keep & non_ascii & ~claims.seconds) != 0)
    return false;
  block.low = hn::IfThenElse(second, LowByte(v, v1), v);
  block.high = hn::IfThenElseZero(second, HighByteOfTwo(v));
  source.Leave(claims, carry);
  return true;
}

// Which of the leads in `third`, of three bytes or four, are of four.
HWY_INLINE Bits LeadsOfFour(V8 v, M8 third) {
  const D8 d;
#if HWY_TARGET <= HWY_AVX3
  return BitsOf(d, hn::And(third, hn::Eq(hn::Max(v, Bound(0xF0)), v)));
#else
  // 1110wwww and 11110aaa.
  return BitsOf(d,
                IsNotAscii(d, hn::And(hn::VecFromMask(d, third), Left<3>(v))));
#endif
}

// False, with nothing changed, if something is malformed and must not be
// replaced, or isn't Latin-1 and must be.
template <typename Unit, bool kReplace, class Source>
HWY_INLINE bool DecodeBlock(const Source& source, Carry& carry, Block& block) {
  const D8 d;
  const Bits live = static_cast<Bits>(LowBits(source.n));
  const V8 v = source.At(0);
  const V8 v1 = source.At(1);
  const Bits non_ascii = BitsOf(d, IsNotAscii(D8(), v)) & live;
  if constexpr (sizeof(Unit) == 1) {
    return DecodeTwoByteBlock<0xC3>(source, v, v1, non_ascii, carry, block);
  }
  const M8 from_e0 = hn::Eq(hn::Max(v, Bound(0xE0)), v);
  const Bits from_e0_bits = BitsOf(d, from_e0) & live;
  if ((from_e0_bits | carry.low_surrogates) == 0 &&
      DecodeTwoByteBlock<0xDF>(source, v, v1, non_ascii, carry, block)) {
    return true;
  }

  const V8 v2 = source.At(2);
  const M8 second = SecondFollows(v, v1);
  const M8 third = hn::And(hn::And(second, from_e0), IsContinuation(v2));
  Claims claims{.seconds = BitsOf(d, second) & live,
                .thirds = BitsOf(d, third) & live};
  const Bits thirds_of_four = LeadsOfFour(v, third) & live;
  if (thirds_of_four != 0) {
    claims.fourths = BitsOf(d, IsContinuation(source.At(3))) & thirds_of_four;
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
  const V8 low_byte = LowByte(v1, v2);
  block.low = hn::IfThenElse(third, low_byte, v);
  block.high = hn::IfThenElseZero(third, HighByteOfThree(v, v1));
  if ((claims.seconds & ~from_e0_bits) != 0) {
    const M8 two = hn::AndNot(from_e0, second);
    block.low = hn::IfThenElse(two, LowByte(v, v1), block.low);
    block.high = hn::IfThenElse(two, HighByteOfTwo(v), block.high);
  }
  block.keep = starts;
  if (malformed != 0) {
    const M8 replaced = BitsToMask(d, malformed);
    block.low = hn::IfThenElse(replaced, RareConstant(d, 0xFD), block.low);
    block.high = hn::IfThenElse(replaced, RareConstant(d, 0xFF), block.high);
  }
  const Bits lows = (claims.fourths << 1 | carry.low_surrogates) & live;
  if ((claims.fourths | lows) != 0) {
    // 11110aaa 10bbcccc 10ddeeee 10ffffff is 0xD7C0 + aaabbccccdd and
    // 0xDC00 + eeeeffffff. Adding 0xC0 overflows if bb isn't zero.
    const V8 bbccccdd = Join(hn::Set(D8(), 0xFC), Left<2>(v1), Right<4>(v2));
    const V8 d7_or_d8 =
        hn::IfThenElse(IsContinuationBelow(0x90, v1), RareConstant(d, 0xD7),
                       RareConstant(d, 0xD8));
    const M8 high = BitsToMask(d, claims.fourths);
    const M8 low = BitsToMask(d, lows);
    block.low = hn::IfThenElse(high, hn::Add(bbccccdd, RareConstant(d, 0xC0)),
                               block.low);
    block.high = hn::IfThenElse(
        high, hn::Add(hn::And(v, hn::Set(d, 0x07)), d7_or_d8), block.high);
    block.low = hn::IfThenElse(low, low_byte, block.low);
    block.high = hn::IfThenElse(
        low, Join(hn::Set(D8(), 0xFC), hn::Set(d, 0xDC), Right<2>(v1)),
        block.high);
    block.keep |= lows;
  }
  source.Leave(claims, carry);
  return true;
}

// Where the last sequence begins if it lacks bytes. A lead that near the end
// begins one, well-formed or not, and all before it may be taken for complete.
HWY_INLINE size_t CompleteLength(const uint8_t* input, size_t n) {
  if (n >= 1 && input[n - 1] >= 0xC0)
    return n - 1;
  if (n >= 2 && input[n - 2] >= 0xE0)
    return n - 2;
  if (n >= 3 && input[n - 3] >= 0xF0)
    return n - 3;
  return n;
}

// Reading and writing, and where both stand. Unit is char16_t, or uint8_t for
// Latin-1.
template <typename Unit, bool kReplace>
class BlockDecoder {
 public:
  HWY_INLINE BlockDecoder(const uint8_t* input,
                          size_t input_size,
                          Unit* output,
                          size_t output_size)
      : in_(input),
        in_end_(input + CompleteLength(input, input_size)),
        out_(output),
        out_end_(output + output_size) {}

  HWY_INLINE void DecodeWholeBlocks() {
    Carry carry;
    Block block;
    size_t ascii_blocks = 0;
    while (size_t blocks = WholeBlocks()) {
      do {
        const V8 v = hn::LoadU(D8(), in_);
        if (hn::AllFalse(D8(), IsNotAscii(D8(), v)) && carry.consumed == 0) {
          PutAscii(v);
          // A run that has proved long is worth a call.
          if (++ascii_blocks == 4) {
            PutAsciiRun();
            ascii_blocks = 0;
            break;
          }
          continue;
        }
        ascii_blocks = 0;
        if (!DecodeBlock<Unit, kReplace>(Whole(in_), carry, block)) {
          Settle(carry);
          return;
        }
        in_ += kLanes8;
        Put<false>(block);
      } while (--blocks != 0);
    }
    Settle(carry);
  }

  // What is left of the input or has a place in the output.
  HWY_INLINE void DecodeRest() {
    while (in_left() != 0 && out_left() >= 2) {
      size_t n = std::min({in_left(), out_left() - 1, kLanes8});
      if (n != in_left())
        n = std::min(n, kLanes8 - 3);
      Carry carry;
      Block block;
      if (!DecodeBlock<Unit, kReplace>(Part(in_, in_left(), n), carry, block))
        return;
      in_ += n;
      Put<true>(block);
      Settle(carry);
    }
  }

  HWY_INLINE Converted Result(const uint8_t* input, const Unit* output) {
    return {static_cast<size_t>(in_ - input),
            static_cast<size_t>(out_ - output)};
  }

 private:
  HWY_INLINE size_t in_left() const {
    return static_cast<size_t>(in_end_ - in_);
  }
  HWY_INLINE size_t out_left() const {
    return static_cast<size_t>(out_end_ - out_);
  }

  // How many blocks there are and room for. Each yields at most kLanes8 units,
  // and may owe one.
  HWY_INLINE size_t WholeBlocks() const {
    if (in_left() < 3 || out_left() == 0)
      return 0;
    return std::min(in_left() - 3, out_left() - 1) / kLanes8;
  }

  HWY_INLINE void Advance(size_t n) {
    in_ += n;
    out_ += n;
  }

  template <bool kExact>
  HWY_INLINE void Put(const Block& block) {
    if constexpr (sizeof(Unit) == 1) {
      out_ += CompressBytes<kExact>(block.low, block.keep, out_);
    } else {
      out_ += CompressUnits<kExact>(block.low, block.high, block.keep, out_);
    }
  }

  HWY_INLINE void PutAscii(V8 v) {
    const D8 d;
    uint8_t* const to = reinterpret_cast<uint8_t*>(out_);
    if constexpr (sizeof(Unit) == 1) {
      hn::StoreU(v, d, to);
    } else {
      const hn::Half<D8> dh;
      const hn::Repartition<uint16_t, D8> d16;
      const auto lower = hn::PromoteTo(d16, hn::LowerHalf(dh, v));
      const auto upper = hn::PromoteTo(d16, hn::UpperHalf(dh, v));
      hn::StoreU(hn::BitCast(d, lower), d, to);
      hn::StoreU(hn::BitCast(d, upper), d, to + kLanes8);
    }
    Advance(kLanes8);
  }

  HWY_INLINE void PutAsciiRun() {
    const size_t n = std::min(in_left(), out_left());
    if constexpr (sizeof(Unit) == 1) {
      Advance(CopyAsciiPrefix(in_, n, out_));
    } else {
      Advance(WidenAsciiPrefix(in_, n, out_));
    }
  }

  // Goes to where the next character begins.
  HWY_INLINE void Settle(const Carry& carry) {
    in_ += std::popcount(carry.consumed);
    if (carry.low_surrogates != 0) {
      *out_++ =
          static_cast<Unit>(0xDC00 | (in_[-2] & 0x0F) << 6 | (in_[-1] & 0x3F));
    }
  }

  const uint8_t* in_;
  const uint8_t* const in_end_;
  Unit* out_;
  Unit* const out_end_;
};

template <bool kReplace, typename Unit>
HWY_INLINE Converted Decode(const uint8_t* input,
                            size_t input_size,
                            Unit* output,
                            size_t output_size) {
  BlockDecoder<Unit, kReplace> decoder(input, input_size, output, output_size);
  decoder.DecodeWholeBlocks();
  decoder.DecodeRest();
  return decoder.Result(input, output);
}

Converted Utf8ToUtf16(const uint8_t* input,
                      size_t input_size,
                      char16_t* output,
                      size_t output_size,
                      bool replace) {
  return replace ? Decode<true>(input, input_size, output, output_size)
                 : Decode<false>(input, input_size, output, output_size);
}

Converted Utf8ToLatin1(const uint8_t* input,
                       size_t input_size,
                       uint8_t* output,
                       size_t output_size) {
  return Decode<false>(input, input_size, output, output_size);
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

HWY_EXPORT(Utf8ToUtf16);
HWY_EXPORT(Utf8ToLatin1);

Converted Utf8ToUtf16(const uint8_t* input,
                      size_t input_size,
                      char16_t* output,
                      size_t output_size,
                      bool replace) {
  return HWY_DYNAMIC_DISPATCH(Utf8ToUtf16)(input, input_size, output,
                                           output_size, replace);
}

Converted Utf8ToLatin1(const uint8_t* input,
                       size_t input_size,
                       uint8_t* output,
                       size_t output_size) {
  return HWY_DYNAMIC_DISPATCH(Utf8ToLatin1)(input, input_size, output,
                                            output_size);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
