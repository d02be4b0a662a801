// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// For hosts whose exceptions say more than the standards ask for, as Node's do
// with a `code`.

#ifndef V8_ENCODING_ERROR_HOOK_H_
#define V8_ENCODING_ERROR_HOOK_H_

#include <cstdint>

#include "v8.h"

namespace v8_encoding {

// Why an exception is thrown, and what it is.
enum class ErrorCode : uint8_t {
  kNewRequired,          // TypeError: an interface was called without `new`.
  kMissingArgument,      // TypeError: there are fewer than are required.
  kInvalidArgumentType,  // TypeError: an argument, or the member of a
                         // dictionary, isn't of the type it has to be.
  kMalformedData,        // TypeError: `fatal`, and the bytes aren't valid.
  kUnmappableCharacter,  // TypeError: `fatal`, and the encoding doesn't have
                         // it.
  kUnknownLabel,         // RangeError: there's no such encoding.
  kNoEncoder,            // RangeError: this build can't encode to it.
  kOutOfBounds,          // RangeError: a place beyond what it's a place in.
  kStringTooLong,        // RangeError: the result would be longer than
                         // v8::String::kMaxLength.
  kOutOfMemory,          // RangeError: there is no memory for a copy.
  kNotInstalled,         // TypeError: a global object refused an interface.
  kNoStreams,            // TypeError: there are none to make a stream with.
};

// Called with each exception that the interfaces make, before it's thrown:
//
//   void AddCode(v8::Local<v8::Context> context,
//                v8::Local<v8::Object> error,
//                v8_encoding::ErrorCode code) {
//     if (code == v8_encoding::ErrorCode::kUnknownLabel) {
//       std::ignore = error->CreateDataProperty(
//           context, "code"_v8, "ERR_ENCODING_NOT_SUPPORTED"_v8);
//     }
//   }
//
// `context` is entered, the realm of the function that was called, and `error`
// is of it. The hook may run scripts. An exception that it leaves pending is
// thrown in the place of `error`.
//
// It isn't called for what V8 itself throws: at receivers of the wrong type
// ("Illegal invocation"), from conversions such as that of a Symbol to a
// string, and where there is no memory for an ArrayBuffer.
using ErrorHook = void (*)(v8::Local<v8::Context> context,
                           v8::Local<v8::Object> error,
                           ErrorCode code);

}  // namespace v8_encoding

#endif  // V8_ENCODING_ERROR_HOOK_H_
