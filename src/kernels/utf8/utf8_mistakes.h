// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What makes bytes malformed UTF-8, by two bytes that follow each other, and
// how far a text is well-formed, character by character.
//
// Whether a byte may follow another is seen from three of their four halves.
// Each kind of mistake has a bit, and is the meeting of a first byte's upper
// half, its lower half and a second byte's upper half; so three look-ups in
// tables of sixteen, whose results share a bit, find all of them.

#ifndef V8_ENCODING_SRC_KERNELS_UTF8_UTF8_MISTAKES_H_
#define V8_ENCODING_SRC_KERNELS_UTF8_UTF8_MISTAKES_H_

#include <hwy/base.h>

#include <cstddef>
#include <cstdint>

#include "src/kernels/converted.h"

namespace v8_encoding::simd {

enum Mistake : uint8_t {
  kTooShort = 1 << 0,          // A lead, and no continuation after it.
  kTooLong = 1 << 1,           // ASCII, and a continuation after it.
  kOverlong2 = 1 << 2,         // C0 or C1.
  kOverlong3 = 1 << 3,         // E0, and less than A0 after it.
  kSurrogate = 1 << 4,         // ED, and more than 9F.
  kOverlong4 = 1 << 5,         // F0, and less than 90; or F5 to FF, and that.
  kTooLarge = 1 << 6,          // F4 to FF, and more than 8F.
  kTwoContinuations = 1 << 7,  // No mistake at the right place.
};

// https://encoding.spec.whatwg.org/#utf-8-decoder
// Untested: runs while the tables below are compiled.
constexpr uint8_t MistakesOf(uint32_t byte, uint32_t next_half) {
  const bool continues = next_half >= 0x8 && next_half <= 0xB;
  if (byte < 0x80) {
    return continues ? kTooLong : 0;
  }
  if (byte < 0xC0) {
    return continues ? kTwoContinuations : 0;
  }
  if (!continues) {
    return kTooShort;
  }
  switch (byte) {
    case 0xC0:
    case 0xC1:
      return kOverlong2;
    case 0xE0:
      return next_half <= 0x9 ? kOverlong3 : 0;
    case 0xED:
      return next_half >= 0xA ? kSurrogate : 0;
    case 0xF0:
      return next_half == 0x8 ? kOverlong4 : 0;
    case 0xF4:
      return next_half >= 0x9 ? kTooLarge : 0;
    default:
      return byte < 0xF5 ? 0 : next_half == 0x8 ? kOverlong4 : kTooLarge;
  }
}

struct MistakeTables {
  alignas(16) uint8_t upper[16];
  alignas(16) uint8_t lower[16];
  alignas(16) uint8_t next[16];
};
inline constexpr MistakeTables kMistakes = [] {
  MistakeTables tables{};
  for (uint32_t byte = 0; byte < 0x100; ++byte) {
    for (uint32_t next = 0; next < 0x10; ++next) {
      const uint8_t mistakes = MistakesOf(byte, next);
      tables.upper[byte >> 4] |= mistakes;
      tables.lower[byte & 0xF] |= mistakes;
      tables.next[next] |= mistakes;
    }
  }
  return tables;
}();
static_assert([] {
  for (uint32_t byte = 0; byte < 0x100; ++byte) {
    for (uint32_t next = 0; next < 0x10; ++next) {
      if ((kMistakes.upper[byte >> 4] & kMistakes.lower[byte & 0xF] &
           kMistakes.next[next]) != MistakesOf(byte, next)) {
        return false;
      }
    }
  }
  return true;
}());

// How many code units a byte stands for, by its upper half: those of its whole
// sequence if it begins one.
alignas(16) inline constexpr uint8_t kUnitsOfUpperHalf[16] = {
    1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 2};

// Of the sequence at the front; 0 if it's malformed or cut.
constexpr size_t SequenceLength(const uint8_t* in, size_t n) {
  const uint32_t lead = in[0];
  if (lead < 0x80) {
    return 1;
  }
  const size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length > n || (kMistakes.upper[lead >> 4] & kMistakes.lower[lead & 0xF] &
                     kMistakes.next[in[1] >> 4]) != 0) {
    return 0;
  }
  const bool third = length < 3 || (in[2] & 0xC0) == 0x80;
  const bool fourth = length < 4 || (in[3] & 0xC0) == 0x80;
  return lead >= 0xC0 && third && fourth ? length : 0;
}

// How many of the n bytes before `end` are of a sequence that isn't complete
// there.
constexpr size_t CutLength(const uint8_t* end, size_t n) {
  return n >= 1 && end[-1] >= 0xC0   ? 1
         : n >= 2 && end[-2] >= 0xE0 ? 2
         : n >= 3 && end[-3] >= 0xF0 ? 3
                                     : 0;
}

// One character after the other, until `enough` bytes have been read.
constexpr Converted PrefixByCharacters(const uint8_t* input,
                                       size_t n,
                                       size_t enough) {
  Converted done{0, 0};
  while (done.read < enough) {
    const size_t length = SequenceLength(input + done.read, n - done.read);
    if (length == 0) {
      break;
    }
    done.written += kUnitsOfUpperHalf[input[done.read] >> 4];
    done.read += length;
  }
  return done;
}

// Without what's cut at the end of `done`.
HWY_INLINE constexpr Converted WithoutCut(const uint8_t* input,
                                          Converted done) {
  const size_t cut = CutLength(input + done.read, done.read);
  if (cut == 0) {
    return done;
  }
  const size_t lead = done.read - cut;
  return {lead, done.written - kUnitsOfUpperHalf[input[lead] >> 4]};
}

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_UTF8_UTF8_MISTAKES_H_
