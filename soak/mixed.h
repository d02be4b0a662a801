// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#ifndef V8_ENCODING_SOAK_MIXED_H_
#define V8_ENCODING_SOAK_MIXED_H_

#include <cstddef>
#include <string>

#include "soak/engine.h"
#include "src/testing/random.h"
#include "v8.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::soak {

// Random work whose results are compared with the model's: decoders of all
// encodings over random chunks, encode(), encodeInto(), StringDecoder and
// EncodeToStdString().
class Mixed {
 public:
  explicit Mixed(Engine* engine) : engine_(engine) {}

  // One text. False if something was wrong, which is printed.
  [[nodiscard]] bool Step();

  size_t steps() const { return steps_; }

 private:
  bool CheckEncoding(v8::Local<v8::Context> context,
                     Encoding encoding,
                     const std::u16string& text);
  bool CheckDecoding(v8::Local<v8::Context> context,
                     Encoding encoding,
                     const std::u16string& text);

  Engine* const engine_;
  test_support::Random random_{1};
  size_t steps_ = 0;
};

}  // namespace v8_encoding::soak

#endif  // V8_ENCODING_SOAK_MIXED_H_
