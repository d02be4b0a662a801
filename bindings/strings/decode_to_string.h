// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// From bytes to a JavaScript string.

#ifndef V8_ENCODING_BINDINGS_STRINGS_DECODE_TO_STRING_H_
#define V8_ENCODING_BINDINGS_STRINGS_DECODE_TO_STRING_H_

#include <cstddef>
#include <cstdint>

#include "bindings/memory/shared_memory.h"
#include "bindings/memory/short_text.h"
#include "bindings/realm/realm.h"
#include "bindings/webidl/errors.h"
#include "bindings/webidl/long_call.h"
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
  Kind kind;
  DecodeResult decoded;  // Of kMalformed: `read` counts from the start.
};

// Decodes all of `source`. Runs no JavaScript and throws nothing, but for the
// pauses of `long_call`, if that isn't null. Empty with *failure set where
// there's no string; unless that's kMalformed, the decoder is left as it was.
v8::MaybeLocal<v8::String> DecodeToString(v8::Isolate* isolate,
                                          Decoder& decoder,
                                          const SourceBytes& source,
                                          Flush flush,
                                          DecodeFailure* failure,
                                          LongCall* long_call);

// The same for a script's call that is long enough to pause, and whose realm
// may have a limit for results. `source` is memory of `buffer`, or a copy.
v8::MaybeLocal<v8::String> DecodeLongForScript(v8::Isolate* isolate,
                                               Decoder& decoder,
                                               const SourceBytes& source,
                                               Flush flush,
                                               DecodeFailure* failure,
                                               CallSite call,
                                               v8::Local<v8::Value> buffer);
inline v8::MaybeLocal<v8::String> DecodeForScript(v8::Isolate* isolate,
                                                  Decoder& decoder,
                                                  const SourceBytes& source,
                                                  Flush flush,
                                                  DecodeFailure* failure,
                                                  CallSite call,
                                                  v8::Local<v8::Value> buffer) {
  static_assert(LongCall::kMinSize <= kMinLimitedLength);
  if (source.bytes.size() <= LongCall::kMinSize) [[likely]] {
    return DecodeToString(isolate, decoder, source, flush, failure, nullptr);
  }
  return DecodeLongForScript(isolate, decoder, source, flush, failure, call,
                             buffer);
}

// Decoder::Validate() over `source`, up to the first malformed sequence:
// `status` and `written` are those of the whole. False as LongCall::Begin().
[[nodiscard]] bool ValidateAll(Decoder& decoder,
                               const SourceBytes& source,
                               Flush flush,
                               LongCall* long_call,
                               DecodeResult* validated);

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

#endif  // V8_ENCODING_BINDINGS_STRINGS_DECODE_TO_STRING_H_
