// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/decode_to_string.h"

#include <iterator>
#include <string>

#include "bindings/memory/scratch.h"
#include "src/kernels/copy.h"

namespace v8_encoding {

namespace {

// V8 takes lengths as int and has no longer strings than this.
constexpr size_t kMaxStringLength = v8::String::kMaxLength;

// Up to here everything is on the stack.
constexpr size_t kInlineUnits = 1024;

DecodeToStringResult Done(v8::MaybeLocal<v8::String> maybe_string) {
  v8::Local<v8::String> string;
  if (!maybe_string.ToLocal(&string)) {
    return {DecodeToStringStatus::kOutOfMemory, {}, {}};
  }
  return {DecodeToStringStatus::kDone, string, {}};
}

DecodeToStringResult Malformed(DecodeResult decoded, size_t read_before) {
  decoded.read += read_before;
  return {DecodeToStringStatus::kMalformed, {}, decoded};
}

std::string MalformedDetail(Encoding encoding,
                            const DecodeResult& decoded,
                            size_t offset) {
  const std::string start = "The encoded data is not valid " +
                            std::string(LowercaseName(encoding)) +
                            ": malformed sequence ";
  // A malformed sequence that began in an earlier chunk has no offset here.
  const size_t end = decoded.read - decoded.read_ahead_length;
  return decoded.read_ahead_length <= decoded.read &&
                 decoded.malformed_length <= end
             ? start + "at byte " +
                   std::to_string(offset + end - decoded.malformed_length) + "."
             : start + "begun in an earlier chunk.";
}

}  // namespace

DecodeToStringResult DecodeToString(v8::Isolate* isolate,
                                    Decoder& decoder,
                                    std::span<const uint8_t> bytes,
                                    Flush flush) {
  size_t max_units = Decoder::MaxUnits(bytes.size());
  if (max_units > kMaxStringLength) {
    // Rarely the answer: most text of that many bytes has fewer characters.
    // Counting first keeps what can't become a string from being allocated.
    max_units = Decoder(decoder).Validate(bytes, flush).written;
    if (max_units > kMaxStringLength) {
      return {DecodeToStringStatus::kStringTooLong, {}, {}};
    }
  }

  // One-byte first: most text stays Latin-1, and V8 then keeps it so.
  Decoder trial = decoder;
  Scratch<uint8_t, kInlineUnits> latin1;
  if (!latin1.Allocate(max_units)) {
    return {DecodeToStringStatus::kOutOfMemory, {}, {}};
  }
  const DecodeResult narrow =
      trial.DecodeToLatin1(bytes, {latin1.data(), max_units}, flush);
  if (narrow.status == DecodeStatus::kMalformed) {
    decoder = trial;
    return Malformed(narrow, 0);
  }
  if (narrow.status == DecodeStatus::kInputEmpty) {
    const DecodeToStringResult result = Done(v8::String::NewFromOneByte(
        isolate, latin1.data(), v8::NewStringType::kNormal,
        static_cast<int>(narrow.written)));
    if (result.status == DecodeToStringStatus::kDone) {
      decoder = trial;
    }
    return result;
  }

  // Widen once and go on from there.
  Scratch<char16_t, kInlineUnits> utf16;
  if (!utf16.Allocate(max_units)) {
    return {DecodeToStringStatus::kOutOfMemory, {}, {}};
  }
  simd::WidenLatin1(latin1.data(), narrow.written, utf16.data());
  const DecodeResult wide = trial.DecodeToUtf16(
      bytes.subspan(narrow.read),
      {utf16.data() + narrow.written, max_units - narrow.written}, flush);
  if (wide.status == DecodeStatus::kMalformed) {
    decoder = trial;
    return Malformed(wide, narrow.read);
  }
  const DecodeToStringResult result = Done(v8::String::NewFromTwoByte(
      isolate, reinterpret_cast<const uint16_t*>(utf16.data()),
      v8::NewStringType::kNormal,
      static_cast<int>(narrow.written + wide.written)));
  if (result.status == DecodeToStringStatus::kDone) {
    decoder = trial;
  }
  return result;
}

v8::MaybeLocal<v8::String> StringOrThrow(v8::Isolate* isolate,
                                         const DecodeToStringResult& result,
                                         Encoding encoding,
                                         CallSite call,
                                         size_t offset) {
  switch (result.status) {
    case DecodeToStringStatus::kDone:
      return result.string;
    case DecodeToStringStatus::kMalformed:
      Throw(isolate, ErrorCode::kMalformedData, call,
            MalformedDetail(encoding, result.decoded, offset));
      break;
    case DecodeToStringStatus::kStringTooLong:
      Throw(isolate, ErrorCode::kStringTooLong, call,
            "The decoded string would be longer than the longest possible "
            "string.");
      break;
    case DecodeToStringStatus::kOutOfMemory:
      ThrowOutOfMemory(isolate, call);
      break;
  }
  return {};
}

}  // namespace v8_encoding
