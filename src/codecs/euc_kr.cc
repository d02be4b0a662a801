// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/codecs/codecs.h"

#include "src/codecs/multi_byte.h"
#include "src/tables/multi_byte.h"

namespace v8_encoding::internal {

namespace {

class EucKrDecoder : public LeadByteDecoder<EucKrDecoder> {
 public:
  static constexpr ptrdiff_t kLeastForKernel = kLeastWithSpaces;
  static constexpr simd::TwoByteDecoding kDecoding = {
      .units = kEucKrUnits,
      .none = kFirstPair + kEucKrPairs,
      .first_lead = 0x81,
      .last_lead = 0xFE,
      .first_trail = 0x41,
      .last_trail = 0xFE,
      .fallback = Fallback};

  // https://encoding.spec.whatwg.org/#euc-kr-decoder
  static char32_t First(uint32_t byte) {
    if (byte < 0x80) {
      return byte;
    }
    return IsInRange(byte, 0x81, 0xFE) ? kLead : kMalformed;
  }

  static char32_t Pair(uint32_t lead, uint32_t trail) {
    if (!IsInRange(trail, 0x41, 0xFE)) {
      return kMalformed;
    }
    const size_t pair = (lead - 0x81) * kEucKrRowSize + trail - 0x41;
    // A lead byte that's none can only come from a state that a caller made up.
    const char16_t unit =
        pair < kEucKrPairs ? kEucKrUnits[kFirstPair + pair] : kNoUnit;
    return unit == kNoUnit ? kMalformed : char32_t{unit};
  }
};
static_assert(DecoderCodec<EucKrDecoder>);

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

class EucKrEncoder {
 public:
  static constexpr EncoderMembers kEncoderMembers = {.has_own_stage = true,
                                                     .can_run = false};

  static constexpr simd::TwoByteLayout kLayout = {.trail_count = 190,
                                                  .leads = {.first = 0x81},
                                                  .trails = {.first = 0x41}};
  static constexpr simd::TwoByteEncoding kEncoding = {.map = &kEucKrPointers,
                                                      .layout = kLayout};

  // https://encoding.spec.whatwg.org/#euc-kr-encoder
  static EncodeStep Encode(uint32_t&, char32_t scalar) {
    if (scalar < 0x80) {
      return EncodeStep::Byte(scalar);
    }
    const uint32_t bytes =
        scalar > 0xFFFF ? 0 : Bytes(static_cast<char16_t>(scalar));
    return bytes == 0 ? EncodeStep::Unmappable(scalar) : TwoBytes(bytes);
  }

  static EncodeStep EncodeEnd(uint32_t&) { return EncodeStep::Finished(); }

  static constexpr auto& EncodeShort = EncodeShortTwoByte<EucKrEncoder>;

  template <typename Unit>
  static void EncodeRun(EncodeCursor<Unit>& cursor) {
    EncodeTwoByteCharacters<EucKrEncoder>(cursor);
  }

  // The two bytes, or 0.
  static uint32_t Bytes(char16_t unit) {
    const uint32_t pointer = kEucKrPointers.Find(unit);
    return pointer == UnitMap::kNone ? 0 : kLayout.Bytes(pointer);
  }
};
static_assert(EncoderCodec<EucKrEncoder>);

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace

constinit const DecoderFunctions kEucKrDecoder =
    kDecoderFunctionsOf<EucKrDecoder>;

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

constinit const EncoderFunctions kEucKrEncoder =
    kEncoderFunctionsOf<EucKrEncoder>;

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace v8_encoding::internal
