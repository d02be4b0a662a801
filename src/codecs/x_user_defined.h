// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// x-user-defined. https://encoding.spec.whatwg.org/#x-user-defined

#ifndef V8_ENCODING_SRC_CODECS_X_USER_DEFINED_H_
#define V8_ENCODING_SRC_CODECS_X_USER_DEFINED_H_

#include "src/codecs/codec.h"

namespace v8_encoding::internal {

template <typename Unit>
DecodeOutput DecodeXUserDefined(const DecodeInput<Unit>& input);

template <typename Unit>
EncodeOutput EncodeXUserDefined(const EncodeInput<Unit>& input);

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_X_USER_DEFINED_H_
