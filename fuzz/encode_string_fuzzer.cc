// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// V8's strings to bytes, by convert.h. An input is as DecodeInput has it, with
// ways kWays…; cuts are those of the text's units.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/v8_compat.h"
#include "fuzz/engine.h"
#include "fuzz/fuzz_input.h"
#include "fuzz/targets.h"
#include "src/model/model.h"
#include "src/testing/canaries.h"
#include "src/testing/hex.h"
#include "v8.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::fuzz {

namespace {

constexpr uint8_t kWaysHtml = 0x01;
// A unit for each byte.
constexpr uint8_t kWaysLatin1 = 0x02;
constexpr uint8_t kWaysLong = 0x08;
// Of two bits: a StringKind.
constexpr int kWaysKindShift = 4;

enum class StringKind { kFlat, kRope, kSlice, kExternal };

// V8 hears of the units, so that it collects strings before memory is short.
class ExternalUnits : public v8::String::ExternalStringResource {
 public:
  ExternalUnits(v8::Isolate* isolate, std::u16string units)
      : isolate_(isolate), units_(std::move(units)) {
    memory_.Increase(isolate_, units_.capacity() * sizeof(char16_t));
  }
  ~ExternalUnits() override {
    memory_.Decrease(isolate_, units_.capacity() * sizeof(char16_t));
  }

  ExternalUnits(const ExternalUnits&) = delete;
  ExternalUnits& operator=(const ExternalUnits&) = delete;

  const uint16_t* data() const override {
    return reinterpret_cast<const uint16_t*>(units_.data());
  }
  size_t length() const override { return units_.size(); }

 private:
  v8::Isolate* const isolate_;
  const std::u16string units_;
  compat::ExternalMemory memory_;
};

v8::Local<v8::String> NewFlat(v8::Isolate* isolate, std::u16string_view units) {
  // One byte a character where that does.
  if (std::ranges::all_of(units, [](char16_t unit) { return unit <= 0xFF; })) {
    const std::string latin1(units.begin(), units.end());
    return v8::String::NewFromOneByte(
               isolate, reinterpret_cast<const uint8_t*>(latin1.data()),
               v8::NewStringType::kNormal, static_cast<int>(latin1.size()))
        .ToLocalChecked();
  }
  return v8::String::NewFromTwoByte(
             isolate, reinterpret_cast<const uint16_t*>(units.data()),
             v8::NewStringType::kNormal, static_cast<int>(units.size()))
      .ToLocalChecked();
}

v8::Local<v8::String> NewString(Engine& engine,
                                std::u16string_view units,
                                StringKind kind,
                                size_t cut) {
  v8::Isolate* const isolate = engine.isolate();
  switch (kind) {
    case StringKind::kFlat:
      break;
    case StringKind::kRope:
      return v8::String::Concat(isolate, NewFlat(isolate, units.substr(0, cut)),
                                NewFlat(isolate, units.substr(cut)));
    case StringKind::kSlice:
      return engine.Inner(
          NewFlat(isolate, u"\u00E9" + std::u16string(units) + u"\u4E00"));
    case StringKind::kExternal: {
      if (units.empty()) {
        break;
      }
      return v8::String::NewExternalTwoByte(
                 isolate, new ExternalUnits(isolate, std::u16string(units)))
          .ToLocalChecked();
    }
  }
  return NewFlat(isolate, units);
}

// What must come of the text.
struct ExpectedBytes {
  model::Bytes bytes;     // All, without those of characters that are errors.
  model::Bytes in_front;  // Up to the first error.
  struct Error {
    uint32_t code_point;
    int64_t position;  // In code units.
    friend bool operator==(const Error&, const Error&) = default;
  };
  std::vector<Error> errors;
};

ExpectedBytes EncodeByModel(Encoding encoding,
                            const EncodeOptions& options,
                            std::u16string_view units) {
  const std::u32string scalars = model::ToScalarValues(units);
  model::EncodeOutcome outcome =
      model::EncodeAll(encoding, scalars,
                       options.html ? model::Mode::kHtml : model::Mode::kFatal);
  ExpectedBytes expected{outcome.bytes, outcome.bytes, {}};
  if (!outcome.errors.empty()) {
    expected.in_front.resize(outcome.errors.front().position);
  }
  size_t scalar = 0;
  int64_t position = 0;
  for (const model::EncodeError& error : outcome.errors) {
    for (; scalar + 1 != error.read; ++scalar) {
      position += scalars[scalar] > 0xFFFF ? 2 : 1;
    }
    expected.errors.push_back({error.code_point, position});
  }
  return expected;
}

std::string Hex(std::span<const uint8_t> bytes) {
  return "[" + test_support::ToHex(bytes) + "]";
}

// `error` is the first one, or none if there has to be none.
std::string CheckError(const ConversionError& error,
                       Encoding encoding,
                       const ExpectedBytes& expected) {
  if (expected.errors.empty()) {
    return error.failure == ConversionFailure::kNone ? "" : "an error";
  }
  if (error.failure != ConversionFailure::kUnmappable ||
      error.encoding != encoding) {
    return "no error, or another";
  }
  const auto [code_point, position] = expected.errors.front();
  if (error.code_point != code_point || error.position != position ||
      error.length != (code_point > 0xFFFF ? 2 : 1)) {
    return "unmappable " + std::to_string(error.code_point) + " at " +
           std::to_string(error.position);
  }
  return "";
}

// By each function that takes all of a string.
std::string CheckWholeString(Engine& engine,
                             v8::Local<v8::String> string,
                             Encoding encoding,
                             const EncodeOptions& options,
                             const ExpectedBytes& expected) {
  v8::Isolate* const isolate = engine.isolate();
  const EncodedString bytes =
      EncodeToStdString(isolate, string, encoding, options);
  std::string failure = CheckError(bytes.error, encoding, expected);
  if (!failure.empty()) {
    return "EncodeToStdString: " + failure;
  }
  if (!std::ranges::equal(model::Bytes(bytes.bytes.begin(), bytes.bytes.end()),
                          expected.in_front)) {
    return "EncodeToStdString: expected " + Hex(expected.in_front) + " got " +
           Hex(model::Bytes(bytes.bytes.begin(), bytes.bytes.end()));
  }
  const EncodedLength length =
      GetEncodedLength(isolate, string, encoding, options);
  failure = CheckError(length.error, encoding, expected);
  if (!failure.empty() || length.bytes != expected.in_front.size()) {
    return "GetEncodedLength: " + failure + ", " + std::to_string(length.bytes);
  }
  if (encoding == Encoding::kUtf8 &&
      Utf8Length(isolate, string) != expected.bytes.size()) {
    return "Utf8Length: " + std::to_string(Utf8Length(isolate, string));
  }
  const EncodedArray encoded =
      EncodeToUint8Array(engine.context(), string, encoding, options);
  failure = CheckError(encoded.error, encoding, expected);
  if (!failure.empty()) {
    return "EncodeToUint8Array: " + failure;
  }
  v8::Local<v8::Uint8Array> array;
  if (encoded.array.ToLocal(&array) != expected.errors.empty()) {
    return "EncodeToUint8Array: an array and an error, or neither";
  }
  if (!array.IsEmpty()) {
    model::Bytes contents(array->ByteLength());
    array->CopyContents(contents.data(), contents.size());
    if (contents != expected.bytes) {
      return "EncodeToUint8Array: expected " + Hex(expected.bytes) + " got " +
             Hex(contents);
    }
  }
  return "";
}

// What fits into `capacity` bytes is a part of the whole that ends between
// characters.
std::string CheckInto(Engine& engine,
                      v8::Local<v8::String> string,
                      Encoding encoding,
                      const EncodeOptions& options,
                      size_t capacity,
                      const ExpectedBytes& expected) {
  test_support::OutputWithCanaries<uint8_t> output(capacity);
  const EncodedInto encoded =
      EncodeInto(engine.isolate(), string, output.units().data(), capacity,
                 encoding, options);
  if (!output.intact()) {
    return "EncodeInto: behind the end";
  }
  const std::span<const uint8_t> written = output.first(encoded.written);
  if (written.size() > expected.in_front.size() ||
      !std::ranges::equal(written,
                          std::span(expected.in_front).first(written.size()))) {
    return "EncodeInto: " + Hex(written);
  }
  if (encoded.complete !=
      (written.size() == expected.bytes.size() && expected.errors.empty() &&
       encoded.read == static_cast<size_t>(string->Length()))) {
    return "EncodeInto: complete or not";
  }
  if (encoding == Encoding::kUtf8) {
    const model::EncodeIntoOutcome by_model = model::TextEncoderEncodeInto(
        UnitsOf(engine.isolate(), string), capacity);
    if (encoded.read != by_model.read ||
        !std::ranges::equal(written, by_model.written)) {
      return "EncodeInto: read " + std::to_string(encoded.read) + " to " +
             Hex(written);
    }
  }
  return encoded.ok() || encoded.error.failure == ConversionFailure::kUnmappable
             ? ""
             : "EncodeInto: an error";
}

// A text in several strings, into rooms of `capacity` bytes, past its errors.
std::string CheckPieces(Engine& engine,
                        std::u16string_view units,
                        StringKind kind,
                        std::span<const size_t> cuts,
                        StringEncoder& encoder,
                        size_t capacity,
                        const ExpectedBytes& expected) {
  model::Bytes bytes;
  std::vector<ExpectedBytes::Error> errors;
  size_t begin = 0;
  for (size_t i = 0; i <= cuts.size(); ++i) {
    const size_t end = i == cuts.size() ? units.size() : cuts[i];
    v8::Local<v8::String> string = NewString(
        engine, units.substr(begin, end - begin), kind, (end - begin) / 2);
    size_t read = 0;
    EncodedInto step;
    do {
      test_support::OutputWithCanaries<uint8_t> output(capacity);
      step = encoder.EncodeInto(engine.isolate(), string, read,
                                output.units().data(), capacity,
                                i == cuts.size() ? StringEncoder::End::kYes
                                                 : StringEncoder::End::kNo);
      if (!output.intact()) {
        return "StringEncoder: behind the end";
      }
      const std::span<const uint8_t> written = output.first(step.written);
      bytes.insert(bytes.end(), written.begin(), written.end());
      if (!step.ok()) {
        errors.push_back({step.error.code_point,
                          static_cast<int64_t>(begin) + step.error.position});
      } else if (!step.complete && step.read == 0 && step.written == 0) {
        return "StringEncoder: no progress";
      }
      read += step.read;
    } while (!step.complete);
    begin = end;
  }
  if (bytes != expected.bytes) {
    return "StringEncoder: expected " + Hex(expected.bytes) + " got " +
           Hex(bytes);
  }
  return errors == expected.errors ? "" : "StringEncoder: other errors";
}

std::string CheckEncoding(Engine& engine,
                          const DecodeInput& input,
                          std::u16string_view units,
                          std::span<const size_t> cuts) {
  const Encoding encoding = input.encoding;
  const bool is_long = (input.ways & kWaysLong) != 0;
  const auto kind = static_cast<StringKind>(input.ways >> kWaysKindShift & 3);
  EncodeOptions options;
  options.html = (input.ways & kWaysHtml) != 0;
  v8::Local<v8::String> string = NewString(
      engine, units, kind, cuts.empty() ? units.size() / 2 : cuts.front());
  if (!HasEncoder(encoding)) {
    const ConversionFailure failure =
        EncodeToStdString(engine.isolate(), string, encoding, options)
            .error.failure;
    return failure == ConversionFailure::kNoEncoder
               ? ""
               : std::string(Name(encoding)) + ": an encoder";
  }
  const ExpectedBytes expected = EncodeByModel(encoding, options, units);
  const size_t capacity = input.capacity == test_support::kAmple
                              ? expected.bytes.size()
                              : input.capacity * (is_long ? 50 : 1);
  std::string failure =
      CheckWholeString(engine, string, encoding, options, expected);
  if (failure.empty()) {
    failure = CheckInto(engine, string, encoding, options, capacity, expected);
  }
  StringEncoder encoder(encoding, options);
  for (int n = 0; n < 2 && failure.empty(); ++n) {
    failure =
        CheckPieces(engine, units, kind, cuts, encoder,
                    std::max(capacity, StringEncoder::kMinRoom), expected);
  }
  return failure.empty()
             ? ""
             : std::string(Name(encoding)) + (options.html ? ", html" : "") +
                   ", kind " + std::to_string(static_cast<int>(kind)) + ", [" +
                   test_support::ToHex(units) + "]: " + failure;
}

}  // namespace

std::string CheckEncodeStringInput(std::span<const uint8_t> data) {
  Engine& engine = Engine::Get();
  v8::HandleScope scope(engine.isolate());
  v8::TryCatch try_catch(engine.isolate());
  const DecodeInput input = TakeDecodeInput(data);
  std::u16string units =
      (input.ways & kWaysLatin1) != 0
          ? std::u16string(input.bytes.begin(), input.bytes.end())
          : UnitsFromBytes(input.bytes);
  if ((input.ways & kWaysLong) != 0) {
    units = Lengthened(units);
  }
  std::vector<size_t> cuts = input.cuts;
  for (size_t& cut : cuts) {
    cut = std::min(cut, units.size());
  }
  const std::string failure = CheckEncoding(engine, input, units, cuts);
  return failure.empty() && try_catch.HasCaught() ? "an exception" : failure;
}

}  // namespace v8_encoding::fuzz
