// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Bytes to text, in chunks of any size.
//
//   Decoder decoder(Encoding::kWindows1251);
//   DecodeResult result = decoder.DecodeToUtf16(bytes, units, Flush::kNo);
//
// A Decoder is a trivially copyable value of a few bytes: copying it forks the
// conversion, and nothing is ever allocated. It isn't synchronised; use one
// thread at a time. Different ones have nothing in common.
//
// Input and output must not overlap, not even where a conversion could be done
// in place, and nothing else may write to either during the call: what other
// threads may write to, such as a SharedArrayBuffer, has to be copied first. A
// build without NDEBUG asserts that they don't overlap. An empty span may be
// null. Bytes may have any address, char16_t any that is a multiple of its
// alignment. Sizes may be as large as memory is, beyond 4 GiB, too.
//
// A call takes at most 24 KiB of stack in an optimised build.
//
// Chunk invariance: however the bytes are cut into calls, empty ones included,
// and whatever the sizes of the outputs, the concatenated output and the
// sequence of errors are the same.

#ifndef V8_ENCODING_DECODER_H_
#define V8_ENCODING_DECODER_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "v8_encoding/encoding.h"
#include "v8_encoding/export.h"

namespace v8_encoding {

// A decoder's *error mode*. https://encoding.spec.whatwg.org/#error-mode
enum class DecodeErrorMode : uint8_t {
  kReplacement,  // U+FFFD for each malformed sequence.
  kFatal,        // Stop at each malformed sequence with kMalformed.
};

// What becomes of U+FEFF as the first character of UTF-8, UTF-16BE and
// UTF-16LE. Other encodings have no byte order mark: there it's always kept.
enum class BomMode : uint8_t {
  kRemove,
  kKeep,
};

// Whether the input ends with this call.
enum class Flush : uint8_t {
  kNo,   // More may follow: an incomplete sequence waits in the state.
  kYes,  // End-of-queue follows: an incomplete sequence is an error.
};

enum class DecodeStatus : uint8_t {
  // All input was read. With Flush::kYes the decoder has also been reset, and
  // is ready for another text.
  kInputEmpty,
  // The next character does not fit in what is left of the output. Call again
  // with the rest of the input, which may be empty, the same Flush and more
  // room: 2 code units suffice for progress in UTF-16, 1 in Latin-1, 4 in
  // UTF-8.
  kOutputFull,
  // Only with DecodeErrorMode::kFatal: a malformed sequence, for which
  // nothing was written. To go on as kReplacement would, call again with the
  // rest of the input. To stop for good, drop the decoder or Reset() it; to
  // stop as TextDecoder's `decode()` does, see DropRestored().
  kMalformed,
  // Only from DecodeToLatin1: the next character is above U+00FF. Nothing of
  // it was written; call DecodeToUtf16 with the rest of the input.
  kNotLatin1,
};

// `read` bytes of the input are consumed, `written` units of the output are
// set. A character is never split over two outputs, and no unit of the output
// beyond its end is ever touched; between `written` and the end it may hold
// anything.
struct DecodeResult {
  DecodeStatus status;
  // Of kMalformed: how many bytes the malformed sequence has. They end
  // `read_ahead_length` bytes before input[read], and may have begun in an
  // earlier call's input.
  uint8_t malformed_length = 0;
  // Of kMalformed: how many bytes behind the malformed sequence were read. They
  // wait in the state: to be decoded anew, in the standard's words *restored*
  // to the I/O queue, or as the ESC that cut an ISO-2022-JP character short and
  // begins an escape, which isn't restored.
  uint8_t read_ahead_length = 0;
  size_t read = 0;
  size_t written = 0;
};

// Everything that a decoder carries from one call to the next, in one word.
// It is below 2^30 and so fits a V8 Smi on every build of V8. The layout is
// private to this version of the library, and the same on every processor.
class DecoderState {
 public:
  constexpr DecoderState() = default;
  [[nodiscard]] static constexpr DecoderState FromBits(uint32_t bits) {
    DecoderState state;
    state.bits_ = bits & ((uint32_t{1} << 30) - 1);
    return state;
  }
  // The state in which `encoding`'s decoder starts.
  [[nodiscard]] static constexpr DecoderState Initial(Encoding encoding,
                                                      BomMode bom_mode) {
    const bool has_bom = encoding == Encoding::kUtf8 ||
                         encoding == Encoding::kUtf16Be ||
                         encoding == Encoding::kUtf16Le;
    return FromBits(has_bom && bom_mode == BomMode::kRemove ? kAtStart : 0);
  }

  [[nodiscard]] constexpr uint32_t bits() const { return bits_; }
  // True until the first character has been put out (or dropped, if it's a
  // byte order mark), where a byte order mark is to be removed.
  [[nodiscard]] constexpr bool at_start() const { return bits_ & kAtStart; }
  // The part that belongs to the encoding's state machine; zero is neutral.
  [[nodiscard]] constexpr uint32_t codec() const { return bits_ & kCodecMask; }

  [[nodiscard]] constexpr DecoderState WithAtStart(bool at_start) const {
    return FromBits(codec() | (at_start ? kAtStart : 0));
  }
  [[nodiscard]] constexpr DecoderState WithCodec(uint32_t codec) const {
    return FromBits((bits_ & kAtStart) | (codec & kCodecMask));
  }

  friend constexpr bool operator==(DecoderState, DecoderState) = default;

 private:
  static constexpr uint32_t kAtStart = uint32_t{1} << 29;
  static constexpr uint32_t kCodecMask = kAtStart - 1;

  uint32_t bits_ = 0;
};

// A decoder instance of the standard, with the byte order mark handling and
// the error mode that its callers there wrap around it.
class V8_ENCODING_EXPORT Decoder {
 public:
  constexpr explicit Decoder(
      Encoding encoding,
      DecodeErrorMode error_mode = DecodeErrorMode::kReplacement,
      BomMode bom_mode = BomMode::kRemove)
      : encoding_(encoding),
        error_mode_(error_mode),
        bom_mode_(bom_mode),
        state_(DecoderState::Initial(encoding, bom_mode)) {}

  // The most UTF-16 code units, or Latin-1 bytes, that decoding `bytes` bytes
  // can give in any encoding and state, errors and Flush::kYes included.
  // `bytes` may be at most SIZE_MAX - 4.
  [[nodiscard]] static constexpr size_t MaxUnits(size_t bytes) {
    return bytes + 4;
  }

  // Decodes to Latin-1: for text that stays below U+0100, and for finding out
  // whether it does. Stops with kNotLatin1 at the first character that isn't,
  // malformed sequences under kReplacement included.
  [[nodiscard]] DecodeResult DecodeToLatin1(std::span<const uint8_t> input,
                                            std::span<uint8_t> output,
                                            Flush flush);

  // Decodes to well-formed UTF-16 in native byte order.
  [[nodiscard]] DecodeResult DecodeToUtf16(std::span<const uint8_t> input,
                                           std::span<char16_t> output,
                                           Flush flush);

  // Decodes to UTF-8.
  [[nodiscard]] DecodeResult DecodeToUtf8(std::span<const uint8_t> input,
                                          std::span<uint8_t> output,
                                          Flush flush);

  // Decodes without an output, to find out whether the input is well-formed and
  // how long its text is: `written` are the code units that it has in UTF-16.
  // Never stops with kOutputFull.
  [[nodiscard]] DecodeResult Validate(std::span<const uint8_t> input,
                                      Flush flush);

  // Starts anew.
  constexpr void Reset() {
    state_ = DecoderState::Initial(encoding_, bom_mode_);
  }

  // After kMalformed: forgets the bytes that wait to be decoded anew, and only
  // those. With the rest of the input dropped as well this leaves the decoder
  // as TextDecoder's `decode(…, {stream: true})` leaves it when it throws.
  void DropRestored();

  [[nodiscard]] constexpr Encoding encoding() const { return encoding_; }
  [[nodiscard]] constexpr DecodeErrorMode error_mode() const {
    return error_mode_;
  }
  [[nodiscard]] constexpr DecoderState state() const { return state_; }
  // `state` must come from a decoder of the same encoding and BomMode, in the
  // same version of the library. Any other word is safe too, but what is
  // decoded then is unspecified.
  constexpr void set_state(DecoderState state) { state_ = state; }

 private:
  template <typename Unit>
  DecodeResult Decode(std::span<const uint8_t> input,
                      std::span<Unit> output,
                      Flush flush);

  Encoding encoding_;
  DecodeErrorMode error_mode_;
  BomMode bom_mode_;
  DecoderState state_;
};

// Whether `bytes` are a text in `encoding` without any malformed sequence. A
// byte order mark is well-formed. The encoding kReplacement has only the empty
// text.
[[nodiscard]] V8_ENCODING_EXPORT bool IsWellFormed(
    std::span<const uint8_t> bytes,
    Encoding encoding);

}  // namespace v8_encoding

#endif  // V8_ENCODING_DECODER_H_
