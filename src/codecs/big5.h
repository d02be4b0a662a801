// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Big5. https://encoding.spec.whatwg.org/#big5

#ifndef V8_ENCODING_SRC_CODECS_BIG5_H_
#define V8_ENCODING_SRC_CODECS_BIG5_H_

#include "src/codecs/codec.h"

namespace v8_encoding::internal {

template <typename Unit>
DecodeOutput DecodeBig5(const DecodeInput<Unit>& input);

template <typename Unit>
EncodeOutput EncodeBig5(const EncodeInput<Unit>& input);

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_BIG5_H_
