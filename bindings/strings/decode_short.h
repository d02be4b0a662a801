// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// From the bytes of a short text to a JavaScript string: names, keys, numbers,
// sentences, what most calls convert. Such a call has no time for what longer
// texts need; where it isn't as simple as here, DecodeToString() does all of
// it.

#ifndef V8_ENCODING_BINDINGS_STRINGS_DECODE_SHORT_H_
#define V8_ENCODING_BINDINGS_STRINGS_DECODE_SHORT_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "bindings/memory/shared_memory.h"
#include "bindings/strings/new_string.h"
#include "src/codecs/short_ascii.h"
#include "v8.h"
#include "v8_encoding/decoder.h"

namespace v8_encoding {

// Up to here all working memory is on the stack.
inline constexpr size_t kMaxOnStack = 2044;

inline bool IsShort(const SourceBytes& source) {
  return source.bytes.size() - 1 < kMaxOnStack && !source.shared;
}

// DecodeShort() of what isn't ASCII, up to kMaxShortAscii, and of what is
// longer.
v8::MaybeLocal<v8::String> DecodeShortToUtf16(v8::Isolate* isolate,
                                              Decoder& decoder,
                                              std::span<const uint8_t> bytes,
                                              Flush flush);
v8::MaybeLocal<v8::String> DecodeOnStack(v8::Isolate* isolate,
                                         Decoder& decoder,
                                         std::span<const uint8_t> bytes,
                                         Flush flush);

// Decodes bytes that are short. Empty if they're malformed and the decoder is
// fatal: it's in any state now. (V8 refuses no short string.)
[[gnu::always_inline]] inline v8::MaybeLocal<v8::String> DecodeShort(
    v8::Isolate* isolate,
    Decoder& decoder,
    std::span<const uint8_t> bytes,
    Flush flush) {
  if (bytes.size() > internal::kMaxShortAscii) {
    return DecodeOnStack(isolate, decoder, bytes, flush);
  }
  if (decoder.state().codec() != 0 ||
      !internal::DecodesAsciiAsItself(decoder.encoding()) ||
      !internal::IsShortAscii(bytes.data(), bytes.size())) {
    return DecodeShortToUtf16(isolate, decoder, bytes, flush);
  }
  const v8::MaybeLocal<v8::String> string =
      NewOneByte(isolate, bytes.data(), bytes.size());
  if (flush == Flush::kYes) {
    decoder.Reset();
  } else {
    // No ASCII character is a byte order mark.
    decoder.set_state(decoder.state().WithAtStart(false));
  }
  return string;
}

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_DECODE_SHORT_H_
