// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/encoder.h"

#include <algorithm>
#include <cassert>

#include "src/codecs/codec_of.h"
#include "src/codecs/encode_driver.h"
#include "src/codecs/short_ascii.h"
#include "src/kernels/copy.h"
#include "src/kernels/utf8/utf8_length.h"

namespace v8_encoding {

namespace {

using internal::CodecId;
using internal::CodecOf;

}  // namespace

bool HasEncoder(Encoding encoding) noexcept {
  switch (CodecOf(encoding)) {
    case CodecId::kUtf8:
    case CodecId::kXUserDefined:
      return true;
    case CodecId::kSingleByte:
    case CodecId::kGbk:
    case CodecId::kGb18030:
    case CodecId::kBig5:
    case CodecId::kEucJp:
    case CodecId::kIso2022Jp:
    case CodecId::kShiftJis:
    case CodecId::kEucKr:
#ifdef V8_ENCODING_NO_LEGACY_ENCODERS
      return false;
#else
      return true;
#endif
    case CodecId::kReplacement:
    case CodecId::kUtf16Be:
    case CodecId::kUtf16Le:
      break;
  }
  return false;
}

bool Encoder::HasPendingLead() const noexcept {
  return !internal::HasPendingUtf8(state_) &&
         internal::PendingUnit(state_) != 0;
}

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

}  // namespace

// A view of a decoder of UTF-8 and of EncodeFromUtf16(), block by block. Where
// the encoder stops within a block, the block's first units are decoded once
// more, which tells how many bytes those are.
EncodeResult Encoder::EncodeFromUtf8(std::span<const uint8_t> input,
                                     std::span<uint8_t> output,
                                     Flush flush) noexcept {
  assert(!internal::Overlap(input, output));
  // A caller that stops at each unmappable character has each block decoded for
  // one character: blocks are small until something has been done.
  constexpr size_t kMaxBlock = 2048;
  constexpr size_t kFirstBlock = 64;
  char16_t block[kMaxBlock];
  size_t block_size =
      error_mode_ == EncodeErrorMode::kFatal ? kFirstBlock : kMaxBlock;
  // Whether ASCII is to be looked for: at the begin, and behind a block of it.
  bool may_be_ascii = internal::EncodesAsciiAsItself(encoding_);

  EncodeResult total{.status = EncodeStatus::kInputEmpty};
  if (input.empty() && flush == Flush::kNo) {
    return total;  // What waits goes on waiting.
  }
  if (!ReplacePendingLead(*this, output, total)) {
    return total;
  }
  Decoder decoder(Encoding::kUtf8, DecodeErrorMode::kReplacementReported,
                  BomMode::kKeep);
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
      const size_t ascii = simd::CopyAsciiPrefix(
          input.data() + total.read,
          std::min(input.size() - total.read, output.size() - total.written),
          output.data() + total.written);
      total.read += ascii;
      total.written += ascii;
    }
    const std::span<const uint8_t> rest = input.subspan(total.read);
    const Decoder before = decoder;
    // No encoding has less than a byte for a unit, so with two more units than
    // there is room for, the encoder stops for want of room if it doesn't stop
    // at the end.
    const size_t max_units =
        std::min(block_size, output.size() - total.written + 2);
    DecodeResult decoded =
        decoder.DecodeToUtf16(rest, {block, max_units}, flush);
    const bool is_last = decoded.status == DecodeStatus::kInputEmpty;
    const EncodeResult encoded =
        EncodeFromUtf16({block, decoded.written}, output.subspan(total.written),
                        is_last ? flush : Flush::kNo);
    total.status = encoded.status;
    total.code_point = encoded.code_point;
    total.had_unmappables |= encoded.had_unmappables;
    total.written += encoded.written;
    if (encoded.read != decoded.written) {
      decoder = before;
      decoded = {.status = DecodeStatus::kOutputFull};
      if (encoded.read != 0) {
        decoded = decoder.DecodeToUtf16(rest, {block, encoded.read}, flush);
      }
    }
    if (encoded.status != EncodeStatus::kInputEmpty && encoded.read != 0) {
      // Bytes behind the last character, which were all read by this call.
      decoded.read -= internal::PendingUtf8Length(decoder.state().codec());
      decoder.set_state(DecoderState());
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

size_t Utf8Length(std::span<const char16_t> utf16) noexcept {
  return simd::Utf8LengthOfUtf16(utf16.data(), utf16.size());
}

size_t Utf8Length(std::span<const uint8_t> latin1) noexcept {
  return simd::Utf8LengthOfLatin1(latin1.data(), latin1.size());
}

}  // namespace v8_encoding
