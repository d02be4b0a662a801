// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Bytes to text: the one place where the shell decodes.

#ifndef V8_ENCODING_SHELL_ENCODING_TEXT_H_
#define V8_ENCODING_SHELL_ENCODING_TEXT_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "v8.h"

namespace v8_encoding::shell {

// UTF-8, without a byte order mark and with U+FFFD for what is malformed: how
// scripts are read. Throws a RangeError, which says `name`, if V8 can't
// hold that much.
v8::MaybeLocal<v8::String> DecodeUtf8(v8::Isolate* isolate,
                                      std::string_view bytes,
                                      std::string_view name = {});

// The same under the encoding of a label. Throws a RangeError for a label that
// TextDecoder would not take.
v8::MaybeLocal<v8::String> DecodeText(v8::Isolate* isolate,
                                      std::span<const uint8_t> bytes,
                                      v8::Local<v8::String> label,
                                      std::string_view name = {});

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_ENCODING_TEXT_H_
