// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/codecs/codecs.h"

#include "src/codecs/decode_driver.h"
#include "src/codecs/encode_driver.h"
#include "src/kernels/single_byte/single_byte_decode.h"
#include "src/kernels/single_byte/single_byte_encode.h"

namespace v8_encoding::internal {

namespace {

// Bytes 0x80 to 0xFF are U+F780 to U+F7FF.
constexpr char32_t kOffset = 0xF700;

// Less isn't worth the call of a kernel. With 16, decode/x-user-defined/16B
// takes 1.07 times as long with AVX3_DL and 1.14 times with AVX2.
constexpr size_t kMinUserDefinedInput = 32;

class XUserDefinedCodec {
 public:
  static constexpr DecoderMembers kDecoderMembers = {.has_kernels = true};
  static constexpr DecodeKernels kDecodeKernels = {
      .latin1 = {},
      .utf16 = {&simd::kXUserDefinedToUtf16, &simd::kXUserDefinedToUtf16Stage}};
  static constexpr EncoderMembers kEncoderMembers = {.has_kernels = true};
  static constexpr EncodeKernels kEncodeKernels = {
      .latin1 = {},
      .utf16 = {&simd::kUtf16ToXUserDefined, &simd::kUtf16ToXUserDefinedStage}};

  // https://encoding.spec.whatwg.org/#x-user-defined-decoder
  static DecodeStep Handle(uint32_t&, uint8_t byte) {
    return DecodeStep::CodePoint(byte < 0x80 ? byte : kOffset + byte);
  }

  static DecodeStep HandleEnd(uint32_t&) { return DecodeStep::Finished(); }

  template <typename Unit>
  static void DecodeRun(DecodeCursor<Unit>& cursor, AfterKernel) {
    if constexpr (std::is_same_v<Unit, uint8_t>) {
      DecodeAscii(cursor);
    } else {
      const size_t n = std::min(cursor.in_left(), cursor.out_left());
      const uint8_t* const in = cursor.in;
      char16_t* const out = cursor.out;
      for (size_t i = 0; i < n; ++i) {
        out[i] = static_cast<char16_t>(in[i] + (in[i] >> 7) * kOffset);
      }
      cursor.in += n;
      cursor.out += n;
    }
  }

  // https://encoding.spec.whatwg.org/#x-user-defined-encoder
  static EncodeStep Encode(uint32_t&, char32_t scalar) {
    return HasByte(scalar) ? EncodeStep::Byte(scalar & 0xFF)
                           : EncodeStep::Unmappable(scalar);
  }

  static EncodeStep EncodeEnd(uint32_t&) { return EncodeStep::Finished(); }

  template <typename Unit>
  static void EncodeRun(EncodeCursor<Unit>& cursor, AfterKernel after_kernel) {
    if constexpr (std::is_same_v<Unit, uint8_t>) {
      EncodeAscii(cursor);
    } else {
      // Units without a byte often come in a row.
      if (after_kernel == AfterKernel::kNo &&
          cursor.in_left() >= kMinUserDefinedInput && HasByte(cursor.in[0])) {
        RunKernel(kEncodeKernels, cursor, Encoding::kXUserDefined);
      }
      const size_t n = std::min(cursor.in_left(), cursor.out_left());
      size_t i = 0;
      for (; i < n && HasByte(cursor.in[i]); ++i) {
        cursor.out[i] = static_cast<uint8_t>(cursor.in[i]);
      }
      cursor.in += i;
      cursor.out += i;
    }
  }

 private:
  static constexpr bool HasByte(char32_t scalar) {
    // No branch: scripts alternate with spaces.
    return (scalar < 0x80) | ((scalar & ~char32_t{0x7F}) == kOffset + 0x80);
  }
};
static_assert(DecoderCodec<XUserDefinedCodec>);
static_assert(EncoderCodec<XUserDefinedCodec>);

}  // namespace

constinit const DecoderFunctions kXUserDefinedDecoder =
    kDecoderFunctionsOf<XUserDefinedCodec>;

constinit const EncoderFunctions kXUserDefinedEncoder =
    kEncoderFunctionsOf<XUserDefinedCodec>;

}  // namespace v8_encoding::internal
