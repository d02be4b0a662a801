// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/decoder.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <iterator>

#include "src/codecs/big5.h"
#include "src/codecs/codec.h"
#include "src/codecs/codec_of.h"
#include "src/codecs/euc_jp.h"
#include "src/codecs/euc_kr.h"
#include "src/codecs/gb18030.h"
#include "src/codecs/iso_2022_jp.h"
#include "src/codecs/replacement.h"
#include "src/codecs/shift_jis.h"
#include "src/codecs/single_byte.h"
#include "src/codecs/utf16.h"
#include "src/codecs/utf8.h"
#include "src/codecs/x_user_defined.h"
#include "src/kernels/utf8/utf8_validate.h"

namespace v8_encoding {

namespace {

using internal::CodecId;
using internal::CodecOf;
using internal::DecodeInput;
using internal::DecodeOutput;

template <typename Unit>
DecodeOutput Dispatch(Encoding encoding, const DecodeInput<Unit>& input) {
  switch (CodecOf(encoding)) {
    case CodecId::kUtf8:
      return internal::DecodeUtf8(input);
    case CodecId::kSingleByte:
      return internal::DecodeSingleByte(encoding, input);
    case CodecId::kGbk:
    case CodecId::kGb18030:
      return internal::DecodeGb18030(input);
    case CodecId::kBig5:
      return internal::DecodeBig5(input);
    case CodecId::kEucJp:
      return internal::DecodeEucJp(input);
    case CodecId::kIso2022Jp:
      return internal::DecodeIso2022Jp(input);
    case CodecId::kShiftJis:
      return internal::DecodeShiftJis(input);
    case CodecId::kEucKr:
      return internal::DecodeEucKr(input);
    case CodecId::kReplacement:
      break;
    case CodecId::kUtf16Be:
      return internal::DecodeUtf16Be(input);
    case CodecId::kUtf16Le:
      return internal::DecodeUtf16Le(input);
    case CodecId::kXUserDefined:
      return internal::DecodeXUserDefined(input);
  }
  return internal::DecodeReplacement(input);
}

// Text in UTF-8 that needs no decoding: in the neutral state all that is
// well-formed, but for a byte order mark. Counts its bytes, and its code units
// in UTF-16, and puts the decoder's state behind it.
simd::Converted TakeWellFormedUtf8(Encoding encoding,
                                   std::span<const uint8_t> input,
                                   DecoderState& state) {
  constexpr uint8_t kFirstOfByteOrderMark = 0xEF;
  if (encoding != Encoding::kUtf8 || state.codec() != 0 || input.empty() ||
      (state.at_start() && input.front() == kFirstOfByteOrderMark)) {
    return {0, 0};
  }
  const simd::Converted taken =
      simd::WellFormedUtf8Prefix(input.data(), input.size());
  state = state.WithAtStart(state.at_start() && taken.read == 0);
  return taken;
}

// What a call comes to whose input was all taken.
DecodeResult AtEnd(Decoder& decoder, DecodeResult total, Flush flush) {
  if (flush == Flush::kYes) {
    decoder.Reset();
  }
  total.status = DecodeStatus::kInputEmpty;
  return total;
}

}  // namespace

template <typename Unit>
DecodeResult Decoder::Decode(std::span<const uint8_t> input,
                             std::span<Unit> output,
                             Flush flush) {
  assert(!internal::Overlap(input, output));
  const DecodeOutput decoded =
      Dispatch<Unit>(encoding_, {.in = input.data(),
                                 .in_end = input.data() + input.size(),
                                 .out = output.data(),
                                 .out_end = output.data() + output.size(),
                                 .flush = flush,
                                 .error_mode = error_mode_,
                                 .state = state_});
  state_ = decoded.state;
  if (decoded.result.status == DecodeStatus::kInputEmpty &&
      flush == Flush::kYes) {
    Reset();
  }
  return decoded.result;
}

DecodeResult Decoder::DecodeToLatin1(std::span<const uint8_t> input,
                                     std::span<uint8_t> output,
                                     Flush flush) {
  return Decode(input, output, flush);
}

DecodeResult Decoder::DecodeToUtf16(std::span<const uint8_t> input,
                                    std::span<char16_t> output,
                                    Flush flush) {
  return Decode(input, output, flush);
}

// A view of DecodeToUtf16, block by block. While three bytes fit for each unit
// of a block, whatever is decoded also fits; near the output's end, where that
// can't be promised, one character at a time is tried on a copy of the decoder
// and taken back if its bytes turn out too many.
DecodeResult Decoder::DecodeToUtf8(std::span<const uint8_t> input,
                                   std::span<uint8_t> output,
                                   Flush flush) {
  assert(!internal::Overlap(input, output));
  constexpr size_t kMaxBytesPerUnit = 3;
  // So much at a time that what was looked at is still near when it's copied.
  constexpr size_t kMaxCopied = 16 * 1024;
  char16_t block[2048];
  DecodeResult total{.status = DecodeStatus::kOutputFull};
  for (;;) {
    const std::span<uint8_t> room = output.subspan(total.written);
    const size_t copied =
        TakeWellFormedUtf8(
            encoding_,
            input.subspan(total.read, std::min({input.size() - total.read,
                                                room.size(), kMaxCopied})),
            state_)
            .read;
    if (copied != 0) {
      std::memcpy(room.data(), input.data() + total.read, copied);
      total.read += copied;
      total.written += copied;
      if (total.read != input.size()) {
        continue;
      }
      return AtEnd(*this, total, flush);
    }
    const size_t block_size =
        std::min(std::size(block), room.size() / kMaxBytesPerUnit);

    Decoder trial = *this;
    std::span<const uint8_t> rest = input.subspan(total.read);
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

    const internal::EncodeOutput encoded =
        internal::EncodeUtf8<char16_t>({.in = block,
                                        .in_end = block + decoded.written,
                                        .out = room.data(),
                                        .out_end = room.data() + room.size(),
                                        .flush = Flush::kYes,
                                        .error_mode = EncodeErrorMode::kFatal,
                                        .state = EncoderState()});
    if (encoded.result.status == EncodeStatus::kOutputFull) {
      return total;
    }
    *this = trial;
    total.read += decoded.read;
    total.written += encoded.result.written;
    if (decoded.status != DecodeStatus::kOutputFull) {
      decoded.read = total.read;
      decoded.written = total.written;
      return decoded;
    }
  }
}

DecodeResult Decoder::Validate(std::span<const uint8_t> input, Flush flush) {
  char16_t block[2048];
  DecodeResult total{.status = DecodeStatus::kOutputFull};
  while (total.status == DecodeStatus::kOutputFull) {
    const simd::Converted taken =
        TakeWellFormedUtf8(encoding_, input.subspan(total.read), state_);
    total.read += taken.read;
    total.written += taken.written;
    if (taken.read != 0 && total.read == input.size()) {
      return AtEnd(*this, total, flush);
    }
    DecodeResult decoded =
        DecodeToUtf16(input.subspan(total.read), block, flush);
    decoded.read += total.read;
    decoded.written += total.written;
    total = decoded;
  }
  return total;
}

void Decoder::DropRestored() {
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

bool IsWellFormed(std::span<const uint8_t> bytes, Encoding encoding) {
  Decoder decoder(encoding, DecodeErrorMode::kFatal, BomMode::kKeep);
  return decoder.Validate(bytes, Flush::kYes).status ==
         DecodeStatus::kInputEmpty;
}

}  // namespace v8_encoding
