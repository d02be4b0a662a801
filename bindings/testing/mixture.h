// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What can be read of memory that is written to meanwhile: each byte is one of
// the few that are ever stored in its place. A result is explained by a choice
// of them.

#ifndef V8_ENCODING_BINDINGS_TESTING_MIXTURE_H_
#define V8_ENCODING_BINDINGS_TESTING_MIXTURE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "v8_encoding/encoding.h"

namespace v8_encoding::testing {

// The bytes of one place, with repetitions if they are fewer.
using Choice = std::array<uint8_t, 3>;

// Whether some choice of bytes, of at least the first `min_length` places, is
// decoded to `text`, a byte order mark removed.
bool CanBeDecodedTo(std::span<const Choice> places,
                    size_t min_length,
                    Encoding encoding,
                    std::u16string_view text);

// Whether some choice is malformed, and whether some choice isn't.
struct Wellformedness {
  bool can_be_malformed = false;
  bool can_be_well_formed = false;
};
Wellformedness WellformednessOf(std::span<const Choice> places,
                                size_t min_length,
                                Encoding encoding);

}  // namespace v8_encoding::testing

#endif  // V8_ENCODING_BINDINGS_TESTING_MIXTURE_H_
