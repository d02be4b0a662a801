// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What is fuzzed. A target takes any bytes, makes of them an input and the ways
// to convert it, and compares the library with the model. libFuzzer runs it
// through libfuzzer_entry.cc; fuzz_test.cc runs it on the seeds and on a few
// thousand variations.

#ifndef V8_ENCODING_FUZZ_TARGETS_H_
#define V8_ENCODING_FUZZ_TARGETS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace v8_encoding::fuzz {

using Bytes = std::vector<uint8_t>;

// What went wrong, with all that's needed to repeat it, or "".
std::string CheckCApiInput(std::span<const uint8_t> data);
std::string CheckDecodeInput(std::span<const uint8_t> data);
std::string CheckDecodeStringInput(std::span<const uint8_t> data);  // With V8.
std::string CheckEncodeInput(std::span<const uint8_t> data);
std::string CheckEncodeStringInput(std::span<const uint8_t> data);  // With V8.
std::string CheckHooksInput(std::span<const uint8_t> data);
std::string CheckLabelInput(std::span<const uint8_t> data);
std::string CheckSniffInput(std::span<const uint8_t> data);
std::string CheckTextInput(std::span<const uint8_t> data);
std::string CheckUnicodeInput(std::span<const uint8_t> data);

// Inputs to start from; the same ones each time.
std::vector<Bytes> CApiSeeds();
std::vector<Bytes> DecodeSeeds();
std::vector<Bytes> DecodeStringSeeds();
std::vector<Bytes> EncodeSeeds();
std::vector<Bytes> EncodeStringSeeds();
std::vector<Bytes> HooksSeeds();
std::vector<Bytes> LabelSeeds();
std::vector<Bytes> SniffSeeds();
std::vector<Bytes> TextSeeds();
std::vector<Bytes> UnicodeSeeds();

struct Target {
  std::string_view name;
  std::string (*check)(std::span<const uint8_t>);
  std::vector<Bytes> (*seeds)();
};

inline constexpr Target kTargets[] = {
    {"c_api", CheckCApiInput, CApiSeeds},
#if defined(V8_ENCODING_FUZZ_WITH_V8)
    {"decode_string", CheckDecodeStringInput, DecodeStringSeeds},
    {"encode_string", CheckEncodeStringInput, EncodeStringSeeds},
#endif
    {"decode", CheckDecodeInput, DecodeSeeds},
    {"encode", CheckEncodeInput, EncodeSeeds},
    {"hooks", CheckHooksInput, HooksSeeds},
    {"label", CheckLabelInput, LabelSeeds},
    {"sniff", CheckSniffInput, SniffSeeds},
    {"text", CheckTextInput, TextSeeds},
    {"unicode", CheckUnicodeInput, UnicodeSeeds},
};

}  // namespace v8_encoding::fuzz

#endif  // V8_ENCODING_FUZZ_TARGETS_H_
