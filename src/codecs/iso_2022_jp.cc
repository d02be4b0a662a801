// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/codecs/codecs.h"

#include "src/codecs/multi_byte.h"
#include "src/kernels/multi_byte/iso_2022_jp_encode.h"
#include "src/tables/multi_byte.h"

namespace v8_encoding::internal {

namespace {

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

constexpr uint8_t kEsc = 0x1B;

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

constexpr bool IsJisByte(uint32_t byte) {
  return IsInRange(byte, 0x21, 0x7E);
}

// Bytes that are no characters in ASCII and Roman: SO, SI and ESC.
constexpr bool IsShift(uint32_t byte) {
  return byte == 0x0E || byte == 0x0F || byte == kEsc;
}

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
    constexpr bool kToLatin1 = std::is_same_v<Unit, uint8_t>;
    Fields fields = Fields::Of(bits);
    const uint8_t* in = cursor.in;
    const uint8_t* const in_end = cursor.in_end;
    Unit* out = cursor.out;
    Unit* const out_end = cursor.out_end;
    if (fields.state == State::kAscii || fields.state == State::kRoman) {
      const bool roman = fields.state == State::kRoman;
      while (in != in_end && out != out_end && *in < 0x80 && !IsShift(*in) &&
             !(roman && (*in == 0x5C || *in == 0x7E))) {
        *out++ = *in++;
      }
    } else if constexpr (!kToLatin1) {
      if (fields.state == State::kKatakana) {
        while (in != in_end && out != out_end && IsInRange(*in, 0x21, 0x5F)) {
          *out++ = static_cast<Unit>(0xFF61 - 0x21 + *in++);
        }
      } else {
        while (in_end - in >= 2 && out != out_end && IsJisByte(in[0]) &&
               IsJisByte(in[1])) {
          const char16_t unit = FromJis0208(in[0], in[1]);
          if (unit == kNoUnit) {
            break;
          }
          *out++ = unit;
          in += 2;
        }
      }
    }
    if (in != cursor.in) {
      fields.output = false;
      bits = fields.ToBits();
      cursor.in = in;
      cursor.out = out;
    }
  }

 private:
  // Index jis0208, or kNoUnit for null.
  static char16_t FromJis0208(uint32_t lead, uint32_t trail) {
    const uint32_t pointer = (lead - 0x21) * 94 + trail - 0x21;
    // A lead byte that's none can only come from a state that a caller made up.
    return pointer < kJis0208RowsOf94 ? kJis0208Units[kFirstPair + pointer]
                                      : kNoUnit;
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
        const char16_t unit =
            IsJisByte(byte) ? FromJis0208(fields.lead, byte) : kNoUnit;
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
    State state;
    if (fields.lead == 0x28 && byte == 0x42) {
      state = State::kAscii;
    } else if (fields.lead == 0x28 && byte == 0x4A) {
      state = State::kRoman;
    } else if (fields.lead == 0x28 && byte == 0x49) {
      state = State::kKatakana;
    } else if (fields.lead == 0x24 && (byte == 0x40 || byte == 0x42)) {
      state = State::kLeadByte;
    } else {
      return NoEscape(fields, 1);
    }
    const bool output = fields.output;
    fields = {.state = state,
              .output_state = state,
              .output = true,
              .lead_restored = false,
              .lead = 0};
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
