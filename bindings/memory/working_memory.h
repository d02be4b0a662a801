// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Working memory for one call: the block that the thread keeps, where it is
// free and large enough. See v8_encoding/memory.h.

#ifndef V8_ENCODING_BINDINGS_MEMORY_WORKING_MEMORY_H_
#define V8_ENCODING_BINDINGS_MEMORY_WORKING_MEMORY_H_

#include <cstddef>

namespace v8_encoding {

class WorkingMemory {
 public:
  WorkingMemory() = default;
  ~WorkingMemory() {
    if (data_ != nullptr) {
      GiveBack();
    }
  }

  WorkingMemory(const WorkingMemory&) = delete;
  WorkingMemory& operator=(const WorkingMemory&) = delete;

  // `size` uninitialised bytes, not 0, aligned for anything, or null if there
  // is no memory. To be called once. Must be given back, which the destructor
  // does, by the same thread.
  [[nodiscard]] void* Allocate(size_t size);

 private:
  void GiveBack();

  void* data_ = nullptr;
  size_t size_;  // Where `data_` isn't the block that the thread keeps.
};

}  // namespace v8_encoding

#endif  // V8_ENCODING_BINDINGS_MEMORY_WORKING_MEMORY_H_
