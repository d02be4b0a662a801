// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#ifndef V8_ENCODING_SRC_KERNELS_CONVERTED_H_
#define V8_ENCODING_SRC_KERNELS_CONVERTED_H_

#include <cstddef>
#include <cstdint>

namespace v8_encoding::simd {

// How far a kernel came, in elements of its input and its output.
struct Converted {
  size_t read;
  size_t written;
};

// The scalar fallback of an encoder's kernel: the codec's handler, with the
// replacement of unmappable characters. A kernel calls it for a character that
// the kernel has no bytes for, and goes on behind that character.
struct EncodeFallback {
  // Encodes the character at the front of the input.
  Converted Encode(const char16_t* in,
                   size_t in_size,
                   uint8_t* out,
                   size_t out_size) const {
    return encode(context, in, in_size, out, out_size);
  }

  // Returns zeros where the kernel is to stop.
  Converted (*encode)(void* context,
                      const char16_t* in,
                      size_t in_size,
                      uint8_t* out,
                      size_t out_size);
  void* context;
};

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_CONVERTED_H_
