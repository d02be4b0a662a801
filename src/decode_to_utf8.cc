// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Decoder::DecodeToUtf8(): a view of DecodeToUtf16() and an encoder, which
// copies what is UTF-8 already.

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>

#include "src/code_points.h"
#include "src/codecs/codec.h"
#include "src/codecs/codec_of.h"
#include "src/codecs/codecs.h"
#include "src/codecs/short_ascii.h"
#include "src/decode_parts.h"
#include "src/kernels/by_target.h"
#include "src/kernels/converted.h"
#include "src/kernels/single_byte/single_byte_decode.h"
#include "src/kernels/single_byte/windows_1252.h"
#include "src/kernels/utf8/utf8_encode.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding {

namespace {

using internal::AtEnd;
using internal::CanRun;
using internal::CodecId;
using internal::CodecOf;
using internal::EndedBy;
using internal::Finished;
using internal::kMaxCutLength;
using internal::TakeCutUtf8;
using internal::TakeWellFormedUtf8;

// Writes one character, U+FFFD for a lone surrogate, if there is room. Returns
// how many bytes that took. (A call of Encoder takes twice as long as all else
// that a character costs here.)
size_t WriteUtf8(std::span<const char16_t> units, std::span<uint8_t> output) {
  char32_t c = units.size() == 2
                   ? internal::ScalarValueFromSurrogates(units[0], units[1])
                   : char32_t{units[0]};
  if (internal::IsSurrogate(c)) {
    c = internal::kReplacementCharacter;
  }
  const size_t length = internal::Utf8Size(c);
  if (length > output.size()) {
    return 0;
  }
  constexpr uint8_t kMarks[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = length - 1; i != 0; --i) {
    output[i] = static_cast<uint8_t>(0x80 | (c & 0x3F));
    c >>= 6;
  }
  output[0] = static_cast<uint8_t>(kMarks[length] | c);
  return length;
}

// TakeCutUtf8() to UTF-8. (Not by copying what the state has of its bytes:
// those of one that was made up may be any.)
simd::Converted CopyCutUtf8(Encoding encoding,
                            std::span<const uint8_t> input,
                            std::span<uint8_t> output,
                            Flush flush,
                            DecoderState& state) {
  const DecoderState before = state;
  char16_t units[2];
  const simd::Converted taken =
      TakeCutUtf8(encoding, input, flush, state, units);
  if (taken.written == 0) {
    return taken;
  }
  const size_t written = WriteUtf8({units, taken.written}, output);
  if (written == 0) {
    state = before;
    return {0, 0};
  }
  return {taken.read, written};
}

// Whether ASCII that comes next is UTF-8 already, in a legacy encoding.
bool CanCopyAscii(Encoding encoding, const DecoderState& state) {
  return encoding != Encoding::kUtf8 &&
         internal::DecodesAsciiAsItself(encoding) && state.codec() == 0;
}

// Text in windows-1252 that is the same in Latin-1, to UTF-8: a block of it, or
// nothing if that isn't worth while.
simd::Converted TakeLatin1(std::span<const uint8_t> input,
                           std::span<uint8_t> output) {
  const size_t target = simd::TargetIndex();
  if (simd::HasMasks(target)) {
    const size_t n = std::min(
        {input.size(), output.size() / 2, simd::kMaxWindows1252ToUtf8});
    const size_t length = simd::kWindows1252ToUtf8.At(target)(
        input.data(), n, output.data(), output.size());
    return {length == 0 ? 0 : n, length};
  }
  constexpr size_t kBlock = 4096;
  // A stop at each quotation mark costs more than it saves.
  constexpr size_t kLeast = 256;
  uint8_t block[kBlock];
  const size_t n = std::min({input.size(), output.size() / 2, kBlock});
  const simd::Converted decoded = simd::kSingleByteToLatin1.At(target)(
      input.data(), n, block, n, Encoding::kWindows1252,
      DecodeErrorMode::kReplacement);
  if (decoded.written < std::min(n, kLeast)) {
    return {0, 0};
  }
  const EncodeResult encoded =
      Encoder(Encoding::kUtf8)
          .EncodeFromLatin1({block, decoded.written}, output, Flush::kNo);
  return {decoded.read, encoded.written};
}

// All of a text of UTF-16 that is short and has no surrogates, or nothing.
size_t ShortUtf16ToUtf8(std::span<const uint8_t> input,
                        std::span<uint8_t> output,
                        bool is_big_endian,
                        const DecoderState& state) {
  if (!CanRun(
          is_big_endian ? internal::kUtf16BeDecoder : internal::kUtf16LeDecoder,
          state, input)) {
    return 0;
  }
  return simd::kShortUtf16ToUtf8.At(simd::TargetIndex())(
      input.data(), input.size(), output.data(), output.size(), is_big_endian);
}

// Whether a text begins with three bytes that may be a byte order mark.
bool MayBeginWithMark(std::span<const uint8_t> input,
                      const DecoderState& state) {
  constexpr uint8_t kLeastFirst = 0xEF;
  return input.size() >= 3 && input[0] >= kLeastFirst &&
         state == DecoderState().WithAtStart(true);
}

// A mark, if it's one, and behind it the rest as what is no text's begin.
[[gnu::noinline]] DecodeResult DecodeWithMark(Decoder& decoder,
                                              std::span<const uint8_t> input,
                                              std::span<uint8_t> output,
                                              Flush flush) {
  const size_t mark = decoder.ReadByteOrderMark(input);
  decoder.set_state(DecoderState());
  const DecodeResult decoded =
      decoder.DecodeToUtf8(input.subspan(mark), output, flush);
  if (mark == 0 && decoded.written == 0) {
    decoder.set_state(decoder.state().WithAtStart(true));
  }
  return EndedBy(decoded, mark + decoded.read, decoded.written,
                 decoded.had_replacements);
}

// The bytes of a code unit and of a character in UTF-8 at most.
constexpr size_t kMaxBytesOfUnit = 3;
constexpr size_t kMaxUtf8 = 4;

// Whether text in UTF-8 goes on with a well-formed character of more bytes than
// there is room for.
bool GoesOnWithMore(Encoding encoding,
                    std::span<const uint8_t> input,
                    DecoderState state,
                    size_t room) {
  if (input.size() < kMaxUtf8) {
    return false;
  }
  const size_t well_formed =
      TakeWellFormedUtf8(encoding, input.first(kMaxUtf8), state).read;
  const size_t length = input[0] < 0x80   ? 1
                        : input[0] < 0xE0 ? 2
                        : input[0] < 0xF0 ? 3
                                          : 4;
  return well_formed >= length && length > room;
}

// How many bytes become text that is likely to have room, if they take as much
// as those before did. Not few: the last of a text is decoded until it has
// none. All, of encodings in which calls for parts take longer than decoding
// twice.
class LikelyToFit {
 public:
  explicit LikelyToFit(Encoding encoding)
      : is_all_(IsSingleByte(encoding) || encoding == Encoding::kUtf8 ||
                encoding == Encoding::kUtf16Be ||
                encoding == Encoding::kUtf16Le) {}

  size_t Bytes(size_t room) const {
    constexpr size_t kFew = 16;
    const size_t bytes = room * read_ / written_;
    return is_all_ || bytes < kFew ? SIZE_MAX
                                   : bytes - bytes / 16 * is_measured_;
  }

  void Add(size_t read, size_t written) {
    if (read != 0 && written != 0) {
      read_ = read;
      written_ = written;
      is_measured_ = true;
    }
  }

 private:
  const bool is_all_;
  // At first, the most that there can be.
  size_t read_ = 1;
  size_t written_ = kMaxBytesOfUnit;
  bool is_measured_ = false;
};

// What DecodeToUtf8() decodes at once, which most texts are short enough for.
constexpr size_t kMaxBytesAtOnce = 1024;

}  // namespace

DecodeResult Decoder::DecodeToUtf8(std::span<const uint8_t> input,
                                   std::span<uint8_t> output,
                                   Flush flush) noexcept {
  assert(!internal::Overlap(input, output));
  if (encoding_ == Encoding::kWindows1252) {
    const size_t length = simd::kWindows1252ToUtf8.At(simd::TargetIndex())(
        input.data(), input.size(), output.data(), output.size());
    if (length != 0) {
      return Finished(DecodeStatus::kInputEmpty, input.size(), length, false);
    }
  }
  if (input.size() > kMaxBytesAtOnce) {
    return MayBeginWithMark(input, state_)
               ? DecodeWithMark(*this, input, output, flush)
               : DecodeToUtf8ByBlocks(input, output, flush, 0);
  }
  if (encoding_ != Encoding::kUtf8) {
    const bool is_big_endian = encoding_ == Encoding::kUtf16Be;
    if ((is_big_endian || encoding_ == Encoding::kUtf16Le) &&
        input.size() <= simd::kMaxShortUtf16ToUtf8) {
      const size_t length =
          ShortUtf16ToUtf8(input, output, is_big_endian, state_);
      if (length != 0) {
        state_ = StateAfter(flush);
        return Finished(DecodeStatus::kInputEmpty, input.size(), length, false);
      }
      if (MayBeginWithMark(input, state_)) {
        return DecodeWithMark(*this, input, output, flush);
      }
    }
    size_t ascii = 0;
    if (!input.empty() && internal::IsProbablyAscii(input) &&
        CanCopyAscii(encoding_, state_)) {
      ascii = internal::CopyAscii(input, output);
      state_ = StateAfter(ascii == input.size() ? flush : Flush::kNo);
      if (ascii == input.size()) {
        return Finished(DecodeStatus::kInputEmpty, ascii, ascii, false);
      }
    }
    const size_t target = simd::TargetIndex();
    if (CodecOf(encoding_) == CodecId::kSingleByte &&
        input.size() - 1 < simd::MaxShortSingleByteToUtf8(target)) {
      const size_t length = simd::kShortSingleByteToUtf8.At(target)(
          input.data(), input.size(), output.data(), output.size(), encoding_,
          error_mode());
      if (length != 0) {
        state_ = StateAfter(flush);
        return Finished(DecodeStatus::kInputEmpty, input.size(), length, false);
      }
    }
    return DecodeToUtf8AtOnce(input, output, flush, ascii);
  }
  if (input.size() > output.size()) {
    return DecodeToUtf8ByBlocks(input, output, flush, 0);
  }
  // Most texts are well-formed as a whole.
  const size_t taken = TakeWellFormedUtf8(encoding_, input, state_).read;
  if (taken != 0) {
    std::memcpy(output.data(), input.data(), taken);
    if (taken == input.size()) {
      return AtEnd(*this, taken, taken, false, flush);
    }
  } else if (MayBeginWithMark(input, state_)) {
    return DecodeWithMark(*this, input, output, flush);
  }
  const bool may_be_cut =
      state_.codec() != 0 ||
      (flush == Flush::kNo && input.size() - taken <= kMaxCutLength);
  return may_be_cut ? DecodeToUtf8ByBlocks(input, output, flush, taken)
                    : DecodeToUtf8AtOnce(input, output, flush, taken);
}

// These go on behind the first `done` bytes, which were copied.

// Up to kMaxBytesAtOnce, if whatever they become in UTF-16 has room with three
// bytes for each unit.
[[gnu::noinline]] DecodeResult Decoder::DecodeToUtf8AtOnce(
    std::span<const uint8_t> input,
    std::span<uint8_t> output,
    Flush flush,
    size_t done) noexcept {
  const std::span<uint8_t> room = output.subspan(done);
  if (room.size() < 3 * MaxUtf16Length(encoding_, input.size() - done)) {
    return DecodeToUtf8ByBlocks(input, output, flush, done);
  }
  char16_t units[MaxUnits(kMaxBytesAtOnce)];
  const Decoder before = *this;
  const DecodeResult decoded = DecodeToUtf16(
      input.subspan(done), {units, std::min(std::size(units), room.size() / 3)},
      flush);
  if (decoded.status == DecodeStatus::kOutputFull) [[unlikely]] {
    // The state was made up.
    *this = before;
    return DecodeToUtf8ByBlocks(input, output, flush, done);
  }
  const size_t written =
      decoded.written == 1
          ? WriteUtf8({units, 1}, room)
          : Encoder(Encoding::kUtf8)
                .EncodeFromUtf16({units, decoded.written}, room, Flush::kYes)
                .written;
  return EndedBy(decoded, done + decoded.read, done + written,
                 decoded.had_replacements);
}

// A view of DecodeToUtf16(), block by block. A block whose bytes have no room
// is taken back, on a copy of the decoder.
[[gnu::noinline]] DecodeResult Decoder::DecodeToUtf8ByBlocks(
    std::span<const uint8_t> input,
    std::span<uint8_t> output,
    Flush flush,
    size_t done) noexcept {
  // So much at a time that what was looked at is still near when it's copied.
  // decode-to-utf8/UTF-8 takes 1.04 to 1.2 times as long with 4 KiB; with 64
  // KiB 0.9 to 1.0 times in 1 MiB, and 1.05 to 1.16 times for ASCII in 64 KiB.
  constexpr size_t kMaxCopied = 16 * 1024;
  char16_t block[2048];
  size_t read = done;
  size_t written = done;
  bool had_replacements = false;
  LikelyToFit likely_to_fit(encoding_);
  // DecodeToUtf8() tried with short texts that have room for whatever they
  // become. Where there are masks, more isn't won by another try.
  const bool may_be_latin1 = encoding_ == Encoding::kWindows1252 &&
                             (input.size() > simd::kMaxWindows1252ToUtf8 ||
                              output.size() / 2 < input.size() ||
                              !simd::HasMasks(simd::TargetIndex()));
  // Whether ASCII is to be looked for: at the begin, and behind a block of it.
  bool may_be_ascii = CanCopyAscii(encoding_, state_);
  for (;;) {
    std::span<uint8_t> room = output.subspan(written);
    if (room.size() < kMaxUtf8 &&
        GoesOnWithMore(encoding_, input.subspan(read), state_, room.size())) {
      return Finished(DecodeStatus::kOutputFull, read, written,
                      had_replacements);
    }
    if (may_be_ascii && read != input.size() && input[read] < 0x80) {
      const size_t ascii = internal::CopyAscii(input.subspan(read), room);
      read += ascii;
      written += ascii;
      if (read == input.size()) {
        return AtEnd(*this, read, written, had_replacements, flush);
      }
      room = room.subspan(ascii);
      if (room.empty() && input[read] < 0x80) {
        return Finished(DecodeStatus::kOutputFull, read, written,
                        had_replacements);
      }
    }
    if (may_be_latin1) {
      const simd::Converted taken = TakeLatin1(input.subspan(read), room);
      read += taken.read;
      written += taken.written;
      may_be_ascii = taken.read != 0 && taken.read == taken.written;
      if (taken.read != 0) {
        if (read == input.size()) {
          return AtEnd(*this, read, written, had_replacements, flush);
        }
        continue;
      }
    }
    const size_t copied =
        TakeWellFormedUtf8(
            encoding_,
            input.subspan(
                read, std::min({input.size() - read, room.size(), kMaxCopied})),
            state_)
            .read;
    if (copied != 0) {
      std::memcpy(room.data(), input.data() + read, copied);
      read += copied;
      written += copied;
      if (read == input.size()) {
        return AtEnd(*this, read, written, had_replacements, flush);
      }
      if (input.size() - read > kMaxCutLength) {
        continue;
      }
      room = room.subspan(copied);
    }
    const simd::Converted cut =
        CopyCutUtf8(encoding_, input.subspan(read), room, flush, state_);
    if (cut.read != 0) {
      read += cut.read;
      written += cut.written;
      if (read == input.size()) {
        return AtEnd(*this, read, written, had_replacements, flush);
      }
      continue;
    }
    // No unit has less than a byte, and two may be a pair. Where the text so
    // far took more, no more bytes are decoded than are likely to have room:
    // those that have none are decoded for nothing.
    Decoder trial = *this;
    const std::span<const uint8_t> rest = input.subspan(read);
    const size_t likely = likely_to_fit.Bytes(room.size());
    const bool is_part = room.size() < kMaxBytesOfUnit * std::size(block) &&
                         room.size() < rest.size() && likely < rest.size();
    DecodeResult decoded = trial.DecodeToUtf16(
        is_part ? rest.first(likely) : rest,
        {block, std::clamp<size_t>(room.size(), 2, std::size(block))},
        is_part ? Flush::kNo : flush);
    EncodeResult encoded =
        Encoder(Encoding::kUtf8)
            .EncodeFromUtf16({block, decoded.written}, room, Flush::kYes);
    const bool is_full = encoded.status == EncodeStatus::kOutputFull;
    if (is_full) {
      if (encoded.read == 0) {
        return Finished(DecodeStatus::kOutputFull, read, written,
                        had_replacements);
      }
      // Those that fit are decoded once more, which tells how many bytes they
      // are. Of Big5's pairs of code points none is decoded without the other.
      const size_t fitting = encoded.read;
      trial = *this;
      decoded = trial.DecodeToUtf16(rest, {block, fitting}, flush);
      if (decoded.written != fitting) [[unlikely]] {
        encoded =
            Encoder(Encoding::kUtf8)
                .EncodeFromUtf16({block, decoded.written}, room, Flush::kYes);
      }
    }
    *this = trial;
    read += decoded.read;
    written += encoded.written;
    had_replacements |= decoded.had_replacements;
    if (is_full || decoded.status == DecodeStatus::kMalformed ||
        (decoded.status == DecodeStatus::kInputEmpty && !is_part)) {
      return EndedBy(decoded, read, written, had_replacements);
    }
    likely_to_fit.Add(decoded.read, encoded.written);
    may_be_ascii =
        encoded.written == decoded.written && CanCopyAscii(encoding_, state_);
  }
}

}  // namespace v8_encoding
