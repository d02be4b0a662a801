// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/testing/converting.h"

#include <cstddef>
#include <cstdint>

namespace v8_encoding::testing {

std::vector<Encoding> AllEncodings() {
  std::vector<Encoding> encodings;
  for (size_t i = 0; i < kEncodingCount; ++i) {
    encodings.push_back(static_cast<Encoding>(i));
  }
  return encodings;
}

v8::Local<v8::String> ConvertingTest::NewString(
    const std::u16string& units) const {
  return v8::String::NewFromTwoByte(
             isolate(), reinterpret_cast<const uint16_t*>(units.data()),
             v8::NewStringType::kNormal, static_cast<int>(units.size()))
      .ToLocalChecked();
}

v8::Local<v8::String> ConvertingTest::NewLatin1(
    const std::string& units) const {
  return v8::String::NewFromOneByte(
             isolate(), reinterpret_cast<const uint8_t*>(units.data()),
             v8::NewStringType::kNormal, static_cast<int>(units.size()))
      .ToLocalChecked();
}

v8::Local<v8::Value> ConvertingTest::Value(const std::string& source) const {
  return EvaluateToValue(context(), source).ToLocalChecked();
}

std::string ConvertingTest::Message(const ConversionError& error,
                                    const char* operation) const {
  v8::TryCatch try_catch(isolate());
  ThrowConversionError(context(), error, "File", operation);
  return try_catch.HasCaught()
             ? *v8::String::Utf8Value(isolate(), try_catch.Exception())
             : "";
}

}  // namespace v8_encoding::testing
