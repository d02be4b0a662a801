// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What is neither of bytes nor of strings in convert.h: labels and errors.

#include "v8_encoding/convert.h"

#include <optional>

#include "bindings/realm/no_microtasks.h"
#include "bindings/strings/decode_failure.h"
#include "bindings/strings/encode_any.h"
#include "bindings/strings/label.h"
#include "bindings/v8_compat.h"
#include "bindings/webidl/conversions.h"
#include "bindings/webidl/errors.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {

std::optional<Encoding> GetEncoding(v8::Isolate* isolate,
                                    v8::Local<v8::String> label) {
  return GetEncodingOfString(isolate, label);
}

void ThrowConversionError(v8::Local<v8::Context> context,
                          const ConversionError& error,
                          const char* interface_name,
                          const char* operation) {
  v8::Isolate* isolate = compat::GetIsolate(context);
  if (isolate->IsExecutionTerminating()) {
    return;  // Nothing that is thrown would be seen.
  }
  v8::HandleScope scope(isolate);
  v8::Context::Scope context_scope(context);
  // The error hook is called by way of a function.
  const NoMicrotasks no_microtasks(context);
  const v8::Isolate::AllowJavascriptExecutionScope allow_javascript(isolate);
  const CallSite call = {interface_name, operation};
  switch (error.failure) {
    case ConversionFailure::kNone:
    case ConversionFailure::kTerminated:
      return;
    case ConversionFailure::kMalformed:
      Throw(isolate, ErrorCode::kMalformedData, call,
            MalformedDetail(error.encoding, error.position));
      return;
    case ConversionFailure::kUnmappable:
      Throw(isolate, ErrorCode::kUnmappableCharacter, call,
            UnmappableDetail(error.code_point, error.position, error.encoding));
      return;
    case ConversionFailure::kNoEncoder:
      Throw(isolate, ErrorCode::kNoEncoder, call,
            NoEncoderDetail(error.encoding));
      return;
    case ConversionFailure::kStringTooLong:
      Throw(isolate, ErrorCode::kStringTooLong, call, kStringTooLongDetail);
      return;
    case ConversionFailure::kOutOfMemory:
      ThrowOutOfMemory(isolate, call);
      return;
    case ConversionFailure::kNoBufferSource:
      ThrowWrongType(isolate, call, ValueOrigin::Unnamed(),
                     "(ArrayBuffer or SharedArrayBuffer or ArrayBufferView)");
      return;
  }
}

}  // namespace v8_encoding
