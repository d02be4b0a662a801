// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// encodeLegacy(text, label, {stream, state}): the encoders that the web's
// TextEncoder doesn't offer, for scripts of the shell only.

#ifndef V8_ENCODING_SHELL_ENCODING_LEGACY_ENCODER_H_
#define V8_ENCODING_SHELL_ENCODING_LEGACY_ENCODER_H_

#include "v8.h"

namespace v8_encoding::shell {

// Returns {bytes, read, unmappable, state}: the bytes of text[0, read), where
// it stopped, because of the code point `unmappable`, which is read, or because
// all is read, when `unmappable` is undefined. With {stream: true} more text
// follows, for which `state` is to be given.
void EncodeLegacy(const v8::FunctionCallbackInfo<v8::Value>& info);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_ENCODING_LEGACY_ENCODER_H_
