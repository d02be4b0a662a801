// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A decoder or encoder that has been called before, and so knows which
// instruction set the CPU has. Its calls take other ways than the first two of
// a new one do: see KnownTarget in ../kernels/by_target.h.

#ifndef V8_ENCODING_SRC_TESTING_USED_H_
#define V8_ENCODING_SRC_TESTING_USED_H_

#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"

namespace v8_encoding::test_support {

inline Decoder Used(Decoder decoder) {
  for (int i = 0; i < 2; ++i) {
    (void)decoder.DecodeToLatin1({}, {}, Flush::kYes);
  }
  return decoder;
}

inline Encoder Used(Encoder encoder) {
  for (int i = 0; i < 2; ++i) {
    (void)encoder.EncodeFromLatin1({}, {}, Flush::kYes);
  }
  return encoder;
}

}  // namespace v8_encoding::test_support

#endif  // V8_ENCODING_SRC_TESTING_USED_H_
