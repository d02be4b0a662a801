// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/hooks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "src/whole_texts.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/text.h"

namespace v8_encoding {

namespace {

// Made where it's wanted, not moved there: a load of what was stored under a
// mask waits for the store.
std::u16string DecodeAll(Encoding encoding,
                         BomMode bom_mode,
                         std::span<const uint8_t> bytes) {
  std::u16string text;
  Decoder decoder(encoding, DecodeErrorMode::kReplacement, bom_mode);
  internal::AppendDecoded(bytes, decoder, text);
  internal::ShrinkLong(text);
  return text;
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

// Without the space, which becomes a plus sign.
consteval ByteSet MakeFormUrlEncodedSet() {
  ByteSet set =
      MakeSet({kQuery, kPath, kUserinfo, kComponent, kFormUrlEncoded});
  set[' '] = false;
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
    MakeFormUrlEncodedSet(),
};

// What a byte becomes, percent-encoded or not: `length` characters.
struct Piece {
  char text[3];
  uint8_t length;
};

// *Percent-encode* a byte.
constexpr std::array<Piece, 0x100> kPercentEncoded = [] {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::array<Piece, 0x100> pieces = {};
  for (size_t byte = 0; byte < pieces.size(); ++byte) {
    pieces[byte] = {{'%', kDigits[byte >> 4], kDigits[byte & 0xF]}, 3};
  }
  return pieces;
}();

// A sum of bits and not a choice, of which compilers make a branch: what byte
// comes next in a text can't be foreseen.
Piece Select(bool first, Piece a, Piece b) {
  const auto bits_of_a = std::bit_cast<uint32_t>(a);
  const auto bits_of_b = std::bit_cast<uint32_t>(b);
  const uint32_t mask = 0 - uint32_t{first};
  return std::bit_cast<Piece>((bits_of_a & mask) | (bits_of_b & ~mask));
}

// Appends `bytes`, those of `encode` percent-encoded, and `space` for a space
// that isn't in it.
void AppendPercentEncoded(std::span<const uint8_t> bytes,
                          const ByteSet& encode,
                          char space,
                          std::string& output) {
  const auto plain = [space](uint8_t byte) {
    return static_cast<char>(byte + (byte == ' ') * (space - ' '));
  };
  size_t encoded = 0;
  for (const uint8_t byte : bytes) {
    encoded += encode[byte];
  }
  const size_t old_size = output.size();
  output.resize(old_size + bytes.size() + 2 * encoded);
  char* out = output.data() + old_size;
  if (encoded == 0) {
    std::transform(bytes.begin(), bytes.end(), out, plain);
    return;
  }
  const auto piece_of = [&](uint8_t byte) {
    return Select(encode[byte], kPercentEncoded[byte], {{plain(byte)}, 1});
  };
  const char* const end = output.data() + output.size();
  auto byte = bytes.begin();
  // What is written behind a piece's characters, the next piece goes over.
  for (; static_cast<size_t>(end - out) >= sizeof(Piece); ++byte) {
    const Piece piece = piece_of(*byte);
    std::memcpy(out, &piece, sizeof(piece));
    out += piece.length;
  }
  for (; byte != bytes.end(); ++byte) {
    const Piece piece = piece_of(*byte);
    out = std::copy_n(piece.text, piece.length, out);
  }
}

}  // namespace

std::u16string Utf8Decode(std::span<const uint8_t> bytes) noexcept {
  return DecodeAll(Encoding::kUtf8, BomMode::kRemove, bytes);
}

std::u16string Utf8DecodeWithoutBom(std::span<const uint8_t> bytes) noexcept {
  return DecodeAll(Encoding::kUtf8, BomMode::kKeep, bytes);
}

std::optional<std::u16string> Utf8DecodeWithoutBomOrFail(
    std::span<const uint8_t> bytes) noexcept {
  std::optional<std::u16string> text(std::in_place);
  Decoder decoder(Encoding::kUtf8, DecodeErrorMode::kFatal, BomMode::kKeep);
  if (internal::AppendDecoded(bytes, decoder, *text).status ==
      DecodeStatus::kMalformed) {
    text.reset();
  } else {
    internal::ShrinkLong(*text);
  }
  return text;
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
  const size_t index = std::min(static_cast<size_t>(set), std::size(kSets) - 1);
  const char space =
      index == static_cast<size_t>(PercentEncodeSet::kFormUrlEncoded) ? '+'
                                                                      : ' ';
  Encoder encoder(encoding);
  std::string output;
  std::string bytes;
  std::optional<char32_t> error;
  do {
    bytes.clear();
    error = EncodeOrFail(text, encoder, bytes);
    AppendPercentEncoded(AsBytes(bytes), kSets[index], space, output);
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
