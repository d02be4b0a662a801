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
#include <span>
#include <string>
#include <type_traits>

#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::internal {

// From how many units or bytes on memory is spared at the cost of time. Where
// an error may be near, no more room than this is cleared at first: a caller
// that goes on behind each of many errors would spend time that grows with the
// square of the length.
inline constexpr size_t kLongText = 4096;

// Room in UTF-16 for all that `decoder`, which is at a text's begin, makes of
// `bytes`. Of a long text no more than that: most take a third or a half of the
// maximum, and a std::u16string would keep the rest.
inline size_t RoomForUtf16(const Decoder& decoder,
                           std::span<const uint8_t> bytes) {
  const Encoding encoding = decoder.encoding();
  const size_t max = Decoder::MaxUtf16Length(encoding, bytes.size());
  const bool is_tight = IsSingleByte(encoding) ||
                        encoding == Encoding::kUtf16Be ||
                        encoding == Encoding::kUtf16Le;
  if (max < kLongText ||
      (is_tight && decoder.error_mode() != DecodeErrorMode::kFatal)) {
    return max;
  }
  Decoder counting = decoder;
  // With room for another character, whatever stops behind these is seen.
  return counting.Validate(bytes, Flush::kYes).written + 2;
}

// Gives back what a long text takes for nothing: when the maximum was far away,
// or an error has ended the text.
template <typename String>
void ShrinkLong(String& text) {
  if (text.capacity() - text.size() > std::max(text.size() / 4, kLongText)) {
    text.shrink_to_fit();
  }
}

// Appends what convert() writes to a span of `room` units or more, and returns
// what convert() does. What is short is written beside the text: the text then
// has no more memory than needed, none of its own if that suffices, and nothing
// is cleared first.
template <typename String, typename Convert>
auto Append(String& text, size_t room, const Convert& convert) {
  using Unit = std::conditional_t<std::is_same_v<String, std::string>, uint8_t,
                                  typename String::value_type>;
  constexpr size_t kMaxBeside = 512;
  if (room <= kMaxBeside) {
    Unit beside[kMaxBeside];
    const auto result = convert(std::span<Unit>(beside));
    const auto* const begin =
        reinterpret_cast<const typename String::value_type*>(beside);
    if (text.empty() && text.capacity() < result.written) {
      text = String(begin, result.written);
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

// How many bytes to begin with: as many as there are, or about as many.
template <typename Unit>
size_t FirstRoom(std::span<const Unit> text, const Encoder& encoder) {
  if (encoder.error_mode() == EncodeErrorMode::kFatal &&
      !EncodesEverything(encoder.encoding())) {
    return std::min(text.size(), kLongText);
  }
  if constexpr (std::is_same_v<Unit, char16_t>) {
    if (encoder.encoding() == Encoding::kUtf8) {
      return Utf8Length(text);
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
