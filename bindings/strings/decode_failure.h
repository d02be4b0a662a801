// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Why bytes have become no JavaScript string, and the exceptions for that.

#ifndef V8_ENCODING_BINDINGS_STRINGS_DECODE_FAILURE_H_
#define V8_ENCODING_BINDINGS_STRINGS_DECODE_FAILURE_H_

#include <cstddef>
#include <cstdint>

#include "bindings/memory/short_text.h"
#include "bindings/webidl/errors.h"
#include "v8.h"
#include "v8_encoding/decoder.h"

namespace v8_encoding {

// Why there is no string.
struct DecodeFailure {
  enum class Kind : uint8_t {
    kMalformed,      // Only with DecodeErrorMode::kFatal; see `decoded`.
    kStringTooLong,  // More code units than there may be.
    kOutOfMemory,
    kThrown,  // An exception is pending, or the isolate is being terminated.
  };
  // `result` is of what begins `offset` bytes into what is decoded.
  void SetMalformed(const DecodeResult& result, size_t offset) {
    kind = Kind::kMalformed;
    decoded = result;
    decoded.read += offset;
  }

  Kind kind;
  DecodeResult decoded;  // Of kMalformed: `read` counts from the start.
};

// Where a malformed sequence begins, in bytes from the start of what was
// decoded: less than 0 if that's in an earlier chunk.
int64_t PositionOf(const DecodeResult& malformed);

// The ends of messages: "The encoded data is not valid utf-8: malformed
// sequence at byte 3.", or "… begun in an earlier chunk." for a negative
// position, and that a string would be too long.
ShortText MalformedDetail(Encoding encoding, int64_t position);
extern const char kStringTooLongDetail[];

// Throws what a failure comes to. What was decoded began `offset` bytes into
// what the caller gave.
void ThrowDecodeFailure(v8::Isolate* isolate,
                        const DecodeFailure& failure,
                        Encoding encoding,
                        CallSite call,
                        size_t offset = 0);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_DECODE_FAILURE_H_
