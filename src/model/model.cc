// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/model/model.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

}  // namespace v8_encoding::model
