// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// From a JavaScript string to bytes in any encoding that has an encoder.

#ifndef V8_ENCODING_BINDINGS_STRINGS_ENCODE_ANY_H_
#define V8_ENCODING_BINDINGS_STRINGS_ENCODE_ANY_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "bindings/memory/short_text.h"
#include "bindings/realm/realm.h"
#include "bindings/webidl/long_call.h"
#include "v8.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding {

// *Create a Uint8Array* of `string` in any encoding that has an encoder. An
// unmappable character, which is only one with EncodeErrorMode::kFatal, leaves
// `result` empty; so does want of memory, with an exception pending, and so may
// a pause of `long_call`, if that isn't null.
struct EncodeOutcome {
  bool unmappable = false;
  char32_t code_point = 0;  // Of the unmappable character, and in code units
  size_t position = 0;      // where it is.
  v8::MaybeLocal<v8::Uint8Array> result = {};
};
EncodeOutcome EncodeToUint8Array(v8::Isolate* isolate,
                                 Realm& realm,
                                 v8::Local<v8::String> string,
                                 Encoder encoder,
                                 LongCall* long_call);

// Where an unmappable character begins that an encoder has stopped behind after
// `read` code units. Less than 0 if that's in an earlier string.
int64_t PositionOfUnmappable(const EncodeResult& encoded);

// All of `string` up to the first unmappable character, in pieces that
// take(context, piece) gets. `read` counts what was read in all, `written` the
// bytes.
EncodeResult EncodeInPieces(v8::Isolate* isolate,
                            v8::Local<v8::String> string,
                            Encoder encoder,
                            void (*take)(void* context,
                                         std::span<const uint8_t> piece),
                            void* context);

// As much of string[begin, string->Length()) as fits, up to the first
// unmappable character, in any encoding. What Encoder says of its results is
// true of this one.
EncodeResult EncodePart(v8::Isolate* isolate,
                        v8::Local<v8::String> string,
                        size_t begin,
                        Encoder& encoder,
                        std::span<uint8_t> output,
                        Flush flush);

// The ends of messages: "The character U+20AC at 5 is not in iso-8859-2.", or
// "… U+FFFD, begun in an earlier string, …" for a negative position, and "This
// build has no encoder for big5.", or "The encoding utf-16le has no encoder."
ShortText UnmappableDetail(char32_t code_point,
                           int64_t position,
                           Encoding encoding);
ShortText NoEncoderDetail(Encoding encoding);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_ENCODE_ANY_H_
