// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/encoding.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "src/code_points.h"
#include "src/tables/labels.h"

namespace v8_encoding {

namespace {

using internal::kFirstLabels;
using internal::kLabelDisplacements;
using internal::kLabelEncodings;
using internal::kLabels;
using internal::kLabelSlots;
using internal::kLowercaseNames;
using internal::kMaxLabelLength;
using internal::kMinLabelLength;
using internal::kNames;
using internal::StripAsciiWhitespace;

static_assert(std::size(internal::kStandardOrder) == kEncodingCount);
static_assert(std::size(kNames) == kEncodingCount);
static_assert(std::size(kLowercaseNames) == kEncodingCount);
static_assert(std::size(kFirstLabels) == kEncodingCount + 1);
static_assert(std::size(kLabels) == std::size(kLabelEncodings));

consteval bool EnumIsInStandardOrder() {
  for (size_t i = 0; i < kEncodingCount; ++i) {
    if (internal::kStandardOrder[i] != static_cast<Encoding>(i)) {
      return false;
    }
  }
  return true;
}
static_assert(EnumIsInStandardOrder());

// Up to 8 characters in one word, the first in its low byte, whatever the
// machine's byte order.
template <size_t kSize>
constexpr uint64_t LoadWord(const char* text) {
  uint64_t word = 0;
  if (!std::is_constant_evaluated() &&
      std::endian::native == std::endian::little) {
    std::memcpy(&word, text, kSize);
    return word;
  }
  // Untested: runs in the compiler, and on big-endian processors.
  for (size_t i = 0; i < kSize; ++i) {
    word |= uint64_t{static_cast<uint8_t>(text[i])} << (8 * i);
  }
  return word;
}

// Sets bit 5 of every byte that is an upper-case ASCII letter, and of no other.
constexpr uint64_t FoldWord(uint64_t word) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  constexpr uint64_t kHighBits = 0x80 * kOnes;
  // Bit 7 of each byte: at least 'A', and above 'Z', for the low seven bits.
  // No sum carries over into the next byte.
  const uint64_t low_bits = word & ~kHighBits;
  const uint64_t from_a = low_bits + (0x80 - 'A') * kOnes;
  const uint64_t above_z = low_bits + (0x7F - 'Z') * kOnes;
  const uint64_t upper = from_a & ~above_z & ~word & kHighBits;
  return word | (upper >> 2);
}

// Together with the length, the words determine the text. They overlap where
// its length is no multiple of their size.
struct LabelKey {
  uint64_t first;
  uint64_t last;
  uint64_t middle;  // Only of texts longer than `first` and `last`.

  friend constexpr bool operator==(const LabelKey&, const LabelKey&) = default;
};

// `text` has kMinLabelLength to kMaxLabelLength characters.
constexpr LabelKey MakeKey(std::string_view text) {
  static_assert(kMinLabelLength >= 2 && kMaxLabelLength <= 24);
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  if (text.size() > 16) {
    return {LoadWord<8>(begin), LoadWord<8>(end - 8), LoadWord<8>(end - 16)};
  }
  if (text.size() >= 8) {
    return {LoadWord<8>(begin), LoadWord<8>(end - 8), 0};
  }
  if (text.size() >= 4) {
    return {LoadWord<4>(begin), LoadWord<4>(end - 4), 0};
  }
  return {LoadWord<2>(begin), LoadWord<2>(end - 2), 0};
}

constexpr LabelKey FoldKey(LabelKey key) {
  return {FoldWord(key.first), FoldWord(key.last), FoldWord(key.middle)};
}

// The one place in kLabels where a text with this key can be.
constexpr size_t LabelIndex(const LabelKey& key, size_t length) {
  uint64_t hash = key.first + key.last * internal::kLabelMultiplier + length;
  hash ^= hash >> 32;
  hash *= internal::kLabelMultiplier;
  const uint8_t slot = static_cast<uint8_t>(hash >> 50);
  return kLabelSlots[slot ^ kLabelDisplacements[hash >> 58]];
}

consteval bool EachLabelIsFound() {
  for (size_t i = 0; i < std::size(kLabels); ++i) {
    const LabelKey key = MakeKey(kLabels[i]);
    if (key != FoldKey(key) || LabelIndex(key, kLabels[i].size()) != i) {
      return false;
    }
  }
  return true;
}
static_assert(EachLabelIsFound());

constexpr bool CanBeLabel(size_t length) {
  return length >= kMinLabelLength && length <= kMaxLabelLength;
}

std::optional<Encoding> FindLabel(std::string_view text) {
  const LabelKey key = FoldKey(MakeKey(text));
  // What most ask for: no waiting for the tables, one of which says where to
  // look in the next.
  constexpr std::string_view kUtf8 = "utf-8";
  constexpr LabelKey kUtf8Key = MakeKey(kUtf8);
  if (text.size() == kUtf8.size() && key == kUtf8Key) {
    return Encoding::kUtf8;
  }
  const size_t index = LabelIndex(key, text.size());
  const std::string_view label = kLabels[index];
  if (label.size() != text.size() || MakeKey(label) != key) {
    return std::nullopt;
  }
  return kLabelEncodings[index];
}

}  // namespace

std::optional<Encoding> GetEncoding(std::string_view label) noexcept {
  const std::string_view text = StripAsciiWhitespace(label);
  if (!CanBeLabel(text.size())) {
    return std::nullopt;
  }
  return FindLabel(text);
}

std::optional<Encoding> GetEncoding(std::u16string_view label) noexcept {
  const std::u16string_view text = StripAsciiWhitespace(label);
  if (!CanBeLabel(text.size())) {
    return std::nullopt;
  }
  std::array<char, kMaxLabelLength> narrow;
  char16_t seen = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    seen |= text[i];
    narrow[i] = static_cast<char>(text[i]);
  }
  if (seen >= 0x80) {
    return std::nullopt;
  }
  return FindLabel({narrow.data(), text.size()});
}

std::string_view Name(Encoding encoding) noexcept {
  const size_t i = static_cast<size_t>(encoding);
  return i < kEncodingCount ? kNames[i] : std::string_view();
}

std::string_view LowercaseName(Encoding encoding) noexcept {
  const size_t i = static_cast<size_t>(encoding);
  return i < kEncodingCount ? kLabels[kLowercaseNames[i]] : std::string_view();
}

std::span<const std::string_view> Labels(Encoding encoding) noexcept {
  const size_t i = static_cast<size_t>(encoding);
  if (i >= kEncodingCount) {
    return {};
  }
  return std::span(kLabels).subspan(
      kFirstLabels[i], size_t{kFirstLabels[i + 1]} - kFirstLabels[i]);
}

}  // namespace v8_encoding
