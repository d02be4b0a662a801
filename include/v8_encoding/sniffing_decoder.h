// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The standard's *decode*, in chunks: bytes in an encoding that a byte order
// mark may overrule.
//
//   SniffingDecoder decoder(Encoding::kWindows1252);
//   DecodeResult result = decoder.DecodeToUtf8(bytes, text, Flush::kYes);
//   Encoding encoding = decoder.encoding();  // UTF-8 behind EF BB BF.
//
// Decode() of hooks.h and DecodeToString() of text.h are for whole texts. What
// decoder.h says of ownership, threads, spans, stack, errors and chunk
// invariance is true of a SniffingDecoder, too. A SniffingDecoder has no state
// word and no DropRestored().
// https://encoding.spec.whatwg.org/#decode

#ifndef V8_ENCODING_SNIFFING_DECODER_H_
#define V8_ENCODING_SNIFFING_DECODER_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "v8_encoding/decoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/export.h"

namespace v8_encoding {

// A decoder of the encoding that the byte order mark of UTF-8, UTF-16BE or
// UTF-16LE names, which isn't part of the text, or else of `fallback`. Up to
// two bytes at a text's begin wait in the object until the third decides; they
// count as read.
class V8_ENCODING_EXPORT SniffingDecoder {
 public:
  constexpr explicit SniffingDecoder(
      Encoding fallback,
      DecodeErrorMode error_mode = DecodeErrorMode::kReplacement) noexcept
      : decoder_(fallback, error_mode, BomMode::kKeep), fallback_(fallback) {}

  // The most UTF-16 code units, and bytes of UTF-8, that calls with `bytes`
  // bytes of input in all can write, from any state of a SniffingDecoder with
  // this fallback, whatever byte order mark there is; SIZE_MAX if that is more
  // than SIZE_MAX. DecodeToLatin1() writes no more units than DecodeToUtf16().
  [[nodiscard]] static constexpr size_t MaxUtf16Length(Encoding fallback,
                                                       size_t bytes) noexcept {
    return MaxLength(Decoder::MaxUtf16Length, fallback, bytes);
  }
  [[nodiscard]] static constexpr size_t MaxUtf8Length(Encoding fallback,
                                                      size_t bytes) noexcept {
    return MaxLength(Decoder::MaxUtf8Length, fallback, bytes);
  }

  // As Decoder's, and the rooms that suffice for progress are the same.
  [[nodiscard]] DecodeResult DecodeToLatin1(std::span<const uint8_t> input,
                                            std::span<uint8_t> output,
                                            Flush flush) noexcept;
  [[nodiscard]] DecodeResult DecodeToUtf16(std::span<const uint8_t> input,
                                           std::span<char16_t> output,
                                           Flush flush) noexcept;
  [[nodiscard]] DecodeResult DecodeToUtf8(std::span<const uint8_t> input,
                                          std::span<uint8_t> output,
                                          Flush flush) noexcept;
  [[nodiscard]] DecodeResult Validate(std::span<const uint8_t> input,
                                      Flush flush) noexcept;

  // Forgets all input: the decoder is as it was made.
  constexpr void Reset() noexcept {
    *this = SniffingDecoder(fallback_, decoder_.error_mode());
  }

  // Whether it is decided which encoding the text under way has. False before a
  // text's first bytes.
  [[nodiscard]] constexpr bool is_decided() const noexcept {
    return is_decided_;
  }
  // The encoding of the text under way, if it is decided; after Flush::kYes
  // that of the text that has ended, until bytes of another one come, or
  // another Flush::kYes without any, which ends an empty text; else the
  // fallback, which an empty text has, too.
  [[nodiscard]] constexpr Encoding encoding() const noexcept {
    return decoder_.encoding();
  }
  [[nodiscard]] constexpr Encoding fallback() const noexcept {
    return fallback_;
  }
  [[nodiscard]] constexpr DecodeErrorMode error_mode() const noexcept {
    return decoder_.error_mode();
  }

 private:
  // Of the fallback or of an encoding that a byte order mark names, of which
  // UTF-8 has the longest. Two bytes may have waited.
  static constexpr size_t MaxLength(size_t (*max_length)(Encoding,
                                                         size_t) noexcept,
                                    Encoding fallback,
                                    size_t bytes) noexcept {
    const size_t most = internal::SaturatedLength(bytes, 1, 2);
    const size_t of_fallback = max_length(fallback, most);
    const size_t of_utf8 = max_length(Encoding::kUtf8, most);
    return of_fallback > of_utf8 ? of_fallback : of_utf8;
  }

  template <typename Decode>
  DecodeResult Run(std::span<const uint8_t> input,
                   Flush flush,
                   const Decode& decode) noexcept;
  size_t Sniff(std::span<const uint8_t> input, Flush flush) noexcept;
  void Decide(Encoding encoding) noexcept;

  Decoder decoder_;
  Encoding fallback_;
  bool is_decided_ = false;
  // Bytes that were read and may become a byte order mark, or have turned out
  // to be text, not decoded yet.
  uint8_t waiting_count_ = 0;
  uint8_t waiting_[2] = {};
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_SNIFFING_DECODER_H_
