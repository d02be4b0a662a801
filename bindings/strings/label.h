// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Encoding labels in JavaScript strings.

#ifndef V8_ENCODING_BINDINGS_STRINGS_LABEL_H_
#define V8_ENCODING_BINDINGS_STRINGS_LABEL_H_

#include <optional>
#include <string>

#include "bindings/webidl/errors.h"
#include "v8.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {

// *Get an encoding* from a label of any length.
std::optional<Encoding> GetEncodingOfString(v8::Isolate* isolate,
                                            v8::Local<v8::String> label);

// The same where an empty handle stands for "utf-8", and failure is an
// exception: that *get an encoding* returns nothing, or for decoders also
// *replacement*.
std::optional<Encoding> GetEncodingOrThrow(v8::Isolate* isolate,
                                           v8::Local<v8::String> label,
                                           CallSite call);
std::optional<Encoding> GetDecodableEncodingOrThrow(v8::Isolate* isolate,
                                                    v8::Local<v8::String> label,
                                                    CallSite call);

// The label in UTF-8 for a message, cut short if it's long.
std::string Quotable(v8::Isolate* isolate, v8::Local<v8::String> label);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_LABEL_H_
