// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// gb18030, and GBK, which only differs when encoding.
// https://encoding.spec.whatwg.org/#gb18030

#ifndef V8_ENCODING_SRC_CODECS_GB18030_H_
#define V8_ENCODING_SRC_CODECS_GB18030_H_

#include "src/codecs/codec.h"

namespace v8_encoding::internal {

template <typename Unit>
DecodeOutput DecodeGb18030(const DecodeInput<Unit>& input);

template <typename Unit>
EncodeOutput EncodeGb18030(const EncodeInput<Unit>& input);

template <typename Unit>
EncodeOutput EncodeGbk(const EncodeInput<Unit>& input);

// See Decoder::DropRestored().
DecoderState DropRestoredGb18030(DecoderState state);

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_GB18030_H_
