// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The codec core for C (C11) and for languages that call C: decoders and
// encoders of the WHATWG Encoding Standard as values, without allocation.
//
//   // Shift_JIS to UTF-8, chunk by chunk.
//   v8enc_decoder decoder =
//       v8enc_decoder_make(V8ENC_SHIFT_JIS, V8ENC_BOM_SNIFF, V8ENC_REPLACE);
//   uint8_t bytes[4096];
//   uint8_t text[3 * (sizeof bytes + 16)];  // v8enc_max_utf8_length() at least
//   size_t n;
//   do {
//     n = fread(bytes, 1, sizeof bytes, stdin);
//     v8enc_decode_result result = v8enc_decode_to_utf8(
//         &decoder, bytes, n, text, sizeof text, /*flush=*/n == 0);
//     fwrite(text, 1, result.written, stdout);
//   } while (n != 0);
//
// From Python:
//
//   lib = ctypes.CDLL("libv8_encoding_core.so")
//   lib.v8enc_get_encoding.restype = ctypes.c_uint8
//   lib.v8enc_get_encoding(b"latin1", ctypes.c_size_t(6))   # 21, windows-1252
//
// Each function does what the C++ function of its comment does; the headers of
// C++ say what that is in full. C++ alone has state words, DropRestored(),
// ReadAscii(), ReadByteOrderMark(), HasPendingLead(), MayBecomeByteOrderMark(),
// labels in UTF-16,
// whole texts in strings, and the hooks of other standards. What is true of
// all:
//
// Ownership: a v8enc_decoder or v8enc_encoder is a value, which may be copied,
// and needs no end. Nothing is allocated, and no call keeps a pointer. Fields
// named `opaque` are for one version of the library, and must not come from a
// file or from another process.
//
// Memory: an input or output is a pointer and a count of units: of bytes, of
// UTF-16 in native byte order, or of UTF-32. The pointer may be null where the
// count is 0. Input and output must not overlap.
//
// Threads: one thread at a time may use a value. All else, any thread may call.
//
// Errors: results are values; nothing is thrown, and errno stays as it is. An
// encoding or mode outside of the constants is safe: such an encoding has no
// name and no labels, and is converted as V8ENC_REPLACEMENT.

#ifndef V8_ENCODING_V8_ENCODING_H_
#define V8_ENCODING_V8_ENCODING_H_

// C has neither the headers nor the declarations of C++.
// NOLINTBEGIN(modernize-deprecated-headers,modernize-use-using)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "v8_encoding/export.h"

#ifdef __cplusplus
extern "C" {
typedef char16_t v8enc_char16;
typedef char32_t v8enc_char32;
#else
typedef uint_least16_t v8enc_char16;
typedef uint_least32_t v8enc_char32;
#endif

// The library's version, "1.2.3": kVersion of version.h.
V8_ENCODING_EXPORT const char* v8enc_version(void);

// ---- Encodings. encoding.h ----

typedef uint8_t v8enc_encoding;

// In the order of the standard's table.
// https://encoding.spec.whatwg.org/#names-and-labels
enum {
  V8ENC_UTF_8 = 0,
  V8ENC_IBM866 = 1,
  V8ENC_ISO_8859_2 = 2,
  V8ENC_ISO_8859_3 = 3,
  V8ENC_ISO_8859_4 = 4,
  V8ENC_ISO_8859_5 = 5,
  V8ENC_ISO_8859_6 = 6,
  V8ENC_ISO_8859_7 = 7,
  V8ENC_ISO_8859_8 = 8,
  V8ENC_ISO_8859_8_I = 9,
  V8ENC_ISO_8859_10 = 10,
  V8ENC_ISO_8859_13 = 11,
  V8ENC_ISO_8859_14 = 12,
  V8ENC_ISO_8859_15 = 13,
  V8ENC_ISO_8859_16 = 14,
  V8ENC_KOI8_R = 15,
  V8ENC_KOI8_U = 16,
  V8ENC_MACINTOSH = 17,
  V8ENC_WINDOWS_874 = 18,
  V8ENC_WINDOWS_1250 = 19,
  V8ENC_WINDOWS_1251 = 20,
  V8ENC_WINDOWS_1252 = 21,
  V8ENC_WINDOWS_1253 = 22,
  V8ENC_WINDOWS_1254 = 23,
  V8ENC_WINDOWS_1255 = 24,
  V8ENC_WINDOWS_1256 = 25,
  V8ENC_WINDOWS_1257 = 26,
  V8ENC_WINDOWS_1258 = 27,
  V8ENC_X_MAC_CYRILLIC = 28,
  V8ENC_GBK = 29,
  V8ENC_GB18030 = 30,
  V8ENC_BIG5 = 31,
  V8ENC_EUC_JP = 32,
  V8ENC_ISO_2022_JP = 33,
  V8ENC_SHIFT_JIS = 34,
  V8ENC_EUC_KR = 35,
  V8ENC_REPLACEMENT = 36,
  V8ENC_UTF_16BE = 37,
  V8ENC_UTF_16LE = 38,
  V8ENC_X_USER_DEFINED = 39,
  V8ENC_ENCODING_COUNT = 40,
  V8ENC_NO_ENCODING = 255
};

// *Get an encoding*; V8ENC_NO_ENCODING for "failure". `label` needs no end of
// its own.
V8_ENCODING_EXPORT v8enc_encoding v8enc_get_encoding(const char* label,
                                                     size_t length);
// *Get an output encoding*.
V8_ENCODING_EXPORT v8enc_encoding
v8enc_get_output_encoding(v8enc_encoding encoding);
// *BOM sniff*; V8ENC_NO_ENCODING, and a length of 0, without a byte order mark.
// `bom_length` may be null.
V8_ENCODING_EXPORT v8enc_encoding v8enc_bom_sniff(const uint8_t* bytes,
                                                  size_t length,
                                                  size_t* bom_length);

// Strings that end with a zero, and that the library owns and never frees; null
// where there is none. Labels count from 0 to v8enc_label_count() - 1.
V8_ENCODING_EXPORT const char* v8enc_name(v8enc_encoding encoding);
V8_ENCODING_EXPORT const char* v8enc_lowercase_name(v8enc_encoding encoding);
V8_ENCODING_EXPORT size_t v8enc_label_count(v8enc_encoding encoding);
V8_ENCODING_EXPORT const char* v8enc_label(v8enc_encoding encoding,
                                           size_t index);

V8_ENCODING_EXPORT bool v8enc_has_encoder(v8enc_encoding encoding);
V8_ENCODING_EXPORT bool v8enc_is_single_byte(v8enc_encoding encoding);
V8_ENCODING_EXPORT bool v8enc_is_ascii_compatible(v8enc_encoding encoding);
V8_ENCODING_EXPORT bool v8enc_encodes_everything(v8enc_encoding encoding);

// ---- Bytes to text. decoder.h, sniffing_decoder.h ----

// BomHandling of text.h.
typedef uint8_t v8enc_bom;
enum { V8ENC_BOM_SNIFF = 0, V8ENC_BOM_REMOVE = 1, V8ENC_BOM_KEEP = 2 };

// What becomes of malformed bytes, DecodeErrorMode: V8ENC_REPLACE is
// kReplacementReported, and sets `had_replacements`.
typedef uint8_t v8enc_decode_mode;
enum { V8ENC_REPLACE = 0, V8ENC_FATAL = 1 };

// DecodeStatus. After V8ENC_DECODE_OUTPUT_FULL, room for 2 units of UTF-16, 1
// byte of Latin-1 or 4 bytes of UTF-8 suffices for progress; in less, a loop
// may have no end. After V8ENC_DECODE_MALFORMED, a caller who writes U+FFFD and
// goes on has the text that V8ENC_REPLACE gives, but for V8ENC_BOM_REMOVE: that
// drops a U+FEFF behind malformed sequences that the text begins with, as
// TextDecoder does after an error. V8ENC_BOM_SNIFF and V8ENC_BOM_KEEP keep
// that one.
typedef uint8_t v8enc_decode_status;
enum {
  V8ENC_DECODE_INPUT_EMPTY = 0,
  V8ENC_DECODE_OUTPUT_FULL = 1,
  V8ENC_DECODE_MALFORMED = 2,
  V8ENC_DECODE_NOT_LATIN1 = 3
};

// DecodeResult.
typedef struct v8enc_decode_result {
  v8enc_decode_status status;
  uint8_t malformed_length;
  uint8_t read_ahead_length;
  bool had_replacements;
  size_t read;
  size_t written;
} v8enc_decode_result;

typedef struct v8enc_decoder {
  uint32_t opaque[6];
} v8enc_decoder;

// Decoder, or with V8ENC_BOM_SNIFF SniffingDecoder. To reset one, make another.
V8_ENCODING_EXPORT v8enc_decoder v8enc_decoder_make(v8enc_encoding encoding,
                                                    v8enc_bom bom,
                                                    v8enc_decode_mode mode);
// Of the text, as far as it is known.
V8_ENCODING_EXPORT v8enc_encoding
v8enc_decoder_encoding(const v8enc_decoder* decoder);

V8_ENCODING_EXPORT v8enc_decode_result
v8enc_decode_to_latin1(v8enc_decoder* decoder,
                       const uint8_t* input,
                       size_t input_length,
                       uint8_t* output,
                       size_t output_length,
                       bool flush);
V8_ENCODING_EXPORT v8enc_decode_result
v8enc_decode_to_utf16(v8enc_decoder* decoder,
                      const uint8_t* input,
                      size_t input_length,
                      v8enc_char16* output,
                      size_t output_length,
                      bool flush);
V8_ENCODING_EXPORT v8enc_decode_result
v8enc_decode_to_utf8(v8enc_decoder* decoder,
                     const uint8_t* input,
                     size_t input_length,
                     uint8_t* output,
                     size_t output_length,
                     bool flush);
// Decoder::Validate(): `written` is the length in UTF-16.
V8_ENCODING_EXPORT v8enc_decode_result v8enc_validate(v8enc_decoder* decoder,
                                                      const uint8_t* input,
                                                      size_t input_length,
                                                      bool flush);

// Whole texts in one call. `used` receives the text's encoding, and may be
// null. V8ENC_DECODE_OUTPUT_FULL means that the output is too short.
V8_ENCODING_EXPORT v8enc_decode_result
v8enc_decode_text_to_utf8(v8enc_encoding encoding,
                          v8enc_bom bom,
                          v8enc_decode_mode mode,
                          const uint8_t* input,
                          size_t input_length,
                          uint8_t* output,
                          size_t output_length,
                          v8enc_encoding* used);
V8_ENCODING_EXPORT v8enc_decode_result
v8enc_decode_text_to_utf16(v8enc_encoding encoding,
                           v8enc_bom bom,
                           v8enc_decode_mode mode,
                           const uint8_t* input,
                           size_t input_length,
                           v8enc_char16* output,
                           size_t output_length,
                           v8enc_encoding* used);

// How much room always suffices, for such a call and for a chunk of
// `input_length` bytes: Decoder::MaxUtf16Length(), which is also that in
// Latin-1, and Decoder::MaxUtf8Length(); with V8ENC_BOM_SNIFF those of
// SniffingDecoder.
V8_ENCODING_EXPORT size_t v8enc_max_utf16_length(v8enc_encoding encoding,
                                                 v8enc_bom bom,
                                                 size_t input_length);
V8_ENCODING_EXPORT size_t v8enc_max_utf8_length(v8enc_encoding encoding,
                                                v8enc_bom bom,
                                                size_t input_length);
// DecodedUtf8Length() of text.h.
V8_ENCODING_EXPORT size_t v8enc_decoded_utf8_length(v8enc_encoding encoding,
                                                    v8enc_bom bom,
                                                    const uint8_t* input,
                                                    size_t input_length);
// IsWellFormed().
V8_ENCODING_EXPORT bool v8enc_is_well_formed(v8enc_encoding encoding,
                                             const uint8_t* input,
                                             size_t input_length);

// ---- Text to bytes. encoder.h ----

// What becomes of characters that the encoding lacks, EncodeErrorMode:
// V8ENC_ENCODE_HTML is kHtmlReported, and sets `had_unmappables`.
typedef uint8_t v8enc_encode_mode;
enum { V8ENC_ENCODE_FATAL = 0, V8ENC_ENCODE_HTML = 1 };

// EncodeStatus. After V8ENC_ENCODE_OUTPUT_FULL, room for
// V8ENC_MAX_BYTES_PER_STEP bytes suffices for progress; in less, a loop may
// have no end. What a caller writes in the place of a character after
// V8ENC_ENCODE_UNMAPPABLE must be ASCII, without 0x0E, 0x0F, 0x1B, 0x5C and
// 0x7E: see encoder.h.
typedef uint8_t v8enc_encode_status;
enum {
  V8ENC_ENCODE_INPUT_EMPTY = 0,
  V8ENC_ENCODE_OUTPUT_FULL = 1,
  V8ENC_ENCODE_UNMAPPABLE = 2
};

// Encoder::kMaxBytesPerStep.
enum { V8ENC_MAX_BYTES_PER_STEP = 16 };

// EncodeResult.
typedef struct v8enc_encode_result {
  v8enc_encode_status status;
  bool had_unmappables;
  bool had_malformed;
  uint32_t code_point;
  size_t read;
  size_t written;
} v8enc_encode_result;

typedef struct v8enc_encoder {
  uint32_t opaque[2];
} v8enc_encoder;

V8_ENCODING_EXPORT v8enc_encoder v8enc_encoder_make(v8enc_encoding encoding,
                                                    v8enc_encode_mode mode);
V8_ENCODING_EXPORT v8enc_encode_result
v8enc_encode_from_latin1(v8enc_encoder* encoder,
                         const uint8_t* input,
                         size_t input_length,
                         uint8_t* output,
                         size_t output_length,
                         bool flush);
V8_ENCODING_EXPORT v8enc_encode_result
v8enc_encode_from_utf16(v8enc_encoder* encoder,
                        const v8enc_char16* input,
                        size_t input_length,
                        uint8_t* output,
                        size_t output_length,
                        bool flush);
V8_ENCODING_EXPORT v8enc_encode_result
v8enc_encode_from_utf8(v8enc_encoder* encoder,
                       const uint8_t* input,
                       size_t input_length,
                       uint8_t* output,
                       size_t output_length,
                       bool flush);

// Whole texts in one call, to the encoding itself: callers *get an output
// encoding* first.
V8_ENCODING_EXPORT v8enc_encode_result
v8enc_encode_text_from_utf8(v8enc_encoding encoding,
                            v8enc_encode_mode mode,
                            const uint8_t* input,
                            size_t input_length,
                            uint8_t* output,
                            size_t output_length);
V8_ENCODING_EXPORT v8enc_encode_result
v8enc_encode_text_from_utf16(v8enc_encoding encoding,
                             v8enc_encode_mode mode,
                             const v8enc_char16* input,
                             size_t input_length,
                             uint8_t* output,
                             size_t output_length);

// Encoder::MaxLengthFromLatin1() and its like.
V8_ENCODING_EXPORT size_t v8enc_max_length_from_latin1(v8enc_encoding encoding,
                                                       v8enc_encode_mode mode,
                                                       size_t input_length);
V8_ENCODING_EXPORT size_t v8enc_max_length_from_utf16(v8enc_encoding encoding,
                                                      v8enc_encode_mode mode,
                                                      size_t input_length);
V8_ENCODING_EXPORT size_t v8enc_max_length_from_utf8(v8enc_encoding encoding,
                                                     v8enc_encode_mode mode,
                                                     size_t input_length);

// ---- Text in memory. unicode.h ----

V8_ENCODING_EXPORT size_t v8enc_ascii_prefix_length(const uint8_t* text,
                                                    size_t length);
V8_ENCODING_EXPORT size_t
v8enc_ascii_prefix_length_of_utf16(const v8enc_char16* text, size_t length);
V8_ENCODING_EXPORT size_t
v8enc_latin1_prefix_length_of_utf16(const v8enc_char16* text, size_t length);
V8_ENCODING_EXPORT size_t
v8enc_latin1_prefix_length_of_utf8(const uint8_t* text, size_t length);
V8_ENCODING_EXPORT size_t
v8enc_well_formed_prefix_length_of_utf16(const v8enc_char16* text,
                                         size_t length);
V8_ENCODING_EXPORT size_t
v8enc_well_formed_prefix_length_of_utf8(const uint8_t* text, size_t length);

// MakeWellFormed(): whether a lone surrogate was replaced.
V8_ENCODING_EXPORT bool v8enc_make_utf16_well_formed(v8enc_char16* text,
                                                     size_t length);

V8_ENCODING_EXPORT size_t v8enc_utf8_length_of_latin1(const uint8_t* text,
                                                      size_t length);
V8_ENCODING_EXPORT size_t v8enc_utf8_length_of_utf16(const v8enc_char16* text,
                                                     size_t length);
V8_ENCODING_EXPORT size_t v8enc_utf8_length_of_utf32(const v8enc_char32* text,
                                                     size_t length);
V8_ENCODING_EXPORT size_t v8enc_utf16_length_of_utf8(const uint8_t* text,
                                                     size_t length);
V8_ENCODING_EXPORT size_t v8enc_utf16_length_of_utf32(const v8enc_char32* text,
                                                      size_t length);
V8_ENCODING_EXPORT size_t v8enc_code_points_of_utf8(const uint8_t* text,
                                                    size_t length);
V8_ENCODING_EXPORT size_t v8enc_code_points_of_utf16(const v8enc_char16* text,
                                                     size_t length);

// Conversion.
typedef struct v8enc_conversion {
  size_t read;
  size_t written;
} v8enc_conversion;

V8_ENCODING_EXPORT v8enc_conversion v8enc_latin1_to_utf8(const uint8_t* input,
                                                         size_t input_length,
                                                         uint8_t* output,
                                                         size_t output_length);
V8_ENCODING_EXPORT v8enc_conversion v8enc_latin1_to_utf16(const uint8_t* input,
                                                          size_t input_length,
                                                          v8enc_char16* output,
                                                          size_t output_length);
V8_ENCODING_EXPORT v8enc_conversion v8enc_latin1_to_utf32(const uint8_t* input,
                                                          size_t input_length,
                                                          v8enc_char32* output,
                                                          size_t output_length);
V8_ENCODING_EXPORT v8enc_conversion v8enc_utf8_to_latin1(const uint8_t* input,
                                                         size_t input_length,
                                                         uint8_t* output,
                                                         size_t output_length);
V8_ENCODING_EXPORT v8enc_conversion v8enc_utf8_to_utf16(const uint8_t* input,
                                                        size_t input_length,
                                                        v8enc_char16* output,
                                                        size_t output_length);
V8_ENCODING_EXPORT v8enc_conversion v8enc_utf8_to_utf32(const uint8_t* input,
                                                        size_t input_length,
                                                        v8enc_char32* output,
                                                        size_t output_length);
V8_ENCODING_EXPORT v8enc_conversion
v8enc_utf16_to_latin1(const v8enc_char16* input,
                      size_t input_length,
                      uint8_t* output,
                      size_t output_length);
V8_ENCODING_EXPORT v8enc_conversion
v8enc_utf16_to_utf8(const v8enc_char16* input,
                    size_t input_length,
                    uint8_t* output,
                    size_t output_length);
V8_ENCODING_EXPORT v8enc_conversion
v8enc_utf16_to_utf32(const v8enc_char16* input,
                     size_t input_length,
                     v8enc_char32* output,
                     size_t output_length);
V8_ENCODING_EXPORT v8enc_conversion
v8enc_utf32_to_latin1(const v8enc_char32* input,
                      size_t input_length,
                      uint8_t* output,
                      size_t output_length);
V8_ENCODING_EXPORT v8enc_conversion
v8enc_utf32_to_utf8(const v8enc_char32* input,
                    size_t input_length,
                    uint8_t* output,
                    size_t output_length);
V8_ENCODING_EXPORT v8enc_conversion
v8enc_utf32_to_utf16(const v8enc_char32* input,
                     size_t input_length,
                     v8enc_char16* output,
                     size_t output_length);

// NOLINTEND(modernize-deprecated-headers,modernize-use-using)

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // V8_ENCODING_V8_ENCODING_H_
