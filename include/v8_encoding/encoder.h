// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Text to bytes, in chunks of any size.
//
//   Encoder encoder(Encoding::kWindows1251, EncodeErrorMode::kHtml);
//   EncodeResult result = encoder.EncodeFromUtf16(units, bytes, Flush::kYes);
//
// An Encoder is a trivially copyable value of a few bytes: copying it forks the
// conversion, and nothing is ever allocated. What decoder.h says of threads,
// spans and stack holds here, too, and so does chunk invariance: a surrogate
// pair cut by a chunk border is one character.

#ifndef V8_ENCODING_ENCODER_H_
#define V8_ENCODING_ENCODER_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "v8_encoding/decoder.h"
#include "v8_encoding/encoding.h"
#include "v8_encoding/export.h"

namespace v8_encoding {

// An encoder's *error mode*. https://encoding.spec.whatwg.org/#error-mode
enum class EncodeErrorMode : uint8_t {
  kFatal,  // Stop at each unmappable character with kUnmappable.
  kHtml,   // "&#…;" with its code point in decimal.
};

// Whether `encoding` has an encoder. The standard gives one to all encodings
// but replacement, UTF-16BE and UTF-16LE. A build with the GN argument
// v8_encoding_legacy_encoders = false has those of UTF-8 and x-user-defined.
[[nodiscard]] V8_ENCODING_EXPORT bool HasEncoder(Encoding encoding);

enum class EncodeStatus : uint8_t {
  // All input was read. With Flush::kYes the encoder has also been reset.
  kInputEmpty,
  // The bytes of the next character do not fit, or those that end the text.
  // Call again with the rest of the input, which may be empty, the same Flush
  // and more room; Encoder::kMaxBytesPerStep always suffices.
  kOutputFull,
  // Only with EncodeErrorMode::kFatal: `code_point` has no bytes in this
  // encoding. It was read and nothing was written for it; call again with the
  // rest of the input to go on after it. In ISO-2022-JP, SO, SI and ESC have
  // none either, and are reported as U+FFFD, as the standard has it; kHtml
  // writes "&#65533;".
  kUnmappable,
};

// `read` code units of the input are consumed, `written` bytes of the output
// are set. A character's bytes are never split over two outputs, and no byte
// beyond the output's end is ever touched. Behind the bytes written, up to that
// end, the output of UTF-8 holds what it held before the call, whatever the
// status: as `encodeInto()` needs it. In other encodings it may hold anything
// there.
struct EncodeResult {
  EncodeStatus status;
  char32_t code_point = 0;  // Of kUnmappable.
  size_t read = 0;
  size_t written = 0;
};

// Everything that an encoder carries from one call to the next, in one word
// below 2^30. The layout is private to this version of the library, and the
// same on every processor.
class EncoderState {
 public:
  constexpr EncoderState() = default;
  [[nodiscard]] static constexpr EncoderState FromBits(uint32_t bits) {
    EncoderState state;
    state.bits_ = bits & ((uint32_t{1} << 30) - 1);
    return state;
  }
  [[nodiscard]] constexpr uint32_t bits() const { return bits_; }

  friend constexpr bool operator==(EncoderState, EncoderState) = default;

 private:
  uint32_t bits_ = 0;
};

// An encoder instance of the standard. Input is converted to scalar values
// first, as Web IDL's USVString: U+FFFD for each lone surrogate.
class V8_ENCODING_EXPORT Encoder {
 public:
  // The most bytes that one character needs: an ISO-2022-JP escape, "&#", seven
  // digits, ";" and the escape back.
  static constexpr size_t kMaxBytesPerStep = 16;

  // *Get an encoder*. Where HasEncoder(encoding) is false, which the standard's
  // callers rule out with GetOutputEncoding, every character is unmappable.
  // https://encoding.spec.whatwg.org/#get-an-encoder
  constexpr explicit Encoder(
      Encoding encoding,
      EncodeErrorMode error_mode = EncodeErrorMode::kFatal)
      : encoding_(encoding), error_mode_(error_mode) {}

  [[nodiscard]] EncodeResult EncodeFromUtf16(std::span<const char16_t> input,
                                             std::span<uint8_t> output,
                                             Flush flush);

  [[nodiscard]] EncodeResult EncodeFromLatin1(std::span<const uint8_t> input,
                                              std::span<uint8_t> output,
                                              Flush flush);

  // Starts anew.
  constexpr void Reset() { state_ = EncoderState(); }

  [[nodiscard]] constexpr Encoding encoding() const { return encoding_; }
  [[nodiscard]] constexpr EncodeErrorMode error_mode() const {
    return error_mode_;
  }
  [[nodiscard]] constexpr EncoderState state() const { return state_; }
  // `state` must come from an encoder of the same encoding, in the same version
  // of the library. Any other word is safe too, but what is encoded then is
  // unspecified.
  constexpr void set_state(EncoderState state) { state_ = state; }

 private:
  template <typename Unit>
  EncodeResult Encode(std::span<const Unit> input,
                      std::span<uint8_t> output,
                      Flush flush);

  Encoding encoding_;
  EncodeErrorMode error_mode_;
  EncoderState state_;
};

// How many bytes the text has in UTF-8, each lone surrogate counted as the
// three bytes of U+FFFD.
[[nodiscard]] V8_ENCODING_EXPORT size_t
Utf8Length(std::span<const char16_t> utf16);
[[nodiscard]] V8_ENCODING_EXPORT size_t
Utf8Length(std::span<const uint8_t> latin1);

}  // namespace v8_encoding

#endif  // V8_ENCODING_ENCODER_H_
