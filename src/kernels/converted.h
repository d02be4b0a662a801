// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#ifndef V8_ENCODING_SRC_KERNELS_CONVERTED_H_
#define V8_ENCODING_SRC_KERNELS_CONVERTED_H_

#include <cstddef>

namespace v8_encoding::simd {

// How far a kernel came, in elements of its input and its output.
struct Converted {
  size_t read;
  size_t written;
};

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_CONVERTED_H_
