// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Encoding to a std::string, for the functions that allocate.

#ifndef V8_ENCODING_SRC_APPEND_ENCODED_H_
#define V8_ENCODING_SRC_APPEND_ENCODED_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "v8_encoding/encoder.h"

namespace v8_encoding::internal {

// Appends the bytes of `text`, UTF-16 or bytes of UTF-8, until it ends or
// kUnmappable; `read`, `had_unmappables` and `had_malformed` are of all calls.
// The first try is for `length` bytes.
template <typename Unit>
EncodeResult AppendEncoded(std::span<const Unit> text,
                           Encoder& encoder,
                           std::string& output,
                           size_t length,
                           Flush flush = Flush::kYes) {
  size_t room = length + Encoder::kMaxBytesPerStep;
  EncodeResult total;
  size_t read = 0;
  for (;;) {
    const size_t old_size = output.size();
    output.resize(old_size + room);
    const std::span<uint8_t> bytes(
        reinterpret_cast<uint8_t*>(output.data()) + old_size, room);
    EncodeResult encoded;
    if constexpr (std::is_same_v<Unit, char16_t>) {
      encoded = encoder.EncodeFromUtf16(text.subspan(read), bytes, flush);
    } else {
      encoded = encoder.EncodeFromUtf8(text.subspan(read), bytes, flush);
    }
    output.resize(old_size + encoded.written);
    read += encoded.read;
    encoded.read = read;
    encoded.had_unmappables |= total.had_unmappables;
    encoded.had_malformed |= total.had_malformed;
    total = encoded;
    if (encoded.status != EncodeStatus::kOutputFull) {
      return total;
    }
    room = std::min(4 * room, 2 * (text.size() - read)) +
           Encoder::kMaxBytesPerStep;
  }
}

}  // namespace v8_encoding::internal

#endif  // V8_ENCODING_SRC_APPEND_ENCODED_H_
