// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// From bytes to a JavaScript string.

#ifndef V8_ENCODING_BINDINGS_STRINGS_DECODE_TO_STRING_H_
#define V8_ENCODING_BINDINGS_STRINGS_DECODE_TO_STRING_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "bindings/webidl/errors.h"
#include "v8.h"
#include "v8_encoding/decoder.h"

namespace v8_encoding {

enum class DecodeToStringStatus : uint8_t {
  kDone,
  kMalformed,      // Only with DecodeErrorMode::kFatal; see `decoded`.
  kStringTooLong,  // More than v8::String::kMaxLength code units.
  kOutOfMemory,
};

struct DecodeToStringResult {
  DecodeToStringStatus status;
  v8::Local<v8::String> string;  // Of kDone.
  DecodeResult decoded;          // Of kMalformed: `read` counts from the start.
};

// Decodes all of `bytes`. Runs no JavaScript and throws nothing. Where the
// status isn't kDone or kMalformed, the decoder is left as it was.
[[nodiscard]] DecodeToStringResult DecodeToString(
    v8::Isolate* isolate,
    Decoder& decoder,
    std::span<const uint8_t> bytes,
    Flush flush);

// The string, or empty with an exception pending that says what the status
// does. What was decoded began `offset` bytes into what the caller gave.
v8::MaybeLocal<v8::String> StringOrThrow(v8::Isolate* isolate,
                                         const DecodeToStringResult& result,
                                         Encoding encoding,
                                         CallSite call,
                                         size_t offset = 0);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_DECODE_TO_STRING_H_
