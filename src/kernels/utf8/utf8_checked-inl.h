// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The mistakes in a vector of UTF-8. Two continuations in a row have a bit in
// the tables of utf8_mistakes.h, too, which is compared with where they belong:
// behind a lead of three or four bytes. That sequences don't end early needs
// nothing more: the byte that should have continued one is the mistake.

// Once for each target, as in Highway's own -inl.h files.
#if defined(V8_ENCODING_SRC_KERNELS_UTF8_UTF8_CHECKED_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_CHECKED_INL_H_
#undef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_CHECKED_INL_H_
#else
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_CHECKED_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "src/kernels/utf8/utf8_mistakes.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

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

#endif  // HWY_TARGET

}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
