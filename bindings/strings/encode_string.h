// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// From a JavaScript string to bytes.

#ifndef V8_ENCODING_BINDINGS_STRINGS_ENCODE_STRING_H_
#define V8_ENCODING_BINDINGS_STRINGS_ENCODE_STRING_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "bindings/realm.h"
#include "bindings/webidl/buffer_source.h"
#include "v8.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding {

struct EncodeProgress {
  size_t read = 0;     // In code units.
  size_t written = 0;  // In bytes.
};

// A result that can't be longer than this is encoded on the stack first. That
// takes less than reading the string twice, to find out the length and to
// encode.
inline constexpr size_t kMaxStagedLength = 4096;

// How many bytes all of `string` can have in UTF-8 at most. Doesn't read it.
size_t MaxUtf8LengthOfString(v8::Local<v8::String> string);

// *Create a Uint8Array* of these bytes. Empty with an exception pending if
// there's no memory.
v8::MaybeLocal<v8::Uint8Array> NewUint8ArrayOf(Realm& realm,
                                               std::span<const uint8_t> bytes);

// How many bytes all of `string` has in UTF-8.
size_t Utf8LengthOfString(v8::Isolate* isolate, v8::Local<v8::String> string);

// *Create a Uint8Array* of `string` in UTF-8. Empty with an exception pending
// if there's no memory.
v8::MaybeLocal<v8::Uint8Array> EncodeToUint8Array(v8::Isolate* isolate,
                                                  Realm& realm,
                                                  v8::Local<v8::String> string);

// Encodes as much of string[begin, string->Length()) as fits, in UTF-8, and
// leaves all behind what was written as it was. `destination` isn't immutable.
// False if there's no memory, with nothing thrown or written.
[[nodiscard]] bool EncodeStringInto(v8::Isolate* isolate,
                                    v8::Local<v8::String> string,
                                    size_t begin,
                                    const MutableBytes& destination,
                                    EncodeProgress* progress);

// The same as EncodeToUint8Array() in any encoding that has an encoder. An
// unmappable character, which is only one with EncodeErrorMode::kFatal, leaves
// `result` empty.
struct EncodeOutcome {
  bool unmappable = false;
  char32_t code_point = 0;  // Of the unmappable character, and in code units
  size_t position = 0;      // where it is.
  v8::MaybeLocal<v8::Uint8Array> result = {};
};
EncodeOutcome EncodeToUint8Array(v8::Isolate* isolate,
                                 Realm& realm,
                                 v8::Local<v8::String> string,
                                 Encoder encoder);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_ENCODE_STRING_H_
