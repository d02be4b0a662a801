// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// UTF-16BE and UTF-16LE, which the standard only decodes.
// https://encoding.spec.whatwg.org/#common-infrastructure-for-utf-16be-and-utf-16le

#ifndef V8_ENCODING_SRC_CODECS_UTF16_H_
#define V8_ENCODING_SRC_CODECS_UTF16_H_

#include "src/codecs/codec.h"

namespace v8_encoding::internal {

template <typename Unit>
DecodeOutput DecodeUtf16Be(const DecodeInput<Unit>& input);

template <typename Unit>
DecodeOutput DecodeUtf16Le(const DecodeInput<Unit>& input);

// See Decoder::DropRestored().
DecoderState DropRestoredUtf16(DecoderState state);

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_UTF16_H_
