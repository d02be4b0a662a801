// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A JavaScript string in V8's heap, of a copy of code units.

#ifndef V8_ENCODING_BINDINGS_STRINGS_NEW_STRING_H_
#define V8_ENCODING_BINDINGS_STRINGS_NEW_STRING_H_

#include <cstddef>
#include <cstdint>

#include "v8.h"

namespace v8_encoding {

// V8 takes lengths as int and has no longer strings than this.
inline constexpr size_t kMaxStringLength = v8::String::kMaxLength;

// Of Latin-1, at most kMaxStringLength units. Empty if there's no memory.
inline v8::MaybeLocal<v8::String> NewOneByte(v8::Isolate* isolate,
                                             const uint8_t* units,
                                             size_t n) {
  return v8::String::NewFromOneByte(isolate, units, v8::NewStringType::kNormal,
                                    static_cast<int>(n));
}

// Of UTF-16, else the same. V8 keeps a byte a unit if all of them are Latin-1.
inline v8::MaybeLocal<v8::String> NewTwoByte(v8::Isolate* isolate,
                                             const char16_t* units,
                                             size_t n) {
  return v8::String::NewFromTwoByte(
      isolate, reinterpret_cast<const uint16_t*>(units),
      v8::NewStringType::kNormal, static_cast<int>(n));
}

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_NEW_STRING_H_
