// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/decoder.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <iterator>

#include "src/codecs/codec_of.h"
#include "src/codecs/codecs.h"
#include "src/codecs/short_ascii.h"
#include "src/kernels/by_target.h"
#include "src/kernels/converted.h"
#include "src/kernels/copy.h"
#include "src/kernels/single_byte/single_byte_decode.h"
#include "src/kernels/single_byte/windows_1252.h"
#include "src/kernels/stage.h"
#include "src/kernels/utf8/utf8_validate.h"
#include "src/tables/single_byte.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding {

namespace {

using internal::CanRun;
using internal::CodecId;
using internal::CodecOf;
using internal::DecodeStages;
using internal::kMaxCutLength;

// Text in UTF-8 that needs no decoding: in the neutral state all that is
// well-formed, but for a byte order mark. Counts its bytes, and its code units
// in UTF-16, and puts the decoder's state behind it.
simd::Converted TakeWellFormedUtf8(Encoding encoding,
                                   std::span<const uint8_t> input,
                                   DecoderState& state) {
  if (encoding != Encoding::kUtf8 ||
      !CanRun(internal::kUtf8Decoder, state, input)) {
    return {0, 0};
  }
  const simd::Converted taken =
      simd::WellFormedUtf8Prefix(input.data(), input.size());
  state = state.WithAtStart(state.at_start() && taken.read == 0);
  return taken;
}

// A character of UTF-8 that the state has begun, or that begins in a chunk's
// last bytes, as far as it's there and well-formed; or nothing. Puts `state`
// behind it. Counts its bytes here, and its code units, which it writes.
simd::Converted TakeCutUtf8(Encoding encoding,
                            std::span<const uint8_t> input,
                            Flush flush,
                            DecoderState& state,
                            std::span<char16_t, 2> units) {
  if (encoding != Encoding::kUtf8 || state.at_start() || input.empty() ||
      (state.codec() == 0 && input.size() > kMaxCutLength)) {
    return {0, 0};
  }
  uint32_t codec = state.codec();
  const simd::Converted done = internal::kUtf8Decoder.utf16.cut(
      input.data(), std::min(input.size(), kMaxCutLength), units.data(),
      units.size(), encoding, &codec);
  // Behind a character only a state that was made up isn't neutral.
  if (done.written == 0 ? done.read != input.size() || flush == Flush::kYes
                        : codec != 0) {
    return {0, 0};
  }
  state = state.WithCodec(codec);
  return done;
}

// Writes one character, U+FFFD for a lone surrogate, if there is room. Returns
// how many bytes that took. (A call of Encoder takes twice as long as all else
// that a character costs here.)
size_t WriteUtf8(std::span<const char16_t> units, std::span<uint8_t> output) {
  char32_t c = units.size() == 2
                   ? internal::ScalarValueFromSurrogates(units[0], units[1])
                   : units[0];
  if (internal::IsSurrogate(c)) {
    c = internal::kReplacementCharacter;
  }
  const size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
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

// Whether the character that `input` begins or goes on with, which isn't ASCII
// by itself, is likely to be above U+00FF. The input isn't empty.
bool LooksWide(Encoding encoding,
               DecoderState state,
               std::span<const uint8_t> input) {
  const uint8_t byte = input.front();
  switch (CodecOf(encoding)) {
    case CodecId::kUtf8:
      // A lead that waits is in the low byte.
      return (state.codec() == 0 ? byte : state.codec() & 0xFF) > 0xC3;
    case CodecId::kSingleByte:
      // A state that was made up can have ASCII come here.
      return byte >= 0x80 && internal::GetSingleByteDecodeTable(encoding).Unit(
                                 byte - 0x80) > 0xFF;
    case CodecId::kIso2022Jp: {
      constexpr uint8_t kEsc = 0x1B;
      return state.codec() != 0 || byte == kEsc;
    }
    case CodecId::kUtf16Be:
      return state.codec() == 0 && byte != 0;
    case CodecId::kUtf16Le:
      return state.codec() == 0 && input.size() >= 2 && input[1] != 0;
    case CodecId::kGbk:
    case CodecId::kGb18030:
    case CodecId::kBig5:
    case CodecId::kEucJp:
    case CodecId::kShiftJis:
    case CodecId::kEucKr:
    case CodecId::kReplacement:
    case CodecId::kXUserDefined:
      break;
  }
  return true;
}

// What a call comes to that met nothing malformed. Made anew: a result that was
// written part by part, and is copied as a whole, has to be waited for.
DecodeResult Finished(DecodeStatus status,
                      size_t read,
                      size_t written,
                      bool had_replacements) {
  return {.status = status,
          .had_replacements = had_replacements,
          .read = read,
          .written = written};
}

// What a call comes to whose last part was `decoded`.
DecodeResult EndedBy(const DecodeResult& decoded,
                     size_t read,
                     size_t written,
                     bool had_replacements) {
  DecodeResult result =
      Finished(decoded.status, read, written, had_replacements);
  if (decoded.status == DecodeStatus::kMalformed) {
    result.malformed_length = decoded.malformed_length;
    result.read_ahead_length = decoded.read_ahead_length;
  }
  return result;
}

// What a call comes to whose input was all taken.
DecodeResult AtEnd(Decoder& decoder,
                   size_t read,
                   size_t written,
                   bool had_replacements,
                   Flush flush) {
  if (flush == Flush::kYes) {
    decoder.Reset();
  }
  return Finished(DecodeStatus::kInputEmpty, read, written, had_replacements);
}

// What DecodeToUtf8() decodes at once, which most texts are short enough for.
constexpr size_t kMaxBytesAtOnce = 1024;

}  // namespace

AsciiPrefix Decoder::ReadAscii(std::span<const uint8_t> input,
                               Flush flush) noexcept {
  if (input.empty()) {
    return {};
  }
  if (state_.codec() != 0 || !internal::DecodesAsciiAsItself(encoding_)) {
    return {.looks_wide = LooksWide(encoding_, state_, input)};
  }
  const size_t n = simd::AsciiPrefix(input.data(), input.size());
  if (n == input.size()) {
    state_ = StateAfter(flush);
    return {.length = n};
  }
  if (n != 0) {
    // No ASCII character is a byte order mark.
    state_ = StateAfter(Flush::kNo);
  }
  return {.length = n,
          .looks_wide = LooksWide(encoding_, DecoderState(), input.subspan(n))};
}

// A view of DecodeToUtf16, block by block. While three bytes fit for each unit
// of a block, whatever is decoded also fits; near the output's end, where that
// can't be promised, one character at a time is tried on a copy of the decoder
// and taken back if its bytes turn out too many.
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
    return DecodeToUtf8ByBlocks(input, output, flush, 0);
  }
  if (encoding_ != Encoding::kUtf8) {
    // Most texts in legacy encodings that are so short are ASCII. Three bytes
    // of those that aren't rarely are, which makes a branch that's foreseen.
    size_t ascii = 0;
    if (!input.empty() && internal::DecodesAsciiAsItself(encoding_) &&
        state_.codec() == 0 &&
        (input.front() | input[input.size() / 2] | input.back()) < 0x80) {
      ascii = simd::CopyAsciiPrefix(
          input.data(), std::min(input.size(), output.size()), output.data());
      state_ = StateAfter(ascii == input.size() ? flush : Flush::kNo);
      if (ascii == input.size()) {
        return Finished(DecodeStatus::kInputEmpty, ascii, ascii, false);
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
  const EncodeResult encoded =
      Encoder(Encoding::kUtf8)
          .EncodeFromUtf16({units, decoded.written}, room, Flush::kYes);
  return EndedBy(decoded, done + decoded.read, done + encoded.written,
                 decoded.had_replacements);
}

[[gnu::noinline]] DecodeResult Decoder::DecodeToUtf8ByBlocks(
    std::span<const uint8_t> input,
    std::span<uint8_t> output,
    Flush flush,
    size_t done) noexcept {
  constexpr size_t kMaxBytesPerUnit = 3;
  // So much at a time that what was looked at is still near when it's copied.
  // decode-to-utf8/UTF-8 takes 1.04 to 1.2 times as long with 4 KiB; with 64
  // KiB 0.9 to 1.0 times in 1 MiB, and 1.05 to 1.16 times for ASCII in 64 KiB.
  constexpr size_t kMaxCopied = 16 * 1024;
  char16_t block[2048];
  size_t read = done;
  size_t written = done;
  bool had_replacements = false;
  // DecodeToUtf8() tried with short texts that have room for whatever they
  // become. Where there are masks, more isn't won by another try.
  const bool may_be_latin1 = encoding_ == Encoding::kWindows1252 &&
                             (input.size() > simd::kMaxWindows1252ToUtf8 ||
                              output.size() / 2 < input.size() ||
                              !simd::HasMasks(simd::TargetIndex()));
  for (;;) {
    std::span<uint8_t> room = output.subspan(written);
    if (may_be_latin1) {
      const simd::Converted taken = TakeLatin1(input.subspan(read), room);
      read += taken.read;
      written += taken.written;
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
    const size_t block_size =
        std::min(std::size(block), room.size() / kMaxBytesPerUnit);

    Decoder trial = *this;
    std::span<const uint8_t> rest = input.subspan(read);
    DecodeResult decoded;
    if (block_size >= 2) {
      decoded = trial.DecodeToUtf16(rest, {block, block_size}, flush);
    } else {
      decoded = trial.DecodeToUtf16(rest, {block, 1}, flush);
      if (decoded.status == DecodeStatus::kOutputFull && decoded.written == 0) {
        trial = *this;
        decoded = trial.DecodeToUtf16(rest, {block, 2}, flush);
      }
    }

    const EncodeResult encoded =
        Encoder(Encoding::kUtf8)
            .EncodeFromUtf16({block, decoded.written}, room, Flush::kYes);
    if (encoded.status == EncodeStatus::kOutputFull) {
      return Finished(DecodeStatus::kOutputFull, read, written,
                      had_replacements);
    }
    *this = trial;
    read += decoded.read;
    written += encoded.written;
    had_replacements |= decoded.had_replacements;
    if (decoded.status != DecodeStatus::kOutputFull) {
      return EndedBy(decoded, read, written, had_replacements);
    }
  }
}

DecodeResult* Decoder::BeginValidate(DecodeResult* result,
                                     Decoder* decoder,
                                     const uint8_t* input,
                                     size_t input_size,
                                     char16_t* output,
                                     size_t output_size) {
  if (decoder->encoding_ == Encoding::kUtf8 && input_size != 0 &&
      DecodeStages::IsNeutral(
          *decoder, *input, internal::kUtf8Decoder.first_of_byte_order_mark)) {
    const size_t target = simd::TargetIndexIfChosen();
    if (target == simd::kNoTarget) [[unlikely]] {
      return DecodeStages::AskForTargetToValidate(
          result, decoder, input, input_size, output, output_size);
    }
    return simd::kValidateUtf8Stage.At(target)(result, decoder, input,
                                               input_size, output, output_size);
  }
  internal::AllRead(result, 0, 0);
  return DecodeStages::ContinueToValidate(result, decoder, input, input_size,
                                          output, output_size);
}

namespace internal {

[[gnu::noinline]] DecodeResult* DecodeStages::AskForTargetToValidate(
    DecodeResult* result,
    Decoder* decoder,
    const uint8_t* input,
    size_t input_size,
    char16_t* output,
    size_t output_size) {
  simd::ChooseTarget();
  return Decoder::BeginValidate(result, decoder, input, input_size, output,
                                output_size);
}

// What Validate() has a place for on the stack, where it needs one.
[[gnu::noinline]] DecodeResult* DecodeStages::ContinueToValidate(
    DecodeResult* result,
    Decoder* decoder,
    const uint8_t* input,
    size_t input_size,
    char16_t* /*output*/,
    size_t /*output_size*/) {
  const std::span<const uint8_t> bytes(input, input_size);
  const Flush flush = decoder->flush_;
  char16_t block[2048];
  size_t read = result->read;
  size_t written = result->written;
  if (read != 0) {
    decoder->state_ = decoder->state_.WithAtStart(false);
  }
  bool had_replacements = false;
  for (;;) {
    const std::span<const uint8_t> rest = bytes.subspan(read);
    char16_t units[2];
    simd::Converted taken =
        TakeCutUtf8(decoder->encoding_, rest, flush, decoder->state_, units);
    if (taken.read == 0) {
      taken = TakeWellFormedUtf8(decoder->encoding_, rest, decoder->state_);
    }
    read += taken.read;
    written += taken.written;
    if (taken.read != 0) {
      if (read == bytes.size()) {
        *result = AtEnd(*decoder, read, written, had_replacements, flush);
        return result;
      }
      continue;
    }
    const DecodeResult decoded = decoder->DecodeToUtf16(rest, block, flush);
    read += decoded.read;
    written += decoded.written;
    had_replacements |= decoded.had_replacements;
    if (decoded.status != DecodeStatus::kOutputFull) {
      *result = EndedBy(decoded, read, written, had_replacements);
      return result;
    }
  }
}

}  // namespace internal

void Decoder::DropRestored() noexcept {
  switch (CodecOf(encoding_)) {
    case CodecId::kGbk:
    case CodecId::kGb18030:
      state_ = internal::DropRestoredGb18030(state_);
      break;
    case CodecId::kIso2022Jp:
      state_ = internal::DropRestoredIso2022Jp(state_);
      break;
    case CodecId::kUtf16Be:
    case CodecId::kUtf16Le:
      state_ = internal::DropRestoredUtf16(state_);
      break;
    case CodecId::kUtf8:
    case CodecId::kSingleByte:
    case CodecId::kBig5:
    case CodecId::kEucJp:
    case CodecId::kShiftJis:
    case CodecId::kEucKr:
    case CodecId::kReplacement:
    case CodecId::kXUserDefined:
      // These codecs' states never hold a restored byte.
      break;
  }
}

bool IsWellFormed(std::span<const uint8_t> bytes, Encoding encoding) noexcept {
  Decoder decoder(encoding, DecodeErrorMode::kFatal, BomMode::kKeep);
  return decoder.Validate(bytes, Flush::kYes).status ==
         DecodeStatus::kInputEmpty;
}

}  // namespace v8_encoding
