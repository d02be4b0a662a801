// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/codecs/codecs.h"

#include <optional>

#include "src/codecs/iso_2022_jp_run.h"
#include "src/codecs/multi_byte.h"
#include "src/kernels/multi_byte/iso_2022_jp_encode.h"
#include "src/tables/multi_byte.h"

namespace v8_encoding::internal {

namespace {

using iso_2022_jp::IsJisByte;
using iso_2022_jp::IsShift;
using iso_2022_jp::kEsc;

// *ISO-2022-JP decoder state*. The first four are also the values of the
// *output state*.
enum class State : uint32_t {
  kAscii,
  kRoman,
  kKatakana,
  kLeadByte,
  kTrailByte,
  kEscapeStart,
  kEscape,
};

// What the decoder's state word holds. Zero is the initial state.
struct Fields {
  static Fields Of(uint32_t bits) {
    return {.state = static_cast<State>(bits & 7),
            .output_state = static_cast<State>(bits >> 3 & 3),
            .output = (bits >> 5 & 1) != 0,
            .lead_restored = (bits >> 6 & 1) != 0,
            .lead = static_cast<uint8_t>(bits >> 8)};
  }

  uint32_t ToBits() const {
    return static_cast<uint32_t>(state) |
           static_cast<uint32_t>(output_state) << 3 | uint32_t{output} << 5 |
           uint32_t{lead_restored} << 6 | uint32_t{lead} << 8;
  }

  State state;
  State output_state;
  bool output;
  // The second byte of what turned out no escape sequence, 0x24 or 0x28, is
  // restored. It may belong to an earlier chunk, so it waits in `lead`.
  bool lead_restored;
  uint8_t lead;
};

class Iso2022JpDecoder {
 public:
  static constexpr DecoderMembers kDecoderMembers = {
      .can_run = true,
      .has_byte_order_mark = false};

  // https://encoding.spec.whatwg.org/#iso-2022-jp-decoder
  static DecodeStep Handle(uint32_t& bits, uint8_t byte) {
    Fields fields = Fields::Of(bits);
    DecodeStep step;
    if (fields.lead_restored) {
      step = HandleRestored(fields);
    } else {
      step = HandleByte(fields, byte);
    }
    bits = fields.ToBits();
    return step;
  }

  static DecodeStep HandleEnd(uint32_t& bits) {
    Fields fields = Fields::Of(bits);
    DecodeStep step = DecodeStep::Finished();
    if (fields.lead_restored) {
      step = HandleRestored(fields);
    } else if (fields.state == State::kTrailByte) {
      fields.state = State::kLeadByte;
      step = DecodeStep::Error(1);
    } else if (fields.state == State::kEscapeStart) {
      step = NoEscape(fields, 0);
    } else if (fields.state == State::kEscape) {
      step = NoEscape(fields, 1);
    }
    bits = fields.ToBits();
    return step;
  }

  // Between two characters of one set.
  static bool CanRun(uint32_t bits) {
    const Fields fields = Fields::Of(bits);
    return fields.state <= State::kLeadByte && !fields.lead_restored;
  }

  template <typename Unit>
  static void DecodeRun(DecodeCursor<Unit>& cursor, uint32_t& bits) {
    const uint8_t* const begin = cursor.in;
    Fields fields = Fields::Of(bits);
    do {
      const uint8_t* const in = cursor.in;
      if (fields.state == State::kLeadByte) {
        iso_2022_jp::DecodePairs(cursor);
      } else if (fields.state == State::kKatakana) {
        iso_2022_jp::DecodeKatakana(cursor);
      } else {
        iso_2022_jp::DecodeSingleBytes(cursor, fields.state == State::kRoman);
      }
      fields.output = fields.output && cursor.in == in;
    } while (TakeEscape(cursor, fields));
    if (cursor.in != begin) {
      bits = fields.ToBits();
    }
  }

 private:
  // Whether there was a whole escape sequence, other than one that's an error.
  template <typename Unit>
  static bool TakeEscape(DecodeCursor<Unit>& cursor, Fields& fields) {
    if (cursor.in_left() < 3 || *cursor.in != kEsc || fields.output) {
      return false;
    }
    const std::optional<State> state = EscapeTo(cursor.in[1], cursor.in[2]);
    if (!state) {
      return false;
    }
    cursor.in += 3;
    fields = AfterEscape(*state);
    return true;
  }

  // The state that an escape sequence of ESC and these bytes leads to.
  static std::optional<State> EscapeTo(uint8_t second, uint8_t third) {
    if (second == 0x28) {
      switch (third) {
        case 0x42:
          return State::kAscii;
        case 0x4A:
          return State::kRoman;
        case 0x49:
          return State::kKatakana;
      }
    } else if (second == 0x24 && (third == 0x40 || third == 0x42)) {
      return State::kLeadByte;
    }
    return std::nullopt;
  }

  static Fields AfterEscape(State state) {
    return {.state = state,
            .output_state = state,
            .output = true,
            .lead_restored = false,
            .lead = 0};
  }

  static DecodeStep HandleByte(Fields& fields, uint8_t byte) {
    switch (fields.state) {
      case State::kAscii:
      case State::kRoman:
      case State::kKatakana:
      case State::kLeadByte:
        if (byte == kEsc) {
          fields.state = State::kEscapeStart;
          return DecodeStep::Continue();
        }
        fields.output = false;
        return HandleCharacter(fields, byte);

      case State::kTrailByte: {
        if (byte == kEsc) {
          fields.state = State::kEscapeStart;
          DecodeStep step = DecodeStep::Error(1);
          // ESC isn't part of what's malformed: it begins an escape sequence.
          step.read_ahead_length = 1;
          return step;
        }
        fields.state = State::kLeadByte;
        const char16_t unit = IsJisByte(byte)
                                  ? iso_2022_jp::FromJis0208(fields.lead, byte)
                                  : kNoUnit;
        return unit == kNoUnit ? DecodeStep::Error(2)
                               : DecodeStep::CodePoint(unit);
      }

      case State::kEscapeStart:
        if (byte == 0x24 || byte == 0x28) {
          fields.lead = byte;
          fields.state = State::kEscape;
          return DecodeStep::Continue();
        }
        return NoEscape(fields, 0);

      case State::kEscape:
        return HandleEscape(fields, byte);
    }
    return NoEscape(fields, 0);
  }

  static DecodeStep HandleCharacter(Fields& fields, uint8_t byte) {
    switch (fields.state) {
      case State::kAscii:
      case State::kRoman:
        if (byte >= 0x80 || IsShift(byte)) {
          return DecodeStep::Error(1);
        }
        if (fields.state == State::kRoman && byte == 0x5C) {
          return DecodeStep::CodePoint(0xA5);
        }
        if (fields.state == State::kRoman && byte == 0x7E) {
          return DecodeStep::CodePoint(0x203E);
        }
        return DecodeStep::CodePoint(byte);

      case State::kKatakana:
        return IsInRange(byte, 0x21, 0x5F)
                   ? DecodeStep::CodePoint(0xFF61 - 0x21 + byte)
                   : DecodeStep::Error(1);

      default:
        if (!IsJisByte(byte)) {
          return DecodeStep::Error(1);
        }
        fields.lead = byte;
        fields.state = State::kTrailByte;
        return DecodeStep::Continue();
    }
  }

  static DecodeStep HandleEscape(Fields& fields, uint8_t byte) {
    const std::optional<State> state = EscapeTo(fields.lead, byte);
    if (!state) {
      return NoEscape(fields, 1);
    }
    const bool output = fields.output;
    fields = AfterEscape(*state);
    return output ? DecodeStep::Error(3) : DecodeStep::Continue();
  }

  // ESC is malformed by itself. What was read after it, which is `lead` or
  // nothing, is restored.
  static DecodeStep NoEscape(Fields& fields, uint8_t read_after) {
    fields.output = false;
    fields.state = fields.output_state;
    fields.lead_restored = read_after != 0;
    return DecodeStep::ErrorRestoring(1, read_after);
  }

  static DecodeStep HandleRestored(Fields& fields) {
    const uint8_t byte = fields.lead;
    fields.lead_restored = false;
    fields.lead = 0;
    fields.output = false;
    DecodeStep step = HandleCharacter(fields, byte);
    step.consumed = false;
    return step;
  }
};
static_assert(DecoderCodec<Iso2022JpDecoder>);

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

class Iso2022JpEncoder {
 public:
  static constexpr EncoderMembers kEncoderMembers = {.can_run = true};

  // https://encoding.spec.whatwg.org/#iso-2022-jp-encoder
  static EncodeStep Encode(uint32_t& state, char32_t scalar) {
    if (state != kJis0208 && IsShift(scalar)) {
      return EncodeStep::Unmappable(kReplacementCharacter);
    }
    const bool is_yen_or_overline = scalar == 0xA5 || scalar == 0x203E;
    if (scalar < 0x80 && state == kAscii) {
      return EncodeStep::Byte(scalar);
    }
    if (state == kRoman &&
        ((scalar < 0x80 && scalar != 0x5C && scalar != 0x7E) ||
         is_yen_or_overline)) {
      return EncodeStep::Byte(scalar == 0xA5     ? 0x5C
                              : scalar == 0x203E ? 0x7E
                                                 : scalar);
    }
    if (scalar < 0x80) {
      return Escape(state, kAscii);
    }
    if (is_yen_or_overline) {
      return Escape(state, kRoman);
    }
    const uint32_t bytes =
        scalar > 0xFFFF ? 0 : Bytes(static_cast<char16_t>(scalar));
    if (bytes == 0) {
      return state == kJis0208 ? Escape(state, kAscii)
                               : EncodeStep::Unmappable(scalar);
    }
    return state == kJis0208 ? TwoBytes(bytes) : Escape(state, kJis0208);
  }

  static EncodeStep EncodeEnd(uint32_t& state) {
    return state == kAscii ? EncodeStep::Finished() : Escape(state, kAscii);
  }

  static bool CanRun(uint32_t state) { return state <= kJis0208; }

  template <typename Unit>
  static void EncodeRun(EncodeCursor<Unit>& cursor, uint32_t& state) {
    if constexpr (std::is_same_v<Unit, char16_t>) {
      // A call of the kernel costs more than so many units. With 64,
      // encode/ISO-2022-JP/japanese/64B takes 1.6 times as long, with 16 as
      // long and 16B 1.06 times (AVX3_DL and AVX2).
      constexpr size_t kWorthwhile = 32;
      if (cursor.in_left() >= kWorthwhile) {
        HandlerFallback<Iso2022JpEncoder> fallback(cursor.error_mode, state);
        const simd::Converted done = simd::Utf16ToIso2022Jp(
            kEncoding, fallback.ForKernel(), state, cursor.in, cursor.in_left(),
            cursor.out, cursor.out_left());
        cursor.in += done.read;
        cursor.out += done.written;
      }
    }
    const Unit* in = cursor.in;
    uint8_t* out = cursor.out;
    if (state == kJis0208) {
      while (in != cursor.in_end && cursor.out_end - out >= 2 && *in >= 0x80) {
        const uint32_t bytes = Bytes(static_cast<char16_t>(*in));
        if (bytes == 0) {
          break;
        }
        *out++ = static_cast<uint8_t>(bytes >> 8);
        *out++ = static_cast<uint8_t>(bytes);
        ++in;
      }
    } else {
      const bool roman = state == kRoman;
      while (in != cursor.in_end && out != cursor.out_end && *in < 0x80 &&
             !IsShift(*in) && !(roman && (*in == 0x5C || *in == 0x7E))) {
        *out++ = static_cast<uint8_t>(*in++);
      }
    }
    cursor.in = in;
    cursor.out = out;
  }

 private:
  // *ISO-2022-JP encoder state*
  // GCC 12 has an internal error if templates see them by `using enum`.
  static constexpr uint32_t kAscii = simd::Iso2022JpEncoding::kAscii;
  static constexpr uint32_t kRoman = simd::Iso2022JpEncoding::kRoman;
  static constexpr uint32_t kJis0208 = simd::Iso2022JpEncoding::kJis0208;

  static constexpr simd::Iso2022JpEncoding kEncoding = {
      .map = &kJis0208Pointers,
      .fullwidth_katakana = &kFullwidthKatakana};

  // The escape sequence to another state; the scalar value comes again.
  static EncodeStep Escape(uint32_t& state, uint32_t to) {
    state = to;
    return {.restored = true,
            .length = 3,
            .bytes = {kEsc, static_cast<uint8_t>(to == kJis0208 ? 0x24 : 0x28),
                      static_cast<uint8_t>(to == kRoman ? 0x4A : 0x42)}};
  }

  // The two bytes of a character in JIS X 0208, or 0. U+00A5 and U+203E aren't
  // in it.
  static uint32_t Bytes(char16_t unit) {
    if (unit == 0x2212) {
      unit = 0xFF0D;
    } else if (IsInRange(unit, 0xFF61, 0xFF9F)) {
      unit = kFullwidthKatakana[unit - 0xFF61];
    }
    const uint32_t pointer = kJis0208Pointers.Find(unit);
    return pointer == UnitMap::kNone
               ? 0
               : (pointer / 94 + 0x21) << 8 | (pointer % 94 + 0x21);
  }
};
static_assert(EncoderCodec<Iso2022JpEncoder>);

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace

constinit const DecoderFunctions kIso2022JpDecoder =
    kDecoderFunctionsOf<Iso2022JpDecoder>;

DecoderState DropRestoredIso2022Jp(DecoderState state) {
  Fields fields = Fields::Of(state.codec());
  if (!fields.lead_restored) {
    return state;
  }
  fields.lead_restored = false;
  fields.lead = 0;
  return state.WithCodec(fields.ToBits());
}

#ifndef V8_ENCODING_NO_LEGACY_ENCODERS

constinit const EncoderFunctions kIso2022JpEncoder =
    kEncoderFunctionsOf<Iso2022JpEncoder>;

#endif  // V8_ENCODING_NO_LEGACY_ENCODERS

}  // namespace v8_encoding::internal
