// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/codecs/codecs.h"

#include "src/codecs/codec_of.h"
#include "src/codecs/decode_driver.h"
#include "src/codecs/encode_driver.h"
#include "src/kernels/single_byte/single_byte_decode.h"
#include "src/kernels/single_byte/single_byte_encode.h"
#include "src/tables/single_byte.h"

namespace v8_encoding::internal {

namespace {

// The tables, which are looked up by encoding, have one for each encoding that
// comes here.
consteval bool EachSingleByteEncodingHasTables() {
  for (size_t i = 0; i < kEncodingCount; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    if ((CodecOf(encoding) == CodecId::kSingleByte) !=
        HasSingleByteTables(encoding)) {
      return false;
    }
  }
  return true;
}
static_assert(EachSingleByteEncodingHasTables());

// Less isn't worth the call of a kernel. With 32, decode/windows-1251/16B takes
// 1.4 times as long with AVX3_DL, 1.04 times with AVX2, and encoding as long.
constexpr size_t kMinKernelInput = 16;

class SingleByteDecoder {
 public:
  static constexpr DecoderMembers kDecoderMembers = {.has_kernels = true};
  static constexpr DecodeKernels kDecodeKernels = {
      .latin1 = {&simd::kSingleByteToLatin1, &simd::kSingleByteToLatin1Stage},
      .utf16 = {&simd::kSingleByteToUtf16, &simd::kSingleByteToUtf16Stage}};

  explicit SingleByteDecoder(Encoding encoding)
      : encoding_(encoding), table_(GetSingleByteDecodeTable(encoding)) {}

  // https://encoding.spec.whatwg.org/#single-byte-decoder
  DecodeStep Handle(uint32_t&, uint8_t byte) const {
    if (byte < 0x80) {
      return DecodeStep::CodePoint(byte);
    }
    const char16_t unit = table_.Unit(byte - 0x80);
    return unit == kReplacementCharacter ? DecodeStep::Error(1)
                                         : DecodeStep::CodePoint(unit);
  }

  DecodeStep HandleEnd(uint32_t&) const { return DecodeStep::Finished(); }

  template <typename Unit>
  void DecodeRun(DecodeCursor<Unit>& cursor, AfterKernel after_kernel) const {
    if (after_kernel == AfterKernel::kNo &&
        cursor.in_left() >= kMinKernelInput) {
      RunKernel(kDecodeKernels, cursor, encoding_);
    }
    const size_t n = simd::DecodeSingly(
        cursor.in, std::min(cursor.in_left(), cursor.out_left()), table_,
        cursor.out, cursor.replace);
    cursor.in += n;
    cursor.out += n;
  }

 private:
  const Encoding encoding_;
  const SingleByteDecodeTable& table_;
};
static_assert(DecoderCodec<SingleByteDecoder>);

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

class SingleByteEncoder {
 public:
  static constexpr EncoderMembers kEncoderMembers = {.has_kernels = true};
  static constexpr EncodeKernels kEncodeKernels = {
      .latin1 = {&simd::kLatin1ToSingleByte, &simd::kLatin1ToSingleByteStage},
      .utf16 = {&simd::kUtf16ToSingleByte, &simd::kUtf16ToSingleByteStage}};

  explicit SingleByteEncoder(Encoding encoding)
      : encoding_(encoding), table_(GetSingleByteEncodeTable(encoding)) {}

  // https://encoding.spec.whatwg.org/#single-byte-encoder
  EncodeStep Encode(uint32_t&, char32_t scalar) const {
    if (scalar < 0x80) {
      return EncodeStep::Byte(scalar);
    }
    const uint8_t byte =
        scalar > 0xFFFF ? 0 : table_.Byte(static_cast<char16_t>(scalar));
    return byte == 0 ? EncodeStep::Unmappable(scalar) : EncodeStep::Byte(byte);
  }

  EncodeStep EncodeEnd(uint32_t&) const { return EncodeStep::Finished(); }

  // Inline in the driver, too: units without a byte come in rows, and each is a
  // call else, which makes encode/windows-1252/random take 1.1 times as long.
  template <typename Unit>
  [[gnu::always_inline]] void EncodeRun(EncodeCursor<Unit>& cursor,
                                        AfterKernel after_kernel) const {
    // Units without a byte often come in a row.
    if (after_kernel == AfterKernel::kNo &&
        cursor.in_left() >= kMinKernelInput &&
        (cursor.in[0] < 0x80 || table_.Byte(cursor.in[0]) != 0)) {
      RunKernel(kEncodeKernels, cursor, encoding_);
    }
    const size_t n = simd::EncodeSingly(
        cursor.in, std::min(cursor.in_left(), cursor.out_left()), table_,
        cursor.out);
    cursor.in += n;
    cursor.out += n;
  }

 private:
  const Encoding encoding_;
  const SingleByteEncodeTable& table_;
};
static_assert(EncoderCodec<SingleByteEncoder>);

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace

constinit const DecoderFunctions kSingleByteDecoder =
    kDecoderFunctionsOf<SingleByteDecoder>;

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

constinit const EncoderFunctions kSingleByteEncoder =
    kEncoderFunctionsOf<SingleByteEncoder>;

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace v8_encoding::internal
