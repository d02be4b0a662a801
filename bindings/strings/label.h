// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Encoding labels in JavaScript strings.

#ifndef V8_ENCODING_BINDINGS_STRINGS_LABEL_H_
#define V8_ENCODING_BINDINGS_STRINGS_LABEL_H_

#include <optional>

#include "bindings/webidl/errors.h"
#include "v8.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding {

// *Get an encoding* from a label of any length.
std::optional<Encoding> GetEncodingOfString(v8::Isolate* isolate,
                                            v8::Local<v8::String> label);

// *Get an encoding* for a call's argument `label`, where an empty handle stands
// for "utf-8". Nothing with a RangeError pending for what isn't a label.
v8::Maybe<Encoding> GetEncodingOrThrow(v8::Isolate* isolate,
                                       v8::Local<v8::String> label,
                                       CallSite call);

// GetEncodingOrThrow() for decoders, to which labels of *replacement* are none.
v8::Maybe<Encoding> GetDecodableEncodingOrThrow(v8::Isolate* isolate,
                                                v8::Local<v8::String> label,
                                                CallSite call);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_LABEL_H_
