// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "v8_encoding/sniffing_decoder.h"

#include <algorithm>
#include <optional>

namespace v8_encoding {

void SniffingDecoder::Decide(Encoding encoding) noexcept {
  // From here on a second byte order mark is a character.
  decoder_ = Decoder(encoding, decoder_.error_mode(), BomMode::kKeep);
  is_decided_ = true;
}

// *BOM sniff*, unless that is done. Returns how many bytes of the input were
// read: those of a byte order mark, or of what may become one. Where there is
// no byte order mark, what this call has looked at is read again, in one go
// with the rest; what earlier calls have read, waits.
size_t SniffingDecoder::Sniff(std::span<const uint8_t> input,
                              Flush flush) noexcept {
  constexpr size_t kMaxLength = 3;
  uint8_t bytes[kMaxLength];
  std::copy_n(waiting_, waiting_count_, bytes);
  const size_t taken = std::min(input.size(), kMaxLength - waiting_count_);
  std::copy_n(input.data(), taken, bytes + waiting_count_);
  const std::span<const uint8_t> start(bytes, waiting_count_ + taken);
  if (const std::optional<ByteOrderMark> bom = BomSniff(start)) {
    const size_t read = bom->length - waiting_count_;
    waiting_count_ = 0;
    Decide(bom->encoding);
    return read;
  }
  if (flush == Flush::kNo && MayBecomeByteOrderMark(start)) {
    if (!start.empty()) {
      // Of another text: encoding() speaks no longer of the one before.
      decoder_ = Decoder(fallback_, decoder_.error_mode(), BomMode::kKeep);
    }
    std::copy_n(bytes, start.size(), waiting_);
    waiting_count_ = static_cast<uint8_t>(start.size());
    return taken;
  }
  Decide(fallback_);
  return 0;
}

template <typename Decode>
DecodeResult SniffingDecoder::Run(std::span<const uint8_t> input,
                                  Flush flush,
                                  const Decode& decode) noexcept {
  // Most texts' first byte begins no byte order mark.
  if (!is_decided_ && waiting_count_ == 0 && !input.empty() &&
      !MayBecomeByteOrderMark(input.first(1))) {
    Decide(fallback_);
  }
  if (is_decided_ && waiting_count_ == 0) {
    DecodeResult result = decode(input, flush, 0);
    if (result.status == DecodeStatus::kInputEmpty && flush == Flush::kYes) {
      is_decided_ = false;
    }
    return result;
  }
  const size_t sniffed = is_decided_ ? 0 : Sniff(input, flush);
  DecodeResult total{.status = DecodeStatus::kInputEmpty};
  if (!is_decided_) {
    total.read = sniffed;
    return total;
  }
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
  DecodeResult result = decode(input.subspan(sniffed), flush, total.written);
  result.read += sniffed;
  result.written += total.written;
  result.had_replacements |= total.had_replacements;
  if (result.status == DecodeStatus::kInputEmpty && flush == Flush::kYes) {
    is_decided_ = false;
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
