// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// From bytes to a JavaScript string.

#ifndef V8_ENCODING_BINDINGS_STRINGS_DECODE_TO_STRING_H_
#define V8_ENCODING_BINDINGS_STRINGS_DECODE_TO_STRING_H_

#include "bindings/memory/shared_memory.h"
#include "bindings/realm/realm.h"
#include "bindings/strings/decode_failure.h"
#include "bindings/webidl/errors.h"
#include "bindings/webidl/long_call.h"
#include "v8.h"
#include "v8_encoding/decoder.h"

namespace v8_encoding {

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

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_DECODE_TO_STRING_H_
