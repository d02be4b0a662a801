// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// From a JavaScript string to UTF-8.

#ifndef V8_ENCODING_BINDINGS_STRINGS_ENCODE_STRING_H_
#define V8_ENCODING_BINDINGS_STRINGS_ENCODE_STRING_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "bindings/realm/realm.h"
#include "bindings/strings/encode_units.h"
#include "bindings/strings/string_units.h"
#include "bindings/webidl/buffer_source.h"
#include "bindings/webidl/long_call.h"
#include "idl/interfaces.h"
#include "v8.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding {

// None of these runs JavaScript, but in the pauses of a script's long call: of
// `long_call`, if that isn't null.

// How many bytes an encoder for UTF-8 that is in `state` writes for all of
// `string`. With Flush::kNo, a lead surrogate at the end counts nothing yet.
// Nothing as LongCall::Begin().
v8::Maybe<size_t> Utf8LengthOfString(v8::Isolate* isolate,
                                     v8::Local<v8::String> string,
                                     EncoderState state,
                                     Flush flush,
                                     LongCall* long_call);

// The same of a whole text, for C++.
size_t Utf8LengthOfString(v8::Isolate* isolate, v8::Local<v8::String> string);

// *Create a Uint8Array* of all of `string` in UTF-8, which `encoder` encodes.
// Empty with an exception pending if there's no memory, or as
// LongCall::Begin(); `encoder` then is as good as lost.
v8::MaybeLocal<v8::Uint8Array> Utf8EncodeToUint8Array(
    v8::Isolate* isolate,
    Realm& realm,
    v8::Local<v8::String> string,
    Encoder& encoder,
    Flush flush,
    LongCall* long_call);

// *UTF-8 encode* `string`, with an encoder of its own, for C++.
v8::MaybeLocal<v8::Uint8Array> Utf8EncodeToUint8Array(
    v8::Isolate* isolate,
    Realm& realm,
    v8::Local<v8::String> string);

// The same for a script's call, which may be long.
v8::MaybeLocal<v8::Uint8Array> Utf8EncodeForScript(v8::Isolate* isolate,
                                                   Realm& realm,
                                                   v8::Local<v8::String> string,
                                                   Encoder& encoder,
                                                   Flush flush,
                                                   CallSite call);
v8::MaybeLocal<v8::Uint8Array> Utf8EncodeForScript(v8::Isolate* isolate,
                                                   Realm& realm,
                                                   v8::Local<v8::String> string,
                                                   CallSite call);

// EncodeStringInto() of what is long, or into shared memory.
[[nodiscard]] bool EncodeAnyInto(v8::Isolate* isolate,
                                 v8::Local<v8::String> string,
                                 size_t begin,
                                 v8::Local<v8::Uint8Array> view,
                                 const BufferBytes& destination,
                                 CallSite call,
                                 EncodeProgress* progress);

// Encodes as much of string[begin, string->Length()) as fits, in UTF-8, and
// leaves all behind what was written as it was. `destination` is memory of
// `view`. False with an exception pending and nothing written if there's no
// memory; or as LongCall::Begin(), with a part written.
[[nodiscard, gnu::always_inline]] inline bool EncodeStringInto(
    v8::Isolate* isolate,
    v8::Local<v8::String> string,
    size_t begin,
    v8::Local<v8::Uint8Array> view,
    const BufferBytes& destination,
    CallSite call,
    EncodeProgress* progress) {
  if (!destination.shared) [[likely]] {
    // Each code unit takes a byte at least, so no more than this can be read.
    // If that cuts a surrogate pair, then neither the pair nor the U+FFFD of
    // its first half would fit.
    StringUnits units(isolate, string, begin,
                      StringUnits::AtMost{destination.bytes.size()});
    if (units.left() <= LongCall::kMinSize) [[likely]] {
      *progress = EncodeLastUnits(units, destination.bytes);
      return true;
    }
  }
  return EncodeAnyInto(isolate, string, begin, view, destination, call,
                       progress);
}

// The same into memory that nothing else accesses, for C++. Also says how long
// the string is, which `begin` is within.
EncodeProgress EncodeStringInto(v8::Isolate* isolate,
                                v8::Local<v8::String> string,
                                size_t begin,
                                std::span<uint8_t> output,
                                size_t* string_length);

// TextEncoderEncodeIntoResult as an object of the realm. Empty with an
// exception pending, or if the isolate is being terminated.
inline v8::MaybeLocal<v8::Object> NewEncodeIntoResult(Realm& realm,
                                                      EncodeProgress progress) {
  return realm.NewPairOfSizes(idl::kTextEncoderEncodeIntoResultMembers,
                              progress.read, progress.written);
}

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_ENCODE_STRING_H_
