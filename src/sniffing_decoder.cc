// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/sniffing_decoder.h"

#include <algorithm>

namespace v8_encoding {

void SniffingDecoder::Decide(Encoding encoding) noexcept {
  // From here on a second byte order mark is a character.
  decoder_ = Decoder(encoding, decoder_.error_mode(), BomMode::kKeep);
  stage_ = Stage::kDecided;
}

// *BOM sniff*, byte by byte. Returns how many bytes of the input were read:
// those of a byte order mark, or of what may become one.
size_t SniffingDecoder::Sniff(std::span<const uint8_t> input,
                              Flush flush) noexcept {
  size_t read = 0;
  while (stage_ != Stage::kDecided) {
    if (read == input.size()) {
      if (flush == Flush::kNo) {
        return read;
      }
      break;
    }
    const uint8_t byte = input[read];
    if (stage_ == Stage::kNothing && (byte == 0xFE || byte == 0xFF)) {
      stage_ = byte == 0xFE ? Stage::kFe : Stage::kFf;
    } else if (stage_ == Stage::kNothing && byte == 0xEF) {
      stage_ = Stage::kEf;
    } else if (stage_ == Stage::kEf && byte == 0xBB) {
      stage_ = Stage::kEfBb;
    } else if (stage_ == Stage::kEfBb && byte == 0xBF) {
      Decide(Encoding::kUtf8);
    } else if (stage_ == Stage::kFe && byte == 0xFF) {
      Decide(Encoding::kUtf16Be);
    } else if (stage_ == Stage::kFf && byte == 0xFE) {
      Decide(Encoding::kUtf16Le);
    } else {
      break;
    }
    ++read;
  }
  if (stage_ == Stage::kDecided) {
    return read;
  }
  // No byte order mark: what looked like one is text. What this call has read
  // of it is read again, in one go with the rest; what earlier calls have read,
  // waits.
  const uint8_t bytes[] = {static_cast<uint8_t>(stage_ == Stage::kFe   ? 0xFE
                                                : stage_ == Stage::kFf ? 0xFF
                                                                       : 0xEF),
                           0xBB};
  const size_t count = stage_ == Stage::kNothing ? 0
                       : stage_ == Stage::kEfBb  ? 2
                                                 : 1;
  waiting_count_ = static_cast<uint8_t>(count - read);
  std::copy_n(bytes, waiting_count_, waiting_);
  Decide(fallback_);
  return 0;
}

template <typename Decode>
DecodeResult SniffingDecoder::Run(std::span<const uint8_t> input,
                                  Flush flush,
                                  const Decode& decode) noexcept {
  const size_t sniffed = stage_ == Stage::kDecided ? 0 : Sniff(input, flush);
  DecodeResult total{.status = DecodeStatus::kInputEmpty};
  while (waiting_count_ != 0) {
    const DecodeResult result =
        decode(std::span<const uint8_t>(waiting_, waiting_count_), Flush::kNo,
               total.written);
    waiting_count_ = static_cast<uint8_t>(waiting_count_ - result.read);
    std::copy_n(waiting_ + result.read, waiting_count_, waiting_);
    total.status = result.status;
    total.malformed_length = result.malformed_length;
    // The bytes that still wait were read, too.
    total.read_ahead_length =
        static_cast<uint8_t>(result.read_ahead_length + waiting_count_);
    total.had_replacements |= result.had_replacements;
    total.written += result.written;
    if (result.status != DecodeStatus::kInputEmpty) {
      if (result.status != DecodeStatus::kMalformed) {
        total.read_ahead_length = 0;
      }
      return total;
    }
  }
  if (stage_ != Stage::kDecided) {
    total.read = sniffed;
    return total;
  }
  DecodeResult result = decode(input.subspan(sniffed), flush, total.written);
  result.read += sniffed;
  result.written += total.written;
  result.had_replacements |= total.had_replacements;
  if (result.status == DecodeStatus::kInputEmpty && flush == Flush::kYes) {
    stage_ = Stage::kNothing;
  }
  return result;
}

DecodeResult SniffingDecoder::DecodeToLatin1(std::span<const uint8_t> input,
                                             std::span<uint8_t> output,
                                             Flush flush) noexcept {
  return Run(
      input, flush,
      [&](std::span<const uint8_t> part, Flush part_flush, size_t written) {
        return decoder_.DecodeToLatin1(part, output.subspan(written),
                                       part_flush);
      });
}

DecodeResult SniffingDecoder::DecodeToUtf16(std::span<const uint8_t> input,
                                            std::span<char16_t> output,
                                            Flush flush) noexcept {
  return Run(
      input, flush,
      [&](std::span<const uint8_t> part, Flush part_flush, size_t written) {
        return decoder_.DecodeToUtf16(part, output.subspan(written),
                                      part_flush);
      });
}

DecodeResult SniffingDecoder::DecodeToUtf8(std::span<const uint8_t> input,
                                           std::span<uint8_t> output,
                                           Flush flush) noexcept {
  return Run(
      input, flush,
      [&](std::span<const uint8_t> part, Flush part_flush, size_t written) {
        return decoder_.DecodeToUtf8(part, output.subspan(written), part_flush);
      });
}

DecodeResult SniffingDecoder::Validate(std::span<const uint8_t> input,
                                       Flush flush) noexcept {
  return Run(input, flush,
             [&](std::span<const uint8_t> part, Flush part_flush, size_t) {
               return decoder_.Validate(part, part_flush);
             });
}

}  // namespace v8_encoding
