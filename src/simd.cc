// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// This file is compiled once for each target: foreach_target.h includes it
// again and again, each time with another HWY_NAMESPACE.
//
// There is no state of ours here. Highway keeps one atomic word in its own
// library, the set of targets that this CPU supports, filled in on the first
// dispatch; threads that race there store the same value.

// SVE's vectors have no fixed length, which the code below relies on; NEON
// serves those CPUs.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#define HWY_WANT_AVX3_DL

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/simd.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "src/simd.h"
#include "src/simd_scalar.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

// Highway's fallback, for a CPU older than SSSE3.
using scalar::AsciiPrefixLength;
using scalar::CopyAsciiPrefix;
using scalar::CopyNonSurrogatePrefixBe;
using scalar::CopyNonSurrogatePrefixLe;
using scalar::NarrowAsciiPrefix;
using scalar::NarrowLatin1Prefix;
using scalar::Utf8LengthOfLatin1;
using scalar::Utf8LengthOfUtf16;
using scalar::WidenAsciiPrefix;
using scalar::WidenLatin1;

#else

namespace hn = hwy::HWY_NAMESPACE;

template <size_t kBytes>
using Bytes = hn::CappedTag<uint8_t, kBytes>;
template <size_t kBytes>
using Units = hn::CappedTag<uint16_t, kBytes / 2>;

constexpr size_t kVectorBytes = hn::MaxLanes(hn::ScalableTag<uint8_t>());

// char16_t and uint16_t may not alias, bytes may alias everything.
template <class D16, typename T>
HWY_INLINE hn::Vec<D16> LoadUnits(D16 d, const T* from) {
  const hn::Repartition<uint8_t, D16> d8;
  return hn::BitCast(d, hn::LoadU(d8, reinterpret_cast<const uint8_t*>(from)));
}

template <class D16>
HWY_INLINE void StoreUnits(D16 d, hn::Vec<D16> v, char16_t* to) {
  const hn::Repartition<uint8_t, D16> d8;
  hn::StoreU(hn::BitCast(d8, v), d8, reinterpret_cast<uint8_t*>(to));
}

// The operations on prefixes. Each has
//   kStep        how many elements a step handles
//   kInput       how many In an element takes
//   One, Four    does one step or four; false if there is an element to stop at
//                in them. One has then written all elements before it; Four
//                need not have written anything.
//   Find         where the first such element is, in a step that has one

template <size_t kBytes>
struct AsciiTest {
  using D = Bytes<kBytes>;
  using In = uint8_t;
  static constexpr size_t kStep = kBytes;
  static constexpr size_t kInput = 1;

  static HWY_INLINE auto Stops(hn::Vec<D> v) {
    const hn::RebindToSigned<D> di;
    return hn::Lt(hn::BitCast(di, v), hn::Zero(di));
  }
  static HWY_INLINE bool Clean(hn::Vec<D> v) {
    return hn::AllFalse(hn::RebindToSigned<D>(), Stops(v));
  }
  static HWY_INLINE size_t Find(const uint8_t* in) {
    return hn::FindKnownFirstTrue(hn::RebindToSigned<D>(),
                                  Stops(hn::LoadU(D(), in)));
  }
};

template <size_t kBytes>
struct AsciiLengthOp : AsciiTest<kBytes> {
  using D = Bytes<kBytes>;
  using Out = const uint8_t;
  using AsciiTest<kBytes>::Clean;

  static HWY_INLINE bool One(const uint8_t* in, Out*) {
    return Clean(hn::LoadU(D(), in));
  }
  static HWY_INLINE bool Four(const uint8_t* in, Out*) {
    const D d;
    const auto v0 = hn::LoadU(d, in);
    const auto v1 = hn::LoadU(d, in + kBytes);
    const auto v2 = hn::LoadU(d, in + 2 * kBytes);
    const auto v3 = hn::LoadU(d, in + 3 * kBytes);
    return Clean(hn::Or(hn::Or(v0, v1), hn::Or(v2, v3)));
  }
};

template <size_t kBytes>
struct CopyAsciiOp : AsciiTest<kBytes> {
  using D = Bytes<kBytes>;
  using Out = uint8_t;
  using AsciiTest<kBytes>::Clean;

  static HWY_INLINE bool One(const uint8_t* in, uint8_t* out) {
    const D d;
    const auto v = hn::LoadU(d, in);
    hn::StoreU(v, d, out);
    return Clean(v);
  }
  static HWY_INLINE bool Four(const uint8_t* in, uint8_t* out) {
    const D d;
    const auto v0 = hn::LoadU(d, in);
    const auto v1 = hn::LoadU(d, in + kBytes);
    const auto v2 = hn::LoadU(d, in + 2 * kBytes);
    const auto v3 = hn::LoadU(d, in + 3 * kBytes);
    if (!Clean(hn::Or(hn::Or(v0, v1), hn::Or(v2, v3))))
      return false;
    hn::StoreU(v0, d, out);
    hn::StoreU(v1, d, out + kBytes);
    hn::StoreU(v2, d, out + 2 * kBytes);
    hn::StoreU(v3, d, out + 3 * kBytes);
    return true;
  }
};

// Widening has its own loads: on x86 the extension from memory costs no more
// than a shuffle of what the test has loaded.
template <size_t kBytes>
HWY_INLINE void Widen(const uint8_t* in, char16_t* out) {
  const Units<kBytes> d16;
  const hn::Rebind<uint8_t, Units<kBytes> > d8;
  constexpr size_t kHalf = kBytes / 2;
  StoreUnits(d16, hn::PromoteTo(d16, hn::LoadU(d8, in)), out);
  StoreUnits(d16, hn::PromoteTo(d16, hn::LoadU(d8, in + kHalf)), out + kHalf);
}

template <size_t kBytes>
struct WidenAsciiOp : AsciiTest<kBytes> {
  using Out = char16_t;

  static HWY_INLINE bool One(const uint8_t* in, char16_t* out) {
    Widen<kBytes>(in, out);
    return AsciiLengthOp<kBytes>::One(in, in);
  }
  static HWY_INLINE bool Four(const uint8_t* in, char16_t* out) {
    if (!AsciiLengthOp<kBytes>::Four(in, in))
      return false;
    Widen<kBytes>(in, out);
    Widen<kBytes>(in + kBytes, out + kBytes);
    Widen<kBytes>(in + 2 * kBytes, out + 2 * kBytes);
    Widen<kBytes>(in + 3 * kBytes, out + 3 * kBytes);
    return true;
  }
};

template <size_t kBytes>
struct WidenLatin1Op {
  using In = uint8_t;
  using Out = char16_t;
  static constexpr size_t kStep = kBytes;
  static constexpr size_t kInput = 1;

  static HWY_INLINE bool One(const uint8_t* in, char16_t* out) {
    Widen<kBytes>(in, out);
    return true;
  }
  static HWY_INLINE bool Four(const uint8_t* in, char16_t* out) {
    Widen<kBytes>(in, out);
    Widen<kBytes>(in + kBytes, out + kBytes);
    Widen<kBytes>(in + 2 * kBytes, out + 2 * kBytes);
    Widen<kBytes>(in + 3 * kBytes, out + 3 * kBytes);
    return true;
  }
  static HWY_INLINE size_t Find(const uint8_t*) { return kStep; }
};

// kLimit is 0x80 or 0x100. A step makes one vector of bytes out of two of
// units.
template <size_t kBytes, uint16_t kLimit>
struct NarrowOp {
  using D = Units<kBytes>;
  using V = hn::Vec<D>;
  using In = char16_t;
  using Out = uint8_t;
  static constexpr size_t kStep = kBytes;
  static constexpr size_t kInput = 1;
  static constexpr size_t kHalf = kBytes / 2;

  static HWY_INLINE auto Stops(V v) {
    const D d;
    constexpr uint16_t kAbove = static_cast<uint16_t>(~(kLimit - 1));
    return hn::Ne(hn::And(v, hn::Set(d, kAbove)), hn::Zero(d));
  }
  static HWY_INLINE bool Clean(V v) { return hn::AllFalse(D(), Stops(v)); }

  static HWY_INLINE void Put(V v0, V v1, uint8_t* out) {
    const Bytes<kBytes> d8;
    hn::StoreU(hn::ConcatEven(d8, hn::BitCast(d8, v1), hn::BitCast(d8, v0)), d8,
               out);
  }
  static HWY_INLINE bool One(const char16_t* in, uint8_t* out) {
    const D d;
    const V v0 = LoadUnits(d, in);
    const V v1 = LoadUnits(d, in + kHalf);
    Put(v0, v1, out);
    return Clean(hn::Or(v0, v1));
  }
  static HWY_INLINE bool Four(const char16_t* in, uint8_t* out) {
    const D d;
    const V v0 = LoadUnits(d, in);
    const V v1 = LoadUnits(d, in + kHalf);
    const V v2 = LoadUnits(d, in + 2 * kHalf);
    const V v3 = LoadUnits(d, in + 3 * kHalf);
    const V v4 = LoadUnits(d, in + 4 * kHalf);
    const V v5 = LoadUnits(d, in + 5 * kHalf);
    const V v6 = LoadUnits(d, in + 6 * kHalf);
    const V v7 = LoadUnits(d, in + 7 * kHalf);
    const V any = hn::Or(hn::Or(hn::Or(v0, v1), hn::Or(v2, v3)),
                         hn::Or(hn::Or(v4, v5), hn::Or(v6, v7)));
    if (!Clean(any))
      return false;
    Put(v0, v1, out);
    Put(v2, v3, out + kStep);
    Put(v4, v5, out + 2 * kStep);
    Put(v6, v7, out + 3 * kStep);
    return true;
  }
  static HWY_INLINE size_t Find(const char16_t* in) {
    const D d;
    const auto stops = Stops(LoadUnits(d, in));
    if (!hn::AllFalse(d, stops))
      return hn::FindKnownFirstTrue(d, stops);
    return kHalf + hn::FindKnownFirstTrue(d, Stops(LoadUnits(d, in + kHalf)));
  }
};

template <size_t kBytes>
using NarrowAsciiOp = NarrowOp<kBytes, 0x80>;
template <size_t kBytes>
using NarrowLatin1Op = NarrowOp<kBytes, 0x100>;

template <size_t kBytes, bool kBigEndian>
struct CopyNonSurrogateOp {
  using D = Units<kBytes>;
  using V = hn::Vec<D>;
  using In = uint8_t;
  using Out = char16_t;
  static constexpr size_t kStep = kBytes / 2;
  static constexpr size_t kInput = 2;

  static HWY_INLINE V Load(const uint8_t* in) {
    const D d;
    const V v = LoadUnits(d, in);
    if constexpr (!kBigEndian)
      return v;
    return hn::Or(hn::ShiftLeft<8>(v), hn::ShiftRight<8>(v));
  }
  // Moves the surrogates to the bottom, 0 to 0x7FF: then the least of several
  // vectors has a surrogate's place exactly where one of them has.
  static HWY_INLINE V Rank(V v) { return hn::Xor(v, hn::Set(D(), 0xD800)); }
  static HWY_INLINE auto Stops(V rank) {
    const D d;
    return hn::Eq(hn::And(rank, hn::Set(d, 0xF800)), hn::Zero(d));
  }
  static HWY_INLINE bool Clean(V rank) {
    return hn::AllFalse(D(), Stops(rank));
  }

  static HWY_INLINE bool One(const uint8_t* in, char16_t* out) {
    const V v = Load(in);
    StoreUnits(D(), v, out);
    return Clean(Rank(v));
  }
  static HWY_INLINE bool Four(const uint8_t* in, char16_t* out) {
    const D d;
    const V v0 = Load(in);
    const V v1 = Load(in + kBytes);
    const V v2 = Load(in + 2 * kBytes);
    const V v3 = Load(in + 3 * kBytes);
    if (!Clean(hn::Min(hn::Min(Rank(v0), Rank(v1)),
                       hn::Min(Rank(v2), Rank(v3))))) {
      return false;
    }
    StoreUnits(d, v0, out);
    StoreUnits(d, v1, out + kStep);
    StoreUnits(d, v2, out + 2 * kStep);
    StoreUnits(d, v3, out + 3 * kStep);
    return true;
  }
  static HWY_INLINE size_t Find(const uint8_t* in) {
    return hn::FindKnownFirstTrue(D(), Stops(Rank(Load(in))));
  }
};

template <size_t kBytes>
using CopyNonSurrogateLeOp = CopyNonSurrogateOp<kBytes, false>;
template <size_t kBytes>
using CopyNonSurrogateBeOp = CopyNonSurrogateOp<kBytes, true>;

// Needs n >= Op::kStep.
template <class Op>
HWY_INLINE size_t RunSteps(const typename Op::In* in,
                           size_t n,
                           typename Op::Out* out) {
  constexpr size_t kStep = Op::kStep;
  constexpr size_t kInput = Op::kInput;
  if (!Op::One(in, out))
    return Op::Find(in);
  size_t i = kStep;
  if (n >= 8 * kStep) {
    // The first step was taken alone so that a stop near the start costs
    // little. What follows may overlap with it, so that stores are aligned.
    constexpr size_t kAlign =
        kStep * sizeof(*out) < 64 ? kStep * sizeof(*out) : 64;
    i -= reinterpret_cast<uintptr_t>(out) % kAlign / sizeof(*out);
    for (; n - i >= 4 * kStep; i += 4 * kStep) {
      if (!Op::Four(in + i * kInput, out + i))
        break;
    }
  }
  for (; n - i >= kStep; i += kStep) {
    if (!Op::One(in + i * kInput, out + i)) {
      return i + Op::Find(in + i * kInput);
    }
  }
  if (i == n)
    return n;
  // The last step ends at n and begins inside what is done already: it writes
  // the same there once more, and finds nothing to stop at.
  i = n - kStep;
  if (Op::One(in + i * kInput, out + i))
    return n;
  return i + Op::Find(in + i * kInput);
}

// Needs n >= 16. Spans shorter than a vector are done in shorter vectors.
template <template <size_t> class Op>
HWY_INLINE size_t Run(const typename Op<16>::In* in,
                      size_t n,
                      typename Op<16>::Out* out) {
  if constexpr (kVectorBytes >= 64) {
    if (n >= 64)
      return RunSteps<Op<64> >(in, n, out);
  }
  if constexpr (kVectorBytes >= 32) {
    if (n >= 32)
      return RunSteps<Op<32> >(in, n, out);
  }
  return RunSteps<Op<16> >(in, n, out);
}

size_t AsciiPrefixLength(const uint8_t* input, size_t n) {
  return Run<AsciiLengthOp>(input, n, input);
}
size_t CopyAsciiPrefix(const uint8_t* input, size_t n, uint8_t* output) {
  return Run<CopyAsciiOp>(input, n, output);
}
size_t WidenAsciiPrefix(const uint8_t* input, size_t n, char16_t* output) {
  return Run<WidenAsciiOp>(input, n, output);
}
void WidenLatin1(const uint8_t* input, size_t n, char16_t* output) {
  Run<WidenLatin1Op>(input, n, output);
}
size_t NarrowAsciiPrefix(const char16_t* input, size_t n, uint8_t* output) {
  return Run<NarrowAsciiOp>(input, n, output);
}
size_t NarrowLatin1Prefix(const char16_t* input, size_t n, uint8_t* output) {
  return Run<NarrowLatin1Op>(input, n, output);
}
size_t CopyNonSurrogatePrefixLe(const uint8_t* input,
                                size_t n,
                                char16_t* output) {
  return Run<CopyNonSurrogateLeOp>(input, n, output);
}
size_t CopyNonSurrogatePrefixBe(const uint8_t* input,
                                size_t n,
                                char16_t* output) {
  return Run<CopyNonSurrogateBeOp>(input, n, output);
}

// Lengths are sums, so the last vector, which overlaps with the one before,
// must leave out the lanes that were counted there.

template <size_t kBytes>
HWY_INLINE size_t Utf8LengthOfLatin1Steps(const uint8_t* in, size_t n) {
  const Bytes<kBytes> d;
  const hn::Repartition<uint64_t, Bytes<kBytes> > d64;
  const auto high = hn::Set(d, 0x80);
  // Sums of 0x80 for each byte from 0x80 on; divided at the end.
  auto sum0 = hn::Zero(d64);
  auto sum1 = sum0;
  size_t i = 0;
  for (; n - i >= 2 * kBytes; i += 2 * kBytes) {
    sum0 = hn::Add(sum0, hn::SumsOf8(hn::And(hn::LoadU(d, in + i), high)));
    sum1 = hn::Add(sum1,
                   hn::SumsOf8(hn::And(hn::LoadU(d, in + i + kBytes), high)));
  }
  if (n - i >= kBytes) {
    sum0 = hn::Add(sum0, hn::SumsOf8(hn::And(hn::LoadU(d, in + i), high)));
    i += kBytes;
  }
  const auto counted = hn::FirstN(d, kBytes - (n - i));
  const auto last = hn::And(hn::LoadU(d, in + n - kBytes), high);
  sum1 = hn::Add(sum1, hn::SumsOf8(hn::IfThenZeroElse(counted, last)));
  return n + hn::GetLane(hn::SumOfLanes(d64, hn::Add(sum0, sum1))) / 0x80;
}

size_t Utf8LengthOfLatin1(const uint8_t* input, size_t n) {
  if (n < kVectorBytes)
    return Utf8LengthOfLatin1Steps<16>(input, n);
  return Utf8LengthOfLatin1Steps<kVectorBytes>(input, n);
}

// By how much each unit falls short of three bytes: two below 0x80, one below
// 0x800, and two for a lead surrogate before a trail surrogate (four bytes a
// pair). Looks one unit ahead.
template <class D>
HWY_INLINE hn::Vec<D> ShortOfThree(D d, const char16_t* in) {
  const auto zero = hn::Zero(d);
  const auto v = LoadUnits(d, in);
  const auto next = LoadUnits(d, in + 1);
  const auto below80 = hn::Eq(hn::And(v, hn::Set(d, 0xFF80)), zero);
  const auto below800 = hn::Eq(hn::And(v, hn::Set(d, 0xF800)), zero);
  const auto unlike_pair =
      hn::Or(hn::Xor(v, hn::Set(d, 0xD800)), hn::Xor(next, hn::Set(d, 0xDC00)));
  const auto pair = hn::Eq(hn::And(unlike_pair, hn::Set(d, 0xFC00)), zero);
  const auto one = hn::Set(d, 1);
  return hn::Add(hn::IfThenElseZero(below800, one),
                 hn::Add(hn::IfThenElseZero(below80, one),
                         hn::IfThenElseZero(pair, hn::Set(d, 2))));
}

// Needs n > kBytes / 2.
template <size_t kBytes>
HWY_INLINE size_t Utf8LengthOfUtf16Steps(const char16_t* in, size_t n) {
  const Units<kBytes> d;
  const hn::Repartition<uint32_t, Units<kBytes> > d32;
  constexpr size_t kStep = kBytes / 2;
  // A lane gains at most two a step; it is added up before it can overflow.
  constexpr size_t kMaxSteps = 16384;
  size_t length = 3 * n;
  // Nothing comes after the last unit, so it is looked at by itself.
  const size_t end = n - 1;
  length -= (in[end] < 0x80) + (in[end] < 0x800);
  size_t i = 0;
  for (bool last = false; !last;) {
    auto less = hn::Zero(d);
    size_t steps = (end - i) / kStep;
    last = steps <= kMaxSteps;
    if (!last)
      steps = kMaxSteps;
    for (; steps != 0; --steps, i += kStep) {
      less = hn::Add(less, ShortOfThree(d, in + i));
    }
    if (last) {
      const auto counted = hn::FirstN(d, kStep - (end - i));
      less = hn::Add(
          less, hn::IfThenZeroElse(counted, ShortOfThree(d, in + end - kStep)));
    }
    const auto wide = hn::BitCast(d32, less);
    const auto sums =
        hn::Add(hn::And(wide, hn::Set(d32, 0xFFFF)), hn::ShiftRight<16>(wide));
    length -= hn::GetLane(hn::SumOfLanes(d32, sums));
  }
  return length;
}

size_t Utf8LengthOfUtf16(const char16_t* input, size_t n) {
  if (n <= kVectorBytes / 2)
    return Utf8LengthOfUtf16Steps<16>(input, n);
  return Utf8LengthOfUtf16Steps<kVectorBytes>(input, n);
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <bit>
#include <cstring>
#include <string_view>

#include "src/simd_testing.h"

namespace v8_encoding::simd {
namespace {

static_assert(std::endian::native == std::endian::little);

// Spans below kShort elements are not worth a dispatch. They are done in words
// of the general registers, the last of which overlaps with the one before as
// the last vector does in longer spans.
constexpr size_t kShort = 16;

template <typename Word>
Word LoadWord(const void* from) {
  Word word;
  std::memcpy(&word, from, sizeof(word));
  return word;
}

template <typename Word>
void StoreWord(Word word, void* to) {
  std::memcpy(to, &word, sizeof(word));
}

// Every byte of a word becomes the low byte of a unit, and back.
uint64_t Spread(uint32_t bytes) {
  uint64_t x = bytes;
  x = (x | x << 16) & 0x0000FFFF0000FFFF;
  return (x | x << 8) & 0x00FF00FF00FF00FF;
}
uint32_t Gather(uint64_t units) {
  uint64_t x = units & 0x00FF00FF00FF00FF;
  x = (x | x >> 8) & 0x0000FFFF0000FFFF;
  return static_cast<uint32_t>(x | x >> 16);
}

// Calls step(i), which handles elements [i, i + kStep) and returns those of
// their bits that say stop, until it has reached n; returns how many elements
// come before the first such bit. Needs n >= kStep.
template <size_t kStep, typename Step>
size_t RunWords(size_t n, Step step) {
  using Word = decltype(step(size_t{0}));
  constexpr int kBits = static_cast<int>(sizeof(Word) * 8 / kStep);
  for (size_t i = 0;;) {
    const Word stops = step(i);
    if (stops != 0) {
      return i + static_cast<size_t>(std::countr_zero(stops) / kBits);
    }
    i += kStep;
    if (i == n)
      return n;
    if (n - i < kStep)
      i = n - kStep;
  }
}

constexpr uint64_t kHighBits = 0x8080808080808080;

template <typename Put>
size_t RunAsciiWords(const uint8_t* input, size_t n, Put put) {
  if (n >= 8) {
    return RunWords<8>(n, [=](size_t i) {
      const uint64_t word = LoadWord<uint64_t>(input + i);
      put(i, word);
      return word & kHighBits;
    });
  }
  return RunWords<4>(n, [=](size_t i) {
    const uint32_t word = LoadWord<uint32_t>(input + i);
    put(i, word);
    return word & static_cast<uint32_t>(kHighBits);
  });
}

struct WidenWord {
  void operator()(size_t i, uint32_t word) const {
    StoreWord(Spread(word), output + i);
  }
  void operator()(size_t i, uint64_t word) const {
    StoreWord(Spread(static_cast<uint32_t>(word)), output + i);
    StoreWord(Spread(static_cast<uint32_t>(word >> 32)), output + i + 4);
  }
  char16_t* output;
};

size_t RunNarrowWords(const char16_t* input,
                      size_t n,
                      uint8_t* output,
                      uint64_t stops) {
  return RunWords<4>(n, [=](size_t i) {
    const uint64_t word = LoadWord<uint64_t>(input + i);
    StoreWord(Gather(word), output + i);
    return word & stops;
  });
}

// The highest bit of each unit that is not zero.
uint64_t NonZeroUnits(uint64_t units) {
  constexpr uint64_t kLow = 0x7FFF7FFF7FFF7FFF;
  return (((units & kLow) + kLow) | units) & ~kLow;
}

template <bool kBigEndian>
size_t RunNonSurrogateWords(const uint8_t* input, size_t n, char16_t* output) {
  return RunWords<4>(n, [=](size_t i) {
    uint64_t word = LoadWord<uint64_t>(input + 2 * i);
    if constexpr (kBigEndian) {
      word =
          (word & 0x00FF00FF00FF00FF) << 8 | (word >> 8 & 0x00FF00FF00FF00FF);
    }
    StoreWord(word, output + i);
    const uint64_t high = word & 0xF800F800F800F800;
    return NonZeroUnits(high ^ 0xD800D800D800D800) ^ 0x8000800080008000;
  });
}

HWY_EXPORT(AsciiPrefixLength);
HWY_EXPORT(CopyAsciiPrefix);
HWY_EXPORT(WidenAsciiPrefix);
HWY_EXPORT(WidenLatin1);
HWY_EXPORT(NarrowAsciiPrefix);
HWY_EXPORT(NarrowLatin1Prefix);
HWY_EXPORT(CopyNonSurrogatePrefixLe);
HWY_EXPORT(CopyNonSurrogatePrefixBe);
HWY_EXPORT(Utf8LengthOfLatin1);
HWY_EXPORT(Utf8LengthOfUtf16);

}  // namespace

size_t AsciiPrefixLength(const uint8_t* input, size_t n) {
  if (n >= kShort)
    return HWY_DYNAMIC_DISPATCH(AsciiPrefixLength)(input, n);
  if (n < 4)
    return scalar::AsciiPrefixLength(input, n);
  return RunAsciiWords(input, n, [](size_t, uint64_t) {});
}

size_t CopyAsciiPrefix(const uint8_t* input, size_t n, uint8_t* output) {
  if (n >= kShort) {
    return HWY_DYNAMIC_DISPATCH(CopyAsciiPrefix)(input, n, output);
  }
  if (n < 4)
    return scalar::CopyAsciiPrefix(input, n, output);
  return RunAsciiWords(
      input, n, [=](size_t i, auto word) { StoreWord(word, output + i); });
}

size_t WidenAsciiPrefix(const uint8_t* input, size_t n, char16_t* output) {
  if (n >= kShort) {
    return HWY_DYNAMIC_DISPATCH(WidenAsciiPrefix)(input, n, output);
  }
  if (n < 4)
    return scalar::WidenAsciiPrefix(input, n, output);
  return RunAsciiWords(input, n, WidenWord{output});
}

void WidenLatin1(const uint8_t* input, size_t n, char16_t* output) {
  if (n >= kShort) {
    return HWY_DYNAMIC_DISPATCH(WidenLatin1)(input, n, output);
  }
  if (n < 4)
    return scalar::WidenLatin1(input, n, output);
  RunWords<4>(n, [=](size_t i) {
    WidenWord{output}(i, LoadWord<uint32_t>(input + i));
    return uint32_t{0};
  });
}

size_t NarrowAsciiPrefix(const char16_t* input, size_t n, uint8_t* output) {
  if (n >= kShort) {
    return HWY_DYNAMIC_DISPATCH(NarrowAsciiPrefix)(input, n, output);
  }
  if (n < 4)
    return scalar::NarrowAsciiPrefix(input, n, output);
  return RunNarrowWords(input, n, output, 0xFF80FF80FF80FF80);
}

size_t NarrowLatin1Prefix(const char16_t* input, size_t n, uint8_t* output) {
  if (n >= kShort) {
    return HWY_DYNAMIC_DISPATCH(NarrowLatin1Prefix)(input, n, output);
  }
  if (n < 4)
    return scalar::NarrowLatin1Prefix(input, n, output);
  return RunNarrowWords(input, n, output, 0xFF00FF00FF00FF00);
}

size_t CopyNonSurrogatePrefixLe(const uint8_t* input,
                                size_t n,
                                char16_t* output) {
  if (n >= kShort) {
    return HWY_DYNAMIC_DISPATCH(CopyNonSurrogatePrefixLe)(input, n, output);
  }
  if (n < 4)
    return scalar::CopyNonSurrogatePrefixLe(input, n, output);
  return RunNonSurrogateWords<false>(input, n, output);
}

size_t CopyNonSurrogatePrefixBe(const uint8_t* input,
                                size_t n,
                                char16_t* output) {
  if (n >= kShort) {
    return HWY_DYNAMIC_DISPATCH(CopyNonSurrogatePrefixBe)(input, n, output);
  }
  if (n < 4)
    return scalar::CopyNonSurrogatePrefixBe(input, n, output);
  return RunNonSurrogateWords<true>(input, n, output);
}

size_t Utf8LengthOfLatin1(const uint8_t* input, size_t n) {
  if (n >= kShort)
    return HWY_DYNAMIC_DISPATCH(Utf8LengthOfLatin1)(input, n);
  return scalar::Utf8LengthOfLatin1(input, n);
}

size_t Utf8LengthOfUtf16(const char16_t* input, size_t n) {
  if (n >= kShort)
    return HWY_DYNAMIC_DISPATCH(Utf8LengthOfUtf16)(input, n);
  return scalar::Utf8LengthOfUtf16(input, n);
}

// simd_testing.h; here because only this file knows what it is compiled for.

namespace {

constexpr int64_t kFallbackTargets = HWY_SCALAR | HWY_EMU128;

const char* TargetName(int64_t target) {
  return (target & kFallbackTargets) != 0 ? "scalar" : hwy::TargetName(target);
}

// Calls visit(target) for each target that can run, best first, until it
// returns true.
template <typename Visit>
void VisitAttainableTargets(Visit visit) {
  hwy::SetSupportedTargetsForTest(0);
  // Highway always falls back on the last, even where detection leaves it out.
  int64_t targets = (hwy::SupportedTargets() | kFallbackTargets) & HWY_TARGETS;
  for (; targets != 0; targets &= targets - 1) {
    if (visit(targets & -targets))
      return;
  }
}

}  // namespace

TargetNames AttainableTargetsForTesting() {
  TargetNames result;
  VisitAttainableTargets([&](int64_t target) {
    result.names[result.size++] = TargetName(target);
    return false;
  });
  return result;
}

bool ForceTargetForTesting(std::string_view name) {
  bool found = false;
  VisitAttainableTargets([&](int64_t target) {
    found = name == TargetName(target);
    if (found)
      hwy::SetSupportedTargetsForTest(target);
    return found;
  });
  return found;
}

void RestoreTargetForTesting() {
  hwy::SetSupportedTargetsForTest(0);
}

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
