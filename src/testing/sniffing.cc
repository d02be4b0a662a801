// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/testing/sniffing.h"

#include <optional>

#include "src/model/model.h"
#include "src/testing/canaries.h"
#include "src/testing/hex.h"

namespace v8_encoding::test_support {

namespace {

using Bytes = std::vector<uint8_t>;

// No character, two as one included, has more units.
constexpr size_t kMostForProgress = 8;

// What the calls gave.
struct Calls {
  std::u16string text;
  Bytes utf8;
  std::vector<SniffedError> errors;
  size_t units = 0;  // That Validate() counted.
  bool had_replacements = false;
  std::string failure;
};

template <typename Unit, typename Decode, typename Append>
DecodeResult Call(size_t room, Decode decode, Append append, Calls& calls) {
  OutputWithCanaries<Unit> output(room);
  const DecodeResult result = decode(output.units());
  if (!output.intact()) {
    calls.failure = "wrote behind the end";
  }
  append(output.first(result.written));
  return result;
}

DecodeResult CallOnce(SniffingDecoder& decoder,
                      const Bytes& chunk,
                      Flush flush,
                      SniffOutput output,
                      size_t room,
                      Calls& calls) {
  switch (output) {
    case SniffOutput::kUtf16:
      return Call<char16_t>(
          room,
          [&](auto units) {
            return decoder.DecodeToUtf16(chunk, units, flush);
          },
          [&](auto units) { calls.text.append(units.begin(), units.end()); },
          calls);
    case SniffOutput::kUtf8:
      return Call<uint8_t>(
          room,
          [&](auto units) { return decoder.DecodeToUtf8(chunk, units, flush); },
          [&](auto units) {
            calls.utf8.insert(calls.utf8.end(), units.begin(), units.end());
          },
          calls);
    case SniffOutput::kLatin1:
      return Call<uint8_t>(
          room,
          [&](auto units) {
            return decoder.DecodeToLatin1(chunk, units, flush);
          },
          [&](auto units) { calls.text.append(units.begin(), units.end()); },
          calls);
    case SniffOutput::kNone:
      break;
  }
  const DecodeResult result = decoder.Validate(chunk, flush);
  calls.units += result.written;
  return result;
}

Calls CallInChunks(SniffingDecoder& decoder,
                   std::span<const uint8_t> bytes,
                   std::span<const size_t> cuts,
                   SniffOutput output,
                   size_t capacity) {
  Calls calls;
  size_t read = 0;
  for (const size_t& cut : cuts) {
    const Flush flush = &cut == &cuts.back() ? Flush::kYes : Flush::kNo;
    DecodeResult result;
    size_t room = capacity;
    do {
      // In memory of its own, so that sanitizers see a read past the end.
      const Bytes chunk(bytes.begin() + static_cast<ptrdiff_t>(read),
                        bytes.begin() + static_cast<ptrdiff_t>(cut));
      result = CallOnce(decoder, chunk, flush, output, room, calls);
      read += result.read;
      calls.had_replacements |= result.had_replacements;
      if (result.status == DecodeStatus::kNotLatin1) {
        output = SniffOutput::kUtf16;
      }
      if (result.status == DecodeStatus::kMalformed) {
        const size_t end = read - result.read_ahead_length;
        calls.errors.push_back({end - result.malformed_length, end});
      }
      room = result.status == DecodeStatus::kOutputFull && result.written == 0
                 ? room + 1
                 : capacity;
      if (room > capacity + kMostForProgress) {
        calls.failure = "makes no progress";
      }
    } while (result.status != DecodeStatus::kInputEmpty &&
             calls.failure.empty());
    if (read != cut && calls.failure.empty()) {
      calls.failure = "read " + std::to_string(read) + " of " +
                      std::to_string(cut) + " bytes";
    }
    if (!calls.failure.empty()) {
      break;
    }
  }
  return calls;
}

}  // namespace

Sniffed SniffByModel(Encoding fallback,
                     std::span<const uint8_t> bytes,
                     DecodeErrorMode error_mode) {
  const std::optional<Encoding> bom =
      model::BomSniff(model::IoQueue::Of(Bytes(bytes.begin(), bytes.end())));
  const Encoding encoding = bom.value_or(fallback);
  const size_t length = !bom ? 0 : *bom == Encoding::kUtf8 ? 3 : 2;
  const model::DecodeOutcome decoded = model::DecodeAll(
      encoding, bytes.subspan(length),
      error_mode == DecodeErrorMode::kFatal ? model::Mode::kFatal
                                            : model::Mode::kReplacement,
      /*ignore_bom=*/true);
  Sniffed sniffed{encoding, model::ToUtf16(decoded.text), {}};
  for (const model::DecodeError& error : decoded.errors) {
    sniffed.errors.push_back({error.begin + length, error.end + length});
  }
  return sniffed;
}

std::string CheckSniffing(SniffingDecoder& decoder,
                          const Sniffed& expected,
                          std::span<const uint8_t> bytes,
                          std::span<const size_t> cuts,
                          SniffOutput output,
                          size_t capacity) {
  const bool fatal = decoder.error_mode() == DecodeErrorMode::kFatal;
  std::string failure;
  if (decoder.is_decided()) {
    failure = "is decided before it begins";
  } else {
    Calls calls = CallInChunks(decoder, bytes, cuts, output, capacity);
    failure = calls.failure;
    calls.text += model::ToUtf16(model::Utf8DecodeWithoutBom(calls.utf8));
    if (fatal ? calls.errors != expected.errors
              : calls.had_replacements != !expected.errors.empty()) {
      failure += " other errors";
    }
    if (output == SniffOutput::kNone) {
      if (calls.units != expected.text.size()) {
        failure += " Validate() counts " + std::to_string(calls.units);
      }
    } else if (calls.text != expected.text) {
      failure += " got [" + ToHex(calls.text) + "]";
    }
    if (decoder.encoding() != expected.encoding) {
      failure += " as " + std::string(Name(decoder.encoding()));
    }
  }
  if (failure.empty()) {
    return "";
  }
  std::string what = std::string(Name(decoder.fallback())) +
                     (fatal ? " fatal" : "") + " [" +
                     ToHex(Bytes(bytes.begin(), bytes.end())) + "] to output " +
                     std::to_string(static_cast<int>(output)) + " of " +
                     std::to_string(capacity) + ", cut at";
  for (const size_t cut : cuts) {
    what += " " + std::to_string(cut);
  }
  return what + ": " + failure + "; expected [" + ToHex(expected.text) + "]";
}

}  // namespace v8_encoding::test_support
