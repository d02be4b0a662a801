// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Views of Decoder, Encoder and kernels.

#include "v8_encoding/unicode.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <iterator>
#include <numeric>

#include "src/code_points.h"
#include "src/codecs/codec.h"
#include "src/codecs/codecs.h"
#include "src/decode_parts.h"
#include "src/kernels/copy.h"
#include "src/kernels/utf16_decode.h"
#include "src/kernels/utf16_prefix.h"
#include "src/validate_utf8.h"

namespace v8_encoding {

namespace {

using internal::IsLeadSurrogate;
using internal::IsSurrogate;
using internal::IsTrailSurrogate;
using internal::kReplacementCharacter;
using internal::LeadSurrogate;
using internal::ScalarValueFromSurrogates;
using internal::TrailSurrogate;

constexpr Decoder Utf8Decoder() {
  return Decoder(Encoding::kUtf8, DecodeErrorMode::kReplacement,
                 BomMode::kKeep);
}

// Without the bytes of a character that didn't fit.
Conversion FromUtf8(const Decoder& decoder, const DecodeResult& result) {
  const bool is_all = result.status == DecodeStatus::kInputEmpty;
  const size_t behind =
      is_all ? 0 : internal::PendingUtf8Length(decoder.state().codec());
  return {result.read - behind, result.written};
}

constexpr char32_t ToScalarValue(char32_t unit) {
  return unit > 0x10FFFF || IsSurrogate(unit) ? kReplacementCharacter : unit;
}

// The pairs of surrogates, which stand for as many code points less than there
// are units. A plain loop, which compilers vectorise: sums are as wide as
// units, so parts are short enough for these.
size_t CountPairs(const char16_t* units, size_t n) {
  constexpr size_t kMaxPart = 0x8000;
  size_t pairs = 0;
  for (size_t i = 0; i + 1 < n;) {
    const size_t end = std::min(n - 1, i + kMaxPart);
    uint16_t sum = 0;
    for (; i < end; ++i) {
      const bool is_lead = (units[i] & 0xFC00) == 0xD800;
      const bool is_trail_next = (units[i + 1] & 0xFC00) == 0xDC00;
      sum = static_cast<uint16_t>(sum + (unsigned{is_lead} & is_trail_next));
    }
    pairs += sum;
  }
  return pairs;
}

// How many units at once are asked whether they are copied as they are. These
// loops are plain, too.
constexpr size_t kRun = 16;

// Whether the next kRun units stand for code points of their own.
bool IsRun(const char16_t* units) {
  uint16_t surrogates = 0;
  for (size_t i = 0; i < kRun; ++i) {
    surrogates |= (units[i] & 0xF800) == 0xD800;
  }
  return surrogates == 0;
}
bool IsRun(const char32_t* units) {
  uint32_t others = 0;
  for (size_t i = 0; i < kRun; ++i) {
    others |= uint32_t{units[i] >= 0xD800} & (units[i] - 0xE000 >= 0x2000);
  }
  return others == 0;
}

constexpr bool IsBegin(uint8_t byte) {
  return static_cast<int8_t>(byte) >= -0x40;
}

// How many bytes begin a character of UTF-8 that is well-formed: all but those
// that continue one.
size_t CountBegins(std::span<const uint8_t> utf8) {
  constexpr size_t kLanes = 16;
  // So many steps, and a lane of sums is full.
  constexpr size_t kMaxSteps = 255;
  size_t count = 0;
  while (utf8.size() >= kLanes) {
    const size_t steps = std::min(utf8.size() / kLanes, kMaxSteps);
    uint8_t sums[kLanes] = {};
    for (size_t i = 0; i != steps; ++i) {
      for (size_t k = 0; k != kLanes; ++k) {
        sums[k] = static_cast<uint8_t>(sums[k] + IsBegin(utf8[i * kLanes + k]));
      }
    }
    count = std::accumulate(std::begin(sums), std::end(sums), count);
    utf8 = utf8.subspan(steps * kLanes);
  }
  return count +
         static_cast<size_t>(std::count_if(utf8.begin(), utf8.end(), IsBegin));
}

// The sum of what `length` gives, up to 4, for each unit.
template <typename Length>
size_t SumOf(std::span<const char32_t> utf32, const Length& length) {
  // A sum as wide as units, which is what makes vectors of it.
  constexpr size_t kMaxPart = size_t{1} << 29;
  size_t sum = 0;
  while (!utf32.empty()) {
    const std::span<const char32_t> part =
        utf32.first(std::min(utf32.size(), kMaxPart));
    uint32_t sum_of_part = 0;
    for (const char32_t unit : part) {
      sum_of_part += length(unit);
    }
    sum += sum_of_part;
    utf32 = utf32.subspan(part.size());
  }
  return sum;
}

}  // namespace

size_t AsciiPrefixLength(std::span<const uint8_t> bytes) noexcept {
  return simd::AsciiPrefix(bytes.data(), bytes.size());
}

size_t AsciiPrefixLength(std::span<const char16_t> utf16) noexcept {
  return simd::AsciiPrefixOfUtf16(utf16.data(), utf16.size());
}

size_t Latin1PrefixLength(std::span<const char16_t> utf16) noexcept {
  return simd::Latin1PrefixOfUtf16(utf16.data(), utf16.size());
}

size_t Latin1PrefixLengthOfUtf8(std::span<const uint8_t> utf8) noexcept {
  uint8_t block[4096];
  size_t read = 0;
  for (;;) {
    const std::span<const uint8_t> part =
        utf8.subspan(read, std::min(utf8.size() - read, std::size(block)));
    const Conversion done = Utf8ToLatin1(part, block);
    read += done.read;
    // A block cuts no more of a character of Latin-1 than its first byte.
    if (done.read == 0 || read == utf8.size() || part.size() - done.read > 1) {
      return read;
    }
  }
}

size_t WellFormedPrefixLength(std::span<const char16_t> utf16) noexcept {
  return simd::WellFormedUtf16Prefix(utf16.data(), utf16.size());
}

size_t WellFormedPrefixLengthOfUtf8(std::span<const uint8_t> utf8) noexcept {
  const DecodeResult result = internal::ValidateUtf8(utf8);
  return result.read - result.malformed_length - result.read_ahead_length;
}

bool MakeWellFormed(std::span<char16_t> utf16) noexcept {
  size_t i = WellFormedPrefixLength(utf16);
  if (i == utf16.size()) {
    return false;
  }
  // The kernel writes what is replaced where it was, and all else as it is:
  // what a unit becomes depends on its neighbours' being leads and trails of
  // pairs, which replacing a lone one doesn't change.
  if constexpr (std::endian::native == std::endian::little) {
    i += simd::kUtf16LeToUtf16(
             reinterpret_cast<const uint8_t*>(utf16.data() + i),
             2 * (utf16.size() - i), utf16.data() + i, utf16.size() - i,
             Encoding::kUtf16Le, DecodeErrorMode::kReplacement)
             .written;
  }
  while (i < utf16.size()) {
    if (IsLeadSurrogate(utf16[i]) && i + 1 < utf16.size() &&
        IsTrailSurrogate(utf16[i + 1])) {
      ++i;
    } else if (IsSurrogate(utf16[i])) {
      utf16[i] = kReplacementCharacter;
    }
    ++i;
  }
  return true;
}

size_t Utf16LengthOfUtf8(std::span<const uint8_t> utf8) noexcept {
  return Utf8Decoder().Validate(utf8, Flush::kYes).written;
}

size_t Utf8Length(std::span<const char32_t> utf32) noexcept {
  return SumOf(utf32, [](uint32_t unit) {
    // What is no scalar value has three bytes as U+FFFD.
    const uint32_t is_long = unit - 0x10000 < 0x100000;
    return 1 + uint32_t{unit >= 0x80} + uint32_t{unit >= 0x800} + is_long;
  });
}

size_t Utf16Length(std::span<const char32_t> utf32) noexcept {
  return SumOf(utf32, [](uint32_t unit) {
    return 1 + uint32_t{unit - 0x10000 < 0x100000};
  });
}

size_t CodePointCount(std::span<const char16_t> utf16) noexcept {
  return utf16.size() - CountPairs(utf16.data(), utf16.size());
}

size_t CodePointCountOfUtf8(std::span<const uint8_t> utf8) noexcept {
  size_t count = 0;
  internal::ForEachPart(
      utf8, Utf8Decoder(),
      [&](std::span<const uint8_t> same) { count += CountBegins(same); },
      [&](std::span<const char16_t> units) { count += CodePointCount(units); });
  return count;
}

Conversion Latin1ToUtf8(std::span<const uint8_t> latin1,
                        std::span<uint8_t> utf8) noexcept {
  const EncodeResult result =
      Encoder(Encoding::kUtf8).EncodeFromLatin1(latin1, utf8, Flush::kYes);
  return {result.read, result.written};
}

Conversion Latin1ToUtf16(std::span<const uint8_t> latin1,
                         std::span<char16_t> utf16) noexcept {
  assert(!internal::Overlap(latin1, utf16));
  const size_t n = std::min(latin1.size(), utf16.size());
  simd::WidenLatin1(latin1.data(), n, utf16.data());
  return {n, n};
}

Conversion Latin1ToUtf32(std::span<const uint8_t> latin1,
                         std::span<char32_t> utf32) noexcept {
  assert(!internal::Overlap(latin1, utf32));
  const size_t n = std::min(latin1.size(), utf32.size());
  std::copy_n(latin1.data(), n, utf32.data());
  return {n, n};
}

Conversion Utf8ToLatin1(std::span<const uint8_t> utf8,
                        std::span<uint8_t> latin1) noexcept {
  Decoder decoder = Utf8Decoder();
  const DecodeResult result = decoder.DecodeToLatin1(utf8, latin1, Flush::kYes);
  return FromUtf8(decoder, result);
}

Conversion Utf8ToUtf16(std::span<const uint8_t> utf8,
                       std::span<char16_t> utf16) noexcept {
  Decoder decoder = Utf8Decoder();
  const DecodeResult result = decoder.DecodeToUtf16(utf8, utf16, Flush::kYes);
  return FromUtf8(decoder, result);
}

Conversion Utf8ToUtf32(std::span<const uint8_t> utf8,
                       std::span<char32_t> utf32) noexcept {
  assert(!internal::Overlap(utf8, utf32));
  char16_t block[2048];
  Conversion total;
  for (;;) {
    const std::span<const uint8_t> rest = utf8.subspan(total.read);
    const std::span<char32_t> room = utf32.subspan(total.written);
    // No more units than there is room: code points are no more either.
    size_t units = std::min(std::size(block), room.size());
    Conversion done = Utf8ToUtf16(rest, {block, units});
    if (done.written == 0 && units == 1) {
      // A pair, which is one code point; or there is nothing.
      done = Utf8ToUtf16(rest, {block, 2});
    }
    total.read += done.read;
    total.written += Utf16ToUtf32({block, done.written}, room).written;
    if (done.read == 0 || total.read == utf8.size()) {
      return total;
    }
  }
}

Conversion Utf16ToLatin1(std::span<const char16_t> utf16,
                         std::span<uint8_t> latin1) noexcept {
  assert(!internal::Overlap(utf16, latin1));
  const size_t n = simd::NarrowLatin1Prefix(
      utf16.data(), std::min(utf16.size(), latin1.size()), latin1.data());
  return {n, n};
}

Conversion Utf16ToUtf8(std::span<const char16_t> utf16,
                       std::span<uint8_t> utf8) noexcept {
  const EncodeResult result =
      Encoder(Encoding::kUtf8).EncodeFromUtf16(utf16, utf8, Flush::kYes);
  return {result.read, result.written};
}

Conversion Utf16ToUtf32(std::span<const char16_t> utf16,
                        std::span<char32_t> utf32) noexcept {
  assert(!internal::Overlap(utf16, utf32));
  size_t read = 0;
  size_t written = 0;
  while (read != utf16.size() && written != utf32.size()) {
    const size_t end =
        read + std::min({utf16.size() - read, utf32.size() - written, kRun});
    if (end - read == kRun && IsRun(utf16.data() + read)) {
      std::copy_n(utf16.data() + read, kRun, utf32.data() + written);
      read += kRun;
      written += kRun;
      continue;
    }
    while (read < end) {
      const char16_t unit = utf16[read++];
      if (IsLeadSurrogate(unit) && read != utf16.size() &&
          IsTrailSurrogate(utf16[read])) {
        utf32[written++] = ScalarValueFromSurrogates(unit, utf16[read++]);
      } else {
        utf32[written++] = ToScalarValue(unit);
      }
    }
  }
  return {read, written};
}

Conversion Utf32ToLatin1(std::span<const char32_t> utf32,
                         std::span<uint8_t> latin1) noexcept {
  assert(!internal::Overlap(utf32, latin1));
  const size_t n = std::min(utf32.size(), latin1.size());
  size_t i = 0;
  for (; n - i >= kRun; i += kRun) {
    uint32_t all = 0;
    for (size_t k = 0; k != kRun; ++k) {
      all |= utf32[i + k];
      latin1[i + k] = static_cast<uint8_t>(utf32[i + k]);
    }
    if (all > 0xFF) {
      break;
    }
  }
  for (; i != n && utf32[i] <= 0xFF; ++i) {
    latin1[i] = static_cast<uint8_t>(utf32[i]);
  }
  return {i, i};
}

Conversion Utf32ToUtf8(std::span<const char32_t> utf32,
                       std::span<uint8_t> utf8) noexcept {
  assert(!internal::Overlap(utf32, utf8));
  char16_t block[2048];
  Conversion total;
  for (;;) {
    const std::span<uint8_t> room = utf8.subspan(total.written);
    // A unit has at least a byte, so with two more units than there is room
    // for, of which a pair may leave one free, the room ends before the block.
    const size_t max_units = std::min(std::size(block), room.size() + 2);
    const Conversion units =
        Utf32ToUtf16(utf32.subspan(total.read), {block, max_units});
    const Conversion bytes = Utf16ToUtf8({block, units.written}, room);
    total.written += bytes.written;
    total.read += bytes.read == units.written
                      ? units.read
                      : CodePointCount({block, bytes.read});
    if (bytes.read != units.written || total.read == utf32.size()) {
      return total;
    }
  }
}

Conversion Utf32ToUtf16(std::span<const char32_t> utf32,
                        std::span<char16_t> utf16) noexcept {
  assert(!internal::Overlap(utf32, utf16));
  size_t read = 0;
  size_t written = 0;
  while (read != utf32.size() && written != utf16.size()) {
    const size_t end =
        read + std::min({utf32.size() - read, utf16.size() - written, kRun});
    if (end - read == kRun && IsRun(utf32.data() + read)) {
      for (size_t i = 0; i < kRun; ++i) {
        utf16[written + i] = static_cast<char16_t>(utf32[read + i]);
      }
      read += kRun;
      written += kRun;
      continue;
    }
    for (; read != end && written != utf16.size(); ++read) {
      const char32_t scalar = ToScalarValue(utf32[read]);
      if (scalar <= 0xFFFF) {
        utf16[written++] = static_cast<char16_t>(scalar);
      } else if (utf16.size() - written >= 2) {
        utf16[written++] = LeadSurrogate(scalar);
        utf16[written++] = TrailSurrogate(scalar);
      } else {
        return {read, written};
      }
    }
  }
  return {read, written};
}

}  // namespace v8_encoding
