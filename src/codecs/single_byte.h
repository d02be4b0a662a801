// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The legacy single-byte encodings.
// https://encoding.spec.whatwg.org/#legacy-single-byte-encodings

#ifndef V8_ENCODING_SRC_CODECS_SINGLE_BYTE_H_
#define V8_ENCODING_SRC_CODECS_SINGLE_BYTE_H_

#include "src/codecs/codec.h"

namespace v8_encoding::internal {

// `encoding` is the one of them that `input` is in.
template <typename Unit>
DecodeOutput DecodeSingleByte(Encoding encoding,
                              const DecodeInput<Unit>& input);

template <typename Unit>
EncodeOutput EncodeSingleByte(Encoding encoding,
                              const EncodeInput<Unit>& input);

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_SINGLE_BYTE_H_
