// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// ISO-2022-JP. https://encoding.spec.whatwg.org/#iso-2022-jp

#ifndef V8_ENCODING_SRC_CODECS_ISO_2022_JP_H_
#define V8_ENCODING_SRC_CODECS_ISO_2022_JP_H_

#include "src/codecs/codec.h"

namespace v8_encoding::internal {

template <typename Unit>
DecodeOutput DecodeIso2022Jp(const DecodeInput<Unit>& input);

template <typename Unit>
EncodeOutput EncodeIso2022Jp(const EncodeInput<Unit>& input);

// See Decoder::DropRestored().
DecoderState DropRestoredIso2022Jp(DecoderState state);

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_ISO_2022_JP_H_
