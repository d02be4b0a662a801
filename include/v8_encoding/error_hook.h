// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A hook for embedders whose exceptions say more than the standards ask for, as
// Node's exceptions do with a `code`. InstallOptions::error_hook in install.h
// sets the hook.

#ifndef V8_ENCODING_ERROR_HOOK_H_
#define V8_ENCODING_ERROR_HOOK_H_

#include <cstdint>

#include "v8.h"

namespace v8_encoding {

// Why an exception is thrown, and the exception's type.
enum class ErrorCode : uint8_t {
  kNewRequired,          // TypeError: an interface was called without `new`.
  kMissingArgument,      // TypeError: fewer arguments than the IDL requires.
  kInvalidArgumentType,  // TypeError: an argument, or the member of a
                         // dictionary, isn't of the type that the IDL names.
  kMalformedData,        // TypeError: `fatal`, and bytes are malformed.
  kUnmappableCharacter,  // TypeError: "fatal" mode of the extras' encode(), and
                         // the encoding lacks a character.
  kUnknownLabel,         // RangeError: no encoding has the label.
  kNoEncoder,            // RangeError: the encoding has no encoder, or none in
                         // this build.
  kOutOfBounds,          // RangeError: a start or an end beyond the buffer or
                         // the string.
  kStringTooLong,        // RangeError: the result would be longer than
                         // v8::String::kMaxLength, or than the host's
                         // `max_result_length`.
  kOutOfMemory,          // RangeError: there is no memory for a result or a
                         // copy.
  kNotInstalled,         // TypeError: a global object refused an interface, or
                         // a host asked for an interface that isn't there.
  kNoStreams,            // TypeError: there are no streams to make a
                         // TextDecoderStream or TextEncoderStream with.
  kBufferChanged,        // TypeError: what ran in the middle of a long call, a
                         // handler of an interrupt, detached, shrank or changed
                         // the buffer.
  kInvalidState,  // TypeError: the library's own streams, where a lock or
                  // the state of a stream doesn't allow the call.
};

// Called with each exception that the interfaces and the extras make, and with
// those of the library's own streams that are kInvalidState, before the
// exception is thrown, or a promise rejected with it:
//
//   void AddCode(v8::Local<v8::Context> context,
//                v8::Local<v8::Object> error,
//                v8_encoding::ErrorCode code) {
//     v8::Isolate* isolate = v8::Isolate::GetCurrent();
//     if (code == v8_encoding::ErrorCode::kUnknownLabel) {
//       std::ignore = error->CreateDataProperty(
//           context, v8::String::NewFromUtf8Literal(isolate, "code"),
//           v8::String::NewFromUtf8Literal(isolate,
//                                          "ERR_ENCODING_NOT_SUPPORTED"));
//     }
//   }
//
// `context` is the realm of the function that was called, and is entered;
// `error` is an object of that realm. GetInstallData() in install.h has what
// the host has put there for its hook. The hook runs on the isolate's thread
// and may run scripts. An exception that the hook leaves pending is thrown in
// the place of `error`.
//
// The hook isn't called for exceptions of V8's own: for receivers of the wrong
// type ("Illegal invocation"), from conversions such as that of a Symbol to a
// string, and where a result that is an array can't be had, because V8 has no
// memory for its buffer or because the array would be longer than V8 or the
// host's `max_result_length` lets it be.
using ErrorHook = void (*)(v8::Local<v8::Context> context,
                           v8::Local<v8::Object> error,
                           ErrorCode code);

}  // namespace v8_encoding

#endif  // V8_ENCODING_ERROR_HOOK_H_
