// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/decode_failure.h"

namespace v8_encoding {

int64_t PositionOf(const DecodeResult& malformed) {
  return static_cast<int64_t>(malformed.read) - malformed.read_ahead_length -
         malformed.malformed_length;
}

ShortText MalformedDetail(Encoding encoding, int64_t position) {
  ShortText detail("The encoded data is not valid ", LowercaseName(encoding),
                   ": malformed sequence ");
  if (position >= 0) {
    detail.Append("at byte ");
    detail.Append(position);
    detail.Append(".");
  } else {
    detail.Append("begun in an earlier chunk.");
  }
  return detail;
}

constinit const char kStringTooLongDetail[] =
    "The decoded string would be longer than strings may be.";

void ThrowDecodeFailure(v8::Isolate* isolate,
                        const DecodeFailure& failure,
                        Encoding encoding,
                        CallSite call,
                        size_t offset) {
  switch (failure.kind) {
    case DecodeFailure::Kind::kMalformed: {
      const int64_t position = PositionOf(failure.decoded);
      Throw(isolate, ErrorCode::kMalformedData, call,
            MalformedDetail(encoding,
                            position < 0
                                ? position
                                : static_cast<int64_t>(offset) + position));
      break;
    }
    case DecodeFailure::Kind::kStringTooLong:
      Throw(isolate, ErrorCode::kStringTooLong, call, kStringTooLongDetail);
      break;
    case DecodeFailure::Kind::kOutOfMemory:
      ThrowOutOfMemory(isolate, call);
      break;
    case DecodeFailure::Kind::kThrown:
      break;
  }
}

}  // namespace v8_encoding
