// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Shift_JIS. https://encoding.spec.whatwg.org/#shift_jis

#ifndef V8_ENCODING_SRC_CODECS_SHIFT_JIS_H_
#define V8_ENCODING_SRC_CODECS_SHIFT_JIS_H_

#include "src/codecs/codec.h"

namespace v8_encoding::internal {

template <typename Unit>
DecodeOutput DecodeShiftJis(const DecodeInput<Unit>& input);

template <typename Unit>
EncodeOutput EncodeShiftJis(const EncodeInput<Unit>& input);

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_SHIFT_JIS_H_
