// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// TextDecoder. https://encoding.spec.whatwg.org/#interface-textdecoder

#ifndef V8_ENCODING_BINDINGS_TEXT_DECODER_H_
#define V8_ENCODING_BINDINGS_TEXT_DECODER_H_

#include "bindings/template_builder.h"

namespace v8_encoding {

extern const InterfaceDescriptor kTextDecoderInterface;

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_TEXT_DECODER_H_
