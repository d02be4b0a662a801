// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/codecs/codecs.h"

#include <algorithm>

#include "src/codecs/multi_byte.h"
#include "src/tables/multi_byte.h"

namespace v8_encoding::internal {

namespace {

class Big5Decoder : public LeadByteDecoder<Big5Decoder> {
 public:
  // For kDecoding.
  static simd::FallbackUnits Fallback(const simd::BytePair* pairs,
                                      size_t count) {
    if (const TwoCodePoints two =
            TwoOfPair(simd::FirstByte(pairs[0]), simd::SecondByte(pairs[0]));
        two.first != 0) {
      return {.unit_count = 2, .units = {two.first, two.second}};
    }
    return LeadByteDecoder::Fallback(pairs, count);
  }

  static constexpr ptrdiff_t kLeastForKernel = kLeastBytes;
  static constexpr simd::TwoByteDecoding kDecoding = {
      .units = kBig5Units,
      .none = kFirstPair + kBig5Pairs,
      .first_lead = 0x81,
      .last_lead = 0xFE,
      .first_trail = 0x40,
      .last_trail = 0xFE,
      .fallback = Fallback};

  // https://encoding.spec.whatwg.org/#big5-decoder
  static char32_t First(uint32_t byte) {
    if (byte < 0x80) {
      return byte;
    }
    return IsInRange(byte, 0x81, 0xFE) ? kLead : kMalformed;
  }

  static char32_t Pair(uint32_t lead, uint32_t trail) {
    if (!IsInRange(trail, 0x40, 0xFE)) {
      return kMalformed;
    }
    const size_t pair = (lead - 0x81) * kBig5RowSize + trail - 0x40;
    // A lead byte that's none can only come from a state that a caller made up.
    const char16_t unit =
        pair < kBig5Pairs ? kBig5Units[kFirstPair + pair] : kNoUnit;
    if (unit == kNoUnit) {
      return kMalformed;
    }
    return IsSurrogate(unit) ? 0x20000 + kBig5Supplementary[unit - 0xD800]
                             : unit;
  }

  static DecodeStep Handle(uint32_t& state, uint8_t byte) {
    if (state != 0) {
      if (const TwoCodePoints two = TwoOfPair(state & 0xFF, byte);
          two.first != 0) {
        DecodeStep step = DecodeStep::CodePoint(two.first);
        step.second = two.second;
        state = 0;
        return step;
      }
    }
    return LeadByteDecoder::Handle(state, byte);
  }

 private:
  struct TwoCodePoints {
    char16_t first;
    char16_t second;
  };

  // The pointers 1133, 1135, 1164 and 1166 are two code points: Ê or ê with a
  // combining mark. Zero for others.
  static TwoCodePoints TwoOfPair(uint32_t lead, uint32_t trail) {
    switch (lead << 8 | trail) {
      case 0x8862:
        return {0xCA, 0x304};
      case 0x8864:
        return {0xCA, 0x30C};
      case 0x88A3:
        return {0xEA, 0x304};
      case 0x88A5:
        return {0xEA, 0x30C};
      default:
        return {0, 0};
    }
  }
};
static_assert(DecoderCodec<Big5Decoder>);

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

class Big5Encoder {
 public:
  static constexpr EncoderMembers kEncoderMembers = {.has_own_stage = true,
                                                     .can_run = false};

  static constexpr simd::TwoByteLayout kLayout = {
      .trail_count = 157,
      .leads = {.first = 0x81},
      .trails = {.first = 0x40, .before_gap = 0x3F, .gap = 0xA1 - 0x7F}};
  static constexpr simd::TwoByteEncoding kEncoding = {.map = &kBig5Pointers,
                                                      .layout = kLayout};

  // https://encoding.spec.whatwg.org/#big5-encoder
  static EncodeStep Encode(uint32_t&, char32_t scalar) {
    if (scalar < 0x80) {
      return EncodeStep::Byte(scalar);
    }
    const uint32_t bytes = scalar > 0xFFFF
                               ? SupplementaryBytes(scalar)
                               : Bytes(static_cast<char16_t>(scalar));
    return bytes == 0 ? EncodeStep::Unmappable(scalar) : TwoBytes(bytes);
  }

  static EncodeStep EncodeEnd(uint32_t&) { return EncodeStep::Finished(); }

  static constexpr auto& EncodeShort = EncodeShortTwoByte<Big5Encoder>;

  template <typename Unit>
  static void EncodeRun(EncodeCursor<Unit>& cursor) {
    EncodeTwoByteCharacters<Big5Encoder>(cursor);
  }

  // The two bytes, or 0.
  static uint32_t Bytes(char16_t unit) {
    const uint32_t pointer = kBig5Pointers.Find(unit);
    return pointer == UnitMap::kNone ? 0 : kLayout.Bytes(pointer);
  }

 private:
  static uint32_t SupplementaryBytes(char32_t scalar) {
    const Big5SupplementaryBytes* const end = std::end(kBig5SupplementaryBytes);
    const Big5SupplementaryBytes* const found = std::lower_bound(
        std::begin(kBig5SupplementaryBytes), end, scalar,
        [](const Big5SupplementaryBytes& entry, char32_t value) {
          return 0x20000u + entry.code_point < value;
        });
    return found != end && 0x20000u + found->code_point == scalar ? found->bytes
                                                                  : 0u;
  }
};
static_assert(EncoderCodec<Big5Encoder>);

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace

constinit const DecoderFunctions kBig5Decoder =
    kDecoderFunctionsOf<Big5Decoder>;

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

constinit const EncoderFunctions kBig5Encoder =
    kEncoderFunctionsOf<Big5Encoder>;

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace v8_encoding::internal
