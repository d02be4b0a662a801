// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/codecs/codecs.h"

#include "src/codecs/multi_byte.h"
#include "src/tables/multi_byte.h"

namespace v8_encoding::internal {

namespace {

// The state: *EUC-JP leading*, and *EUC-JP jis0212* as a flag above it.
constexpr uint32_t kLeadMask = 0xFF;
constexpr uint32_t kJis0212 = 0x100;

constexpr bool IsEucByte(uint32_t byte) {
  return IsInRange(byte, 0xA1, 0xFE);
}

// Index jis0208, or kNoUnit for null.
char16_t FromJis0208(uint32_t lead, uint32_t trail) {
  return kJisUnits[kFirstPair + (lead - 0xA1) * 94 + trail - 0xA1];
}

// Index jis0212, or kNoUnit for null.
char16_t FromJis0212(uint32_t lead, uint32_t trail) {
  const uint32_t pointer = (lead - 0xA1) * 94 + trail - 0xA1;
  return pointer < kJis0212PointerCount ? kJisUnits[kFirstJis0212 + pointer]
                                        : kNoUnit;
}

class EucJpDecoder {
 private:
  // The kernel doesn't take 0x8F for a lead, so the two bytes after it are a
  // pair; those that have a unit it finds by itself, mostly.
  static simd::FallbackUnits Fallback(const simd::BytePair* pairs,
                                      size_t count) {
    const uint32_t lead = simd::FirstByte(pairs[0]);
    if (lead != 0x8F) {
      return lead == 0x8E || IsEucByte(lead) ? simd::MalformedPair(pairs[0])
                                             : simd::MalformedByte();
    }
    if (simd::SecondByte(pairs[0]) < 0x80) {
      return simd::MalformedByte();
    }
    // After 0x8F, 0x8E is no lead.
    if (count < 2 || simd::FirstByte(pairs[1]) == 0x8E) {
      return {.pairs = 0};
    }
    const uint32_t first = simd::FirstByte(pairs[1]);
    const uint32_t second = simd::SecondByte(pairs[1]);
    simd::FallbackUnits result = simd::MalformedByte();
    if (IsEucByte(first)) {
      const char16_t unit =
          IsEucByte(second) ? FromJis0212(first, second) : kNoUnit;
      if (unit != kNoUnit) {
        result = {.units = {unit}};
      } else {
        result = simd::MalformedPair(pairs[1]);
      }
    }
    result.pairs = 2;
    return result;
  }

  static char32_t TwoBytes(uint8_t lead, uint8_t trail) {
    const char16_t unit = IsEucByte(lead) && IsEucByte(trail)
                              ? FromJis0208(lead, trail)
                              : kNoUnit;
    return unit == kNoUnit ? kNotTwoBytes : char32_t{unit};
  }

  static constexpr simd::TwoByteDecoding kDecoding = {
      .units = kJisUnits,
      .none = kFirstPair + kJis0208Pairs,
      .first_lead = 0xA1,
      .last_lead = 0xFE,
      .first_trail = 0xA1,
      .last_trail = 0xFE,
      .katakana_lead = 0x8E,
      .three_byte_lead = 0x8F,
      .first_of_three = kFirstJis0212,
      .three_byte_count = kJis0212PointerCount,
      .fallback = Fallback};

 public:
  static constexpr DecoderMembers kDecoderMembers = {
      .has_own_stage = true,
      .can_run = false,
      .has_byte_order_mark = false};

  // https://encoding.spec.whatwg.org/#euc-jp-decoder
  static DecodeStep Handle(uint32_t& state, uint8_t byte) {
    const uint32_t lead = state & kLeadMask;
    const bool jis0212 = state & kJis0212;
    if (lead == 0) {
      state = 0;
      if (byte < 0x80) {
        return DecodeStep::CodePoint(byte);
      }
      if (byte == 0x8E || byte == 0x8F || IsEucByte(byte)) {
        state = byte;
        return DecodeStep::Continue();
      }
      return DecodeStep::Error(1);
    }
    if (lead == 0x8E && IsInRange(byte, 0xA1, 0xDF)) {
      state = 0;
      return DecodeStep::CodePoint(0xFF61 - 0xA1 + byte);
    }
    if (lead == 0x8F && IsEucByte(byte)) {
      state = kJis0212 | byte;
      return DecodeStep::Continue();
    }
    state = 0;
    if (IsEucByte(lead) && IsEucByte(byte)) {
      const char16_t unit =
          jis0212 ? FromJis0212(lead, byte) : FromJis0208(lead, byte);
      if (unit != kNoUnit) {
        return DecodeStep::CodePoint(unit);
      }
    }
    const uint8_t length = jis0212 ? 2 : 1;
    return byte < 0x80 ? DecodeStep::ErrorRestoring(length)
                       : DecodeStep::Error(length + 1);
  }

  static DecodeStep HandleEnd(uint32_t& state) {
    const uint8_t length = state & kJis0212 ? 2 : 1;
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
          if (IsEucByte(in[0])) {
            if (!IsEucByte(in[1])) {
              return {0, 0};
            }
            const char16_t unit = FromJis0208(in[0], in[1]);
            return {unit, unit == kNoUnit ? 0u : 2u};
          }
          if (in[0] == 0x8E && IsInRange(in[1], 0xA1, 0xDF)) {
            return {char32_t{0xFF61 - 0xA1} + in[1], 2};
          }
          if (in[0] == 0x8F && IsEucByte(in[1]) && IsEucByte(in[2])) {
            const char16_t unit = FromJis0212(in[1], in[2]);
            return {unit, unit == kNoUnit ? 0u : 3u};
          }
          return {0, 0};
        });
  }
};
static_assert(DecoderCodec<EucJpDecoder>);

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

class EucJpEncoder {
 public:
  static constexpr EncoderMembers kEncoderMembers = {.has_own_stage = true,
                                                     .can_run = false};

  static constexpr simd::TwoByteLayout kLayout = {.trail_count = 94,
                                                  .leads = {.first = 0xA1},
                                                  .trails = {.first = 0xA1}};
  static constexpr simd::TwoByteEncoding kEncoding = {.map = &kJis0208Pointers,
                                                      .layout = kLayout,
                                                      .has_katakana = true,
                                                      .katakana_lead = 0x8E};

  // https://encoding.spec.whatwg.org/#euc-jp-encoder
  static EncodeStep Encode(uint32_t&, char32_t scalar) {
    if (scalar < 0x80) {
      return EncodeStep::Byte(scalar);
    }
    if (scalar == 0xA5) {
      return EncodeStep::Byte(0x5C);
    }
    if (scalar == 0x203E) {
      return EncodeStep::Byte(0x7E);
    }
    const uint32_t bytes =
        scalar > 0xFFFF ? 0 : Bytes(static_cast<char16_t>(scalar));
    return bytes == 0 ? EncodeStep::Unmappable(scalar) : TwoBytes(bytes);
  }

  static EncodeStep EncodeEnd(uint32_t&) { return EncodeStep::Finished(); }

  static constexpr auto& EncodeShort = EncodeShortTwoByte<EucJpEncoder>;

  template <typename Unit>
  static void EncodeRun(EncodeCursor<Unit>& cursor) {
    EncodeTwoByteCharacters<EucJpEncoder>(cursor);
  }

  // The two bytes of a character that has two, or 0.
  static uint32_t Bytes(char16_t unit) {
    if (IsInRange(unit, 0xFF61, 0xFF9F)) {
      return 0x8E00u + (unit - 0xFF61u + 0xA1u);
    }
    const uint32_t pointer =
        kJis0208Pointers.Find(unit == 0x2212 ? char16_t{0xFF0D} : unit);
    return pointer == UnitMap::kNone ? 0 : kLayout.Bytes(pointer);
  }
};
static_assert(EncoderCodec<EucJpEncoder>);

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace

constinit const DecoderFunctions kEucJpDecoder =
    kDecoderFunctionsOf<EucJpDecoder>;

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

constinit const EncoderFunctions kEucJpEncoder =
    kEncoderFunctionsOf<EucJpEncoder>;

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace v8_encoding::internal
