// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// SniffingDecoder in chunks, beside *BOM sniff* and the decoder of all bytes in
// one. An input is as DecodeInput has it, with ways kWays….

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fuzz/fuzz_input.h"
#include "fuzz/targets.h"
#include "src/testing/sniffing.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/sniffing_decoder.h"

namespace v8_encoding::fuzz {

namespace {

constexpr uint8_t kWaysFatal = 0x01;
// The next two bits: the output.
constexpr int kWaysOutputShift = 1;
// The decoder is used twice.
constexpr uint8_t kWaysTwice = 0x08;

}  // namespace

std::string CheckSniffInput(std::span<const uint8_t> data) {
  const DecodeInput input = TakeDecodeInput(data);
  const DecodeErrorMode error_mode =
      (input.ways & kWaysFatal) != 0 ? DecodeErrorMode::kFatal
                                     : DecodeErrorMode::kReplacementReported;
  const auto output = static_cast<test_support::SniffOutput>(
      (input.ways >> kWaysOutputShift) % test_support::kSniffOutputCount);
  const test_support::Sniffed expected =
      test_support::SniffByModel(input.encoding, input.bytes, error_mode);
  std::vector<size_t> cuts = input.cuts;
  cuts.push_back(input.bytes.size());
  const size_t capacity =
      input.capacity == test_support::kAmple
          ? Decoder::MaxUtf8Length(input.encoding, input.bytes.size() + 2)
          : input.capacity;
  SniffingDecoder decoder(input.encoding, error_mode);
  std::string failure;
  for (int n = (input.ways & kWaysTwice) != 0 ? 2 : 1;
       n != 0 && failure.empty(); --n) {
    failure = test_support::CheckSniffing(decoder, expected, input.bytes, cuts,
                                          output, capacity);
  }
  return failure;
}

}  // namespace v8_encoding::fuzz
