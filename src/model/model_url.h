// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The part of the naive model that is the URL Standard's: percent-encoding and
// application/x-www-form-urlencoded.

#ifndef V8_ENCODING_SRC_MODEL_MODEL_URL_H_
#define V8_ENCODING_SRC_MODEL_MODEL_URL_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "v8_encoding/encoding.h"
#include "v8_encoding/hooks.h"

namespace v8_encoding::model {

// Whether the *percent-encode set* has this code point.
bool IsInPercentEncodeSet(uint32_t code_point, PercentEncodeSet set);

// *Percent-encode after encoding*. Aborts where the standard asserts: on an
// encoding and a set that don't go together.
std::string PercentEncodeAfterEncoding(std::u32string_view input,
                                       Encoding encoding,
                                       PercentEncodeSet set);

struct NameAndValue {
  std::u32string name;
  std::u32string value;
};

// The *application/x-www-form-urlencoded serializer*
std::string SerializeUrlencoded(std::span<const NameAndValue> tuples,
                                Encoding encoding);

}  // namespace v8_encoding::model

#endif  // V8_ENCODING_SRC_MODEL_MODEL_URL_H_
