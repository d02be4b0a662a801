// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Working memory for one call: on the stack while it's small.

#ifndef V8_ENCODING_BINDINGS_MEMORY_SCRATCH_H_
#define V8_ENCODING_BINDINGS_MEMORY_SCRATCH_H_

#include <cstddef>
#include <cstdlib>

namespace v8_encoding {

template <typename T, size_t kInlineCount>
class Scratch {
 public:
  Scratch() = default;
  ~Scratch() { std::free(heap_); }

  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  // Uninitialised room for `count` elements, which replaces what there was.
  // False if there is no memory. The sizes that scripts can ask for are bounded
  // by V8's own (a typed array has at most 2^33 bytes), so `count` times
  // sizeof(T) can't overflow.
  [[nodiscard]] bool Allocate(size_t count) {
    if (count <= kInlineCount) {
      data_ = inline_;
      return true;
    }
    std::free(heap_);
    heap_ = static_cast<T*>(std::malloc(count * sizeof(T)));
    data_ = heap_;
    return heap_ != nullptr;
  }

  T* data() { return data_; }

 private:
  T* data_ = inline_;
  T* heap_ = nullptr;
  T inline_[kInlineCount];
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_MEMORY_SCRATCH_H_
