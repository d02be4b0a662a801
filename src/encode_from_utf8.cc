// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Encoder::EncodeFromUtf8(): a view of a decoder of UTF-8 and of
// EncodeFromUtf16(), which copies what has the same bytes in both encodings.

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "src/code_points.h"
#include "src/codecs/codecs.h"
#include "src/codecs/encode_driver.h"
#include "src/codecs/short_ascii.h"
#include "src/decode_parts.h"
#include "src/kernels/by_target.h"
#include "src/kernels/converted.h"
#include "src/kernels/single_byte/windows_1252.h"
#include "src/kernels/utf8/utf8_decode.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {

namespace {

// What a lead surrogate that EncodeFromUtf16() has left is when UTF-8 follows.
// Returns false if `result` is what the call comes to.
bool ReplacePendingLead(Encoder& encoder,
                        std::span<uint8_t> output,
                        EncodeResult& result) {
  const EncoderState state = encoder.state();
  if (!encoder.HasPendingLead()) {
    return true;
  }
  encoder.set_state(internal::WithPendingBits(state, 0));
  constexpr char16_t kUnit[] = {u'\uFFFD'};
  result = encoder.EncodeFromUtf16(kUnit, output, Flush::kNo);
  result.had_malformed = result.read != 0;
  if (result.read == 0) {
    // Any bytes written were an escape, which leads to another state.
    encoder.set_state(internal::WithPendingBits(encoder.state(),
                                                internal::PendingBits(state)));
  }
  result.read = 0;
  return result.status == EncodeStatus::kInputEmpty;
}

// The kernel from UTF-8 to windows-1252, if this is that encoding and the CPU
// has one.
simd::Windows1252AndUtf8* KernelFor([[maybe_unused]] Encoding encoding) {
#ifndef V8_ENCODING_NO_LEGACY_ENCODERS
  if (encoding == Encoding::kWindows1252) {
    const size_t target = simd::TargetIndex();
    if (simd::HasMasks(target)) {
      return &simd::kUtf8ToWindows1252.At(target);
    }
  }
#endif
  return nullptr;
}

// Whether that kernel is to have it all, ASCII or not: so short texts are one
// or the other, and which can't be foreseen.
bool KernelTakesAscii(size_t input_size, Encoding encoding) {
  return input_size <= 64 && KernelFor(encoding) != nullptr;
}

// Text in UTF-8 that is the same in Latin-1 and windows-1252, to the latter: a
// block of it, or nothing if that isn't worth while. `block` is working memory.
template <size_t kUnits>
simd::Converted TakeLatin1(std::span<const uint8_t> input,
                           std::span<uint8_t> output,
                           char16_t (&block)[kUnits]) {
  // A stop at each quotation mark costs more than it saves.
  constexpr size_t kLeast = 256;
  if (input.size() < kLeast) {
    return {0, 0};
  }
  uint8_t* const latin1 = reinterpret_cast<uint8_t*>(block);
  const simd::Converted decoded = simd::kUtf8ToLatin1.At(simd::TargetIndex())(
      input.data(), input.size(), latin1,
      std::min(sizeof(block), output.size()), Encoding::kUtf8,
      DecodeErrorMode::kFatal);
  if (decoded.written < kLeast) {
    return {0, 0};
  }
  const EncodeResult encoded =
      Encoder(Encoding::kWindows1252)
          .EncodeFromLatin1({latin1, decoded.written}, output, Flush::kYes);
  return encoded.status == EncodeStatus::kInputEmpty
             ? simd::Converted{decoded.read, encoded.written}
             : simd::Converted{0, 0};
}

// A decoder for input.
constexpr Decoder kReplacingDecoder(Encoding::kUtf8,
                                    DecodeErrorMode::kReplacementReported,
                                    BomMode::kKeep);

// Where an encoder has stopped among the `units` that `before` has decoded from
// `input`: decodes once more those that were encoded, which tells how many
// bytes they are.
void GoBack(const EncodeResult& encoded,
            const Decoder& before,
            std::span<const uint8_t> input,
            char16_t* units,
            Flush flush,
            Decoder& decoder,
            DecodeResult& decoded) {
  if (encoded.read != decoded.written) {
    decoder = before;
    decoded = {.status = DecodeStatus::kOutputFull};
    if (encoded.read != 0) {
      decoded = decoder.DecodeToUtf16(input, {units, encoded.read}, flush);
    }
  }
  if (encoded.read != 0) {
    // Bytes behind the last character, which were all read by this call.
    decoded.read -= internal::PendingUtf8Length(decoder.state().codec());
    decoder.set_state(DecoderState());
  }
}

// Whether ASCII has what ISO-2022-JP has no place for.
// https://encoding.spec.whatwg.org/#iso-2022-jp-encoder
bool HasShiftsOrEscapes(std::span<const uint8_t> ascii) {
  uint8_t found = 0;
  for (const uint8_t byte : ascii) {
    found |= static_cast<uint8_t>((byte | 1) == 0x0F) |
             static_cast<uint8_t>(byte == 0x1B);
  }
  return found != 0;
}

// So few bytes are decoded one by one.
constexpr size_t kMaxFewBytes = 6;

// Decodes well-formed text of the BMP. Returns how many units that are, or 0 if
// it isn't for here.
size_t DecodeFew(std::span<const uint8_t> input, char16_t* units) {
  const auto continues = [&](size_t i) {
    return i < input.size() && (input[i] & 0xC0) == 0x80;
  };
  size_t written = 0;
  for (size_t i = 0; i != input.size();) {
    const uint32_t lead = input[i];
    uint32_t unit = lead;
    size_t length = 1;
    if (lead >= 0xE0 && lead < 0xF0) {
      if (!continues(i + 1) || !continues(i + 2)) {
        return 0;
      }
      unit = (lead & 0x0F) << 12 | (input[i + 1] & 0x3Fu) << 6 |
             (input[i + 2] & 0x3Fu);
      if (unit < 0x800 || internal::IsSurrogate(unit)) {
        return 0;
      }
      length = 3;
    } else if (lead >= 0x80) {
      if (lead < 0xC2 || lead >= 0xE0 || !continues(i + 1)) {
        return 0;
      }
      unit = (lead & 0x1F) << 6 | (input[i + 1] & 0x3Fu);
      length = 2;
    }
    units[written++] = static_cast<char16_t>(unit);
    i += length;
  }
  return written;
}

// What EncodeFromUtf8() encodes at once. A caller that stops at each unmappable
// character has as much decoded for each.
constexpr size_t kMaxUtf8AtOnce = 256;

}  // namespace

EncodeResult Encoder::EncodeFromUtf8(std::span<const uint8_t> input,
                                     std::span<uint8_t> output,
                                     Flush flush) noexcept {
  assert(!internal::Overlap(input, output));
  if (input.empty() || encoding_ == Encoding::kUtf8 ||
      state_ != EncoderState()) {
    return EncodeFromUtf8ByBlocks(input, output, flush, 0);
  }
  size_t ascii = 0;
  const bool is_iso_2022_jp = encoding_ == Encoding::kIso2022Jp;
  if (!KernelTakesAscii(input.size(), encoding_) &&
      internal::IsProbablyAscii(input) &&
      (is_iso_2022_jp || internal::EncodesAsciiAsItself(encoding_))) {
    ascii = internal::CopyAscii(input, output);
    if (ascii == input.size() &&
        !(is_iso_2022_jp && HasShiftsOrEscapes(input))) {
      return {
          .status = EncodeStatus::kInputEmpty, .read = ascii, .written = ascii};
    }
    if (is_iso_2022_jp) {
      ascii = 0;
    }
  }
  if (input.size() - ascii > kMaxUtf8AtOnce) {
    return EncodeFromUtf8ByBlocks(input, output, flush, ascii);
  }
  if (simd::Windows1252AndUtf8* const kernel = KernelFor(encoding_)) {
    const size_t written = kernel(input.data() + ascii, input.size() - ascii,
                                  output.data() + ascii, output.size() - ascii);
    if (written != 0) {
      return {.status = EncodeStatus::kInputEmpty,
              .read = input.size(),
              .written = ascii + written};
    }
  }
  return EncodeFromUtf8AtOnce(input, output, flush, ascii);
}

// These go on behind the first `done` bytes, which were copied.

// Up to kMaxUtf8AtOnce, in the neutral state. What is returned is made anew: a
// result that was written part by part, and is copied as a whole, has to be
// waited for.
[[gnu::noinline]] EncodeResult Encoder::EncodeFromUtf8AtOnce(
    std::span<const uint8_t> input,
    std::span<uint8_t> output,
    Flush flush,
    size_t done) noexcept {
  char16_t units[Decoder::MaxUnits(kMaxUtf8AtOnce)];
  const std::span<const uint8_t> rest = input.subspan(done);
  Decoder decoder = kReplacingDecoder;
  DecodeResult decoded;
  const size_t few = rest.size() <= kMaxFewBytes ? DecodeFew(rest, units) : 0;
  if (few != 0) {
    decoded.read = rest.size();
    decoded.written = few;
  } else {
    decoded = decoder.DecodeToUtf16(rest, units, flush);
  }
  const EncodeResult encoded =
      EncodeFromUtf16({units, decoded.written}, output.subspan(done), flush);
  if (encoded.status != EncodeStatus::kInputEmpty) [[unlikely]] {
    GoBack(encoded, kReplacingDecoder, rest, units, flush, decoder, decoded);
  }
  if (decoder.state() != DecoderState()) {
    state_ = internal::WithPendingBits(state_, decoder.state().codec());
  }
  return {.status = encoded.status,
          .had_unmappables = encoded.had_unmappables,
          .had_malformed = decoded.had_replacements,
          .code_point = encoded.code_point,
          .read = done + decoded.read,
          .written = done + encoded.written};
}

// A view of a decoder of UTF-8 and of EncodeFromUtf16(), block by block.
[[gnu::noinline]] EncodeResult Encoder::EncodeFromUtf8ByBlocks(
    std::span<const uint8_t> input,
    std::span<uint8_t> output,
    Flush flush,
    size_t done) noexcept {
  // A caller that stops at each unmappable character has each block decoded for
  // one character: blocks are small until something has been done.
  constexpr size_t kMaxBlock = 2048;
  constexpr size_t kFirstBlock = 64;
  char16_t block[kMaxBlock];
  size_t block_size =
      error_mode_ == EncodeErrorMode::kFatal ? kFirstBlock : kMaxBlock;
  // Whether ASCII is to be looked for: at the begin, and behind a block of it.
  bool may_be_ascii = internal::EncodesAsciiAsItself(encoding_);

  EncodeResult total{
      .status = EncodeStatus::kInputEmpty, .read = done, .written = done};
  if (input.empty() && flush == Flush::kNo) {
    return total;  // What waits goes on waiting.
  }
  if (!ReplacePendingLead(*this, output, total)) {
    return total;
  }
  Decoder decoder = kReplacingDecoder;
  if (internal::HasPendingUtf8(state_)) {
    decoder.set_state(DecoderState().WithCodec(internal::PendingBits(state_)));
    state_ = internal::WithPendingBits(state_, 0);
  }
  if (encoding_ == Encoding::kUtf8) {
    const DecodeResult decoded =
        decoder.DecodeToUtf8(input, output.subspan(total.written), flush);
    state_ = internal::WithPendingBits(state_, decoder.state().codec());
    total.status = decoded.status == DecodeStatus::kOutputFull
                       ? EncodeStatus::kOutputFull
                       : EncodeStatus::kInputEmpty;
    total.had_malformed |= decoded.had_replacements;
    total.read = decoded.read;
    total.written += decoded.written;
    return total;
  }
  for (;;) {
    if (may_be_ascii && decoder.state() == DecoderState() &&
        total.read != input.size() && input[total.read] < 0x80) {
      const size_t ascii = internal::CopyAscii(input.subspan(total.read),
                                               output.subspan(total.written));
      total.read += ascii;
      total.written += ascii;
      if (total.written == output.size() && total.read != input.size() &&
          input[total.read] < 0x80) {
        total.status = EncodeStatus::kOutputFull;
        return total;
      }
    }
    const std::span<const uint8_t> rest = input.subspan(total.read);
    const std::span<uint8_t> room = output.subspan(total.written);
    if (encoding_ == Encoding::kWindows1252 &&
        decoder.state() == DecoderState()) {
      const simd::Converted taken = TakeLatin1(rest, room, block);
      if (taken.read != 0) {
        total.read += taken.read;
        total.written += taken.written;
        may_be_ascii = taken.read == taken.written;
        continue;
      }
    }
    const Decoder before = decoder;
    // No encoding has less than a byte for a unit, so with two more units than
    // there is room for, the encoder stops for want of room if it doesn't stop
    // at the end.
    const size_t max_units = std::min(block_size, room.size() + 2);
    DecodeResult decoded =
        decoder.DecodeToUtf16(rest, {block, max_units}, flush);
    const bool is_last = decoded.status == DecodeStatus::kInputEmpty;
    const EncodeResult encoded = EncodeFromUtf16({block, decoded.written}, room,
                                                 is_last ? flush : Flush::kNo);
    total.status = encoded.status;
    total.code_point = encoded.code_point;
    total.had_unmappables |= encoded.had_unmappables;
    total.written += encoded.written;
    if (encoded.status != EncodeStatus::kInputEmpty) {
      GoBack(encoded, before, rest, block, flush, decoder, decoded);
    }
    total.read += decoded.read;
    total.had_malformed |= decoded.had_replacements;
    if (is_last || encoded.status != EncodeStatus::kInputEmpty) {
      if (decoder.state() != DecoderState()) {
        state_ = internal::WithPendingBits(state_, decoder.state().codec());
      }
      return total;
    }
    block_size = std::min(4 * block_size, kMaxBlock);
    may_be_ascii = internal::EncodesAsciiAsItself(encoding_) &&
                   decoded.read == decoded.written;
  }
}

}  // namespace v8_encoding
