// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/kernels/single_byte/windows_1252.h"

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/single_byte/windows_1252.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/same_text-inl.h"
#include "src/kernels/stage.h"
#include "src/kernels/utf8/utf8_encode_latin1-inl.h"
#include "src/kernels/utf8/utf8_encode_latin1_short-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

using internal::DecodeStages;
using internal::EncodeStages;

#if HWY_TARGET <= HWY_AVX3_DL

template <typename Unit>
DecodeResult* DecodeFirst(DecodeResult* result,
                          Decoder* decoder,
                          const uint8_t* input,
                          size_t input_size,
                          Unit* output,
                          size_t output_size) {
  // It has no byte order mark, and no state.
  if (HWY_LIKELY(input_size - 1 < kMaxSameText && input_size <= output_size) &&
      HWY_LIKELY(CopySameText<SameInWindows1252>(input, input_size, output))) {
    return result;
  }
  return DecodeStages::ByCodec(result, decoder, input, input_size, output,
                               output_size);
}

template <typename Unit>
EncodeResult* EncodeFirst(EncodeResult* result,
                          Encoder* encoder,
                          const Unit* input,
                          size_t input_size,
                          uint8_t* output,
                          size_t output_size) {
  if (HWY_LIKELY(EncodeStages::IsNeutral(*encoder) &&
                 input_size - 1 < kMaxSameText && input_size <= output_size) &&
      HWY_LIKELY(CopySameText<SameInWindows1252>(input, input_size, output))) {
    return result;
  }
  return EncodeStages::ByCodec(result, encoder, input, input_size, output,
                               output_size);
}

using Block = SameTextBlock<SameInWindows1252, uint8_t>;

// Windows1252ToUtf8() of more than 64 bytes.
HWY_NOINLINE size_t LongWindows1252ToUtf8(const uint8_t* input,
                                          size_t n,
                                          uint8_t* output,
                                          size_t room) {
  const uint8_t* const last = input + n - 64;
  __m512i key = Block(last).Key();
  for (const uint8_t* in = input; in < last; in += 64) {
    key = Block::Merge(key, Block(in).Key());
  }
  if (!Block::AreSame(key))
    return 0;
  const Converted done = EncodeLongLatin1(input, n, output, room);
  return done.read == n ? done.written : 0;
}

size_t Windows1252ToUtf8(const uint8_t* input,
                         size_t input_size,
                         uint8_t* output,
                         size_t output_size) {
  if (HWY_LIKELY(input_size - 1 < 64)) {
    return Block::AreSame(Block(input, input_size).Key())
               ? EncodeShortLatin1(input, input_size, output, output_size)
               : 0;
  }
  return input_size - 1 < kMaxWindows1252ToUtf8
             ? LongWindows1252ToUtf8(input, input_size, output, output_size)
             : 0;
}

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

// Up to 64 bytes of UTF-8, in windows-1252. Texts that come one after the other
// are long and short, ASCII and not: there is no branch on what they are, but
// for those that aren't for here.
class Utf8Block {
 public:
  // The first bit of `behind_lead` is set if the byte before is a lead, that of
  // `behind_c3` if it's 0xC3.
  HWY_INLINE Utf8Block(const uint8_t* input,
                       size_t n,
                       uint64_t behind_lead,
                       uint64_t behind_c3) {
    const uint64_t live = FirstBits(~uint64_t{0}, n);
    const __m512i v = _mm512_maskz_loadu_epi8(live, input);
    const uint64_t non_ascii = _mm512_movepi8_mask(v);
    const uint64_t continuation =
        _mm512_cmplt_epi8_mask(v, _mm512_set1_epi8(-0x40));
    const uint64_t below_a0 =
        _mm512_cmplt_epi8_mask(v, _mm512_set1_epi8(-0x60));
    c3_ = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(-0x3D));
    lead_ = c3_ | _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(-0x3E));
    // Leads are 0xC2 and 0xC3. The former is followed by the character's byte,
    // from 0xA0 on, and the latter by the one that is 0x40 less.
    behind_lead |= lead_ << 1;
    behind_c3 |= c3_ << 1;
    wrong_ = (non_ascii ^ continuation ^ lead_) | (behind_lead ^ continuation) |
             (below_a0 & ~behind_c3);
    kept_ = live & ~lead_;
    bytes_ = _mm512_mask_add_epi8(v, behind_c3, v,
                                  InRegister(V8{_mm512_set1_epi8(0x40)}).raw);
  }

  // Whether it's well-formed, but for its end, and all the same in Latin-1.
  HWY_INLINE bool is_same() const { return wrong_ == 0; }
  HWY_INLINE size_t count() const {
    return static_cast<size_t>(std::popcount(kept_));
  }
  HWY_INLINE uint64_t ends_with_lead() const { return lead_ >> 63; }
  HWY_INLINE uint64_t ends_with_c3() const { return c3_ >> 63; }
  // Into memory for `room` bytes, which are enough.
  HWY_INLINE void Store(uint8_t* output, size_t room) const {
    const __m512i packed = _mm512_maskz_compress_epi8(kept_, bytes_);
    if (room >= 64) {
      _mm512_storeu_si512(output, packed);
    } else {
      StoreFirst(packed, count(), output);
    }
  }

 private:
  __m512i bytes_;
  uint64_t wrong_, kept_, lead_, c3_;
};

// Utf8ToWindows1252() of more than 64 bytes.
HWY_NOINLINE size_t LongUtf8ToWindows1252(const uint8_t* input,
                                          size_t input_size,
                                          uint8_t* output,
                                          size_t output_size) {
  size_t written = 0;
  uint64_t behind_lead = 0;
  uint64_t behind_c3 = 0;
  for (size_t i = 0; i < input_size; i += 64) {
    const Utf8Block block(input + i, std::min(input_size - i, size_t{64}),
                          behind_lead, behind_c3);
    const size_t room = output_size - written;
    if (HWY_UNLIKELY(!block.is_same() || block.count() > room))
      return 0;
    block.Store(output + written, room);
    written += block.count();
    behind_lead = block.ends_with_lead();
    behind_c3 = block.ends_with_c3();
  }
  return behind_lead == 0 ? written : 0;
}

size_t Utf8ToWindows1252(const uint8_t* input,
                         size_t input_size,
                         uint8_t* output,
                         size_t output_size) {
  if (input_size > 64)
    return LongUtf8ToWindows1252(input, input_size, output, output_size);
  const Utf8Block block(input, input_size, 0, 0);
  if (HWY_UNLIKELY(!block.is_same() || block.ends_with_lead() != 0 ||
                   block.count() > output_size))
    return 0;
  block.Store(output, output_size);
  return block.count();
}

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

constexpr auto& Windows1252ToUtf16First = DecodeFirst<char16_t>;
constexpr auto& Windows1252ToLatin1First = DecodeFirst<uint8_t>;
#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
constexpr auto& Utf16ToWindows1252First = EncodeFirst<char16_t>;
constexpr auto& Latin1ToWindows1252First = EncodeFirst<uint8_t>;
#endif

#else

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

size_t Windows1252ToUtf8(const uint8_t*, size_t, uint8_t*, size_t) {
  return 0;
}

#else

// Whether none of n bytes is one from 0x80 to 0x9F.
HWY_INLINE bool IsLatin1(const uint8_t* input, size_t n) {
  // Above 0xDF if it's one of those.
  const auto key = [](auto d, auto bytes)
                       HWY_ATTR { return hn::Sub(bytes, hn::Set(d, 0xA0)); };
  const auto is_latin1 = [](auto d, auto key) HWY_ATTR {
    return hn::AllFalse(d, hn::Gt(key, hn::Set(d, 0xDF)));
  };
  const BytesTag<16> d16;
  if (n <= 16)
    return is_latin1(d16, key(d16, LoadPartial(d16, input, n)));
  const D8 d;
  if (n <= kLanes8)
    return is_latin1(d, key(d, LoadPartial(d, input, n)));
  V8 all = key(d, hn::LoadU(d, input + n - kLanes8));
  for (size_t i = 0; i < n - kLanes8; i += kLanes8) {
    all = hn::Max(all, key(d, hn::LoadU(d, input + i)));
  }
  return is_latin1(d, all);
}

size_t Windows1252ToUtf8(const uint8_t* input,
                         size_t input_size,
                         uint8_t* output,
                         size_t output_size) {
  if (input_size - 1 >= kMaxWindows1252ToUtf8 || !IsLatin1(input, input_size))
    return 0;
  const Converted done = EncodeLatin1(input, input_size, output, output_size);
  return done.read == input_size ? done.written : 0;
}

#endif

constexpr auto& Windows1252ToUtf16First = DecodeStages::ByCodec<char16_t>;
constexpr auto& Windows1252ToLatin1First = DecodeStages::ByCodec<uint8_t>;
#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
// Untested: HasMasks() is asked before.
size_t Utf8ToWindows1252(const uint8_t*, size_t, uint8_t*, size_t) {
  return 0;
}

constexpr auto& Utf16ToWindows1252First = EncodeStages::ByCodec<char16_t>;
constexpr auto& Latin1ToWindows1252First = EncodeStages::ByCodec<uint8_t>;
#endif

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

constinit const ByTarget<internal::DecodeStage<char16_t>>
    kWindows1252ToUtf16First(V8_ENCODING_BY_TARGET(Windows1252ToUtf16First));
constinit const ByTarget<internal::DecodeStage<uint8_t>>
    kWindows1252ToLatin1First(V8_ENCODING_BY_TARGET(Windows1252ToLatin1First));

constinit const ByTarget<Windows1252AndUtf8> kWindows1252ToUtf8(
    V8_ENCODING_BY_TARGET(Windows1252ToUtf8));

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
constinit const ByTarget<internal::EncodeStage<char16_t>>
    kUtf16ToWindows1252First(V8_ENCODING_BY_TARGET(Utf16ToWindows1252First));
constinit const ByTarget<internal::EncodeStage<uint8_t>>
    kLatin1ToWindows1252First(V8_ENCODING_BY_TARGET(Latin1ToWindows1252First));
constinit const ByTarget<Windows1252AndUtf8> kUtf8ToWindows1252(
    V8_ENCODING_BY_TARGET(Utf8ToWindows1252));
#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
