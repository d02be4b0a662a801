// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "absl/strings/str_format.h"
#include "bench/implementation.h"
#include "bench/workloads.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/text.h"
#include "v8_encoding/version.h"

namespace v8_encoding::bench {

namespace {

// A call that stops where there is no reason to is a mistake of ours. One that
// has no room must have made use of what there was.
template <typename Status>
CallResult ResultOf(const auto& coder, const auto& result, size_t written) {
  const bool is_full = result.status == Status::kOutputFull;
  if (!(result.status == Status::kInputEmpty || (is_full && written != 0))) {
    absl::FPrintF(stderr, "%s stopped before the end of its input.\n",
                  Name(coder.encoding()));
    std::abort();
  }
  return {result.read, written, is_full};
}

// One call of Decoder or Encoder, over spans of its own types.
template <Operation kOperation>
CallResult Call(auto& coder,
                std::span<const uint8_t> input,
                std::span<uint8_t> output,
                Flush flush) {
  if constexpr (kOperation == Operation::kDecode) {
    const DecodeResult result =
        coder.DecodeToUtf16(input, AsUnits(output), flush);
    return ResultOf<DecodeStatus>(coder, result,
                                  result.written * sizeof(char16_t));
  } else if constexpr (kOperation == Operation::kDecodeToLatin1) {
    const DecodeResult result = coder.DecodeToLatin1(input, output, flush);
    return ResultOf<DecodeStatus>(coder, result, result.written);
  } else if constexpr (kOperation == Operation::kDecodeToUtf8) {
    const DecodeResult result = coder.DecodeToUtf8(input, output, flush);
    return ResultOf<DecodeStatus>(coder, result, result.written);
  } else if constexpr (kOperation == Operation::kValidate) {
    const DecodeResult result = coder.Validate(input, flush);
    return {result.read,
            WriteNumber(result.read - result.malformed_length -
                            result.read_ahead_length,
                        output),
            false};
  } else if constexpr (kOperation == Operation::kEncode) {
    const EncodeResult result =
        coder.EncodeFromUtf16(AsUnits(input), output, flush);
    CallResult outcome = ResultOf<EncodeStatus>(coder, result, result.written);
    outcome.read *= sizeof(char16_t);
    return outcome;
  } else if constexpr (kOperation == Operation::kEncodeFromLatin1) {
    const EncodeResult result = coder.EncodeFromLatin1(input, output, flush);
    return ResultOf<EncodeStatus>(coder, result, result.written);
  } else {
    static_assert(kOperation == Operation::kEncodeFromUtf8);
    const EncodeResult result = coder.EncodeFromUtf8(input, output, flush);
    return ResultOf<EncodeStatus>(coder, result, result.written);
  }
}

template <Operation kOperation>
class OurConverter final : public Converter {
 public:
  OurConverter(Encoding encoding, const Limits& limits)
      : encoding_(encoding), limits_(limits), coder_(MakeCoder()) {}

  size_t Convert(std::span<const uint8_t> input,
                 std::span<uint8_t> output) override {
    auto& coder = coder_;
    if (!limits_.any()) {
      return Call<kOperation>(coder, input, output, Flush::kYes).written;
    }
    return ConvertInParts(input, output, limits_,
                          [&](std::span<const uint8_t> part, bool is_last,
                              std::span<uint8_t> room) {
                            return Call<kOperation>(
                                coder, part, room,
                                is_last ? Flush::kYes : Flush::kNo);
                          });
  }

 private:
  auto MakeCoder() const {
    if constexpr (kOperation == Operation::kValidate) {
      return Decoder(encoding_, DecodeErrorMode::kFatal, BomMode::kKeep);
    } else if constexpr (kOperation == Operation::kDecode ||
                         kOperation == Operation::kDecodeToLatin1 ||
                         kOperation == Operation::kDecodeToUtf8) {
      return Decoder(encoding_);
    } else {
      return Encoder(encoding_, EncodeErrorMode::kHtml);
    }
  }

  const Encoding encoding_;
  const Limits limits_;
  std::conditional_t<kOperation == Operation::kEncode ||
                         kOperation == Operation::kEncodeFromLatin1 ||
                         kOperation == Operation::kEncodeFromUtf8,
                     Encoder,
                     Decoder>
      coder_;
};

// Utf8Length().
template <Operation kOperation>
class OurLength final : public Converter {
 public:
  size_t Convert(std::span<const uint8_t> input,
                 std::span<uint8_t> output) override {
    uint64_t length;
    if constexpr (kOperation == Operation::kUtf8Length) {
      length = Utf8Length(AsUnits(input));
    } else {
      length = Utf8Length(input);
    }
    return WriteNumber(length, output);
  }
};

// DecodeToU16String(), DecodeToString() and EncodeString().
template <Operation kOperation>
class OurText final : public Converter {
 public:
  explicit OurText(Encoding encoding) : encoding_(encoding) {}

  size_t Convert(std::span<const uint8_t> input,
                 std::span<uint8_t> output) override {
    if constexpr (kOperation == Operation::kDecode) {
      return Copy(
          DecodeToU16String(input, encoding_, BomHandling::kRemove).text,
          output);
    } else if constexpr (kOperation == Operation::kDecodeToUtf8) {
      return Copy(DecodeToString(input, encoding_, BomHandling::kRemove).text,
                  output);
    } else {
      static_assert(kOperation == Operation::kEncodeFromUtf8);
      return Copy(EncodeString(input, encoding_).bytes, output);
    }
  }

 private:
  static size_t Copy(const auto& text, std::span<uint8_t> output) {
    const size_t size = sizeof(text[0]) * text.size();
    std::memcpy(output.data(), text.data(), size);
    return size;
  }

  const Encoding encoding_;
};

class Ours final : public Implementation {
 public:
  std::string_view name() const override { return "ours"; }
  std::string description() const override { return std::string(kVersion); }

  std::unique_ptr<Converter> Open(const Workload& workload,
                                  const Limits& limits) const override {
    if (workload.is_allocated) {
      return limits.any() ? nullptr : MakeText(workload);
    }
    switch (workload.operation) {
      case Operation::kDecode:
        return Make<Operation::kDecode>(workload, limits);
      case Operation::kDecodeToLatin1:
        return Make<Operation::kDecodeToLatin1>(workload, limits);
      case Operation::kDecodeToUtf8:
        return Make<Operation::kDecodeToUtf8>(workload, limits);
      case Operation::kValidate:
        // In one piece: what's counted is one number.
        return limits.any() ? nullptr
                            : Make<Operation::kValidate>(workload, limits);
      case Operation::kEncode:
        return Make<Operation::kEncode>(workload, limits);
      case Operation::kEncodeFromLatin1:
        return Make<Operation::kEncodeFromLatin1>(workload, limits);
      case Operation::kEncodeFromUtf8:
        return Make<Operation::kEncodeFromUtf8>(workload, limits);
      case Operation::kUtf8Length:
        return MakeLength<Operation::kUtf8Length>(limits);
      case Operation::kUtf8LengthFromLatin1:
        return MakeLength<Operation::kUtf8LengthFromLatin1>(limits);
    }
    return nullptr;
  }

 private:
  // In one piece, as Validate().
  template <Operation kOperation>
  static std::unique_ptr<Converter> MakeLength(const Limits& limits) {
    return limits.any() ? nullptr : std::make_unique<OurLength<kOperation>>();
  }

  static std::unique_ptr<Converter> MakeText(const Workload& workload) {
    switch (workload.operation) {
      case Operation::kDecode:
        return std::make_unique<OurText<Operation::kDecode>>(workload.encoding);
      case Operation::kDecodeToUtf8:
        return std::make_unique<OurText<Operation::kDecodeToUtf8>>(
            workload.encoding);
      case Operation::kEncodeFromUtf8:
        return std::make_unique<OurText<Operation::kEncodeFromUtf8>>(
            workload.encoding);
      default:
        return nullptr;
    }
  }

  template <Operation kOperation>
  static std::unique_ptr<Converter> Make(const Workload& workload,
                                         const Limits& limits) {
    return std::make_unique<OurConverter<kOperation>>(workload.encoding,
                                                      limits);
  }
};

}  // namespace

std::unique_ptr<Implementation> MakeOurs() {
  return std::make_unique<Ours>();
}

}  // namespace v8_encoding::bench
