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

// Walks over SourceBytes: over private ones in steps of `max_piece`, and over
// shared ones in copies of pieces that stay in the CPU's first cache.
class SourcePieces {
 public:
  explicit SourcePieces(SourceBytes source, size_t max_piece = SIZE_MAX)
      : source_(source),
        max_piece_(source.shared ? std::min(max_piece, sizeof(copy_))
                                 : max_piece) {}

  bool done() const { return offset_ == source_.bytes.size(); }

  // How long the next piece is.
  size_t next_length() const {
    return std::min(source_.bytes.size() - offset_, max_piece_);
  }

  // The next piece, which is void once another one is asked for.
  std::span<const uint8_t> Next() {
    const std::span<const uint8_t> piece =
        source_.bytes.subspan(offset_, next_length());
    offset_ += piece.size();
    if (!source_.shared) {
      return piece;
    }
    CopyFromShared(piece.data(), piece.size(), copy_);
    return {copy_, piece.size()};
  }

 private:
  const SourceBytes source_;
  const size_t max_piece_;
  size_t offset_ = 0;
  uint8_t copy_[2048];
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_MEMORY_SHARED_MEMORY_H_
