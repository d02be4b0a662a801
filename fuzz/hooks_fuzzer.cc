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
#include "src/model/model.h"
#include "src/model/model_url.h"
#include "src/testing/hex.h"
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

// The encoding needn't have an encoder.
std::string CheckForm(std::u16string_view text, Encoding encoding) {
  const std::u32string scalars = model::ToScalarValues(text);
  const model::NameAndValue tuple = {.name = scalars, .value = scalars};
  const std::string encoded = FormUrlEncode(text, encoding);
  return encoded + "=" + encoded ==
                 model::SerializeUrlencoded({&tuple, 1}, encoding)
             ? ""
             : "FormUrlEncode";
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
      model::PercentEncodeAfterEncoding(scalars, encoding, set)) {
    return "PercentEncodeAfterEncoding";
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
  for (const std::u16string& text :
       {UnitsFromBytes(bytes), model::ToUtf16(model::Utf8Decode(bytes))}) {
    if (failure.empty() && can_encode) {
      failure = CheckEncoding(text, output_encoding, set);
    }
    if (failure.empty() && can_encode) {
      failure = CheckForm(text, encoding);
    }
  }
  return failure.empty()
             ? ""
             : failure + ", " + std::string(Name(encoding)) + ", set " +
                   std::to_string(int(set)) + ", bytes [" + ToHex(bytes) + "]";
}

}  // namespace v8_encoding::fuzz
