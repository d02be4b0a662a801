// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Each byte is a unit of its own. An encoding's upper half is two tables of 128
// bytes, one with the units' low bytes and one with the high bytes, which are
// looked up for all bytes of a block at once; ASCII bytes go past them. What is
// unmapped is U+FFFD in the tables already, so it is found, where it must be,
// in the units.
//
// Where a vector holds no table of 128 bytes, a lookup takes eight shuffles.
// But scripts stand in most encodings as they do in Unicode: units are their
// bytes (windows-1252) or at one distance from these for each row of 16. A
// block without exceptions from that needs no lookup; exceptions are looked up
// one by one while they are rare, and whole blocks where they aren't.
//
// No block depends on another, and doing one twice changes nothing. So the last
// block ends where the text does, and begins inside the one before it.

#include "src/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/single_byte/single_byte_decode.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/kernels/single_byte/byte_table-inl.h"
#include "src/kernels/single_byte/latin1-inl.h"
#include "src/kernels/single_byte/rows-inl.h"
#include "src/kernels/single_byte/single_byte_decode.h"
#include "src/kernels/single_byte/single_byte_decode_blocks-inl.h"
#include "src/kernels/stage.h"
#include "src/kernels/utf8/utf8_encode_short-inl.h"
#include "src/kernels/vectors-inl.h"
#include "src/tables/single_byte.h"

HWY_BEFORE_NAMESPACE();
namespace v8_encoding::simd::HWY_NAMESPACE {
namespace {

using internal::SingleByteDecodeTable;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

size_t SingleByteToUtf16(const uint8_t*,
                         size_t,
                         const SingleByteDecodeTable&,
                         char16_t*,
                         bool) {
  return 0;
}
size_t SingleByteToLatin1(const uint8_t*,
                          size_t,
                          const SingleByteDecodeTable&,
                          uint8_t*) {
  return 0;
}
size_t XUserDefinedToUtf16(const uint8_t*, size_t, char16_t*) {
  return 0;
}

#else

HWY_INLINE size_t SingleByteToUtf16(const uint8_t* input,
                                    size_t n,
                                    const SingleByteDecodeTable& table,
                                    char16_t* output,
                                    bool replace) {
#if HWY_TARGET > HWY_AVX3_DL
  // Shorter texts of a few exceptions would take longer.
  constexpr size_t kMinScript = 128;
  if (IsNearlyLatin1(table))
    return DecodeByRows<Latin1Rows>(input, n, table, output, replace);
  if (n >= kMinScript && HasRegularRows(table))
    return DecodeByRows<ScriptRows>(input, n, table, output, replace);
  return LookUpAll(input, n, table, output, replace);
#else
  return DecodeByTables(input, n, table, output, replace);
#endif
}

HWY_INLINE size_t SingleByteToLatin1(const uint8_t* input,
                                     size_t n,
                                     const SingleByteDecodeTable& table,
                                     uint8_t* output) {
#if HWY_TARGET > HWY_AVX3_DL
  if (IsNearlyLatin1(table))
    return DecodeByRows<Latin1Rows>(input, n, table, output, false);
  return LookUpAll(input, n, table, output, false);
#else
  return DecodeByTables(input, n, table, output, false);
#endif
}

size_t XUserDefinedToUtf16(const uint8_t* input, size_t n, char16_t* output) {
  return Decode<XUserDefinedUnits>(input, n, output, false);
}

#endif  // HWY_TARGET

// Less isn't worth the call. With 32, decode/windows-1251/16B takes 1.04 times
// as long with AVX2.
constexpr size_t kMinDecodeSize = HWY_TARGET <= HWY_AVX3_DL ? 1 : 16;

Converted RunSingleByteToUtf16(const uint8_t* input,
                               size_t input_size,
                               char16_t* output,
                               size_t output_size,
                               Encoding encoding,
                               DecodeErrorMode error_mode) {
  const size_t n = std::min(input_size, output_size);
  const SingleByteDecodeTable& table =
      internal::GetSingleByteDecodeTable(encoding);
  const bool replace = error_mode == DecodeErrorMode::kReplacement;
  const size_t done = n < kMinDecodeSize
                          ? DecodeSingly(input, n, table, output, replace)
                          : SingleByteToUtf16(input, n, table, output, replace);
  return {done, done};
}

Converted RunSingleByteToLatin1(const uint8_t* input,
                                size_t input_size,
                                uint8_t* output,
                                size_t output_size,
                                Encoding encoding,
                                DecodeErrorMode) {
  const size_t n = std::min(input_size, output_size);
  const SingleByteDecodeTable& table =
      internal::GetSingleByteDecodeTable(encoding);
  const size_t done = n < kMinDecodeSize
                          ? DecodeSingly(input, n, table, output, false)
                          : SingleByteToLatin1(input, n, table, output);
  return {done, done};
}

Converted RunXUserDefinedToUtf16(const uint8_t* input,
                                 size_t input_size,
                                 char16_t* output,
                                 size_t output_size,
                                 Encoding,
                                 DecodeErrorMode) {
  const size_t n = std::min(input_size, output_size);
  if (n < kMinDecodeSize) {
    return {0, 0};
  }
  const size_t done = XUserDefinedToUtf16(input, n, output);
  return {done, done};
}

#if HWY_TARGET <= HWY_AVX3_DL

template <typename Unit>
HWY_INLINE bool DecodeShortSingleByte(const Decoder& decoder,
                                      const uint8_t* input,
                                      size_t n,
                                      Unit* output) {
  const SingleByteDecodeTable& table =
      internal::GetSingleByteDecodeTable(decoder.encoding());
  const bool stop = sizeof(Unit) == 1 ||
                    (decoder.error_mode() != DecodeErrorMode::kReplacement &&
                     table.unmapped_count != 0);
  return DecodePartialBlock(TableEncoding<D8>(table), stop, input, n, output);
}

#endif

template <auto kRun, typename Unit>
HWY_NOINLINE DecodeResult* StageSingleByteDecode(DecodeResult* result,
                                                 Decoder* decoder,
                                                 const uint8_t* input,
                                                 size_t input_size,
                                                 Unit* output,
                                                 size_t output_size) {
#if HWY_TARGET <= HWY_AVX3_DL
  if (HWY_LIKELY(input_size < kLanes8 && input_size <= output_size) &&
      DecodeShortSingleByte(*decoder, input, input_size, output)) {
    return internal::AllRead(result, input_size, input_size);
  }
#endif
  return internal::DecodeByKernel<kRun, Unit>(result, decoder, input,
                                              input_size, output, output_size);
}
constexpr auto& StageSingleByteToUtf16 =
    StageSingleByteDecode<RunSingleByteToUtf16, char16_t>;
constexpr auto& StageSingleByteToLatin1 =
    StageSingleByteDecode<RunSingleByteToLatin1, uint8_t>;

DecodeResult* StageXUserDefinedToUtf16(DecodeResult* result,
                                       Decoder* decoder,
                                       const uint8_t* input,
                                       size_t input_size,
                                       char16_t* output,
                                       size_t output_size) {
#if HWY_TARGET <= HWY_AVX3_DL
  if (HWY_LIKELY(input_size < kLanes8 && input_size <= output_size) &&
      DecodePartialBlock(XUserDefinedUnits<D8>(), false, input, input_size,
                         output)) {
    return internal::AllRead(result, input_size, input_size);
  }
#endif
  return internal::DecodeByKernel<RunXUserDefinedToUtf16, char16_t>(
      result, decoder, input, input_size, output, output_size);
}

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

size_t ShortSingleByteToUtf8(const uint8_t*,
                             size_t,
                             uint8_t*,
                             size_t,
                             Encoding,
                             DecodeErrorMode) {
  return 0;
}

#else

#if HWY_TARGET <= HWY_AVX3_DL
using D8ToUtf8 = D8;
#else
using D8ToUtf8 = D8Short;
#endif

// The first units, as many as a vector has, and what is behind them.
HWY_INLINE V16 FirstUnits(const UnitBytes<D8ToUtf8>& units) {
#if HWY_TARGET <= HWY_AVX3_DL
  return V16{_mm512_unpacklo_epi8(units.low.raw, units.high.raw)};
#else
  const D8ToUtf8 d;
  const auto lower = hn::InterleaveLower(d, units.low, units.high);
#if HWY_TARGET > HWY_AVX2
  return hn::BitCast(D16(), lower);
#else
  const BytesTag<32> d32;
  const auto all =
      hn::Combine(d32, hn::InterleaveUpper(d, units.low, units.high), lower);
  return hn::BitCast(D16(), all);
#endif
#endif
}

#if HWY_TARGET <= HWY_AVX3_DL
HWY_INLINE V16 OtherUnits(const UnitBytes<D8ToUtf8>& units) {
  return V16{_mm512_unpackhi_epi8(units.low.raw, units.high.raw)};
}
#elif HWY_TARGET > HWY_AVX2
HWY_INLINE V16 OtherUnits(const UnitBytes<D8ToUtf8>& units) {
  return hn::BitCast(D16(),
                     hn::InterleaveUpper(D8ToUtf8(), units.low, units.high));
}
#endif

size_t ShortSingleByteToUtf8(const uint8_t* input,
                             size_t input_size,
                             uint8_t* output,
                             size_t output_size,
                             Encoding encoding,
                             DecodeErrorMode error_mode) {
  const D8ToUtf8 d;
  const SingleByteDecodeTable& table =
      internal::GetSingleByteDecodeTable(encoding);
#if HWY_TARGET <= HWY_AVX3_DL
  const V8 v{
      InOrderToInterleave(_mm512_maskz_loadu_epi8(LowBits(input_size), input))};
#else
  const auto v = LoadPartial(d, input, input_size);
#endif
  const UnitBytes<D8ToUtf8> units = TableEncoding<D8ToUtf8>(table).Get(v);
  if (error_mode != DecodeErrorMode::kReplacement &&
      table.unmapped_count != 0 && AnyUnmapped(d, units))
    return 0;
  const size_t n = std::min(input_size, kLanes16);
  const size_t written =
      EncodeShortVector(FirstUnits(units), n, output, output_size);
#if HWY_TARGET <= HWY_AVX3_DL || HWY_TARGET > HWY_AVX2
  if (n != input_size && written != 0) {
    const size_t more =
        EncodeShortVector(OtherUnits(units), input_size - n, output + written,
                          output_size - written);
    return more == 0 ? 0 : written + more;
  }
#endif
  return written;
}

#endif  // HWY_TARGET

}  // namespace
}  // namespace v8_encoding::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace v8_encoding::simd {

constinit const ByTarget<DecodeKernel<char16_t>> kSingleByteToUtf16(
    V8_ENCODING_BY_TARGET(RunSingleByteToUtf16));
constinit const ByTarget<DecodeKernel<uint8_t>> kSingleByteToLatin1(
    V8_ENCODING_BY_TARGET(RunSingleByteToLatin1));
constinit const ByTarget<DecodeKernel<char16_t>> kXUserDefinedToUtf16(
    V8_ENCODING_BY_TARGET(RunXUserDefinedToUtf16));

constinit const ByTarget<internal::DecodeStage<char16_t>>
    kSingleByteToUtf16Stage(V8_ENCODING_BY_TARGET(StageSingleByteToUtf16));
constinit const ByTarget<internal::DecodeStage<uint8_t>>
    kSingleByteToLatin1Stage(V8_ENCODING_BY_TARGET(StageSingleByteToLatin1));
constinit const ByTarget<internal::DecodeStage<char16_t>>
    kXUserDefinedToUtf16Stage(V8_ENCODING_BY_TARGET(StageXUserDefinedToUtf16));

constinit const ByTarget<
    size_t(const uint8_t*, size_t, uint8_t*, size_t, Encoding, DecodeErrorMode)>
    kShortSingleByteToUtf8(V8_ENCODING_BY_TARGET(ShortSingleByteToUtf8));

}  // namespace v8_encoding::simd

#endif  // HWY_ONCE
