// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-8. https://encoding.spec.whatwg.org/#utf-8

#ifndef V8_ENCODING_SRC_CODECS_UTF8_H_
#define V8_ENCODING_SRC_CODECS_UTF8_H_

#include "src/codecs/codec.h"

namespace v8_encoding::internal {

template <typename Unit>
DecodeOutput DecodeUtf8(const DecodeInput<Unit>& input);

template <typename Unit>
EncodeOutput EncodeUtf8(const EncodeInput<Unit>& input);

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_UTF8_H_
