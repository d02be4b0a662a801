// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The conversion functions of all codecs, each defined in the codec's .cc.

#ifndef V8_ENCODING_SRC_CODECS_CODECS_H_
#define V8_ENCODING_SRC_CODECS_CODECS_H_

#include "src/codecs/codec.h"

namespace v8_encoding::internal {

// https://encoding.spec.whatwg.org/#utf-8
extern const DecoderFunctions kUtf8Decoder;
extern const EncoderFunctions kUtf8Encoder;

// https://encoding.spec.whatwg.org/#legacy-single-byte-encodings
extern const DecoderFunctions kSingleByteDecoder;
extern const EncoderFunctions kSingleByteEncoder;

// https://encoding.spec.whatwg.org/#legacy-multi-byte-chinese-(simplified)
// GBK's decoder is gb18030's.
extern const DecoderFunctions kGb18030Decoder;
extern const EncoderFunctions kGb18030Encoder;
extern const EncoderFunctions kGbkEncoder;

// https://encoding.spec.whatwg.org/#legacy-multi-byte-chinese-(traditional)
extern const DecoderFunctions kBig5Decoder;
extern const EncoderFunctions kBig5Encoder;

// https://encoding.spec.whatwg.org/#legacy-multi-byte-japanese-encodings
extern const DecoderFunctions kEucJpDecoder;
extern const EncoderFunctions kEucJpEncoder;
extern const DecoderFunctions kIso2022JpDecoder;
extern const EncoderFunctions kIso2022JpEncoder;
extern const DecoderFunctions kShiftJisDecoder;
extern const EncoderFunctions kShiftJisEncoder;

// https://encoding.spec.whatwg.org/#legacy-multi-byte-korean-encodings
extern const DecoderFunctions kEucKrDecoder;
extern const EncoderFunctions kEucKrEncoder;

// https://encoding.spec.whatwg.org/#legacy-miscellaneous-encodings
extern const DecoderFunctions kReplacementDecoder;
extern const DecoderFunctions kUtf16BeDecoder;
extern const DecoderFunctions kUtf16LeDecoder;
extern const DecoderFunctions kXUserDefinedDecoder;
extern const EncoderFunctions kXUserDefinedEncoder;

// Of the encodings without an encoder: every character is unmappable.
extern const EncoderFunctions kNoEncoder;

// How many bytes of UTF-8 wait in the state of UTF-8's decoder, or of an
// encoder that is given UTF-8. The bytes are in the bits below.
inline constexpr int kPendingUtf8LengthShift = 24;
constexpr uint32_t PendingUtf8Length(uint32_t state) {
  return state >> kPendingUtf8LengthShift & 3;
}

// What Decoder::DropRestored() makes of the state.
DecoderState DropRestoredGb18030(DecoderState state);
DecoderState DropRestoredIso2022Jp(DecoderState state);
DecoderState DropRestoredUtf16(DecoderState state);

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_CODECS_CODECS_H_
