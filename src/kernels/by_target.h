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

#include <bit>
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

// What a converter knows of the CPU: whoever converts short texts by one object
// needn't ask for each, which takes as long as the text. The first call doesn't
// ask, since there may be no other.
enum class KnownTarget : uint8_t {
  kNone,  // Before the first call.
  kToBeAsked,
  kFirst,  // From here on, this and the index.
};

[[gnu::noinline]] inline KnownTarget AskForTarget() {
  // Until something else has asked, the index is that of a function which asks
  // each time.
  hwy::ChosenTarget& chosen = hwy::GetChosenTarget();
  if (!chosen.IsInitialized()) {
    chosen.Update(hwy::SupportedTargets());
  }
  return static_cast<KnownTarget>(static_cast<size_t>(KnownTarget::kFirst) +
                                  TargetIndex());
}

inline bool IsKnown(KnownTarget target) {
  return kOneTarget || target >= KnownTarget::kFirst;
}

// Whether it is known, at a call that can have it asked.
inline bool KnowTarget(KnownTarget& target) {
  if (IsKnown(target)) {
    return true;
  }
  if (target == KnownTarget::kNone) {
    target = KnownTarget::kToBeAsked;
    return false;
  }
  target = AskForTarget();
  return true;
}

// Whether AVX-512's masks of bytes are known to be there, by which texts up to
// a vector's length are loaded and stored without a branch on the length.
inline bool HasMasks([[maybe_unused]] KnownTarget target) {
#if (HWY_TARGETS & HWY_AVX3_DL) != 0
  // Better ones come first.
  constexpr int kLast = std::countr_zero(
      static_cast<uint64_t>(HWY_CHOSEN_TARGET_SHIFT(HWY_AVX3_DL)));
  constexpr int kFirst = static_cast<int>(KnownTarget::kFirst);
  return kOneTarget ||
         (IsKnown(target) && static_cast<int>(target) <= kFirst + kLast);
#else
  return false;
#endif
}

inline size_t IndexOf(KnownTarget target) {
  return kOneTarget ? 0
                    : static_cast<size_t>(target) -
                          static_cast<size_t>(KnownTarget::kFirst);
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
  Function& At(KnownTarget target) const { return At(IndexOf(target)); }

  template <typename... Arguments>
  auto operator()(Arguments... arguments) const {
    return At(TargetIndex())(arguments...);
  }

 private:
  Function* const* table_;
};

}  // namespace v8_encoding::simd

#endif  // V8_ENCODING_SRC_KERNELS_BY_TARGET_H_
