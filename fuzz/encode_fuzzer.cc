// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Encoders, in chunks. An input is
//
//   encoding and instruction set, ways (kWays…), capacity, count of cuts,
//   cuts…, text…

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fuzz/fuzz_input.h"
#include "fuzz/targets.h"
#include "src/model/model.h"
#include "src/testing/splits.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::fuzz {

namespace {

constexpr uint8_t kWaysHtml = 0x01;
// What the text is: UTF-8, Latin-1, or else the bytes of UTF-16.
constexpr uint8_t kWaysUtf8 = 0x02;
constexpr uint8_t kWaysLatin1 = 0x04;
// With kWaysHtml.
constexpr uint8_t kWaysReported = 0x08;

}  // namespace

std::string CheckEncodeInput(std::span<const uint8_t> data) {
  FuzzInput input(data);
  const Encoding encoding = input.EncodingAndTarget();
  if (!HasEncoder(encoding) && GetOutputEncoding(encoding) == encoding) {
    return "";  // The standard has one, this build doesn't.
  }
  const uint8_t ways = input.Byte();
  const size_t capacity = input.Capacity();
  const std::vector<size_t> raw_cuts = input.RawCuts();
  const std::span<const uint8_t> bytes = input.rest();
  std::u16string text;
  const EncodeErrorMode error_mode =
      (ways & kWaysHtml) == 0       ? EncodeErrorMode::kFatal
      : (ways & kWaysReported) != 0 ? EncodeErrorMode::kHtmlReported
                                    : EncodeErrorMode::kHtml;
  if ((ways & kWaysUtf8) != 0) {
    std::string failure = test_support::CheckEncodeUtf8CutAt(
        encoding, error_mode, std::string(bytes.begin(), bytes.end()),
        CutsFor(raw_cuts, bytes.size()), capacity);
    if (!failure.empty()) {
      return failure;
    }
    text = model::ToUtf16(model::Utf8DecodeWithoutBom(bytes));
  } else if ((ways & kWaysLatin1) != 0) {
    text.assign(bytes.begin(), bytes.end());
  } else {
    text = UnitsFromBytes(bytes);
  }
  return test_support::CheckEncodeCutAt(
      encoding, error_mode, text, CutsFor(raw_cuts, text.size()), capacity);
}

}  // namespace v8_encoding::fuzz
