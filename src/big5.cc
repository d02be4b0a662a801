// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/big5.h"

#include "src/multi_byte.h"
#include "src/tables/multi_byte.h"

namespace v8_encoding::internal {

namespace {

constexpr simd::TwoByteLayout kLayout = {
    .trail_count = 157,
    .leads = {.first = 0x81},
    .trails = {.first = 0x40, .before_gap = 0x3F, .gap = 0xA1 - 0x7F}};

class Big5Decoder : public LeadByteDecoder<Big5Decoder> {
 public:
  static constexpr simd::TwoByteDecoding kDecoding = {
      .units = kBig5Units,
      .first_pointer = kBig5FirstPointer,
      .count = std::size(kBig5Units),
      .layout = kLayout,
      .has_surrogates = true,
      .first_lead = 0x81,
      .last_lead = 0xFE,
      .last_trail = 0xFE};

  // https://encoding.spec.whatwg.org/#big5-decoder
  static char32_t First(uint32_t byte) {
    if (byte < 0x80) {
      return byte;
    }
    return IsInRange(byte, 0x81, 0xFE) ? kLead : kMalformed;
  }

  static char32_t Pair(uint32_t lead, uint32_t trail) {
    const uint32_t pointer = Pointer(lead, trail);
    if (pointer - kBig5FirstPointer >= std::size(kBig5Units)) {
      return kMalformed;
    }
    const char16_t unit = kBig5Units[pointer - kBig5FirstPointer];
    if (IsSurrogate(unit)) {
      return 0x20000 + kBig5Supplementary[unit - 0xD800];
    }
    return unit == 0 ? kMalformed : unit;
  }

  static DecodeStep Handle(uint32_t& state, uint8_t byte) {
    // The pointers that are two code points: Ê or ê with a combining mark.
    if (state != 0) {
      const uint32_t pointer = Pointer(state & 0xFF, byte);
      if (pointer == 1133 || pointer == 1135 || pointer == 1164 ||
          pointer == 1166) {
        DecodeStep step = DecodeStep::CodePoint(pointer < 1164 ? 0xCA : 0xEA);
        step.second = pointer == 1133 || pointer == 1164 ? 0x304 : 0x30C;
        state = 0;
        return step;
      }
    }
    return LeadByteDecoder::Handle(state, byte);
  }

 private:
  // Something that no index has where the standard's pointer is null.
  static uint32_t Pointer(uint32_t lead, uint32_t trail) {
    if (!IsInRange(trail, 0x40, 0x7E) && !IsInRange(trail, 0xA1, 0xFE)) {
      return 0;
    }
    return (lead - 0x81) * 157 + trail - (trail < 0x7F ? 0x40 : 0x62);
  }
};

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

class Big5Encoder {
 public:
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

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace

template <typename Unit>
DecodeOutput DecodeBig5(const DecodeInput<Unit>& input) {
  return RunDecoder(Big5Decoder(), input);
}

template DecodeOutput DecodeBig5(const DecodeInput<uint8_t>&);
template DecodeOutput DecodeBig5(const DecodeInput<char16_t>&);

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

template <typename Unit>
EncodeOutput EncodeBig5(const EncodeInput<Unit>& input) {
  return RunEncoder(Big5Encoder(), input);
}

template EncodeOutput EncodeBig5(const EncodeInput<uint8_t>&);
template EncodeOutput EncodeBig5(const EncodeInput<char16_t>&);

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace v8_encoding::internal
