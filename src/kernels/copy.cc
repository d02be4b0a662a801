// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The functions of copy.h are one loop over vectors, with an operation for each
// function. The first vector is done alone, since a stop is often near; then
// four at a time, of which one test finds whether any has a stop; the last
// vector ends where the span does and begins inside the vector before, where it
// writes the same once more.
//
// This file is compiled once for each target: foreach_target.h includes it
// again and again, each time with another HWY_NAMESPACE.
//
// There is no state of ours here. Highway keeps one atomic word in its own
// library, the set of targets that this CPU supports, filled in on the first
// dispatch; threads that race there store the same value.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/copy.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "src/kernels/by_target.h"
#include "src/kernels/copy.h"
#include "src/kernels/copy_scalar.h"
#include "src/kernels/units-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

// Highway's fallback, for a CPU older than SSE4.1.
using scalar::AsciiPrefix;
using scalar::CopyAsciiPrefix;
using scalar::CopyNonSurrogatePrefixBe;
using scalar::CopyNonSurrogatePrefixLe;
using scalar::Latin1PrefixOfUtf8;
using scalar::NarrowAsciiPrefix;
using scalar::NarrowLatin1Prefix;
using scalar::WidenAsciiPrefix;
using scalar::WidenLatin1;

#else

// The operations that run until something stops them. Each has
//   In, Out, kStep  the types, and how many elements a step handles
//   kInput          how many In an element takes
//   Load, Store     one step from the input to the output
//   Key, Merge      what to look for stops in, and the keys of two steps as one
//   HasNoStop       whether a key has no stop
//   FirstStop       where the first stop is, in a step that has one

template <size_t kBytes>
struct CopyAsciiOp {
  using D = BytesTag<kBytes>;
  using V = hn::Vec<D>;
  using In = uint8_t;
  using Out = uint8_t;
  static constexpr size_t kStep = kBytes;
  static constexpr size_t kInput = 1;

  static HWY_INLINE V Load(const uint8_t* in) { return hn::LoadU(D(), in); }
  static HWY_INLINE void Store(V v, uint8_t* out) { hn::StoreU(v, D(), out); }
  static HWY_INLINE V Key(V v) { return v; }
  static HWY_INLINE V Merge(V a, V b) { return hn::Or(a, b); }
  static HWY_INLINE auto Stops(V v) {
    const hn::RebindToSigned<D> di;
    return hn::Lt(hn::BitCast(di, v), hn::Zero(di));
  }
  static HWY_INLINE bool HasNoStop(V v) {
    return hn::AllFalse(hn::RebindToSigned<D>(), Stops(v));
  }
  static HWY_INLINE size_t FirstStop(const uint8_t* in) {
    return hn::FindKnownFirstTrue(hn::RebindToSigned<D>(), Stops(Load(in)));
  }
};

// Without an output. What takes its place says how steps are aligned.
template <size_t kBytes>
struct AsciiOp : CopyAsciiOp<kBytes> {
  using Out = const uint8_t;
  static HWY_INLINE void Store(hn::Vec<BytesTag<kBytes>>, const uint8_t*) {}
};

template <size_t kBytes>
struct Latin1OfUtf8Op : AsciiOp<kBytes> {
  using D = BytesTag<kBytes>;
  using V = hn::Vec<D>;

  static HWY_INLINE V Merge(V a, V b) { return hn::Max(a, b); }
  static HWY_INLINE auto Stops(V v) { return hn::Gt(v, hn::Set(D(), 0xC3)); }
  static HWY_INLINE bool HasNoStop(V v) { return hn::AllFalse(D(), Stops(v)); }
  static HWY_INLINE size_t FirstStop(const uint8_t* in) {
    return hn::FindKnownFirstTrue(D(), Stops(hn::LoadU(D(), in)));
  }
};

template <class V>
struct TwoVectors {
  V v0, v1;
};

#if HWY_TARGET == HWY_SSE4

// Without wider vectors, the bytes are loaded once and interleaved with zeros.
template <size_t kBytes>
struct WidenAsciiOp : CopyAsciiOp<kBytes> {
  using D = BytesTag<kBytes>;
  using V = hn::Vec<D>;
  using Out = char16_t;

  static HWY_INLINE void Store(V v, char16_t* out) {
    const D d;
    const UnitsTag<kBytes> d16;
    const V zero = hn::Zero(d);
    StoreUnits(d16, hn::BitCast(d16, hn::InterleaveLower(d, v, zero)), out);
    StoreUnits(d16, hn::BitCast(d16, hn::InterleaveUpper(d, v, zero)),
               out + kBytes / 2);
  }
};

template <size_t kBytes>
struct WidenLatin1Op : WidenAsciiOp<kBytes> {
  static HWY_INLINE bool HasNoStop(hn::Vec<BytesTag<kBytes>>) { return true; }
};

#else

// Widening extends on loading, which is what x86 does best, and looks at the
// extended bytes, which spares another load.
template <size_t kBytes>
struct WidenAsciiOp {
  using D = UnitsTag<kBytes>;
  using V = hn::Vec<D>;
  using In = uint8_t;
  using Out = char16_t;
  static constexpr size_t kStep = kBytes;
  static constexpr size_t kInput = 1;

  static HWY_INLINE TwoVectors<V> Load(const uint8_t* in) {
    const D d;
    const hn::Rebind<uint8_t, D> d8;
    return {hn::PromoteTo(d, hn::LoadU(d8, in)),
            hn::PromoteTo(d, hn::LoadU(d8, in + kBytes / 2))};
  }
  static HWY_INLINE void Store(TwoVectors<V> v, char16_t* out) {
    StoreUnits(D(), v.v0, out);
    StoreUnits(D(), v.v1, out + kBytes / 2);
  }
  static HWY_INLINE V Key(TwoVectors<V> v) { return hn::Or(v.v0, v.v1); }
  static HWY_INLINE V Merge(V a, V b) { return hn::Or(a, b); }
  static HWY_INLINE bool HasNoStop(V v) {
    const D d;
    return hn::AllFalse(d, hn::TestBit(v, hn::Set(d, 0x80)));
  }
  static HWY_INLINE size_t FirstStop(const uint8_t* in) {
    return CopyAsciiOp<kBytes>::FirstStop(in);
  }
};

template <size_t kBytes>
struct WidenLatin1Op : WidenAsciiOp<kBytes> {
  static HWY_INLINE bool HasNoStop(hn::Vec<UnitsTag<kBytes>>) { return true; }
};

#endif

// Makes a vector of bytes out of two of units below kLimit, a power of two.
template <size_t kBytes, uint16_t kLimit>
struct NarrowOp {
  using D = UnitsTag<kBytes>;
  using V = hn::Vec<D>;
  using In = char16_t;
  using Out = uint8_t;
  static constexpr size_t kStep = kBytes;
  static constexpr size_t kInput = 1;

  static HWY_INLINE TwoVectors<V> Load(const char16_t* in) {
    return {LoadUnits(D(), in), LoadUnits(D(), in + kBytes / 2)};
  }
  static HWY_INLINE void Store(TwoVectors<V> v, uint8_t* out) {
    const BytesTag<kBytes> d8;
    const auto hi = hn::BitCast(d8, v.v1);
    const auto lo = hn::BitCast(d8, v.v0);
    hn::StoreU(hn::ConcatEven(d8, hi, lo), d8, out);
  }
  static HWY_INLINE V Key(TwoVectors<V> v) { return hn::Or(v.v0, v.v1); }
  static HWY_INLINE V Merge(V a, V b) { return hn::Or(a, b); }
  static HWY_INLINE auto Stops(V v) {
    const D d;
    constexpr uint16_t kAbove = static_cast<uint16_t>(~(kLimit - 1));
    return hn::Ne(hn::And(v, hn::Set(d, kAbove)), hn::Zero(d));
  }
  static HWY_INLINE bool HasNoStop(V v) { return hn::AllFalse(D(), Stops(v)); }
  static HWY_INLINE size_t FirstStop(const char16_t* in) {
    const D d;
    const TwoVectors<V> v = Load(in);
    const auto stops = Stops(v.v0);
    if (!hn::AllFalse(d, stops))
      return hn::FindKnownFirstTrue(d, stops);
    return kBytes / 2 + hn::FindKnownFirstTrue(d, Stops(v.v1));
  }
};

template <size_t kBytes>
using NarrowAsciiOp = NarrowOp<kBytes, 0x80>;
template <size_t kBytes>
using NarrowLatin1Op = NarrowOp<kBytes, 0x100>;

template <size_t kBytes, bool kBigEndian>
struct CopyNonSurrogateOp {
  using D = UnitsTag<kBytes>;
  using V = hn::Vec<D>;
  using In = uint8_t;
  using Out = char16_t;
  static constexpr size_t kStep = kBytes / 2;
  static constexpr size_t kInput = 2;

  static HWY_INLINE V Load(const uint8_t* in) {
    const V v = LoadUnits(D(), in);
    if constexpr (kBigEndian)
      return hn::Or(hn::ShiftLeft<8>(v), hn::ShiftRight<8>(v));
    else
      return v;
  }
  static HWY_INLINE void Store(V v, char16_t* out) { StoreUnits(D(), v, out); }
  // Surrogates change places with 0 to 0x7FF, so that the minimum of several
  // keys is among those where one of them is.
  static HWY_INLINE V Key(V v) { return hn::Xor(v, hn::Set(D(), 0xD800)); }
  static HWY_INLINE V Merge(V a, V b) { return hn::Min(a, b); }
  static HWY_INLINE auto Stops(V key) {
    const D d;
    return hn::Eq(hn::And(key, hn::Set(d, 0xF800)), hn::Zero(d));
  }
  static HWY_INLINE bool HasNoStop(V key) {
    return hn::AllFalse(D(), Stops(key));
  }
  static HWY_INLINE size_t FirstStop(const uint8_t* in) {
    return hn::FindKnownFirstTrue(D(), Stops(Key(Load(in))));
  }
};

template <size_t kBytes>
using CopyNonSurrogateLeOp = CopyNonSurrogateOp<kBytes, false>;
template <size_t kBytes>
using CopyNonSurrogateBeOp = CopyNonSurrogateOp<kBytes, true>;

// False if there is something to stop at; all before it has been written.
template <class Op>
HWY_INLINE bool CopyStep(const typename Op::In* in, typename Op::Out* out) {
  const auto v = Op::Load(in);
  Op::Store(v, out);
  return Op::HasNoStop(Op::Key(v));
}

// False if there is something to stop at; then nothing has been written.
template <class Op>
HWY_INLINE bool CopyFourSteps(const typename Op::In* in,
                              typename Op::Out* out) {
  constexpr size_t kStep = Op::kStep;
  constexpr size_t kStride = Op::kStep * Op::kInput;
  const auto v0 = Op::Load(in);
  const auto v1 = Op::Load(in + kStride);
  const auto v2 = Op::Load(in + 2 * kStride);
  const auto v3 = Op::Load(in + 3 * kStride);
  if (!Op::HasNoStop(Op::Merge(Op::Merge(Op::Key(v0), Op::Key(v1)),
                               Op::Merge(Op::Key(v2), Op::Key(v3))))) {
    return false;
  }
  Op::Store(v0, out);
  Op::Store(v1, out + kStep);
  Op::Store(v2, out + 2 * kStep);
  Op::Store(v3, out + 3 * kStep);
  return true;
}

// Needs n >= Op::kStep.
template <class Op>
HWY_INLINE size_t CopySteps(const typename Op::In* in,
                            size_t n,
                            typename Op::Out* out) {
  constexpr size_t kStep = Op::kStep;
  constexpr size_t kInput = Op::kInput;
  // The first step is taken alone: a stop near the start costs little, and the
  // next step may begin inside it, where stores are aligned.
  if (!CopyStep<Op>(in, out))
    return Op::FirstStop(in);
  size_t i = kStep;
  // With 5 or 16 instead of 8, decode/UTF-8/ascii/1KiB takes as long.
  if (n >= 8 * kStep) {
    constexpr size_t kAlign =
        kStep * sizeof(*out) < 64 ? kStep * sizeof(*out) : 64;
    i -= Misalignment(out, kAlign);
    for (; n - i >= 4 * kStep; i += 4 * kStep) {
      if (!CopyFourSteps<Op>(in + i * kInput, out + i))
        break;
    }
  }
  for (; n - i >= kStep; i += kStep) {
    if (!CopyStep<Op>(in + i * kInput, out + i)) {
      return i + Op::FirstStop(in + i * kInput);
    }
  }
  if (i == n)
    return n;
  // The last step ends at n and so begins inside what is done: there it writes
  // the same once more and finds nothing to stop at.
  i = n - kStep;
  if (CopyStep<Op>(in + i * kInput, out + i))
    return n;
  return i + Op::FirstStop(in + i * kInput);
}

// Needs n >= 16. Spans shorter than a vector are done in shorter vectors.
template <template <size_t> class Op>
HWY_INLINE size_t CopyInVectors(const typename Op<16>::In* in,
                                size_t n,
                                typename Op<16>::Out* out) {
  if constexpr (kLanes8 >= 64) {
    if (n >= 64)
      return CopySteps<Op<64>>(in, n, out);
  }
  if constexpr (kLanes8 >= 32) {
    if (n >= 32)
      return CopySteps<Op<32>>(in, n, out);
  }
  return CopySteps<Op<16>>(in, n, out);
}

size_t AsciiPrefix(const uint8_t* input, size_t n) {
  return CopyInVectors<AsciiOp>(input, n, input);
}
size_t Latin1PrefixOfUtf8(const uint8_t* input, size_t n) {
  return CopyInVectors<Latin1OfUtf8Op>(input, n, input);
}
size_t CopyAsciiPrefix(const uint8_t* input, size_t n, uint8_t* output) {
  return CopyInVectors<CopyAsciiOp>(input, n, output);
}
size_t WidenAsciiPrefix(const uint8_t* input, size_t n, char16_t* output) {
  return CopyInVectors<WidenAsciiOp>(input, n, output);
}
void WidenLatin1(const uint8_t* input, size_t n, char16_t* output) {
  CopyInVectors<WidenLatin1Op>(input, n, output);
}
size_t NarrowAsciiPrefix(const char16_t* input, size_t n, uint8_t* output) {
  return CopyInVectors<NarrowAsciiOp>(input, n, output);
}
size_t NarrowLatin1Prefix(const char16_t* input, size_t n, uint8_t* output) {
  return CopyInVectors<NarrowLatin1Op>(input, n, output);
}
size_t CopyNonSurrogatePrefixLe(const uint8_t* input,
                                size_t n,
                                char16_t* output) {
  return CopyInVectors<CopyNonSurrogateLeOp>(input, n, output);
}
size_t CopyNonSurrogatePrefixBe(const uint8_t* input,
                                size_t n,
                                char16_t* output) {
  return CopyInVectors<CopyNonSurrogateBeOp>(input, n, output);
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "src/kernels/copy_short.h"

namespace v8_encoding::simd {
namespace {

// Spans of fewer elements have no vector. With 32 or 64, all operations of
// UTF-8, UTF-16 and windows-1252 on ascii, chinese and html of 16 B to 1 KiB
// take as long.
constexpr size_t kMinCopyDispatch = 16;

constinit const ByTarget kAsciiPrefix(V8_ENCODING_BY_TARGET(AsciiPrefix));
constinit const ByTarget kLatin1PrefixOfUtf8(
    V8_ENCODING_BY_TARGET(Latin1PrefixOfUtf8));
constinit const ByTarget kCopyAsciiPrefix(
    V8_ENCODING_BY_TARGET(CopyAsciiPrefix));
constinit const ByTarget kWidenAsciiPrefix(
    V8_ENCODING_BY_TARGET(WidenAsciiPrefix));
constinit const ByTarget kWidenLatin1(V8_ENCODING_BY_TARGET(WidenLatin1));
constinit const ByTarget kNarrowAsciiPrefix(
    V8_ENCODING_BY_TARGET(NarrowAsciiPrefix));
constinit const ByTarget kNarrowLatin1Prefix(
    V8_ENCODING_BY_TARGET(NarrowLatin1Prefix));
constinit const ByTarget kCopyNonSurrogatePrefixLe(
    V8_ENCODING_BY_TARGET(CopyNonSurrogatePrefixLe));
constinit const ByTarget kCopyNonSurrogatePrefixBe(
    V8_ENCODING_BY_TARGET(CopyNonSurrogatePrefixBe));

}  // namespace

#define V8_ENCODING_DISPATCH(name, ...)                      \
  return n >= kMinCopyDispatch    ? k##name(__VA_ARGS__)     \
         : n >= words::kMinLength ? words::name(__VA_ARGS__) \
                                  : scalar::name(__VA_ARGS__)

size_t AsciiPrefix(const uint8_t* input, size_t n) {
  V8_ENCODING_DISPATCH(AsciiPrefix, input, n);
}

size_t Latin1PrefixOfUtf8(const uint8_t* input, size_t n) {
  return n >= kMinCopyDispatch ? kLatin1PrefixOfUtf8(input, n)
                               : scalar::Latin1PrefixOfUtf8(input, n);
}

size_t CopyAsciiPrefix(const uint8_t* input, size_t n, uint8_t* output) {
  V8_ENCODING_DISPATCH(CopyAsciiPrefix, input, n, output);
}

size_t WidenAsciiPrefix(const uint8_t* input, size_t n, char16_t* output) {
  V8_ENCODING_DISPATCH(WidenAsciiPrefix, input, n, output);
}

void WidenLatin1(const uint8_t* input, size_t n, char16_t* output) {
  V8_ENCODING_DISPATCH(WidenLatin1, input, n, output);
}

size_t NarrowAsciiPrefix(const char16_t* input, size_t n, uint8_t* output) {
  V8_ENCODING_DISPATCH(NarrowAsciiPrefix, input, n, output);
}

size_t NarrowLatin1Prefix(const char16_t* input, size_t n, uint8_t* output) {
  V8_ENCODING_DISPATCH(NarrowLatin1Prefix, input, n, output);
}

size_t CopyNonSurrogatePrefixLe(const uint8_t* input,
                                size_t n,
                                char16_t* output) {
  V8_ENCODING_DISPATCH(CopyNonSurrogatePrefixLe, input, n, output);
}

size_t CopyNonSurrogatePrefixBe(const uint8_t* input,
                                size_t n,
                                char16_t* output) {
  V8_ENCODING_DISPATCH(CopyNonSurrogatePrefixBe, input, n, output);
}

#undef V8_ENCODING_DISPATCH

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
