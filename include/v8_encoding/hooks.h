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
//   UTF-8 decode without BOM or fail
//                            Utf8DecodeWithoutBomOrFail
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
// Text is UTF-16 in native byte order; encoding takes each lone surrogate for
// U+FFFD. The functions allocate their results, and end the process if there is
// no memory for a result; Decoder and Encoder don't allocate. Any thread may
// call. What decoder.h says of spans and stack is true of hooks, too.

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

// *UTF-8 decode*: for new formats. A byte order mark is removed; malformed
// sequences become U+FFFD.
// https://encoding.spec.whatwg.org/#utf-8-decode
[[nodiscard]] V8_ENCODING_EXPORT std::u16string Utf8Decode(
    std::span<const uint8_t> bytes) noexcept;

// *UTF-8 decode without BOM*: for identifiers and the like within a format. A
// byte order mark is a character; malformed sequences become U+FFFD.
// https://encoding.spec.whatwg.org/#utf-8-decode-without-bom
[[nodiscard]] V8_ENCODING_EXPORT std::u16string Utf8DecodeWithoutBom(
    std::span<const uint8_t> bytes) noexcept;

// *UTF-8 decode without BOM or fail*: nullopt if a sequence is malformed. A
// byte order mark is a character.
// https://encoding.spec.whatwg.org/#utf-8-decode-without-bom-or-fail
[[nodiscard]] V8_ENCODING_EXPORT std::optional<std::u16string>
Utf8DecodeWithoutBomOrFail(std::span<const uint8_t> bytes) noexcept;

// *UTF-8 encode*
// https://encoding.spec.whatwg.org/#utf-8-encode
[[nodiscard]] V8_ENCODING_EXPORT std::string Utf8Encode(
    std::u16string_view text) noexcept;

// *Decode*: for legacy formats. A byte order mark of UTF-8, UTF-16BE or
// UTF-16LE is removed, and the mark's encoding has precedence over `fallback`;
// BomSniff() says which encoding a text gets. Malformed sequences become
// U+FFFD.
// https://encoding.spec.whatwg.org/#decode
[[nodiscard]] V8_ENCODING_EXPORT std::u16string Decode(
    std::span<const uint8_t> bytes,
    Encoding fallback) noexcept;

// *Encode*: for legacy formats such as HTML's forms. A character that
// `encoding` lacks becomes "&#…;". `encoding` must have an encoder: callers
// *get an output encoding* by GetOutputEncoding() first; see the constructor of
// Encoder.
// https://encoding.spec.whatwg.org/#encode
[[nodiscard]] V8_ENCODING_EXPORT std::string Encode(std::u16string_view text,
                                                    Encoding encoding) noexcept;

// *Encode or fail*: appends to `output` the bytes of `text` up to the first
// character that the encoding lacks. Returns that character's code point, as
// EncodeResult::code_point of EncodeStatus::kUnmappable, and leaves in `text`
// what comes behind the character; or returns nullopt at the end of the text,
// and leaves `text` empty. Call again with the same `encoder` until nullopt,
// even if `text` is empty: in ISO-2022-JP the last call writes the bytes that
// lead back to ASCII. What the caller puts in the place of the character must
// be ASCII, without 0x0E, 0x0F, 0x1B, 0x5C and 0x7E. `encoder` must have
// EncodeErrorMode::kFatal.
// https://encoding.spec.whatwg.org/#encode-or-fail
[[nodiscard]] V8_ENCODING_EXPORT std::optional<char32_t> EncodeOrFail(
    std::u16string_view& text,
    Encoder& encoder,
    std::string& output) noexcept;

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

// The URL standard's *percent-encode after encoding*. For the query of a
// special URL, `set` is kSpecialQuery, and `encoding` the document's output
// encoding, or UTF-8 if the scheme is ws or wss; for the query of another URL,
// kQuery and UTF-8 (https://url.spec.whatwg.org/#query-state). With
// Encoding::kUtf8, *UTF-8 percent-encode*, `set` may be any; with other
// encodings, only kSpecialQuery and kFormUrlEncoded. kFormUrlEncoded gives "+"
// for a space. A character that `encoding` lacks becomes "%26%23…%3B", an
// escaped "&#…;". `encoding` must have an encoder, as for Encode().
// https://url.spec.whatwg.org/#string-percent-encode-after-encoding
[[nodiscard]] V8_ENCODING_EXPORT std::string PercentEncodeAfterEncoding(
    std::u16string_view text,
    Encoding encoding,
    PercentEncodeSet set) noexcept;

// What the *application/x-www-form-urlencoded serializer* makes of one name or
// value: *percent-encode after encoding* with kFormUrlEncoded and the output
// encoding of `encoding`, which may be any whose output encoding has an encoder
// in this build. The caller joins a name and a value by "=", and pairs by "&".
// https://url.spec.whatwg.org/#concept-urlencoded-serializer
[[nodiscard]] V8_ENCODING_EXPORT std::string FormUrlEncode(
    std::u16string_view text,
    Encoding encoding = Encoding::kUtf8) noexcept;

}  // namespace v8_encoding

#endif  // V8_ENCODING_HOOKS_H_
