// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The interfaces TextDecoder and TextEncoder, without Web IDL, and Web IDL's
// conversion of strings.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/model/model.h"
#include "src/model/model_coder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::model {

TextDecoder::TextDecoder(Encoding encoding, Options options)
    : encoding_(encoding), options_(options) {
  Assert(encoding != Encoding::kReplacement);
}

// https://encoding.spec.whatwg.org/#dom-textdecoder-decode
std::optional<std::u32string> TextDecoder::Decode(
    std::span<const uint8_t> input,
    bool stream) {
  // 1. A new text.
  if (!do_not_flush_) {
    decoder_ = NewDecoder(encoding_);
    io_queue_ = IoQueue();
    bom_seen_ = false;
  }
  // 2.
  do_not_flush_ = stream;
  // 3.
  for (uint8_t byte : input) {
    io_queue_.Push(byte);
  }
  // 4.
  IoQueue output;
  // 5.
  while (true) {
    // 5.1.
    const Item item = io_queue_.Read();
    // 5.2. The chunk ends, yet not the text.
    if (item == kEndOfQueue && do_not_flush_) {
      return SerializeIoQueue(output);
    }
    // 5.3.
    const Result result =
        ProcessItem(item, *decoder_, io_queue_, output,
                    options_.fatal ? Mode::kFatal : Mode::kReplacement);
    if (result.kind == Result::Kind::kFinished) {
      return SerializeIoQueue(output);
    }
    if (result.kind == Result::Kind::kError) {
      // Differs: the standard keeps what is unread, restored bytes included,
      // for the next call. All engines and web-platform-tests drop it, while
      // the decoder's state and "do not flush" stay.
      if (options_.after_error == AfterError::kDropsInput) {
        io_queue_ = IoQueue();
      }
      return std::nullopt;
    }
  }
}

// https://encoding.spec.whatwg.org/#concept-td-serialize
std::u32string TextDecoder::SerializeIoQueue(IoQueue& io_queue) {
  // 1.
  std::u32string output;
  // 2.
  while (true) {
    // 2.1.
    const Item item = io_queue.Read();
    // 2.2.
    if (item == kEndOfQueue) {
      return output;
    }
    // 2.3. The first character may be a byte order mark.
    if ((encoding_ == Encoding::kUtf8 || IsUtf16(encoding_)) &&
        !options_.ignore_bom && !bom_seen_) {
      bom_seen_ = true;
      if (item == 0xFEFF) {
        continue;
      }
    }
    // 2.4.
    output.push_back(static_cast<char32_t>(*item));
  }
}

// https://encoding.spec.whatwg.org/#dom-textencoder-encode
Bytes TextEncoderEncode(std::u16string_view input) {
  // 1. and 2.
  IoQueue input_queue = IoQueue::Of(ToScalarValues(input));
  IoQueue output;
  // 3.
  while (true) {
    const Item item = input_queue.Read();
    const Result result =
        ProcessItem(item, *NewUtf8Encoder(), input_queue, output, Mode::kFatal);
    Assert(result.kind != Result::Kind::kError);
    if (result.kind == Result::Kind::kFinished) {
      return ToBytes(output);
    }
  }
}

// https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
EncodeIntoOutcome TextEncoderEncodeInto(std::u16string_view source,
                                        size_t destination_length) {
  // 1. and 2.
  EncodeIntoOutcome outcome{0, {}};
  // 3. to 5.
  const std::unique_ptr<Coder> encoder = NewUtf8Encoder();
  IoQueue unused;
  IoQueue source_queue = IoQueue::Of(ToScalarValues(source));
  // 6.
  while (true) {
    const Item item = source_queue.Read();
    const Result result = encoder->Handle(unused, item);
    if (result.kind == Result::Kind::kFinished) {
      break;
    }
    if (destination_length - outcome.written.size() < result.items.size()) {
      break;
    }
    outcome.read += *item > 0xFFFF ? 2 : 1;
    for (uint32_t byte : result.items) {
      outcome.written.push_back(static_cast<uint8_t>(byte));
    }
  }
  // 7.
  return outcome;
}

std::u32string ToScalarValues(std::u16string_view text) {
  std::u32string scalars;
  for (size_t i = 0; i < text.size(); ++i) {
    const uint32_t unit = text[i];
    if (!IsSurrogate(unit)) {
      scalars.push_back(static_cast<char32_t>(unit));
    } else if (unit < 0xDC00 && i + 1 < text.size() && text[i + 1] >= 0xDC00 &&
               text[i + 1] <= 0xDFFF) {
      scalars.push_back(static_cast<char32_t>(
          0x10000 + ((unit - 0xD800) << 10) + (text[i + 1] - 0xDC00)));
      ++i;
    } else {
      scalars.push_back(0xFFFD);
    }
  }
  return scalars;
}

std::u16string ToUtf16(std::u32string_view text) {
  std::u16string units;
  for (char32_t scalar : text) {
    Assert(!IsSurrogate(scalar));
    if (scalar > 0xFFFF) {
      units.push_back(
          static_cast<char16_t>(0xD800 + ((scalar - 0x10000) >> 10)));
      units.push_back(
          static_cast<char16_t>(0xDC00 + ((scalar - 0x10000) & 0x3FF)));
    } else {
      units.push_back(static_cast<char16_t>(scalar));
    }
  }
  return units;
}

}  // namespace v8_encoding::model
