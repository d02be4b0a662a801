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
#include <utility>

#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/export.h"

namespace v8_encoding {

// Tells Clang that a result points into what the parameter is bound to.
#if defined(V8_ENCODING_LIFETIME_BOUND)
#elif defined(__clang__)
#define V8_ENCODING_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#define V8_ENCODING_LIFETIME_BOUND
#endif

namespace internal {

// `type` is the first of the views that a T becomes by itself, or void.
template <typename T, typename... Views>
struct FirstView : std::type_identity<void> {};
template <typename T, typename View, typename... Views>
struct FirstView<T, View, Views...>
    : std::conditional_t<std::is_convertible_v<T, View>,
                         std::type_identity<View>,
                         FirstView<T, Views...>> {};

// Of strings first: a literal is convertible to a span, too, which would have
// the zero at the literal's end.
#if defined(__cpp_char8_t)
template <typename T>
using BytesView = typename FirstView<std::remove_reference_t<T>&,
                                     std::string_view,
                                     std::u8string_view,
                                     std::span<const uint8_t>,
                                     std::span<const char>,
                                     std::span<const std::byte>,
                                     std::span<const char8_t>>::type;
template <typename T>
using WritableBytesView = typename FirstView<T,
                                             std::span<uint8_t>,
                                             std::span<char>,
                                             std::span<std::byte>,
                                             std::span<char8_t>>::type;
#else
template <typename T>
using BytesView = typename FirstView<std::remove_reference_t<T>&,
                                     std::string_view,
                                     std::span<const uint8_t>,
                                     std::span<const char>,
                                     std::span<const std::byte>>::type;
template <typename T>
using WritableBytesView = typename FirstView<T,
                                             std::span<uint8_t>,
                                             std::span<char>,
                                             std::span<std::byte>>::type;
#endif
template <typename T>
using Utf16View = typename FirstView<std::remove_reference_t<T>&,
                                     std::u16string_view,
                                     std::span<const char16_t>>::type;

// An array of characters that isn't const, as no literal is. As a string, the
// array would end at a zero, which what a caller has put there may have early,
// or not at all.
template <typename T, typename Array = std::remove_reference_t<T>>
inline constexpr bool kIsBuffer = false;
template <typename T, size_t kSize>
inline constexpr bool kIsBuffer<T, char[kSize]> = true;
template <typename T>
inline constexpr bool kIsBuffer<T, char[]> = true;
#if defined(__cpp_char8_t)
template <typename T, size_t kSize>
inline constexpr bool kIsBuffer<T, char8_t[kSize]> = true;
template <typename T>
inline constexpr bool kIsBuffer<T, char8_t[]> = true;
#endif

template <typename T>
inline constexpr bool kIsBytes = !std::is_void_v<BytesView<T>>;
template <typename T>
inline constexpr bool kIsWritableBytes = !std::is_void_v<WritableBytesView<T>>;
template <typename T>
inline constexpr bool kIsUtf16 = !std::is_void_v<Utf16View<T>>;

template <typename T>
concept IsBytes = kIsBytes<T> && !kIsBuffer<T>;
template <typename T>
concept IsWritableBytes = kIsWritableBytes<T>;
template <typename T>
concept IsUtf16 = kIsUtf16<T>;

// What a T becomes by itself, as a view. A literal and any other array of
// characters that is const ends at a zero, or else with the array, if its
// length is known here.
template <typename View, typename T>
constexpr View ViewOf(T& value) noexcept {
  if constexpr (std::is_bounded_array_v<T>) {
    using Element = std::remove_cv_t<std::remove_extent_t<T>>;
    if constexpr (std::is_same_v<View, std::basic_string_view<Element>>) {
      const View all(value, std::extent_v<T>);
      return all.substr(0, all.find(Element()));
    } else {
      return value;
    }
  } else {
    return value;
  }
}

// A temporary that has the bytes itself, as far as a type tells: views can be
// copied by bits.
template <typename T>
concept IsOwnerOfBytes =
    IsBytes<T> && !std::is_reference_v<T> && !std::is_trivially_copyable_v<T>;

}  // namespace internal

// The bytes of what has bytes, as the functions of other headers take them:
//
// - of a std::string, a std::string_view, and what is convertible to that; of a
//   literal, or another array of char that is const, those before the first
//   zero, or all if there is none; the same of char8_t, in UTF-8;
// - of containers and spans of uint8_t, char, std::byte or char8_t, and of
//   arrays of uint8_t or std::byte, all;
// - of {pointer, size}, where the pointer is one to char.
//
// An array of char or char8_t that isn't const doesn't compile, here and in the
// functions below that take what AsBytes() takes: how much of a buffer counts
// has to be said. AsBytes({buffer, size}) does, and std::string_view(buffer)
// for what is before the first zero.
//
// The span is valid as long as the argument's own bytes.
template <internal::IsBytes Bytes = std::string_view>
[[nodiscard]] std::span<const uint8_t> AsBytes(Bytes&& bytes) noexcept {
  const auto view = internal::ViewOf<internal::BytesView<Bytes>>(bytes);
  return {reinterpret_cast<const uint8_t*>(view.data()), view.size()};
}
// The same of a temporary, whose bytes end with the expression around the call.
template <internal::IsOwnerOfBytes Bytes>
[[nodiscard]] std::span<const uint8_t> AsBytes(
    Bytes&& bytes V8_ENCODING_LIFETIME_BOUND) noexcept {
  const auto view = internal::ViewOf<internal::BytesView<Bytes>>(bytes);
  return {reinterpret_cast<const uint8_t*>(view.data()), view.size()};
}

// The same to write to, as functions of other headers take outputs: of a
// std::string or std::u8string, of containers, spans and arrays of uint8_t,
// char, std::byte or char8_t, all up to the size(); of {pointer, size}, where
// the pointer is one to char. Of temporaries, only spans compile.
//
//   std::string text(Decoder::MaxUtf8Length(encoding, bytes.size()), '\0');
//   text.resize(decoder.DecodeToUtf8(bytes, AsWritableBytes(text), Flush::kYes)
//                   .written);
template <internal::IsWritableBytes Bytes = std::span<char>>
[[nodiscard]] std::span<uint8_t> AsWritableBytes(Bytes&& bytes) noexcept {
  const internal::WritableBytesView<Bytes> view = std::forward<Bytes>(bytes);
  return {reinterpret_cast<uint8_t*>(view.data()), view.size()};
}

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

// The same of what AsBytes() takes: std::string, literals, containers of char.
template <internal::IsBytes Bytes = std::string_view>
[[nodiscard]] Decoded<std::string> DecodeToString(
    Bytes&& bytes,
    Encoding encoding,
    BomHandling bom_handling = BomHandling::kSniff,
    DecodeErrorMode error_mode =
        DecodeErrorMode::kReplacementReported) noexcept {
  return DecodeToString(v8_encoding::AsBytes(bytes), encoding, bom_handling,
                        error_mode);
}
template <internal::IsBytes Bytes = std::string_view>
[[nodiscard]] Decoded<std::u16string> DecodeToU16String(
    Bytes&& bytes,
    Encoding encoding,
    BomHandling bom_handling = BomHandling::kSniff,
    DecodeErrorMode error_mode =
        DecodeErrorMode::kReplacementReported) noexcept {
  return DecodeToU16String(v8_encoding::AsBytes(bytes), encoding, bom_handling,
                           error_mode);
}

// The length in bytes of what DecodeToString() gives where nothing is fatal, or
// SIZE_MAX where that has no room for it. Allocates nothing.
[[nodiscard]] V8_ENCODING_EXPORT size_t
DecodedUtf8Length(std::span<const uint8_t> bytes,
                  Encoding encoding,
                  BomHandling bom_handling = BomHandling::kSniff) noexcept;
template <internal::IsBytes Bytes = std::string_view>
[[nodiscard]] size_t DecodedUtf8Length(
    Bytes&& bytes,
    Encoding encoding,
    BomHandling bom_handling = BomHandling::kSniff) noexcept {
  return DecodedUtf8Length(v8_encoding::AsBytes(bytes), encoding, bom_handling);
}

// IsWellFormed() of decoder.h, of what AsBytes() takes.
template <internal::IsBytes Bytes = std::string_view>
[[nodiscard]] bool IsWellFormed(Bytes&& bytes, Encoding encoding) noexcept {
  return IsWellFormed(v8_encoding::AsBytes(bytes), encoding);
}

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
EncodeString(std::span<const uint8_t> utf8,
             Encoding encoding,
             EncodeErrorMode error_mode = EncodeErrorMode::kHtmlReported,
             MalformedText malformed_text = MalformedText::kReplace) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT Encoded EncodeU16String(
    std::span<const char16_t> utf16,
    Encoding encoding,
    EncodeErrorMode error_mode = EncodeErrorMode::kHtmlReported,
    MalformedText malformed_text = MalformedText::kReplace) noexcept;

// The same of what AsBytes() takes, and of UTF-16 in a std::u16string or what
// is convertible to a std::u16string_view, literals among it, and in containers
// and spans of char16_t; not in an array that isn't const.
template <internal::IsBytes Text = std::string_view>
[[nodiscard]] Encoded EncodeString(
    Text&& utf8,
    Encoding encoding,
    EncodeErrorMode error_mode = EncodeErrorMode::kHtmlReported,
    MalformedText malformed_text = MalformedText::kReplace) noexcept {
  return EncodeString(v8_encoding::AsBytes(utf8), encoding, error_mode,
                      malformed_text);
}
template <internal::IsUtf16 Text = std::u16string_view>
[[nodiscard]] Encoded EncodeU16String(
    Text&& utf16,
    Encoding encoding,
    EncodeErrorMode error_mode = EncodeErrorMode::kHtmlReported,
    MalformedText malformed_text = MalformedText::kReplace) noexcept {
  const auto view = internal::ViewOf<internal::Utf16View<Text>>(utf16);
  return EncodeU16String(std::span<const char16_t>(view.data(), view.size()),
                         encoding, error_mode, malformed_text);
}
template <size_t kSize>
Encoded EncodeU16String(char16_t (&buffer)[kSize],
                        Encoding encoding,
                        EncodeErrorMode error_mode = {},
                        MalformedText malformed_text = {}) = delete;
Encoded EncodeU16String(char16_t (&buffer)[],
                        Encoding encoding,
                        EncodeErrorMode error_mode = {},
                        MalformedText malformed_text = {}) = delete;

}  // namespace v8_encoding

#endif  // V8_ENCODING_TEXT_H_
