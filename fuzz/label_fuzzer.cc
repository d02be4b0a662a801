// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// *Get an encoding*, against a scan of all labels. An input is
//
//   whether the label is UTF-16, label…

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fuzz/fuzz_input.h"
#include "fuzz/targets.h"
#include "src/testing/hex.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::fuzz {

namespace {

// https://encoding.spec.whatwg.org/#concept-encoding-get
std::optional<Encoding> Scan(std::u16string_view label) {
  // 1. Remove leading and trailing ASCII whitespace.
  constexpr std::u16string_view kWhitespace = u"\t\n\f\r ";
  const size_t first = label.find_first_not_of(kWhitespace);
  if (first == std::u16string_view::npos) {
    return std::nullopt;
  }
  label = label.substr(first, label.find_last_not_of(kWhitespace) + 1 - first);
  // 2. An ASCII case-insensitive match for one of the labels.
  std::u16string lower;
  for (const char16_t unit : label) {
    lower += unit >= u'A' && unit <= u'Z' ? static_cast<char16_t>(unit + 0x20)
                                          : unit;
  }
  for (size_t i = 0; i < kEncodingCount; ++i) {
    for (const std::string_view known : Labels(static_cast<Encoding>(i))) {
      if (std::u16string(known.begin(), known.end()) == lower) {
        return static_cast<Encoding>(i);
      }
    }
  }
  return std::nullopt;
}

std::string Describe(std::optional<Encoding> encoding) {
  return encoding ? std::string(Name(*encoding)) : "failure";
}

}  // namespace

std::string CheckLabelInput(std::span<const uint8_t> data) {
  FuzzInput input(data);
  const bool is_utf16 = input.Byte() % 2 != 0;
  // Copies, so that the sanitizer sees a read past the label.
  const Bytes latin1(input.rest().begin(), input.rest().end());
  const std::u16string wide =
      is_utf16 ? UnitsFromBytes(latin1)
               : std::u16string(latin1.begin(), latin1.end());
  const std::optional<Encoding> expected = Scan(wide);
  const std::optional<Encoding> from_utf16 = GetEncoding(wide);
  const std::optional<Encoding> from_latin1 =
      is_utf16
          ? expected
          : GetEncoding(std::string_view(
                reinterpret_cast<const char*>(latin1.data()), latin1.size()));
  if (from_utf16 != expected || from_latin1 != expected) {
    return "label [" + test_support::ToHex(wide) + "]: expected " +
           Describe(expected) + ", got " + Describe(from_utf16) + " and " +
           Describe(from_latin1);
  }
  return "";
}

}  // namespace v8_encoding::fuzz
