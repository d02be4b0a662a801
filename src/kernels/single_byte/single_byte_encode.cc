// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// An encoding's characters lie in a few windows of 128 code points, of which a
// text uses ASCII, the one of its script and now and then another. A block's
// units are taken apart into low and high bytes. Those tell the units that are
// in a window, and the low seven bits of the low byte are the index in the
// window's page, which is looked up for all of the block at once. What is
// neither ASCII nor in the window is then looked up in other windows, until all
// units have a byte, or the first that has none is known.
//
// No block depends on another, and doing one twice changes nothing. So the last
// block ends where the text does, and begins inside the one before it.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/single_byte/single_byte_encode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/kernels/copy.h"
#include "src/kernels/single_byte/single_byte_encode.h"
#include "src/kernels/single_byte/windows-inl.h"
#include "src/kernels/stage.h"
#include "src/kernels/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

using internal::SingleByteEncodeTable;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
size_t Utf16ToSingleByte(const char16_t*,
                         size_t,
                         const SingleByteEncodeTable&,
                         uint8_t*) {
  return 0;
}
size_t Latin1ToSingleByte(const uint8_t*,
                          size_t,
                          const SingleByteEncodeTable&,
                          uint8_t*) {
  return 0;
}
#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

size_t Utf16ToXUserDefined(const char16_t*, size_t, uint8_t*) {
  return 0;
}

#else

// The scalar fallback: writes the bytes of the units in `missing`. Returns how
// many of the n units have bytes.
template <class Encoder, typename Unit>
HWY_INLINE size_t EncodeMissing(const Encoder& encoder,
                                const Unit* input,
                                size_t n,
                                uint64_t missing,
                                uint8_t* output) {
  for (; missing != 0; missing &= missing - 1) {
    const size_t i = static_cast<size_t>(std::countr_zero(missing));
    const uint8_t byte = encoder.FallbackByte(input[i]);
    if (byte == 0 && input[i] != 0)
      return i;
    output[i] = byte;
  }
  return n;
}

template <typename Unit>
HWY_INLINE size_t EncodeAscii(const Unit* input, size_t n, uint8_t* output) {
  if constexpr (sizeof(Unit) == 1) {
    return simd::CopyAsciiPrefix(input, n, output);
  } else {
    return simd::NarrowAsciiPrefix(input, n, output);
  }
}

// Needs at least as many units as a block has.
template <class D, class Encoder, typename Unit>
HWY_INLINE size_t EncodeBlocks(D d,
                               Encoder encoder,
                               const Unit* input,
                               size_t n,
                               uint8_t* output) {
  constexpr size_t kStep = hn::MaxLanes(D());
  size_t ascii_blocks = 0;
  size_t i = 0;
  while (i != n) {
    // The last block begins inside the one before it.
    const size_t at = std::min(i, n - kStep);
    const WindowsBlock<D> block =
        encoder.Convert(LoadBlock(d, input + at), input + at);
    hn::StoreU(block.bytes, d, output + at);
    if (HWY_UNLIKELY(block.missing != 0)) {
      const size_t done =
          EncodeMissing(encoder, input + at, kStep, block.missing, output + at);
      if (done != kStep)
        return at + done;
    }
    i = at + kStep;
    // Not by a condition, of which GCC makes a branch: in marked-up French
    // nobody could predict it.
    ascii_blocks = (ascii_blocks + 1) & -size_t{block.all_ascii};
    if (ascii_blocks == kProvenAsciiBlocks) {
      i += EncodeAscii(input + i, n - i, output + i);
      ascii_blocks = 0;
    }
  }
  return n;
}

#if HWY_TARGET <= HWY_AVX3_DL

// The first n of a block's units, and U+0001 after them: U+0000 isn't converted
// as fast.
HWY_INLINE UnitVectors<D8> LoadPartialBlock(const char16_t* input, size_t n) {
  const uint64_t live = LowBits(n);
  const __m512i ones = _mm512_set1_epi16(1);
  return {
      V8{_mm512_mask_loadu_epi16(ones, static_cast<__mmask32>(live), input)},
      V8{_mm512_mask_loadu_epi16(ones, static_cast<__mmask32>(live >> 32),
                                 input + 32)}};
}
HWY_INLINE V8 LoadPartialBlock(const uint8_t* input, size_t n) {
  return V8{_mm512_maskz_loadu_epi8(LowBits(n), input)};
}

// Fewer units than a block has.
template <class Encoder, typename Unit>
HWY_INLINE size_t EncodePartialBlock(Encoder encoder,
                                     const Unit* input,
                                     size_t n,
                                     uint8_t* output) {
  const WindowsBlock<D8> block =
      encoder.Convert(LoadPartialBlock(input, n), input);
  _mm512_mask_storeu_epi8(output, LowBits(n), block.bytes.raw);
  return EncodeMissing(encoder, input, n, block.missing, output);
}

#endif  // HWY_TARGET <= HWY_AVX3_DL

// There are kShortLanes8 units at least, or one where blocks can be partial.
template <template <class> class Encoder, typename Unit, typename... Table>
HWY_INLINE size_t
Encode(const Unit* input, size_t n, uint8_t* output, const Table&... table) {
#if HWY_TARGET <= HWY_AVX3_DL
  if (n < kLanes8)
    return EncodePartialBlock(Encoder<D8>(table...), input, n, output);
#else
  if (kLanes8 > kShortLanes8 && n < kLanes8) {
    return EncodeBlocks(D8Short(), Encoder<D8Short>(table...), input, n,
                        output);
  }
#endif
  return EncodeBlocks(D8(), Encoder<D8>(table...), input, n, output);
}

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

// The next functions have the parameters of the kernels, which thus jump to
// them.

HWY_NOINLINE size_t EncodeByWindows(const char16_t* input,
                                    size_t n,
                                    const SingleByteEncodeTable& table,
                                    uint8_t* output) {
  return Encode<Utf16Encoder>(input, n, output, table);
}
HWY_NOINLINE size_t EncodeByWindows(const uint8_t* input,
                                    size_t n,
                                    const SingleByteEncodeTable& table,
                                    uint8_t* output) {
  return Encode<WindowsLatin1Encoder>(input, n, output, table);
}

// Encodes kBlocks blocks if there are no exceptions in them.
template <size_t kBlocks, class D, typename Unit>
HWY_INLINE bool EncodeLatin1Blocks(D d,
                                   const Latin1Exceptions<D>& exceptions,
                                   const Unit* input,
                                   uint8_t* output) {
  constexpr size_t kStep = hn::MaxLanes(D());
  // As GCC is told, which else has the blocks in memory.
  static_assert(kBlocks <= 4);
  hn::Vec<D> bytes[kBlocks];
  auto others = hn::Zero(d);
#pragma GCC unroll 4
  for (size_t k = 0; k < kBlocks; ++k) {
    const Latin1Bytes<D> block = ToLatin1(d, LoadBlock(d, input + k * kStep));
    bytes[k] = block.bytes;
    others = hn::Or(others, block.not_latin1);
    others =
        hn::Or(others, hn::VecFromMask(d, exceptions.Exceptions(block.bytes)));
  }
  if (!hn::AllTrue(d, hn::Eq(others, hn::Zero(d))))
    return false;
#pragma GCC unroll 4
  for (size_t k = 0; k < kBlocks; ++k) {
    hn::StoreU(bytes[k], d, output + k * kStep);
  }
  // Untested: but by Clang's count, which behind an unrolled loop is 0.
  return true;
}

// Needs at least as many units as a block has.
template <class D, typename Unit>
HWY_INLINE size_t EncodeNearlyLatin1(D d,
                                     const Unit* input,
                                     size_t n,
                                     const SingleByteEncodeTable& table,
                                     uint8_t* output) {
  constexpr size_t kStep = hn::MaxLanes(D());
  constexpr size_t kMany = 64 / kStep;
  // After exceptions so many units are encoded by windows, and twice as many if
  // the next ones are near.
  constexpr size_t kLeast = 64;
  constexpr size_t kMost = 4096;
  size_t stretch = kLeast;
  const Latin1Exceptions<D> exceptions(table);
  size_t i = 0;
  while (i != n) {
    const size_t begin = i;
    while (n - i >= kMany * kStep &&
           EncodeLatin1Blocks<kMany>(d, exceptions, input + i, output + i)) {
      i += kMany * kStep;
    }
    if (i == n)
      break;
    // The last block begins inside the one before it.
    const size_t at = std::min(i, n - kStep);
    if (EncodeLatin1Blocks<1>(d, exceptions, input + at, output + at)) {
      i = at + kStep;
      continue;
    }
    stretch = i - begin < 4 * stretch ? std::min(2 * stretch, kMost) : kLeast;
    const size_t size = std::min(n - at, stretch);
    const size_t done = EncodeByWindows(input + at, size, table, output + at);
    i = at + done;
    if (done != size)
      return i;
  }
  return n;
}

template <typename Unit>
HWY_NOINLINE size_t EncodeNearlyLatin1(const Unit* input,
                                       size_t n,
                                       const SingleByteEncodeTable& table,
                                       uint8_t* output) {
  const D8 d;
#if HWY_TARGET <= HWY_AVX3_DL
  if (n >= kLanes8)
    return EncodeNearlyLatin1(d, input, n, table, output);
  const auto block = ToLatin1(d, LoadPartialBlock(input, n));
  const auto others = hn::Or(
      block.not_latin1,
      hn::VecFromMask(d, Latin1Exceptions<D8>(table).Exceptions(block.bytes)));
  if (hn::AllTrue(d, hn::Eq(others, hn::Zero(d)))) {
    _mm512_mask_storeu_epi8(output, LowBits(n), block.bytes.raw);
    return n;
  }
  return EncodeByWindows(input, n, table, output);
#else
  if (kLanes8 > kShortLanes8 && n < kLanes8)
    return EncodeNearlyLatin1(D8Short(), input, n, table, output);
  return EncodeNearlyLatin1(d, input, n, table, output);
#endif
}

size_t Utf16ToSingleByte(const char16_t* input,
                         size_t n,
                         const SingleByteEncodeTable& table,
                         uint8_t* output) {
  return IsNearlyLatin1(table) ? EncodeNearlyLatin1(input, n, table, output)
                               : EncodeByWindows(input, n, table, output);
}

size_t Latin1ToSingleByte(const uint8_t* input,
                          size_t n,
                          const SingleByteEncodeTable& table,
                          uint8_t* output) {
  return IsNearlyLatin1(table) ? EncodeNearlyLatin1(input, n, table, output)
                               : EncodeByWindows(input, n, table, output);
}

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

size_t Utf16ToXUserDefined(const char16_t* input, size_t n, uint8_t* output) {
  return Encode<XUserDefined>(input, n, output);
}

#endif  // HWY_TARGET

// Less isn't worth the call. With 32, encode/windows-1251/16B takes as long
// with AVX2.
constexpr size_t kMinEncodeSize = HWY_TARGET <= HWY_AVX3_DL ? 1 : 16;

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

Converted RunUtf16ToSingleByte(const char16_t* input,
                               size_t input_size,
                               uint8_t* output,
                               size_t output_size,
                               Encoding encoding,
                               EncodeErrorMode) {
  const size_t n = std::min(input_size, output_size);
  const SingleByteEncodeTable& table =
      internal::GetSingleByteEncodeTable(encoding);
  const size_t done = n < kMinEncodeSize
                          ? EncodeSingly(input, n, table, output)
                          : Utf16ToSingleByte(input, n, table, output);
  return {done, done};
}

Converted RunLatin1ToSingleByte(const uint8_t* input,
                                size_t input_size,
                                uint8_t* output,
                                size_t output_size,
                                Encoding encoding,
                                EncodeErrorMode) {
  const size_t n = std::min(input_size, output_size);
  const SingleByteEncodeTable& table =
      internal::GetSingleByteEncodeTable(encoding);
  const size_t done = n < kMinEncodeSize
                          ? EncodeSingly(input, n, table, output)
                          : Latin1ToSingleByte(input, n, table, output);
  return {done, done};
}

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

Converted RunUtf16ToXUserDefined(const char16_t* input,
                                 size_t input_size,
                                 uint8_t* output,
                                 size_t output_size,
                                 Encoding,
                                 EncodeErrorMode) {
  const size_t n = std::min(input_size, output_size);
  if (n < kMinEncodeSize) {
    return {0, 0};
  }
  const size_t done = Utf16ToXUserDefined(input, n, output);
  return {done, done};
}

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

#if HWY_TARGET <= HWY_AVX3_DL

// What isn't for EncodeShortSingleByte().
constexpr size_t kIsInOtherWindow = ~size_t{0};

// Encodes up to 32 units, all or those before the first that has no byte, and
// returns how many; or nothing where a unit is neither ASCII nor in the
// encoding's two windows, and has one.
HWY_INLINE size_t EncodeShortSingleByte(const SingleByteEncodeTable& table,
                                        const char16_t* input,
                                        size_t n,
                                        uint8_t* output) {
  __mmask32 live = static_cast<__mmask32>(LowBits(n));
  const __m512i units = _mm512_maskz_loadu_epi16(live, input);
  const __m256i windows = _mm512_cvtusepi16_epi8(
      _mm512_srli_epi16(units, internal::kSingleByteWindowBits));
  const __m512i indexes = _mm512_castsi256_si512(
      _mm512_cvtepi16_epi8(_mm512_and_si512(units, _mm512_set1_epi16(0x7F))));
  const __mmask32 ascii = _mm256_testn_epi8_mask(windows, windows);
  const auto in_window = [&](size_t window) HWY_ATTR {
    return _mm256_cmpeq_epi8_mask(windows,
                                  _mm256_set1_epi8(static_cast<char>(window)));
  };
  const __mmask32 in_main = in_window(table.main_window);
  __m256i bytes =
      _mm512_castsi512_si256(ByteTable512(PageOf(table, table.main_window))
                                 .LookupOrKeep(in_main, indexes));
  // Zero is a byte of nothing but U+0000.
  __mmask32 found = _mm256_mask_test_epi8_mask(in_main, bytes, bytes);
  if (_kortestc_mask32_u8(ascii, found) == 0) {
    const __mmask32 in_second = in_window(table.second_window);
    bytes = _mm256_mask_mov_epi8(
        bytes, in_second,
        _mm512_castsi512_si256(
            ByteTable512(PageOf(table, table.second_window)).Lookup(indexes)));
    found = _mm256_mask_test_epi8_mask(in_main | in_second, bytes, bytes);
    const uint32_t missing = ~(ascii | found);
    if (missing != 0) {
      n = static_cast<size_t>(std::countr_zero(missing));
      if (table.Byte(input[n]) != 0)
        return kIsInOtherWindow;
      live = static_cast<__mmask32>(LowBits(n));
    }
  }
  _mm256_mask_storeu_epi8(output, live, bytes);
  return n;
}

// Latin-1 is in two windows.
HWY_INLINE size_t EncodeShortSingleByte(const SingleByteEncodeTable& table,
                                        const uint8_t* input,
                                        size_t n,
                                        uint8_t* output) {
  return EncodePartialBlock(WindowsLatin1Encoder<D8>(table), input, n, output);
}

#endif  // HWY_TARGET <= HWY_AVX3_DL

template <auto kRun, typename Unit>
HWY_NOINLINE EncodeResult* StageSingleByteEncode(EncodeResult* result,
                                                 Encoder* encoder,
                                                 const Unit* input,
                                                 size_t input_size,
                                                 uint8_t* output,
                                                 size_t output_size) {
#if HWY_TARGET <= HWY_AVX3_DL
  if (HWY_LIKELY(input_size <= kLanes8 / 2 && input_size <= output_size)) {
    const size_t done = EncodeShortSingleByte(
        internal::GetSingleByteEncodeTable(encoder->encoding()), input,
        input_size, output);
    if (HWY_LIKELY(done != kIsInOtherWindow)) {
      internal::AllRead(result, done, done);
      return HWY_LIKELY(done == input_size)
                 ? result
                 : internal::EncodeStages::Continue<Unit>(
                       result, encoder, input, input_size, output, output_size);
    }
  }
#endif
  return internal::EncodeByKernel<kRun, Unit>(result, encoder, input,
                                              input_size, output, output_size);
}
constexpr auto& StageUtf16ToSingleByte =
    StageSingleByteEncode<RunUtf16ToSingleByte, char16_t>;
constexpr auto& StageLatin1ToSingleByte =
    StageSingleByteEncode<RunLatin1ToSingleByte, uint8_t>;

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

constexpr auto& StageUtf16ToXUserDefined =
    internal::EncodeByKernel<RunUtf16ToXUserDefined, char16_t>;

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

constinit const ByTarget<EncodeKernel<char16_t>> kUtf16ToSingleByte(
    V8_ENCODING_BY_TARGET(RunUtf16ToSingleByte));
constinit const ByTarget<EncodeKernel<uint8_t>> kLatin1ToSingleByte(
    V8_ENCODING_BY_TARGET(RunLatin1ToSingleByte));

constinit const ByTarget<internal::EncodeStage<char16_t>>
    kUtf16ToSingleByteStage(V8_ENCODING_BY_TARGET(StageUtf16ToSingleByte));
constinit const ByTarget<internal::EncodeStage<uint8_t>>
    kLatin1ToSingleByteStage(V8_ENCODING_BY_TARGET(StageLatin1ToSingleByte));

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

constinit const ByTarget<EncodeKernel<char16_t>> kUtf16ToXUserDefined(
    V8_ENCODING_BY_TARGET(RunUtf16ToXUserDefined));

constinit const ByTarget<internal::EncodeStage<char16_t>>
    kUtf16ToXUserDefinedStage(V8_ENCODING_BY_TARGET(StageUtf16ToXUserDefined));

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
