// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// text.h: whole texts to std::string and std::u16string, and back. An input is
//
//   encoding and instruction set, ways (kWays…), bytes…

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "fuzz/fuzz_input.h"
#include "fuzz/targets.h"
#include "src/model/model.h"
#include "src/testing/hex.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/text.h"

namespace v8_encoding::fuzz {

namespace {

// Two bits: what is converted from bytes, or to bytes from UTF-8 or UTF-16.
constexpr uint8_t kWaysWhat = 0x03;
constexpr uint8_t kWaysFatal = 0x04;
// Of text to bytes.
constexpr uint8_t kWaysMalformedFails = 0x08;
// Of bytes to text: a BomHandling in what is left.
constexpr int kWaysBomShift = 4;

std::string Fail(const char* what,
                 Encoding encoding,
                 std::span<const uint8_t> bytes) {
  return std::string(what) + " of " + std::string(Name(encoding)) + " [" +
         test_support::ToHex(Bytes(bytes.begin(), bytes.end())) + "]";
}

std::string StringOf(const Bytes& bytes) {
  return std::string(bytes.begin(), bytes.end());
}

std::string CheckToText(std::span<const uint8_t> bytes,
                        Encoding encoding,
                        uint8_t ways) {
  const bool fatal = (ways & kWaysFatal) != 0;
  const auto handling = static_cast<BomHandling>((ways >> kWaysBomShift) % 3);
  std::optional<Encoding> bom;
  if (handling == BomHandling::kSniff) {
    bom =
        model::BomSniff(model::IoQueue::Of(Bytes(bytes.begin(), bytes.end())));
  }
  const Encoding used = bom.value_or(encoding);
  const size_t bom_length = !bom ? 0 : *bom == Encoding::kUtf8 ? 3 : 2;
  model::DecodeOutcome expected = model::DecodeAll(
      used, bytes.subspan(bom_length), model::Mode::kReplacement,
      handling != BomHandling::kRemove);
  const size_t utf8_length = model::Utf8Encode(expected.text).size();
  const bool has_error = !expected.errors.empty();
  std::optional<DecodeError> error;
  if (fatal && has_error) {
    const model::DecodeError& first = expected.errors[0];
    error = DecodeError{first.begin + bom_length, first.end - first.begin};
    expected.text.resize(first.position);
  }
  const DecodeErrorMode mode =
      fatal ? DecodeErrorMode::kFatal : DecodeErrorMode::kReplacementReported;
  const auto differs = [&](const auto& decoded, const auto& text) {
    return decoded.text != text || decoded.encoding != used ||
           decoded.had_replacements != (!fatal && has_error) ||
           decoded.error != error;
  };
  if (differs(DecodeToString(bytes, encoding, handling, mode),
              StringOf(model::Utf8Encode(expected.text)))) {
    return Fail("DecodeToString", encoding, bytes);
  }
  if (differs(DecodeToU16String(bytes, encoding, handling, mode),
              model::ToUtf16(expected.text))) {
    return Fail("DecodeToU16String", encoding, bytes);
  }
  if (DecodedUtf8Length(bytes, encoding, handling) != utf8_length) {
    return Fail("DecodedUtf8Length", encoding, bytes);
  }
  return "";
}

// What comes before an error is found by encoding that alone.
template <typename View>
std::string CheckToBytes(
    Encoded (*encode)(View, Encoding, EncodeErrorMode, MalformedText),
    View text,
    const std::u32string& scalars,
    const std::u32string& before_malformed,
    bool is_malformed,
    Encoding encoding,
    uint8_t ways) {
  const Encoding output = GetOutputEncoding(encoding);
  const bool fatal = (ways & kWaysFatal) != 0;
  const bool fails = (ways & kWaysMalformedFails) != 0 && is_malformed;
  const std::u32string& read = fails ? before_malformed : scalars;
  const model::EncodeOutcome expected = model::EncodeAll(
      output, read, fatal ? model::Mode::kFatal : model::Mode::kHtml);
  const bool is_unmappable = fatal && !expected.errors.empty();
  const Encoded encoded = encode(
      text, encoding,
      fatal ? EncodeErrorMode::kFatal : EncodeErrorMode::kHtmlReported,
      fails || (ways & kWaysMalformedFails) != 0 ? MalformedText::kFail
                                                 : MalformedText::kReplace);
  Bytes bytes = expected.bytes;
  if (is_unmappable) {
    bytes.resize(expected.errors[0].position);
  }
  const std::string whole = StringOf(bytes);
  // An error in ISO-2022-JP leaves out the escape to ASCII at the end.
  const bool same =
      encoded.bytes == whole ||
      (fails && !is_unmappable && output == Encoding::kIso2022Jp &&
       encoded.bytes + "\x1B(B" == whole);
  const bool same_error =
      encoded.error.has_value() == (is_unmappable || fails) &&
      (!encoded.error ||
       (encoded.error->code_point.has_value() == is_unmappable &&
        encoded.error->length != 0 &&
        encoded.error->position + encoded.error->length <= text.size() &&
        (!is_unmappable ||
         *encoded.error->code_point == expected.errors[0].code_point)));
  if (!same || !same_error || encoded.encoding != output) {
    return Fail("Encode…String, encoded", output,
                std::span(reinterpret_cast<const uint8_t*>(text.data()),
                          text.size() * sizeof(text[0]))) +
           ", ways " + std::to_string(ways) + ", got [" +
           test_support::ToHex(
               Bytes(encoded.bytes.begin(), encoded.bytes.end())) +
           "]";
  }
  return "";
}

std::string CheckUtf8ToBytes(const Bytes& bytes,
                             Encoding encoding,
                             uint8_t ways) {
  const model::DecodeOutcome decoded =
      model::DecodeAll(Encoding::kUtf8, bytes, model::Mode::kReplacement,
                       /*ignore_bom=*/true);
  const bool is_malformed = !decoded.errors.empty();
  return CheckToBytes<std::span<const uint8_t>>(
      EncodeString, bytes, decoded.text,
      is_malformed ? decoded.text.substr(0, decoded.errors[0].position)
                   : decoded.text,
      is_malformed, encoding, ways);
}

std::string CheckUtf16ToBytes(const std::u16string& text,
                              Encoding encoding,
                              uint8_t ways) {
  const std::u32string scalars = model::ToScalarValues(text);
  const std::u16string repaired = model::ToUtf16(scalars);
  size_t lone = 0;
  while (lone < text.size() && text[lone] == repaired[lone]) {
    ++lone;
  }
  return CheckToBytes<std::span<const char16_t>>(
      EncodeU16String, text, scalars,
      model::ToScalarValues(text.substr(0, lone)), lone != text.size(),
      encoding, ways);
}

}  // namespace

std::string CheckTextInput(std::span<const uint8_t> data) {
  FuzzInput input(data);
  const Encoding encoding = input.EncodingAndTarget();
  const uint8_t ways = input.Byte();
  const Bytes bytes(input.rest().begin(), input.rest().end());
  if ((ways & kWaysWhat) < 2) {
    return CheckToText(bytes, encoding, ways);
  }
  if (!HasEncoder(GetOutputEncoding(encoding))) {
    return "";  // The standard has one, this build doesn't.
  }
  return (ways & kWaysWhat) == 2
             ? CheckUtf8ToBytes(bytes, encoding, ways)
             : CheckUtf16ToBytes(UnitsFromBytes(bytes), encoding, ways);
}

}  // namespace v8_encoding::fuzz
