// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The C library's iconv, which stops at errors and so gets valid text only.

#include <iconv.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

#include "bench/implementation.h"
#include "bench/workloads.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::bench {

namespace {

constexpr const char* kUtf16 =
    std::endian::native == std::endian::little ? "UTF-16LE" : "UTF-16BE";

constexpr size_t kError = static_cast<size_t>(-1);

// What iconv_open() returns on errors: of a pointer's type, and by POSIX a
// number.
iconv_t Failed() {
  return reinterpret_cast<iconv_t>(-1);  // NOLINT(performance-no-int-to-ptr)
}

// iconv's name for the encoding, empty if iconv has none.
std::string IconvName(Encoding encoding) {
  switch (encoding) {
    // Only the standard has these.
    case Encoding::kXUserDefined:
    case Encoding::kReplacement:
      return {};
    case Encoding::kIso8859_8_I:
      return "ISO-8859-8";
    case Encoding::kXMacCyrillic:
      return "MAC-UK";
    case Encoding::kShiftJis:
      return "CP932";
    case Encoding::kEucKr:
      return "CP949";
    case Encoding::kEucJp:
      return "EUC-JP-MS";
    default:
      return std::string(Name(encoding));
  }
}

class IconvConverter final : public Converter {
 public:
  IconvConverter(iconv_t descriptor, const Limits& limits)
      : descriptor_(descriptor), limits_(limits) {}
  ~IconvConverter() override { iconv_close(descriptor_); }

  size_t Convert(std::span<const uint8_t> input,
                 std::span<uint8_t> output) override {
    iconv(descriptor_, nullptr, nullptr, nullptr, nullptr);
    // It takes but does not change it.
    char* from = const_cast<char*>(reinterpret_cast<const char*>(input.data()));
    char* to = reinterpret_cast<char*>(output.data());
    // What it left of a character that a part's end cuts comes first in the
    // next call.
    size_t held = 0;
    bool is_wrong = false;
    size_t written = ConvertInParts(
        input, output, limits_,
        [&](std::span<const uint8_t> part, bool, std::span<uint8_t> bytes) {
          size_t left = held + part.size();
          size_t room = bytes.size();
          const bool is_error =
              iconv(descriptor_, &from, &left, &to, &room) == kError;
          const bool is_full = is_error && errno == E2BIG;
          is_wrong |= is_error && !is_full && errno != EINVAL;
          const size_t unread = is_full ? std::min(left, part.size()) : 0;
          held = left - unread;
          return CallResult{part.size() - unread, bytes.size() - room, is_full};
        });
    if (is_wrong) {
      return kNotConverted;
    }
    // Back to the initial state.
    size_t room = output.size() - written;
    iconv(descriptor_, nullptr, nullptr, &to, &room);
    return output.size() - room;
  }

 private:
  iconv_t descriptor_;
  const Limits limits_;
};

class Iconv final : public Implementation {
 public:
  std::string_view name() const override { return "iconv"; }
  std::string description() const override {
#if defined(__GLIBC__)
    return std::string("glibc ") + gnu_get_libc_version();
#else
    return "of the C library";
#endif
  }

  std::unique_ptr<Converter> Open(const Workload& workload,
                                  const Limits& limits) const override {
    const std::string encoding = IconvName(workload.encoding);
    const char* name = encoding.c_str();
    if (encoding.empty() || !workload.is_valid() || workload.is_allocated) {
      return nullptr;
    }
    iconv_t descriptor = Failed();
    switch (workload.operation) {
      case Operation::kDecode:
        descriptor = iconv_open(kUtf16, name);
        break;
      case Operation::kDecodeToLatin1:
        descriptor = iconv_open("ISO-8859-1", name);
        break;
      case Operation::kDecodeToUtf8:
        descriptor = iconv_open("UTF-8", name);
        break;
      case Operation::kValidate:
      case Operation::kUtf8Length:
      case Operation::kUtf8LengthFromLatin1:
        break;
      case Operation::kEncode:
        descriptor = iconv_open(name, kUtf16);
        break;
      case Operation::kEncodeFromLatin1:
        descriptor = iconv_open(name, "ISO-8859-1");
        break;
      case Operation::kEncodeFromUtf8:
        descriptor = iconv_open(name, "UTF-8");
        break;
    }
    if (descriptor == Failed()) {
      return nullptr;
    }
    return std::make_unique<IconvConverter>(descriptor, limits);
  }
};

}  // namespace

std::unique_ptr<Implementation> MakeIconv() {
  return std::make_unique<Iconv>();
}

}  // namespace v8_encoding::bench
