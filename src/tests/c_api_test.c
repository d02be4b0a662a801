// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The C API from C. That the functions do what those of C++ do is seen from a
// few calls of each; what those do, their own tests say.

#include <stdio.h>
#include <string.h>

#include "v8_encoding/v8_encoding.h"

static int failures = 0;

#define CHECK(condition)                                          \
  do {                                                            \
    if (!(condition)) {                                           \
      printf("%s:%d: %s is false\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                 \
    }                                                             \
  } while (0)

static const uint8_t* Bytes(const char* text) {
  return (const uint8_t*)text;
}

static bool IsText(const uint8_t* bytes, size_t length, const char* text) {
  return length == strlen(text) && memcmp(bytes, text, length) == 0;
}

static void TestEncodings(void) {
  CHECK(strlen(v8enc_version()) >= 5);
  CHECK(v8enc_get_encoding(" Latin1 ", 8) == V8ENC_WINDOWS_1252);
  CHECK(v8enc_get_encoding("utf-8!", 5) == V8ENC_UTF_8);
  CHECK(v8enc_get_encoding("nonsense", 8) == V8ENC_NO_ENCODING);
  CHECK(v8enc_get_encoding(NULL, 0) == V8ENC_NO_ENCODING);
  size_t labels = 0;
  for (int i = 0; i < V8ENC_ENCODING_COUNT; ++i) {
    const v8enc_encoding encoding = (v8enc_encoding)i;
    const char* const name = v8enc_name(encoding);
    // "replacement" isn't a label of the encoding's only, but it is one.
    CHECK(v8enc_get_encoding(name, strlen(name)) == encoding);
    const char* const lower = v8enc_lowercase_name(encoding);
    CHECK(v8enc_get_encoding(lower, strlen(lower)) == encoding);
    for (size_t k = 0; k < v8enc_label_count(encoding); ++k, ++labels) {
      const char* const label = v8enc_label(encoding, k);
      CHECK(v8enc_get_encoding(label, strlen(label)) == encoding);
    }
    CHECK(v8enc_label(encoding, v8enc_label_count(encoding)) == NULL);
  }
  CHECK(labels == 228);
  CHECK(v8enc_name(V8ENC_ENCODING_COUNT) == NULL);
  CHECK(v8enc_label(V8ENC_NO_ENCODING, 0) == NULL);
  CHECK(v8enc_get_output_encoding(V8ENC_UTF_16LE) == V8ENC_UTF_8);
  CHECK(v8enc_has_encoder(V8ENC_UTF_8));
  CHECK(!v8enc_has_encoder(V8ENC_REPLACEMENT));
  CHECK(v8enc_is_single_byte(V8ENC_KOI8_R));
  CHECK(!v8enc_is_single_byte(V8ENC_GBK));
  CHECK(v8enc_is_ascii_compatible(V8ENC_GBK));
  CHECK(!v8enc_is_ascii_compatible(V8ENC_ISO_2022_JP));
  CHECK(v8enc_encodes_everything(V8ENC_UTF_16BE));
  CHECK(!v8enc_encodes_everything(V8ENC_GB18030));
  size_t length = 7;
  CHECK(v8enc_bom_sniff(Bytes("\xEF\xBB\xBF"), 3, &length) == V8ENC_UTF_8);
  CHECK(length == 3);
  CHECK(v8enc_bom_sniff(Bytes("ab"), 2, &length) == V8ENC_NO_ENCODING);
  CHECK(length == 0);
  CHECK(v8enc_bom_sniff(Bytes("\xFE\xFF"), 2, NULL) == V8ENC_UTF_16BE);
}

// Byte by byte; a copy of the decoder goes its own way.
static void TestDecoder(void) {
  const char bytes[] = "\x82\xA0\xFF" "a";
  v8enc_decoder decoder =
      v8enc_decoder_make(V8ENC_SHIFT_JIS, V8ENC_BOM_SNIFF, V8ENC_REPLACE);
  uint8_t text[64];
  size_t written = 0;
  bool had_replacements = false;
  v8enc_decoder copy = decoder;
  for (size_t i = 0; i < 4; ++i) {
    const v8enc_decode_result result =
        v8enc_decode_to_utf8(&decoder, Bytes(bytes) + i, 1, text + written,
                             sizeof(text) - written, i == 3);
    CHECK(result.status == V8ENC_DECODE_INPUT_EMPTY);
    CHECK(result.read == 1);
    written += result.written;
    had_replacements |= result.had_replacements;
    if (i == 0) {
      copy = decoder;
    }
  }
  CHECK(IsText(text, written, "\xE3\x81\x82\xEF\xBF\xBD" "a"));
  CHECK(had_replacements);
  CHECK(v8enc_decoder_encoding(&decoder) == V8ENC_SHIFT_JIS);
  v8enc_char16 units[8];
  v8enc_decode_result result =
      v8enc_decode_to_utf16(&copy, Bytes("\xA2"), 1, units, 8, true);
  CHECK(result.written == 1 && units[0] == 0x3044);
  CHECK(!result.had_replacements);

  decoder = v8enc_decoder_make(V8ENC_WINDOWS_1252, V8ENC_BOM_SNIFF, V8ENC_FATAL);
  result = v8enc_decode_to_utf8(&decoder, Bytes("\xEF\xBB"), 2, text, 64, false);
  CHECK(result.read == 2 && result.written == 0);
  result = v8enc_decode_to_utf8(&decoder, Bytes("\xBF\xE2\x98" "!"), 4, text,
                                64, true);
  CHECK(result.status == V8ENC_DECODE_MALFORMED);
  CHECK(result.read == 3 && result.malformed_length == 2);
  CHECK(v8enc_decoder_encoding(&decoder) == V8ENC_UTF_8);

  decoder = v8enc_decoder_make(V8ENC_UTF_8, V8ENC_BOM_REMOVE, V8ENC_FATAL);
  result = v8enc_decode_to_latin1(&decoder, Bytes("\xEF\xBB\xBF\xC3\xA9\xC4\x80"),
                                  7, text, 64, true);
  CHECK(result.status == V8ENC_DECODE_NOT_LATIN1);
  CHECK(result.written == 1 && text[0] == 0xE9);

  decoder = v8enc_decoder_make(V8ENC_UTF_8, V8ENC_BOM_KEEP, V8ENC_REPLACE);
  result = v8enc_validate(&decoder, Bytes("\xEF\xBB\xBF\xF0\x9F\x98\x80"), 7,
                          true);
  CHECK(result.status == V8ENC_DECODE_INPUT_EMPTY && result.written == 3);

  // What the header says of U+FFFD for each malformed sequence.
  for (v8enc_bom bom = V8ENC_BOM_SNIFF; bom <= V8ENC_BOM_KEEP; ++bom) {
    const char late_mark[] = "\xFF\xEF\xBB\xBF" "A";
    const uint8_t* rest = Bytes(late_mark);
    size_t left = 5;
    written = 0;
    decoder = v8enc_decoder_make(V8ENC_UTF_8, bom, V8ENC_FATAL);
    do {
      result = v8enc_decode_to_utf8(&decoder, rest, left, text + written,
                                    sizeof(text) - written, true);
      rest += result.read;
      left -= result.read;
      written += result.written;
      if (result.status == V8ENC_DECODE_MALFORMED) {
        memcpy(text + written, "\xEF\xBF\xBD", 3);
        written += 3;
      }
    } while (result.status == V8ENC_DECODE_MALFORMED);
    CHECK(IsText(text, written,
                 bom == V8ENC_BOM_REMOVE ? "\xEF\xBF\xBD" "A"
                                         : "\xEF\xBF\xBD\xEF\xBB\xBF" "A"));
    decoder = v8enc_decoder_make(V8ENC_UTF_8, bom, V8ENC_REPLACE);
    result = v8enc_decode_to_utf8(&decoder, Bytes(late_mark), 5, text,
                                  sizeof(text), true);
    CHECK(IsText(text, result.written, "\xEF\xBF\xBD\xEF\xBB\xBF" "A"));
  }

  v8enc_encoding used = V8ENC_NO_ENCODING;
  result = v8enc_decode_text_to_utf8(
      V8ENC_WINDOWS_1252, V8ENC_BOM_SNIFF, V8ENC_REPLACE,
      Bytes("\xFF\xFE\x42\x00"), 4, text, sizeof(text), &used);
  CHECK(used == V8ENC_UTF_16LE && IsText(text, result.written, "B"));
  result = v8enc_decode_text_to_utf8(V8ENC_WINDOWS_1252, V8ENC_BOM_SNIFF,
                                     V8ENC_REPLACE, Bytes("\x80"), 1, text, 2,
                                     NULL);
  CHECK(result.status == V8ENC_DECODE_OUTPUT_FULL);
  result = v8enc_decode_text_to_utf16(V8ENC_IBM866, V8ENC_BOM_KEEP, V8ENC_FATAL,
                                      Bytes("\x80"), 1, units, 8, &used);
  CHECK(result.written == 1 && units[0] == 0x410 && used == V8ENC_IBM866);

  CHECK(v8enc_max_utf16_length(V8ENC_IBM866, V8ENC_BOM_KEEP, 9) == 9);
  CHECK(v8enc_max_utf16_length(V8ENC_IBM866, V8ENC_BOM_SNIFF, 9) >= 9);
  CHECK(v8enc_max_utf8_length(V8ENC_ISO_8859_2, V8ENC_BOM_KEEP, 9) == 18);
  CHECK(v8enc_max_utf8_length(V8ENC_ISO_8859_2, V8ENC_BOM_SNIFF, 9) >= 27);
  CHECK(v8enc_max_utf8_length(V8ENC_UTF_8, V8ENC_BOM_KEEP, SIZE_MAX / 2) ==
        SIZE_MAX);
  CHECK(v8enc_max_utf16_length(V8ENC_IBM866, V8ENC_BOM_SNIFF, SIZE_MAX) ==
        SIZE_MAX);
  // The array in the header's example.
  CHECK(v8enc_max_utf8_length(V8ENC_SHIFT_JIS, V8ENC_BOM_SNIFF, 4096) <=
        3 * (4096 + 16));
  CHECK(v8enc_decoded_utf8_length(V8ENC_UTF_16BE, V8ENC_BOM_KEEP,
                                  Bytes("\x30\x42"), 2) == 3);
  CHECK(v8enc_is_well_formed(V8ENC_EUC_KR, Bytes("\xB0\xA1"), 2));
  CHECK(!v8enc_is_well_formed(V8ENC_EUC_KR, Bytes("\xB0"), 1));

  // With the rooms that suffice each loop has an end.
  for (v8enc_encoding each = 0; each < V8ENC_ENCODING_COUNT; ++each) {
    const char all[] = "\x88\x62\xF0\x9F\x98\x80\x94\x39\xDA\x33" "a";
    for (int kind = 0; kind < 3; ++kind) {
      v8enc_decoder small =
          v8enc_decoder_make(each, V8ENC_BOM_KEEP, V8ENC_REPLACE);
      size_t read = 0;
      int calls = 0;
      do {
        const uint8_t* const rest = Bytes(all) + read;
        const size_t length = strlen(all) - read;
        if (kind == 0) {
          result =
              v8enc_decode_to_utf8(&small, rest, length, text, 4, true);
        } else if (kind == 1) {
          result =
              v8enc_decode_to_utf16(&small, rest, length, units, 2, true);
        } else {
          result =
              v8enc_decode_to_latin1(&small, rest, length, text, 1, true);
        }
        read += result.read;
        ++calls;
      } while (result.status == V8ENC_DECODE_OUTPUT_FULL && calls < 100);
      CHECK(kind == 2 ? result.status != V8ENC_DECODE_OUTPUT_FULL
                      : result.status == V8ENC_DECODE_INPUT_EMPTY &&
                            read == strlen(all));
    }
  }

  // Bytes that may be a byte order mark come with the chunk behind them.
  for (v8enc_encoding each = 0; each < V8ENC_ENCODING_COUNT; ++each) {
    const char* const starts[] = {"\xEF", "\xEF\xBB", "\xFE", "\xFF"};
    for (size_t i = 0; i < 4; ++i) {
      v8enc_decoder waiting =
          v8enc_decoder_make(each, V8ENC_BOM_SNIFF, V8ENC_REPLACE);
      result = v8enc_decode_to_utf8(&waiting, Bytes(starts[i]),
                                    strlen(starts[i]), text, 64, false);
      CHECK(result.status == V8ENC_DECODE_INPUT_EMPTY && result.written == 0);
      result = v8enc_decode_to_utf8(
          &waiting, Bytes("A"), 1, text,
          v8enc_max_utf8_length(each, V8ENC_BOM_SNIFF, 1), true);
      CHECK(result.status == V8ENC_DECODE_INPUT_EMPTY && result.read == 1);
    }
  }

  // No caller should pass these.
  result = v8enc_decode_text_to_utf8(200, 99, 99, Bytes("ab"), 2, text, 64,
                                     NULL);
  CHECK(IsText(text, result.written, "\xEF\xBF\xBD"));
  CHECK(v8enc_get_output_encoding(200) == V8ENC_UTF_8);
}

static void TestEncoder(void) {
  uint8_t bytes[64];
  size_t written = 0;
  v8enc_encoder encoder =
      v8enc_encoder_make(V8ENC_X_USER_DEFINED, V8ENC_ENCODE_HTML);
  const char text[] = "a\xE2\x98\x83\xEF\x9E\x80";  // U+2603 U+F780
  bool had_unmappables = false;
  for (size_t i = 0; i < 7; ++i) {
    const v8enc_encode_result result =
        v8enc_encode_from_utf8(&encoder, Bytes(text) + i, 1, bytes + written,
                               sizeof(bytes) - written, i == 6);
    CHECK(result.status == V8ENC_ENCODE_INPUT_EMPTY);
    had_unmappables |= result.had_unmappables;
    CHECK(!result.had_malformed);
    written += result.written;
  }
  CHECK(IsText(bytes, written, "a&#9731;\x80"));
  CHECK(had_unmappables);

  encoder = v8enc_encoder_make(V8ENC_X_USER_DEFINED, V8ENC_ENCODE_FATAL);
  const v8enc_char16 units[] = {'a', 0xD83D, 0xDE00, 'b'};
  v8enc_encode_result result =
      v8enc_encode_from_utf16(&encoder, units, 4, bytes, 64, true);
  CHECK(result.status == V8ENC_ENCODE_UNMAPPABLE);
  CHECK(result.code_point == 0x1F600 && result.read == 3);
  encoder = v8enc_encoder_make(V8ENC_UTF_8, V8ENC_ENCODE_FATAL);
  result = v8enc_encode_from_latin1(&encoder, Bytes("\xE9"), 1, bytes, 1, true);
  CHECK(result.status == V8ENC_ENCODE_OUTPUT_FULL && result.read == 0);

  // With the room that suffices each loop has an end.
  for (v8enc_encoding each = 0; each < V8ENC_ENCODING_COUNT; ++each) {
    encoder = v8enc_encoder_make(each, V8ENC_ENCODE_HTML);
    // U+00A5 U+10FFFF U+3042 U+E5E5
    const char all[] =
        "\xC2\xA5\xF4\x8F\xBF\xBF\xE3\x81\x82\xEE\x97\xA5";
    size_t read = 0;
    int calls = 0;
    do {
      uint8_t step[V8ENC_MAX_BYTES_PER_STEP];
      result = v8enc_encode_from_utf8(&encoder, Bytes(all) + read,
                                      strlen(all) - read, step, sizeof(step),
                                      true);
      read += result.read;
      ++calls;
    } while (result.status == V8ENC_ENCODE_OUTPUT_FULL && calls < 100);
    CHECK(result.status == V8ENC_ENCODE_INPUT_EMPTY && read == strlen(all));
  }
  result = v8enc_encode_text_from_utf8(V8ENC_UTF_8, V8ENC_ENCODE_FATAL,
                                       Bytes("\xFF!"), 2, bytes, 64);
  CHECK(IsText(bytes, result.written, "\xEF\xBF\xBD!"));
  CHECK(result.had_malformed);
  result = v8enc_encode_text_from_utf16(V8ENC_UTF_8, V8ENC_ENCODE_FATAL, units,
                                        4, bytes, 64);
  CHECK(IsText(bytes, result.written, "a\xF0\x9F\x98\x80" "b"));

  CHECK(v8enc_max_length_from_latin1(V8ENC_UTF_8, V8ENC_ENCODE_FATAL, 10) >= 20);
  CHECK(v8enc_max_length_from_utf16(V8ENC_GBK, V8ENC_ENCODE_HTML, 10) >= 80);
  CHECK(v8enc_max_length_from_utf8(V8ENC_GBK, V8ENC_ENCODE_FATAL, 10) < 20);
}

static void TestText(void) {
  v8enc_char16 utf16[] = {'a', 0xE9, 0xD83D, 0xDE00, 0xDC00};
  const char utf8[] = "a\xC3\xA9\xF0\x9F\x98\x80\xFF";
  const v8enc_char32 utf32[] = {'a', 0xE9, 0x1F600};
  CHECK(v8enc_ascii_prefix_length(Bytes(utf8), 8) == 1);
  CHECK(v8enc_ascii_prefix_length_of_utf16(utf16, 5) == 1);
  CHECK(v8enc_latin1_prefix_length_of_utf16(utf16, 5) == 2);
  CHECK(v8enc_latin1_prefix_length_of_utf8(Bytes(utf8), 8) == 3);
  CHECK(v8enc_well_formed_prefix_length_of_utf16(utf16, 5) == 4);
  CHECK(v8enc_well_formed_prefix_length_of_utf8(Bytes(utf8), 8) == 7);
  CHECK(v8enc_utf8_length_of_latin1(Bytes("\xE9z"), 2) == 3);
  CHECK(v8enc_utf8_length_of_utf16(utf16, 4) == 7);
  CHECK(v8enc_utf8_length_of_utf32(utf32, 3) == 7);
  CHECK(v8enc_utf16_length_of_utf8(Bytes(utf8), 7) == 4);
  CHECK(v8enc_utf16_length_of_utf32(utf32, 3) == 4);
  CHECK(v8enc_code_points_of_utf8(Bytes(utf8), 7) == 3);
  CHECK(v8enc_code_points_of_utf16(utf16, 4) == 3);
  CHECK(v8enc_make_utf16_well_formed(utf16, 5));
  CHECK(utf16[4] == 0xFFFD);
  CHECK(!v8enc_make_utf16_well_formed(utf16, 5));

  const uint8_t latin1[] = {'a', 0xE9};
  uint8_t bytes[16];
  v8enc_char16 units[16];
  v8enc_char32 points[16];
  CHECK(v8enc_latin1_to_utf8(latin1, 2, bytes, 16).written == 3);
  CHECK(v8enc_latin1_to_utf16(latin1, 2, units, 16).written == 2);
  CHECK(v8enc_latin1_to_utf32(latin1, 2, points, 16).written == 2);
  CHECK(v8enc_utf8_to_latin1(Bytes(utf8), 7, bytes, 16).read == 3);
  CHECK(bytes[1] == 0xE9);
  CHECK(v8enc_utf8_to_utf16(Bytes(utf8), 7, units, 16).written == 4);
  CHECK(units[3] == 0xDE00);
  CHECK(v8enc_utf8_to_utf32(Bytes(utf8), 7, points, 16).written == 3);
  CHECK(points[2] == 0x1F600);
  CHECK(v8enc_utf16_to_latin1(utf16, 4, bytes, 16).read == 2);
  CHECK(v8enc_utf16_to_utf8(utf16, 4, bytes, 16).written == 7);
  CHECK(v8enc_utf16_to_utf32(utf16, 4, points, 16).written == 3);
  CHECK(v8enc_utf32_to_latin1(utf32, 3, bytes, 16).read == 2);
  CHECK(v8enc_utf32_to_utf8(utf32, 3, bytes, 16).written == 7);
  CHECK(memcmp(bytes, utf8, 7) == 0);
  CHECK(v8enc_utf32_to_utf16(utf32, 3, units, 16).written == 4);
}

int main(void) {
  TestEncodings();
  TestDecoder();
  TestEncoder();
  TestText();
  return failures == 0 ? 0 : 1;
}
