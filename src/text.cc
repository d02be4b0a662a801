// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/text.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <type_traits>

#include "src/decode_parts.h"
#include "src/validate_utf8.h"
#include "src/whole_texts.h"
#include "v8_encoding/unicode.h"

namespace v8_encoding {

namespace {

// How bytes are decoded, once it is known which byte order mark they have.
struct Plan {
  Encoding encoding;
  BomMode bom_mode;
  size_t bom_length;  // Of a byte order mark that overrules.
};

Plan PlanOf(std::span<const uint8_t> bytes,
            Encoding encoding,
            BomHandling bom_handling) {
  if (bom_handling == BomHandling::kRemove) {
    return {encoding, BomMode::kRemove, 0};
  }
  if (bom_handling == BomHandling::kSniff) {
    if (const std::optional<ByteOrderMark> bom = BomSniff(bytes)) {
      return {bom->encoding, BomMode::kKeep, bom->length};
    }
  }
  return {encoding, BomMode::kKeep, 0};
}

// Whether all of `text` is ASCII. ASCII takes half as long as it would without;
// French from 32 bytes on, whose first bytes often are ASCII, 3 to 14 ns
// longer.
bool IsAllAscii(std::span<const uint8_t> text) {
  return internal::IsProbablyAscii(text) &&
         AsciiPrefixLength(text) == text.size();
}

// Whether all of `bytes`, for a decoder that hasn't begun, are the same in
// UTF-8: well-formed UTF-8 without a byte order mark to remove, or in another
// encoding ASCII. To look at them, and then to copy what has a length that's
// known, is the quickest way to a string, which isn't cleared first.
bool IsSameInUtf8(std::span<const uint8_t> bytes, const Decoder& decoder) {
  if (bytes.empty()) {
    return false;
  }
  if (decoder.encoding() != Encoding::kUtf8) {
    return IsAsciiCompatible(decoder.encoding()) && IsAllAscii(bytes);
  }
  DecoderState state = decoder.state();
  return internal::TakeWellFormedUtf8(Encoding::kUtf8, bytes, state).read ==
         bytes.size();
}

std::string StringOf(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// What `decoder`, which hasn't begun, makes of `bytes`, behind a byte order
// mark of `bom_length` bytes. A function of its own, so that the result is made
// where it's wanted: Clang 14 would make it elsewhere in one that returns
// another, too, and move it.
template <typename String>
Decoded<String> DecodeBehindBom(std::span<const uint8_t> bytes,
                                Decoder& decoder,
                                size_t bom_length) {
  Decoded<String> decoded{
      .text = {}, .encoding = decoder.encoding(), .error = {}};
  const DecodeResult result =
      internal::AppendDecoded(bytes, decoder, decoded.text);
  decoded.had_replacements = result.had_replacements;
  if (result.status == DecodeStatus::kMalformed) {
    decoded.error = {.position = bom_length + result.read -
                                 result.read_ahead_length -
                                 result.malformed_length,
                     .length = result.malformed_length};
  }
  internal::ShrinkLong(decoded.text);
  return decoded;
}

template <typename String>
Decoded<String> DecodeAll(std::span<const uint8_t> bytes,
                          Encoding encoding,
                          BomHandling bom_handling,
                          DecodeErrorMode error_mode) {
  const Plan plan = PlanOf(bytes, encoding, bom_handling);
  Decoder decoder(plan.encoding,
                  error_mode == DecodeErrorMode::kFatal
                      ? DecodeErrorMode::kFatal
                      : DecodeErrorMode::kReplacementReported,
                  plan.bom_mode);
  const std::span<const uint8_t> rest = bytes.subspan(plan.bom_length);
  if constexpr (std::is_same_v<String, std::string>) {
    if (IsSameInUtf8(rest, decoder)) {
      return {.text = StringOf(rest), .encoding = plan.encoding, .error = {}};
    }
  }
  return DecodeBehindBom<String>(rest, decoder, plan.bom_length);
}

// How many units the character has that ends at the end of `text`, and that is
// unmappable as `code_point`. One that's malformed, or a control that
// ISO-2022-JP has no place for, goes by the name of U+FFFD.
size_t LastLength(std::span<const char16_t>, char32_t code_point) {
  return code_point > 0xFFFF ? 2 : 1;
}

size_t LastLength(std::span<const uint8_t> text, char32_t code_point) {
  if (code_point != 0xFFFD) {
    return code_point < 0x80      ? 1
           : code_point < 0x800   ? 2
           : code_point < 0x10000 ? 3
                                  : 4;
  }
  for (size_t length = std::min<size_t>(text.size(), 3); length > 1; --length) {
    const std::span<const uint8_t> last = text.last(length);
    const DecodeResult result = internal::ValidateUtf8(last);
    const bool is_one_character = length == 3 &&
                                  result.status == DecodeStatus::kInputEmpty &&
                                  result.written == 1;
    if (is_one_character || (result.malformed_length == length)) {
      return length;
    }
  }
  return 1;
}

size_t WellFormedLength(std::span<const char16_t> utf16) {
  return WellFormedPrefixLength(utf16);
}

size_t WellFormedLength(std::span<const uint8_t> utf8) {
  return WellFormedPrefixLengthOfUtf8(utf8);
}

// Whether all of `utf8` is the same in `encoding`, an output encoding.
bool IsSameInEncoding(std::span<const uint8_t> utf8, Encoding encoding) {
  if (encoding == Encoding::kUtf8) {
    return WellFormedLength(utf8) == utf8.size();
  }
  return !utf8.empty() && IsAsciiCompatible(encoding) && IsAllAscii(utf8);
}

// Of a character, in bytes of UTF-8 or units of UTF-16, the most there are.
constexpr size_t kMaxLength = 4;

// Of what isn't well-formed, at the begin of `text`.
size_t MalformedLength(std::span<const char16_t>) {
  return 1;
}

size_t MalformedLength(std::span<const uint8_t> text) {
  return internal::ValidateUtf8(text.first(std::min<size_t>(text.size(), 4)))
      .malformed_length;
}

template <typename Unit>
Encoded EncodeAll(std::span<const Unit> text,
                  Encoding encoding,
                  EncodeErrorMode error_mode,
                  MalformedText malformed_text) {
  Encoded encoded{
      .bytes = {}, .encoding = GetOutputEncoding(encoding), .error = {}};
  if (!HasEncoder(encoded.encoding)) {
    // Untested: of a build without legacy encoders, tools/check-release.
    if (!text.empty()) {
      encoded.error = {
          .position = 0, .length = text.size(), .code_point = std::nullopt};
    }
    return encoded;
  }
  if constexpr (std::is_same_v<Unit, uint8_t>) {
    if (IsSameInEncoding(text, encoded.encoding)) {
      encoded.bytes = StringOf(text);
      return encoded;
    }
  }
  const bool fails = malformed_text == MalformedText::kFail;
  const bool is_fatal = error_mode == EncodeErrorMode::kFatal;
  Encoder encoder(encoded.encoding, is_fatal ? EncodeErrorMode::kFatal
                                             : EncodeErrorMode::kHtmlReported);
  // In growing parts where either error may come first: a caller that goes on
  // behind each of many spends no time on what is far behind the next one.
  size_t limit = fails && is_fatal && !EncodesEverything(encoded.encoding)
                     ? internal::kLongText
                     : text.size();
  EncodeResult result;
  size_t read = 0;
  bool is_malformed = false;
  for (bool is_end = false; !is_end; limit *= 2) {
    std::span<const Unit> part = text.subspan(read);
    is_end = part.size() <= limit;
    part = part.first(std::min(part.size(), limit));
    if (fails) {
      const size_t well_formed = WellFormedLength(part);
      // What is left may be the begin of a character that the part cuts.
      is_malformed = part.size() - well_formed >= (is_end ? 1 : kMaxLength);
      part = part.first(well_formed);
    }
    result = internal::AppendEncoded(
        part, encoder, encoded.bytes, internal::FirstRoom(part, encoder),
        is_end && !is_malformed ? Flush::kYes : Flush::kNo);
    read += result.read;
    encoded.had_unmappables |= result.had_unmappables;
    encoded.had_malformed |= result.had_malformed;
    is_end |= is_malformed || result.status == EncodeStatus::kUnmappable;
  }
  internal::ShrinkLong(encoded.bytes);
  // Encoding UTF-8 finds out on its way what is malformed.
  encoded.had_malformed =
      encoded.had_malformed || (std::is_same_v<Unit, char16_t> && !fails &&
                                WellFormedLength(text.first(read)) != read);
  if (result.status == EncodeStatus::kUnmappable) {
    const size_t length = LastLength(text.first(read), result.code_point);
    encoded.error = {.position = read - length,
                     .length = length,
                     .code_point = result.code_point};
  } else if (is_malformed) {
    encoded.error = {.position = read,
                     .length = MalformedLength(text.subspan(read)),
                     .code_point = std::nullopt};
  }
  return encoded;
}

}  // namespace

Decoded<std::string> DecodeToString(std::span<const uint8_t> bytes,
                                    Encoding encoding,
                                    BomHandling bom_handling,
                                    DecodeErrorMode error_mode) noexcept {
  return DecodeAll<std::string>(bytes, encoding, bom_handling, error_mode);
}

Decoded<std::u16string> DecodeToU16String(std::span<const uint8_t> bytes,
                                          Encoding encoding,
                                          BomHandling bom_handling,
                                          DecodeErrorMode error_mode) noexcept {
  return DecodeAll<std::u16string>(bytes, encoding, bom_handling, error_mode);
}

size_t DecodedUtf8Length(std::span<const uint8_t> bytes,
                         Encoding encoding,
                         BomHandling bom_handling) noexcept {
  const Plan plan = PlanOf(bytes, encoding, bom_handling);
  size_t length = 0;
  const auto add = [&](size_t more) {
    length += std::min(more, std::numeric_limits<size_t>::max() - length);
  };
  internal::ForEachPart(
      bytes.subspan(plan.bom_length),
      Decoder(plan.encoding, DecodeErrorMode::kReplacement, plan.bom_mode),
      [&](std::span<const uint8_t> same) { add(same.size()); },
      [&](std::span<const char16_t> units) { add(Utf8Length(units)); });
  return length;
}

Encoded EncodeString(std::span<const uint8_t> utf8,
                     Encoding encoding,
                     EncodeErrorMode error_mode,
                     MalformedText malformed_text) noexcept {
  return EncodeAll(utf8, encoding, error_mode, malformed_text);
}

Encoded EncodeU16String(std::span<const char16_t> utf16,
                        Encoding encoding,
                        EncodeErrorMode error_mode,
                        MalformedText malformed_text) noexcept {
  return EncodeAll(utf16, encoding, error_mode, malformed_text);
}

}  // namespace v8_encoding
