// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Text to bytes, in chunks of any size.
//
//   Encoder encoder(Encoding::kWindows1251, EncodeErrorMode::kHtml);
//   EncodeResult result = encoder.EncodeFromUtf16(units, bytes, Flush::kYes);
//
// Ownership: an Encoder is a trivially copyable value of a few bytes; copying
// an Encoder forks the conversion. Nothing is ever allocated. What decoder.h
// says of other processes, threads, spans, stack and errors is true of
// encoders, too.
//
// Chunk invariance: however the text is cut into calls, and whatever the sizes
// of the outputs, the concatenated output and the sequence of errors are the
// same. A surrogate pair that is cut is one character, and so is a sequence of
// UTF-8. Calls for input of different kinds may follow each other; what one
// kind has left incomplete is malformed for the next.

#ifndef V8_ENCODING_ENCODER_H_
#define V8_ENCODING_ENCODER_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "v8_encoding/decoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/export.h"

namespace v8_encoding {

namespace internal {
struct EncodeStages;
}

// An encoder's *error mode*. https://encoding.spec.whatwg.org/#error-mode
enum class EncodeErrorMode : uint8_t {
  kFatal,  // Stop at each unmappable character with kUnmappable.
  kHtml,   // "&#…;" with the code point in decimal, for each such character.
  // As kHtml, and EncodeResult::had_unmappables says whether there was such a
  // character. Costs nothing where all is mappable, and else a second start in
  // each call.
  kHtmlReported,
};

// Whether `encoding` has an encoder. The standard gives one to all encodings
// but replacement, UTF-16BE and UTF-16LE. A build with the GN argument
// v8_encoding_legacy_encoders = false has those of UTF-8 and x-user-defined.
[[nodiscard]] V8_ENCODING_EXPORT bool HasEncoder(Encoding encoding) noexcept;

// Why a call returned, and what the caller does next.
enum class EncodeStatus : uint8_t {
  // All input was read. With Flush::kYes the encoder has also been reset, and
  // is ready for another text.
  kInputEmpty,
  // The output has no room for the next character's bytes, or for the bytes
  // that end the text. Call again with the rest of the input, which may be
  // empty, the same Flush and more room; Encoder::kMaxBytesPerStep always
  // suffices for progress. In less, a loop may have no end: each call writes
  // nothing where what comes next is longer.
  kOutputFull,
  // Only with EncodeErrorMode::kFatal: `code_point` has no bytes in this
  // encoding. The character was read and nothing was written for it; call again
  // with the rest of the input, which may be empty, and the same Flush to go on
  // behind the character. What the caller writes in the place of the character
  // must be ASCII, without 0x0E, 0x0F, 0x1B, 0x5C and 0x7E, as for
  // EncodeOrFail() of hooks.h: in a state of ISO-2022-JP 0x5C is a yen sign. In
  // ISO-2022-JP, SO, SI and ESC have no bytes either, and are reported as
  // U+FFFD, as the standard says; kHtml writes "&#65533;".
  // https://encoding.spec.whatwg.org/#iso-2022-jp-encoder
  kUnmappable,
};

// What a call did. A character's bytes are never split over two outputs, and
// nothing behind the end of the output is touched. Between `written` and the
// end, the output of UTF-8 holds what it held before the call, whatever the
// status, as `encodeInto()` requires; the output of other encodings may hold
// anything, what the stack held before among it.
struct EncodeResult {
  EncodeStatus status;
  // Only with EncodeErrorMode::kHtmlReported: whether this call wrote "&#…;"
  // for an unmappable character.
  bool had_unmappables = false;
  // Only of EncodeFromUtf8(): whether this call took U+FFFD for a malformed
  // sequence, written or not. (A sequence that an earlier call left incomplete,
  // and that becomes U+FFFD in a call with another kind of text, is in neither
  // call's.)
  bool had_malformed = false;
  char32_t code_point = 0;  // Of kUnmappable: a scalar value.
  size_t read = 0;          // Units of the input that were consumed.
  size_t written = 0;       // Bytes of the output that were set.
};

// Everything that an encoder carries from one call to the next, in one word
// below 2^30, which fits a V8 Smi on every build of V8. The layout is private
// to one version of the library, and the same on every processor.
class EncoderState {
 public:
  constexpr EncoderState() noexcept = default;
  [[nodiscard]] static constexpr EncoderState FromBits(uint32_t bits) noexcept {
    EncoderState state;
    state.bits_ = bits & ((uint32_t{1} << 30) - 1);
    return state;
  }
  // The word, to be kept and given to FromBits().
  [[nodiscard]] constexpr uint32_t bits() const noexcept { return bits_; }

  friend constexpr bool operator==(EncoderState,
                                   EncoderState) noexcept = default;

 private:
  uint32_t bits_ = 0;
};

class Encoder;

namespace internal {

// What Encoder's functions call, to find the code for the encoding and the CPU:
// src/kernels/stage.h. Arguments that stay in registers on the way are worth
// more, for short texts, than spans. `result` has been set to what a call comes
// to that reads all of the input and writes as many units; each returns it.
template <typename Unit>
using EncodeStage = EncodeResult*(EncodeResult* result,
                                  Encoder* encoder,
                                  const Unit* input,
                                  size_t input_size,
                                  uint8_t* output,
                                  size_t output_size);

}  // namespace internal

// An encoder of the standard. Input is converted to scalar values first, as a
// USVString of Web IDL: U+FFFD for each lone surrogate.
// https://encoding.spec.whatwg.org/#encoder
//
// Encoders are eight bytes, cheap to make and to copy: one made for each text
// is as quick as one that is kept.
class V8_ENCODING_EXPORT Encoder {
 public:
  // The room in bytes that always suffices for progress: an ISO-2022-JP escape,
  // "&#", seven digits, ";" and the escape back.
  static constexpr size_t kMaxBytesPerStep = 16;

  // *Get an encoder*. Where HasEncoder(encoding) is false, every character is
  // unmappable; the standard's callers rule that out by *get an output
  // encoding*, which is GetOutputEncoding().
  // https://encoding.spec.whatwg.org/#get-an-encoder
  constexpr explicit Encoder(
      Encoding encoding,
      EncodeErrorMode error_mode = EncodeErrorMode::kFatal) noexcept
      : encoding_(encoding), error_mode_(error_mode) {}

  // The most bytes that calls with `length` units of input in all can write,
  // from any state, Flush::kYes included; SIZE_MAX if that is more than
  // SIZE_MAX, so that allocations of so much fail. Some text and state come
  // within 16 bytes of the length. In a build without the encoders of the
  // legacy encodings, the length is that of builds with these encoders, and too
  // little for gb18030 by EncodeErrorMode::kHtml and kHtmlReported.
  [[nodiscard]] static constexpr size_t MaxLengthFromUtf16(
      Encoding encoding,
      EncodeErrorMode error_mode,
      size_t length) noexcept {
    return MaxLength(encoding, error_mode, length, Input::kUtf16);
  }
  [[nodiscard]] static constexpr size_t MaxLengthFromLatin1(
      Encoding encoding,
      EncodeErrorMode error_mode,
      size_t length) noexcept {
    return MaxLength(encoding, error_mode, length, Input::kLatin1);
  }
  [[nodiscard]] static constexpr size_t MaxLengthFromUtf8(
      Encoding encoding,
      EncodeErrorMode error_mode,
      size_t length) noexcept {
    return MaxLength(encoding, error_mode, length, Input::kUtf8);
  }

  // Encodes UTF-16 in native byte order.
  [[nodiscard]] EncodeResult EncodeFromUtf16(std::span<const char16_t> input,
                                             std::span<uint8_t> output,
                                             Flush flush) noexcept {
    return Call(BeginEncodeFromUtf16, input, output, flush);
  }

  // Encodes Latin-1: each byte is the code point of a character.
  [[nodiscard]] EncodeResult EncodeFromLatin1(std::span<const uint8_t> input,
                                              std::span<uint8_t> output,
                                              Flush flush) noexcept {
    return Call(BeginEncodeFromLatin1, input, output, flush);
  }

  // Encodes UTF-8. Each malformed sequence is taken for one U+FFFD, as a
  // decoder takes it ("maximal subpart"), and so is an encoded surrogate's each
  // byte; a byte order mark is a character. To UTF-8, copies what is
  // well-formed. After kUnmappable, `read` ends where the character does;
  // kOutputFull may leave the first bytes of a character in the state.
  // https://encoding.spec.whatwg.org/#utf-8-decoder
  [[nodiscard]] EncodeResult EncodeFromUtf8(std::span<const uint8_t> input,
                                            std::span<uint8_t> output,
                                            Flush flush) noexcept;

  // Whether the input so far ends with a lead surrogate, which has been read
  // and waits for its other half. At the end it would be U+FFFD.
  [[nodiscard]] bool HasPendingLead() const noexcept;

  // Forgets all input: the encoder is as it was made.
  constexpr void Reset() noexcept { state_ = EncoderState(); }

  [[nodiscard]] constexpr Encoding encoding() const noexcept {
    return encoding_;
  }
  [[nodiscard]] constexpr EncodeErrorMode error_mode() const noexcept {
    return error_mode_;
  }
  [[nodiscard]] constexpr EncoderState state() const noexcept { return state_; }
  // `state` must come from an encoder of the same encoding, in the same version
  // of the library. Any other word is safe, too, but encodes to unspecified
  // bytes.
  constexpr void set_state(EncoderState state) noexcept { state_ = state; }

 private:
  friend struct internal::EncodeStages;

  enum class Input : uint8_t { kUtf16, kLatin1, kUtf8 };

  static constexpr size_t MaxLength(Encoding encoding,
                                    EncodeErrorMode error_mode,
                                    size_t length,
                                    Input input) noexcept;

  static internal::EncodeStage<char16_t> BeginEncodeFromUtf16;
  static internal::EncodeStage<uint8_t> BeginEncodeFromLatin1;

  [[nodiscard]] EncodeResult EncodeFromUtf8AtOnce(
      std::span<const uint8_t> input,
      std::span<uint8_t> output,
      Flush flush,
      size_t done) noexcept;
  [[nodiscard]] EncodeResult EncodeFromUtf8ByBlocks(
      std::span<const uint8_t> input,
      std::span<uint8_t> output,
      Flush flush,
      size_t done) noexcept;

  template <typename Unit>
  EncodeResult Call(internal::EncodeStage<Unit>& begin,
                    std::span<const Unit> input,
                    std::span<uint8_t> output,
                    Flush flush) noexcept {
    flush_ = flush;
    EncodeResult result{.status = EncodeStatus::kInputEmpty,
                        .read = input.size(),
                        .written = input.size()};
    begin(&result, this, input.data(), input.size(), output.data(),
          output.size());
    return result;
  }

  Encoding encoding_;
  EncodeErrorMode error_mode_;
  Flush flush_ = Flush::kNo;  // Of the call under way.
  EncoderState state_;
};

constexpr size_t Encoder::MaxLength(Encoding encoding,
                                    EncodeErrorMode error_mode,
                                    size_t length,
                                    Input input) noexcept {
  using internal::SaturatedLength;
  // A unit that waits in the state, and a byte of UTF-8 that is malformed, is
  // U+FFFD: this many bytes.
  const bool html = error_mode != EncodeErrorMode::kFatal;
  const size_t reference = html ? 8 : 0;  // "&#65533;", of a BMP character.
  if (encoding == Encoding::kUtf8) {
    return SaturatedLength(length, input == Input::kLatin1 ? 2 : 3, 3);
  }
  if (encoding == Encoding::kGb18030) {
    // U+FFFD has four bytes, U+E5E5 none.
    return SaturatedLength(length, html && input == Input::kUtf16 ? 8 : 4, 4);
  }
  if (encoding == Encoding::kIso2022Jp) {
    // A unit that waits, the first one and the end cost an escape each.
    if (html) {
      return SaturatedLength(length, 8, 8 + 6);
    }
    if (input == Input::kUtf8) {
      return SaturatedLength(length, 3, 8);
    }
    // U+3042 and U+0061 by turns: nine bytes for two units.
    const size_t half = length / 2 + length % 2;
    return SaturatedLength(half, 9, 6);
  }
  if (html || encoding == Encoding::kReplacement ||
      encoding == Encoding::kUtf16Be || encoding == Encoding::kUtf16Le) {
    // Nothing is mappable, or what is mappable is shorter. "&#255;" is the
    // longest reference of Latin-1.
    return SaturatedLength(
        length, input == Input::kLatin1 && html ? 6 : reference, reference);
  }
  if (IsSingleByte(encoding)) {
    return length;
  }
  return input == Input::kUtf8 ? SaturatedLength(length, 1, 1)
                               : SaturatedLength(length, 2, 0);
}

// The length of a text's UTF-8 in bytes, each lone surrogate counted as the
// three bytes of U+FFFD. Any thread may call.
[[nodiscard]] V8_ENCODING_EXPORT size_t
Utf8Length(std::span<const char16_t> utf16) noexcept;
[[nodiscard]] V8_ENCODING_EXPORT size_t
Utf8Length(std::span<const uint8_t> latin1) noexcept;

}  // namespace v8_encoding

#endif  // V8_ENCODING_ENCODER_H_
