// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// ISO-2022-JP's bytes between two escape sequences.

#ifndef V8_ENCODING_SRC_CODECS_ISO_2022_JP_RUN_H_
#define V8_ENCODING_SRC_CODECS_ISO_2022_JP_RUN_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/code_points.h"
#include "src/codecs/multi_byte.h"
#include "src/tables/multi_byte.h"

namespace v8_encoding::internal::iso_2022_jp {

inline constexpr uint8_t kEsc = 0x1B;

constexpr bool IsJisByte(uint32_t byte) {
  return IsInRange(byte, 0x21, 0x7E);
}

// Bytes that are no characters in ASCII and Roman: SO, SI and ESC.
constexpr bool IsShift(uint32_t byte) {
  return byte == 0x0E || byte == 0x0F || byte == kEsc;
}

// Index jis0208, or kNoUnit for null.
inline char16_t FromJis0208(uint32_t lead, uint32_t trail) {
  const uint32_t pointer = (lead - 0x21) * 94 + trail - 0x21;
  // A lead byte that's none can only come from a state that a caller made up.
  return pointer < kJis0208RowsOf94 ? kJisUnits[kFirstPair + pointer] : kNoUnit;
}

// Runs are short, since lines end in ASCII, and of any length. So text goes
// by words of eight bytes, all of which are decoded, and a branch that can't
// be predicted comes but at the end of a run.
using Word = uint64_t;
inline constexpr Word kEachByte = 0x0101010101010101;
inline constexpr Word kTopBits = 0x80 * kEachByte;

inline Word LoadWord(const uint8_t* in) {
  Word word;
  std::memcpy(&word, in, sizeof(word));
  if constexpr (std::endian::native == std::endian::big) {
    // Untested: here, which is a little-endian processor.
    word = __builtin_bswap64(word);
  }
  return word;
}

inline void StoreUnits(Word units, char16_t* out) {
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(out, &units, sizeof(units));
  } else {
    // Untested: here, which is a little-endian processor.
    for (size_t i = 0; i < sizeof(units) / 2; ++i) {
      out[i] = static_cast<char16_t>(units >> 16 * i);
    }
  }
}

// The top bits of the bytes that are zero.
inline Word ZeroBytes(Word word) {
  return ~(((word & ~kTopBits) + ~kTopBits) | word) & kTopBits;
}

// The top bits of the pairs that are zero.
inline Word ZeroPairs(Word word) {
  constexpr Word kLowBits = 0x7FFF7FFF7FFF7FFF;
  return ~(((word & kLowBits) + kLowBits) | word) & ~kLowBits;
}

// How many bytes stand before the first that has its top bit set.
inline size_t BytesBefore(Word top_bits) {
  return static_cast<size_t>(std::countr_zero(top_bits)) / 8;
}

// How many bytes at the front of a word stand for themselves.
inline size_t CountSingleBytes(Word word, bool roman) {
  Word others = (word & kTopBits) | ZeroBytes(word ^ kEsc * kEachByte) |
                ZeroBytes((word ^ 0x0E * kEachByte) & 0xFE * kEachByte);
  if (roman) {
    others |=
        ZeroBytes(word ^ 0x5C * kEachByte) | ZeroBytes(word ^ 0x7E * kEachByte);
  }
  return BytesBefore(others);
}

// The top bits of the bytes that are no JIS bytes.
inline Word NoJisBytes(Word word) {
  const Word above = word | ((word & ~kTopBits) + (0x7F - 0x7E) * kEachByte);
  const Word from_first = (word | kTopBits) - 0x21 * kEachByte;
  return (above | ~from_first) & kTopBits;
}

template <typename Unit>
inline void DecodeSingleBytes(DecodeCursor<Unit>& cursor, bool roman) {
  const uint8_t* in = cursor.in;
  Unit* out = cursor.out;
  size_t left = std::min(cursor.in_left(), cursor.out_left());
  while (left >= sizeof(Word)) {
    const size_t count = CountSingleBytes(LoadWord(in), roman);
    std::copy_n(in, sizeof(Word), out);
    if (count != sizeof(Word)) {
      in += count;
      out += count;
      left -= count;
      break;
    }
    in += sizeof(Word);
    out += sizeof(Word);
    left -= sizeof(Word);
  }
  for (; left != 0 && *in < 0x80 && !IsShift(*in) &&
         !(roman && (*in == 0x5C || *in == 0x7E));
       --left) {
    *out++ = *in++;
  }
  cursor.in = in;
  cursor.out = out;
}

inline void DecodeKatakana(DecodeCursor<char16_t>& cursor) {
  while (cursor.in_left() != 0 && cursor.out_left() != 0 &&
         IsInRange(*cursor.in, 0x21, 0x5F)) {
    *cursor.out++ = static_cast<char16_t>(0xFF61 - 0x21 + *cursor.in++);
  }
}
inline void DecodeKatakana(DecodeCursor<uint8_t>&) {}

inline void DecodePairs(DecodeCursor<char16_t>& cursor) {
  constexpr size_t kPairs = sizeof(Word) / 2;
  constexpr Word kEachPair = 0x0001000100010001;
  const uint8_t* in = cursor.in;
  char16_t* out = cursor.out;
  const bool replace = cursor.replace;
  for (size_t words = std::min(cursor.in_left() / sizeof(Word),
                               cursor.out_left() / kPairs);
       words != 0; --words) {
    const Word word = LoadWord(in);
    Word stops = NoJisBytes(word);
    // What stands from the first of these on, becomes pointer 0.
    const Word live = ((stops & (0 - stops)) >> 7) - 1;
    const Word bytes = (word - 0x21 * kEachByte) & live;
    const Word pointers =
        (bytes & 0xFF * kEachPair) * 94 + (bytes >> 8 & 0xFF * kEachPair);
    Word units = 0;
    // GCC at -O2 leaves a loop, with shifts by what it counts.
#pragma GCC unroll 4
    for (size_t i = 0; i < kPairs; ++i) {
      const uint16_t pointer = static_cast<uint16_t>(pointers >> 16 * i);
      units |= Word{kJisUnits[kFirstPair + pointer]} << 16 * i;
    }
    if (const Word missing = ZeroPairs(units ^ kNoUnit * kEachPair);
        missing != 0) {
      if (replace) {
        units ^= (missing >> 15) * (char32_t{kNoUnit} ^ kReplacementCharacter);
      } else {
        stops |= missing;
      }
    }
    StoreUnits(units, out);
    if (stops != 0) {
      const size_t count = static_cast<size_t>(std::countr_zero(stops)) / 16;
      in += 2 * count;
      out += count;
      break;
    }
    in += sizeof(Word);
    out += kPairs;
  }
  while (cursor.in_end - in >= 2 && out != cursor.out_end && IsJisByte(in[0]) &&
         IsJisByte(in[1])) {
    char16_t unit = FromJis0208(in[0], in[1]);
    if (unit == kNoUnit) {
      if (!replace) {
        break;
      }
      unit = kReplacementCharacter;
    }
    *out++ = unit;
    in += 2;
  }
  cursor.in = in;
  cursor.out = out;
}
inline void DecodePairs(DecodeCursor<uint8_t>&) {}

}  // namespace v8_encoding::internal::iso_2022_jp

#endif  // V8_ENCODING_SRC_CODECS_ISO_2022_JP_RUN_H_
