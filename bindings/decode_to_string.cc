// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/decode_to_string.h"

#include <iterator>

#include "bindings/scratch.h"
#include "src/simd.h"

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

// How many code units `bytes` decode to.
size_t CountUnits(Decoder decoder,
                  std::span<const uint8_t> bytes,
                  Flush flush) {
  char16_t block[4096];
  size_t count = 0;
  for (;;) {
    const DecodeResult decoded = decoder.DecodeToUtf16(bytes, block, flush);
    count += decoded.written;
    if (decoded.status != DecodeStatus::kOutputFull) {
      return count;
    }
    bytes = bytes.subspan(decoded.read);
  }
}

DecodeToStringResult Malformed(DecodeResult decoded, size_t read_before) {
  decoded.read += read_before;
  return {DecodeToStringStatus::kMalformed, {}, decoded};
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
    max_units = CountUnits(decoder, bytes, flush);
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

}  // namespace v8_encoding
