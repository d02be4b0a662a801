// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/strings/decode_short.h"

namespace v8_encoding {

v8::MaybeLocal<v8::String> DecodeShortToUtf16(v8::Isolate* isolate,
                                              Decoder& decoder,
                                              std::span<const uint8_t> bytes,
                                              Flush flush) {
  const size_t mark = decoder.ReadByteOrderMark(bytes);
  bytes = bytes.subspan(mark);
  if (mark != 0 && !bytes.empty()) [[unlikely]] {
    // What follows a mark may be ASCII.
    return DecodeShort(isolate, decoder, bytes, flush);
  }
  char16_t units[Decoder::MaxUnits(internal::kMaxShortAscii)];
  const DecodeResult decoded = decoder.DecodeToUtf16(bytes, units, flush);
  return decoded.status == DecodeStatus::kInputEmpty
             ? NewTwoByte(isolate, units, decoded.written)
             : v8::MaybeLocal<v8::String>();
}

}  // namespace v8_encoding
