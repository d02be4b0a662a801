// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// ICU's converters. Whatever version is installed is loaded: V8's package
// depends on one, and its C interface is stable but for the version in names.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "bench/implementation.h"
#include "bench/peers/shared_library.h"
#include "bench/workloads.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::bench {

namespace {

struct UConverter;

// UErrorCode; warnings are negative.
using ErrorCode = int;
constexpr ErrorCode kOutputFull = 15;  // U_BUFFER_OVERFLOW_ERROR.

struct Api {
  void (*u_get_version)(uint8_t version[4]);
  UConverter* (*open)(const char* name, ErrorCode* error);
  void (*close)(UConverter* converter);
  void (*reset)(UConverter* converter);
  void (*to_unicode)(UConverter* converter,
                     char16_t** target,
                     const char16_t* target_limit,
                     const char** source,
                     const char* source_limit,
                     int32_t* offsets,
                     int8_t flush,
                     ErrorCode* error);
  void (*from_unicode)(UConverter* converter,
                       char** target,
                       const char* target_limit,
                       const char16_t** source,
                       const char16_t* source_limit,
                       int32_t* offsets,
                       int8_t flush,
                       ErrorCode* error);
  void (*set_from_u_callback)(UConverter* converter,
                              void (*action)(),
                              const void* context,
                              void (**old_action)(),
                              const void** old_context,
                              ErrorCode* error);
  void (*escape)();

  bool Load() {
    constexpr int kNewest = 99;
    constexpr int kOldest = 60;
    for (int version = kNewest; version >= kOldest; --version) {
      const SharedLibrary library(absl::StrCat("libicuuc.so.", version));
      if (library) {
        const std::string tail = absl::StrCat("_", version);
        return library.Find("u_getVersion" + tail, u_get_version) &&
               library.Find("ucnv_open" + tail, open) &&
               library.Find("ucnv_close" + tail, close) &&
               library.Find("ucnv_reset" + tail, reset) &&
               library.Find("ucnv_toUnicode" + tail, to_unicode) &&
               library.Find("ucnv_fromUnicode" + tail, from_unicode) &&
               library.Find("ucnv_setFromUCallBack" + tail,
                            set_from_u_callback) &&
               library.Find("UCNV_FROM_U_CALLBACK_ESCAPE" + tail, escape);
      }
    }
    return false;
  }
};

// Its name for the standard's encoding.
std::string IcuName(Encoding encoding) {
  switch (encoding) {
    case Encoding::kIso8859_8_I:
      return "ISO-8859-8";
    case Encoding::kShiftJis:
      return "windows-31j";
    case Encoding::kEucKr:
      return "windows-949";
    default:
      return std::string(Name(encoding));
  }
}

void Check(ErrorCode error) {
  if (error > 0) {
    std::fprintf(stderr, "ICU stopped with error %d.\n", error);
    std::abort();
  }
}

class IcuConverter final : public Converter {
 public:
  IcuConverter(const Api& api,
               UConverter* converter,
               Operation operation,
               const Limits& limits)
      : api_(api),
        converter_(converter),
        operation_(operation),
        limits_(limits) {}
  ~IcuConverter() override { api_.close(converter_); }

  size_t Convert(std::span<const uint8_t> input,
                 std::span<uint8_t> output) override {
    api_.reset(converter_);
    return ConvertInParts(input, output, limits_,
                          [&](std::span<const uint8_t> part, bool is_last,
                              std::span<uint8_t> room) {
                            return operation_ == Operation::kDecode
                                       ? Decode(part, is_last, room)
                                       : Encode(part, is_last, room);
                          });
  }

 private:
  CallResult Decode(std::span<const uint8_t> part,
                    bool is_last,
                    std::span<uint8_t> room) {
    const std::span<char16_t> units = AsUnits(room);
    const char* const begin = reinterpret_cast<const char*>(part.data());
    const char* source = begin;
    char16_t* target = units.data();
    ErrorCode error = 0;
    api_.to_unicode(converter_, &target, units.data() + units.size(), &source,
                    begin + part.size(), nullptr, is_last, &error);
    return ResultOf(
        error, static_cast<size_t>(source - begin),
        sizeof(char16_t) * static_cast<size_t>(target - units.data()));
  }

  CallResult Encode(std::span<const uint8_t> part,
                    bool is_last,
                    std::span<uint8_t> room) {
    const std::span<const char16_t> units = AsUnits(part);
    char* const begin = reinterpret_cast<char*>(room.data());
    const char16_t* source = units.data();
    char* target = begin;
    ErrorCode error = 0;
    api_.from_unicode(converter_, &target, begin + room.size(), &source,
                      source + units.size(), nullptr, is_last, &error);
    return ResultOf(
        error, sizeof(char16_t) * static_cast<size_t>(source - units.data()),
        static_cast<size_t>(target - begin));
  }

  static CallResult ResultOf(ErrorCode error, size_t read, size_t written) {
    const bool is_full = error == kOutputFull;
    Check(is_full ? 0 : error);
    return {read, written, is_full};
  }

  const Api api_;
  UConverter* const converter_;
  const Operation operation_;
  const Limits limits_;
};

class Icu final : public Implementation {
 public:
  Icu() : available_(api_.Load()) {}

  std::string_view name() const override { return "icu"; }
  bool available() const override { return available_; }
  std::string description() const override {
    if (!available_) {
      return "no libicuuc on this machine";
    }
    uint8_t version[4];
    api_.u_get_version(version);
    return absl::StrCat(version[0], ".", version[1]);
  }

  std::unique_ptr<Converter> Open(const Workload& workload,
                                  const Limits& limits) const override {
    if (!Covers(workload)) {
      return nullptr;
    }
    ErrorCode error = 0;
    UConverter* converter =
        api_.open(IcuName(workload.encoding).c_str(), &error);
    if (error > 0) {
      return nullptr;
    }
    if (workload.encoding != Encoding::kUtf8) {
      // "&#…;" with decimals for what isn't in the encoding.
      constexpr char kXmlDecimal[] = "D";
      api_.set_from_u_callback(converter, api_.escape, kXmlDecimal, nullptr,
                               nullptr, &error);
      Check(error);
    }
    return std::make_unique<IcuConverter>(api_, converter, workload.operation,
                                          limits);
  }

 private:
  // In legacy encodings it has other characters at the edges and sees errors
  // differently, and it writes lone surrogates as references.
  static bool Covers(const Workload& workload) {
    return !workload.is_allocated &&
           (workload.operation == Operation::kDecode ||
            workload.operation == Operation::kEncode) &&
           (workload.is_valid() || workload.encoding == Encoding::kUtf8 ||
            IsUtf16(workload.encoding));
  }

  Api api_{};
  const bool available_;
};

}  // namespace

std::unique_ptr<Implementation> MakeIcu() {
  return std::make_unique<Icu>();
}

}  // namespace v8_encoding::bench
