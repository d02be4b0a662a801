// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Whole texts: bytes in any encoding to std::string in UTF-8 or std::u16string,
// and back, in one call that also says which encoding it was, whether anything
// was replaced, and where the error is.
//
//   Decoded<std::string> page = DecodeToString(bytes, Encoding::kWindows1252);
//   Encoded form = EncodeString("\xE2\x98\x83", Encoding::kShiftJis);
//
// The functions allocate their results, and end the process if there is no
// memory for a result; nothing is thrown, and errors are values. Any thread may
// call. hooks.h has the functions that standards call; Decoder, Encoder and
// SniffingDecoder are for chunks and for memory of the caller's.

#ifndef V8_ENCODING_TEXT_H_
#define V8_ENCODING_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/export.h"

namespace v8_encoding {

namespace internal {

template <typename Unit>
std::span<const uint8_t> BytesOf(std::span<const Unit> units) noexcept {
  static_assert(sizeof(Unit) == 1);
  return {reinterpret_cast<const uint8_t*>(units.data()), units.size()};
}

// What an overload for View takes. Such an overload is a template, so that {}
// and what is a std::string_view stay with the overload for that.
template <typename Bytes, typename View>
concept IsBytes = std::is_convertible_v<const Bytes&, View> &&
    !std::is_convertible_v<const Bytes&, std::string_view>;

}  // namespace internal

// The bytes of a std::string or the like, as the functions of other headers
// take bytes: of a literal, those before its first zero.
[[nodiscard]] inline std::span<const uint8_t> AsBytes(
    std::string_view bytes) noexcept {
  return internal::BytesOf<char>(bytes);
}

// The same of a std::vector<char> or a span of char, of containers and spans of
// std::byte, and of a std::u8string or a literal of UTF-8.
template <internal::IsBytes<std::span<const char>> Bytes>
[[nodiscard]] std::span<const uint8_t> AsBytes(const Bytes& bytes) noexcept {
  return internal::BytesOf<char>(bytes);
}
template <internal::IsBytes<std::span<const std::byte>> Bytes>
[[nodiscard]] std::span<const uint8_t> AsBytes(const Bytes& bytes) noexcept {
  return internal::BytesOf<std::byte>(bytes);
}
#if defined(__cpp_char8_t)
template <internal::IsBytes<std::u8string_view> Bytes>
[[nodiscard]] std::span<const uint8_t> AsBytes(const Bytes& bytes) noexcept {
  return internal::BytesOf<char8_t>(std::u8string_view(bytes));
}
#endif

// How a byte order mark at the beginning of the bytes is treated.
enum class BomHandling : uint8_t {
  // One of UTF-8, UTF-16BE or UTF-16LE overrules the encoding that the caller
  // gives, and isn't text: the standard's *decode*.
  kSniff,
  // That of the encoding that the caller gives isn't text.
  kRemove,
  // A byte order mark is a character like others.
  kKeep,
};

// The first malformed sequence of bytes.
struct DecodeError {
  size_t position;  // Its offset in the bytes.
  size_t length;    // In bytes, from 1 on.

  friend constexpr bool operator==(const DecodeError&,
                                   const DecodeError&) noexcept = default;
};

// What decoding gave.
template <typename String>
struct Decoded {
  String text;  // Up to the error, if there is one.
  // That of the byte order mark, with BomHandling::kSniff, or the caller's.
  Encoding encoding;
  // Whether U+FFFD stands in the text for a malformed sequence.
  bool had_replacements = false;
  // Only with DecodeErrorMode::kFatal.
  std::optional<DecodeError> error;
};

// Decodes all of `bytes`. Malformed sequences are replaced and reported, or
// with DecodeErrorMode::kFatal the first one ends the text; kReplacement does
// here what kReplacementReported does. https://encoding.spec.whatwg.org/#decode
[[nodiscard]] V8_ENCODING_EXPORT Decoded<std::string> DecodeToString(
    std::span<const uint8_t> bytes,
    Encoding encoding,
    BomHandling bom_handling = BomHandling::kSniff,
    DecodeErrorMode error_mode =
        DecodeErrorMode::kReplacementReported) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT Decoded<std::u16string> DecodeToU16String(
    std::span<const uint8_t> bytes,
    Encoding encoding,
    BomHandling bom_handling = BomHandling::kSniff,
    DecodeErrorMode error_mode =
        DecodeErrorMode::kReplacementReported) noexcept;

// The same for bytes that are in a std::string.
[[nodiscard]] inline Decoded<std::string> DecodeToString(
    std::string_view bytes,
    Encoding encoding,
    BomHandling bom_handling = BomHandling::kSniff,
    DecodeErrorMode error_mode =
        DecodeErrorMode::kReplacementReported) noexcept {
  return DecodeToString(AsBytes(bytes), encoding, bom_handling, error_mode);
}
[[nodiscard]] inline Decoded<std::u16string> DecodeToU16String(
    std::string_view bytes,
    Encoding encoding,
    BomHandling bom_handling = BomHandling::kSniff,
    DecodeErrorMode error_mode =
        DecodeErrorMode::kReplacementReported) noexcept {
  return DecodeToU16String(AsBytes(bytes), encoding, bom_handling, error_mode);
}

// The length in bytes of what DecodeToString() gives where nothing is fatal, or
// SIZE_MAX where that has no room for it. Allocates nothing.
[[nodiscard]] V8_ENCODING_EXPORT size_t
DecodedUtf8Length(std::span<const uint8_t> bytes,
                  Encoding encoding,
                  BomHandling bom_handling = BomHandling::kSniff) noexcept;

// What becomes of malformed UTF-8, and of lone surrogates in UTF-16.
enum class MalformedText : uint8_t {
  kReplace,  // A malformed sequence, or lone surrogate, is taken for U+FFFD.
  kFail,     // It is an error.
};

// The first character that couldn't be encoded, or malformed sequence of text.
struct EncodeError {
  size_t position;  // Its offset in the text, in bytes or in units.
  size_t length;    // In bytes or in units, from 1 on.
  // Of a character without bytes in the encoding, as EncodeResult has it, which
  // for a malformed sequence that was taken for U+FFFD is that. nullopt with
  // MalformedText::kFail for a malformed sequence.
  std::optional<char32_t> code_point;

  friend constexpr bool operator==(const EncodeError&,
                                   const EncodeError&) noexcept = default;
};

// What encoding gave.
struct Encoded {
  std::string bytes;  // Of the text up to the error, if there is one.
  // *Get an output encoding* of the caller's.
  Encoding encoding;
  // Whether "&#…;" stands in the bytes for a character that the encoding lacks.
  bool had_unmappables = false;
  // Whether a malformed sequence was taken for U+FFFD.
  bool had_malformed = false;
  // Only with EncodeErrorMode::kFatal, or MalformedText::kFail, and where the
  // build lacks the encoder (HasEncoder() in encoder.h): then all of the text
  // is the error, without a code point. ISO-2022-JP's bytes before an error may
  // end in another state than ASCII.
  std::optional<EncodeError> error;
};

// Encodes all of a text in UTF-8, or in UTF-16 in native byte order, to the
// output encoding of `encoding`, which may be any. Characters that the encoding
// lacks become "&#…;" and are reported, or with EncodeErrorMode::kFatal the
// first one ends the bytes; kHtml does here what kHtmlReported does.
// https://encoding.spec.whatwg.org/#encode
[[nodiscard]] V8_ENCODING_EXPORT Encoded
EncodeString(std::string_view utf8,
             Encoding encoding,
             EncodeErrorMode error_mode = EncodeErrorMode::kHtmlReported,
             MalformedText malformed_text = MalformedText::kReplace) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT Encoded EncodeU16String(
    std::u16string_view utf16,
    Encoding encoding,
    EncodeErrorMode error_mode = EncodeErrorMode::kHtmlReported,
    MalformedText malformed_text = MalformedText::kReplace) noexcept;

#if defined(__cpp_char8_t)
// The same for UTF-8 that is in a std::u8string.
template <internal::IsBytes<std::u8string_view> Text>
[[nodiscard]] Encoded EncodeString(
    const Text& utf8,
    Encoding encoding,
    EncodeErrorMode error_mode = EncodeErrorMode::kHtmlReported,
    MalformedText malformed_text = MalformedText::kReplace) noexcept {
  const std::span<const uint8_t> bytes = AsBytes(utf8);
  return EncodeString(
      std::string_view(reinterpret_cast<const char*>(bytes.data()),
                       bytes.size()),
      encoding, error_mode, malformed_text);
}
#endif

}  // namespace v8_encoding

#endif  // V8_ENCODING_TEXT_H_
