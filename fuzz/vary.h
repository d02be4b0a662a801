// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#ifndef V8_ENCODING_FUZZ_VARY_H_
#define V8_ENCODING_FUZZ_VARY_H_

#include <vector>

#include "fuzz/targets.h"
#include "src/testing/random.h"

namespace v8_encoding::fuzz {

// One of `seeds`, which has some, with a few bytes changed, put in, taken out,
// or taken from another.
Bytes Vary(const std::vector<Bytes>& seeds, test_support::Random& random);

}  // namespace v8_encoding::fuzz

#endif  // V8_ENCODING_FUZZ_VARY_H_
