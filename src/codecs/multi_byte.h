// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What the codecs of the legacy multi-byte encodings share.

#ifndef V8_ENCODING_SRC_CODECS_MULTI_BYTE_H_
#define V8_ENCODING_SRC_CODECS_MULTI_BYTE_H_

#include <array>
#include <cstring>

#include "src/codecs/decode_driver.h"
#include "src/codecs/encode_driver.h"
#include "src/kernels/multi_byte/two_byte_decode.h"
#include "src/kernels/multi_byte/two_byte_encode.h"

namespace v8_encoding::internal {

constexpr bool IsInRange(uint32_t value, uint32_t first, uint32_t last) {
  return value - first <= last - first;
}

constexpr EncodeStep TwoBytes(uint32_t bytes) {
  return {
      .length = 2,
      .bytes = {static_cast<uint8_t>(bytes >> 8), static_cast<uint8_t>(bytes)}};
}

// A character at the front of the input, whole and well-formed.
struct WholeCharacter {
  char32_t code_point;
  uint32_t length;  // In bytes; 0 leaves what's there to the handler.
};

// Writes a character; false if there's no room, or it isn't Latin-1 and should
// be.
template <typename Unit>
[[gnu::always_inline]] inline bool WriteCharacter(char32_t code_point,
                                                  DecodeCursor<Unit>& cursor) {
  if constexpr (std::is_same_v<Unit, uint8_t>) {
    if (code_point > 0xFF) {
      return false;
    }
  } else if (code_point > 0xFFFF) {
    if (cursor.out_left() < 2) {
      return false;
    }
    *cursor.out++ = LeadSurrogate(code_point);
    *cursor.out++ = TrailSurrogate(code_point);
    return true;
  }
  if (cursor.out_left() == 0) {
    return false;
  }
  *cursor.out++ = static_cast<Unit>(code_point);
  return true;
}

// How many bytes a kernel takes no longer for than a loop over characters; in
// Korean, whose spaces no branch predictor learns, fewer. With 24 for all,
// decode/GBK/chinese/32B takes 1.15 times as long (AVX3_DL); with 64,
// GBK/chinese/64B takes 1.18 times and EUC-KR/korean/64B 2.75 times as long
// (AVX2 as long, and 2.1 times).
inline constexpr ptrdiff_t kLeastBytes = 40;
inline constexpr ptrdiff_t kLeastWithSpaces = 24;

// What isn't a character of two bytes and one unit.
inline constexpr char32_t kNotTwoBytes = 0x110000;

// Decodes characters of two bytes, and single ASCII ones between them such as
// spaces, that begin before `end`, up to what is neither.
template <typename Two>
[[gnu::always_inline]] inline void DecodeTwoBytesBefore(
    const uint8_t* end,
    DecodeCursor<char16_t>& cursor,
    Two two) {
  if (cursor.in_left() < 2) {
    return;
  }
  end = std::min(end, cursor.in_end - 1);
  const uint8_t* in = cursor.in;
  char16_t* out = cursor.out;
  while (in < end && out != cursor.out_end) {
    const char32_t code_point = two(in[0], in[1]);
    if (code_point > 0xFFFF) {
      if (in[0] >= 0x80 || in[1] < 0x80) {
        break;
      }
      *out++ = *in++;
      continue;
    }
    *out++ = static_cast<char16_t>(code_point);
    in += 2;
  }
  cursor.in = in;
  cursor.out = out;
}

// Decodes characters that aren't ASCII and begin before `end`, where four bytes
// can be read from each.
template <typename Unit, typename Whole>
[[gnu::always_inline]] inline void DecodeCharactersBefore(
    const uint8_t* end,
    DecodeCursor<Unit>& cursor,
    Whole whole) {
  while (cursor.in < end && *cursor.in >= 0x80) {
    WholeCharacter character = whole(cursor.in);
    // Most have two bytes. Where `in` moves by a length that was looked up, the
    // next lookup waits for this one: with that, decode/EUC-JP/japanese/64B
    // takes three times as long.
    while (character.length == 2) {
      if (!WriteCharacter(character.code_point, cursor)) {
        return;
      }
      cursor.in += 2;
      if (cursor.in >= end || *cursor.in < 0x80) {
        return;
      }
      character = whole(cursor.in);
    }
    if (character.length == 0 ||
        !WriteCharacter(character.code_point, cursor)) {
      return;
    }
    cursor.in += character.length;
  }
}

// The stage of a decoder for ASCII supersets: up to kMost bytes of characters
// of two bytes, and of ASCII. `two` is as for DecodeWholeCharacters().
template <ptrdiff_t kMost, typename Two>
[[gnu::always_inline]] inline DecodeResult* DecodeShortTwoByte(
    DecodeResult* result,
    Decoder* decoder,
    const uint8_t* input,
    size_t input_size,
    char16_t* output,
    size_t output_size,
    Two two) {
  if (input_size - 1 >= kMost || input_size > output_size) {
    return DecodeStages::FromBegin<char16_t>(result, decoder, input, input_size,
                                             output, output_size);
  }
  const uint8_t* in = input;
  const uint8_t* const last = input + input_size - 1;
  char16_t* out = output;
  while (in < last) {
    const char32_t code_point = two(in[0], in[1]);
    if (code_point <= 0xFFFF) {
      *out++ = static_cast<char16_t>(code_point);
      in += 2;
    } else if (in[0] < 0x80) {
      *out++ = *in++;
    } else {
      break;
    }
  }
  if (in == last && *in < 0x80) {
    *out++ = *in++;
  }
  const size_t read = static_cast<size_t>(in - input);
  AllRead(result, read, static_cast<size_t>(out - output));
  if (read == input_size) {
    return result;
  }
  return DecodeStages::Continue<char16_t>(result, decoder, input, input_size,
                                          output, output_size);
}

// The run of a decoder for ASCII supersets. `two` looks at two bytes, and gives
// kNotTwoBytes or more if they aren't a character of one unit. `whole` looks at
// four bytes, of which the first isn't ASCII. After the last byte it finds
// zeros, which are part of no character of several bytes.
template <ptrdiff_t kLeast, typename Unit, typename Two, typename Whole>
inline void DecodeWholeCharacters(DecodeCursor<Unit>& cursor,
                                  const simd::TwoByteDecoding& decoding,
                                  Two two,
                                  Whole whole) {
  constexpr bool kToLatin1 = std::is_same_v<Unit, uint8_t>;
  // The kernel isn't called for fewer bytes than kLeast, nor before
  // kProvenRun bytes behind what stopped it are done.
  constexpr ptrdiff_t kProvenRun = 32;
  const uint8_t* const last =
      cursor.in_end - std::min<size_t>(cursor.in_left(), 3);
  // Where the kernel is called, or the end.
  const auto next_call = [&](ptrdiff_t distance) {
    return !kToLatin1 && cursor.in_end - cursor.in > distance + kLeast
               ? cursor.in + distance
               : last;
  };
  const uint8_t* end = next_call(0);
  for (;;) {
    if (cursor.in == cursor.in_end) {
      return;
    }
    if (*cursor.in < 0x80) {
      DecodeAscii(cursor);
    }
    if constexpr (!kToLatin1) {
      if (cursor.in >= end && end != last) {
        const simd::Converted done = simd::TwoByteToUtf16(
            decoding, cursor.replace, cursor.in, cursor.in_left(), cursor.out,
            cursor.out_left());
        cursor.in += done.read;
        cursor.out += done.written;
        end = next_call(kProvenRun);
        continue;
      }
    }
    const uint8_t* const in = cursor.in;
    if constexpr (!kToLatin1) {
      DecodeTwoBytesBefore(end == last ? cursor.in_end : end, cursor, two);
    }
    DecodeCharactersBefore(end, cursor, whole);
    if (cursor.in >= last && cursor.in != cursor.in_end) {
      uint8_t rest[4] = {};
      const size_t left = cursor.in_left();
      for (size_t i = 0; i < left; ++i) {
        rest[i] = cursor.in[i];
      }
      const WholeCharacter character =
          rest[0] < 0x80 ? WholeCharacter{} : whole(rest);
      if (character.length != 0 &&
          WriteCharacter(character.code_point, cursor)) {
        cursor.in += character.length;
      }
    }
    if (cursor.in == in) {
      return;
    }
  }
}

// The stage of such an encoder: a few units as a whole.
template <typename Codec>
EncodeResult* EncodeShortTwoByte(EncodeResult* result,
                                 Encoder* encoder,
                                 const char16_t* input,
                                 size_t input_size,
                                 uint8_t* output,
                                 size_t output_size) {
  // Without, encode/GBK/chinese/16B and 32B take 1.36 and 1.6 times as long,
  // EUC-KR/korean/16B and 32B 1.8 and 2.4 times (AVX3_DL; AVX2 as long),
  // gb18030/korean 0.9 times; with two units, GBK/chinese/4B takes 1.3 times as
  // long.
  constexpr size_t kLeast = 4;
  constexpr size_t kMost = 40;
  if (input_size - kLeast <= kMost - kLeast) {
    const size_t written = simd::ShortUtf16ToTwoByte(
        Codec::kEncoding, input, input_size, output, output_size);
    if (written != 0) {
      return AllRead(result, input_size, written);
    }
  }
  return EncodeStages::FromBegin<char16_t>(result, encoder, input, input_size,
                                           output, output_size);
}

// The run of an encoder for ASCII supersets whose state is always neutral.
// Codec gives, besides its handler,
//
//   uint32_t Bytes(unit)  two bytes, or 0 to leave a unit to the handler;
//   kEncoding             what its kernel works by.
//
// and, where that has four bytes for what has no two, HasFourBytes(unit) and
// FourBytesOf(unit).
template <typename Codec, typename Unit>
inline void EncodeTwoByteCharacters(EncodeCursor<Unit>& cursor) {
  // A call of the kernel costs more than so many units, and isn't repeated
  // before kProvenRun units behind what stopped it are done. With kWorthwhile
  // 16, encode/GBK/chinese/mixed takes 5 % longer (AVX2, SSE4); with 32, 64B
  // take 1.2 times (GBK/chinese-markup) to 2.5 times (EUC-KR/korean) as long
  // (AVX3_DL).
  constexpr ptrdiff_t kProvenRun = 16;
  constexpr ptrdiff_t kWorthwhile = 24;
  constexpr bool kHasKernel = std::is_same_v<Unit, char16_t>;
  // Where the kernel is called, or the end.
  const auto next_call = [&](ptrdiff_t distance) {
    return kHasKernel && cursor.in_end - cursor.in > distance + kWorthwhile
               ? cursor.in + distance
               : cursor.in_end;
  };
  const Unit* end = next_call(0);
  uint32_t state = 0;
  HandlerFallback<Codec> fallback(cursor.error_mode, state);
  for (;;) {
    EncodeAscii(cursor);
    if constexpr (kHasKernel) {
      if (cursor.in >= end && end != cursor.in_end) {
        const simd::Converted done = simd::Utf16ToTwoByte(
            Codec::kEncoding, fallback.ForKernel(), cursor.in, cursor.in_left(),
            cursor.out, cursor.out_left());
        cursor.in += done.read;
        cursor.out += done.written;
        end = next_call(kProvenRun);
        continue;
      }
    }
    const Unit* in = cursor.in;
    uint8_t* out = cursor.out;
    while (in < end && cursor.out_end - out >= 2 && *in >= 0x80) {
      const uint32_t two = Codec::Bytes(static_cast<char16_t>(*in));
      if (two == 0) {
        if constexpr (kHasKernel && Codec::kEncoding.has_four_bytes) {
          if (cursor.out_end - out >= 4 && Codec::HasFourBytes(*in)) {
            const std::array<uint8_t, 4> four = Codec::FourBytesOf(*in);
            std::memcpy(out, four.data(), four.size());
            out += four.size();
            ++in;
            continue;
          }
        }
        break;
      }
      *out++ = static_cast<uint8_t>(two >> 8);
      *out++ = static_cast<uint8_t>(two);
      ++in;
    }
    bool progress = in != cursor.in;
    cursor.in = in;
    cursor.out = out;
    if constexpr (kHasKernel) {
      // Or a run of such characters would never come to the kernel.
      if (!progress && in != cursor.in_end) {
        const simd::Converted done = fallback.Encode(
            cursor.in, cursor.in_left(), cursor.out, cursor.out_left());
        cursor.in += done.read;
        cursor.out += done.written;
        progress = done.read != 0;
      }
    }
    if (!progress) {
      return;
    }
  }
}

// For a kernel.
inline simd::FallbackUnits WholeCodePoint(char32_t code_point) {
  if (code_point > 0xFFFF) {
    return {.unit_count = 2,
            .units = {LeadSurrogate(code_point), TrailSurrogate(code_point)}};
  }
  return {.units = {static_cast<char16_t>(code_point)}};
}

// The handler of a decoder whose state is but a lead byte. Codec gives
//
//   char32_t First(byte)        the code point of a byte that stands alone, or
//                               kLead or kMalformed;
//   char32_t Pair(lead, trail)  the code point of two bytes, or kMalformed;
//   kDecoding                   what its kernel works by;
//   kLeastForKernel             kLeastBytes, or kLeastWithSpaces.
template <typename Codec>
class LeadByteDecoder {
 public:
  static constexpr DecoderMembers kDecoderMembers = {
      .has_own_stage = true,
      .can_run = false,
      .has_byte_order_mark = false};

  static constexpr char32_t kLead = 0x110000;
  static constexpr char32_t kMalformed = 0x110001;

  static DecodeStep Handle(uint32_t& state, uint8_t byte) {
    const uint32_t lead = state & 0xFF;
    if (lead == 0) {
      state = 0;
      const char32_t code_point = Codec::First(byte);
      if (code_point == kLead) {
        state = byte;
        return DecodeStep::Continue();
      }
      return code_point == kMalformed ? DecodeStep::Error(1)
                                      : DecodeStep::CodePoint(code_point);
    }
    state = 0;
    const char32_t code_point = Codec::Pair(lead, byte);
    if (code_point != kMalformed) {
      return DecodeStep::CodePoint(code_point);
    }
    return byte < 0x80 ? DecodeStep::ErrorRestoring(1) : DecodeStep::Error(2);
  }

  static DecodeStep HandleEnd(uint32_t& state) {
    state = 0;
    return DecodeStep::Error(1);
  }

  static DecodeResult* DecodeShort(DecodeResult* result,
                                   Decoder* decoder,
                                   const uint8_t* input,
                                   size_t input_size,
                                   char16_t* output,
                                   size_t output_size) {
    return DecodeShortTwoByte<Codec::kLeastForKernel>(
        result, decoder, input, input_size, output, output_size, TwoBytes);
  }

  template <typename Unit>
  static void DecodeRun(DecodeCursor<Unit>& cursor) {
    DecodeWholeCharacters<Codec::kLeastForKernel>(
        cursor, Codec::kDecoding, TwoBytes,
        [](const uint8_t* in) -> WholeCharacter {
          const char32_t first = Codec::First(in[0]);
          if (first < kLead) {
            return {first, 1};
          }
          if (first == kMalformed) {
            return {0, 0};
          }
          const char32_t code_point = Codec::Pair(in[0], in[1]);
          return {code_point, code_point == kMalformed ? 0u : 2u};
        });
  }

  static char32_t TwoBytes(uint8_t lead, uint8_t trail) {
    return Codec::First(lead) == kLead ? Codec::Pair(lead, trail)
                                       : kNotTwoBytes;
  }

  // For kDecoding.
  static simd::FallbackUnits Fallback(const simd::BytePair* pairs, size_t) {
    const simd::BytePair pair = *pairs;
    const char32_t first = Codec::First(simd::FirstByte(pair));
    if (first == kMalformed) {
      return simd::MalformedByte();
    }
    if (first != kLead) {
      return WholeCodePoint(first);
    }
    const char32_t code_point =
        Codec::Pair(simd::FirstByte(pair), simd::SecondByte(pair));
    return code_point == kMalformed ? simd::MalformedPair(pair)
                                    : WholeCodePoint(code_point);
  }
};

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_MULTI_BYTE_H_
