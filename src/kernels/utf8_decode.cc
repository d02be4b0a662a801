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
#define HWY_TARGET_INCLUDE "src/kernels/utf8_decode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/kernels/utf8_decode.h"
#include "src/kernels/vectors-inl.h"
#include "src/simd.h"

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

// Whether the byte after each position is the second of a sequence.
HWY_INLINE M8 SecondFollows(V8 v, V8 v1) {
  const D8 d;
#if HWY_TARGET == HWY_AVX3_DL
  // By the low six bits of a lead, from 0xC0 on: where the range of the next
  // byte begins, and how many bytes are in it.
  alignas(64) static constexpr auto kRanges = [] {
    struct {
      uint8_t first[64], size[64];
    } ranges{};
    for (int i = 0; i < 64; ++i) {
      const int lead = 0xC0 + i;
      ranges.first[i] = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
      ranges.size[i] = lead < 0xC2 || lead > 0xF4     ? 0
                       : lead == 0xE0 || lead == 0xED ? 0x20
                       : lead == 0xF0                 ? 0x30
                       : lead == 0xF4                 ? 0x10
                                                      : 0x40;
    }
    return ranges;
  }();
  const __m512i first =
      _mm512_permutexvar_epi8(v.raw, hn::Load(d, kRanges.first).raw);
  const __m512i size =
      _mm512_permutexvar_epi8(v.raw, hn::Load(d, kRanges.size).raw);
  const __mmask64 lead = _mm512_cmpge_epu8_mask(v.raw, hn::Set(d, 0xC0).raw);
  return M8{
      _mm512_mask_cmplt_epu8_mask(lead, _mm512_sub_epi8(v1.raw, first), size)};
#else
  // Leads by the range that the next byte must be in.
  enum : uint8_t {
    kC2ToCf = 1 << 0,
    kD0ToDf = 1 << 1,
    kE0 = 1 << 2,
    kEd = 1 << 3,
    kE1ToEf = 1 << 4,  // But for 0xED.
    kF0 = 1 << 5,
    kF1ToF3 = 1 << 6,
    kF4 = 1 << 7,
  };
  constexpr uint8_t kAny = kC2ToCf | kD0ToDf | kE1ToEf | kF1ToF3;
  // The leads with that high half, those with that low half, and those that a
  // byte with that high half may follow; all three have at most one in common.
  alignas(16) static constexpr uint8_t kHigh[16] = {0,
                                                    0,
                                                    0,
                                                    0,
                                                    0,
                                                    0,
                                                    0,
                                                    0,
                                                    0,
                                                    0,
                                                    0,
                                                    0,
                                                    kC2ToCf,
                                                    kD0ToDf,
                                                    kE0 | kEd | kE1ToEf,
                                                    kF0 | kF1ToF3 | kF4};
  constexpr uint8_t kC = kC2ToCf, kD = kD0ToDf, kE = kE1ToEf;
  alignas(16) static constexpr uint8_t kLow[16] = {
      kD | kE0 | kF0,         kD | kE | kF1ToF3,
      kC | kD | kE | kF1ToF3, kC | kD | kE | kF1ToF3,
      kC | kD | kE | kF4,     kC | kD | kE,
      kC | kD | kE,           kC | kD | kE,
      kC | kD | kE,           kC | kD | kE,
      kC | kD | kE,           kC | kD | kE,
      kC | kD | kE,           kC | kD | kEd,
      kC | kD | kE,           kC | kD | kE};
  alignas(16) static constexpr uint8_t kNext[16] = {0,
                                                    0,
                                                    0,
                                                    0,
                                                    0,
                                                    0,
                                                    0,
                                                    0,
                                                    kAny | kEd | kF4,
                                                    kAny | kEd | kF0,
                                                    kAny | kE0 | kF0,
                                                    kAny | kE0 | kF0,
                                                    0,
                                                    0,
                                                    0,
                                                    0};
  const V8 classes = hn::And(
      hn::And(
          hn::TableLookupBytes(hn::LoadDup128(d, kHigh), hn::ShiftRight<4>(v)),
          hn::TableLookupBytes(hn::LoadDup128(d, kLow),
                               hn::And(v, hn::Set(d, 0x0F)))),
      hn::TableLookupBytes(hn::LoadDup128(d, kNext), hn::ShiftRight<4>(v1)));
  return hn::Ne(classes, hn::Zero(d));
#endif
}

// Bytes from 0x80 to 0xBF, continuations, are the least as signed numbers.
HWY_INLINE M8 IsContinuationBelow(uint8_t end, V8 v) {
  const hn::RebindToSigned<D8> di;
  return hn::RebindMask(
      D8(), hn::Lt(hn::BitCast(di, v), hn::Set(di, static_cast<int8_t>(end))));
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

// A bit for each position whose byte has the one after it for its second, the
// one after that for its third, and the next for its fourth.
struct Claims {
  uint64_t seconds = 0;
  uint64_t thirds = 0;
  uint64_t fourths = 0;
};

// What a block leaves to the next one.
struct Carry {
  uint64_t consumed = 0;        // A bit for each of its bytes that is.
  uint64_t low_surrogates = 0;  // 1 if its first byte yields one.
};

// The bytes of the unit of each position, and the positions that yield one.
struct Block {
  V8 low;
  V8 high;
  uint64_t keep;
};

// kLanes positions, with three bytes after them.
struct Whole {
  static constexpr size_t n = kLanes;

  HWY_INLINE explicit Whole(const uint8_t* from) : bytes(from) {}
  // The byte `i` places after each position.
  HWY_INLINE V8 At(size_t i) const { return hn::LoadU(D8(), bytes + i); }
  HWY_INLINE Carry Leave(const Claims& claims) const {
    return {claims.seconds >> (n - 1) | claims.thirds >> (n - 2) |
                claims.fourths >> (n - 3),
            claims.fourths >> (n - 1)};
  }

  const uint8_t* bytes;
};

// From one to kLanes - 3 positions of `size` bytes, or all of them, at the end
// of the text.
struct Part {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  HWY_INLINE Part(const uint8_t* from, size_t size, size_t positions)
      : n(positions), bytes(from), available(LowBits(size)) {}
  HWY_INLINE V8 At(size_t i) const {
    const D8 d;
    return hn::MaskedLoad(BitsToMask(d, available >> i), d, bytes + i);
  }
#else
  HWY_INLINE Part(const uint8_t* from, size_t size, size_t positions)
      : n(positions) {
    std::memcpy(bytes, from, std::min(size, kLanes));
  }
  HWY_INLINE V8 At(size_t i) const {
    return hn::LoadU(D8(), bytes + i);
  }
#endif
  HWY_INLINE Carry Leave(const Claims& claims) const {
    if (n > kLanes - 3)
      return {};
    const uint64_t consumed =
        claims.seconds << 1 | claims.thirds << 2 | claims.fourths << 3;
    return {consumed >> n, claims.fourths >> (n - 1)};
  }

  size_t n;
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  const uint8_t* bytes;
  uint64_t available;
#else
  uint8_t bytes[kLanes + 3] = {};
#endif
};

// A block that is ASCII and sequences of two bytes, of leads up to `kLastLead`.
// False, with nothing changed, if it has anything else.
template <uint8_t kLastLead, class Source>
HWY_INLINE bool DecodeTwoByteBlock(const Source& source,
                                   V8 v,
                                   V8 v1,
                                   uint64_t non_ascii,
                                   Carry& carry,
                                   Block& block) {
  const D8 d;
  const V8 from_c2 = hn::Sub(v, hn::Set(d, 0xC2));
  const M8 lead =
      hn::Eq(hn::Min(from_c2, hn::Set(d, kLastLead - 0xC2)), from_c2);
  const M8 second = hn::And(lead, IsContinuation(v1));
  const uint64_t live = LowBits(source.n);
  const Claims claims{.seconds = MaskToBits(d, second) & live};
  block.keep = ~(claims.seconds << 1 | carry.consumed) & live;
  if ((block.keep & non_ascii & ~claims.seconds) != 0)
    return false;
  block.low = hn::IfThenElse(second, LowByte(v, v1), v);
  block.high = hn::IfThenElseZero(second, HighByteOfTwo(v));
  carry = source.Leave(claims);
  return true;
}

// False, with nothing changed, if something is malformed and must not be
// replaced, or isn't Latin-1 and must be.
template <typename Unit, bool kReplace, class Source>
HWY_INLINE bool DecodeBlock(const Source& source, Carry& carry, Block& block) {
  const D8 d;
  const uint64_t live = LowBits(source.n);
  const V8 v = source.At(0);
  const V8 v1 = source.At(1);
  const uint64_t non_ascii = MaskToBits(d, IsNotAscii(D8(), v)) & live;
  if constexpr (sizeof(Unit) == 1) {
    return DecodeTwoByteBlock<0xC3>(source, v, v1, non_ascii, carry, block);
  }
  const M8 from_e0 = hn::Eq(hn::Max(v, hn::Set(d, 0xE0)), v);
  const uint64_t from_e0_bits = MaskToBits(d, from_e0) & live;
  if ((from_e0_bits | carry.low_surrogates) == 0 &&
      DecodeTwoByteBlock<0xDF>(source, v, v1, non_ascii, carry, block)) {
    return true;
  }

  const V8 v2 = source.At(2);
  const M8 second = SecondFollows(v, v1);
  const M8 third = hn::And(hn::And(second, from_e0), IsContinuation(v2));
  const M8 from_f0 = hn::Eq(hn::Max(v, hn::Set(d, 0xF0)), v);
  Claims claims{.seconds = MaskToBits(d, second) & live,
                .thirds = MaskToBits(d, third) & live};
  const uint64_t thirds_of_four = MaskToBits(d, from_f0) & claims.thirds;
  if (thirds_of_four != 0) {
    claims.fourths =
        MaskToBits(d, IsContinuation(source.At(3))) & thirds_of_four;
  }
  const uint64_t starts = ~(claims.seconds << 1 | claims.thirds << 2 |
                            claims.fourths << 3 | carry.consumed) &
                          live;
  const uint64_t complete = (claims.seconds & ~from_e0_bits) |
                            (claims.thirds & ~thirds_of_four) | claims.fourths;
  const uint64_t malformed = starts & non_ascii & ~complete;
  if (!kReplace && malformed != 0)
    return false;

  // As if every sequence had three bytes; the others are put right below, each
  // kind if there are any.
  block.low = hn::IfThenElse(IsNotAscii(D8(), v), LowByte(v1, v2), v);
  block.high = hn::IfThenElseZero(third, HighByteOfThree(v, v1));
  if ((claims.seconds & ~from_e0_bits) != 0) {
    const M8 two = hn::AndNot(from_e0, second);
    block.low = hn::IfThenElse(two, LowByte(v, v1), block.low);
    block.high = hn::IfThenElse(two, HighByteOfTwo(v), block.high);
  }
  block.keep = starts;
  if (malformed != 0) {
    const M8 replaced = BitsToMask(d, malformed);
    block.low = hn::IfThenElse(replaced, hn::Set(d, 0xFD), block.low);
    block.high = hn::IfThenElse(replaced, hn::Set(d, 0xFF), block.high);
  }
  const uint64_t lows = (claims.fourths << 1 | carry.low_surrogates) & live;
  if ((claims.fourths | lows) != 0) {
    // 11110aaa 10bbcccc 10ddeeee 10ffffff is 0xD7C0 + aaabbccccdd and
    // 0xDC00 + eeeeffffff; the low byte of the latter is there already. Adding
    // 0xC0 overflows if bb isn't zero.
    const V8 bbccccdd = Join(hn::Set(D8(), 0xFC), Left<2>(v1), Right<4>(v2));
    const V8 d7_or_d8 = hn::IfThenElse(IsContinuationBelow(0x90, v1),
                                       hn::Set(d, 0xD7), hn::Set(d, 0xD8));
    const M8 high = BitsToMask(d, claims.fourths);
    const M8 low = BitsToMask(d, lows);
    block.low =
        hn::IfThenElse(high, hn::Add(bbccccdd, hn::Set(d, 0xC0)), block.low);
    block.high = hn::IfThenElse(
        high, hn::Add(hn::And(v, hn::Set(d, 0x07)), d7_or_d8), block.high);
    block.high = hn::IfThenElse(
        low, Join(hn::Set(D8(), 0xFC), hn::Set(d, 0xDC), Right<2>(v1)),
        block.high);
    block.keep |= lows;
  }
  carry = source.Leave(claims);
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
    // A block yields at most kLanes units, and may owe one.
    while (in_left() >= kLanes + 3 && out_left() > kLanes) {
      const V8 v = hn::LoadU(D8(), in_);
      if (hn::AllFalse(D8(), IsNotAscii(D8(), v)) && carry.consumed == 0) {
        PutAscii(v);
        // A run that has proved long is worth a call.
        if (++ascii_blocks == 4) {
          PutAsciiRun();
          ascii_blocks = 0;
        }
        continue;
      }
      ascii_blocks = 0;
      if (!DecodeBlock<Unit, kReplace>(Whole(in_), carry, block))
        break;
      in_ += kLanes;
      Put<false>(block);
    }
    Settle(carry);
  }

  // What is left of the input or has a place in the output.
  HWY_INLINE void DecodeRest() {
    while (in_left() != 0 && out_left() >= 2) {
      size_t n = std::min({in_left(), out_left() - 1, kLanes});
      if (n != in_left())
        n = std::min(n, kLanes - 3);
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
      hn::StoreU(hn::BitCast(d, upper), d, to + kLanes);
    }
    Advance(kLanes);
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
