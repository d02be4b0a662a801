// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// replacement, and what stands in for the encoders that the standard does not
// have. https://encoding.spec.whatwg.org/#replacement

#ifndef V8_ENCODING_SRC_CODECS_REPLACEMENT_H_
#define V8_ENCODING_SRC_CODECS_REPLACEMENT_H_

#include "src/codecs/codec.h"

namespace v8_encoding::internal {

template <typename Unit>
DecodeOutput DecodeReplacement(const DecodeInput<Unit>& input);

// Every character is unmappable.
template <typename Unit>
EncodeOutput EncodeNothing(const EncodeInput<Unit>& input);

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_REPLACEMENT_H_
