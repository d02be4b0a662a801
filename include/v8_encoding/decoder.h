// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Bytes to text, in chunks of any size.
//
//   Decoder decoder(Encoding::kWindows1251);
//   DecodeResult result = decoder.DecodeToUtf16(bytes, units, Flush::kNo);
//
// Ownership: a Decoder is a trivially copyable value of a few bytes; copying a
// Decoder forks the conversion. Nothing is ever allocated, and no call keeps a
// span. What may come from a file or from another process is state(), and not
// the bytes of a Decoder.
//
// Threads: a Decoder isn't synchronised, so one thread at a time may use it.
// Different Decoders have nothing in common, and any thread may use any of
// them.
//
// Spans: input and output must not overlap, not even where a conversion could
// be done in place; a build without NDEBUG asserts that they don't. Nothing
// else may write to input or output during the call: memory that other threads
// may write to, such as a SharedArrayBuffer's, has to be copied first. An empty
// span may be null. A span of bytes may have any address, a span of char16_t
// any that is a multiple of alignof(char16_t). Spans may be longer than 4 GiB.
// A span of an array has all of it: of a literal, the zero at its end, too.
//
// Stack: a call takes at most 24 KiB in an optimised build.
//
// Errors: a DecodeResult says what happened; no function throws.
//
// Chunk invariance: however the bytes are cut into calls, empty ones included,
// and whatever the sizes of the outputs, the concatenated output and the
// sequence of errors are the same.

#ifndef V8_ENCODING_DECODER_H_
#define V8_ENCODING_DECODER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "v8_encoding/encoding.h"
#include "v8_encoding/export.h"

namespace v8_encoding {

namespace internal {
struct DecodeStages;
}
namespace simd {
struct Converted;
}

// A decoder's *error mode*. https://encoding.spec.whatwg.org/#error-mode
enum class DecodeErrorMode : uint8_t {
  kReplacement,  // U+FFFD for each malformed sequence.
  kFatal,        // Stop at each malformed sequence with kMalformed.
  // As kReplacement, and DecodeResult::had_replacements says whether there was
  // a malformed sequence. Costs nothing in well-formed text, and in a call with
  // malformed text a second start behind the first malformed sequence.
  kReplacementReported,
};

// What becomes of U+FEFF as the first character of UTF-8, UTF-16BE and
// UTF-16LE. Other encodings have no byte order mark, and keep U+FEFF in either
// mode. A byte order mark never changes the encoding; see BomSniff() in
// encoding.h. TextDecoder's `ignoreBOM` is kKeep.
// https://encoding.spec.whatwg.org/#dom-textdecoder-ignorebom
enum class BomMode : uint8_t {
  kRemove,  // No unit is put out for a byte order mark.
  kKeep,    // A byte order mark is a character like others.
};

// Whether the text ends with the input of a call.
enum class Flush : uint8_t {
  kNo,   // More input may follow: an incomplete sequence waits in the state.
  kYes,  // End-of-queue follows: an incomplete sequence is an error.
};

// Why a call returned, and what the caller does next.
enum class DecodeStatus : uint8_t {
  // All input was read. With Flush::kYes the decoder has also been reset, and
  // is ready for another text.
  kInputEmpty,
  // The next character does not fit in what is left of the output. Call again
  // with the rest of the input, which may be empty, the same Flush and more
  // room: 2 code units suffice for progress in UTF-16, 1 in Latin-1, 4 in
  // UTF-8. In less, a loop may have no end: each call writes nothing where the
  // next character is longer.
  kOutputFull,
  // Only with DecodeErrorMode::kFatal: a malformed sequence, for which nothing
  // was written. To go on behind the sequence, call again with the rest of the
  // input, which may be empty, and the same Flush. To stop for good, drop the
  // decoder or call Reset(); to stop as TextDecoder's `decode()` does, call
  // DropRestored().
  //
  // A caller who writes U+FFFD for each sequence and goes on has the text that
  // kReplacement gives, but for a U+FEFF behind malformed sequences that the
  // text begins with: BomMode::kRemove drops it, as the standard's TextDecoder
  // does after an error. set_state(state().WithAtStart(false)) before the next
  // call keeps it.
  kMalformed,
  // Only from DecodeToLatin1(): the next character is above U+00FF, or one of
  // Big5's that are two code points, U+00CA or U+00EA and a combining mark.
  // Nothing was written for that character. Call DecodeToUtf16() or
  // DecodeToUtf8() with the rest of the input, which may be empty, and the same
  // Flush.
  kNotLatin1,
};

// What a call did. A character is never split over two outputs. Nothing behind
// the end of the output is touched; between `written` and the end the output
// may hold anything.
struct DecodeResult {
  DecodeStatus status;
  // Of kMalformed: the length of the malformed sequence in bytes. The sequence
  // ends `read_ahead_length` bytes before input[read], and may have begun in an
  // earlier call's input.
  uint8_t malformed_length = 0;
  // Of kMalformed: how many bytes behind the malformed sequence were read.
  // These bytes wait in the state: to be decoded anew, in the standard's words
  // *restored* to the I/O queue, or as the ESC that cut an ISO-2022-JP
  // character short and begins an escape, which isn't restored.
  uint8_t read_ahead_length = 0;
  // Only with DecodeErrorMode::kReplacementReported: whether this call wrote a
  // U+FFFD for a malformed sequence. A U+FFFD that the bytes stand for is none.
  bool had_replacements = false;
  size_t read = 0;     // Bytes of the input that were consumed.
  size_t written = 0;  // Units of the output that were set.
};

// What Decoder::ReadAscii() found.
struct AsciiPrefix {
  size_t length = 0;
  // Whether one of the next characters behind the prefix is likely to be above
  // U+00FF. A guess, which saves callers a try of DecodeToLatin1() that would
  // soon end.
  bool looks_wide = false;
};

// Everything that a decoder carries from one call to the next, in one word
// below 2^30, which fits a V8 Smi on every build of V8. The layout is private
// to one version of the library, and the same on every processor.
class DecoderState {
 public:
  constexpr DecoderState() noexcept = default;
  [[nodiscard]] static constexpr DecoderState FromBits(uint32_t bits) noexcept {
    DecoderState state;
    state.bits_ = bits & ((uint32_t{1} << 30) - 1);
    return state;
  }
  // The state in which `encoding`'s decoder starts.
  [[nodiscard]] static constexpr DecoderState Initial(
      Encoding encoding,
      BomMode bom_mode) noexcept {
    const bool has_bom = encoding == Encoding::kUtf8 ||
                         encoding == Encoding::kUtf16Be ||
                         encoding == Encoding::kUtf16Le;
    return FromBits(has_bom && bom_mode == BomMode::kRemove ? kAtStart : 0);
  }

  // The word, to be kept and given to FromBits().
  [[nodiscard]] constexpr uint32_t bits() const noexcept { return bits_; }
  // With BomMode::kRemove, true until the first character has been put out, or
  // dropped as a byte order mark.
  [[nodiscard]] constexpr bool at_start() const noexcept {
    return bits_ & kAtStart;
  }
  // The part that belongs to the encoding's state machine. Zero is the neutral
  // state: nothing waits.
  [[nodiscard]] constexpr uint32_t codec() const noexcept {
    return bits_ & kCodecMask;
  }

  [[nodiscard]] constexpr DecoderState WithAtStart(
      bool at_start) const noexcept {
    return FromBits(codec() | (at_start ? kAtStart : 0));
  }
  [[nodiscard]] constexpr DecoderState WithCodec(
      uint32_t codec) const noexcept {
    return FromBits((bits_ & kAtStart) | (codec & kCodecMask));
  }

  friend constexpr bool operator==(DecoderState,
                                   DecoderState) noexcept = default;

 private:
  static constexpr uint32_t kAtStart = uint32_t{1} << 29;
  static constexpr uint32_t kCodecMask = kAtStart - 1;

  uint32_t bits_ = 0;
};

class Decoder;

namespace internal {

// What Decoder's functions call, to find the code for the encoding and the CPU:
// src/kernels/stage.h. Arguments that stay in registers on the way are worth
// more, for short texts, than spans. `result` has been set to what a call comes
// to that reads all of the input and writes as many units; each returns it.
template <typename Unit>
using DecodeStage = DecodeResult*(DecodeResult* result,
                                  Decoder* decoder,
                                  const uint8_t* input,
                                  size_t input_size,
                                  Unit* output,
                                  size_t output_size);

}  // namespace internal

// A decoder of the standard, with the byte order mark handling and the error
// mode that the standard's hooks and TextDecoder wrap around a decoder.
// https://encoding.spec.whatwg.org/#decoder
//
// Decoders are eight bytes, cheap to make and to copy: one made for each text
// is as quick as one that is kept.
class V8_ENCODING_EXPORT Decoder {
 public:
  constexpr explicit Decoder(
      Encoding encoding,
      DecodeErrorMode error_mode = DecodeErrorMode::kReplacement,
      BomMode bom_mode = BomMode::kRemove) noexcept
      : encoding_(encoding),
        modes_(static_cast<uint8_t>(error_mode)),
        state_(DecoderState::Initial(encoding, bom_mode)) {
    if (state_.at_start()) {
      modes_ = static_cast<uint8_t>(modes_ | kRemovesBom);
    }
  }

  // The most UTF-16 code units, or Latin-1 bytes, that a call with `bytes`
  // bytes of input can write, in any encoding and state, errors and Flush::kYes
  // included; SIZE_MAX if that is more than SIZE_MAX.
  [[nodiscard]] static constexpr size_t MaxUnits(size_t bytes) noexcept {
    return internal::SaturatedLength(bytes, 1, 4);
  }

  // The most UTF-16 code units, and bytes of UTF-8, that calls with `bytes`
  // bytes of input in all can write, from any state of `encoding`'s decoder,
  // errors and Flush::kYes included; SIZE_MAX if that is more than SIZE_MAX, so
  // that allocations of so much fail. DecodeToLatin1() writes no more units
  // than DecodeToUtf16().
  //
  // Some text and state come within 2 units of the length in UTF-16, and within
  // 9 bytes of the length in UTF-8.
  [[nodiscard]] static constexpr size_t MaxUtf16Length(Encoding encoding,
                                                       size_t bytes) noexcept {
    if (IsSingleByte(encoding)) {
      return bytes;
    }
    if (encoding == Encoding::kReplacement) {
      return bytes != 0;
    }
    if (encoding == Encoding::kUtf16Be || encoding == Encoding::kUtf16Le) {
      return bytes / 2 + 2;
    }
    if (encoding == Encoding::kGbk || encoding == Encoding::kGb18030) {
      return internal::SaturatedLength(bytes, 1, 3);
    }
    return internal::SaturatedLength(bytes, 1,
                                     encoding == Encoding::kIso2022Jp ? 2 : 1);
  }
  [[nodiscard]] static constexpr size_t MaxUtf8Length(Encoding encoding,
                                                      size_t bytes) noexcept {
    // All characters of these two are below U+0800, and no byte is malformed.
    const bool two_bytes =
        encoding == Encoding::kIso8859_2 || encoding == Encoding::kIso8859_4;
    return internal::SaturatedLength(MaxUtf16Length(encoding, bytes),
                                     two_bytes ? 2 : 3, 0);
  }

  // Decodes to Latin-1, a byte a character: for text that stays below U+0100,
  // and for finding out whether a text does. Stops with kNotLatin1 at the first
  // character that isn't one byte of Latin-1, which the U+FFFD for a malformed
  // sequence isn't either.
  [[nodiscard]] DecodeResult DecodeToLatin1(std::span<const uint8_t> input,
                                            std::span<uint8_t> output,
                                            Flush flush) noexcept {
    return Call(BeginDecodeToLatin1, input, output, flush);
  }

  // Reads the longest prefix of `input` that is ASCII and that DecodeToLatin1()
  // would write as it is, without writing it: for callers that have a use for
  // the bytes where they are. If the prefix is all of the input and not empty,
  // the call has done what DecodeToLatin1() would have done, and `flush`
  // counts. The prefix may be empty whatever the input is: it always is where
  // something waits in the state, and in encodings in which some ASCII bytes
  // are no characters of their own.
  [[nodiscard]] AsciiPrefix ReadAscii(std::span<const uint8_t> input,
                                      Flush flush) noexcept;

  // Reads a byte order mark that a text begins with: of `input`, if that begins
  // with all of one and the decoder, which has seen nothing else, removes it.
  // Returns its length, or 0 if nothing was read. For callers to whom the text
  // behind the mark is worth a look, as ReadAscii() takes.
  [[nodiscard]] constexpr size_t ReadByteOrderMark(
      std::span<const uint8_t> input) noexcept {
    const std::optional<ByteOrderMark> mark = BomSniff(input);
    if (!mark || mark->encoding != encoding_ ||
        state_ != DecoderState().WithAtStart(true)) {
      return 0;
    }
    state_ = DecoderState();
    return mark->length;
  }

  // Decodes to well-formed UTF-16 in native byte order.
  [[nodiscard]] DecodeResult DecodeToUtf16(std::span<const uint8_t> input,
                                           std::span<char16_t> output,
                                           Flush flush) noexcept {
    return Call(BeginDecodeToUtf16, input, output, flush);
  }

  // Decodes to UTF-8.
  [[nodiscard]] DecodeResult DecodeToUtf8(std::span<const uint8_t> input,
                                          std::span<uint8_t> output,
                                          Flush flush) noexcept;

  // Decodes without an output, to find out whether the input is well-formed and
  // how long the text is: `written` counts the text's UTF-16 code units. Never
  // stops with kOutputFull or kNotLatin1.
  [[nodiscard]] DecodeResult Validate(std::span<const uint8_t> input,
                                      Flush flush) noexcept {
    return Call(BeginValidate, input, std::span<char16_t>(), flush);
  }

  // Forgets all input: the decoder is as it was made.
  constexpr void Reset() noexcept { state_ = StateAfter(Flush::kYes); }

  // After kMalformed: forgets the restored bytes, and keeps the rest of the
  // state. A caller that also drops the rest of the input has the decoder as
  // TextDecoder's `decode(…, {stream: true})` leaves a decoder when it throws.
  void DropRestored() noexcept;

  [[nodiscard]] constexpr Encoding encoding() const noexcept {
    return encoding_;
  }
  [[nodiscard]] constexpr DecodeErrorMode error_mode() const noexcept {
    return static_cast<DecodeErrorMode>(modes_ & kErrorMode);
  }
  [[nodiscard]] constexpr DecoderState state() const noexcept { return state_; }
  // `state` must come from a decoder of the same encoding and BomMode, in the
  // same version of the library. Any other word is safe, too, but decodes to
  // unspecified text, which may be longer than MaxUtf16Length() and
  // MaxUtf8Length() say, though not than MaxUnits(); and malformed_length may
  // be 0.
  constexpr void set_state(DecoderState state) noexcept { state_ = state; }

 private:
  friend struct internal::DecodeStages;

  static constexpr uint8_t kErrorMode = 3;
  // A byte order mark is removed: of encodings that have one.
  static constexpr uint8_t kRemovesBom = 4;

  // The state after a call that reads all of its input.
  constexpr DecoderState StateAfter(Flush flush) const noexcept {
    return DecoderState::Initial(
        Encoding::kUtf8, flush == Flush::kYes && (modes_ & kRemovesBom) != 0
                             ? BomMode::kRemove
                             : BomMode::kKeep);
  }

  static internal::DecodeStage<char16_t> BeginDecodeToUtf16;
  static internal::DecodeStage<uint8_t> BeginDecodeToLatin1;
  // With no output.
  static internal::DecodeStage<char16_t> BeginValidate;

  template <typename Unit>
  DecodeResult Call(internal::DecodeStage<Unit>& begin,
                    std::span<const uint8_t> input,
                    std::span<Unit> output,
                    Flush flush) noexcept {
    flush_ = flush;
    DecodeResult result{.status = DecodeStatus::kInputEmpty,
                        .read = input.size(),
                        .written = input.size()};
    begin(&result, this, input.data(), input.size(), output.data(),
          output.size());
    return result;
  }

  DecodeResult DecodeToUtf8AtOnce(std::span<const uint8_t> input,
                                  std::span<uint8_t> output,
                                  Flush flush,
                                  size_t done) noexcept;
  DecodeResult DecodeToUtf8ByBlocks(std::span<const uint8_t> input,
                                    std::span<uint8_t> output,
                                    Flush flush,
                                    size_t done) noexcept;

  Encoding encoding_;
  uint8_t modes_;
  Flush flush_ = Flush::kNo;  // Of the call under way.
  DecoderState state_;
};

// Whether `bytes` are a complete text in `encoding` without any malformed
// sequence. A byte order mark is well-formed. The only well-formed text of the
// encoding kReplacement is the empty one. Any thread may call.
[[nodiscard]] V8_ENCODING_EXPORT bool IsWellFormed(
    std::span<const uint8_t> bytes,
    Encoding encoding) noexcept;

}  // namespace v8_encoding

#endif  // V8_ENCODING_DECODER_H_
