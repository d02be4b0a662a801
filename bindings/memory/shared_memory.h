// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Copies to and from memory that other threads may write to at the same time:
// that of a SharedArrayBuffer. Plain loads and stores would be data races, so
// these are relaxed atomic ones, as wide as alignment allows.

#ifndef V8_ENCODING_BINDINGS_MEMORY_SHARED_MEMORY_H_
#define V8_ENCODING_BINDINGS_MEMORY_SHARED_MEMORY_H_

#include <cstddef>
#include <cstdint>

namespace v8_encoding {

// `shared` and the private memory don't overlap.
void CopyFromShared(const uint8_t* shared, size_t length, uint8_t* to);
void CopyToShared(const uint8_t* from, size_t length, uint8_t* shared);

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_MEMORY_SHARED_MEMORY_H_
