// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/webidl/errors.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "bindings/realm/private_key.h"
#include "bindings/realm/realm_value.h"
#include "bindings/v8_compat.h"
#include "src/code_points.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding {

namespace {

bool IsRangeError(ErrorCode code) {
  switch (code) {
    case ErrorCode::kNewRequired:
    case ErrorCode::kMissingArgument:
    case ErrorCode::kInvalidArgumentType:
    case ErrorCode::kMalformedData:
    case ErrorCode::kUnmappableCharacter:
    case ErrorCode::kNotInstalled:
    case ErrorCode::kNoStreams:
    case ErrorCode::kBufferChanged:
    case ErrorCode::kInvalidState:
      return false;
    case ErrorCode::kUnknownLabel:
    case ErrorCode::kNoEncoder:
    case ErrorCode::kOutOfBounds:
    case ErrorCode::kStringTooLong:
    case ErrorCode::kOutOfMemory:
      return true;
  }
  // Untested: all of ErrorCode is above.
  return false;
}

v8::Local<v8::String> Message(v8::Isolate* isolate,
                              CallSite call,
                              std::string_view detail) {
  ShortText text("Failed to ");
  if (call.operation != nullptr) {
    text.Append("execute '");
    text.Append(call.operation);
    text.Append("' on '");
  } else {
    text.Append("construct '");
  }
  text.Append(call.interface_name);
  text.Append("': ");
  text.Append(detail);
  v8::Local<v8::String> message;
  return v8::String::NewFromUtf8(isolate, text.c_str(),
                                 v8::NewStringType::kNormal,
                                 static_cast<int>(text.view().size()))
                 .ToLocal(&message)
             ? message
             : v8::String::Empty(isolate);
}

// The function that a hook is kept as: (error, code).
void CallErrorHook(const v8::FunctionCallbackInfo<v8::Value>& info) {
  const auto hook = reinterpret_cast<ErrorHook>(
      compat::GetExternalPointer(info.Data().As<v8::External>()));
  hook(info.GetIsolate()->GetCurrentContext(), info[0].As<v8::Object>(),
       static_cast<ErrorCode>(info[1].As<v8::Uint32>()->Value()));
}

}  // namespace

constinit const v8::FunctionCallback kCallErrorHook = CallErrorHook;

ShortText ValueOrigin::Name() const {
  return number_ ? ShortText("parameter ", *number_)
                 : ShortText("The provided value");
}

ShortText Quotable(v8::Isolate* isolate, v8::Local<v8::String> string) {
  constexpr size_t kMaxQuoted = 64;
  char16_t units[kMaxQuoted];
  const size_t length = static_cast<size_t>(string->Length());
  size_t n = std::min(length, kMaxQuoted);
  compat::ReadTwoByte(isolate, string, 0, n, units);
  if (n < length && internal::IsLeadSurrogate(units[n - 1])) {
    --n;  // Its other half may be what is cut off.
  }
  uint8_t utf8[3 * kMaxQuoted];
  Encoder encoder(Encoding::kUtf8);
  const EncodeResult encoded =
      encoder.EncodeFromUtf16({units, n}, utf8, Flush::kYes);
  return ShortText(
      std::string_view(reinterpret_cast<const char*>(utf8), encoded.written),
      n < length ? "…" : "");
}

v8::Local<v8::Object> NewError(v8::Isolate* isolate,
                               ErrorCode code,
                               CallSite call,
                               std::string_view detail) {
  v8::Local<v8::String> message = Message(isolate, call, detail);
  return (IsRangeError(code) ? v8::Exception::RangeError(message)
                             : v8::Exception::TypeError(message))
      .As<v8::Object>();
}

bool ShowToHook(v8::Isolate* isolate,
                v8::Local<v8::Object> error,
                ErrorCode code) {
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Value> hook;
  if (!GetRealmPrivate(context, ErrorHookKey(isolate)).ToLocal(&hook)) {
    return false;
  }
  v8::Local<v8::Value> arguments[] = {
      error, v8::Integer::New(isolate, static_cast<int>(code))};
  return !hook->IsFunction() ||
         !hook.As<v8::Function>()
              ->Call(context, v8::Undefined(isolate), 2, arguments)
              .IsEmpty();
}

void Throw(v8::Isolate* isolate,
           ErrorCode code,
           CallSite call,
           std::string_view detail) {
  v8::Local<v8::Object> error = NewError(isolate, code, call, detail);
  if (ShowToHook(isolate, error, code)) {
    isolate->ThrowException(error);
  }
}

void ThrowOutOfMemory(v8::Isolate* isolate, CallSite call) {
  Throw(isolate, ErrorCode::kOutOfMemory, call, "Out of memory.");
}

v8::Local<v8::FunctionTemplate> NewErrorHookTemplate(v8::Isolate* isolate,
                                                     ErrorHook hook) {
  return v8::FunctionTemplate::New(
      isolate, CallErrorHook,
      compat::NewExternal(isolate, reinterpret_cast<void*>(hook)));
}

v8::Local<v8::Private> ErrorHookKey(v8::Isolate* isolate) {
  return PrivateKey(isolate, "ErrorHook");
}

}  // namespace v8_encoding
