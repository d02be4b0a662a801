// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The encodings of the WHATWG Encoding Standard. Names and labels are in
// encoding.h; this header is for C++17, too.

#ifndef V8_ENCODING_ENCODING_LIST_H_
#define V8_ENCODING_ENCODING_LIST_H_

#include <cstddef>
#include <cstdint>

namespace v8_encoding {

// The closed set of encodings, in the order of the standard's table. Functions
// take no other value of the type.
// https://encoding.spec.whatwg.org/#names-and-labels
enum class Encoding : uint8_t {
  kUtf8,
  kIbm866,
  kIso8859_2,
  kIso8859_3,
  kIso8859_4,
  kIso8859_5,
  kIso8859_6,
  kIso8859_7,
  kIso8859_8,
  kIso8859_8_I,
  kIso8859_10,
  kIso8859_13,
  kIso8859_14,
  kIso8859_15,
  kIso8859_16,
  kKoi8R,
  kKoi8U,
  kMacintosh,
  kWindows874,
  kWindows1250,
  kWindows1251,
  kWindows1252,
  kWindows1253,
  kWindows1254,
  kWindows1255,
  kWindows1256,
  kWindows1257,
  kWindows1258,
  kXMacCyrillic,
  kGbk,
  kGb18030,
  kBig5,
  kEucJp,
  kIso2022Jp,
  kShiftJis,
  kEucKr,
  kReplacement,
  kUtf16Be,
  kUtf16Le,
  kXUserDefined,
};

inline constexpr size_t kEncodingCount = 40;

}  // namespace v8_encoding

#endif  // V8_ENCODING_ENCODING_LIST_H_
