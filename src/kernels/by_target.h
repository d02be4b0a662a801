// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// A function for each instruction set, and the choice between them. Decoder and
// Encoder make that choice once a call, as the one indirect call on the way to
// a kernel; what goes round kernels in a loop calls them through operator().

#ifndef V8_ENCODING_SRC_KERNELS_BY_TARGET_H_
#define V8_ENCODING_SRC_KERNELS_BY_TARGET_H_

// Says which targets there are, so it comes before Highway.
#include "src/kernels/targets.h"

#include <hwy/targets.h>

#include <cstddef>
#include <cstdint>

#include "src/kernels/converted.h"
#include "v8_encoding/decoder.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::simd {

// Converts a prefix of the input, of whole characters, as far as it likes and
// as the output has room, from the neutral state to the neutral state. Reads
// nothing outside of the input and writes nothing outside of the output. Six
// arguments are what goes in registers.
template <typename Unit>
using DecodeKernel = Converted(const uint8_t* input,
                               size_t input_size,
                               Unit* output,
                               size_t output_size,
                               Encoding encoding,
                               DecodeErrorMode error_mode);
template <typename Unit>
using EncodeKernel = Converted(const Unit* input,
                               size_t input_size,
                               uint8_t* output,
                               size_t output_size,
                               Encoding encoding,
                               EncodeErrorMode error_mode);

// Whether there is nothing to choose from.
inline constexpr bool kOneTarget = (HWY_TARGETS & (HWY_TARGETS - 1)) == 0;

// Which of a table's functions is for the instruction set that the CPU has, or
// that a test forces. A function call: not to be made between arguments that
// are in registers already.
inline size_t TargetIndex() {
  return kOneTarget ? 0 : hwy::GetChosenTarget().GetIndex();
}

template <typename Function>
class ByTarget {
 public:
  // Of Highway's table.
  template <size_t kSize>
  constexpr explicit ByTarget(Function* const (&table)[kSize]) : table_(table) {
    static_assert(!kOneTarget || kSize == 1);
  }

  Function& At(size_t target_index) const { return *table_[target_index]; }

  template <typename... Arguments>
  auto operator()(Arguments... arguments) const {
    return At(TargetIndex())(arguments...);
  }

 private:
  Function* const* table_;
};

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_BY_TARGET_H_
