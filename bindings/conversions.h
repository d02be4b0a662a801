// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Web IDL's conversions from JavaScript values, as far as our interfaces need
// them. Each returns false with an exception pending where the conversion
// throws, and may run any JavaScript before that.

#ifndef V8_ENCODING_BINDINGS_CONVERSIONS_H_
#define V8_ENCODING_BINDINGS_CONVERSIONS_H_

#include <span>

#include "bindings/errors.h"
#include "v8.h"

namespace v8_encoding {

// A member of type boolean with default value false.
struct BooleanMember {
  const char* name;
  bool* value;
};

// A dictionary with such members only, given in lexicographic order, which is
// the order in which they're read.
// https://webidl.spec.whatwg.org/#js-dictionary
bool ConvertDictionary(v8::Local<v8::Context> context,
                       v8::Local<v8::Value> value,
                       CallSite call,
                       const char* dictionary_name,
                       std::span<const BooleanMember> members);

// DOMString, and USVString with the lone surrogates not yet replaced.
// https://webidl.spec.whatwg.org/#js-DOMString
inline bool ConvertString(v8::Local<v8::Context> context,
                          v8::Local<v8::Value> value,
                          v8::Local<v8::String>* string) {
  if (value->IsString()) {
    *string = value.As<v8::String>();
    return true;
  }
  return value->ToString(context).ToLocal(string);
}

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_CONVERSIONS_H_
