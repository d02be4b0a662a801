// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/codecs/codecs.h"

#include "src/codecs/multi_byte.h"
#include "src/tables/multi_byte.h"

namespace v8_encoding::internal {

namespace {

class ShiftJisDecoder : public LeadByteDecoder<ShiftJisDecoder> {
 public:
  // 0x81 to 0x9F and 0xE0 to 0xFC become 0xA1 to 0xDC.
  static constexpr ptrdiff_t kLeastForKernel = kLeastBytes;
  static constexpr simd::TwoByteDecoding kDecoding = {
      .units = kJisUnits,
      .none = kFirstPair + kJis0208Pairs,
      .lead_flip = 0x20,
      .first_lead = 0xA1,
      .last_lead = 0xDC,
      .first_trail = 0x40,
      .last_trail = 0xFC,
      .no_trail = 0x7F,
      .fallback = Fallback};

  // https://encoding.spec.whatwg.org/#shift_jis-decoder
  static char32_t First(uint32_t byte) {
    if (byte <= 0x80) {
      return byte;
    }
    if (IsInRange(byte, 0xA1, 0xDF)) {
      return 0xFF61 - 0xA1 + byte;
    }
    return byte == 0xA0 || byte > 0xFC ? kMalformed : kLead;
  }

  static char32_t Pair(uint32_t lead, uint32_t trail) {
    if (trail == 0x7F || !IsInRange(trail, 0x40, 0xFC)) {
      return kMalformed;
    }
    const uint32_t pointer = (lead - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 +
                             trail - (trail < 0x7F ? 0x40 : 0x41);
    // A lead byte that's none can only come from a state that a caller made up.
    const char16_t unit =
        pointer < kJis0208Pairs ? kJisUnits[kFirstPair + pointer] : kNoUnit;
    return unit == kNoUnit ? kMalformed : char32_t{unit};
  }
};
static_assert(DecoderCodec<ShiftJisDecoder>);

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

class ShiftJisEncoder {
 public:
  static constexpr EncoderMembers kEncoderMembers = {.has_own_stage = true,
                                                     .can_run = false};

  static constexpr simd::TwoByteLayout kLayout = {
      .trail_count = 188,
      .leads = {.first = 0x81, .before_gap = 0x1F, .gap = 0xE0 - 0xA0},
      .trails = {.first = 0x40, .before_gap = 0x3F, .gap = 0x80 - 0x7F}};
  static constexpr simd::TwoByteEncoding kEncoding = {
      .map = &kJis0208Pointers,
      .layout = kLayout,
      .has_katakana = true,
      .first_excluded = kShiftJisFirstExcluded,
      .excluded_count = kShiftJisExcludedCount};

  // https://encoding.spec.whatwg.org/#shift_jis-encoder
  static EncodeStep Encode(uint32_t&, char32_t scalar) {
    if (scalar <= 0x80) {
      return EncodeStep::Byte(scalar);
    }
    if (scalar == 0xA5) {
      return EncodeStep::Byte(0x5C);
    }
    if (scalar == 0x203E) {
      return EncodeStep::Byte(0x7E);
    }
    if (IsInRange(scalar, 0xFF61, 0xFF9F)) {
      return EncodeStep::Byte(scalar - 0xFF61 + 0xA1);
    }
    const uint32_t bytes =
        scalar > 0xFFFF ? 0 : Bytes(static_cast<char16_t>(scalar));
    return bytes == 0 ? EncodeStep::Unmappable(scalar) : TwoBytes(bytes);
  }

  static EncodeStep EncodeEnd(uint32_t&) { return EncodeStep::Finished(); }

  static constexpr auto& EncodeShort = EncodeShortTwoByte<ShiftJisEncoder>;

  template <typename Unit>
  static void EncodeRun(EncodeCursor<Unit>& cursor) {
    EncodeTwoByteCharacters<ShiftJisEncoder>(cursor);
  }

  // The two bytes of a character that has two, or 0.
  static uint32_t Bytes(char16_t unit) {
    uint32_t pointer =
        kJis0208Pointers.Find(unit == 0x2212 ? char16_t{0xFF0D} : unit);
    if (pointer == UnitMap::kNone) {
      return 0;
    }
    if (pointer - kShiftJisFirstExcluded < kShiftJisExcludedCount) {
      pointer = kShiftJisInstead[pointer - kShiftJisFirstExcluded];
    }
    return kLayout.Bytes(pointer);
  }
};
static_assert(EncoderCodec<ShiftJisEncoder>);

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace

constinit const DecoderFunctions kShiftJisDecoder =
    kDecoderFunctionsOf<ShiftJisDecoder>;

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

constinit const EncoderFunctions kShiftJisEncoder =
    kEncoderFunctionsOf<ShiftJisEncoder>;

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace v8_encoding::internal
