// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/codecs/codecs.h"

#include <array>

#include "src/codecs/multi_byte.h"
#include "src/kernels/multi_byte/four_bytes.h"
#include "src/tables/multi_byte.h"

namespace v8_encoding::internal {

namespace {

// The state: *gb18030 first*, *second* and *third*, a byte each, zero if not
// there. After an error the second and third are restored, but may belong to
// an earlier chunk; so they wait in the state, in their places and marked.
constexpr int kSecondShift = 8;
constexpr int kThirdShift = 16;
constexpr uint32_t kRestored = uint32_t{1} << 24;

using simd::FourBytes;
using simd::ParseFourBytes;

// The code unit of two bytes, or kNoUnit for null.
char16_t FromTwoBytes(uint32_t lead, uint32_t trail) {
  if (!IsInRange(trail, 0x40, 0xFE)) {
    return kNoUnit;
  }
  const size_t pair =
      (lead - FourBytes::kFirstLead) * kGb18030RowSize + trail - 0x40;
  // A lead byte that's none can only come from a state that a caller made up.
  return pair < kGb18030Pairs ? kGb18030Units[kFirstPair + pair] : kNoUnit;
}

// *Index gb18030 ranges code point*, or 0 for null, which kNoPointer has, too.
char32_t RangesCodePoint(uint32_t pointer) {
  if (pointer >= kGb18030RangesPointerCount) {
    return IsInRange(pointer, FourBytes::kFirstSupplementary,
                     FourBytes::kLastSupplementary)
               ? 0x10000 + pointer - FourBytes::kFirstSupplementary
               : 0;
  }
  return Gb18030RangesUnit(pointer);
}

class Gb18030Decoder {
 private:
  // What isn't malformed has four bytes, as two pairs with digits.
  static simd::FallbackUnits Fallback(const simd::BytePair* pairs,
                                      size_t count) {
    const uint32_t first = simd::FirstByte(pairs[0]);
    const uint32_t second = simd::SecondByte(pairs[0]);
    if (!FourBytes::IsLead(first)) {
      return simd::MalformedByte();
    }
    if (!FourBytes::IsDigit(second)) {
      return simd::MalformedPair(pairs[0]);
    }
    if (count < 2) {
      return {.pairs = 0};
    }
    const uint32_t third = simd::FirstByte(pairs[1]);
    const uint32_t fourth = simd::SecondByte(pairs[1]);
    const uint32_t pointer = ParseFourBytes(first, second, third, fourth);
    if (pointer == FourBytes::kNoPointer) {
      return simd::MalformedPair(pairs[0]);
    }
    const char32_t code_point = RangesCodePoint(pointer);
    simd::FallbackUnits result =
        code_point == 0 ? simd::MalformedByte() : WholeCodePoint(code_point);
    result.pairs = 2;
    return result;
  }

  static char32_t TwoBytes(uint8_t lead, uint8_t trail) {
    const char16_t unit =
        FourBytes::IsLead(lead) ? FromTwoBytes(lead, trail) : kNoUnit;
    return unit == kNoUnit ? kNotTwoBytes : char32_t{unit};
  }

  static constexpr simd::TwoByteDecoding kDecoding = {
      .units = kGb18030Units,
      .none = kFirstPair + kGb18030Pairs,
      .first_lead = FourBytes::kFirstLead,
      .last_lead = FourBytes::kLastLead,
      .first_trail = 0x40,
      .last_trail = 0xFE,
      .has_four_bytes = true,
      .fallback = Fallback};

 public:
  static constexpr DecoderMembers kDecoderMembers = {
      .has_own_stage = true,
      .can_run = false,
      .has_byte_order_mark = false};

  // https://encoding.spec.whatwg.org/#gb18030-decoder
  static DecodeStep Handle(uint32_t& state, uint8_t byte) {
    if (state & kRestored) {
      return HandleRestored(state);
    }
    const uint32_t first = state & 0xFF;
    const uint32_t second = state >> kSecondShift & 0xFF;
    const uint32_t third = state >> kThirdShift & 0xFF;
    if (third != 0) {
      if (!FourBytes::IsDigit(byte)) {
        state = kRestored | second << kSecondShift | third << kThirdShift;
        return DecodeStep::ErrorRestoring(1, 2);
      }
      state = 0;
      const char32_t code_point =
          RangesCodePoint(ParseFourBytes(first, second, third, byte));
      return code_point == 0 ? DecodeStep::Error(4)
                             : DecodeStep::CodePoint(code_point);
    }
    if (second != 0) {
      if (FourBytes::IsLead(byte)) {
        state |= uint32_t{byte} << kThirdShift;
        return DecodeStep::Continue();
      }
      state = kRestored | second << kSecondShift;
      return DecodeStep::ErrorRestoring(1, 1);
    }
    if (first != 0) {
      if (FourBytes::IsDigit(byte)) {
        state |= uint32_t{byte} << kSecondShift;
        return DecodeStep::Continue();
      }
      state = 0;
      const char16_t unit = FromTwoBytes(first, byte);
      if (unit != kNoUnit) {
        return DecodeStep::CodePoint(unit);
      }
      return byte < 0x80 ? DecodeStep::ErrorRestoring(1) : DecodeStep::Error(2);
    }
    state = 0;
    if (byte < 0x80) {
      return DecodeStep::CodePoint(byte);
    }
    if (byte == 0x80) {
      return DecodeStep::CodePoint(0x20AC);
    }
    if (byte == 0xFF) {
      return DecodeStep::Error(1);
    }
    state = byte;
    return DecodeStep::Continue();
  }

  static DecodeStep HandleEnd(uint32_t& state) {
    if (state & kRestored) {
      return HandleRestored(state);
    }
    const uint8_t length = state >> kThirdShift != 0    ? 3
                           : state >> kSecondShift != 0 ? 2
                                                        : 1;
    state = 0;
    return DecodeStep::Error(length);
  }

  static DecodeResult* DecodeShort(DecodeResult* result,
                                   Decoder* decoder,
                                   const uint8_t* input,
                                   size_t input_size,
                                   char16_t* output,
                                   size_t output_size) {
    return DecodeShortTwoByte<kLeastBytes>(result, decoder, input, input_size,
                                           output, output_size, TwoBytes);
  }

  template <typename Unit>
  static void DecodeRun(DecodeCursor<Unit>& cursor) {
    DecodeWholeCharacters<kLeastBytes>(
        cursor, kDecoding, TwoBytes, [](const uint8_t* in) -> WholeCharacter {
          if (!FourBytes::IsLead(in[0])) {
            return {0x20AC, in[0] == 0x80 ? 1u : 0u};
          }
          if (!FourBytes::IsDigit(in[1])) {
            const char16_t unit = FromTwoBytes(in[0], in[1]);
            return {unit, unit == kNoUnit ? 0u : 2u};
          }
          const char32_t code_point =
              RangesCodePoint(ParseFourBytes(in[0], in[1], in[2], in[3]));
          return {code_point, code_point == 0 ? 0u : 4u};
        });
  }

 private:
  // The second byte is a digit, which stands for itself; the third becomes the
  // first of what follows.
  static DecodeStep HandleRestored(uint32_t& state) {
    DecodeStep step = DecodeStep::CodePoint(state >> kSecondShift & 0xFF);
    step.consumed = false;
    state = state >> kThirdShift & 0xFF;
    return step;
  }
};
static_assert(DecoderCodec<Gb18030Decoder>);

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

template <bool kIsGbk>
class Gb18030Encoder {
 public:
  static constexpr EncoderMembers kEncoderMembers = {.has_own_stage = true,
                                                     .can_run = false};

  static constexpr simd::TwoByteLayout kLayout = {
      .trail_count = 190,
      .leads = {.first = FourBytes::kFirstLead},
      .trails = {.first = 0x40, .before_gap = 0x3F, .gap = 0x80 - 0x7F}};
  static constexpr simd::TwoByteEncoding kEncoding = {
      .map = &kGb18030Pointers,
      .layout = kLayout,
      // U+20AC, 0xA2E3, is 0x80 in GBK.
      .first_excluded = (0xA2 - FourBytes::kFirstLead) * 190 + 0xE3 - 0x41,
      .excluded_count = kIsGbk ? 1 : 0,
      .has_four_bytes = !kIsGbk};

  // https://encoding.spec.whatwg.org/#gb18030-encoder
  static EncodeStep Encode(uint32_t&, char32_t scalar) {
    if (scalar < 0x80) {
      return EncodeStep::Byte(scalar);
    }
    if (scalar == 0xE5E5) {
      return EncodeStep::Unmappable(scalar);
    }
    if (kIsGbk && scalar == 0x20AC) {
      return EncodeStep::Byte(0x80);
    }
    const uint32_t bytes =
        scalar > 0xFFFF ? 0 : Bytes(static_cast<char16_t>(scalar));
    if (bytes != 0) {
      return TwoBytes(bytes);
    }
    if (kIsGbk) {
      return EncodeStep::Unmappable(scalar);
    }
    const std::array<uint8_t, 4> four =
        scalar > 0xFFFF
            ? FourBytes::Of(FourBytes::kFirstSupplementary + scalar - 0x10000)
            : FourBytesOf(static_cast<char16_t>(scalar));
    return {.length = 4, .bytes = {four[0], four[1], four[2], four[3]}};
  }

  static EncodeStep EncodeEnd(uint32_t&) { return EncodeStep::Finished(); }

  static constexpr auto& EncodeShort = EncodeShortTwoByte<Gb18030Encoder>;

  template <typename Unit>
  static void EncodeRun(EncodeCursor<Unit>& cursor) {
    EncodeTwoByteCharacters<Gb18030Encoder>(cursor);
  }

  // The two bytes of a character that has two, or 0.
  static uint32_t Bytes(char16_t unit) {
    if (kIsGbk && unit == 0x20AC) {
      return 0;
    }
    const uint32_t pointer = kGb18030Pointers.Find(unit);
    return pointer == UnitMap::kNone ? 0 : kLayout.Bytes(pointer);
  }

  // Of a unit from U+0080 on that has no two: whether it has four.
  static bool HasFourBytes(char16_t unit) {
    return !IsSurrogate(unit) && unit != 0xE5E5;
  }
  static std::array<uint8_t, 4> FourBytesOf(char16_t unit) {
    return FourBytes::Of(Gb18030RangesPointer(unit));
  }
};
static_assert(EncoderCodec<Gb18030Encoder<false>>);
static_assert(EncoderCodec<Gb18030Encoder<true>>);

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace

constinit const DecoderFunctions kGb18030Decoder =
    kDecoderFunctionsOf<Gb18030Decoder>;

DecoderState DropRestoredGb18030(DecoderState state) {
  return state.codec() & kRestored ? state.WithCodec(0) : state;
}

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

constinit const EncoderFunctions kGb18030Encoder =
    kEncoderFunctionsOf<Gb18030Encoder<false>>;

constinit const EncoderFunctions kGbkEncoder =
    kEncoderFunctionsOf<Gb18030Encoder<true>>;

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace v8_encoding::internal
