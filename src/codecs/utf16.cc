// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/codecs/codecs.h"

#include "src/codecs/decode_driver.h"
#include "src/kernels/utf16_decode.h"

namespace v8_encoding::internal {

namespace {

// The state: *UTF-16 leading byte* and *UTF-16 leading surrogate*, each behind
// a flag that says whether it's there.
constexpr uint32_t kLeadByteMask = 0xFF;
constexpr uint32_t kHasLeadByte = uint32_t{1} << 8;
constexpr int kLeadSurrogateShift = 9;
constexpr uint32_t kHasLeadSurrogate = uint32_t{1} << 19;

// Less isn't worth the call of a kernel. With 5, decode/UTF-16LE/16B takes 1.1
// times as long, with 20 as long (AVX3_DL and AVX2).
constexpr size_t kMinKernelUnits = 10;

template <bool kBigEndian>
class Utf16Codec {
 public:
  static constexpr DecoderMembers kDecoderMembers = {
      .has_kernels = true,
      .has_byte_order_mark = true};
  static constexpr DecodeKernels kDecodeKernels = {
      .latin1 = {},
      .utf16 =
          kBigEndian
              ? internal::DecodeKernelOf<char16_t>{&simd::kUtf16BeToUtf16,
                                                   &simd::kUtf16BeToUtf16Stage}
              : internal::DecodeKernelOf<char16_t>{
                    &simd::kUtf16LeToUtf16, &simd::kUtf16LeToUtf16Stage}};
  static constexpr uint8_t kFirstOfByteOrderMark = kBigEndian ? 0xFE : 0xFF;

  // https://encoding.spec.whatwg.org/#shared-utf-16-decoder
  static DecodeStep Handle(uint32_t& state, uint8_t byte) {
    if (!(state & kHasLeadByte)) {
      state |= kHasLeadByte | byte;
      return DecodeStep::Continue();
    }
    const uint32_t lead_byte = state & kLeadByteMask;
    const uint32_t unit =
        kBigEndian ? lead_byte << 8 | byte : uint32_t{byte} << 8 | lead_byte;
    if (state & kHasLeadSurrogate) {
      const uint32_t lead =
          kFirstLeadSurrogate | (state >> kLeadSurrogateShift & kSurrogateBits);
      if (IsTrailSurrogate(unit)) {
        state = 0;
        return DecodeStep::CodePoint(ScalarValueFromSurrogates(lead, unit));
      }
      // The two bytes of `unit` are restored. The first of them may belong to
      // an earlier chunk, so it's in the state that it goes on waiting.
      state = kHasLeadByte | lead_byte;
      return DecodeStep::ErrorRestoring(2, 1);
    }
    if (IsLeadSurrogate(unit)) {
      state = kHasLeadSurrogate | (unit & kSurrogateBits)
                                      << kLeadSurrogateShift;
      return DecodeStep::Continue();
    }
    state = 0;
    return IsTrailSurrogate(unit) ? DecodeStep::Error(2)
                                  : DecodeStep::CodePoint(unit);
  }

  static DecodeStep HandleEnd(uint32_t& state) {
    const int length =
        (state & kHasLeadSurrogate ? 2 : 0) + (state & kHasLeadByte ? 1 : 0);
    state = 0;
    return DecodeStep::Error(static_cast<uint8_t>(length));
  }

  static void DecodeRun(DecodeCursor<char16_t>& cursor,
                        AfterKernel after_kernel) {
    if (after_kernel == AfterKernel::kNo &&
        cursor.in_left() >= 2 * kMinKernelUnits) {
      RunKernel(kDecodeKernels, cursor,
                kBigEndian ? Encoding::kUtf16Be : Encoding::kUtf16Le);
    }
    // Runs between surrogate pairs may be short; see DecodeAscii. With 8,
    // decode/UTF-16LE/16B takes 0.96 to 1.08 times as long, with 64 as long.
    constexpr size_t kProvenRun = 16;
    for (;;) {
      const size_t n = std::min(cursor.in_left() / 2, cursor.out_left());
      size_t i = 0;
      while (i < n && i < kProvenRun &&
             !IsSurrogate(UnitAt(cursor.in + 2 * i))) {
        cursor.out[i] = UnitAt(cursor.in + 2 * i);
        ++i;
      }
      if (i == kProvenRun) {
        i += CopyNonSurrogates(cursor.in + 2 * i, n - i, cursor.out + i);
      }
      cursor.in += 2 * i;
      cursor.out += i;
      if (n - i < 2 || !IsLeadSurrogate(UnitAt(cursor.in)) ||
          !IsTrailSurrogate(UnitAt(cursor.in + 2))) {
        return;
      }
      *cursor.out++ = UnitAt(cursor.in);
      *cursor.out++ = UnitAt(cursor.in + 2);
      cursor.in += 4;
    }
  }

  static void DecodeRun(DecodeCursor<uint8_t>& cursor, AfterKernel) {
    char16_t block[256];
    for (;;) {
      const size_t n =
          std::min({cursor.in_left() / 2, cursor.out_left(), std::size(block)});
      const size_t units = CopyNonSurrogates(cursor.in, n, block);
      const size_t narrowed =
          simd::NarrowLatin1Prefix(block, units, cursor.out);
      cursor.in += 2 * narrowed;
      cursor.out += narrowed;
      if (narrowed != std::size(block)) {
        return;
      }
    }
  }

 private:
  static char16_t UnitAt(const uint8_t* bytes) {
    return static_cast<char16_t>(kBigEndian ? bytes[0] << 8 | bytes[1]
                                            : bytes[1] << 8 | bytes[0]);
  }

  static size_t CopyNonSurrogates(const uint8_t* in, size_t n, char16_t* out) {
    return kBigEndian ? simd::CopyNonSurrogatePrefixBe(in, n, out)
                      : simd::CopyNonSurrogatePrefixLe(in, n, out);
  }
};
static_assert(DecoderCodec<Utf16Codec<false>>);
static_assert(DecoderCodec<Utf16Codec<true>>);

}  // namespace

constinit const DecoderFunctions kUtf16BeDecoder =
    kDecoderFunctionsOf<Utf16Codec<true>>;

constinit const DecoderFunctions kUtf16LeDecoder =
    kDecoderFunctionsOf<Utf16Codec<false>>;

DecoderState DropRestoredUtf16(DecoderState state) {
  // The only bytes that an error leaves in the state are restored ones.
  return state.WithCodec(state.codec() & ~(kHasLeadByte | kLeadByteMask));
}

}  // namespace v8_encoding::internal
