// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Bytes to V8's strings, by convert.h. An input is as DecodeInput has it, with
// ways kWays….

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>

#include "fuzz/engine.h"
#include "fuzz/fuzz_input.h"
#include "fuzz/targets.h"
#include "src/model/model.h"
#include "src/testing/hex.h"
#include "v8.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::fuzz {

namespace {

constexpr uint8_t kWaysFatal = 0x01;
constexpr uint8_t kWaysKeepBom = 0x02;
constexpr uint8_t kWaysSniff = 0x04;
constexpr uint8_t kWaysLong = 0x08;
// Of two bits: a BytesKind.
constexpr int kWaysKindShift = 4;

enum class BytesKind { kView, kBuffer, kTypedArray, kShared };

// What a call gets.
struct Source {
  ByteView view;
  v8::Local<v8::Value> buffer_source;  // Empty for kView.
};

Source NewSource(v8::Isolate* isolate,
                 std::span<const uint8_t> bytes,
                 BytesKind kind) {
  if (kind == BytesKind::kView) {
    return {{bytes.data(), bytes.size()}, {}};
  }
  // Two bytes before a view, and one behind.
  const size_t front = kind == BytesKind::kTypedArray ? 2 : 0;
  const size_t size = bytes.size() + (front != 0 ? 3 : 0);
  const auto fill = [&](void* data) {
    if (!bytes.empty()) {
      std::memcpy(static_cast<uint8_t*>(data) + front, bytes.data(),
                  bytes.size());
    }
  };
  if (kind == BytesKind::kShared) {
    v8::Local<v8::SharedArrayBuffer> buffer =
        v8::SharedArrayBuffer::New(isolate, size);
    fill(buffer->GetBackingStore()->Data());
    return {{}, buffer};
  }
  v8::Local<v8::ArrayBuffer> buffer = v8::ArrayBuffer::New(isolate, size);
  fill(buffer->GetBackingStore()->Data());
  if (kind == BytesKind::kBuffer) {
    return {{}, buffer};
  }
  return {{}, v8::Uint8Array::New(buffer, front, bytes.size())};
}

// What must come of the bytes.
struct Expected {
  Encoding encoding;
  std::u16string text;  // Up to the error.
  std::optional<model::DecodeError> error;
};

Expected DecodeByModel(Encoding encoding,
                       const DecodeOptions& options,
                       std::span<const uint8_t> bytes) {
  if (options.sniff_bom) {
    encoding =
        model::BomSniff(model::IoQueue::Of(Bytes(bytes.begin(), bytes.end())))
            .value_or(encoding);
  }
  const model::DecodeOutcome outcome = model::DecodeAll(
      encoding, bytes,
      options.fatal ? model::Mode::kFatal : model::Mode::kReplacement,
      options.ignore_bom);
  if (options.fatal && !outcome.errors.empty()) {
    const model::DecodeError& error = outcome.errors.front();
    return {encoding, model::ToUtf16(outcome.text.substr(0, error.position)),
            error};
  }
  return {encoding, model::ToUtf16(outcome.text), std::nullopt};
}

// Of a call that had to fail.
std::string CheckMalformed(const DecodedString& decoded,
                           const Expected& expected) {
  if (!decoded.string.IsEmpty() ||
      decoded.error.failure != ConversionFailure::kMalformed) {
    return "no error";
  }
  if (decoded.error.encoding != expected.encoding) {
    return "another encoding's error";
  }
  if (expected.encoding == Encoding::kReplacement) {
    return "";  // Its one error is about all of the text.
  }
  if (decoded.error.position != static_cast<int64_t>(expected.error->begin) ||
      decoded.error.length != expected.error->end - expected.error->begin) {
    return "malformed at " + std::to_string(decoded.error.position) + ", " +
           std::to_string(decoded.error.length) + " bytes; expected " +
           std::to_string(expected.error->begin) + ", " +
           std::to_string(expected.error->end - expected.error->begin);
  }
  return "";
}

std::string CheckWhole(Engine& engine,
                       Encoding encoding,
                       const DecodeOptions& options,
                       std::span<const uint8_t> bytes,
                       BytesKind kind,
                       const Expected& expected) {
  v8::Isolate* const isolate = engine.isolate();
  const Source source = NewSource(isolate, bytes, kind);
  const DecodedString decoded =
      source.buffer_source.IsEmpty()
          ? DecodeToString(isolate, source.view, encoding, options)
          : DecodeToString(isolate, source.buffer_source, encoding, options);
  if (decoded.encoding != expected.encoding) {
    return "decoded from " + std::string(Name(decoded.encoding));
  }
  if (expected.error) {
    return CheckMalformed(decoded, expected);
  }
  v8::Local<v8::String> string;
  if (!decoded.ok() || !decoded.string.ToLocal(&string)) {
    return "no string";
  }
  const std::u16string units = UnitsOf(isolate, string);
  if (units != expected.text) {
    return "expected [" + test_support::ToHex(expected.text) + "] got [" +
           test_support::ToHex(units) + "]";
  }
  // The smallest of V8's strings that holds the text.
  const bool is_wide =
      std::ranges::any_of(units, [](char16_t unit) { return unit > 0xFF; });
  return string->IsOneByte() == is_wide ? "a string of the wrong width" : "";
}

// Twice with one decoder, which is ready for another text after each.
std::string CheckChunks(Engine& engine,
                        StringDecoder& decoder,
                        std::span<const uint8_t> bytes,
                        std::span<const size_t> cuts,
                        BytesKind kind,
                        const Expected& expected) {
  v8::Isolate* const isolate = engine.isolate();
  std::u16string text;
  size_t begin = 0;
  for (size_t i = 0; i <= cuts.size(); ++i) {
    const bool is_last = i == cuts.size();
    const size_t end = is_last ? bytes.size() : cuts[i];
    const Source source =
        NewSource(isolate, bytes.subspan(begin, end - begin), kind);
    begin = end;
    const DecodedString part =
        source.buffer_source.IsEmpty()
            ? (is_last ? decoder.Finish(isolate, source.view)
                       : decoder.Decode(isolate, source.view))
        : is_last ? decoder.Finish(isolate, source.buffer_source)
                  : decoder.Decode(isolate, source.buffer_source);
    v8::Local<v8::String> string;
    if (!part.string.ToLocal(&string)) {
      decoder.Reset();
      if (!expected.error) {
        return "no string of chunk " + std::to_string(i);
      }
      if (!expected.text.starts_with(text)) {
        return "before the error: [" + test_support::ToHex(text) + "]";
      }
      return CheckMalformed(part, expected);
    }
    text += UnitsOf(isolate, string);
  }
  if (expected.error) {
    return "no error";
  }
  return text == expected.text
             ? ""
             : "expected [" + test_support::ToHex(expected.text) + "] got [" +
                   test_support::ToHex(text) + "]";
}

std::string CheckDecoding(Engine& engine,
                          const DecodeInput& input,
                          std::span<const uint8_t> bytes,
                          std::span<const size_t> cuts) {
  const auto kind = static_cast<BytesKind>(input.ways >> kWaysKindShift & 3);
  DecodeOptions options;
  options.fatal = (input.ways & kWaysFatal) != 0;
  options.ignore_bom = (input.ways & kWaysKeepBom) != 0;
  options.sniff_bom = (input.ways & kWaysSniff) != 0;
  const Expected expected = DecodeByModel(input.encoding, options, bytes);
  std::string failure =
      CheckWhole(engine, input.encoding, options, bytes, kind, expected);
  if (failure.empty()) {
    StringDecoder decoder(input.encoding, options);
    for (int n = 0; n < 2 && failure.empty(); ++n) {
      failure = CheckChunks(engine, decoder, bytes, cuts, kind, expected);
    }
  }
  if (failure.empty()) {
    return "";
  }
  return std::string(Name(input.encoding)) + (options.fatal ? ", fatal" : "") +
         (options.ignore_bom ? ", ignoreBOM" : "") +
         (options.sniff_bom ? ", sniffing" : "") + ", kind " +
         std::to_string(static_cast<int>(kind)) + ", [" +
         test_support::ToHex(bytes) + "]: " + failure;
}

}  // namespace

std::string CheckDecodeStringInput(std::span<const uint8_t> data) {
  Engine& engine = Engine::Get();
  v8::HandleScope scope(engine.isolate());
  v8::TryCatch try_catch(engine.isolate());
  const DecodeInput input = TakeDecodeInput(data);
  Bytes bytes(input.bytes.begin(), input.bytes.end());
  if ((input.ways & kWaysLong) != 0) {
    bytes = Lengthened(bytes);
  }
  const std::string failure = CheckDecoding(engine, input, bytes, input.cuts);
  return failure.empty() && try_catch.HasCaught() ? "an exception" : failure;
}

}  // namespace v8_encoding::fuzz
