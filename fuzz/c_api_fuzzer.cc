// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The C API, call by call beside the C++ function of each. An input is as
// DecodeInput has it, with ways kWays…; encodings and modes outside of the
// constants are among them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fuzz/fuzz_input.h"
#include "fuzz/targets.h"
#include "src/testing/canaries.h"
#include "src/testing/hex.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/sniffing_decoder.h"
#include "v8_encoding/unicode.h"
#include "v8_encoding/v8_encoding.h"

namespace v8_encoding::fuzz {

namespace {

// Two bits: V8ENC_BOM_…, or a number that is none.
constexpr uint8_t kWaysBom = 0x03;
constexpr uint8_t kWaysFatal = 0x04;
// Two bits: the output, or for encoders the input.
constexpr int kWaysFormShift = 3;
constexpr uint8_t kWaysEncode = 0x20;
// The encoding's number isn't one.
constexpr uint8_t kWaysNoEncoding = 0x40;
constexpr uint8_t kWaysStrings = 0x80;

using test_support::OutputWithCanaries;

bool Same(const v8enc_decode_result& c, const DecodeResult& cpp) {
  return c.status == static_cast<uint8_t>(cpp.status) && c.read == cpp.read &&
         c.written == cpp.written &&
         c.malformed_length == cpp.malformed_length &&
         c.read_ahead_length == cpp.read_ahead_length &&
         c.had_replacements == cpp.had_replacements;
}

bool Same(const v8enc_encode_result& c, const EncodeResult& cpp) {
  return c.status == static_cast<uint8_t>(cpp.status) && c.read == cpp.read &&
         c.written == cpp.written && c.code_point == cpp.code_point &&
         c.had_unmappables == cpp.had_unmappables &&
         c.had_malformed == cpp.had_malformed;
}

// Calls both with outputs of `room` units. An output's pointer is null where it
// has none.
template <typename Unit, typename Result, typename C, typename Cpp>
bool CallBoth(size_t room, C c, Cpp cpp, Result* result) {
  OutputWithCanaries<Unit> ours(room);
  OutputWithCanaries<Unit> theirs(room);
  *result = cpp(theirs.units());
  return Same(c(room == 0 ? nullptr : ours.units().data()), *result) &&
         ours.intact() && theirs.intact() &&
         std::ranges::equal(ours.first(result->written),
                            theirs.first(result->written));
}

// Of the encodings and ways of an input.
struct Case {
  DecodeInput input;
  v8enc_encoding c_encoding;
  Encoding encoding;
  size_t room(size_t most) const { return std::min(input.capacity, most); }
  Flush flush(size_t cut) const {
    return cut == input.bytes.size() ? Flush::kYes : Flush::kNo;
  }
};

template <typename CppDecoder>
std::string CheckDecoder(const Case& it, CppDecoder cpp) {
  const uint8_t mode =
      (it.input.ways & kWaysFatal) != 0 ? V8ENC_FATAL : V8ENC_REPLACE;
  v8enc_decoder c =
      v8enc_decoder_make(it.c_encoding, it.input.ways & kWaysBom, mode);
  int form = it.input.ways >> kWaysFormShift & 3;
  std::vector<size_t> cuts = it.input.cuts;
  cuts.push_back(it.input.bytes.size());
  size_t read = 0;
  size_t more = 0;
  for (const size_t cut : cuts) {
    DecodeResult result;
    do {
      const Bytes chunk(it.input.bytes.begin() + static_cast<ptrdiff_t>(read),
                        it.input.bytes.begin() + static_cast<ptrdiff_t>(cut));
      const uint8_t* const data = chunk.empty() ? nullptr : chunk.data();
      const Flush flush = it.flush(cut);
      const bool c_flush = flush == Flush::kYes;
      const size_t room =
          more +
          it.room(form == 1
                      ? v8enc_max_utf8_length(it.c_encoding, V8ENC_BOM_SNIFF,
                                              chunk.size())
                      : v8enc_max_utf16_length(it.c_encoding, V8ENC_BOM_SNIFF,
                                               chunk.size()));
      bool same = false;
      switch (form) {
        case 0:
          same = CallBoth<char16_t>(
              room,
              [&](char16_t* output) {
                return v8enc_decode_to_utf16(&c, data, chunk.size(), output,
                                             room, c_flush);
              },
              [&](auto output) {
                return cpp.DecodeToUtf16(chunk, output, flush);
              },
              &result);
          break;
        case 1:
          same = CallBoth<uint8_t>(
              room,
              [&](uint8_t* output) {
                return v8enc_decode_to_utf8(&c, data, chunk.size(), output,
                                            room, c_flush);
              },
              [&](auto output) {
                return cpp.DecodeToUtf8(chunk, output, flush);
              },
              &result);
          break;
        case 2:
          same = CallBoth<uint8_t>(
              room,
              [&](uint8_t* output) {
                return v8enc_decode_to_latin1(&c, data, chunk.size(), output,
                                              room, c_flush);
              },
              [&](auto output) {
                return cpp.DecodeToLatin1(chunk, output, flush);
              },
              &result);
          break;
        default:
          result = cpp.Validate(chunk, flush);
          same = Same(v8enc_validate(&c, data, chunk.size(), c_flush), result);
          break;
      }
      // A number that is no encoding stays, and is converted as replacement.
      const v8enc_encoding expected =
          cpp.encoding() == it.encoding
              ? it.c_encoding
              : static_cast<v8enc_encoding>(cpp.encoding());
      if (!same || v8enc_decoder_encoding(&c) != expected) {
        return "decoding";
      }
      read += result.read;
      form = result.status == DecodeStatus::kNotLatin1 ? 0 : form;
      more = result.status == DecodeStatus::kOutputFull && result.written == 0
                 ? more + 1
                 : 0;
    } while (result.status != DecodeStatus::kInputEmpty);
  }
  return "";
}

std::string CheckEncoder(const Case& it) {
  const bool html = (it.input.ways & kWaysFatal) == 0;
  v8enc_encoder c = v8enc_encoder_make(
      it.c_encoding, html ? V8ENC_ENCODE_HTML : V8ENC_ENCODE_FATAL);
  Encoder cpp(it.encoding,
              html ? EncodeErrorMode::kHtmlReported : EncodeErrorMode::kFatal);
  const int form = it.input.ways >> kWaysFormShift & 3;
  const std::span<const uint8_t> bytes = it.input.bytes;
  const std::u16string units = UnitsFromBytes(bytes);
  const size_t size = form == 0 ? units.size() : bytes.size();
  size_t read = 0;
  size_t more = 0;
  EncodeResult result;
  do {
    const size_t room = more + it.room(16 * (size - read) + 16);
    bool same = false;
    if (form == 0) {
      const std::vector<char16_t> rest(
          units.begin() + static_cast<ptrdiff_t>(read), units.end());
      same = CallBoth<uint8_t>(
          room,
          [&](uint8_t* output) {
            return v8enc_encode_from_utf16(&c, rest.data(), rest.size(), output,
                                           room, true);
          },
          [&](auto output) {
            return cpp.EncodeFromUtf16(rest, output, Flush::kYes);
          },
          &result);
    } else {
      const Bytes rest(bytes.begin() + static_cast<ptrdiff_t>(read),
                       bytes.end());
      same = CallBoth<uint8_t>(
          room,
          [&](uint8_t* output) {
            return (form == 1 ? v8enc_encode_from_utf8
                              : v8enc_encode_from_latin1)(
                &c, rest.data(), rest.size(), output, room, true);
          },
          [&](auto output) {
            return form == 1 ? cpp.EncodeFromUtf8(rest, output, Flush::kYes)
                             : cpp.EncodeFromLatin1(rest, output, Flush::kYes);
          },
          &result);
    }
    if (!same) {
      return "encoding";
    }
    read += result.read;
    more = result.status == EncodeStatus::kOutputFull && result.written == 0
               ? more + 1
               : 0;
  } while (result.status != EncodeStatus::kInputEmpty);
  return "";
}

template <typename Unit, typename In, typename C, typename Cpp>
bool SameConversion(const Case& it, const std::vector<In>& in, C c, Cpp cpp) {
  const size_t room = it.room(4 * in.size());
  OutputWithCanaries<Unit> ours(room);
  OutputWithCanaries<Unit> theirs(room);
  const v8enc_conversion got =
      c(in.data(), in.size(), ours.units().data(), room);
  const Conversion expected = cpp(in, theirs.units());
  return got.read == expected.read && got.written == expected.written &&
         ours.intact() && theirs.intact() &&
         std::ranges::equal(ours.first(got.written), theirs.first(got.written));
}

// The functions about texts in memory.
std::string CheckStrings(const Case& it) {
  const Bytes bytes(it.input.bytes.begin(), it.input.bytes.end());
  const std::u16string text = UnitsFromBytes(bytes);
  const std::vector<char16_t> units(text.begin(), text.end());
  const std::span<const uint8_t> b = bytes;
  const std::span<const char16_t> u = units;
  std::vector<char16_t> ours = units;
  std::vector<char16_t> theirs = units;
  const std::string_view label(reinterpret_cast<const char*>(bytes.data()),
                               bytes.size());
  const std::optional<Encoding> named = GetEncoding(label);
  const bool same =
      v8enc_get_encoding(label.data(), label.size()) ==
          (named ? static_cast<v8enc_encoding>(*named)
                 : static_cast<v8enc_encoding>(V8ENC_NO_ENCODING)) &&
      v8enc_is_well_formed(it.c_encoding, b.data(), b.size()) ==
          IsWellFormed(b, it.encoding) &&
      v8enc_ascii_prefix_length(b.data(), b.size()) == AsciiPrefixLength(b) &&
      v8enc_ascii_prefix_length_of_utf16(u.data(), u.size()) ==
          AsciiPrefixLength(u) &&
      v8enc_latin1_prefix_length_of_utf16(u.data(), u.size()) ==
          Latin1PrefixLength(u) &&
      v8enc_latin1_prefix_length_of_utf8(b.data(), b.size()) ==
          Latin1PrefixLengthOfUtf8(b) &&
      v8enc_well_formed_prefix_length_of_utf16(u.data(), u.size()) ==
          WellFormedPrefixLength(u) &&
      v8enc_well_formed_prefix_length_of_utf8(b.data(), b.size()) ==
          WellFormedPrefixLengthOfUtf8(b) &&
      v8enc_utf8_length_of_latin1(b.data(), b.size()) == Utf8Length(b) &&
      v8enc_utf8_length_of_utf16(u.data(), u.size()) == Utf8Length(u) &&
      v8enc_utf16_length_of_utf8(b.data(), b.size()) == Utf16LengthOfUtf8(b) &&
      v8enc_code_points_of_utf8(b.data(), b.size()) ==
          CodePointCountOfUtf8(b) &&
      v8enc_code_points_of_utf16(u.data(), u.size()) == CodePointCount(u) &&
      v8enc_make_utf16_well_formed(ours.data(), ours.size()) ==
          MakeWellFormed(theirs) &&
      ours == theirs &&
      SameConversion<uint8_t>(it, bytes, v8enc_latin1_to_utf8, Latin1ToUtf8) &&
      SameConversion<char16_t>(it, bytes, v8enc_latin1_to_utf16,
                               Latin1ToUtf16) &&
      SameConversion<char32_t>(it, bytes, v8enc_utf8_to_utf32, Utf8ToUtf32) &&
      SameConversion<char16_t>(it, bytes, v8enc_utf8_to_utf16, Utf8ToUtf16) &&
      SameConversion<uint8_t>(it, bytes, v8enc_utf8_to_latin1, Utf8ToLatin1) &&
      SameConversion<uint8_t>(it, units, v8enc_utf16_to_utf8, Utf16ToUtf8) &&
      SameConversion<char32_t>(it, units, v8enc_utf16_to_utf32, Utf16ToUtf32) &&
      SameConversion<uint8_t>(it, units, v8enc_utf16_to_latin1, Utf16ToLatin1);
  return same ? "" : "strings";
}

std::string CheckCase(const Case& it) {
  if ((it.input.ways & kWaysStrings) != 0) {
    return CheckStrings(it);
  }
  if ((it.input.ways & kWaysEncode) != 0) {
    return CheckEncoder(it);
  }
  const DecodeErrorMode mode = (it.input.ways & kWaysFatal) != 0
                                   ? DecodeErrorMode::kFatal
                                   : DecodeErrorMode::kReplacementReported;
  const int bom = it.input.ways & kWaysBom;
  return bom == V8ENC_BOM_SNIFF
             ? CheckDecoder(it, SniffingDecoder(it.encoding, mode))
             : CheckDecoder(it,
                            Decoder(it.encoding, mode,
                                    bom == V8ENC_BOM_REMOVE ? BomMode::kRemove
                                                            : BomMode::kKeep));
}

}  // namespace

std::string CheckCApiInput(std::span<const uint8_t> data) {
  DecodeInput input = TakeDecodeInput(data);
  const bool is_none = (input.ways & kWaysNoEncoding) != 0;
  const auto number = static_cast<uint8_t>(input.encoding);
  const Case it = {
      .input = input,
      .c_encoding =
          is_none ? static_cast<uint8_t>(number + kEncodingCount) : number,
      .encoding = is_none ? Encoding::kReplacement : input.encoding};
  const std::string failure = CheckCase(it);
  return failure.empty()
             ? ""
             : failure + ", C and C++ differ, [" +
                   test_support::ToHex(Bytes(data.begin(), data.end())) + "]";
}

}  // namespace v8_encoding::fuzz
