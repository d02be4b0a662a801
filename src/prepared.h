// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Converters that are made for one call each, by callers with nothing in
// registers that a function call would have to save: these know the CPU's
// instruction set from the first call on, as converters that are kept do from
// the third on. See KnownTarget in kernels/by_target.h.

#ifndef V8_ENCODING_SRC_PREPARED_H_
#define V8_ENCODING_SRC_PREPARED_H_

#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding::internal {

[[nodiscard]] Decoder Prepared(Decoder decoder);
[[nodiscard]] Encoder Prepared(Encoder encoder);

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_PREPARED_H_
