// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/model/model.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/model/model_coder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::model {

namespace {

void Assert(bool condition) {
  if (!condition) {
    std::abort();
  }
}

bool IsSurrogate(uint32_t code_point) {
  return code_point >= 0xD800 && code_point <= 0xDFFF;
}

bool IsUtf16(Encoding encoding) {
  return encoding == Encoding::kUtf16Be || encoding == Encoding::kUtf16Le;
}

std::u32string ToText(IoQueue& queue) {
  std::u32string text;
  for (uint32_t item : queue.ToList()) {
    text.push_back(static_cast<char32_t>(item));
  }
  return text;
}

Bytes ToBytes(IoQueue& queue) {
  Bytes bytes;
  for (uint32_t item : queue.ToList()) {
    bytes.push_back(static_cast<uint8_t>(item));
  }
  return bytes;
}

class NoEncoder final : public Coder {
 public:
  Result Handle(IoQueue&, Item code_point) override {
    return code_point ? Result::ErrorWith(*code_point) : Result::Finished();
  }
};

}  // namespace

std::unique_ptr<Coder> NewDecoder(Encoding encoding) {
  switch (encoding) {
    case Encoding::kUtf8:
      return NewUtf8Decoder();
    case Encoding::kGbk:
    case Encoding::kGb18030:
      return NewGb18030Decoder();
    case Encoding::kBig5:
      return NewBig5Decoder();
    case Encoding::kEucJp:
      return NewEucJpDecoder();
    case Encoding::kIso2022Jp:
      return NewIso2022JpDecoder();
    case Encoding::kShiftJis:
      return NewShiftJisDecoder();
    case Encoding::kEucKr:
      return NewEucKrDecoder();
    case Encoding::kReplacement:
      return NewReplacementDecoder();
    case Encoding::kUtf16Be:
      return NewUtf16Decoder(true);
    case Encoding::kUtf16Le:
      return NewUtf16Decoder(false);
    case Encoding::kXUserDefined:
      return NewXUserDefinedDecoder();
    default:
      return NewSingleByteDecoder(encoding);
  }
}

std::unique_ptr<Coder> NewEncoder(Encoding encoding) {
  switch (encoding) {
    case Encoding::kUtf8:
      return NewUtf8Encoder();
    case Encoding::kGbk:
      return NewGb18030Encoder(true);
    case Encoding::kGb18030:
      return NewGb18030Encoder(false);
    case Encoding::kBig5:
      return NewBig5Encoder();
    case Encoding::kEucJp:
      return NewEucJpEncoder();
    case Encoding::kIso2022Jp:
      return NewIso2022JpEncoder();
    case Encoding::kShiftJis:
      return NewShiftJisEncoder();
    case Encoding::kEucKr:
      return NewEucKrEncoder();
    case Encoding::kXUserDefined:
      return NewXUserDefinedEncoder();
    case Encoding::kReplacement:
    case Encoding::kUtf16Be:
    case Encoding::kUtf16Le:
      return std::make_unique<NoEncoder>();
    default:
      return NewSingleByteEncoder(encoding);
  }
}

// https://encoding.spec.whatwg.org/#concept-encoding-process
Result ProcessItem(Item item,
                   Coder& coder,
                   IoQueue& input,
                   IoQueue& output,
                   Mode mode) {
  // 1. to 3. A decoder isn't run in html mode, nor an encoder in replacement
  // mode or on surrogates; the callers below see to that.
  // 4.
  const Result result = coder.Handle(input, item);
  switch (result.kind) {
    // 5. The output ends.
    case Result::Kind::kFinished:
      output.Push(kEndOfQueue);
      return result;
    // 6. The items go to the output.
    case Result::Kind::kItems:
      for (uint32_t result_item : result.items) {
        Assert(!IsSurrogate(result_item));
        output.Push(result_item);
      }
      break;
    // 7. Errors, by mode.
    case Result::Kind::kError:
      switch (mode) {
        case Mode::kReplacement:
          output.Push(0xFFFD);
          break;
        case Mode::kHtml:
          for (char c : "&#" + std::to_string(result.code_point) + ";") {
            output.Push(static_cast<uint8_t>(c));
          }
          break;
        case Mode::kFatal:
          return result;
      }
      break;
    case Result::Kind::kContinue:
      break;
  }
  // 8.
  return Result::Continue();
}

// https://encoding.spec.whatwg.org/#concept-encoding-run
Result ProcessQueue(Coder& coder, IoQueue& input, IoQueue& output, Mode mode) {
  while (true) {
    Result result = ProcessItem(input.Read(), coder, input, output, mode);
    if (result.kind != Result::Kind::kContinue) {
      return result;
    }
  }
}

// https://encoding.spec.whatwg.org/#utf-8-decode
std::u32string Utf8Decode(std::span<const uint8_t> bytes) {
  IoQueue io_queue = IoQueue::Of(bytes);
  IoQueue output;
  // 1. and 2. Skip a byte order mark.
  if (io_queue.Peek(3) == std::vector<uint32_t>{0xEF, 0xBB, 0xBF}) {
    io_queue.Read(3);
  }
  // 3.
  ProcessQueue(*NewUtf8Decoder(), io_queue, output, Mode::kReplacement);
  // 4.
  return ToText(output);
}

// https://encoding.spec.whatwg.org/#utf-8-decode-without-bom
std::u32string Utf8DecodeWithoutBom(std::span<const uint8_t> bytes) {
  IoQueue io_queue = IoQueue::Of(bytes);
  IoQueue output;
  ProcessQueue(*NewUtf8Decoder(), io_queue, output, Mode::kReplacement);
  return ToText(output);
}

// https://encoding.spec.whatwg.org/#utf-8-decode-without-bom-or-fail
std::optional<std::u32string> Utf8DecodeWithoutBomOrFail(
    std::span<const uint8_t> bytes) {
  IoQueue io_queue = IoQueue::Of(bytes);
  IoQueue output;
  // 1.
  const Result potential_error =
      ProcessQueue(*NewUtf8Decoder(), io_queue, output, Mode::kFatal);
  // 2.
  if (potential_error.kind == Result::Kind::kError) {
    return std::nullopt;
  }
  // 3.
  return ToText(output);
}

// https://encoding.spec.whatwg.org/#utf-8-encode
Bytes Utf8Encode(std::u32string_view text) {
  return Encode(text, Encoding::kUtf8);
}

// https://encoding.spec.whatwg.org/#decode
std::u32string Decode(std::span<const uint8_t> bytes, Encoding fallback) {
  IoQueue io_queue = IoQueue::Of(bytes);
  IoQueue output;
  Encoding encoding = fallback;
  // 1.
  const std::optional<Encoding> bom_encoding = BomSniff(io_queue);
  // 2. A byte order mark wins, and is skipped.
  if (bom_encoding) {
    encoding = *bom_encoding;
    io_queue.Read(encoding == Encoding::kUtf8 ? 3 : 2);
  }
  // 3.
  ProcessQueue(*NewDecoder(encoding), io_queue, output, Mode::kReplacement);
  // 4.
  return ToText(output);
}

// https://encoding.spec.whatwg.org/#bom-sniff
std::optional<Encoding> BomSniff(const IoQueue& queue) {
  // 1.
  const std::vector<uint32_t> bom = queue.Peek(3);
  // 2. The table, top down.
  const std::pair<std::vector<uint32_t>, Encoding> table[] = {
      {{0xEF, 0xBB, 0xBF}, Encoding::kUtf8},
      {{0xFE, 0xFF}, Encoding::kUtf16Be},
      {{0xFF, 0xFE}, Encoding::kUtf16Le},
  };
  for (const auto& [bytes, encoding] : table) {
    if (bom.size() >= bytes.size() &&
        std::equal(bytes.begin(), bytes.end(), bom.begin())) {
      return encoding;
    }
  }
  return std::nullopt;
}

// https://encoding.spec.whatwg.org/#encode
Bytes Encode(std::u32string_view text, Encoding encoding) {
  // 1.
  Assert(GetOutputEncoding(encoding) == encoding);
  const std::unique_ptr<Coder> encoder = NewEncoder(encoding);
  // 2.
  IoQueue io_queue = IoQueue::Of(text);
  IoQueue output;
  ProcessQueue(*encoder, io_queue, output, Mode::kHtml);
  // 3.
  return ToBytes(output);
}

// https://encoding.spec.whatwg.org/#encode-or-fail
std::optional<uint32_t> EncodeOrFail(IoQueue& input,
                                     Coder& encoder,
                                     Bytes& output) {
  IoQueue output_queue;
  // 1.
  const Result potential_error =
      ProcessQueue(encoder, input, output_queue, Mode::kFatal);
  // 2. The output has its end-of-queue.
  const Bytes bytes = ToBytes(output_queue);
  output.insert(output.end(), bytes.begin(), bytes.end());
  // 3.
  if (potential_error.kind == Result::Kind::kError) {
    return potential_error.code_point;
  }
  // 4.
  return std::nullopt;
}

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

DecodeOutcome DecodeAll(Encoding encoding,
                        std::span<const uint8_t> bytes,
                        Mode mode,
                        bool ignore_bom) {
  const std::unique_ptr<Coder> decoder = NewDecoder(encoding);
  IoQueue input = IoQueue::Of(bytes);
  IoQueue output;
  DecodeOutcome outcome;
  while (true) {
    const size_t pending = decoder->PendingBytes();
    const size_t before = bytes.size() - input.size();
    const size_t position = output.size();
    const Item item = input.Read();
    const Result result =
        ProcessItem(item, *decoder, input, output, Mode::kFatal);
    if (result.kind == Result::Kind::kFinished) {
      break;
    }
    if (result.kind == Result::Kind::kError) {
      const size_t read = bytes.size() - input.size();
      outcome.errors.push_back(
          {before - pending, read - decoder->PendingBytes(), read, position});
      if (mode == Mode::kReplacement) {
        output.Push(0xFFFD);
      }
    }
  }
  outcome.text = ToText(output);
  // *Serialize I/O queue*.
  const bool has_bom = encoding == Encoding::kUtf8 || IsUtf16(encoding);
  if (has_bom && !ignore_bom && outcome.text.starts_with(U'\uFEFF')) {
    outcome.text.erase(0, 1);
    for (DecodeError& error : outcome.errors) {
      error.position -= error.position > 0 ? 1 : 0;
    }
  }
  return outcome;
}

EncodeOutcome EncodeAll(Encoding encoding,
                        std::u32string_view text,
                        Mode mode) {
  const std::unique_ptr<Coder> encoder = NewEncoder(encoding);
  IoQueue input = IoQueue::Of(text);
  IoQueue output;
  EncodeOutcome outcome;
  while (true) {
    const Result result = ProcessQueue(*encoder, input, output, mode);
    if (result.kind == Result::Kind::kFinished) {
      break;
    }
    outcome.errors.push_back(
        {result.code_point, text.size() - input.size(), output.size()});
  }
  outcome.bytes = ToBytes(output);
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
