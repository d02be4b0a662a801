// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/hooks.h"

#include <algorithm>
#include <array>

#include "src/whole_texts.h"
#include "v8_encoding/decoder.h"

namespace v8_encoding {

namespace {

// nullopt where `decoder` stops, because it is fatal.
std::optional<std::u16string> DecodeAll(Decoder decoder,
                                        std::span<const uint8_t> bytes) {
  std::u16string text;
  const DecodeResult decoded = internal::AppendDecoded(bytes, decoder, text);
  if (decoded.status == DecodeStatus::kMalformed) {
    return std::nullopt;
  }
  internal::ShrinkLong(text);
  return text;
}

std::u16string DecodeAll(Encoding encoding,
                         BomMode bom_mode,
                         std::span<const uint8_t> bytes) {
  return *DecodeAll(Decoder(encoding, DecodeErrorMode::kReplacement, bom_mode),
                    bytes);
}

// Removes from `text` what was read.
EncodeResult AppendEncoded(std::u16string_view& text,
                           Encoder& encoder,
                           std::string& output,
                           size_t length) {
  const EncodeResult encoded = internal::AppendEncoded(
      std::span<const char16_t>(text), encoder, output, length);
  text.remove_prefix(encoded.read);
  return encoded;
}

std::string EncodeAll(Encoding encoding, std::u16string_view text) {
  std::string bytes;
  Encoder encoder(encoding, EncodeErrorMode::kHtml);
  AppendEncoded(text, encoder, bytes,
                internal::FirstRoom(std::span<const char16_t>(text), encoder));
  internal::ShrinkLong(bytes);
  return bytes;
}

// Of the ASCII characters, those that are in a set but not in the one that it
// extends. Controls and all above U+007E are in each.
constexpr std::string_view kFragment = " \"<>`";
constexpr std::string_view kQuery = " \"#<>";
constexpr std::string_view kSpecialQuery = "'";
constexpr std::string_view kPath = "?^`{}";
constexpr std::string_view kUserinfo = "/:;=@[\\]|";
constexpr std::string_view kComponent = "$%&+,";
constexpr std::string_view kFormUrlEncoded = "!'()~";

using ByteSet = std::array<bool, 0x100>;

consteval ByteSet MakeSet(std::initializer_list<std::string_view> parts) {
  ByteSet set = {};
  for (size_t byte = 0; byte < set.size(); ++byte) {
    set[byte] = byte < 0x20 || byte > 0x7E;
  }
  for (const std::string_view part : parts) {
    for (const char c : part) {
      set[static_cast<uint8_t>(c)] = true;
    }
  }
  return set;
}

// In the order of PercentEncodeSet.
constexpr ByteSet kSets[] = {
    MakeSet({}),
    MakeSet({kFragment}),
    MakeSet({kQuery}),
    MakeSet({kQuery, kSpecialQuery}),
    MakeSet({kQuery, kPath}),
    MakeSet({kQuery, kPath, kUserinfo}),
    MakeSet({kQuery, kPath, kUserinfo, kComponent}),
    MakeSet({kQuery, kPath, kUserinfo, kComponent, kFormUrlEncoded}),
};

}  // namespace

std::u16string Utf8Decode(std::span<const uint8_t> bytes) noexcept {
  return DecodeAll(Encoding::kUtf8, BomMode::kRemove, bytes);
}

std::u16string Utf8DecodeWithoutBom(std::span<const uint8_t> bytes) noexcept {
  return DecodeAll(Encoding::kUtf8, BomMode::kKeep, bytes);
}

std::optional<std::u16string> Utf8DecodeWithoutBomOrFail(
    std::span<const uint8_t> bytes) noexcept {
  return DecodeAll(
      Decoder(Encoding::kUtf8, DecodeErrorMode::kFatal, BomMode::kKeep), bytes);
}

std::string Utf8Encode(std::u16string_view text) noexcept {
  return EncodeAll(Encoding::kUtf8, text);
}

std::u16string Decode(std::span<const uint8_t> bytes,
                      Encoding fallback) noexcept {
  const std::optional<ByteOrderMark> bom = BomSniff(bytes);
  // From here on a second byte order mark is a character.
  return bom ? DecodeAll(bom->encoding, BomMode::kKeep,
                         bytes.subspan(bom->length))
             : DecodeAll(fallback, BomMode::kKeep, bytes);
}

std::string Encode(std::u16string_view text, Encoding encoding) noexcept {
  return EncodeAll(encoding, text);
}

std::optional<char32_t> EncodeOrFail(std::u16string_view& text,
                                     Encoder& encoder,
                                     std::string& output) noexcept {
  // An error may be near. Room for all the rest, which has to be cleared, after
  // each of them would make the time grow with the square of the length.
  constexpr size_t kFirstLength = 256;
  const EncodeResult encoded =
      AppendEncoded(text, encoder, output, std::min(text.size(), kFirstLength));
  return encoded.status == EncodeStatus::kUnmappable
             ? std::optional(encoded.code_point)
             : std::nullopt;
}

std::string PercentEncodeAfterEncoding(std::u16string_view text,
                                       Encoding encoding,
                                       PercentEncodeSet set) noexcept {
  constexpr char kDigits[] = "0123456789ABCDEF";
  const bool space_as_plus = set == PercentEncodeSet::kFormUrlEncoded;
  const ByteSet& encode =
      kSets[std::min(static_cast<size_t>(set), std::size(kSets) - 1)];
  Encoder encoder(encoding);
  std::string output;
  std::string bytes;
  std::optional<char32_t> error;
  do {
    bytes.clear();
    error = EncodeOrFail(text, encoder, bytes);
    for (const char byte : bytes) {
      const auto value = static_cast<uint8_t>(byte);
      if (space_as_plus && byte == ' ') {
        output += '+';
      } else if (encode[value]) {
        output += {'%', kDigits[value >> 4], kDigits[value & 0xF]};
      } else {
        output += byte;
      }
    }
    if (error) {
      output += "%26%23" + std::to_string(uint32_t{*error}) + "%3B";
    }
  } while (error);
  return output;
}

std::string FormUrlEncode(std::u16string_view text,
                          Encoding encoding) noexcept {
  return PercentEncodeAfterEncoding(text, GetOutputEncoding(encoding),
                                    PercentEncodeSet::kFormUrlEncoded);
}

}  // namespace v8_encoding
