// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/decoder.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "src/codecs/codec_of.h"
#include "src/codecs/codecs.h"
#include "src/codecs/short_ascii.h"
#include "src/decode_parts.h"
#include "src/kernels/by_target.h"
#include "src/kernels/converted.h"
#include "src/kernels/copy.h"
#include "src/kernels/stage.h"
#include "src/kernels/utf8/utf8_validate.h"
#include "src/tables/single_byte.h"

namespace v8_encoding {

namespace {

using internal::CodecId;
using internal::CodecOf;
using internal::DecodeStages;

// How far LooksWide() looks at most: as far as a try of DecodeToLatin1() is all
// that a caller has to lose.
constexpr size_t kLookAhead = 2048;

// Whether a character of windows-1252 that Latin-1 lacks is near.
bool HasWindows1252Soon(std::span<const uint8_t> input) {
  using internal::short_ascii::Bytes;
  constexpr size_t kNear = 128;
  const size_t n = std::min(input.size(), kNear);
  const auto is_other = [](auto bytes) { return (bytes & 0xE0) == 0x80; };
  size_t i = 0;
  Bytes others = {};
  for (; n - i >= sizeof(Bytes); i += sizeof(Bytes)) {
    others |= reinterpret_cast<Bytes>(
        is_other(internal::short_ascii::Load<Bytes>(input.data() + i)));
  }
  return internal::short_ascii::AnyBits(others) ||
         std::ranges::any_of(input.first(n).subspan(i), is_other);
}

// Whether the text that `input` begins or goes on with, which isn't ASCII by
// itself, is likely to have a character above U+00FF. The input isn't empty.
bool LooksWide(Encoding encoding,
               DecoderState state,
               std::span<const uint8_t> input) {
  const uint8_t byte = input.front();
  switch (CodecOf(encoding)) {
    case CodecId::kUtf8: {
      // A lead that waits is in the low byte.
      const size_t n = std::min(input.size(), kLookAhead);
      return (state.codec() & 0xFF) > 0xC3 ||
             simd::Latin1PrefixOfUtf8(input.data(), n) != n;
    }
    case CodecId::kSingleByte:
      if (encoding == Encoding::kWindows1252) {
        return HasWindows1252Soon(input);
      }
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
