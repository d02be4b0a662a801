// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Which bytes may follow which leads in UTF-8, whose ranges differ.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF8_UTF8_SECOND_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_SECOND_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_SECOND_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_SECOND_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

// Whether the byte after each position is the second of a sequence.
HWY_INLINE M8 SecondFollows(V8 v, V8 v1) {
  const D8 d;
#if HWY_TARGET <= HWY_AVX3_DL
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

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
