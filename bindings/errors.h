// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Exceptions, in the words that browsers use: "Failed to execute 'decode' on
// 'TextDecoder': …". They are objects of the current realm, which in a callback
// is that of the function called.

#ifndef V8_ENCODING_BINDINGS_ERRORS_H_
#define V8_ENCODING_BINDINGS_ERRORS_H_

#include <string>

#include "v8.h"

namespace v8_encoding {

// Which call failed. An operation, or a constructor where `operation` is null.
struct CallSite {
  const char* interface_name;
  const char* operation;
};

// `detail` is UTF-8.
void ThrowTypeError(v8::Isolate* isolate,
                    CallSite call,
                    const std::string& detail);
void ThrowRangeError(v8::Isolate* isolate,
                     CallSite call,
                     const std::string& detail);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_ERRORS_H_
