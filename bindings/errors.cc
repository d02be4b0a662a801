// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/errors.h"

namespace v8_encoding {

namespace {

v8::Local<v8::String> Message(v8::Isolate* isolate,
                              CallSite call,
                              const std::string& detail) {
  std::string text = "Failed to ";
  if (call.operation != nullptr) {
    text = text + "execute '" + call.operation + "' on '";
  } else {
    text += "construct '";
  }
  text = text + call.interface_name + "': " + detail;
  v8::Local<v8::String> message;
  return v8::String::NewFromUtf8(isolate, text.data(),
                                 v8::NewStringType::kNormal,
                                 static_cast<int>(text.size()))
                 .ToLocal(&message)
             ? message
             : v8::String::Empty(isolate);
}

}  // namespace

void ThrowTypeError(v8::Isolate* isolate,
                    CallSite call,
                    const std::string& detail) {
  isolate->ThrowException(
      v8::Exception::TypeError(Message(isolate, call, detail)));
}

void ThrowRangeError(v8::Isolate* isolate,
                     CallSite call,
                     const std::string& detail) {
  isolate->ThrowException(
      v8::Exception::RangeError(Message(isolate, call, detail)));
}

}  // namespace v8_encoding
