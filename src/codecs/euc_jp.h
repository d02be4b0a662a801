// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// EUC-JP. https://encoding.spec.whatwg.org/#euc-jp

#ifndef V8_ENCODING_SRC_CODECS_EUC_JP_H_
#define V8_ENCODING_SRC_CODECS_EUC_JP_H_

#include "src/codecs/codec.h"

namespace v8_encoding::internal {

template <typename Unit>
DecodeOutput DecodeEucJp(const DecodeInput<Unit>& input);

template <typename Unit>
EncodeOutput EncodeEucJp(const EncodeInput<Unit>& input);

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_EUC_JP_H_
