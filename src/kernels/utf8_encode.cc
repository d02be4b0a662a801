// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Every unit yields three bytes, of which only the last, the last two or all
// are kept:
//
//   top     1110wwww
//   middle  10xxxxxx, or 110xxxxx if it's the first that is kept
//   last    10yyyyyy, or 0yyyyyyy
//
// A surrogate yields two, if its other half is beside it: of the four bytes
// 11110aaa 10bbbbcc 10ddeeee 10ffffff the first two come from the lead, the
// others from the trail and two bits of the lead. Those are what other units
// would yield, so such units take the surrogates' places:
//
//   lead   0000110aaabbbbcc with the middle and the last byte kept, where
//          aaabbbbccdd is the lead's ten bits and 0x40
//   trail  0000ddeeeeffffff, the same, but the middle byte isn't the first
//
// and U+FFFD takes those of lone ones. Whether a surrogate is lone is seen from
// the units beside it alone, so that blocks needn't tell each other anything.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/utf8_encode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/kernels/units-inl.h"
#include "src/kernels/utf8_encode.h"
#include "src/kernels/vectors-inl.h"
#include "src/simd.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

Converted Utf16ToUtf8(const char16_t*, size_t, uint8_t*, size_t) {
  return {0, 0};
}
Converted Latin1ToUtf8(const uint8_t*, size_t, uint8_t*, size_t) {
  return {0, 0};
}

#else

HWY_INLINE V16 Set(uint16_t value) {
  return hn::Set(D16(), value);
}
HWY_INLINE M16 Matches(V16 v, uint16_t mask, uint16_t value) {
  return hn::Eq(hn::And(v, Set(mask)), Set(value));
}

// A block of units, or as many of `size` as fit, and what is beside each of
// them: zeros beyond the ends of the text.
template <typename Unit>
struct Part {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  HWY_INLINE Part(const Unit* from, size_t size)
      : units(from), lanes(LowBits(size)) {}
  HWY_INLINE V16 Get() const {
    return Load(units, lanes);
  }
  HWY_INLINE V16 Next() const {
    return Load(units + 1, lanes >> 1);
  }
  HWY_INLINE V16 Previous() const {
    return Load(units - 1, lanes << 1);
  }

  // Under a mask, memory beyond the text isn't touched.
  static HWY_INLINE V16 Load(const Unit* from, uint64_t lanes) {
    const D16 d;
    if constexpr (sizeof(Unit) == 1) {
      const hn::Half<D8> dh;
      return hn::PromoteTo(d, hn::MaskedLoad(BitsToMask(dh, lanes), dh, from));
    } else {
      return hn::MaskedLoad(BitsToMask(d, lanes), d,
                            reinterpret_cast<const uint16_t*>(from));
    }
  }

  const Unit* units;
  uint64_t lanes;
#else
  HWY_INLINE Part(const Unit* from, size_t size) {
    std::copy_n(from, std::min(size, kUnits), units + 1);
  }
  HWY_INLINE V16 Get() const {
    return LoadUnits(units + 1);
  }
  HWY_INLINE V16 Next() const {
    return LoadUnits(units + 2);
  }
  HWY_INLINE V16 Previous() const {
    return LoadUnits(units);
  }

  Unit units[kUnits + 2] = {};
#endif
};

// A block with one more unit after it, and more before it if it isn't the
// first.
template <typename Unit>
struct Whole {
  HWY_INLINE Whole(const Unit* from, const Unit* begin)
      : units(from), is_first(from == begin) {}
  HWY_INLINE V16 Get() const { return LoadUnits(units); }
  HWY_INLINE V16 Next() const { return LoadUnits(units + 1); }
  HWY_INLINE V16 Previous() const {
    return is_first ? Part<Unit>(units, kUnits).Previous()
                    : LoadUnits(units - 1);
  }

  const Unit* units;
  bool is_first;
};

// Units in surrogates' places, and which of their bytes are kept.
struct Block {
  V16 units;
  M16 middle;  // The middle byte is kept,
  M16 top;     // the top byte is, too,
  M16 inner;   // the middle byte isn't the first of a character.
  bool any_top;
};

template <typename Unit, class Source>
HWY_INLINE Block Classify(const Source& source) {
  const D16 d;
  const V16 v = source.Get();
  Block block;
  block.units = v;
  block.middle = hn::Not(Matches(v, 0xFF80, 0));
  if constexpr (sizeof(Unit) == 1) {
    block.top = hn::MaskFromVec(hn::Zero(d));
    block.inner = block.top;
    block.any_top = false;
  } else {
    block.top = hn::Not(Matches(v, 0xF800, 0));
    block.inner = block.top;
    block.any_top = !hn::AllFalse(d, block.top);
    const M16 surrogate = Matches(v, 0xF800, 0xD800);
    if (HWY_UNLIKELY(!hn::AllFalse(d, surrogate))) {
      const V16 previous = source.Previous();
      const M16 lead = hn::And(Matches(v, 0xFC00, 0xD800),
                               Matches(source.Next(), 0xFC00, 0xDC00));
      const M16 trail = hn::And(Matches(v, 0xFC00, 0xDC00),
                                Matches(previous, 0xFC00, 0xD800));
      const V16 ten = hn::And(v, Set(0x03FF));
      const V16 of_lead =
          hn::Or(hn::ShiftRight<2>(hn::Add(ten, Set(0x0040))), Set(0x0C00));
      const V16 of_trail =
          hn::Or(hn::ShiftLeft<10>(hn::And(previous, Set(0x0003))), ten);
      block.units = hn::IfThenElse(surrogate, Set(0xFFFD), v);
      block.units = hn::IfThenElse(lead, of_lead, block.units);
      block.units = hn::IfThenElse(trail, of_trail, block.units);
      block.top = hn::AndNot(hn::Or(lead, trail), block.top);
      block.inner = hn::Or(block.top, trail);
    }
  }
  return block;
}

// In each lane the middle byte and, above it, the last one.
HWY_INLINE V16 MiddleAndLast(const Block& block) {
  const V16 v = block.units;
  const V16 last = hn::ShiftLeft<8>(v);
  const V16 six =
      hn::And(Join(Set(0x3F00), last, hn::ShiftRight<6>(v)), Set(0x3F3F));
  const V16 first = hn::IfThenZeroElse(block.inner, Set(0x0040));
  return hn::IfThenElse(block.middle, hn::Or(hn::Or(six, first), Set(0x8080)),
                        last);
}

// In each lane the top byte.
HWY_INLINE V16 Top(const Block& block) {
  return hn::Or(hn::ShiftRight<12>(block.units), Set(0x00E0));
}

// How many bytes the first n units have.
HWY_INLINE size_t LengthOf(uint64_t middle, uint64_t top, size_t n) {
  const uint64_t first = LowBits(n);
  return n + static_cast<size_t>(std::popcount(middle & first) +
                                 std::popcount(top & first));
}

#if HWY_TARGET == HWY_AVX3_DL

// Writes the bytes of the first n units and returns how many those are. Writes
// nothing else if `kExact`, and up to 16 bytes beyond three a unit if not.
template <bool kExact>
HWY_INLINE size_t Put(const Block& block, size_t n, uint8_t* output) {
  const uint64_t live = LowBits(n);
  const uint64_t middle = block.middle.raw & live;
  const __m512i bytes = MiddleAndLast(block).raw;
  if (!block.any_top) {
    return CompressBytes<kExact>(V8{bytes},
                                 _pdep_u64(middle, 0x5555555555555555) |
                                     _pdep_u64(live, 0xAAAAAAAAAAAAAAAA),
                                 output);
  }
  const uint64_t top = block.top.raw & live;
  const auto keep = [&](int shift) {
    return _pdep_u64(top >> shift, 0x1111111111111111) |
           _pdep_u64(middle >> shift, 0x4444444444444444) |
           _pdep_u64(live >> shift, 0x8888888888888888);
  };
  const __m512i x = InOrderToInterleave(bytes);
  const __m512i t = InOrderToInterleave(Top(block).raw);
  const size_t count =
      CompressBytes<kExact>(V8{_mm512_unpacklo_epi16(t, x)}, keep(0), output);
  return count + CompressBytes<kExact>(V8{_mm512_unpackhi_epi16(t, x)},
                                       keep(16), output + count);
}

#else

// For each set of kept bytes, their numbers, in order and without gaps.
struct PutTable {
  // Of eight lanes of middle and last byte, by which have the former.
  alignas(16) uint8_t two[256][16];
  // Of four lanes of top, nothing, middle and last byte, by two bits each:
  // which of them have a middle and a top byte.
  alignas(16) uint8_t three[256][16];
  uint8_t three_counts[256];
};
constexpr PutTable kPutTable = [] {
  PutTable table{};
  for (int set = 0; set < 256; ++set) {
    int count = 0;
    for (int lane = 0; lane < 8; ++lane) {
      if (set >> lane & 1)
        table.two[set][count++] = static_cast<uint8_t>(2 * lane);
      table.two[set][count++] = static_cast<uint8_t>(2 * lane + 1);
    }
    count = 0;
    for (int lane = 0; lane < 4; ++lane) {
      if (set >> (2 * lane + 1) & 1)
        table.three[set][count++] = static_cast<uint8_t>(4 * lane);
      if (set >> (2 * lane) & 1)
        table.three[set][count++] = static_cast<uint8_t>(4 * lane + 2);
      table.three[set][count++] = static_cast<uint8_t>(4 * lane + 3);
    }
    table.three_counts[set] = static_cast<uint8_t>(count);
  }
  return table;
}();

template <class D>
HWY_INLINE size_t PutTwo(D d, hn::Vec<D> bytes, uint64_t middle, uint8_t* out) {
  if constexpr (hn::MaxLanes(D()) == 16) {
    const uint8_t set = static_cast<uint8_t>(middle);
    const auto lanes = hn::Load(d, kPutTable.two[set]);
    hn::StoreU(hn::TableLookupBytes(bytes, lanes), d, out);
    return 8u + kCompressTable.counts[set];
  } else {
    const hn::Half<D> dh;
    const size_t count = PutTwo(dh, hn::LowerHalf(dh, bytes), middle, out);
    return count + PutTwo(dh, hn::UpperHalf(dh, bytes),
                          middle >> (hn::MaxLanes(dh) / 2), out + count);
  }
}

// `sets` has the two bits of each lane.
template <class D>
HWY_INLINE size_t
PutThree(D d, hn::Vec<D> top, hn::Vec<D> bytes, uint64_t sets, uint8_t* out) {
  if constexpr (hn::MaxLanes(D()) == 16) {
    const hn::Repartition<uint16_t, D> d16;
    const auto t = hn::BitCast(d16, top);
    const auto b = hn::BitCast(d16, bytes);
    const auto lower = hn::BitCast(d, hn::InterleaveLower(d16, t, b));
    const auto upper = hn::BitCast(d, hn::InterleaveUpper(d16, t, b));
    const uint8_t set0 = static_cast<uint8_t>(sets);
    const uint8_t set1 = static_cast<uint8_t>(sets >> 8);
    const size_t count0 = kPutTable.three_counts[set0];
    const auto lanes0 = hn::Load(d, kPutTable.three[set0]);
    const auto lanes1 = hn::Load(d, kPutTable.three[set1]);
    hn::StoreU(hn::TableLookupBytes(lower, lanes0), d, out);
    hn::StoreU(hn::TableLookupBytes(upper, lanes1), d, out + count0);
    return count0 + kPutTable.three_counts[set1];
  } else {
    const hn::Half<D> dh;
    const size_t count = PutThree(dh, hn::LowerHalf(dh, top),
                                  hn::LowerHalf(dh, bytes), sets, out);
    return count + PutThree(dh, hn::UpperHalf(dh, top),
                            hn::UpperHalf(dh, bytes), sets >> hn::MaxLanes(dh),
                            out + count);
  }
}

// Writes the bytes of all units, and up to 16 more.
HWY_INLINE size_t PutAll(const Block& block, uint8_t* output) {
  const D8 d;
  const D16 d16;
  const V8 bytes = hn::BitCast(d, MiddleAndLast(block));
  if (!block.any_top)
    return PutTwo(d, bytes, MaskToBits(d16, block.middle), output);
  const V16 sets = Join(Set(0x00FF), hn::VecFromMask(d16, block.middle),
                        hn::VecFromMask(d16, block.top));
  return PutThree(d, hn::BitCast(d, Top(block)), bytes,
                  MaskToBits(d, hn::MaskFromVec(hn::BitCast(d, sets))), output);
}

// Writes the bytes of the first n units and returns how many those are. Writes
// nothing else if `kExact`, and up to 16 bytes more if not, with n kUnits then.
template <bool kExact>
HWY_INLINE size_t Put(const Block& block, size_t n, uint8_t* output) {
  if constexpr (!kExact)
    return PutAll(block, output);
  const D16 d;
  uint8_t bytes[3 * kUnits + 16];
  PutAll(block, bytes);
  const size_t count =
      LengthOf(MaskToBits(d, block.middle), MaskToBits(d, block.top), n);
  std::memcpy(output, bytes, count);
  return count;
}

#endif  // HWY_TARGET

// Reading and writing, and where both stand.
template <typename Unit>
class BlockEncoder {
 public:
  HWY_INLINE BlockEncoder(const Unit* input,
                          size_t input_size,
                          uint8_t* output,
                          size_t output_size)
      : begin_(input),
        in_(input),
        in_end_(input + input_size),
        out_(output),
        out_end_(output + output_size) {
    // The other half may follow.
    if (input_size != 0 && IsLead(in_end_[-1]))
      --in_end_;
  }

  HWY_INLINE void EncodeWholeBlocks() {
    size_t ascii_blocks = 0;
    // What a block's last store needs is more than what may be left to
    // Settle().
    constexpr size_t kRoom = 3 * kUnits + 16;
    // That store leaves up to 48 bytes behind those that count, so as many
    // units are left, a byte each at least, to go over them.
    constexpr size_t kLeft = 48;
    while (in_left() > kUnits + kLeft && out_left() >= kRoom) {
      const V16 v = LoadUnits(in_);
      if (hn::AllTrue(D16(), Matches(v, 0xFF80, 0))) {
        PutAscii(v);
        // A run that has proved long is worth a call.
        if (++ascii_blocks == 4) {
          PutAsciiRun();
          ascii_blocks = 0;
        }
        continue;
      }
      ascii_blocks = 0;
      out_ +=
          Put<false>(Classify<Unit>(Whole<Unit>(in_, begin_)), kUnits, out_);
      in_ += kUnits;
    }
    Settle();
  }

  // What is left of the input or has a place in the output.
  HWY_INLINE void EncodeRest() {
    while (in_left() != 0 && out_left() != 0) {
      size_t n = in_left() <= kUnits ? in_left() : kUnits - 1;
      const Block block = Classify<Unit>(Part<Unit>(in_, in_left()));
      const D16 d;
      const uint64_t middle = MaskToBits(d, block.middle);
      const uint64_t top = MaskToBits(d, block.top);
      if (LengthOf(middle, top, n) > out_left())
        n = UnitsThatFit(middle, top, n);
      if (n != 0 && n != in_left() && IsPair(in_ + n - 1))
        --n;
      if (n == 0)
        return;
      out_ += Put<true>(block, n, out_);
      in_ += n;
    }
  }

  HWY_INLINE Converted Result(const uint8_t* output) const {
    return {static_cast<size_t>(in_ - begin_),
            static_cast<size_t>(out_ - output)};
  }

 private:
  static constexpr bool IsLead(Unit unit) {
    return sizeof(Unit) == 2 && (unit & 0xFC00) == 0xD800;
  }
  static constexpr bool IsPair(const Unit* units) {
    return IsLead(units[0]) && (units[1] & 0xFC00) == 0xDC00;
  }

  HWY_INLINE size_t in_left() const {
    return static_cast<size_t>(in_end_ - in_);
  }
  HWY_INLINE size_t out_left() const {
    return static_cast<size_t>(out_end_ - out_);
  }

  // The most of the first n units whose bytes fit; not all n do.
  HWY_INLINE size_t UnitsThatFit(uint64_t middle,
                                 uint64_t top,
                                 size_t n) const {
    size_t fit = 0;
    while (n - fit > 1) {
      const size_t half = fit + (n - fit) / 2;
      (LengthOf(middle, top, half) <= out_left() ? fit : n) = half;
    }
    return fit;
  }

  HWY_INLINE void PutAscii(V16 v) {
    const hn::Half<D8> dh;
    const hn::RebindToSigned<D16> di;
    hn::StoreU(hn::DemoteTo(dh, hn::BitCast(di, v)), dh, out_);
    in_ += kUnits;
    out_ += kUnits;
  }

  HWY_INLINE void PutAsciiRun() {
    const size_t max = std::min(in_left(), out_left());
    size_t n;
    if constexpr (sizeof(Unit) == 1) {
      n = CopyAsciiPrefix(in_, max, out_);
    } else {
      n = NarrowAsciiPrefix(in_, max, out_);
    }
    in_ += n;
    out_ += n;
  }

  // Writes the other half of a pair whose first the last block ended with.
  HWY_INLINE void Settle() {
    if (in_ != begin_ && in_left() != 0 && IsPair(in_ - 1)) {
      *out_++ = static_cast<uint8_t>(0x80 | (in_[-1] & 0x03) << 4 |
                                     (in_[0] >> 6 & 0x0F));
      *out_++ = static_cast<uint8_t>(0x80 | (in_[0] & 0x3F));
      ++in_;
    }
  }

  const Unit* const begin_;
  const Unit* in_;
  const Unit* in_end_;
  uint8_t* out_;
  uint8_t* const out_end_;
};

template <typename Unit>
HWY_INLINE Converted Encode(const Unit* input,
                            size_t input_size,
                            uint8_t* output,
                            size_t output_size) {
  BlockEncoder<Unit> encoder(input, input_size, output, output_size);
  encoder.EncodeWholeBlocks();
  encoder.EncodeRest();
  return encoder.Result(output);
}

Converted Utf16ToUtf8(const char16_t* input,
                      size_t input_size,
                      uint8_t* output,
                      size_t output_size) {
  return Encode(input, input_size, output, output_size);
}

Converted Latin1ToUtf8(const uint8_t* input,
                       size_t input_size,
                       uint8_t* output,
                       size_t output_size) {
  return Encode(input, input_size, output, output_size);
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

HWY_EXPORT(Utf16ToUtf8);
HWY_EXPORT(Latin1ToUtf8);

Converted Utf16ToUtf8(const char16_t* input,
                      size_t input_size,
                      uint8_t* output,
                      size_t output_size) {
  return HWY_DYNAMIC_DISPATCH(Utf16ToUtf8)(input, input_size, output,
                                           output_size);
}

Converted Latin1ToUtf8(const uint8_t* input,
                       size_t input_size,
                       uint8_t* output,
                       size_t output_size) {
  return HWY_DYNAMIC_DISPATCH(Latin1ToUtf8)(input, input_size, output,
                                            output_size);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
