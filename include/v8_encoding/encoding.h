// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The encodings of the WHATWG Encoding Standard, their names and labels.
//
// Nothing here allocates, throws or keeps state; every function may be called
// on any thread at any time.

#ifndef V8_ENCODING_ENCODING_H_
#define V8_ENCODING_ENCODING_H_

#if __cplusplus < 202002L && (!defined(_MSVC_LANG) || _MSVC_LANG < 202002L)
#error "v8_encoding's codec headers need C++20: -std=c++20 or /std:c++20"
#endif

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "v8_encoding/encoding_list.h"
#include "v8_encoding/export.h"

namespace v8_encoding {

// *Get an encoding*: the encoding that `label` names, or nullopt ("failure").
// Leading and trailing TAB, LF, FF, CR and SPACE are ignored and ASCII letters
// match in either case; nothing else is folded.
// https://encoding.spec.whatwg.org/#concept-encoding-get
//
// `label` is in Latin-1, of which labels are ASCII, or in UTF-16.
[[nodiscard]] V8_ENCODING_EXPORT std::optional<Encoding> GetEncoding(
    std::string_view label) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT std::optional<Encoding> GetEncoding(
    std::u16string_view label) noexcept;

// The encoding's name, as the standard spells it ("UTF-8", "macintosh").
// https://encoding.spec.whatwg.org/#name
[[nodiscard]] V8_ENCODING_EXPORT std::string_view Name(
    Encoding encoding) noexcept;

// The encoding's name in ASCII lower case, as TextDecoder's `encoding` returns
// names. The lower-case name is always one of the encoding's labels.
// https://encoding.spec.whatwg.org/#dom-textdecoder-encoding
[[nodiscard]] V8_ENCODING_EXPORT std::string_view LowercaseName(
    Encoding encoding) noexcept;

// All labels of the encoding, in lower case, in the standard's order.
// https://encoding.spec.whatwg.org/#label
[[nodiscard]] V8_ENCODING_EXPORT std::span<const std::string_view> Labels(
    Encoding encoding) noexcept;

// *Get an output encoding*: UTF-8 for the encodings that have no encoder
// (replacement, UTF-16BE and UTF-16LE), otherwise `encoding` itself.
// https://encoding.spec.whatwg.org/#get-an-output-encoding
[[nodiscard]] constexpr Encoding GetOutputEncoding(Encoding encoding) noexcept {
  const bool has_no_encoder = encoding == Encoding::kReplacement ||
                              encoding == Encoding::kUtf16Be ||
                              encoding == Encoding::kUtf16Le;
  return has_no_encoder ? Encoding::kUtf8 : encoding;
}

// Whether each byte of a text is a character by itself: the *legacy
// single-byte encodings* and x-user-defined.
// https://encoding.spec.whatwg.org/#legacy-single-byte-encodings
[[nodiscard]] constexpr bool IsSingleByte(Encoding encoding) noexcept {
  return (encoding >= Encoding::kIbm866 &&
          encoding <= Encoding::kXMacCyrillic) ||
         encoding == Encoding::kXUserDefined;
}

// Whether a text of bytes below 0x80 is the ASCII text of these bytes, and an
// ASCII text is encoded as such bytes, where there is an encoder: all encodings
// but replacement, UTF-16BE, UTF-16LE, and ISO-2022-JP, in which ASCII bytes
// make escapes and pairs. A byte below 0x80 may also end a character of a
// multi-byte encoding.
[[nodiscard]] constexpr bool IsAsciiCompatible(Encoding encoding) noexcept {
  return encoding != Encoding::kReplacement && encoding != Encoding::kUtf16Be &&
         encoding != Encoding::kUtf16Le && encoding != Encoding::kIso2022Jp;
}

// Whether no text has an unmappable character when encoded to
// GetOutputEncoding(encoding), which is so just where that is UTF-8. (gb18030
// lacks U+E5E5.)
[[nodiscard]] constexpr bool EncodesEverything(Encoding encoding) noexcept {
  return GetOutputEncoding(encoding) == Encoding::kUtf8;
}

// A byte order mark at the start of a byte sequence.
struct ByteOrderMark {
  Encoding encoding;
  uint8_t length;  // In bytes: 3 for UTF-8, 2 for UTF-16BE and UTF-16LE.
};

// *BOM sniff*: the byte order mark that `bytes` starts with, or nullopt. Three
// bytes decide; for a shorter prefix of a text the answer may change as more
// bytes arrive.
// https://encoding.spec.whatwg.org/#bom-sniff
[[nodiscard]] constexpr std::optional<ByteOrderMark> BomSniff(
    std::span<const uint8_t> bytes) noexcept {
  if (bytes.size() >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB &&
      bytes[2] == 0xBF) {
    return ByteOrderMark{Encoding::kUtf8, 3};
  }
  if (bytes.size() >= 2 && bytes[0] == 0xFE && bytes[1] == 0xFF) {
    return ByteOrderMark{Encoding::kUtf16Be, 2};
  }
  if (bytes.size() >= 2 && bytes[0] == 0xFF && bytes[1] == 0xFE) {
    return ByteOrderMark{Encoding::kUtf16Le, 2};
  }
  return std::nullopt;
}

// Whether the first bytes of a text, all that are there so far, are no byte
// order mark but become one with some bytes behind them.
[[nodiscard]] constexpr bool MayBecomeByteOrderMark(
    std::span<const uint8_t> start) noexcept {
  switch (start.size()) {
    case 0:
      return true;
    case 1:
      return start[0] == 0xEF || start[0] == 0xFE || start[0] == 0xFF;
    case 2:
      return start[0] == 0xEF && start[1] == 0xBB;
    default:
      return false;
  }
}

namespace internal {

// factor * n + extra, or SIZE_MAX if that is more than SIZE_MAX.
[[nodiscard]] constexpr size_t SaturatedLength(size_t n,
                                               size_t factor,
                                               size_t extra) noexcept {
  return factor != 0 && n > (SIZE_MAX - extra) / factor ? SIZE_MAX
                                                        : factor * n + extra;
}

}  // namespace internal

}  // namespace v8_encoding

#endif  // V8_ENCODING_ENCODING_H_
