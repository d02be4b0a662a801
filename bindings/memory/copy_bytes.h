// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#ifndef V8_ENCODING_BINDINGS_MEMORY_COPY_BYTES_H_
#define V8_ENCODING_BINDINGS_MEMORY_COPY_BYTES_H_

#include <algorithm>
#include <cstdint>
#include <span>

namespace v8_encoding {

// Copies `bytes` to memory that they don't overlap. With GCC 12's library,
// std::ranges::copy() would take bytes that are const one by one.
inline void CopyBytes(std::span<const uint8_t> bytes, uint8_t* to) {
  std::copy_n(bytes.data(), bytes.size(), to);
}

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_MEMORY_COPY_BYTES_H_
