// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What decode_to_string.h does with text that is long: in pieces between which
// a script's call may pause, in working memory, to strings outside of V8's
// heap.

#ifndef V8_ENCODING_BINDINGS_STRINGS_DECODE_LONG_H_
#define V8_ENCODING_BINDINGS_STRINGS_DECODE_LONG_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "bindings/memory/shared_memory.h"
#include "bindings/strings/decode_failure.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/long_call.h"
#include "v8.h"
#include "v8_encoding/decoder.h"

namespace v8_encoding {

// From how many bytes on a text becomes a string outside of V8's heap. V8 takes
// the memory of each long string from the system, whose pages fault one by one.
// (V8 14.6 keeps such memory, but only if nothing else asks for some: of 14
// rows long/utf-8/*MiB of `tools/bench js`, it takes longer in 12.)
inline constexpr size_t kMinExternal = size_t{1} << 20;

// Up to how many bytes a string always is in V8's heap.
inline constexpr size_t kMaxInHeap =
    std::min(compat::kMaxQuickStringSize, kMinExternal - 1);

// The functions that return strings decode with a decoder whose state the
// caller restores if there's neither a string nor malformed bytes. An empty
// result with *failure as it was is V8's, which has no memory.

// Decoder::ReadAscii() of all pieces. False as LongCall::Begin().
[[nodiscard]] bool ReadAsciiInPieces(Decoder& decoder,
                                     std::span<const uint8_t> bytes,
                                     Flush flush,
                                     LongCall* long_call,
                                     AsciiPrefix* ascii);

// All of a text that is ASCII, as `reader` has just found. (Up to kMaxInHeap,
// and without a LongCall, NewOneByte() is all that is needed.)
v8::MaybeLocal<v8::String> NewLongAscii(v8::Isolate* isolate,
                                        const Decoder& reader,
                                        std::span<const uint8_t> ascii,
                                        DecodeFailure* failure,
                                        LongCall* long_call);

// Any text. The decoder has read `ascii` of it.
v8::MaybeLocal<v8::String> DecodeLong(v8::Isolate* isolate,
                                      Decoder& decoder,
                                      const SourceBytes& source,
                                      AsciiPrefix ascii,
                                      Flush flush,
                                      DecodeFailure* failure,
                                      LongCall* long_call);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_DECODE_LONG_H_
