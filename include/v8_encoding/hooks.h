// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The standard's *hooks for standards* over whole texts, and what the URL and
// HTML standards build on them.
// https://encoding.spec.whatwg.org/#specification-hooks
//
// Where a standard says      call
//   UTF-8 decode             Utf8Decode
//   UTF-8 decode without BOM Utf8DecodeWithoutBom
//   … or fail                Utf8DecodeWithoutBomOrFail
//   UTF-8 encode             Utf8Encode
//   decode                   Decode
//   BOM sniff                BomSniff (encoding.h)
//   encode                   Encode
//   get an encoder           Encoder(encoding), with EncodeErrorMode::kFatal
//   encode or fail           EncodeOrFail
//   get an encoding          GetEncoding (encoding.h)
//   get an output encoding   GetOutputEncoding (encoding.h)
//   percent-encode after encoding, UTF-8 percent-encode
//                            PercentEncodeAfterEncoding
//   application/x-www-form-urlencoded serializer
//                            FormUrlEncode, for each name and each value
//
// Text is UTF-16; encoding takes each lone surrogate for U+FFFD. These
// functions allocate their results, and end the process if there's no memory
// for one; Decoder and Encoder don't allocate. Any thread may call them. What
// decoder.h says of spans and stack holds here, too.

#ifndef V8_ENCODING_HOOKS_H_
#define V8_ENCODING_HOOKS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/export.h"

namespace v8_encoding {

// *UTF-8 decode*: for new formats. A byte order mark is removed.
[[nodiscard]] V8_ENCODING_EXPORT std::u16string Utf8Decode(
    std::span<const uint8_t> bytes);

// *UTF-8 decode without BOM*: for identifiers and the like within a format. A
// byte order mark is a character.
[[nodiscard]] V8_ENCODING_EXPORT std::u16string Utf8DecodeWithoutBom(
    std::span<const uint8_t> bytes);

// *UTF-8 decode without BOM or fail*: nullopt if anything is malformed.
[[nodiscard]] V8_ENCODING_EXPORT std::optional<std::u16string>
Utf8DecodeWithoutBomOrFail(std::span<const uint8_t> bytes);

// *UTF-8 encode*
[[nodiscard]] V8_ENCODING_EXPORT std::string Utf8Encode(
    std::u16string_view text);

// *Decode*: legacy. A byte order mark of UTF-8 or UTF-16 is removed and has
// precedence over `fallback`; BomSniff() tells beforehand whether it will.
[[nodiscard]] V8_ENCODING_EXPORT std::u16string Decode(
    std::span<const uint8_t> bytes,
    Encoding fallback);

// *Encode*: legacy, for HTML's forms. What `encoding` can't represent becomes
// "&#…;". An encoding without an encoder must be turned into another first,
// by GetOutputEncoding(); see Encoder.
[[nodiscard]] V8_ENCODING_EXPORT std::string Encode(std::u16string_view text,
                                                    Encoding encoding);

// *Encode or fail*: appends to `output` the bytes of `text` up to the first
// character that `encoder` can't represent. Returns that one's code point, as
// EncodeStatus::kUnmappable has it, or nullopt if there was none, and leaves in
// `text` what comes after it. Call it again, with the same encoder, for the
// rest: ISO-2022-JP's may be in another state than ASCII then. What the caller
// puts in place of the character must be ASCII, without 0x0E, 0x0F, 0x1B, 0x5C
// and 0x7E. `encoder` has EncodeErrorMode::kFatal.
[[nodiscard]] V8_ENCODING_EXPORT std::optional<char32_t>
EncodeOrFail(std::u16string_view& text, Encoder& encoder, std::string& output);

// The URL standard's percent-encode sets.
// https://url.spec.whatwg.org/#percent-encoded-bytes
enum class PercentEncodeSet : uint8_t {
  kC0Control,
  kFragment,
  kQuery,
  kSpecialQuery,
  kPath,
  kUserinfo,
  kComponent,
  kFormUrlEncoded,  // application/x-www-form-urlencoded
};

// The URL standard's *percent-encode after encoding*: for a query, with the
// document's output encoding and kSpecialQuery; with kUtf8 it's *UTF-8
// percent-encode*. Encodings other than UTF-8 go with kSpecialQuery and
// kFormUrlEncoded only; kFormUrlEncoded gives "+" for a space. What `encoding`
// can't represent becomes "%26%23…%3B", an escaped "&#…;". As for Encode(), an
// encoding without an encoder must be turned into another first.
// https://url.spec.whatwg.org/#string-percent-encode-after-encoding
[[nodiscard]] V8_ENCODING_EXPORT std::string PercentEncodeAfterEncoding(
    std::u16string_view text,
    Encoding encoding,
    PercentEncodeSet set);

// What the *application/x-www-form-urlencoded serializer* makes of one name or
// value: percent-encode after encoding, with kFormUrlEncoded and the output
// encoding that it gets from `encoding`, which is any. The serializer joins a
// name and its value by "=", and these by "&".
// https://url.spec.whatwg.org/#concept-urlencoded-serializer
[[nodiscard]] V8_ENCODING_EXPORT std::string FormUrlEncode(
    std::u16string_view text,
    Encoding encoding = Encoding::kUtf8);

}  // namespace v8_encoding

#endif  // V8_ENCODING_HOOKS_H_
