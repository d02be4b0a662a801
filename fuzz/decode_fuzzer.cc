// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Decoders, in chunks. An input is as DecodeInput has it, with ways kWays….

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fuzz/fuzz_input.h"
#include "fuzz/targets.h"
#include "src/model/model.h"
#include "src/testing/calls.h"
#include "src/testing/hex.h"
#include "src/testing/splits.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::fuzz {

namespace {

constexpr uint8_t kWaysFatal = 0x01;
constexpr uint8_t kWaysKeepBom = 0x02;
// Without kWaysFatal.
constexpr uint8_t kWaysReported = 0x08;
// As the calls of one TextDecoder, where an error loses what is unread.
constexpr uint8_t kWaysCalls = 0x04;
// Four bits from here on: whether call number n, modulo 4, ends the text.
constexpr int kWaysFlushShift = 4;

std::string CheckCalls(Encoding encoding,
                       uint8_t ways,
                       std::span<const uint8_t> bytes,
                       std::vector<size_t> cuts) {
  const bool fatal = (ways & kWaysFatal) != 0;
  const bool ignore_bom = (ways & kWaysKeepBom) != 0;
  test_support::CallsDecoder decoder(encoding, fatal, ignore_bom);
  model::TextDecoder expected(encoding,
                              {.fatal = fatal, .ignore_bom = ignore_bom});
  std::string calls = std::string(Name(encoding)) + (fatal ? ", fatal" : "") +
                      (ignore_bom ? ", ignoreBOM" : "");
  cuts.push_back(bytes.size());
  size_t begin = 0;
  for (size_t i = 0; i < cuts.size(); ++i) {
    // Memory of its own, so that the sanitizer sees a read past it.
    const Bytes chunk(bytes.begin() + static_cast<ptrdiff_t>(begin),
                      bytes.begin() + static_cast<ptrdiff_t>(cuts[i]));
    begin = cuts[i];
    const bool stream = (ways >> kWaysFlushShift >> i % 4 & 1) == 0;
    calls += ", decode([" + test_support::ToHex(chunk) +
             (stream ? "], stream)" : "])");
    const std::optional<std::u16string> got = decoder.Decode(chunk, stream);
    const std::optional<std::u32string> want = expected.Decode(chunk, stream);
    if (got.has_value() != want.has_value()) {
      return calls + (got ? " didn't throw" : " threw");
    }
    if (got && *got != model::ToUtf16(*want)) {
      return calls + ": expected [" +
             test_support::ToHex(model::ToUtf16(*want)) + "] got [" +
             test_support::ToHex(*got) + "]";
    }
  }
  return "";
}

}  // namespace

std::string CheckDecodeInput(std::span<const uint8_t> data) {
  const auto [encoding, ways, capacity, cuts, bytes] = TakeDecodeInput(data);
  if ((ways & kWaysCalls) != 0 && encoding != Encoding::kReplacement) {
    return CheckCalls(encoding, ways, bytes, cuts);
  }
  return test_support::CheckDecodeCutAt(
      encoding, (ways & kWaysKeepBom) != 0 ? BomMode::kKeep : BomMode::kRemove,
      (ways & kWaysFatal) != 0      ? DecodeErrorMode::kFatal
      : (ways & kWaysReported) != 0 ? DecodeErrorMode::kReplacementReported
                                    : DecodeErrorMode::kReplacement,
      bytes, cuts, capacity);
}

}  // namespace v8_encoding::fuzz
