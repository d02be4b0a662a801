// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What text.h and hooks.h have in common: results that are allocated. All of it
// is for functions that are noexcept, in files that are compiled with
// exceptions.

#ifndef V8_ENCODING_SRC_WHOLE_TEXTS_H_
#define V8_ENCODING_SRC_WHOLE_TEXTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include "src/decode_parts.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::internal {

// From how many units or bytes on memory is spared at the cost of time. Where
// an error may be near, no more room than this is cleared at first: a caller
// that goes on behind each of many errors would spend time that grows with the
// square of the length.
inline constexpr size_t kLongText = 4096;

// Gives back what a long text takes for nothing: when the maximum was far away,
// or an error has ended the text.
template <typename String>
void ShrinkLong(String& text) {
  if (text.capacity() - text.size() > std::max(text.size() / 4, kLongText)) {
    text.shrink_to_fit();
  }
}

// What Append() writes beside the text, in units.
inline constexpr size_t kMaxBeside = 512;

// A string of so many units needs no memory of its own: libstdc++, libc++ and
// Microsoft's library have room for them in the string.
template <typename String>
inline constexpr size_t kFewUnits = 15 / sizeof(typename String::value_type);

// Appends what convert() writes to a span of `room` units or more, and returns
// what convert() does. What is short is written beside the text: the text then
// has no more memory than needed, none of its own if that suffices, and nothing
// is cleared first. To write to the string itself takes half as long again, up
// to twice as long, even where the length is known and nothing is cleared:
// single-byte texts are stored under a mask, and whatever moves or reads the
// string waits for that.
template <typename String, typename Convert>
auto Append(String& text, size_t room, const Convert& convert) {
  using Unit = std::conditional_t<std::is_same_v<String, std::string>, uint8_t,
                                  typename String::value_type>;
  if (room <= kMaxBeside) {
    Unit beside[kMaxBeside];
    const auto result = convert(std::span<Unit>(beside));
    const auto* const begin =
        reinterpret_cast<const typename String::value_type*>(beside);
    if (text.empty() && text.capacity() < kMaxBeside) {
      // To copy so many, whatever they are, needs no branch on the length.
      std::destroy_at(&text);
      if (result.written <= kFewUnits<String>) {
        std::construct_at(&text, begin, kFewUnits<String>);
        text.erase(result.written);
      } else {
        std::construct_at(&text, begin, result.written);
      }
    } else {
      text.append(begin, result.written);
    }
    return result;
  }
  const size_t old_size = text.size();
  text.resize(old_size + room);
  const auto result = convert(
      std::span<Unit>(reinterpret_cast<Unit*>(text.data()) + old_size, room));
  text.resize(old_size + result.written);
  return result;
}

template <typename String>
inline constexpr bool kIsUtf16String = std::is_same_v<String, std::u16string>;

// How much room is given to what `bytes` become, in units of `String`; `read`
// bytes of the same text are before, which became `written` units. A long text
// has no more room than it takes, or not much: a string would keep the rest.
template <typename String>
size_t RoomFor(const Decoder& decoder,
               std::span<const uint8_t> bytes,
               size_t read,
               size_t written) {
  // From this length on, a part is taken to become as much as those before.
  constexpr size_t kFromWhereOn = 16 * 1024;
  const Encoding encoding = decoder.encoding();
  const size_t size = bytes.size();
  const size_t max = kIsUtf16String<String>
                         ? Decoder::MaxUtf16Length(encoding, size)
                         : Decoder::MaxUtf8Length(encoding, size);
  if (max <= kMaxBeside) {
    return max;
  }
  const bool is_fatal = decoder.error_mode() == DecodeErrorMode::kFatal;
  // Whether each unit of UTF-16 is as many bytes as any other.
  const bool is_fixed = IsSingleByte(encoding) ||
                        encoding == Encoding::kUtf16Be ||
                        encoding == Encoding::kUtf16Le;
  if (kIsUtf16String<String> && (max < kLongText || (is_fixed && !is_fatal))) {
    return max;
  }
  if (kIsUtf16String<String> && (is_fixed || encoding == Encoding::kUtf8)) {
    // To find this out is quick. With room for another character, whatever
    // stops behind these is seen.
    Decoder counting = decoder;
    return counting.Validate(bytes, Flush::kYes).written + 2;
  }
  size_t room = max;
  if (encoding != Encoding::kUtf8 && read + size >= kFromWhereOn) {
    constexpr size_t kSpare = kLongText / 64;
    if (written == 0) {
      room = kLongText + kSpare;
    } else {
      const double as_before = 17. / 16 * static_cast<double>(size) *
                               static_cast<double>(written) /
                               static_cast<double>(read);
      room = kSpare +
             static_cast<size_t>(std::min(as_before, static_cast<double>(max)));
    }
  } else if (!kIsUtf16String<String>) {
    // UTF-8 may be three times as long as the bytes. Most of what is UTF-8
    // already is about as long, and twice has room for most other text.
    room = encoding == Encoding::kUtf8 ? size + size / 8 + written / 4 + 16
                                       : 2 * size + 16;
  }
  if (is_fatal) {
    room = std::min(room, std::max(kLongText, written));
  }
  return std::min(room, max);
}

// Appends the text that `bytes` are, to its end or kMalformed, to an empty
// string. The result is that of all calls.
template <typename String>
DecodeResult AppendDecoded(std::span<const uint8_t> bytes,
                           Decoder& decoder,
                           String& output) {
  size_t read = 0;
  bool had_replacements = false;
  for (;;) {
    const std::span<const uint8_t> rest = bytes.subspan(read);
    const DecodeResult decoded =
        Append(output, RoomFor<String>(decoder, rest, read, output.size()),
               [&](auto room) {
                 if constexpr (kIsUtf16String<String>) {
                   return decoder.DecodeToUtf16(rest, room, Flush::kYes);
                 } else {
                   return decoder.DecodeToUtf8(rest, room, Flush::kYes);
                 }
               });
    read += decoded.read;
    had_replacements |= decoded.had_replacements;
    if (decoded.status != DecodeStatus::kOutputFull) {
      return EndedBy(decoded, read, output.size(), had_replacements);
    }
  }
}

// How many bytes to begin with: as many as there are, or about as many.
template <typename Unit>
size_t FirstRoom(std::span<const Unit> text, const Encoder& encoder) {
  if (encoder.error_mode() == EncodeErrorMode::kFatal &&
      !EncodesEverything(encoder.encoding())) {
    return std::min(text.size(), kLongText);
  }
  if constexpr (std::is_same_v<Unit, char16_t>) {
    if (encoder.encoding() == Encoding::kUtf8) {
      constexpr size_t kMaxOfUnit = 3;
      return kMaxOfUnit * text.size() + Encoder::kMaxBytesPerStep <= kMaxBeside
                 ? kMaxOfUnit * text.size()
                 : Utf8Length(text);
    }
  }
  return text.size();
}

// Appends the bytes of `text`, UTF-16 or bytes of UTF-8, until it ends or
// kUnmappable; `read`, `had_unmappables` and `had_malformed` are of all calls.
// The first try is for `length` bytes.
template <typename Unit>
EncodeResult AppendEncoded(std::span<const Unit> text,
                           Encoder& encoder,
                           std::string& output,
                           size_t length,
                           Flush flush = Flush::kYes) {
  size_t room = length + Encoder::kMaxBytesPerStep;
  EncodeResult total;
  size_t read = 0;
  for (;;) {
    EncodeResult encoded = Append(output, room, [&](std::span<uint8_t> bytes) {
      if constexpr (std::is_same_v<Unit, char16_t>) {
        return encoder.EncodeFromUtf16(text.subspan(read), bytes, flush);
      } else {
        return encoder.EncodeFromUtf8(text.subspan(read), bytes, flush);
      }
    });
    read += encoded.read;
    encoded.read = read;
    encoded.had_unmappables |= total.had_unmappables;
    encoded.had_malformed |= total.had_malformed;
    total = encoded;
    if (encoded.status != EncodeStatus::kOutputFull) {
      return total;
    }
    room = std::min(4 * room, 2 * (text.size() - read)) +
           Encoder::kMaxBytesPerStep;
  }
}

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_WHOLE_TEXTS_H_
