// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Reads choices from the front of a fuzzer's input. What isn't there is zero,
// so every input is valid.

#ifndef V8_ENCODING_FUZZ_FUZZ_INPUT_H_
#define V8_ENCODING_FUZZ_FUZZ_INPUT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/testing/splits.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::fuzz {

// Number 0 is the best that this CPU has; they begin again after the last.
void ForceTarget(size_t number);

class FuzzInput {
 public:
  explicit FuzzInput(std::span<const uint8_t> data) : data_(data) {}

  uint8_t Byte() {
    if (data_.empty()) {
      return 0;
    }
    const uint8_t byte = data_.front();
    data_ = data_.subspan(1);
    return byte;
  }

  // An encoding, and an instruction set, on which the library's SIMD code runs
  // from then on: the best one if the byte is just an encoding's number.
  Encoding EncodingAndTarget() {
    const uint8_t byte = Byte();
    ForceTarget(byte / kEncodingCount);
    return static_cast<Encoding>(byte % kEncodingCount);
  }

  // How many units an output has; kAmple for half of the bytes.
  size_t Capacity() {
    const uint8_t byte = Byte();
    return byte < 0x80 ? test_support::kAmple : byte - 0x80u;
  }

  // Up to seven numbers, not yet offsets: the rest's length isn't known before
  // they are read.
  std::vector<size_t> RawCuts() {
    std::vector<size_t> cuts(Byte() % 8);
    for (size_t& cut : cuts) {
      cut = Byte();
    }
    return cuts;
  }

  std::span<const uint8_t> rest() const { return data_; }

 private:
  std::span<const uint8_t> data_;
};

// Ascending offsets into `size` units.
inline std::vector<size_t> CutsFor(std::vector<size_t> raw_cuts, size_t size) {
  for (size_t& cut : raw_cuts) {
    cut %= size + 1;
  }
  std::ranges::sort(raw_cuts);
  return raw_cuts;
}

// What targets of decoders begin with, and the bytes that are decoded:
//
//   encoding and instruction set, ways, capacity, count of cuts, cuts…, bytes…
struct DecodeInput {
  Encoding encoding;
  uint8_t ways;  // Bits of the target's own.
  size_t capacity;
  std::vector<size_t> cuts;
  std::span<const uint8_t> bytes;
};
inline DecodeInput TakeDecodeInput(std::span<const uint8_t> data) {
  FuzzInput input(data);
  const Encoding encoding = input.EncodingAndTarget();
  const uint8_t ways = input.Byte();
  const size_t capacity = input.Capacity();
  const std::vector<size_t> raw_cuts = input.RawCuts();
  return {encoding, ways, capacity, CutsFor(raw_cuts, input.rest().size()),
          input.rest()};
}

// The units of UTF-16, from pairs of bytes, the less significant one first. An
// odd last byte is a unit by itself.
inline std::u16string UnitsFromBytes(std::span<const uint8_t> bytes) {
  std::u16string units;
  for (size_t i = 0; i < bytes.size(); i += 2) {
    const uint32_t high = i + 1 < bytes.size() ? bytes[i + 1] : 0;
    units.push_back(static_cast<char16_t>(bytes[i] | high << 8));
  }
  return units;
}

}  // namespace v8_encoding::fuzz

#endif  // V8_ENCODING_FUZZ_FUZZ_INPUT_H_
