// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Text in memory as UTF-8, UTF-16, UTF-32 and Latin-1: what a text is, how long
// it is in another form, and conversions between the forms. For whole texts;
// texts in chunks are for Decoder and Encoder.
//
// UTF-16 and UTF-32 are in native byte order. Latin-1 has a byte for each code
// point below U+0100. No function looks for a byte order mark. Where a text is
// malformed, each maximal malformed sequence of UTF-8, each lone surrogate of
// UTF-16 and each unit of UTF-32 that is no scalar value counts, and is
// converted, as U+FFFD.
//
// Nothing here allocates, throws or keeps state, and any thread may call. What
// decoder.h says of spans and stack is true of these functions, too.
//
// Functions are as fast as Decoder and Encoder, by SIMD, but for conversions
// from and to UTF-32, which have plain loops for that part.

#ifndef V8_ENCODING_UNICODE_H_
#define V8_ENCODING_UNICODE_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/export.h"

namespace v8_encoding {

// ---- What a text is. ----

// The number of bytes, or units, of ASCII at the start of the text.
[[nodiscard]] V8_ENCODING_EXPORT size_t
AsciiPrefixLength(std::span<const uint8_t> bytes) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT size_t
AsciiPrefixLength(std::span<const char16_t> utf16) noexcept;

// The length, in units or in bytes of UTF-8, of the longest prefix whose
// characters are all below U+0100.
[[nodiscard]] V8_ENCODING_EXPORT size_t
Latin1PrefixLength(std::span<const char16_t> utf16) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT size_t
Latin1PrefixLengthOfUtf8(std::span<const uint8_t> utf8) noexcept;

// Where the first malformed sequence, or lone surrogate, begins; the text's
// length if there is none.
[[nodiscard]] V8_ENCODING_EXPORT size_t
WellFormedPrefixLength(std::span<const char16_t> utf16) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT size_t
WellFormedPrefixLengthOfUtf8(std::span<const uint8_t> utf8) noexcept;

// Whether the text has no lone surrogate.
[[nodiscard]] inline bool IsWellFormedUtf16(
    std::span<const char16_t> utf16) noexcept {
  return WellFormedPrefixLength(utf16) == utf16.size();
}
// IsWellFormed() of decoder.h is for any encoding.
[[nodiscard]] inline bool IsWellFormedUtf8(
    std::span<const uint8_t> utf8) noexcept {
  return WellFormedPrefixLengthOfUtf8(utf8) == utf8.size();
}

// Writes U+FFFD over each lone surrogate, as *convert* a string *to a scalar
// value string* does, and nothing elsewhere before the first of them. Returns
// whether there was one.
// https://infra.spec.whatwg.org/#javascript-string-convert
V8_ENCODING_EXPORT bool MakeWellFormed(std::span<char16_t> utf16) noexcept;

// ---- How long a text is in another form. ----
//
// Utf8Length() of UTF-16 and of Latin-1 is in encoder.h. The length of any
// bytes' text in UTF-16 is `written` of Decoder::Validate().

// The length in units of the form that the function's name begins with.
[[nodiscard]] V8_ENCODING_EXPORT size_t
Utf16LengthOfUtf8(std::span<const uint8_t> utf8) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT size_t
Utf8Length(std::span<const char32_t> utf32) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT size_t
Utf16Length(std::span<const char32_t> utf32) noexcept;

// The length in code points, which is that in UTF-32.
[[nodiscard]] V8_ENCODING_EXPORT size_t
CodePointCount(std::span<const char16_t> utf16) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT size_t
CodePointCountOfUtf8(std::span<const uint8_t> utf8) noexcept;

// ---- Conversions. ----

// What a conversion did. All of the input was read, unless the next character
// doesn't fit in what is left of the output, or, to Latin-1, is above U+00FF. A
// character, or malformed sequence, is never read or written in part. Nothing
// behind the end of the output is touched; between `written` and the end the
// output may hold anything.
struct Conversion {
  size_t read = 0;     // Units of the input.
  size_t written = 0;  // Units of the output.

  friend constexpr bool operator==(const Conversion&,
                                   const Conversion&) noexcept = default;
};

// Rooms that suffice, in units of the output:
//
//   from     to UTF-8            to UTF-16  to UTF-32  to Latin-1
//   Latin-1  2 a byte            1 a byte   1 a byte
//   UTF-8                        1 a byte   1 a byte   1 a byte
//   UTF-16   3 a unit                       1 a unit   1 a unit
//   UTF-32   4 a unit            2 a unit              1 a unit
[[nodiscard]] V8_ENCODING_EXPORT Conversion
Latin1ToUtf8(std::span<const uint8_t> latin1, std::span<uint8_t> utf8) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT Conversion
Latin1ToUtf16(std::span<const uint8_t> latin1,
              std::span<char16_t> utf16) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT Conversion
Latin1ToUtf32(std::span<const uint8_t> latin1,
              std::span<char32_t> utf32) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT Conversion
Utf8ToLatin1(std::span<const uint8_t> utf8, std::span<uint8_t> latin1) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT Conversion
Utf8ToUtf16(std::span<const uint8_t> utf8, std::span<char16_t> utf16) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT Conversion
Utf8ToUtf32(std::span<const uint8_t> utf8, std::span<char32_t> utf32) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT Conversion
Utf16ToLatin1(std::span<const char16_t> utf16,
              std::span<uint8_t> latin1) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT Conversion
Utf16ToUtf8(std::span<const char16_t> utf16, std::span<uint8_t> utf8) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT Conversion
Utf16ToUtf32(std::span<const char16_t> utf16,
             std::span<char32_t> utf32) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT Conversion
Utf32ToLatin1(std::span<const char32_t> utf32,
              std::span<uint8_t> latin1) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT Conversion
Utf32ToUtf8(std::span<const char32_t> utf32, std::span<uint8_t> utf8) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT Conversion
Utf32ToUtf16(std::span<const char32_t> utf32,
             std::span<char16_t> utf16) noexcept;

}  // namespace v8_encoding

#endif  // V8_ENCODING_UNICODE_H_
