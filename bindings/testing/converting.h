// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What tests of the conversions of convert.h share, from bytes and to bytes.

#ifndef V8_ENCODING_BINDINGS_TESTING_CONVERTING_H_
#define V8_ENCODING_BINDINGS_TESTING_CONVERTING_H_

#include <string>
#include <vector>

#include "bindings/testing/v8_test.h"
#include "v8.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::testing {

std::vector<Encoding> AllEncodings();

class ConvertingTest : public V8Test {
 protected:
  v8::Local<v8::String> NewString(const std::u16string& units) const;
  v8::Local<v8::String> NewLatin1(const std::string& units) const;

  v8::Local<v8::Value> Value(const std::string& source) const;

  // The message of the exception that an error comes to.
  std::string Message(const ConversionError& error,
                      const char* operation = "read") const;
};

}  // namespace v8_encoding::testing

#endif  // V8_ENCODING_BINDINGS_TESTING_CONVERTING_H_
