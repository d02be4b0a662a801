// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The standard's indexes as it publishes them: lists of a pointer and a code
// point, by pointer. For the model only; codecs have tables of their own, and
// tests compare the two.

#ifndef V8_ENCODING_SRC_MODEL_MODEL_INDEXES_H_
#define V8_ENCODING_SRC_MODEL_MODEL_INDEXES_H_

#include <cstdint>
#include <span>

#include "v8_encoding/encoding.h"

namespace v8_encoding::model {

struct IndexEntry {
  uint32_t pointer;
  uint32_t code_point;
};

std::span<const IndexEntry> IndexBig5();
std::span<const IndexEntry> IndexEucKr();
std::span<const IndexEntry> IndexGb18030();
std::span<const IndexEntry> IndexJis0208();
std::span<const IndexEntry> IndexJis0212();

// Each entry begins a range.
std::span<const IndexEntry> IndexGb18030Ranges();

std::span<const IndexEntry> IndexIso2022JpKatakana();

// Empty if `encoding` isn't a single-byte encoding.
std::span<const IndexEntry> IndexSingleByte(Encoding encoding);

}  // namespace v8_encoding::model

#endif  // V8_ENCODING_SRC_MODEL_MODEL_INDEXES_H_
