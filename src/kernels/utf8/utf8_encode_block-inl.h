// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Blocks of units of any kind, whole or at the end of the text, as
// utf8_encode.cc describes it.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_BLOCK_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_BLOCK_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_BLOCK_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_BLOCK_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/units-inl.h"
#include "src/kernels/utf8/utf8_encode_table-inl.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

HWY_INLINE M16 Matches(V16 v, uint16_t mask, uint16_t value) {
  return hn::Eq(hn::And(v, Set16(mask)), Set16(value));
}

// Whether a unit is at least 1 << kBits.
template <int kBits>
HWY_INLINE M16 IsAtLeast(V16 v) {
#if HWY_TARGET <= HWY_AVX3_DL
  return hn::Gt(v, InRegister(Set16((1 << kBits) - 1)));
#else
  // Not the opposite of a mask: where it may use AVX-512's instructions, GCC 12
  // swaps what is blended by such a mask (its pattern *avx2_pcmpv16qi3_4).
  const hn::RebindToSigned<D16> di;
  return hn::RebindMask(
      D16(), hn::Gt(hn::BitCast(di, hn::ShiftRight<kBits>(v)), hn::Zero(di)));
#endif
}

// What was written of a block: bits that tell which units have how many bytes,
// and how many bytes all have.
struct WrittenUnits {
  uint64_t bits;
  size_t length;
};

// Units of up to two bytes, with a bit for each that has two.
HWY_INLINE WrittenUnits WriteTwoByteUnits(V16 v, uint8_t* output) {
  const D16 d;
  const M16 two = IsAtLeast<7>(v);
  const uint64_t middle = MaskToBits(d, two);
  const V16 last = hn::ShiftLeft<8>(v);
  const V16 six = hn::Or(hn::And(last, Set16(0x3F00)), hn::ShiftRight<6>(v));
  const V8 bytes =
      hn::BitCast(D8(), hn::IfThenElse(two, hn::Or(six, Set16(0x80C0)), last));
#if HWY_TARGET <= HWY_AVX3_DL
  return {middle,
          CompressBytes<false>(
              bytes, _pdep_u64(middle, 0x5555555555555555) | 0xAAAAAAAAAAAAAAAA,
              output)};
#else
  return {middle, CompressTwo(D8(), bytes, middle, output)};
#endif
}

#if HWY_TARGET > HWY_AVX3_DL

// The units before those of the first block of a text, and behind those of the
// last: zeros where there are none.
HWY_INLINE V16 PreviousOfFirst(V16 units) {
  const D8 d;
  return hn::BitCast(D16(), BytesBefore<2>(d, hn::BitCast(d, units)));
}
HWY_INLINE V16 NextOfLast(V16 units) {
  const D8 d;
  return hn::BitCast(D16(), BytesBehind<2>(d, hn::BitCast(d, units)));
}

// Where the units of a block come from that has one more unit after it, and
// more before it if it isn't the first.
struct WholeUnitBlock {
  HWY_INLINE WholeUnitBlock(const char16_t* from, const char16_t* begin)
      : units(from), is_first(from == begin) {}
  HWY_INLINE V16 Units() const { return LoadUnits(units); }
  HWY_INLINE V16 Next() const { return LoadUnits(units + 1); }
  HWY_INLINE V16 Previous() const {
    return is_first ? PreviousOfFirst(LoadUnits(units)) : LoadUnits(units - 1);
  }

  const char16_t* units;
  bool is_first;
};

// Where a block's units come from, near the end of the text: kLanes16 from
// `from` on or, where there are fewer, with those before `from`, too. Beyond
// text that has fewer in all are zeros; nothing there is read.
class LastUnitBlock {
 public:
  HWY_INLINE LastUnitBlock(const char16_t* begin,
                           const char16_t* from,
                           const char16_t* end)
      : begin_(begin), units_(from), end_(end) {
    if (left() < kLanes16) {
      units_ =
          static_cast<size_t>(end - begin) < kLanes16 ? begin : end - kLanes16;
    }
    skipped_ = static_cast<size_t>(from - units_);
    size_ = std::min(left(), kLanes16);
  }

  // How many of the block's units are before `from`, and how many it has.
  HWY_INLINE size_t skipped() const { return skipped_; }
  HWY_INLINE size_t size() const { return size_; }

  HWY_INLINE V16 Units() const {
    if (size_ == kLanes16)
      return LoadUnits(units_);
    return hn::BitCast(
        D16(),
        LoadPartial(D8(), reinterpret_cast<const uint8_t*>(units_), 2 * size_));
  }
  HWY_INLINE V16 Next() const {
    return left() <= kLanes16 ? NextOfLast(Units()) : LoadUnits(units_ + 1);
  }
  HWY_INLINE V16 Previous() const {
    return units_ == begin_ ? PreviousOfFirst(Units()) : LoadUnits(units_ - 1);
  }

 private:
  HWY_INLINE size_t left() const { return static_cast<size_t>(end_ - units_); }

  const char16_t* const begin_;
  const char16_t* units_;
  const char16_t* const end_;
  size_t skipped_;
  size_t size_;
};

// What a block becomes: units in surrogates' places, and which of their bytes
// are kept.
struct ClassifiedBlock {
  // GCC compiles an implicit one without the target's instructions.
  HWY_INLINE ClassifiedBlock() {}

  V16 units;
  M16 middle;  // The middle byte is kept,
  M16 top;     // the top byte is, too,
  M16 inner;   // the middle byte isn't the first of a character.
  bool any_top;
};

template <class Source>
HWY_INLINE ClassifiedBlock Classify(const Source& source) {
  const D16 d;
  const V16 v = source.Units();
  ClassifiedBlock block;
  block.units = v;
  block.middle = IsAtLeast<7>(v);
  block.top = IsAtLeast<11>(v);
  block.inner = block.top;
  block.any_top = !hn::AllFalse(d, block.top);
  const M16 surrogate = Matches(v, 0xF800, 0xD800);
  if (HWY_UNLIKELY(!hn::AllFalse(d, surrogate))) {
    const V16 previous = source.Previous();
    const M16 lead = hn::And(Matches(v, 0xFC00, 0xD800),
                             Matches(source.Next(), 0xFC00, 0xDC00));
    const M16 trail =
        hn::And(Matches(v, 0xFC00, 0xDC00), Matches(previous, 0xFC00, 0xD800));
    const V16 ten = hn::And(v, Set16(0x03FF));
    const V16 of_lead =
        hn::Or(hn::ShiftRight<2>(hn::Add(ten, Set16(0x0040))), Set16(0x0C00));
    const V16 of_trail =
        hn::Or(hn::ShiftLeft<10>(hn::And(previous, Set16(0x0003))), ten);
    block.units = hn::IfThenElse(surrogate, InRegister(Set16(0xFFFD)), v);
    block.units = hn::IfThenElse(lead, of_lead, block.units);
    block.units = hn::IfThenElse(trail, of_trail, block.units);
    block.top = hn::AndNot(hn::Or(lead, trail), block.top);
    block.inner = hn::Or(block.top, trail);
  }
  return block;
}

// In each lane the middle byte and, above it, the last one.
HWY_INLINE V16 MiddleAndLast(const ClassifiedBlock& block) {
  const V16 v = block.units;
  const V16 last = hn::ShiftLeft<8>(v);
  const V16 six = hn::And(SelectBits(Set16(0x3F00), last, hn::ShiftRight<6>(v)),
                          Set16(0x3F3F));
  const V16 first = hn::IfThenZeroElse(block.inner, InRegister(Set16(0x0040)));
  return hn::IfThenElse(block.middle, hn::Or(hn::Or(six, first), Set16(0x8080)),
                        last);
}

// In each lane the top byte.
HWY_INLINE V16 Top(const ClassifiedBlock& block) {
  return hn::Or(hn::ShiftRight<12>(block.units), Set16(0x00E0));
}

// How many bytes the first n units have.
HWY_INLINE size_t LengthOf(uint64_t middle, uint64_t top, size_t n) {
  const uint64_t first = LowBits(n);
  return n + static_cast<size_t>(std::popcount(middle & first) +
                                 std::popcount(top & first));
}

// The bit of each unit in the bits of WriteThreeByteUnits() that says that the
// unit has a top byte.
inline constexpr uint64_t kTops = 0xAAAAAAAAAAAAAAAA;

// Units of up to three bytes, none a surrogate, and their upper five bits.
// Tells by two bits of each unit whether it has a middle and a top byte.
HWY_INLINE WrittenUnits WriteThreeByteUnits(V16 v, V16 range, uint8_t* output) {
  const D8 d8;
  const D16 d;
  // The upper bits of each lane's two bytes, if it has a top and a middle
  // byte. What the latter gets by the sum doesn't set it wrongly.
  const V16 sizes = hn::Or(hn::SaturatedAdd(v, Set16(0x8000 - 0x0800)),
                           hn::Min(v, Set16(0x00FF)));
  const uint64_t sets = MaskToBits(d8, IsNotAscii(d8, hn::BitCast(d8, sizes)));
  const V16 no_top = hn::VecFromMask(d, hn::Eq(range, hn::Zero(d)));
  const V16 last = hn::ShiftLeft<8>(v);
  const V16 six = hn::Or(hn::And(last, Set16(0x3F00)),
                         hn::And(hn::ShiftRight<6>(v), Set16(0x003F)));
  const V16 first = hn::And(no_top, Set16(0x0040));
  const V16 bytes = hn::Or(hn::Or(six, first), Set16(0x8080));
  const V16 tops = hn::Or(hn::Or(hn::ShiftRight<12>(v), Set16(0x00E0)), last);
  return {sets, CompressThree(d8, hn::BitCast(d8, tops), hn::BitCast(d8, bytes),
                              sets, output)};
}

// Writes the bytes of all units, and up to 16 more.
HWY_INLINE size_t WriteAllUnits(const ClassifiedBlock& block, uint8_t* output) {
  const D8 d;
  const D16 d16;
  const V8 bytes = hn::BitCast(d, MiddleAndLast(block));
  if (!block.any_top)
    return CompressTwo(d, bytes, MaskToBits(d16, block.middle), output);
  const V16 sets = SelectBits(Set16(0x00FF), hn::VecFromMask(d16, block.middle),
                              hn::VecFromMask(d16, block.top));
  const V16 tops = hn::Or(Top(block), hn::ShiftLeft<8>(block.units));
  return CompressThree(d, hn::BitCast(d, tops), bytes,
                       MaskToBits(d, hn::MaskFromVec(hn::BitCast(d, sets))),
                       output);
}

// Writes the bytes of the units from the first to before the last, and returns
// how many those are. Writes nothing else if `kExact`, and all units and up to
// 16 bytes more if not.
template <bool kExact>
HWY_INLINE size_t WriteUnits(const ClassifiedBlock& block,
                             size_t first,
                             size_t last,
                             uint8_t* output) {
  if constexpr (kExact) {
    const D16 d;
    uint8_t bytes[3 * kLanes16 + 16];
    WriteAllUnits(block, bytes);
    const uint64_t middle = MaskToBits(d, block.middle);
    const uint64_t top = MaskToBits(d, block.top);
    const size_t skipped = LengthOf(middle, top, first);
    const size_t count = LengthOf(middle, top, last) - skipped;
    CopyBytes(bytes + skipped, count, output);
    return count;
  } else {
    return WriteAllUnits(block, output);
  }
}

#endif  // HWY_TARGET

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
