// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Copies to and from memory that other threads may write to at the same time:
// that of a SharedArrayBuffer. Plain loads and stores would be data races, so
// these are relaxed atomic ones, as wide as alignment allows.

#ifndef V8_ENCODING_BINDINGS_MEMORY_SHARED_MEMORY_H_
#define V8_ENCODING_BINDINGS_MEMORY_SHARED_MEMORY_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace v8_encoding {

// `shared` and the private memory don't overlap.
void CopyFromShared(const uint8_t* shared, size_t length, uint8_t* to);
void CopyToShared(const uint8_t* from, size_t length, uint8_t* shared);

// Bytes that are to be read. Those of shared memory change at any time, so that
// nothing but a copy of them may be looked at, and each byte is copied once.
struct SourceBytes {
  std::span<const uint8_t> bytes;
  bool shared = false;

  SourceBytes subspan(size_t offset,
                      size_t length = std::dynamic_extent) const {
    return {bytes.subspan(offset, length), shared};
  }
};

// Walks over SourceBytes: over private ones in one step, and over shared ones
// in copies of pieces that stay in the CPU's first cache.
class SourcePieces {
 public:
  explicit SourcePieces(SourceBytes source) : source_(source) {}

  bool done() const { return offset_ == source_.bytes.size(); }

  // The next piece, which is void once another one is asked for.
  std::span<const uint8_t> Next() {
    const std::span<const uint8_t> rest = source_.bytes.subspan(offset_);
    if (!source_.shared) {
      offset_ += rest.size();
      return rest;
    }
    const size_t length = std::min(rest.size(), sizeof(copy_));
    CopyFromShared(rest.data(), length, copy_);
    offset_ += length;
    return {copy_, length};
  }

 private:
  const SourceBytes source_;
  size_t offset_ = 0;
  uint8_t copy_[2048];
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_MEMORY_SHARED_MEMORY_H_
