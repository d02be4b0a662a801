// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The C API for the forms of Unicode: each function is a call of a function of
// unicode.h.

#include <cstddef>
#include <cstdint>
#include <span>

#include "v8_encoding/unicode.h"
#include "v8_encoding/v8_encoding.h"

namespace {

v8enc_conversion ToC(const v8_encoding::Conversion& conversion) {
  return {conversion.read, conversion.written};
}

}  // namespace

size_t v8enc_ascii_prefix_length(const uint8_t* text, size_t length) {
  return v8_encoding::AsciiPrefixLength(std::span<const uint8_t>(text, length));
}

size_t v8enc_ascii_prefix_length_of_utf16(const char16_t* text, size_t length) {
  return v8_encoding::AsciiPrefixLength(
      std::span<const char16_t>(text, length));
}

size_t v8enc_latin1_prefix_length_of_utf16(const char16_t* text,
                                           size_t length) {
  return v8_encoding::Latin1PrefixLength(
      std::span<const char16_t>(text, length));
}

size_t v8enc_latin1_prefix_length_of_utf8(const uint8_t* text, size_t length) {
  return v8_encoding::Latin1PrefixLengthOfUtf8(
      std::span<const uint8_t>(text, length));
}

size_t v8enc_well_formed_prefix_length_of_utf16(const char16_t* text,
                                                size_t length) {
  return v8_encoding::WellFormedPrefixLength(
      std::span<const char16_t>(text, length));
}

size_t v8enc_well_formed_prefix_length_of_utf8(const uint8_t* text,
                                               size_t length) {
  return v8_encoding::WellFormedPrefixLengthOfUtf8(
      std::span<const uint8_t>(text, length));
}

bool v8enc_make_utf16_well_formed(char16_t* text, size_t length) {
  return v8_encoding::MakeWellFormed(std::span<char16_t>(text, length));
}

size_t v8enc_utf8_length_of_latin1(const uint8_t* text, size_t length) {
  return v8_encoding::Utf8Length(std::span<const uint8_t>(text, length));
}

size_t v8enc_utf8_length_of_utf16(const char16_t* text, size_t length) {
  return v8_encoding::Utf8Length(std::span<const char16_t>(text, length));
}

size_t v8enc_utf8_length_of_utf32(const char32_t* text, size_t length) {
  return v8_encoding::Utf8Length(std::span<const char32_t>(text, length));
}

size_t v8enc_utf16_length_of_utf8(const uint8_t* text, size_t length) {
  return v8_encoding::Utf16LengthOfUtf8(std::span<const uint8_t>(text, length));
}

size_t v8enc_utf16_length_of_utf32(const char32_t* text, size_t length) {
  return v8_encoding::Utf16Length(std::span<const char32_t>(text, length));
}

size_t v8enc_code_points_of_utf8(const uint8_t* text, size_t length) {
  return v8_encoding::CodePointCountOfUtf8(
      std::span<const uint8_t>(text, length));
}

size_t v8enc_code_points_of_utf16(const char16_t* text, size_t length) {
  return v8_encoding::CodePointCount(std::span<const char16_t>(text, length));
}

v8enc_conversion v8enc_latin1_to_utf8(const uint8_t* input,
                                      size_t input_length,
                                      uint8_t* output,
                                      size_t output_length) {
  return ToC(v8_encoding::Latin1ToUtf8({input, input_length},
                                       {output, output_length}));
}

v8enc_conversion v8enc_latin1_to_utf16(const uint8_t* input,
                                       size_t input_length,
                                       v8enc_char16* output,
                                       size_t output_length) {
  return ToC(v8_encoding::Latin1ToUtf16({input, input_length},
                                        {output, output_length}));
}

v8enc_conversion v8enc_latin1_to_utf32(const uint8_t* input,
                                       size_t input_length,
                                       v8enc_char32* output,
                                       size_t output_length) {
  return ToC(v8_encoding::Latin1ToUtf32({input, input_length},
                                        {output, output_length}));
}

v8enc_conversion v8enc_utf8_to_latin1(const uint8_t* input,
                                      size_t input_length,
                                      uint8_t* output,
                                      size_t output_length) {
  return ToC(v8_encoding::Utf8ToLatin1({input, input_length},
                                       {output, output_length}));
}

v8enc_conversion v8enc_utf8_to_utf16(const uint8_t* input,
                                     size_t input_length,
                                     v8enc_char16* output,
                                     size_t output_length) {
  return ToC(
      v8_encoding::Utf8ToUtf16({input, input_length}, {output, output_length}));
}

v8enc_conversion v8enc_utf8_to_utf32(const uint8_t* input,
                                     size_t input_length,
                                     v8enc_char32* output,
                                     size_t output_length) {
  return ToC(
      v8_encoding::Utf8ToUtf32({input, input_length}, {output, output_length}));
}

v8enc_conversion v8enc_utf16_to_latin1(const v8enc_char16* input,
                                       size_t input_length,
                                       uint8_t* output,
                                       size_t output_length) {
  return ToC(v8_encoding::Utf16ToLatin1({input, input_length},
                                        {output, output_length}));
}

v8enc_conversion v8enc_utf16_to_utf8(const v8enc_char16* input,
                                     size_t input_length,
                                     uint8_t* output,
                                     size_t output_length) {
  return ToC(
      v8_encoding::Utf16ToUtf8({input, input_length}, {output, output_length}));
}

v8enc_conversion v8enc_utf16_to_utf32(const v8enc_char16* input,
                                      size_t input_length,
                                      v8enc_char32* output,
                                      size_t output_length) {
  return ToC(v8_encoding::Utf16ToUtf32({input, input_length},
                                       {output, output_length}));
}

v8enc_conversion v8enc_utf32_to_latin1(const v8enc_char32* input,
                                       size_t input_length,
                                       uint8_t* output,
                                       size_t output_length) {
  return ToC(v8_encoding::Utf32ToLatin1({input, input_length},
                                        {output, output_length}));
}

v8enc_conversion v8enc_utf32_to_utf8(const v8enc_char32* input,
                                     size_t input_length,
                                     uint8_t* output,
                                     size_t output_length) {
  return ToC(
      v8_encoding::Utf32ToUtf8({input, input_length}, {output, output_length}));
}

v8enc_conversion v8enc_utf32_to_utf16(const v8enc_char32* input,
                                      size_t input_length,
                                      v8enc_char16* output,
                                      size_t output_length) {
  return ToC(v8_encoding::Utf32ToUtf16({input, input_length},
                                       {output, output_length}));
}
