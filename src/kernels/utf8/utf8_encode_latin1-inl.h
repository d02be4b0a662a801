// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Latin-1 to UTF-8. A byte from 0x80 on becomes two: 110000aa and 10bbbbbb,
// where aabbbbbb is the byte. Both are made in bytes for a whole vector, and
// interleaved; then the first is kept of those that have two.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_LATIN1_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_LATIN1_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_LATIN1_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_ENCODE_LATIN1_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/converted.h"
#include "src/kernels/prefetch.h"
#include "src/kernels/units-inl.h"
#include "src/kernels/utf8/utf8_encode.h"
#include "src/kernels/utf8/utf8_encode_avx512-inl.h"
#include "src/kernels/utf8/utf8_encode_latin1_short-inl.h"
#include "src/kernels/utf8/utf8_encode_table-inl.h"
#include "src/kernels/vectors-inl.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

// The most of `n` bytes whose UTF-8 fits: `high` has a bit for each that has
// two there.
inline size_t Latin1BytesThatFit(uint64_t high, size_t n, size_t room) {
  size_t fit = 0;
  for (; fit != n; ++fit) {
    const size_t length = 1 + (high >> fit & 1);
    if (room < length)
      break;
    room -= length;
  }
  return fit;
}

#if HWY_TARGET <= HWY_AVX3_DL

// Both bytes that each of 64 bytes may have in UTF-8, interleaved, and which of
// them are kept.
struct InterleavedLatin1 {
  HWY_INLINE explicit InterleavedLatin1(__m512i bytes) {
    const D8 d;
    const __m512i v = InOrderToInterleave(bytes);
    // At least 0xC2, where the byte has two, and less elsewhere.
    const __m512i first =
        _mm512_ternarylogic_epi32(_mm512_srli_epi16(v, 6), hn::Set(d, 0x03).raw,
                                  hn::Set(d, 0xC0).raw, 0xEA);
    const __m512i last = _mm512_ternarylogic_epi32(v, _mm512_srli_epi16(v, 1),
                                                   hn::Set(d, 0x40).raw, 0x70);
    lower = _mm512_unpacklo_epi8(first, last);
    upper = _mm512_unpackhi_epi8(first, last);
    const __m512i kept_from = SetUnits(0x00C2);
    lower_kept = _mm512_cmpge_epu8_mask(lower, kept_from);
    upper_kept = _mm512_cmpge_epu8_mask(upper, kept_from);
  }

  __m512i lower;
  __m512i upper;
  __mmask64 lower_kept;
  __mmask64 upper_kept;
};

// As many of the first `n` bytes, 64 at most, as there is room for, which isn't
// enough for all.
inline HWY_NOINLINE Converted EncodeLatin1ThatFits(const uint8_t* input,
                                                   size_t n,
                                                   uint8_t* output,
                                                   size_t room) {
  const __m512i v = _mm512_maskz_loadu_epi8(FirstBits(~uint64_t{0}, n), input);
  const uint64_t high = _cvtmask64_u64(_mm512_movepi8_mask(v));
  n = Latin1BytesThatFit(high, n, room);
  return {n, EncodeShortLatin1(input, n, output, room)};
}

// Writes as many of the first `n` bytes, 64 at most, as there is room for, and
// nothing else.
HWY_INLINE Converted EncodeLatin1Exactly(const uint8_t* input,
                                         size_t n,
                                         uint8_t* output,
                                         size_t room) {
  const size_t written = EncodeShortLatin1(input, n, output, room);
  if (HWY_UNLIKELY(written == 0))
    return EncodeLatin1ThatFits(input, n, output, room);
  return {n, written};
}

// Up to so many bytes take EncodeBlocksOfLatin1(): encode-from-latin1/UTF-8 of
// 256 bytes, french and half-high, takes 0.8 of the time that
// EncodeLongLatin1() takes, 1 KiB 0.9.
inline constexpr size_t kMaxLatin1InBlocks = 1024;

// Writes all of 1 to kMaxLatin1InBlocks bytes and nothing else, for which there
// is room whatever they are; returns their length in UTF-8.
HWY_INLINE size_t EncodeBlocksOfLatin1(const uint8_t* input,
                                       size_t n,
                                       uint8_t* output) {
  uint8_t* out = output;
  for (; n >= 64; n -= 64, input += 64) {
    const InterleavedLatin1 both(_mm512_loadu_si512(input));
    // All of these are the block's, which has one for each character at least.
    _mm512_storeu_si512(
        out, _mm512_maskz_compress_epi8(both.lower_kept, both.lower));
    out += std::popcount(_cvtmask64_u64(both.lower_kept));
    const auto length =
        static_cast<size_t>(std::popcount(_cvtmask64_u64(both.upper_kept)));
    _mm512_mask_storeu_epi8(
        out, FirstBits(~uint64_t{0}, length),
        _mm512_maskz_compress_epi8(both.upper_kept, both.upper));
    out += length;
  }
  if (n != 0)
    out += EncodeShortLatin1(input, n, out, 2 * n);
  return static_cast<size_t>(out - output);
}

inline HWY_NOINLINE Converted EncodeLongLatin1(const uint8_t* input,
                                               size_t n,
                                               uint8_t* output,
                                               size_t room) {
  const uint8_t* in = input;
  uint8_t* out = output;
  const uint8_t* const in_end = input + n;
  uint8_t* const out_end = output + room;
  const auto in_left = [&] { return static_cast<size_t>(in_end - in); };
  const auto out_left = [&] { return static_cast<size_t>(out_end - out); };
  // The first store's 64 bytes all belong to the block, which has one for each
  // character at least. Of the second's 32 at least count. What is left of the
  // input goes over the others, if that is 32 characters and if there is room
  // for one byte more than for all that the blocks can take: without it, the
  // first byte of a character of two might not fit behind an odd number of
  // others. Else what counts is stored alone.
  const auto encode = [&](__m512i v, bool is_exact) HWY_ATTR {
    const InterleavedLatin1 both(v);
    _mm512_storeu_si512(
        out, _mm512_maskz_compress_epi8(both.lower_kept, both.lower));
    out += std::popcount(_cvtmask64_u64(both.lower_kept));
    const __m512i upper =
        _mm512_maskz_compress_epi8(both.upper_kept, both.upper);
    const auto upper_length =
        static_cast<size_t>(std::popcount(_cvtmask64_u64(both.upper_kept)));
    if (is_exact) {
      _mm512_mask_storeu_epi8(out, FirstBits(~uint64_t{0}, upper_length),
                              upper);
    } else {
      _mm512_storeu_si512(out, upper);
    }
    out += upper_length;
    in += 64;
  };
  while (in_left() >= 4 * 64 && out_left() >= 4 * 64) {
    const __m512i v0 = _mm512_loadu_si512(in);
    const __m512i v1 = _mm512_loadu_si512(in + 64);
    const __m512i v2 = _mm512_loadu_si512(in + 128);
    const __m512i v3 = _mm512_loadu_si512(in + 192);
    const __m512i all =
        _mm512_or_si512(_mm512_or_si512(v0, v1), _mm512_or_si512(v2, v3));
    if (_mm512_movepi8_mask(all) == 0) {
      _mm512_storeu_si512(out, v0);
      _mm512_storeu_si512(out + 64, v1);
      _mm512_storeu_si512(out + 128, v2);
      _mm512_storeu_si512(out + 192, v3);
      in += 256;
      out += 256;
    } else if (in_left() >= 4 * 64 + 32 && out_left() > 4 * 128) {
      PrefetchAhead<4 * 64, 6 * 64>(in, in_left(), out, out_left());
      encode(v0, false);
      encode(v1, false);
      encode(v2, false);
      encode(v3, false);
    } else {
      break;
    }
  }
  while (in_left() >= 64 && out_left() >= 128) {
    encode(_mm512_loadu_si512(in), true);
  }
  while (in != in_end) {
    const size_t block = std::min<size_t>(in_left(), 64);
    const Converted done = EncodeLatin1Exactly(in, block, out, out_left());
    in += done.read;
    out += done.written;
    if (done.read != block)
      break;
  }
  return {static_cast<size_t>(in - input), static_cast<size_t>(out - output)};
}

HWY_INLINE Converted EncodeLatin1(const uint8_t* input,
                                  size_t n,
                                  uint8_t* output,
                                  size_t room) {
  return n <= 64 ? EncodeLatin1Exactly(input, n, output, room)
                 : EncodeLongLatin1(input, n, output, room);
}

#else

// More than 32 bytes at once would be done as 32 twice.
using DLatin1 = hn::CappedTag<uint8_t, 32>;
inline constexpr size_t kLatin1Block = hn::MaxLanes(DLatin1());

// Each group of 16 bytes of `lower` and `upper` has the first and the last byte
// of eight bytes, one group of `lower` and one of `upper` those of 16; `high`
// says which have both. Writes up to 8 bytes more.
template <class D>
HWY_INLINE size_t CompressLatin1(D d,
                                 hn::Vec<D> lower,
                                 hn::Vec<D> upper,
                                 uint32_t high,
                                 uint8_t* out) {
  const auto set = [&](int i) { return static_cast<uint8_t>(high >> (8 * i)); };
  const auto count = [&](int i) { return 8u + kCompressTable.counts[set(i)]; };
  const uint8_t(&two)[256][16] = kKeptBytesTable.two;
  if constexpr (hn::MaxLanes(D()) == 16) {
    const size_t end0 = count(0);
    hn::StoreU(hn::TableLookupBytes(lower, hn::Load(d, two[set(0)])), d, out);
    hn::StoreU(hn::TableLookupBytes(upper, hn::Load(d, two[set(1)])), d,
               out + end0);
    return end0 + count(1);
  } else {
    const hn::Half<D> dh;
    const auto kept0 =
        hn::TableLookupBytes(lower, Shuffles(d, two[set(0)], two[set(2)]));
    const auto kept1 =
        hn::TableLookupBytes(upper, Shuffles(d, two[set(1)], two[set(3)]));
    const size_t end0 = count(0);
    const size_t end1 = end0 + count(1);
    const size_t end2 = end1 + count(2);
    hn::StoreU(hn::LowerHalf(dh, kept0), dh, out);
    hn::StoreU(hn::LowerHalf(dh, kept1), dh, out + end0);
    hn::StoreU(hn::UpperHalf(dh, kept0), dh, out + end1);
    hn::StoreU(hn::UpperHalf(dh, kept1), dh, out + end2);
    return end2 + count(3);
  }
}

template <class D>
HWY_INLINE uint32_t HighBits(D d, hn::Vec<D> v) {
  return static_cast<uint32_t>(MaskToBits(d, IsNotAscii(d, v)));
}

// Writes a vector, of which `high` has the bytes from 0x80 on, and up to 8
// bytes more.
template <class D>
HWY_INLINE size_t WriteLatin1(D d, hn::Vec<D> v, uint32_t high, uint8_t* out) {
  const hn::Repartition<uint16_t, D> d16;
  const auto units = hn::BitCast(d16, v);
  const auto half = hn::BitCast(d, hn::ShiftRight<1>(units));
  const auto top = hn::BitCast(d, hn::ShiftRight<6>(units));
  const auto last = hn::AndNot(hn::And(half, hn::Set(d, 0x40)), v);
  const auto first = hn::Or(hn::And(top, hn::Set(d, 0x03)), hn::Set(d, 0xC0));
  return CompressLatin1(d, hn::InterleaveLower(d, first, last),
                        hn::InterleaveUpper(d, first, last), high, out);
}

// Up to a vector of D. Returns zeros if there is no room for all of it.
template <class D>
HWY_INLINE Converted EncodeShortLatin1(D d,
                                       const uint8_t* input,
                                       size_t n,
                                       uint8_t* output,
                                       size_t room) {
  const auto v = LoadPartial(d, input, n);
  const uint32_t high = HighBits(d, v);
  const size_t length = n + static_cast<size_t>(std::popcount(high));
  if (HWY_UNLIKELY(length > room))
    return {0, 0};
  uint8_t bytes[2 * hn::MaxLanes(D()) + 8];
  WriteLatin1(d, v, high, bytes);
  CopyBytes(bytes, length, output);
  return {n, length};
}

class Latin1Encoder {
 public:
  HWY_INLINE Latin1Encoder(const uint8_t* input,
                           size_t n,
                           uint8_t* output,
                           size_t room)
      : begin_(input),
        in_(input),
        in_end_(input + n),
        out_(output),
        out_end_(output + room) {}

  HWY_INLINE void EncodeWholeBlocks() {
    const DLatin1 d;
    constexpr size_t kBlock = kLatin1Block;
    while (in_left() >= 4 * kBlock && out_left() >= 4 * kBlock) {
      const V v0 = hn::LoadU(d, in_);
      const V v1 = hn::LoadU(d, in_ + kBlock);
      const V v2 = hn::LoadU(d, in_ + 2 * kBlock);
      const V v3 = hn::LoadU(d, in_ + 3 * kBlock);
      if (HighBits(d, hn::Or(hn::Or(v0, v1), hn::Or(v2, v3))) == 0) {
        hn::StoreU(v0, d, out_);
        hn::StoreU(v1, d, out_ + kBlock);
        hn::StoreU(v2, d, out_ + 2 * kBlock);
        hn::StoreU(v3, d, out_ + 3 * kBlock);
        in_ += 4 * kBlock;
        out_ += 4 * kBlock;
      } else if (HasRoom(4)) {
        // Shorter vectors take so long that no store waits.
        if constexpr (kBlock >= 32) {
          PrefetchAhead<4 * kBlock, 6 * kBlock>(in_, in_left(), out_,
                                                out_left());
        }
        for (size_t i = 0; i < 4; ++i) {
          WriteBlock();
        }
      } else {
        break;
      }
    }
    while (HasRoom(1)) {
      WriteBlock();
    }
  }

  // Writes nothing behind what is left of the input or has a place in the
  // output.
  HWY_INLINE void EncodeExactly() {
    while (in_left() != 0) {
      const size_t rest = std::min(in_left(), kLatin1Block);
      // The first and the last that is to be written.
      size_t first = 0;
      size_t last = rest;
      V v;
      if (static_cast<size_t>(in_end_ - begin_) < kLatin1Block) {
        v = LoadPartial(DLatin1(), in_, rest);
      } else {
        first = kLatin1Block - rest;
        last = kLatin1Block;
        v = hn::LoadU(DLatin1(), in_ - first);
      }
      const uint32_t high = HighBits(DLatin1(), v);
      const auto length = [&](size_t n) {
        return n + static_cast<size_t>(std::popcount(high & LowBits(n)));
      };
      const size_t skipped = length(first);
      size_t fit = last;
      if (HWY_UNLIKELY(length(last) - skipped > out_left())) {
        fit =
            first + Latin1BytesThatFit(high >> first, last - first, out_left());
      }
      uint8_t bytes[2 * kLatin1Block + 8];
      WriteLatin1(DLatin1(), v, high, bytes);
      const size_t written = length(fit) - skipped;
      CopyBytes(bytes + skipped, written, out_);
      in_ += fit - first;
      out_ += written;
      if (fit != last)
        break;
    }
  }

  HWY_INLINE Converted Result(const uint8_t* output) const {
    return {static_cast<size_t>(in_ - begin_),
            static_cast<size_t>(out_ - output)};
  }

 private:
  using V = hn::Vec<DLatin1>;

  HWY_INLINE size_t in_left() const {
    return static_cast<size_t>(in_end_ - in_);
  }
  HWY_INLINE size_t out_left() const {
    return static_cast<size_t>(out_end_ - out_);
  }

  // What CompressLatin1() writes more, the rest of the input goes over: a byte
  // each at least.
  HWY_INLINE bool HasRoom(size_t blocks) const {
    return in_left() >= blocks * kLatin1Block + 8 &&
           out_left() >= 2 * blocks * kLatin1Block + 8;
  }

  HWY_INLINE void WriteBlock() {
    const DLatin1 d;
    const V v = hn::LoadU(d, in_);
    out_ += WriteLatin1(d, v, HighBits(d, v), out_);
    in_ += kLatin1Block;
  }

  const uint8_t* const begin_;
  const uint8_t* in_;
  const uint8_t* const in_end_;
  uint8_t* out_;
  uint8_t* const out_end_;
};

inline HWY_NOINLINE Converted EncodeLongLatin1(const uint8_t* input,
                                               size_t n,
                                               uint8_t* output,
                                               size_t room) {
  Latin1Encoder encoder(input, n, output, room);
  encoder.EncodeWholeBlocks();
  encoder.EncodeExactly();
  return encoder.Result(output);
}

HWY_INLINE Converted EncodeLatin1(const uint8_t* input,
                                  size_t n,
                                  uint8_t* output,
                                  size_t room) {
  Converted done = {0, 0};
  if (n <= 16) {
    done = EncodeShortLatin1(BytesTag<16>(), input, n, output, room);
  } else if (n <= kLatin1Block) {
    done = EncodeShortLatin1(DLatin1(), input, n, output, room);
  }
  if (HWY_LIKELY(done.read != 0))
    return done;
  return EncodeLongLatin1(input, n, output, room);
}

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // HWY_TARGET

#endif  // per target
