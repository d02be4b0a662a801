// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// encoding_rs, through the C interface in encoding_rs/lib.rs.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "bench/implementation.h"
#include "bench/peers/shared_library.h"
#include "bench/workloads.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::bench {

namespace {

struct RustEncoding;

struct Api {
  const char* (*version)();
  const RustEncoding* (*encoding)(const char* label, size_t length);
  size_t (*decode)(const RustEncoding* encoding,
                   const uint8_t* input,
                   size_t length,
                   size_t chunk,
                   char16_t* output,
                   size_t capacity,
                   size_t room);
  size_t (*decode_to_utf8)(const RustEncoding* encoding,
                           const uint8_t* input,
                           size_t length,
                           size_t chunk,
                           uint8_t* output,
                           size_t capacity,
                           size_t room);
  size_t (*utf8_valid_up_to)(const uint8_t* input, size_t length);
  size_t (*encode)(const RustEncoding* encoding,
                   const char16_t* input,
                   size_t length,
                   size_t chunk,
                   uint8_t* output,
                   size_t capacity,
                   size_t room);
  size_t (*encode_from_utf8)(const RustEncoding* encoding,
                             const uint8_t* input,
                             size_t length,
                             uint8_t* output,
                             size_t capacity,
                             size_t room);
  size_t (*utf8_to_latin1)(const uint8_t* input,
                           size_t length,
                           uint8_t* output,
                           size_t capacity);
  size_t (*latin1_to_utf8)(const uint8_t* input,
                           size_t length,
                           uint8_t* output,
                           size_t capacity);
  size_t (*decode_to_units)(const RustEncoding* encoding,
                            const uint8_t* input,
                            size_t length,
                            char16_t* output,
                            size_t capacity);
  size_t (*decode_to_string)(const RustEncoding* encoding,
                             const uint8_t* input,
                             size_t length,
                             uint8_t* output,
                             size_t capacity);
  size_t (*encode_string)(const RustEncoding* encoding,
                          const uint8_t* input,
                          size_t length,
                          uint8_t* output,
                          size_t capacity);

  bool Load(const SharedLibrary& library) {
    return library && library.Find("peer_version", version) &&
           library.Find("peer_encoding", encoding) &&
           library.Find("peer_decode", decode) &&
           library.Find("peer_decode_to_utf8", decode_to_utf8) &&
           library.Find("peer_utf8_valid_up_to", utf8_valid_up_to) &&
           library.Find("peer_encode", encode) &&
           library.Find("peer_encode_from_utf8", encode_from_utf8) &&
           library.Find("peer_utf8_to_latin1", utf8_to_latin1) &&
           library.Find("peer_latin1_to_utf8", latin1_to_utf8) &&
           library.Find("peer_decode_to_units", decode_to_units) &&
           library.Find("peer_decode_to_string", decode_to_string) &&
           library.Find("peer_encode_string", encode_string);
  }
};

class RustConverter final : public Converter {
 public:
  RustConverter(const Api& api,
                const RustEncoding* encoding,
                Operation operation,
                const Limits& limits)
      : api_(api),
        encoding_(encoding),
        operation_(operation),
        limits_(limits) {}

  size_t Convert(std::span<const uint8_t> input,
                 std::span<uint8_t> output) override {
    switch (operation_) {
      case Operation::kDecode: {
        const std::span<char16_t> units = AsUnits(output);
        return sizeof(char16_t) *
               api_.decode(encoding_, input.data(), input.size(), limits_.input,
                           units.data(), units.size(),
                           limits_.output / sizeof(char16_t));
      }
      case Operation::kDecodeToUtf8:
        return api_.decode_to_utf8(encoding_, input.data(), input.size(),
                                   limits_.input, output.data(), output.size(),
                                   limits_.output);
      case Operation::kValidate:
        return WriteNumber(api_.utf8_valid_up_to(input.data(), input.size()),
                           output);
      case Operation::kEncode: {
        const std::span<const char16_t> units = AsUnits(input);
        return api_.encode(encoding_, units.data(), units.size(),
                           limits_.input / sizeof(char16_t), output.data(),
                           output.size(), limits_.output);
      }
      case Operation::kEncodeFromUtf8:
        return api_.encode_from_utf8(encoding_, input.data(), input.size(),
                                     output.data(), output.size(),
                                     limits_.output);
      case Operation::kDecodeToLatin1:
        return api_.utf8_to_latin1(input.data(), input.size(), output.data(),
                                   output.size());
      case Operation::kEncodeFromLatin1:
        return api_.latin1_to_utf8(input.data(), input.size(), output.data(),
                                   output.size());
      case Operation::kUtf8Length:
      case Operation::kUtf8LengthFromLatin1:
        break;
    }
    return 0;
  }

 private:
  const Api api_;
  const RustEncoding* const encoding_;
  const Operation operation_;
  const Limits limits_;
};

// Whole texts, to memory of their own.
class RustTextConverter final : public Converter {
 public:
  RustTextConverter(const Api& api,
                    const RustEncoding* encoding,
                    Operation operation)
      : api_(api), encoding_(encoding), operation_(operation) {}

  size_t Convert(std::span<const uint8_t> input,
                 std::span<uint8_t> output) override {
    if (operation_ == Operation::kDecode) {
      const std::span<char16_t> units = AsUnits(output);
      return sizeof(char16_t) * api_.decode_to_units(encoding_, input.data(),
                                                     input.size(), units.data(),
                                                     units.size());
    }
    const auto convert = operation_ == Operation::kDecodeToUtf8
                             ? api_.decode_to_string
                             : api_.encode_string;
    return convert(encoding_, input.data(), input.size(), output.data(),
                   output.size());
  }

 private:
  const Api api_;
  const RustEncoding* const encoding_;
  const Operation operation_;
};

class EncodingRs final : public Implementation {
 public:
  // With `only_fast_encode` it is measured where that feature matters.
  EncodingRs(std::string_view name,
             const std::string& folder,
             bool only_fast_encode)
      : name_(name),
        only_fast_encode_(only_fast_encode),
        available_(api_.Load(
            SharedLibrary(absl::StrFormat("%s/%s.so", folder, name)))) {}

  std::string_view name() const override { return name_; }
  bool available() const override { return available_; }
  std::string description() const override {
    return available_ ? api_.version()
                      : "not there; tools/setup --bench and "
                        "bench/peers/encoding_rs/build bring it";
  }

  std::unique_ptr<Converter> Open(const Workload& workload,
                                  const Limits& limits) const override {
    const std::string_view label = Name(workload.encoding);
    const RustEncoding* encoding = api_.encoding(label.data(), label.size());
    if (encoding == nullptr || !Covers(workload, limits)) {
      return nullptr;
    }
    if (workload.is_allocated) {
      return limits.any() ? nullptr
                          : std::make_unique<RustTextConverter>(
                                api_, encoding, workload.operation);
    }
    return std::make_unique<RustConverter>(api_, encoding, workload.operation,
                                           limits);
  }

 private:
  bool Covers(const Workload& workload, const Limits& limits) const {
    const Encoding encoding = workload.encoding;
    if (only_fast_encode_ &&
        ((workload.operation != Operation::kEncode &&
          workload.operation != Operation::kEncodeFromUtf8) ||
         IsSingleByte(encoding) || encoding == Encoding::kUtf8)) {
      return false;
    }
    switch (workload.operation) {
      case Operation::kEncode:
        // Where an output ends within the reference for a pair of surrogates,
        // the halves become two references.
        if (limits.output != 0 && !workload.is_valid()) {
          return false;
        }
        [[fallthrough]];
      case Operation::kDecode:
      case Operation::kDecodeToUtf8:
        // Valid text has none of the characters that GB18030-2022 moved.
        return workload.is_valid() || HasGb18030Of2022() ||
               (encoding != Encoding::kGbk && encoding != Encoding::kGb18030);
      case Operation::kValidate:
        return !limits.any();
      case Operation::kEncodeFromUtf8:
        // Its encoders take whole characters.
        return workload.is_valid() && limits.input == 0;
      case Operation::kDecodeToLatin1:
      case Operation::kEncodeFromLatin1:
        // Its functions for whole texts in UTF-8.
        return encoding == Encoding::kUtf8 && !limits.any();
      case Operation::kUtf8Length:
      case Operation::kUtf8LengthFromLatin1:
        return false;
    }
    return false;
  }

  bool HasGb18030Of2022() const {
    constexpr std::string_view kLabel = "gb18030";
    constexpr uint8_t kMoved[] = {0xA6, 0xD9};
    char16_t units[8] = {};
    api_.decode(api_.encoding(kLabel.data(), kLabel.size()), kMoved,
                std::size(kMoved), 0, units, std::size(units), 0);
    return units[0] == u'\uFE10';
  }

  const std::string_view name_;
  const bool only_fast_encode_;
  Api api_{};
  const bool available_;
};

}  // namespace

std::vector<std::unique_ptr<Implementation>> MakeEncodingRs(
    const std::string& folder) {
  std::vector<std::unique_ptr<Implementation>> builds;
  builds.push_back(std::make_unique<EncodingRs>("encoding_rs", folder,
                                                /*only_fast_encode=*/false));
  builds.push_back(std::make_unique<EncodingRs>("encoding_rs_fast", folder,
                                                /*only_fast_encode=*/true));
  return builds;
}

}  // namespace v8_encoding::bench
