// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The hooks for standards. An input is
//
//   encoding and instruction set, percent-encode set, bytes…
//
// The bytes are decoded; then they are, as UTF-16, a text to encode.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fuzz/fuzz_input.h"
#include "fuzz/targets.h"
#include "src/testing/hex.h"
#include "src/testing/model.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/hooks.h"

namespace v8_encoding::fuzz {

namespace {

using test_support::ToHex;

std::string ToString(const model::Bytes& bytes) {
  return std::string(bytes.begin(), bytes.end());
}

std::string CheckDecoding(std::span<const uint8_t> bytes, Encoding encoding) {
  if (Utf8Decode(bytes) != model::ToUtf16(model::Utf8Decode(bytes))) {
    return "Utf8Decode";
  }
  if (Utf8DecodeWithoutBom(bytes) !=
      model::ToUtf16(model::Utf8DecodeWithoutBom(bytes))) {
    return "Utf8DecodeWithoutBom";
  }
  const std::optional<std::u16string> text = Utf8DecodeWithoutBomOrFail(bytes);
  const std::optional<std::u32string> expected =
      model::Utf8DecodeWithoutBomOrFail(bytes);
  if (text.has_value() != expected.has_value() ||
      (text && *text != model::ToUtf16(*expected))) {
    return "Utf8DecodeWithoutBomOrFail";
  }
  if (Decode(bytes, encoding) !=
      model::ToUtf16(model::Decode(bytes, encoding))) {
    return "Decode";
  }
  const std::optional<ByteOrderMark> bom = BomSniff(bytes);
  const std::optional<Encoding> expected_bom =
      model::BomSniff(model::IoQueue::Of(bytes));
  if (bom.has_value() != expected_bom.has_value() ||
      (bom && bom->encoding != *expected_bom)) {
    return "BomSniff";
  }
  return "";
}

// https://url.spec.whatwg.org/#percent-encoded-bytes, set by set.
bool IsInSet(uint8_t byte, PercentEncodeSet set) {
  const auto is_one_of = [byte](std::string_view characters) {
    return characters.find(static_cast<char>(byte)) != std::string_view::npos;
  };
  switch (set) {
    case PercentEncodeSet::kC0Control:
      return byte <= 0x1F || byte > 0x7E;
    case PercentEncodeSet::kFragment:
      return IsInSet(byte, PercentEncodeSet::kC0Control) || is_one_of(" \"<>`");
    case PercentEncodeSet::kQuery:
      return IsInSet(byte, PercentEncodeSet::kC0Control) || is_one_of(" \"#<>");
    case PercentEncodeSet::kSpecialQuery:
      return IsInSet(byte, PercentEncodeSet::kQuery) || is_one_of("'");
    case PercentEncodeSet::kPath:
      return IsInSet(byte, PercentEncodeSet::kQuery) || is_one_of("?^`{}");
    case PercentEncodeSet::kUserinfo:
      return IsInSet(byte, PercentEncodeSet::kPath) || is_one_of("/:;=@[\\]|");
    case PercentEncodeSet::kComponent:
      return IsInSet(byte, PercentEncodeSet::kUserinfo) || is_one_of("$%&+,");
    case PercentEncodeSet::kFormUrlEncoded:
      return IsInSet(byte, PercentEncodeSet::kComponent) || is_one_of("!'()~");
  }
  return true;
}

// https://url.spec.whatwg.org/#string-percent-encode-after-encoding
std::string PercentEncode(std::u32string_view text,
                          Encoding encoding,
                          PercentEncodeSet set) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  // 1. to 4.
  const std::unique_ptr<model::Coder> encoder = model::NewEncoder(encoding);
  model::IoQueue input = model::IoQueue::Of(text);
  std::string output;
  std::optional<uint32_t> potential_error = 0;
  // 5.
  while (potential_error) {
    // 5.1. and 5.2.
    model::Bytes encode_output;
    potential_error = model::EncodeOrFail(input, *encoder, encode_output);
    // 5.3. A byte that stands for itself has its own value as a code point.
    for (const uint8_t byte : encode_output) {
      if (set == PercentEncodeSet::kFormUrlEncoded && byte == 0x20) {
        output += '+';
      } else if (!IsInSet(byte, set)) {
        output += static_cast<char>(byte);
      } else {
        output += '%';
        output += kDigits[byte / 16];
        output += kDigits[byte % 16];
      }
    }
    // 5.4.
    if (potential_error) {
      output += "%26%23" + std::to_string(*potential_error) + "%3B";
    }
  }
  // 6.
  return output;
}

std::string CheckEncoding(std::u16string_view text,
                          Encoding encoding,
                          PercentEncodeSet set) {
  const std::u32string scalars = model::ToScalarValues(text);
  if (Utf8Encode(text) != ToString(model::Utf8Encode(scalars))) {
    return "Utf8Encode";
  }
  if (Encode(text, encoding) != ToString(model::Encode(scalars, encoding))) {
    return "Encode";
  }
  if (PercentEncodeAfterEncoding(text, encoding, set) !=
      PercentEncode(scalars, encoding, set)) {
    return "PercentEncodeAfterEncoding";
  }
  if (FormUrlEncode(text, encoding) !=
      PercentEncode(scalars, encoding, PercentEncodeSet::kFormUrlEncoded)) {
    return "FormUrlEncode";
  }

  Encoder encoder(encoding);
  std::u16string_view rest = text;
  const std::unique_ptr<model::Coder> model_encoder =
      model::NewEncoder(encoding);
  model::IoQueue queue = model::IoQueue::Of(scalars);
  for (;;) {
    std::string output = "before";
    model::Bytes expected_output;
    const std::optional<char32_t> error = EncodeOrFail(rest, encoder, output);
    const std::optional<uint32_t> expected =
        model::EncodeOrFail(queue, *model_encoder, expected_output);
    if (output != "before" + ToString(expected_output) ||
        error.has_value() != expected.has_value() ||
        (error && uint32_t{*error} != *expected)) {
      return "EncodeOrFail";
    }
    if (!error) {
      return rest.empty() ? "" : "EncodeOrFail left something";
    }
  }
}

}  // namespace

std::string CheckHooksInput(std::span<const uint8_t> data) {
  FuzzInput input(data);
  const Encoding encoding = input.EncodingAndTarget();
  const Encoding output_encoding = GetOutputEncoding(encoding);
  // Other encodings than UTF-8 go with two sets only.
  PercentEncodeSet set = static_cast<PercentEncodeSet>(input.Byte() % 8);
  if (output_encoding != Encoding::kUtf8 &&
      set != PercentEncodeSet::kFormUrlEncoded) {
    set = PercentEncodeSet::kSpecialQuery;
  }
  const Bytes bytes(input.rest().begin(), input.rest().end());
  std::string failure = CheckDecoding(bytes, encoding);
  // The standard has an encoder, yet maybe not this build.
  const bool can_encode = HasEncoder(output_encoding);
  if (failure.empty() && can_encode) {
    failure = CheckEncoding(UnitsFromBytes(bytes), output_encoding, set);
  }
  if (failure.empty() && can_encode) {
    failure = CheckEncoding(model::ToUtf16(model::Utf8Decode(bytes)),
                            output_encoding, set);
  }
  return failure.empty()
             ? ""
             : failure + ", " + std::string(Name(encoding)) + ", set " +
                   std::to_string(int(set)) + ", bytes [" + ToHex(bytes) + "]";
}

}  // namespace v8_encoding::fuzz
