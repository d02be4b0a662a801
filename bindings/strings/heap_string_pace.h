// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Whether V8 is quick at strings in its heap that are so large that each has
// pages of its own. It may keep the pages of dead strings for the next, which
// then takes a tenth of the time, or may not: that hangs on the sizes of what
// dies together, and V8 doesn't tell. So it's measured.

#ifndef V8_ENCODING_BINDINGS_STRINGS_HEAP_STRING_PACE_H_
#define V8_ENCODING_BINDINGS_STRINGS_HEAP_STRING_PACE_H_

#include <chrono>
#include <cstddef>

namespace v8_encoding {

class HeapStringPace {
 public:
  // Of how many strings one is in the heap and measured, while that is slow.
  static constexpr int kRound = 64;

  // `time` is what V8 took for the last string of `size` bytes. Where a
  // collection fell into it, that's long, too: one alone says nothing.
  constexpr void Add(size_t size, std::chrono::nanoseconds time) {
    if (static_cast<size_t>(time.count()) <= size / kQuickBytesPerNanosecond) {
      slow_ = 0;
    } else if (++slow_ >= kEnough) {
      slow_ = kEnough - 1;
      left_ = kRound - 1;
    }
  }

  // Whether the next string had better be elsewhere. It then counts as one that
  // is.
  constexpr bool TakeElsewhere() {
    const bool elsewhere = left_ > 0;
    left_ -= elsewhere;
    return elsewhere;
  }

 private:
  // Copies have 10 to 30, and with fresh pages 2 to 4.
  static constexpr size_t kQuickBytesPerNanosecond = 6;
  static constexpr int kEnough = 4;

  int slow_ = 0;  // How many were, on end.
  int left_ = 0;  // How many are to be elsewhere.
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_STRINGS_HEAP_STRING_PACE_H_
